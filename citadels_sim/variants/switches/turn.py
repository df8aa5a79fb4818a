"""Switches of the turn, the decks, the bank and the end of the game (no character or district of its own)."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import IntRange, Switch, flag, number, under, words

TURN_SWITCHES: Final[tuple[Switch, ...]] = (
    # ---- turn
    *under(
        "Turn",
        words(
            "turn_order_model",
            {"s0_strict": "A player gathers first and builds afterwards.", "s1_free": "A player gathers and builds in any order."},
            "s0_strict",
            "classic 2.1 (S0:184, S1:19), 2016 2.1",
            "Building only after the action (gathering), or everything in a turn in any order.",
        ),
        flag(
            "abilities_before_gather",
            True,
            "2016 A1 (002:1015), classic 2.1",
            "Whether powers and district effects without a fixed moment may be used before gathering.",
            "Powers and district effects without a fixed moment may be used before gathering.",
            "Powers and district effects without a fixed moment may be used only after gathering.",
        ),
    ),
    *under(
        "Turn",
        words(
            "eot_order",
            {
                "tax_poor_house_park_refund": "At the end of a turn come tax, Poor House, Park, then the Alchemist's refund.",
                "tax_refund_poor_house_park": "At the end of a turn come tax, the Alchemist's refund, then Poor House and Park.",
            },
            "tax_poor_house_park_refund",
            "classic 2.3, 2016 2.1 (002:1672)",
            "Order of what happens at the end of a turn; alchemist_vs_tax and poorhouse_vs_tax move their effect to just before the tax.",
        ),
        needs="alchemist poor-house",
    ),
    # ---- decks and bank
    *under(
        "Turn",
        words(
            "discard_model",
            {"deck_bottom": "Discarded district cards go under the deck.", "pile": "Discarded district cards go on a face-down pile."},
            "deck_bottom",
            "classic 2.4 (S0:195, S1:20), 2016 0.4",
            "Where discarded district cards go: under the deck, or on a face-down pile.",
        ),
        words(
            "destroyed_to",
            {
                "deck_bottom": "Destroyed districts go under the deck.",
                "out_of_game": "Destroyed districts leave the game.",
                "pile": "Destroyed districts go on the discard pile.",
            },
            "deck_bottom",
            "classic 2.4, 2016 0.4",
            "Where destroyed districts go: under the deck, out of the game, or on the discard pile.",
        ),
        words(
            "deck_empty",
            {
                "draw_available": "When the deck runs out, players draw what is left.",
                "reshuffle_pile": "When the deck runs out, the discard pile is shuffled into a new one.",
            },
            "draw_available",
            "classic 2.5, 2016 2.4",
            "When the deck runs out: draw what exists, or shuffle the discard pile into a new deck.",
        ),
        words(
            "empty_deck_gather",
            {
                "allowed": "A player may gather cards from an empty deck, and gets none.",
                "barred": "While the deck is empty, players must gather gold.",
            },
            "barred",
            "classic 2.5, 2016 A30",
            "Whether cards may be chosen in gathering when the deck is empty (and yield nothing).",
            in_2016="allowed",
        ),
        words(
            "bottom_order",
            {
                "random": "Several cards that go under the deck at once lie there in random order.",
                "choice": "A player who puts several cards under the deck at once chooses their order.",
            },
            "random",
            "2016 A31",
            "Order of several cards that go under the deck at once: random, or chosen by the player.",
        ),
    ),
    *under(
        "Set-up",
        number(
            "bank_limit",
            IntRange(1, 1000, ("none",)),
            "none",
            "classic 1.1 (S0:39), 2016 1.1 (002:603)",
            "Gold in the game; the bank pays no more than it has.",
            "There is {n} gold in the game; the bank pays no more than it has.",
            none="The bank never runs out of gold.",
        ),
        words(
            "unique_pick",
            {
                "uniform": "Unique districts that are drawn for a game: all sets are equally likely.",
                "cost_spread": "Unique districts that are drawn for a game: spread over the costs in proportion.",
            },
            "uniform",
            "2016 A44 (002:770)",
            "How a game's random unique districts are drawn: all sets equally likely, or spread over the costs.",
        ),
    ),
    # ---- end of the game
    *under(
        "End of the game",
        flag(
            "first_bonus_latched",
            True,
            "classic 5.2 (S0:211), 2016 A6",
            "Whether the 4 points for completing a city first stay when that city is no longer complete at the end.",
            "Whoever completed a city first keeps the 4 points, even if the city shrinks.",
            "The 4 points for completing a city first are lost if it is no longer complete at the end.",
        ),
        flag(
            "completion_bonus_latched",
            False,
            "classic 5.2, 2016 A6 (002:577)",
            "Whether the 2 points for completing a city later stay when that city is no longer complete at the end.",
            "Whoever completed a city later keeps the 2 points, even if the city shrinks.",
            "The 2 points for completing a city later are lost if it is no longer complete at the end.",
            in_2016=True,
        ),
        words(
            "tie_break",
            {
                "s0": "Among equal totals, most points from districts decide, then most gold.",
                "none": "Equal totals share the victory.",
                "highest_rank": "Among equal totals, the highest rank revealed in the last round decides.",
            },
            "s0",
            "classic 5.3 (S0:223), 2016 5 (002:586)",
            "Equal totals: most district points, then most gold; shared; or the highest rank revealed in the last round.",
            in_2016="highest_rank",
        ),
    ),
    *under(
        "End of the game",
        words(
            "killed_counts_in_tie",
            {
                "rank4_only": "Of murdered characters only rank 4, which is shown, counts in a tie-break by rank.",
                "all": "Murdered characters are shown and count in a tie-break by rank.",
            },
            "rank4_only",
            "2016 A29",
            "Which murdered characters count in the tie-break by rank: only rank 4, which is revealed, or all.",
        ),
        needs="assassin",
    ),
    *under(
        "End of the game",
        number(
            "witch_tie_rank",
            IntRange(1, 1, ("bewitched",)),
            1,
            "2016 A28",
            "Rank of the Witch in the tie-break by rank: her own 1, or that of the character she bewitched.",
            "The Witch counts as rank {n} in a tie-break by rank.",
            bewitched="The Witch counts as the character she bewitched in a tie-break by rank.",
        ),
        needs="witch",
    ),
)
"""In their order in lists for people and in the Rules record."""
