"""Bots of installed packages: named like those that come with this one, and one clear message for what is wrong with them."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.bots import all_bots, parse_bot
from citadels_sim.errors import BotError

MODULE = """
from citadels_sim.bots import Bot, Parameter, compiled_bot

@compiled_bot
def choose(public, me, rules, legal, n, mind):
    return min(n - 1, int(mind.parameters[0]))

FIRST = Bot("anything", "plays the first legal action", choose, stochastic=False, editions=("2016",),
            parameters=(Parameter("place", 0, 0, 9, "which one"),))

def plain(view, legal, rng):
    \"\"\"Plays the last legal action.\"\"\"
    return legal[-1]

nothing = 5
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Install a tiny package that offers bots: ``install(first="tiny_bots:FIRST")``."""

    def put(package: str = "tiny-bots", **offers: str) -> None:
        info = tmp_path / package / f"{package.replace('-', '_')}-1.2.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n", encoding="utf-8")
        lines = "\n".join(f"{name} = {value}" for name, value in offers.items())
        (info / "entry_points.txt").write_text(f"[citadels_sim.bots]\n{lines}\n", encoding="utf-8")
        (tmp_path / package / "tiny_bots.py").write_text(MODULE, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path / package)
        importlib.invalidate_caches()

    return put


def test_an_installed_bot_is_named_like_a_built_in_one_with_parameters(install: Install) -> None:
    install(first="tiny_bots:FIRST", plain="tiny_bots:plain")
    bot = parse_bot("first:place=3")
    assert (bot.name, bot.values, bot.stochastic, bot.editions) == ("first:place=3", {"place": 3.0}, False, ("2016",))
    assert bot.source == "package tiny-bots 1.2 (tiny_bots:FIRST)"
    assert (parse_bot("plain").compiled, parse_bot("plain").doc) == (False, "Plays the last legal action.")


def test_installed_bots_are_listed_after_those_of_the_package(install: Install) -> None:
    before = [bot.name for bot in all_bots()]
    install(first="tiny_bots:FIRST")
    assert [bot.name for bot in all_bots()] == [*before, "first"]


def test_a_misspelt_installed_bot_is_guessed(install: Install) -> None:
    install(frugal="tiny_bots:FIRST")
    with pytest.raises(BotError, match=r"there is no bot 'frugl'; known are random, .*, frugal\. Did you mean 'frugal'\?"):
        parse_bot("frugl")


def test_a_name_that_a_built_in_bot_has_is_a_clash(install: Install) -> None:
    install(builder="tiny_bots:FIRST")
    for look in (lambda: parse_bot("builder"), all_bots):
        with pytest.raises(BotError, match=r"'builder' is taken more than once, by citadels_sim itself and by package tiny-bots 1\.2"):
            look()
    assert parse_bot("random").name == "random"


def test_a_name_that_two_packages_offer_is_a_clash(install: Install) -> None:
    install(first="tiny_bots:FIRST")
    install("other-bots", first="tiny_bots:plain")
    with pytest.raises(BotError, match=r"'first' is taken more than once, by package .* and by package"):
        parse_bot("first")


@pytest.mark.parametrize(
    ("offer", "message"),
    [
        ({"first": "tiny_bots:SECOND"}, r"bots\.first: package tiny-bots 1\.2 \(tiny_bots:SECOND\) cannot be loaded: AttributeError"),
        ({"first": "no_such_module:FIRST"}, "cannot be loaded: ModuleNotFoundError"),
        ({"first": "tiny_bots:nothing"}, "neither a Bot nor a function that chooses; it is a int"),
        ({"a,b": "tiny_bots:FIRST"}, r"offers a bot with an invalid name: 'a,b' should be .* Did you mean 'a-b'\?"),
    ],
)
def test_what_cannot_be_loaded_gives_one_message(install: Install, offer: dict[str, str], message: str) -> None:
    install(**offer)
    for look in (lambda: parse_bot(next(iter(offer))), all_bots):
        with pytest.raises(BotError, match=message):
            look()


def test_the_command_lists_its_traits_and_refuses_it_where_it_does_not_play(citadels: Any, install: Install, tmp_path: Path) -> None:
    install(first="tiny_bots:FIRST")
    listed = {bot["name"]: bot for bot in json.loads(citadels("bots", "--no-cost", "--json").out)}
    assert (listed["first"]["stochastic"], listed["first"]["editions"]) == (False, ["2016"])
    words = ("run", "--variant", "dark-city", "--players", "4", "--games", "4", "--bots", "random,first", "--dry-run", "--out")
    answer = citadels(*words, tmp_path / "run")
    assert answer.code == 2
    assert "--bots: first: plays the rules of 2016 only, and 'dark-city' has rules.edition = \"classic\"" in answer.err
    assert "Traceback" not in answer.err
    assert not (tmp_path / "run").exists()


def test_the_command_reports_a_clash_in_one_message(citadels: Any, install: Install) -> None:
    install(builder="tiny_bots:FIRST")
    answer = citadels("bots", "--no-cost")
    assert (answer.code, answer.out) == (2, "")
    assert "is taken more than once" in answer.err
    assert "Traceback" not in answer.err
