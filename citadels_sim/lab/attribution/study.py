"""What a study plays as attributions: from its first variant to each other one, at its first number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from citadels_sim.variants import Variant

_GROUPS: Final = 4
"""Groups of differences: 16 variants, each on the same deals."""


def experiments(variants: Sequence[Variant], keys: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the keys of one experiment for each variant behind the first."""
    first, *others = keys["variants"]
    one = {"players": keys["players"][:1], "lineups": keys["lineups"][:1], "most_groups": _GROUPS}
    return [{**keys, **one, "variants": [first, other]} for other in others]
