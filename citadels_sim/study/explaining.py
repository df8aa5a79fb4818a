"""Why: effects of characters that are shown to be out of balance, split into the parts of their cards, within a share of a study's time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from citadels_sim.judge.criteria import Judgement
from citadels_sim.limits import MAX_SEED
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.study.failing import failing_members
from citadels_sim.study.first_steps import slowness
from citadels_sim.study.part import Part
from citadels_sim.study.question import Question, designs_of_studies
from citadels_sim.variants import load_variant

SHARE: Final = 0.08
"""Of the time of a study, where a character is out of balance."""
SECONDS: Final = 20.0
"""How long it takes where a precision is given."""
_CHARACTERS: Final = 2
"""Characters whose effects are split at most: the farthest out, each at its worst table."""
_NODES: Final = 4_000_000
_SEEDS: Final = 250_000
"""From the seed of a study to that of these deals: what stood out by luck, and was chosen for it, does not do so again."""
_NAME: Final = re.compile(r"why-(?P<character>.+)-(?P<players>\d)-(?P<variant>\d{1,3})")


def is_explained(question: Question) -> bool:
    """Return whether a study splits effects: one that plays everything does, one for which designs were chosen does not."""
    return set(question.designs) >= set(designs_of_studies())


def names_to_explain(question: Question, judgements: Sequence[Judgement], over: Sequence[Part]) -> list[str]:
    """Name the parts of a study that split the effects of the characters that are farthest out of balance, without those that are over."""
    if not is_explained(question):
        return []
    places = {load_variant(name).name: number for number, name in enumerate(question.variants, start=1)}
    found: dict[str, str] = {}
    for one, member in failing_members(judgements):
        if one.criterion == "character" and one.variant in places:
            found.setdefault(member.group, f"why-{member.group}-{one.players}-{places[one.variant]}")
    done = {part.name for part in over}
    return [name for name in list(found.values())[:_CHARACTERS] if name not in done]


def steps_of(question: Question, parts: list[Part], name: str, seconds: float, notify: Callable[[str], None]) -> Iterator[Part]:
    """Yield a part each time that it is to be played: its first step, where there is time for it, and as far as the rest of it goes.

    Parameters
    ----------
    question : Question
    parts : list of Part
        Of the study; the part is added.
    name : str
        Of the part.
    seconds : float
        Of one process.
    notify : callable
        Receives a line where there is no time for it.
    """
    part = next((part for part in parts if part.name == name), None) or part_to_explain(question, name)
    if part is None or part.failed:
        return
    if part.first_seconds() * slowness(parts) > seconds:
        notify(f"Left out for lack of time: {name}, why a character is out of balance. A longer study plays it, as does `citadels why`.")
        return
    spent = part.spent
    if part not in parts:
        parts.append(part)
        part.steps = [cell.looks[0] for cell in part.plan.cells]
        yield part
    if part.grow(part.further(seconds - (part.spent - spent))):
        yield part


def part_to_explain(question: Question, name: str) -> Part | None:
    """Make the part of a name, of the bot that judges at one table; None for the name of another part.

    Raises
    ------
    CitadelsError
        If it cannot be played.
    """
    said = _NAME.fullmatch(name)
    if said is None or not 0 < int(said["variant"]) <= len(question.variants):
        return None
    keys = {
        "name": name,
        "kind": "why",
        "what": said["character"],
        "variants": [question.variants[int(said["variant"]) - 1]],
        "players": [int(said["players"])],
        "lineups": [[question.bots[0]]],
        "seed": (question.seed + _SEEDS) % (MAX_SEED + 1),
        "games": _NODES,
    }
    plan = make_plan(make_experiment(keys, name).model_copy(update={"growing": True}), name)
    cells = len(plan.cells)
    return Part(name, plan, [0] * cells, [0.0] * cells, [0] * cells)
