"""Values of a bot's parameters from files: results of `citadels tune`, the shipped ones among them.

A bot whose name has a folder in ``configs/weights`` has shipped values, one file for each edition that they were fitted to. At a table it
plays with those of the edition that the table's rules differ least from, so that a variant of one's own has the nearest edition's.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from citadels_sim.bots.interface import Bot, Weights
from citadels_sim.errors import BotError, nearest
from citadels_sim.foreign import Unreadable, read_bytes, shown, toml_of
from citadels_sim.lineups import LEARNED
from citadels_sim.resources import configs_dir
from citadels_sim.variants import load_variant, variant_names

if TYPE_CHECKING:
    from citadels_sim.variants import Table, Variant

__all__ = [
    "DEFAULT",
    "NEAREST",
    "PACKAGED",
    "at_table",
    "find_weights",
    "has_learned",
    "nearest_weights",
    "plain_name",
    "plays_any_rules",
    "shipped_weights",
]

_LEARNER: Final = "learner"
"""The bot whose files hold what was learned."""
_SEARCHER: Final = "searcher"
"""The folder of what was learned of searchers."""
DEFAULT: Final = "default"
"""What stands behind the ``@`` for a bot's declared defaults, whatever is shipped."""
PACKAGED: Final = "+packaged"
"""What stands behind the name of a file of a bot that learns, so that it plays rules that the file does not know with packaged weights."""
NEAREST: Final = "nearest"
"""What stands behind the ``@`` so that a bot that learns plays any rules, unknown ones with the packaged weights of those that differ
least; with a ``+`` behind the name of a file, so that it plays what neither the file nor packaged weights know with the file."""


def plain_name(name: str) -> str:
    """Name a bot without its values, and without the folder of its file: ``planner``, ``mine.py:greedy``."""
    head, _, tail = name.partition(":")
    return f"{Path(head).name}:{tail.partition(':')[0]}" if head.endswith(".py") else head


def find_weights(bot: Bot, name: str) -> Weights | None:
    """Find the values that ``@name`` means for a bot.

    Parameters
    ----------
    bot : Bot
    name : str
        A path that ends in ``.toml``, the name of one of the bot's shipped files, or ``default``.

    Returns
    -------
    Weights or None
        None for the defaults.

    Raises
    ------
    BotError
        If there is no such file, or it has no values for this bot.
    """
    if name == DEFAULT:
        return None
    if name.endswith(LEARNED if bot.learns else ".toml"):
        return _read(Path(name), bot)
    known = {Path(weights.source).stem: weights for weights in shipped_weights(bot)}
    if name not in known:
        names = ", ".join([*known, DEFAULT])
        command, suffix = ("train", LEARNED) if bot.learns else ("tune", ".toml")
        raise BotError(
            f"bots.{bot.name}: there are no shipped values '@{name}'; known are {names}, or a file that `citadels {command}` wrote, as "
            f"@FILE{suffix}.{nearest(name, [*known, DEFAULT])}"
        )
    return known[name]


def shipped_weights(bot: Bot) -> tuple[Weights, ...]:
    """Read all values that are shipped for a bot, in order of their files' names; what was learned of few tables first.

    A file of few tables is about them, one of many makes do with the same number of weights for all.
    """
    if bot.source != "built in":
        return ()
    folder = configs_dir() / "weights" / (_LEARNER if bot.learns else plain_name(bot.name))
    suffix = LEARNED if bot.learns else ".toml"
    shipped = [_read(path, bot) for path in sorted(folder.glob(f"*{suffix}"), key=lambda path: path.stem)]
    return tuple(sorted(shipped, key=lambda weights: sum(map(len, weights.rules.values()))))


def _imitations() -> list[Weights]:
    """Read what was learned of searchers: whom they pick and name, each for other rules."""
    from citadels_sim.bots.learner.weights_file import read_weights

    return [read_weights(path) for path in sorted((configs_dir() / "weights" / _SEARCHER).glob(f"*{LEARNED}"))]


def at_table(bot: Bot, variant: Variant, players: int) -> Bot:
    """Return a bot as it plays at a table: with the values fitted to it, or to the table most like it, where it has such.

    Raises
    ------
    BotError
        When it plays by what it has learned, and has not learned this table's rules.
    """
    if bot.learns and not bot.memory.size:
        return _learned(bot, variant, players)
    if not bot.weights:
        return bot
    fitted = nearest_weights(bot.weights, variant, players) if len(bot.weights) > 1 else bot.weights[0]
    return dataclasses.replace(bot, values={**fitted.values, **bot.values}, weights=())


def has_learned(bot: Bot, variant: Variant, players: int) -> bool:
    """Return whether a bot can play a table: it has learned its rules, or plays any rules."""
    return not bot.learns or _plays_any(bot) or bool(bot.memory.size) or _known(bot, variant, players) is not None


def plays_any_rules(lineup: Iterable[str]) -> bool:
    """Return whether no bot of a line-up, as it is written, plays learned rules only."""
    from citadels_sim.bots.registry import parse_bot

    return not any(bot.learns and not _plays_any(bot) for bot in map(parse_bot, lineup))


def _plays_any(bot: Bot) -> bool:
    """Return whether a bot that learns plays rules that it has not learned."""
    return bot.plays_unlearned or bool(bot.unlearned)


