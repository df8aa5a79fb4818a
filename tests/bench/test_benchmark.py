from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citadels_sim.bench import benchmark, figures, pages
from citadels_sim.bench import runs as bench_runs
from citadels_sim.bench.cells import CellSpeed, cells_to_measure, measure_cells, playable_variants
from citadels_sim.bench.kernel import Tape
from citadels_sim.bench.worker import measure_environment, peak_memory
from citadels_sim.bench.workplace import opened
from citadels_sim.bots import all_bots
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.errors import RunError
from citadels_sim.runs.plan import make_plan
from tests.small_runs import small

pytestmark = pytest.mark.usefixtures("small_shards")

FIGURES = [
    figures.Figure("games", "games on one core", 41234.5, "games/s", 40_000),
    figures.Figure("memory", "memory", 512.0, "MB", 400, at_most=True),
    figures.Figure("share", "share of time", 33.3, "%"),
]

MEASURED = figures.Benchmark(FIGURES, [CellSpeed("classic-2000", 4, "builder", 41234.5, 9_300_000.0, 20_400.0)], {"games": 33.21})


def test_a_figure_holds_when_its_goal_is_reached() -> None:
    assert [figure.holds for figure in FIGURES] == [True, False, None]


def test_figures_are_shown_with_their_units_and_goals() -> None:
    assert [figure.shown() for figure in FIGURES] == ["41,234 games/s", "512 MB", "33.3%"]
    assert [figure.shown_goal for figure in FIGURES] == ["at least 40,000 games/s", "under 400 MB", ""]


def test_the_table_is_written_between_the_marks_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("before\n<!-- benchmark:start -->\nold\n<!-- benchmark:end -->\nafter\n")
    pages.write_markdown(MEASURED, file)
    pages.write_markdown(MEASURED, file)
    text = file.read_text()
    assert text.startswith("before\n<!-- benchmark:start -->\n| what | goal | measured |")
    assert text.endswith("<!-- benchmark:end -->\nafter\n")
    assert text.count("41,234 games/s") == 1
    assert "old" not in text


def test_a_file_without_marks_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("mine")
    with pytest.raises(RunError, match="has no '<!-- benchmark:start -->'"):
        pages.write_markdown(MEASURED, file)
    assert file.read_text() == "mine"


def test_a_new_file_gets_everything_and_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "reports" / "benchmark.md"
    for _ in range(2):
        pages.write_markdown(MEASURED, file)
        text = file.read_text()
        assert text.startswith("# Benchmark\n")
        assert text.count("| classic-2000 | 4 | builder | 41,234 | 9,300,000 | 20,400 |") == 1
        assert text.count("| games | 33.2 |") == 1


def test_every_playable_variant_every_bot_and_three_variants_at_all_numbers_are_measured() -> None:
    cells = cells_to_measure()
    variants = {variant.name: variant for variant in playable_variants()}
    assert {cell.variant for cell in cells} == set(variants)
    assert {cell.bot for cell in cells} == {bot.name for bot in all_bots()}
    at_all = {
        name
        for name, variant in variants.items()
        if set(range(variant.players[0], variant.players[1] + 1)) <= {cell.players for cell in cells if cell.variant == name}
    }
    assert len(at_all) >= 3
    assert {2, 8} <= {cell.players for cell in cells}


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_measured(citadels, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for file in (tmp_path / "file" / "table.md", tmp_path):
        result = citadels("bench", "--quick", "--markdown", file)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"citadels: --markdown {file}: ")
        assert "Measuring" not in result.err


def test_cells_are_measured_with_and_without_rows() -> None:
    answers: list[CellSpeed] = []

    class Answers:
        put = staticmethod(answers.append)

    measure_cells(cells_to_measure()[:1], 0.01, Answers)
    (speed,) = answers
    assert speed.games > speed.games_with_rows > 100
    assert 50 < speed.decisions / speed.games < 1000


def test_the_environment_for_learning_is_measured_in_steps_a_second() -> None:
    answers: list[float] = []

    class Answers:
        put = staticmethod(answers.append)

    measure_environment(2, 1, Answers)
    (steps,) = answers
    assert 100 < steps < 1e9


