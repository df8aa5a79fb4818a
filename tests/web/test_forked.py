"""Games to watch: which are chosen, that both lines of play are those of the run, and what their pages hold."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.forks import Turning
from citadels_sim.designs.forks.lines import play_lines
from citadels_sim.designs.forks.turning import turning_points
from citadels_sim.errors import RunError
from citadels_sim.game import Game
from citadels_sim.game.win_chance import WinChance
from citadels_sim.report import make_report, read
from citadels_sim.report.watched import link_words, to_watch
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.web.forked import _watched, games_to_watch

CELL = ("classic-2000", 4, "builder")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    keys = {"name": "turned", "kind": "forks", "variants": ["classic-2000"], "games": 400, "replicates": 3, "seed": 11}
    folder = tmp_path_factory.mktemp("turned") / "run"
    run_experiment(make_experiment(keys, "test"), folder)
    return load_run(folder, kind="forks")


def test_without_a_known_win_chance_there_is_no_chart_and_sentences_begin_with_a_capital(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (point,) = turning_points(run, CELL, "merchant", strong=True, most=1)
    lines = play_lines(run, point)
    assert lines.names[0] == "Seat 1 (builder)"
    known = _watched(lines, point, "a").files["games/a.html"].decode()
    monkeypatch.setattr("citadels_sim.web.forked.thoughts", lambda *_: iter(()))
    unknown = _watched(lines, point, "a").files["games/a.html"].decode()
    assert "<polyline" in known
    assert "Win chance of seat" in known
    assert "<svg" not in unknown
    assert "Win chance" not in unknown
    assert not re.search(r"<td>(seat|the) ", unknown)


@pytest.mark.parametrize("strong", [True, False])
def test_a_pick_that_decided_wins_where_another_loses(run: Run, strong: bool) -> None:
    """Looked up again in the Parquet files."""
    points = turning_points(run, CELL, "merchant", strong=strong, most=3)
    assert len(points) == 3
    assert len({point.block for point in points}) == 3
    rows = pl.read_parquet(run.folder / "forks" / "*.parquet").with_columns(pl.col("character").cast(pl.String))
    for point in points:
        node = rows.filter(block=point.block, rotation=point.rotation, slot=point.slot)
        assert set(node.select("round", "slot", "seat").unique().row(0)) == {point.round, point.slot, point.seat}
        for name, first, mean in ((point.character, point.first, point.win), (point.other, point.other_first, point.other_win)):
            own = node.filter(character=name).sort("replicate")["win"]
            assert (own[0], own.mean()) == (first, pytest.approx(mean))
        assert (point.first, point.other_first) == ((1, 0) if strong else (0, 1))
        assert point.won is strong
    margins = [point.win - point.other_win for point in points]
    assert margins == sorted(margins, reverse=strong)


def test_both_lines_are_played_again_from_the_same_pick(run: Run) -> None:
    (point,) = turning_points(run, CELL, "merchant", strong=True, most=1)
    lines = play_lines(run, point)
    one, other = (game.transcript()["labels"] for game in lines.games)
    assert one[: lines.node] == other[: lines.node]
    assert (one[lines.node], other[lines.node]) == ("pick:merchant", f"pick:{point.other}")
    assert point.seat in lines.games[0].result()["winners"]
    assert point.seat not in lines.games[1].result()["winners"]


def test_a_game_that_is_not_the_runs_is_refused(run: Run) -> None:
    (point,) = turning_points(run, CELL, "merchant", strong=True, most=1)
    with pytest.raises(RunError, match="ends differently from that of the run"):
        play_lines(run, replace(point, first=0.0))
    with pytest.raises(RunError, match="differs from that of the run"):
        play_lines(run, replace(point, slot=9))


def test_a_report_links_its_games_and_another_one_without_removes_them(run: Run, tmp_path: Path) -> None:
    place, notes = tmp_path / "report", list[str]()
    make_report([run.folder], place, games=lambda evidence: games_to_watch(evidence, 2, notes.append))
    page = (place / "index.html").read_text(encoding="utf-8")
    found = re.findall(r'<a href="(games/[^"]+)">(a game that the [^<]+)</a>', page)
    links = list(dict.fromkeys(found))
    assert links
    assert len(found) == 2 * len(links)  # at the top, and on the card of the character
    for link, words in links:
        card = next(part for part in page.split('<details class="card">')[1:] if f'href="{link}"' in part.partition("</details>")[0])
        assert re.search(r'<span class="name">([^<]+)</span>', card)[1] in words  # type: ignore[index]
    assert not notes
    assert len(list((place / "games").glob("*.html"))) == 3 * len(links)
    for link, _ in links:
        text = (place / link).read_text(encoding="utf-8")
        assert text.count("<polyline") == 2
        assert "of 3 continuations" in text
        assert len(text) < 60_000
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)
        for mark in "ab":
            line = (place / link.replace(".html", f"-{mark}.html")).read_text(encoding="utf-8")
            assert len(line) < 400_000
    again = tmp_path / "again"
    make_report([run.folder], again, games=lambda evidence: games_to_watch(evidence, 2))
    assert {path.name: path.read_bytes() for path in (place / "games").iterdir()} == {
        path.name: path.read_bytes() for path in (again / "games").iterdir()
    }
    make_report([run.folder], place)
    assert not list((place / "games").glob("*.html"))


def test_chances_and_wins_of_a_page_are_those_of_the_lines_and_of_the_files(run: Run) -> None:
    """Both lines are replayed here choice by choice, and what who picked then thinks of the end is asked anew; wins are in the files."""
    (point,) = turning_points(run, CELL, "merchant", strong=True, most=1)
    lines = play_lines(run, point)
    page = _watched(lines, point, "one").files["games/one.html"].decode()
    chance = WinChance(lines.cell.variant, lines.bots)
    expected = []
    for game in lines.games:
        transcript = game.transcript()
        replay = Game.from_transcript({**transcript, "labels": [], "result": None})
        thought = []
        for number, label in enumerate(transcript["labels"]):
            value = chance.estimate(replay) if replay.actor == point.seat else None
            if number >= lines.node and value is not None:
                thought.append((number, value))
            replay.play(label)
        expected.append(thought)
    numbers = [number for thought in expected for number, _ in thought]
    wide = max(numbers) - min(numbers)
    drawn = [re.findall(r"(-?[\d.]+),(-?[\d.]+)", points) for points in re.findall(r'<polyline[^>]* points="([^"]+)"', page)]
    for line, thought in zip(drawn, expected, strict=True):
        assert len(line) == len(thought) > 3
        for (x, y), (number, value) in zip(line, thought, strict=True):
            assert float(x) == pytest.approx(640 * (number - min(numbers)) / wide, abs=0.06)
            assert float(y) == pytest.approx(160 * (1 - value), abs=0.06)
    rows = pl.read_parquet(run.folder / "forks" / "*.parquet").filter(block=point.block, rotation=point.rotation, slot=point.slot)
    for character in (point.character, point.other):
        wins = rows.filter(pl.col("character").cast(pl.String) == character)["win"].sum()
        assert f"{wins:.3g} of 3 continuations" in page


def test_where_nothing_is_shown_the_character_farthest_out_is_watched(run: Run) -> None:
    chosen = to_watch(read([run.folder]), 1)
    assert chosen
    assert all(isinstance(point, Turning) for _, point in chosen)
    assert re.fullmatch(r"a game that the [A-Z]\w+ (turned|lost) in round \d+ \(4 players\)", link_words(chosen[0][1]))


def test_of_a_change_of_rules_only_games_of_the_changed_rules_are_watched(tmp_path: Path) -> None:
    """The rules before the change are farther out here."""
    before, after = tmp_path / "strong.toml", tmp_path / "mild.toml"
    before.write_text('extends = "classic-2000"\n[characters.merchant.bonus]\ngold = 6\n', encoding="utf-8")
    after.write_text('extends = "strong.toml"\n[characters.merchant.bonus]\ngold = 1\n', encoding="utf-8")
    keys = {"name": "change", "kind": "forks", "variants": [str(before), str(after)], "games": 200, "replicates": 2, "seed": 5}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    evidence = replace(read([tmp_path / "run"]), changes=True)
    assert evidence.changed == ("strong", "mild")
    chosen = to_watch(evidence, 2)
    assert chosen
    assert {point.cell[0] for _, point in chosen} == {"mild"}


def test_names_of_others_are_text_and_their_programs_are_not_loaded(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('extends = "classic-2000"\ntitle = "</script><script>alert(1)</script>"\n', encoding="utf-8")
    keys = {"name": "odd", "kind": "forks", "variants": [str(file)], "games": 240, "replicates": 1, "seed": 3}
    run_experiment(make_experiment(keys, "test"), tmp_path / "odd")
    pages = games_to_watch(read([tmp_path / "odd"]), 1)
    assert pages
    for page in pages:
        assert all(b"<script>alert" not in content for content in page.files.values())
    experiment = run.manifest.experiment.model_copy(update={"lineups": (("evil.py:bot",),)})
    other = Run(run.folder, run.manifest.model_copy(update={"experiment": experiment}))
    (point,) = turning_points(run, CELL, "merchant", strong=True, most=1)
    with pytest.raises(RunError, match="a program in a file"):
        play_lines(other, point)


def test_the_command_writes_them(citadels, run: Run, tmp_path: Path) -> None:
    answer = citadels("report", run.folder, "--out", tmp_path / "report", "--games", "1")
    assert answer.code == 0, answer.err
    assert list((tmp_path / "report" / "games").glob("*.html"))
    refused = citadels("report", run.folder, "--terminal", "--games", "1")
    assert (refused.code, "--games: does not go with --terminal, which writes no page" in refused.err) == (2, True)
