"""Attributions as blocks: every figure is that of the tables, and what has no effect says how sure that is."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.attribution import blocks
from citadels_sim.designs.attribution.analyse import ALONE_DEALS, Attribution
from citadels_sim.designs.attribution.blocks import show
from citadels_sim.designs.between_two import experiment_between
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.runner import run_plan
from citadels_sim.show.blocks import NO_FINDING, Block, Dots, Shown
from citadels_sim.show.terminal import below, text_table
from citadels_sim.show.values import NO_DIFFERENCE


def played(folder: Path, games: int) -> Run:
    plan = make_plan(experiment_between("attribution", "classic-2000", "dark-city", {"games": games, "seed": 4, "most_groups": 3}))
    run_plan(plan, folder, ["citadels", "attribute"])
    return load_run(folder, kind="attribution")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("attribution") / "run", 60)


@pytest.fixture(scope="module")
def shown(run: Run) -> Shown:
    return show(run)


def of(shown: Shown, slug: str) -> Block:
    (block,) = (block for block in shown.blocks if block.slug == slug)
    return block


def test_every_part_is_drawn_with_its_interval_and_the_limit_of_its_figure(shown: Shown) -> None:
    for slug, metric in (("rules-mean-rounds", "mean_rounds"), ("rules-first-crown-wins", "first_crown_wins")):
        block = of(shown, slug)
        assert isinstance(block, Dots)
        rows = {row["group"]: row for row in shown.tables["parts"].filter(metric=metric).iter_rows(named=True)}
        assert [row.key for row in block.rows] == sorted(rows, key=lambda group: -abs(rows[group]["part"]))
        for row in block.rows:
            part, first, last = row.values
            want = rows[row.key]
            assert (part.value, part.low, part.high) == (want["part"], want["low"], want["high"])
            assert (first.value, last.value) == (want["first_in"], want["last_in"])
            assert part.shown
            assert part.shown.word == want["verdict"]
            assert block.limit == want["margin"]
        assert (block.cell, block.other) == (("dark-city", 4, "builder"), "classic-2000")


def test_the_sentence_has_the_whole_difference_and_what_lies_beyond_limits(shown: Shown) -> None:
    block = of(shown, "rules-mean-rounds")
    whole = shown.tables["wholes"].filter(metric="mean_rounds").row(0, named=True)
    beyond = [row for row in block.rows if row.values[0].shown and row.values[0].shown.word == "beyond limits"]
    assert beyond
    assert block.finding.startswith(f"Rounds: {round(whole['difference'], 1)}".replace("-", "\u2212"))
    assert "] in all; beyond limits: " in block.finding
    assert block.finding.endswith(f"({beyond[-1].values[0].text}).")
    assert below(block)[-1].startswith(f"Rounds: {whole['a']:.2f} in classic-2000, {whole['b']:.2f} in dark-city.")


def test_a_terminal_has_room_for_the_parts_and_shows_more_on_demand(shown: Shown) -> None:
    for block in shown.blocks:
        heads = [head for head, _ in text_table(block).columns]
        assert heads[:1] == [block.head]
        assert "First in" not in heads
    assert [head for head, _ in text_table(of(shown, "rules-margin"), wide=True).columns][-2:] == ["First in", "Last in"]


def test_the_keys_of_every_group_are_named(shown: Shown, run: Run) -> None:
    groups = run.manifest.experiment.groups
    assert groups
    block = of(shown, "rules-groups")
    assert [row.key for row in block.rows] == list(groups)
    keys = [row.values[1].text.split(", ") for row in block.rows]
    assert keys == [[key.removeprefix("rules.") for key in keys] for keys in groups.values()]


def test_pairs_have_the_figures_of_the_table(shown: Shown) -> None:
    block = of(shown, "rules-interactions")
    table = shown.tables["interactions"].filter(metric="mean_rounds")
    at = {f"{row['group']} \u00d7 {row['other']}": row for row in table.iter_rows(named=True)}
    assert {row.key: row.values[0].value for row in block.rows} == {key: row["interaction"] for key, row in at.items()}
    sure = [key for key, row in at.items() if row["low"] * row["high"] > 0]
    assert block.finding.startswith("The largest interaction" if sure else "No two groups")


def of_parts(*, differing: float, low: float | None, deals: int) -> Attribution:
    """Make an attribution whose two groups differ in so many deals."""
    part = {
        "metric": "mean_rounds",
        "group": "Turn",
        "part": 0.0 if low is None else 1.0,
        "low": low,
        "high": None if low is None else 1.2,
        "se": 0.1,
        "first_in": 0.5,
        "first_in_se": 0.07,
        "last_in": 0.2,
        "last_in_se": None,
        "margin": 0.5,
        "verdict": "within limits",
        "differing": differing,
        "needed_blocks_low": None,
        "needed_blocks": None,
        "unit": "rounds",
        "estimand": "rule",
    }
    whole = {"metric": "mean_rounds", "a": 11.0, "b": 11.0, "difference": 0.0, "low": None, "high": None, "se": 0.0, "unit": "rounds"}
    if low is not None:
        whole |= {"difference": 1.0, "low": low, "high": 1.2, "se": 0.1}
    return Attribution(
        a="old",
        b="new",
        players=4,
        lineup="b",
        groups={"Turn": ["rules.x"]},
        names={"Turn": "Turn"},
        blocks=deals,
        parts=pl.DataFrame([part]),
        wholes=pl.DataFrame([whole]),
        pairs=pl.DataFrame(),
    )


def test_a_rule_without_effect_says_in_how_many_deals_and_how_sure_that_is() -> None:
    (block, _) = blocks._blocks(of_parts(differing=0.0, low=None, deals=100))
    (row,) = block.rows
    sentence = f"{NO_DIFFERENCE} in 100 deals (at most 3.6\u00a0% of deals differ)"
    assert (row.values[0].whole, block.finding) == (sentence, f"Rounds: {sentence}.")
    assert below(block)[1] == "Turn: no difference in 100 deals (at most 3.6 % of deals differ)."
    assert text_table(block).rows == [("Turn", NO_DIFFERENCE, "within limits")]


@pytest.mark.parametrize("deals", [1, 10])
def test_a_handful_of_deals_has_no_finding_and_no_verdict(deals: int, tmp_path: Path) -> None:
    for block in show(played(tmp_path / "run", deals)).blocks[:-1]:
        assert block.finding.startswith(NO_FINDING)
        assert all(value.few for row in block.rows for value in row.values[:1])
        assert block.notes == ()


def test_the_effect_of_a_group_alone_has_its_error_where_there_is_one() -> None:
    (block, _) = blocks._blocks(of_parts(differing=0.4, low=0.8, deals=ALONE_DEALS))
    assert [value.text for value in block.rows[0].values[1:]] == ["+0.50 \u00b1 0.07", "+0.20"]
