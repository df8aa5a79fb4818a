"""What options bring: each kind of table computed again from the Parquet files by plain polars, and a truth that is known."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.decisions import KINDS
from citadels_sim.designs.decisions.analyse import analyse_decisions
from citadels_sim.designs.decisions.blocks import show
from citadels_sim.designs.some_nodes import run_where
from citadels_sim.errors import ExperimentError
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.runner import run_experiment
from tests.small_runs import small

NODE = ["block", "rotation"]
Label = Callable[[dict[str, object]], list[str]]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("decisions")
    for what in ("murder", "destroy", "swap", "gather", "build"):
        experiment = small(kind="decisions", what=what, games=80, replicates=2, lineups=[["builder", "random"]])
        run_experiment(experiment, folder / what)
    return {path.name: path for path in folder.iterdir()}


def standings(row: dict[str, object]) -> list[str]:
    if row["act"] == "nothing":
        return ["nothing"]
    if row["act"] == "redraw":
        return ["deck"]
    if row["target"] is None:
        return ["nobody"]
    if row["target"] == row["seat"]:
        return ["own city"]
    words = {"leader": "target_leader", "last": "target_last", "richest": "target_richest", "most cards": "target_fullest"}
    return [word for word, column in words.items() if row[column]] or ["none of these"]


def hands(row: dict[str, object]) -> list[str]:
    hand = int(str(row["own_hand"]))
    words = "0 to 1 in hand" if hand < 2 else "2 to 3 in hand" if hand < 4 else "4 or more in hand"
    return [words] if row["act"] == "gold" else []


LABELS: dict[str, Label] = {
    "character": lambda row: [str(row["character"] or "nothing")],
    "target": standings,
    "cost": lambda row: ["nothing" if row["cost"] is None else "5 or more" if int(str(row["cost"])) >= 5 else str(row["cost"])],
    "type": lambda row: [str(row["type"] or "nothing")],
    "act": lambda row: [str(row["act"])],
    "hand": hands,
}


def recomputed(folder: Path, grouping: str) -> dict[str, dict[str, float]]:
    """Group to figure to value: loops over the rows of the files."""
    rows = pl.read_parquet(folder / "options" / "*.parquet").join(pl.read_parquet(folder / "nodes" / "*.parquet"), on=NODE)
    sums: dict[str, dict[str, float]] = {}
    for _, node in rows.group_by(NODE, maintain_order=True):
        options = [part.to_dicts() for _, part in node.group_by("option", maintain_order=True)]
        mean = {name: np.mean([np.mean([row[name] for row in one]) for one in options]) for name in ("win", "total")}
        nothing = [np.mean([row["win"] for row in one]) for one in options if one[0]["act"] == "nothing"]
        groups: dict[str, list[list[dict[str, float]]]] = {}
        for one in options:
            for label in LABELS[grouping](one[0]):
                groups.setdefault(label, []).append(one)
        for label, members in groups.items():
            into = sums.setdefault(label, dict.fromkeys(("weight", "effect", "points", "over", "loss", "lost", "chosen"), 0.0))
            for one in members:
                weight = one[0]["weight"] / len(members)
                win, total = (np.mean([row[name] for row in one]) for name in ("win", "total"))
                into["weight"] += weight
                into["effect"] += weight * (win - mean["win"])
                into["points"] += weight * (total - mean["total"])
                into["chosen"] += one[0]["weight"] * one[0]["policy"]
                into["over"] += weight * (win - nothing[0]) if nothing else 0
                if one[0]["target"] is not None:
                    into["lost"] += weight
                    into["loss"] += weight * np.mean([row["target_win"] - row["target_mean"] for row in one])
    return sums


@pytest.mark.parametrize(
    ("what", "grouping"),
    [(what, grouping) for what in ("murder", "destroy", "swap", "gather", "build") for grouping in KINDS[what].groupings],
)
def test_a_table_is_what_loops_over_its_files_give(folders: dict[str, Path], what: str, grouping: str) -> None:
    effects = analyse_decisions(load_run(folders[what], kind="decisions")).effects.filter(grouping=grouping)
    figures = {(row["group"], row["metric"]): row["value"] for row in effects.iter_rows(named=True)}
    expected = recomputed(folders[what], grouping)
    assert {group for group, _ in figures} == set(expected)
    for group, sums in expected.items():
        assert figures[group, "option_effect"] == pytest.approx(sums["effect"] / sums["weight"], abs=1e-12)
        assert figures[group, "option_points"] == pytest.approx(sums["points"] / sums["weight"], abs=1e-12)
        assert figures[group, "option_share"] == pytest.approx(sums["chosen"] / sums["weight"], abs=1e-12)
        if (group, "over_nothing") in figures:
            assert figures[group, "over_nothing"] == pytest.approx(sums["over"] / sums["weight"], abs=1e-12)
        if sums["lost"]:
            assert figures[group, "target_effect"] == pytest.approx(sums["loss"] / sums["lost"], abs=1e-12)


def test_effects_of_all_names_add_up_to_nothing_at_every_node(folders: dict[str, Path]) -> None:
    effects = analyse_decisions(load_run(folders["gather"], kind="decisions")).effects.filter(metric="option_effect", grouping="act")
    assert effects["value"].sum() == pytest.approx(0, abs=1e-12)


def test_gold_is_taken_where_it_is_worth_more(tmp_path: Path) -> None:
    """Six gold for an action, or none at all: forks of the choice between gold and cards tell them apart."""
    value = {}
    for gold in (0, 6):
        file = tmp_path / f"gold-{gold}.toml"
        file.write_text(f'extends = "classic-2000"\n[game]\ngather_gold = {gold}\n')
        run_experiment(small(kind="decisions", what="gather", games=250, variants=[str(file)]), tmp_path / f"run-{gold}")
        effects = analyse_decisions(load_run(tmp_path / f"run-{gold}", kind="decisions")).effects
        row = effects.filter(metric="option_effect", grouping="act", group="gold").row(0, named=True)
        value[gold] = (row["low"], row["high"])
    assert max(0.0, value[0][1]) < value[6][0]


def test_a_part_of_a_run_is_that_of_its_nodes_at_which_the_condition_holds(folders: dict[str, Path]) -> None:
    run = load_run(folders["murder"], kind="decisions")
    part = analyse_decisions(run_where(run, parse_condition("own.gold >= 2 and 'king' not in face_up")))
    nodes = pl.read_parquet(folders["murder"] / "nodes" / "*.parquet")
    expected = nodes.filter(pl.col("own_gold") >= 2, ~pl.col("face_up").list.contains("king"))
    assert 0 < part.cells["nodes"].item() == expected.height < nodes.height
    with pytest.raises(ExperimentError, match=r"--where: 'own.gold > 90' holds at none of the 80 nodes of"):
        run_where(run, parse_condition("own.gold > 90"))


def test_blocks_say_what_was_decided_and_no_finding_of_a_handful(folders: dict[str, Path]) -> None:
    shown = show(load_run(folders["murder"], kind="decisions"))
    assert [block.title for block in shown.blocks] == ["Whom to murder, by character", "Whom to murder, by standing of the target"]
    assert any(note.startswith("The bots' own choices gain") for note in shown.blocks[0].notes)
    assert {row.head for row in shown.blocks[0].rows} >= {"Merchant", "Nobody"}
    few = show(run_where(load_run(folders["murder"], kind="decisions"), parse_condition("round == 1")))
    assert few.blocks[0].finding.startswith("Too few for a finding")


def test_a_manifest_that_names_no_decision_is_one_message(folders: dict[str, Path]) -> None:
    from citadels_sim.errors import RunError

    run = load_run(folders["murder"], kind="decisions")
    spoiled = run.manifest.model_copy(update={"experiment": run.manifest.experiment.model_copy(update={"what": "murdr"})})
    with pytest.raises(RunError, match="names the decision 'murdr'"):
        analyse_decisions(Run(run.folder, spoiled))
