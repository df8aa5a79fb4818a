"""The balance report: a first page, a page of details, Markdown, charts, tables and JSON from the same evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citadels_sim.charts.chart import FIGURES, FigureKind
from citadels_sim.charts.grids import csv_tables
from citadels_sim.charts.style import chart_style
from citadels_sim.errors import RunError
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview import overview_html
from citadels_sim.report.page import build
from citadels_sim.report.render import to_html, to_json, to_markdown
from citadels_sim.report.study_facts import StudyFacts
from citadels_sim.report.writing import check_writable, write_folder
from citadels_sim.runs.reading import load_runs

__all__ = ["FIGURES", "Evidence", "ReportPaths", "StudyFacts", "make_report", "read"]


@dataclass(frozen=True)
class ReportPaths:
    """Where a report lies.

    Attributes
    ----------
    folder : pathlib.Path
        The folder with all of it.
    page, details, markdown, data : pathlib.Path
        ``index.html``, ``details.html``, ``report.md``, ``report.json``.
    figures, tables : tuple of pathlib.Path
        Charts as SVG and PNG; tables as CSV.
    findings : tuple of str
        The key findings.
    """

    folder: Path
    page: Path
    details: Path
    markdown: Path
    data: Path
    figures: tuple[Path, ...]
    tables: tuple[Path, ...]
    findings: tuple[str, ...]


def make_report(
    runs: Sequence[Path], out: Path, figures: Sequence[FigureKind] = FIGURES, *, tables: bool = True, study: StudyFacts | None = None
) -> ReportPaths:
    """Write the balance report of complete runs of any kinds.

    Parameters
    ----------
    runs : sequence of pathlib.Path
        Run folders that share no games, of any kinds.
    out : pathlib.Path
        Folder of the report, made if missing. An earlier report there is replaced; other files stay.
    figures : sequence of {"svg", "png"}
        Kinds of chart files beside the page; none will do.
    tables : bool
        Whether each table goes out as CSV, too.
    study : StudyFacts, optional
        What a study found beside its runs, for the first page.

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
    evidence = read(runs)
    kinds = [kind for kind in FIGURES if kind in figures]
    files: dict[str, bytes] = {}
    with chart_style():
        content = build(evidence)
        for chart in content.charts:
            files |= {f"figures/{chart.slug}.{kind}": chart.file(kind) for kind in kinds}
    if tables:
        filled = {name: table for name, table in content.tables.items() if table.height}
        files |= {f"tables/{name}": text for name, text in csv_tables(filled).items()}
    files["report.md"] = to_markdown(content, kinds, tables=tables).encode()
    names = [*files, "report.json", "details.html", "index.html"]
    files["report.json"] = to_json(content, evidence, names).encode()
    files["details.html"] = to_html(content, kinds, tables=tables).encode()
    files["index.html"] = overview_html(evidence, study).encode()
    write_folder(out, files)
    return ReportPaths(
        out, out / "index.html", out / "details.html", out / "report.md", out / "report.json",
        tuple(out / name for name in names if name.startswith("figures/")),
        tuple(out / name for name in names if name.startswith("tables/")),
        content.findings,
    )  # fmt: skip


def read(runs: Sequence[Path]) -> Evidence:
    """Read and check the runs of a report together.

    Raises
    ------
    RunError
        If one cannot be reported on, or they do not go together.
    """
    loaded = load_runs(runs, kind=None)
    for run in loaded:
        if not run.design.chapter:
            how = run.design.how_to_read(run.folder)
            raise RunError(f"{run.folder}: {run.design.title}, which no chapter of the report shows. Leave it out; {how}.")
    return Evidence(tuple(loaded))
