"""A whole search: a game that lasts too long is repaired by a change that was played on fresh deals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from citadels_sim.balance import search as searching
from citadels_sim.balance.candidates import Candidate, first_of, table_variant
from citadels_sim.balance.deals import Deals
from citadels_sim.balance.measure import judgements, shifts
from citadels_sim.balance.question import Question
from citadels_sim.balance.search import propose
from citadels_sim.balance.shifts import Shift, harms, helps
from citadels_sim.balance.target import KINDS, Target
from citadels_sim.errors import RunError
from citadels_sim.minutes import TooShortError, minutes_words
from citadels_sim.report.study_facts import RuleSearch
from citadels_sim.variants import load_variant

Outcome = tuple[Path, RuleSearch, list[str]]
"""The folder of a search, what it came to, and its notes."""

LONG = Question("classic-2000", 4, target=Target("rounds", "all"), margins={"rounds": 12.0}, seed=7)


@pytest.fixture(scope="module", autouse=True)
def _small() -> object:
    """Play few games of each change, whatever this machine could do in the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("citadels_sim.balance.schedule.LEAST", {"forks": 40, "games": 300, "flow": 60})
        patch.setattr(searching, "LEAST", {"forks": 40, "games": 300, "flow": 60})
        patch.setattr(searching.Search, "_paces", lambda *_: {"forks": 0.02, "games": 2e-4, "flow": 0.02})
        yield


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory, _small: object) -> Outcome:
    folder, notes = tmp_path_factory.mktemp("balance") / "long", list[str]()
    result = propose(LONG, folder, 8, top=1, notify=notes.append)
    assert result is not None
    return folder, result, notes


def manifest(folder: Path) -> dict[str, object]:
    content: dict[str, object] = json.loads((folder / "manifest.json").read_text())["experiment"]
    return content


def test_it_offers_a_change_that_repairs_the_verdict(outcome: Outcome) -> None:
    _, result, _ = outcome
    assert (result.criterion, result.group) == ("rounds", "all")
    assert (result.variant, result.players, result.lineup) == ("classic-2000", 4, "builder")
    best = result.proposals[0]
    assert best.before[0] > 12 >= best.after[0]
    assert (result.state, best.state, result.nearest) == ("fails", "holds", None)
    assert all(proposal.difference[0] == proposal.after[0] - proposal.before[0] < 0 for proposal in result.proposals)
    assert all(proposal.difference[2] < 0 for proposal in result.proposals)
    assert 1 < result.tried <= result.changes


def test_a_proposal_is_a_variant_file(outcome: Outcome, tmp_path: Path) -> None:
    for proposal in outcome[1].proposals:
        file = tmp_path / "copied.toml"
        file.write_text(proposal.toml)
        assert load_variant(file).at(4) != load_variant("classic-2000").at(4)


def test_the_best_are_tested_on_deals_that_nothing_was_chosen_by_and_shown_from_others_again(outcome: Outcome) -> None:
    folder, result, _ = outcome
    seeds = {path.parent.name: manifest(path.parent)["seed"] for path in folder.glob("*/manifest.json")}
    chosen = {seed for name, seed in seeds.items() if name.startswith("rung-")}
    confirmed = {seed for name, seed in seeds.items() if name.startswith("confirmed-")}
    assert len(chosen) == sum(name.startswith("rung-") for name in seeds) > 1
    tested = {seed for name, seed in seeds.items() if name.startswith("tested-")}
    assert len(confirmed) == len(tested) == 1
    assert not chosen & confirmed
    assert not tested & (chosen | confirmed)
    assert result.proposals[0].blocks == manifest(folder / "confirmed-games")["games"]


def test_every_rung_plays_the_variant_beside_the_changes_and_each_fewer(outcome: Outcome) -> None:
    folder, _, notes = outcome
    variants = [manifest(path.parent)["variants"] for path in sorted(folder.glob("rung-*/manifest.json"))]
    assert all(isinstance(names, list) and names[0] == "classic-2000" for names in variants)
    assert [len(names) for names in variants] == sorted((len(names) for names in variants), reverse=True)  # type: ignore[arg-type]
    assert [note for note in notes if note.startswith("Round 1 of")]


def test_the_same_command_goes_on_where_a_search_was_stopped(outcome: Outcome) -> None:
    folder, result, _ = outcome
    (folder / "proposals.json").unlink()
    lost = sorted((folder / "confirmed-games").rglob("*.parquet"))[0]
    bytes_before = lost.read_bytes()
    lost.unlink()
    assert propose(LONG, folder, 8, top=1) == result
    assert lost.read_bytes() == bytes_before


