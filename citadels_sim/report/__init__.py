"""The balance report: a first page, a page of details, Markdown, charts, tables and JSON from the same evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from citadels_sim.errors import RunError
from citadels_sim.report.content import Content
from citadels_sim.report.evidence import Evidence, Game
from citadels_sim.report.left_out import faulty
from citadels_sim.report.overview import choice_of, overview_html
from citadels_sim.report.overview.summary import sentences
from citadels_sim.report.page import build
from citadels_sim.report.render import to_html, to_json, to_markdown
from citadels_sim.report.study_facts import StudyFacts
from citadels_sim.report.watched import Watched
from citadels_sim.report.writing import check_writable, write_folder
from citadels_sim.runs.reading import load_runs
from citadels_sim.show.charts import style
from citadels_sim.show.charts.chart import FIGURES, FigureKind
from citadels_sim.show.charts.drawing import draw_charts
from citadels_sim.show.charts.grids import csv_tables

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
    left_out : tuple of str
        Runs that could not be read or analysed, a line each that says why; the pages have the others.
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
    left_out: tuple[str, ...] = ()


def make_report(
    runs: Sequence[Path],
    out: Path,
    figures: Sequence[FigureKind] = (),
    *,
    tables: bool = True,
    study: StudyFacts | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    games: Callable[[Evidence], Sequence[Watched]] = lambda _: (),
) -> ReportPaths:
    """Write the balance report of complete runs of any kinds.

    Parameters
    ----------
    runs : sequence of pathlib.Path
        Run folders that share no games, of any kinds.
    out : pathlib.Path
        Folder of the report, made if missing. An earlier report there is replaced; other files stay.
    figures : sequence of {"svg", "png"}
        Kinds of chart files.
    tables : bool
        Whether each table goes out as CSV, too.
    study : StudyFacts, optional
        Results of a study beside its runs, for the first page. A run of a study that cannot be read is left out, as one that cannot be
        analysed always is.
    workers : int
        Most analyses that are made at a time, and most processes that draw charts, this one among them. A program of its own that
        has charts drawn by more than one calls this under ``if __name__ == "__main__"``, as `multiprocessing` requires.
    progress : Progress, optional
        Learns how far it is.
    games : callable
        Makes the pages of games to watch that go with it, such as `citadels_sim.web.forked.games_to_watch`; left out, there are none.

    Returns
    -------
    ReportPaths
        The same runs give the same bytes again, with any number of workers.

    Raises
    ------
    RunError
        If a run cannot be read, none can be analysed, or `out` cannot be written; nothing is written then.
    """
    check_writable(out)
    progress = progress or Progress()
    progress.step(f"Reading {style.listed([str(run) for run in runs])} ...")
    kinds = [kind for kind in FIGURES if kind in figures]
    make = partial(_files, out=out, kinds=kinds, tables=tables, study=study, workers=workers, progress=progress, games=games)
    evidence = read(runs, progress.step, some=study is not None)
    if study is not None:
        left_out = (*study.left_out, *evidence.left_out)
        evidence = replace(evidence, left_out=left_out, changes=study.changes, paths=study.variants, plays=study.plays)
        evidence = replace(evidence, confirming=study.confirming)
    evidence, (content, files) = evidence.of_those_that_can(make)
    write_folder(out, files)
    return ReportPaths(
        out,
        out / "index.html",
        out / "details.html",
        out / "report.md",
        out / "report.json",
        tuple(out / name for name in files if name.startswith("figures/")),
        tuple(out / name for name in files if name.startswith("tables/")),
        content.findings,
        sentences(evidence),
        content.left_out,
    )


def _files(
    evidence: Evidence,
    *,
    out: Path,
    kinds: Sequence[FigureKind],
    tables: bool,
    study: StudyFacts | None,
    workers: int,
    progress: Progress,
    games: Callable[[Evidence], Sequence[Watched]],
) -> tuple[Content, dict[str, bytes]]:
    """Analyse the runs and make every file of their report, by name."""
    evidence.prepare(workers)
    content = build(evidence)
    watched = games(evidence)
    links = tuple(Game(one.words, one.page, one.turning.cell, one.turning.character) for one in watched)
    evidence = replace(evidence, watched=links)
    files = {name: page for one in watched for name, page in one.files.items()}
    if kinds:
        progress.step(f"Drawing {len(content.charts)} charts ...")
        drawn = {chart.slug: made for chart, made in progress.charts(draw_charts(content.charts, kinds, workers), len(content.charts))}
        files |= {f"figures/{chart.slug}.{kind}": drawn[chart.slug][kind] for chart in content.charts for kind in kinds}
    progress.step(f"Writing {out} ...")
    if tables:
        filled = {name: table for name, table in content.tables.items() if table.height}
        files |= {f"tables/{name}": text for name, text in csv_tables(filled).items()}
    files["report.md"] = to_markdown(content, kinds, tables=tables).encode()
    files["details.html"] = to_html(content, kinds, tables=tables, choice=choice_of(evidence, every=True)).encode()
    names = [*files, "report.json", "index.html"]
    files["report.json"] = to_json(content, evidence, sentences(evidence), names).encode()
    files["index.html"] = overview_html(evidence, study).encode()
    return content, files


def read(runs: Sequence[Path], step: Callable[[str], None] = lambda _: None, *, some: bool = False) -> Evidence:
    """Read and check the runs of a report together.

    Parameters
    ----------
    runs : sequence of pathlib.Path
    step : callable
        Called before each analysis, with what it is.
    some : bool
        Whether a run that cannot be read is left out; else it is refused.

    Raises
    ------
    RunError
        If one cannot be reported on, or they do not go together.
    """
    try:
        return _read(runs, step)
    except RunError as error:
        if not some:
            raise
        out = faulty(error, {folder: partial(_read, [folder], step) for folder in runs})
    gone = {one.folder for one in out}
    return replace(_read([folder for folder in runs if folder not in gone], step), left_out=out)


def _read(runs: Sequence[Path], step: Callable[[str], None]) -> Evidence:
    loaded = load_runs(runs, kind=None)
    for run in loaded:
        if not run.design.chapter:
            how = run.design.how_to_read(run.folder)
            raise RunError(f"{run.folder}: {run.design.title}; the report has no chapter for it. Leave it out; {how}.")
    return Evidence(tuple(loaded), step=step)
