"""The direction of the draft while the crown stays (`game.draft_when_crown_stays`): a tweak of no rulebook."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots.greedy_base import held_by
from citadels_sim.bots.learner.barred import held_by_nobody
from citadels_sim.bots.planner.findings import FINDINGS
from citadels_sim.bots.planner.guess import guess
from citadels_sim.bots.searcher_seen import crown_of_draft
from citadels_sim.compiler.decorators import ready
from citadels_sim.designs.fork_options import crown_seat
from citadels_sim.engine import journal
from citadels_sim.engine.draft_order import place_in_draft, place_in_next_draft
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import copy_state
from citadels_sim.env.fields import SIZE, named
from citadels_sim.env.policies import show
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.game.wording import Names, describe, ranks_of
from citadels_sim.lineups import seat_name
from citadels_sim.variants import Variant, diff
from tests.rules.tables import idle_round, play

LEFT, RIGHT = 1, -1
READINGS = {"same": (LEFT, LEFT, LEFT, LEFT), "alternates": (LEFT, RIGHT, LEFT, RIGHT), "reversed": (LEFT, RIGHT, RIGHT, RIGHT)}
"""The directions of the drafts of one crown, round by round."""
ONCE = [*range(8)]
FORMS = {
    ("classic-2000", 3): [0, 1, 2, 0, 1, 2],
    ("classic-2000", 4): ONCE[:4],
    ("classic-2000", 6): ONCE[:6],
    ("classic-2000", 7): ONCE[:7],
    ("citadels-2016", 3): [0, 1, 2, 0, 1, 2],
    ("citadels-2016-nine", 5): ONCE[:5],
    ("citadels-2016-nine", 8): ONCE,
    ("classic-summary", 3): [0, 1, 2],
}
"""Tables of every form of the draft: who picks, by seats from the crown (classic 1.4 to 1.7, 2016 1.4)."""


def of(reading: str, name: str = "classic-2000", *, king: bool = False) -> Variant:
    """A packaged variant with a reading of the key, and a King who leaves the crown where it is, or not."""
    return cs.load_variant(name, {"game.draft_when_crown_stays": reading, "characters.king.takes_crown": king})


def picks(game: cs.Game, king_at: int = 0) -> list[int]:
    """Seats in the order in which they decide in the draft; each takes the first character there is, the King whose pick it is to."""
    order: list[int] = []
    while game.decision in ("pick", "discard-character"):
        legal = sorted(game.legal(), key=lambda label: (label == "pick:king") is not (len(order) == king_at))
        order.append(game.actor)
        game.play(legal[0])
    return order


def second_round(reading: str = "reversed", name: str = "classic-2000", players: int = 4, seed: int = 3) -> cs.Game:
    """A game at the first pick of the second round, of the same crown."""
    game = cs.Game.start(of(reading, name), players, seed=seed)
    picks(game)
    return idle_round(game)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("form", "steps"), FORMS.items(), ids=map(str, FORMS))
def test_while_the_crown_stays_the_characters_go_round_as_the_reading_says(form: tuple[str, int], steps: list[int], reading: str) -> None:
    name, players = form
    game = cs.Game.start(of(reading, name), players, seed=5)
    crown = game.position()["crown"]
    for way in READINGS[reading]:
        assert game.position()["crown"] == crown
        assert picks(game) == [(crown + way * step) % players for step in steps]
        idle_round(game)


@pytest.mark.parametrize("reading", READINGS)
def test_two_players_pick_in_turn_whichever_way(reading: str) -> None:
    """Classic 1.5 (S0:283)."""
    game = cs.Game.start(of(reading), 2, seed=5)
    crown = game.position()["crown"]
    for _ in range(3):
        assert picks(game) == [(crown + step) % 2 for step in (0, 1, 1, 0, 0, 1)]
        idle_round(game)


def test_who_is_last_to_the_right_takes_up_the_face_down_character() -> None:
    """Classic 1.4 (S0:291), of seven."""
    game = second_round(players=7)
    order = picks(game)
    saw = [seat for seat in range(7) if int(game.state.seat[seat].saw_down)]
    assert saw == order[-1:] == [(order[0] + 1) % 7]


@pytest.mark.parametrize("reading", ["alternates", "reversed"])
def test_after_the_crown_has_changed_hands_they_go_round_to_the_left(reading: str) -> None:
    game = cs.Game.start(of(reading, king=True), 4, seed=1)
    held = []
    for number in range(12):
        crown = int(game.position()["crown"])
        held.append((crown, picks(game, king_at=int(number % 3 == 2))))
        idle_round(game)
    turned = [
        (crown == before, order == [(crown - step) % 4 for step in range(4)], order == [(crown + step) % 4 for step in range(4)])
        for (before, _), (crown, order) in pairwise(held)
    ]
    assert all(left for stays, _, left in turned if not stays)
    assert any(right for stays, right, _ in turned if stays)
    assert {stays for stays, _, _ in turned} == {False, True}


def test_the_order_has_one_source() -> None:
    """Nothing but `draft_order` reckons from the crown; the Theater's owners are asked clockwise (2016 4.2)."""
    package = Path(cs.__file__).parent
    reckons = re.compile(r"step_seat\[|\.crown\) *[-+]|\.crown *[-+] *\w|[-+] *(p|public|s\.public|game\.state\.public)\.crown\b")
    found = {path.relative_to(package).as_posix() for path in package.rglob("*.py") if reckons.search(path.read_text(encoding="utf-8"))}
    assert found == {"engine/draft_order.py", "engine/rules.py", "engine/districts/theater.py"}


