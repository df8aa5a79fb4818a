"""Switches of the districts that guard, complete or are counted: walls, Monument, Bell Tower, what scores at the end."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import IntRange, Switch, flag, number, under, words

CITY_SWITCHES: Final[tuple[Switch, ...]] = (
    # ---- walls and completion
    *under(
        "Districts",
        flag(
            "great_wall_self",
            False,
            "classic 4.2 (S1:284), 2016 D13",
            "Whether the Great Wall protects itself too; also called great_wall_covers_itself.",
            "The Great Wall makes itself dearer to attack too.",
            "The Great Wall makes only the other districts of its city dearer to attack.",
        ),
        needs="great-wall",
    ),
    *under(
        "Districts",
        flag(
            "own_wall_charges_warlord",
            True,
            "2016 A45",
            "Whether the Warlord pays his own Great Wall's extra gold for a district of his own city.",
            "The Warlord pays his own Great Wall's extra gold for a district of his own city.",
            "The Warlord does not pay for his own Great Wall.",
        ),
        needs="great-wall warlord",
    ),
    *under(
        "Districts",
        words(
            "great_wall_extra_to",
            {
                "owner": "Diplomat and Marshal pay the Great Wall's extra gold to its owner.",
                "bank": "Diplomat and Marshal pay the Great Wall's extra gold to the bank.",
            },
            "owner",
            "2016 A4",
            "Who gets the Great Wall's extra gold from Diplomat and Marshal.",
        ),
        needs="great-wall diplomat|marshal",
    ),
    *under(
        "Districts",
        words(
            "great_wall_diplomat",
            {
                "surcharge": "Behind a Great Wall the Diplomat pays 1 gold on top of the difference in cost.",
                "cost_increase": "Behind a Great Wall the district that the Diplomat takes costs 1 more before the difference is "
                "calculated.",
            },
            "cost_increase",
            "2016 A16, classic 3.2",
            "Great Wall against the Diplomat: 1 gold on top of the difference, or 1 on the taken district's cost before the difference.",
            in_2016="surcharge",
        ),
        needs="great-wall diplomat",
    ),
    *under(
        "Districts",
        number(
            "monument_limit",
            IntRange(1, 20),
            5,
            "2016 A7",
            "The Monument cannot be built by an owner of this many districts or more.",
            "The Monument cannot be built in a city of {n} districts or more.",
        ),
        needs="monument",
    ),
    *under(
        "Districts",
        words(
            "monument_check",
            {
                "before_sacrifice": "The Monument's limit counts the city before a district is sacrificed for it.",
                "after_sacrifice": "The Monument's limit counts the city after a district is sacrificed for it.",
            },
            "before_sacrifice",
            "2016 A7",
            "When the Monument's limit is counted if a district is sacrificed for it.",
        ),
        needs="monument framework",
    ),
    *under(
        "Districts",
        words(
            "bell_tower",
            {
                "optional_announce": "Whoever builds the Bell Tower may announce the shorter game.",
                "automatic": "The game is shorter while the Bell Tower stands.",
            },
            "optional_announce",
            "classic 5.4 (S0:351)",
            "Bell Tower: its builder may announce the shorter game, or it is shorter while the tower stands.",
        ),
        words(
            "bell_tower_size",
            {
                "one_fewer": "With the Bell Tower one district fewer completes a city.",
                "seven": "With the Bell Tower seven districts complete a city.",
            },
            "one_fewer",
            "classic 1.8, 5.4",
            "Size of a complete city with the Bell Tower: one district fewer than agreed, or seven.",
        ),
        words(
            "bell_tower_lost_after_trigger",
            {
                "frozen": "If the Bell Tower falls after the end was triggered, bonuses are still judged at the shorter size.",
                "full_size": "If the Bell Tower falls after the end was triggered, bonuses are judged at the full size of a city.",
            },
            "frozen",
            "classic 5.4",
            "Bell Tower destroyed after the end was triggered: bonuses judged at the shorter size, or at the full one.",
        ),
        needs="bell-tower",
    ),
    *under(
        "Districts",
        words(
            "ballroom",
            {
                "excluded": "The Ballroom is left out of every deck.",
                "vanilla": "The Ballroom is a district without an effect.",
                "social": "The Ballroom's phrase must be said, which no simulated player forgets.",
            },
            "excluded",
            "classic 4.3",
            "Ballroom: leaves every deck, a plain district, or with its phrase (which a simulated player never forgets: plain as well).",
        ),
        needs="ballroom",
    ),
    # ---- end of the game
    *under(
        "Districts",
        words(
            "haunted_quarter_last_round",
            {
                "excluded": "A Haunted Quarter built in the last round does not count as another type.",
                "counts": "A Haunted Quarter may count as another type whenever it was built.",
            },
            "excluded",
            "classic 4.2 (S1:214), 2016 7",
            "Whether a Haunted Quarter built in the last round may count as another type.",
            in_2016="counts",
        ),
        needs="haunted-quarter",
    ),
    *under(
        "Districts",
        flag(
            "wishing_well_self",
            False,
            "classic 4.3 (S1:298), 2016 4.2",
            "Whether the Wishing Well counts itself among the unique districts.",
            "The Wishing Well scores 1 point for each unique district, itself included.",
            "The Wishing Well scores 1 point for each other unique district.",
            in_2016=True,
        ),
        needs="wishing-well",
    ),
    *under(
        "Districts",
        words(
            "basilica_counts",
            {
                "all": "The Basilica scores 1 point for each district of odd cost.",
                "unique": "The Basilica scores 1 point for each unique district of odd cost.",
            },
            "all",
            "2016 D12",
            "Districts of odd cost that the Basilica counts: of every type, or unique ones only.",
        ),
        needs="basilica",
    ),
    *under(
        "Districts",
        flag(
            "basilica_uses_beautified",
            True,
            "2016 A34",
            "Whether the Basilica uses a beautified district's raised cost.",
            "The Basilica uses the raised cost of a beautified district.",
            "The Basilica uses the printed cost of a beautified district.",
        ),
        needs="basilica artist",
    ),
    *under(
        "Districts",
        flag(
            "vault_counts_for_map_room",
            True,
            "2016 A8",
            "Whether the Map Room counts a Secret Vault in the hand.",
            "The Map Room counts a Secret Vault in the hand.",
            "The Map Room does not count a Secret Vault in the hand.",
        ),
        needs="secret-vault map-room",
    ),
)
"""In their order in lists for people and in the Rules record."""