def _known(bot: Bot, variant: Variant, players: int) -> Weights | None:
    """Return what a bot has learned of a table's rules: the first of its weights that know them."""
    digest = variant.digest
    return next((weights for weights in bot.weights if players in weights.rules.get(digest, ())), None)


def _learned(bot: Bot, variant: Variant, players: int) -> Bot:
    """Return a bot that learns with what it has learned of a table's rules."""
    from citadels_sim.bots.planner import PLANNER

    learned = _known(bot, variant, players)
    if learned is None and bot.unlearned:
        learned = bot.unlearned[0] if len(bot.unlearned) == 1 else nearest_weights(bot.unlearned, variant, players)
    if learned or bot.plays_unlearned:
        proposes = at_table(dataclasses.replace(PLANNER, weights=shipped_weights(PLANNER)), variant, players)
        values = {**proposes.values, **(learned.values if learned else {}), **bot.values}
        memory = learned.memory if learned else bot.memory
        if learned and bot.imitates:
            memory = np.concatenate([memory, *(one.memory for one in _imitations() if players in one.rules.get(variant.digest, ()))])
        return dataclasses.replace(bot, values=values, memory=memory, weights=())
    named = variant.source if variant.source.endswith(".toml") and variant.name not in variant_names() else variant.name
    raise BotError(
        f"bots.{bot.name}: has not learned the rules of '{variant.name}' with {players} players. Train it with `citadels train {named} "
        f"--players {players} --out {variant.name}{LEARNED}`, and play it as {plain_name(bot.name)}:@{variant.name}{LEARNED}."
    )


def nearest_weights(weights: tuple[Weights, ...], variant: Variant, players: int) -> Weights:
    """Choose the values that were fitted to the table most like this one: by its rules, then by its number of players."""
    table = variant.at(players)
    return min(weights, key=lambda one: (_differences(table, one.variant), abs(players - one.players), one.source))


def _differences(table: Table, name: str) -> int:
    """Count what a table decides otherwise than a packaged variant does with as many players, or with the next number that it seats."""
    other = load_variant(name)
    least, most = other.players
    return len(_decisions(table) ^ _decisions(other.at(min(max(table.players, least), most))))


def _decisions(table: Table) -> frozenset[tuple[str, Any, Any]]:
    """Everything that a table decides, each as key and value."""
    parts: dict[str, Mapping[Any, Any]] = {
        "cast": table.cast,
        "costs": table.costs,
        "basic": table.basic,
        "unique": table.unique,
        "rules": table.rules,
        "numbers": table.numbers,
        "random": dict.fromkeys(table.random_from if table.random_count else ()),
        "size": {"city": table.city_size, "random": table.random_count},
    }
    return frozenset((part, key, value) for part, items in parts.items() for key, value in items.items())


def _read(path: Path, bot: Bot) -> Weights:
    """Read and check a file; once per content."""
    if bot.learns:
        from citadels_sim.bots.learner.weights_file import read_weights

        learned = read_weights(path, f"bots.{bot.name}: @{path}")
        _check_values(str(path), bot.name, learned.values, _ranges(bot))
        return learned
    try:
        data = read_bytes(path)
    except Unreadable as error:
        raise BotError(f"bots.{bot.name}: @{path}: {error}; write the path of a file that `citadels tune` wrote.") from None
    return _parse(str(path), data, plain_name(bot.name), _ranges(bot))


def _ranges(bot: Bot) -> tuple[tuple[str, float, float], ...]:
    """Name a bot's parameters with their least and greatest values."""
    return tuple((parameter.name, parameter.low, parameter.high) for parameter in bot.parameters)


@lru_cache(maxsize=64)
def _parse(source: str, data: bytes, bot: str, ranges: tuple[tuple[str, float, float], ...]) -> Weights:
    """Check the content of a file against a bot's parameters, given with their least and greatest values."""
    try:
        keys = toml_of(data)
    except Unreadable as error:
        raise BotError(f"{source}: {error}.") from None
    missing = [key for key in ("bot", "variant", "players", "values") if key not in keys]
    if missing:
        raise BotError(f"{source}: {missing[0]}: missing; `citadels tune` writes bot, variant, players and the table values.")
    if keys["bot"] != bot:
        raise BotError(f"{source}: bot: these are values of {shown(keys['bot'])}, not of '{bot}'.")
    if type(keys["players"]) is not int or not isinstance(keys["variant"], str):
        raise BotError(f"{source}: variant, players: should be the name of a variant and a number of players.")
    if not isinstance(keys["values"], dict):
        raise BotError(f"{source}: values: should be a table of parameters and numbers.")
    _check_values(source, bot, keys["values"], ranges)
    values = {name: float(value) for name, value in keys["values"].items()}
    return Weights(keys["variant"], keys["players"], values, source, hashlib.sha256(data).hexdigest())


def _check_values(source: str, bot: str, values: Mapping[str, Any], ranges: tuple[tuple[str, float, float], ...]) -> None:
    """Refuse values of parameters that a bot does not have, or out of their ranges."""
    known = {name: (low, high) for name, low, high in ranges}
    for name, value in values.items():
        if name not in known:
            raise BotError(f"{source}: values.{name}: '{bot}' has no such parameter.{nearest(name, known)}")
        low, high = known[name]
        if type(value) not in (int, float) or not low <= value <= high:
            raise BotError(f"{source}: values.{name}: {shown(value)} should be a number from {low:g} to {high:g}.")
