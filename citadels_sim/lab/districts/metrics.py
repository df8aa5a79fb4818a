"""Figures of the districts of games: whether players keep, build and lose them, and how those fare who have them.

Source: shared analytics reference, Q3 and Q4. Sums are taken over the table `cards`, whose blocks are groups of blocks.
"""

from __future__ import annotations

import polars as pl

from citadels_sim.statistics.metric_types import CREDIT, Family, Metric, Sum

LENGTH_BIAS = (
    "Who has seen more cards has played longer games: win rates in hand favour districts of long games, and every district looks worse "
    "where fast play wins. They describe; what being dealt a district brings is its worth in the opening hand."
)
"""The warning that goes with win rates in hand."""

CARDS = Family(
    "district",
    pl.col("district"),
    "district",
    (
        *(Sum(name, pl.col(name), "cards") for name in ("offered", "kept", "built", "placed", "destroyed", "exchanged", "never")),
        Sum("held", pl.col("built") + pl.col("unbuilt"), "cards"),
        Sum("seen", pl.col("opening") + pl.col("drawn"), "cards"),
        Sum("seen_win", pl.col("opening_win") + pl.col("drawn_win"), "cards", 1 / CREDIT),
        Sum("never_win", pl.col("never_win"), "cards", 1 / CREDIT),
    ),
    (
        Metric("keep_rate", "Kept when offered", "Do players want it?", "fraction of offers", "kept", "offered", "descriptive",
               "Choices among drawn cards that had it among them, in which it was kept. Where all cards drawn are kept, nobody chooses.",
               share=True),
        Metric("build_rate", "Built when held", "Do players get it down?", "fraction of seats", "built", "held", "descriptive",
               "Seats that had it in hand, and built it before the end. What comes late has little time.", share=True),
        Metric("destroyed_rate", "Destroyed", "Does it stay?", "fraction of districts", "destroyed", "placed", "descriptive",
               "Districts of this name in cities that another player destroyed.", share=True),
        Metric("exchanged_rate", "Exchanged", "Does it stay?", "times per district", "exchanged", "placed", "descriptive",
               "How often a district of this name in a city went to another one, exchanged or seized; one may go several times."),
        Metric("gih", "Wins in hand (GIH)", "How do those fare who have it?", "win chance per game", "seen_win", "seen", "descriptive",
               f"Win credit of seats that had it in hand, dealt or later. {LENGTH_BIAS}", share=True, reference="fair"),
        Metric("gns", "Wins never seen (GNS)", "How do those fare who have it not?", "win chance per game", "never_win", "never",
               "descriptive", f"Win credit of seats that never had it in hand, in games whose deck has it. {LENGTH_BIAS}", share=True,
               reference="fair"),
    ),
)  # fmt: skip
"""One figure per district; games whose deck has it."""
