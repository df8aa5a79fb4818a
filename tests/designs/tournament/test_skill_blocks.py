"""Bots and skill ladders as blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.designs.tournament.blocks import show
from citadels_sim.designs.tournament.rungs import GAIN_MARGIN, skill_ladders
from citadels_sim.runs.reading import load_runs
from citadels_sim.show.blocks import NO_FINDING, Dots, Shown
from tests.designs.tournament.test_rungs import LINEUPS, STRENGTH
from tests.synthetic_run import Toy, write_run


def shown(folder: Path, toy: Toy) -> Shown:
    return show(load_runs([write_run(folder / "run", toy)], kind=None))


def test_the_bots_of_mixed_line_ups_alone_are_compared_around_an_even_share(tmp_path: Path) -> None:
    toy = Toy(lineups=(("a",), ("a", "b")), blocks=200, detail="games", bot_strength={"b": 1.0})
    made = shown(tmp_path, toy)
    (block,) = (block for block in made.blocks if block.slug == "bots")
    assert block.cell[2] == "a,b"
    assert [row.head for row in block.rows] == ["b", "a"]
    assert block.finding.startswith("b plays best: +")
    rates = dict(made.tables["bots"].filter(metric="win_rate").select("group", "value").iter_rows())
    assert {row.key: row.values[0].value for row in block.rows} == pytest.approx({bot: rate - 0.25 for bot, rate in rates.items()})


@pytest.mark.parametrize("blocks", [5, 400])
def test_a_ladder_is_shown_from_its_lowest_rung_with_its_length(tmp_path: Path, blocks: int) -> None:
    made = shown(tmp_path, Toy(lineups=LINEUPS, blocks=blocks, detail="games", bot_strength=STRENGTH))
    (ladder,) = skill_ladders(load_runs([tmp_path / "run"], kind=None)[0])
    (block,) = (block for block in made.blocks if block.slug == "skill-ladder")
    assert isinstance(block, Dots)
    assert (block.cell, block.limit) == (("classic-2000", 4, "a to d"), GAIN_MARGIN)
    assert [row.head for row in block.rows] == ["b over a", "c over b", "d over c"]
    gains = ladder.gains.filter(metric="gain")["value"].to_list()
    assert [row.values[0].value for row in block.rows] == pytest.approx(gains)
    assert not any(row.values[0].verdict for row in block.rows)
    begins = NO_FINDING if blocks == 5 else f"{ladder.length} of 3 rungs gain 2 pp or more before one that does not"
    assert block.finding.startswith(begins)
    assert made.tables["rungs"].equals(ladder.gains)
