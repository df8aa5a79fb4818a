"""The recipe "A switch", followed: a rule of gathering that a variant may have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import citadels_sim as cs
from tests.exercises.house import First, House, Into

pytestmark = pytest.mark.rotated(2, together=True)

EDITS = (
    Into(
        "citadels_sim/variants/switches/turn.py",
        """*under(
        "Turn",
        flag(
            "market_day",
            False,
            "house rule",
            "Whether gathering gold brings 1 more in the round of the first crown.",
            "Whoever gathers gold in the first round takes 1 more.",
            "Gathering gold brings as much in each round.",
        ),
        later=True,
    ),""",
        table="TURN_SWITCHES",
    ),
    First(
        "citadels_sim/engine/gathering.py",
        """
if r.market_day != 0 and s.public.round_no == 1:
    gain(s, s.public.turn_seat, 1)
""",
        function="gather_gold",
    ),
)
VARIANT = 'name = "market"\ntitle = "Market"\nextends = "classic-2000"\n[rules]\nmarket_day = true\n'
PLAYED = """
import json, sys
import citadels_sim as cs

def stash(variant):
    game = cs.Game.start(cs.load_variant(variant), players=4, seed=7)
    stashes = []
    while game.state.public.round_no == 1:
        seat, before = game.actor, game.state.public.gold.copy()
        taken = "gold" in game.legal()
        game.play("gold" if taken else game.legal()[-1])
        if taken:
            stashes.append(int(game.state.public.gold[seat] - before[seat]))
    return stashes

print(json.dumps([stash("classic-2000"), stash("market.toml")]))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House("A switch", tmp_path_factory.mktemp("switch"), EDITS)
    (house.folder / "market.toml").write_text(VARIANT, encoding="utf-8")
    return house


def test_the_recipe_names_what_it_takes(house: House) -> None:
    house.check_files(2)


def test_it_is_shown_and_listed(house: House) -> None:
    assert "Whoever gathers gold in the first round takes 1 more." in house.citadels("variants show market.toml")
    assert "market_day" in house.citadels("variants diff classic-2000 market.toml")
    assert "Gathering gold brings as much in each round." in house.citadels("variants diff classic-2000 market.toml")


def test_it_changes_play_only_where_it_is_on(house: House) -> None:
    without, having = json.loads(house.python(PLAYED))
    assert without
    assert having == [gold + 1 for gold in without]


def test_runs_of_both_are_played_and_compared(house: House) -> None:
    words = "run --variant classic-2000 --variant market.toml --players 3 --games 2 --bots random --workers 1 --out runs/both"
    house.citadels(words)
    rules = json.loads((house.folder / "runs/both/manifest.json").read_text(encoding="utf-8"))
    assert "market_day" in json.dumps(rules)


def test_what_was_learned_and_played_before_it_stays_good(house: House) -> None:
    house.citadels("run --variant classic-2000 --players 4 --games 1 --bots learner,random,random,random --workers 1 --out runs/learned")
    before = "import citadels_sim as cs; print([cs.load_variant(name).digest for name in ('classic-2000', 'dark-city', 'citadels-2016')])"
    ours = [cs.load_variant(name).digest for name in ("classic-2000", "dark-city", "citadels-2016")]
    assert house.python(before).strip() == str(ours)


def test_a_value_that_it_does_not_have_is_one_message(house: House, tmp_path: Path) -> None:
    (house.folder / "wrong.toml").write_text(VARIANT.replace("true", '"often"'), encoding="utf-8")
    with pytest.raises(AssertionError, match="market_day"):
        house.citadels("variants check wrong.toml")
