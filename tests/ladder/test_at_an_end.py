"""Bots that came last, or first, in every game: the others are rated as by independent fits without them, and these have a bound."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import optimize
from statsmodels.discrete.conditional_models import ConditionalLogit

from citadels_sim.ladder.blocks import show
from citadels_sim.ladder.checks import at_an_end
from citadels_sim.ladder.fit import by_places, fit, make_layout
from citadels_sim.ladder.outside import _all_before, bound_of_places, without
from citadels_sim.ladder.rate import Ladder, rate_games
from citadels_sim.ladder.tables import ELO
from citadels_sim.ladder.words import ladder_finding, wins_finding
from citadels_sim.report.ladder import make_ladder
from citadels_sim.show import figures
from tests.ladder.ranked_games import games_of, places_of
from tests.synthetic_run import Toy, write_run

NAMES = ["a", "b", "c", "last", "first", "very last"]
APPEAL = np.array([0.0, 0.6, -0.4, -50.0, 50.0, -100.0])
SEATS = np.array([0.0, 0.3, -0.2, 0.1])
WORDS = {"last": "always came last", "first": "always came first", "very last": "always came last"}


def drawn(seed: int, games: int, players: int, ends: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Tables and places of games by three bots, and by bots that always stand at an end."""
    random = np.random.default_rng(seed)
    tables = np.array([random.permutation([0, 1, 2, *ends])[:players] for _ in range(games)])
    return tables, places_of(APPEAL[tables] + SEATS[:players] + random.gumbel(size=tables.shape))


def rated(tables: np.ndarray, places: np.ndarray) -> Ladder:
    return rate_games(NAMES, [games_of(tables, places, np.arange(len(tables)))], "toy")


def choices(tables: np.ndarray, places: np.ndarray) -> Iterator[tuple[list[int], list[int]]]:
    """Seats, and who of them was chosen, at each stage of each game among those that are rated."""
    for table, row in zip(tables, places, strict=True):
        left = [seat for seat in np.argsort(row).tolist() if table[seat] < 3]
        while len(left) > 1:
            yield left, [int(seat == left[0]) for seat in left]
            left = left[1:]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("ends", [[3], [4], [3, 4], [3, 5], [3, 4, 5]], ids=lambda ends: " ".join(NAMES[bot] for bot in ends))
def test_the_others_have_the_strengths_of_a_rank_ordered_logit_without_them(players: int, ends: list[int]) -> None:
    tables, places = drawn(3, 400, players, ends)
    rows: list[list[float]] = []
    won: list[int] = []
    groups: list[int] = []
    game_of = [game for game, row in enumerate(tables) for _ in range(max(0, int((row < 3).sum()) - 1))]
    for number, ((seats, chosen), game) in enumerate(zip(choices(tables, places), game_of, strict=True)):
        rows += [[*(float(tables[game, seat] == bot) for bot in (1, 2)), *(float(seat == k) for k in range(1, players))] for seat in seats]
        won += chosen
        groups += [number] * len(seats)
    oracle = ConditionalLogit(np.array(won, float), np.array(rows, float), groups=np.array(groups)).fit(method="newton", disp=False)
    result = rated(tables, places)
    shown = dict(result.strengths.select("bot", "elo").iter_rows())
    assert [shown["b"], shown["c"]] == pytest.approx(ELO * oracle.params[:2], abs=0.01)
    assert shown["a"] == 0
    terms = np.append(0.0, oracle.params[2:])
    assert result.seats["elo"].to_numpy() == pytest.approx(ELO * (terms - terms.mean()), abs=0.01)
    outside = result.strengths.filter(pl.col("outside").is_not_null())
    assert dict(outside.select("bot", "outside").iter_rows()) == {NAMES[bot]: WORDS[NAMES[bot]] for bot in ends}
    assert outside["elo"].is_null().all()
    order = result.strengths["bot"].to_list()
    assert order[:1] == (["first"] if 4 in ends else ["b"])
    assert set(order[len(order) - len([bot for bot in ends if bot != 4]) :]) == {NAMES[bot] for bot in ends} - {"first"}
    assert set(result.residuals["bot"]) | set(result.residuals["other"]) == {"a", "b", "c"}
    assert set(result.superiority["bot"]) == {"a", "b", "c"}
    assert {note.partition(" in ")[0] for note in result.notes if "no finite strength; the" in note} == {
        f"classic-2000, {players} players: {NAMES[bot]} {WORDS[NAMES[bot]]}" for bot in ends
    }


def chance_of_orders(front: list[float], back: list[float]) -> float:
    """Chance that all seats of one group come before all of another: added up over all orders."""
    total = 0.0
    for one in itertools.permutations(front):
        for other in itertools.permutations(back):
            order = [*one, *other]
            total += math.prod(worth / sum(order[k:]) for k, worth in enumerate(order))
    return total


@pytest.mark.parametrize(("front", "back"), [([1.0], [1.0]), ([0.3, 2.0, 1.1], [0.2]), ([0.2, 0.3], [1.0, 4.0, 0.01]), ([5.0, 1.0], [2.0])])
def test_the_chance_that_some_come_before_others_is_that_of_all_orders(front: list[float], back: list[float]) -> None:
    assert _all_before(np.array(front), np.array(back)) == pytest.approx(chance_of_orders(front, back), abs=1e-12)


