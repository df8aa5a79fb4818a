"""The commands that tell a card and begin a character of one's own, and runs with such characters: tables, pages, replays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.variants import from_resolved, load_variant

Speak = Any

DESIGNS = {
    "forks": {"replicates": 1},
    "bans": {},
    "flow": {},
    "casts": {},
    "luck": {"replicates": 2},
    "kingmaking": {},
    "crowns": {"replicates": 1},
}


def test_a_card_is_told_in_sentences(citadels: Speak) -> None:
    code, out, _ = citadels("variants", "card", "pickpocket", "--variant", "examples-own-characters")
    assert code == 0
    told = " ".join(out.split())
    assert told.startswith("Pickpocket, rank 2. Gets 1 gold for each military district. Names another character.")
    data = json.loads(citadels("variants", "card", "keep", "--json")[1])
    assert (data["id"], data["title"]) == ("keep", "Keep")
    assert citadels("variants", "card", "smugler", "--variant", "examples-own-characters")[::2] == (
        2,
        "citadels: CARD: 'smugler' is no character or district of 'examples-own-characters'. Did you mean 'smuggler'?\n",
    )


@pytest.mark.parametrize("parent", ["classic-2000", "citadels-2016", "examples-own-characters"])
def test_a_file_begins_with_a_character_of_ones_own(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parent: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert citadels("init", "mine", "--extends", parent, "--character", "river-rat").code == 0
    variant = load_variant(tmp_path / "mine.toml")
    assert variant.at(4).cast[6] == ("river-rat",)
    assert variant.cards.title("river-rat") == "River Rat"
    above, _, below = (tmp_path / "mine.toml").read_text(encoding="utf-8").partition("[characters.river-rat]")
    assert "[characters." not in above  # it is the first of the tables
    assert f"# mine plays like {parent}, except for your own cards," in above
    text = below.partition("# ----")[0]
    for line in (line for line in text.splitlines() if line.startswith("#") and not line.startswith("# ")):
        (tmp_path / "again.toml").write_text((tmp_path / "mine.toml").read_text().replace(line, line[1:], 1), encoding="utf-8")
        assert load_variant(tmp_path / "again.toml").digest == variant.digest, line


@pytest.mark.parametrize("parent", ["classic-2000", "citadels-2016-random"])
def test_a_file_begins_with_a_district_of_ones_own(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parent: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert citadels("init", "mine", "--extends", parent, "--district", "fish-market").code == 0
    variant = load_variant(tmp_path / "mine.toml")
    assert [table.basic["fish-market"] for table in variant.tables.values()] == [2] * len(variant.tables)
    assert (variant.cards.title("fish-market"), variant.usual.costs["fish-market"]) == ("Fish Market", 3)
    text = (tmp_path / "mine.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace("#points = 3", "points = 3").replace('"none"', '"dragon-gate"'), encoding="utf-8")
    assert load_variant(tmp_path / "mine.toml").cards.district("fish-market").effect == "dragon-gate"


def test_a_file_begins_with_a_character_and_a_district(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert citadels("init", "mine", "--character", "smuggler", "--district", "fish-market").code == 0
    cards = load_variant(tmp_path / "mine.toml").cards
    assert [each.id for each in (*cards.own_characters, *cards.own_districts)] == ["smuggler", "fish-market"]


LONG = "Bob's Best Friend Forever And Ever And Then Some"


@pytest.mark.parametrize(
    ("typed", "title"),
    [("river-rat", "River Rat"), ("river rat", "River Rat"), ("Rat «Zoë» \N{RAT}", "Rat «Zoë» \N{RAT}"), ('"Rat"', '"Rat"'), (LONG, LONG)],
)
def test_words_are_the_title_of_an_own_card_as_they_are_typed(
    citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, title: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert citadels("init", "mine", "--character", typed, "--district", f"{typed} town").code == 0
    cards = load_variant(tmp_path / "mine.toml").cards
    assert [who.title for who in cards.own_characters] == [title]
    assert [place.title.lower() for place in cards.own_districts] == [f"{typed} town".lower()]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--character", "king"), "--character: 'king' is already a character; choose another name."),
        (("--character", "9 lives"), "--character: '9-lives' is not a valid id of a character"),
        (("--character", "!!"), "--character: '!!' is not a valid id of a character"),
        (("--character", "gold"), "--character: 'gold' is a word in labels of actions"),
        (("--extends", "citadels-2016-random", "--character", "rat"), "draws every character; extend one with a cast."),
        (("--district", "keep"), "--district: 'keep' is already a district; choose another name."),
        (("--district", "king"), "--district: 'king' is a character; a district of your own needs an id that no card has."),
        (("--character", "rat", "--district", "rat"), "--district: 'rat' is already the id of the character; choose another."),
        (("--district", "2 Towers"), "--district: '2-towers' is not a valid id of a district"),
        (("--character", "Old Rat", "--district", "old-rat"), "--district: 'old-rat' is already the id of the character"),
        (("--character", "A\nB"), "--character: 'A\\nB' has invisible characters"),
        (("--extends", "examples-own-characters", "--district", "smuggler"), "--district: 'smuggler' is a character"),
    ],
)
def test_what_cannot_be_begun_is_refused(
    citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, error = citadels("init", "mine", *words)
    assert code == 2
    assert message in error
    assert list(tmp_path.iterdir()) == []


MINE = """
name = "mine"
title = "Mine"
extends = "classic-2000"
cast = ["assassin", "thief", "magician", "king", "bishop", "smuggler", "broker", "warlord"]
[characters.broker]
title = "<b>Broker & \\u201cCo\\u201d</b>"
rank = 7
power = "navigator"
[characters.smuggler]
title = "Smuggler of the Night"
rank = 6
income = "trade"
builds = 2
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two variants that have different characters of their own under the same codes, one of them of the same id."""
    from citadels_sim.runs.runner import run_experiment
    from tests.small_runs import small

    folder = tmp_path_factory.mktemp("own")
    (folder / "mine.toml").write_text(MINE, encoding="utf-8")
    run_experiment(small(variants=[str(folder / "mine.toml"), "examples-own-characters"], games=40, detail="events"), folder / "run")
    return folder / "run"


def test_tables_name_them_by_their_ids(played: Path) -> None:
    turns = pl.concat([pl.read_parquet(file) for file in sorted(played.glob("turns/*.parquet"))])
    own = {row[0]: set(row[1]) - {who.id for who in CHARACTERS} for row in turns.group_by("variant").agg("character").iter_rows()}
    assert own == {"mine": {"smuggler", "broker"}, "examples-own-characters": {"pickpocket", "smuggler", "guildmaster"}}
    assert isinstance(turns.schema["character"], pl.Enum)
    assert turns.schema["character"].categories.to_list() == [
        *(who.id for who in CHARACTERS),
        *("broker", "smuggler", "guildmaster", "pickpocket"),
    ]
    robbed = pl.concat([pl.read_parquet(file) for file in sorted(played.glob("events/*.parquet"))]).filter(pl.col("kind") == "rob")
    assert set(robbed["character"].unique()) <= {"thief", "pickpocket"}
    variants = json.loads((played / "manifest.json").read_text(encoding="utf-8"))["variants"]
    assert from_resolved(variants["mine"]["resolved"]).cards.title("smuggler") == "Smuggler of the Night"


def test_a_replay_names_them(citadels: Speak, played: Path) -> None:
    code, out, error = citadels("replay", str(played), "--game", "0", "--labels")
    assert code == 0, error
    assert "Smuggler of the Night" in out
    assert "pick:smuggler" in out


def test_pages_show_their_titles_as_text(citadels: Speak, played: Path, tmp_path: Path) -> None:
    assert citadels("report", str(played), "--out", str(tmp_path / "report")).code == 0
    pages = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "report").glob("*.html"))
    assert "&lt;b&gt;Broker &amp; \u201cCo\u201d&lt;/b&gt;" in pages
    assert "<b>Broker" not in pages
    assert "Smuggler" in pages
    assert "Guildmaster" in pages


@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_is_played_with_them(citadels: Speak, tmp_path: Path, design: str) -> None:
    keys = {
        "name": "own",
        "kind": design,
        "variants": ["examples-own-characters"],
        "players": [4],
        "games": 8,
        "seed": 3,
        "lineups": [["random"]],
    }
    file = tmp_path / "own.toml"
    file.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in (keys | DESIGNS[design]).items()), encoding="utf-8")
    code, _, error = citadels("run", str(file), "--workers", "1", "--out", str(tmp_path / design))
    assert code == 0, error
    assert citadels("runs", "verify", str(tmp_path / design)).code == 0
    assert citadels("report", str(tmp_path / design), "--out", str(tmp_path / "report")).code in (0, 2)
