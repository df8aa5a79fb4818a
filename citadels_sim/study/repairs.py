"""What to try next: for the verdicts farthest beyond their limits, rule changes that are played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from citadels_sim.balance.question import Question as Repair
from citadels_sim.balance.saved import RESULT, EarlierSearchError, begun, read_result
from citadels_sim.balance.search import propose
from citadels_sim.balance.target import Target
from citadels_sim.errors import CitadelsError, is_failure
from citadels_sim.foreign import is_file
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.lineups import lineup_words
from citadels_sim.minutes import TooShortError, minutes_left, minutes_words
from citadels_sim.names import slug
from citadels_sim.report.left_out import LeftOut, fault_words, kind_of, reason_of
from citadels_sim.report.study_facts import RuleSearch, StudyFacts
from citadels_sim.runs.plan import Plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.store import within
from citadels_sim.study.failing import failing_members
from citadels_sim.study.folder import confirming_folders, part_folder, read_study
from citadels_sim.study.history import earlier_versions
from citadels_sim.study.plays import plays_of
from citadels_sim.study.question import Question
from citadels_sim.study.setback import ends_study
from citadels_sim.text import command_line

SHARE: Final = 0.25
"""Of the time of a study: for searching what to try next, where some figure lies beyond its limit."""
_FOLDER: Final = "balance"
_EACH: Final = 15.0
"""Seconds that one search takes at least."""
_SEEDS: Final = 1000
"""From the seed of a study to that of its first search for a figure, and from each to the next."""
_MOST: Final = 3
"""Verdicts that changes are searched for."""


def worst_figures(judgements: Sequence[Judgement]) -> list[tuple[Judgement, Member]]:
    """Return the figures that lie wholly beyond their limits, the farthest in units of its limit first; of a member its worst table."""
    by_figure: dict[tuple[str, str, str], tuple[Judgement, Member]] = {}
    for one, member in failing_members(judgements):
        by_figure.setdefault((one.criterion, one.variant, member.group), (one, member))
    return list(by_figure.values())


def search_repairs(
    folder: Path,
    question: Question,
    judgements: Sequence[Judgement],
    seconds: float,
    play: Callable[[Plan, str], object],
    notify: Callable[[str], None],
) -> None:
    """Search for changes that repair the worst figures, as many of them as there is time for, into folders of their own.

    Parameters
    ----------
    folder : pathlib.Path
        Of the study.
    question : Question
    judgements : sequence of Judgement
        Of the study's first bot.
    seconds : float
        For all searches.
    play : callable
        Plays what is missing of a plan into a folder.
    notify : callable
        Receives a line at the beginning of each search.
    """
    figures = worst_figures(judgements)
    most: int | None = max(1, min(_MOST, int(seconds / _EACH)))
    while most is not None:
        most = _search(folder, question, figures[:most], seconds, play, notify)


def _search(
    folder: Path,
    question: Question,
    wanted: Sequence[tuple[Judgement, Member]],
    seconds: float,
    play: Callable[[Plan, str], object],
    notify: Callable[[str], None],
) -> int | None:
    """Search for changes that repair some figures; where the time is too short for all but not for fewer, return how many these are."""
    command = ["citadels", "study", str(folder)]
    for number_of, (one, member) in enumerate(wanted):
        target = Target(one.criterion, member.group)
        notify(f"What to try next: {one.variant}, {one.players} players, {target.words}")
        name, margins = question.source_of(one.variant), dict(question.margins or {})
        try:
            number, place = _place(folder, slug(f"{one.variant}-{one.players}-{one.criterion}-{member.group}"))
            # A search that was stopped is continued as it was begun: by then the study knows its figure better, and has another time.
            each, figure = begun(place) or (seconds / len(wanted), member.value)
            seed = question.seed + _SEEDS * number
            propose(Repair(name, one.players, one.lineup, target, seed, margins, figure), place, each, play=play, notify=notify)
        except TooShortError as error:
            fewer = min(int(seconds / error.seconds), len(wanted) - 1)
            if number_of == 0 and fewer > 0:
                return fewer
            notify(_too_short(one.lineup, error.seconds, seconds, command))
        except BaseException as error:
            if ends_study(error):
                raise
            fault = f"({fault_words(error, command_line(command))}"
            notify(f"No change was searched for{f': {error}' if isinstance(error, CitadelsError) else f' {fault}'}")
    return None


def _too_short(lineup: str, needed: float, seconds: float, command: Sequence[str]) -> str:
    """State that a search had too little time, why, and how many minutes more give it enough."""
    more = command_line([*command, "--minutes", minutes_words(needed / SHARE)])
    return (
        f"No change was searched for: with {lineup_words(lineup)} that takes {minutes_words(needed)} minutes or more, "
        f"and {minutes_left(seconds)} of the study's time were left for it. `{more}` continues the study for so many minutes "
        f"more, of which the search has {100 * SHARE:.0f} %."
    )


def _place(folder: Path, name: str) -> tuple[int, Path]:
    """Return the number and the folder of the next search for a figure: where one is complete, the next has other deals."""
    for number in count(1):
        place = within(folder, f"{_FOLDER}/{name}{f'-again{number}' if number > 1 else ''}")
        if not (place / RESULT).exists():
            return number, place
    raise AssertionError


def _confirming(folder: Path) -> tuple[list[Judgement], list[str]]:
    """Return what the parts of a study say that confirm its headline or do not, and why some cannot be read."""
    judged: list[Judgement] = []
    faults: list[str] = []
    for place in confirming_folders(folder):
        try:
            run = load_run(place, kind=None)
            judged += run.design.module("judge").judge_run(run)
        except BaseException as error:
            if not is_failure(error):
                raise
            faults.append(f"{place.name}: {reason_of(error)}")
    return judged, faults


def facts_of(folder: Path) -> StudyFacts:
    """Return what a study knows beside its runs: the results of its searches for rule changes, and what was left out."""
    record = read_study(folder)
    left_out = [f"{name}: {why}" for name, why in record.skipped.items()]
    searches: dict[tuple[object, ...], RuleSearch] = {}
    # Of several searches for one figure the last has the most time, and the best of the study's figures.
    for path in sorted((folder / _FOLDER).glob(f"*/{RESULT}"), key=lambda path: (len(path.parent.name), path.parent.name)):
        if is_file(path):
            try:
                result = read_result(within(folder, path.relative_to(folder).as_posix()))
            except EarlierSearchError as error:
                left_out.append(f"What to try next: {error}")
                continue
            if result is not None:
                searches[result.variant, result.players, result.lineup, result.criterion, result.group] = result
    plays, faults = plays_of(folder)
    left_out += faults
    confirming, faults = _confirming(folder)
    left_out += faults
    failed = [(part_folder(folder, name), words) for name, words in record.failed.items()]
    played = tuple(LeftOut(place, kind_of(place), words) for place, words in failed)
    return StudyFacts(
        tuple(searches.values()),
        tuple(left_out),
        judges=record.judges,
        left_out=played,
        changes=record.question.changes_rules,
        variants=record.question.variants,
        earlier=earlier_versions(folder),
        plays=tuple(plays),
        confirming=tuple(confirming),
    )
