"""Learning: what a game came to, the gradient, and that nothing but the rounds decides what is learned."""

from __future__ import annotations

import itertools
import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots.learner import chooses_character
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.net import LEARNERS, OTHERS, SIZE, U, Z
from citadels_sim.bots.learner.thought import HIDDEN
from citadels_sim.bots.learner.weights_file import GREATEST, packed
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.records import new_record
from citadels_sim.errors import RunError
from citadels_sim.training.learning.adam import advance
from citadels_sim.training.learning.course import TRACE, Course, Lesson, Tables, Worker, tables_of
from citadels_sim.training.learning.episodes import UNSEEN, Log
from citadels_sim.training.learning.foresight import foresight, foresights
from citadels_sim.training.learning.gradient import SCRATCH, Goals, gradient
from citadels_sim.training.learning.session import Budget, Learned, as_kept, learn, make_ready, weights_text
from citadels_sim.training.learning.start import first_weights, packaged_weights
from citadels_sim.training.learning.trainer import Trainer, instructive
from tests.bots.test_learner import chances

CLASSIC = cs.load_variant("classic-2000")
COURSE = Course(((CLASSIC, 4), (cs.load_variant("citadels-2016"), 2)), seed=3)


@pytest.fixture(autouse=True)
def _short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lessons of a quarter of the usual games: enough decisions for several steps of a round."""
    monkeypatch.setattr("citadels_sim.training.learning.course._GAMES", 128)


def one_log(lesson: Lesson | None = None, weights: np.ndarray | None = None) -> Log:
    for function in make_ready(COURSE):
        ready(function)
    weights = first_weights(1) if weights is None else weights
    return Worker(Tables(COURSE)).play(lesson or Lesson(0, "planner", 0, 2, 50, 4), weights, (weights,) * 4)


def test_what_decisions_came_to_is_the_sum_of_surprises_to_come() -> None:
    """Backwards over each seat's decisions: gain = next value - value + lambda * next gain, the end being a share of the win."""
    log = one_log()
    n, trace = int(log.size[0]), TRACE
    ends = log.value[:n] + log.gain[:n]
    assert {float(x) for x in np.round(ends, 5)} & {0.0, 1.0}
    for seat in range(4):
        own = np.flatnonzero(log.seat[:n] == seat)
        for this, later in itertools.pairwise(own):
            expected = log.value[later] - log.value[this] + trace * log.gain[later]
            last_of_game = min(abs(ends[this] - x) for x in (0.0, 0.5, 1.0)) < 1e-5
            assert last_of_game or log.gain[this] == pytest.approx(expected, abs=1e-5)


def check_slope(slope: Any, raised: Callable[[Any], float], weights: Any) -> None:
    """Compare a gradient with differences of what it is the gradient of, at some of its places that are not flat."""
    luck = np.random.default_rng(2)
    for place in luck.choice(np.flatnonzero(np.abs(slope) > 1e-3), 25, replace=False):
        up, down = weights.astype(np.float64), weights.astype(np.float64)
        up[place] += 1e-5
        down[place] -= 1e-5
        assert slope[place] == pytest.approx((raised(up) - raised(down)) / 2e-5, rel=0.02, abs=2e-4)


def test_the_gradient_is_the_slope_of_what_it_raises() -> None:
    log = one_log()
    weights = first_weights(1)
    decisions = np.arange(5, 45, dtype=np.int64)
    goals = Goals(10.0, 0.02, 0.5, 0.0, 0.3)
    slope, scratch = np.zeros(SIZE, np.float32), new_record(SCRATCH)
    gradient(log, decisions, 0, len(decisions), goals, weights, slope, scratch)

    def raised(w: np.ndarray) -> float:
        total = 0.0
        for d in decisions:
            policy, value = chances(log, int(d), w)
            chosen, aim = int(log.chosen[d]), float(log.aim[d])
            total += float(log.gain[d]) / goals.scale * policy[chosen] / float(log.chance[d])
            total -= goals.spread * float((policy * np.log(np.maximum(policy, 1e-300))).sum())
            total += goals.prize * (aim * np.log(value) + (1 - aim) * np.log(1 - value))
        return total

    check_slope(slope, raised, weights)


AHEAD = Lesson(0, "itself", 0, 4, 60, 6, ahead=True)


def sure_weights() -> np.ndarray:
    """Return those of a learner that hardly ever does anything but what `planner` would do."""
    weights = first_weights(1)
    weights[U + f.PROPOSED : U + f.PROPOSED + f.DECISIONS] = 10.0
    return weights


