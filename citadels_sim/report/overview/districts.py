"""A card for every district: what being dealt it is worth, how much of that is beyond its cost, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from citadels_sim.charts import style
from citadels_sim.charts.grids import arms_of, of_cell
from citadels_sim.lab.casts.charts import types_words
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import effect, effect_cell, percent
from citadels_sim.report.where import where
from citadels_sim.show.drawing import Card, Cards, Cell, Figure, Line, tone
from citadels_sim.verdicts import STATES

_SHARES: Final = {
    "keep_rate": "Kept when drawn among others", "build_rate": "Built by who held it", "destroyed_rate": "Destroyed when built",
    "gih": "Wins of who had it in hand", "gns": "Wins of who never had it",
}  # fmt: skip

_Rows = Mapping[tuple[int, str], Mapping[str, Any]]


def district_cards(evidence: Evidence) -> list[Cards]:
    """Return a card for every district, of each edition and line-up whose opening hands were counted."""
    views = []
    for worth, cards in zip(evidence.districts, evidence.cards, strict=True):
        for variant, lineup in arms_of(worth.districts):
            dealt, become = (
                {(row["players"], row["district"]): row for row in table.filter(variant=variant, lineup=lineup).iter_rows(named=True)}
                for table in (worth.districts, cards)
            )
            out = {row["district"] for row in dealt.values() if STATES[row["verdict"]] == "fails"}
            names = dict.fromkeys(name for _, name in sorted(dealt, key=lambda key: -dealt[key]["value"]))
            players = sorted({number for number, _ in dealt})
            shown = tuple(_card(dealt, become, players, worth.margin, name) for name in names)
            changing = f"{len(out)} of {len(shown)} districts {'change' if len(out) != 1 else 'changes'}"
            finding = f"{changing} the win chance by more than {100 * worth.margin:g} pp when dealt at the start."
            finding += types_words(of_cell(worth.prices, variant, lineup))
            how = "On a card: type and cost; win chance of who is dealt it at the start over who is not, in percentage points."
            views.append(Cards(where(evidence, variant, None, lineup), finding, how, folded=True, cards=shown))
    return views


def _card(dealt: _Rows, become: _Rows, players: Sequence[int], margin: float, name: str) -> Card:
    worth = tuple(_worth(dealt.get((number, name)), margin, number) for number in players)
    beyond = tuple(_beyond(dealt.get((number, name)), number) for number in players)
    lines = [Line("Worth in the opening hand", worth), Line("More than its cost is worth", beyond)]
    for metric, head in _SHARES.items():
        rows = [become.get((number, name)) for number in players]
        lines.append(Line(head, tuple(Cell(_share(row, metric), players=number) for row, number in zip(rows, players, strict=True))))
    kept = tuple(line for line in lines if any(cell.figure.text != "–" for cell in line.cells))
    row = next(row for (_, district), row in dealt.items() if district == name)
    cost = "" if row["cost"] is None else f"\u00a0· {row['cost']}"
    return Card(style.title_of(name), f"{row['type']}{cost}", worth, tuple((f"{number} players", number) for number in players), kept)


def _worth(row: Mapping[str, Any] | None, margin: float, players: int) -> Cell:
    if row is None:
        return Cell(Figure("–"), players=players)
    shown = effect(row["family_low"], row["family_high"], row["value"])
    return effect_cell(shown, STATES[row["verdict"]], tone(row["value"], margin), players)


def _beyond(row: Mapping[str, Any] | None, players: int) -> Cell:
    if row is None:
        return Cell(Figure("–"), players=players)
    shown = effect(row["residual_low"], row["residual_high"], row["residual"])
    return Cell(Figure(shown.text.removesuffix("\u00a0pp"), shown.interval), players=players)


def _share(row: Mapping[str, Any] | None, metric: str) -> Figure:
    if row is None or row[metric] is None:
        return Figure("–")
    return percent({"value": row[metric], "low": row[f"{metric}_low"], "high": row[f"{metric}_high"]})
