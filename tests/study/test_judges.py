"""Who judges a study: the strongest bot that plays its rules, and what is said where a stronger one could be had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.weights_file import weights_bytes
from citadels_sim.bots.weights import at_table, has_learned
from citadels_sim.designs.attribution.study import experiments as attributions
from citadels_sim.designs.tournament.study import experiments as games
from citadels_sim.errors import ExperimentError
from citadels_sim.study.judges import usual_bots
from citadels_sim.study.question import Question, make_question, said_of_question
from citadels_sim.training.learning.start import first_weights
from citadels_sim.variants import edition_names


def question(*variants: object, **keys: Any) -> Question:
    return make_question({"variants": [str(name) for name in variants], "minutes": 1.0, "players": [4], **keys}, "test")


def rules(path: Path, extends: object = "classic-2000", city: int = 6) -> Path:
    path.write_text(f'name = "{path.stem}"\ntitle = "{path.stem}"\nextends = "{extends}"\ncity_size = {city}\n')
    return path


def trained(path: Path, *files: Path, players: tuple[int, ...] = (4,)) -> Path:
    """Weights as `citadels train` writes them, of which nothing is learned yet."""
    variants = [cs.load_variant(str(file)) for file in files]
    known = {variant.digest: (variant.name, players) for variant in variants}
    path.write_bytes(weights_bytes(first_weights(1), known, {}))
    return path


@pytest.mark.parametrize("name", edition_names())
def test_every_packaged_variant_is_judged_by_learner_at_every_number_of_players(name: str) -> None:
    variant = cs.load_variant(name)
    least, most = variant.players
    assert usual_bots([(variant, players) for players in range(least, most + 1)]) == ["learner", "planner", "builder"]


def test_rules_of_ones_own_that_named_bots_play_say_that_learner_would_learn_them(tmp_path: Path) -> None:
    mine = rules(tmp_path / "mine.toml")
    made = question(mine, players=[4, 5], bots=["planner", "builder"])
    assert (made.bots, made.learns) == (("planner", "builder"), False)
    assert said_of_question(made) == (
        "Judged by regulars (planner), with beginners (builder) for comparison.",
        "learner, which is stronger, has not learned mine; it learns in a study without --bots, in another folder (--out).",
    )
    assert question(mine, players=[4, 5]).learns  # it does


def test_a_bot_that_was_trained_for_ones_own_rules_judges_them_and_plays_the_parent_with_packaged_weights(tmp_path: Path) -> None:
    mine = rules(tmp_path / "mine.toml")
    weights = trained(tmp_path / "mine.weights", mine)
    made = question(mine, bots=[f"learner:@{weights}", "planner"])
    assert made.variants == ("classic-2000", str(mine))
    assert made.bots == (f"learner:@{weights}+packaged", "planner")
    assert said_of_question(made)[1] == "classic-2000 is played with packaged weights, all others with the file."
    bot = parse_bot(made.bots[0])
    own, parent = (at_table(bot, cs.load_variant(name), 4).memory for name in (str(mine), "classic-2000"))
    assert (own == at_table(parse_bot(f"learner:@{weights}"), cs.load_variant(str(mine)), 4).memory).all()
    assert (parent == at_table(parse_bot("learner"), cs.load_variant("classic-2000"), 4).memory).all()


def test_a_parent_that_nobody_has_learned_is_left_out_and_that_is_said(tmp_path: Path) -> None:
    mine = rules(tmp_path / "mine.toml")
    yours = rules(tmp_path / "yours.toml", mine.name, city=5)
    weights = trained(tmp_path / "yours.weights", yours)
    made = question(yours, bots=[f"learner:@{weights}"])
    assert (made.variants, made.bots) == ((str(yours),), (f"learner:@{weights}",))
    assert any(text.startswith("mine, which yours extends, is left out:") for text in said_of_question(made))
    both = trained(tmp_path / "both.weights", yours, mine)
    assert question(yours, bots=[f"learner:@{both}"]).variants == (str(mine), str(yours))


def test_a_bot_that_has_not_learned_the_rules_is_refused_with_one_command_for_all_tables(tmp_path: Path) -> None:
    mine = rules(tmp_path / "mine.toml")
    with pytest.raises(ExperimentError) as caught:
        question(mine, players=[4, 5, 7], bots=["learner"])
    text = str(caught.value)
    assert "learner has not learned 'mine' with 4, 5 and 7 players" in text
    assert f"`citadels train {mine} --players 4,5,7 --out mine.weights`" in text
    assert "--bots learner:@mine.weights" in text


def test_the_strongest_bot_judges_wherever_it_is_named_and_a_study_with_a_weaker_one_says_who_is_stronger() -> None:
    assert question("classic-2000", bots=["builder", "learner"]).bots == ("learner", "builder")
    weak = question("classic-2000", bots=["builder"])
    assert said_of_question(weak) == (
        "Judged by beginners (builder).",
        "learner, which is stronger, knows these rules; it plays in a study without --bots, in another folder (--out).",
    )
    assert said_of_question(question("classic-2000")) == (
        "Judged by experts (learner), with regulars (planner) and beginners (builder) for comparison.",
    )


@pytest.mark.parametrize(
    ("bots", "mixed"),
    [
        (["learner", "planner"], ["learner", "planner"]),
        (["learner"], ["learner", "planner"]),
        (["planner"], ["planner", "builder"]),
        (["builder"], ["builder", "planner"]),
        (["builder", "random"], ["builder", "planner"]),
        (["random"], None),
    ],
)
def test_skill_is_measured_against_a_regular_player(bots: list[str], mixed: list[str] | None) -> None:
    (keys,) = games([], {"lineups": [[bot] for bot in bots]})
    assert keys["lineups"] == [[bot] for bot in bots] + ([mixed] if mixed else [])


def test_rules_between_two_variants_are_played_by_the_bot_that_judges() -> None:
    keys = {"variants": ["classic-2000", "classic-summary"], "players": [4], "lineups": [["learner"], ["planner"]]}
    (one,) = attributions([cs.load_variant(name) for name in keys["variants"]], keys)
    assert one["lineups"] == [["learner:@nearest"]]


def test_rules_are_attributed_where_they_differ(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"  # its parent has eight districts with 3 players, and keeps them
    file.write_text('name = "short"\nextends = "citadels-2016"\ncity_size = 6\n', encoding="utf-8")
    keys = {"variants": ["citadels-2016", str(file)], "players": [3, 6], "lineups": [["planner"]]}
    (one,) = attributions([cs.load_variant(name) for name in keys["variants"]], keys)
    assert one["players"] == [6]


def test_packaged_weights_stand_behind_a_file_only_where_that_is_said(tmp_path: Path) -> None:
    weights = trained(tmp_path / "mine.weights", rules(tmp_path / "mine.toml"))
    classic = cs.load_variant("classic-2000")
    assert not has_learned(parse_bot(f"learner:@{weights}"), classic, 4)
    assert has_learned(parse_bot(f"learner:@{weights}+packaged"), classic, 4)
