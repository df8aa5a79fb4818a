"""What decides who wins: the declared figures of replayed deals."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

UNIT: Final = "fraction of the luck"


_EQUAL: Final = "The bots of all seats are equal."


LUCK = Family(
    "luck",
    pl.col("stream"),
    "source of luck",
    (Sum("deals", pl.lit(1), "luck"), *(Sum(name, pl.col(name), "luck") for name in ("part", "alone", "last"))),
    (
        Metric(
            "share",
            "Share of the luck",
            "What decides who wins?",
            UNIT,
            "part",
            "deals",
            "ITT",
            "Share of the variance of who wins that this source decides beyond the sources fixed before it: first the deal (cast, deck, "
            "hands, first crown, cards drawn by lot), then the removal (of characters from each draft), then the choices (the bots' own "
            f"random numbers), which decide the rest; the shares add up to 1 (K3). {_EQUAL}",
            within=(0.0, 1.0),
        ),
        Metric(
            "alone",
            "Decided by it alone",
            "What decides who wins?",
            UNIT,
            "alone",
            "deals",
            "ITT",
            f"Share of the variance of who wins that is decided if this source is fixed and the others are drawn anew. {_EQUAL}",
            within=(0.0, 1.0),
        ),
        Metric(
            "last",
            "Decided by it after all others",
            "What decides who wins?",
            UNIT,
            "last",
            "deals",
            "ITT",
            f"Share of the variance of who wins that is still open if all other sources are fixed. {_EQUAL}",
            within=(0.0, 1.0),
        ),
    ),
)
"""One figure per source; rows are deals times sources, each with what the deal contributes."""


LUCK_DEALS = Family(
    "luck_deals",
    None,
    "",
    (Sum("deals", pl.lit(1), "luck"), *(Sum(name, pl.col(name), "luck") for name in ("cards", "same", "joint"))),
    (
        Metric(
            "cards",
            "Decided by the cards",
            "Is it the cards or the players?",
            UNIT,
            "cards",
            "deals",
            "ITT",
            "Share of the variance of who wins that is decided if deal and removed characters are fixed and only the bots' random numbers "
            f"are drawn anew (K3): 0, the cards decide nothing; 1, everything. {_EQUAL}",
            within=(0.0, 1.0),
        ),
        Metric(
            "same_winner",
            "Same cards, same winner",
            "Is it the cards or the players?",
            "win chance",
            "same",
            "deals",
            "ITT",
            "Probability that two games with the same cards and different random numbers of the bots are won by the same seat; by chance "
            "it is 1/players.",
            share=True,
            reference="fair",
        ),
        Metric(
            "joint",
            "Decided by no source alone",
            "Do the sources of luck act together?",
            UNIT,
            "joint",
            "deals",
            "ITT",
            "1 minus the shares that each source decides alone: the share that only two or three of them decide together.",
            within=(0.0, 1.0),
        ),
    ),
    first_word="luck",
)
"""One figure per cell; rows are deals."""


FAMILIES: Final = (LUCK, LUCK_DEALS)
"""The families that runs of luck answer."""
