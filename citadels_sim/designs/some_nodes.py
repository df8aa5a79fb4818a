"""A part of a run of forks: those of its nodes only at which a condition holds, from columns that the run has anyway."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import polars as pl

from citadels_sim.designs.condition import Condition, parse_condition
from citadels_sim.designs.facts import FACTS
from citadels_sim.errors import ExperimentError
from citadels_sim.runs.reading import Run
from citadels_sim.tables.keys import CELL

NODE: Final = [*CELL, "block", "rotation"]
"""What a node is known by, where a game has one."""
DECLARED: Final = {
    "part == 'early'": "it is early in the game",
    "part == 'late'": "it is late in the game",
    "leader": "the player leads",
    "not leader": "the player does not lead",
    "place == 1": "the player picks first",
    "own.gold >= 4": "the player has 4 gold or more",
}
"""Conditions that a report shows beside all nodes, declared before anything is played, and what they say."""


def run_where(run: Run, condition: Condition, lineups: Sequence[str] = ()) -> Run:
    """Return the same run with those of its nodes only at which a condition holds; of some line-ups only, where any are named.

    Its design has for it in ``analyse``: ``NODE``, the columns that name a node; ``node_facts(run)``, a row for each node with these and
    its facts, and the name of each fact to its column; and ``with_nodes(run, nodes)``, the run with some of its nodes.

    Raises
    ------
    ExperimentError
        If it holds at none, or asks for what the run's columns do not tell.
    """
    analyse = run.design.module("analyse")
    facts, columns = analyse.node_facts(run)
    if missing := _missing(condition, columns):
        raise ExperimentError(
            f"--where: {run.folder} does not know {', '.join(missing)}; it knows {', '.join(columns) or 'nothing about its nodes'}. "
            "Play it again with this condition instead."
        )
    nodes = facts.filter(condition.expression(columns), *_of(lineups)).select(analyse.NODE)
    if not nodes.height:
        raise ExperimentError(f"--where: '{condition.text}' holds at none of the {facts.height:,} nodes of {run.folder}.")
    some: Run = analyse.with_nodes(run, nodes)
    return some


def declared_conditions(run: Run, lineups: Sequence[str]) -> list[Condition]:
    """Return those of `DECLARED` that a run's columns can tell, and that are neither always nor never so, with some line-ups or all."""
    facts, columns = run.design.module("analyse").node_facts(run)
    facts = facts.filter(*_of(lineups))
    found = []
    for text in DECLARED:
        condition = parse_condition(text)
        if not _missing(condition, columns) and 0 < facts.filter(condition.expression(columns)).height < facts.height:
            found.append(condition)
    return found


def _of(lineups: Sequence[str]) -> list[pl.Expr]:
    return [pl.col("lineup").cast(pl.String).is_in(list(lineups))] if lineups else []


def known_facts(run: Run) -> tuple[pl.DataFrame, dict[str, str]]:
    """Return the table `nodes` of a run, and the facts in it by their columns; a run that was written without it knows none."""
    if not any(shard.table == "nodes" for shard in run.manifest.shards):
        return pl.DataFrame(schema=[*NODE]), {}
    nodes = run.own_rows("nodes").collect()
    return nodes, {fact.name: fact.column for fact in FACTS if fact.column in nodes.columns}


def _missing(condition: Condition, columns: Mapping[str, str]) -> list[str]:
    return [fact.name for fact in condition.facts if fact.name not in columns]
