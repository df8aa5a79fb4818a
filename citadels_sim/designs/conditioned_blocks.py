"""What a run of forks shows of those of its nodes only at which a condition holds: the same blocks, each with the condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from citadels_sim.designs.condition import Condition
from citadels_sim.designs.some_nodes import declared_conditions, run_where
from citadels_sim.limits import Limit
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import NO_FINDING, Shown

OF_SOME: Final = "_where"
"""How the names of CSV files end whose figures are of some nodes only."""
_ONE_OF_SEVERAL: Final = "The intervals hold for this condition alone, not for all conditions at once."


def show_where(run: Run, condition: Condition, show: Callable[[Run], Shown], lineups: Sequence[str] = ()) -> Shown:
    """Show those nodes only at which a condition holds, of some line-ups or all, and say so below each table.

    Raises
    ------
    ExperimentError
        See `designs.some_nodes.run_where`.
    """
    shown = show(run_where(run, condition, lineups))
    note = f"Only nodes of the run where {condition.text}."
    blocks = tuple(replace(block, where=condition.text, notes=(*block.notes, note)) for block in shown.blocks)
    return replace(shown, blocks=blocks, facts={**shown.facts, "where": condition.text})


def show_declared(run: Run, show: Callable[..., Shown], margin: Limit | None, lineups: Sequence[str]) -> list[Shown]:
    """Show some line-ups of a run, or all where it has none of them, under each of the declared conditions that its columns can tell.

    Left out is a block of too few deals, and one of which most figures would be of too few.
    """
    there = {cell.key[2] for cell in run.manifest.cells}
    lineups = [name for name in lineups if name in there]  # none: all of the run
    found = []
    for condition in declared_conditions(run, lineups):
        shown = show_where(run, condition, partial(show, margin=margin), lineups)
        blocks = tuple(
            replace(block, first_page=False, notes=(*block.notes, _ONE_OF_SEVERAL))
            for block in shown.blocks
            if not block.finding.startswith(NO_FINDING) and 2 * sum(row.values[0].few for row in block.rows) <= len(block.rows)
        )
        names = {table: f"{name}{OF_SOME}" for table, name in shown.names.items()}
        found += [replace(shown, blocks=blocks, names=names, keys={"where": condition.text, **shown.keys})] if blocks else []
    return found
