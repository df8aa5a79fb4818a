"""Switches of the districts that do something in a turn."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import IntRange, Switch, flag, number, under, words

EFFECT_SWITCHES: Final[tuple[Switch, ...]] = (
    # ---- in a turn
    *under(
        "Districts",
        words(
            "lab_smithy_limit",
            {
                "turn": "Laboratory and Smithy can be used once in each own turn.",
                "round": "Laboratory and Smithy can be used once a round, even with two turns.",
            },
            "turn",
            "classic 4.2 (S1:228), 2016 2.1",
            "Laboratory and Smithy once per own turn, or once per round (differs where a player has two turns).",
        ),
        needs="laboratory|smithy",
        players=(2, 3),
    ),
    *under(
        "Districts",
        number(
            "laboratory_gold",
            IntRange(0, 9),
            1,
            "classic 4.2 (S1:228), 2016 4.2",
            "Gold for the card that the Laboratory discards.",
            "The Laboratory gives {n} gold for a card.",
            in_2016=2,
        ),
        needs="laboratory",
    ),
    *under(
        "Districts",
        number(
            "smithy_price",
            IntRange(0, 9),
            2,
            "classic 4.2 (S1:235), 2016 4.2",
            "Gold that the Smithy's cards cost (its own building cost stands in [costs]).",
            "The Smithy's cards cost {n} gold.",
        ),
        number(
            "smithy_cards",
            IntRange(0, 9),
            3,
            "classic 4.2, 2016 4.2",
            "Cards that the Smithy draws.",
            "Cards that the Smithy draws: {n}.",
        ),
        needs="smithy",
    ),
    *under(
        "Districts",
        number(
            "library_with_observatory",
            IntRange(1, 3),
            2,
            "classic 4.2 (S0:384), 2016 4.2",
            "Cards kept of the three drawn by an owner of both Library and Observatory.",
            "With Library and Observatory a player draws 3 cards and keeps {n}.",
            in_2016=3,
        ),
        needs="library observatory",
    ),
    *under(
        "Districts",
        words(
            "quarry_limit",
            {
                "two_per_name": "With the Quarry a city may have two districts of each name.",
                "one_duplicate": "With the Quarry a city may have one duplicate in all.",
                "unlimited": "With the Quarry a city may have any number of identical districts.",
            },
            "two_per_name",
            "classic 4.3 (S0:405, S1:305), 2016 4.2",
            "Duplicates with the Quarry: two of each name, one duplicate in all, or any number.",
            in_2016="unlimited",
        ),
        needs="quarry",
    ),
    *under(
        "Districts",
        words(
            "armory_targets",
            {
                "other_cities": "The Armory destroys a district of another city.",
                "any_city": "The Armory destroys a district of any city, its owner's too.",
            },
            "other_cities",
            "classic 4.3, 2016 4.2",
            "Where the Armory may destroy: in other cities only, or in its own too.",
            in_2016="any_city",
        ),
        words(
            "armory_complete_city",
            {"allowed": "The Armory may destroy in a completed city.", "forbidden": "The Armory cannot destroy in a completed city."},
            "allowed",
            "classic 4.3, 2016 4.2 (002:1679)",
            "Whether the Armory may destroy in a completed city.",
            in_2016="forbidden",
        ),
        needs="armory",
    ),
    *under(
        "Districts",
        words(
            "graveyard_scope",
            {
                "any_city": "The Graveyard's owner may buy back a destroyed district of any city.",
                "own_city": "The Graveyard's owner may buy back a destroyed district of his own city.",
            },
            "any_city",
            "classic 4.2 (S1:249)",
            "Whose destroyed districts the Graveyard's owner may buy back: anyone's, or his own.",
        ),
        needs="graveyard",
    ),
    *under(
        "Districts",
        flag(
            "hospital_eot",
            False,
            "classic 4.3",
            "Whether Poor House and Park work after the murdered player's Hospital action.",
            "Poor House and Park work after a murdered player's Hospital action.",
            "Poor House and Park do not work after a murdered player's Hospital action.",
        ),
        needs="hospital assassin poor-house|park",
    ),
    *under(
        "Districts",
        flag(
            "den_all_cards_is_paid",
            True,
            "2016 A19",
            "Whether a Thieves' Den paid for with cards alone counts as paid for (Magistrate).",
            "A Thieves' Den paid with cards alone counts as paid for, and can be confiscated.",
            "A Thieves' Den paid with cards alone does not count as paid for, and cannot be confiscated.",
        ),
        needs="thieves-den magistrate",
    ),
    *under(
        "Districts",
        flag(
            "sacrifice_build_counts",
            True,
            "2016 A38",
            "Whether Framework and Necropolis builds use the building limit.",
            "A build that Framework or Necropolis pays for uses the building limit.",
            "A build that Framework or Necropolis pays for does not use the building limit.",
        ),
        needs="framework|necropolis",
    ),
    *under(
        "Districts",
        flag(
            "completed_city_blocks_sacrifice",
            False,
            "2016 A15 (002:1679)",
            "Whether Armory, Framework and Necropolis cannot sacrifice a district of their owner's own completed city.",
            "Armory, Framework and Necropolis cannot sacrifice a district of their owner's completed city.",
            "Armory, Framework and Necropolis may sacrifice a district of their owner's completed city.",
        ),
        needs="armory|framework|necropolis",
    ),
)
"""In their order in lists for people and in the Rules record."""
