"""Warrants and threats that nobody can have placed so are refused, with what is wrong and where."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.game.court import BEWITCHING, CRIMINAL, LAWFUL, THREATS, WARRANTS, court, with_threats, with_warrants


@pytest.mark.parametrize(
    ("warrants", "message"),
    (
        ({"signed": "architekt"}, "warrants.signed: there is no character 'architekt'. Did you mean 'architect'?"),
        ({"signed": "witch"}, "warrants.signed: 'witch' is not in this game's cast (magistrate, thief"),
        ({"blank": ["kng"]}, "warrants.blank.0: there is no character 'kng'. Did you mean 'king'?"),
        ({"blank": [None]}, "warrants.blank.0: None is null; it is the id of a character"),
        ({"blank": None}, "warrants.blank: None is null; it is a list of character ids"),
        ({"signed": "king", "blank": ["thief", "king"]}, "warrants.blank.1: 'king' is at warrants.signed already; a character bears one"),
        ({"blank": ["king", "king"]}, "warrants.blank.1: 'king' is at warrants.blank.0 already"),
        ({"blank": ["king", "thief", "bishop"]}, "warrants.blank: has 3; the Magistrate has 2 blank warrants"),
        ({"sined": "king"}, "warrants.sined: there is no such key. Did you mean 'signed'?"),
        (["king"], "warrants: ['king'] is a list; what the Magistrate has placed is an object"),
        ({"signed": None, "blank": ["magistrate", "architect"]}, "warrants.signed: is null, but no character has been called"),
    ),
)
def test_warrants_that_cannot_lie_so_are_refused(warrants: object, message: str) -> None:
    with pytest.raises(cs.PositionError) as error:
        with_warrants(warrants, next_rank=2)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("threats", "message"),
    (
        ({"flowered": "marchant"}, "threats.flowered: there is no character 'marchant'. Did you mean 'merchant'?"),
        ({"blank": "queen"}, "threats.blank: 'queen' is not in this game's cast"),
        ({"blank": ["king"]}, "threats.blank: ['king'] is a list; it is the id of a character"),
        ({"flowered": "king", "blank": "king"}, "threats.blank: 'king' is at threats.flowered already"),
        ({"signed": "king"}, "threats.signed: there is no such key"),
        ("king", "threats: 'king' is a text; what the Blackmailer has placed is an object"),
        ({"flowered": "assassin"}, "threats.flowered: 'assassin' has rank 1; a threat lies at another character"),
        ({"blank": "magician"}, "threats.blank: 'magician' was murdered; a threat lies at another character"),
    ),
)
def test_threats_that_cannot_lie_so_are_refused(threats: object, message: str) -> None:
    with pytest.raises(cs.PositionError) as error:
        with_threats(threats, murdered="magician")
    assert message in str(error.value)


def test_no_threat_lies_at_the_bewitched_character() -> None:
    with pytest.raises(cs.PositionError, match=r"threats\.blank: 'king' was bewitched; a threat lies at another character"):
        with_threats({"flowered": "merchant", "blank": "king"}, cast=BEWITCHING, bewitched="king")


@pytest.mark.parametrize(
    ("keys", "message"),
    (
        ({"next_rank": 1}, "warrants: lie there, but the magistrate has not been called (next_rank is 1); it is null or left out"),
        ({"cast": CRIMINAL}, "but there is no magistrate in this game's cast"),
    ),
)
def test_warrants_that_nobody_can_have_placed_are_refused(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(cs.PositionError) as error:
        court({"characters": ["thief"]}, {"characters": [keys.get("cast", LAWFUL)[0]]}, **{"warrants": WARRANTS, "next_rank": 2, **keys})
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("keys", "message"),
    (
        ({"next_rank": 2}, "threats: lie there, but the blackmailer has not been called (next_rank is 2)"),
        ({"murdered": "blackmailer"}, "threats: lie there, but the blackmailer was murdered"),
    ),
)
def test_threats_of_a_blackmailer_who_had_no_turn_are_refused(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(cs.PositionError) as error:
        with_threats(**keys)
    assert message in str(error.value)


def test_markers_of_characters_that_nobody_holds_are_refused() -> None:
    with pytest.raises(cs.PositionError, match="warrants: lie there, but no player holds the magistrate; it is null or left out"):
        court({"characters": ["king"]}, warrants=WARRANTS, next_rank=4)
    with pytest.raises(cs.PositionError, match="threats: lie there, but no player holds the blackmailer"):
        court(cast=CRIMINAL, threats=THREATS)
