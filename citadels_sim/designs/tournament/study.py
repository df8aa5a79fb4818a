"""What a study needs of played games: rows of some, sums of all, and a line-up in which skill shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from citadels_sim.lineups import plays_at_random
from citadels_sim.variants import Variant

_ROWS: Final = 4_000
"""Games of a cell whose rows are kept."""
_REGULAR: Final = ("planner", "builder")
"""Bots that play as regular players do, the strongest first."""


def experiments(variants: Sequence[Variant], keys: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the keys of one experiment: the bots of the study, and its first bot against a regular player, by which skill is judged.

    That is the study's second bot, unless it plays at random; else `planner`, or `builder` where `planner` is the first.
    """
    bots = [lineup[0] for lineup in keys["lineups"]]
    first, *others = bots
    if plays_at_random(first):
        return [{**keys, "detail": "turns", "rows": _ROWS}]
    beside = [bot for bot in others[:1] if not plays_at_random(bot)]
    mixed = [first, *beside, *(bot for bot in _REGULAR if bot != first.partition(":")[0])][:2]
    return [{**keys, "lineups": [*keys["lineups"], mixed], "detail": "turns", "rows": _ROWS}]
