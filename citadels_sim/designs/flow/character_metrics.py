"""What a character adds to the win chance of who has it.

Source: docs/reference/estimators.md, C3. Rows are those of `tables`.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.designs.flow.metric_terms import ONE, W, sums
from citadels_sim.statistics.metric_types import Family, Metric, Sum

_PICK: Final = "win chance per pick"

SWINGS = Family(
    "character_swings",
    pl.col("character"),
    "character",
    (
        Sum("picks", ONE, "flow"),
        *sums("rise", "draft_rise", "struck_rise", "turns_rise", "killer"),
        *sums("lost", "lost_rise", "robbed", "robbed_rise", "free", "free_rise", "lost_struck", "robbed_struck", "free_struck"),
    ),
    (
        Metric(
            "wpa",
            "Win chance added in its round",
            "How much does one pick swing the game?",
            _PICK,
            "rise",
            "picks",
            "descriptive",
            f"The holder's W at the end of the round minus W before the draft (C3); over the seats of a round the sum is 0. {W} It "
            f"describes the rounds of the players who pick the character; the effect of the pick is win_effect.",
        ),
        Metric(
            "wpa_draft",
            "Win chance added by the draft",
            "How much does one pick swing the game?",
            _PICK,
            "draft_rise",
            "picks",
            "descriptive",
            f"Part of wpa (C3): W after all picks, for an observer who sees every pick, minus W before the draft; the seats sum to 0. {W}",
        ),
        Metric(
            "wpa_struck",
            "Win chance added by murder, bewitching, theft",
            "What does a lost turn cost?",
            _PICK,
            "struck_rise",
            "picks",
            "descriptive",
            "Part of wpa (C3): W when it is known who loses the turn and who is robbed in the round, minus W after the draft, which "
            f"expects these losses: over all rounds nearly 0 if W is right. {W}",
        ),
        Metric(
            "wpa_turns",
            "Win chance added by the turns",
            "How much does one pick swing the game?",
            _PICK,
            "turns_rise",
            "picks",
            "descriptive",
            "Part of wpa (C3): W at the end of the round minus W when murder, bewitching and theft are known: the turns played, its own "
            f"and others', beyond what W expected. {W}",
        ),
        Metric(
            "struck_lost",
            "Cost of losing the turn",
            "What does a lost turn cost?",
            _PICK,
            "lost_struck",
            "lost",
            "descriptive",
            f"Part of wpa that is due to being murdered or bewitched, in rounds in which it happened, relative to the expectation after "
            f"the same draft (C3). {W}",
        ),
        Metric(
            "struck_robbed",
            "Cost of being robbed",
            "What does a robbery cost?",
            _PICK,
            "robbed_struck",
            "robbed",
            "descriptive",
            f"As struck_lost, for being robbed (C3). {W}",
        ),
        Metric(
            "struck_free",
            "Worth of being spared",
            "What does a lost turn cost?",
            _PICK,
            "free_struck",
            "free",
            "descriptive",
            f"As struck_lost, for being neither murdered, bewitched nor robbed (C3). {W}",
        ),
        Metric(
            "wpa_played",
            "Win chance added in undisturbed rounds",
            "How much does one pick swing the game?",
            _PICK,
            "free_rise",
            "free",
            "descriptive",
            "As wpa, in rounds in which it was neither murdered, nor bewitched, nor robbed.",
        ),
        Metric(
            "wpa_lost",
            "Win chance added in rounds with a lost turn",
            "What does a lost turn cost?",
            _PICK,
            "lost_rise",
            "lost",
            "descriptive",
            "As wpa, in rounds in which it was murdered or bewitched. No interval below 1,000 games: a few large losses dominate.",
            deals=1_000,
        ),
        Metric(
            "wpa_robbed",
            "Win chance added in rounds with a robbery",
            "What does a robbery cost?",
            _PICK,
            "robbed_rise",
            "robbed",
            "descriptive",
            "As wpa, in rounds in which the Thief took its gold.",
        ),
        Metric(
            "turn_lost",
            "Turn lost",
            "Is it a target?",
            "fraction of picks",
            "lost",
            "picks",
            "descriptive",
            "Picks that were murdered or bewitched in their round.",
            share=True,
        ),
        Metric(
            "killer_share",
            "Largest rise of the game",
            "Which characters make killer moves?",
            "fraction of games",
            "killer",
            "killer",
            "descriptive",
            "Games whose largest rise of W in one round was that of the holder (F6). With two or three players only the character called "
            "first counts.",
            share=True,
            of_all=True,
        ),
    ),
    first_word="character",
)
"""One figure per character; rows are characters held. With two or three players a round counts for both characters of a seat."""
