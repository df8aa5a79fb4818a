"""The forms in which a figure of the report is declared: sums, metrics, families. No figure is declared here.

A `Metric` is a ratio of two `Sum` columns; a `Family` names the table they are summed over and the
column that names its members (the character, the seat, ...).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import polars as pl

__all__ = ["CHANGE", "CREDIT", "NEVER", "Estimand", "Family", "Metric", "Source", "Sum"]

#: What kind of claim a number is (docs/reference/estimators.md, A0).
Estimand = Literal["descriptive", "ITT", "node-ATE", "policy", "rule"]

#: Name of a table whose rows are summed: one of a design, or one that it prepares from its own.
Source = str

#: A win is counted in 840ths: shared by up to eight players it is still a whole number, so that sums are exact
#: and the same bits come out whatever the order of the rows.
CREDIT = 840

#: Between which a difference of win chances lies.
CHANGE = (-1.0, 1.0)

#: Deals of a figure that has no interval in any run (`Metric.deals`).
NEVER = 1 << 62


@dataclass(frozen=True)
class Sum:
    """A column of block totals.

    Attributes
    ----------
    name : str
        Its name.
    expr : polars.Expr
        What each row contributes: whole numbers.
    source : str
        The prepared table whose rows are summed.
    scale : float
        What one unit of the sum is worth.
    """

    name: str
    expr: pl.Expr
    source: Source
    scale: float = 1.0


@dataclass(frozen=True)
class Metric:
    """One figure: a ratio of two sums.

    Attributes
    ----------
    name, title : str
        Key in tables; words for people.
    question : str
        The question of a designer that it answers.
    unit : str
        Unit of the value; shares are fractions of 1 in tables and per cent on pages.
    numerator, denominator : str
        Names of the sums.
    estimand : str
        What kind of claim it is.
    doc : str
        How it is counted and what to beware of.
    share : bool
        A share of a whole, between 0 and 1.
    of_all : bool
        The denominator is summed over all groups (a distribution), not within each.
    reference : str or None
        What it is to be read against: ``"fair"`` = 1/players, ``"random"`` = a uniformly random picker.
    owners : tuple of str or None
        The groups that have it; None: all of the family.
    guests : tuple of str
        Groups that have it too where an owner is at the table.
    lift : bool
        A share of a whole less 1/players, between -1/players and 1 - 1/players.
    least : float or None
        The smallest value that there can be (0 for counts), below which no interval reaches; a share has both ends anyway.
    within : (float, float) or None
        Between which values it lies, of what is neither a share nor a count: no interval reaches beyond. Left out: -1 and 1 of win chances
        (a unit that begins so), else nothing is known.
    deals : int
        Independent deals from which on it has an interval: with fewer, its intervals were measured to miss the truth too often, since a
        few deals decide it. `NEVER`: it has none.
    """

    name: str
    title: str
    question: str
    unit: str
    numerator: str
    denominator: str
    estimand: Estimand
    doc: str
    share: bool = False
    of_all: bool = False
    reference: Literal["fair", "random"] | None = None
    owners: tuple[str, ...] | None = None
    guests: tuple[str, ...] = ()
    lift: bool = False
    least: float | None = None
    within: tuple[float, float] | None = None
    deals: int = 0

    def interval_form(self, players: int) -> dict[str, Any]:
        """Return how its intervals are made: the options of `Ratios.interval` at a number of players."""
        share = self.share or self.lift
        return {"share": share, "less": 1 / players if self.lift else 0.0, "least": self.least, "within": self.bounds}

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Between which values it lies, where it is neither a share nor a count and this is known."""
        return self.within or (CHANGE if self.unit.startswith("win chance") else None)

    @property
    def width(self) -> float:
        """How far apart two values of it can lie; infinite where nothing is known."""
        if self.share or self.lift:
            return 1.0
        return math.inf if self.bounds is None else self.bounds[1] - self.bounds[0]

    def members(self, groups: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of a cell's groups that have it."""
        if self.owners is None:
            return groups
        owners = set(self.owners) & set(groups)
        return tuple(group for group in groups if group in owners or (owners and group in self.guests))


@dataclass(frozen=True)
class Family:
    """Figures of the same groups, judged together.

    Attributes
    ----------
    name : str
        Key in tables and the stem of its CSV file.
    group : polars.Expr or None
        Column that names the members, or None for one figure per cell.
    group_title : str
        What the members are.
    sums, metrics
        The declarations.
    first_word : str
        First word of the full names of its figures, such as ``character`` of ``character.win_effect``; empty: the family's own name.
    """

    name: str
    group: pl.Expr | None
    group_title: str
    sums: tuple[Sum, ...]
    metrics: tuple[Metric, ...]
    first_word: str = ""

    @property
    def prefix(self) -> str:
        """The word that the full names of its figures begin with."""
        return self.first_word or self.name

    @property
    def sources(self) -> tuple[Source, ...]:
        """The prepared tables it needs, each once."""
        return tuple(dict.fromkeys(item.source for item in self.sums))

    def scale(self, name: str) -> float:
        """Worth of one unit of a sum."""
        return next(item.scale for item in self.sums if item.name == name)
