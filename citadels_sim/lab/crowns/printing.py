"""What ``citadels forks`` prints of forks of the crown: what it is worth, and what drafting later costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_sim.cli.console import print_json, print_table, right
from citadels_sim.cli.results import cell_title, cells_of, format_estimate, format_node_verdict, frames_data, rows_by

if TYPE_CHECKING:
    from citadels_sim.lab.crowns.analyse import CrownAnalysis
    from citadels_sim.runs.reading import Run


def print_crowns(run: Run, margin: float | None, *, as_json: bool) -> None:
    """Print what a run of forks of the crown shows; the margin in percentage points of win chance per round, None for the usual one."""
    from citadels_sim.lab.crowns.analyse import CROWN_MARGIN, analyse_crowns

    crowns = analyse_crowns(run, CROWN_MARGIN if margin is None else margin / 100)
    if as_json:
        effects, stages = crowns.effects.drop("reference"), crowns.stages.drop("reference")
        frames = frames_data(verdicts=crowns.verdicts, effects=effects, stages=stages)
        print_json({"run": str(run.folder), "margin": crowns.margin} | frames)
        return
    for key, _ in cells_of(run):
        _print_cell(crowns, key)


def _print_cell(crowns: CrownAnalysis, cell: dict[str, Any]) -> None:
    effects = rows_by(crowns.effects.filter(**cell), "metric", "group")
    parts = rows_by(crowns.stages.filter(**cell, split="stage"), "part", "group")
    thirds = list(dict.fromkeys(part for part, _ in parts))
    verdicts = crowns.verdicts.filter(**cell)
    rows = []
    for verdict in verdicts.iter_rows(named=True):
        place = str(verdict["place"])
        effect = effects["place_effect", place]
        split = [format_estimate(parts.get((part, place)))[0] for part in thirds]
        points = effects["place_points", place]
        score = "too few" if points["note"] else f"{points['value']:+z.2f}"
        name = f"{place} after it" if verdict["place"] else "the crown"
        rows.append((name, *format_estimate(effect), *split, score, "too few" if effect["note"] else format_node_verdict(verdict)))
    title = (
        f"{cell_title(cell)}: percentage points of win chance per round by place after the crown, {verdicts['nodes'][0]:,} nodes, "
        f"margin {100 * crowns.margin:g}."
    )
    print_table(("place", *right("effect", "95 % for all at once", *thirds, "points"), "verdict"), rows, title=title)
