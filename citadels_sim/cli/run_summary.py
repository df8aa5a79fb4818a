"""What ``citadels run`` prints of a run that it has played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from citadels_sim.cli.console import print_json, print_text
from citadels_sim.text import command_line, listed

if TYPE_CHECKING:
    from citadels_sim.runs.plan import Plan
    from citadels_sim.runs.summary import RunSummary


def print_summary(summary: RunSummary, plan: Plan, *, as_json: bool) -> None:
    """Print what was played, how fast, and the command to give next."""
    unit = plan.design.unit
    speed = summary.played / summary.seconds if summary.played else None
    if as_json:
        print_json(
            {
                "folder": str(summary.folder),
                "games": summary.games,
                "played": summary.played,
                "seconds": round(summary.seconds, 3),
                "games_per_second": None if speed is None else round(speed),
                "damaged": list(summary.damaged),
                "stopped": list(summary.stopped),
            }
        )
    elif speed is None:
        print_text(f"{summary.folder}: the run is complete with {summary.games:,} {unit}; nothing to do.")
    else:
        cells = len(plan.cells)
        print_text(
            f"{summary.folder}: {summary.games:,} {unit} in {cells} cell{'s' * (cells > 1)}; "
            f"{summary.played:,} played now in {summary.seconds:.1f} s ({speed:,.0f} {unit}/s)."
        )
        if rounded := rounded_words(plan):
            print_text(rounded)
        for reason in summary.stopped:
            print_text(f"  {reason}.")
        words = [f"reports/{Path(summary.folder).name}" if word == "DIR" else word for word in plan.design.answer]
        print_text(f"Next: {command_line(('citadels', words[0], summary.folder, *words[1:]))}")


def rounded_words(plan: Plan) -> str:
    """State that cells have more games than were asked for, since blocks are whole; "" where none has."""
    asked, unit = plan.experiment.games, plan.design.unit
    more = sorted({cell.games for cell in plan.cells if cell.games > asked})
    if not more:
        return ""
    played = listed([f"{games:,}" for games in more])
    return f"{asked:,} {unit} per cell are rounded up to whole blocks, in which every bot takes every seat: {played}."
