"""The experiment that tells which of the differences between two variants causes what: every variant between them, on the same deals."""

from __future__ import annotations

from citadels_sim.bots import parse_bot, split_lineup
from citadels_sim.errors import BotError, ExperimentError
from citadels_sim.tournament.experiment import make_experiment
from citadels_sim.tournament.plan import Plan, restore_plan
from citadels_sim.variants import load_variant
from citadels_sim.variants.combine import MOST_GROUPS, between

__all__ = ["attribution_plan"]


def attribution_plan(
    a: str, b: str, *, players: int = 4, bots: str = "builder", games: int = 1000, seed: int = 1, most: int = MOST_GROUPS
) -> Plan:
    """Plan the games of all variants between two.

    Parameters
    ----------
    a, b : str
        The variants, by name or path: from the first, to the second.
    players : int
        Number of players.
    bots : str
        The line-up, comma-separated.
    games : int
        Games of each of the 2**k variants, on the same deals.
    seed : int
        Seed of everything.
    most : int
        Most groups that the differences are put into, 1 to 8.

    Raises
    ------
    VariantError, BotError, ExperimentError
        For variants that are unknown, do not seat so many or play the same, and for options that cannot be.
    """
    if not 1 <= most <= MOST_GROUPS:
        raise ExperimentError(f"--groups: {most} should be from 1 to {MOST_GROUPS}: every combination of the groups is played.")
    lineup = split_lineup(bots)
    keys = {
        "name": "attribution",
        "variants": list(dict.fromkeys((a, b))),
        "players": [players],
        "games": games,
        "lineups": [lineup],
        "seed": seed,
    }
    checked = make_experiment(keys | {"detail": "games"}, "options")
    if len(lineup) > players:
        raise BotError(f"bots: {len(lineup)} bots are too many for {players} players; name at most one per seat.")
    first, second = load_variant(a), load_variant(b)
    found = between(first, second, players, most)
    names = tuple(variant.name for variant in found.variants)
    experiment = checked.model_dump(mode="json") | {
        "kind": "attribution", "variants": names, "rows": 0, "between": (first.name, second.name),
        "groups": {name: list(group) for name, group in found.groups.items()}, "lineups": [[parse_bot(bot).name for bot in lineup]],
    }  # fmt: skip
    return restore_plan(experiment, [variant.resolved() for variant in found.variants])
