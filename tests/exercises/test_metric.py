"""The recipe "A metric", followed: a figure of games with a sum of its own, drawn on the page."""

from __future__ import annotations

import json

import polars as pl
import pytest

from tests.exercises.house import Behind, End, House, Into

pytestmark = pytest.mark.rotated(2, together=True)

EDITS = (
    Into("citadels_sim/designs/tournament/naming_metrics.py", 'Sum("missed", 1 - pl.col("hit"), "naming"),', table="NAMING", argument=3),
    Into(
        "citadels_sim/designs/tournament/naming_metrics.py",
        """Metric(
            "miss_rate", "Names that miss", "Is the mind game deep?", "fraction of names", "missed", "names", "descriptive",
            "Characters named that no other player held.", share=True,
        ),""",
        table="NAMING",
        argument=4,
    ),
    Behind(
        "citadels_sim/designs/tournament/naming_blocks.py",
        "yield _misses(at, powers, played)",
        function="naming_blocks",
        name="hits",
    ),
    End(
        "citadels_sim/designs/tournament/naming_blocks.py",
        """

def _misses(at: Mapping[tuple[str, str], dict[str, object]], powers: list[str], played: Played) -> Dots:
    rows = tuple(Row(power.capitalize(), (Value.from_row(at.get((power, "miss_rate"))),), power) for power in powers)
    return Dots(
        slug="misses",
        title="Names in vain",
        table="naming",
        **played.head(f"{rows[0].values[0].whole} of the names for {rows[0].key} miss.", CHAPTER),
        unit="share of names that miss",
        how="Nobody else held the character.",
        members="powers",
        head="Named for",
        columns=(Column("Names that miss"),),
        rows=rows,
        first_page=True,
    )
""",
    ),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House("A metric", tmp_path_factory.mktemp("metric"), EDITS)
    house.citadels("run --variant classic-2000 --players 3 --games 33 --bots random --workers 1 --out runs/random")
    house.citadels("report runs/random --out report --figures svg")
    return house


def test_the_recipe_names_what_it_takes(house: House) -> None:
    house.check_files(2)


def test_it_is_listed_and_answered_by_its_name(house: House) -> None:
    assert "naming.miss_rate" in house.citadels("metrics")
    assert "Characters named that no other player held." in house.citadels("metrics naming.miss_rate")
    code = 'import citadels_sim as cs; print(cs.Run("runs/random").metric("naming.miss_rate").write_json())'
    rows = json.loads(house.python(code))
    assert {row["group"] for row in rows} == {"murder", "theft"}
    hit = pl.read_csv(house.folder / "report/tables/naming.csv").filter(metric="hit_rate", group="murder")["value"][0]
    missed = next(row["value"] for row in rows if row["group"] == "murder")
    assert missed == pytest.approx(1 - hit)


def test_it_is_in_the_data_of_the_report(house: House) -> None:
    assert "miss_rate" in (house.folder / "report/report.json").read_text(encoding="utf-8")
    assert "miss_rate" in set(pl.read_csv(house.folder / "report/tables/naming.csv")["metric"])


def test_its_chart_is_on_both_pages_and_in_a_file(house: House) -> None:
    for page in ("index.html", "details.html"):
        text = (house.folder / "report" / page).read_text(encoding="utf-8")
        figure = next((part for part in text.split("<figure")[1:] if "of the names for murder miss." in part), "")
        assert "<svg" in figure.split("</figure>")[0], f"{page} has no chart of it"
    assert [path.name for path in (house.folder / "report").rglob("*.svg") if "misses" in path.name]


def test_it_is_in_the_terminal_and_in_markdown(house: House) -> None:
    assert "of the names for murder miss." in (house.folder / "report/report.md").read_text(encoding="utf-8")
