"""The ladder's words, chart and files."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.errors import RunError
from citadels_sim.ladder.charts import ladder_charts
from citadels_sim.ladder.grids import ladder_finding, ladder_grids, order_of, wins_finding
from citadels_sim.ladder.rate import Ladder, rate_games
from citadels_sim.ladder.report import LadderReport, make_ladder
from tests.ladder.ranked_games import games_of, play
from tests.synthetic_run import Toy, write_run

pytestmark = pytest.mark.rotated(3)

FILES = [
    "figures/ladder-wins.png",
    "figures/ladder-wins.svg",
    "figures/ladder.png",
    "figures/ladder.svg",
    "ladder.json",
    "ladder.md",
    *(f"tables/{name}.csv" for name in ("cycles", "residuals", "scopes", "seats", "strengths", "superiority")),
]


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lineups = (("builder", "random", "banker"), ("builder:noise=2", "random"))
    toy = Toy(
        variants=("classic-2000", "dark-city"), players=(4, 5), lineups=lineups, blocks=60, detail="games", bot_strength={"builder": 2.0}
    )
    return write_run(tmp_path_factory.mktemp("runs") / "toy", toy)


@pytest.fixture(scope="module")
def made(toy: Path, tmp_path_factory: pytest.TempPathFactory) -> LadderReport:
    return make_ladder([toy], tmp_path_factory.mktemp("ladders") / "toy")


def ladder_of(*strengths: float, blocks: int = 300, names: str = "abcdefg") -> Ladder:
    seats = list(range(len(strengths)))
    return rate_games(list(names[: len(seats)]), [play(np.random.default_rng(1), np.array(strengths), seats, blocks)], "toy")


def folder_of(made: LadderReport) -> Path:
    return next(path for path in made.files if path.name == "ladder.md").parent


def test_all_files_are_there_and_nothing_else(made: LadderReport) -> None:
    folder = folder_of(made)
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()) == FILES
    assert sorted(made.files) == sorted(folder / name for name in FILES)


def test_the_same_runs_give_the_same_bytes_again(toy: Path, made: LadderReport, tmp_path: Path) -> None:
    make_ladder([toy], tmp_path / "again")
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (folder_of(made) / name).read_bytes(), name


def test_each_variant_has_a_table_with_a_column_per_number_of_players_and_all_variants_have_one(made: LadderReport) -> None:
    classic, dark, together, classic_wins, _, together_wins = made.grids[:6]
    assert "from all places" in classic.caption
    assert "from wins alone" in classic_wins.caption
    assert (classic_wins.columns, together_wins.columns) == (classic.columns, together.columns)
    assert classic.columns == dark.columns == ("Bot", "4 players", "5 players", "all")
    assert together.columns == ("Bot", "classic-2000", "dark-city", "all variants")
    assert [row[0] for row in together.rows] == ["builder", *(row[0] for row in together.rows[1:])]
    assert {row[0] for row in classic.rows} == {"builder", "banker", "random", "builder:noise=2"}
    for grid in made.grids:
        assert all(len(row) == len(grid.columns) for row in grid.rows)


def test_the_anchor_is_written_as_plain_zero_and_others_with_their_interval(made: LadderReport) -> None:
    cells = {row[0]: row[1:] for row in made.grids[0].rows}
    assert cells["random"] == ("0", "0", "0")
    assert all(re.fullmatch(r"\d+ \[\d+,\u00a0\d+\]", cell) for cell in cells["builder"])


def test_the_finding_names_the_strongest_bot_and_its_distance_to_the_anchor() -> None:
    shown = r"c is the strongest bot: 1\d\d \[.*\] Elo above a from all places, 1\d\d \[.*\] from wins alone \(classic-2000, 3 players\)\."
    assert re.fullmatch(shown, ladder_finding(ladder_of(0, 0.5, 1)))


def test_the_finding_where_the_anchor_is_strongest_names_the_next() -> None:
    shown = r"a is the strongest bot, b the next at −\d+ \[−\d+,\u00a0−\d+\] Elo from all places \(classic-2000, 3 players\)\."
    assert re.fullmatch(shown, ladder_finding(ladder_of(0, -1, -2)))


def test_the_chart_of_wins_alone_shows_wins_alone() -> None:
    assert re.fullmatch(
        r"c wins most, 1\d\d \[.*\] Elo above a from wins alone \(classic-2000, 3 players\)\.", wins_finding(ladder_of(0, 0.5, 1))
    )
    ladder = ladder_of(0, -1, -2)
    shown = r"a wins most, b is the next at −\d+ \[−\d+,\u00a0−\d+\] Elo from wins alone \(classic-2000, 3 players\)\."
    assert re.fullmatch(shown, wins_finding(ladder))
    assert [chart.finding for chart in ladder_charts(ladder)] == [ladder_finding(ladder), wins_finding(ladder)]


def test_a_cycle_is_a_finding() -> None:
    random = np.random.default_rng(8)
    tables = np.array([[0, 1], [1, 2], [2, 0], [1, 0], [2, 1], [0, 2]] * 300)
    first = random.random(1800) < np.tile(np.repeat([0.75, 0.25], 3), 300)
    games = games_of(tables, np.where(first[:, None], [1, 2], [2, 1]), np.arange(1800))
    ladder = rate_games(["rock", "paper", "scissors"], [games], "toy")
    assert ladder_finding(ladder).endswith("In a cycle, rock beats paper beats scissors beats rock: no single number says that.")
    residuals = ladder_grids(ladder)[-1]
    # Named first is who came out ahead.
    assert {row[0] for row in residuals.rows} == {"rock above paper", "paper above scissors", "scissors above rock"}
    assert all(row[2].startswith("7") and row[4].startswith("+2") for row in residuals.rows)


def test_likelihoods_near_certainty_are_not_written_as_certain() -> None:
    superiority = next(grid for grid in ladder_grids(ladder_of(0, 2)) if grid.caption.startswith("How likely"))
    assert [row[1:] for row in superiority.rows] == [("", "> 99.9\u00a0%"), ("< 0.1\u00a0%", "")]


def test_bots_stand_in_the_order_of_the_widest_scope_and_then_those_rated_elsewhere_only() -> None:
    random, strengths = np.random.default_rng(2), np.array([0.0, 1.0, 2.0, 0.0, 1.0])
    games = [play(random, strengths, seats, 200, variant=name) for name, seats in (("one", [3, 4]), ("two", [0, 1, 2]))]
    ladder = rate_games(["a", "b", "c", "d", "e"], games, "toy")
    assert ladder.notes[-1].startswith("Not rated: all variants, all numbers of players: 'a', 'b' and 'c' never met 'd' and 'e' at a table")
    assert order_of(ladder) == ["c", "b", "a", "e", "d"]


def test_the_markdown_shows_the_chart_every_table_and_no_raw_bracket_in_its_text(made: LadderReport) -> None:
    text = (folder_of(made) / "ladder.md").read_text(encoding="utf-8")
    alts = re.findall(r"^!\[(.*)\]\(figures/ladder(?:-wins)?\.svg\)$", text, re.MULTILINE)
    assert len(alts) == 2
    assert "[" not in "".join(alts)
    assert made.finding in text
    for grid in made.grids:
        assert f"| {' | '.join(grid.columns)} |" in text
        assert f"{grid.caption}:" in text


def test_the_svg_has_title_and_description_first_and_the_words_of_its_bots(made: LadderReport) -> None:
    root = ElementTree.fromstring((folder_of(made) / "figures" / "ladder.svg").read_text(encoding="utf-8"))
    assert [child.tag.rpartition("}")[2] for child in root][:2] == ["title", "desc"]
    words = {"".join(node.itertext()) for node in root.iter() if node.tag.endswith("}text")}
    assert {"builder", "builder:noise=2", "random", "banker", "4 players", "5 players", "classic-2000", "dark-city"} <= words


@pytest.mark.parametrize("bots", [2, 7])
def test_one_cell_has_a_second_scale_of_chances(bots: int) -> None:
    places, wins = ladder_charts(ladder_of(*np.linspace(0, 3, bots), blocks=300))  # the last one wins a few games
    assert "chance to be placed above a" in places.files(["svg"])["svg"].decode()
    assert "chance to win rather than a" in wins.files(["svg"])["svg"].decode()
    for chart in (places, wins):
        assert "90 %" in chart.files(["svg"])["svg"].decode()
        assert chart.files(["png"])["png"].startswith(b"\x89PNG")


def test_the_data_hold_every_row_of_the_tables(made: LadderReport) -> None:
    data = json.loads((folder_of(made) / "ladder.json").read_text(encoding="utf-8"))
    assert data == made.data
    for name in ("strengths", "superiority", "residuals", "cycles", "seats"):
        rows = pl.read_csv(folder_of(made) / "tables" / f"{name}.csv").height
        assert sum(len(scope[name]) for scope in data["scopes"]) == rows
    assert data["scopes"][-1]["variant"] == "all"
    assert data["scopes"][-1]["players"] is None
    assert all(row["unit"] == "Elo" and row["estimand"] == "policy" for row in data["scopes"][0]["strengths"])


def test_one_block_alone_is_rated_without_intervals() -> None:
    tables = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
    ladder = rate_games(["a", "b"], [games_of(tables, np.array([[1, 2], [1, 2], [2, 1], [2, 1]]), np.zeros(4, dtype=np.int64))], "toy")
    assert [chart.slug for chart in ladder_charts(ladder)] == ["ladder"]  # two wins each are too few
    assert ladder_grids(ladder)[0].rows == (("a", "0"), ("b", "0.0 [too few]"))


def test_the_folder_of_a_balance_report_is_refused(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text('{"files": ["index.html"]}', encoding="utf-8")
    (tmp_path / "index.html").write_text("kept", encoding="utf-8")
    with pytest.raises(RunError, match="holds a balance report"):
        make_ladder([toy], tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "report.json"]


def test_a_chart_that_an_earlier_ladder_had_and_this_one_has_not_is_removed(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Toy(lineups=(("builder", "random"),), blocks=40, detail="games"))
    out = tmp_path / "out"
    assert (make_ladder([run], out).files[0].parent / "ladder-wins.svg").is_file()
    # Far apart: in twenty games the weak one takes hardly a first place, but comes before one of the strong ones now and then.
    strong = Toy(lineups=(("builder", "random"),), blocks=10, detail="games", bot_strength={"builder": 3.5})
    report = make_ladder([write_run(tmp_path / "strong", strong)], out)
    assert report.notes == (
        "No strengths from wins alone: classic-2000, 4 players: in 20 games 'random' won fewer than 5 times, too few for a distance to the "
        "others. Play more games.",
    )
    assert sorted(path.name for path in (out / "figures").iterdir()) == ["ladder.png", "ladder.svg"]
