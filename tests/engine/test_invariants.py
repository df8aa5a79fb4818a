"""The check of the invariants finds what is broken: each kind of damage to a good game is noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import C, D
from citadels_sim.engine.actions import GRAVEYARD
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import copy_state, new_legal
from tests import invariants
from tests.engine.loops import checked_legal, checked_state

CLASSIC = cs.load_variant("classic-2000")
RULES = rules_record(CLASSIC.at(4))


def game_in_the_third_round() -> cs.Game:
    """A game at somebody's turn, with gold, hands and cities."""
    game = cs.Game.start(CLASSIC, players=4, seed=3)
    while game.state.public.round_no < 3 or game.decision != "turn" or not all(game.state.public.city_n[:4]):
        wanted = [label for label in game.legal() if label.startswith(("build", "gold"))]
        game.play((wanted or list(game.legal()))[-1])
    return game


def finished_game() -> cs.Game:
    game = game_in_the_third_round()
    while not game.over:
        wanted = [label for label in game.legal() if label.startswith(("build", "cards"))]
        game.play((wanted or list(game.legal()))[-1])
    return game


MIDDLE = game_in_the_third_round()
END = finished_game()


def swap_two_cards_for_others(s: Any) -> None:
    s.secret.deck[s.secret.deck_head] = D.BASILICA


def lose_a_card(s: Any) -> None:
    s.public.deck_n -= 1


def invent_gold(s: Any) -> None:
    s.public.gold[1] += 1


def owe_gold(s: Any) -> None:
    s.public.bank += s.public.gold[1] + 1
    s.public.gold[1] = -1


def miscount_a_hand(s: Any) -> None:
    s.public.hand_n[0] += 1


def forget_a_card_of_the_set(s: Any) -> None:
    s.seat[0].hand_mask ^= 1


def misjudge_a_city(s: Any) -> None:
    s.public.city_worth[2] += 1


def mistype_a_city(s: Any) -> None:
    s.public.city_types[2, 0] += 1
    s.public.city_types[2, 1] -= 1


def count_another_school(s: Any) -> None:
    s.public.city_schools[1] += 1


def act_with_another_power(s: Any) -> None:
    s.public.turn_power = C.WIZARD


def give_a_character_twice(s: Any) -> None:
    s.seat[0].chars |= s.seat[1].chars


def turn_the_king_up(s: Any) -> None:
    s.public.face_up |= 16


def keep_a_packet(s: Any) -> None:
    rank = int(s.secret.down).bit_length() - 1
    s.secret.down ^= 1 << rank
    s.public.down_n -= 1
    s.secret.packet = 1 << rank


def call_a_silent_rank(s: Any) -> None:
    s.public.called[8] = 0 if s.public.next_rank > 8 else 1
    s.public.called[7] = 2


def rob_the_murdered(s: Any) -> None:
    s.public.robbed = s.public.murdered = 8


def crown_nobody(s: Any) -> None:
    s.public.crown = 4


def leave_a_district_between_two_places(s: Any) -> None:
    """A card of the deck lies loose though no Graveyard has to decide."""
    s.public.loose = s.secret.deck[s.secret.deck_head]
    s.secret.deck_head = (s.secret.deck_head + 1) % 128
    s.public.deck_n -= 1


def ask_another_seat(s: Any) -> None:
    s.public.actor = (s.public.actor + 1) % 4


def ask_a_graveyard_without_a_district(s: Any) -> None:
    s.public.decision = GRAVEYARD


def end_without_a_complete_city(s: Any) -> None:
    s.public.ending = s.public.round_no


def note_a_completion_twice(s: Any) -> None:
    s.public.completed[:2] = 1
    s.public.completed_n = 2
    s.public.first = 2
    s.public.ending = s.public.round_no


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (swap_two_cards_for_others, invariants.CARDS),
        (lose_a_card, invariants.CARDS),
        (invent_gold, invariants.GOLD),
        (owe_gold, invariants.GOLD),
        (miscount_a_hand, invariants.HANDS),
        (forget_a_card_of_the_set, invariants.HANDS),
        (misjudge_a_city, invariants.CITIES),
        (mistype_a_city, invariants.CITIES),
        (count_another_school, invariants.CITIES),
        (give_a_character_twice, invariants.CHARACTERS),
        (turn_the_king_up, invariants.CHARACTERS),
        (keep_a_packet, invariants.DRAFT),
        (call_a_silent_rank, invariants.CALLING),
        (rob_the_murdered, invariants.CALLING),
        (crown_nobody, invariants.CALLING),
        (leave_a_district_between_two_places, invariants.TURNS),
        (act_with_another_power, invariants.TURNS),
        (ask_another_seat, invariants.TURNS),
        (ask_a_graveyard_without_a_district, invariants.TURNS),
        (end_without_a_complete_city, invariants.ENDING),
        (note_a_completion_twice, invariants.ENDING),
    ],
)
def test_damage_is_noticed_and_named(damage: Callable[[Any], None], code: int) -> None:
    state = copy_state(MIDDLE.state)
    assert checked_state(state, RULES) == invariants.HOLDS
    damage(state)
    assert invariants.NAMES[checked_state(state, RULES)] == invariants.NAMES[code]


def test_a_district_twice_in_a_city_is_noticed() -> None:
    position = {"players": [{"city": ["temple", "temple"], "characters": ["king"]}, {}, {}, {}], "face_up": ["thief", "magician"]}
    position["face_down"] = ["assassin", "bishop", "merchant", "architect", "warlord"]
    game = cs.Game.from_position(CLASSIC, position)
    assert checked_state(game.state, RULES) == invariants.DUPLICATES


@pytest.mark.parametrize("field", ["total", "pts_bonus", "pts_districts"])
def test_points_that_do_not_add_up_are_noticed(field: str) -> None:
    state = copy_state(END.state)
    assert checked_state(state, RULES) == invariants.HOLDS
    state.public[field][0] += 1
    assert checked_state(state, RULES) == invariants.SCORES


def test_a_winner_with_fewer_points_is_noticed() -> None:
    state = copy_state(END.state)
    state.public.place[:4] = state.public.place[:4].max() + 1 - state.public.place[:4]
    assert checked_state(state, RULES) == invariants.SCORES


def test_a_list_of_actions_must_offer_each_once_and_a_choice() -> None:
    out = new_legal()
    out.code[:3] = [5, 6, 5]
    assert checked_legal(MIDDLE.state, out, 2) == invariants.HOLDS
    assert checked_legal(MIDDLE.state, out, 3) == invariants.LEGAL
    assert checked_legal(MIDDLE.state, out, 0) == invariants.LEGAL


def test_nothing_is_legal_when_the_game_is_over() -> None:
    assert checked_legal(END.state, new_legal(), 0) == invariants.HOLDS
    assert checked_legal(END.state, new_legal(), 1) == invariants.LEGAL


def test_every_code_has_its_own_words() -> None:
    assert sorted(invariants.NAMES) == list(range(invariants.LEGAL + 1))
    assert len(set(invariants.NAMES.values())) == len(invariants.NAMES)
