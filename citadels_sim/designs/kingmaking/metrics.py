"""Whether the beaten decide who wins: the declared figures."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

_W: Final = "Beaten: win chance W below 5 per cent before the last round, by the model of flow."


_TRIED: Final = "tried on copies of the game with the same luck"


_RANDOM: Final = f"with a random alternative (each other target, and no act where the rules allow it), as the mean over them, {_TRIED}"


_SUMS: Final = tuple(
    Sum(f"{who}{name}", pl.col(f"{who}{name}"), "kingmaking")
    for who in ("beaten_", "other_")
    for name in ("acts", "decided", "games", "pivotal", "tried", "moved", "free", "spared", "deciders")
)


KINGMAKING = Family(
    "kingmaking",
    None,
    "",
    (Sum("games", pl.lit(1), "kingmaking"), *_SUMS),
    (
        Metric(
            "decided",
            "Games decided by the beaten",
            "Do the beaten choose the winner?",
            "fraction of games",
            "beaten_games",
            "games",
            "node-ATE",
            f"Games in whose last round a hostile act of a beaten player decided who won: {_RANDOM}, another player wins, other than the "
            f"acting one (I4). {_W}",
            share=True,
        ),
        Metric(
            "decided_acts",
            "Acts of the beaten that decide",
            "Do the beaten choose the winner?",
            "fraction of acts",
            "beaten_decided",
            "beaten_acts",
            "node-ATE",
            f"Hostile acts of beaten players in the last round that decide who wins: {_RANDOM}, another player wins, other than the acting "
            f"one. {_W}",
            share=True,
        ),
        Metric(
            "decided_others",
            "Acts of the others that decide",
            "Do the beaten choose the winner?",
            "fraction of acts",
            "other_decided",
            "other_acts",
            "node-ATE",
            f"As decided_acts, for players who are not beaten: the reference. {_W}",
            share=True,
        ),
        Metric(
            "games",
            "Games that the beaten could have decided",
            "Do the beaten choose the winner?",
            "fraction of games",
            "beaten_deciders",
            "games",
            "node-ATE",
            f"Games in whose last round a beaten player made a hostile act, and at least one other target, or no act, {_TRIED}, makes "
            f"another player win. It grows with the number of targets: compare with decided. {_W}",
            share=True,
        ),
        Metric(
            "acts",
            "Hostile acts of the beaten",
            "Do the beaten attack?",
            "acts per game",
            "beaten_acts",
            "games",
            "descriptive",
            f"Hostile acts of beaten players in the last round: murder, bewitching, robbing, swapped hands, districts destroyed, "
            f"exchanged, seized, confiscated, spying, threats carried out. {_W}",
        ),
        Metric(
            "pivotal",
            "Acts of the beaten that could have decided",
            "Do the beaten choose the winner?",
            "fraction of acts",
            "beaten_pivotal",
            "beaten_acts",
            "node-ATE",
            f"Share of these acts for which at least one other target, or no act, {_TRIED}, makes another player win, other than the "
            f"acting one. {_W}",
            share=True,
        ),
        Metric(
            "pivotal_others",
            "Acts of the others that could have decided",
            "Do the beaten choose the winner?",
            "fraction of acts",
            "other_pivotal",
            "other_acts",
            "node-ATE",
            f"As pivotal, for players who are not beaten: the reference. {_W}",
            share=True,
        ),
        Metric(
            "target",
            "Another target, another winner",
            "Do the beaten choose the winner?",
            "fraction of other targets",
            "beaten_moved",
            "beaten_tried",
            "node-ATE",
            f"Share of all other targets of these acts, {_TRIED}, with another winner. No interval below 400 games: the targets of an act "
            f"change the winner all together or not at all. {_W}",
            share=True,
            deals=400,
        ),
        Metric(
            "restraint",
            "No act, another winner",
            "Do the beaten choose the winner?",
            "fraction of acts",
            "beaten_spared",
            "beaten_free",
            "node-ATE",
            f"Share of the optional acts for which another player wins without this act and all others of the same player in that round. "
            f"{_W}",
            share=True,
        ),
    ),
)
"""One figure per cell; rows are games."""


FAMILIES: Final = (KINGMAKING,)
"""The families that runs of kingmaking answer."""
