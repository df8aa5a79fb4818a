"""The bots of an experiment's line-ups: loaded, and checked against what plays, who plays it and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from citadels_sim.bots import check_bot_name, parse_bot
from citadels_sim.errors import BotError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.variants import Variant

if TYPE_CHECKING:
    from citadels_sim.bots import Bot


@dataclass(frozen=True)
class Lineups:
    """Line-ups with their bots.

    Attributes
    ----------
    lineups : tuple of tuple of str
        Those of the experiment, with the bots' names in one spelling.
    bots : dict of str to Bot
        Every bot that could be loaded, by name.
    faults : list of str
        What is wrong, each beginning with its place.
    """

    lineups: tuple[tuple[str, ...], ...]
    bots: dict[str, Bot]
    faults: list[str] = field(default_factory=list)


def unknown_bots(experiment: Experiment) -> Iterator[str]:
    """Find bots of names and files that are not known; none is loaded."""
    for place, text in _places(experiment.lineups):
        try:
            check_bot_name(text)
        except BotError as error:
            yield f"{place}: {_of_bot(error)}"


def load_lineups(experiment: Experiment, variants: Sequence[Variant]) -> Lineups:
    """Load the bots of all line-ups, and note what does not fit: to the kind of experiment, its players, its variants."""
    bots: dict[str, Bot] = {}
    faults: list[str] = []
    lineups = tuple(_load(i, lineup, bots, faults) for i, lineup in enumerate(experiment.lineups))
    faults += [
        f"lineups[{i}]: '{','.join(lineup)}' is given twice; its games would count twice. Give it once."
        for i, lineup in enumerate(lineups)
        if lineup in lineups[:i]
    ]
    design = experiment.design
    for i, lineup in enumerate(lineups):
        if design.equal_bots and len(set(lineup)) > 1:
            faults.append(f"lineups[{i}]: {design.equal_bots}; name one bot, such as '{lineup[0]}'.")
        if design.compiled_only and (slow := [name for name in lineup if name in bots and not bots[name].compiled]):
            faults.append(f"lineups[{i}]: '{slow[0]}' is a bot in plain Python; {design.played} are played by compiled bots only.")
        if short := [n for n in experiment.players if n < len(lineup)]:
            faults.append(f"lineups[{i}]: {len(lineup)} bots are too many for {short[0]} players; name at most one per seat.")
    for place, name in _places(lineups):
        for variant in variants:
            try:
                if name in bots:
                    bots[name].check_plays(variant)
            except BotError as error:
                faults.append(f"{place}: {_of_bot(error)}")
    return Lineups(lineups, bots, faults)


def _places(lineups: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the place of every bot in an experiment, and how it is written there."""
    for i, lineup in enumerate(lineups):
        for k, text in enumerate(lineup):
            yield f"lineups[{i}][{k}]", text


def _load(i: int, lineup: tuple[str, ...], bots: dict[str, Bot], faults: list[str]) -> tuple[str, ...]:
    """Load the bots of a line-up; return their names, as written where one cannot be loaded."""
    names: list[str] = []
    for k, text in enumerate(lineup):
        try:
            bot = parse_bot(text)
        except BotError as error:
            faults.append(f"lineups[{i}][{k}]: {_of_bot(error)}")
            names.append(text)
        else:
            bots.setdefault(bot.name, bot)
            names.append(bot.name)
    return tuple(names)


def _of_bot(error: BotError) -> str:
    """Return what is wrong with a bot without the place, which its experiment knows better."""
    return str(error).removeprefix("bots: ").removeprefix("bots.")
