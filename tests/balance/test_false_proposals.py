"""How often a search proposes what does nothing, and what its figures are worth: whole searches over changes whose effects are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from citadels_sim.balance import along as going
from citadels_sim.balance import search as searching
from citadels_sim.balance import trial as testing
from citadels_sim.balance.candidates import NUMBER_OF_TARGET, Candidate
from citadels_sim.balance.deals import Deals
from citadels_sim.balance.question import Question
from citadels_sim.balance.saved import Saved
from citadels_sim.balance.search import Search, propose
from citadels_sim.balance.shifts import Shift, shifts_of
from citadels_sim.balance.target import Target
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.report.study_facts import RuleSearch
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.variants import load_variant

pytestmark = pytest.mark.long

MERCHANT = Target("character", "merchant")
TRUTH = 0.017
SPREAD = 0.185
"""Standard deviation of the effect at one node, as forks of classic-2000 have it."""
CLASSIC = load_variant("classic-2000")


class Played(NamedTuple):
    """What a part of a search measured: the figure of the variant itself and of each change, with their covariance."""

    names: list[str]
    figures: Ratios


STEPS = 8


class Game:
    """A table whose changes have known effects, and figures that vary as those of forks do.

    The first of its changes are numbers: each has `STEPS` steps of the same effect, the first of which is among the changes.
    """

    def __init__(self, effects: Sequence[float], seed: int, shared: float, truth: float, numbers: Sequence[float] = ()) -> None:
        self.truth = truth
        self.numbers = {f"number-{i}": effect for i, effect in enumerate(numbers)}
        self.others = [f"change-{i}" for i in range(len(effects))]
        self.effects = dict(zip(self.others, effects, strict=True))
        self.effects |= {f"{key}-{steps}": steps * effect for key, effect in self.numbers.items() for steps in range(1, STEPS + 1)}
        self.shared = shared
        self.random = np.random.default_rng(seed)

    @property
    def changes(self) -> list[Candidate]:
        others = [Candidate(name, name, "", replace(CLASSIC, name=name)) for name in self.others]
        return [*(self.number(key, 1) for key in self.numbers), *others]

    @staticmethod
    def number(key: str, steps: int) -> Candidate:
        name = f"{key}-{steps}"
        values = tuple(range(1, STEPS + 1))
        return Candidate(key, name, name, replace(CLASSIC, name=name), tier=NUMBER_OF_TARGET, values=values, at=steps - 1)

    def played(self, changed: Sequence[Any], _part: str, _kind: str, games: int, _seed: int, *, rows: bool = False) -> Played:
        truth = self.truth + np.array([0.0, *(self.effects[each.name] for each in changed)])
        size = len(truth)
        own, common = self.random.normal(size=size), self.random.normal()
        covariance = SPREAD**2 / games * (self.shared * np.ones((size, size)) + (1 - self.shared) * np.eye(size))
        value = truth + SPREAD / np.sqrt(games) * (np.sqrt(self.shared) * common + np.sqrt(1 - self.shared) * own)
        return Played(["classic-2000", *(each.name for each in changed)], Ratios(value, covariance, games, value, np.full(size, games)))


def values(run: Played, _criterion: str) -> dict[str, dict[str, float]]:
    return {name: {"merchant": float(value)} for name, value in zip(run.names, run.figures.value, strict=True)}


def shifts(run: Played, _target: Target, _base: str, changed: Sequence[str], _limits: Any) -> dict[str, Shift]:
    at = [run.names.index(name) for name in ("classic-2000", *changed)]
    return dict(zip(changed, shifts_of(run.figures.chosen(at)), strict=True))


def judgements(run: Played, limits: Any) -> list[Judgement]:
    made = []
    for name, value, se in zip(run.names, run.figures.value, run.figures.se, strict=True):
        member = Member("merchant", value, value - 2.7 * se, value + 2.7 * se, value - 2.4 * se, value + 2.4 * se, se)
        made.append(Judgement("character", name, 4, "builder", "open", "", limits["character"], member, (member,), 900, 900, None, {}))
    return made


Searches = Callable[..., list[RuleSearch]]


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Searches:
    """Return what searches whole games of known effects, each with luck of its own."""
    monkeypatch.setattr(Search, "_paces", lambda *_: {"forks": 3e-4, "games": 4e-5, "flow": 2e-4})
    monkeypatch.setattr(searching, "values", values)
    monkeypatch.setattr(going, "values", values)
    monkeypatch.setattr(Search, "another_step", lambda _self, change, steps: Game.number(change.key, steps))
    monkeypatch.setattr(Search, "_lasting", lambda _self, _target, ranked: ([*ranked], []))
    monkeypatch.setattr(Search, "_with_curve", lambda _self, _target, result, _finalists: result)
    monkeypatch.setattr(testing, "shifts", shifts)
    monkeypatch.setattr(testing, "judgements", judgements)

    def search_all(
        count: int,
        effects: Sequence[float],
        seconds: float,
        shared: float = 0.0,
        figure: float | None = None,
        truth: float = TRUTH,
        numbers: Sequence[float] = (),
    ) -> list[RuleSearch]:
        question = Question("classic-2000", 4, target=MERCHANT, margins={"character": 1.5}, figure=figure)
        search = Search(
            question,
            Saved.from_question(question, tmp_path / f"{seconds}-{shared}-{figure}", seconds, 3),
            1,
            lambda *_: None,
            lambda _: None,
        )

        def results() -> Iterator[RuleSearch]:
            for seed in range(count):
                game = Game(effects, seed, shared, truth, numbers)
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(Deals, "played", lambda _self, *words, game=game, **options: game.played(*words, **options))
                    patch.setattr(Search, "changes", lambda _self, _target, game=game: game.changes)
                    result = search.run()
                assert result is not None
                yield result

        return list(results())

    return search_all


@pytest.mark.parametrize("shared", [0.0, 0.7])
@pytest.mark.parametrize(("seconds", "changes"), [(15.0, 3), (24.0, 9), (60.0, 40), (600.0, 100)])
def test_at_most_one_in_twenty_searches_over_what_does_nothing_proposes_anything(
    searches: Searches, seconds: float, changes: int, shared: float
) -> None:
    made = searches(200, [0.0] * changes, seconds, shared)
    assert np.mean([bool(one.proposals) for one in made]) <= 0.05
    assert all(_is_nearer(one) for one in made if one.nearest is not None)


@pytest.mark.parametrize("shared", [0.0, 0.7])
@pytest.mark.parametrize(("seconds", "numbers", "changes"), [(24.0, 4, 5), (60.0, 6, 30), (600.0, 8, 90)])
def test_at_most_one_in_twenty_searches_along_numbers_that_do_nothing_proposes_anything(
    searches: Searches, seconds: float, numbers: int, changes: int, shared: float
) -> None:
    made = searches(200, [0.0] * changes, seconds, shared, numbers=[0.0] * numbers)
    assert np.mean([bool(one.proposals) for one in made]) <= 0.05


@pytest.mark.parametrize("shared", [0.0, 0.7])
def test_of_a_number_the_smallest_step_that_suffices_is_proposed_with_the_figure_of_fresh_deals(searches: Searches, shared: float) -> None:
    """Four steps of 0.3 points leave 0.5 of 1.7 points, far enough within 1.5; the other numbers do nothing, or harm."""
    step = -0.003
    made = searches(100, [0.0] * 12, 600.0, shared, numbers=[0.0, step, 0.004])
    first = [one.proposals[0] for one in made if one.proposals and one.proposals[0].change.startswith("number-1-")]
    assert len(first) >= 85
    steps = np.array([int(proposal.change.rpartition("-")[2]) for proposal in first])
    assert np.median(steps) in (3, 4)
    assert np.mean((steps >= 2) & (steps <= 6)) > 0.9
    differences = np.array([proposal.difference[0] for proposal in first])
    assert np.mean(differences - step * steps) == pytest.approx(0.0, abs=4 * np.std(differences - step * steps) / np.sqrt(len(first)))
    covered = [proposal.difference[1] <= step * each <= proposal.difference[2] for proposal, each in zip(first, steps, strict=True)]
    assert np.mean(covered) > 0.9
    wrong = [proposal for one in made for proposal in one.proposals if not proposal.change.startswith("number-1-")]
    assert len(wrong) <= 5


def _is_nearer(search: RuleSearch) -> bool:
    """Whether the change that is called the nearest has a figure nearer to the limit than that without it."""
    one = search.nearest
    assert one is not None
    return abs(one.after[0]) < abs(one.before[0]) and one.difference[0] < 0


def test_the_nearest_change_has_the_figures_of_deals_that_did_not_choose_it(searches: Searches) -> None:
    """Of changes that do nothing about half come no nearer on fresh deals: then none is named."""
    made = searches(300, [0.0] * 40, 60.0)
    shown = [one.nearest for one in made if one.nearest is not None]
    assert 100 < len(shown) < 200
    assert np.mean([low <= 0 <= high for _, low, high in (one.difference for one in shown)]) > 0.9


@pytest.mark.parametrize(("effect", "named"), [(0.02, False), (-0.004, True)])
def test_a_change_that_goes_the_wrong_way_is_not_called_the_nearest(searches: Searches, effect: float, named: bool) -> None:
    made = [one for one in searches(40, [effect] * 2, 15.0) if not one.proposals]
    assert all(_is_nearer(one) for one in made if one.nearest is not None)
    assert (np.mean([one.nearest is not None for one in made]) > 0.5) == named


@pytest.mark.parametrize("shared", [0.0, 0.7])
def test_a_change_that_helps_is_proposed_and_its_figure_is_not_a_lucky_one(searches: Searches, shared: float) -> None:
    effect = -0.02
    made = searches(100, [0.0] * 10 + [effect] + [0.0] * 9, 180.0, shared)
    shown = [proposal for one in made for proposal in one.proposals if proposal.change == "change-10"]
    assert len(shown) >= 90
    differences = np.array([one.difference[0] for one in shown])
    assert np.mean(differences) == pytest.approx(effect, rel=0.05)
    assert np.mean([low <= effect <= high for _, low, high in (one.difference for one in shown)]) > 0.9
    others = [proposal for one in made for proposal in one.proposals if proposal.change != "change-10"]
    assert len(others) <= 5


def test_a_change_that_pushes_the_figure_as_far_out_on_the_other_side_is_none(searches: Searches) -> None:
    made = searches(50, [-0.036] + [0.0] * 8, 240.0)
    assert sum(bool(one.proposals) for one in made) <= 2


def test_what_is_shown_to_be_within_its_limit_gets_no_proposal(searches: Searches) -> None:
    """The change moves the figure, but what a study said of it before is not so on these deals."""
    made = searches(20, [-0.006] * 5, 6_000.0, 0.9, figure=0.017, truth=0.002)
    assert {one.state for one in made} == {"holds"}
    assert not any(one.proposals for one in made)


def test_with_a_known_figure_changes_are_chosen_by_what_they_do_on_common_deals(searches: Searches) -> None:
    made = searches(60, [0.0] * 8 + [-0.015], 120.0, 0.9, 0.02)
    assert np.mean([[proposal.change for proposal in one.proposals][:1] == ["change-8"] for one in made]) > 0.9


@pytest.mark.slow
def test_real_searches_do_not_propose_other_numbers_of_trade_districts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One copy fewer of every trade district and one copy more leave the Merchant where he is: 1.6 and 1.7 points in 15,000 nodes."""
    every = Search.changes
    copies = {"The deck has 1 copy fewer of every trade district.", "The deck has 1 copy more of every trade district."}
    monkeypatch.setattr(Search, "changes", lambda self, target: [each for each in every(self, target) if each.change in copies])
    monkeypatch.setattr(Search, "_paces", lambda *_: {"forks": 1e-3, "games": 1e-4, "flow": 1e-3})
    made = []
    for seed in range(100, 900, 100):
        question = Question("classic-2000", 4, target=MERCHANT, seed=seed, margins={"character": 1.5})
        made.append(propose(question, tmp_path / str(seed), 6.0))
    assert all(one is not None and one.tried == 2 for one in made)
    assert sum(bool(one and one.proposals) for one in made) <= 1
