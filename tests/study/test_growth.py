"""What a study's verdicts still lack."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.study import runner
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.growth import Growth
from citadels_sim.study.question import make_question
from citadels_sim.study.runner import Study


def judgement(*members: Member) -> Judgement:
    return Judgement("character", "classic-2000", 4, "builder", "open", "undecided", 0.01, members[0], members, 900, 900, None, {})


@pytest.mark.parametrize("wish", [None, (0.0, 0.02), (-0.035, 0.005)])
def test_a_precision_is_compared_with_the_width_of_an_interval_whatever_is_wanted(wish: tuple[float, float] | None) -> None:
    """Two points to either side are twice the one that is asked for, and half a point more than enough; a limit changes neither."""
    growth = Growth(make_question({"variants": ["classic-2000"], "precision": 1.0}, "test"), [])
    wide = Member("king", 0.01, -0.01, 0.03, -0.005, 0.025, wish=wish)
    narrow = Member("king", 0.01, 0.005, 0.015, 0.006, 0.014, wish=(0.0, 0.011))
    for member, lack in ((wide, 2.0), (narrow, 0.0)):
        one = judgement(member)
        assert one.state_of(member) == "open"
        assert growth._lack(one) == pytest.approx(lack)


def test_the_widest_open_interval_counts_not_the_one_that_is_widest_for_its_limit() -> None:
    growth = Growth(make_question({"variants": ["classic-2000"], "precision": 1.0}, "test"), [])
    wide = Member("king", 0.01, -0.01, 0.03, -0.005, 0.025)
    strict = Member("thief", 0.01, -0.005, 0.025, 0.0, 0.02, wish=(0.009, 0.011))
    assert growth._lack(judgement(wide, strict)) == pytest.approx(2.0)


OPEN, FAR = Member("king", 0.02, -0.02, 0.06, -0.01, 0.05), Member("thief", 0.05, 0.04, 0.06, 0.045, 0.055)


@pytest.fixture
def studied(tmp_path: Path, request: pytest.FixtureRequest) -> Study:
    """A study of two variants, of both of which the same is undecided and the same beyond its limit; of the first all by more."""
    variants = []
    for name, text in request.param.items():
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\nextends = "classic-2000"\n{text}')
        variants.append(name if name == "dark-city" else str(tmp_path / f"{name}.toml"))
    variants = ["classic-2000", *variants][-2:]
    question = make_question({"variants": variants, "players": [4], "bots": ["builder"], "designs": ["forks"], "minutes": 1.0}, "test")
    study = Study(tmp_path / "study", StudyRecord(question=question), 1)
    (part,) = study.parts
    judged = []
    for number, cell in enumerate(part.plan.cells):
        members = [replace(each, value=each.value * (1.2 - number / 10)) for each in (OPEN, FAR)]
        judged.append(replace(judgement(*members), variant=cell.variant.name, state="fails"))
    part.judgements, part.lacks = judged, [3.0 - number for number, _ in enumerate(judged)]
    return study


OWN = [{"mine": "city_size = 7\n"}, {"mine-1": "city_size = 7\n", "mine": "city_size = 6\n"}]


@pytest.mark.parametrize("studied", OWN, indirect=True)
def test_the_closing_line_of_a_change_of_rules_is_about_the_changed_rules(studied: Study) -> None:
    """The page counts their checks alone; the other variant is there to be compared with."""
    assert re.fullmatch(
        r"the King at 4 players is still open \(mine, .*\): .*; undecided with builder: 1 character", studied.growth.ending()
    )
    studied.parts[0].lacks[1] = 0.0
    assert studied.growth.lacking() == "every verdict of mine is settled"
    studied.parts[0].lacks[0] = 0.0
    assert studied.growth.lacking() == "every verdict is settled"


@pytest.mark.parametrize("studied", [{"dark-city": ""}], indirect=True)
def test_that_of_editions_is_about_all_of_them(studied: Study) -> None:
    assert "(classic-2000, " in studied.growth.ending()
    assert studied.growth.ending().endswith("; undecided with builder: 2 characters over 2 tables")
    assert {one.variant for one in studied.judgements} == {"classic-2000", "dark-city"}


@pytest.mark.parametrize("studied", OWN, indirect=True)
@pytest.mark.parametrize("step", ["_explain", "_confirm", "_repair"])
def test_what_follows_the_verdicts_is_for_the_changed_rules(studied: Study, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that explains, confirms or repairs figures of the other variant repairs nothing of what was changed."""
    about: set[str] = set()

    def keep(*given: Any) -> Any:
        about.update(one.variant for some in given if isinstance(some, list) for one in some if isinstance(one, Judgement))
        return []

    monkeypatch.setattr("citadels_sim.study.explaining.names_to_explain", keep)
    monkeypatch.setattr(runner, "headline", keep)
    monkeypatch.setattr(runner, "search_repairs", keep)
    monkeypatch.setattr(Study, "_play", lambda *_: None)
    pool: Any = None
    if step == "_repair":
        studied._repair(pool, studied._repairable())
    else:
        getattr(studied, step)(pool, 1.0)
    assert about == {"mine"}
