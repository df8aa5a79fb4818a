"""A run folder that somebody hands over is data: nothing of it is executed, nothing outside it is read or written, nothing is pasted."""

from __future__ import annotations

import hashlib
import io
import json
import platform
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.designs.tournament.analyse import analyse
from citadels_sim.errors import RunError
from citadels_sim.runs import lock
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.verify import verify_run

Make = Callable[..., Experiment]
Speak = Callable[..., Any]

EVIL = '''"""A bot that does more than choose."""
from pathlib import Path

Path({!r}).touch()


def choose(view, legal, rng):
    return legal[0]
'''


@pytest.fixture
def run(experiment: Make, tmp_path: Path) -> Path:
    run_experiment(experiment(games=20, lineups=[["builder", "random"]]), tmp_path / "run")
    return tmp_path / "run"


def read_data(folder: Path) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return result | {"sha256": None}  # whoever edits it leaves out its digest


def write_data(folder: Path, data: Any) -> None:
    (folder / "manifest.json").write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")


def readers(folder: Path) -> list[tuple[str, ...]]:
    words = [("report", "--terminal"), ("ladder",), ("replay", "--game", "0"), ("forks",), ("compare", "classic-2000", "dark-city")]
    return [*((word[0], str(folder), *word[1:]) for word in words), ("runs", "verify", str(folder))]


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../games/part-00000.parquet", "games/../../x/part-00000.parquet", "games//part-00000.parquet", "games/part-0.parquet"],
)
def test_a_path_that_the_writer_does_not_make_is_refused(run: Path, citadels: Speak, path: str) -> None:
    manifest = read_data(run)
    manifest["shards"][0]["path"] = path
    write_data(run, manifest)
    for words in readers(run):
        result = citadels(*words)
        assert (
            result.code,
            "shards.0: the path should read games/part-00000.parquet" in result.err or "not a run of forks" in result.err,
        ) == (
            2,
            True,
        )


def test_a_shard_that_is_a_link_out_of_the_folder_is_not_read(run: Path, tmp_path: Path, citadels: Speak) -> None:
    (run / "games").rename(tmp_path / "elsewhere")
    (run / "games").symlink_to(tmp_path / "elsewhere")
    for words in (("report", run, "--terminal"), ("replay", run, "--game", "0")):
        result = citadels(*words)
        assert (result.code, "a link points outside the folder" in result.err) == (2, True)
    assert {one.fault for one in verify_run(LocalStore(run)).findings} == {"damaged"}


def test_nothing_is_written_through_a_link_out_of_the_folder(run: Path, tmp_path: Path, experiment: Make) -> None:
    (run / "games").rename(tmp_path / "elsewhere")
    (run / "games").symlink_to(tmp_path / "elsewhere")
    before = {path.name: path.read_bytes() for path in (tmp_path / "elsewhere").iterdir()}
    with pytest.raises(RunError, match="nothing is written outside"):
        run_experiment(experiment(games=20, lineups=[["builder", "random"]]), run)
    assert {path.name: path.read_bytes() for path in (tmp_path / "elsewhere").iterdir()} == before


def test_a_bot_file_that_only_the_manifest_names_is_not_loaded(run: Path, tmp_path: Path, citadels: Speak) -> None:
    mark = tmp_path / "was-here"
    (run / "evil.py").write_text(EVIL.format(str(mark)), encoding="utf-8")
    bot = f"{run / 'evil.py'}:choose"
    write_data(
        run,
        json.loads(
            (run / "manifest.json")
            .read_text(encoding="utf-8")
            .replace('"random"', json.dumps(bot))
            .replace("builder,random", f"builder,{bot}")
        )
        | {"sha256": None},
    )
    for words in readers(run):
        result = citadels(*words)
        assert not mark.exists(), words
        assert bot not in result.out or words[0] != "runs"
        if words[0] == "replay":
            assert (result.code, "name the bot, as it stands here, with --bots" in result.err) == (2, True)
    assert citadels("replay", run, "--game", "0", "--bots", "other.py:choose").code == 2
    assert not mark.exists()
    citadels("replay", run, "--game", "0", "--bots", bot)
    assert mark.exists()


