"""``citadels report``: the balance report of one or more runs."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import Column, note, print_json, print_table, print_text
from citadels_sim.cli.options import JsonOption, out_option, runs_argument
from citadels_sim.processes import one_thread_per_product
from citadels_sim.text import command_line

if TYPE_CHECKING:
    from citadels_sim.report import Evidence
    from citadels_sim.report.study_facts import StudyFacts
    from citadels_sim.report.terminal import TerminalTable
    from citadels_sim.report.watched import Watched
    from citadels_sim.show.charts.chart import FigureKind

EXAMPLES = (
    "citadels report runs/first --out reports/first",
    "citadels report runs/first runs/forks runs/bans runs/why --out reports/all",
    "citadels report runs/first runs/forks --terminal",
    "citadels report runs/first --out reports/first --open",
    "citadels report runs/forks --out reports/forks --games 2      # with games to watch that its findings decided",
    "citadels report runs/first --out reports/first --figures svg,png --json",
)

_COLOURS = {"holds": "green", "fails": "red", "open": "yellow", "": ""}


def command(
    runs: Annotated[list[Path], runs_argument("RUN...", "Run folders that belong together, the folder of a study, or a saved game.")],
    out: Annotated[Path | None, out_option("", "Folder of the report; an earlier report there is replaced.", "DIR")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Print the verdicts and the characters; write no report.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="With --terminal: all columns, separated by tabs, without drawings.")] = False,
    figures: Annotated[
        str, typer.Option("--figures", metavar="KINDS", help="File formats of the charts: svg, png, svg,png or none.")
    ] = "none",
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            min=0,
            max=5,
            help="Write and link pages of the N forked games that contribute most to each finding on a character.",
        ),
    ] = 0,
    tables: Annotated[bool, typer.Option("--tables/--no-tables", help="Whether to write each table as CSV, too.")] = True,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write a balance report of one or more runs: a page, charts and tables; or a page of a game that `citadels play` saved.

    Each kind of run adds a chapter. Games show seats, length, scores and interaction; several variants are compared; several bots show the
    value of skill. Forks and bans measure characters, forks of the crown measure the first pick, flow the course of games, casts the
    districts, and an attribution the rules behind a difference. If a chapter lacks its runs, the report names the command that plays them.
    With --games it replays some forked games, and writes pages with both lines of play side by side; it does not load bots in Python files
    for that.
    """
    one_thread_per_product()
    from citadels_sim.errors import RunError

    if plain and not terminal:
        raise RunError("--plain: works only with --terminal. Add --terminal, or leave --plain out.")
    if out is not None and terminal:
        raise RunError("--terminal: does not go with --out, since it writes no report. Leave one of them out.")
    if games and terminal:
        raise RunError("--games: does not go with --terminal, which writes no page. Leave one of them out.")
    if open_page and terminal:
        raise RunError("--open: does not go with --terminal, which writes no page. Leave one of them out.")
    from citadels_sim.runs.reading import check_run_folder

    if _writes_game(runs, out):
        return
    runs, study = _of_study(runs)
    for run in runs:
        check_run_folder(run)
    if out is None and not terminal:
        raise RunError("--out: say where the report goes, such as --out reports/mine, or print it with --terminal.")
    kinds = _kinds(figures)
    if terminal:
        _print(runs, plain=plain, as_json=as_json)
    elif out is not None:
        _write(runs, out, kinds, study, tables=tables, games=games, as_json=as_json)
        if open_page:
            _open(out / "index.html")


def _writes_game(runs: list[Path], out: Path | None) -> bool:
    """Write the page of a game, where the only thing that is named is the file of one."""
    from citadels_sim.errors import RunError
    from citadels_sim.foreign import is_file

    if len(runs) > 1 or runs[0].suffix != ".json" or not is_file(runs[0]):
        return False
    if out is None:
        raise RunError(f"--out: say where the page of the game goes, such as --out reports/mine; `citadels replay {runs[0]}` prints it.")
    from citadels_sim.game.retold import retold
    from citadels_sim.report.writing import check_writable, write_folder
    from citadels_sim.web.replayed import retold_page

    check_writable(out)
    told = retold(runs[0])
    data = {"files": ["report.json", "index.html"], "seats": list(told.names), "transcript": told.game.transcript()}
    write_folder(out, {"report.json": json.dumps(data).encode(), "index.html": retold_page(told, f"From {runs[0]}.").encode()})
    print_text(f"The game: {out / 'index.html'}")
    print_text(f"To compare games of people with those of the bots: {command_line(['citadels', 'plays', 'add', str(runs[0])])}")
    return True


