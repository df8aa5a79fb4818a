"""The balance report: a first page, a page of details, Markdown, charts, tables and JSON from the same evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from citadels_sim.charts import style
from citadels_sim.charts.chart import FIGURES, FigureKind
from citadels_sim.charts.drawing import draw_charts
from citadels_sim.charts.grids import csv_tables
from citadels_sim.errors import RunError
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview import overview_html
from citadels_sim.report.overview.summary import sentences
from citadels_sim.report.page import build
from citadels_sim.report.render import to_html, to_json, to_markdown
from citadels_sim.report.study_facts import StudyFacts
from citadels_sim.report.writing import check_writable, write_folder
from citadels_sim.runs.reading import load_runs

__all__ = ["FIGURES", "Evidence", "Progress", "ReportPaths", "StudyFacts", "make_report", "read"]


T = TypeVar("T")


class Progress:
    """Learns how far a report is; this one does nothing with it."""

    def step(self, text: str) -> None:
        """Begin a step, such as reading the runs."""

    def charts(self, drawn: Iterator[T], number: int) -> Iterator[T]:
        """Pass on what is drawn, of so many charts."""
        return drawn


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
    headlines : tuple of str
        The sentences of the first page.
    """

    folder: Path
    page: Path
    details: Path
    markdown: Path
    data: Path
    figures: tuple[Path, ...]
    tables: tuple[Path, ...]
    findings: tuple[str, ...]
    headlines: tuple[str, ...]


def make_report(
    runs: Sequence[Path], out: Path, figures: Sequence[FigureKind] = (), *, tables: bool = True, study: StudyFacts | None = None,
    workers: int = 1, progress: Progress | None = None,
) -> ReportPaths:  # fmt: skip
    """Write the balance report of complete runs of any kinds.

    Parameters
    ----------
    runs : sequence of pathlib.Path
        Run folders that share no games, of any kinds.
    out : pathlib.Path
        Folder of the report, made if missing. An earlier report there is replaced; other files stay.
    figures : sequence of {"svg", "png"}
        Kinds of chart files; with any of them the charts are on the page of details, too. Without, no chart is drawn.
    tables : bool
        Whether each table goes out as CSV, too.
    study : StudyFacts, optional
        Results of a study beside its runs, for the first page.
    workers : int
        Most analyses that are made at a time, and most processes that draw charts, this one among them. A program of its own that
        has charts drawn by more than one calls this under ``if __name__ == "__main__"``, as `multiprocessing` requires.
    progress : Progress, optional
        Learns how far it is.

    Returns
    -------
    ReportPaths
        The same runs give the same bytes again, with any number of workers.

    Raises
    ------
    RunError
        If a run cannot be reported on or `out` cannot be written; nothing is written then.
    """
    check_writable(out)
    progress = progress or Progress()
    progress.step(f"Reading {style.listed([str(run) for run in runs])} ...")
    evidence = read(runs, progress.step)
    evidence.prepare(workers)
    content = build(evidence)
    kinds = [kind for kind in FIGURES if kind in figures]
    documents: dict[str, str] = {}
    files: dict[str, bytes] = {}
    if kinds:
        progress.step(f"Drawing {len(content.charts)} charts ...")
        drawn = {
            chart.slug: made for chart, made in progress.charts(draw_charts(content.charts, ("svg", *kinds), workers), len(content.charts))
        }
        documents = {slug: made["svg"].decode() for slug, made in drawn.items()}
        files = {f"figures/{chart.slug}.{kind}": drawn[chart.slug][kind] for chart in content.charts for kind in kinds}
    progress.step(f"Writing {out} ...")
    if tables:
        filled = {name: table for name, table in content.tables.items() if table.height}
        files |= {f"tables/{name}": text for name, text in csv_tables(filled).items()}
    files["report.md"] = to_markdown(content, kinds, tables=tables).encode()
    files["details.html"] = to_html(content, documents, kinds, tables=tables).encode()
    names = [*files, "report.json", "index.html"]
    files["report.json"] = to_json(content, evidence, names).encode()
    files["index.html"] = overview_html(evidence, study).encode()
    write_folder(out, files)
    return ReportPaths(
        out, out / "index.html", out / "details.html", out / "report.md", out / "report.json",
        tuple(out / name for name in names if name.startswith("figures/")),
        tuple(out / name for name in names if name.startswith("tables/")),
        content.findings, sentences(evidence),
    )  # fmt: skip


def read(runs: Sequence[Path], step: Callable[[str], None] = lambda _: None) -> Evidence:
    """Read and check the runs of a report together; `step` is called before each analysis, with what it is.

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
    return Evidence(tuple(loaded), step)
