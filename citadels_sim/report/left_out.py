"""Runs that a report leaves out since they cannot be read or analysed: which these are, and why, in a line each.

One fault does not take the whole page away: what fails for a run alone is that run's, and the others are reported on without it.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from citadels_sim.errors import CitadelsError, RunError, is_failure
from citadels_sim.lab import all_designs
from citadels_sim.runs.reading import check_run_folder
from citadels_sim.text import cut, visible_line

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
        return LeftOut(folder, kind := _kind(folder), _words(folder, kind, error))
    return None


def _kind(folder: Path) -> str:
    try:
        return check_run_folder(folder).experiment.kind
    except RunError:
        return ""


def _words(folder: Path, kind: str, error: BaseException) -> str:
    """Say in a line why a run is left out: what is wrong with it, or that this program has a fault."""
    name = visible_line(folder.name)
    reason = cut(visible_line((str(error).splitlines() or [""])[0].removeprefix(f"{folder}: ")), _MOST)
    if isinstance(error, CitadelsError):
        return f"{name} is left out: {reason}"
    first, *rest = all_designs()[kind].answer if kind in all_designs() else ("report", "--terminal")
    shown = shlex.join(("citadels", first, f"runs/{name}", *rest))
    fault = f"{type(error).__name__}: {reason}" if reason else type(error).__name__
    return (
        f"{name} could not be analysed and is left out ({fault}). This is a fault of citadels_sim: "
        f"`{shown}` shows it with CITADELS_TRACEBACK=1."
    )
