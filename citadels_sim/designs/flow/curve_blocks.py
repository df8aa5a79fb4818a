"""Curves over the course of a game: whether the leader wins, how the win chances go, when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from citadels_sim.designs.flow.cell_flow import CellFlow
from citadels_sim.show.blocks import Column, Row, unknown
from citadels_sim.show.charts import style
from citadels_sim.show.curve import Curve, Line
from citadels_sim.show.values import Value
from citadels_sim.statistics.ratios import LEAST_COUNT

_HALF: Final = 50.0
_DECIDED: Final = 0.5
"""Share of the games by which a sentence says when they are decided."""
_ACROSS: Final = "Rounds over"
_BELOW: Final = tuple(f"{share}\u00a0%" for share in (20, 40, 60, 80))
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
_ENDS: Final = (50.0, 90.0)
"""Thresholds that a sentence names."""


def curve_blocks(here: CellFlow) -> Iterator[Curve]:
    """Show the curves of a table of players; all but whether the leader wins come from win chances, which few deals do not have."""
    if points := here.curve("leader.wins"):
        yield _leader(here, points)
    places = sorted(int(line) for line in here.curves.filter(curve="trajectory.median")["line"].unique())
    if places:
        yield _way(here, places)
    if decided := here.curve("decided_by.share"):
        yield _over(here, here.curve("leader.skill"), decided)
    if after := here.curve("decided.after"):
        yield _thresholds(here, after)


def _leader(here: CellFlow, points: Mapping[float, Mapping[str, Any]]) -> Curve:
    wins, order = _values(points), _values(here.curve("leader.auc"))
    even, half = 1 / here.cell[1], wins.get(_HALF)
    known = half is not None and not half.few and here.deals >= LEAST_COUNT
    return Curve(
        slug="flow-leader",
        title="Does the leader win?",
        table="curves",
        cell=here.cell,
        finding=(
            f"The leader at half-time wins {half.text} of the games; an even share is {style.percent(even)}."
            if known and half
            else unknown(here.deals)
        ),
        unit="win chance of the leader by score, by share of the rounds played",
        how="Dashed: an even share.",
        members="",
        basis=here.basis,
        head=_ACROSS,
        columns=(Column("Leader wins"), Column("Winner's score above another's", further=True)),
        rows=_rows([wins, order]),
        lines=(_line("Leader wins", wins),),
        across=_ACROSS,
        even=even,
        below=_BELOW,
        first_page=True,
    )


def _way(here: CellFlow, places: Sequence[int]) -> Curve:
    last = places[-1]
    lines = {place: _values(here.curve("trajectory.median", str(place))) for place in places}
    first, final = lines[places[0]][_HALF], lines[last][_HALF]
    return Curve(
        slug="flow-way",
        title="Win chances over the game, by final place",
        table="curves",
        cell=here.cell,
        finding=(
            f"At half-time the later winner has a median win chance of {first.text}, the later last {final.text}; a quarter of the winners "
            f"have {style.percent(first.low, first.low, first.high)} or less."
        ),
        unit="win chance W, median of the games",
        how=(
            "W: the win chance that a model of the visible state predicts; at the end it is the win itself. Dashed: an even share. Bands "
            "are drawn for the first and the last place."
        ),
        members="",
        ranges="middle half of the games",
        basis=here.basis,
        head=_ACROSS,
        columns=tuple(Column(_place(place, last), further=place not in (places[0], last)) for place in places),
        rows=_rows(list(lines.values())),
        lines=tuple(_line(_place(place, last), values, banded=place in (places[0], last)) for place, values in lines.items()),
        across=_ACROSS,
        even=1 / here.cell[1],
        below=_BELOW,
    )


def _place(place: int, last: int) -> str:
    return "Last" if place == last else f"{place}{_ENDINGS.get(place, 'th')}"


def _over(here: CellFlow, skill: Mapping[float, Mapping[str, Any]], decided: Mapping[float, Mapping[str, Any]]) -> Curve:
    lines = {"Explained by the lead": _values(skill), "Games decided": _values(decided)}
    half = lines["Explained by the lead"].get(_HALF)
    when = next((x for x, row in decided.items() if row["value"] >= _DECIDED), 100.0)
    phrase = "in the last tenth of their rounds" if when == 100 else f"after {when:g}\u00a0% of their rounds"
    known = half is not None and not half.few
    return Curve(
        slug="flow-over",
        title="When is it over?",
        table="curves",
        cell=here.cell,
        finding=(
            f"At half-time the lead explains {half.text} of who wins; half of the games are decided {phrase}."
            if known and half
            else f"Half of the games are decided {phrase}."
        ),
        unit="share of who wins; share of games",
        how=(
            "Explained: Brier skill of predicting the leader by score with the win rate of leaders at that time; 0 % explains nothing, 100 "
            "% everything; no model is needed. Decided: from then on the winner's W stays at 80 % or above."
        ),
        members="",
        basis=here.basis,
        head=_ACROSS,
        columns=tuple(map(Column, lines)),
        rows=_rows(list(lines.values())),
        lines=tuple(_line(head, values) for head, values in lines.items()),
        across=_ACROSS,
        below=_BELOW,
    )


def _thresholds(here: CellFlow, points: Mapping[float, Mapping[str, Any]]) -> Curve:
    after = _values(points)
    low, high = (after[end] for end in _ENDS)
    return Curve(
        slug="flow-decided",
        title="Decided after, by threshold",
        table="curves",
        cell=here.cell,
        finding=(
            f"The winner's chance stays above {_ENDS[0]:g}\u00a0% after {low.text} of the rounds on average, above {_ENDS[1]:g}\u00a0% "
            f"after {high.text}."
            if not (low.few or high.few)
            else unknown(here.deals)
        ),
        unit="share of the rounds after which the winner's W stays at the threshold or above",
        how="A game with a shared win is decided at its end.",
        members="",
        basis=here.basis,
        head="Threshold",
        columns=(Column("Decided after"),),
        rows=_rows([after]),
        lines=(_line("Decided after", after),),
        across="Threshold of W",
    )


def _values(points: Mapping[float, Mapping[str, Any]]) -> dict[float, Value]:
    return {x: Value(row["value"], row["low"], row["high"], "share") for x, row in points.items()}


def _rows(columns: Sequence[Mapping[float, Value]]) -> tuple[Row, ...]:
    """Lay lines out beside each other, a row for each place of the first."""
    none = Value(None, unit="count")
    return tuple(Row(f"{x:g}\u00a0%", tuple(column.get(x, none) for column in columns)) for x in columns[0])


def _line(head: str, values: Mapping[float, Value], *, banded: bool = True) -> Line:
    return Line(head, tuple((x / 100, value) for x, value in values.items()), banded)
