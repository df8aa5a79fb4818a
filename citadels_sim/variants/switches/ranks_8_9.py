"""Switches of the characters of ranks 8 and 9."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import Switch, flag, under, words

RANKS_8_9_SWITCHES: Final[tuple[Switch, ...]] = (
    # ---- rank 8
    *under(
        "Rank 8",
        words(
            "warlord_timing",
            {
                "end_of_turn": "Rank 8 uses its power on districts at the end of its turn.",
                "any": "Rank 8 uses its power on districts at any time of its turn.",
            },
            "end_of_turn",
            "classic 2.2 (S0:488, S1:19), 2016 3",
            "When rank 8 destroys or exchanges: as the last thing in the turn, or at any time of it.",
            in_2016="any",
        ),
    ),
    *under(
        "Rank 8",
        words(
            "warlord_complete_city",
            {"forbidden": "The Warlord cannot destroy in a completed city.", "allowed": "The Warlord may destroy in a completed city."},
            "forbidden",
            "classic 3.1 (S0:496, S1:25), 2016 3",
            "Whether the Warlord may destroy in a completed city.",
        ),
        needs="warlord",
    ),
    *under(
        "Rank 8",
        words(
            "diplomat_complete_city",
            {
                "forbidden": "The Diplomat cannot take a district from a completed city.",
                "allowed": "The Diplomat may take a district from a completed city.",
            },
            "forbidden",
            "classic 3.2 (S0:618), 2016 3",
            "Whether the Diplomat may take from a completed city.",
        ),
        words(
            "diplomat_payee",
            {
                "player": "The Diplomat pays the difference in cost to the other player.",
                "bank": "The Diplomat pays the difference in cost to the bank.",
            },
            "player",
            "classic 3.2 (S0:615), 2016 3",
            "Who gets the difference that the Diplomat pays.",
        ),
        needs="diplomat",
    ),
    *under(
        "Rank 8",
        words(
            "diplomat_give_keep",
            {"allow": "The Diplomat may give his own Keep away.", "forbid": "The Diplomat may not give his own Keep away."},
            "allow",
            "classic 3.2, 2016 A14",
            "Whether the Diplomat may give his own Keep away; also called diplomat_may_give_keep (true, false).",
            in_2016="forbid",
        ),
        needs="diplomat keep",
    ),
    *under(
        "Rank 8",
        words(
            "diplomat_duplicates",
            {
                "forbid": "The Diplomat's exchange may not leave a city with two identical districts.",
                "allow": "The Diplomat's exchange may leave a city with two identical districts.",
            },
            "forbid",
            "classic 3.2, 2016 3",
            "Whether an exchange may leave a city with two identical districts.",
        ),
        needs="diplomat",
    ),
    *under(
        "Rank 8",
        flag(
            "diplomat_great_wall",
            True,
            "classic 3.2 (S1:130), 2016 3",
            "Whether the Diplomat pays more behind a Great Wall.",
            "The Diplomat pays 1 gold more for a district behind a Great Wall.",
            "The Great Wall has no effect on the Diplomat.",
        ),
        needs="diplomat great-wall",
    ),
    *under(
        "Rank 8",
        flag(
            "marshal_limit_with_wall",
            False,
            "2016 A5 (002:1604)",
            "Whether the Great Wall's extra gold counts toward the Marshal's limit of 3.",
            "The Great Wall's extra gold counts toward the cost of 3 that the Marshal may seize.",
            "The Marshal may seize a district of cost 3 behind a Great Wall, and pays 4.",
        ),
        needs="marshal great-wall",
    ),
    # ---- rank 9
    *under(
        "Rank 9",
        words(
            "queen_murdered_rank4",
            {
                "king_only": "The Queen is paid at the end of the round beside a murdered King, but no other murdered rank 4.",
                "both": "The Queen is paid at the end of the round beside a murdered rank 4, whoever it is.",
            },
            "both",
            "classic 3.2 (S0:597, S1:138), 2016 3",
            "Murdered neighbours for whom the Queen is paid at the end of the round: the King, or any rank 4.",
        ),
        needs="queen assassin emperor|patrician",
    ),
    *under(
        "Rank 9",
        words(
            "queen_anchor",
            {
                "card": "The Queen is paid beside the player of rank 4.",
                "recipient": "The Queen is paid beside the player who got the crown from the Emperor.",
            },
            "card",
            "classic 3.2 (S0:601), 2016 3",
            "Beside whom the Queen must sit: the player of rank 4, or whoever got the crown from the Emperor.",
        ),
        needs="queen emperor",
    ),
    *under(
        "Rank 9",
        flag(
            "artist_split",
            True,
            "2016 A12",
            "Whether the Artist's two coins may be placed at different moments of the turn.",
            "The Artist may place her two coins at different moments of the turn.",
            "The Artist places her coins all at once.",
        ),
        words(
            "beautify_gold_on_destroy",
            {
                "bank": "The coin of a beautified district that is destroyed goes to the bank.",
                "owner": "The coin of a beautified district that is destroyed goes to its owner.",
            },
            "bank",
            "2016 A17, classic 3.2",
            "Where the coin of a destroyed beautified district goes.",
        ),
        needs="artist",
    ),
)
"""In their order in lists for people and in the Rules record."""
