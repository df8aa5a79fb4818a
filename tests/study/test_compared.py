"""Any two versions of a study on the same deals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.resources import configs_dir
from citadels_sim.studio.site import Studio
from citadels_sim.study.compared import experiment_of, pair_of, picks_on_common_deals
from citadels_sim.study.folder import PartRecord, read_study, write_study
from citadels_sim.study.question import make_question
from citadels_sim.study.versions import begin, next_version

Speak = Callable[..., Any]
ROOT = Path("studies/mine")


@pytest.fixture(autouse=True)
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three versions of one file, of which none has played yet."""
    monkeypatch.chdir(tmp_path)
    for gold in (3, 4, 6):
        Path("mine.toml").write_text(f'name = "mine"\nextends = "classic-2000"\n\n[game]\nstart_gold = {gold}\n')
        question = make_question({"variants": ["mine.toml"], "players": [3], "bots": ["random"]}, "test")
        folder, before = next_version(ROOT, question) if ROOT.exists() else (ROOT, None)
        begin(folder, question, before)


def test_versions_that_have_played_no_common_deals_say_what_plays_some(citadels: Speak) -> None:
    said = citadels("history", "mine", "--compare", "1,3")
    assert (said.code, said.out) == (2, "")
    assert "versions 1 and 3 have played no games on the same deals" in said.err
    assert "citadels history studies/mine --compare 1,3 --games 2000" in said.err


def test_versions_that_do_not_follow_each_other_are_played_and_compared_on_the_same_deals(citadels: Speak) -> None:
    said = citadels("history", "mine.toml", "--compare", "3,1", "--games", "60")
    assert said.code == 0
    assert "From version 1 to version 3:\n  changed: Starting gold of each player: 6 instead of 3." in said.out
    assert "version 1 to version 3, 3 players, random: games as a whole, 60 deals." in said.out
    again = json.loads(citadels("history", "mine", "--compare", "1,3", "--json").out)
    assert {row["blocks"] for row in again["differences"] if row["table"] == "game"} == {60}
    rounds = next(row for row in again["differences"] if row["metric"] == "mean_rounds")
    assert rounds["low"] <= rounds["difference"] <= rounds["high"]
    more = citadels("history", "mine", "--compare", "1,3", "--games", "90")
    assert "90 deals" in more.out  # of what is there the most is taken
    assert "90 deals" in citadels("history", "mine", "--compare", "1,3", "--games", "60").out
    assert citadels("history", "mine", "--compare", "1,2").code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--compare", "1"), "--compare: '1' should be two versions"),
        (("--compare", "1,2,3"), "should be two versions"),
        (("--compare", "1,x"), "should be two versions"),
        (("--compare", "2,2"), "give two of its versions to compare, such as 1,2; there are versions 1 to 3"),
        (("--compare", "1,4"), "there are versions 1 to 3"),
        (("--compare", "1,3", "--games", "0"), "--games: 0 should be from 1 to 1,000,000"),
        (("--compare", "1,3", "--games", "2000000"), "--games: 2,000,000 should be from 1 to 1,000,000"),
        (("--games", "5"), "--games: works only with --compare"),
    ],
)
def test_what_cannot_be_compared_is_one_message(citadels: Speak, words: tuple[str, ...], message: str) -> None:
    said = citadels("history", "mine", *words)
    assert (said.code, said.out) == (2, "")
    assert message in said.err
    assert not (ROOT / "compared").exists()


def test_who_knows_the_rules_of_one_version_only_does_not_compare_them() -> None:
    weights = configs_dir() / "weights" / "learner" / "classic.weights"
    Path("mine.toml").write_text('name = "mine"\nextends = "classic-2000"\n\n[game]\nstart_gold = 2\n')
    question = make_question({"variants": ["mine.toml"], "players": [3], "bots": [f"learner:@{weights}", "planner", "random"]}, "test")
    folder, before = next_version(ROOT, question)
    begin(folder, question, before)
    experiment, _ = experiment_of(ROOT, *pair_of(ROOT, 1, 4), 60)
    assert experiment.lineups == (("planner",),)


def test_versions_whose_studies_forked_the_same_deals_are_compared_by_the_effects_of_picks_too(citadels: Speak) -> None:
    rules = [ROOT / "v2/rules/before/mine-version-1.toml", ROOT / "v2/rules/played/mine.toml"]
    words = [word for file in rules for word in ("--variant", file)]
    forked = citadels("forks", *words, "--players", "3", "--bots", "random", "--nodes", "40", "--out", ROOT / "v2/runs/forks")
    assert forked.code == 0, forked.err
    record = read_study(ROOT / "v2")
    write_study(ROOT / "v2", record.model_copy(update={"parts": {"forks": PartRecord(steps=(40, 40), seconds=(1.0, 1.0), timed=(40, 40))}}))
    said = citadels("history", "mine", "--compare", "1,2", "--games", "60")
    assert said.code == 0, said.err
    assert "version 1 to version 2, 3 players, random: games as a whole, 60 deals." in said.out
    assert "change of the effect of a pick" in said.out
    (table,) = picks_on_common_deals(ROOT, *pair_of(ROOT, 1, 2)).tables.values()
    assert set(table["group"]) >= {"king", "thief"}
    studio = Studio()
    try:
        page = studio.read("compare/mine/1/2")
        assert "Change of the effect of a pick" in page
        assert "This cannot be shown" not in page
    finally:
        studio.close()
