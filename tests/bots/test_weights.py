"""Values of parameters from files: named with ``@``, or shipped for each edition."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.bots import all_bots, parse_bot, parse_lineup
from citadels_sim.bots.weights import at_table, nearest_weights, plain_name, shipped_weights
from citadels_sim.errors import BotError
from citadels_sim.variants import variant_names
from tests.mutations import lay_traps

Speak = Callable[..., Any]


def write(
    path: Path, variant: str = "classic-2000", players: int = 4, bot: str = "builder", values: str = "noise = 2.5\nspite = 0"
) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'bot = "{bot}"\nvariant = "{variant}"\nplayers = {players}\n[values]\n{values}\n')
    return path


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Builder comes with values for two editions."""
    folder = tmp_path / "configs" / "weights" / "builder"
    write(folder / "classic.toml", "classic-2000", 4, values="noise = 1")
    write(folder / "2016.toml", "citadels-2016", 4, values="noise = 2")
    write(folder / "2016-seven.toml", "citadels-2016", 7, values="noise = 3")
    monkeypatch.setattr("citadels_sim.bots.weights.configs_dir", lambda: tmp_path / "configs")
    return folder


def noise(bot: str, variant: str, players: int = 4) -> float | None:
    return at_table(parse_bot(bot), cs.load_variant(variant), players).values.get("noise")


def test_a_file_gives_a_bot_its_values(tmp_path: Path) -> None:
    bot = parse_bot(f"builder:@{write(tmp_path / 'mine.toml')}")
    assert bot.name == f"builder:@{tmp_path / 'mine.toml'}"
    assert dict(at_table(bot, cs.load_variant("dark-city"), 5).values) == {"noise": 2.5, "spite": 0}


def test_a_value_beside_the_file_goes_before_it(tmp_path: Path) -> None:
    file = write(tmp_path / "mine.toml")
    assert noise(f"builder:@{file},noise=4", "classic-2000") == 4
    seats = parse_lineup(f"builder:@{file},noise=4,random", 4)
    assert [plain_name(bot.name) for bot in seats] == ["builder", "random", "builder", "random"]


def test_the_name_with_its_file_means_the_same_bot_again(tmp_path: Path) -> None:
    bot = parse_bot(f"builder:@{write(tmp_path / 'mine.toml')},noise=4")
    assert parse_bot(bot.name) == bot


def test_a_run_with_a_file_is_the_run_with_its_values(citadels: Speak, tmp_path: Path) -> None:
    file = write(tmp_path / "mine.toml")
    for name, bot in (("file", f"builder:@{file}"), ("named", "builder:noise=2.5,spite=0")):
        words = ("--variant", "classic-2000", "--games", "12", "--detail", "games", "--workers", "1", "--bots", f"{bot},random")
        assert citadels("run", *words, "--out", tmp_path / name).code == 0
    keys = ["block", "rotation", "seat", "win", "total"]
    tables = [pl.read_parquet(tmp_path / name / "seats" / "*.parquet", columns=keys) for name in ("file", "named")]
    assert tables[0].equals(tables[1])


def test_a_run_knows_the_file_and_is_not_continued_with_another(citadels: Speak, tmp_path: Path) -> None:
    file = write(tmp_path / "mine.toml")
    words = ("run", "--variant", "classic-2000", "--games", "4", "--detail", "games", "--workers", "1", "--bots", f"builder:@{file}")
    assert citadels(*words, "--out", tmp_path / "run").code == 0
    assert '"noise": 2.5' in (tmp_path / "run" / "manifest.json").read_text()
    write(file, values="noise = 3")
    assert citadels(*words, "--out", tmp_path / "run").code == 2


def test_a_game_of_a_run_with_a_file_is_played_again(citadels: Speak, tmp_path: Path) -> None:
    file = write(tmp_path / "mine.toml")
    words = ("run", "--variant", "classic-2000", "--games", "4", "--detail", "games", "--workers", "1", "--bots", f"builder:@{file},random")
    citadels(*words, "--out", tmp_path / "run")
    assert citadels("replay", tmp_path / "run", "--game", "2").code == 0


