"""Line-ups as text, and which of several judges."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from citadels_sim.bots.registry import _BUILT_IN
from citadels_sim.errors import ExperimentError
from citadels_sim.lineups import (
    STRENGTH,
    check_no_code,
    is_mixed,
    judge_of,
    level_of,
    not_loaded,
    players_words,
    thinking,
    values_file,
)

DOCS = Path(__file__).resolve().parents[1] / "docs" / "bots.md"


def test_the_declared_order_of_strength_is_that_of_the_ladder() -> None:
    elo: defaultdict[str, list[float]] = defaultdict(list)
    for line in DOCS.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"\| (?:classic|Dark City|2016) \| `(\w+)` \|.*\| (\d+) \[[^|]*\|$", line):
            elo[match[1]].append(float(match[2]))
    assert {len(values) for values in elo.values()} == {3}
    assert sorted(elo, key=lambda bot: sum(elo[bot])) == list(STRENGTH[1:])
    assert set(STRENGTH) == set(_BUILT_IN)


@pytest.mark.parametrize(
    ("lineup", "mixed"),
    [
        ("builder,random", True),
        ("richard", False),
        ("builder,builder", False),
        ("builder:noise=2,spite=0", False),
        ("builder:noise=2,spite=0,builder", True),
        ("mine.py:greedy,mine.py:greedy", False),
    ],
)
def test_a_line_up_is_mixed_where_different_bots_sit_at_its_tables(lineup: str, *, mixed: bool) -> None:
    assert is_mixed(lineup) == mixed


@pytest.mark.parametrize(
    ("lineups", "judge"),
    [
        (["learner", "planner"], "learner"),
        (["planner", "learner"], "learner"),
        (["builder", "planner", "random"], "planner"),
        (["builder,random", "richard"], "richard"),
        (["builder,random"], "builder,random"),
        (["builder:noise=2,spite=0", "builder"], "builder:noise=2,spite=0"),
        (["mine.py:greedy", "learner"], "mine.py:greedy"),
        (["learner", "mine.py:greedy"], "learner"),
        (["planner", "learner:@mine.weights+packaged"], "learner:@mine.weights+packaged"),
        (["learner", "learner:think=60"], "learner:think=60"),
        (["", "learner"], ""),
    ],
)
def test_the_strongest_known_bot_judges_and_one_of_ones_own_where_it_is_named_first(lineups: list[str], judge: str) -> None:
    assert judge_of(lineups) == judge


@pytest.mark.parametrize(
    ("bot", "file"),
    [
        ("learner:@a b/mine.weights+packaged,noise=1", "a b/mine.weights"),
        ("learner:@mine.weights+nearest", "mine.weights"),
        ("learner:@mine.weights", "mine.weights"),
        ("planner:trust=1,@fitted.toml", "fitted.toml"),
        ("bots/greedy.py:greedy:@values.toml", "values.toml"),
        ("learner:@nearest", ""),
        ("planner:@default", ""),
        ("learner", ""),
    ],
)
def test_the_file_of_a_bots_values_is_known_whatever_stands_beside_it(bot: str, file: str) -> None:
    assert values_file(bot) == file


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("learner", "learner:think=15"),
        ("learner:@nearest", "learner:@nearest,think=15"),
        ("learner:@a b/mine.weights", "learner:@a b/mine.weights,think=15"),
        ("learner:@mine.weights+packaged,noise=1", "learner:@mine.weights+packaged,noise=1,think=15"),
        ("learner:noise=1", "learner:noise=1,think=15"),
        ("learner:think=0", "learner:think=0,think=15"),
        ("learner:think=60", None),
        ("planner", None),
        ("searcher:playouts=20", None),
        ("mine.py:learner", None),
    ],
)
def test_a_learner_is_named_so_that_it_thinks_ahead(bot: str, name: str | None) -> None:
    assert thinking(bot, 15) == name


@pytest.mark.parametrize(
    ("lineup", "level"),
    [
        ("learner", "experts"),
        ("learner:think=0", "experts"),
        ("learner:think=30", "experts who think ahead"),
        ("learner:@mine.weights,think=30", "experts who think ahead"),
        ("planner", "regulars"),
        ("mine.py:thinks,think=3", ""),
        ("learner:think=30,planner", ""),
    ],
)
def test_experts_who_think_ahead_are_named_apart(lineup: str, level: str) -> None:
    assert level_of(lineup) == level
    assert players_words([lineup]).startswith(f"{level} (" if level else lineup.partition(":")[0])


@pytest.mark.parametrize("source", ["a saved game", "a run folder"])
def test_what_is_not_loaded_is_named_in_one_line_however_long(source: str) -> None:
    assert not_loaded(["builder", "learner:@mine.weights"], source) == ""
    long = not_loaded(["a\n\x1b[2Jb.py:f", *(f"{'e' * 1_000_000}{number}.py:f" for number in range(8))] * 2, source)
    assert long.startswith("Its bots 'a\\n\\x1b[2Jb.py:f', 'eee")
    assert (len(long) < 3000, "\n" in long, f"just because {source} names them." in long) == (True, False, True)
    with pytest.raises(ExperimentError) as refused:
        check_no_code([[f"{'e' * 1_000_000}\n.py:f"]], "x.toml")
    assert (len(str(refused.value)) < 600, "\n" in str(refused.value)) == (True, False)
