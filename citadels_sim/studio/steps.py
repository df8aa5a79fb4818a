"""The commands of a studio, made of what a person chose in a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from citadels_sim.errors import CitadelsError
from citadels_sim.names import is_name
from citadels_sim.runs.experiment import parse_players
from citadels_sim.studio.saved import GAMES
from citadels_sim.studio.shelf import RulesFile
from citadels_sim.study.versions import versions_of

MINUTES: Final = "10"
"""How long a study takes where nothing else is said."""
_LEAST: Final = 10.0
"""Seconds left of a study under which it is not known how long its end takes."""


def study_words(rules: RulesFile, typed: Mapping[str, str]) -> tuple[list[str], float | None]:
    """Return the words of `citadels study`, and the seconds that it takes from now on; None until its precision is reached.

    Parameters
    ----------
    rules : RulesFile
    typed : mapping
        ``minutes``, ``precision``, ``players``, ``bots`` and ``designs`` as texts; empty ones are left out. With ``more`` a version that
        is complete gets these minutes on top; one that is not is continued as it was begun, whatever they say.

    Raises
    ------
    CitadelsError
        If one of them cannot be.
    """
    variant = rules.played
    known = next((one for one in versions_of(rules.study) if one.plays(variant)), None)
    if known is not None and known.record.state != "complete":
        minutes = known.record.question.minutes
        return ["study", str(known.folder), "--watch"], None if minutes is None else _likely(60 * minutes - known.record.spent)
    chosen = {key: text.strip() for key, text in typed.items() if text.strip()}
    budget = "precision" if "precision" in chosen else "minutes"
    amount = _number(budget, chosen.get(budget, MINUTES))
    if "more" in chosen and known is not None:
        return ["study", str(known.folder), f"--{budget}", f"{amount:g}", "--watch"], None if budget == "precision" else 60 * amount
    words = ["study", rules.word, f"--{budget}", f"{amount:g}"]
    if "players" in chosen:
        parse_players(chosen["players"])
        words += ["--players", chosen["players"]]
    for bot in _names("bots", chosen, "planner"):
        words += ["--bots", bot]
    if designs := _names("designs", chosen, "games,forks"):
        words += ["--designs", ",".join(designs)]
    left = 60 * amount - (0.0 if known is None else known.record.spent)
    return [*words, "--watch"], None if budget == "precision" else _likely(left)


def compare_words(rules: RulesFile, typed: Mapping[str, str]) -> list[str]:
    """Return the words of `citadels history` that play two versions on the same deals.

    Parameters
    ----------
    rules : RulesFile
    typed : mapping
        ``one`` and ``other``, numbers of versions, and ``games``, as texts.

    Raises
    ------
    CitadelsError
        If one of them is no number.
    """
    numbers = [typed.get(key, "").strip() for key in ("one", "other", "games")]
    for key, text in zip(("one", "other", "games"), numbers, strict=True):
        if not text.isascii() or not text.isdecimal() or len(text) > 7:
            raise CitadelsError(f"{key}: '{text[:20]}' should be a number, such as 2000.")
    one, other, games = numbers
    return ["history", rules.word, "--compare", f"{one},{other}", "--games", games]


def _likely(left: float) -> float | None:
    return None if left < _LEAST else left


def _names(key: str, chosen: Mapping[str, str], such_as: str) -> list[str]:
    """Return the names, with commas between them, that were chosen under a key."""
    names = [name.strip() for name in chosen.get(key, "").split(",") if name.strip()]
    if not all(is_name(name) for name in names):
        raise CitadelsError(f"{key}: should be names separated by commas, such as {such_as}.")
    return names


def _number(key: str, text: str) -> float:
    try:
        amount = float(text) if len(text) < 20 else -1.0
    except ValueError:
        amount = -1.0
    if not 0.05 <= amount <= 100_000:
        raise CitadelsError(f"{key}: '{text[:20]}' should be a number, such as {MINUTES if key == 'minutes' else '1'}.")
    return amount


def play_words(rules: RulesFile, typed: Mapping[str, str], bots: Sequence[str]) -> list[str]:
    """Return the words of `citadels play` for a game in the browser.

    Parameters
    ----------
    rules : RulesFile
    typed : mapping
        ``players``, ``bot``, ``seats`` (of people, such as ``1,3``) and ``where`` they sit, as texts: ``lan`` is the local network,
        anything else this machine.
    bots : sequence of str
        Those that there are.

    Raises
    ------
    CitadelsError
        If one of them cannot be.
    """
    least, most = rules.played.players
    players, bot, seats = (typed.get(key, "").strip() for key in ("players", "bot", "seats"))
    if players not in map(str, range(least, most + 1)):
        raise CitadelsError(f"players: should be a number from {least} to {most}.")
    if bot not in bots:
        raise CitadelsError(f"bot: should be one of {', '.join(bots)}.")
    people = [part.strip() for part in (seats or "1").split(",")]
    if len({*people}) < len(people) or not {*people} <= {*map(str, range(1, int(players) + 1))}:
        raise CitadelsError(f"seats: should be seats of people from 1 to {players}, separated by commas, such as 1,3.")
    words = ["play", rules.word, "--players", players, "--human", ",".join(people)]
    words += ["--bots", bot] if len(people) < int(players) else []
    words += ["--lan"] if typed.get("where") == "lan" else []
    version = next((f"-v{one.number}" for one in versions_of(rules.study) if one.plays(rules.played)), "")
    file = GAMES / f"{rules.played.name}{version}-{datetime.now(UTC):%Y%m%d-%H%M%S}.json"
    return [*words, "--transcript", str(file), "--browser", "--no-open"]
