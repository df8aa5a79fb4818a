"""A design of an installed package: planned, played, resumed, verified, analysed, reported and listed without an edit of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

pytestmark = pytest.mark.rotated(3, together=True)

PACKAGE = Path(__file__).resolve().parents[2]

FILES = {
    "greed/__init__.py": """
from citadels_sim.runs.design import Command, Design
from citadels_sim.tables.columns import GAME_KEY, table

GREED = table(
    "greed", GAME_KEY,
    ("seat", "int8", "seat", "seat, from 0, clockwise"),
    ("gold", "int64", "gold", "gold in the stash at the end"),
    ("credit", "int64", "wins/840", "credit for the win, in 840ths"),
)
DESIGN = Design(
    name="greed", home=__name__, title="a run of greed", summary="the gold that is left at the end is noted", counted="games of greed",
    tables=(GREED,), shard_games=5, played="games of greed", command=("run",), answer=("greed",), chapter="greed",
    commands={"greed": Command(f"{__name__}.command", "Show the gold that is left at the end.")},
)
""",
    "greed/play.py": """
import polars as pl

from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import WHOLE_GAME, deal, run
from citadels_sim.designs.player import Player


class GreedPlayer(Player):
    KERNELS = (run,)

    def game(self, seed):
        _, state, raw, rules, journal, legal = self.table
        raw[:] = 0
        deal(state, rules, legal, seed)
        apply(state, rules, journal, legal, A_BEGIN_ROUND)
        run(self.table, WHOLE_GAME)
        return state.public

    def tables(self, shard, stop):
        rows = []
        for deals in self._deals(shard.first, shard.blocks, 1, stop):
            public = self.game(deals.seeds[deals.first])
            places = [int(public.place[seat]) for seat in range(public.players)]
            for seat, place in enumerate(places):
                credit = 840 // places.count(1) if place == 1 else 0
                key = {"block": shard.first + deals.first, "rotation": 0, "seat": seat}
                rows.append(key | {"gold": int(public.gold[seat]), "credit": credit})
        return {"greed": pl.DataFrame(rows)}


PLAYER = GreedPlayer
""",
    "greed/metrics.py": """
import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

GREED = Family(
    "greed", pl.col("seat"), "seat",
    (Sum("games", pl.lit(1), "greed"), Sum("gold", pl.col("gold"), "greed"), Sum("credit", pl.col("credit"), "greed", 1 / 840)),
    (Metric("gold_left", "Gold left", "Who is greedy?", "gold per game", "gold", "games", "descriptive", "Of each seat.", least=0.0),
     Metric("wins", "Wins", "Who wins?", "win chance", "credit", "games", "ITT", "Of each seat.", share=True)),
)
FAMILIES = (GREED,)
""",
    "greed/analyse.py": """
from greed.metrics import GREED

from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate


def family_moments(entry, run):
    return row_moments(entry, run.own_rows().collect())


def analyse(run):
    return estimate(GREED, family_moments(GREED, run))
""",
    "greed/blocks.py": """
from greed.analyse import analyse

from citadels_sim.show.blocks import Column, Dots, Row, Shown, cells_of
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import key_of


def show(run):
    table = analyse(run)
    return Shown(tuple(block(table.filter(**key_of(cell)), cell) for cell in cells_of(table)), {"greed": table}, {"greed": "greed"})


def block(table, cell):
    gold, wins = (table.filter(metric=metric).to_dicts() for metric in ("gold_left", "wins"))
    rows = tuple(Row(f"Seat {a['group']}", (Value.from_row(a), Value.from_row(b))) for a, b in zip(gold, wins, strict=True))
    return Dots(
        slug="greed", title="Gold left", table="greed", cell=cell, finding="Greed does not pay.", unit="gold per game", how="In the stash.",
        members="seats", basis=f"{gold[0]['blocks']} deals", head="Seat", columns=(Column("Gold"), Column("Wins")), rows=rows,
        first_page=True,
    )
""",
    "greed/command.py": """
from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = ("citadels greed runs/greed",)