def actions_of(log: Log, d: int) -> slice:
    """Where the actions of a decision are in a log."""
    return slice(int(log.first[d]), int(log.first[d + 1]) - 1)


def test_all_characters_to_pick_or_to_name_are_played_ahead_and_nothing_else() -> None:
    """As many worlds for each, be it as unlikely as it may; the log is otherwise that of the same decisions without."""
    log = one_log(AHEAD, sure_weights())
    n = int(log.size[0])
    seen = unlikely = 0
    for d in range(n):
        worth, policy = log.ahead[actions_of(log, d)], chances(log, d, sure_weights())[0]
        kinds = [row - f.KIND for row in log.row[log.at[log.first[d]] : log.at[log.first[d + 1] - 1]] if 0 <= row - f.KIND < f.ACTION_KINDS]
        if any(chooses_character(int(kind)) for kind in kinds):
            assert ((worth >= 0) & (worth <= 1)).all()
            seen += 1
            unlikely += int((policy < 0.01).sum())
        else:
            assert (worth == UNSEEN).all()
    assert seen > 50
    assert unlikely > 50
    assert not one_log().ahead.size


def test_the_gradient_of_what_was_played_ahead_draws_the_logits_towards_its_results() -> None:
    """Half of the weight lies on all actions alike, half on their chances; a result counts in units of `even`."""
    log, weights = one_log(AHEAD), first_weights(1)
    known = [d for d in range(int(log.size[0])) if (log.ahead[actions_of(log, d)] != UNSEEN).any()]
    decisions = np.array(known[:40], np.int64)
    goals = Goals(10.0, 0.02, 0.0, 0.0, 0.3, 4.0, 0.01, 0.5)
    slope, scratch = np.zeros(SIZE, np.float32), new_record(SCRATCH)
    gradient(log, decisions, 0, len(decisions), goals, weights, slope, scratch)
    weight = {d: 0.5 * (policy := chances(log, d, weights)[0]) + 0.5 / len(policy) for d in known[:40]}

    def raised(w: np.ndarray) -> float:
        total = 0.0
        for d in known[:40]:
            away = log.ahead[actions_of(log, d)].astype(float) / goals.even - np.log(chances(log, d, w)[0])
            total -= goals.even / 2 * float(np.average((away - np.average(away, weights=weight[d])) ** 2, weights=weight[d]))
        return goals.ahead / goals.scale * total

    check_slope(slope, raised, weights)


def test_an_action_that_is_hardly_ever_taken_becomes_likely_where_its_results_are_best() -> None:
    """By as much as one that is: a pull by the chances alone would leave it."""
    weights = sure_weights()
    log, scratch = one_log(AHEAD, weights), new_record(SCRATCH)
    d = min((d for d in range(int(log.size[0])) if log.ahead[log.first[d]] != UNSEEN), key=lambda d: chances(log, d, weights)[0].min())
    least = int(chances(log, d, weights)[0].argmin())
    assert chances(log, d, weights)[0][least] < 1e-3
    log.ahead[actions_of(log, d)] = 0.2
    log.ahead[log.first[d] + least] = 0.3
    goals = Goals(10.0, 0.0, 0.0, 0.0, 0.3, 4.0, 0.01, 0.5)
    for _ in range(1_000):
        slope = np.zeros(SIZE, np.float32)
        gradient(log, np.array([d], np.int64), 0, 1, goals, weights, slope, scratch)
        weights = weights + np.float32(0.05) * slope
    assert chances(log, d, weights)[0][least] > 0.99


def test_a_step_is_that_of_adam_and_the_mean_follows() -> None:
    luck = np.random.default_rng(4)
    state, mean, square = np.zeros((4, 30), np.float32), np.zeros(30), np.zeros(30)
    state[0] = state[3] = luck.normal(size=30)
    weights = average = state[0].astype(float)
    ready(advance)
    for step in range(1, 6):
        slope = luck.normal(0, 0.05 if step % 2 else 2.0, 30).astype(np.float32)
        advance(state, slope, step, 1e-3)
        g = slope / max(1.0, np.linalg.norm(slope.astype(float)))
        mean, square = 0.9 * mean + 0.1 * g, 0.999 * square + 0.001 * g**2
        weights = weights + 1e-3 * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-7)
        average = average + 11 / (step + 10) * (weights - average)
        assert np.allclose(state[[0, 1, 2, 3]], [weights, mean, square, average], rtol=1e-4, atol=1e-7)