def test_games_played_from_a_tape_are_the_games_that_were_written_on_it() -> None:
    plan = make_plan(small(detail="games"))
    tape = Tape()
    played = []
    for bot in (plan.bots["builder"], tape.writer, tape.reader):
        tape.wind()
        player = CellPlayer(plan.cells[0], {"builder": bot}, Buffers("games"), 5, journal=False)
        player.ready()
        played.append(player.play(0, 60))
    for again in played[1:]:
        assert np.array_equal(played[0].games, again.games)
        assert np.array_equal(played[0].seats, again.seats)


def test_a_quick_measurement_ends_when_its_time_is_over_and_names_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(benchmark, "prepare", lambda *_: None)
    monkeypatch.setattr(benchmark, "QUICK", 0.5)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    notes: list[str] = []
    begun = time.monotonic()
    measured = benchmark.measure_all(quick=True, notify=notes.append)
    assert time.monotonic() - begun < 15  # a process that has just begun to start is waited for
    assert measured.figures == []
    assert measured.missing[0] == "games without rows, one process and two by turns"
    assert "every variant, number of players and bot" in measured.missing
    assert len(notes) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_settled_answer_is_timed_as_the_study_that_a_user_would_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As measured, but to a precision that is soon reached: the command must say itself that it was."""
    assert benchmark._ANSWER.endswith(" --precision 0.5 --out")
    monkeypatch.setattr(benchmark, "_ANSWER", benchmark._ANSWER.replace("0.5", "20"))
    with opened() as place:
        (figure,) = benchmark._Measurement(place, quick=True)._settled()
    assert (figure.key, figure.unit, figure.goal, figure.at_most) == ("settled", "s", 60, True)
    assert 0.5 < figure.value < 600


def processes_of(place: Path) -> set[int]:
    """Processes that have a folder in their environment or their command line."""
    result = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if any(str(place).encode() in (process / name).read_bytes() for name in ("environ", "cmdline")):
                result.add(int(process.name))
    return result


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes as Linux lists them")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_nothing_is_left_of_a_measurement_that_is_killed(tmp_path: Path, number: signal.Signals) -> None:
    """A command, a measuring process and a file: all of them end with who measures."""
    code = """\
import sys, time
from pathlib import Path
from citadels_sim.bench.workplace import opened

def forever(answers):
    answers.put(1)
    time.sleep(1000)

if __name__ == "__main__":
    with opened() as place:
        (place.new_folder() / "file").write_text("x")
        answers = place.answers([(forever,)])
        next(answers)
        place.command(["-c", "import time; time.sleep(1000)"], look=lambda _: print("measuring", flush=True), pause=0.05)
