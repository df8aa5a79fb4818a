"""What came with 2016 is put into words, and the cities in the words are those of the state."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import DISTRICTS, C, D, DistrictType
from citadels_sim.engine import journal as j
from citadels_sim.game import Names, Transcriber, describe, transcribe_game
from tests.game.court import BEWITCHING, court, play, with_threats, with_warrants
from tests.game.tables import random_play
from tests.game.test_transcript import event
from tests.spread import TABLES

CAST = {1: C.WITCH, 2: C.BLACKMAILER, 3: C.SEER, 4: C.EMPEROR, 5: C.CARDINAL, 6: C.ALCHEMIST, 7: C.SCHOLAR, 8: C.MARSHAL, 9: C.QUEEN}
NAMES = Names(("Ann", "Bob", "Cid"), CAST)
LAWFUL_NAMES = Names(NAMES.seats, {**CAST, 1: C.MAGISTRATE, 2: C.SPY})
TITLES = {place.title: place.id for place in (*DISTRICTS, *cs.load_variant("examples-own-characters").cards.own_districts)}


def sentence_of(kind: int, **fields: Any) -> str:
    return describe(event(kind, **fields), NAMES)


@pytest.mark.parametrize(
    ("sentence", "kind", "fields"),
    (
        (
            "Ann (the Blackmailer) lays threats at the Cardinal and the Scholar; the flowered one at the Scholar.",
            j.THREATS,
            {"seat": 0, "character": C.BLACKMAILER, "target_character": C.SCHOLAR, "extra": 1 << 5 | 1 << 7},
        ),
        (
            "Bob (the Scholar) pays a bribe of 3 gold to Ann (the Witch).",
            j.BRIBE,
            {"seat": 0, "character": C.WITCH, "target_seat": 1, "target_character": C.SCHOLAR, "gold": 3},
        ),
        ("Bob (the Scholar) pays no bribe to Ann.", j.REFUSE, {"seat": 1, "character": C.SCHOLAR, "target_seat": 0}),
        (
            "Ann (the Blackmailer) turns up the flower and takes 5 gold from Bob (the Scholar).",
            j.REVEAL,
            {"seat": 0, "character": C.BLACKMAILER, "target_seat": 1, "target_character": C.SCHOLAR, "gold": 5, "extra": 1},
        ),
        (
            "Ann (the Blackmailer) turns up a blank threat at Bob (the Scholar).",
            j.REVEAL,
            {"seat": 0, "character": C.BLACKMAILER, "target_seat": 1, "target_character": C.SCHOLAR},
        ),
        (
            "Ann (the Blackmailer) leaves the threat at Bob (the Scholar) face down.",
            j.SPARE,
            {"seat": 0, "character": C.BLACKMAILER, "target_seat": 1, "target_character": C.SCHOLAR},
        ),
        (
            "Ann (the Spy) spies on Bob for unique districts and draws 2 cards.",
            j.SPY,
            {"seat": 0, "character": C.SPY, "target_seat": 1, "cards": 2, "extra": DistrictType.UNIQUE},
        ),
        (
            "Ann (the Seer) takes 2 cards, one by lot from each other hand.",
            j.SEER,
            {"seat": 0, "character": C.SEER, "cards": 2, "extra": 6},
        ),
        ("Ann (the Seer) gives a card back to Cid.", j.HAND_BACK, {"seat": 0, "character": C.SEER, "target_seat": 2, "cards": 1}),
        (
            "Ann (the Cardinal) takes 2 gold from Bob for 2 cards.",
            j.LEND,
            {"seat": 0, "character": C.CARDINAL, "target_seat": 1, "gold": 2, "cards": 2},
        ),
        (
            "Ann (the Marshal) seizes the Temple of Bob for 1 gold.",
            j.SEIZE,
            {"seat": 0, "character": C.MARSHAL, "target_seat": 1, "district": D.TEMPLE, "gold": 1},
        ),
        (
            "Ann gives Bob the Seer for the Emperor in the Theater.",
            j.THEATER,
            {"seat": 0, "character": C.SEER, "target_seat": 1, "target_character": C.EMPEROR},
        ),
        (
            "Ann (the Seer) gives up the Temple to build the Necropolis.",
            j.SACRIFICE,
            {"seat": 0, "character": C.SEER, "district": D.TEMPLE, "extra": D.NECROPOLIS},
        ),
        (
            "Ann (the Seer) builds the Necropolis without paying.",
            j.BUILD,
            {"seat": 0, "character": C.SEER, "district": D.NECROPOLIS, "extra": 1},
        ),
        (
            "Ann (the Seer) builds the Thieves' Den for 6 cards.",
            j.BUILD,
            {"seat": 0, "character": C.SEER, "district": D.THIEVES_DEN, "cards": 6},
        ),
        (
            "Ann (the Seer) builds the Thieves' Den for 4 gold and 2 cards.",
            j.BUILD,
            {"seat": 0, "character": C.SEER, "district": D.THIEVES_DEN, "gold": 4, "cards": 2},
        ),
        ("Ann (the Abbot) collects 2 gold and 1 card of income.", j.INCOME, {"seat": 0, "character": C.ABBOT, "gold": 2, "cards": 1}),
        ("Ann (the Cardinal) collects 3 cards of income.", j.INCOME, {"seat": 0, "character": C.CARDINAL, "cards": 3}),
        ("The Emperor passes the crown from Bob to Ann.", j.CROWN, {"seat": 0, "character": C.EMPEROR, "target_seat": 1}),
        ("The Witch passes the crown from Bob to Ann.", j.CROWN, {"seat": 0, "character": C.WITCH, "target_seat": 1}),
        ("Ann (the Patrician) takes the crown from Bob.", j.CROWN, {"seat": 0, "character": C.PATRICIAN, "target_seat": 1}),
        ("Ann (the Queen) gets 3 gold beside the player of the Emperor.", j.QUEEN, {"seat": 0, "character": C.QUEEN, "gold": 3}),
    ),
)
def test_what_came_with_2016_is_reported_in_a_sentence(sentence: str, kind: int, fields: dict[str, Any]) -> None:
    assert sentence_of(kind, **fields) == sentence


def test_warrants_are_reported_in_the_order_of_ranks() -> None:
    shown = event(j.WARRANTS, seat=0, character=C.MAGISTRATE, target_character=C.SCHOLAR, extra=1 << 2 | 1 << 4 | 1 << 7)
    assert (
        describe(shown, LAWFUL_NAMES)
        == "Ann (the Magistrate) lays warrants at the Spy, the Emperor and the Scholar; the signed one at the Scholar."
    )


@pytest.mark.parametrize(
    ("gold", "cards", "end"),
    (
        (3, 0, ", who gets 3 gold back."),
        (2, 4, ", who gets 2 gold back but has paid 4 cards in vain."),
        (0, 6, ", who has paid 6 cards in vain."),
        (0, 0, "."),
    ),
)
def test_a_confiscation_says_what_the_builder_has_back(gold: int, cards: int, end: str) -> None:
    row = {"seat": 0, "character": C.MAGISTRATE, "target_seat": 1, "target_character": C.SEER, "district": D.THIEVES_DEN}
    assert (
        sentence_of(j.CONFISCATE, **row, gold=gold, cards=cards)
        == f"Ann (the Magistrate) confiscates the Thieves' Den of Bob (the Seer){end}"
    )


# ---- whole turns


def test_a_confiscation_is_reported_and_stands_in_the_magistrates_city() -> None:
    game = play(with_warrants(), "gold", "build:temple", "confiscate", "end")
    assert list(transcribe_game(game, ("Ann", "Bob", "Cid", "Dot")))[:5] == [
        "  Bob is the Architect.",
        "  Bob (the Architect) takes 2 gold.",
        "  Ann (the Magistrate) confiscates the Temple of Bob (the Architect), who gets 1 gold back.",
        "  Bob ends the turn: 11 gold, 1 card in hand, no districts.",
        "    City: nothing yet.",
    ]


def test_a_bribe_is_reported() -> None:
    game = play(with_threats(), "gold", "bribe")
    assert list(transcribe_game(game, ("Ann", "Bob", "Cid", "Dot"))) == [
        "  Bob is the Merchant.",
        "  Bob (the Merchant) takes 2 gold.",
        "  Bob (the Merchant) pays a bribe of 4 gold to Ann (the Blackmailer).",
    ]


def test_a_witch_on_hold_has_not_ended_her_turn_and_goes_on_without_being_revealed_again() -> None:
    game = court({"characters": ["witch"], "gold": 1}, {"characters": ["king"]}, cast=BEWITCHING)
    play(game, "gold", "bewitch:king", "gold", "end")
    assert list(transcribe_game(game, ("Ann", "Bob", "Cid", "Dot")))[:12] == [
        "  Ann is the Witch.",
        "  Ann (the Witch) takes 2 gold.",
        "  Ann (the Witch) bewitches the King.",
        "  The turn of Ann is on hold: 3 gold, no cards in hand, no districts.",
        "    City: nothing yet.",
        "  Bob is the King.",
        "  Bob (the King) takes the crown from Ann.",
        "  Bob (the King) takes 2 gold.",
        "  Bob, the King, can do no more: 2 gold, no cards in hand, no districts.",
        "    City: nothing yet.",
        "  Ann (the Witch) continues as the King of Bob.",
        "  Ann ends the turn: 3 gold, no cards in hand, no districts.",
    ]


def cities_named(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each city that lines name: the seat, from 0, and the ids of its districts."""
    for before, line in itertools.pairwise(lines):
        if line.startswith("    City: "):
            titles = line.removeprefix("    City: ").removesuffix(".").replace(" and ", ", ").split(", ")
            yield int(re.findall(r"[Ss]eat (\d)", before)[0]) - 1, [TITLES[title] for title in titles if title != "nothing yet"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_cities_that_are_reported_are_the_cities_that_stand(name: str, players: int) -> None:
    """Of a district that stands twice the journal does not say which copy went, so that its city's order is left open."""
    game = cs.Game.start(name, players, seed=players)
    transcriber = Transcriber(Names.from_state(game.state, cards=game.variant.cards), game.first_cities)
    doubled: set[int] = set()
    heard = compared = 0
    for stop in random_play(game, seed=players):
        public = stop.state.public
        stand = [
            [game.variant.cards.district_of(int(code)).id for code in public.city[seat][: public.city_n[seat]]] for seat in range(players)
        ]
        doubled.update(seat for seat, city in enumerate(stand) if len(set(city)) < len(city))
        events = stop.journal(heard)
        heard += len(events)
        for seat, city in cities_named(list(transcriber.lines(events))):
            assert sorted(city) == sorted(stand[seat])
            assert city == stand[seat] or seat in doubled
            compared += 1
    assert compared >= 3 * players
