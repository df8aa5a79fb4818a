"""What a study of changed rules plays as an attribution of picks: from the rules as they were to the changed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citadels_sim.designs.attribution import study as of_games
from citadels_sim.designs.pick_attribution.experiment import USUAL
from citadels_sim.errors import VariantError
from citadels_sim.variants import Variant, variant_names
from citadels_sim.variants.combine import between


def experiments(variants: Sequence[Variant], keys: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the keys of its experiment, by the bot that plays the attribution of games.

    None where the rules are not a change of one's own, or have no parts to tell apart.

    Raises
    ------
    ExperimentError
        If every bot plays learned rules only.
    """
    if len(variants) != 2 or keys["variants"][1] in variant_names():
        return []
    first, other = variants
    try:
        groups = between(first, other, of_games.players_apart(first, other, keys["players"]), USUAL).groups
    except VariantError:  # they play the same
        return []
    return [{**one, "most_groups": USUAL} for one in of_games.experiments(variants, keys)] if len(groups) > 1 else []
