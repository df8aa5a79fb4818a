"""The recipe "A design", followed: a kind of experiment inside the package, with its command, its chapter and its place on the page."""

from __future__ import annotations

import json

import polars as pl
import pytest

from tests.designs.test_outside_design import FILES
from tests.exercises.house import Edit, House, Into, New

pytestmark = pytest.mark.rotated(2, together=True)


def moved(name: str) -> Edit:
    """A module of the design that an installed package offers, at its place in this package."""
    text = FILES[f"greed/{name}"].replace("from greed.", "from citadels_sim.designs.greed.")
    lines = [line for line in text.splitlines() if "Command(" not in line]
    return New(f"citadels_sim/designs/greed/{name}", "\n".join(lines).replace("import Command, Design", "import Design") + "\n")


EDITS = (
    *(moved(name) for name in ("__init__.py", "play.py", "metrics.py", "analyse.py", "blocks.py")),
    Into("citadels_sim/runs/designs.py", '"greed"', table="_FOLDERS"),
    Into("citadels_sim/cli/commands.py", '"greed": "Show the gold that is left at the end.",', table="GROUPS", key="MEASURE"),
    New(
        "citadels_sim/cli/designs/greed.py",
        '''
"""``citadels greed``: the gold that is left at the end."""

from __future__ import annotations

from citadels_sim.cli.measuring import Counted, Reading, measures

EXAMPLES = ("citadels greed --variant classic-2000 --players 4 --games 50 --out runs/greed",)


@measures("greed", Counted("--games", "Games per cell.", 100))
def command() -> Reading:
    """Show the gold that is left at the end."""
    return Reading(lambda run: run.design.module("blocks").show(run))
''',
    ),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House("A design", tmp_path_factory.mktemp("design"), EDITS)
    words = "greed --variant classic-2000 --players 3 --games 36 --bots random --workers 1 --seed 3 --out runs/greed"
    printed = house.citadels(words)
    assert "Greed does not pay." in printed
    house.citadels("report runs/greed --out report")
    return house


def test_the_recipe_names_what_it_takes(house: House) -> None:
    house.check_files(8)


def test_its_command_plays_reads_again_and_gives_data(house: House) -> None:
    assert "greed" in house.citadels("--help")
    assert "--games" in house.citadels("greed --help")
    assert "Greed does not pay." in house.citadels("greed runs/greed")
    told = json.loads(house.citadels("greed runs/greed --json"))
    mean = pl.read_parquet(house.folder / "runs/greed/greed/*.parquet").filter(seat=0)["gold"].mean()
    assert next(row["value"] for row in told["greed"] if (row["metric"], row["group"]) == ("gold_left", "0")) == pytest.approx(mean)


def test_its_run_is_verified_and_its_figures_are_listed(house: House) -> None:
    assert "complete and unchanged" in house.citadels("runs verify runs/greed")
    assert "greed.gold_left" in house.citadels("metrics")


def test_it_has_a_chapter_and_a_section_of_the_first_page(house: House) -> None:
    details = (house.folder / "report/details.html").read_text(encoding="utf-8")
    assert '<h2 id="greed-title">Greed</h2>' in details
    assert "Greed does not pay." in details
    first = (house.folder / "report/index.html").read_text(encoding="utf-8")
    assert "Gold left" in first.split('<section id="greed"')[1]
    table = pl.read_csv(house.folder / "report/tables/greed.csv").filter(metric="gold_left")
    assert table.height == 3
    assert table["low"].is_not_null().all()