def command(run: Annotated[Path, typer.Argument(help="A run of greed.")]) -> None:
    "Show the gold that is left at the end."
    from greed.blocks import show

    from citadels_sim.cli.results import print_shown
    from citadels_sim.runs.reading import load_run

    loaded = load_run(run, kind="greed")
    print_shown(loaded, show(loaded), as_json=False)
""",
    "greed-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: greed\nVersion: 1.0\n",
    "greed-1.0.dist-info/entry_points.txt": "[citadels_sim.designs]\ngreed = greed:DESIGN\nbroken = greed.nowhere:DESIGN\n",
    "greed.toml": 'name = "greed"\nkind = "greed"\nvariants = ["classic-2000", "dark-city"]\nplayers = [3]\ngames = 12\nseed = 3\n',
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of it from which a package with a design of its own can be imported."""
    folder = tmp_path_factory.mktemp("site")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert "Next: citadels greed runs/one" in citadels(folder, "run", "greed.toml", "--out", "runs/one", "--workers", "1")
    return folder


def citadels(place: Path, *words: str, code: int = 0) -> str:
    """Run a command line in a process that has the package, and return what it printed."""
    paths = os.pathsep.join([str(place), str(PACKAGE)])
    done = subprocess.run(
        [sys.executable, "-m", "citadels_sim", *words], cwd=place, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True
    )
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("greed/*.parquet"))}


def test_it_is_played_by_any_workers_and_resumed_to_the_same_bytes(place: Path) -> None:
    whole = files(place / "runs/one")
    assert len(whole) == 6
    citadels(place, "run", "greed.toml", "--out", "runs/two", "--workers", "2")
    assert files(place / "runs/two") == whole
    (place / "runs/two/greed/part-00002.parquet").unlink()
    assert "played again" in citadels(place, "run", "greed.toml", "--out", "runs/two")
    assert files(place / "runs/two") == whole
    assert "complete and unchanged" in citadels(place, "runs", "verify", "runs/two")
    rows = pl.read_parquet(place / "runs/one/greed/*.parquet")
    assert rows.height == 2 * 12 * 3
    assert rows.group_by("variant", "block").agg(pl.col("credit").sum())["credit"].unique().to_list() == [840]


def test_its_columns_are_in_the_manifest_and_its_figures_in_the_lists(place: Path) -> None:
    manifest = json.loads((place / "runs/one/manifest.json").read_text())
    assert manifest["columns"]["greed"]["gold"] == "gold in the stash at the end"
    assert "greed.gold_left" in citadels(place, "metrics")
    assert "greed" in citadels(place, "--help")


def test_it_is_analysed_and_reported(place: Path) -> None:
    mean = pl.read_parquet(place / "runs/one/greed/*.parquet").filter(variant="classic-2000", seat=0)["gold"].mean()
    printed = citadels(place, "greed", "runs/one")
    assert "classic-2000, 3 players, builder: gold left, 12 deals." in printed
    assert "Greed does not pay." in printed
    code = 'import citadels_sim as cs; print(cs.Run("runs/one").metric("greed.gold_left")["value"][0])'
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(place), str(PACKAGE)])},
    )
    assert float(done.stdout) == pytest.approx(mean)
    citadels(place, "report", "runs/one", "--out", "report")
    page = (place / "report/details.html").read_text()
    assert '<section id="greed"' in page
    assert "Greed does not pay." in page
    assert '<h2 id="greed-title">Greed</h2>' in page
    table = pl.read_csv(place / "report/tables/greed.csv").filter(metric="gold_left", variant="classic-2000")
    assert (table.height, table["note"][0]) == (3, "too few")  # of 12 deals nothing is shown
    first = (place / "report/index.html").read_text()
    assert '<section id="greed"' in first
    assert "Gold left" in first


def test_a_design_that_cannot_be_loaded_is_named_where_it_is_wanted(place: Path) -> None:
    (place / "broken.toml").write_text(FILES["greed.toml"].replace('kind = "greed"', 'kind = "broken"'))
    assert "greed 1.0 (greed.nowhere:DESIGN) cannot be loaded" in citadels(place, "run", "broken.toml", code=2)
    (place / "odd.toml").write_text(FILES["greed.toml"].replace('kind = "greed"', 'kind = "greet"'))
    assert "Did you mean 'greed'?" in citadels(place, "run", "odd.toml", code=2)
