"""The second table of ``citadels districts``: what becomes of each district, and how those fare who have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_sim.cli.console import Column, print_table, print_text

if TYPE_CHECKING:
    import polars as pl

__all__ = ["tell_cards"]

_SHARES: Final = ("keep_rate", "build_rate")
_COLUMNS: Final = (
    "kept when offered", "built when held", "rounds to build", "destroyed", "exchanged", "worth when offered", "GIH", "GNS", "IIH",
)  # fmt: skip


def tell_cards(found: pl.DataFrame, districts: list[str], cell: dict[str, Any]) -> None:
    """Print what became of the districts of a cell, in the order given.

    Parameters
    ----------
    found : polars.DataFrame
        From `citadels_sim.lab.districts.cards.analyse_cards`.
    districts : list of str
        By what being dealt them is worth, the best first.
    cell : dict
        Variant, players, lineup.
    """
    from citadels_sim.lab.districts.metrics import LENGTH_BIAS

    rows = {row["district"]: row for row in found.filter(**cell).iter_rows(named=True)}
    right: list[Column] = [(head, "right") for head in _COLUMNS]
    title = (
        f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: what becomes of each district, in the same order. "
        "Shares per cent; worth and win rates in percentage points of win chance per game, [95 % of this one alone]."
    )
    print_table(("district", *right), [(name, *_cells(rows[name])) for name in districts if name in rows], title=title)
    print_text(
        "Rounds to build: the median from hand to city; who has not built it when the game ends still waits; never: most do not build it. "
        "Worth when offered: who had it among the cards to choose from, less who chose without it in the same round.\n"
        "GIH: won with it in hand at any time; GNS: won never having had it, in games whose deck has it; IIH = GIH - GNS. "
        f"{LENGTH_BIAS}\n"
    )


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    from citadels_sim.lab.forks.command import points

    return (
        *(_percent(row[name]) for name in _SHARES),
        _rounds(row),
        _percent(row["destroyed_rate"]),
        _percent(row["exchanged_rate"]),
        _between(row, "offer_worth"),
        _percent(row["gih"]),
        _percent(row["gns"]),
        points(row["iih"]) if row["iih"] is not None else "-",
    )


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _rounds(row: dict[str, Any]) -> str:
    return "never" if row["wait"] is None else f"{row['wait']:g}"


def _between(row: dict[str, Any], name: str) -> str:
    from citadels_sim.lab.forks.command import points

    if row[name] is None:
        return "-"
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return points(row[name]) if low is None else f"{points(row[name])} [{points(low)}, {points(high)}]"
