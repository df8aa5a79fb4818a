"""The experiment that measures what each difference between two variants does to characters: forks of every variant between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from citadels_sim.designs import between_two
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.source import Source
from citadels_sim.variants import Variant

MOST: Final = 5
"""Most groups: each combination of them takes some thousand nodes."""
USUAL: Final = 4
"""Groups where none is asked for."""


def faults(experiment: Experiment) -> Iterator[str]:
    """Find what an attribution of picks cannot have."""
    if experiment.most_groups is not None and experiment.most_groups > MOST:
        yield f"most_groups: {experiment.most_groups} should be from 1 to {MOST} for kind = '{experiment.kind}'."
    yield from between_two.faults(experiment)


def resolve(experiment: Experiment, variants: Sequence[Variant], source: str | Source) -> tuple[Experiment, Sequence[Variant]]:
    """Put all variants between two in the place of the two.

    Raises
    ------
    ExperimentError
        If there is nothing between the two, or what is cannot be played.
    """
    return between_two.resolved(experiment, variants, source, USUAL)
