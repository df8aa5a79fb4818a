"""Switches of the set-up, the draft and the crown (no character or district of its own)."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import IntRange, Switch, flag, number, under, words

DRAFT_SWITCHES: Final[tuple[Switch, ...]] = (
    *under(
        "Set-up",
        words(
            "edition",
            {
                "classic": "The classic family: printed costs and default readings of 2000 and The Dark City.",
                "2016": "The 2016 family: printed costs and default readings of 2016 and 2021.",
            },
            "classic",
            "classic 0, 2016 0",
            "Family of rules: gives every other switch its default and every district its printed cost.",
            in_2016="2016",
        ),
    ),
    # ---- draft and crown
    *under(
        "Draft and crown",
        words(
            "removal_order",
            {
                "down_first": "Before the draft, the face-down character is removed first, then the face-up ones.",
                "up_first": "Before the draft, the face-up characters are removed first, then the face-down one: more often rank 4.",
            },
            "down_first",
            "classic 1.3 (S0:139, S1:13), 2016 1.3",
            "Which removed character is drawn first: the face-down one, or the face-up ones (then rank 4 is hidden more often).",
            in_2016="up_first",
        ),
        number(
            "first_crown",
            IntRange(0, 7, ("random", "oldest")),
            "random",
            "classic 1.1 (S0:133, S1:12), 2016 A43",
            "Seat with the first crown: drawn per game, the oldest player's (seat 1 stands for him), or this one (0 is seat 1).",
            "The first crown is at the seat that files count as {n} (0 is seat 1).",
            random="The first crown is random.",
            oldest="The oldest player has the first crown (seat 1 stands for him).",
        ),
    ),
    *under(
        "Draft and crown",
        words(
            "three_player_rule",
            {
                "two_chars": "Three players have two characters each, of eight.",
                "one_char_no_assassin_10": "Three players have one character each, without rank 1, and ten districts complete a city.",
                "two_chars_of_nine": "Three players have two characters each, of nine; between the two picks one is discarded unseen.",
            },
            "two_chars",
            "classic 1.6, 1.7 (S0:268, S1:41), 2016 1.4",
            "Three players: two characters each of eight; one each without rank 1, to ten districts; "
            "two each of nine, one discarded unseen.",
            in_2016="two_chars_of_nine",
        ),
        players=(3,),
    ),
    *under(
        "Draft and crown",
        words(
            "two_player_rule",
            {
                "S0": "Two players have two characters each: they keep one, discard one and pass the rest on in turn.",
                "none": "The game needs at least three players.",
            },
            "S0",
            "classic 1.5 (S0:283), 2016 1.4",
            "Two players: two characters each by picking and discarding; or none: the game needs at least three players.",
        ),
        players=(2,),
    ),
    *under(
        "Draft and crown",
        words(
            "murdered_king_crown",
            {
                "heir": "A murdered King (or Patrician) takes the crown at the end of the round.",
                "stays": "When the King (or Patrician) is murdered, the crown stays where it is.",
            },
            "heir",
            "classic 1.9 (S0:476, S1:56), 2016 1.2",
            "Crown when the King (2016: also the Patrician) was murdered: he takes it at the end of the round, or it stays where it is.",
        ),
        needs="assassin king|patrician",
    ),
    *under(
        "Draft and crown",
        words(
            "on_call_order",
            {
                "robbery_first": "A robbed rank 4 loses the gold first; then the crown moves.",
                "crown_first": "When a robbed rank 4 is called, the crown moves first; the gold it brings is stolen too.",
            },
            "robbery_first",
            "classic 2.1, 2016 2.1",
            "What happens first when a robbed rank 4 is called: the theft, or the crown's move with its gold.",
        ),
        needs="thief emperor|throne-room",
    ),
    *under(
        "Draft and crown",
        flag(
            "allow_dead_targets",
            True,
            "classic 3, 2016 3",
            "Whether the Assassin, the Thief and similar characters may name a face-up character, which nobody holds.",
            "The Assassin, the Thief and similar characters may also name a face-up character.",
            "The Assassin, the Thief and similar characters may not name a face-up character.",
        ),
        needs="assassin|witch|thief|magistrate|blackmailer",
        players=(3, 4, 5, 6),
    ),
)
"""In their order in lists for people and in the Rules record."""
