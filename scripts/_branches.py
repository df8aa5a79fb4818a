"""Counts which way the branches of rules and bots go, for `citadels_sim.compiler.branches`; `scripts/branches` calls it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from llvmlite import ir

from citadels_sim.compiler import branches
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import Plan, make_plan
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.table_writer import Writer
from citadels_sim.variants import load_variant
from scripts._pages import ROOT, say

ROOM: Final = 1_000_000
"""Branches that there is room for; one in several programs counts for each."""
VARIANTS: Final = ("classic-2000", "classic-2000-nine", "dark-city", "dark-city-random", "citadels-2016", "citadels-2016-random")
FAST: Final = ("random", "banker", "raider", "richard", "builder", "planner")
SLOW: Final = ("learner", "searcher:playouts=20")


class Counters:
    """How often each branch was reached and how often it was taken, by function: compiled code counts here."""

    def __init__(self) -> None:
        self._counts = np.zeros((ROOM, 2), np.int64)
        self._used = 0
        self._places: dict[str, list[range]] = {}

    def count(self, module: Any) -> None:
        """Let each branch of a module of `llvmlite.ir` count which way it goes."""
        for name, found in branches.branches_of(module):
            self._places.setdefault(name, []).append(range(self._used, self._used + len(found)))
            for branch in found:
                builder = ir.IRBuilder(branch.parent)
                builder.position_before(branch)
                self._add(builder, 0, ir.Constant(ir.IntType(64), 1))
                self._add(builder, 1, builder.zext(branch.operands[0], ir.IntType(64)))
                self._used += 1

    def _add(self, builder: ir.IRBuilder, column: int, number: Any) -> None:
        address = self._counts[self._used : self._used + 1, column:].ctypes.data
        place = builder.inttoptr(ir.Constant(ir.IntType(64), address), ir.IntType(64).as_pointer())
        builder.store(builder.add(builder.load(place), number), place)

    def taken(self) -> dict[str, str]:
        """Return what `branches.FILE` holds."""
        return {name: text for name, places in sorted(self._places.items()) if (text := self._taken(places))}

    def _taken(self, places: list[range]) -> str:
        """Write down how often the branches of a function are taken, which is in several programs; empty if it never ran."""
        passed, taken = np.sum([self._counts[place.start : place.stop] for place in places], axis=0).T
        if not passed.any():
            return ""
        shares = np.rint(branches.TIMES * taken / np.maximum(passed, 1)).astype(int)
        return " ".join(str(share) if times else "-" for share, times in zip(shares, passed, strict=True))


def _plans(games: int) -> Iterator[Plan]:
    """Plan games of each variant at all its numbers of players: so many of each fast bot, a tenth with turn rows and of slow bots."""
    for name in VARIANTS:
        for bots, number, detail in ((FAST, games, "games"), (FAST, max(1, games // 10), "turns"), (SLOW, max(1, games // 10), "games")):
            keys = {"name": "branches", "variants": [name], "players": load_variant(name).players, "games": number}
            yield make_plan(make_experiment(keys | {"lineups": [[bot] for bot in bots], "detail": detail}, "branches"))


def main(games: int) -> None:
    """Play games, as `_plans` says, by programs that count; write the file."""
    counters = Counters()
    branches.weigh = counters.count
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        os.environ["CITADELS_CACHE_DIR"] = folder
        for number, plan in enumerate(_plans(games)):
            writer = Writer(plan, LocalStore(Path(folder) / str(number)))
            for shard in plan.shards():
                writer.write(shard)
    taken = counters.taken()
    branches.FILE.write_text(json.dumps(taken, indent=0) + "\n", encoding="utf-8")
    say(f"{len(taken)} functions in {branches.FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
