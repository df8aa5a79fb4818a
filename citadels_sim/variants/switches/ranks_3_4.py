"""Switches of the characters of ranks 3 and 4."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import Switch, flag, under, words

RANKS_3_4_SWITCHES: Final[tuple[Switch, ...]] = (
    # ---- rank 3
    *under(
        "Rank 3",
        words(
            "magician_exchange",
            {
                "bottom_then_draw": "The Magician puts cards under the deck, then draws as many.",
                "draw_then_bottom": "The Magician draws cards, then puts as many under the deck.",
            },
            "bottom_then_draw",
            "classic 3.1 (S0:462, S1:76), 2016 3",
            "Magician's exchange with the deck: discards first, then draws; or draws first.",
        ),
        needs="magician",
    ),
    *under(
        "Rank 3",
        words(
            "wizard_duplicates",
            {
                "all_builds": "The Wizard may build any number of districts identical to ones in his city.",
                "taken_card": "The Wizard may build the card he took at once, though an identical district stands in his city.",
                "one_build": "The Wizard may build one district identical to one in his city.",
            },
            "all_builds",
            "classic 3.2 (S0:519), 2016 D5 (004:634)",
            "Builds by which the Wizard may duplicate a district this turn: all, that of the card he took at once, or any one.",
        ),
        flag(
            "wizard_build_needs_action",
            True,
            "classic 3.2 (S0:515), 2016 A13",
            "Whether the Wizard's immediate build must wait for the action; its opposite is wizard_build_before_gather.",
            "The Wizard must gather before he builds the card he took.",
            "The Wizard may build the card he took before gathering.",
            in_2016=False,
        ),
        flag(
            "wizard_must_take",
            True,
            "2016 A35 (002:1268)",
            "Whether a Wizard who has looked at cards must take one.",
            "A Wizard who has looked at a hand must take a card of it.",
            "A Wizard who has looked at a hand need not take a card.",
        ),
        needs="wizard",
    ),
    # ---- rank 4
    *under(
        "Rank 4",
        words(
            "emperor_time",
            {
                "on_call": "The Emperor moves the crown as soon as he is called.",
                "any": "The Emperor moves the crown at any time of his turn.",
            },
            "on_call",
            "classic 2.2 (S0:540), 2016 3",
            "When the Emperor moves the crown: as soon as he is called, or at any time of his turn.",
            in_2016="any",
        ),
        words(
            "emperor_recipient",
            {
                "not_holder": "The Emperor gives the crown to a player who is neither himself nor its holder.",
                "not_self": "The Emperor gives the crown to another player, who may be its holder.",
            },
            "not_holder",
            "classic 3.2 (S1:114, S0:541), 2016 3",
            "To whom the Emperor may give the crown: neither to himself nor its holder, or only not to himself.",
        ),
        words(
            "emperor_gift_choice",
            {
                "recipient": "Whoever gets the crown chooses: 1 gold or a card of his choice to the Emperor.",
                "emperor": "The Emperor chooses: 1 gold or a random card from whoever gets the crown.",
            },
            "recipient",
            "classic 3.2 (S0:543), 2016 3",
            "Who chooses gold or card for the crown: the receiver (who picks the card), or the Emperor (a random card).",
            in_2016="emperor",
        ),
        flag(
            "emperor_may_decline",
            False,
            "2016 D3",
            "Whether the Emperor may leave what the new crown holder owes (where the choice is his).",
            "The Emperor may take nothing for the crown.",
            "The Emperor must take gold or a card for the crown, if there is any.",
        ),
        needs="emperor",
    ),
    *under(
        "Rank 4",
        words(
            "emperor_murdered",
            {
                "stays": "When the Emperor is murdered, the crown stays where it is.",
                "moves": "A murdered Emperor moves the crown at the end of the round, and takes nothing for it.",
            },
            "stays",
            "classic 1.9 (S0:546), 2016 3",
            "Crown when the Emperor was murdered: stays, or moves at the end of the round without a gift.",
            in_2016="moves",
        ),
        needs="assassin emperor",
    ),
    *under(
        "Rank 4",
        words(
            "patrician_income",
            {"cards": "The Patrician gets 1 card for each noble district.", "gold": "The Patrician gets 1 gold for each noble district."},
            "cards",
            "2016 D1 (002:1364, 004:680)",
            "What the Patrician takes for his noble districts.",
        ),
        needs="patrician",
    ),
)
"""In their order in lists for people and in the Rules record."""
