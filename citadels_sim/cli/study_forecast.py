"""``citadels study --dry-run``: what a study would play, and how wide its intervals would be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_sim.cli.console import note, print_json, print_table, print_text, right
from citadels_sim.lineups import lineup_words

if TYPE_CHECKING:
    from citadels_sim.study.folder import StudyRecord
    from citadels_sim.study.question import Question


def print_forecast(folder: Path, record: StudyRecord, seconds: float, workers: int | None, *, as_json: bool) -> None:
    """Print what a study would play and how wide its intervals would be, from a first round played into a temporary folder."""
    import tempfile

    from citadels_sim.compiler.decorators import is_cached
    from citadels_sim.processes import cores
    from citadels_sim.study.folder import StudyRecord
    from citadels_sim.study.forecast import forecast
    from citadels_sim.study.runner import Study

    with tempfile.TemporaryDirectory(prefix="citadels-") as place:
        fresh = StudyRecord(question=record.question, judges=_judges_of_plan(record.question))
        study = Study(Path(place), fresh, workers or cores())
        if compiled := all(is_cached(point) for part in study.parts for point in part.plan.entry_points()):
            note("Playing a first round into a temporary folder ...")
            study = Study(Path(place), fresh, workers or cores(), only_judged=True)
            cells = [one._asdict() | {"cell": _cell(one.cell)} for one in forecast(study, seconds)]
            for words in study.setbacks.words.values():
                note(words)
        else:
            cells = [
                {"part": part.name, "unit": part.plan.design.unit, "cell": _cell(cell), "blocks": None, "lack": None}
                for part in study.parts
                for cell in part.plan.cells
            ]
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "judges": study.judges,
                "skipped": study.skipped,
                "cells": cells,
                "confirmation": study.confirming.words,
            }
        )
        return
    for words in study.judges:
        print_text(words)
    heads = ("part", "variant", *right("players"), "line-up", *right("blocks", "widest interval / limit"))
    unknown = "not known yet" if compiled else "–"
    rows = [(one["part"], one["cell"], _number(one["blocks"], ",d", "–"), _number(one["lack"], ".2f", unknown)) for one in cells]
    print_table(heads, [(part, at["variant"], at["players"], lineup_words(at["lineup"]), *numbers) for part, at, *numbers in rows])
    if study.confirming.words:
        print_text(study.confirming.words)
    if not compiled:
        print_text(
            "The precision of each cell is not estimated: some code is not compiled on this machine yet, and --dry-run compiles nothing."
        )
    print_text(f"The folder would be {folder}; nothing was written there.")


def _judges_of_plan(question: Question) -> tuple[str, ...]:
    """Return who would judge where `learner` would learn first; else nothing, which the study knows itself."""
    if not question.learns:
        return ()
    from citadels_sim.study.learning import said_of_plan

    return said_of_plan(question)


def _cell(cell: Any) -> dict[str, Any]:
    return {"variant": cell.variant.name, "players": cell.players, "lineup": cell.lineup}


def _number(value: float | None, form: str, unknown: str) -> str:
    return unknown if value is None else "settled" if value == 0 else format(value, form)
