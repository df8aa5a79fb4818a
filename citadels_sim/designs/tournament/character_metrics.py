"""Figures of the characters and of the crown, counted from the rows of `turns`."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from citadels_sim.designs.tournament.interaction_metrics import INTERACTION_METRICS
from citadels_sim.designs.tournament.terms import CHARACTER_TERMS, CROWN_TERMS, CROWNED, HELD, sums_of
from citadels_sim.statistics.metric_types import Family, Metric

CHARACTERS = Family(
    "characters",
    pl.col("character"),
    "character",
    sums_of(CHARACTER_TERMS),
    (
        Metric(
            "pick_rate",
            "Picked",
            "Do players want it?",
            "fraction of rounds",
            "picks",
            "rounds",
            "descriptive",
            "Rounds in which a player drafted it, as a share of the rounds it was in the cast. The rules remove some cards before the "
            "draft, rank 4 less often than others: compare it with the random picker.",
            share=True,
            reference="random",
        ),
        Metric(
            "pick_when_offered",
            "Picked when offered",
            "Do players want it when they can have it?",
            "fraction of offers",
            "picks",
            "offers",
            "descriptive",
            "Draft picks that took it, as a share of those with it among the cards on offer. The reference is a random picker: picks over "
            "cards offered.",
            share=True,
            reference="random",
        ),
        Metric(
            "win_when_held",
            "Wins when held",
            "How do its holders fare?",
            "win chance per pick",
            "credit",
            "picks",
            "descriptive",
            "Win credit of the holder, per pick. Not the effect of the character: leaders draft it more or less often, long games count "
            "more, and the difference from 1/n can have the wrong sign.",
            share=True,
            reference="fair",
        ),
        Metric(
            "draft_slot",
            "Draft slot",
            "How early is it taken?",
            "pick number",
            "slots",
            "picks",
            "descriptive",
            "Mean pick number (1 = the crown holder's first pick) at which it is taken.",
        ),
        Metric(
            "face_up",
            "Face up",
            "How often is it out of play, seen by all?",
            "fraction of rounds",
            "face_up",
            "rounds",
            "descriptive",
            "Rounds in which it was removed face up before the draft.",
            share=True,
        ),
        Metric(
            "hidden",
            "Face down",
            "How often is it out of play, unseen?",
            "fraction of rounds",
            "hidden",
            "rounds",
            "descriptive",
            "Rounds in which it was removed face down or left over after the draft.",
            share=True,
        ),
        Metric(
            "murdered_when_held",
            "Murdered when held",
            "How often is the turn lost to a murder?",
            "fraction of picks",
            "murders",
            "picks",
            "descriptive",
            "Picks whose turn was lost because the character was named for murder.",
            share=True,
        ),
        Metric(
            "robbed_when_held",
            "Robbed when held",
            "How often is its gold stolen?",
            "fraction of picks",
            "thefts",
            "picks",
            "descriptive",
            "Picks that the Thief named (also when there was no gold to take).",
            share=True,
        ),
        Metric(
            "bewitched_when_held",
            "Bewitched when held",
            "How often does the Witch play it?",
            "fraction of picks",
            "bewitchments",
            "picks",
            "descriptive",
            "Picks whose turn was cut off after the action because the Witch had named the character.",
            share=True,
        ),
        Metric(
            "held_by_leader",
            "Held by the leader",
            "Who takes it?",
            "fraction of picks",
            "led",
            "picks",
            "descriptive",
            "Picks by a seat that had the highest city value at the table, alone or shared, at the draft. A share far from that of the "
            "other characters distorts the win rate when held.",
            share=True,
        ),
        Metric(
            "gold_per_turn",
            "Gold per turn",
            "What does it earn?",
            "gold per turn played",
            "gold",
            "turns",
            "descriptive",
            "Gold gained in its turns, from all sources; turns lost to murder are left out.",
            least=0.0,
        ),
        Metric(
            "builds_per_turn",
            "Builds per turn",
            "How much does it build?",
            "districts per turn played",
            "built",
            "turns",
            "descriptive",
            "Districts built in its turns; turns lost to murder are left out.",
            least=0.0,
        ),
        Metric(
            "gold_gathered",
            "Takes gold",
            "Gold or cards?",
            "fraction of turns played",
            "took_gold",
            "turns",
            "descriptive",
            "Turns whose action was to take gold rather than cards.",
            share=True,
        ),
        *INTERACTION_METRICS,
    ),
    first_word="character",
)

CROWN = Family(
    "crown",
    pl.when(pl.col("crown")).then(pl.lit("crown holder")).otherwise(pl.lit("others")),
    "at the draft",
    tuple(replace(term, rows=HELD).summed() for term in CROWN_TERMS if term.rows == CROWNED),
    (
        Metric(
            "win_by_crown",
            "Wins",
            "Does the crown go with winning?",
            "win chance per pick",
            "credit",
            "picks",
            "descriptive",
            "Win credit per pick of the crown holder at the draft and of the others. Bots that prefer the King hold the crown more often, "
            "so this is not the worth of the crown.",
            share=True,
            reference="fair",
        ),
    ),
)
