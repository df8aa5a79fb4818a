"""Whether what `learner` says of the characters survives stronger play. Writes ``reports/experts.md``."""

from __future__ import annotations

import json
import math
from typing import Any, Final

import numpy as np
from scipy.stats import norm

from citadels_sim.formats import fixed
from citadels_sim.show.charts import style
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.statistics.spread import spread
from scripts.research.pages import EDITIONS, ROOT, cells, command, heads, say, write_report

FOLDER: Final = ROOT / "runs" / "experts"
THINKING: Final = "learner:think=30"
NODES: Final = {"learner": 12_000, THINKING: 2_400, "planner": 12_000}
"""Nodes of each bot; who thinks ahead plays some eight a second and core."""

Effects = dict[str, tuple[float, float, float]]


def effects(edition: str, bot: str) -> Effects:
    """Fork picks of a bot at a table of four; return what each character brings, with its interval, in percentage points."""
    out = FOLDER / f"{edition}-{bot.replace(':', '-').replace('=', '-')}"
    words = ["--variant", edition, "--players", "4", "--bots", bot, "--nodes", str(NODES[bot]), "--replicates", "1", "--seed", "1"]
    complete = (out / "manifest.json").is_file() and json.loads((out / "manifest.json").read_text())["state"] == "complete"
    found = json.loads(command("forks", *([str(out)] if complete else [*words, "--out", str(out)]), "--json"))["effects"]
    own = [one for one in found if one["metric"] == "win_effect"]
    wider = norm.ppf(1 - 0.025 / len(own)) / norm.ppf(0.975)  # for all characters at once
    return {
        one["group"]: (100 * one["value"], *(100 * (one["value"] + wider * (end - one["value"])) for end in (one["low"], one["high"])))
        for one in own
    }


def shown(effect: tuple[float, float, float]) -> str:
    """Write an effect with its interval."""
    value, low, high = (fixed(number, 1, "+") for number in effect)
    return f"{value} [{low}, {high}]"


def difference(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return by how much two effects differ that were measured in games of their own."""
    value, half = one[0] - other[0], math.hypot((one[2] - one[1]) / 2, (other[2] - other[1]) / 2)
    return value, value - half, value + half


def distance(one: Effects, other: Effects) -> str:
    """Estimate how far apart the true effects of the same characters lie, with the interval, in percentage points; noise is taken off."""
    errors = norm.ppf(1 - 0.025 / len(one))  # of an interval's half width, in standard errors
    value, low, high = np.array([difference(one[name], other[name]) for name in one]).T
    nodes = float(min(NODES.values()))
    far = spread(Ratios(value, np.diag(((high - low) / 2 / errors) ** 2), int(nodes), value * nodes, np.full(len(value), nodes)))
    assert far is not None
    return f"{far.value:.1f} points [{far.low:.1f}, {far.high:.1f}]"


def main(only: str = "") -> None:
    """Play three bots in every edition, or in one, and write the page. An hour on two cores; what is there is not played again."""
    lines: list[str] = []
    for edition in [only] if only else EDITIONS:
        found: dict[str, Effects] = {bot: effects(edition, bot) for bot in NODES}
        judge, thinking, planner = found.values()
        lines += [f"## {edition}", "", *heads("character", ">`learner`", f">`{THINKING}`", ">difference", ">`planner`")]
        for name in sorted(judge, key=lambda name: -judge[name][0]):
            values: list[Any] = [
                shown(judge[name]),
                shown(thinking[name]),
                shown(difference(thinking[name], judge[name])),
                shown(planner[name]),
            ]
            lines.append(cells(style.title_of(name), *values))
        differences = {name: difference(thinking[name], judge[name]) for name in judge}
        apart = [style.title_of(name) for name, (_, low, high) in differences.items() if low > 0 or high < 0]
        shown_apart = f"{', '.join(apart)} {'is' if len(apart) == 1 else 'are'}" if apart else "No character is"
        far = f"{distance(judge, thinking)} for `{THINKING}`, {distance(judge, planner)} for `planner`"
        lines += ["", f"{shown_apart} shown to differ where `learner` thinks ahead. Distance from `learner`: {far}.", ""]
        say(*lines[-4 - len(judge) :])
    nodes = ", ".join(f"{count:,} nodes of `{bot}`" for bot, count in NODES.items())
    head = (
        "# Does what `learner` says survive stronger play?\n\nEffect of a pick at tables of four, in percentage points of win chance "
        f"with 95 % intervals for all characters of a table at once: {nodes}. One `learner:think=60` wins 46 to 50 % of its games against "
        "three `learner`. A distance is the standard deviation of how far the true effects differ, the noise taken off: 0 where "
        "all that differs may be noise. Made by `scripts/research/run experts`.\n"
    )
    write_report("experts.md", [head, *lines])
