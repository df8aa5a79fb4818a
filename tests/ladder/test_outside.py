"""Bots that never won, or nearly always: the others are rated as by independent fits without them. No order is claimed that wins deny."""

from __future__ import annotations

import choix
import numpy as np
import pytest
from statsmodels.discrete.conditional_models import ConditionalLogit

from citadels_sim.ladder.blocks import show
from citadels_sim.ladder.fit import Layout, by_wins, fit, make_layout
from citadels_sim.ladder.outside import bound, outside, without
from citadels_sim.ladder.rate import Ladder, rate_games
from citadels_sim.ladder.tables import ELO
from citadels_sim.ladder.words import ladder_finding, wins_finding
from citadels_sim.show import figures
from tests.ladder.ranked_games import games_of, places_of

NAMES = ["a", "b", "c", "never", "always"]
APPEAL = np.array([0.0, 0.6, -0.4, 0.2, 0.3])
SEATS = np.array([0.0, 0.3, -0.2, 0.1])


def drawn(seed: int, games: int, players: int, *, never: bool, always: bool) -> tuple[np.ndarray, np.ndarray]:
    """Tables and places of games by five bots; one never wins, but may come second, and one wins all but three, if they play."""
    random = np.random.default_rng(seed)
    bots = [0, 1, 2, *([3] if never else []), *([4] if always else [])]
    tables = np.array([random.permutation(bots)[:players] for _ in range(games)])
    appeal = APPEAL[tables] + SEATS[:players] + random.gumbel(size=tables.shape)
    lost = np.isin(np.arange(games), np.flatnonzero((tables == 4).any(axis=1))[:3])[:, None]
    appeal = np.where(tables == 4, np.where(lost, -50.0, 50.0), appeal)
    first = appeal.argmax(axis=1)
    lucky = tables[np.arange(games), first] == 3
    appeal[lucky, first[lucky]] = np.partition(appeal[lucky], -2, axis=1)[:, -2] - 1e-9  # second place
    return tables, places_of(appeal)


def rated(tables: np.ndarray, places: np.ndarray) -> Ladder:
    return rate_games(NAMES, [games_of(tables, places, np.arange(len(tables)))], "toy")


@pytest.mark.parametrize(
    ("never", "always", "players", "games"),
    [
        (False, False, 3, 240),
        (True, False, 3, 240),
        (False, True, 3, 240),
        (True, True, 3, 240),
        (True, False, 4, 600),
        (True, True, 4, 600),
    ],
)
def test_the_others_have_the_strengths_of_a_conditional_logit_without_their_rows(
    never: bool, always: bool, players: int, games: int
) -> None:
    tables, places = drawn(3, games, players, never=never, always=always)
    told = tables[places == 1] < 3  # games that were won by one of the others
    kept = (tables < 3) & told[:, None]
    rows = np.flatnonzero((kept & (kept.sum(axis=1, keepdims=True) > 1)).ravel())
    dummies = np.hstack([tables.reshape(-1, 1) == [1, 2], np.tile(np.arange(players), games)[:, None] == np.arange(1, players)])[
        rows
    ].astype(float)
    won = (places.ravel() == 1)[rows].astype(float)
    oracle = ConditionalLogit(won, dummies, groups=np.repeat(np.arange(games), players)[rows]).fit(method="newton", disp=False)
    result = rated(tables, places)
    shown = dict(result.strengths.select("bot", "wins_elo").iter_rows())
    assert [shown["b"], shown["c"]] == pytest.approx(ELO * oracle.params[:2], abs=0.01)
    assert shown["a"] == 0
    words = dict(result.strengths.filter(result.strengths["wins_outside"].is_not_null()).select("bot", "wins_outside").iter_rows())
    assert words == ({"never": "never won"} if never else {}) | ({"always": "lost fewer than 5 times"} if always else {})


def test_where_one_bot_nearly_always_wins_at_the_only_table_nobody_is_rated_by_wins() -> None:
    tables = np.array([np.roll([0, 1, 2, 4], k) for k in range(40)])
    random = np.random.default_rng(1)
    places = places_of(np.where(tables == 4, 50.0, random.gumbel(size=tables.shape)))
    places[:2] = places_of(random.gumbel(size=(2, 4)) + 50.0 * (tables[:2] == 1))  # two games are lost, else places have no maximum
    games = games_of(tables, places, np.arange(40))
    assert outside([games], 5) == {4: "lost fewer than 5 times", 1: "won fewer than 5 times", 0: "never won", 2: "never won"}
    result = rate_games(NAMES, [games], "toy")
    assert result.scopes["wins_anchor"].to_list() == [None]
    assert result.notes[0].startswith("No strengths from wins alone: classic-2000, 4 players: in 40 games ")