@pytest.mark.parametrize("players", [4, 7])
def test_bots_know_who_picked_before_whom(players: int) -> None:
    for seed in range(6):
        game = second_round(players=players, seed=seed)
        order = picks(game)
        public = game.state.public
        assert [place_in_draft(public, seat) for seat in order] == [*range(players)]
        for at, seat in enumerate(order):
            mine = game.state.seat[seat]
            missing = {rank for rank in range(1, 9) if not int(public.face_up) >> rank & 1} - {*ranks_of(mine.offered[0])}
            findings: Any = new_record(FINDINGS)
            guess(findings, public, mine, game.rules, seat, 0, 0.0)
            for later in order[at + 1 : 6]:  # the last of seven may have what was face down
                assert not missing & {*ranks_of(held_by(public, mine, seat, later))}
                assert all(int(findings.share[later, rank]) == 0 for rank in missing - {int(mine.saw_down)})
            for before in order[:at]:
                assert {*ranks_of(held_by(public, mine, seat, before))} <= missing
        left = int(game.state.seat[order[-1]].offered[0]) & ~int(game.state.seat[order[-1]].chars)
        public.actor = order[-1]
        assert int(held_by_nobody(public, game.state.seat[order[-1]])) & left == left


@pytest.mark.parametrize(("name", "players"), [("classic-2000", 4), ("classic-2000", 7), ("citadels-2016", 3), ("citadels-2016-nine", 8)])
def test_searcher_finds_who_had_the_crown_when_characters_were_picked(name: str, players: int) -> None:
    game = second_round(name=name, players=players)
    crown = int(game.state.public.crown)
    picks(game)
    public = copy_state(game.state).public
    public.crown = (crown + 1) % players  # it has moved since
    assert {crown_of_draft(public, game.rules, game.state.seat[seat], seat) for seat in range(players)} == {crown}


@pytest.mark.parametrize(("reading", "ways"), [("same", (LEFT, LEFT)), ("alternates", (LEFT, LEFT)), ("reversed", (LEFT, RIGHT))])
def test_bots_know_who_picks_when_if_the_crown_stays(reading: str, ways: tuple[int, int]) -> None:
    game = second_round(reading)
    picks(game)
    public = copy_state(game.state).public
    crown = int(public.crown)
    assert [place_in_next_draft(public, (crown + ways[1] * step) % 4) for step in range(4)] == [0, 1, 2, 3]
    public.crown = (crown + 1) % 4
    assert [place_in_next_draft(public, (crown + 1 + ways[0] * step) % 4) for step in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("reading", ["alternates", "reversed"])
def test_a_position_in_a_round_to_the_right_goes_on_alike(reading: str) -> None:
    game = second_round(reading)
    play(game, game.legal()[0])
    again = cs.Game.from_position(game.variant, game.position())
    for _ in range(2):
        assert picks(again) == picks(game)
        assert again.position() == game.position()
        idle_round(again)
        idle_round(game)


def test_a_printed_game_keeps_nothing_of_it_in_its_position() -> None:
    pending = second_round("same").position()["pending"]
    assert not {"turns_for", "draft_turned"} & {*pending.get("public", {})}


def test_a_crown_that_is_given_to_another_seat_for_a_fork_begins_a_draft_to_the_left() -> None:
    game = second_round()
    crown = int(game.state.public.crown)
    for seat in range(4):
        state = copy_state(game.state)
        crown_seat(state, game.rules, seat)
        assert (int(state.public.actor), int(state.public.draft_turned)) == (seat, int(seat == crown))


def test_people_and_agents_see_which_way_they_go() -> None:
    game = second_round()
    begins = game.journal()[game.journal()["kind"] == journal.ROUND]
    words = [describe(event, Names.from_state(game.state)) for event in begins]
    crown = f"{seat_name(game.position()['crown'])} has the crown"
    assert words == [f"Round 1. {crown}.", f"Round 2. {crown}; the draft goes counterclockwise."]
    x, indices = np.zeros((1, SIZE), np.int16), np.zeros(len(game.codes()), np.int64)
    ready(show)(game.state.public, game.state.seat[game.actor], game.codes(), -1, x, indices)
    assert named(x[0])["draft"].tolist() == [1, 1]


def test_it_is_told_among_the_rules_of_the_draft() -> None:
    change = next(each for each in diff(of("same"), of("reversed")))
    assert (change.key, change.matters) == ("game.draft_when_crown_stays", True)
    assert change.after_words == "While the crown stays with one player, every draft but the first goes counterclockwise."
    assert "draft" not in " ".join(card_help("king", of("reversed").at(4)))
    few = [cs.load_variant("classic-2000", {"players": [2, 2], "game.draft_when_crown_stays": word}) for word in ("same", "reversed")]
    assert [each.matters for each in diff(*few)] == [False]
