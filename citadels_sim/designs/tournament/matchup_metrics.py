"""Who meets whom: how holders of a character fare when they are hit, beside which others, and with what city; the declared figures."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

HITS_OF: Final = {"murdered": "murdered", "robbed": "robbed", "bewitched": "bewitched", "district lost": "districts_lost"}
"""What befalls a character, and its column of `turns`."""
WITHOUT: Final = "no "
"""Before what did not happen, or who was not in play, in the name of a group."""
BETWEEN: Final = " - "
"""Between the two parts of the name of a group."""
CITIES_OF: Final = {"cheapest": "Cheapest at the table", "between": "In between", "dearest": "Dearest at the table"}
"""Cities by the mean cost of their districts among those of one game."""
KINDS_OF_CITY: Final = {
    "any": "All",
    "first": "First to complete",
    "five types": "All five types",
    "fewer types": "Fewer types",
}
"""Columns of the table of cities."""
MOST_MATCHED: Final = 1_500
"""Games of a table that are counted, the first ones: a row for every pair of characters of every round takes as long as all else."""
LEAST_PICKS: Final = 400
"""Picks of either kind below which a pair is not shown: among dozens of pairs those of few picks would be farthest out."""
LEAST_CITIES: Final = 100
"""Cities of a kind below which it is not shown."""

_SEEN: Final = "It describes games as the bots play them, and is not an effect: targets and picks are the bots' choices, not random."


def _wins(name: str, source: str) -> tuple[Sum, ...]:
    return Sum(f"{name}_picks", pl.lit(1), source), Sum(f"{name}_wins", pl.col("win"), source)


HITS = Family(
    "hits",
    pl.col("group"),
    "character and hit",
    (*_wins("hit", "naming"), Sum("hit_gold", pl.col("gold_lost"), "naming")),
    (
        Metric(
            "win_when_hit",
            "Win rate by hits on the character",
            "What does it cost to be hit?",
            "win chance per pick",
            "hit_wins",
            "hit_picks",
            "descriptive",
            "Win rate of the holder of a character in rounds in which it was murdered, robbed or bewitched or lost a district, and in "
            f"rounds in which it was not; except for murder itself, only rounds without murder of the character. {_SEEN}",
            share=True,
        ),
        Metric(
            "gold_when_hit",
            "Gold lost by hits on the character",
            "What does it cost to be hit?",
            "gold per pick",
            "hit_gold",
            "hit_picks",
            "descriptive",
            f"Gold that others took from the holder in such rounds. {_SEEN}",
            least=0.0,
        ),
    ),
    first_word="hits",
)
"""One figure per character and hit, or did not."""

COMPANY = Family(
    "company",
    pl.col("group"),
    "character and another one",
    _wins("company", "naming"),
    (
        Metric(
            "win_beside",
            "Win rate by who else is in play",
            "Which character does well beside which other?",
            "win chance per pick",
            "company_wins",
            "company_picks",
            "descriptive",
            "Win rate of the holder of a character in rounds in which another player held the other one, and in rounds in which nobody "
            f"held it. For casts of up to nine characters. {_SEEN}",
            share=True,
        ),
    ),
    first_word="company",
)
"""One figure per pair of characters, with the other one in play and without."""

CITIES = Family(
    "cities",
    pl.col("group"),
    "kind of city",
    _wins("city", "naming"),
    (
        Metric(
            "city_win",
            "Win rate by kind of city",
            "Which cities win?",
            "win chance per game",
            "city_wins",
            "city_picks",
            "descriptive",
            "Win rate of seats by the mean cost of the districts of their city, relative to the other cities of the game, and by whether "
            f"it was completed first and has all five types. {_SEEN}",
            reference="fair",
            share=True,
        ),
    ),
    first_word="cities",
)
"""One figure per kind of city at the end."""

MATCHUP_FAMILIES: Final = (HITS, COMPANY, CITIES)
"""The families that rows of `turns` and `seats` answer together."""
