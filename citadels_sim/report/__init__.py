"""The balance report: one page, Markdown, charts, tables and JSON from the same content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citadels_sim.analysis import analyse, dictionary, load_runs
from citadels_sim.report.page import build
from citadels_sim.report.render import to_html, to_json, to_markdown
from citadels_sim.report.style import chart_style
from citadels_sim.report.tables import csv_tables
from citadels_sim.report.writing import check_writable, write_folder

__all__ = ["ReportPaths", "make_report"]


@dataclass(frozen=True)
class ReportPaths:
    """Where a report lies.

    Attributes
    ----------
    folder : pathlib.Path
        The folder with all of it.
    page, markdown, data : pathlib.Path
        ``index.html``, ``report.md``, ``report.json``.
    figures, tables : tuple of pathlib.Path
        Charts as SVG and PNG; tables as CSV.
    findings : tuple of str
        The key findings.
    """

    folder: Path
    page: Path
    markdown: Path
    data: Path
    figures: tuple[Path, ...]
    tables: tuple[Path, ...]
    findings: tuple[str, ...]


def make_report(runs: Sequence[Path], out: Path) -> ReportPaths:
    """Write the balance report of one or more complete runs.

    Parameters
    ----------
    runs : sequence of pathlib.Path
        Run folders that share no games.
    out : pathlib.Path
        Folder of the report, made if missing. An earlier report there is replaced; other files stay.

    Returns
    -------
    ReportPaths
        The same runs give the same bytes again.

    Raises
    ------
    RunError
        If a run cannot be reported on or `out` cannot be written; nothing is written then.
    """
    check_writable(out)
    analysis = analyse(load_runs(runs))
    with chart_style():
        content = build(analysis)
    files: dict[str, bytes] = {}
    for chart in content.charts:
        files[f"figures/{chart.slug}.svg"] = chart.svg.encode()
        files[f"figures/{chart.slug}.png"] = chart.png
    tables = {**analysis.tables, "cells": analysis.cells, "seat_verdicts": analysis.seat_verdicts, "dictionary": dictionary()}
    for name, text in csv_tables({name: table for name, table in tables.items() if table.height}).items():
        files[f"tables/{name}"] = text
    files["report.md"] = to_markdown(content).encode()
    names = [*files, "report.json", "index.html"]
    files["report.json"] = to_json(content, analysis, names).encode()
    files["index.html"] = to_html(content).encode()
    write_folder(out, files)
    return ReportPaths(
        out, out / "index.html", out / "report.md", out / "report.json",
        tuple(out / name for name in names if name.startswith("figures/")),
        tuple(out / name for name in names if name.startswith("tables/")),
        content.findings,
    )  # fmt: skip
