"""Forked decisions under the declared conditions: the filter of the page of details, its blocks, and their figures counted anew."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.conditioned_blocks import show_declared
from citadels_sim.designs.forks.blocks import show_some
from citadels_sim.designs.some_nodes import DECLARED, declared_conditions, run_where
from citadels_sim.errors import ExperimentError
from citadels_sim.report import ReportPaths
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment

NODE = ["variant", "players", "lineup", "block", "rotation", "slot"]


def test_every_declared_condition_is_one() -> None:
    assert len(set(DECLARED)) == len(DECLARED)
    for text in DECLARED:
        assert parse_condition(text).text == text


def test_the_filter_offers_the_conditions_that_blocks_are_of(whole: ReportPaths) -> None:
    page = whole.details.read_text(encoding="utf-8")
    (select,) = re.findall(r'<select name="where">(.*?)</select>', page)
    offered = re.findall(r'<option value="([^"]*)"', select)
    assert offered[0] == ""
    blocks = re.findall(r'<details class="block quiet"[^>]* data-where="([^"]*)"', page)
    assert set(blocks) == set(offered[1:])
    assert len(offered) > 4
    assert 'name="where"' not in whole.page.read_text(encoding="utf-8")


@pytest.mark.parametrize("lineups", [("builder",), ("learner",)], ids=["of it", "of none"])
def test_the_figures_under_a_condition_are_those_of_its_nodes_alone(tmp_path: Path, lineups: tuple[str, ...]) -> None:
    """Plain polars over the files of the run: win credit with a character less the mean over all, weighted, where the picker leads."""
    keys = {"name": "forks", "variants": ["classic-2000"], "games": 600, "kind": "forks", "replicates": 1, "seed": 1}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    rows = pl.read_parquet(tmp_path / "run" / "forks" / "*.parquet").filter("leader")
    by_option = rows.with_columns(effect=pl.col("win") - pl.col("win").mean().over(NODE))
    expected = by_option.group_by(pl.col("character").cast(pl.String)).agg(
        ((pl.col("weight") * pl.col("effect")).sum() / pl.col("weight").sum()).alias("value")
    )
    shown = {one.facts["where"]: one for one in show_declared(load_run(tmp_path / "run", kind="forks"), show_some, 0.01, lineups)}
    table = shown["leader"].files["character_effects_where"].filter(metric="win_effect")
    both = table.join(expected, left_on="group", right_on="character")
    assert both.height == expected.height == 8
    assert both["value"].to_list() == pytest.approx(both["value_right"].to_list(), abs=1e-9)
    assert set(table["where"]) == {"leader"}
    (block,) = shown["leader"].blocks
    assert block.where == "leader"
    assert block.basis == f"{rows.select(NODE).unique().height} nodes"
    assert not block.first_page


@pytest.mark.parametrize("kind", ["forks", "crowns"])
def test_nodes_with_and_without_a_condition_are_all_nodes(runs: dict[str, Path], kind: str) -> None:
    run = load_run(runs[kind], kind=kind)
    analyse = run.design.module("analyse")
    whole, _ = analyse.node_facts(run)
    some = [analyse.node_facts(run_where(run, parse_condition(text)))[0] for text in ("leader", "not leader")]
    if kind == "forks":  # nodes of the crown are read from their own table, of which a part is taken
        assert sum(frame.height for frame in some) == whole.height
    assert "leader" in [condition.text for condition in declared_conditions(run, ())]


def test_a_run_that_knows_no_facts_says_so(runs: dict[str, Path]) -> None:
    run = load_run(runs["crowns"], kind="crowns")
    old = run.manifest.model_copy(update={"shards": [shard for shard in run.manifest.shards if shard.table != "nodes"]})
    without = type(run)(run.folder, old)
    assert declared_conditions(without, ()) == []
    with pytest.raises(ExperimentError, match="does not know leader; it knows nothing about its nodes"):
        run_where(without, parse_condition("leader"))
