"""What a kind of experiment is: one `Design`, which names its folder and resolves the modules in it when they are used.

Whatever works on runs (planning, resuming, workers, reading, the dictionary of columns, messages) knows this class and no design. To add
one, make a folder in ``designs/`` and name it in ``runs/designs.py``; an installed package offers its own
under the entry-point group ``citadels_sim.designs``.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any, Final, NamedTuple

from citadels_sim.tables.columns import Table
from citadels_sim.text import command_line

__all__ = ["KEYS", "Command", "Covered", "Design", "Searched"]

KEYS: Final = ("rows", "precision", "replicates", "rounds", "most_groups", "what", "where")
"""Keys of an experiment that go with some designs only."""


class Command(NamedTuple):
    """A command of the command line.

    Attributes
    ----------
    module : str
        Its module, with ``command``, a function for Typer, and ``EXAMPLES``, command lines for the end of its help.
    sentence : str
        What it does, for the list of all commands: the first sentence of its help.
    """

    module: str
    sentence: str


class Searched(NamedTuple):
    """What a search for a change of rules (`citadels balance`) knows of a design that measures what it is for.

    Attributes
    ----------
    criteria : tuple of str
        The limits (`limits.LIMITS`) that a search can be for.
    least : int
        Fewest games of a variant: with fewer, luck decides which changes stay.
    most : int
        Most games of a variant: beyond them, luck is smaller than any limit.
    reading : float
        Seconds that reading a variant's figures takes, however few its games.
    """

    criteria: tuple[str, ...]
    least: int
    most: int
    reading: float


class Covered(NamedTuple):
    """Figures whose intervals were measured together: how often they hold the truth, a row of the report's table of coverage.

    Attributes
    ----------
    title : str
        What they are.
    table : str
        Their table; empty: all of the design's but those of other rows.
    judged : bool
        Whether they are the figures of the table by which something is judged, or its others.
    """

    title: str
    table: str = ""
    judged: bool = False


@dataclass(frozen=True, kw_only=True)
class Design:
    """One kind of experiment.

    Attributes
    ----------
    name : str
        ``kind`` in experiments and manifests.
    home : str
        Its package, such as ``citadels_sim.designs.bans``, see `module`.
    title : str
        What a folder of it is, with its article: "a run of bans".
    summary : str
        What is made of a game, for whoever chooses a kind.
    answers : str
        What a report lacks without a run of it; empty where its chapter needs more than such a run.
    counted : str
        What its games are, behind their number: "deals with a restricted player".
    unit : str
        What the number of games of such an experiment counts, in the plural.
    tables : tuple of Table
        What a shard holds, in the order of the manifest; the main one first.
    keys : tuple of str
        Those of `KEYS` that an experiment of this kind may have.
    margins : tuple of str
        The limits (`limits.LIMITS`) that its figures are judged by.
    replicates, fewest_replicates : int
        Repetitions of each trial where the experiment gives none, and the fewest from which anything can be estimated.
    games_played : callable, optional
        Counts the games that a shard took, from those that count, the players, the rows of its main table and the repetitions; None: only
        what counts is played.
    shard_games : int
        Units of a shard; 0: by the detail that is kept of them.
    played : str
        Words for what is played, in messages: "bans".
    compiled_only : bool
        Whether bots in plain Python cannot play it.
    equal_bots : str
        Why all seats hold one bot; empty where they need not.
    between_two : bool
        Whether it plays every variant between two, which its command takes as arguments.
    study_share : float
        Share of a study's time that it gets where none of its figures is judged; 0: a study leaves it out, unless it has a ``judge``.
    unit_games : float
        About as many games at four players take as long as one unit.
    page_seconds : float
        About how long the page of a study takes for one cell, where none of its figures is judged.
    searched : Searched, optional
        What a search for a change of rules knows of it; None: none is for its figures.
    about : bool
        Whether the key ``what`` is the argument of its command, and no option.
    pooled : bool
        Whether the same table of players in several runs is analysed as one: ``show`` of its ``blocks`` takes all of them.
    intervals : tuple of Covered
        The rows of the table of coverage that its figures have.
    command, answer : tuple of str
        The words behind ``citadels`` that play it, and those that read a folder of it.
    commands : mapping of str to Command
        The commands by name that a design of another package adds; those of our designs are in ``cli/designs/``.
    chapter : str
        Slug of the chapter of the report that shows it; empty where its own command alone does. A design of another package names itself:
        its chapter has what its ``blocks`` show.
    """

    name: str
    home: str
    title: str
    summary: str
    counted: str
    tables: tuple[Table, ...]
    command: tuple[str, ...]
    answer: tuple[str, ...]
    chapter: str = ""
    answers: str = ""
    commands: Mapping[str, Command] = field(default_factory=dict)
    unit: str = "games"
    keys: tuple[str, ...] = ()
    margins: tuple[str, ...] = ()
    replicates: int = 1
    fewest_replicates: int = 1
    games_played: Callable[[int, int, int, int], int] | None = None
    shard_games: int = 0
    played: str = ""
    compiled_only: bool = True
    equal_bots: str = ""
    between_two: bool = False
    study_share: float = 0.0
    unit_games: float = 1.0
    page_seconds: float = 0.3
    searched: Searched | None = None
    about: bool = False
    pooled: bool = False
    intervals: tuple[Covered, ...] = ()

    def module(self, name: str) -> ModuleType:
        """Import one of its modules.

        What each defines:

        - ``play``: ``PLAYER``, a class derived from `designs.player.Player`, which plays shards and makes their tables.
        - ``experiment``, if it is there: ``faults(experiment)``, and ``resolve(experiment, variants, source)``, which returns both as they
          are played.
        - ``metrics``: ``FAMILIES`` of figures; ``FURTHER``, if it is there, rows of the data dictionary about others.
        - ``analyse``: ``family_moments(family, run)``, and what its command and the report call; where variants are compared deal by
          deal, ``family_totals(family, run)``, the same per deal, or None where the run lacks its rows.
        - ``judge``, if its figures are judged against limits: ``judge(analysis, limits)`` returns the judgements of what its ``blocks``
          show, ``judge_run(run, limits)`` those of a run, by the limits that it declares where none are given; where changes of rules
          are searched for, ``FIGURES``, criterion to family and metric.
        - ``precision``, if its experiments may have that key: ``CellWatch(cell, precision)``, which ends a cell once it is reached.
        - ``study``, if a study plays other experiments than one of all its variants: ``experiments(variants, keys)`` returns the keys of
          each, made from the variants and the keys that all parts of the study share.
        - ``blocks``: ``show(run, margin=None)`` returns what a run shows (`show.blocks.Shown`), for its command and for the report; its
          blocks stand in the chapter that the design names, but one that names another. ``compare(run)``, if it is there, returns what its
          first variant shows against each other one, a `Shown` for each. ``show_some(run, margin=None)``, if it is there, returns what a
          part of the run shows: those nodes at which a condition holds (`designs.some_nodes`), which ``analyse`` then can choose.
        """
        return importlib.import_module(f"{self.home}.{name}")

    def has(self, name: str) -> bool:
        """Return whether it has a module of this name."""
        return importlib.util.find_spec(f"{self.home}.{name}") is not None

    @property
    def player(self) -> type[Any]:
        """What plays it: a class derived from `designs.player.Player`."""
        player: type[Any] = self.module("play").PLAYER
        return player

    @cached_property
    def keeps_games(self) -> bool:
        """Whether its tables hold games as they were played, which can be replayed."""
        return any(table.name == "games" for table in self.tables)

    def table(self, name: str = "") -> Table:
        """Return a table by its name; without one the main table."""
        return next(table for table in self.tables if name in ("", table.name))

    def tables_of(self, detail: str, *, rows: bool, cells: int) -> tuple[str, ...]:
        """Name the tables of a shard, with or without rows, of an experiment of some detail and number of cells."""
        return tuple(table.name for table in self.tables if table.is_kept(detail, rows=rows, cells=cells))

    def how_to_read(self, folder: object) -> str:
        """Name the command that reads a folder of it."""
        return f"`citadels {command_line((self.answer[0], str(folder), *self.answer[1:]))}` prints its results"
