"""The ladder's words, chart and files."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from syrupy.assertion import SnapshotAssertion

from citadels_sim.errors import RunError
from citadels_sim.ladder.blocks import show
from citadels_sim.ladder.rate import Ladder, rate_games
from citadels_sim.ladder.words import ladder_finding, order_of, wins_finding
from citadels_sim.report.ladder import LadderReport, make_ladder
from citadels_sim.show import drawing, figures
from citadels_sim.show.blocks import NO_FINDING, Block, Dots
from citadels_sim.show.drawing import Where
from citadels_sim.show.page import drawn, grid
from tests.ladder.ranked_games import games_of, play
from tests.synthetic_run import Toy, write_run

CHARTS = (
    *(f"ladder-{name}" for name in ("all-variants", "classic-2000", "dark-city")),
    *(f"ladder-seats-{variant}-{players}" for variant in ("classic-2000", "dark-city") for players in (4, 5)),
    *(f"ladder-wins-{name}" for name in ("all-variants", "classic-2000", "dark-city")),
)
FILES = [
    *(f"figures/{name}.{kind}" for name in CHARTS for kind in ("png", "svg")),
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


def heads(block: Block) -> list[str]:
    return [column.head for column in block.columns]


def test_each_variant_has_a_block_with_a_column_per_number_of_players_and_all_variants_have_one(made: LadderReport) -> None:
    classic, dark, together, classic_wins, _, together_wins = made.blocks[:6]
    assert classic.title == "Strength of the bots from all places"
    assert together.subject == "all variants"
    assert classic_wins.title == "Strength of the bots from wins alone"
    assert (heads(classic_wins), heads(together_wins)) == (heads(classic), heads(together))
    assert heads(classic) == heads(dark) == ["All", "4 players", "5 players", "Games", "Wins per seat", "Even share"]
    assert heads(together)[:3] == ["All variants", "classic-2000", "dark-city"]
    assert (classic.cell, together.cell) == (("classic-2000", 0, ""), ("all variants", 0, ""))
    assert together.rows[0].head == "builder"
    assert {row.head for row in classic.rows} == {"builder", "banker", "random", "builder:noise=2"}
    for block in made.blocks:
        assert all(len(row.values) == len(block.columns) for row in block.rows)
        assert len({row.head for row in block.rows}) == len(block.rows)


def test_the_anchor_is_written_as_plain_zero_and_others_with_their_interval(made: LadderReport) -> None:
    cells = {row.head: [value.whole for value in row.values[:3]] for row in made.blocks[0].rows}
    assert cells["random"] == ["0", "0", "0"]
    assert all(re.fullmatch(r"\d+ \[\d+,\u00a0\d+\]", cell) for cell in cells["builder"])


def test_a_strength_is_drawn_and_its_anchor_is_the_dashed_line(made: LadderReport) -> None:
    block = made.blocks[0]
    assert isinstance(block, Dots)
    assert [row.head for row in block.marked] == [row.head for row in block.rows if row.head != "random"]
    strengths = drawn(block, Where(""))
    assert isinstance(strengths, drawing.Dots)
    assert strengths.axis.zero == strengths.axis.at(0.0)
    assert {row.head: len(row.marks) for row in strengths.rows} == {row.head: int(row.head != "random") for row in block.rows}


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
    findings = [block.finding for block in show(ladder).blocks[:2]]
    assert findings == [words.replace(" (classic-2000, 3 players)", "") for words in (ladder_finding(ladder), wins_finding(ladder))]


def test_a_cycle_is_a_finding() -> None:
    random = np.random.default_rng(8)
    tables = np.array([[0, 1], [1, 2], [2, 0], [1, 0], [2, 1], [0, 2]] * 300)
    first = random.random(1800) < np.tile(np.repeat([0.75, 0.25], 3), 300)
    games = games_of(tables, np.where(first[:, None], [1, 2], [2, 1]), np.arange(1800))
    ladder = rate_games(["rock", "paper", "scissors"], [games], "toy")
    assert ladder_finding(ladder).endswith("Cycle: rock beats paper beats scissors beats rock; no single number can show this.")
    residuals = show(ladder).blocks[-1]
    # Named first is who came out ahead.
    assert {row.head for row in residuals.rows} == {"rock above paper", "paper above scissors", "scissors above rock"}
    assert all(row.values[1].text.startswith("7") and row.values[0].text.startswith("+2") for row in residuals.rows)


def test_likelihoods_near_certainty_are_not_written_as_certain() -> None:
    superiority = next(block for block in show(ladder_of(0, 2)).blocks if block.title == "Which bot is stronger, from all places")
    assert [[value.text for value in row.values] for row in superiority.rows] == [["–", "> 99.9\u00a0%"], ["< 0.1\u00a0%", "–"]]


def test_bots_stand_in_the_order_of_the_widest_scope_and_then_those_rated_elsewhere_only() -> None:
    random, strengths = np.random.default_rng(2), np.array([0.0, 1.0, 2.0, 0.0, 1.0])
    games = [play(random, strengths, seats, 200, variant=name) for name, seats in (("one", [3, 4]), ("two", [0, 1, 2]))]
    ladder = rate_games(["a", "b", "c", "d", "e"], games, "toy")
    assert ladder.notes[-1].startswith("Not rated: all variants, all numbers of players: 'a', 'b' and 'c' never met 'd' and 'e' at a table")
    assert order_of(ladder) == ["c", "b", "a", "e", "d"]


def test_the_markdown_shows_the_chart_every_table_and_no_raw_bracket_in_its_text(made: LadderReport) -> None:
    text = (folder_of(made) / "ladder.md").read_text(encoding="utf-8")
    alts = re.findall(r"^!\[(.*)\]\(figures/ladder.*\.svg\)$", text, re.MULTILINE)
    assert len(alts) == len(CHARTS)
    assert "[" not in "".join(alts)
    assert made.finding in text
    for block in made.blocks:
        assert f"| {' | '.join(grid(block).columns)} |" in text
        assert f"## {block.title}: {block.subject}\n" in text


def test_the_svg_has_title_and_description_first_and_the_words_of_its_bots(made: LadderReport) -> None:
    root = ElementTree.fromstring((folder_of(made) / "figures" / "ladder-classic-2000.svg").read_text(encoding="utf-8"))
    assert [child.tag.rpartition("}")[2] for child in root][:2] == ["title", "desc"]
    words = {"".join(node.itertext()) for node in root.iter() if node.tag.endswith("}text")}
    assert {"builder", "builder:noise=2", "banker"} <= words


def test_the_scale_is_said_in_chances(snapshot: SnapshotAssertion) -> None:
    places, wins = show(ladder_of(0, 3)).blocks[:2]
    assert places.how == snapshot
    assert wins.how.startswith("400 points more are odds of 10 to 1 to win rather than the other bot.")


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
    strengths = [block for block in show(ladder).blocks if block.title.startswith("Strength")]
    assert [block.slug for block in strengths] == ["ladder"]  # two wins each are too few
    assert [(row.head, row.values[0].text) for row in strengths[0].rows] == [("a", "0"), ("b", "too few")]
    assert strengths[0].finding.startswith(NO_FINDING)
    assert figures.chart(strengths[0], "strengths") is not None


def test_the_folder_of_a_balance_report_is_refused(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text('{"files": ["index.html"]}', encoding="utf-8")
    (tmp_path / "index.html").write_text("kept", encoding="utf-8")
    with pytest.raises(RunError, match="holds a balance report"):
        make_ladder([toy], tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "report.json"]


def test_a_chart_that_an_earlier_ladder_had_and_this_one_has_not_is_removed(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Toy(lineups=(("builder", "random"),), blocks=40, detail="games"))
    out = tmp_path / "out"
    make_ladder([run], out)
    assert (out / "figures" / "ladder-wins-classic-2000-4.svg").is_file()
    # Far apart: in twenty games the weak one takes hardly a first place, but comes before one of the strong ones now and then.
    strong = Toy(lineups=(("builder", "random"),), blocks=10, detail="games", bot_strength={"builder": 3.5})
    report = make_ladder([write_run(tmp_path / "strong", strong)], out)
    assert report.notes == (
        "No strengths from wins alone: classic-2000, 4 players: in 20 games 'random' won fewer than 5 times, too few to estimate "
        "distances. Play more games.",
    )
    names = [f"{name}-classic-2000-4.{kind}" for name in ("ladder", "ladder-seats") for kind in ("png", "svg")]
    assert sorted(path.name for path in (out / "figures").iterdir()) == sorted(names)
