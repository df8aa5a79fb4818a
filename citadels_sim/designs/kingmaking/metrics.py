"""Whether the beaten decide who wins: the declared figures."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

_W: Final = "Beaten: win chance W below 5 per cent before the last round, by the model of flow."


_TRIED: Final = "tried on copies of the game with the same luck"


_RANDOM: Final = (
    "with a random one of the alternatives in its place (each other target, and not to strike where the rules allow it), the mean over "
    f"them, {_TRIED}"
)


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
            f"Games in whose last round a beaten player struck somebody and thereby decided who won: {_RANDOM}, another player wins, "
            f"who is not the one that acts (I4). {_W}",
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
            f"Hostile acts of beaten players in the last round that decide who wins: {_RANDOM}, another player wins, who is not the one "
            f"that acts. {_W}",
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
            f"As decided_acts, of players who are not beaten: what to read it against. {_W}",
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
            f"Games in whose last round a beaten player struck somebody, and some one other target, or not to strike, {_TRIED}, would "
            f"have made another player win. The more targets there are, the more games: see decided. {_W}",
            share=True,
        ),
        Metric(
            "acts",
            "Hostile acts of the beaten",
            "Do the beaten strike?",
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
            f"Of these acts, those of which some one other target, or not to strike, {_TRIED}, makes another player win, who is not the "
            f"one that acts. {_W}",
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
            f"As pivotal, of players who are not beaten: what to read it against. {_W}",
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
            f"Of all other targets of these acts, {_TRIED}, those with which another player wins. No interval below 400 games: all "
            f"targets of an act change the winner together, or none does. {_W}",
            share=True,
            deals=400,
        ),
        Metric(
            "restraint",
            "No strike, another winner",
            "Do the beaten choose the winner?",
            "fraction of acts",
            "beaten_spared",
            "beaten_free",
            "node-ATE",
            f"Of these acts that the rules did not demand, those without which, and without any other by the same player in that round, "
            f"another player wins. {_W}",
            share=True,
        ),
    ),
)
"""One figure per cell; rows are games."""


FAMILIES: Final = (KINGMAKING,)
"""The families that runs of kingmaking answer."""
