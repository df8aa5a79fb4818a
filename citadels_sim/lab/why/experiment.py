"""What an experiment may ask why about: one character, which every table can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citadels_sim.errors import nearest
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.source import Source
from citadels_sim.text import cut
from citadels_sim.variants import Variant


def faults(experiment: Experiment) -> Iterator[str]:
    """Find that no character is named."""
    if experiment.what is None:
        yield "what: missing; it should be the id of a character, such as 'merchant'."


def resolve(experiment: Experiment, variants: Sequence[Variant], source: str | Source) -> tuple[Experiment, Sequence[Variant]]:
    """Check that every table can have the character.

    Raises
    ------
    ExperimentError
        If one cannot.
    """
    seated = [(variant, players) for variant in variants for players in experiment.players if players in variant.tables]
    Source.of(source).refuse(_lacking(str(experiment.what), seated))
    return experiment, variants


def _lacking(name: str, seated: Sequence[tuple[Variant, int]]) -> Iterator[str]:
    for variant, players in seated:
        cast = [each for names in variant.at(players).cast.values() for each in names]
        if name not in cast:
            hint = nearest(name, cast) or f" There are {', '.join(cast)}."
            yield f"what: '{cut(name, 80)}' is no character of {variant.name} with {players} players.{hint}"
