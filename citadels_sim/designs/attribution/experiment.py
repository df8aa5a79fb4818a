"""The experiment that measures the effect of each difference between two variants: every variant between them, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from citadels_sim.errors import ExperimentError, VariantError
from citadels_sim.lineups import split_lineup
from citadels_sim.runs.experiment import Experiment, make_experiment
from citadels_sim.runs.source import Source, of_options
from citadels_sim.variants import Variant, load_variant
from citadels_sim.variants.combine import MOST_GROUPS, between

SOURCE: Final[Source] = of_options(
    ("players", "games", "lineups", "seed", "name", "most_groups", "variants", "variants[0]", "variants[1]"),
    calls={"variants": "A and B", "variants[0]": "A", "variants[1]": "B"},
)
"""What `citadels attribute` calls the keys of its experiment."""


def faults(experiment: Experiment) -> Iterator[str]:
    """Find what an attribution cannot have: it leads from one variant to another, at one table."""
    if "detail" in experiment.model_fields_set and experiment.detail != "games":
        yield f"detail: '{experiment.detail}' does not go with kind = 'attribution', which keeps only sums; leave it out."
    if len(experiment.variants) != 2:
        yield f"variants: {len(experiment.variants)} should be two: kind = 'attribution' plays all mixtures of their rules."
    for key, what in (("players", "one number of players, such as [4]"), ("lineups", 'one line-up, such as [["builder"]]')):
        if len(getattr(experiment, key)) > 1:
            yield f"{key}: {len(getattr(experiment, key))} should be {what}; kind = 'attribution' takes one."


def resolve(experiment: Experiment, variants: Sequence[Variant], source: str | Source) -> tuple[Experiment, Sequence[Variant]]:
    """Put all variants between two in the place of the two; only sums are kept of their games.

    Raises
    ------
    ExperimentError
        If there is nothing between the two, or what is cannot be played.
    """
    a, b = variants
    try:
        parts = between(a, b, experiment.players[0], experiment.most_groups or MOST_GROUPS)
    except VariantError as error:
        raise Source.parse(source).error(f"variants: {error}") from None
    planned = {"variants": tuple(variant.name for variant in parts.variants), "between": (a.name, b.name), "groups": dict(parts.groups)}
    kept = {"detail": "games", "rows": 0, "most_groups": None}
    return experiment.model_copy(update=planned | kept), parts.variants


def attribution_experiment(
    a: str,
    b: str,
    *,
    players: int = 4,
    lineups: str = "builder",
    games: int = 1000,
    seed: int = 1,
    most_groups: int = MOST_GROUPS,
    name: str = "attribution",
) -> Experiment:
    """Make the experiment that plays all variants between two.

    Parameters
    ----------
    a, b : str
        The variants, by name or path: from the first, to the second.
    players : int
        Number of players.
    lineups : str
        The line-up, comma-separated.
    games : int
        Games of each of the 2**k variants, on the same deals.
    seed : int
        Seed of everything.
    most_groups : int
        Most groups that the differences are put into, 1 to 8.
    name : str
        Name of the experiment.

    Returns
    -------
    Experiment
        As a file of kind "attribution" does; `plan.make_plan` finds the variants between the two.

    Raises
    ------
    VariantError, ExperimentError
        For two variants of one name, and for options that cannot be.
    """
    if not 1 <= most_groups <= MOST_GROUPS:
        raise ExperimentError(f"--groups: {most_groups} should be from 1 to {MOST_GROUPS}: every combination of the groups is played.")
    if a == b:
        between(load_variant(a), load_variant(b), players)  # says that there is nothing to attribute
    keys = {
        "name": name,
        "variants": [a, b],
        "players": [players],
        "games": games,
        "lineups": [split_lineup(lineups)],
        "seed": seed,
        "kind": "attribution",
        "most_groups": most_groups,
    }
    return make_experiment(keys, SOURCE)
