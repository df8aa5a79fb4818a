"""How ``citadels casts`` tells what things that are drawn change, and what the powers of characters are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_sim.cli.console import Column, print_table, print_text

if TYPE_CHECKING:
    from citadels_sim.lab.casts.analyse import CastAnalysis
    from citadels_sim.lab.casts.power import CastPower

__all__ = ["effects_data", "power_data", "tell_effects", "tell_power"]

_SHOWN = 4


def effects_data(found: CastAnalysis) -> dict[str, Any]:
    """Give what drawn things change as data."""
    tables = {
        "levels": found.levels.drop("reference"),
        "effects": found.effects,
        "pairs": found.pairs,
        "dealt": found.dealt.drop("reference"),
    }
    return {name: table.fill_nan(None).to_dicts() for name, table in tables.items()} | {"notes": list(found.notes)}


_FIGURES = {
    "rounds": ("rounds", 1.0, 2), "lost_turns": ("turns lost, %", 100.0, 2), "hits": ("hits", 1.0, 2), "gold_taken": ("gold taken", 1.0, 2),
    "districts_taken": ("districts taken", 1.0, 2), "margin": ("margin", 1.0, 2), "completer_wins": ("completer wins, %", 100.0, 1),
}  # fmt: skip
"""Figure to its heading, what it is multiplied with, and digits."""


def tell_effects(found: CastAnalysis, cell: dict[str, Any], deals: int) -> None:
    """Print what drawn things change in a cell, as tables."""
    effects = found.effects.filter(**cell)
    heads: list[Column] = [(head, "right") for head, _, _ in _FIGURES.values()]
    for unique in (False, True):
        chosen = effects.filter((effects["group"] == "unique district") == unique)
        rows: dict[tuple[str, str], dict[str, str]] = {}
        for row in chosen.iter_rows(named=True):
            if row["metric"] in _FIGURES:
                rows.setdefault((row["group"], row["name"]), {})[row["metric"]] = _effect(row)
        if rows:
            what = "unique districts in the deck" if unique else "characters in the cast"
            title = (
                f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: what {what} change in a game, against what could be "
                f"drawn instead; {deals:,} deals. Starred where the interval for all at once leaves 0 out."
            )
            print_table(("", "", *heads), [(*key, *(row[name] for name in _FIGURES)) for key, row in rows.items()], title=title)
    _tell_pairs(found, cell)


def _effect(row: dict[str, Any]) -> str:
    _, scale, digits = _FIGURES[row["metric"]]
    star = "*" if row["family_low"] > 0 or row["family_high"] < 0 else " "
    return f"{scale * row['value']:+.{digits}f}{star}"


def _tell_pairs(found: CastAnalysis, cell: dict[str, Any]) -> None:
    """Name the pairs that make a figure greater beyond doubt; with two candidates to a rank others mirror them."""
    pairs = found.pairs.filter(**cell)
    sure = pairs.filter((pairs["q"] < 0.05) & pairs["metric"].is_in(list(_FIGURES)))
    if not pairs.height:
        return
    if not sure.height:
        print_text("No pair of characters changes a figure beyond the sum of their effects (false discovery rate 5 %).\n")
        return
    rows = []
    for name, (head, scale, digits) in _FIGURES.items():
        strongest = sure.filter((sure["metric"] == name) & (sure["value"] > 0)).sort("value", descending=True).head(_SHOWN)
        rows += [
            (head, row["name"], row["other"], f"{scale * row['value']:+.{digits}f}", f"{row['q']:.1g}")
            for row in strongest.iter_rows(named=True)
        ]
    title = (
        f"Pairs beyond the sum of their effects: {sure.height} of {pairs.height} at a false discovery rate of 5 %; the greatest of each "
        f"figure."
    )
    print_table(("figure", "character", "beside", ("more", "right"), ("q", "right")), rows, title=title)


def tell_power(power: CastPower) -> None:
    """Print the powers of the characters that can be drawn."""
    low, high = power.alone.simultaneous()
    rows = [
        (name, f"{100 * power.alone.value[j]:+.1f}", f"{100 * low[j]:+.1f} to {100 * high[j]:+.1f}", _company(power, j))
        for j, name in enumerate(power.names)
    ]
    title = f"Power over all casts that could be drawn: percentage points of win chance per pick, {power.nodes:,} nodes."
    heads: tuple[Column, ...] = (
        "character",
        ("effect", "right"),
        ("95 % for all at once", "right"),
        "differs beside (false discovery rate 5 %)",
    )
    print_table(heads, rows, title=title)


def _company(power: CastPower, j: int) -> str:
    sure = [k for k in range(len(power.names)) if power.beside_q[j, k] < 0.05]
    sure.sort(key=lambda k: -abs(power.beside[j, k]))
    return ", ".join(f"{power.names[k]} {100 * power.beside[j, k]:+.1f}" for k in sure[:3])


def power_data(power: CastPower) -> dict[str, Any]:
    """Give the powers as data, with what each character does to the spread of power."""
    from citadels_sim.lab.casts.power import spread_effects

    low, high = power.alone.simultaneous()
    mean, spread = spread_effects(power)
    alone = [
        {
            "name": name, "rank": int(power.ranks[j]), "value": float(power.alone.value[j]), "se": float(power.alone.se[j]),
            "family_low": float(low[j]), "family_high": float(high[j]),
            "spread_effect": None if spread is None else float(spread.value[j]),
            "spread_effect_se": None if spread is None else float(spread.se[j]),
        }
        for j, name in enumerate(power.names)
    ]  # fmt: skip
    beside = [
        {
            "name": name, "beside": other, "value": float(power.beside[j, k]), "se": float(power.beside_se[j, k]),
            "q": float(power.beside_q[j, k]),
        }
        for j, name in enumerate(power.names)
        for k, other in enumerate(power.names)
        if power.beside_se[j, k] > 0
    ]  # fmt: skip
    return {"nodes": power.nodes, "mean_spread": mean, "alone": alone, "beside": beside}
