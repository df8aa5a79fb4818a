"""Run folders that cannot be reported on: one message each, which names the file and says what would be right."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import load_run, load_runs
from tests.synthetic_run import Toy, edit_manifest, write_run


@pytest.fixture
def run(tmp_path):
    return write_run(tmp_path / "run", Toy(blocks=30))


def shard(run, table="turns"):
    return next(iter(sorted((run / table).iterdir())))


def test_a_folder_that_is_not_there_names_the_nearest_run(run):
    with pytest.raises(RunError, match=r"rum: does not exist.*Did you mean 'run'"):
        load_run(run.parent / "rum")


def test_an_empty_folder_is_no_run(tmp_path):
    with pytest.raises(RunError, match=r"is empty: not a run folder"):
        load_run(tmp_path)


def test_a_folder_of_something_else_is_no_run(tmp_path):
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(RunError, match=r"has no manifest\.json"):
        load_run(tmp_path)


def test_a_file_is_no_run(tmp_path):
    (tmp_path / "run").write_text("hello")
    with pytest.raises(RunError, match="is a file, not a run folder"):
        load_run(tmp_path / "run")


def test_a_run_still_going_prints_the_command_that_goes_on(run):
    edit_manifest(run, state="running")
    with pytest.raises(RunError, match=rf"not finished.*citadels run --variant classic-2000 --players 4 .* --name toy --out {run}$"):
        load_run(run)


def test_a_manifest_with_an_error_is_reported_where(run):
    (run / "manifest.json").write_text("{ not json")
    with pytest.raises(RunError, match=r"manifest\.json: not a manifest of a run: the file: Invalid JSON"):
        load_run(run)


def test_a_manifest_that_lacks_keys_names_them(run):
    manifest = json.loads((run / "manifest.json").read_text())
    del manifest["cells"], manifest["experiment"]["seed"]
    (run / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunError, match=r"experiment\.seed: Field required; cells: Field required"):
        load_run(run)


def test_a_later_version_of_the_folder_is_refused(run):
    edit_manifest(run, schema=3)
    with pytest.raises(RunError, match="schema: version 3, but this package reads 1 and 2"):
        load_run(run)


def test_a_missing_shard_is_named(run):
    path = shard(run)
    path.unlink()
    with pytest.raises(RunError, match=rf"{path.name}: the shard is missing.*citadels run"):
        load_run(run)


def test_a_shard_with_another_checksum_is_named(run):
    path = shard(run)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(RunError, match=rf"{path.name}: the shard is damaged: its checksum"):
        load_run(run)


def test_a_shard_that_is_no_parquet_is_named(run):
    path = shard(run, "seats")
    path.write_bytes(b"PAR1 nothing")
    with pytest.raises(RunError, match=rf"{path.name}: the shard is damaged: it is not a complete Parquet file"):
        load_run(run, verify=False)


def test_a_shard_that_lacks_a_column_names_it(run):
    path = shard(run)
    pl.read_parquet(path).drop("offered", "slot").write_parquet(path)
    with pytest.raises(RunError, match="lacks the columns slot, offered"):
        load_run(run, verify=False)


def test_a_run_from_before_a_column_that_no_figure_needs_is_read(run):
    assert "gold_spent_otherwise" not in pl.read_parquet_schema(shard(run))
    assert load_run(run).manifest.shards


def test_a_run_of_an_earlier_form_is_to_be_run_again_into_a_new_folder(run):
    for path in (run / "turns").iterdir():
        pl.read_parquet(path).drop("tax_paid", "districts_lost").write_parquet(path)
    with pytest.raises(RunError, match=r"lacks the columns tax_paid, districts_lost: another version.*new folder .*citadels run") as error:
        load_run(run, verify=False)
    assert "plays its games again" not in str(error.value)


def test_a_shard_with_too_few_rows_is_named(run):
    path = shard(run, "games")
    pl.read_parquet(path).head(3).write_parquet(path)
    with pytest.raises(RunError, match=r"3 rows where manifest\.json says 25"):
        load_run(run, verify=False)


def test_several_damaged_shards_are_counted(run):
    for path in (run / "turns").iterdir():
        path.unlink()
    with pytest.raises(RunError, match=r"and 1 more"):
        load_run(run)


def test_a_run_without_games_has_nothing_to_report(run):
    edit_manifest(run, shards=[])
    with pytest.raises(RunError, match=r"no 'games' table"):
        load_run(run)


def test_no_run_at_all_is_refused():
    with pytest.raises(RunError, match="No run given"):
        load_runs([])


def test_the_same_run_twice_is_refused(run):
    with pytest.raises(RunError, match="given twice"):
        load_runs([run, run.parent / "." / "run"])


def test_two_runs_with_the_same_games_are_refused(run, tmp_path):
    again = write_run(tmp_path / "again", Toy(blocks=40))
    with pytest.raises(RunError, match="its games would count twice"):
        load_runs([run, again])


def test_runs_that_ask_different_questions_of_the_same_games_go_together(run, tmp_path):
    """Two cards of which it is asked why, or two conditions: their figures are not added up."""
    folders = [write_run(tmp_path / name, Toy(blocks=40)) for name in ("one", "other", "same")]
    for folder, what in zip(folders, ("merchant", "bishop", "bishop"), strict=True):
        edit_manifest(folder, experiment=json.loads((folder / "manifest.json").read_text())["experiment"] | {"what": what})
    assert len(load_runs(folders[:2])) == 2
    with pytest.raises(RunError, match="its games would count twice"):
        load_runs(folders[1:])


def test_one_name_for_two_rules_is_refused(run, tmp_path):
    other = write_run(tmp_path / "other", Toy(blocks=30, seed=2))
    manifest = json.loads((other / "manifest.json").read_text())
    manifest["variants"]["classic-2000"]["digest"] = "f" * 16
    (other / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunError, match="their rules differ"):
        load_runs([run, other])


HOSTILE = 'x"><img src=x onerror=document.title=1337>'


def edited(run, change):
    manifest = json.loads((run / "manifest.json").read_text())
    change(manifest)
    (run / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("name", lambda m: m.update(name=HOSTILE)),
        ("experiment.name", lambda m: m["experiment"].update(name="a/../../ESCAPED")),
        ("experiment.variants.0", lambda m: m["experiment"].update(variants=["a\\b"])),
        ("experiment.between.1", lambda m: m["experiment"].update(between=["a", "B"])),
        ("experiment.lineups.0.0", lambda m: m["experiment"].update(lineups=[["\x1b[2J"]])),
        ("cells.0.variant", lambda m: m["cells"][0].update(variant="My City")),
        ("cells.0.lineup", lambda m: m["cells"][0].update(lineup="builder\nrandom")),
        ("variants.classic-2000.title", lambda m: m["variants"]["classic-2000"].update(title="a" * 5000)),
        ("variants.x", lambda m: m["variants"].update({HOSTILE: m["variants"]["classic-2000"]})),
    ],
)
def test_a_manifest_with_a_name_that_is_none_is_refused(run, key, change):
    edited(run, change)
    wrong = "(should be 1 to 64|has invisible|of 1,000 at most)"
    with pytest.raises(RunError, match=rf"manifest\.json: not a manifest of a run: {key}.*{wrong}"):
        load_run(run)


def test_a_run_that_an_earlier_version_named_by_its_variants_is_read(run):
    edited(run, lambda m: m.update(name="classic-2000+dark-city"))
    edited(run, lambda m: m["experiment"].update(name="+".join(["citadels-2016-illustrious-emissaries"] * 3)[:80]))
    assert load_run(run).manifest.name == "classic-2000+dark-city"


def test_what_the_title_of_a_foreign_run_hides_is_shown_as_text(run):
    edited(run, lambda m: m["variants"]["classic-2000"].update(title="a\x1b[2J\u202eb"))
    assert load_run(run).manifest.variants["classic-2000"].title == "a\\x1b[2J\\u202eb"


NAMES = ("a[1]", "b?c", "s*r", "**", "~", "~x", "file:", "file:y", "http:z", "k=v", "{a,b}", "$HOME", "%20", "two words", "-d", "#h")
"""Names that Polars takes for patterns, addresses or keys, or a shell for something else."""


@pytest.mark.skipif(os.name == "nt", reason="has no such names")
@pytest.mark.parametrize("name", NAMES)
def test_any_name_of_a_folder_is_a_name(tmp_path, monkeypatch, name):
    write_run(tmp_path / "bxc" / "run", Toy(blocks=9, seed=2))  # what some of the names would match, too
    write_run(tmp_path / name / "run", Toy(blocks=5))
    shutil.copytree(tmp_path / name / "run", tmp_path / "outer" / name)
    for place, folder in ((tmp_path, f"{name}/run"), (tmp_path / name, "run"), (tmp_path / "outer", name)):
        monkeypatch.chdir(place)
        run = load_run(Path(folder))
        assert sum(batch.seats.collect().height for batch in run.batches()) == 5 * 4


def test_polars_gets_paths_from_one_module_only():
    package = Path(cs.__file__).parent
    calls = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"\bpl\.(scan_parquet|read_parquet(_schema)?)\((?!io\.BytesIO\()", path.read_text(encoding="utf-8"))
    ]
    assert calls == ["tables/parquet.py"]
