"""What a table of Citadels is judged by, with limits declared beforehand, and judging against limits of one's own.

Every judgement carries its members with two intervals each: `low`/`high` (95 %, for all members at once), which a criterion that fails
lies wholly beyond, and the narrower `inner_low`/`inner_high` (two one-sided tests at 95 %), which one that holds lies inside with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import polars as pl

from citadels_sim.analysis.forks import CHARACTER_MARGIN, ForkAnalysis
from citadels_sim.analysis.runs import CELL
from citadels_sim.analysis.summary import Analysis
from citadels_sim.analysis.verdicts import SEAT_MARGIN

__all__ = ["CRITERIA", "Criterion", "Judgement", "Member", "State", "excess", "judge_forks", "judge_games", "settle", "table_of"]

State = Literal["holds", "fails", "open"]
Side = Literal["both", "most", "least"]


@dataclass(frozen=True)
class Criterion:
    """One thing that is asked of every table.

    Attributes
    ----------
    key, title : str
        Name in data and options; head of its column.
    limit : float
        Declared beforehand, in `unit` (shares as fractions).
    side : {"both", "most", "least"}
        Every member within the limit on both sides of 0; at most the limit; at least the limit.
    unit, estimand : str
        Of its figures.
    words : tuple of str
        What is said when it holds, fails, is open.
    command : str
        What makes a run that answers it.
    """

    key: str
    title: str
    limit: float
    side: Side
    unit: str
    estimand: str
    words: tuple[str, str, str]
    command: str

    def word(self, state: State) -> str:
        """Say a state in this criterion's words."""
        return self.words[("holds", "fails", "open").index(state)]


_JUDGED = ("balanced", "imbalanced", "inconclusive")
CRITERIA: Final = {
    entry.key: entry
    for entry in (
        Criterion("seat", "Seats", SEAT_MARGIN, "both", "win chance per game", "ITT", _JUDGED, "citadels run ... --out DIR"),
        Criterion("character", "Characters", CHARACTER_MARGIN, "both", "win chance per pick", "node-ATE", _JUDGED,
                  "citadels forks ... --out DIR"),
        Criterion("rounds", "Length", 20.0, "most", "rounds", "descriptive", ("in time", "too long", "inconclusive"),
                  "citadels run ... --out DIR"),
        Criterion("skill", "Skill", 0.1, "least", "share of the way from luck alone to winning always", "policy",
                  ("rewarded", "not rewarded", "inconclusive"), "citadels run ... --bots STRONG,WEAK --out DIR"),
    )
}  # fmt: skip
"""What every table is judged by. Length is the number of rounds that 19 of 20 games do not exceed; skill is how far the best bot of a
mixed line-up comes of the way from an even share to winning whenever it can (Order, K1)."""


