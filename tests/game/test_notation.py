"""Every action has a label, and a label names one action."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import C, D, DistrictType
from citadels_sim.engine import actions
from citadels_sim.engine.actions import STAR
from citadels_sim.game import notation
from citadels_sim.game.notation import FORMS, label, labels
from tests.game.tables import EVERY_TABLE, random_play

NOT_A_PLAYERS = {"A_BEGIN_ROUND", "A_CALL_NEXT", "A_LOOK"}
PUBLIC = SimpleNamespace(cast=[0, C.ASSASSIN, C.THIEF, C.MAGICIAN, C.KING, C.BISHOP, C.MERCHANT, C.ARCHITECT, C.WARLORD, 0])


def packed(kind: int, *arguments: int) -> int:
    """An action: its kind in the lowest byte, then its arguments."""
    return kind | sum(int(argument) << 8 * (i + 1) for i, argument in enumerate(arguments))


def test_every_kind_of_action_that_a_player_has_is_written() -> None:
    kinds = {name: code for name, code in vars(actions).items() if name.startswith("A_") and name not in NOT_A_PLAYERS}
    assert set(kinds.values()) == set(FORMS)


@pytest.mark.parametrize(
    ("code", "text"),
    (
        (packed(actions.A_PICK, 4), "pick:king"),
        (packed(actions.A_DISCARD_CHARACTER, 1), "discard:assassin"),
        (actions.A_GOLD, "gold"),
        (actions.A_CARDS, "cards"),
        (packed(actions.A_KEEP, D.TRADING_POST), "keep:trading-post"),
        (actions.A_INCOME, "income"),
        (actions.A_BONUS, "bonus"),
        (packed(actions.A_BUILD, D.MANOR), "build:manor"),
        (packed(actions.A_MURDER, 8), "murder:warlord"),
        (packed(actions.A_ROB, 6), "rob:merchant"),
        (packed(actions.A_SWAP, 3), "swap:3"),
        (actions.A_REDRAW, "redraw"),
        (packed(actions.A_LAY_ASIDE, D.KEEP), "discard:keep"),
        (actions.A_DONE, "done"),
        (packed(actions.A_DESTROY, 0, D.MANOR), "destroy:0:manor"),
        (packed(actions.A_LAB, D.TEMPLE), "lab:temple"),
        (actions.A_SMITHY, "smithy"),
        (actions.A_GRAVEYARD, "graveyard"),
        (actions.A_PASS, "pass"),
        (actions.A_END, "end"),
    ),
)
def test_an_action_is_written_as_the_game_api_says(code: int, text: str) -> None:
    assert label(PUBLIC, code) == text


def test_a_beautified_copy_bears_a_star_where_the_plain_one_could_be_meant_too() -> None:
    plain, starred = packed(actions.A_DESTROY, 2, D.MANOR), packed(actions.A_DESTROY, 2, D.MANOR | STAR)
    assert list(labels(PUBLIC, [plain, starred])) == ["destroy:2:manor", "destroy:2:manor*"]


def test_a_beautified_copy_bears_no_star_where_it_is_the_only_one() -> None:
    elsewhere, starred = packed(actions.A_DESTROY, 1, D.MANOR), packed(actions.A_DESTROY, 2, D.MANOR | STAR)
    assert list(labels(PUBLIC, [elsewhere, starred])) == ["destroy:1:manor", "destroy:2:manor"]


def test_a_form_with_several_arguments_takes_them_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(notation.FORMS, 200, "exchange:<d>:<s>:<d>")
    code = 200 | D.CASTLE << 8 | 3 << 16 | (D.MANOR | STAR) << 24
    assert label(PUBLIC, code, frozenset({code, code & ~(STAR << 24)})) == "exchange:castle:3:manor*"


def test_a_form_can_name_types_numbers_and_words_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(notation.FORMS, 200, "spy:<s>:<t>")
    monkeypatch.setitem(notation.FORMS, 201, "build:thieves-den:cards:<n>:cardinal:<s>")
    assert label(PUBLIC, 200 | 2 << 8 | DistrictType.NOBLE << 16) == "spy:2:noble"
    assert label(PUBLIC, 201 | 4 << 8 | 5 << 16) == "build:thieves-den:cards:4:cardinal:5"


def test_identical_actions_share_a_label() -> None:
    assert labels(PUBLIC, [actions.A_GOLD, actions.A_GOLD]) == {"gold": actions.A_GOLD}


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_at_every_decision_each_legal_action_has_a_label_of_its_own(name: str, players: int) -> None:
    for game in random_play(cs.Game.start(name, players, seed=players), seed=1):
        assert len(game.legal()) == len(set(game.legal())) == len(game.codes())
        assert [game.label(code) for code in game.codes()] == list(game.legal())
