"""What ``citadels forks`` prints of forks of picks: what picking each character brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_sim.cli.console import print_json, print_table, print_text, right
from citadels_sim.cli.results import (
    cell_title,
    cells_of,
    format_estimate,
    format_interval,
    format_node_verdict,
    format_points,
    frames_data,
    rows_by,
)
from citadels_sim.lineups import judge_of

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.lab.forks.analyse import ForkAnalysis
    from citadels_sim.runs.reading import Run


def print_forks(run: Run, margin: float | None, *, splits: bool, contrasts: bool, as_json: bool) -> None:
    """Print what a run of forks shows, also by part of the game, slot and standing, and by pairs of characters.

    The margin is in percentage points of win chance per pick; None: that of the run. Data has splits and contrasts in any case.
    """
    from citadels_sim.lab.forks.analyse import analyse_forks
    from citadels_sim.lab.forks.splits import split_effects

    forks = analyse_forks(run, None if margin is None else margin / 100)
    parts = split_effects(run) if splits or as_json else None
    if as_json:
        frames = {"cells": forks.cells, "verdicts": forks.verdicts, "effects": forks.effects, "policy": forks.policy}
        frames |= {"contrasts": forks.contrasts} | ({} if parts is None else {"splits": parts})
        data = frames_data(**{name: frame.drop("reference", strict=False) for name, frame in frames.items()})
        print_json({"run": str(run.folder), "margin": forks.margin} | data)
        return
    lineups: dict[tuple[str, int], list[str]] = {}
    for key, _ in cells_of(run):
        lineups.setdefault((key["variant"], key["players"]), []).append(key["lineup"])
    for key, _ in cells_of(run):
        _print_cell(forks, key)
        if (judge := judge_of(lineups[key["variant"], key["players"]])) != key["lineup"]:
            print_text(f"These rules are judged by {judge}; {key['lineup']} is beside it.")
        if parts is not None:
            _print_splits(parts.filter(**key))
        if contrasts:
            _print_contrasts(forks.contrasts.filter(**key))


def _print_cell(forks: ForkAnalysis, cell: dict[str, Any]) -> None:
    from citadels_sim.verdicts import STATES, tally

    effects = rows_by(forks.effects.filter(**cell), "metric", "group")
    verdicts = forks.verdicts.filter(**cell).iter_rows(named=True)
    rows = []
    for verdict in sorted(verdicts, key=lambda row: (row["few"], -effects["win_effect", row["character"]]["value"])):
        name = verdict["character"]
        effect, single, naive, share = (
            effects.get((metric, name)) for metric in ("win_effect", "win_effect_single", "win_lift", "pick_share")
        )
        if effect is None or single is None or share is None:
            continue
        rows.append(
            (
                name, *format_estimate(effect), *format_estimate(single), format_estimate(naive)[0],
                "too few" if share["note"] else f"{100 * share['value']:.0f} %", f"{verdict['nodes']:,}", format_node_verdict(verdict),
            )
        )  # fmt: skip
    whole = forks.cells.filter(**cell).row(0, named=True)
    heads = ("effect", "95 % for all at once", "one random pick", "its 95 % for all", "win rate - 1/n", "picked", "nodes")
    title = f"{cell_title(cell)}: percentage points of win chance per pick, {whole['nodes']:,} nodes, margin {100 * forks.margin:g}."
    print_table(("character", *right(*heads), "verdict"), rows, title=title)
    counted = tally(STATES[word] for word in forks.verdicts.filter(**cell)["verdict"])
    print_text(f"Characters: {counted}{_spread_words(whole)}.")
    policy = rows_by(forks.policy.filter(**cell), "metric")
    edge, regret = policy["edge"], policy.get("regret_found")
    if edge["note"]:
        return
    text = f"The bots' own picks: {format_points(edge['value'])} against a random one {format_interval(edge)}"
    if regret is not None and not regret["note"]:
        text += f"; a better pick was there for {format_points(regret['value'])} {format_interval(regret)} at least"
    print_text(text + ".")


def _spread_words(cell: dict[str, Any]) -> str:
    """Write how far the true effects lie apart; at most how far, where it is not shown that they do."""
    if cell["spread"] is None:
        return ""
    low, high = 100 * cell["spread_low"], 100 * cell["spread_high"]
    if low > 0:
        return f"; true effects spread by {100 * cell['spread']:.1f} points [{low:.1f}, {high:.1f}]"
    return f"; true effects spread by at most {high:.1f} points"


def _print_splits(splits: pl.DataFrame) -> None:
    for split in splits["split"].unique(maintain_order=True):
        here = splits.filter(split=split)
        names = here["part"].unique(maintain_order=True).to_list()
        at = rows_by(here, "character", "part")
        rows = [(name, *(_part(at.get((name, part))) for part in names)) for name in here["character"].unique(maintain_order=True)]
        title = f"By {split}: effect ± its own 95 % interval; * false discovery rate below 5 %; ( ) few nodes."
        print_table(("character", *right(*names)), rows, title=title)


def _part(row: dict[str, Any] | None) -> str:
    if row is None:
        return "-"
    if row["low"] is None:
        return "too few"
    star = "*" if row["q"] is not None and row["q"] < 0.05 else ""
    text = f"{format_points(row['value'])} ± {50 * (row['high'] - row['low']):.1f}{star}"
    return f"({text})" if row["small"] else text


def _print_contrasts(contrasts: pl.DataFrame) -> None:
    rows = contrasts.sort("value", descending=True).iter_rows(named=True)
    print_table(
        ("first - second", *right("difference", "95 % for all at once")),
        [(row["group"], *format_estimate(row)) for row in rows],
        title="One pick less another, where both could be made: percentage points of win chance.",
    )
