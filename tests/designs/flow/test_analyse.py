"""How games go, counted by hand where a hand can count it."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.flow import games as g
from citadels_sim.designs.flow.character_metrics import SWINGS
from citadels_sim.designs.flow.curve_metrics import LEADER_CURVE, TRAJECTORY
from citadels_sim.designs.flow.game_metrics import FLOW
from citadels_sim.designs.flow.kill_habits import KILL_GAME, habit, habit_rows
from citadels_sim.designs.flow.states import make_course
from citadels_sim.designs.flow.tables import FlowTables
from citadels_sim.errors import RunError
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate
from citadels_sim.statistics.metric_types import NEVER
from tests.designs.flow.flow_games import course, game, random_course

pytestmark = pytest.mark.long

# Seat 0 leads after rounds 1 and 2, seat 1 draws level and then passes, seat 0 wins at the end.
TO_AND_FRO = [[0, 0, 0], [3, 1, 0], [4, 4, 1], [5, 7, 2], [12, 8, 3]]
WIRE = [[0, 0], [2, 1], [4, 1], [9, 3]]


def test_the_lead_changes_when_somebody_passes_and_not_when_he_draws_level() -> None:
    c = course(game(TO_AND_FRO, [1, 0, 0]))
    assert g.lead_changes(c, c.column("score"), 0).tolist() == [2]
    assert g.lead_changes(c, c.column("score"), 2).tolist() == [0]  # 7 is only two above 5, and seat 0 leads on
    both = course(game(WIRE, [1, 0]), game([[0, 0], [0, 1], [2, 1]], [1, 0], block=1))
    assert g.lead_changes(both, both.column("score"), 0).tolist() == [0, 1]


def test_drama_is_what_the_winner_lacked_while_it_was_behind() -> None:
    c = course(game(TO_AND_FRO, [1, 0, 0]))
    chance = np.array([[0.4, 0.3, 0.3], [0.5, 0.3, 0.2], [0.25, 0.5, 0.25], [0.1, 0.74, 0.16], [1, 0, 0]])
    result = g.drama(c, chance, g.of_winner(c, chance)) | g.winners(c)
    assert result["drama"][0] == pytest.approx((np.sqrt(0.25) + np.sqrt(0.64)) / 2)
    assert (result["behind"][0], result["inner"][0], result["sole"][0]) == (2, 3, 1)
    wire = course(game(WIRE, [1, 0]))
    chance = np.array([[0.5, 0.5], [0.6, 0.4], [0.7, 0.3], [1, 0]])
    assert g.drama(wire, chance, g.of_winner(wire, chance))["drama"].tolist() == [0]
    shared = course(game(WIRE, [0.5, 0.5]))
    equal = np.full((4, 2), 0.5)
    figures = g.drama(shared, equal, g.of_winner(shared, equal)) | g.winners(shared)
    assert [values[0] for values in figures.values()] == [0, 0, 0, 0]


def test_a_game_is_decided_when_the_winner_never_falls_below_the_threshold_again() -> None:
    c = course(game([[0, 0]] * 6, [1, 0]))
    chance = np.array([[0.5, 0.5], [0.85, 0.15], [0.7, 0.3], [0.81, 0.19], [0.9, 0.1], [1, 0]])
    winner = g.of_winner(c, chance)
    assert g.decided_at(c, winner, 0.8).tolist() == [3 / 5]
    assert g.decided_at(c, winner, 0.95).tolist() == [1]
    assert g.decided_at(c, winner, 0.5).tolist() == [0]
    shared = course(game([[0, 0]] * 6, [0.5, 0.5]))
    assert g.decided_at(shared, g.of_winner(shared, np.full((6, 2), 0.5)), 0.3).tolist() == [1]


def test_uncertainty_is_full_at_equal_chances_and_none_at_certainty() -> None:
    c = course(game([[0, 0]] * 3, [1, 0]))
    assert g.uncertainty(c, np.array([[0.5, 0.5], [0.5, 0.5], [1, 0]])).tolist() == [1]
    assert g.uncertainty(c, np.array([[0.5, 0.5], [1, 0], [1, 0]])) == pytest.approx([0.5])


def test_a_comeback_is_a_win_from_the_back_half_way() -> None:
    from_last = game([[0] * 4, [4, 3, 2, 1], [9, 8, 7, 6], [9, 8, 7, 16]], [0, 0, 0, 1])
    level = game([[0] * 4, [2, 2, 2, 2], [9, 8, 7, 6]], [1, 0, 0, 0], block=1)
    third = game([[0] * 4, [4, 3, 2, 1], [1, 1, 9, 1]], [0, 0, 1, 0], block=2)
    result = g.comebacks(course(from_last, level, third))
    assert result["from_last"].tolist() == [1, 0, 0]
    assert result["from_lower"].tolist() == [1, 0, 1]
    assert result["lasts"].tolist() == [0.25, 0, 0.25]


def test_the_largest_rise_is_found_once_in_each_game() -> None:
    c = course(game([[0, 0]] * 4, [1, 0]), game([[0, 0]] * 2, [0, 1], block=1))
    chance = np.array([[0.5, 0.5], [0.4, 0.6], [0.75, 0.25], [1, 0], [0.5, 0.5], [0, 1]])
    rise = g.rises(c, chance)
    assert np.isnan(rise[[0, 4]]).all()
    assert rise[2] == pytest.approx([0.35, -0.35])
    biggest, where = g.biggest_rise(c, rise)
    assert biggest == pytest.approx([0.35, 0.5])
    assert np.argwhere(where).tolist() == [[2, 0], [5, 1]]


def test_idle_rounds_and_lost_turns_are_counted_by_seat() -> None:
    idle = [[0, 0], [1, 0], [2, 1], [3, 0]]
    held = [[None, None], *[["king", "bishop"]] * 3]
    lost = [[0, 0], [1, 0], [0, 0], [0, 1]]
    result = g.tempo(course(game(WIRE, [1, 0], idle=idle, character=held, lost=lost)))
    assert (result["longest_idle"][0], result["idle_seats"][0], result["held"][0], result["lost"][0]) == (4, 1, 6, 2)


def test_hits_on_one_player_are_compared_with_random_ones() -> None:
    """Four hits of seats 0, 0, 1 and 2 among four: what random targets give is computed by trying all of them."""
    dealers = [0, 0, 1, 2]
    random = np.random.default_rng(1)
    pairs = []
    for _ in range(40_000):
        targets = [int(random.choice([seat for seat in range(4) if seat != dealer])) for dealer in dealers]
        counts = np.bincount(targets, minlength=4)
        pairs.append((counts * (counts - 1) / 2).sum())
    dealt = [[0] * 4, [2, 1, 1, 0]]
    result = g.aims(course(game([[0] * 4] * 2, [1, 0, 0, 0], dealt=dealt, hits=[[0] * 4, [0, 0, 0, 4]])))
    assert result["chance_hits"][0] == pytest.approx(np.mean(pairs), abs=4 * np.std(pairs) / 200)
    assert result["same_hits"][0] == 6
    two = g.aims(course(game(WIRE, [1, 0], dealt=[[0, 0], [3, 2], [0, 0], [0, 0]], hits=[[0, 0], [2, 3], [0, 0], [0, 0]])))
    assert two["same_hits"] == two["chance_hits"]  # of two players there is no choice


def test_what_a_round_added_goes_to_the_character_that_was_held() -> None:
    held = [[None, None], ["king", "thief"], ["thief", "king"], ["king", "thief"]]
    fates = [[None, None], ["robbed", "played"], ["played", "murdered"], ["played", "played"]]
    games = [game(WIRE, [1, 0], block=block, character=held, fate=fates) for block in range(10)]
    tables = FlowTables.from_course(course(*games))
    picks = tables.rows(SWINGS)
    assert picks.height == 60
    # Zero-sum: what the seats of a round win and lose adds up to nothing.
    assert np.nansum(tables.chances.rise, axis=1) == pytest.approx(np.zeros(len(tables.chances.rise)), abs=1e-12)
    result = estimate(SWINGS, row_moments(SWINGS, picks))
    wpa = dict(result.filter(metric="wpa").select("group", "value").iter_rows())
    w = tables.chances.table[:4, 0]
    king = (w[1] - w[0]) - (w[2] - w[1]) + (w[3] - w[2])
    assert wpa == {"king": pytest.approx(king / 3), "thief": pytest.approx(-king / 3)}
    at = {(metric, group): (value, count) for metric, group, value, count in result.select("metric", "group", "value", "count").iter_rows()}
    assert at["wpa_robbed", "king"] == (pytest.approx(w[1] - w[0]), 10)
    assert at["wpa_lost", "king"] == (pytest.approx(w[1] - w[2]), 10)
    assert at["turn_lost", "king"][0] == pytest.approx(1 / 3)
    assert ("wpa_lost", "thief") not in at
    assert at["killer_share", "king"][0] + at["killer_share", "thief"][0] == 1


def test_a_second_character_has_its_round_too() -> None:
    held, second = [[None, None], ["king", "thief"]], [[None, None], ["bishop", "warlord"]]
    games = [
        game(
            WIRE[:2],
            [1, 0],
            block=b,
            character=held,
            fate=[[None] * 2, ["played"] * 2],
            second=second,
            second_fate=[[None] * 2, ["murdered", "played"]],
        )
        for b in range(2)
    ]
    tables = FlowTables.from_course(course(*games))
    picks = tables.rows(SWINGS)
    rise = tables.chances.rise[1, 0]
    assert rise > 0
    assert picks.filter(character="bishop").select("lost", "lost_rise", "killer").rows() == [(True, rise, False)] * 2
    assert picks.filter(character="king").select("free", "free_rise", "killer").rows() == [(True, rise, True)] * 2
    assert picks["character"].to_list().count("warlord") == 2


def test_the_curve_of_the_leader_is_right_at_both_ends() -> None:
    rows = FlowTables.from_course(random_course(40, seed=2)).leaders()
    result = estimate(LEADER_CURVE, row_moments(LEADER_CURVE, rows))
    at = {(metric, int(group)): value for metric, group, value in result.select("metric", "group", "value").iter_rows()}
    assert at["wins", 0] == pytest.approx(1 / 3)  # all lead
    assert at["auc", 0] == 0.5
    assert at["auc", 100] == 1.0
    assert 0.5 < at["auc", 50] < 1


def test_the_brier_skill_of_the_leader_is_what_the_forecast_scores() -> None:
    from citadels_sim.designs.flow.analyse import _skill

    rows = FlowTables.from_course(random_course(60, seed=3)).leaders().filter(progress=50)
    alone = rows.filter(pl.col("leader_win").is_in([0.0, 1.0]))
    q = alone["leader_win"].mean()
    assert isinstance(q, float)
    outcomes = alone["leader_win"].to_numpy()
    score = np.mean(np.where(outcomes == 1, (1 - q) ** 2 + 2 * ((1 - q) / 2) ** 2, q**2 + (1 - (1 - q) / 2) ** 2 + ((1 - q) / 2) ** 2))
    table = pl.DataFrame({"curve": ["leader.wins"], "value": [q], "low": [q], "high": [q]})
    assert _skill(table, 3)["value"][0] == pytest.approx(1 - score / (1 - 1 / 3), abs=1e-12)


def test_on_average_the_ways_of_all_places_add_up_to_one() -> None:
    tables = FlowTables.from_course(random_course(30, seed=4))
    rows = tables.rows(TRAJECTORY)
    assert rows.group_by("block", "progress").agg(pl.col("chance").sum())["chance"].to_numpy() == pytest.approx(1)
    end = rows.filter(progress=100)
    assert end.select((pl.col("place") == 1).eq(pl.col("chance") > 0).all()).item()
    result = estimate(TRAJECTORY, row_moments(TRAJECTORY, rows))
    assert result.filter(group="1|100")["value"].item() > 0.9


def test_figures_of_games_are_means_over_games() -> None:
    games = FlowTables.from_course(random_course(25, seed=5)).rows(FLOW)
    result = estimate(FLOW, row_moments(FLOW, games))
    at = dict(result.select("metric", "value").iter_rows())
    assert at["lead_changes"] == pytest.approx(games["lead_changes"].mean())
    assert at["lead_change_rate"] == pytest.approx(games["lead_changes"].sum() / (25 * 5))
    assert at["decided_at"] == pytest.approx(games["decided_at"].mean())


def test_a_game_that_lacks_a_row_is_reported() -> None:
    whole = game(WIRE, [1, 0])
    for lacking in (whole[:-1], whole[2:], whole.filter(pl.col("round") != 2)):
        with pytest.raises(RunError, match="states: toy, 2 players, builder: a game lacks rows"):
            make_course(("toy", 2, "builder"), lacking)
    shuffled = make_course(("toy", 2, "builder"), whole.sample(fraction=1, shuffle=True, seed=1))
    assert shuffled.rows.equals(whole)


def test_a_part_of_a_game_is_rounded_down_to_whole_rounds() -> None:
    c = course(game([[0, 0]] * 11, [1, 0]), game([[0, 0]] * 8, [0, 1], block=1))
    assert [c.at(part / 10).tolist() for part in (0, 3, 7, 10)] == [[0, 11], [3, 13], [7, 15], [10, 18]]


def test_a_habit_of_picking_gives_away_what_the_solved_game_says() -> None:
    """D2: of two characters worth 3 and 1 the strong one is to be picked in one of four; picked in three of four it gets a quarter."""
    rows = [("king", 3.0)] * 75 + [("bishop", 1.0)] * 25
    picks = pl.DataFrame(
        [
            {
                "variant": "v",
                "players": 4,
                "lineup": "b",
                "block": i % 25,
                "character": name,
                "rise": worth * free,
                "free": free,
                "lost": not free,
            }
            for i, (name, worth) in enumerate(rows)
            for free in (True, False)
        ]
    )
    assert habit(picks) == pytest.approx((3 / 4, 3 / 4 - 1 / 4))
    assert habit(picks.filter(character="king")) is None
    named = habit(picks.with_columns(character=pl.col("character").replace("king", "assassin")))
    assert named is None  # who names is never named
    result = habit_rows(picks)
    assert result.select("worth", "given").row(0) == pytest.approx((3 / 4, 3 / 4 - 1 / 4))
    assert habit_rows(picks.filter(character="king")).is_empty()


def test_what_a_habit_gives_away_has_no_interval() -> None:
    """What is worth most changes from run to run: intervals of groups of deals held in 63 to 96 of 100 runs."""
    assert {metric.deals for metric in KILL_GAME.metrics} == {NEVER}


def test_turns_lost_to_random_names_follow_from_who_holds_what() -> None:
    """Of eight ranks at four players two lie face up: a name at random hits three of five, as often as there is one to name."""
    held = [
        [None] * 4,
        ["assassin", "king", "bishop", "thief"],
        ["king", "thief", "bishop", "merchant"],
        ["witch", "king", "bishop", "thief"],
    ]
    result = g.random_losses(course(game([[0] * 4] * 4, [1, 0, 0, 0], character=held)))
    assert result == pytest.approx([2 * 3 / 5])
    second = [[None] * 2, ["architect", "warlord"]]
    two = course(game([[0] * 2] * 2, [1, 0], character=[[None] * 2, ["assassin", "king"]], second=second))
    assert g.random_losses(two) == pytest.approx([2 / 7])  # two of the seven others are the other player's


def test_the_steps_of_a_round_are_distinguished_where_the_truth_is_known() -> None:
    """Who holds the King in the last round wins, unless murdered, once in four; nothing else says who wins.

    So in that round picking the King adds a quarter, the murder takes away three quarters or adds a quarter, and the turns add nothing.
    """
    random = np.random.default_rng(5)
    games = []
    for block in range(1500):
        king, first, murdered = random.integers(2), random.integers(2), random.random() < 0.25
        held = [[None, None], *[["king", "bishop"] if seat == 0 else ["bishop", "king"] for seat in (first, king)]]
        fates = [[None, None], ["played", "played"], ["played", "played"]]
        fates[2][king] = "murdered" if murdered else "played"
        wins = [0.0, 0.0]
        wins[1 - king if murdered else king] = 1.0
        games.append(game([[0, 0]] * 3, wins, block, character=held, fate=fates, missing=[[8, 8], [1, 1], [0, 0]]))
    tables = FlowTables.from_course(course(*games))
    for part in tables.chances.parts.values():
        assert np.nansum(part, axis=1) == pytest.approx(0, abs=1e-9)
    assert sum(np.nan_to_num(part) for part in tables.chances.parts.values()) == pytest.approx(np.nan_to_num(tables.chances.rise))
    picks = tables.rows(SWINGS).with_columns(last=pl.int_range(pl.len()) % 4 >= 2, king=pl.col("character") == "king")
    kings = picks.filter("last", "king")
    assert kings["draft_rise"].mean() == pytest.approx(1 / 4, abs=0.03)
    assert kings["lost_struck"].sum() / kings["lost"].sum() == pytest.approx(-3 / 4, abs=0.05)
    assert kings.filter("lost")["struck_rise"].mean() == pytest.approx(-3 / 4, abs=0.05)
    assert kings.filter(~pl.col("lost"))["struck_rise"].mean() == pytest.approx(1 / 4, abs=0.03)
    assert picks.filter(~pl.col("last"), "king")["draft_rise"].mean() == pytest.approx(0, abs=0.03)
    assert picks.group_by("king").agg(pl.col("turns_rise").mean().abs())["turns_rise"].max() < 0.03
