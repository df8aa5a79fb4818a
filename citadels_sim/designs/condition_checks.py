"""Whether an experiment's condition can be read, and whether its tables have the cards that it names."""

from __future__ import annotations

from collections.abc import Iterator

from citadels_sim.designs.condition import parse_condition
from citadels_sim.errors import ExperimentError, nearest
from citadels_sim.runs.experiment import Experiment
from citadels_sim.text import cut
from citadels_sim.variants import Variant


def condition_faults(experiment: Experiment) -> Iterator[str]:
    """Find a condition that cannot be read."""
    if experiment.where is not None:
        try:
            parse_condition(experiment.where, "where")
        except ExperimentError as error:
            yield str(error)


def cards_lacking(where: str | None, variant: Variant, players: int) -> Iterator[str]:
    """Find cards that a condition names and a table does not have."""
    if where is None:
        return
    table = variant.at(players)
    cast = list(dict.fromkeys(name for names in table.cast.values() for name in names))
    deck = [*(name for name, copies in {**table.basic, **table.unique}.items() if copies), *table.random_from]
    there = {"characters": (cast, "cast"), "districts": (deck, "deck")}
    for fact, card in parse_condition(where, "where").cards:
        names, place = there[fact.kind]
        if card not in names:
            yield f"where: '{cut(card, 80)}' is not in the {place} of {variant.name} with {players} players.{nearest(card, names)}"
