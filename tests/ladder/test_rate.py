"""The ladder of whole runs: scopes, anchor, superiority, what one number cannot explain, and what cannot be rated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

from citadels_sim.errors import RunError
from citadels_sim.ladder.rate import Ladder, rate, rate_games
from citadels_sim.ladder.scopes import ALL
from citadels_sim.ladder.tables import ELO
from citadels_sim.runs.reading import load_runs
from tests.ladder.ranked_games import games_of, places_of, play
from tests.synthetic_run import Toy, write_run

STRENGTH = {"builder": 1.0, "random": -0.6}


def run_of(folder: Path, **changes: object) -> Path:
    kept = {"lineups": (("builder", "random", "banker"),), "blocks": 120, "detail": "games", "bot_strength": STRENGTH}
    return write_run(folder, Toy(**(kept | changes)))


def rated(*folders: Path) -> Ladder:
    return rate(load_runs(folders))


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Ladder:
    """Two variants at two numbers of players."""
    folder = tmp_path_factory.mktemp("runs") / "several"
    return rated(run_of(folder, variants=("classic-2000", "dark-city"), players=(4, 5), seat_strength=(0.5,)))


def elo(ladder: Ladder, variant: str = ALL, players: int | None = None) -> dict[str, float]:
    rows = ladder.strengths.filter(pl.col("variant") == variant, pl.col("players").eq_missing(players))
    return dict(rows.select("bot", "elo").iter_rows())


def test_there_is_a_ladder_for_each_cell_each_variant_and_all_together(several: Ladder) -> None:
    assert several.scopes.select("variant", "players", "games", "blocks").rows() == [
        ("classic-2000", 4, 480, 120),
        ("classic-2000", 5, 600, 120),
        ("dark-city", 4, 480, 120),
        ("dark-city", 5, 600, 120),
        # A block is one deal, in whatever cell it is played.
        ("classic-2000", None, 1080, 120),
        ("dark-city", None, 1080, 120),
        (ALL, None, 2160, 120),
    ]
    for scope in several.scopes.iter_rows(named=True):
        assert list(elo(several, scope["variant"], scope["players"])) == ["builder", "banker", "random"]


def test_the_random_bot_is_zero_wherever_it_stands_in_the_line_up(several: Ladder) -> None:
    assert several.scopes["anchor"].unique().to_list() == ["random"]
    assert several.strengths.filter(pl.col("bot") == "random").select("elo", "low", "high", "se").unique().rows() == [(0, 0, 0, 0)]


def test_without_the_random_bot_the_first_bot_of_the_run_is_zero(tmp_path: Path) -> None:
    result = rated(run_of(tmp_path / "run", lineups=(("planner", "builder"), ("builder", "banker"))))
    assert result.bots == ("planner", "builder", "banker")
    assert result.scopes["anchor"].to_list() == ["planner"]
    assert elo(result, "classic-2000", 4)["planner"] == 0


def test_a_pooled_strength_says_how_far_its_cells_lie_apart(several: Ladder) -> None:
    cells = [elo(several, variant, players)["builder"] for variant in ("classic-2000", "dark-city") for players in (4, 5)]
    row = several.strengths.row(by_predicate=(pl.col("variant") == ALL) & (pl.col("bot") == "builder"), named=True)
    assert (row["least"], row["most"]) == (min(cells), max(cells))
    assert min(cells) < row["elo"] < max(cells)
    assert several.strengths.filter(pl.col("players").is_not_null())["least"].is_null().all()


def test_wins_are_counted_per_seat_beside_an_even_share(several: Ladder) -> None:
    rows = several.strengths.filter(pl.col("variant") == "classic-2000", pl.col("players") == 4)
    # At four players the first bot of three sits twice.
    seats = pl.when(pl.col("bot") == "builder").then(2).otherwise(1)
    assert rows.select((pl.col("win_share") * seats).sum()).item() == pytest.approx(1.0)
    assert rows["even_share"].unique().to_list() == [0.25]
    assert rows["games"].to_list() == [480, 480, 480]
    assert rows["win_share"].is_sorted(descending=True)


def test_shards_and_their_order_do_not_matter_to_the_last_bit(tmp_path: Path) -> None:
    one = rated(run_of(tmp_path / "one", blocks_per_shard=120))
    frame = {table: pl.read_parquet(tmp_path / "one" / table / "part-00000.parquet") for table in ("games", "seats")}
    folder = run_of(tmp_path / "other", blocks_per_shard=60)
    for table, rows in frame.items():  # the same games, dealt to two shards the other way round and shuffled
        for number, half in enumerate((pl.col("block") >= 60, pl.col("block") < 60)):
            rows.filter(half).sample(fraction=1, shuffle=True, seed=5).write_parquet(folder / table / f"part-{number:05}.parquet")
    other = rate(load_runs([folder], verify=False))
    assert other.strengths.equals(one.strengths)
    assert other.residuals.equals(one.residuals)
    assert other.seats.equals(one.seats)


def test_several_runs_are_rated_together(tmp_path: Path) -> None:
    first = run_of(tmp_path / "first", lineups=(("builder", "random"),))
    second = run_of(tmp_path / "second", lineups=(("builder", "banker"),), seed=2)
    together = rated(first, second)
    assert set(elo(together, "classic-2000", 4)) == {"builder", "random", "banker"}
    assert together.scopes["blocks"].to_list() == [240]  # two seeds: no deal in common
    met = together.residuals.select("bot", "other").rows()
    assert sorted(met) == [("builder", "banker"), ("builder", "random")]


def test_likelihood_of_superiority_is_the_one_sided_confidence_in_the_difference(several: Ladder) -> None:
    rows = several.superiority.filter(pl.col("variant") == ALL)
    assert rows.height == 6
    there = {(bot, other): value for bot, other, value in rows.select("bot", "other", "superiority").iter_rows()}
    assert there["builder", "banker"] + there["banker", "builder"] == pytest.approx(1.0)
    row = several.strengths.row(by_predicate=(pl.col("variant") == ALL) & (pl.col("bot") == "banker"), named=True)
    assert there["banker", "random"] == pytest.approx(stats.t.cdf(row["elo"] / row["se"], 119))
    assert there["builder", "random"] > 0.999


def test_the_seat_terms_are_reported_against_their_mean(several: Ladder) -> None:
    for (_, players), seats in several.seats.group_by("variant", "players"):
        assert seats["elo"].sum() == pytest.approx(0.0, abs=1e-9)
        assert seats.height == players
        assert seats.sort("elo")["seat"].last() == 0
        assert seats["p"].unique().item() < 0.01


def test_rock_paper_scissors_is_a_cycle_that_strengths_cannot_explain() -> None:
    random = np.random.default_rng(8)
    beats = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]])
    tables = np.array([[0, 1], [1, 0], [1, 2], [2, 1], [2, 0], [0, 2]] * 1000)
    first = random.random(len(tables)) < beats[tables[:, 0], tables[:, 1]]
    places = np.where(first[:, None], [1, 2], [2, 1])
    result = rate_games(["rock", "paper", "scissors"], [games_of(tables, places, np.arange(len(tables)) // 2)], "toy")
    assert result.strengths["elo"].abs().max() < 15
    assert np.abs(result.residuals["residual"].to_numpy()) == pytest.approx([0.2, 0.2, 0.2], abs=0.03)
    assert result.cycles.rows() == [("classic-2000", 2, "rock", "paper", "scissors")]


def test_bots_of_one_scale_leave_no_cycle_and_no_residual() -> None:
    result = rate_games(["a", "b", "c"], [play(np.random.default_rng(9), np.array([0.0, 0.5, 1.0]), [0, 1, 2], 2000)], "toy")
    assert result.cycles.is_empty()
    assert (result.residuals["family_low"] <= 0).all()
    assert (result.residuals["family_high"] >= 0).all()
    assert result.strengths["elo"].to_list() == pytest.approx([ELO, ELO / 2, 0], abs=20)


def test_two_bots_that_only_met_each_other_leave_exactly_nothing_to_explain() -> None:
    result = rate_games(["a", "b"], [play(np.random.default_rng(10), np.array([0.0, 0.5]), [0, 1], 200)], "toy")
    assert result.residuals.select("residual", "family_low", "family_high").row(0) == (0, 0, 0)


def test_one_block_gives_strengths_without_intervals() -> None:
    tables = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
    result = rate_games(["a", "b"], [games_of(tables, np.array([[1, 2], [1, 2], [2, 1], [2, 1]]), np.zeros(4, dtype=np.int64))], "toy")
    assert result.strengths.select("elo", "low", "family_low", "se").row(0) == (0, None, None, None)
    assert result.superiority["superiority"].is_null().all()


def test_one_bot_only_is_reported(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "run", lineups=(("builder",),))
    with pytest.raises(RunError) as error:
        rated(folder)
    assert str(error.value) == (
        f"{folder}: only one bot plays ('builder'); a ladder compares bots. Play a line-up of two or more, such as --bots builder,random."
    )


def test_the_line_up_to_play_names_another_bot_than_the_only_one(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "run", lineups=(("random",),))
    with pytest.raises(RunError, match="such as --bots random,builder"):
        rated(folder)


def test_groups_that_never_met_are_reported(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "run", lineups=(("builder", "random"), ("banker", "raider"), ("banker",)))
    with pytest.raises(RunError) as error:
        rated(folder)
    assert str(error.value) == (
        f"{folder}: 'builder' and 'random' never met 'banker' and 'raider' at a table, so their strengths cannot be compared. "
        f"Play a line-up with bots of both, such as --bots builder,banker."
    )


def test_bots_that_met_through_a_third_can_be_compared(tmp_path: Path) -> None:
    result = rated(run_of(tmp_path / "run", lineups=(("builder", "random"), ("builder", "banker"))))
    assert set(elo(result, "classic-2000", 4)) == {"builder", "random", "banker"}


@pytest.mark.parametrize(
    ("weak", "strong", "names", "said"),
    [(1, 1, ["a", "last"], "'last' never came before 'a'"), (2, 2, ["a", "b", "c", "d"], "'c' and 'd' never came before 'a' and 'b'")],
)
def test_bots_that_never_came_before_others_are_reported_where_that_leaves_nothing_to_rate(
    weak: int, strong: int, names: list[str], said: str
) -> None:
    random = np.random.default_rng(2)
    tables = np.array([random.permutation(weak + strong) for _ in range(40)])
    places = places_of(random.gumbel(size=tables.shape) - 100 * (tables >= strong))
    with pytest.raises(RunError) as error:
        rate_games(names, [games_of(tables, places, np.arange(40))], "toy")
    assert str(error.value) == (
        f"toy: in 40 games {said}, so the distance between them has no finite estimate. "
        "Play more games, or add a bot whose strength lies between."
    )


def test_a_bot_that_never_won_has_a_strength_from_places_only_and_the_others_are_rated_without_it() -> None:
    random = np.random.default_rng(11)
    tables = np.array([random.permutation(3) for _ in range(300)])
    places = np.argsort(np.argsort(random.gumbel(size=(300, 3)), axis=1), axis=1) + 1
    # Wherever bot 2 came first, the one behind it did.
    wins = (places == 1) & (tables == 2)
    lucky = wins.any(axis=1)
    places[lucky] = np.select([wins[lucky], places[lucky] == 2], [2, 1], places[lucky])
    result = rate_games(["a", "b", "never"], [games_of(tables, places, np.arange(300))], "toy")
    assert result.strengths["elo"].is_finite().all()
    rows = {row["bot"]: row for row in result.strengths.iter_rows(named=True)}
    assert rows["a"]["wins_elo"] == 0
    assert rows["b"]["wins_low"] < rows["b"]["wins_elo"] < rows["b"]["wins_high"]
    assert (rows["never"]["wins_elo"], rows["never"]["wins_low"], rows["never"]["wins_outside"]) == (None, None, "never won")
    assert rows["never"]["wins_high"] < min(0, rows["b"]["wins_low"])
    assert result.notes == (
        "classic-2000, 3 players: never never won in 300 games: it has no strength from wins alone that can be told; the others are "
        "rated without it.",
    )


@pytest.mark.parametrize(("wins", "known"), [(4, False), (5, True)])
def test_a_bot_that_won_a_few_times_only_has_a_strength_from_places_only(wins: int, known: bool) -> None:
    """Else it would describe the runs alone in which the bot was lucky: of 3,000 such runs no interval held the truth."""
    random = np.random.default_rng(7)
    tables, places = (np.array([random.permutation(3) for _ in range(120)]) + first for first in (0, 1))
    for game in np.flatnonzero(((places == 1) & (tables == 2)).any(axis=1))[wins:]:
        lucky = tables[game] == 2
        places[game] = np.select([lucky, places[game] == 2], [2, 1], places[game])
    result = rate_games(["a", "b", "few"], [games_of(tables, places, np.arange(120))], "toy")
    assert result.strengths["elo"].is_finite().all()
    shown = dict(result.strengths.select("bot", "wins_elo").iter_rows())
    assert shown["a"] is not None
    assert shown["b"] is not None
    assert (shown["few"] is not None) == known
    assert result.notes == (
        ()
        if known
        else (
            "classic-2000, 3 players: few won fewer than 5 times in 120 games: it has no strength from wins alone that can be told; "
            "the others are rated without it.",
        )
    )


def test_a_cell_that_cannot_be_rated_is_left_out_with_a_note_and_the_rest_is_rated(tmp_path: Path) -> None:
    mixed = run_of(tmp_path / "mixed")
    alone = run_of(tmp_path / "alone", lineups=(("builder",),), players=(5,))
    result = rated(mixed, alone)
    assert result.scopes.select("variant", "players").rows() == [("classic-2000", 4), ("classic-2000", None)]
    assert result.notes == (
        "Not rated: classic-2000, 5 players: only one bot plays ('builder'); a ladder compares bots. "
        "Play a line-up of two or more, such as --bots builder,random.",
    )


def test_too_few_games_to_distinguish_seats_from_bots_are_reported() -> None:
    # Each bot came first once, but only ever the holder of the first crown.
    with pytest.raises(RunError, match=r"toy: 2 games are too few to separate seats from bots\. Play more games\."):
        rate_games(["a", "b"], [games_of(np.array([[0, 1], [1, 0]]), np.array([[1, 2], [1, 2]]), np.arange(2))], "toy")


def test_a_run_that_kept_sums_only_is_reported(tmp_path: Path) -> None:
    (run,) = load_runs([run_of(tmp_path / "run")])
    sums = run.manifest.model_copy(update={"shards": []})
    with pytest.raises(RunError, match=r"kept only sums of its games, and a ladder needs rows.*such as --rows 20000"):
        rate([type(run)(run.folder, sums)])


def test_a_run_that_kept_rows_of_some_games_says_so(tmp_path: Path) -> None:
    (run,) = load_runs([run_of(tmp_path / "run")])
    cells = [cell.model_copy(update={"games": 10_000}) for cell in run.manifest.cells]
    result = rate([type(run)(run.folder, run.manifest.model_copy(update={"cells": cells}))])
    assert result.notes == (f"{run.folder}: rated from the 480 of 10,000 games whose rows were kept.",)
    assert rate([run]).notes == ()


def test_a_game_without_all_its_seats_is_reported(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "run", blocks_per_shard=120)
    path = folder / "seats" / "part-00000.parquet"
    rows = pl.read_parquet(path)
    gone = (pl.col("block") == 7) & (pl.col("rotation") == 2) & (pl.col("seat") == 3)
    rows.with_columns(pl.when(gone).then(5).otherwise("seat").cast(pl.Int8).alias("seat")).write_parquet(path)
    with pytest.raises(RunError, match=r"game 2 of block 7 \(classic-2000, 4 players\) has not one row for each seat"):
        rate(load_runs([folder], verify=False))
