"""Runs with districts of a variant's own, and the command that tells one: tables, pages, replays, every design."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.catalogue import DISTRICTS
from citadels_sim.variants import from_resolved, load_variant

Speak = Any

MINE = """
name = "mine"
title = "Mine"
extends = "classic-2000"
[districts.customs]
title = "<b>Customs & \\u201cCo\\u201d</b>"
type = "trade"
cost = 1
copies = 9
[districts.beacon]
title = "Beacon of the Night"
type = "unique"
cost = 2
copies = 5
effect = "dragon-gate"
bonus = 4
"""
OTHER = """
name = "other"
title = "Other"
extends = "classic-2000"
[districts.beacon]
title = "Beacon of the Night"
type = "military"
cost = 1
copies = 9
effect = "library"
[deck.random_unique]
count = 1
from = ["park", "museum"]
"""
DESIGNS: dict[str, dict[str, Any]] = {
    "forks": {"replicates": 1},
    "bans": {},
    "flow": {},
    "casts": {},
    "luck": {"replicates": 2},
    "kingmaking": {},
    "crowns": {"replicates": 1},
}


def written(folder: Path, *texts: str) -> list[str]:
    """Variant files of these texts."""
    files = [folder / f"{text.split('name = ')[1].splitlines()[0].strip(chr(34))}.toml" for text in texts]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    return [str(file) for file in files]


def test_a_card_is_told_in_sentences(citadels: Speak, tmp_path: Path) -> None:
    (file,) = written(tmp_path, MINE)
    code, out, _ = citadels("variants", "card", "beacon", "--variant", file)
    told = " ".join(out.split())
    assert code == 0
    assert told.startswith(
        "Beacon of the Night, unique, costs 2 gold. Has the effect of the Dragon Gate, with its own numbers; as printed: "
    )
    assert citadels("variants", "card", "becon", "--variant", file)[::2] == (
        2,
        "citadels: CARD: 'becon' is no character or district of 'mine'. Did you mean 'beacon'?\n",
    )


def test_faults_are_one_message(citadels: Speak, tmp_path: Path) -> None:
    (file,) = written(
        tmp_path, MINE.replace("cost = 1", "cost = 99").replace('"dragon-gate"', '"dragon-gates"') + "[districts.park]\nbonus = 3\n"
    )
    code, out, error = citadels("variants", "check", file)
    assert (code, out) == (2, "")
    assert [line.strip().partition(":")[0] for line in error.splitlines()[1:]] == [
        "districts.customs.cost",
        "districts.beacon.effect",
        "districts.beacon.bonus",
        "districts.park.bonus",
    ]
    assert "Did you mean 'dragon-gate'?" in error


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two variants that have different districts of their own under the same codes, one of them of the same id."""
    from citadels_sim.runs.runner import run_experiment
    from tests.small_runs import small

    folder = tmp_path_factory.mktemp("own")
    run_experiment(small(variants=written(folder, MINE, OTHER), games=40, detail="events"), folder / "run")
    return folder / "run"


def test_tables_name_them_by_their_ids(played: Path) -> None:
    events = pl.concat([pl.read_parquet(file) for file in sorted(played.glob("events/*.parquet"))])
    built = events.filter(pl.col("kind") == "build").group_by("variant").agg("district")
    own = {row[0]: set(row[1]) - {place.id for place in DISTRICTS} for row in built.iter_rows()}
    assert own == {"mine": {"customs", "beacon"}, "other": {"beacon"}}
    assert events.schema["district"] == pl.Enum([*(place.id for place in DISTRICTS), "beacon", "customs"])
    variants = json.loads((played / "manifest.json").read_text(encoding="utf-8"))["variants"]
    assert from_resolved(variants["mine"]["resolved"]).cards.title("beacon") == "Beacon of the Night"


def test_a_replay_names_them(citadels: Speak, played: Path) -> None:
    code, out, error = citadels("replay", str(played), "--game", "0", "--labels")
    assert code == 0, error
    assert "Beacon of the Night" in out or "<b>Customs" in out
    assert "build:customs" in out or "build:beacon" in out


def test_pages_can_be_written(citadels: Speak, played: Path, tmp_path: Path) -> None:
    assert citadels("report", str(played), "--out", str(tmp_path / "report")).code == 0
    pages = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "report").glob("*.html"))
    assert "<b>Customs" not in pages
    assert citadels("runs", "verify", str(played)).code == 0


@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_is_played_with_them(citadels: Speak, tmp_path: Path, design: str) -> None:
    variants = written(tmp_path, MINE, OTHER)
    keys = {"name": "own", "kind": design, "variants": variants, "players": [4], "games": 8, "seed": 3, "lineups": [["random"]]}
    file = tmp_path / "own.toml"
    file.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in (keys | DESIGNS[design]).items()), encoding="utf-8")
    code, _, error = citadels("run", str(file), "--workers", "1", "--out", str(tmp_path / design))
    assert code == 0, error
    assert citadels("runs", "verify", str(tmp_path / design)).code == 0
    assert citadels("report", str(tmp_path / design), "--out", str(tmp_path / "report")).code in (0, 2)


def test_what_they_are_worth_is_analysed(tmp_path: Path) -> None:
    """Opening hands and fates of a run of drawn casts have them, with type and cost."""
    from citadels_sim.designs.casts.hands import analyse_districts
    from citadels_sim.runs.experiment import read_experiment
    from citadels_sim.runs.reading import load_run
    from citadels_sim.runs.runner import run_experiment

    file = tmp_path / "own.toml"
    keys = {
        "name": "own",
        "kind": "casts",
        "variants": written(tmp_path, MINE),
        "players": [4],
        "games": 400,
        "seed": 3,
        "lineups": [["random"]],
    }
    file.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in keys.items()), encoding="utf-8")
    run_experiment(read_experiment(str(file)), tmp_path / "run", workers=1)
    rows = analyse_districts(load_run(tmp_path / "run", kind="casts")).districts
    own = {row["district"]: (row["type"], row["cost"]) for row in rows.iter_rows(named=True) if row["district"] in ("customs", "beacon")}
    assert own == {"customs": ("trade", 1), "beacon": ("unique", 2)}
    cards = pl.concat([pl.read_parquet(each) for each in sorted((tmp_path / "run").glob("cards/*.parquet"))])
    assert {"customs", "beacon"} <= set(cards["district"].unique())
    assert load_variant(tmp_path / "mine.toml").cards.own_districts