def test_the_command_of_a_manifest_is_never_shown(run: Path, citadels: Speak) -> None:
    manifest = read_data(run) | {"command": ["rm", "-rf", "/", "; curl evil"], "state": "running"}
    write_data(run, manifest)
    for words in readers(run):
        result = citadels(*words)
        assert "rm" not in result.out.split() + result.err.split(), words
    assert "citadels run --variant classic-2000 --players 4 --games 20" in citadels("runs", "verify", run).out


def test_a_run_goes_on_with_the_command_that_was_given(run: Path, experiment: Make) -> None:
    write_data(run, read_data(run) | {"command": ["rm", "-rf", "/"]})
    summary = run_experiment(experiment(games=20, lineups=[["builder", "random"]]), run)
    assert summary.command[:2] == ("citadels", "run")
    assert read_data(run)["command"][:2] == ["citadels", "run"]


@pytest.mark.parametrize(
    "change",
    [
        "[" * 3000,
        '{"schema": ' + "9" * 5000 + "}",
        '{"machine": ' + '{"a":' * 3000,
        "",
        "[]",
        '{"schema": NaN}',
        "\x00",
    ],
)
def test_a_manifest_that_python_chokes_on_is_one_message(run: Path, experiment: Make, citadels: Speak, change: str) -> None:
    write_data(run, change)
    for words in readers(run):
        result = citadels(*words)
        assert (result.code, "manifest.json: not a manifest of a run: " in result.err) == (2, True), result.err
    with pytest.raises(RunError, match=r"manifest\.json: not a manifest of a run"):
        run_experiment(experiment(games=20, lineups=[["builder", "random"]]), run)


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("cells", 0, "blocks"), 10**12, "games are not"),
        (("cells", 0, "players"), 9, "cells.0.players"),
        (("cells", 0, "rotations"), 0, "cells.0.rotations"),
        (("cells", 0, "variant"), "dark-city", "is not of the experiment"),
        (("cells", 0, "lineup"), "planner", "is not of the experiment"),
        (("cells", 0, "most_blocks"), 10**12, "they would have more than 1,000,000 shards"),
        (("cells", 0, "shard_blocks"), 0, "cells.0.shard_blocks"),
        (("shards", 0, "rows"), 10**9, "shards.0.rows"),
        (("shards", 0, "rows"), 10**7, "are more than the cells have games for"),
        (("shards", 0, "sha256"), "0", "shards.0.sha256"),
        (("shards", 0, "path"), "games/part-00001.parquet", "shards: one occurs twice"),
        (("experiment", "players"), [], "experiment.players"),
        (("experiment", "lineups"), [[]], "experiment.lineups"),
        (("experiment", "variants"), ["classic-2000", "x"], "variants: 'x' is missing"),
    ],
)
def test_a_manifest_that_contradicts_itself_is_one_message(
    run: Path, citadels: Speak, place: tuple[Any, ...], value: Any, words: str
) -> None:
    manifest = read_data(run)
    at: Any = manifest
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    write_data(run, manifest)
    begun = time.process_time()
    for line in (("report", run, "--terminal"), ("runs", "verify", run), ("replay", run, "--game", "0")):
        result = citadels(*line)
        assert (result.code, words in result.err) == (2, True), result.err
    assert time.process_time() - begun < 10


def put(run: Path, name: str, frame: pl.DataFrame) -> None:
    """Put another table in the place of one, with its checksum and rows in the manifest."""
    file = io.BytesIO()
    frame.write_parquet(file)
    (run / name).write_bytes(file.getvalue())
    manifest = read_data(run)
    for entry in manifest["shards"]:
        if entry["path"] == name:
            entry |= {"sha256": hashlib.sha256(file.getvalue()).hexdigest(), "rows": frame.height}
    write_data(run, manifest)


def test_a_table_that_unpacks_to_far_more_than_its_rows_is_not_unpacked(run: Path, citadels: Speak) -> None:
    name = "seats/part-00000.parquet"
    frame = pl.read_parquet(run / name)
    put(run, name, frame.with_columns(more=pl.lit("x" * 90_000_000)).with_columns(pl.col("more").cast(pl.Categorical)))
    for words in (("report", run, "--terminal"), ("replay", run, "--game", "0")):
        assert (answer := citadels(*words)).code == 2
        assert "it would unpack to" in answer.err
    assert [one.text for one in verify_run(LocalStore(run)).findings if "it would unpack to" in one.text]


