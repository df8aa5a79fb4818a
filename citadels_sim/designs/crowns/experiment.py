"""What an experiment of forks of the crown may ask for: a condition on the round, which its tables can meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citadels_sim.designs.condition_checks import cards_lacking, condition_faults
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.source import Source
from citadels_sim.variants import Variant


def faults(experiment: Experiment) -> Iterator[str]:
    """Find a condition that cannot be read."""
    yield from condition_faults(experiment)


def resolve(experiment: Experiment, variants: Sequence[Variant], source: str | Source) -> tuple[Experiment, Sequence[Variant]]:
    """Check that every table has the cards that the condition names.

    Raises
    ------
    ExperimentError
        If one has not.
    """
    Source.parse(source).refuse(
        fault for variant, players in experiment.seated(variants) for fault in cards_lacking(experiment.where, variant, players)
    )
    return experiment, variants
