"""What is counted of people's games, without any model: characters had, length, points, and games of people among bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from scipy import special

from citadels_sim.arrays import Floats
from citadels_sim.lineups import lineup_words
from citadels_sim.plays.analyse import PlaysAnalysis
from citadels_sim.plays.game import PlayedGame
from citadels_sim.show.blocks import Block, Column, Row, Table, counted
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.statistics.ratios import LEAST_COUNT

CHAPTER: Final = "people"
"""The chapter of a report that has all blocks of people's games."""


def head(one: PlaysAnalysis, finding: str) -> dict[str, Any]:
    """Return the attributes of a block that say what it is of."""
    basis = f"{counted(len(one.games), 'games')} of people"
    return {"cell": (one.variant, one.players, ""), "finding": finding, "basis": basis, "chapter": CHAPTER}


def counted_blocks(one: PlaysAnalysis) -> Iterator[Block]:
    """Show what was counted at a table of people."""
    if one.people.had.any():
        yield _had(one)
    yield _length(one)


def _had(one: PlaysAnalysis) -> Table:
    """Count who won among those who had each character in the game, at some time."""
    people = one.people
    known = people.had.any(axis=(1, 2))
    rows = []
    for number, figure in enumerate(one.names[one.players :]):
        had = people.had[known][:, :, number]
        wins, seats = float((had * people.won[known]).sum()), int(had.sum())
        bots = (_share(tables.had[:, :, number], tables.won) for tables in one.bots.values())
        rows.append(Row(style.title_of(figure), (_rate(wins, seats), Value(seats, unit="count"), *bots), figure))
    return Table(
        slug="people-had",
        title="Wins of people by characters had in the game",
        table="people",
        **head(one, f"Characters of every round are known of {counted(int(known.sum()), 'games')}."),
        unit="share of wins of players who had the character at some time",
        how="Raw counts. Long games have more characters, those of the winner included.",
        members="",
        head="Character",
        columns=(Column("People"), Column("Seats", further=True), *(Column(lineup_words(name)) for name in one.bots)),
        rows=tuple(rows),
    )


def _share(members: Any, won: Floats) -> Value:
    there = int(members.sum())
    return Value(float((members * won).sum() / there), unit="share", no_interval=True) if there else Value(None, unit="count")


def _rate(wins: float, seats: int) -> Value:
    """Return a share of wins with its interval after Wilson (1927); shared wins count in parts."""
    if seats < LEAST_COUNT:
        return Value(None, unit="words", words=f"{wins:g} of {seats}")
    z = float(special.ndtri(0.975))
    share, weight = wins / seats, z**2 / seats
    middle, half = (share + weight / 2) / (1 + weight), z * (share * (1 - share) / seats + weight / seats / 4) ** 0.5 / (1 + weight)
    return Value(share, middle - half, middle + half, "share")


def _length(one: PlaysAnalysis) -> Table:
    """Show length and points of people's games beside the bots'."""
    rows = []
    for words, key, unit in (
        ("Rounds", "rounds", "rounds"),
        ("Points of the winner", "best", "points"),
        ("Points of a seat", "mean", "points"),
    ):
        own = _mean(getattr(one.people, key))
        rows.append(Row(words, (own, *(_mean(getattr(tables, key), no_interval=True) for tables in one.bots.values())), unit))
    first, known = rows[0].values, int(np.isfinite(one.people.rounds).sum())
    said = (
        "The number of rounds of people's games is not known."
        if not known
        else f"The number of rounds is known of {counted(known, 'games')} of people: too few for a figure."
        if first[0].few
        else f"All {counted(known, 'games')} of people take {first[0].value:g} rounds"
        if first[0].no_interval
        else f"People's games take {first[0].whole} rounds on average"
    )
    if not first[0].few:
        bots = [f"{value.text} ({lineup_words(name)})" for name, value in zip(one.bots, first[1:], strict=True)]
        said += f", those of bots {style.listed(bots)}."
    return Table(
        slug="people-length",
        title="Length and points of people's games",
        table="people",
        **head(one, said),
        unit="rounds, or points",
        how="Means over the games for which they are known; Student's intervals, none where all games are alike.",
        members="",
        head="",
        columns=(Column("People"), *(Column(lineup_words(name)) for name in one.bots)),
        rows=tuple(rows),
        first_page=True,
    )


def _mean(values: Floats, *, no_interval: bool = False) -> Value:
    known = values[np.isfinite(values)]
    if no_interval:
        return Value(float(known.mean()) if len(known) else None, unit="number", no_interval=True)
    if len(known) < 2:
        return Value(float(known[0]) if len(known) else None, unit="number")
    mean = float(known.mean())
    if (known == known[0]).all():  # alike by chance: the next game may differ, and nothing says by how much
        return Value(mean, unit="number", no_interval=True)
    half = float(special.stdtrit(len(known) - 1, 0.975) * known.std(ddof=1) / len(known) ** 0.5)
    return Value(mean, max(0.0, mean - half), mean + half, "number")


def among_bots(variant: str, games: Sequence[PlayedGame]) -> Table:
    """Count how people fared among bots, which is kept apart: it says how strong they are, not what the rules do."""
    tables: dict[tuple[int, str], list[PlayedGame]] = {}
    for game in games:
        bots = ", ".join(sorted({seat.bot for seat in game.seats if seat.bot}))
        tables.setdefault((len(game.seats), bots), []).append(game)
    rows, total = [], len(games)
    for (players, bots), own in sorted(tables.items()):
        people = [(game, seat) for game in own for seat in game.seats if not seat.bot]
        wins = sum(seat.won / sum(one.won for one in game.seats) for game, seat in people)
        even = Value(1 / players, unit="share", no_interval=True)
        rows.append(Row(f"{players} players, {bots}", (_rate(wins, len(people)), even), f"{players} {bots}"))
    return Table(
        slug="people-among-bots",
        title="People among bots",
        table="people_among_bots",
        cell=(variant, 0, ""),
        finding=f"{counted(total, 'games')} of people among bots, which count only here.",
        unit="share of wins of a person",
        how="A person's strength against these bots; it says nothing about the rules.",
        members="",
        basis=counted(total, "games"),
        head="Table",
        columns=(Column("A person wins"), Column("Even share")),
        rows=tuple(rows),
        chapter=CHAPTER,
    )
