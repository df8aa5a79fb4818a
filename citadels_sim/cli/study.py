"""``citadels study``: one question, every experiment that answers it, and the page."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from citadels_sim.cli import options
from citadels_sim.cli.console import note, print_json, print_text
from citadels_sim.processes import one_thread
from citadels_sim.text import command_line, upper_first

if TYPE_CHECKING:
    from citadels_sim.runs.pool_types import Pool
    from citadels_sim.study.folder import StudyRecord
    from citadels_sim.study.question import Question
    from citadels_sim.study.runner import Study

EXAMPLES = (
    "citadels study classic-2000 --minutes 3 --out studies/classic",
    "citadels study classic-2000 dark-city citadels-2016 --players 4 --minutes 10 --out studies/editions",
    "citadels study my-rules.toml --precision 1      # compared with the variant that it extends",
    "citadels study studies/classic --minutes 10     # adds ten minutes",
)

_INTERRUPTED: Final = 130
_WATCHED: Final = 2
"""Games to watch for each finding of a study,"""
_WATCHED_FROM: Final = 2.0
"""of so many minutes or more: in a shorter one they would take the time of the games that are counted."""
_MINUTES: Final = 10.0


def command(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT...",
            help="Variants, by name or path; or one study file, or the folder of a study.",
            autocompletion=options.variant_names_beginning,
        ),
    ],
    *,
    players: Annotated[
        str | None, typer.Option("--players", help="Numbers of players.  [default: those of 4-7 that all variants allow]")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots",
            help="A bot, playing against copies of itself; repeat for more. The strongest judges, or the first if the strengths are not "
            "known.  [default: planner, and learner, which first learns rules that are new to it]",
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes", help="How long the study may take, page included; compiling, once on a machine, is not counted.  [default: 10]"
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision",
            metavar="POINTS",
            help="Instead: play until every undecided interval of a seat or character is at most ± this wide.",
        ),
    ] = None,
    designs: Annotated[
        str | None, typer.Option("--designs", help="Kinds of experiment, separated by commas.  [default: all that fit]")
    ] = None,
    margin: Annotated[list[str] | None, options.margins_option("A limit for the verdicts, such as character=2")] = None,
    seed: options.SeedOption = None,
    out: Annotated[str | None, options.out_option("studies/NAME", "The folder of the study.", "DIR")] = None,
    workers: options.WorkersOption = None,
    scheduler: options.SchedulerOption = None,
    local_cluster: options.LocalClusterOption = None,
    watch: Annotated[bool, typer.Option("--watch", help="Write the page after every round of play; it reloads itself.")] = False,
    dry_run: options.DryRunOption = False,
    only_compile: Annotated[
        bool,
        typer.Option(
            "--compile", help="Compile what it would play, once for this machine, so that nobody waits for it later; play nothing."
        ),
    ] = False,
    as_json: options.JsonOption = False,
) -> None:
    """Find out what is out of balance in a set of rules, and by how much, in a given time.

    A study plays games, forks, flow and the other designs: first a little of each, then, in rounds, more of those whose intervals are
    widest relative to the limit of their verdict. It ends when every verdict is settled or the time is up, and writes one page,
    DIR/report/index.html. The same command continues after an interruption; with a study's folder and --minutes it adds time. A variant
    file of your own is compared with the variant that it extends; the bot `learner` first learns its rules, in a third of the time, and
    judges them where it wins more often than `planner`.

    A part that cannot be played or analysed is left out: a line on standard error and on the page says why, the exit code is 0, and the
    same command tries it again. A full disk or Ctrl-C ends the study; finished parts are kept.
    """
    begun = time.monotonic()
    one_thread()
    from citadels_sim.cli.limits import parse_limits
    from citadels_sim.cli.run import pool_of
    from citadels_sim.cli.study_request import StudyRequest
    from citadels_sim.processes import cores

    pool = pool_of(scheduler, local_cluster, workers)  # before anything is written
    options: dict[str, Any] = {"players": players, "bots": bots, "designs": designs, "seed": seed, "margins": parse_limits(margin)}
    budget = {"minutes": minutes, "precision": precision}
    folder, record, seconds = StudyRequest(what, options, budget, out, dry_run or only_compile).find()
    if only_compile:
        from citadels_sim.study.compiling import compile_study

        compile_study(record.question, workers or cores(), note)
        print_text("All that this study may need is compiled for this machine. Nothing was played.")
        return
    _warn(record.question)
    if dry_run:
        from citadels_sim.cli.study_forecast import print_forecast

        print_forecast(folder, record, seconds or _MINUTES * 60, workers, as_json=as_json)
        return
    from citadels_sim.study.folder import held

    with held(folder, record):
        study = _play(folder, record, seconds, pool, workers or local_cluster or cores(), begun, watch=watch)
        _report(study, as_json=as_json)


def _warn(question: Question) -> None:
    """Warn of rules under which games may never end."""
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.variants import load_variant

    variants = [load_variant(name) for name in question.variants]
    warn_of_endless((variant, n) for variant in variants for n in question.players if n in variant.tables)


def _play(folder: Path, record: StudyRecord, seconds: float | None, pool: Pool | None, workers: int, begun: float, *, watch: bool) -> Study:
    """Play with progress; after Ctrl-C print how to continue, and exit."""
    from citadels_sim.cli.progress import study_progress
    from citadels_sim.study.runner import Study

    progress = study_progress(seconds)
    if record.question.learns:
        from citadels_sim.study.learning import let_learn

        try:
            record, compiled = let_learn(folder, record, workers, progress)
        except KeyboardInterrupt:
            _stop(folder)
        begun += compiled
    study = Study(folder, record, workers, pool=pool, progress=progress)
    for words in (*study.judges, *(f"{name} is left out: {why}" for name, why in study.skipped.items())):
        note(words)
    try:
        before = time.monotonic() - begun
        left = None if seconds is None else max(0.0, seconds - before)
        study.play(left, lambda: _write_page(study, running=True) if watch else None, page=True, before=before)
    except KeyboardInterrupt:
        _stop(folder)
    finally:
        progress.close()
    return study


def _stop(folder: Path) -> NoReturn:
    """Print how to continue an interrupted study, and exit."""
    note(f"citadels: interrupted. Finished parts are kept. Continue with:\n  {command_line(['citadels', 'study', str(folder)])}")
    raise typer.Exit(_INTERRUPTED) from None


def _write_page(study: Study, *, running: bool = False) -> Any:
    from dataclasses import replace

    from citadels_sim.cli.progress import report_progress
    from citadels_sim.cli.report import watching
    from citadels_sim.processes import cores
    from citadels_sim.report import make_report
    from citadels_sim.study.folder import page_folder, run_folders
    from citadels_sim.study.repairs import facts_of

    facts = replace(facts_of(study.folder), running=running)
    workers = 1 if running else cores()
    minutes = study.question.minutes  # of the last budget alone, where it was continued
    long = minutes is None or max(minutes, study.spent / 60) >= _WATCHED_FROM
    games = watching(_WATCHED if long and not running else 0)
    place = page_folder(study.folder)
    return make_report(run_folders(study.folder), place, study=facts, workers=workers, progress=report_progress(), games=games)


def _report(study: Study, *, as_json: bool) -> None:
    paths = _write_page(study)
    study.close()
    for words in paths.left_out:
        if words not in study.setbacks.words.values():  # said when it happened
            note(words)
    if as_json:
        parts = {
            part.name: {
                "cells": [
                    {"variant": c.variant.name, "players": c.players, "lineup": c.lineup, "blocks": blocks}
                    for c, blocks in zip(part.plan.cells, part.steps, strict=True)
                ]
            }
            for part in study.played
        }
        print_json(
            {
                "folder": str(study.folder),
                "page": str(paths.page),
                "seconds": study.spent,
                "skipped": study.skipped,
                "not_begun": study.omissions.not_begun,
                "parts": parts,
                "judges": study.judges,
                "lacking": study.growth.ending(),
                "headlines": list(paths.headlines),
                "findings": list(paths.findings),
                "left_out": list(paths.left_out),
            }
        )
        return
    for words in study.judges:
        print_text(words)
    for number, headline in enumerate(paths.headlines, start=1):
        print_text(f"{number}. {headline}")
    ending = study.growth.ending()
    print_text(f"\n{upper_first(ending)}.")
    print_text(f"The page: {paths.page}")
