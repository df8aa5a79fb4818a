"""The recipe "A character", followed: a ninth character of rank 9, with an action that no other has."""

from __future__ import annotations

import json

import polars as pl
import pytest

from citadels_sim.lineups import seat_name
from tests.exercises.house import Code, End, First, House, Import, Into, New

pytestmark = pytest.mark.rotated(2, together=True)

EDITS = (
    Code("citadels_sim/catalogue/character_codes.py", "ALMONER: Final"),
    Into(
        "citadels_sim/catalogue/characters.py",
        '_character(C.ALMONER, "Almoner", 9, _NEW, "Gives another player 1 gold, and draws 2 cards."),',
        table="CHARACTERS",
    ),
    Code("citadels_sim/engine/actions.py", "A_ALMS  # seat", prefix="A_"),
    Code("citadels_sim/engine/journal.py", "ALMS  # seat, character, target_seat, gold; cards: drawn"),
    Import("citadels_sim/engine/characters/rank9.py", "from citadels_sim.engine.actions import A_ALMS, USED_POWER"),
    Import("citadels_sim/engine/characters/rank9.py", "from citadels_sim.engine.deck import draw_to_hand"),
    End(
        "citadels_sim/engine/characters/rank9.py",
        '''

@cold
@rule
def almoner_legal(s: Any, out: Any, n: int) -> int:
    """List the players who may be given a gold."""
    p = s.public
    if p.used & USED_POWER != 0 or p.gold[p.turn_seat] == 0:
        return n
    for seat in range(p.players):
        if seat != p.turn_seat:
            n = put(out, n, action(A_ALMS, seat, 0))
    return n


@cold
@rule
def give_alms(s: Any, r: Any, j: Any, seat: int) -> None:
    """Give a player a gold, and draw two cards."""
    p = s.public
    p.used |= USED_POWER
    p.gold[p.turn_seat] -= 1
    gain(s, seat, 1)
    drawn = draw_to_hand(s, r, p.turn_seat, 2)
    journal.log(s, j, journal.ALMS, p.turn_seat, p.turn_card, seat, 0, -1, 1, drawn, 0)
''',
    ),
    First(
        "citadels_sim/engine/characters/powers.py",
        "if s.public.turn_power == C.ALMONER:\n    return rank9.almoner_legal(s, out, n)",
        function="newer_power_legal",
    ),
    First(
        "citadels_sim/engine/characters/powers.py",
        "if kind == a.A_ALMS:\n    rank9.give_alms(s, r, j, a.arg_a(code))\n    return",
        function="play_newer_power",
    ),
    Into(
        "citadels_sim/game/action_words.py",
        'a.A_ALMS: ActionWords("alms:<s>", lambda c: f"Give {c.seat(1)} 1 gold, and draw 2 cards."),',
        table="ACTION_WORDS",
    ),
    Into(
        "citadels_sim/game/wording.py",
        """j.ALMS: lambda e, n: f"{_who(e, n)} gives {n.seats[int(e.target_seat)]} {_gold(e)}, and draws {many(e.cards, 'card')}.",""",
        table="SENTENCES",
    ),
    Into("citadels_sim/designs/recording/ledger.py", 'Entry(k.ALMS, gold="given", cards="come"),', table="LEDGER"),
    First(
        "citadels_sim/bots/character_worth.py",
        "if character == C.ALMONER:\n    return 1.5 if public.gold[seat] > 0 else 0.0",
        function="power_gain",
    ),
    First(
        "citadels_sim/bots/effects.py",
        "if code & 0xFF == a.A_ALMS:\n    return 0.5 + 0.1 * next_unit(bot_state)",
        function="effect_value",
    ),
    New(
        "configs/variants/almoner.toml",
        """
name = "almoner"
title = "With an Almoner"
extends = "classic-2000"
players = [4, 8]
cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "almoner"]
""",
    ),
)
BY_HAND = """
import json
import citadels_sim as cs

game = cs.Game.start("almoner", players=5, seed=3)
listed, after = [], None
while not game.over and after is None:
    alms = [label for label in game.legal() if label.startswith("alms:")]
    picks = [label for label in game.legal() if label == "pick:almoner"]
    if alms:
        public, seat = game.state.public, game.actor
        other = int(alms[0].removeprefix("alms:"))
        gold, cards = [int(public.gold[seat]), int(public.gold[other])], int(public.hand_n[seat])
        game.play(alms[0])
        after = [int(public.gold[seat]) - gold[0], int(public.gold[other]) - gold[1], int(public.hand_n[seat]) - cards]
        listed = [alms, [label for label in game.legal() if label.startswith("alms:")]]
    else:
        game.play(picks[0] if picks else "gold" if "gold" in game.legal() else game.legal()[-1])
print(json.dumps({"listed": listed, "after": after}))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House("A character", tmp_path_factory.mktemp("character"), EDITS)


@pytest.fixture(scope="module")
def run(house: House) -> str:
    words = "run --variant almoner --players 5 --games 8 --bots builder --detail events --workers 1 --out runs/almoner"
    house.citadels(words)
    return "runs/almoner"


def test_the_recipe_names_what_it_takes(house: House) -> None:
    house.check_files(12)


def test_its_card_says_what_it_does(house: House) -> None:
    assert "Gives another player 1 gold, and draws 2 cards." in house.citadels("variants card almoner --variant almoner")
    assert "almoner" in house.citadels("variants show almoner")


def test_its_action_is_listed_once_and_does_what_the_card_says(house: House) -> None:
    told = json.loads(house.python(BY_HAND))
    assert len(told["listed"][0]) == 4
    assert told["listed"][1] == []
    assert told["after"] == [-1, 1, 2]


def test_bots_pick_it_and_use_its_action(house: House, run: str) -> None:
    turns = pl.read_parquet(house.folder / run / "turns/*.parquet").filter(character="almoner")
    assert turns["seat"].is_not_null().sum() > 3
    events = pl.read_parquet(house.folder / run / "events/*.parquet").filter(kind="alms")
    assert events.height > 3
    assert set(events["character"]) == {"almoner"}
    # The ledger: what it gives away and draws is in the row of its turn.
    assert turns["gold_spent_otherwise"].sum() == events["gold"].sum()
    assert turns["cards_gained"].sum() >= events["cards"].sum() > 0


def test_a_game_with_it_is_told_in_words(house: House, run: str) -> None:
    event = pl.read_parquet(house.folder / run / "events/*.parquet").filter(kind="alms", cards=2).row(0, named=True)
    told = house.citadels(f"replay {run} --game {event['block']}")
    line = next((line for line in told.splitlines() if "gives" in line and "draws 2 cards" in line), "")
    assert "Almoner" in line
    assert f"gives {seat_name(event['target_seat'])} (builder) 1 gold" in line


def test_all_bots_play_with_it(house: House) -> None:
    """But `learner`, which says that it has not learned these rules."""
    house.citadels("run --variant almoner --players 5 --games 1 --bots planner,banker,raider,richard,random --workers 1 --out runs/others")
    assert pl.read_parquet(house.folder / "runs/others/seats/*.parquet").height == 25
    with pytest.raises(AssertionError, match="has not learned the rules of 'almoner'"):
        house.citadels("run --variant almoner --players 5 --games 1 --bots learner --workers 1 --out runs/learned")


def test_what_was_learned_without_it_stays_good(house: House) -> None:
    house.citadels("run --variant classic-2000 --players 4 --games 1 --bots learner,random,random,random --workers 1 --out runs/before")
    assert pl.read_parquet(house.folder / "runs/before/seats/*.parquet").height == 16


def test_it_is_in_the_numbering_of_environments(house: House) -> None:
    code = "from citadels_sim.env.numbering import ACTIONS, describe; print(describe(ACTIONS - 1))"
    assert house.python(code).startswith("alms:")