@dataclass(frozen=True)
class Member:
    """One figure of a judgement: a seat, a character, the length, a bot."""

    group: str
    value: float
    low: float | None
    high: float | None
    inner_low: float | None
    inner_high: float | None
    se: float | None = None


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
    limit : float
    worst : Member
        The member farthest out.
    members : tuple of Member
    n : int
        Games, or nodes of forks.
    blocks : int
        Independent deals.
    needed : int or None
        How many games or nodes would probably settle an open one.
    extra : dict
        What else its sentence tells.
    """

    criterion: str
    variant: str
    players: int
    lineup: str
    state: State
    word: str
    limit: float
    worst: Member
    members: tuple[Member, ...]
    n: int
    blocks: int
    needed: int | None
    extra: Mapping[str, Any]


def settle(members: Sequence[Member], side: Side, limit: float) -> State:
    """Say whether members keep within a limit: shown, refuted, or open.

    Parameters
    ----------
    members : sequence of Member
        All have to keep it, but of ``least`` one is enough.
    side : {"both", "most", "least"}
    limit : float
    """
    within = [_within(member, side, limit) for member in members]
    beyond = [excess(member, side, limit) > 0 for member in members]
    if side == "least":
        return "holds" if any(within) else "fails" if all(beyond) else "open"
    return "fails" if any(beyond) else "holds" if all(within) else "open"


def _within(member: Member, side: Side, limit: float) -> bool:
    low, high = member.inner_low, member.inner_high
    if low is None or high is None:
        return False
    return {"both": -limit <= low and high <= limit, "most": high <= limit, "least": low >= limit}[side]


def excess(member: Member, side: Side, limit: float) -> float:
    """Say by how much the whole interval lies beyond a limit; below 0 where it does not, minus infinity where there is no interval."""
    if member.low is None or member.high is None:
        return float("-inf")
    return {"both": max(member.low - limit, -limit - member.high), "most": member.low - limit, "least": limit - member.high}[side]


def judge_games(analysis: Analysis) -> list[Judgement]:
    """Judge seats, length and (of line-ups of several bots) skill at every table that was played."""
    found: list[Judgement] = []
    lineups = {",".join(lineup): lineup for run in analysis.runs for lineup in run.manifest.experiment.lineups}
    for cell in analysis.cells.iter_rows(named=True):
        key = {name: cell[name] for name in CELL}
        verdict = analysis.seat_verdicts.row(by_predicate=_is(key), named=True)
        seats = analysis.tables["seats_from_crown"].filter(_is(key), metric="win_rate")
        found.append(_judgement("seat", key, _members(seats, verdict["narrower"], fair=True), cell, verdict["needed_games"]))
        length = analysis.tables["length"].filter(_is(key))
        found.append(_judgement("rounds", key, _members(length.filter(metric="rounds_q95"), 1.0), cell, None, length=_length(length)))
        bots = analysis.tables["bots"].filter(_is(key), metric="win_rate")
        if bots.height:
            found.append(_judgement("skill", key, _skill(bots, cell["players"], lineups[cell["lineup"]]), cell, None))
    return found


def judge_forks(forks: ForkAnalysis) -> list[Judgement]:
    """Judge the characters at every table that was forked."""
    found = []
    for cell in forks.cells.iter_rows(named=True):
        key = {name: cell[name] for name in CELL}
        effects = forks.effects.filter(_is(key), metric="win_effect")
        needed = [n for n in forks.verdicts.filter(_is(key))["needed_nodes"].to_list() if n is not None]
        facts = {"games": cell["nodes"], "blocks": cell["blocks"]}
        extra = {name: cell[name] for name in ("balanced", "characters")} | {"spread": _known(cell["spread"])}
        found.append(_judgement("character", key, _members(effects, cell["narrower"]), facts, max(needed, default=None), **extra))
    return found


def table_of(judgements: Iterable[Judgement]) -> pl.DataFrame:
    """Lay judgements out, one row each, without their members."""
    return pl.DataFrame(
        [
            {
                "criterion": each.criterion, "variant": each.variant, "players": each.players, "lineup": each.lineup, "verdict": each.word,
                "state": each.state, "limit": each.limit, "worst": each.worst.group, "value": each.worst.value, "low": each.worst.low,
                "high": each.worst.high, "unit": CRITERIA[each.criterion].unit, "estimand": CRITERIA[each.criterion].estimand,
                "count": float(each.n), "blocks": each.blocks, "needed": each.needed,
            }
            for each in judgements
        ],
        infer_schema_length=None,
    )  # fmt: skip


def _judgement(
    criterion: str, key: Mapping[str, Any], members: Sequence[Member], facts: Mapping[str, Any], needed: int | None, **extra: Any
) -> Judgement:
    entry = CRITERIA[criterion]
    state = settle(members, entry.side, entry.limit)
    worst = max(members, key=lambda member: abs(member.value) if entry.side == "both" else member.value)
    needed = needed if state == "open" else None
    return Judgement(
        criterion, key["variant"], key["players"], key["lineup"], state, entry.word(state), entry.limit, worst, tuple(members),
        facts["games"], facts["blocks"], needed, extra,
    )  # fmt: skip


def _members(rows: pl.DataFrame, narrower: float | None, *, fair: bool = False) -> list[Member]:
    """Read members off a table of estimates; with `fair`, as distances from its reference."""
    found = []
    for row in rows.iter_rows(named=True):
        shift = row["reference"] if fair else 0.0
        value, low, high = row["value"], _known(row["family_low"]), _known(row["family_high"])
        if low is None or high is None or narrower is None:
            found.append(Member(row["group"], value - shift, None, None, None, None, None))
            continue
        inner = [value - narrower * (value - low), value + narrower * (high - value)]
        found.append(Member(row["group"], value - shift, low - shift, high - shift, inner[0] - shift, inner[1] - shift, row["se"]))
    return found


def _length(length: pl.DataFrame) -> dict[str, Any]:
    return {name: value for name, value in length.select("metric", "value").iter_rows() if name.startswith("rounds_") or name == "capped"}


def _skill(bots: pl.DataFrame, players: int, lineup: Sequence[str]) -> list[Member]:
    """Turn win rates per seat into shares of the way from 1/players to the most that a bot in so many seats can win (K1)."""
    found = []
    for row in bots.iter_rows(named=True):
        held = sum(lineup[i % len(lineup)] == row["group"] for i in range(players))
        even, most = 1 / players, 1 / max(held, 1)
        bounds = (_known(row["family_low"]), _known(row["family_high"]))
        scaled = [None if bound is None else min(1.0, (bound - even) / (most - even)) for bound in bounds]
        found.append(Member(row["group"], (row["value"] - even) / (most - even), *scaled, *scaled))
    return found


def _is(key: Mapping[str, Any]) -> pl.Expr:
    return pl.all_horizontal(*(pl.col(name) == key[name] for name in CELL))


def _known(value: float | None) -> float | None:
    return value if value is not None and value == value else None