def test_of_decisions_that_were_sure_a_part_is_learned_from_and_of_the_others_all() -> None:
    log = one_log(Lesson(0, "itself", 0, 4, 50, 40))
    log.chance[:] = np.linspace(0, 1, len(log.chance))
    n, sure = len(log.chance) - 100, 0.95
    drawn = [instructive(log, n, np.random.default_rng(seed)) for seed in (1, 2)]
    for decisions in drawn:
        assert len(set(decisions)) == len(decisions)
        assert not np.array_equal(decisions, np.sort(decisions))
        is_open = log.chance[decisions] <= sure
        assert np.array_equal(np.sort(decisions[is_open]), np.flatnonzero(log.chance[:n] <= sure))
        assert (~is_open).sum() == pytest.approx(0.2 * (log.chance[:n] > sure).sum(), rel=0.25)
    assert set(drawn[0]) != set(drawn[1])


def learned(state: Path, rounds: int, workers: int = 1, course: Course = COURSE) -> Learned:
    return learn(course, first_weights(1), Budget(rounds=rounds), state, workers, lambda *_: None)


def stopped(*_: object) -> None:
    """Interrupt learning after its first round, as Ctrl-C does."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("course", [COURSE, replace(COURSE, ahead=True)], ids=["played", "ahead"])
def test_what_is_learned_depends_on_the_rounds_alone(tmp_path: Path, course: Course) -> None:
    """Not on the workers, nor on how often it was stopped in between."""
    whole = learned(tmp_path / "whole", 3, course=course)
    assert whole.rounds == 3
    assert not np.array_equal(whole.memory, first_weights(1))
    file = weights_text(course, whole, {})
    assert weights_text(course, learned(tmp_path / "two", 3, 2, course), {}) == file
    with pytest.raises(KeyboardInterrupt):
        learn(course, first_weights(1), Budget(rounds=3), tmp_path / "parts", 1, stopped)
    parts = learned(tmp_path / "parts", 3, course=course)
    assert weights_text(course, parts, {}) == file
    assert (parts.games, parts.decisions) == (whole.games, whole.decisions)


def test_a_state_of_another_course_or_a_damaged_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = tmp_path / "state"
    learned(state, 1)
    with pytest.raises(RunError, match="begun with other rules"):
        learn(Course(COURSE.tables, seed=4), first_weights(1), Budget(rounds=1), state, 1, lambda *_: None)
    with pytest.raises(RunError, match="begun with other rules"):
        learned(state, 1, course=replace(COURSE, ahead=True))
    with monkeypatch.context() as patch:
        patch.setattr("citadels_sim.training.learning.trainer._METHOD", 1)
        with pytest.raises(RunError, match="by another version"):
            learned(state, 1)
    state.write_bytes(state.read_bytes()[:1000])
    with pytest.raises(RunError, match="is damaged"):
        learned(state, 1)


def test_a_state_is_not_written_through_a_link_that_somebody_placed_beside_it(tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"mine")
    (tmp_path / ".state").symlink_to(tmp_path / "outside")
    learned(tmp_path / "state", 1)
    assert (tmp_path / "outside").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("header", "number"),
    [({"rounds": -1}, 0.0), ({"games": "x"}, 0.0), ({"seconds": float("inf")}, 0.0), ({"steps": None}, 0.0), ({}, np.nan), ({}, np.inf)],
)
def test_a_state_that_no_learning_comes_to_is_refused(tmp_path: Path, header: dict[str, object], number: float) -> None:
    trainer = Trainer(COURSE, first_weights(1), 1)
    line, _, body = trainer.saved(1.0).partition(b"\n")
    numbers = np.frombuffer(zlib.decompress(body), np.float32).copy()
    numbers[0] = number
    (tmp_path / "state").write_bytes(packed(json.loads(line) | header, numbers))
    with pytest.raises(RunError, match="is damaged"):
        learned(tmp_path / "state", 1)


def test_weights_beyond_what_a_file_keeps_are_kept_as_its_greatest() -> None:
    assert as_kept(np.array([1e9, -1e9, 1.0], np.float32)).tolist() == [GREATEST, -GREATEST, 1.0]


def test_lessons_take_turns_at_the_tables_with_other_deals_each() -> None:
    tables = tables_of([CLASSIC], (2, 3, 5))
    assert [players for _, players in tables] == [2, 3, 5]
    lessons = [lesson for number in range(6) for lesson in Course(tables).lessons(number)]
    assert {lesson.table for lesson in lessons[:3]} == {0, 1, 2}
    assert len({lesson.first for lesson in lessons}) == len(lessons)
    assert all(1 <= lesson.seats <= tables[lesson.table][1] for lesson in lessons)
    assert all(lesson.seats == 1 for lesson in Course(tables, against=("builder",)).lessons(0))


def test_games_are_played_ahead_where_it_plays_against_its_likes_and_that_is_asked_for() -> None:
    tables = tables_of([CLASSIC], (4,))
    plain, ahead = (Course(tables, ahead=asked).lessons(0) for asked in (False, True))
    assert not any(lesson.ahead for lesson in plain)
    for before, now in zip(plain, ahead, strict=True):
        assert now.ahead == (now.games > before.games) == (now.others == "itself")
        assert now._replace(games=before.games, ahead=False) == before


def test_foresight_of_a_prophet_and_of_an_even_share() -> None:
    luck = np.random.default_rng(6)
    rounds = luck.integers(1, 11, 8_000)
    won = (luck.random(8_000) < 0.25).astype(float)
    even = foresight(rounds, np.full(8_000, 0.25), won, won, 0.25)
    assert [phase.round for phase in even] == [1, 2, 3, 4, 5, 6, 7]
    assert sum(phase.decisions for phase in even) == 8_000
    assert all(phase.explained == pytest.approx(0.0) and (phase.plain or 0) > 0.999 and phase.expected == 0.25 for phase in even)
    assert all(phase.explained > 0.999 and phase.expected == pytest.approx(phase.won) for phase in foresight(rounds, won, won, won, 0.25))


@pytest.mark.parametrize("against", [(), ("builder",), ("random", "planner")])
def test_what_is_foreseen_is_judged_at_the_tables_that_were_learned_from(against: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Against given bots the head that expects learners is never learned: it says 50 % everywhere."""
    monkeypatch.setattr("citadels_sim.training.learning.foresight._GAMES", 240)
    course = Course(tables_of([CLASSIC], (4,)), against=against)
    learned, _ = packaged_weights(Course(COURSE.tables, against=("planner",)), 1)
    learned = learned.copy()
    unlearned = Z + HIDDEN * (LEARNERS if against else OTHERS)
    learned[unlearned : unlearned + HIDDEN] = 0  # as `Trainer.learned` leaves what it never came by
    phases = foresights(course, learned, 0)
    assert phases
    assert all(phase.expected != 0.5 for phase in phases)
    assert phases[-1].explained > 0.1
    assert all((phase.plain is None) == bool(against) for phase in phases)
    assert phases[0].won > 0.3 if against else phases[0].won == pytest.approx(0.25)


