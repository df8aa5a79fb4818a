"""What games show of seats: the win chance of each by its distance from the first crown, and by chair as a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from citadels_sim.designs.tournament.analyse import Analysis
from citadels_sim.designs.tournament.judge import judge_seats
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.judge.criteria import Judgement
from citadels_sim.show.blocks import Block, Column, Dots, Row, Table, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value, Verdict
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.text import needed_words
from citadels_sim.verdicts import OF_LIMITS


def seat_head(seat: str) -> str:
    """Name a seat in short, by its distance from the first crown."""
    return "First crown" if seat == "0" else f"{seat} seat{'s' * (seat != '1')} after"


def seat_blocks(analysis: Analysis, cell: Cell) -> Iterator[Block]:
    """Show the seats of a table of players, and its chairs, of which nothing in the rules knows."""
    yield _from_crown(analysis, cell)
    yield _chairs(analysis, cell)


def _from_crown(analysis: Analysis, cell: Cell) -> Dots:
    played, judged = Played.from_analysis(analysis, cell), judge_seats(analysis, cell)
    assert not isinstance(judged.limit, tuple)
    words = {} if judged.few else {member.group: Verdict(OF_LIMITS[judged.state_of(member)]) for member in judged.members}
    rows = _rows(analysis, "seats_from_crown", cell, seat_head, words)
    return Dots(
        slug="seats-from-crown",
        title="Win chance by seat",
        table="seats_from_crown",
        **played.head(too_few(played.fact["blocks"]) if judged.few else _finding(judged, rows)),
        unit=_unit(cell),
        how="Every bot takes every seat in turn.",
        members="seats",
        head="Seat",
        columns=(Column("Win chance"), Column("Score", further=True)),
        rows=rows,
        notes=tuple(_notes(analysis, cell, judged)),
        folded=judged.state == "holds",
        first_page=True,
        limit=judged.limit,
    )


def _finding(judged: Judgement, rows: Sequence[Row]) -> str:
    assert not isinstance(judged.limit, tuple)
    far = next(row for row in rows if row.key == judged.worst.group)
    farthest = f"{style.seat_words(int(far.key))}, {far.values[0].text}"
    if judged.state == "holds":
        return f"No seat matters: every seat is within {100 * judged.limit:g} pp of an even share."
    if judged.state == "fails":
        return f"The seat matters: {farthest} from an even share of wins."
    return f"Undecided whether the seat matters; farthest from an even share of wins: {farthest}."


def _notes(analysis: Analysis, cell: Cell, judged: Judgement) -> Iterator[str]:
    if judged.needed is not None:
        yield f"A verdict {needed_words(judged.needed_low, judged.needed, 'games')}."
    test = analysis.seat_verdicts.filter(**key_of(cell)).row(0, named=True)
    if test["p"] is not None:
        p = "p < 0.0001" if test["p"] < 1e-4 else f"p = {test['p']:.4f}"
        yield f"Test that all seats win equally often: chi-squared {test['chi2']:.1f}, degrees of freedom {test['df']}, {p}."


def _chairs(analysis: Analysis, cell: Cell) -> Table:
    rows = _rows(analysis, "seats", cell, lambda seat: f"Chair {int(seat) + 1}", {})
    apart = [row for row in rows if not row.values[0].few and (row.values[0].low or 0.0) * (row.values[0].high or 0.0) > 0]
    finding = "By chair, as a check: no chair is shown to win more or less often than another."
    if apart:
        far = max(apart, key=lambda row: abs(row.values[0].value or 0.0))
        finding = f"By chair, as a check: {far.head} is off an even share by {far.values[0].whole}. So is one at a table in 20 by chance."
    return Table(
        slug="seats",
        title="Win chance by chair",
        table="seats",
        **Played.from_analysis(analysis, cell).head(finding),
        unit=_unit(cell),
        how="No rule depends on chairs, and the first crown is drawn by lot.",
        members="chairs",
        head="Chair",
        columns=(Column("Win chance"), Column("Score")),
        rows=rows,
    )


def _rows(analysis: Analysis, name: str, cell: Cell, head: Callable[[str], str], words: Mapping[str, Verdict]) -> tuple[Row, ...]:
    """Lay out a table of seats: win chances as distances from an even share, and mean scores."""
    table = analysis.tables[name].filter(**key_of(cell))
    scores = {row["group"]: row for row in table.filter(metric="mean_total").iter_rows(named=True)}
    return tuple(
        Row(head(row["group"]), (_lift(row, words.get(row["group"])), Value.from_row(scores.get(row["group"]))), row["group"])
        for row in table.filter(metric="win_rate").iter_rows(named=True)
    )


def _lift(row: Mapping[str, Any], verdict: Verdict | None) -> Value:
    value = Value.from_row(row)
    low, high = (None if end is None else end - row["reference"] for end in (value.low, value.high))
    return Value(row["value"] - row["reference"], low, high, "points", verdict)


def _unit(cell: Cell) -> str:
    return f"percentage points of win chance per game, above or below an even share of {style.percent(1 / cell[1])}"
