"""The parts of a study: the experiments of its designs, planned and checked, with how far each is played."""

from __future__ import annotations

from typing import Final

from citadels_sim.errors import CitadelsError
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.study.explaining import part_to_explain
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.part import Part
from citadels_sim.study.question import designs_of_studies

_MOST: Final = 40_000
"""Most games, nodes or deals of a cell, in units of the first shards of its design (1,000 where it names none)."""


def planned_parts(record: StudyRecord) -> tuple[list[Part], dict[str, str]]:
    """Plan every experiment of a study.

    Returns
    -------
    parts : list of Part
        As far played as the record says.
    skipped : dict of str to str
        Parts that cannot be played, and why.
    """
    question, known = record.question, designs_of_studies()
    parts: list[Part] = []
    skipped: dict[str, str] = {}
    for design in (known[name] for name in question.designs if name in known):
        try:
            planned = list(question.experiments(design))
        except CitadelsError as error:
            skipped[design.name] = _reason(error, design.name)
            continue
        for keys in planned:
            name = keys["name"]
            try:
                experiment = make_experiment({**keys, "games": _MOST * (design.shard_games or 1_000)}, name)
                plan = make_plan(experiment.model_copy(update={"growing": True}), name)
            except CitadelsError as error:
                skipped[name] = _reason(error, name)
                continue
            cells = len(plan.cells)
            parts.append(_as_far(Part(name, plan, [0] * cells, [0.0] * cells, [0] * cells), record))
    for name in record.parts:
        try:
            part = part_to_explain(question, name)
        except CitadelsError as error:
            skipped[name] = _reason(error, name)
            continue
        if part is not None:
            parts.append(_as_far(part, record))
    return parts, skipped


def _reason(error: CitadelsError, part: str) -> str:
    """Return why a part cannot be played, without its name, which is said before."""
    return str(error).splitlines()[-1].strip().removeprefix(f"{part}: ").removeprefix("variants: ")


def _as_far(part: Part, record: StudyRecord) -> Part:
    """Return a part as far played as a record says; from the begin where that is of other cells."""
    before = record.parts.get(part.name)
    if before is not None and len(before.steps) == len(part.steps):
        part.steps, part.seconds, part.timed = list(before.steps), list(before.seconds), list(before.timed)
    return part