def test_a_learner_expects_what_its_games_come_to() -> None:
    """The ends that are logged are those of whole games: at all seats together one win each."""
    log = Worker(Tables(COURSE)).play(Lesson(0, "itself", 0, 4, 90, 12), first_weights(1), (first_weights(1),) * 4)
    n = int(log.size[0])
    starts = np.flatnonzero(np.diff(log.round[:n], prepend=99) < 0)
    assert len(starts) == 12
    for first, last in itertools.pairwise([*starts, n]):
        ends = {int(seat): float(log.end[first:last][log.seat[first:last] == seat][0]) for seat in range(4)}
        assert sum(ends.values()) == pytest.approx(1.0)
        assert log.round[first] == 1


def test_packaged_weights_are_those_that_play_the_rules_best(tmp_path: Path) -> None:
    """A cast that no edition prints is played best by what learned drawn casts, not by what learned the variant that is extended."""
    drawn = tmp_path / "drawn.toml"
    cast = ["magistrate", "spy", "seer", "patrician", "cardinal", "trader", "scholar", "marshal"]
    drawn.write_text(f'name = "drawn"\nextends = "citadels-2016"\ncast = {cast}\n')
    tables = tables_of([cs.load_variant(str(drawn))], (4,))
    for seed, workers in ((1, 1), (2, 2)):
        assert Path(packaged_weights(Course(tables, seed), workers)[1]).stem == "citadels-2016-random-four"
    assert Path(packaged_weights(Course(tables, against=("builder",)), 1)[1]).stem.startswith("citadels-2016")
    assert Path(packaged_weights(Course(((CLASSIC, 4),)), 1)[1]).stem == "classic"
