"""Runs that a report leaves out since they cannot be played, read or analysed: which these are, and why, in a line each.

One fault does not take the whole page away: what fails for a run alone is that run's, and the others are reported on without it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from citadels_sim.errors import CitadelsError, RunError, is_failure
from citadels_sim.runs.designs import all_designs
from citadels_sim.runs.reading import check_run_folder
from citadels_sim.text import command_line, cut, visible_line

_MOST: Final = 300
"""Characters of a reason."""


@dataclass(frozen=True)
class LeftOut:
    """A run that a report leaves out.

    Attributes
    ----------
    folder : pathlib.Path
        Of the run.
    kind : str
        Its design; empty where that cannot be read.
    words : str
        A line that says why.
    """

    folder: Path
    kind: str
    words: str


def faulty(error: BaseException, alone: Mapping[Path, Callable[[], object]]) -> tuple[LeftOut, ...]:
    """Find out for which of several runs alone something fails that failed for all of them together.

    Parameters
    ----------
    error : BaseException
        How it failed. It is raised again where it fails for none alone, or where CITADELS_TRACEBACK asks for that.
    alone : mapping
        Run folder -> what failed, of this run alone.

    Returns
    -------
    tuple of LeftOut
        Those that are to be left out; some of the runs remain.

    Raises
    ------
    RunError
        If it fails for every run, with a line for each.
    """
    if os.environ.get("CITADELS_TRACEBACK") or not is_failure(error) or len(alone) < 2:
        raise error
    found = [one for folder, make in alone.items() if (one := _failing(folder, make)) is not None]
    if not found:
        raise error
    if len(found) == len(alone):
        raise RunError("\n".join(one.words for one in found)) from error
    return tuple(found)


def _failing(folder: Path, make: Callable[[], object]) -> LeftOut | None:
    try:
        make()
    except BaseException as error:
        if not is_failure(error):
            raise
        return LeftOut(folder, kind := kind_of(folder), _words(folder, kind, error))
    return None


def kind_of(folder: Path) -> str:
    """Return the design of a run; empty where that cannot be read."""
    try:
        return check_run_folder(folder).experiment.kind
    except RunError:
        return ""


def reason_of(error: BaseException) -> str:
    """Return what an error says, as one line that is not too long."""
    return cut(visible_line((str(error).splitlines() or [""])[0]), _MOST)


def fault_words(error: BaseException, command: str) -> str:
    """State how something failed by a fault of this program, and with which command that is seen: the end of a sentence behind ``(``."""
    fault = ": ".join(part for part in (type(error).__name__, reason_of(error)) if part)
    return f"{fault}). This is a fault of citadels_sim: `{command}` shows it with CITADELS_TRACEBACK=1."


def _words(folder: Path, kind: str, error: BaseException) -> str:
    """Say in a line why a run is left out: what is wrong with it, or that this program has a fault."""
    name = visible_line(folder.name)
    if isinstance(error, CitadelsError):
        return f"{name} is left out: {reason_of(error).removeprefix(f'{folder}: ')}"
    first, *rest = all_designs()[kind].answer if kind in all_designs() else ("report", "--terminal")
    shown = command_line(("citadels", first, f"runs/{name}", *rest))
    return f"{name} could not be analysed and is left out ({fault_words(error, shown)}"
