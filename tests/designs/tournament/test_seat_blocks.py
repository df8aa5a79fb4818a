"""Seats as blocks: one for each table of players, with the verdicts by which the table is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.designs.tournament.blocks import show
from citadels_sim.designs.tournament.judge import judge_run
from citadels_sim.runs.reading import load_runs
from citadels_sim.show.blocks import NO_FINDING, Block, states_of
from tests.synthetic_run import Toy, write_run


def seats(*folders: Path, margin: float | None = None) -> list[Block]:
    return [block for block in show(load_runs(list(folders), kind=None), margin).blocks if block.slug.startswith("seats")]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_run(tmp_path_factory.mktemp("runs") / "run", Toy(players=(4, 5), blocks=200, seat_strength=(0.8,), detail="games"))


def test_every_table_has_its_seats_and_its_chairs_with_one_verdict_a_seat(run: Path) -> None:
    blocks = seats(run)
    assert [(block.slug, block.cell[1]) for block in blocks] == [
        ("seats-from-crown", 4),
        ("seats", 4),
        ("seats-from-crown", 5),
        ("seats", 5),
    ]
    (run_,) = load_runs([run], kind=None)
    judged = {one.players: one for one in judge_run(run_) if one.criterion == "seat"}
    for block in blocks[::2]:
        one = judged[block.cell[1]]
        assert [row.key for row in block.rows] == [member.group for member in one.members]
        assert [row.values[0].value for row in block.rows] == pytest.approx([member.value for member in one.members])
        assert states_of(block.rows) == [one.state_of(member) for member in one.members]
        assert sum(row.values[0].value or 0.0 for row in block.rows) == pytest.approx(0.0)
    for block in blocks[1::2]:
        assert not block.first_page
        assert not any(row.values[0].verdict for row in block.rows)


@pytest.mark.parametrize(
    ("part", "finding"),
    [
        (0.1, "The seat matters: first crown, +"),
        (3.0, "No seat matters: every seat is within "),
        (1.0, "Undecided whether the seat matters; farthest from an even share of wins: first crown, +"),
    ],
)
def test_the_finding_follows_the_margin(run: Path, part: float, finding: str) -> None:
    """Margins are parts of what the seat with the first crown is worth."""
    block = seats(run, margin=part * (seats(run)[0].rows[0].values[0].value or 0.0))[0]
    assert block.finding.startswith(finding)
    assert block.folded == (part == 3.0)


def test_a_handful_of_deals_has_no_verdict_and_no_finding(tmp_path: Path) -> None:
    crown, chairs = seats(write_run(tmp_path / "run", Toy(blocks=5, detail="games")))
    for block in (crown, chairs):
        assert block.finding.startswith(NO_FINDING)
        assert not any(row.values[0].shown for row in block.rows)


def test_the_same_table_in_two_runs_is_one(run: Path, tmp_path: Path) -> None:
    more = write_run(tmp_path / "more", Toy(players=(4,), blocks=200, seat_strength=(0.8,), detail="games", seed=2))
    both, alone = seats(run, more)[0], seats(run)[0]
    assert both.cell == alone.cell
    assert both.basis == "400 games"
    widths = [(row.values[0].high or 0.0) - (row.values[0].low or 0.0) for row in (both.rows[0], alone.rows[0])]
    assert widths[0] == pytest.approx(widths[1] / 2**0.5, rel=0.1)
