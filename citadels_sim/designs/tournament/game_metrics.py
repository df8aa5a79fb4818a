"""Figures of seats, bots, scores and length, counted from the rows of `games` and `seats`."""

from __future__ import annotations

import polars as pl

from citadels_sim.statistics.metric_types import CREDIT, Estimand, Family, Metric, Sum

_ONE = pl.lit(1, dtype=pl.Int64)

_seat_sums = (Sum("games", _ONE, "seats"), Sum("credit", pl.col("credit"), "seats", 1 / CREDIT), Sum("total", pl.col("total"), "seats"))

_SEAT_FAMILIES: tuple[tuple[str, pl.Expr, str, str, Estimand, str], ...] = (
    (
        "seats_from_crown",
        ((pl.col("seat") - pl.col("first_crown") + pl.col("players")) % pl.col("players")).cast(pl.Int8),
        "seat after the first crown",
        "Are the seats fair?",
        "ITT",
        "Win credit of the seat, counted clockwise from the holder of the first crown (0). Bots take every seat in turn, so the strength "
        "of bots does not matter. Shared wins count in parts.",
    ),
    (
        "seats",
        pl.col("seat"),
        "seat",
        "Does a chair have an effect of its own?",
        "ITT",
        "Win credit of the chair. The first crown is drawn by lot, so all chairs are alike: a difference is a fault.",
    ),
    (
        "bots",
        pl.col("bot"),
        "bot",
        "Who plays best at this table?",
        "policy",
        "Win credit of the bot per seat it fills. It holds for this line-up only; against other bots the order can change.",
    ),
)

SEATS = tuple(
    Family(
        name,
        group,
        title,
        _seat_sums,
        (
            Metric("win_rate", "Wins", question, "win chance per game", "credit", "games", estimand, doc, share=True, reference="fair"),
            Metric("mean_total", "Score", "How many points does it score?", "points", "total", "games", estimand, "Mean final score."),
        ),
    )
    for name, group, title, question, estimand, doc in _SEAT_FAMILIES
)
_parts = ("total", "districts", "types", "completion", "bonus")
_part_titles = {
    "total": ("Final score", "Mean final score."),
    "districts": ("Districts", "The costs of the districts, the largest part of a score."),
    "types": ("Five types", "The bonus for a city with all five types of district."),
    "completion": ("Completion", "The bonus for a complete city, higher for the first."),
    "bonus": ("Unique districts", "Points that unique districts add."),
}

SCORES = Family(
    "scores",
    None,
    "",
    (
        Sum("games", _ONE, "games"),
        Sum("best", pl.col("best"), "games"),
        Sum("margin", pl.col("best") - pl.col("second"), "games"),
        Sum("spread", pl.col("best") - pl.col("worst"), "games"),
        Sum("close", (pl.col("best") - pl.col("second")) <= 3, "games"),
        Sum("tied", pl.col("best") == pl.col("second"), "games"),
    ),
    (
        Metric(
            "winner_total",
            "Winner's score",
            "What does it take to win?",
            "points",
            "best",
            "games",
            "descriptive",
            "Mean of the highest score of a game.",
        ),
        Metric(
            "margin",
            "Margin",
            "How close are games?",
            "points",
            "margin",
            "games",
            "descriptive",
            "Mean distance from the highest to the second score.",
        ),
        Metric(
            "spread",
            "Spread",
            "How far is the last behind?",
            "points",
            "spread",
            "games",
            "descriptive",
            "Mean distance from the highest to the lowest score.",
        ),
        Metric(
            "close_games",
            "Within 3 points",
            "How often are games close?",
            "fraction of games",
            "close",
            "games",
            "descriptive",
            "Games whose two highest scores are at most 3 points apart.",
            share=True,
        ),
        Metric(
            "tied_games",
            "Tied on points",
            "How often does a tie-break decide?",
            "fraction of games",
            "tied",
            "games",
            "descriptive",
            "Games in which two or more share the highest score, before any tie-break.",
            share=True,
        ),
    ),
    first_word="game",
)

