"""What tables are judged by: limits that runs declare, bands, and the same figure from games and from their course."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citadels_sim.designs.flow import judge as of_flow
from citadels_sim.designs.flow.analyse import analyse_flow
from citadels_sim.designs.flow.refits import LEAST_DEALS
from citadels_sim.designs.forks import judge as of_forks
from citadels_sim.designs.forks.analyse import analyse_forks
from citadels_sim.designs.tournament import judge as of_games
from citadels_sim.designs.tournament.analyse import analyse
from citadels_sim.errors import RunError
from citadels_sim.judge.criteria import CRITERIA, Member, excess, games_needed, settle
from citadels_sim.judge.declared_limits import declared_limits
from citadels_sim.judge.judging import judgement
from citadels_sim.limits import LIMITS
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.verdicts import STATES, State
from tests.synthetic_run import Toy, edit_manifest, write_run

BAND = (0.1, 0.5)


def member(value: float, half: float) -> Member:
    return Member("all", value, value - half, value + half, value - 0.8 * half, value + 0.8 * half)


@pytest.mark.parametrize(
    ("value", "half", "state", "by"),
    [(0.3, 0.1, "holds", None), (0.05, 0.01, "fails", 0.04), (0.6, 0.04, "fails", 0.06), (0.49, 0.05, "open", None)],
)
def test_a_band_is_kept_broken_below_or_above_or_open(value: float, half: float, state: str, by: float | None) -> None:
    one = member(value, half)
    assert settle([one], "between", BAND) == state
    if by is not None:
        assert excess(one, "between", BAND) == pytest.approx(by)


def test_a_band_without_an_end_is_kept_by_all_beyond_the_other() -> None:
    assert settle([member(7, 1)], "between", (0.1, float("inf"))) == "holds"
    assert settle([member(-7, 1)], "between", (float("-inf"), 0.5)) == "holds"


@pytest.mark.parametrize(
    ("value", "half", "side", "limit", "known"),
    [
        (17.8, 2.5, "most", 20.0, True),
        (22.2, 2.5, "most", 20.0, True),
        (0.3, 0.15, "between", BAND, True),
        (0.0, 0.1, "between", BAND, True),
        (0.3, 0.2, "least", 0.1, True),
        (20.0, 2.0, "most", 20.0, False),
        (19.999, 2.0, "most", 20.0, False),
        (0.3, 0.5, "between", BAND, False),  # the error is larger than the band
    ],
)
def test_what_is_open_says_how_many_games_settle_it_or_that_it_cannot_be_said(value: float, half: float, side, limit, known: bool) -> None:
    result = games_needed(member(value, half), side, limit, 100)
    assert (result is not None) == known
    if result is not None:
        assert 100 <= result.low <= result.high <= 10 * result.low


def test_a_figure_that_fails_is_reported_on_which_side() -> None:
    characters = CRITERIA["character"]
    assert characters.word("fails", member(0.03, 0.001)) == "too strong"
    assert characters.word("fails", member(-0.03, 0.001)) == "too weak"
    assert characters.word("holds", member(0.001, 0.001)) == "balanced"


@pytest.mark.parametrize("criterion", [name for name in CRITERIA if name != "character"])
@pytest.mark.parametrize(("state", "word"), [("holds", "within limits"), ("fails", "beyond limits"), ("open", "undecided")])
def test_all_other_criteria_have_the_words_of_limits(criterion: str, state: State, word: str) -> None:
    assert CRITERIA[criterion].word(state, member(0.3, 0.001)) == word


def test_the_criteria_are_the_limits_in_their_order() -> None:
    assert list(CRITERIA) == list(LIMITS)


@pytest.fixture(scope="module")
def same_games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """The same games of the Dark City, whose Witch bewitches: as rows, as sums without rows, and round by round."""
    folder = tmp_path_factory.mktemp("same")
    keys = {"name": "same", "variants": ["dark-city"], "players": [3, 5], "games": 60, "seed": 3}
    shown = {"rows": {"detail": "turns"}, "sums": {"detail": "turns", "rows": 0}, "flow": {"kind": "flow"}}
    for name, more in shown.items():
        run_experiment(make_experiment(keys | more, "test"), folder / name)
    return {name: load_run(folder / name, kind=None) for name in shown}


def test_dead_turns_are_the_same_from_rows_from_sums_and_from_the_course_of_the_games(same_games: dict[str, Run]) -> None:
    limits = declared_limits([])
    result = [of_games.judge(analyse([same_games[name]]), limits) for name in ("rows", "sums")]
    result.append(of_flow.judge(analyse_flow(same_games["flow"]), limits))
    lost = [[one for one in each if one.criterion == "dead_turns"] for each in result]
    shown = [[(one.players, one.worst.value, one.worst.low, one.worst.high) for one in each] for each in lost]
    assert [players for players, *_ in shown[0]] == [3, 5]
    assert all(0 < value < 0.5 for _, value, *_ in shown[0])
    assert shown[0] == shown[1]
    assert [pytest.approx(figures, rel=1e-12) for figures in shown[0]] == shown[2]


def test_a_run_of_flow_answers_dead_turns_interaction_and_decisiveness(tmp_path: Path) -> None:
    keys = {"name": "flow", "variants": ["dark-city"], "players": [3, 5], "games": LEAST_DEALS, "seed": 3, "kind": "flow"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    flow = analyse_flow(load_run(tmp_path / "run", kind="flow"))
    result = of_flow.judge(flow, declared_limits([flow.run]))
    three = ("dead_turns", "interaction", "decisiveness")
    assert [(one.players, one.criterion) for one in result] == [(n, key) for n in (3, 5) for key in three]
    hits = next(one for one in result if one.criterion == "interaction")
    rows = flow.estimates.filter(players=3, table="aims", metric="per_game")
    held = flow.run.own_rows().filter(players=3).collect()
    turns = held["character"].drop_nulls().len() + held["second"].drop_nulls().len()
    assert hits.worst.value == pytest.approx(rows["value"][0] * rows["count"][0] / turns)
    assert hits.worst.low is not None
    assert hits.worst.low < hits.worst.inner_low < hits.worst.value


def test_a_handful_of_games_gets_no_verdict_even_if_all_came_out_alike(tmp_path: Path) -> None:
    folder = tmp_path / "few"
    run_experiment(make_experiment({"name": "few", "variants": ["classic-2000"], "games": 5, "seed": 1}, "test"), folder)
    judgements = of_games.judge(analyse([load_run(folder)]), declared_limits([]))
    assert {one.criterion for one in judgements} == {"seat", "rounds", "dead_turns"}
    assert {one.state for one in judgements} == {"open"}


def declaring(folder: Path, seed: int = 1, **margins: object) -> Run:
    """Write a run that declares limits."""
    write_run(folder, Toy(seed=seed))
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    edit_manifest(folder, experiment=manifest["experiment"] | {"margins": margins})
    return load_run(folder)


def test_declared_limits_take_the_place_of_the_usual_ones(tmp_path: Path) -> None:
    run = declaring(tmp_path / "run", seat=30, interaction=[0.2, 1])
    limits = declared_limits([run])
    assert limits == declared_limits([]) | {"seat": pytest.approx(0.3), "interaction": (0.2, 1)}
    analysis = analyse([run])
    assert analysis.seat_verdicts["margin"].to_list() == [pytest.approx(0.3)]
    assert next(one for one in of_games.judge(analysis, limits) if one.criterion == "seat").limit == pytest.approx(0.3)


def test_a_run_of_forks_is_judged_by_the_margin_it_declares(tmp_path: Path) -> None:
    keys = {"name": "forks", "variants": ["classic-2000"], "games": 12, "kind": "forks", "replicates": 1, "margins": {"character": 7}}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="forks")
    assert [one.limit for one in of_forks.judge(analyse_forks(run))] == [pytest.approx(0.07)]
    assert analyse_forks(run, 0.5).margin == 0.5


def test_runs_that_declare_different_limits_and_limits_that_are_none_are_reported(tmp_path: Path) -> None:
    first, second = declaring(tmp_path / "a", seat=2), declaring(tmp_path / "b", 2, seat=3)
    with pytest.raises(RunError, match=r"b: declares the limit 3 for seat, and .*a 2 \(margins\.seat\); a report has one limit"):
        declared_limits([first, second])
    with pytest.raises(RunError, match=r"manifest\.json: experiment\.margins\.rounds: 0 should be rounds, above 0"):
        declared_limits([declaring(tmp_path / "c", rounds=0)])
    with pytest.raises(RunError, match=r"margins\.interaction: \[2, 1\] should be two numbers"):
        declared_limits([declaring(tmp_path / "d", interaction=[2, 1])])


def test_what_fails_is_named_after_a_member_that_fails_and_not_after_one_that_may_lie_farther_out() -> None:
    members = [Member("witch", 0.04, 0.0, 0.07, 0.01, 0.06, 0.02), Member("alchemist", 0.031, 0.014, 0.049, 0.02, 0.04, 0.01)]
    key = {"variant": "toy", "players": 5, "lineup": "builder"}
    one = judgement("character", 0.01, key, members, {"games": 900, "blocks": 900})
    assert (one.state, one.worst.group) == ("fails", "alchemist")
    assert judgement("character", 0.02, key, members, {"games": 900, "blocks": 900}).worst.group == "witch"  # open


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Some forty deals of games and of forks, whose intervals lie lopsided."""
    folder = tmp_path_factory.mktemp("few")
    keys = {"name": "few", "variants": ["dark-city-random"], "players": [6], "seed": 1, "lineups": [["builder"]]}
    for name, more in {"games": {"games": 270}, "forks": {"kind": "forks", "games": 240}}.items():
        run_experiment(make_experiment(keys | more, "test"), folder / name)
    return {name: load_run(folder / name, kind=None) for name in ("games", "forks")}


@pytest.mark.parametrize("margin", [0.01, 0.02, 0.029, 0.04, 0.06, 0.1])
def test_what_a_table_says_of_a_character_is_its_verdict(few: dict[str, Run], margin: float) -> None:
    forks = analyse_forks(few["forks"], margin)
    said = {row["character"]: STATES[row["verdict"]] for row in forks.verdicts.iter_rows(named=True)}
    (judged,) = of_forks.judge(forks)
    assert {member.group: judged.state_of(member) for member in judged.members} == said
    assert len(said) > 8


@pytest.mark.parametrize("margin", [0.01, 0.03, 0.06, 0.1, 0.2, 0.3])
def test_what_a_table_says_of_seats_is_their_verdict(few: dict[str, Run], margin: float) -> None:
    analysis = analyse([few["games"]], margin)
    judged = of_games.judge_seats(analysis, ("dark-city-random", 6, "builder"))
    assert judged.state == STATES[analysis.seat_verdicts["verdict"][0]]
