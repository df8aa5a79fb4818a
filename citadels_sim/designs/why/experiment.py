"""What an experiment may ask why about: one character or one district, which every table can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citadels_sim.errors import nearest
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.source import Source
from citadels_sim.text import cut
from citadels_sim.variants import Table, Variant


def faults(experiment: Experiment) -> Iterator[str]:
    """Find that no card is named."""
    if experiment.what is None:
        yield "what: missing; it should be the id of a character or a district, such as 'merchant' or 'smithy'."


def resolve(experiment: Experiment, variants: Sequence[Variant], source: str | Source) -> tuple[Experiment, Sequence[Variant]]:
    """Check that every table can have the card.

    Raises
    ------
    ExperimentError
        If one cannot.
    """
    Source.parse(source).refuse(_lacking(str(experiment.what), experiment.seated(variants)))
    return experiment, variants


def districts_of(table: Table) -> list[str]:
    """Name the districts that a table can have and somebody can build."""
    deck = [each for each, copies in {**table.basic, **table.unique}.items() if copies]
    return [each for each in (*deck, *table.random_from) if table.costs[each] is not None]


def _lacking(name: str, seated: Sequence[tuple[Variant, int]]) -> Iterator[str]:
    for variant, players in seated:
        table = variant.at(players)
        cast = [each for names in table.cast.values() for each in names]
        deck = districts_of(table)
        if name not in (*cast, *deck):
            hint = nearest(name, (*cast, *deck)) or f" There are {', '.join(cast)}, and districts such as {deck[-1]}."
            yield f"what: '{cut(name, 80)}' is no character and no district that is built in {variant.name} with {players} players.{hint}"
