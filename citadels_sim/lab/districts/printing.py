"""The tables of ``citadels districts``: what being dealt each district is worth, and what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_sim.cli.console import print_table, print_text, right
from citadels_sim.cli.results import cell_title, format_family_interval, format_interval, format_points

if TYPE_CHECKING:
    import polars as pl

_SHARES: Final = ("keep_rate", "build_rate")
_COLUMNS: Final = (
    "kept when offered", "built when held", "rounds to build", "destroyed", "exchanged", "worth when offered", "GIH", "GNS", "IIH",
)  # fmt: skip


def print_worth(districts: pl.DataFrame, prices: pl.DataFrame, basis: str, cell: dict[str, Any]) -> None:
    """Print what being dealt each district of a cell is worth, and what costs and types explain of it.

    `districts` and `prices` are of this cell; `basis` is deals and margin, for the title.
    """
    rows = [
        (
            row["district"], row["type"], row["cost"], f"{row['hands']:,}", format_points(row["value"], 2), format_family_interval(row),
            row["verdict"], format_points(row["residual"], 2), f"{row['residual_q']:.2f}" if row["residual_q"] >= 0.005 else "<0.01",
        )
        for row in districts.iter_rows(named=True)
    ]  # fmt: skip
    heads = ("district", "type", *right("cost", "hands", "worth", "95 % for all at once"), "verdict", *right("beyond cost and type", "q"))
    print_table(heads, rows, title=f"{cell_title(cell)}: percentage points of win chance per game of who is dealt it, {basis}.")
    terms = [f"{row['term']} {format_points(row['value'], 2)} {format_interval(row, 2)}" for row in prices.iter_rows(named=True)]
    print_text(f"By cost and type: {'; '.join(terms)}.\n")


def print_cards(cards: pl.DataFrame, districts: list[str], cell: dict[str, Any]) -> None:
    """Print what became of the districts of a cell, in the order given: by what being dealt them is worth."""
    from citadels_sim.lab.districts.metrics import LENGTH_BIAS

    rows = {row["district"]: row for row in cards.iter_rows(named=True)}
    title = (
        f"{cell_title(cell)}: what becomes of each district, in the same order. "
        "Shares per cent; worth and win rates in percentage points of win chance per game, [95 % of this one alone]."
    )
    print_table(("district", *right(*_COLUMNS)), [(name, *_cells(rows[name])) for name in districts if name in rows], title=title)
    print_text(
        "Rounds to build: the median from hand to city; who has not built it when the game ends still waits; never: most do not build it. "
        "Worth when offered: who had it among the cards to choose from, less who chose without it in the same round.\n"
        "GIH: won with it in hand at any time; GNS: won never having had it, in games whose deck has it; IIH = GIH - GNS. "
        f"{LENGTH_BIAS}\n"
    )


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        *(_percent(row[name]) for name in _SHARES),
        "never" if row["wait"] is None else f"{row['wait']:g}",
        _percent(row["destroyed_rate"]),
        _percent(row["exchanged_rate"]),
        _offer_worth(row),
        _percent(row["gih"]),
        _percent(row["gns"]),
        format_points(row["iih"]),
    )


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _offer_worth(row: dict[str, Any]) -> str:
    worth, low, high = (row[f"offer_worth{end}"] for end in ("", "_low", "_high"))
    return format_points(worth) + ("" if worth is None or low is None else f" {format_interval({'low': low, 'high': high})}")
