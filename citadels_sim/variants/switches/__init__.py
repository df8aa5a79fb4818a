"""All switches of the rules, in one fixed order, with the other names that references give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from citadels_sim.errors import VariantError, nearest
from citadels_sim.variants.switch import IntRange, RuleValue, Switch
from citadels_sim.variants.switches.city import CITY_SWITCHES
from citadels_sim.variants.switches.draft import DRAFT_SWITCHES
from citadels_sim.variants.switches.effects import EFFECT_SWITCHES
from citadels_sim.variants.switches.ranks_1_2 import RANKS_1_2_SWITCHES
from citadels_sim.variants.switches.ranks_3_4 import RANKS_3_4_SWITCHES
from citadels_sim.variants.switches.ranks_5_7 import RANKS_5_7_SWITCHES
from citadels_sim.variants.switches.ranks_8_9 import RANKS_8_9_SWITCHES
from citadels_sim.variants.switches.turn import TURN_SWITCHES

__all__ = ["ALIASES", "NOT_SWITCHES", "SWITCHES", "Alias", "IntRange", "RuleValue", "Switch", "defaults", "reading"]

_ALL: Final = (
    *DRAFT_SWITCHES,
    *TURN_SWITCHES,
    *RANKS_1_2_SWITCHES,
    *RANKS_3_4_SWITCHES,
    *RANKS_5_7_SWITCHES,
    *RANKS_8_9_SWITCHES,
    *EFFECT_SWITCHES,
    *CITY_SWITCHES,
)
SWITCHES: Final[dict[str, Switch]] = {switch.key: switch for switch in _ALL}
"""Every switch by its key; the order is that of the fields in the Rules record."""


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name for a switch, because the two rule references name one thing twice.

    Attributes
    ----------
    target : str
        Key of the switch that it means.
    values : mapping or None
        Its values in the words of that switch; None: the same values.
    """

    target: str
    values: Mapping[RuleValue, RuleValue] | None = None


ALIASES: Final[dict[str, Alias]] = {
    "great_wall_covers_itself": Alias("great_wall_self"),
    "diplomat_may_give_keep": Alias("diplomat_give_keep", {True: "allow", False: "forbid"}),
    "wizard_build_before_gather": Alias("wizard_build_needs_action", {True: False, False: True}),
}
"""Names of 2016 for switches of classic: both are accepted, and mean the same."""

NOT_SWITCHES: Final[dict[str, str]] = {
    "deck_preset": "give the cards in [deck]",
    "keep_count": "use deck.unique.keep",
    "short_game_threshold": "use city_size",
    "poor_house_cost": "use costs.poor-house",
    "factory_cost": "use costs.factory",
    "smithy_cost": "use rules.smithy_price for its power, costs.smithy for building it",
}
"""Keys of the references' tables that are no switches, and what to write instead."""


def reading(key: str, value: RuleValue) -> int:
    """Integer that the engine sees for a value of a switch.

    Parameters
    ----------
    key : str
        Key of the switch.
    value : bool, int or str
        One of its readings, as in a variant file.

    Returns
    -------
    int
        A word's place among the readings; 0 or 1 for false or true; a number as it is. Words beside a number
        are -1, -2, ... in their order: ``"none"`` is -1, and of ``first_crown`` ``"random"`` -1, ``"oldest"`` -2.

    Raises
    ------
    VariantError
        If there is no such switch, or it has no such reading.
    """
    if key not in SWITCHES:
        raise VariantError(f"rules.{key}: there is no such switch.{nearest(key, SWITCHES)}")
    try:
        return SWITCHES[key].code(value)
    except ValueError as error:
        raise VariantError(str(error)) from None


def defaults(edition: str) -> dict[str, RuleValue]:
    """Value of every switch in an edition, ``"classic"`` or ``"2016"``, in the fixed order."""
    return {key: switch.default[edition] for key, switch in SWITCHES.items()}