def test_a_finished_search_plays_nothing(outcome: Outcome) -> None:
    folder, result, _ = outcome
    assert propose(LONG, folder, 8, top=1, play=lambda *_: pytest.fail("played")) == result


def test_a_seat_is_judged_by_its_distance_from_an_even_share(tmp_path: Path) -> None:
    tiny = tmp_path / "tiny.toml"
    tiny.write_text('extends = "classic-2000"\nname = "tiny"\ncity_size = 2\n')
    result = propose(Question(str(tiny), 4, target=Target("seat", ""), seed=3), tmp_path / "seat", 4, top=1)
    assert result is not None
    (best,) = result.proposals
    assert result.criterion == "seat"
    assert abs(best.after[0]) < abs(best.before[0]) < 0.5
    assert best.difference[0] == pytest.approx(best.after[0] - best.before[0])
    assert 'extends = "tiny.toml"' in best.toml


def test_without_a_target_the_verdict_farthest_beyond_its_limit_is_repaired(tmp_path: Path) -> None:
    question = Question("classic-2000", 4, margins={"rounds": 5.0, "character": 50.0, "seat": 50.0}, seed=3)
    search = searching.Search(
        question, searching.Saved.from_question(question, tmp_path / "any", 2, 1), 1, searching.player(question, tmp_path, 1), print
    )
    assert search.target() == Target("rounds", "all")


def test_a_target_within_its_limit_gets_no_proposal(tmp_path: Path) -> None:
    question = Question("classic-2000", 4, target=Target("rounds", "all"), margins={"rounds": 50.0}, seed=3)
    result = propose(question, tmp_path / "short", 2, top=1)
    assert result is not None
    assert (result.proposals, result.state) == ((), "holds")


def test_where_nothing_is_beyond_its_limit_there_is_nothing_to_propose(tmp_path: Path) -> None:
    notes: list[str] = []
    lax = {"rounds": 500.0, "character": 50.0, "seat": 50.0, "dead_turns": 90.0, "interaction": (0.0, 90.0), "decisiveness": (0.0, 100.0)}
    assert propose(Question("classic-2000", 4, margins=lax, seed=3), tmp_path / "fine", 30, notify=notes.append) is None
    assert notes[-1] == "No verdict is beyond its limit: there is nothing to repair."


def test_a_change_with_which_games_hardly_end_or_hardly_begin_is_left_out(tmp_path: Path) -> None:
    question = Question("classic-2000", 4, target=Target("seat", "0"), margins={"rounds": 20.0}, seed=3)
    search = searching.Search(
        question, searching.Saved.from_question(question, tmp_path, 20, 1), 1, searching.player(question, tmp_path, 1), print
    )
    ways = {(each.key, each.values): each for each in search.changes(question.target)}
    three, nothing, one_round = (
        ways["game.gather_gold", (3, 4, 5, 6, 7, 8, 9, 10)],
        search.another_step(ways["game.gather_gold", (1, 0)], 2),
        ways["game.most_rounds", tuple(range(41, 0, -1))],
    )
    assert nothing is not None
    assert (nothing.change, one_round.change) == (
        "A player who gathers gold takes 0 instead of 2 gold.",
        "Round after which the game ends at the latest: 1 (before: the game continues until a city is complete).",
    )
    assert search._lasting(Target("seat", "0"), [nothing, one_round, three]) == ([three], [nothing, one_round])
    assert search._lasting(Target("rounds", "all"), [nothing, one_round, three]) == ([nothing, one_round, three], [])
    search.schedule = replace(search.schedule, seconds=2.0)  # too little time to look at lengths
    assert search._lasting(Target("seat", "0"), [nothing, one_round, three]) == ([nothing, one_round, three], [])


def test_what_takes_back_a_change_of_the_variants_own_is_judged_on_fresh_deals_whatever_its_luck() -> None:
    def change(key: str, *, restores: bool = False) -> Candidate:
        return Candidate(key, key, "", load_variant("classic-2000"), restores=restores)

    ranked = [change("a"), change("b"), change("c"), change("own", restores=True), change("other", restores=True)]
    assert [each.key for each in first_of(ranked, 2)] == ["a", "own"]
    assert [each.key for each in first_of(ranked[:3], 2)] == ["a", "b"]
    assert [each.key for each in first_of(ranked, 1)] == ["a"]
    assert [each.key for each in first_of(ranked, 9)] == ["a", "b", "c", "own", "other"]


