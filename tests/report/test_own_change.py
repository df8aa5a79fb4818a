"""The page of a variant of one's own: what was changed, what that did on the same deals, then how its rules lie to their limits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citadels_sim.report import ReportPaths, make_report
from citadels_sim.report.study_facts import StudyFacts
from citadels_sim.runs.runner import run_experiment
from citadels_sim.study.question import make_question
from tests.small_runs import small

RULES = """\
name = "rich"
title = "Rich <merchants>"
extends = "classic-2000"

[game]
start_gold = 9

[characters.merchant]
bonus = { gold = 3 }

[characters.witch]
builds = 2
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    folder = tmp_path_factory.mktemp("own")
    (folder / "rich.toml").write_text(RULES)
    both = {"variants": ["classic-2000", str(folder / "rich.toml")]}
    runs = [folder / "games", folder / "forks"]
    run_experiment(small(**both, games=400, detail="games"), runs[0])
    run_experiment(small(**both, name="forks", kind="forks", games=150, detail="games"), runs[1])
    return make_report(runs, folder / "report", tables=False, study=StudyFacts(changes=True))


def test_the_page_begins_with_what_was_changed(written: ReportPaths) -> None:
    page = written.page.read_text()
    assert "<h1>Rich &lt;merchants&gt;</h1>" in page
    changed = page.partition("You changed:")[2].partition("</ul>")[0]
    assert re.findall("<li>(.*?)</li>", changed) == [
        "Starting gold of each player: 9 instead of 2.",
        "Extra gold of the Merchant: 3 instead of 1.",
        "Districts that the Witch may build in a turn: 2 instead of as many as everybody may. It has no effect in play: these cards are "
        "not in the game.",
    ]
    assert page.index("You changed:") < page.index('class="sentences"') < page.index('id="changes"') < page.index('id="characters"')


def test_the_first_sentence_says_what_it_did_and_the_others_tell_of_the_own_rules_alone(written: ReportPaths) -> None:
    first, *others = written.headlines
    assert first.startswith("Compared with Classic on the same deals (4 players, beginners (builder)), beyond limits: ")
    assert "winner's score" in first or "rounds" in first
    assert others
    assert not any(text.startswith("Classic") or "in Classic" in text for text in others)


def test_a_change_that_did_nothing_is_said_last(tmp_path: Path) -> None:
    (tmp_path / "idle.toml").write_text('name = "idle"\nextends = "classic-2000"\n[characters.witch]\nbuilds = 2\n')
    both = {"variants": ["classic-2000", str(tmp_path / "idle.toml")]}
    run_experiment(small(**both, games=400, detail="games"), tmp_path / "games")
    *others, last = make_report([tmp_path / "games"], tmp_path / "report", tables=False, study=StudyFacts(changes=True)).headlines
    assert last.startswith("Compared with Classic on the same deals")
    assert others
    assert not any(text.startswith("Compared with") for text in others)


def changed_in(folder: Path, rules: str, *more: dict[str, object]) -> list[str]:
    """Return what a page says was changed, of 200 games of each and what else is played."""
    (folder / "own.toml").write_text(f'name = "own"\nextends = "classic-2000"\n{rules}')
    both = {"variants": ["classic-2000", str(folder / "own.toml")]}
    runs = []
    for number, keys in enumerate(({"games": 200, "detail": "games"}, *more)):
        runs.append(folder / f"run-{number}")
        run_experiment(small(**both, **keys), runs[-1])
    page = make_report(runs, folder / "report", tables=False, study=StudyFacts(changes=True)).page.read_text()
    return re.findall("<li>(.*?)</li>", page.partition("You changed:")[2].partition("</ul>")[0])


EMPTY = '[rules]\nempty_deck_gather = "allowed"\n'
RICH = "[characters.merchant]\nbonus = { gold = 3 }\n"
UNHEARD = "It changed 0 of 200 games (at most 1.8\xa0%)."


def test_a_rule_that_came_up_in_no_game_says_so(tmp_path: Path) -> None:
    (words,) = changed_in(tmp_path, EMPTY)
    assert words.endswith(UNHEARD)
    for number, rules in enumerate((RICH, EMPTY + RICH)):  # of several rules, games of both variants do not tell which one it was
        (folder := tmp_path / str(number)).mkdir()
        assert not any("It changed" in words for words in changed_in(folder, rules))


def test_of_several_rules_an_attribution_tells_which_came_up_in_no_game(tmp_path: Path) -> None:
    attribution = {"name": "attribution", "kind": "attribution", "games": 40, "detail": "games"}
    words = changed_in(tmp_path, EMPTY + RICH, attribution)
    quiet = [text for text in words if text.endswith("It changed 0 of 40 deals (at most 8.8\xa0%).")]
    assert [text.startswith("Extra gold of the Merchant") for text in words if text not in quiet] == [True]
    assert len(quiet) == 1


def test_characters_are_compared_on_the_same_deals_with_both_figures(written: ReportPaths) -> None:
    changes = written.page.read_text().partition('id="changes"')[2].partition("</section>")[0]
    assert "Change of the effect of a pick" in changes
    assert re.search(r"pp → [+−]?\d", changes)


@pytest.mark.parametrize(
    ("variants", "changes"),
    [
        (["classic-2000"], False),
        (["classic-2000", "dark-city"], False),
        (["rich.toml"], True),
        (["dark-city", "classic-2000", "rich.toml"], False),
    ],
)
def test_a_study_is_about_a_change_where_its_second_variant_of_two_is_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variants: list[str], changes: bool
) -> None:
    (tmp_path / "rich.toml").write_text(RULES)
    monkeypatch.chdir(tmp_path)
    assert make_question({"variants": variants, "players": [4]}, "test").changes_rules is changes
