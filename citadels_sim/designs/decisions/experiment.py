"""What an experiment of forked decisions may ask for: a kind of decision that its variants have, and a condition on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citadels_sim.designs.condition import Condition, parse_condition
from citadels_sim.designs.decisions import KINDS
from citadels_sim.errors import ExperimentError, nearest
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.source import Source
from citadels_sim.text import cut
from citadels_sim.variants import Variant


def faults(experiment: Experiment) -> Iterator[str]:
    """Find a kind of decision that there is not, and a condition that cannot be read."""
    if experiment.what is None:
        yield f"what: missing; it should be {' or '.join(KINDS)}."
    elif experiment.what not in KINDS:
        yield f"what: '{cut(experiment.what, 80)}' should be {' or '.join(KINDS)}.{nearest(experiment.what, KINDS)}"
    if experiment.where is not None:
        try:
            parse_condition(experiment.where, "where")
        except ExperimentError as error:
            yield str(error)


def resolve(experiment: Experiment, variants: Sequence[Variant], source: str | Source) -> tuple[Experiment, Sequence[Variant]]:
    """Check that every table has the kind of decision, and the cards that the condition names.

    Raises
    ------
    ExperimentError
        If one has not.
    """
    condition = None if experiment.where is None else parse_condition(experiment.where, "where")
    seated = [(variant, players) for variant in variants for players in experiment.players if players in variant.tables]
    Source.parse(source).refuse(
        fault for variant, players in seated for fault in _lacks(experiment.what or "", condition, variant, players)
    )
    return experiment, variants


def _lacks(what: str, condition: Condition | None, variant: Variant, players: int) -> Iterator[str]:
    table = variant.at(players)
    cast = list(dict.fromkeys(name for names in table.cast.values() for name in names))
    power = KINDS[what].power
    if power and power not in {table.cards.character(name).power for name in cast}:
        title = table.cards.character(power).title
        having = [other for other, kind in KINDS.items() if not kind.power or kind.power in cast]
        yield (
            f"what: '{what}' is not decided in {variant.name} with {players} players: nobody there has the power of the {title}. "
            f"What is decided there: {', '.join(having)}."
        )
    deck = [*(name for name, copies in {**table.basic, **table.unique}.items() if copies), *table.random_from]
    there = {"characters": (cast, "cast"), "districts": (deck, "deck")}
    for fact, card in condition.cards if condition is not None else ():
        names, place = there[fact.kind]
        if card not in names:
            yield f"where: '{cut(card, 80)}' is not in the {place} of {variant.name} with {players} players.{nearest(card, names)}"
