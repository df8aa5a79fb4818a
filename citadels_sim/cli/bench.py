"""``citadels bench``: games per second of every variant and bot, scaling, compile time, start, memory, disk, and where the time goes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.console import Column, note, print_json, print_table, print_text
from citadels_sim.cli.options import JsonOption

__all__ = ["EXAMPLES", "command"]

EXAMPLES = ("citadels bench --quick", "citadels bench --json", "citadels bench --markdown speed.md")

_MISSED = 1


def command(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games, one repeat, no cold compile: seconds instead of minutes.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit with code 1 if a goal is missed.")] = False,
    markdown: Annotated[
        list[Path] | None,
        typer.Option(
            "--markdown",
            metavar="FILE",
            help="Also write Markdown: all figures as a new FILE, or the main table between the marks of an existing one.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the speed and the memory of the program on this machine.

    Figures are medians, on one core unless a row says otherwise.
    """
    from citadels_sim.bench import benchmark

    for file in markdown or ():
        benchmark.check_markdown(file)
    measured = benchmark.measure_all(quick=quick, tell=note)
    for file in markdown or ():
        benchmark.write_markdown(measured, file)
    if as_json:
        figures = [figure.as_data() for figure in measured.figures]
        cells = [cell.as_data() for cell in measured.cells]
        disk = {detail: round(size, 2) for detail, size in measured.disk.items()}
        print_json({"machine": benchmark.machine(), "quick": quick, "figures": figures, "cells": cells, "bytes_per_game": disk})
    else:
        words = {True: "yes", False: "no", None: ""}
        print_table(
            ("what", ("goal", "right"), ("measured", "right"), "holds"),
            [(figure.what, figure.shown_goal, figure.shown(), words[figure.holds]) for figure in measured.figures],
        )
        speeds: list[Column] = [(name, "right") for name in ("games/s", "decisions/s", "games/s with rows")]
        print_table(
            ("variant", ("players", "right"), "bot", *speeds),
            [(c.variant, c.players, c.bot, f"{c.games:,.0f}", f"{c.decisions:,.0f}", f"{c.games_with_rows:,.0f}") for c in measured.cells],
        )
        print_table(("detail", ("bytes per game", "right")), [(detail, f"{size:,.1f}") for detail, size in measured.disk.items()])
        print_text(f"Medians on {benchmark.machine()}.")
    if check and any(figure.holds is False for figure in measured.figures):
        raise typer.Exit(_MISSED)
