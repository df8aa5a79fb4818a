"""What a study needs of played games: rows of some, sums of all, and a line-up in which skill shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from citadels_sim.variants import Variant

_ROWS: Final = 4_000
"""Games of a cell whose rows are kept."""


def experiments(variants: Sequence[Variant], keys: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the keys of one experiment: the bots of the study, and its first bot against the next or, where it is alone, a random one."""
    bots = [lineup[0] for lineup in keys["lineups"]]
    mixed = [bots[0], bots[1] if len(bots) > 1 else "random"]
    return [{**keys, "lineups": [*keys["lineups"], mixed], "detail": "turns", "rows": _ROWS}]
