"""What forks of whatever kind need of a cell: memory for a game and for its copy at the node, the rules, the bots at the table."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from citadels_sim.bots import Bot
from citadels_sim.bots.weights import at_table
from citadels_sim.engine.loop import ROUND_CAP, Table, new_table
from citadels_sim.engine.rules import rules_record
from citadels_sim.runs.plan import Cell

__all__ = ["NodePlayer"]


class NodePlayer:
    """Holds what is used from node to node.

    Parameters
    ----------
    cell : Cell
        Variant, players, line-up.
    bots : mapping of str to Bot
        The bots by name, all compiled.
    seed : int
        Seed of the experiment.
    replicates : int
        How often each continuation is played.
    rounds : int
        Nodes are drawn from the first so many rounds.

    Attributes
    ----------
    rules : record of dtype RULES
    """

    def __init__(self, cell: Cell, bots: dict[str, Bot], seed: int, replicates: int = 1, rounds: int = ROUND_CAP) -> None:
        self._cell = cell
        self._seed = seed
        self._replicates = replicates
        self._rounds = rounds
        self.rules: Any = rules_record(cell.variant.at(cell.players))
        self._bots = tuple(at_table(bots[name], cell.variant, cell.players) for name in cell.seats)

    @cached_property
    def _table(self) -> Table:
        return new_table(self._bots, self.rules)

    @cached_property
    def _saved(self) -> np.ndarray:
        return np.zeros_like(self._table.raw)
