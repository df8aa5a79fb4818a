"""A curve that is all that is wanted: its folder, its time, and what it takes at least."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from citadels_sim.balance.curve import measure_curve
from citadels_sim.balance.curve_range import CurveRange
from citadels_sim.balance.deals import Play
from citadels_sim.balance.question import Question
from citadels_sim.balance.saved import Saved
from citadels_sim.balance.search import Search
from citadels_sim.balance.target import KINDS
from citadels_sim.minutes import TooShortError
from citadels_sim.report.study_facts import NumberCurve
from citadels_sim.runs.designs import design_of


def play_curve(
    question: Question, wanted: CurveRange, out: Path, seconds: float, workers: int, play: Play, notify: Callable[[str], None]
) -> NumberCurve:
    """Play a figure along a number, or what is missing of it.

    Parameters
    ----------
    question : Question
    wanted : CurveRange
    out : pathlib.Path
        Folder of the curve: new, empty, or of this same curve, which is continued there.
    seconds : float
        About how long it may take on this machine; measured once, and kept in the folder.
    workers : int
        Processes.
    play : callable
        Plays a plan into a folder.
    notify : callable
        Receives a line at the beginning.

    Raises
    ------
    TooShortError
        If the time is too short for so many values.
    RunError
        If the folder holds something else, or cannot be written.
    """
    curve = {"curve": wanted.key, "values": [*wanted.changed]}
    saved = Saved.from_question(question, out, seconds, 1, curve)
    search = Search(question, saved, workers, play, notify)
    kind, values = KINDS[wanted.target.criterion], len(wanted.changed) + 1
    if seconds < (least := search.schedule.shortest_curve(kind, values)):
        saved.forget()
        raise TooShortError(least, f"a curve of {values} values")
    games = search.schedule.curve(kind, values, alone=True)
    notify(f"{values} values of {wanted.key}, {games:,} {design_of(kind).unit} each, on the same deals.")
    return measure_curve(search.deals, wanted.target, wanted.key, wanted.title, wanted.now, wanted.changed, games)
