"""Transcripts play a game again; the transcriber writes it as lines."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.catalogue import C, D
from citadels_sim.engine import journal
from citadels_sim.game import Names, describe, narrate, transcribe, transcribe_game
from citadels_sim.game.wording import SENTENCES
from citadels_sim.lineups import seat_name
from tests.game.tables import CLASSIC, play_until, random_play, table, through_json
from tests.spread import TABLES

NAMES = Names(("Ann", "Bob", "Cid"), {1: C.ASSASSIN, 2: C.THIEF, 3: C.MAGICIAN, 4: C.KING, 8: C.WARLORD})


def played(players: int = 4, name: str = "classic-2000") -> cs.Game:
    return list(random_play(cs.Game.start(name, players, seed=2), seed=3))[-1]


# ---- transcripts


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_transcript_plays_the_same_game_again(name: str, players: int) -> None:
    game = played(players, name)
    other = cs.Game.from_transcript(through_json(game.transcript()))
    assert other.position() == game.position()
    assert other.result() == game.result()
    assert np.array_equal(other.journal(), game.journal())


def test_a_transcript_of_a_game_in_the_middle_stands_in_the_middle() -> None:
    game = play_until(cs.Game.start(CLASSIC, 4, seed=1), "keep")
    assert game.transcript()["result"] is None
    assert cs.Game.from_transcript(through_json(game.transcript())).legal() == game.legal()


def test_a_transcript_can_begin_from_a_position() -> None:
    game = list(random_play(table({"characters": ["king"], "gold": 9}, next_rank=4, round=3), seed=3))[-1]
    transcript = through_json(game.transcript())
    assert transcript["position"]["players"][0]["gold"] == 9
    assert cs.Game.from_transcript(transcript).result() == game.result()


def test_a_transcript_is_not_changed_by_playing_on() -> None:
    game = cs.Game.start(CLASSIC, 4, seed=1)
    before = game.transcript()
    game.play(game.legal()[0])
    assert before["labels"] == []


def test_a_transcript_with_an_illegal_action_says_which() -> None:
    transcript = played().transcript()
    transcript["labels"][5] = "build:atlantis"
    with pytest.raises(cs.IllegalAction, match=r"transcript: labels\.5: 'build:atlantis' is not legal now"):
        cs.Game.from_transcript(transcript)


def test_a_transcript_with_another_result_is_refused() -> None:
    transcript = played().transcript()
    transcript["result"]["scores"][0]["total"] += 1
    with pytest.raises(ValueError, match="ends differently"):
        cs.Game.from_transcript(transcript)


@pytest.mark.parametrize("key", ("variant", "players", "labels"))
def test_a_transcript_that_lacks_a_key_is_refused(key: str) -> None:
    transcript = played().transcript()
    del transcript[key]
    with pytest.raises(ValueError, match=f"transcript: has no '{key}'"):
        cs.Game.from_transcript(transcript)


@pytest.mark.parametrize("broken", (None, [], "game"))
def test_what_is_no_transcript_is_refused(broken: Any) -> None:
    with pytest.raises(ValueError, match=r"give the result of Game\.transcript"):
        cs.Game.from_transcript(broken)


def test_a_transcript_whose_labels_are_no_list_is_refused() -> None:
    with pytest.raises(ValueError, match="labels is 'gold'; it is a list of action labels"):
        cs.Game.from_transcript({**played().transcript(), "labels": "gold"})


def test_a_transcript_whose_players_differ_from_its_position_is_refused() -> None:
    transcript = table({"characters": ["king"]}).transcript()
    with pytest.raises(ValueError, match="players is 5, but its position has 4"):
        cs.Game.from_transcript({**transcript, "players": 5})


# ---- the transcriber


def event(kind: int, **fields: Any) -> Any:
    row = np.zeros(1, journal.EVENT)[0]
    row["kind"] = kind
    row["target_seat"] = row["district"] = -1
    for name, value in fields.items():
        row[name] = value
    return row


def test_every_kind_of_event_has_its_sentence() -> None:
    assert set(SENTENCES) == set(journal.EVENT_NAMES)


@pytest.mark.parametrize(
    ("row", "sentence"),
    (
        (event(journal.ROUND, seat=1, round_no=3), "Round 3. Bob has the crown."),
        (event(journal.FACE_UP, seat=-1, target_character=C.KING), "The King is removed face up."),
        (event(journal.FACE_DOWN, seat=-1, target_character=C.KING), "The King is removed face down."),
        (event(journal.PICK, seat=0, character=C.THIEF, extra=0b10110), "Ann picks the Thief from Assassin, Thief and King."),
        (event(journal.LAY_DOWN, seat=0, target_character=C.KING), "Ann lays the King face down."),
        (event(journal.LEFT_OVER, seat=-1, target_character=C.KING), "The King is left over, face down."),
        (event(journal.TURN, seat=2, character=C.KING), "Cid is the King."),
        (
            event(journal.SKIP, seat=2, character=C.KING, gold=1, cards=2, extra=3),
            "Cid, the King, was murdered and loses the turn: 1 gold, 2 cards in hand, 3 districts.",
        ),
        (event(journal.TURN_END, seat=0, character=C.KING, cards=1, extra=1), "Ann ends the turn: no gold, 1 card in hand, 1 district."),
        (event(journal.MURDER, seat=0, character=C.ASSASSIN, target_character=C.KING), "Ann (the Assassin) murders the King."),
        (event(journal.ROB, seat=0, character=C.THIEF, target_character=C.KING), "Ann (the Thief) will rob the King."),
        (
            event(journal.STEAL, seat=0, character=C.THIEF, target_seat=1, target_character=C.KING, gold=4),
            "Ann (the Thief) steals 4 gold from Bob (the King).",
        ),
        (event(journal.CROWN, seat=0, character=C.KING, target_seat=1), "Ann (the King) takes the crown from Bob."),
        (event(journal.GATHER_GOLD, seat=0, character=C.KING, gold=2), "Ann (the King) takes 2 gold."),
        (event(journal.GATHER_CARDS, seat=0, character=C.KING, cards=1, extra=2), "Ann (the King) keeps 1 of 2 drawn cards."),
        (event(journal.GATHER_CARDS, seat=0, character=C.KING, cards=2, extra=2), "Ann (the King) draws 2 cards."),
        (event(journal.INCOME, seat=0, character=C.KING, gold=3), "Ann (the King) collects 3 gold of income."),
        (event(journal.BONUS, seat=0, character=C.ARCHITECT, cards=2), "Ann (the Architect) gets 2 cards as a bonus."),
        (event(journal.BUILD, seat=0, character=C.KING, district=D.TOWN_HALL, gold=5), "Ann (the King) builds the Town Hall for 5 gold."),
        (
            event(journal.SWAP, seat=0, character=C.MAGICIAN, target_seat=2, cards=4, extra=1),
            "Ann (the Magician) swaps hands with Cid, 1 card for 4.",
        ),
        (event(journal.REDRAW, seat=0, character=C.MAGICIAN, cards=2), "Ann (the Magician) exchanges 2 cards with the deck."),
        (
            event(journal.DESTROY, seat=0, character=C.WARLORD, target_seat=1, district=D.TEMPLE),
            "Ann (the Warlord) destroys the Temple of Bob for nothing.",
        ),
        (event(journal.RESCUE, seat=1, district=D.TEMPLE, gold=1), "Bob takes the Temple into hand from the Graveyard for 1 gold."),
        (
            event(journal.LABORATORY, seat=1, character=C.KING, district=D.TEMPLE, gold=1),
            "Bob (the King) gives the Temple to the Laboratory for 1 gold.",
        ),
        (
            event(journal.SMITHY, seat=1, character=C.KING, gold=2, cards=3),
            "Bob (the King) pays 2 gold in the Smithy and draws 3 cards.",
        ),
        (event(journal.SURCHARGE, seat=0, character=C.DIPLOMAT, gold=1), "Ann (the Diplomat) pays 1 gold to the bank."),
        (event(journal.PAY_BACK, seat=1, district=D.TEMPLE, gold=1), "Bob gets back 1 gold that lay on the Temple."),
        (
            event(journal.PAY_BACK, seat=1, target_seat=2, target_character=C.CARDINAL, gold=2, cards=2),
            "Cid (the Cardinal) gives Bob back 2 gold for 2 cards.",
        ),
        (event(journal.COMPLETE, seat=1), "Bob completes the city."),
        (event(journal.SCORE, seat=1, gold=1, cards=2), "Bob comes second with 1 point."),
    ),
)
def test_an_event_is_reported_in_a_sentence(row: Any, sentence: str) -> None:
    assert describe(row, NAMES) == sentence


def test_a_bot_and_its_character_stand_in_one_pair_of_brackets() -> None:
    names = Names(("Seat 0 (builder)", "Seat 1 (you)", "Seat 2 (raider)"), NAMES.cast)
    murder = event(journal.MURDER, seat=0, character=C.ASSASSIN, target_character=C.KING)
    assert describe(murder, names) == "Seat 0 (builder, the Assassin) murders the King."
    paid = event(journal.PAY_BACK, seat=1, target_seat=2, target_character=C.CARDINAL, gold=2, cards=2)
    assert describe(paid, names) == "Seat 2 (raider, the Cardinal) gives seat 1 (you) back 2 gold for 2 cards."


def test_at_the_end_of_a_turn_the_city_is_reported() -> None:
    rows = [
        event(journal.BUILD, seat=0, character=C.KING, district=D.TEMPLE, gold=1),
        event(journal.DESTROY, seat=1, character=C.WARLORD, target_seat=0, district=D.KEEP),
        event(journal.TURN_END, seat=0, character=C.KING, extra=2),
        event(journal.TURN_END, seat=1, character=C.WARLORD),
    ]
    lines = list(transcribe(rows, NAMES, [[D.MANOR, D.KEEP], [], []]))
    assert [line for line in lines if "City" in line] == ["    City: Manor and Temple.", "    City: nothing yet."]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_transcribed_game_ends_with_everybodys_score_and_the_cities_as_they_stand(name: str, players: int) -> None:
    game = played(players, name)
    lines = list(transcribe_game(game))
    scores = [(f"{seat_name(score['seat'])} comes ", f" with {score['total']} point") for score in game.result()["scores"]]
    assert all(line.startswith(who) and points in line for line, (who, points) in zip(lines[-players:], scores, strict=True))
    for seat in range(players):
        shown = [lines[i + 1] for i, line in enumerate(lines) if line.startswith(f"  {seat_name(seat)} ends the turn")][-1]
        assert shown.startswith("    City: ")


def test_a_game_from_a_position_is_reported_from_there() -> None:
    game = table({"characters": ["warlord"], "gold": 3, "city": ["castle"]}, {"city": ["temple"]}, next_rank=8)
    for label in ("gold", "destroy:1:temple", "end"):
        game.play(label)
    assert list(transcribe_game(game, ("Ann", "Bob", "Cid", "Dot")))[:6] == [
        "  Ann is the Warlord.",
        "  Ann (the Warlord) takes 2 gold.",
        "  Ann (the Warlord) destroys the Temple of Bob for nothing.",
        "  Ann ends the turn: 5 gold, no cards in hand, 1 district.",
        "    City: Castle.",
        "Round 2. Ann has the crown.",
    ]


def test_a_narrated_game_reports_every_choice_and_what_follows() -> None:
    game = cs.Game.start(CLASSIC, 4, seed=5)
    luck = random.Random(1)
    lines = list(narrate(game, lambda g: luck.choice(g.legal())))
    assert game.over
    choices = [line.split(": ", 1)[1] for line in lines if line.startswith("  > ")]
    assert choices == game.transcript()["labels"]
    assert [line for line in lines if not line.startswith("  > ")] == list(transcribe_game(game))


def test_a_game_can_be_narrated_by_the_engines_integers() -> None:
    game, other = (cs.Game.start(CLASSIC, 4, seed=5) for _ in range(2))
    by_code = list(narrate(game, lambda g: int(g.codes()[0])))
    assert by_code == list(narrate(other, lambda g: g.legal()[0]))
