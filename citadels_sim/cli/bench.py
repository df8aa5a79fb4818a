"""``citadels bench``: games per second, compile time, start, memory, and where the time goes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.console import JsonOption, note, print_json, print_table, print_text

__all__ = ["EXAMPLES", "command"]

EXAMPLES = ("citadels bench --quick", "citadels bench --json", "citadels bench --markdown README.md")

_MISSED = 1


def command(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games, one repeat, no cold compile: seconds instead of minutes.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit with code 1 if a goal is missed.")] = False,
    markdown: Annotated[
        Path | None,
        typer.Option("--markdown", metavar="FILE", help="Write the table as Markdown too: between the marks of FILE, or as FILE."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the program on this machine: medians, one core unless said."""
    from citadels_sim.tournament import bench

    figures = bench.measure_all(quick=quick, tell=note)
    if markdown is not None:
        bench.write_markdown(figures, markdown)
    if as_json:
        print_json({"machine": bench.machine(), "quick": quick, "figures": [figure.as_data() for figure in figures]})
    else:
        words = {True: "yes", False: "no", None: ""}
        print_table(
            ("what", ("goal", "right"), ("measured", "right"), "holds"),
            [(figure.what, figure.shown_goal, figure.shown(), words[figure.holds]) for figure in figures],
        )
        print_text(f"Medians on {bench.machine()}.")
    if check and any(figure.holds is False for figure in figures):
        raise typer.Exit(_MISSED)
