"""What a search plays: variants at one table on the same deals, each part a run folder inside the folder of the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from citadels_sim.balance.question import Question
from citadels_sim.runs.fixed_variants import settled_plan
from citadels_sim.runs.plan import Plan
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.store import within
from citadels_sim.variants import Variant

Play = Callable[[Plan, str], object]
"""Plays what is missing of a plan into a folder."""


@dataclass(frozen=True)
class Deals:
    """The table of a search, and where and by whom it is played.

    Attributes
    ----------
    question : Question
    base : Variant
        The variant itself, at the table's number of players only.
    out : pathlib.Path
        Folder of the search.
    play : callable
    """

    question: Question
    base: Variant
    out: Path
    play: Play

    def played(self, changed: Sequence[Variant], part: str, kind: str, games: int, seed: int, *, rows: bool = False) -> Run:
        """Play the variant itself and changed ones on the same deals, or what is missing of it.

        Parameters
        ----------
        changed : sequence of Variant
        part : str
            Name of its folder.
        kind : str
            The design.
        games : int
            Of each variant, or what else the design counts.
        seed : int
            From 0: its deals are those of no other part.
        rows : bool
            Whether every game is kept, so that deals can be compared one by one.
        """
        folder = within(self.out, part)
        self.play(self.plan(changed, part, kind, games, seed, rows=rows), str(folder))
        return load_run(folder, kind=kind, verify=False)  # the runner has compared its files with their checksums

    def plan(self, changed: Sequence[Variant], part: str, kind: str, games: int, seed: int, *, rows: bool = False) -> Plan:
        """Plan what `played` plays."""
        keys = self.question.keys(kind, games, rows=rows)
        return settled_plan([self.base, *changed], keys | {"name": f"balance-{part}", "seed": self.question.seed + seed})