def test_with_too_little_time_for_a_search_it_is_refused(tmp_path: Path) -> None:
    question = Question("classic-2000", 4, target=Target("character", "king"), seed=3)
    with pytest.raises(TooShortError, match="too short for a search; with these bots it takes") as error:
        propose(question, tmp_path / "slow", 0.5)
    stated = 60 * float(str(error.value).split(" takes ")[1].split()[0])
    assert error.value.seconds <= stated <= 1.25 * error.value.seconds
    # With as much as that, the same folder takes it.
    assert searching.Saved.from_question(question, tmp_path / "slow", stated, 3).paces(
        lambda: dict.fromkeys(("games", "forks", "flow"), 1e-4)
    )


def test_a_search_that_has_to_find_its_target_first_and_is_too_short_leaves_nothing_in_its_folder(tmp_path: Path) -> None:
    question = Question("classic-2000", 4, target=Target("character", ""), seed=3)
    for seconds in (0.5, 0.6):
        with pytest.raises(TooShortError):
            propose(question, tmp_path / "slow", seconds)
    assert {path.name for path in (tmp_path / "slow").iterdir() if not path.name.startswith(".")} <= {"changes"}


@pytest.mark.parametrize(
    ("seconds", "words"), [(60.0, "1.1"), (61.0, "1.2"), (5.0, "0.092"), (3600.0, "66"), (0.7, "0.013"), (600.0, "11")]
)
def test_a_time_is_written_so_that_it_is_enough(seconds: float, words: str) -> None:
    assert minutes_words(seconds) == words
    assert 60 * float(words) >= 1.1 * seconds - 1e-9


@pytest.mark.parametrize(("kind", "games"), [("forks", 60), ("games", 400), ("flow", 240)])
def test_every_criterion_has_shifts_between_variants(kind: str, games: int, tmp_path: Path) -> None:
    """A change that plays alike moves nothing; another one's shift is the difference of its judged figures, with an interval around it."""
    question = Question("classic-2000", 4, seed=5)
    base = table_variant(load_variant("classic-2000"), 4)
    deals = Deals(question, base, tmp_path, searching.player(question, tmp_path, 1))
    alike = replace(base, name="alike")
    short = table_variant(load_variant("classic-2000-short"), 4)
    run = deals.played([alike, short], "some", kind, games, 1, rows=True)
    judged = judgements(run, question.limits)
    for criterion in (name for name, design in KINDS.items() if design == kind):
        figures = {one.variant: one.members[0] for one in judged if one.criterion == criterion}
        target = Target(criterion, figures[base.name].group)
        made = shifts(run, target, base.name, [alike.name, short.name], question.limits)
        assert made[alike.name].value == 0
        assert not helps(target, question.limits[criterion], figures[base.name].value, made[alike.name])
        other = made[short.name]
        assert other.value == pytest.approx(figures[short.name].value - figures[base.name].value)
        assert other.low <= other.value <= other.high
        assert other.low < other.high


def test_one_change_is_looked_for_that_suits_several_characters(tmp_path: Path) -> None:
    """The King is to be weak, the Thief is not to become strong: the figures of both stand beside each other."""
    king, thief = Target("character", "king"), Target("character", "thief")
    margins = {"character": 4.0, "character.king": (-12.0, -6.0)}
    question = Question("classic-2000", 4, target=king, seed=5, margins=margins, beside=(thief,))
    result = propose(question, tmp_path / "both", 40, top=2)
    assert result is not None
    one = (*result.proposals, *([result.nearest] if result.nearest else []))[0]
    assert result.group == "king"
    (other,) = one.beside
    assert other.group == "thief"
    assert other.difference[0] == pytest.approx(other.after[0] - other.before[0])
    assert other.difference[1] <= other.difference[0] <= other.difference[2]
    assert one.difference[0] < 0  # towards what is wanted of the King
    assert propose(question, tmp_path / "both", 40, top=2) == result  # as it was kept
    with pytest.raises(RunError, match=r"holds another search \(other beside"):
        propose(replace(question, beside=()), tmp_path / "both", 40, top=2)


def test_a_change_that_takes_another_target_beyond_its_limit_does_not_help() -> None:
    king = Target("character", "king")
    assert harms(king, 0.01, 0.0, Shift(0.03, 0.02, 0.04))
    assert harms(king, (-0.12, -0.06), -0.09, Shift(0.05, 0.04, 0.06))
    assert not harms(king, 0.01, 0.0, Shift(0.03, -0.02, 0.08))  # not shown
    assert not harms(king, 0.01, 0.05, Shift(-0.03, -0.04, -0.02))  # nearer, if not near enough
