"""Characters as blocks: against what their figures are read, and that what describes has no verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.designs.tournament.blocks import show
from citadels_sim.runs.reading import load_runs
from citadels_sim.show.blocks import NO_FINDING, Shown
from tests.synthetic_run import Toy, write_run


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    toy = Toy(players=(4, 5), blocks=120, taste={"architect": 1.2})
    return show(load_runs([write_run(tmp_path_factory.mktemp("runs") / "run", toy)], kind=None))


def test_every_table_shows_its_characters_and_none_has_a_verdict(shown: Shown) -> None:
    blocks = [block for block in shown.blocks if block.chapter == "characters"]
    assert [(block.slug, block.cell[1]) for block in blocks] == [
        (slug, players) for players in (4, 5) for slug in ("drafted", "win-when-held", "economy", "crown")
    ]
    for block in blocks:
        assert not any(value.verdict for row in block.rows for value in row.values)
        assert [row.values[0].value for row in block.rows] == sorted((row.values[0].value for row in block.rows), reverse=True)


def test_who_is_wanted_is_said_against_a_random_picker(shown: Shown) -> None:
    (block,) = (block for block in shown.blocks if (block.slug, block.cell[1]) == ("drafted", 4))
    table = shown.tables["characters"].filter(players=4)
    even = table.filter(metric="pick_when_offered")["reference"][0]
    assert block.finding.startswith(f"A random picker takes {100 * even:.1f}\u00a0%; most wanted is the Architect (")
    rate = {row["group"]: row for row in table.filter(metric="pick_rate").iter_rows(named=True)}
    for row in block.rows:
        assert row.values[1].value == pytest.approx(rate[row.key]["value"] - rate[row.key]["reference"])


def test_a_picker_without_taste_is_not_shown_to_have_one(tmp_path: Path) -> None:
    blocks = show(load_runs([write_run(tmp_path / "run", Toy(blocks=60))], kind=None)).blocks
    (block,) = (block for block in blocks if block.slug == "drafted")
    assert block.finding == "No character is picked detectably more or less often than a random picker would."


def test_wins_are_distances_from_an_even_share(shown: Shown) -> None:
    (block,) = (block for block in shown.blocks if (block.slug, block.cell[1]) == ("win-when-held", 5))
    wins = {row["group"]: row for row in shown.tables["characters"].filter(players=5, metric="win_when_held").iter_rows(named=True)}
    assert {row.key: row.values[0].value for row in block.rows} == pytest.approx({name: row["value"] - 0.2 for name, row in wins.items()})
    assert {row.key: row.values[1].value for row in block.rows} == {name: row["count"] for name, row in wins.items()}


@pytest.mark.parametrize("deals", [1, 10])
def test_a_handful_of_deals_has_no_finding(deals: int, tmp_path: Path) -> None:
    blocks = show(load_runs([write_run(tmp_path / "run", Toy(blocks=deals))], kind=None)).blocks
    assert {block.chapter for block in blocks} == {"", "length", "characters", "interaction"}
    assert all(block.finding.startswith(NO_FINDING) for block in blocks)


def test_games_without_rows_of_turns_show_no_characters(tmp_path: Path) -> None:
    made = show(load_runs([write_run(tmp_path / "run", Toy(detail="games"))], kind=None))
    assert {block.chapter for block in made.blocks} == {"", "length"}
    assert "characters" not in made.tables
