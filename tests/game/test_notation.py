"""Every action has a label, and a label names one action."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import C, D, DistrictType
from citadels_sim.engine import actions
from citadels_sim.engine.actions import STAR
from citadels_sim.game.action_words import ACTION_WORDS, ActionWords
from citadels_sim.game.notation import label, labels
from tests.game.tables import random_play, table
from tests.spread import TABLES

NOT_A_PLAYERS = {"A_BEGIN_ROUND", "A_CALL_NEXT", "A_LOOK"}
PUBLIC = SimpleNamespace(cast=[0, C.ASSASSIN, C.THIEF, C.MAGICIAN, C.KING, C.BISHOP, C.MERCHANT, C.ARCHITECT, C.WARLORD, 0])


API_FORMS = {
    # ---- answers to questions
    *("pick:<c>", "discard:<c>", "theater:<s>", "theater:<c>:<s>", "pass", "keep:<d>", "discard:<d>", "done", "give:<s>:<d>", "give:<d>"),
    *("take:<d>", "take-build:<d>", "gift:gold", "gift:<d>", "bribe", "refuse", "reveal", "confiscate", "graveyard", "fetch:<d>"),
    *("announce", "under:<d>", "crown:<s>"),
    # ---- in a turn
    *("gold", "cards", "income", "income:<n>", "bonus", "bonus:gold", "bonus:cards", "build:<d>", "build:<d>:framework"),
    *("build:necropolis:sacrifice:<d>", "build:thieves-den:cards:<n>", "build:<d>:cardinal:<s>"),
    *("build:thieves-den:cards:<n>:cardinal:<s>", "take-build:<d>:framework", "take-build:necropolis:sacrifice:<d>"),
    *("take-build:thieves-den:cards:<n>", "murder:<c>", "bewitch:<c>", "rob:<c>", "warrants:<c>:<c>:<c>", "threats:<c>:<c>"),
    *("spy:<s>:<t>", "swap:<s>", "redraw", "look:<s>", "seer", "crown:<s>:gold", "crown:<s>:card", "crown:<s>:none", "tithe:<s>"),
    *("destroy:<s>:<d>", "exchange:<d>:<s>:<d>", "seize:<s>:<d>", "beautify:<d>", "lab:<d>", "smithy", "museum:<d>", "armory:<s>:<d>"),
    "end",
}
"""Every label that the game API knows."""


def packed(kind: int, *arguments: int) -> int:
    """An action: its kind in the lowest byte, then its arguments."""
    return kind | sum(int(argument) << 8 * (i + 1) for i, argument in enumerate(arguments))


def test_every_kind_of_action_that_a_player_has_is_written() -> None:
    kinds = {name: code for name, code in vars(actions).items() if name.startswith("A_") and name not in NOT_A_PLAYERS}
    assert set(kinds.values()) == set(ACTION_WORDS)


def test_labels_have_the_forms_of_the_game_api_and_no_others() -> None:
    assert {words.form for words in ACTION_WORDS.values()} == API_FORMS


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
        (packed(actions.A_INCOME_MIX, 2), "income:2"),
        (packed(actions.A_BUILD_FRAMEWORK, D.PALACE), "build:palace:framework"),
        (packed(actions.A_BUILD_SACRIFICE, D.MANOR), "build:necropolis:sacrifice:manor"),
        (packed(actions.A_BUILD_DEN, 3), "build:thieves-den:cards:3"),
        (packed(actions.A_BUILD_CARDINAL, D.PALACE, 2), "build:palace:cardinal:2"),
        (packed(actions.A_BUILD_DEN_CARDINAL, 3, 2), "build:thieves-den:cards:3:cardinal:2"),
        (packed(actions.A_TAKE_BUILD_DEN, 6), "take-build:thieves-den:cards:6"),
        (packed(actions.A_WARRANTS, 7, 4, 5), "warrants:architect:king:bishop"),
        (packed(actions.A_THREATS, 6, 5), "threats:merchant:bishop"),
        (packed(actions.A_SPY, 2, DistrictType.UNIQUE), "spy:2:unique"),
        (packed(actions.A_HAND_BACK, 2, D.MANOR), "give:2:manor"),
        (packed(actions.A_SEIZE, 2, D.MANOR), "seize:2:manor"),
        (packed(actions.A_THEATER, 2), "theater:2"),
        (packed(actions.A_THEATER_OWN, 4, 2), "theater:king:2"),
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


@pytest.mark.parametrize("kind", (actions.A_BUILD_SACRIFICE, actions.A_TAKE_BUILD_SACRIFICE, actions.A_BEAUTIFY))
def test_an_own_beautified_copy_bears_a_star_beside_the_plain_one(kind: int) -> None:
    form = ACTION_WORDS[kind].form
    written = labels(PUBLIC, [packed(kind, D.MANOR), packed(kind, D.MANOR | STAR), packed(kind, D.TEMPLE | STAR)])
    assert list(written) == [form.replace("<d>", name) for name in ("manor", "manor*", "temple")]


@pytest.mark.parametrize("kind", (actions.A_DESTROY, actions.A_ARMORY, actions.A_SEIZE))
def test_anothers_beautified_copy_bears_a_star_beside_the_plain_one_of_the_same_city(kind: int) -> None:
    word = ACTION_WORDS[kind].form.split(":")[0]
    codes = [packed(kind, 1, D.MANOR), packed(kind, 2, D.MANOR | STAR), packed(kind, 2, D.MANOR), packed(kind, 3, D.MANOR | STAR)]
    assert list(labels(PUBLIC, codes)) == [f"{word}:{rest}" for rest in ("1:manor", "2:manor*", "2:manor", "3:manor")]


PLAIN, COIN = 0, STAR


@pytest.mark.parametrize(
    ("legal", "written"),
    (
        (
            ((PLAIN, PLAIN), (PLAIN, COIN), (COIN, PLAIN), (COIN, COIN)),
            ("tavern:2:manor", "tavern:2:manor*", "tavern*:2:manor", "tavern*:2:manor*"),
        ),
        (((PLAIN, PLAIN), (COIN, PLAIN), (COIN, COIN)), ("tavern:2:manor", "tavern*:2:manor", "tavern*:2:manor*")),
        (((PLAIN, PLAIN), (COIN, COIN)), ("tavern:2:manor", "tavern*:2:manor*")),
        (((COIN, PLAIN), (COIN, COIN)), ("tavern:2:manor", "tavern:2:manor*")),
        (((COIN, COIN),), ("tavern:2:manor",)),
    ),
)
def test_an_exchange_bears_a_star_wherever_a_plain_copy_could_be_meant(
    legal: tuple[tuple[int, int], ...], written: tuple[str, ...]
) -> None:
    """Whichever of the exchanges can be paid: each label names one, and a plain name never means the beautified copy beside a plain one."""
    codes = [packed(actions.A_EXCHANGE, D.TAVERN | own, 2, D.MANOR | theirs) for own, theirs in legal]
    assert labels(PUBLIC, codes) == {f"exchange:{text}": code for text, code in zip(written, codes, strict=True)}


TEMPLES: list[Any] = ["temple", {"district": "temple", "beautified": True}]


@pytest.mark.parametrize(
    ("character", "mine", "theirs", "label", "left"),
    (
        ("warlord", {}, {"city": TEMPLES}, "destroy:1:temple", ([], ["temple*"])),
        ("warlord", {}, {"city": TEMPLES}, "destroy:1:temple*", ([], ["temple"])),
        ("marshal", {}, {"city": TEMPLES}, "seize:1:temple", (["temple"], ["temple*"])),
        ("marshal", {}, {"city": TEMPLES}, "seize:1:temple*", (["temple*"], ["temple"])),
        ("king", {"city": ["armory"]}, {"city": TEMPLES}, "armory:1:temple", ([], ["temple*"])),
        ("king", {"city": ["armory"]}, {"city": TEMPLES}, "armory:1:temple*", ([], ["temple"])),
        ("king", {"city": ["armory", *TEMPLES]}, {}, "armory:0:temple*", (["temple"], [])),
        ("diplomat", {"city": TEMPLES}, {"city": ["manor"]}, "exchange:temple:1:manor", (["temple*", "manor"], ["temple"])),
        ("diplomat", {"city": TEMPLES}, {"city": ["manor"]}, "exchange:temple*:1:manor", (["temple", "manor"], ["temple*"])),
        ("diplomat", {"city": ["manor"]}, {"city": TEMPLES}, "exchange:manor:1:temple*", (["temple*"], ["temple", "manor"])),
        (
            "king",
            {"city": TEMPLES, "hand": ["necropolis"]},
            {},
            "build:necropolis:sacrifice:temple",
            (["temple*", "necropolis"], []),
        ),
        (
            "king",
            {"city": TEMPLES, "hand": ["necropolis"]},
            {},
            "build:necropolis:sacrifice:temple*",
            (["temple", "necropolis"], []),
        ),
        ("artist", {"city": TEMPLES}, {}, "beautify:temple", (["temple*", "temple*"], [])),
    ),
)
def test_a_star_means_the_beautified_copy(
    character: str, mine: dict[str, Any], theirs: dict[str, Any], label: str, left: tuple[list[str], list[str]]
) -> None:
    cast = ["witch", "spy", "seer", "king", "bishop", "merchant", "scholar", "warlord", "artist"]
    if character not in cast:
        cast[7] = character
    player = {"characters": [character], "gold": 4, **mine}
    variant = cs.load_variant("citadels-2016-nine")
    game = table(player, theirs, variant=variant, cast=cast, next_rank=cast.index(character) + 1, strict=False)
    game.play("gold")
    game.play(label)
    cities = [[built["district"] + "*" * built["beautified"] for built in at["city"]] for at in game.position()["players"][:2]]
    assert (cities[0], cities[1]) == left


def test_a_form_with_several_arguments_takes_them_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACTION_WORDS, 200, ActionWords("exchange:<d>:<s>:<d>", lambda _: ""))
    code = 200 | D.CASTLE << 8 | 3 << 16 | (D.MANOR | STAR) << 24
    assert label(PUBLIC, code, frozenset({code, code & ~(STAR << 24)})) == "exchange:castle:3:manor*"


def test_a_form_can_name_types_numbers_and_words_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACTION_WORDS, 200, ActionWords("spy:<s>:<t>", lambda _: ""))
    monkeypatch.setitem(ACTION_WORDS, 201, ActionWords("build:thieves-den:cards:<n>:cardinal:<s>", lambda _: ""))
    assert label(PUBLIC, 200 | 2 << 8 | DistrictType.NOBLE << 16) == "spy:2:noble"
    assert label(PUBLIC, 201 | 4 << 8 | 5 << 16) == "build:thieves-den:cards:4:cardinal:5"


def test_identical_actions_share_a_label() -> None:
    assert labels(PUBLIC, [actions.A_GOLD, actions.A_GOLD]) == {"gold": actions.A_GOLD}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_at_every_decision_each_legal_action_has_a_label_of_its_own(name: str, players: int) -> None:
    for game in random_play(cs.Game.start(name, players, seed=players), seed=1):
        assert len(game.legal()) == len(set(game.legal())) == len(game.codes())
        assert [game.label(code) for code in game.codes()] == list(game.legal())