def test_without_seat_terms_it_is_the_top_1_model_of_choix_over_the_others() -> None:
    tables, places = drawn(5, 500, 4, never=True, always=False)
    games = without(games_of(tables, places, np.arange(len(tables))), [3])
    result = fit([by_wins(games)], Layout(np.array([-1, 0, 1, -1, -1]), (np.full(4, -1),), 2))
    assert result is not None
    chosen = [
        (int(table[row == 1][0]), [int(bot) for bot, place in zip(table, row, strict=True) if place > 1 and bot != 3])
        for table, row in zip(tables, places, strict=True)
    ]
    oracle = choix.ilsr_top1(3, [(winner, losers) for winner, losers in chosen if losers], tol=1e-10)
    assert result.beta == pytest.approx(oracle[1:] - oracle[0], abs=1e-6)


def even(games: int, outsider: int) -> tuple[np.ndarray, np.ndarray]:
    """Every seating of three bots as often: two win by turns, and the outsider never (3), or it wins always (4)."""
    seatings = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    tables = seatings[np.arange(games) // 2 % 6]
    ranks = np.array([[1, 2, 3], [2, 1, 3]] if outsider == 3 else [[2, 3, 1], [3, 2, 1]])
    places = np.take_along_axis(ranks[np.arange(games) % 2], tables, axis=1)
    return np.where(tables == 2, outsider, tables), places


@pytest.mark.parametrize("games", [60, 600])
def test_the_bound_of_a_bot_that_never_won_or_always_is_the_exact_one_of_its_games(games: int) -> None:
    tables, places = (np.vstack(both) for both in zip(even(games, 3), even(games, 4), strict=True))
    part = games_of(tables, places, np.arange(2 * games))
    assert outside([part], 5) == {3: "never won", 4: "always won"}
    reduced = without(part, [3, 4])
    others = fit([by_wins(reduced)], make_layout([reduced], 5, 0))
    assert others is not None
    assert others.beta == pytest.approx(np.zeros(len(others.beta)), abs=1e-9)
    chance = 0.05 ** (1 / games)  # of a game: in 5 % of such runs all of them come out so
    assert bound(others, [part], 3, "never won") == pytest.approx(np.log(2 * (1 - chance) / chance))
    assert bound(others, [part], 4, "always won") == pytest.approx(np.log(2 * chance / (1 - chance)))
    assert bound(others, [part], 3, "won fewer than 5 times") is None


def split(games: int = 1200) -> Ladder:
    """Bot a wins most and comes in last else; b is first or second; the last never wins."""
    random = np.random.default_rng(8)
    tables = np.array([random.permutation([0, 1, 2, 3]) for _ in range(games)])
    appeal = random.gumbel(size=(games, 4)) * 0.05 + np.array([0, 3.0, 2.0, 1.0])
    top = random.choice(3, size=games, p=[0.42, 0.33, 0.25])
    appeal[np.arange(games), top] += 10
    mixed = random.random(games) < 0.05  # now and then the last come before the others, so that places have a maximum
    appeal[mixed, 3] += 5
    places = np.take_along_axis(places_of(appeal), tables, axis=1)
    return rated(tables, places)


def test_no_order_is_claimed_that_wins_deny() -> None:
    ladder = split()
    finding = ladder_finding(ladder)
    assert "strongest" not in finding
    assert "b is placed best: " in finding
    assert "; a wins most (classic-2000, 4 players)." in finding
    assert "Places and wins disagree: b is stronger than a with > 99.9\u00a0% from all places, with 0.2\u00a0% from wins alone" in finding
    assert finding.endswith("Left out from wins alone: never never won.")
    assert wins_finding(ladder).startswith("a wins most, b is the next at −")
    charts = [figures.chart(block, block.table) for block in show(ladder).blocks if block.title.startswith("Strength")]
    assert [chart.slug for chart in charts if chart] == ["ladder-classic-2000-4", "ladder-wins-classic-2000-4"]
    assert all(chart.files(["svg"])["svg"] for chart in charts if chart)


def test_tables_name_who_is_left_out_and_how_far_it_stands_at_most() -> None:
    blocks = show(split()).blocks
    wins = next(block for block in blocks if "wins alone" in block.title)
    cells = {row.head: row.values[0].text for row in wins.rows}
    assert cells["never"].startswith("never won (below −")
    places, wins = (
        {
            row.head: dict(zip((column.head for column in block.columns), (value.text for value in row.values), strict=True))
            for row in block.rows
        }
        for block in blocks
        if block.title.startswith("Which bot is stronger")
    )
    assert (places["b"]["a"], places["b"]["never"]) == ("> 99.9\u00a0%", "> 99.9\u00a0%")
    assert wins["b"]["a"] == "0.2\u00a0%"
    assert set(wins) == {"a", "b", "c"}
