"""What a table of Citadels is judged by, with limits declared beforehand, and judging against limits of one's own.

Every judgement carries its members with two intervals each: `low`/`high` (95 %, for all members at once), which a criterion that fails
lies wholly beyond, and the narrower `inner_low`/`inner_high` (of each member alone: two one-sided tests at 95 %), which one that holds
lies inside with. `judging` makes them from runs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl
from scipy import special

from citadels_sim.limits import LIMITS, Limit, LimitForm, Side, ends, size_of
from citadels_sim.runs.designs import design_judged_by
from citadels_sim.statistics.planning import Needed, cases_needed
from citadels_sim.statistics.ratios import LEAST_COUNT, LEVEL
from citadels_sim.tables.keys import Cell
from citadels_sim.verdicts import OF_LIMITS, OF_STRENGTH, State, place_of


@dataclass(frozen=True)
class Criterion:
    """One requirement of every table.

    Attributes
    ----------
    key, title : str
        Name in data and options; head of its column.
    unit, estimand : str
        Of its figures.
    of_strength : bool
        Whether its verdicts say how strong something is, too strong or too weak.
    options : tuple of str
        Options that a run needs to answer it.
    """

    key: str
    title: str
    unit: str
    estimand: str
    of_strength: bool = False
    options: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """A command that makes a run that answers it."""
        return " ".join(("citadels", design_judged_by(self.key).command[0], "...", *self.options, "--out DIR"))

    @property
    def form(self) -> LimitForm:
        """How its limit is declared."""
        return LIMITS[self.key]

    @property
    def side(self) -> Side:
        """On which side of its limit it has to lie."""
        return self.form.side

    @property
    def per_unit(self) -> float:
        """What its figures are multiplied with on a page: 100 for shares."""
        return 1 / self.form.scale

    def word(self, state: State, worst: Member) -> str:
        """Write a state in this criterion's words; of several members in those of the worst."""
        return OF_STRENGTH[place_of(state, worst.off)] if self.of_strength else OF_LIMITS[state]


CRITERIA: Final = {
    entry.key: entry
    for entry in (
        Criterion("seat", "Seats", "win chance per game", "ITT"),
        Criterion("character", "Characters", "win chance per pick", "node-ATE", of_strength=True),
        Criterion("rounds", "Length", "rounds", "descriptive"),
        Criterion("dead_turns", "Dead turns", "fraction of turns", "descriptive", options=("--detail turns",)),
        Criterion("interaction", "Interaction", "hits per turn", "descriptive"),
        Criterion("decisiveness", "Decisiveness", "fraction of the game", "descriptive"),
        Criterion("skill", "Skill", "share of the possible wins above an even share", "policy", options=("--bots STRONG,WEAK",)),
    )
}
"""What every table is judged by. Length is the number of rounds that 19 of 20 games do not exceed; dead turns are those lost to murder and
bewitchment (G5), interaction counts hits on others per character held (I1), decisiveness is the part of the rounds after which the later
winner's win chance stays at 80 % (F3); skill is how far the best bot of a mixed line-up comes of the way from an even share to winning
whenever it can (Order, K1)."""


@dataclass(frozen=True)
class Member:
    """One figure of a judgement: a seat, a character, the length, a bot; `wish` is the band of what is wanted of it, where declared."""

    group: str
    value: float
    low: float | None
    high: float | None
    inner_low: float | None
    inner_high: float | None
    se: float | None = None
    wish: tuple[float, float] | None = None

    @property
    def off(self) -> float:
        """How far its value lies from what is wanted, which is 0 where nothing is said, and on which side."""
        return self.value if self.wish is None else self.value - (self.wish[0] + self.wish[1]) / 2


