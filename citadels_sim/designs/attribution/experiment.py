"""The experiment that measures what each difference between two variants does to games: every variant between them, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citadels_sim.designs import between_two
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.source import Source
from citadels_sim.variants import Variant
from citadels_sim.variants.combine import MOST_GROUPS


def faults(experiment: Experiment) -> Iterator[str]:
    """Find what an attribution cannot have."""
    if "detail" in experiment.model_fields_set and experiment.detail != "games":
        yield f"detail: '{experiment.detail}' does not go with kind = 'attribution', which keeps only sums; leave it out."
    yield from between_two.faults(experiment)


def resolve(experiment: Experiment, variants: Sequence[Variant], source: str | Source) -> tuple[Experiment, Sequence[Variant]]:
    """Put all variants between two in the place of the two; only sums are kept of their games.

    Raises
    ------
    ExperimentError
        If there is nothing between the two, or what is cannot be played.
    """
    planned, made = between_two.resolved(experiment, variants, source, MOST_GROUPS)
    return planned.model_copy(update={"detail": "games", "rows": 0}), made
