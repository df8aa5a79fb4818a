"""What an experiment of forked decisions may ask for: a kind of decision that its variants have, and a condition on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citadels_sim.designs.condition_checks import cards_lacking, condition_faults
from citadels_sim.designs.decisions import KINDS
from citadels_sim.errors import nearest
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
    yield from condition_faults(experiment)


def resolve(experiment: Experiment, variants: Sequence[Variant], source: str | Source) -> tuple[Experiment, Sequence[Variant]]:
    """Check that every table has the kind of decision, and the cards that the condition names.

    Raises
    ------
    ExperimentError
        If one has not.
    """
    Source.parse(source).refuse(fault for variant, players in experiment.seated(variants) for fault in _lacks(experiment, variant, players))
    return experiment, variants


def _lacks(experiment: Experiment, variant: Variant, players: int) -> Iterator[str]:
    table, what = variant.at(players), experiment.what or ""
    cast = list(dict.fromkeys(name for names in table.cast.values() for name in names))
    power = KINDS[what].power
    if power and power not in {table.cards.character(name).power for name in cast}:
        title = table.cards.character(power).title
        having = [other for other, kind in KINDS.items() if not kind.power or kind.power in cast]
        yield (
            f"what: '{what}' does not occur in {variant.name} with {players} players: no character there has the power of the {title}. "
            f"Decisions there: {', '.join(having)}."
        )
    yield from cards_lacking(experiment.where, variant, players)
