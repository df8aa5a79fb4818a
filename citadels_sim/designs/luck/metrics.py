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
            "Part of the variance of who wins that is settled when this source is held beside those before it, beyond what they settle: "
            "first the deal (cast, deck, hands, first crown, cards drawn by lot), then the removal (of characters from each draft), "
            f"then the choices (the bots' own random numbers), which settle all that is left; the parts add up to 1 (K3). {_EQUAL}",
            within=(0.0, 1.0),
        ),
        Metric(
            "alone",
            "Settled by it alone",
            "What decides who wins?",
            UNIT,
            "alone",
            "deals",
            "ITT",
            f"Part of the variance of who wins that is settled when this source is held and the others are drawn anew. {_EQUAL}",
            within=(0.0, 1.0),
        ),
        Metric(
            "last",
            "Open until it is settled",
            "What decides who wins?",
            UNIT,
            "last",
            "deals",
            "ITT",
            f"Part of the variance of who wins that is still open when all other sources are held. {_EQUAL}",
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
            "Settled by the cards",
            "Is it the cards or the players?",
            UNIT,
            "cards",
            "deals",
            "ITT",
            "Part of the variance of who wins that is settled when deal and removed characters are held and only the bots' random "
            f"numbers are drawn anew (K3): 0, the cards say nothing; 1, they say all. {_EQUAL}",
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
            "Chance that two games with the same cards, and other random numbers of the bots, are won by the same seat; 1/players would "
            "be chance.",
            share=True,
            reference="fair",
        ),
        Metric(
            "joint",
            "Settled by no source alone",
            "Do the sources of luck act together?",
            UNIT,
            "joint",
            "deals",
            "ITT",
            "1 less what each source settles alone: what only two of them, or all three, settle together.",
            within=(0.0, 1.0),
        ),
    ),
    first_word="luck",
)
"""One figure per cell; rows are deals."""


FAMILIES: Final = (LUCK, LUCK_DEALS)
"""The families that runs of luck answer."""
