"""Tables of several runs, read as one by the package, and by other tools as the guide says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import citadels_sim as cs
from tests.readme.runner import read_blocks, run_blocks
from tests.synthetic_run import Toy, write_run

GUIDE = Path(__file__).parents[2] / "docs" / "runs.md"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs of different variants and bots, and so of different types of texts."""
    home = tmp_path_factory.mktemp("together")
    write_run(home / "runs" / "seats", Toy(lineups=(("builder",), ("builder", "random"))))
    write_run(home / "runs" / "precise", Toy(variants=("classic-2000", "classic-summary"), lineups=(("planner", "builder"),), seed=2))
    return home


@pytest.fixture
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)


BOTH = ["runs/seats", "runs/precise"]


@pytest.mark.usefixtures("_at_home")
@pytest.mark.parametrize("table", ["games", "seats", "turns"])
def test_the_rows_of_both_runs_are_there_with_their_values(table: str) -> None:
    rows = cs.read(BOTH, table).collect()
    for run in BOTH:
        alone = pl.concat([pl.read_parquet(path) for path in sorted(Path(run, table).glob("*.parquet"))])
        texts = [name for name, dtype in alone.schema.items() if isinstance(dtype, pl.Enum)]
        own = rows.filter(run=run).drop("run").with_columns(pl.col(texts).cast(pl.String))
        assert own.equals(alone.with_columns(pl.col(texts).cast(pl.String)).select(own.columns))
    assert set(rows["run"]) == set(BOTH)


@pytest.mark.usefixtures("_at_home")
def test_without_the_reader_polars_refuses_the_files_of_both() -> None:
    """Should this fail, a later Polars unites them, and the guide can say so."""
    with pytest.raises(pl.exceptions.SchemaError):
        pl.scan_parquet([path for run in BOTH for path in Path(run, "seats").glob("*.parquet")]).collect()


@pytest.mark.usefixtures("_at_home")
def test_turns_become_csv_and_come_back(tmp_path: Path) -> None:
    rows = cs.read(BOTH, "turns", flat=True).collect()
    rows.write_csv(tmp_path / "turns.csv")
    again = pl.read_csv(tmp_path / "turns.csv", infer_schema_length=None)
    assert again.height == rows.height
    lists = cs.read(BOTH, "turns").collect()["offered"].cast(pl.List(pl.String))
    assert again["offered"].str.split(" ").equals(lists)
    assert lists.list.len().max() > 1


@pytest.mark.usefixtures("_at_home")
def test_one_run_and_its_main_table_need_no_list_and_no_name() -> None:
    assert cs.read("runs/seats").collect().equals(cs.read([Path("runs/seats")], "games").collect())


@pytest.mark.usefixtures("_at_home")
def test_a_column_that_one_run_lacks_is_null_there(tmp_path: Path) -> None:
    write_run(tmp_path / "earlier", Toy(seed=3))
    for path in (tmp_path / "earlier" / "turns").iterdir():
        pl.read_parquet(path).with_columns(gold_spent_otherwise=pl.lit(1, pl.Int16)).write_parquet(path)
    rows = cs.read(["runs/seats", tmp_path / "earlier"], "turns", verify=False).collect()
    given, added = (rows.filter(run=str(run))["gold_spent_otherwise"] for run in ("runs/seats", tmp_path / "earlier"))
    assert set(given) == {None}
    assert set(added) == {1}


@pytest.mark.usefixtures("_at_home")
@pytest.mark.parametrize(
    ("runs", "table", "words"),
    [
        ([], "seats", "No run given"),
        (BOTH, "seat", r"runs/seats: has no table 'seat'; it has games, seats, turns\. Did you mean 'seats'\?"),
        (BOTH, "events", r"runs/seats: has no table 'events'; it has games, seats, turns\."),
        (["runs/seats", "runs/seats"], "seats", "given twice"),
        (["runs/none"], "seats", "runs/none: does not exist"),
        (["runs/seats", "runs/none"], "seats", "runs/none: does not exist"),
    ],
)
def test_what_cannot_be_read_is_one_message(runs: list[str], table: str, words: str) -> None:
    with pytest.raises(cs.RunError, match=words):
        cs.read(runs, table)


@pytest.mark.parametrize("package", ["xlsxwriter", "pyarrow", "duckdb"])
def test_the_examples_of_the_guide_that_need_a_package_run(home: Path, package: str) -> None:
    pytest.importorskip(package)
    part = GUIDE.read_text(encoding="utf-8").partition("## Tables in other tools")[2].partition("\n## ")[0]
    blocks = [block for block in read_blocks(part) if block.not_run == f"needs {package}"]
    assert blocks
    outcomes = list(run_blocks([replace(block, not_run=None) for block in blocks], home))
    assert [(outcome.state, outcome.output) for outcome in outcomes if outcome.state != "ran"] == []
    if package in ("pyarrow", "duckdb"):
        assert {"builder", "planner", "random"} <= set(outcomes[0].output.replace("'", " ").split())
