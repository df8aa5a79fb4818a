"""What a study plays as attributions: from its first variant to each other one, at its first number of players where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from citadels_sim.bots.weights import plays_any_rules
from citadels_sim.errors import ExperimentError
from citadels_sim.lineups import for_any_rules
from citadels_sim.variants import Variant

_GROUPS: Final = 4
"""Groups of differences: 16 variants, each on the same deals."""


def experiments(variants: Sequence[Variant], keys: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the keys of one experiment for each variant behind the first, by the first bot that plays the rules between them.

    Raises
    ------
    ExperimentError
        If every bot plays learned rules only.
    """
    first, *others = zip(keys["variants"], variants, strict=True)
    able = [lineup for lineup in ([*map(for_any_rules, bots)] for bots in keys["lineups"]) if plays_any_rules(lineup)]
    if others and not able:
        bots = ", ".join(bot for lineup in keys["lineups"] for bot in lineup)
        raise ExperimentError(
            f"{bots} has not learned mixtures of the two variants' rules; add a bot that plays any rules, such as planner"
        )
    one = {"lineups": able[:1], "most_groups": _GROUPS}
    return [
        {**keys, **one, "variants": [first[0], name], "players": [players_apart(first[1], other, keys["players"])]}
        for name, other in others
    ]


def players_apart(first: Variant, other: Variant, players: Sequence[int]) -> int:
    """Return the first number of players with which two variants have other rules; the first of all where there is none."""
    return next((n for n in players if first.at(n) != other.at(n)), players[0])
