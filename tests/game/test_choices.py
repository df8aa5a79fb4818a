"""Legal choices in words, what they are about, which can be taken back, and what a seat hears."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, DISTRICTS, UNIQUES, C, D
from citadels_sim.engine import journal as j
from citadels_sim.engine.actions import DECISIONS
from citadels_sim.game import Names
from citadels_sim.game.cards_in_words import DISTRICT_LINES, card_help, character_line, district_line
from citadels_sim.game.choices import QUESTIONS, cards_of, explain
from citadels_sim.game.seat_view_log import OPEN, VEILED, sentences_for
from citadels_sim.game.takeback import may_be_taken_back
from tests.game.court import LAWFUL, court, play, with_threats, with_warrants
from tests.game.tables import random_play, table
from tests.game.test_transcript import event

IDS = {card.id for card in CHARACTERS} | {card.id for card in DISTRICTS}
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
GAMES = [
    ("classic-2000", 2),
    ("classic-2000", 4),
    ("classic-2000-nine", 7),
    ("dark-city", 4),
    ("dark-city-random", 5),
    ("citadels-2016", 3),
    ("citadels-2016-cunning-agents", 4),
    ("citadels-2016-tenacious-delegates", 4),
    ("citadels-2016-ambitious-aristocrats", 5),
    ("citadels-2016-illustrious-emissaries", 4),
    ("citadels-2016-random", 6),
]


def names_of(game: cs.Game) -> Names:
    return Names.from_state(game.state, NAMES[: game.players])


def sentence_of(game: cs.Game, label: str) -> str:
    return explain(game, label, names_of(game))


def test_every_action_decision_and_card_has_its_words() -> None:
    assert set(QUESTIONS) == set(DECISIONS)
    assert all(card.line for card in CHARACTERS)
    assert set(DISTRICT_LINES) == {card.id for card in UNIQUES}


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_every_choice_of_a_game_is_reported_in_its_own_words(variant: str, players: int) -> None:
    for game in random_play(cs.Game.start(cs.load_variant(variant), players, seed=6), seed=7):
        if game.over:
            break
        labels = game.legal()
        sentences = [sentence_of(game, label) for label in labels]
        assert all(sentence.endswith(".") for sentence in sentences)
        assert len(set(sentences)) == len(labels), sentences
        assert all(set(cards_of(game, label)) <= IDS for label in labels)


def test_prices_are_those_of_the_rules() -> None:
    dear = [{"district": "manor", "beautified": True}, "great-wall", "palace"]
    game = table(
        {"characters": ["warlord"], "gold": 9, "hand": ["statue", "manor"], "city": ["factory"]},
        {"city": dear},
        variant=cs.load_variant("citadels-2016"),
        next_rank=8,
        strict=False,
    )
    play(game, "gold")
    assert sentence_of(game, "build:statue") == "Build the Statue (unique) for 2 gold."
    assert sentence_of(game, "build:manor") == "Build the Manor (noble) for 3 gold."
    assert sentence_of(game, "destroy:1:manor") == "Destroy the beautified Manor of Bob for 4 gold."
    assert sentence_of(game, "destroy:1:great-wall") == "Destroy the Great Wall of Bob for 5 gold."
    assert cards_of(game, "destroy:1:manor") == ("manor",)


def test_an_exchange_and_a_seizure_are_reported_with_both_sides() -> None:
    cast = [*LAWFUL[:-1], "diplomat"]
    game = court({"characters": ["diplomat"], "gold": 9, "city": ["temple"]}, {"city": ["palace"]}, cast=cast, next_rank=8)
    assert sentence_of(game, "exchange:temple:1:palace") == "Give the Temple for the Palace of Bob, paying 4 gold."
    cast = [*LAWFUL[:-1], "marshal"]
    game = court({"characters": ["marshal"], "gold": 9}, {"city": ["prison"]}, cast=cast, next_rank=8)
    assert sentence_of(game, "seize:1:prison") == "Seize the Prison of Bob for 2 gold."


def test_the_help_of_a_card_has_what_this_table_plays() -> None:
    classic, new = (cs.load_variant(name).at(4) for name in ("dark-city", "citadels-2016"))
    assert card_help("manor", classic) == ["Manor, noble, costs 3 gold. No effect: it counts its cost and its type."]
    assert "rank 8" in card_help("warlord", classic)[0]
    assert card_help("warlord", classic)[1:] != card_help("warlord", new)[1:]
    assert card_help("secret-vault", new)[0].startswith("Secret Vault, unique, cannot be built.")
    with pytest.raises(KeyError):
        card_help("market-place", classic)


# ---- taking back


def taken_back(game: cs.Game, label: str) -> bool:
    after = game.copy()
    after.play(label)
    return may_be_taken_back(game, after, game.code(label))


def seen(game: cs.Game, seat: int) -> set[str]:
    """The districts that a seat can see or choose from."""
    view = game.view(seat)
    cards = set(view["players"][seat]["hand"])
    for player in view["players"]:
        for built in player["city"]:
            cards |= {built["district"], *built["tucked"]} - {None}
    if game.actor == seat:
        cards |= {id for label in game.legal() for id in cards_of(game, label)}
    return cards


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_what_can_be_taken_back_has_shown_nothing_new(variant: str, players: int) -> None:
    counted = 0
    known: dict[int, set[str]] = {}
    turn = None
    for game in itertools.islice(random_play(cs.Game.start(cs.load_variant(variant), players, seed=2), seed=3), 150):
        if game.actor is None:
            break
        seat = game.actor
        if turn != (seat, int(game.state.public.turn_no)):
            turn, known = (seat, int(game.state.public.turn_no)), {}
        known[seat] = known.get(seat, set()) | seen(game, seat)
        for label in game.legal()[:12]:
            if not taken_back(game, label):
                continue
            counted += 1
            after = game.copy()
            after.play(label)
            assert after.actor == seat
            hands = [set(one.view(seat)["players"][seat]["hand"]) for one in (game, after)]
            assert hands[1] <= known[seat], (label, hands[1] - known[seat])
    assert counted > 20


def test_whether_a_build_under_a_warrant_counts_at_once_reveals_nothing_of_its_face() -> None:
    signed = with_warrants()
    blank = with_warrants({"signed": "king", "blank": ["architect", "bishop"]})
    for game in (signed, blank):
        play(game, "gold")
        assert not taken_back(game, "build:temple")
    free = with_warrants({"signed": "king", "blank": ["bishop", "warlord"]})
    assert taken_back(play(free, "gold"), "build:temple")


def test_the_answer_to_a_threat() -> None:
    game = play(with_threats(), "gold")
    assert game.decision == "threatened"
    assert taken_back(game, "bribe")
    assert not taken_back(game, "refuse")


def test_drawing_swapping_and_ending_count_at_once() -> None:
    game = table({"characters": ["magician"], "gold": 3, "hand": ["temple", "manor"]}, {"characters": ["king"]}, next_rank=3)
    assert taken_back(game, "gold")
    assert taken_back(game, "redraw")
    assert not taken_back(game, "cards")
    assert not taken_back(game, "swap:1")
    assert not taken_back(play(game, "gold"), "end")
    assert taken_back(game, "build:temple")


# ---- what a seat hears


def hears(listener: int, kind: int, /, **fields: Any) -> list[str]:
    cast = {1: C.MAGISTRATE, 2: C.BLACKMAILER, 3: C.SEER, 4: C.KING, 5: C.BISHOP}
    return [
        sentence for sentence, _ in sentences_for([event(kind, **fields)], Names(NAMES[:3], {r: int(c) for r, c in cast.items()}), listener)
    ]


def test_every_event_is_open_or_veiled() -> None:
    assert set(VEILED) | OPEN == set(j.EVENT_NAMES)
    assert not set(VEILED) & OPEN


@pytest.mark.parametrize(
    ("kind", "fields", "own", "others"),
    [
        (
            j.PICK,
            {"seat": 0, "character": C.KING, "extra": 0b110000},
            "Ann picks the King from King and Bishop.",
            "Ann picks a character.",
        ),
        (j.LAY_DOWN, {"seat": 0, "target_character": C.KING}, "Ann lays the King face down.", "Ann lays a character face down."),
        (
            j.LABORATORY,
            {"seat": 0, "district": D.MANOR, "gold": 2},
            "Ann gives the Manor to the Laboratory for 2 gold.",
            "Ann gives a card to the Laboratory for 2 gold.",
        ),
        (
            j.WARRANTS,
            {"seat": 0, "target_character": C.KING, "extra": 0b110100},
            "Ann lays warrants at the Blackmailer, the King and the Bishop; the signed one at the King.",
            "Ann lays warrants at the Blackmailer, the King and the Bishop.",
        ),
        (
            j.THREATS,
            {"seat": 0, "target_character": C.KING, "extra": 0b110000},
            "Ann lays threats at the King and the Bishop; the flowered one at the King.",
            "Ann lays threats at the King and the Bishop.",
        ),
    ],
)
def test_others_hear_less(kind: int, fields: dict[str, Any], own: str, others: str) -> None:
    assert hears(0, kind, **fields) == [own]
    assert hears(1, kind, **fields) == [others]


def test_the_murdered_stay_silent() -> None:
    fields = {"seat": 0, "character": C.KING, "gold": 3, "cards": 1, "extra": 2}
    assert hears(1, j.SKIP, **fields) == []
    assert hears(0, j.SKIP, **fields) == ["Ann, the King, was murdered and loses the turn: 3 gold, 1 card in hand, 2 districts."]


def test_only_the_two_of_an_exchange_in_the_theater_know_the_characters() -> None:
    fields = {"seat": 0, "target_seat": 1, "character": C.KING, "target_character": C.BISHOP}
    whole = "Ann gives Bob the King for the Bishop in the Theater."
    assert [hears(seat, j.THEATER, **fields) for seat in range(3)] == [
        [whole],
        [whole],
        ["Ann and Bob exchange characters in the Theater."],
    ]


def test_nobody_hears_what_lies_face_down() -> None:
    for seat in range(3):
        assert hears(seat, j.FACE_DOWN, seat=-1, target_character=C.KING) == ["A character is removed face down."]
        assert hears(seat, j.LEFT_OVER, seat=-1, target_character=C.KING) == ["A character is left over, face down."]


def _heard_games() -> Iterator[tuple[cs.Game, list[str]]]:
    for variant, players in GAMES:
        *_, game = random_play(cs.Game.start(cs.load_variant(variant), players, seed=4), seed=5)
        yield game, [sentence for sentence, _ in sentences_for(game.journal(), names_of(game), 0)]


def test_whole_games_can_be_heard() -> None:
    for game, sentences in _heard_games():
        assert game.over
        assert sum(sentence.startswith("Round ") for sentence in sentences) == int(game.state.public.round_no)
        assert not [sentence for sentence in sentences if " out of " in sentence and not sentence.startswith("Ann ")]


def test_a_card_whose_number_was_changed_says_what_is_printed_and_what_holds_here() -> None:
    table = cs.load_variant("classic-2000", {"characters.thief.share": 0.5, "districts.university.bonus": 4}).at(4)
    thief, *rest = card_help("thief", table)
    assert thief.startswith("Thief, rank 2. As printed: Names a character")
    assert rest[-1] == "Here: The Thief takes 50 % of the gold."
    assert card_help("university", table)[-1] == "Here: Extra points of the University at the end: 4."
    assert "As printed" not in card_help("king", table)[0]
    assert character_line("thief", table).endswith(" Here: The Thief takes 50 % of the gold.")
    assert district_line("university", table).startswith("As printed: At the end, 2 points")
    assert character_line("king", table) == cs.load_variant("classic-2000").at(4).cards.character("king").line