def test_a_column_of_another_type_is_one_message(run: Path, citadels: Speak) -> None:
    name = "seats/part-00000.parquet"
    put(run, name, pl.read_parquet(run / name).with_columns(pl.col("total").cast(pl.String)))
    result = citadels("report", run, "--terminal")
    assert (result.code, "column total: String where numbers should be" in result.err) == (2, True)
    with pytest.raises(RunError):
        load_run(run)


@pytest.mark.filterwarnings("ignore")
def test_values_that_no_analysis_can_be_made_of_are_one_message(run: Path, citadels: Speak, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in sorted(path.relative_to(run).as_posix() for path in run.glob("sums/*")):
        put(run, name, pl.read_parquet(run / name).with_columns(family=pl.lit("seats"), group=pl.lit("nobody")))
    result = citadels("report", run, "--terminal")
    assert (result.code, "cannot read its tables" in result.err or "seats" in result.err) == (2, True)


@pytest.mark.parametrize("odd", ["9" * 5000, "[" * 3000 + "]" * 3000], ids=["giant number", "deep"])
def test_what_no_reader_of_the_manifest_needs_is_refused_where_it_is_odd(run: Path, odd: str) -> None:
    text = (run / "manifest.json").read_text(encoding="utf-8")
    write_data(run, text.replace("{", f'{{"more": {odd},', 1))
    with pytest.raises(RunError, match=r"manifest\.json"):
        verify_run(LocalStore(run))


@pytest.mark.parametrize("odd", ["[" * 3000, "7" * 5000, "", "[]"], ids=["deep", "giant number", "empty", "list"])
def test_an_odd_lock_where_the_system_has_none_does_not_keep_a_run_from_going_on(
    run: Path, monkeypatch: pytest.MonkeyPatch, odd: str
) -> None:
    monkeypatch.setattr(lock, "_held_by_system", lambda *_: None)
    (run / ".lock").write_text(odd)
    with lock.locked(LocalStore(run)):
        pass


def test_a_holder_with_a_giant_number_counts_as_dead_without_a_sign_of_life(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "_held_by_system", lambda *_: None)
    monkeypatch.setattr(lock, "_PATIENCE", 0.1)
    monkeypatch.setattr(lock, "_BEAT", 0.1)
    (run / ".lock").write_text(json.dumps({"pid": 10**40, "host": platform.node()}))
    with lock.locked(LocalStore(run)):
        pass


def with_bots(run: Path, lineup: str, **keys: Any) -> None:
    """Say of a run that these bots played it, in its manifest and in all its tables, with the checksums that belong to them."""
    manifest = read_data(run)
    old = manifest["cells"][0]["lineup"]
    manifest |= keys
    manifest["experiment"]["lineups"] = [[lineup]]
    manifest["cells"][0]["lineup"] = lineup
    for shard in manifest["shards"]:
        frame = pl.read_parquet(run / shard["path"])
        texts = [name for name in ("lineup", "bot") if name in frame.columns]
        frame = frame.with_columns(pl.col(texts).cast(pl.String).replace({old: lineup, "builder": lineup}))
        reseal(run, shard, frame)
    write_data(run, manifest)


def reseal(run: Path, shard: dict[str, Any], frame: pl.DataFrame) -> None:
    frame.write_parquet(run / shard["path"])
    shard |= {"rows": frame.height, "sha256": hashlib.sha256((run / shard["path"]).read_bytes()).hexdigest()}


@pytest.fixture
def alone(experiment: Make, tmp_path: Path) -> Path:
    run_experiment(experiment(games=40, lineups=[["builder"]]), tmp_path / "run")
    return tmp_path / "run"


def test_a_bot_that_is_two_in_a_command_line_is_refused(alone: Path) -> None:
    with_bots(alone, "builder:noise=0,notes/evil.py:bot", state="running")
    with pytest.raises(RunError, match=r"experiment\.lineups\.0\.0: 'builder:noise=0,notes/evil\.py:bot' is not one bot"):
        load_run(alone)


def test_no_command_of_a_report_names_a_file_that_only_the_folder_names(alone: Path, citadels: Speak, tmp_path: Path) -> None:
    with_bots(alone, "runs/mine/notes.py:bot")
    assert citadels("report", str(alone), "--out", str(tmp_path / "out")).code == 0
    for name in ("report.md", "details.html", "report.json"):
        text = (tmp_path / "out" / name).read_text(encoding="utf-8")
        assert "FILE.py:bot" in text
        parts = [re.split(r"[`\n<]|--out", part)[0] for part in text.split("citadels ")[1:]]
        commands = [part for part in parts if "--bots" in part]
        assert commands
        assert not [each for each in commands if "notes.py" in each.partition("--bots")[2]]


def test_a_game_or_a_seat_that_is_there_twice_is_refused(alone: Path) -> None:
    for table, what in (("games", "a game"), ("seats", "a seat of a game")):
        manifest = read_data(alone)
        shard = next(shard for shard in manifest["shards"] if shard["table"] == table)
        whole = pl.read_parquet(alone / shard["path"])
        reseal(alone, shard, whole.with_columns(pl.col("block", "rotation").first()))
        write_data(alone, manifest)
        with pytest.raises(RunError, match=f"has {what} twice"):
            load_run(alone).batches()
        reseal(alone, shard, whole)
        write_data(alone, manifest)


def test_a_shard_of_any_table_has_the_rows_that_the_manifest_says(experiment: Make, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run_experiment(experiment(games=20, rows=0, variants=["classic-2000", "dark-city"], detail="games"), run)
    manifest = read_data(run)
    shard = next(shard for shard in manifest["shards"] if shard["table"] == "blocks")
    rows = shard["rows"]
    reseal(run, shard, pl.concat([pl.read_parquet(run / shard["path"])] * 50))
    shard["rows"] = rows
    write_data(run, manifest)
    with pytest.raises(RunError, match=rf"it has {50 * rows} rows where manifest\.json says {rows}"):
        load_run(run)


def test_a_manifest_that_claims_very_many_shards_is_verified_soon(run: Path) -> None:
    manifest = read_data(run)
    for cell in manifest["cells"]:
        blocks = 300_000 * cell["shard_blocks"]
        cell |= {"blocks": blocks, "games": blocks * cell["rotations"], "row_blocks": blocks}
    write_data(run, manifest)
    begun = time.process_time()
    assert 0 < len(verify_run(LocalStore(run)).findings) < 2_000
    assert time.process_time() - begun < 20


def test_sums_of_very_many_groups_are_refused(alone: Path) -> None:
    manifest = read_data(alone)
    shard = next(shard for shard in manifest["shards"] if shard["table"] == "sums")
    sums = pl.read_parquet(alone / shard["path"]).with_columns(pl.col("group").cast(pl.String))
    one = sums.filter(pl.col("other_group").is_null(), pl.col("family").cast(pl.String) == "characters").head(1)
    many = pl.concat([one] * 6_000).with_columns(group=pl.int_range(6_000).cast(pl.String))
    reseal(alone, shard, pl.concat([sums, many], how="vertical_relaxed"))
    write_data(alone, manifest)
    with pytest.raises(RunError, match="more than any run has"):
        analyse([load_run(alone)])


def test_looking_at_an_experiment_loads_no_program(citadels: Speak, tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(EVIL.format(str(tmp_path / "ran")))
    bot = f"{tmp_path}/evil.py:choose"
    (tmp_path / "x.toml").write_text(f'variants = ["classic-2000"]\nlineups = [["{bot}"]]\n')
    for words in (("experiments", "show", str(tmp_path / "x.toml")), ("run", str(tmp_path / "x.toml"), "--dry-run")):
        code, _, err = citadels(*words)
        assert (code, "a program in a file" in err) == (2, True)
    assert not (tmp_path / "ran").exists()


def spoil(run: Path, table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
    """Change the first shard of a table, with its checksum and rows in the manifest."""
    manifest = read_data(run)
    shard = next(shard for shard in manifest["shards"] if shard["table"] == table)
    reseal(run, shard, change(pl.read_parquet(run / shard["path"])))
    write_data(run, manifest)


def filled(**columns: Any) -> Callable[[pl.DataFrame], pl.DataFrame]:
    return lambda frame: frame.with_columns(pl.lit(value).alias(name) for name, value in columns.items())


def repeated(frame: pl.DataFrame) -> pl.DataFrame:
    return pl.concat([frame.head(1)] * 5_000)


def numbered(name: str) -> Callable[[pl.DataFrame], pl.DataFrame]:
    return lambda frame: repeated(frame).with_columns(pl.format("x{}", pl.int_range(pl.len())).alias(name))


CONTENTS: list[tuple[str, Callable[[pl.DataFrame], pl.DataFrame], str]] = [
    ("games", filled(rounds=2**40), "column rounds: 1099511627776 should be"),
    ("games", filled(block=10**15), "column block: 10{15} should be 0 to"),
    ("games", filled(block=10**9), "its blocks are not all of 0 to"),
    ("games", filled(rotation=-1), "column rotation: -1 should be 0 to 7"),
    ("games", filled(players=3), "not of the expected cell"),
    ("seats", filled(win=float("nan")), "column win: some of its values are not numbers"),
    ("seats", filled(win=float("inf")), "column win: inf should be"),
    (
        "seats",
        lambda frame: frame.with_columns(total=pl.when(pl.col("seat") > 0).then("total")),
        "column total: .* of its rows have nothing",
    ),
    ("seats", filled(bot="\x1b[2J<script>"), r"column bot: '\\x1b\[2J<script>' is none that there is"),
    ("turns", repeated, "has a row twice"),
    ("turns", numbered("character"), "column character: '.*' is none that there is"),
    ("turns", filled(round=2**40), "column round: 1099511627776 should be 0 to 1000"),
    ("turns", lambda frame: frame.with_columns(offered=pl.lit(["king"] * 3_000)), "column offered: a list of 3,000"),
    ("turns", numbered("gathered"), "column gathered: more than 64 different texts|has a row twice"),
]


@pytest.mark.parametrize(("table", "change", "words"), CONTENTS)
def test_rows_that_no_run_has_are_refused_before_anything_is_made_of_them(
    experiment: Make, tmp_path: Path, table: str, change: Callable[[pl.DataFrame], pl.DataFrame], words: str
) -> None:
    run = tmp_path / "run"
    run_experiment(experiment(games=20, lineups=[["builder", "random"]], detail="turns"), run)
    load_run(run)
    spoil(run, table, change)
    with pytest.raises(RunError, match=rf"part-00000\.parquet: .*(?:{words})"):
        load_run(run)


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("forks", repeated, "has a row twice"),
        ("forks", numbered("character"), "column character: 'x0' is none that there is"),
        ("crowns", repeated, "has a row twice"),
        ("crowns", lambda frame: frame.with_columns(distance=pl.int_range(pl.len())), "column distance: .* should be 0 to 7"),
        ("bans", numbered("character"), "column character: 'x0' is none that there is"),
        ("bans", filled(arm="all"), "column arm: 'all' is none that there is"),
        ("luck", numbered("held"), "column held: more than 64 different texts"),
    ],
)
def test_rows_that_no_run_of_another_kind_has_are_refused(
    experiment: Make, tmp_path: Path, kind: str, change: Callable[[pl.DataFrame], pl.DataFrame], words: str
) -> None:
    run = tmp_path / "run"
    run_experiment(experiment(kind=kind, games=8, lineups=[["builder"]]), run)
    load_run(run, kind=None)
    spoil(run, kind, change)
    with pytest.raises(RunError, match=rf"part-00000\.parquet: {words}"):
        load_run(run, kind=None)


def test_a_damaged_shard_that_claims_very_many_rows_is_verified_without_them(run: Path) -> None:
    frame = pl.DataFrame({"players": pl.repeat(4, 12_000_000, dtype=pl.Int8, eager=True)})
    path = run / "games/part-00000.parquet"
    frame.with_columns(variant=pl.lit("x"), lineup=pl.lit("y")).write_parquet(path, row_group_size=1 << 18)
    (finding,) = (one for one in verify_run(LocalStore(run)).findings if one.path == "games/part-00000.parquet")
    assert (finding.fault, "not a complete Parquet file" in finding.text) == ("damaged", True)
