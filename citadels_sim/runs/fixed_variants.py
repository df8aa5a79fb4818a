"""The experiment that plays variants which no file has: settled casts and decks, on deals of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citadels_sim.bots import parse_bot
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import Plan, restore_plan
from citadels_sim.variants import Variant


def settled_plan(variants: Sequence[Variant], keys: Mapping[str, Any]) -> Plan:
    """Plan an experiment on variants that are at hand.

    Parameters
    ----------
    variants : sequence of Variant
        Each with a name of its own; they seat the experiment's players, with bots that play their edition.
    keys : mapping
        Of the experiment, but for the variants.

    Raises
    ------
    ExperimentError
        If it cannot be.
    """
    resolved = make_experiment({**keys, "variants": [variant.name for variant in variants]}, "options").model_dump(mode="json")
    resolved["lineups"] = [[parse_bot(bot).name for bot in lineup] for lineup in resolved["lineups"]]
    return restore_plan(resolved, [variant.resolved() for variant in variants])
