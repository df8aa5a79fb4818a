"""``citadels report``: the balance report of one or more runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.console import JsonOption, note, print_json, print_text

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels report runs/first --out reports/first",
    "citadels report runs/classic runs/dark-city --out reports/both",
    "citadels report runs/first --out reports/first --json",
)


def command(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run folders that `citadels run` wrote.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the report; an earlier report there is replaced.")],
    as_json: JsonOption = False,
) -> None:
    """Write the balance report of one or more runs: a page, Markdown, charts, tables."""
    from citadels_sim.report import make_report

    note(f"Reading {', '.join(map(str, runs))} ...")
    paths = make_report(runs, out)
    if as_json:
        print_json(
            {
                "page": str(paths.page), "markdown": str(paths.markdown), "data": str(paths.data),
                "figures": [str(path) for path in paths.figures], "tables": [str(path) for path in paths.tables],
                "findings": list(paths.findings),
            }
        )  # fmt: skip
        return
    for finding in paths.findings:
        print_text(f"- {finding}")
    print_text(f"\nThe report: {paths.page}")
