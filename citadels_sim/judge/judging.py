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


def members_of(rows: pl.DataFrame, narrower: Mapping[str, float | None], *, fair: bool = False) -> list[Member]:
    """Read members off a table of estimates, `narrower` being of each group; with `fair`, as distances from its reference."""
    members = []
    for row in rows.iter_rows(named=True):
        shift = row["reference"] if fair else 0.0
        value, low, high = row["value"], known(row["family_low"]), known(row["family_high"])
        width = known(narrower[row["group"]])
        if low is None or high is None or width is None:
            members.append(Member(row["group"], value - shift, None, None, None, None, None))
            continue
        inner = [value - width * (value - low), value + width * (high - value)]
        members.append(Member(row["group"], value - shift, low - shift, high - shift, inner[0] - shift, inner[1] - shift, row["se"]))
    return members


def single(rows: pl.DataFrame) -> list[Member]:
    """Read the one figure of a table: its narrower interval is that of two one-sided tests."""
    blocks = int(rows["blocks"][0])
    narrower = None if blocks < 2 else float(stats.t.ppf(LEVEL, blocks - 1) / stats.t.ppf(0.5 + LEVEL / 2, blocks - 1))
    return members_of(rows, {"all": narrower})


def of_table(key: Mapping[str, Any]) -> pl.Expr:
    """Select the rows of one table."""
    return pl.all_horizontal(*(pl.col(name) == key[name] for name in CELL))


def known(value: float | None) -> float | None:
    """Return a number, and None for nan."""
    return value if value is not None and value == value else None
