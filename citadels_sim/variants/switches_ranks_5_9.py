"""Switches of the characters of ranks 5 to 9."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import Switch, flag, words

__all__ = ["RANKS_5_9_SWITCHES"]

RANKS_5_9_SWITCHES: Final[tuple[Switch, ...]] = (
    # ---- rank 5
    flag(
        "bishop_protects_whole_round",
        True,
        True,
        "2016 A25, classic 1.6",
        "Whether the Bishop's protection lasts all round, or only during his own turn.",
    ),
    flag(
        "bishop_blocks_self",
        True,
        True,
        "2016 A25b, classic 1.6",
        "Whether a player with the Bishop and rank 8 may not touch his own districts.",
    ),
    words(
        "abbot_income",
        ("gold", "mix"),
        "gold",
        "mix",
        "classic 3.2, 2016 D2 (004:708)",
        "What the Abbot takes for his districts: gold, or a mix of gold and cards.",
    ),
    words(
        "abbot_richest",
        ("choice", "first_chance", "end_of_turn"),
        "choice",
        "choice",
        "2016 A3, classic 3.2",
        "When the Abbot takes from the richest: at a moment of his choice, at the first chance, or always at the end of his turn.",
    ),
    words(
        "abbot_tie",
        ("nothing", "choice"),
        "nothing",
        "choice",
        "classic 3.2 (S0:566), 2016 3",
        "Abbot when several others are richest: takes nothing, or chooses one of them.",
    ),
    # ---- rank 6
    words(
        "merchant_bonus_time",
        ("after_action", "start_of_turn", "any"),
        "after_action",
        "any",
        "classic 2.2 (S0:507, S1:88), 2016 3",
        "When the Merchant's extra gold comes: right after the action, at the start of the turn, or when he likes.",
    ),
    words(
        "alchemist_refund",
        ("end_of_turn", "at_once"),
        "end_of_turn",
        "end_of_turn",
        "classic 3.2 (S0:574), 2016 3",
        "When the Alchemist gets his building costs back.",
    ),
    words(
        "alchemist_vs_tax",
        ("tax_first", "refund_first"),
        "tax_first",
        "tax_first",
        "classic 2.3 (S0:576)",
        "End of the Alchemist's turn: tax on what he has left, or after his refund.",
    ),
    words(
        "poorhouse_vs_tax",
        ("tax_first", "poor_house_first"),
        "tax_first",
        "tax_first",
        "classic 2.3",
        "End of a turn: tax before the Poor House's gold, or after it.",
    ),
    # ---- rank 7
    words(
        "architect_bonus_time",
        ("after_action", "any"),
        "after_action",
        "any",
        "classic 2.2 (S0:482), 2016 3",
        "When the Architect's two cards come: right after the action, or when he likes.",
    ),
    words(
        "navigator_bonus_time",
        ("after_action", "any"),
        "after_action",
        "any",
        "classic 2.2 (S0:592), 2016 3",
        "When the Navigator takes his four gold or cards: after the action, or when he likes.",
    ),
    flag(
        "navigator_must_take",
        True,
        False,
        "classic 3.2, 2016 3",
        "Whether the Navigator must take his four gold or cards before his turn ends.",
    ),
    words(
        "navigator_nobuild",
        ("turn", "round"),
        "turn",
        "turn",
        "classic 3.2 (S0:594), 2016 3",
        "How long the Navigator cannot build: in his turn, or all round (differs where a player has two turns).",
    ),
    # ---- rank 8
    words(
        "warlord_timing",
        ("end_of_turn", "any"),
        "end_of_turn",
        "any",
        "classic 2.2 (S0:488, S1:19), 2016 3",
        "When rank 8 destroys or exchanges: as the last thing in the turn, or at any time of it.",
    ),
    words(
        "warlord_complete_city",
        ("forbidden", "allowed"),
        "forbidden",
        "forbidden",
        "classic 3.1 (S0:496, S1:25), 2016 3",
        "Whether the Warlord may destroy in a completed city.",
    ),
    words(
        "diplomat_complete_city",
        ("forbidden", "allowed"),
        "forbidden",
        "forbidden",
        "classic 3.2 (S0:618), 2016 3",
        "Whether the Diplomat may take from a completed city.",
    ),
    words(
        "diplomat_payee",
        ("player", "bank"),
        "player",
        "player",
        "classic 3.2 (S0:615), 2016 3",
        "Who gets the difference that the Diplomat pays.",
    ),
    words(
        "diplomat_give_keep",
        ("allow", "forbid"),
        "allow",
        "forbid",
        "classic 3.2, 2016 A14",
        "Whether the Diplomat may give his own Keep away; also called diplomat_may_give_keep (true, false).",
    ),
    words(
        "diplomat_duplicates",
        ("forbid", "allow"),
        "forbid",
        "forbid",
        "classic 3.2, 2016 3",
        "Whether an exchange may leave a city with two identical districts.",
    ),
    flag("diplomat_great_wall", True, True, "classic 3.2 (S1:130), 2016 3", "Whether the Diplomat pays more behind a Great Wall."),
    flag(
        "marshal_limit_with_wall",
        False,
        False,
        "2016 A5 (002:1604)",
        "Whether the Great Wall's extra gold counts toward the Marshal's limit of 3.",
    ),
    # ---- rank 9
    words(
        "queen_murdered_rank4",
        ("king_only", "both"),
        "both",
        "both",
        "classic 3.2 (S0:597, S1:138), 2016 3",
        "Murdered neighbours for whom the Queen is paid at the end of the round: the King, or any rank 4.",
    ),
    words(
        "queen_anchor",
        ("card", "recipient"),
        "card",
        "card",
        "classic 3.2 (S0:601), 2016 3",
        "Beside whom the Queen must sit: the player of rank 4, or whoever got the crown from the Emperor.",
    ),
    flag("artist_split", True, True, "2016 A12", "Whether the Artist's two coins may be placed at different moments of the turn."),
    words(
        "beautify_gold_on_destroy",
        ("bank", "owner"),
        "bank",
        "bank",
        "2016 A17, classic 3.2",
        "Where the coin of a destroyed beautified district goes.",
    ),
)
"""In the order in which they are listed for people and stand in the Rules record."""
