"""Which rule makes which character stronger: the parts are those of known effects, add up, and are nothing where a rule did nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citadels_sim.designs.between_two import experiment_between
from citadels_sim.designs.forks.comparison import effect_differences
from citadels_sim.designs.pick_attribution.analyse import attribute_picks, decomposed, effects
from citadels_sim.designs.pick_attribution.blocks import OF_ALL, causes, show
from citadels_sim.errors import ExperimentError
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.runner import run_experiment, run_plan
from citadels_sim.show.blocks import Dots, Heat, Row, Shown
from citadels_sim.show.terminal import below, text_table
from citadels_sim.show.values import Value
from citadels_sim.statistics.shapley import first_in, last_in, shapley
from citadels_sim.study.question import make_question
from tests.small_runs import small

IDLE = '[rules]\nempty_deck_gather = "allowed"\n'
RICH = "[characters.merchant]\nbonus = { gold = 4 }\n"
SHORT = "city_size = 6\n"


def written(folder: Path, *changes: str) -> Path:
    """A variant file with some changes of the classic rules."""
    file = folder / "mine.toml"
    file.write_text("\n".join(['name = "mine"', 'extends = "classic-2000"', *changes]))
    return file


def played(folder: Path, file: Path, **keys: Any) -> Run:
    plan = make_plan(experiment_between("pick-attribution", "classic-2000", str(file), {"games": 1200, "seed": 5, **keys}))
    run_plan(plan, folder / "run", ["citadels", "attribute"])
    return load_run(folder / "run", kind="pick-attribution")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("picks")
    return played(folder, written(folder, SHORT, RICH, IDLE))


@pytest.fixture(scope="module")
def shown(run: Run) -> Shown:
    return show(run)


def test_known_effects_are_taken_apart_as_shapley_says() -> None:
    """Two groups: the first adds 0.1, the second 0.05, both together 0.02 more, which they share; of two characters the second has none."""
    random = np.random.default_rng(1)
    deals = 4_000
    truth = np.array([[0.0, 0.3], [0.1, 0.3], [0.05, 0.3], [0.17, 0.3]])
    weight = random.integers(1, 9, (deals, 4, 2)).astype(float)
    luck = random.normal(scale=0.2, size=(deals, 1, 1)) + random.normal(scale=0.05, size=(deals, 4, 2))
    sums = np.stack([weight * (truth + luck), weight], axis=-1)
    parts = decomposed(effects(sums), 2, shapley(2))
    np.testing.assert_allclose(parts.value, [0.11, 0.06, 0.0, 0.0], atol=0.01)
    assert (np.abs(parts.value - [0.11, 0.06, 0.0, 0.0]) < 4 * parts.se).all()
    alone = decomposed(effects(sums), 2, first_in(2)).value
    np.testing.assert_allclose(alone, [0.1, 0.05, 0.0, 0.0], atol=0.01)
    np.testing.assert_allclose(decomposed(effects(sums), 2, last_in(2)).value, [0.12, 0.07, 0.0, 0.0], atol=0.01)
    # The luck of a deal is that of all combinations: it is nothing of a part.
    assert parts.se.max() < 0.2 * effects(sums).se.min() * np.sqrt(2) * 2


def test_the_parts_of_a_character_add_up_to_its_change_which_is_that_of_forks_of_both_variants(run: Run, tmp_path: Path) -> None:
    result = attribute_picks(run)
    assert len(result.groups) == 3
    for whole in result.wholes.iter_rows(named=True):
        assert result.parts.filter(character=whole["character"])["part"].sum() == pytest.approx(whole["difference"], abs=1e-12)
    file = written(tmp_path, SHORT, RICH, IDLE)
    forks = small(variants=["classic-2000", str(file)], kind="forks", games=1200, seed=5, detail="games")
    run_experiment(forks, tmp_path / "forks")
    both = effect_differences(load_run(tmp_path / "forks", kind="forks"), "classic-2000", "mine")
    there = {row["group"]: row for row in both.iter_rows(named=True)}
    assert set(there) == set(result.wholes["character"])
    assert len(there) == 8
    for whole in result.wholes.iter_rows(named=True):
        one = there[whole["character"]]
        assert (whole["a"], whole["b"], whole["se"]) == pytest.approx((one["a"], one["b"], one["se"]), abs=1e-12)


def test_a_rule_that_changed_nothing_has_no_part(run: Run, shown: Shown) -> None:
    (idle,) = (name for name, keys in attribute_picks(run).groups.items() if "rules.empty_deck_gather" in keys)
    parts = shown.tables["parts"].filter(group=idle)
    assert parts["differing"].to_list() == [0.0] * 8
    assert parts["part"].abs().max() == 0.0
    (block,) = (block for block in shown.blocks if block.slug == OF_ALL)
    at = list(attribute_picks(run).groups).index(idle) + 1
    assert {row.values[at].text for row in block.rows} == {"no difference"}
    assert not any(idle.lower() in block.finding for block in shown.blocks)


def test_who_is_shown_to_change_has_a_block_of_parts_with_verdicts_and_the_limit(shown: Shown) -> None:
    whole, *each = shown.blocks
    assert isinstance(whole, Heat)
    changed = [row for row in whole.rows if row.values[0].signed]
    assert changed[0].head == "Merchant"  # who gets four gold more
    assert len(each) == min(3, len(changed))
    for row, block in zip(changed, each, strict=False):
        assert isinstance(block, Dots)
        assert row.head in block.title
        assert block.limit == 0.02
        assert all(one.values[0].verdict for one in block.rows)
        assert block.finding.startswith(f"The effect of picking the {row.head} changes by {row.values[0].whole}: ")
    assert whole.finding.startswith("The effect of picking the Merchant changes by +")
    texts = [text_table(block) for block in shown.blocks]
    assert [column for column, _ in texts[0].columns] == ["Character", "Change"]  # three groups have no room at 80 columns
    assert len(text_table(whole, wide=True).columns) == 5
    assert below(whole)[0].startswith("The effect of picking the Merchant")


def test_a_character_that_one_rule_brings_or_takes_has_no_change(tmp_path: Path) -> None:
    file = written(tmp_path, SHORT, 'cast = ["assassin", "thief", "magician", "king", "bishop", "trader", "architect", "warlord"]')
    result = attribute_picks(played(tmp_path, file, games=40))
    assert {"merchant", "trader"}.isdisjoint(result.wholes["character"])
    assert result.wholes.height == 7


def test_few_deals_have_no_figures(tmp_path: Path) -> None:
    shown = show(played(tmp_path, written(tmp_path, SHORT, RICH), games=8))
    assert [block.slug for block in shown.blocks] == [OF_ALL]
    assert "at least 30 needed" in shown.blocks[0].finding
    assert shown.tables["parts"]["low"].null_count() == shown.tables["parts"].height


def test_more_groups_than_can_be_forked_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="6 should be from 1 to 5"):
        experiment_between("pick-attribution", "classic-2000", "dark-city", {"most_groups": 6})
    with pytest.raises(ExperimentError, match="players: 2 should be one number"):
        small(variants=["classic-2000", "dark-city"], kind="pick-attribution", players=[4, 5])


@pytest.mark.parametrize(("changes", "parts"), [((SHORT, RICH), 1), ((RICH,), 0), ((SHORT,), 0)])
def test_a_study_plays_it_where_there_are_rules_to_tell_apart(tmp_path: Path, changes: tuple[str, ...], parts: int) -> None:
    file = written(tmp_path, *changes)
    question = make_question({"variants": [str(file)], "players": [4], "bots": ["builder"], "minutes": 1.0}, "test")
    planned = list(question.experiments(DESIGNS["pick-attribution"]))
    assert len(planned) == parts
    assert json.dumps(planned).count('"builder"') == parts


def test_a_part_of_too_few_deals_is_named_nowhere() -> None:
    change, shown, few, none = Value(0.05, 0.02, 0.08), Value(0.04, 0.01, 0.07), Value(None), Value(0.0, equal_deals=400)
    words = causes(Row("Merchant", (change, shown, few, none), "merchant"), ["One", "Two", "Three"]).replace("\u00a0", " ")
    assert words == 'the effect of picking the Merchant changes by +5 pp [2, 8]: +4 pp [1, 7] from "One"'
    words = causes(Row("Merchant", (change, few, none), "merchant"), ["Two", "Three"]).replace("\u00a0", " ")
    assert words == "the effect of picking the Merchant changes by +5 pp [2, 8]"
