"""Win chance gained in a character's rounds for who holds it, and in which step of the round that comes about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from citadels_sim.designs.flow.cell_flow import CellFlow
from citadels_sim.designs.flow.character_metrics import SWINGS
from citadels_sim.show.blocks import Column, Dots, Row, unknown
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value


class _Parts(NamedTuple):
    """Figures of a character's rounds: the first is drawn; metric -> words."""

    slug: str
    title: str
    how: str
    columns: Mapping[str, str]


_SWINGS: Final = _Parts(
    "flow-swings",
    "Win chance gained in a character's rounds",
    "Win chance of the holder at the end of the round minus that before the draft; over the seats of a round these add up to 0. It "
    "describes the rounds of the players who picked the character; it is not the effect of picking it.",
    {
        "wpa": "Its rounds",
        "wpa_played": "Undisturbed",
        "wpa_lost": "Turn lost",
        "wpa_robbed": "Robbed",
        "turn_lost": "Turns lost",
        "killer_share": "Largest rise of the game",
    },
)
_STEPS: Final = _Parts(
    "flow-steps",
    "Win chance gained in each step of the round",
    "Draft: W after all picks, for an observer who sees every pick, minus W before. Then the change when murder, bewitching and theft are "
    "known, then the change by the turns played. Turn lost, robbed, spared: W when that is known minus W after the draft, in rounds in "
    "which it happened.",
    {
        "wpa_draft": "Draft",
        "wpa_struck": "Murder, bewitching, theft",
        "wpa_turns": "Turns",
        "struck_lost": "Turn lost",
        "struck_robbed": "Robbed",
        "struck_free": "Spared",
    },
)


def character_blocks(here: CellFlow) -> Iterator[Dots]:
    """Show what rounds add to the win chance of who holds each character; nothing of too few deals for win chances."""
    at = here.groups(SWINGS.name)
    if at:
        rows = _rows(at, _SWINGS)
        yield _block(here, _SWINGS, rows, _best_and_worst(rows, here.deals))
        rows = _rows(at, _STEPS)
        yield _block(here, _STEPS, rows, _steps(rows, here.deals))


def _rows(at: Mapping[str, Mapping[str, Mapping[str, Any]]], parts: _Parts) -> tuple[Row, ...]:
    """One row per character, the best round first."""
    rows = []
    for name, figures in at.items():
        values = tuple(Value.from_row(figures.get(metric)) for metric in parts.columns)
        rows.append(Row(style.title_of(name), (*values, Value(figures["wpa"]["count"], unit="count")), name))
    return tuple(sorted(rows, key=lambda row: (row.values[0].few, -(row.values[0].value or 0.0))))


def _block(here: CellFlow, parts: _Parts, rows: tuple[Row, ...], finding: str) -> Dots:
    first, *others = parts.columns.values()
    return Dots(
        slug=parts.slug,
        title=parts.title,
        table=SWINGS.name,
        cell=here.cell,
        finding=finding,
        unit="percentage points of win chance per round",
        how=parts.how,
        members="characters",
        basis=here.basis,
        head="Character",
        columns=(Column(first), *(Column(words, further=True) for words in others), Column("Picks", further=True)),
        rows=rows,
    )


def _best_and_worst(rows: Sequence[Row], deals: int) -> str:
    known = [row for row in rows if not row.values[0].few]
    if len(known) < 2:
        return unknown(deals)
    best, worst = known[0], known[-1]
    return (
        f"Holders of the {best.head} gain most win chance, {best.values[0].whole} a round; holders of the {worst.head} least, "
        f"{worst.values[0].whole}."
    )


def _steps(rows: Sequence[Row], deals: int) -> str:
    known = [row for row in rows if not row.values[0].few]
    if not known:
        return unknown(deals)
    lost = list(_STEPS.columns).index("struck_lost")
    hurt = [row for row in rows if row.values[lost].unit == "points" and not row.values[lost].few]
    worst = min(hurt, key=lambda row: row.values[lost].value or 0.0, default=None)
    cost = f"; a lost turn costs the {worst.head} most ({worst.values[lost].whole})" if worst else ""
    return f"The draft gains most for holders of the {known[0].head} ({known[0].values[0].whole} a round){cost}."
