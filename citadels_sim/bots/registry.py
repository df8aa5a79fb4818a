"""Finding bots by the names that people write: ``builder``, ``builder:noise=2,spite=0``, ``my_bots.py:greedy``."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import inspect
import math
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.bots.installed import GROUP, installed_bots, load_installed, origin
from citadels_sim.errors import BotError, nearest
from citadels_sim.foreign import is_file
from citadels_sim.lineups import split_lineup
from citadels_sim.names import label_fault

if TYPE_CHECKING:
    from citadels_sim.bots.interface import Bot

_BUILT_IN: Final[Mapping[str, str]] = {
    "random": "random_bot",
    "richard": "richard",
    "banker": "banker",
    "raider": "raider",
    "builder": "builder",
    "planner": "planner",
    "searcher": "searcher",
    "learner": "learner",
}
"""Name of each bot of the package, and its module, which defines it in capitals. It is imported when the bot is used."""


def all_bots() -> tuple[Bot, ...]:
    """Return every bot that can be named: those that come with the package, then those of installed packages; with default parameters.

    Raises
    ------
    BotError
        When an installed package offers a bot that cannot be loaded, or by a name that is taken.
    """
    return tuple(_named(name) for name in bot_names())


def bot_names() -> tuple[str, ...]:
    """Name all bots but those in files: built in, then installed; none is loaded."""
    return tuple(dict.fromkeys([*_BUILT_IN, *installed_bots()]))


def bot_files() -> tuple[Path, ...]:
    """Return the files of the bots of this package; none is loaded."""
    places = [Path(__file__).parent / module for module in _BUILT_IN.values()]
    return tuple(place / "__init__.py" if place.is_dir() else place.with_suffix(".py") for place in places)


def check_bot_name(text: str) -> None:
    """Refuse a bot, as line-ups write it, of a name or file that is not known; neither the compiler nor the bot is loaded.

    Raises
    ------
    BotError
    """
    text = text.strip()
    if fault := label_fault(text):
        raise BotError(f"bots: {fault}")
    head, _, tail = text.partition(":")
    if head.endswith(".py"):
        _check_file(head, tail.partition(":")[0])
    else:
        _offers(head)


def _offers(name: str) -> tuple[EntryPoint, ...]:
    """Return what installed packages offer by the name of a bot: nothing for one of this package."""
    offers = installed_bots().get(name, ())
    sources = [*(["citadels_sim itself"] if name in _BUILT_IN else []), *map(origin, offers)]
    if not sources:
        names = bot_names()
        raise BotError(f"bots: there is no bot '{name}'; known are {', '.join(names)}.{nearest(name, names)}")
    if len(sources) > 1:
        raise BotError(
            f"bots: the name '{name}' is taken more than once, by {' and by '.join(sources)}. Uninstall one, or give it another name in "
            f"its entry points ({GROUP})."
        )
    return offers


def _named(name: str) -> Bot:
    """Return the bot of a name, with its default parameters."""
    if offers := _offers(name):
        return as_bot(load_installed(offers[0]), name, origin(offers[0]))
    bot: Bot = getattr(importlib.import_module(f"citadels_sim.bots.{_BUILT_IN[name]}"), name.upper())
    return _with_shipped(bot)


def parse_bot(text: str) -> Bot:
    """Return the bot that a name means.

    Parameters
    ----------
    text : str
        ``name``, ``name:key=value,key=value``, ``name:@FILE.toml`` for values that `citadels tune` wrote, or both as
        ``name:@FILE.toml,key=value``; ``name:@default`` for the declared values, whatever is shipped; ``learner:@FILE.weights+packaged``
        for weights that `citadels train` wrote, and the packaged ones at tables whose rules that file does not know;
        ``learner:@nearest``, or ``+nearest`` behind such a file, to play rules that it has not learned, too, see `weights.NEAREST`. Or
        ``file.py:object`` for a bot of one's own, with values behind it likewise, which may be a `Bot`, a compiled function (see
        `compiled_bot`) or a plain callable ``(view, legal, rng) -> label``. The name may also be one that an installed package offers
        (see `citadels_sim.bots.installed`).

    Raises
    ------
    BotError
        For an unknown name or parameter, a value out of its range, a file or object that is not there or not a bot, a name that an
        installed package has taken too.
    """
    check_bot_name(text)
    head, _, tail = text.strip().partition(":")
    if head.endswith(".py"):
        attribute, _, tail = tail.partition(":")
        return _with_values(_bot_from_file(head, attribute), tail)
    return _with_values(_named(head), tail)


def _with_shipped(bot: Bot) -> Bot:
    """Give a bot the values that are shipped for it, if any are."""
    from citadels_sim.bots.weights import shipped_weights

    shipped = shipped_weights(bot)
    return dataclasses.replace(bot, weights=shipped) if shipped else bot


def _with_values(bot: Bot, text: str) -> Bot:
    """Give a bot the values written behind its name: those of a file first, then single ones."""
    from citadels_sim.bots.weights import NEAREST, PACKAGED, find_weights

    pieces = [piece.strip() for piece in text.split(",")]
    files = [piece for piece in pieces if piece.startswith("@")]
    if len(files) > 1:
        raise BotError(f"bots.{bot.name}: '{files[1]}' is a second file of values; give one.")
    values = _parse_values(bot, ",".join(piece for piece in pieces if piece not in files))
    if not files and not values:
        return bot
    weights, unlearned = bot.weights, bot.unlearned
    if bot.learns and files == [f"@{NEAREST}"]:
        unlearned = weights
    elif bot.learns and files and files[0].endswith(f"+{NEAREST}"):
        own = find_weights(bot, files[0][1:].removesuffix(f"+{NEAREST}"))
        weights, unlearned = ((own, *weights), (own,)) if own else (weights, weights)
    elif files:
        also_packaged = bot.learns and files[0].endswith(PACKAGED)
        default = find_weights(bot, files[0][1:].removesuffix(PACKAGED) if also_packaged else files[0][1:])
        weights = (*(() if default is None else (default,)), *(bot.weights if also_packaged else ()))
    shown = ",".join([*files, *(f"{key}={value:g}" for key, value in values.items())])
    named = dataclasses.replace(bot, name=f"{bot.name}:{shown}", values=values, weights=weights, unlearned=unlearned)
    if bot.source != "built in" or not values.get("think"):
        return named
    from citadels_sim.bots.learner.thinking import thinking  # compiled only where it is asked for

    return thinking(named)


def _parse_values(bot: Bot, text: str) -> Mapping[str, float]:
    parameters = {parameter.name: parameter for parameter in bot.parameters}
    known = ", ".join(parameters) or "none"
    values: dict[str, float] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise BotError(f"bots.{bot.name}: '{part}' should read key=value; parameters are {known}.")
        if key not in parameters:
            raise BotError(f"bots.{bot.name}: there is no parameter '{key}'; parameters are {known}.{nearest(key, parameters)}")
        low, high = parameters[key].low, parameters[key].high
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise BotError(f"bots.{bot.name}.{key}: '{value}' should be a number from {low:g} to {high:g}.")
        values[key] = number
    return {key: values[key] for key in parameters if key in values}


def _load_module(path: Path) -> ModuleType:
    name = f"citadels_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"bots: {path} is not a Python file that can be loaded.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # so that Numba and pickle find the functions again
    try:
        with contextlib.redirect_stdout(sys.stderr):  # what it prints is no result of the command
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a program may end itself
        missing = path.parent / f"{error.name}.py" if isinstance(error, ModuleNotFoundError) else None
        hint = f". Only the file that is named is loaded: put the code of {missing} into it, or install that"
        hint = hint if missing is not None and is_file(missing) else ""
        raise BotError(f"bots: {path} cannot be loaded: {type(error).__name__}: {error}{hint}") from error
    return module


def _check_file(file: str, attribute: str) -> None:
    if not is_file(Path(file)):
        raise BotError(f"bots: there is no file '{file}'; write file.py:object with a path from the current folder.")
    if not attribute:
        raise BotError(f"bots: '{file}' names no object; write {file}:object.")


def _bot_from_file(file: str, attribute: str) -> Bot:
    module = _load_module(Path(file).resolve())
    public = [name for name in vars(module) if not name.startswith("_")]
    if attribute not in public:
        raise BotError(f"bots: {file} has no object '{attribute}'.{nearest(attribute, public)}")
    return as_bot(getattr(module, attribute), f"{file}:{attribute}", file)


def as_bot(thing: Any, name: str, source: str = "given") -> Bot:
    """Make a `Bot` of a bot, a compiled function or a plain callable.

    Raises
    ------
    BotError
        When it is none of these.
    """
    from citadels_sim.bots.interface import Bot
    from citadels_sim.compiler.decorators import is_entry_point

    if isinstance(thing, Bot):
        return dataclasses.replace(thing, name=name, source=source)
    doc = (inspect.getdoc(thing) or "no description").splitlines()[0]
    if is_entry_point(thing):
        return Bot(name=name, doc=doc, choose=thing, source=source)
    if callable(thing):
        if not hasattr(thing, "from_records") and not _takes_three(thing):
            raise BotError(f"bots: {name} takes {inspect.signature(thing)}; a bot in plain Python takes (view, legal, rng).")
        return Bot(name=name, doc=doc, choose=thing, compiled=False, source=source)
    raise BotError(f"bots: {name} is neither a Bot nor a function that chooses; it is a {type(thing).__name__}.")


def _takes_three(function: Callable[..., object]) -> bool:
    """Whether a function can be called with a view, labels and a random generator; also one that does not say what it takes."""
    try:
        inspect.signature(function).bind(None, None, None)
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def parse_lineup(text: str, players: int) -> tuple[Bot, ...]:
    """Return the bot of each seat: a comma list, repeated round the table when it is shorter.

    Raises
    ------
    BotError
        For an empty line-up, one longer than the table, or a bot that is not known.
    """
    names = split_lineup(text)
    if not names:
        raise BotError("bots: the line-up is empty; write a bot per seat, separated by commas, e.g. 'builder,random'.")
    if len(names) > players:
        raise BotError(f"bots: the line-up has {len(names)} bots for {players} players: '{text}'.")
    bots = [parse_bot(name) for name in names]
    return tuple(bots[seat % len(bots)] for seat in range(players))