@pytest.mark.parametrize(
    ("variant", "players", "expected"),
    [
        ("classic-2000", 4, 1),
        ("classic-2000-short", 6, 1),
        ("dark-city", 5, 1),
        ("citadels-2016", 4, 2),
        ("citadels-2016-vicious-nobles", 5, 2),
        ("citadels-2016", 7, 3),
        ("citadels-2016-random", 8, 3),
    ],
)
def test_a_bot_plays_with_the_values_of_the_nearest_edition(shipped: Path, variant: str, players: int, expected: float) -> None:
    assert noise("builder", variant, players) == expected


def test_shipped_values_can_be_named_and_left_aside(shipped: Path) -> None:
    assert noise("builder:@2016", "classic-2000") == 2
    assert noise("builder:@default", "classic-2000") is None
    assert noise("builder:noise=9", "classic-2000") == 9
    assert parse_bot("random").weights == ()


def test_values_for_a_table_are_kept_by_a_bot_that_has_them(shipped: Path) -> None:
    bot = at_table(parse_bot("builder"), cs.load_variant("classic-2000"), 4)
    assert at_table(bot, cs.load_variant("citadels-2016"), 4) == bot


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("bot = ", "is not valid TOML"),
        ('bot = "builder"\nvariant = "classic-2000"\nplayers = 4\n', "values: missing"),
        ('bot = "planner"\nvariant = "classic-2000"\nplayers = 4\n[values]\n', "these are values of 'planner', not of 'builder'"),
        ('bot = "builder"\nvariant = 3\nplayers = 4\n[values]\n', "should be the name of a variant"),
        ('bot = "builder"\nvariant = "classic-2000"\nplayers = 4\nvalues = 3\n', "values: should be a table"),
        ('bot = "builder"\nvariant = "classic-2000"\nplayers = 4\n[values]\nnose = 1\n', "Did you mean 'noise'?"),
        ('bot = "builder"\nvariant = "classic-2000"\nplayers = 4\n[values]\nnoise = "1"\n', "'1' should be a number from 0 to 20"),
        ('bot = "builder"\nvariant = "classic-2000"\nplayers = 4\n[values]\nnoise = 99\n', "99 should be a number from 0 to 20"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "bad.toml").write_text(content)
    with pytest.raises(BotError, match=message.replace("?", r"\?")) as caught:
        parse_bot(f"builder:@{tmp_path / 'bad.toml'}")
    assert str(tmp_path / "bad.toml") in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("builder:@none.toml", "there is no such file"),
        ("builder:@2015", "there are no shipped values '@2015'; known are 2016, 2016-seven, classic, default"),
        ("builder:@2016,@classic", "is a second file of values"),
    ],
)
def test_a_file_that_is_not_there_is_refused(shipped: Path, name: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        parse_bot(name)


def test_everything_that_is_shipped_fits_its_bot_and_a_packaged_variant() -> None:
    for bot in all_bots():
        for weights in shipped_weights(bot):
            assert weights.variant in variant_names()
        if bot.weights and not bot.learns:
            for name in variant_names():
                variant = cs.load_variant(name)
                assert nearest_weights(bot.weights, variant, max(variant.tables)) in bot.weights


@pytest.mark.parametrize("name", ["pipe.toml", "loop.toml", "folder.toml", "x" * 300 + ".toml", "deep.toml", "long.toml", "hex.toml"])
def test_what_is_no_file_of_values_is_refused_and_not_waited_on(tmp_path: Path, name: str) -> None:
    lay_traps(tmp_path)
    (tmp_path / "deep.toml").write_text("bot = " + "[" * 3000)
    (tmp_path / "long.toml").write_text("players = " + "9" * 5000)
    (tmp_path / "hex.toml").write_text("players = 0x" + "f" * 5000)
    with pytest.raises(BotError, match=re.escape(name)):
        parse_bot(f"builder:@{tmp_path / name}")
