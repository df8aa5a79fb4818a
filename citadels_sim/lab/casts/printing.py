"""The tables of ``citadels casts`` and ``citadels districts``: effects of what is drawn, powers, the shortlist, worths of districts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_sim.cli.console import print_json, print_table, print_text, right
from citadels_sim.cli.results import cell_title, format_family_interval, format_interval, format_points, format_verdict, frames_data
from citadels_sim.formats import fixed
from citadels_sim.verdicts import STATES

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.lab.casts.analyse import CastAnalysis
    from citadels_sim.lab.casts.power import CastPower
    from citadels_sim.lab.casts.search import Search, SearchResult

_SHOWN = 4


def effects_data(casts: CastAnalysis) -> dict[str, Any]:
    """Return what drawn things change as data."""
    levels, dealt = casts.levels.drop("reference"), casts.dealt.drop("reference")
    return frames_data(levels=levels, effects=casts.effects, pairs=casts.pairs, dealt=dealt) | {"notes": list(casts.notes)}


_FIGURES = {
    "rounds": ("rounds", 1.0, 2), "lost_turns": ("turns lost, %", 100.0, 2), "hits": ("hits", 1.0, 2), "gold_taken": ("gold taken", 1.0, 2),
    "districts_taken": ("districts taken", 1.0, 2), "margin": ("margin", 1.0, 2), "completer_wins": ("completer wins, %", 100.0, 1),
}  # fmt: skip
"""Figure to its heading, what it is multiplied with, and digits."""


def print_effects(casts: CastAnalysis, cell: dict[str, Any], deals: int) -> None:
    """Print what drawn things change in a cell, as tables."""
    effects = casts.effects.filter(**cell)
    heads = right(*(head for head, _, _ in _FIGURES.values()))
    for unique in (False, True):
        chosen = effects.filter((effects["group"] == "unique district") == unique)
        rows: dict[tuple[str, str], dict[str, str]] = {}
        for row in chosen.iter_rows(named=True):
            if row["metric"] in _FIGURES:
                rows.setdefault((row["group"], row["name"]), {})[row["metric"]] = _effect(row)
        if rows:
            what = "unique districts in the deck" if unique else "characters in the cast"
            title = (
                f"{cell_title(cell)}: what {what} change in a game, against what could be drawn instead; {deals:,} deals. Starred where "
                f"the interval for all at once leaves 0 out."
            )
            print_table(("", "", *heads), [(*key, *(row[name] for name in _FIGURES)) for key, row in rows.items()], title=title)
    _print_pairs(casts.pairs.filter(**cell))


def _effect(row: dict[str, Any]) -> str:
    _, scale, digits = _FIGURES[row["metric"]]
    star = "*" if row["family_low"] > 0 or row["family_high"] < 0 else " "
    return f"{fixed(scale * row['value'], digits, '+')}{star}"


def _print_pairs(pairs: pl.DataFrame) -> None:
    """Name the pairs that make a figure greater beyond doubt; with two candidates to a rank others mirror them."""
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
            (head, row["name"], row["other"], fixed(scale * row["value"], digits, "+"), f"{row['q']:.1g}")
            for row in strongest.iter_rows(named=True)
        ]
    title = (
        f"Pairs beyond the sum of their effects: {sure.height} of {pairs.height} at a false discovery rate of 5 %; the greatest of each "
        f"figure."
    )
    print_table(("figure", "character", "beside", *right("more", "q")), rows, title=title)


def _print_power(power: CastPower) -> None:
    """Print the powers of the characters that can be drawn."""
    low, high = power.alone.simultaneous()
    rows = [
        (name, format_points(power.alone.value[j]), f"{format_points(low[j])} to {format_points(high[j])}", _company(power, j))
        for j, name in enumerate(power.names)
    ]
    title = f"Power over all casts that could be drawn: percentage points of win chance per pick, {power.nodes:,} nodes."
    heads = ("character", *right("effect", "95 % for all at once"), "differs beside (false discovery rate 5 %)")
    print_table(heads, rows, title=title)


def _company(power: CastPower, j: int) -> str:
    sure = [k for k in range(len(power.names)) if power.beside_q[j, k] < 0.05]
    sure.sort(key=lambda k: -abs(power.beside[j, k]))
    return ", ".join(f"{power.names[k]} {format_points(power.beside[j, k])}" for k in sure[:3])


def _power_data(power: CastPower) -> dict[str, Any]:
    """Return the powers as data, with what each character does to the spread of power."""
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


def print_search(search: Search, result: SearchResult, *, as_json: bool) -> None:
    """Print the result of a search: powers, the shortlist as it was played again, and what is proposed."""
    if as_json:
        data: dict[str, Any] = {
            "variant": search.variant, "players": search.players, "lineup": search.bot, "margin": search.margin, "length": search.length,
            "folder": str(search.folder),
        }  # fmt: skip
        power = {} if result.power is None else {"power": _power_data(result.power)}
        print_json(data | frames_data(shortlist=result.judged) | {"best": result.best} | power | effects_data(result.drawn))
        return
    if result.power is not None:
        _print_power(result.power)
    predicted = right("spread predicted", "spread again", "95 % for all at once", "within margin", "rounds predicted", "rounds again")
    hits = right("turns lost", "hits", "gold taken", "districts taken")
    rows = [
        (
            row["name"], _points(row["predicted_spread"]), _points(row["spread"]),
            f"{_points(row['spread_low'])} to {_points(row['spread_high'])}",
            f"{row['balanced']} of {row['of']}", f"{row['predicted_rounds']:.2f}", f"{row['rounds']:.2f}",
            f"{100 * row['lost_turns']:.1f} %", f"{row['hits']:.2f}", f"{row['gold_taken']:.2f}", f"{row['districts_taken']:.2f}",
            _verdict(row),
        )
        for row in result.judged.iter_rows(named=True)
    ]  # fmt: skip
    what, per = ("sets of unique districts", "game") if search.districts else ("casts", "pick")
    title = (
        f"{search.variant}, {search.players} players, {search.bot}: {what} played again on deals of their own, spread of power in "
        f"percentage points of win chance per {per}, margin {100 * search.margin:g}."
    )
    print_table(("", *predicted, *hits, "verdict"), rows, title=title)
    for row in result.judged.iter_rows(named=True):
        print_text(f"{row['name']}: {', '.join(row['members'])}")
    print_text(f"\n{best_words(search, result)}")


def best_words(search: Search, result: SearchResult) -> str:
    """State what is proposed, by deals that are used for nothing else."""
    best = result.best
    words = {"holds": "Proposed", "open": "The best so far, undecided"}
    return (
        f"{words.get(STATES[best['verdict']], 'None is within limits; the least uneven')}: {best['name']}, "
        f"spread {_points(best['spread'])} points "
        f"[{_points(best['spread_low'])}, {_points(best['spread_high'])}], {best['balanced']} of {best['of']} within "
        f"{100 * search.margin:g}, {best['rounds']:.1f} rounds. These figures are from deals of their own; where it was chosen, in the "
        f"table above, the least spread is partly luck."
    )


def _points(value: float) -> str:
    return fixed(100 * value, 2)


def _verdict(row: dict[str, Any]) -> str:
    if STATES[row["lasts"]] == "fails":
        return f"{row['verdict']} (length)"
    return format_verdict(row["verdict"], row["needed"] or None, "nodes")


_SHARES: Final = ("keep_rate", "build_rate")
_COLUMNS: Final = (
    "kept when offered", "built when held", "rounds to build", "destroyed", "exchanged", "worth when offered", "GIH", "GNS", "IIH",
)  # fmt: skip


def print_worth(districts: pl.DataFrame, prices: pl.DataFrame, basis: str, cell: dict[str, Any]) -> None:
    """Print what being dealt each district of a cell is worth, and what its cost explains of it.

    `districts` and `prices` are of this cell; `basis` is deals and margin, for the title.
    """
    rows = [
        (
            row["district"], row["type"], row["cost"], f"{row['hands']:,}", format_points(row["value"], 2), format_family_interval(row),
            row["verdict"], format_points(row["residual"], 2), f"{row['residual_q']:.2f}" if row["residual_q"] >= 0.005 else "<0.01",
        )
        for row in districts.iter_rows(named=True)
    ]  # fmt: skip
    heads = ("district", "type", *right("cost", "hands", "worth", "95 % for all at once"), "verdict", *right("beyond cost", "q"))
    print_table(
        heads, rows, title=f"{cell_title(cell)}: percentage points of win chance per game of who is dealt it over who is not, {basis}."
    )
    slope, *types = [f"{row['term']} {format_points(row['value'], 2)} {format_interval(row, 2)}" for row in prices.iter_rows(named=True)]
    print_text(f"By cost: {slope}. Beyond cost, by type: {'; '.join(types)}.\n")


def print_cards(cards: pl.DataFrame, districts: list[str], cell: dict[str, Any]) -> None:
    """Print what became of the districts of a cell, in the order given: by what being dealt them is worth."""
    from citadels_sim.lab.casts.metrics import LENGTH_BIAS

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
    return "-" if value is None else fixed(100 * value, 1)


def _offer_worth(row: dict[str, Any]) -> str:
    worth, low, high = (row[f"offer_worth{end}"] for end in ("", "_low", "_high"))
    return format_points(worth) + ("" if worth is None or low is None else f" {format_interval({'low': low, 'high': high})}")