def _of_study(runs: list[Path]) -> tuple[list[Path], StudyFacts | None]:
    """Put the runs of a study in the place of its folder, and return what it knows beside them."""
    from citadels_sim.foreign import is_file

    if len(runs) > 1 or not is_file(runs[0] / "study.json"):
        return runs, None
    from citadels_sim.study.folder import run_folders
    from citadels_sim.study.repairs import facts_of

    return run_folders(runs[0]), facts_of(runs[0])


def _kinds(text: str) -> list[FigureKind]:
    """Read ``--figures``."""
    from citadels_sim.errors import RunError, nearest
    from citadels_sim.show.charts.chart import FIGURES

    words = [word.strip() for word in text.split(",") if word.strip()]
    if words == ["none"]:
        return []
    for word in words or [text]:
        if word not in FIGURES:
            raise RunError(
                f"--figures: '{word}' should be {' or '.join(FIGURES)}, both with a comma, or none.{nearest(word, (*FIGURES, 'none'))}"
            )
    return [kind for kind in FIGURES if kind in words]


def _write(
    runs: list[Path], out: Path, kinds: list[FigureKind], study: StudyFacts | None, *, tables: bool, games: int, as_json: bool
) -> None:
    from citadels_sim.cli.progress import report_progress
    from citadels_sim.processes import cores
    from citadels_sim.report import make_report

    watch = watching(games)
    paths = make_report(runs, out, kinds, tables=tables, study=study, workers=cores(), progress=report_progress(), games=watch)
    if as_json:
        print_json(
            {
                "page": str(paths.page),
                "details": str(paths.details),
                "markdown": str(paths.markdown),
                "data": str(paths.data),
                "figures": [str(path) for path in paths.figures],
                "tables": [str(path) for path in paths.tables],
                "findings": list(paths.findings),
                "left_out": list(paths.left_out),
            }
        )
        return
    for words in paths.left_out:
        note(words)
    for finding in paths.findings:
        print_text(f"- {finding}")
    print_text(f"\nThe report: {paths.page}")


def watching(each: int) -> Callable[[Evidence], Sequence[Watched]]:
    """Return what makes the pages of games to watch, so many for each finding; none for 0, for which nothing is loaded."""

    def make(evidence: Evidence) -> Sequence[Watched]:
        from citadels_sim.web.forked import games_to_watch

        return games_to_watch(evidence, each, note)

    return make if each else lambda _: ()


def _open(page: Path) -> None:
    import webbrowser

    if not webbrowser.open(page.resolve().as_uri()):
        note(f"--open: found no browser. The page: {page}")


def _print(runs: list[Path], *, plain: bool, as_json: bool) -> None:
    from citadels_sim.report import read
    from citadels_sim.report.terminal import terminal_tables

    note(f"Reading {', '.join(map(str, runs))} ...")
    evidence, (tables, data) = read(runs, note).of_those_that_can(lambda evidence: (terminal_tables(evidence), _data(evidence)))
    for left_out in evidence.left_out:
        note(left_out.words)
    if as_json:
        print_json(data)
        return
    for table in tables:
        if plain:
            _print_plain(table)
        else:
            _print_drawn(table)


def _print_plain(table: TerminalTable) -> None:
    print_text(table.title)
    for cells in (table.columns, *(cells for _, cells in table.rows)):
        print_text("\t".join(cells[: len(cells) - table.bars]))


def _print_drawn(table: TerminalTable) -> None:
    """Print a table for 80 columns: the rows of each table of players below its name, without the columns that few read."""
    from rich.text import Text

    from citadels_sim.lineups import lineup_words

    kept = [i for i, head in enumerate(table.columns) if i >= table.places and head not in table.further]
    columns: list[Column] = [(table.columns[i], "right") if table.columns[i] in table.numbers else table.columns[i] for i in kept]
    if table.places:
        print_text(table.title)
    for place, rows in itertools.groupby(table.rows, lambda row: row[1][: table.places]):
        title = f"{place[0]}, {place[1]} players, {lineup_words(place[2])}" if place else table.title
        print_table(columns, [[Text(cells[i], style=_COLOURS[state]) for i in kept] for state, cells in rows], title=title)


def _data(evidence: Evidence) -> dict[str, Any]:
    from dataclasses import asdict

    from citadels_sim.report.card import sentence

    effects = [forks.effects.fill_nan(None).to_dicts() for forks in evidence.forks]
    return {
        "verdicts": [asdict(one) | {"sentence": sentence(evidence, one)} for one in evidence.judgements],
        "characters": [row for rows in effects for row in rows],
    }
