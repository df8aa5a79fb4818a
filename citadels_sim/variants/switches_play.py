"""Switches of the table, the draft, the turn, the decks and the end of the game (no character or district of its own)."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import IntRange, Switch, flag, number, words

__all__ = ["PLAY_SWITCHES"]

PLAY_SWITCHES: Final[tuple[Switch, ...]] = (
    words(
        "edition",
        ("classic", "2016"),
        "classic",
        "2016",
        "classic 0, 2016 0",
        "Family of rules: gives every other switch its default and every district its printed cost.",
    ),
    # ---- draft and crown
    words(
        "removal_order",
        ("down_first", "up_first"),
        "down_first",
        "up_first",
        "classic 1.3 (S0:139, S1:13), 2016 1.3",
        "Which removed character is drawn first: the face-down one, or the face-up ones (then rank 4 is hidden more often).",
    ),
    number(
        "first_crown",
        IntRange(0, 7, ("random", "oldest")),
        "random",
        "random",
        "classic 1.1 (S0:133, S1:12), 2016 A43",
        "Seat with the first crown: drawn per game, the oldest player's (seat 0 stands for him), or this seat.",
    ),
    words(
        "three_player_rule",
        ("two_chars", "one_char_no_assassin_10", "two_chars_of_nine"),
        "two_chars",
        "two_chars_of_nine",
        "classic 1.6, 1.7 (S0:268, S1:41), 2016 1.4",
        "Three players: two characters each of eight; one each without rank 1, to ten districts; two each of nine, one discarded unseen.",
    ),
    words(
        "two_player_rule",
        ("S0", "none"),
        "S0",
        "S0",
        "classic 1.5 (S0:283), 2016 1.4",
        "Two players: two characters each by picking and discarding; or none: the game begins at three players.",
    ),
    words(
        "murdered_king_crown",
        ("heir", "stays"),
        "heir",
        "heir",
        "classic 1.9 (S0:476, S1:56), 2016 1.2",
        "Crown when the King (2016: also the Patrician) was murdered: he takes it at the end of the round, or it stays where it is.",
    ),
    words(
        "on_call_order",
        ("robbery_first", "crown_first"),
        "robbery_first",
        "robbery_first",
        "classic 2.1, 2016 2.1",
        "What happens first when a robbed rank 4 is called: the theft, or the crown's move with its gold.",
    ),
    flag(
        "allow_dead_targets",
        True,
        True,
        "classic 3, 2016 3",
        "Whether a character that lies face up, and so is held by nobody, may be named by the Assassin, the Thief and their like.",
    ),
    # ---- turn
    words(
        "turn_order_model",
        ("s0_strict", "s1_free"),
        "s0_strict",
        "s0_strict",
        "classic 2.1 (S0:184, S1:19), 2016 2.1",
        "Building only after the action (gathering), or everything in a turn in any order.",
    ),
    flag(
        "abilities_before_gather",
        True,
        True,
        "2016 A1 (002:1015), classic 2.1",
        "Whether powers and district effects without a fixed moment may be used before gathering.",
    ),
    words(
        "eot_order",
        ("tax_poor_house_park_refund", "tax_refund_poor_house_park"),
        "tax_poor_house_park_refund",
        "tax_poor_house_park_refund",
        "classic 2.3, 2016 2.1 (002:1672)",
        "Order of what happens at the end of a turn; alchemist_vs_tax and poorhouse_vs_tax move their effect to just before the tax.",
    ),
    # ---- decks and bank
    words(
        "discard_model",
        ("deck_bottom", "pile"),
        "deck_bottom",
        "deck_bottom",
        "classic 2.4 (S0:195, S1:20), 2016 0.4",
        "Where discarded district cards go: under the deck, or on a face-down pile.",
    ),
    words(
        "destroyed_to",
        ("deck_bottom", "out_of_game", "pile"),
        "deck_bottom",
        "deck_bottom",
        "classic 2.4, 2016 0.4",
        "Where destroyed districts go: under the deck, out of the game, or on the discard pile.",
    ),
    words(
        "deck_empty",
        ("draw_available", "reshuffle_pile"),
        "draw_available",
        "draw_available",
        "classic 2.5, 2016 2.4",
        "When the deck runs out: draw what exists, or shuffle the discard pile into a new deck.",
    ),
    words(
        "empty_deck_gather",
        ("allowed", "barred"),
        "barred",
        "allowed",
        "classic 2.5, 2016 A30",
        "Whether cards may be chosen in gathering when the deck is empty (and yield nothing).",
    ),
    words(
        "bottom_order",
        ("random", "choice"),
        "random",
        "random",
        "2016 A31",
        "Order of several cards that go under the deck at once: at random, or as their player names them.",
    ),
    number(
        "bank_limit",
        IntRange(1, 1000, ("none",)),
        "none",
        "none",
        "classic 1.1 (S0:39), 2016 1.1 (002:603)",
        "Gold in the game; what the bank does not have it does not pay.",
    ),
    words(
        "unique_pick",
        ("uniform", "cost_spread"),
        "uniform",
        "uniform",
        "2016 A44 (002:770)",
        "How a game's random unique districts are drawn: all sets alike, or so that their costs are spread.",
    ),
    # ---- end of the game
    flag(
        "first_bonus_latched",
        True,
        True,
        "classic 5.2 (S0:211), 2016 A6",
        "Whether the 4 points for completing a city first stay when that city is no longer complete at the end.",
    ),
    flag(
        "completion_bonus_latched",
        False,
        True,
        "classic 5.2, 2016 A6 (002:577)",
        "Whether the 2 points for completing a city later stay when that city is no longer complete at the end.",
    ),
    words(
        "tie_break",
        ("s0", "none", "highest_rank"),
        "s0",
        "highest_rank",
        "classic 5.3 (S0:223), 2016 5 (002:586)",
        "Equal totals: most district points, then most gold; shared; or the highest rank revealed in the last round.",
    ),
    words(
        "killed_counts_in_tie",
        ("rank4_only", "all"),
        "rank4_only",
        "rank4_only",
        "2016 A29",
        "Which murdered characters count in the tie-break by rank: only rank 4, which is revealed, or all.",
    ),
    number(
        "witch_tie_rank",
        IntRange(1, 1, ("bewitched",)),
        1,
        1,
        "2016 A28",
        "Rank of the Witch in the tie-break by rank: her own 1, or that of the character she bewitched.",
    ),
)
"""In the order in which they are listed for people and stand in the Rules record."""
