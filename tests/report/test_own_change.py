"""The page of a variant of one's own: what was changed, what that did on the same deals, then how its rules lie to their limits."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.report import Evidence, ReportPaths, make_report
from citadels_sim.report.overview import proposals
from citadels_sim.report.overview.answers import Said, characters, length
from citadels_sim.report.study_facts import RuleSearch, StudyFacts
from citadels_sim.runs.runner import run_experiment
from citadels_sim.show.blocks import Dots, Row
from citadels_sim.show.values import Value, Verdict
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

EMPTY = '[rules]\nempty_deck_gather = "allowed"\n'
RICH = "[characters.merchant]\nbonus = { gold = 3 }\n"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    folder = tmp_path_factory.mktemp("own")
    (folder / "rich.toml").write_text(RULES)
    both = {"variants": ["classic-2000", str(folder / "rich.toml")]}
    runs = [folder / "games", folder / "forks"]
    run_experiment(small(**both, games=400, detail="games"), runs[0])
    run_experiment(small(**both, name="forks", kind="forks", games=600, detail="games"), runs[1])
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


def test_the_first_sentences_answer_which_characters_how_much_longer_and_which_change(written: ReportPaths) -> None:
    about, length, cause, *others = (text.replace("\u00a0", " ") for text in written.headlines)
    assert re.search(
        r"picking the Merchant, which was changed, moves by [+−]?\d.* pp \[.*\] \((undecided|\w+ limits)\), from [+−]?\d[\d.]* pp", about
    )
    assert re.search(r"too (strong|weak)", about.partition("Compared with")[0])
    start = "Compared with Classic on the same deals (4 players, beginners (builder)), games are "
    assert length.startswith(start)
    assert re.match(r"[\d.]+ \[[\d., ]+\] rounds shorter \([\d.]+ rounds instead of [\d.]+\)\. Figures of games", length[len(start) :])
    assert re.match(r'Which of these changes caused it \("[^"]+" and "[^"]+"\) was not played: ', cause), cause
    assert "`citadels attribute classic-2000 rich.toml --players 4" in cause
    assert "<code>citadels attribute classic-2000 rich.toml" in written.page.read_text()
    assert others
    assert not any("Classic" in text for text in others)


def test_a_change_that_did_nothing_is_said_with_the_one_rule_that_was_changed(tmp_path: Path) -> None:
    (tmp_path / "idle.toml").write_text(f'name = "idle"\nextends = "classic-2000"\n{EMPTY}')
    both = {"variants": ["classic-2000", str(tmp_path / "idle.toml")]}
    run_experiment(small(**both, games=400, detail="games"), tmp_path / "games")
    length, cause, *_ = make_report([tmp_path / "games"], tmp_path / "report", tables=False, study=StudyFacts(changes=True)).headlines
    assert "the length of games is the same: no difference in 400 deals" in length
    assert cause == "One rule was changed: what differs on the same deals comes from it."


PLACE = ("rich", 4, "builder")


def dots(slug: str, *rows: Row, limits: tuple[float, ...] = ()) -> Dots:
    words = {"title": "", "table": "", "finding": "Too few.", "unit": "", "how": "", "members": "", "basis": "", "head": ""}
    plain: dict[str, Any] = {**words, "columns": ()}
    return Dots(slug=slug, cell=PLACE, rows=rows, limit=0.02, limits=limits, **plain)


def compared(design: str, block: Dots, *keys: str) -> Evidence:
    """What a report knows of a change that one block compares."""
    rules = SimpleNamespace(by_key=[(key, f"{key} differs.") for key in keys])
    known = {
        "changed": ("classic-2000", "rich"),
        "main": {"rich": "builder"},
        "comparisons": [SimpleNamespace(a="classic-2000", b="rich", rules=rules)],
        "compared": lambda name: [SimpleNamespace(blocks=(block,))] if name == design else [],
    }
    return cast("Evidence", SimpleNamespace(**known))


@pytest.mark.parametrize(
    ("change", "word", "said"),
    [
        ((-2.42, -2.57, -2.27), "beyond limits", "games are 2.42 [2.27, 2.57] rounds shorter (8.6 rounds instead of 11.0)."),
        ((1.5, 1.2, 1.8), "beyond limits", "games are 1.5 [1.2, 1.8] rounds longer (8.6 rounds instead of 11.0)."),
        (
            (0.2, 0.1, 0.3),
            "within limits",
            "games are 0.20 [0.10, 0.30] rounds longer (8.6 rounds instead of 11.0, within the limit of 0.5).",
        ),
        (
            (0.2, -0.4, 0.8),
            "undecided",
            "games are not shown to be longer or shorter: +0.2 [−0.4, 0.8] rounds "
            "(8.6 rounds instead of 11.0, undecided against the limit of 0.5).",
        ),
        ((None, None, None), "undecided", "too few."),
    ],
)
def test_how_much_longer_games_are_is_said_with_both_lengths(
    change: tuple[float | None, float | None, float | None], word: str, said: str
) -> None:
    values = Value(*change, "difference", Verdict(word)), *(Value(x, unit="number", no_interval=True) for x in (10.97, 8.55))
    block = dots("differences", Row("Turns", (values[0],)), Row("Rounds", values), limits=(2.0, 0.5))
    text = length(compared("games", block)).replace("\u00a0", " ").replace("8.55", "8.6").replace("10.97", "11.0")
    assert text.partition("(builder)), ")[2].startswith(said)
    assert text.endswith("by more than their limits: turns.") == (word == "beyond limits")


@pytest.mark.parametrize(
    ("keys", "word", "said"),
    [
        (
            ["characters.merchant.bonus.gold"],
            "undecided",
            "the effect of picking the Merchant, which was changed, moves by +3 pp [−1, 7] (undecided), from +1.0 pp; "
            "no effect of picking the King is shown to change by more than 2 percentage points; the Smuggler is new: +3 pp [−2, 9] "
            "per pick (undecided).",
        ),
        (["by_players.4.characters.merchant.bonus.gold"], "undecided", "the effect of picking the Merchant, which was changed, moves by"),
        (
            ["game.start_gold"],
            "beyond limits",
            "the effect of picking the Merchant moves by +3 pp [−1, 7] (beyond limits), from +1.0 pp",
        ),
        (["game.start_gold"], "undecided", "no effect of picking the 2 characters that both rules have is shown to change by more than 2"),
    ],
)
def test_a_changed_and_a_new_character_are_named_with_difference_and_verdict(keys: list[str], word: str, said: str) -> None:
    ends = [Value(x, no_interval=True) for x in (0.01, 0.04)]
    rows = [
        Row(head, (Value(0.03, -0.01, 0.07, verdict=Verdict(verdict)), *ends), head.lower())
        for head, verdict in (("Merchant", word), ("King", "undecided"))
    ]
    members = tuple(Member(name, 0.03, -0.02, 0.09, -0.01, 0.08) for name in ("merchant", "king", "smuggler"))
    judged = Judgement("character", *PLACE, "open", "", 0.01, members[0], members, 1000, 1000, None, {})
    evidence = compared("forks", dots("forks-change", *rows), *keys)
    text = characters(evidence, [judged], Said()).replace("\u00a0", " ")
    assert text.partition("(builder)), ")[2].startswith(said)
    assert "the Smuggler is new: +3 pp [−2, 9]" in text
    named = Said("The Smuggler may be too strong.", frozenset({"smuggler"}), frozenset({"4 players, beginners (builder)"}))
    short = characters(evidence, [judged], named)
    assert short.endswith("; the Smuggler is new.")  # its figure stands there
    assert "on the same deals, " in short
    assert "on the same deals (4 players, beginners (builder)), " in text


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        (Value(0.03, 0.025, 0.035, verdict=Verdict("beyond limits")), True),
        (Value(0.03, 0.01, 0.05, verdict=Verdict("undecided")), False),  # by more than the limit is not shown, as the page says
        (Value(-0.03, -0.035, -0.025, verdict=Verdict("beyond limits")), False),
        (Value(0.03, verdict=Verdict("undecided")), False),
    ],
)
def test_where_no_change_helps_but_undoing_ones_own_that_is_said(monkeypatch: pytest.MonkeyPatch, moved: Value, said: bool) -> None:
    monkeypatch.setattr(sys.modules[proposals.__module__], "_place", lambda *_: SimpleNamespace(label="4 players"))
    member = Member("merchant", 0.04, 0.02, 0.06, 0.03, 0.05)
    evidence = compared("forks", dots("forks-change", Row("Merchant", (moved,), "merchant")))
    evidence.__dict__.update(
        judgements=[Judgement("character", *PLACE, "fails", "", 0.01, member, (member,), 1000, 1000, None, {})], limits={"character": 0.01}
    )
    search = RuleSearch("character", *PLACE, "merchant", 162, 29, "fails", (), None)
    (shown,) = proposals(evidence, StudyFacts((search,)))
    assert "none was shown to help" in shown.note
    words = "Undoing what you changed helps: the change moved this figure by +3.0 pp [2.5, 3.5]"
    assert (words in shown.note.replace("\u00a0", " ")) == said
    assert ("Undoing" in shown.note) == said


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
    sentences = (tmp_path / "report" / "index.html").read_text().partition('class="sentences"')[2].partition("</ol>")[0]
    assert "Which change caused it: of the difference in rounds, " in sentences
    quiet = [text for text in words if text.endswith("It changed 0 of 40 deals (at most 8.8\xa0%).")]
    assert [text.startswith("Extra gold of the Merchant") for text in words if text not in quiet] == [True]
    assert len(quiet) == 1


def test_of_several_rules_an_attribution_of_picks_tells_which_moved_whom(tmp_path: Path) -> None:
    """Four gold more for the Merchant: that rule is shown to make him stronger, the number of cards that nobody draws is not."""
    (tmp_path / "mine.toml").write_text(f'name = "mine"\nextends = "classic-2000"\n{EMPTY}{RICH.replace("3", "6")}')
    both = {"variants": ["classic-2000", str(tmp_path / "mine.toml")], "detail": "games"}
    run_experiment(small(**both, games=400), tmp_path / "games")
    run_experiment(small(**both, name="forks", kind="forks", games=150), tmp_path / "forks")
    run_experiment(small(**both, name="picks", kind="pick-attribution", games=30), tmp_path / "few")
    run_experiment(small(**both, name="picks", kind="pick-attribution", games=2500), tmp_path / "picks")
    folders = [tmp_path / name for name in ("games", "forks")]
    few = make_report([*folders, tmp_path / "few"], tmp_path / "little", tables=False, study=StudyFacts(changes=True))
    assert not any("in picking" in text or "moves the Merchant" in text for text in few.headlines)
    folders.append(tmp_path / "picks")
    report = make_report(folders, tmp_path / "report", tables=False, study=StudyFacts(changes=True))
    (cause,) = (text.replace("\u00a0", " ") for text in report.headlines if "of the change in picking" in text.lower())
    assert re.match(r'Of the change in picking the Merchant, \+\d.* pp \[.*\] from "Extra gold of the Merchant: 6 instead of 1"', cause)
    assert cause.count(" from ") == 1
    assert cause.endswith("(4 players, beginners (builder)).")
    details = report.details.read_text()
    assert "Which rules make which characters stronger" in details
    assert "Parts of the rules add up to the change of each effect" in details


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
