"""Tables with switches drawn at random: every reading of the base game meets every other."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

import citadels_sim as cs
from citadels_sim.catalogue import character, district
from citadels_sim.variants import NUMBERS, Switch, Variant
from citadels_sim.variants.numbers.effects import AMOUNTS
from citadels_sim.variants.switch import NONE, IntRange, Share

READINGS: dict[str, tuple[Any, ...]] = {
    "city_size": (6, 7, 8, 10),
    "rules.allow_dead_targets": (True, False),
    "rules.bank_limit": ("none", 30, 45),
    "rules.completion_bonus_latched": (False, True),
    "rules.deck_empty": ("draw_available", "reshuffle_pile"),
    "rules.destroyed_to": ("deck_bottom", "out_of_game", "pile"),
    "rules.discard_model": ("deck_bottom", "pile"),
    "rules.empty_deck_gather": ("barred", "allowed"),
    "rules.first_bonus_latched": (True, False),
    "rules.first_crown": ("random", "oldest", 1),
    "rules.graveyard_scope": ("any_city", "own_city"),
    "rules.great_wall_self": (False, True),
    "rules.haunted_quarter_last_round": ("excluded", "counts"),
    "rules.lab_smithy_limit": ("turn", "round"),
    "rules.laboratory_gold": (1, 2),
    "rules.library_with_observatory": (2, 3),
    "rules.magician_exchange": ("bottom_then_draw", "draw_then_bottom"),
    "rules.merchant_bonus_time": ("after_action", "start_of_turn"),
    "rules.murdered_king_crown": ("heir", "stays"),
    "rules.on_call_order": ("robbery_first", "crown_first"),
    "rules.own_wall_charges_warlord": (True, False),
    "rules.quarry_limit": ("two_per_name", "one_duplicate", "unlimited"),
    "rules.removal_order": ("down_first", "up_first"),
    "rules.smithy_cards": (2, 3),
    "rules.smithy_price": (2, 3),
    "rules.three_player_rule": ("two_chars", "one_char_no_assassin_10"),
    "rules.tie_break": ("s0", "none"),
    "rules.turn_order_model": ("s0_strict", "s1_free"),
    "rules.warlord_complete_city": ("forbidden", "allowed"),
    "rules.warlord_timing": ("end_of_turn", "any"),
    "rules.wishing_well_self": (False, True),
    "deck.random_unique": (
        {"count": 0, "from": []},
        {"count": 2, "from": ["imperial-treasury", "wishing-well", "quarry"]},
        {"count": 3, "from": ["imperial-treasury", "wishing-well", "quarry"]},
    ),
    # Few cards: the deck runs out in nearly every game.
    "deck.basic": ({}, {"manor": 1, "tavern": 1, "castle": 1, "market": 1, "palace": 0, "town-hall": 0}),
}
"""What each key of the base game may say; the first is the default of classic-2000 (an empty deck table changes nothing)."""

FIRST_READINGS: dict[str, Any] = {key: readings[0] for key, readings in READINGS.items()}


def overrides() -> st.SearchStrategy[dict[str, Any]]:
    """Draw a reading for every key."""
    return st.fixed_dictionaries({key: st.sampled_from(readings) for key, readings in READINGS.items()})


def variant_of(drawn: dict[str, Any]) -> Variant:
    """The base game with these readings."""
    return cs.load_variant("classic-2000", drawn)


BASE = {"classic": "classic-2000", "2016": "citadels-2016"}
"""A packaged variant of each edition."""
SOME: dict[str, tuple[Any, ...]] = {
    "game.start_hand": (0, 6),
    "game.most_rounds": ("none", 1, 4),
    "game.builds": (1, 2, 5),
    "characters.thief.most": ("none", 0, 2),
}
"""Values tried of the numbers whose greatest values no table could deal, or few games would reach."""


def values_of(number: Switch) -> tuple[Any, ...]:
    """Some values of a number: the ends of its range, and what lies beside the printed one."""
    if number.key in SOME:
        return SOME[number.key]
    if isinstance(number.readings, Share):
        return (0.0, 0.3, 0.5, 1.0)
    if number.key.endswith(".effect"):  # those of one district: what it prints, nothing, and one of the others
        others = [word for word in number.words if word not in (NONE, number.default["classic"])]
        return (*dict.fromkeys((number.default["classic"], NONE)), others[len(number.key) * 7 % len(others)])
    if not isinstance(number.readings, IntRange):
        return tuple(number.words)
    printed = number.default["classic"]
    near = [n for n in (printed - 1, printed + 1) if n in number.readings] if isinstance(printed, int) else []
    return (number.readings.low, *near, number.readings.high)


def with_card(number: Switch, edition: str) -> dict[str, Any]:
    """Overrides of `BASE[edition]` that put the card of a number on the table, at five players."""
    overrides: dict[str, Any] = {"players": [5, 5]}
    for id in (group[0] for group in number.needs):
        if number.key.startswith("districts."):
            if not district(id).is_basic:
                overrides |= {f"deck.unique.{id}": 3, "rules.ballroom": "vanilla"}
            continue
        base = cs.load_variant(BASE[edition]).at(5)
        at = {rank: ids[0] for rank, ids in base.cast.items()} | {character(id).ranks[edition]: id}
        overrides |= {"cast": list(at.values()), "deck.unique.graveyard": 0}  # which cannot be with the Diplomat
    return overrides


def numbers_drawn(luck: random.Random) -> Variant:
    """A table with numbers drawn at random."""
    drawn = {key: luck.choice(values_of(number)) for key, number in NUMBERS.items() if luck.random() < 0.5}
    for key in [key for key, value in drawn.items() if key.endswith(".effect") and value != NUMBERS[key].default["classic"]]:
        id = key.split(".")[1]  # whose own effect's numbers mean nothing then
        drawn = {other: value for other, value in drawn.items() if other not in {f"districts.{id}.{name}" for name in AMOUNTS}}
    return cs.load_variant(luck.choice((*BASE.values(), "dark-city", "dark-city-random", "citadels-2016-random")), drawn)
