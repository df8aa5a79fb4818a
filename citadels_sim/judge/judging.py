"""From estimates to judgements: what the ``judge`` modules of the designs share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from scipy import stats

from citadels_sim.judge.criteria import CRITERIA, Judgement, Member, excess, games_needed, settle
from citadels_sim.limits import Limit
from citadels_sim.statistics.planning import Needed
from citadels_sim.statistics.ratios import LEAST_COUNT, LEVEL
from citadels_sim.tables.keys import CELL


def judgement(
    criterion: str,
    limit: Limit,
    key: Mapping[str, Any],
    members: Sequence[Member],
    facts: Mapping[str, Any],
    *,
    needed: Needed | None = None,
    **extra: Any,
) -> Judgement:
    """Judge members; `needed` is for several at once, and is computed here for one by itself."""
    entry = CRITERIA[criterion]
    # A handful of deals that came out alike have no spread, and show nothing.
    few = min(facts["games"], facts["blocks"]) < LEAST_COUNT
    state = "open" if few else settle(members, entry.side, limit)
    # A member of too few cases is shown to be nothing: it is not what a judgement is about.
    known_ones = [member for member in members if member.low is not None] or members
    if state == "fails" and entry.side != "least":  # one that is shown to fail, not one that may lie farther out
        known_ones = [member for member in known_ones if excess(member, entry.side, limit) > 0]
    worst = max(known_ones, key=lambda member: abs(member.off) if entry.side == "both" else member.value)
    if entry.side != "both":
        needed = games_needed(worst, entry.side, limit, facts["games"])
    low, high = needed if needed and state == "open" and not few else (None, None)
    return Judgement(
        criterion,
        key["variant"],
        key["players"],
        key["lineup"],
        state,
        entry.word(state, worst),
        limit,
        worst,
        tuple(members),
        facts["games"],
        facts["blocks"],
        high,
        extra,
        low,
    )


def members_of(rows: pl.DataFrame, inner: Mapping[str, tuple[float | None, float | None]], *, fair: bool = False) -> list[Member]:
    """Read members off a table of estimates, `inner` being each group's narrower interval; with `fair`, as distances from its reference."""
    members = []
    for row in rows.iter_rows(named=True):
        shift = row["reference"] if fair else 0.0
        value, low, high = row["value"], known(row["family_low"]), known(row["family_high"])
        inner_low, inner_high = map(known, inner[row["group"]])
        if low is None or high is None or inner_low is None or inner_high is None:
            members.append(Member(row["group"], value - shift, None, None, None, None, None))
            continue
        inside = inner_low - shift, inner_high - shift
        members.append(Member(row["group"], value - shift, low - shift, high - shift, *inside, row["se"]))
    return members


def single(rows: pl.DataFrame) -> list[Member]:
    """Read the one figure of a table: its narrower interval is that of two one-sided tests."""
    blocks = int(rows["blocks"][0])
    value, *ends = (known(rows[name][0]) for name in ("value", "family_low", "family_high"))
    width = float(stats.t.ppf(LEVEL, blocks - 1) / stats.t.ppf(0.5 + LEVEL / 2, blocks - 1)) if blocks > 1 else None
    low, high = (None if value is None or end is None or width is None else value + width * (end - value) for end in ends)
    return members_of(rows, {"all": (low, high)})


def of_table(key: Mapping[str, Any]) -> pl.Expr:
    """Select the rows of one table."""
    return pl.all_horizontal(*(pl.col(name) == key[name] for name in CELL))


def known(value: float | None) -> float | None:
    """Return a number, and None for nan."""
    return value if value is not None and value == value else None