"""
    (tmp_path / "measure.py").write_text(code)
    place = tmp_path / "temporary"
    place.mkdir()
    words = [sys.executable, str(tmp_path / "measure.py")]
    with subprocess.Popen(words, env={**os.environ, "TMPDIR": str(place)}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"measuring\n"
        assert len(processes_of(place)) >= 4
        process.send_signal(number)
        try:
            process.wait(20)
        finally:
            process.kill()
    end = time.monotonic() + 20
    while (processes_of(place) or list(place.iterdir())) and time.monotonic() < end:
        time.sleep(0.1)
    assert processes_of(place) == set()
    assert list(place.iterdir()) == []


def saved(folder: Path, measured: figures.Benchmark = MEASURED, **changed: Any) -> Path:
    file = folder / "speed.json"
    file.write_text(json.dumps(measured.as_data(quick=True) | changed))
    return file


def test_a_result_is_compared_with_an_earlier_one_by_ratios(tmp_path: Path) -> None:
    earlier = figures.read_earlier(saved(tmp_path))
    faster = [dataclasses.replace(figure, value=1.5 * figure.value) for figure in FIGURES]
    slower = [dataclasses.replace(cell, games=cell.games / 2) for cell in MEASURED.cells]
    ratios = earlier.ratios(figures.Benchmark([*faster, figures.Figure("new", "new", 1.0, "x")], slower, {"games": 33.21}))
    assert {ratio.what: round(ratio.ratio, 2) for ratio in ratios} == {
        "games": 1.5,
        "memory": 1.5,
        "share": 1.5,
        "classic-2000 4 builder: games/s": 0.5,
        "classic-2000 4 builder: games/s with rows": 1.0,
        "bytes per game: games": 1.0,
    }


def test_the_command_reports_the_ratios(citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "measure_all", lambda **_: dataclasses.replace(MEASURED, missing=["the disk"]))
    file = saved(tmp_path, machine="another machine")
    result = citadels("bench", "--quick", "--against", file)
    assert result.code == 0
    assert "memory" in result.out
    assert "1.000" in result.out
    assert "another machine" in result.out
    assert result.err.strip() == "Not measured, for lack of time: the disk."
    data = json.loads(citadels("bench", "--quick", "--json", "--against", file).out)
    assert {entry["what"]: entry["ratio"] for entry in data["against"]}["games"] == 1.0
    assert data["missing"] == ["the disk"]


def test_what_a_file_calls_its_machine_is_shown_as_text_and_not_at_any_length(
    citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "measure_all", lambda **_: MEASURED)
    result = citadels("bench", "--quick", "--against", saved(tmp_path, machine="\x1b[2J" + 5_000 * "x"))
    assert (result.code, "\x1b" in result.out, "\\x1b[2Jxxx" in result.out) == (0, False, True)
    assert max(map(len, result.out.splitlines())) < 500


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1]",
        "{}",
        '{"machine": "x", "quick": true, "figures": [1], "cells": [], "bytes_per_game": {}}',
        '{"figures": 1e999}',
        *(
            f'{{"machine": "x", "quick": true, "figures": [{{"key": "games", "value": {value}}}], "cells": [], "bytes_per_game": {{}}}}'
            for value in ("Infinity", "-Infinity", "NaN", "1e999")
        ),
    ],
    ids=["empty", "a list", "nothing in it", "no figures", "huge", "infinite", "minus infinite", "no number", "too large"],
)
def test_a_file_that_is_no_earlier_result_is_one_message(citadels, tmp_path: Path, text: str) -> None:
    (tmp_path / "file.json").write_text(text)
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "file.json", tmp_path / "none.json", tmp_path, tmp_path / "pipe"):
        result = citadels("bench", "--quick", "--against", file)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("citadels: --against ")
        assert result.err.count("\n") == 1


@pytest.mark.slow
def test_everything_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "QUICK", 600.0)
    measured = benchmark.measure_all(quick=True)
    assert measured.missing == []
    keys = {figure.key for figure in measured.figures}
    assert {cell.variant for cell in measured.cells} == {variant.name for variant in playable_variants()}
    assert measured.disk["sums alone"] < measured.disk["games"] < measured.disk["turns"] < measured.disk["events"]
    assert {"sums", "run_disk", "analysis", "environment"} <= keys
    assert {
        "games",
        "turns",
        "warm_start",
        "first_run",
        "first_report",
        "help",
        "memory",
        "share_engine",
        "share_bots",
        "share_views",
        "share_recording",
    } <= keys


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not report what memory a process takes")
@pytest.mark.parametrize(("kept", "least", "most"), [("held.append", 60, 110), ("len", -40, 20)], ids=["grows", "flat"])
def test_memory_that_grows_while_a_command_runs_is_distinguished_from_memory_that_stays(
    kept: str, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_runs, "_LOOK", 0.02)
    code = f"import time\nheld = []\nfor _ in range(10):\n    {kept}(bytearray(b'x' * 10_000_000))\n    time.sleep(0.1)"
    measured = bench_runs.measure_command(["-S", "-c", code])
    assert least < measured.memory_of(3, 4) - measured.memory_of(0, 4) < most


def test_a_process_does_not_count_the_memory_of_the_one_that_started_it() -> None:
    large = bytearray(b"x") * 400_000_000
    program = "from citadels_sim.bench.worker import peak_memory; print(peak_memory())"
    own = float(subprocess.run([sys.executable, "-c", program], check=True, timeout=60, capture_output=True, text=True).stdout)
    assert own < 300 < len(large) / 1e6 < peak_memory()
