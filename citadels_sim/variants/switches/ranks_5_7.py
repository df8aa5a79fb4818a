"""Switches of the characters of ranks 5 to 7."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import Switch, flag, under, words

RANKS_5_7_SWITCHES: Final[tuple[Switch, ...]] = (
    # ---- rank 5
    *under(
        "Rank 5",
        flag(
            "bishop_protects_whole_round",
            True,
            "2016 A25, classic 1.6",
            "Whether the Bishop's protection lasts all round, or only during his own turn.",
            "The Bishop's city is protected all round, also in his player's other turn.",
            "The Bishop's city is protected only during his own turn.",
        ),
        flag(
            "bishop_blocks_self",
            True,
            "2016 A25b, classic 1.6",
            "Whether a player with the Bishop and rank 8 may not touch his own districts.",
            "A player with the Bishop and rank 8 may not touch his own districts.",
            "A player with the Bishop and rank 8 may touch his own districts.",
        ),
        needs="bishop warlord|diplomat|marshal",
        players=(2, 3),
    ),
    *under(
        "Rank 5",
        words(
            "abbot_income",
            {
                "gold": "The Abbot gets 1 gold for each religious district.",
                "mix": "The Abbot gets 1 gold or 1 card for each religious district, in any mix.",
                "cards": "The Abbot gets 1 card for each religious district.",
            },
            "gold",
            "classic 3.2, 2016 D2 (004:708)",
            "What the Abbot takes for his districts: gold, a mix of gold and cards, or cards.",
            in_2016="mix",
        ),
        words(
            "abbot_richest",
            {
                "choice": "The Abbot takes 1 gold from the richest player once, at a moment of his choice.",
                "first_chance": "The Abbot takes 1 gold from the richest player at the first moment of his turn when he may.",
                "end_of_turn": "The Abbot must take 1 gold from the richest player at the end of his turn, if he may.",
            },
            "choice",
            "2016 A3, classic 3.2",
            "When the Abbot takes from the richest: at a moment of his choice, at the first chance, or always at the end of his turn.",
        ),
        words(
            "abbot_tie",
            {
                "nothing": "When several others are richest, the Abbot takes nothing.",
                "choice": "When several others are richest, the Abbot chooses who gives him the gold.",
            },
            "nothing",
            "classic 3.2 (S0:566), 2016 3",
            "Abbot when several others are richest: takes nothing, or chooses one of them.",
            in_2016="choice",
        ),
        needs="abbot",
    ),
    # ---- rank 6
    *under(
        "Rank 6",
        words(
            "merchant_bonus_time",
            {
                "after_action": "The Merchant gets his extra gold right after gathering.",
                "start_of_turn": "The Merchant gets his extra gold at the start of his turn.",
                "any": "The Merchant takes his extra gold at any time of his turn.",
            },
            "after_action",
            "classic 2.2 (S0:507, S1:88), 2016 3",
            "When the Merchant's extra gold comes: right after the action, at the start of the turn, or at any time of the turn.",
            in_2016="any",
        ),
        needs="merchant",
    ),
    *under(
        "Rank 6",
        words(
            "alchemist_refund",
            {
                "end_of_turn": "The Alchemist gets his building costs back at the end of his turn.",
                "at_once": "The Alchemist gets his building costs back at once.",
            },
            "end_of_turn",
            "classic 3.2 (S0:574), 2016 3",
            "When the Alchemist gets his building costs back.",
        ),
        needs="alchemist",
    ),
    *under(
        "Tax Collector",
        words(
            "alchemist_vs_tax",
            {
                "tax_first": "The Alchemist pays tax at the end of his turn before he gets his costs back.",
                "refund_first": "The Alchemist pays tax at the end of his turn after he got his costs back.",
            },
            "tax_first",
            "classic 2.3 (S0:576)",
            "End of the Alchemist's turn: tax before his refund, or after it.",
        ),
        needs="tax-collector alchemist",
    ),
    *under(
        "Tax Collector",
        words(
            "poorhouse_vs_tax",
            {
                "tax_first": "At the end of a turn, tax is paid before the Poor House gives gold.",
                "poor_house_first": "At the end of a turn, the Poor House gives gold before tax is paid.",
            },
            "tax_first",
            "classic 2.3",
            "End of a turn: tax before the Poor House's gold, or after it.",
        ),
        needs="tax-collector poor-house",
    ),
    # ---- rank 7
    *under(
        "Rank 7",
        words(
            "architect_bonus_time",
            {
                "after_action": "The Architect gets his two extra cards right after gathering.",
                "any": "The Architect takes his two extra cards at any time of his turn.",
                "start_of_turn": "The Architect gets his two extra cards at the start of his turn.",
            },
            "after_action",
            "classic 2.2 (S0:482), 2016 3",
            "When the Architect's two cards come: right after the action, at any time of the turn, or at the start of the turn.",
            in_2016="any",
        ),
        needs="architect",
    ),
    *under(
        "Rank 7",
        words(
            "navigator_bonus_time",
            {
                "after_action": "The Navigator takes his four gold or cards after gathering.",
                "any": "The Navigator takes his four gold or cards at any time of his turn.",
            },
            "after_action",
            "classic 2.2 (S0:592), 2016 3",
            "When the Navigator takes his four gold or cards: after the action, or at any time of the turn.",
            in_2016="any",
        ),
        flag(
            "navigator_must_take",
            True,
            "classic 3.2, 2016 3",
            "Whether the Navigator must take his four gold or cards before his turn ends.",
            "The Navigator must take his four gold or cards.",
            "The Navigator need not take his four gold or cards.",
            in_2016=False,
        ),
        needs="navigator",
    ),
    *under(
        "Rank 7",
        words(
            "navigator_nobuild",
            {
                "turn": "The Navigator cannot build in his turn.",
                "round": "The Navigator's player cannot build in the whole round, from his call on.",
            },
            "turn",
            "classic 3.2 (S0:594), 2016 3",
            "How long the Navigator cannot build: in his turn, or all round (differs where a player has two turns).",
        ),
        needs="navigator",
        players=(2, 3),
    ),
)
"""In their order in lists for people and in the Rules record."""
