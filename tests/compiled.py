"""Compiles everything that the tests play with, once: ``python -m tests.compiled``.

Test processes side by side would each compile what none has kept yet, twice the work. Here two processes share it: one takes the rules and
what calls them, the other the bots, which share their own parts among each other.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import citadels_sim
from citadels_sim.compiler.decorators import INTERPRETED, is_entry_point, ready
from citadels_sim.engine.decisions import apply

Seam = Callable[..., Any]


def every_entry_point() -> list[Seam]:
    """Every entry point of the package and of what the tests share, each once, in order of module and name."""
    names = [result.name for result in pkgutil.walk_packages(citadels_sim.__path__, "citadels_sim.")]
    names = [name for name in names if not name.endswith("__main__")]
    modules = [importlib.import_module(name) for name in (*names, "tests.bots.worlds", "tests.engine.loops")]
    entry_points = {id(thing): thing for module in modules for thing in vars(module).values() if is_entry_point(thing)}
    return list(entry_points.values())


def halves() -> tuple[list[Seam], list[Seam]]:
    """The rules and whatever plays by them; the bots and what thinks as they do, of the same small functions."""
    by_module: tuple[list[Seam], list[Seam]] = ([apply], [])
    for entry_point in every_entry_point():
        if entry_point is not apply:
            by_module[".bots." in entry_point.__module__].append(entry_point)
    # These need the rules compiled.
    by_module[1].sort(key=lambda entry_point: "searcher" in entry_point.__module__ or "worlds" in entry_point.__module__)
    return by_module


def compile_half(half: int) -> int:
    """Compile one half; return how many there were."""
    entry_points = halves()[half]
    for entry_point in entry_points:
        ready(entry_point)
    return len(entry_points)


def main() -> None:
    """Compile both halves side by side and say how much that was."""
    if INTERPRETED:
        return  # by plain Python, with nothing to compile
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        sys.stdout.write(f"{sum(processes.map(compile_half, range(2)))} entry points are compiled\n")


if __name__ == "__main__":
    main()
