"""The part of ``citadels forks`` that is about the crown: what it is worth, and what drafting later costs. No command of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_sim.cli.console import Column, print_json, print_table

if TYPE_CHECKING:
    from citadels_sim.lab.crowns.analyse import CrownAnalysis

__all__ = ["tell_crowns"]


def tell_crowns(folder: Path, margin: float, as_json: bool) -> None:
    """Tell what a run of forks of the crown says.

    Parameters
    ----------
    folder : pathlib.Path
        The run.
    margin : float
        What does not matter, in win chance per round.
    as_json : bool
        Whether as data.
    """
    from citadels_sim.lab.crowns.analyse import analyse_crowns
    from citadels_sim.runs.reading import load_run

    found = analyse_crowns(load_run(folder, kind="crowns"), margin)
    if as_json:
        tables = {"verdicts": found.verdicts, "effects": found.effects.drop("reference"), "stages": found.stages.drop("reference")}
        print_json({"run": str(folder), "margin": margin} | {name: table.fill_nan(None).to_dicts() for name, table in tables.items()})
        return
    for cell in found.run.manifest.cells:
        _tell(found, {"variant": cell.variant, "players": cell.players, "lineup": cell.lineup})


def _tell(found: CrownAnalysis, cell: dict[str, Any]) -> None:
    from citadels_sim.lab.forks.command import between, points, told_verdict

    effects = {(row["metric"], row["group"]): row for row in found.effects.filter(**cell).iter_rows(named=True)}
    parts = {(row["part"], row["group"]): row for row in found.stages.filter(**cell).iter_rows(named=True) if row["split"] == "stage"}
    thirds = list(dict.fromkeys(part for part, _ in parts))
    verdicts = found.verdicts.filter(**cell)
    rows = []
    for verdict in verdicts.iter_rows(named=True):
        place = str(verdict["place"])
        effect = effects["place_effect", place]
        split = [points(parts[part, place]["value"]) if (part, place) in parts else "-" for part in thirds]
        score = f"{effects['place_points', place]['value']:+.2f}"
        rows.append((_name(verdict["place"]), points(effect["value"]), between(effect), *split, score, told_verdict(verdict)))
    numbers: list[Column] = [(head, "right") for head in ("effect", "95 % for all at once", *thirds, "points")]
    title = (
        f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: percentage points of win chance per round by place after the "
        f"crown, {verdicts['nodes'][0]:,} nodes, margin {100 * found.margin:g}."
    )
    print_table(("place", *numbers, "verdict"), rows, title=title)


def _name(place: int) -> str:
    return "the crown" if place == 0 else f"{place} after it"
