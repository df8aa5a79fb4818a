"""Results of the benchmark: figures with their units and goals, speeds of cells, and how they compare with earlier results."""

from __future__ import annotations

import math
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from citadels_sim.bench.cells import CellSpeed
from citadels_sim.compiler import patches
from citadels_sim.errors import RunError
from citadels_sim.foreign import Unreadable, read_json, shown
from citadels_sim.processes import cores
from citadels_sim.text import cut


@dataclass(frozen=True)
class Figure:
    """One measured figure.

    Attributes
    ----------
    key : str
        Short name.
    what : str
        What was measured, for people.
    value : float
        The median.
    unit : str
        ``games/s``, ``decisions/s``, ``s``, ``x``, ``MB``, ``B``, ``%`` or ``million steps/s``.
    goal : float or None
        What it must reach, where something was promised.
    at_most : bool
        Whether the goal is an upper bound.
    """

    key: str
    what: str
    value: float
    unit: str
    goal: float | None = None
    at_most: bool = False

    @property
    def holds(self) -> bool | None:
        """Whether the goal is reached; None without one."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.at_most else self.value >= self.goal

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return asdict(self) | {"value": round(self.value, 4), "holds": self.holds}

    def shown(self, value: float | None = None) -> str:
        """Write the value, or another one, with its unit."""
        number = self.value if value is None else value
        if self.unit in ("games/s", "decisions/s"):
            return f"{number:,.0f} {self.unit}"
        digits = {"s": 2, "x": 2, "MB": 0, "B": 1, "%": 1, "million steps/s": 0}[self.unit]
        return f"{number:.{digits}f}{'' if self.unit in 'x%' else ' '}{self.unit}"

    @property
    def shown_goal(self) -> str:
        """The goal for people; empty where nothing was promised."""
        if self.goal is None:
            return ""
        return f"{'under' if self.at_most else 'at least'} {self.shown(self.goal)}"


@dataclass(frozen=True)
class Benchmark:
    """All that was measured.

    Attributes
    ----------
    figures : list of Figure
        Single figures, some with goals.
    cells : list of CellSpeed
        Speed by variant, number of players and bot.
    disk : dict of str to float
        Bytes per game by detail.
    missing : list of str
        What there was no time for.
    """

    figures: list[Figure] = field(default_factory=list)
    cells: list[CellSpeed] = field(default_factory=list)
    disk: dict[str, float] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def as_data(self, *, quick: bool) -> dict[str, Any]:
        """Return it as JSON-able data, which `read_earlier` reads."""
        return {
            "machine": machine(),
            "quick": quick,
            "figures": [figure.as_data() for figure in self.figures],
            "cells": [cell.as_data() for cell in self.cells],
            "bytes_per_game": {detail: round(size, 2) for detail, size in self.disk.items()},
            "missing": self.missing,
        }

    def numbers(self) -> dict[str, float]:
        """Return every number by a name that other results know it by."""
        return _numbers(self.as_data(quick=True))


def machine() -> str:
    """Describe the machine of the measurement."""
    return f"{platform.system()} {platform.machine()}, {cores()} cores, Python {platform.python_version()}, {patches.status()}"


class Ratio(NamedTuple):
    """A number before and now, and now as a multiple of before."""

    what: str
    before: float
    now: float

    @property
    def ratio(self) -> float:
        """Now as a multiple of before."""
        return self.now / self.before


@dataclass(frozen=True)
class Earlier:
    """An earlier result.

    Attributes
    ----------
    machine : str
        What it was measured on.
    quick : bool
        Whether with `--quick`.
    numbers : mapping of str to float
        By name, as `Benchmark.numbers` has them.
    """

    machine: str
    quick: bool
    numbers: Mapping[str, float]

    def ratios(self, measured: Benchmark) -> list[Ratio]:
        """Compare what both have, in the order of now; what was 0 before has no ratio."""
        now = measured.numbers()
        return [Ratio(name, self.numbers[name], value) for name, value in now.items() if self.numbers.get(name, 0) > 0]


def _numbers(data: Mapping[str, Any]) -> dict[str, float]:
    numbers = {figure["key"]: figure["value"] for figure in data["figures"]}
    for cell in data["cells"]:
        name = f"{cell['variant']} {cell['players']} {cell['bot']}"
        numbers |= {f"{name}: games/s": cell["games"], f"{name}: games/s with rows": cell["games_with_rows"]}
    numbers |= {f"bytes per game: {detail}": size for detail, size in data["bytes_per_game"].items()}
    read = {str(name): float(value) for name, value in numbers.items()}
    if not all(math.isfinite(value) for value in read.values()):
        raise ValueError("a figure that is not a number")
    return read


def read_earlier(file: Path) -> Earlier:
    """Read what ``citadels bench --json`` printed.

    Raises
    ------
    RunError
        If the file cannot be read, or is something else.
    """
    try:
        data = read_json(file)
    except Unreadable as reason:
        raise RunError(f"--against {shown(str(file))}: {reason}") from None
    try:
        return Earlier(cut(str(data["machine"]), 200), bool(data["quick"]), _numbers(data))
    except (TypeError, KeyError, ValueError, AttributeError, OverflowError):
        raise RunError(
            f"--against {shown(str(file))}: is not a result of the benchmark. Save one with: citadels bench --json > FILE"
        ) from None
