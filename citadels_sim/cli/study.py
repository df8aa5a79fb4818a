"""``citadels study``: one question, every experiment that answers it, and the page."""

from __future__ import annotations

import time
from collections.abc import Mapping
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
    from citadels_sim.processes import cores

    pool = pool_of(scheduler, local_cluster, workers)  # before anything is written
    options: dict[str, Any] = {"players": players, "bots": bots, "designs": designs, "seed": seed, "margins": parse_limits(margin)}
    budget = {"minutes": minutes, "precision": precision}
    folder, record, seconds = _record(what, options, budget, out, only_looked_at=dry_run or only_compile)
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


def _record(
    what: list[str], options: Mapping[str, Any], budget: Mapping[str, float | None], out: str | None, *, only_looked_at: bool
) -> tuple[Path, StudyRecord, float | None]:
    """Return the folder, the record, and the seconds that the study may take from now on (None: until its precision is reached)."""
    from citadels_sim.errors import ExperimentError
    from citadels_sim.foreign import is_file
    from citadels_sim.plays.store import FOLDER as PLAYS
    from citadels_sim.runs.lock import LOCK_FILE
    from citadels_sim.study.folder import StudyRecord, held, is_study, read_study
    from citadels_sim.study.question import differences
    from citadels_sim.study.versions import begin, next_version, own_file, versions_of
    from citadels_sim.variants import variant_names

    given = {key: value for key, value in options.items() if value is not None}
    if len(what) == 1 and is_study(Path(what[0])):
        if given or out is not None:
            option = "--out" if out is not None else f"--{next(iter(given))}"
            raise ExperimentError(f"{option}: does not go with {what[0]}, a study that is continued. Leave it out, or begin another study.")
        if len(versions := list(versions_of(Path(what[0])))) > 1:
            note(f"{what[0]} is version 1 of {len(versions)}; the last one is {versions[-1].folder}.")
        return _continued(Path(what[0]), read_study(Path(what[0])), budget)
    for word in what:
        if Path(word).is_dir() and word not in variant_names():
            raise ExperimentError(f"{word}: is a folder. Give variants, one study file, or one study's folder alone.")
    question = _question(what, given, budget, only_looked_at=only_looked_at)
    folder, own = Path(out or f"studies/{question.name}"), own_file(question)
    if not is_study(folder):
        if folder.exists() and (not folder.is_dir() or any(entry.name not in (PLAYS, LOCK_FILE) for entry in folder.iterdir())):
            if is_file(folder / LOCK_FILE):  # of a study that has only begun, or that was stopped before it had a record
                with held(folder, StudyRecord(question=question)):
                    pass
            raise ExperimentError(f"--out {folder}: this folder is not empty and holds no study. Choose an empty or new folder.")
        record = begin(folder, question, None) if own and not only_looked_at else StudyRecord(question=question)
        return folder, record, _left(question, 0.0)
    if own:
        folder, last = next_version(folder, question)
        question = _as_before(what, question, last.record if last else read_study(folder), given, budget)
        if last is not None:
            note(f"{own} has other rules than version {last.number}, which is kept: version {last.number + 1} begins in {folder}.")
            record = StudyRecord(question=question) if only_looked_at else begin(folder, question, last)
            return folder, record, _left(question, 0.0)
    record = read_study(folder)
    if own and record.version is not None:
        question = question.model_copy(update={"variants": record.question.variants})
    if question.learns:  # who plays was decided when the study began
        question = question.model_copy(update={"bots": record.question.bots, "learns": record.question.learns})
    if differ := differences(record.question, question):
        same = command_line(["citadels", "study", str(folder)])
        raise ExperimentError(
            f"--out {folder}: holds another study: {'; '.join(differ)}. Choose another folder, or continue that study: `{same}`."
        )
    return folder, record.model_copy(update={"question": question}), _left(question, record.spent)


def _question(what: list[str], given: Mapping[str, Any], budget: Mapping[str, float | None], *, only_looked_at: bool) -> Question:
    """Make the question of the command line."""
    from citadels_sim.lineups import check_no_code
    from citadels_sim.runs.experiment import parse_players
    from citadels_sim.runs.source import of_options
    from citadels_sim.study.question import make_question, read_question

    keys = {**given, **{key: value for key, value in budget.items() if value is not None}}
    if "players" in keys:
        keys["players"] = parse_players(keys["players"])
    if "designs" in keys:
        keys["designs"] = [name.strip() for name in keys["designs"].split(",")]
    if data := _study_file(what):
        bots = data.get("bots")
        if only_looked_at and "bots" not in keys and isinstance(bots, list):
            check_no_code([[bot for bot in bots if isinstance(bot, str)]], what[0])
        return read_question(what[0], keys)
    calls = {"variants": "WHAT", "margins": "--margin", "bots": "--bots", "lineups": "--bots"} | {
        f"variants[{i}]": name for i, name in enumerate(what)
    }
    return make_question({**keys, "variants": what}, of_options([*keys, *calls], calls=calls))


def _study_file(what: list[str]) -> dict[str, Any]:
    """Return the keys of a study file; nothing where variants are named."""
    from citadels_sim.foreign import Unreadable, is_file, read_toml

    try:
        data = read_toml(what[0]) if len(what) == 1 and is_file(Path(what[0])) else {}
    except Unreadable:
        data = {}  # the reader of variants says what is wrong
    return data if "variants" in data else {}


def _as_before(
    what: list[str], question: Question, before: StudyRecord, given: Mapping[str, Any], budget: Mapping[str, float | None]
) -> Question:
    """Return a question of an edited file with the options of its last version that the command leaves out, and say so."""
    from citadels_sim.study.carried import carried, keys_of, option_words

    named = [*given, *(key for key, value in budget.items() if value is not None)]
    if _study_file(what) or not (kept := carried(before.question, question, named)):
        return question
    note(f"The last study of {what[-1]} was played with {command_line(option_words(kept))}; so is this one. Other options replace these.")
    options = keys_of(kept)
    again = {key: options.pop(key, value) for key, value in budget.items()}
    return _question(what, {**given, **options}, again, only_looked_at=False)


def _warn(question: Question) -> None:
    """Warn of rules under which games may never end."""
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.variants import load_variant

    variants = [load_variant(name) for name in question.variants]
    warn_of_endless((variant, n) for variant in variants for n in question.players if n in variant.tables)


def _left(question: Question, spent: float) -> float | None:
    """Return how many seconds of a study are left."""
    return None if question.minutes is None else max(0.0, question.minutes * 60 - spent)


def _continued(folder: Path, record: StudyRecord, budget: Mapping[str, float | None]) -> tuple[Path, StudyRecord, float | None]:
    """Go on with a study: to its own end, or for a budget more."""
    from citadels_sim.lineups import check_no_code

    check_no_code([record.question.bots], str(folder))
    if budget["minutes"] is None and budget["precision"] is None:
        return folder, record, _left(record.question, record.spent)
    from citadels_sim.runs.source import of_options
    from citadels_sim.study.question import with_budget

    question = with_budget(record.question, budget["minutes"], budget["precision"], of_options(list(budget)))
    return folder, record.model_copy(update={"question": question}), _left(question, 0.0)


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
    long = study.question.minutes is None or study.question.minutes >= _WATCHED_FROM
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