@pytest.mark.parametrize("bot", [3, 4])
def test_the_bound_is_where_all_games_come_out_so_with_a_chance_of_five_per_cent(bot: int) -> None:
    tables, places = drawn(7, 300, 4, [bot])
    part = games_of(tables, places, np.arange(300))
    assert at_an_end([part], 6) == {bot: WORDS[NAMES[bot]]}
    reduced = without(part, [bot])
    others = fit([by_places(reduced)], make_layout([reduced], 6, 0))
    assert others is not None
    known = dict(enumerate([0.0, *others.beta[:2].tolist()]))
    terms = [0.0, *others.beta[2:].tolist()]

    def surplus(strength: float) -> float:
        total = 0.0
        for table in tables[(tables == bot).any(axis=1)].tolist():
            own = [math.exp(strength + terms[seat]) for seat, who in enumerate(table) if who == bot]
            rest = [math.exp(known[who] + terms[seat]) for seat, who in enumerate(table) if who != bot]
            total += math.log(max(1e-300, chance_of_orders(rest, own) if bot == 3 else chance_of_orders(own, rest)))
        return total - math.log(0.05)

    limit = bound_of_places(others, [part], bot, WORDS[NAMES[bot]])
    assert limit is not None
    assert limit == pytest.approx(optimize.brentq(surplus, -30, 30), abs=1e-6)
    (row,) = rated(tables, places).strengths.filter(bot=NAMES[bot]).to_dicts()
    ends = {"family_high": ELO * limit, "family_low": None} if bot == 3 else {"family_low": ELO * limit, "family_high": None}
    assert {end: row[end] for end in ends} == {end: value if value is None else pytest.approx(value) for end, value in ends.items()}


def test_a_truth_beyond_the_bound_is_rare() -> None:
    """Of a bot that stands just where 60 games all find it last with 5 %, the bound lies above the truth in as many runs at least."""
    seen = beyond = 0
    for seed in range(400):
        random = np.random.default_rng(seed)
        tables = np.array([random.permutation([0, 1, 3]) for _ in range(60)])
        truth = math.log(0.017)
        appeal = np.where(tables == 3, truth, 0.0) + random.gumbel(size=tables.shape)
        part = games_of(tables, places_of(appeal), np.arange(60))
        if at_an_end([part], 6) != {3: WORDS["last"]}:
            continue
        seen += 1
        reduced = without(part, [3])
        others = fit([by_places(reduced)], make_layout([reduced], 6, 0))
        limit = None if others is None else bound_of_places(others, [part], 3, WORDS["last"])
        beyond += limit is not None and limit < truth
    assert seen > 20
    assert beyond <= 0.05 * 400


def test_finding_tables_and_charts_name_who_is_not_on_the_scale() -> None:
    ladder = rated(*drawn(3, 600, 4, [3, 4]))
    finding = ladder_finding(ladder)
    assert finding.startswith("b is the strongest bot: ")
    assert "Not on this scale: first always came first and last always came last." in finding
    assert "Left out from wins alone" not in finding
    assert "Not on this scale" in wins_finding(ladder)
    strengths = show(ladder).blocks
    places = {row.head: row.values[0].text for row in strengths[0].rows}
    assert places["last"].startswith("always came last (below −")
    assert places["first"].startswith("always came first (above ")
    charts = [figures.chart(block, block.table) for block in strengths if block.title.startswith("Strength")]
    assert len(charts) == 2
    assert all(chart is not None and chart.files(["svg"])["svg"] for chart in charts)


def test_a_bot_at_an_end_at_one_table_is_rated_where_it_was_beaten_elsewhere() -> None:
    tables, places = drawn(3, 300, 3, [3])
    other = np.array([np.random.default_rng(k).permutation(4) for k in range(300)])
    parts = [
        games_of(tables, places, np.arange(300)),
        games_of(other, places_of(np.random.default_rng(5).gumbel(size=other.shape)), np.arange(300)),
    ]
    result = rate_games(NAMES, parts, "toy")
    last = {row["players"]: row for row in result.strengths.filter(bot="last").iter_rows(named=True)}
    assert (last[3]["elo"], last[3]["outside"]) == (None, "always came last")
    assert last[4]["elo"] is not None
    assert last[None]["elo"] is not None
    assert last[None]["least"] == last[None]["most"] == last[4]["elo"]


def test_the_command_rates_a_run_in_which_one_bot_was_always_last(tmp_path: Path, citadels: Callable[..., Any]) -> None:
    strength = {"builder": 1.0, "banker": 0.5, "random": -90.0}
    run = write_run(
        tmp_path / "run", Toy(lineups=(("builder", "banker", "random"),), players=(3,), blocks=120, detail="games", bot_strength=strength)
    )
    report = make_ladder([run], tmp_path / "ladder")
    assert "Not on this scale: random always came last." in report.finding
    shown = citadels("ladder", run)
    assert shown.code == 0
    assert "random always came last in 360 games: it has no finite strength; the others are rated without it." in shown.err
    assert "always came last (below" in shown.out
    data = json.loads(citadels("ladder", run, "--json").out)
    assert {row["bot"]: row["outside"] for row in data["scopes"][0]["strengths"]} == {
        "builder": None,
        "banker": None,
        "random": "always came last",
    }
