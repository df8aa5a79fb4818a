"""`learner` at tables whose rules it has not learned: with what it has learned of those that differ least, if its name says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.weights_file import weights_bytes
from citadels_sim.bots.weights import at_table, has_learned, plays_any_rules
from citadels_sim.compiler.decorators import ready
from citadels_sim.lineups import for_any_rules, lineup_words, same_bot
from citadels_sim.training.learning.start import first_weights
from citadels_sim.training.learning.strength import measured, wins

CLASSIC = cs.load_variant("classic-2000")


def changed(path: Path, parent: str = "classic-2000") -> cs.Variant:
    path.write_text(f'name = "{path.stem}"\nextends = "{parent}"\n[game]\nstart_gold = 3\n')
    return cs.load_variant(str(path))


@pytest.mark.parametrize("parent", ["classic-2000", "dark-city", "citadels-2016"])
def test_unknown_rules_are_played_with_the_weights_of_the_variant_that_they_change(tmp_path: Path, parent: str) -> None:
    mine, bot = changed(tmp_path / "mine.toml", parent), parse_bot("learner:@nearest")
    assert not has_learned(parse_bot("learner"), mine, 4)
    assert has_learned(bot, mine, 4)
    known = at_table(parse_bot("learner"), cs.load_variant(parent), 4)
    assert (at_table(bot, mine, 4).memory == known.memory).all()
    # Where the rules are known it is learner.
    assert (at_table(bot, cs.load_variant(parent), 4).memory == known.memory).all()


def test_a_file_plays_what_neither_it_nor_packaged_weights_know(tmp_path: Path) -> None:
    mine, other = changed(tmp_path / "mine.toml"), changed(tmp_path / "other.toml", "dark-city")
    file = tmp_path / "mine.weights"
    file.write_bytes(weights_bytes(first_weights(1), {mine.digest: ("mine", (4,))}, {}))
    bot = parse_bot(f"learner:@{file}+nearest")
    own = at_table(parse_bot(f"learner:@{file}"), mine, 4).memory
    assert (at_table(bot, mine, 4).memory == own).all()
    assert (at_table(bot, other, 4).memory == own).all()
    assert (at_table(bot, CLASSIC, 4).memory == at_table(parse_bot("learner"), CLASSIC, 4).memory).all()


@pytest.mark.parametrize(
    ("bot", "name", "words"),
    [
        ("learner", "learner:@nearest", "learner"),
        ("learner:think=4", "learner:@nearest,think=4", "learner:think=4"),
        ("learner:@a/learner.weights", "learner:@a/learner.weights+nearest", "learner"),
        ("learner:@a/mine.weights+packaged,think=4", "learner:@a/mine.weights+nearest,think=4", "learner (mine), think=4"),
        ("learner:@classic", "learner:@classic", "learner:@classic"),
        ("planner", "planner", "planner"),
        ("mine.py:greedy", "mine.py:greedy", "mine.py:greedy"),
    ],
)
def test_a_bot_is_named_so_that_it_plays_any_rules(bot: str, name: str, words: str) -> None:
    assert for_any_rules(bot) == name
    assert for_any_rules(name) == name
    assert lineup_words(name) == words
    assert same_bot(bot, name)
    assert not same_bot(bot, "builder")


def test_by_its_name_is_known_whether_it_plays_any_rules() -> None:
    assert not plays_any_rules(["learner"])
    assert plays_any_rules(["learner:@nearest", "planner"])


def test_it_plays_changed_rules_better_than_a_bot_that_plays_any(tmp_path: Path) -> None:
    mine = changed(tmp_path / "mine.toml")
    bots = [at_table(parse_bot(name), mine, 4) for name in ("learner:@nearest", *["planner"] * 3)]
    for point in (wins, *(bot.choose for bot in bots[:2])):
        ready(point)
    assert measured(bots, mine, 4, 400, 1, 1).low > 0.3
