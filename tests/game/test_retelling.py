"""A game is told as a person would tell it: a turn in a sentence, no event left out, the cards of choices named."""

from __future__ import annotations

import random
import re

import pytest

import citadels_sim as cs
from citadels_sim.engine import journal as j
from citadels_sim.game import Names, describe
from citadels_sim.game.narration import narrate
from citadels_sim.game.transcript import ENDS
from citadels_sim.game.wording import subjects_of
from tests.game.court import BEWITCHING, court, with_threats, with_warrants
from tests.game.tables import CLASSIC, table

ANN = ("Ann", "Bob", "Cid", "Dot")
BOTS = tuple(f"Seat {seat} (builder)" for seat in range(1, 9))
GAMES = (
    ("classic-2000", 2),
    ("classic-2000", 5),
    ("dark-city", 5),
    ("dark-city-random", 6),
    ("citadels-2016", 4),
    ("citadels-2016-cunning-agents", 4),
    ("citadels-2016-illustrious-emissaries", 5),
    ("citadels-2016-tenacious-delegates", 5),
    ("citadels-2016-random", 7),
    ("examples-own-characters", 4),
)


def retold(game: cs.Game, *labels: str, names: tuple[str, ...] = ANN) -> list[str]:
    chosen = iter(labels)
    return list(narrate(game, lambda _: next(chosen, None), names[: game.players], labels=False))


def test_a_turn_is_one_sentence_and_what_is_left() -> None:
    game = table({"characters": ["warlord"], "gold": 3, "city": ["castle"]}, {"city": ["temple"]}, next_rank=8)
    assert retold(game, "gold", "destroy:1:temple", "end", names=BOTS)[:3] == [
        "  Seat 1 (builder), the Warlord, takes 2 gold and destroys the Temple of seat 2 (builder) for nothing.",
        "    Now: 5 gold, no cards in hand, 1 district (Castle).",
        "Round 2. Seat 1 (builder) has the crown.",
    ]


def test_hands_are_swapped_with_somebody_who_is_named_within_the_sentence() -> None:
    game = table({"characters": ["magician"], "hand": ["temple"]}, {"hand": ["manor", "keep"]}, next_rank=3)
    assert retold(game, "swap:1", names=BOTS)[0].endswith("the Magician, swaps hands with seat 2 (builder), 1 card for 2.")


def test_the_card_that_was_kept_is_named() -> None:
    game = table({"characters": ["king"]}, next_rank=4)
    luck = random.Random(2)
    kept: list[str] = []

    def choose(now: cs.Game) -> str | None:
        if kept:
            return None
        if now.decision == "keep":
            kept.append(luck.choice(now.legal()))
            return kept[0]
        return "cards" if "cards" in now.legal() else now.legal()[0]

    lines = list(narrate(game, choose, ANN, labels=False))
    title = game.variant.cards.title(kept[0].removeprefix("keep:"))
    assert f"keeps 1 of 2 drawn cards (the {title})" in lines[0]


def test_a_gift_is_named_instead_of_counted_and_the_turn_goes_on_behind_it() -> None:
    seats = {"characters": ["emperor"]}, {"hand": ["temple", "manor"], "gold": 1}
    game = table(*seats, variant=cs.load_variant("dark-city"), next_rank=4, crown=2)
    assert retold(game, "crown:1", "gift:temple", "gold") == [
        "  Ann, the Emperor, passes the crown from Cid to Bob.",
        "  Bob gives the Temple to Ann (the Emperor).",
        "  Ann (the Emperor) takes 2 gold.",
    ]


def test_a_bribe_belongs_to_the_turn_of_who_pays_it() -> None:
    assert retold(with_threats(), "gold", "bribe") == [
        "  Bob, the Merchant, takes 2 gold and pays a bribe of 4 gold to Ann (the Blackmailer)."
    ]


def test_a_confiscation_interrupts_a_turn() -> None:
    assert retold(with_warrants(), "gold", "build:temple", "confiscate", "end")[:3] == [
        "  Bob, the Architect, takes 2 gold.",
        "  Ann (the Magistrate) confiscates the Temple of Bob (the Architect), who gets 1 gold back.",
        "    Now: 11 gold, 1 card in hand, no districts.",
    ]


def test_a_witch_goes_on_as_somebody_else() -> None:
    game = court({"characters": ["witch"], "gold": 1}, {"characters": ["king"]}, cast=BEWITCHING)
    assert retold(game, "gold", "bewitch:king", "gold", "end")[:6] == [
        "  Ann, the Witch, takes 2 gold and bewitches the King.",
        "  The turn of Ann is on hold: 3 gold, no cards in hand, no districts.",
        "  Bob, the King, takes the crown from Ann and takes 2 gold.",
        "  Bob, the King, can do no more: 2 gold, no cards in hand, no districts.",
        "  Ann (the Witch) continues as the King of Bob.",
        "    Now: 3 gold, no cards in hand, no districts.",
    ]


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_every_event_is_told_in_the_order_of_the_game(variant: str, players: int) -> None:
    game = cs.Game.start(variant, players, seed=8)
    luck = random.Random(9)
    text = "\n".join(narrate(game, lambda now: luck.choice(now.legal()), BOTS[:players], labels=False))
    names, place, told = Names.from_state(game.state, BOTS[:players], game.variant.cards), 0, 0
    for event in game.journal():
        if int(event["kind"]) in (*ENDS, j.TURN):
            continue
        sentence = describe(event, names).removesuffix(".")
        said = next((subject for subject in subjects_of(event, names) if sentence.startswith(f"{subject} ")), "")
        form = re.escape(sentence.removeprefix(said).strip())
        form = re.sub(r"\b(?:a|1)\\ card\b", r"(?:a card|1 card|the [\\w' -]+)", form)
        found = re.compile(form).search(text, place)
        assert found, (sentence, text[place : place + 400])
        place, told = found.start(), told + 1
    assert told > 60 * (players > 2)
    assert "  > " not in text
    assert text.count("\n    Now: ") > 3 * players
    assert not re.search(r"[a-z,] Seat \d", text), "a seat within a sentence begins small"


def test_a_game_told_without_labels_is_the_game_told_with_them() -> None:
    one, other = (cs.Game.start(CLASSIC, 4, seed=5) for _ in range(2))
    told = list(narrate(one, lambda game: game.legal()[0], labels=False))
    assert len(told) < len(list(narrate(other, lambda game: game.legal()[0]))) / 2
    assert one.result() == other.result()
