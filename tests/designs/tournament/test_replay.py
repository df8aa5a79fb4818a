from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.recording.replay import open_replay
from citadels_sim.errors import RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.runner import run_experiment
from tests.runs import test_python_bots

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]


@pytest.mark.parametrize("number", [0, 1, 59, 60, 120, 300, 479])
def test_a_replayed_game_ends_as_the_run_says(played: Path, number: int) -> None:
    replay = open_replay(played, number)
    lines = list(replay.lines())
    assert replay.game is not None
    assert replay.game.over
    assert replay.differences() == []
    assert lines[0].startswith("Round 1.")
    winner = replay.stored["place"].index(1)
    assert any(line.startswith(replay.names[winner]) and "comes first" in line for line in lines)


def test_games_are_numbered_through_cells_blocks_and_rotations(played: Path) -> None:
    replays = [open_replay(played, number) for number in (0, 1, 60, 479)]
    assert [(r.cell.variant.name, r.cell.players, r.cell.lineup, r.block, r.rotation) for r in replays] == [
        ("classic-2000", 3, "builder,random", 0, 0),
        ("classic-2000", 3, "builder,random", 0, 1),
        ("classic-2000", 3, "random", 0, 0),
        ("classic-summary", 4, "random", 59, 0),
    ]


def test_a_row_that_is_not_the_games_is_noticed(played: Path) -> None:
    replay = open_replay(played, 5)
    true = list(replay.stored["total"])
    replay.stored["total"][0] += 1
    list(replay.lines())
    assert replay.differences() == [f"total is {true}, the run has {replay.stored['total']}"]


def test_plain_bots_are_asked_again(experiment: Make, tmp_path: Path) -> None:
    run_experiment(experiment(lineups=[[f"{test_python_bots.OWN}:dice", "builder"]], games=2, players=[2]), tmp_path / "run")
    replay = open_replay(tmp_path / "run", 1, [f"{test_python_bots.OWN}:dice"])
    list(replay.lines())
    assert replay.differences() == []


def test_every_turn_is_reported(played: Path) -> None:
    replay = open_replay(played, 7)
    text = "\n".join(replay.lines())
    key = (pl.col("variant") == "classic-2000") & (pl.col("players") == 3) & (pl.col("lineup") == "builder,random")
    here = key & (pl.col("block") == replay.block) & (pl.col("rotation") == replay.rotation)
    turns = pl.read_parquet(played / "turns").filter(here)
    assert text.count("    Now: ") == turns["gathered"].is_not_null().sum()


def test_what_is_no_run_or_no_game_is_reported(played: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="is not a run folder"):
        open_replay(tmp_path, 0)
    with pytest.raises(RunError, match=r"--game: 480 should be a game of the run .*: 0 to 479"):
        open_replay(played, 480)
    with pytest.raises(RunError, match="--game: -1 should be"):
        open_replay(played, -1)


def test_a_bot_that_is_none_of_the_run_is_reported(played: Path) -> None:
    with pytest.raises(RunError, match=r"--bots: 'bilder' is no bot of the run .*\. Did you mean 'builder'\?"):
        open_replay(played, 0, ["bilder"])


def test_a_game_of_which_only_sums_were_kept_is_reported_as_such(experiment: Callable[..., Experiment], tmp_path: Path) -> None:
    run_experiment(experiment(games=10, rows=4, detail="games"), tmp_path / "run")
    open_replay(tmp_path / "run", 3)
    with pytest.raises(RunError, match=r"only the sums of this game were kept \(--rows\)\. Replay one of the first 4 blocks"):
        open_replay(tmp_path / "run", 4)


def in_order(lines: Iterable[str]) -> list[str]:
    """Lines as they come; of a choice only who made it."""
    return [re.sub(r"^((?:> )?Seat \d \(\w+\): ).*", r"\1", line) for line in lines]


def test_the_page_has_every_line_in_order_and_the_table_behind_each_step(citadels, played: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    result = citadels("replay", str(played), "--game", "7", "--html", str(page))
    assert (result.code, result.out, result.err) == (0, f"The game: {page}\n", "")
    printed = citadels("replay", str(played), "--game", "7", "--labels").out.splitlines()[1:]
    text = page.read_text()
    fallback = text[text.index("<noscript>") : text.index("</noscript>")]
    read = [html.unescape(line) for line in re.findall(r"<p>(.*?)</p>", fallback)]
    assert in_order(read) == in_order(line.strip().removeprefix("> ") for line in printed)
    assert not any(re.search(r": [a-z-]+:", line) for line in read), "choices are in words, not labels"
    (actual,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text)
    data = json.loads(actual)
    shown = [[data["texts"][line] for line in step["lines"][0]] for step in data["steps"]]
    assert in_order(line for lines in shown for line in lines) == in_order(line.strip() for line in printed)
    choices = [line for line in printed if line.startswith("  > ")]
    assert len(shown) == len(choices) + sum(line.startswith("Round ") for line in printed)
    built = 0
    for step, lines in zip(data["steps"], shown, strict=True):
        for seat, name in re.findall(r"> Seat (\d) .*?: Build the ([\w' ]+) \(", "\n".join(lines)):
            city = data["rows"][step["seen"][0][1][int(seat) - 1]]["city"]
            assert name in [data["cards"][id]["title"] for id, _, _ in city]
            built += 1
    assert built > 10


def test_the_page_runs_its_own_script_alone_and_names_are_text(played: Path) -> None:
    from citadels_sim.game.win_chance import WinChance
    from citadels_sim.web.page import watching
    from citadels_sim.web.recording import record

    replay = open_replay(played, 7)
    list(replay.lines())
    assert replay.game is not None
    names = ["<script>alert(1)</script><b>\x1b[31m</noscript>"] * 3
    recorded = record(replay.game, names, WinChance(replay.cell.variant, replay.bots), "<u>end")
    page = watching("<i>title", "<i>about", {"names": names, "cards": {}, "city_size": 8, **recorded})
    (script,) = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in page
    assert "default-src 'none'" in page
    assert "alert(1)" not in script
    assert "&lt;script&gt;alert(1)" in page
    assert [odd for odd in ("<i>", "<b>", "<u>", "\x1b", "<script>alert") if odd in page] == []
    assert page.count("</noscript>") == 1


def test_a_page_is_not_written_over(citadels, played: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text("mine")
    result = citadels("replay", str(played), "--game", "7", "--html", str(page))
    assert (result.code, page.read_text()) == (2, "mine")
    assert "already exists" in result.err