RESULTS = Family(
    "score_parts",
    pl.when(pl.col("place") == 1).then(pl.lit("winner")).otherwise(pl.lit("others")),
    "result",
    (Sum("seats", _ONE, "seats"), *(Sum(name, pl.col(name), "seats") for name in _parts)),
    tuple(
        Metric(
            f"mean_{name}", _part_titles[name][0], "What is a score made of?", "points", name, "seats", "descriptive", _part_titles[name][1]
        )
        for name in _parts
    ),
)

TOTALS = Family(
    "score_distribution",
    pl.col("total"),
    "final score",
    (Sum("seats", _ONE, "seats"), Sum("winners", pl.col("place") == 1, "seats")),
    (
        Metric(
            "share_of_seats",
            "All seats",
            "Which scores occur?",
            "fraction of seats",
            "seats",
            "seats",
            "descriptive",
            "Seats with this final score.",
            share=True,
            of_all=True,
        ),
        Metric(
            "share_of_winners",
            "Winners",
            "Which scores win?",
            "fraction of winners",
            "winners",
            "winners",
            "descriptive",
            "Winners (first places, including shared ones) with this final score.",
            share=True,
            of_all=True,
        ),
    ),
)

LENGTH = Family(
    "length",
    None,
    "",
    (
        Sum("games", _ONE, "games"),
        Sum("rounds", pl.col("rounds"), "games"),
        Sum("turns", pl.col("turns"), "games"),
        Sum("decisions", pl.col("decisions"), "games"),
        Sum("capped", pl.col("capped"), "games"),
        Sum("completed", pl.col("first_complete").is_not_null(), "games"),
        Sum("completer_credit", pl.col("completer_credit").fill_null(0), "games", 1 / CREDIT),
        Sum("crown_credit", pl.col("crown_credit"), "games", 1 / CREDIT),
    ),
    (
        Metric("mean_rounds", "Rounds", "How long is a game?", "rounds", "rounds", "games", "descriptive", "Mean number of rounds."),
        Metric(
            "mean_turns",
            "Turns",
            "How long is a game?",
            "turns",
            "turns",
            "games",
            "descriptive",
            "Mean number of turns played by all seats together.",
        ),
        Metric(
            "mean_decisions",
            "Decisions",
            "How many decisions does a game have?",
            "decisions",
            "decisions",
            "games",
            "descriptive",
            "Mean number of decisions of all seats together; forced actions are not counted.",
        ),
        Metric(
            "capped",
            "Stopped by the cap",
            "Does every game end?",
            "fraction of games",
            "capped",
            "games",
            "descriptive",
            "Games that hit the safety limit of rounds. Anything but 0 is a fault of the bots or the rules, not a long game.",
            share=True,
        ),
        Metric(
            "completer_wins",
            "First to complete wins",
            "Does rushing win?",
            "win chance per game",
            "completer_credit",
            "completed",
            "descriptive",
            "Win credit of the seat that first completed its city, over games in which one did. That seat is often ahead already, so this "
            "does not measure the gain of rushing.",
            share=True,
            reference="fair",
        ),
        Metric(
            "first_crown_wins",
            "First crown wins",
            "What is the first pick worth?",
            "win chance per game",
            "crown_credit",
            "games",
            "ITT",
            "Win credit of the seat that held the first crown.",
            share=True,
            reference="fair",
        ),
    ),
    first_word="game",
)

ROUNDS = Family(
    "round_distribution",
    pl.col("rounds"),
    "rounds",
    (Sum("games", _ONE, "games"),),
    (
        Metric(
            "share_of_games",
            "Games",
            "How long is a game?",
            "fraction of games",
            "games",
            "games",
            "descriptive",
            "Games of this many rounds.",
            share=True,
            of_all=True,
        ),
    ),
)