@dataclass(frozen=True)
class Judgement:
    """What a run says about a criterion at one table.

    Attributes
    ----------
    criterion : str
        Key of `CRITERIA`.
    variant, players, lineup
        The table.
    state : {"holds", "fails", "open"}
    word : str
        The same in the criterion's own words.
    limit : float or tuple of (float, float)
        In the criterion's unit.
    worst : Member
        The member farthest out.
    n : int
        Games, or nodes of forks.
    blocks : int
        Independent deals.
    needed, needed_low : int or None
        How many games or nodes settle an open one with a probability of 80 %, if the truth lies badly for it and if it lies well
        (`planning.Needed`); None: settled, or it cannot be said.
    extra : dict
        What else its sentence reports.
    """

    criterion: str
    variant: str
    players: int
    lineup: str
    state: State
    word: str
    limit: Limit
    worst: Member
    members: tuple[Member, ...]
    n: int
    blocks: int
    needed: int | None
    extra: Mapping[str, Any]
    needed_low: int | None = None

    def limit_of(self, member: Member) -> Limit:
        """Return the limit of one of its members: what is wanted of it, else that of all."""
        return member.wish or self.limit

    @property
    def few(self) -> bool:
        """Whether it has too few independent deals for any verdict."""
        return min(self.n, self.blocks) < LEAST_COUNT

    def state_of(self, member: Member) -> State:
        """Return what is shown of one of its members by itself; open where there are too few deals to show anything."""
        return "open" if self.few else settle([member], CRITERIA[self.criterion].side, self.limit)

    @property
    def table(self) -> Cell:
        """Variant, players and line-up."""
        return self.variant, self.players, self.lineup

    @property
    def lack(self) -> float:
        """Half-width of the widest interval that settles nothing by itself, in units of the limit (a band: half of it); 0: all settle."""
        side = CRITERIA[self.criterion].side
        if side == "least" and self.state != "open":
            return 0.0
        return max((_half_width(member) / size_of(self.limit_of(member)) for member in self._open), default=0.0)

    @property
    def most_open(self) -> Member | None:
        """The member with that interval; None where all settle."""
        return max(self._open, key=lambda member: _half_width(member) / size_of(self.limit_of(member)), default=None)

    @property
    def widest(self) -> float:
        """Half-width of the widest interval that settles nothing by itself, in the unit of its figure; 0: all settle."""
        return max(map(_half_width, self._open), default=0.0)

    @property
    def _open(self) -> list[Member]:
        return [member for member in self.members if self.state_of(member) == "open"]


def _half_width(member: Member) -> float:
    return math.inf if member.low is None or member.high is None else (member.high - member.low) / 2


def settle(members: Sequence[Member], side: Side, limit: Limit) -> State:
    """Return whether members keep within a limit: shown, refuted, or open.

    Parameters
    ----------
    members : sequence of Member
        All have to keep it, but of ``least`` one is enough.
    side : {"both", "most", "least", "between"}
    limit : float or tuple of (float, float)

    Notes
    -----
    "All hold" is claimed where each member's own two one-sided tests at 95 % succeed: it is wrong only if one lies beyond the limit, and
    then that one's test has to err, so that the whole claim errs with 5 % at most however many members there are (an intersection-union
    test, Berger 1982). "Some fail" takes the intervals that hold for all at once, since any of them could err. "This one holds", of one
    member, errs with 5 % for that member; of several that lie beyond the limit, up to 5 in 100 are counted as holding.
    """
    within = [_within(member, side, limit) for member in members]
    beyond = [excess(member, side, limit) > 0 for member in members]
    if side == "least":
        return "holds" if any(within) else "fails" if all(beyond) else "open"
    return "fails" if any(beyond) else "holds" if all(within) else "open"


def _within(member: Member, side: Side, limit: Limit) -> bool:
    if member.inner_low is None or member.inner_high is None:
        return False
    least, most = ends(side, member.wish or limit)
    return least <= member.inner_low and member.inner_high <= most


def excess(member: Member, side: Side, limit: Limit) -> float:
    """Return by how much the whole interval lies beyond a limit; below 0 where it does not, minus infinity where there is no interval."""
    if member.low is None or member.high is None:
        return -math.inf
    least, most = ends(side, member.wish or limit)
    return max(member.low - most, least - member.high)


def games_needed(member: Member, side: Side, limit: Limit, n: int) -> Needed | None:
    """Return how many games settle an open figure with a probability of 80 %.

    Parameters
    ----------
    member : Member
        The figure that decides.
    side, limit
        As `settle` takes them.
    n : int
        Games behind it.

    Returns
    -------
    Needed or None
        None where no interval is known, or where it cannot be said (`planning.cases_needed`).
    """
    if member.low is None or member.high is None or member.inner_low is None or member.inner_high is None:
        return None
    inner, outer = (float(special.ndtri(level)) for level in (LEVEL, (1 + LEVEL) / 2))
    se = np.array([(member.high - member.low) / 2 / outer])
    return cases_needed(np.array([member.value]), se, ends(side, limit), n, inner=inner, outer=outer)[0]


def table_of(judgements: Iterable[Judgement]) -> pl.DataFrame:
    """Lay judgements out, one row each, without their members."""
    rows = []
    for each in judgements:
        criterion = CRITERIA[each.criterion]
        least, most = (end if math.isfinite(end) else None for end in ends(criterion.side, each.limit))
        rows.append(
            {
                "criterion": each.criterion,
                "variant": each.variant,
                "players": each.players,
                "lineup": each.lineup,
                "verdict": each.word,
                "state": each.state,
                "least": least,
                "most": most,
                "worst": each.worst.group,
                "value": each.worst.value,
                "low": each.worst.low,
                "high": each.worst.high,
                "unit": criterion.unit,
                "estimand": criterion.estimand,
                "count": float(each.n),
                "blocks": each.blocks,
                "needed_low": each.needed_low,
                "needed": each.needed,
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)
