"""What a page receives of a game that a person plays: the choices, and nothing that is hidden."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_lineup
from citadels_sim.errors import IllegalAction
from citadels_sim.game.session import Session
from citadels_sim.game.win_chance import WinChance
from citadels_sim.web.game_site import GameSite
from citadels_sim.web.site import BadRequest

TABLES = [("classic-2000", 4, 0), ("dark-city", 7, 3), ("citadels-2016-random", 5, 1)]


def seated(variant: str, players: int, seat: int, seed: int = 11) -> tuple[Session, GameSite]:
    sitting = Session(cs.load_variant(variant), parse_lineup("random", players - 1), [seat], seed)
    sitting.start()
    return sitting, GameSite(sitting, WinChance(sitting.game.variant, sitting.bots))


def labels(state: dict[str, Any]) -> list[str]:
    return [choice["label"] for group in state["groups"] for choice in group["choices"]]


def choose(site: GameSite, label: str) -> dict[str, Any]:
    result: dict[str, Any] = site.act("choose", {"number": site.state()["number"], "choice": label})
    return result


def states(sitting: Session, site: GameSite) -> Iterator[dict[str, Any]]:
    """Play at random to the end, and give each state as the page gets it."""
    rng = random.Random(1)
    state = site.state()
    while not sitting.game.over:
        yield json.loads(json.dumps(state))
        state = choose(site, rng.choice(labels(state)))
    yield json.loads(json.dumps(state))


def nothing_hidden(sitting: Session, state: dict[str, Any], seat: int) -> None:
    """Hold what a page got against the game: of others it has what lies on the table."""
    assert set(state) == {
        "number",
        "choices",
        "seat",
        "table",
        "rows",
        "log",
        "news",
        "chances",
        "question",
        "groups",
        "undo",
        "waits",
        "result",
    }
    position, table = sitting.game.position(), state["table"]
    ranks = {id: rank for rank, id in table["cast"]}
    for other, (row, truth) in enumerate(zip(state["rows"], position["players"], strict=True)):
        assert (row["cards"], row["gold"], len(row["people"])) == (len(truth["hand"]), truth["gold"], len(truth["characters"]))
        if other == seat:
            assert (row["hand"], row["people"]) == (truth["hand"], truth["characters"])
            continue
        assert row["hand"] == (None if truth["hand"] else [])
        known = [id for id in row["people"] if id is not None]
        called = [id for id in truth["characters"] if ranks[id] < table["next_rank"] and id != position["murdered"]]
        assert [id for id in known if id not in called] == [] or "theater" in json.dumps(state["log"]).lower()
    assert state["result"] is not None or {chance[1] for chance in state["chances"]} <= {seat}


@pytest.mark.parametrize(("variant", "players", "seat"), TABLES)
def test_no_state_of_a_whole_game_holds_a_hidden_card(variant: str, players: int, seat: int) -> None:
    sitting, site = seated(variant, players, seat)
    for state in states(sitting, site):
        assert set(labels(state)) == set(sitting.game.legal())
        assert (state["waits"], state["seat"]) == (False, seat)
        nothing_hidden(sitting, state, seat)


@pytest.mark.parametrize(("variant", "players", "seat"), TABLES)
def test_a_page_is_the_same_whatever_is_hidden(variant: str, players: int, seat: int) -> None:
    """Other hands and the deck are dealt anew, and characters that are not called yet are given to others."""
    sitting, site = seated(variant, players, seat)
    rng = random.Random(2)
    compared = moved = 0
    for state in states(sitting, site):
        if sitting.game.decision not in ("pick", "turn") or compared == 12:
            continue
        position, names = sitting.game.position(), state["table"]["cast"]
        others = [player for other, player in enumerate(position["players"]) if other != seat]
        hidden = [card for player in others for card in player["hand"]] + position["deck"]
        rng.shuffle(hidden)
        for player in others:
            player["hand"], hidden = hidden[: len(player["hand"])], hidden[len(player["hand"]) :]
        position["deck"] = hidden
        uncalled = {id for rank, id in names if rank >= state["table"]["next_rank"]}
        if sitting.game.decision == "turn":
            waiting = [player for player in others if player["characters"] and set(player["characters"]) <= uncalled]
            waiting = [player for player in waiting if len(player["characters"]) == len(waiting[0]["characters"])]
            people = [player["characters"] for player in waiting]
            for player, given in zip(waiting, [*people[1:], *people[:1]], strict=True):
                moved += player["characters"] != given
                player["characters"] = given
        seen = []
        true = sitting.game
        for game in (cs.Game.from_position(true.variant, true.position()), cs.Game.from_position(true.variant, position)):
            sitting.game = game
            seen.append(GameSite(sitting, site._chance).state())
        sitting.game = true
        assert seen[0] == seen[1]
        compared += 1
    assert compared == 12
    assert moved > 3


def test_the_frame_of_the_page_says_nothing_of_the_game() -> None:
    pages = {seated("dark-city", 5, 0, seed)[1].page for seed in (1, 2)}
    assert len(pages) == 1


def test_choices_of_a_turn_are_grouped_and_explained() -> None:
    _, site = seated("classic-2000", 4, 0, 3)
    state = site.state()
    (group,) = state["groups"]
    assert (state["question"], group["title"]) == ("Which character do you take?", "")
    assert group["choices"][0]["help"].startswith("Names a character of a later rank.")
    state = choose(site, "pick:thief")
    titles = [group["title"] for group in state["groups"]]
    assert titles == ["Gather", "Abilities"]
    assert state["groups"][0]["choices"][0] == {"label": "gold", "text": "Gather gold.", "help": ""}
    state = choose(site, "gold")
    assert [group["title"] for group in state["groups"]][-1] == "End"


def test_the_log_is_what_the_terminal_tells() -> None:
    sitting, site = seated("classic-2000", 4, 0, 3)
    fresh = Session(sitting.game.variant, parse_lineup("random", 3), [0], 3)
    fresh.start()
    assert site.state()["log"] == [list(item) for item in fresh.news()]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"number": 0},
        {"choice": "gold"},
        {"number": "0", "choice": "gold"},
        {"number": 0, "choice": 1},
        {"number": False, "choice": "pick:thief"},
        {"number": 0, "choice": "pick:thief", "more": 1},
        {"number": None, "choice": None},
        {"number": 99, "choice": "pick:thief"},
        {"number": 3, "choice": "pick:thief"},
        {"number": -1, "choice": "pick:thief"},
    ],
)
def test_a_request_of_another_form_changes_nothing(body: dict[str, Any]) -> None:
    _, site = seated("classic-2000", 4, 0, 3)
    before = site.state()
    assert (before["number"], before["choices"]) == (0, 3)
    with pytest.raises(BadRequest, match="should be"):
        site.act("choose", body)
    assert site.state() == before


@pytest.mark.parametrize("choice", ["", "gold", "pick:king", "pick:nobody", "0", "<b>", "pick:thief\n", "x" * 1500])
def test_a_choice_that_is_not_legal_changes_nothing(choice: str) -> None:
    sitting, site = seated("classic-2000", 4, 0, 3)
    before, position = site.state(), sitting.game.position()
    with pytest.raises(IllegalAction, match="is not legal now"):
        choose(site, choice)
    assert (site.state(), sitting.game.position()) == (before, position)
    choose(site, "pick:thief")


def test_what_is_not_there_is_nothing() -> None:
    _, site = seated("classic-2000", 4, 0, 3)
    assert site.read("watch") is None  # not before the game is over
    assert site.read("other") is None
    assert site.act("other", {}) is None


def test_after_the_game_all_is_open() -> None:
    sitting, site = seated("classic-2000", 2, 0)
    *_, last = states(sitting, site)
    assert last["groups"] == []
    assert last["result"]["verdict"].endswith(("wins.", "share the win.", ")."))
    assert {chance[1] for chance in last["chances"]} == {0, 1}
    page = site.read("watch")
    assert '"steps":' in page
    assert "Content-Security-Policy" in page


def people(variant: str, players: int, seats: list[int], seed: int = 11) -> tuple[Session, WinChance]:
    bots = parse_lineup("random", players - len(seats)) if len(seats) < players else ()
    sitting = Session(cs.load_variant(variant), bots, seats, seed)
    sitting.start()
    return sitting, WinChance(sitting.game.variant, sitting.bots)


@pytest.mark.parametrize(
    ("variant", "players", "seats"), [("classic-2000", 4, [0, 2]), ("dark-city", 6, [5, 1, 3]), ("citadels-2016", 3, [0, 1, 2])]
)
def test_pages_of_several_people_show_what_their_seat_may_know(variant: str, players: int, seats: list[int]) -> None:
    sitting, chance = people(variant, players, seats)
    pages = {seat: GameSite(sitting, chance, [seat], ends=False) for seat in seats}
    rng = random.Random(3)
    while not sitting.game.over:
        actor, legal = sitting.game.actor, set(sitting.game.legal())
        assert actor in seats
        told = {seat: site.state() for seat, site in pages.items()}
        for seat, state in told.items():
            nothing_hidden(sitting, state, seat)
            assert set(labels(state)) == (legal if seat == actor else set())
            assert (state["waits"], pages[seat].read("number")) == (seat != actor, {"number": state["number"]})
            if seat != actor:
                assert state["question"] == f"{sitting.names[actor]} decides."
                for request in ({"number": state["number"], "choice": min(legal)},):
                    with pytest.raises(BadRequest, match="another seat should choose now"):
                        pages[seat].act("choose", request)
                with pytest.raises(BadRequest):
                    pages[seat].act("undo", {"number": state["number"]})
                with pytest.raises(BadRequest):
                    pages[seat].act("open", {"seat": actor})
        assert all(site.read("watch") is None and site.act("stop", {}) is None for site in pages.values())
        choose(pages[actor], rng.choice(sorted(legal)))
    assert all(site.state()["result"] is not None for site in pages.values())
    assert not any(site.done for site in pages.values())


@pytest.mark.parametrize("seats", [[0, 2], [0, 1, 2, 3]])
def test_who_shares_a_page_sees_nothing_of_the_last_hand(seats: list[int]) -> None:
    sitting, chance = people("classic-2000", 4, seats)
    site, rng, covers = GameSite(sitting, chance), random.Random(4), 0
    seen: int | None = None
    while not sitting.game.over:
        actor, state = sitting.game.actor, site.state()
        if actor != seen:
            assert state == {"number": state["number"], "cover": {"seat": actor, "name": sitting.names[actor]}}
            for act, request in (
                ("choose", {"number": state["number"], "choice": sitting.game.legal()[0]}),
                ("undo", {"number": state["number"]}),
            ):
                with pytest.raises(BadRequest):
                    site.act(act, request)
            for other in (*({*range(4)} - {actor}), None, "0", True):
                with pytest.raises(BadRequest, match="should be the deciding one"):
                    site.act("open", {"seat": other} if other is not True else {})
            state = site.act("open", {"seat": actor})
            seen, covers = actor, covers + 1
        nothing_hidden(sitting, state, actor)
        choose(site, rng.choice(labels(state)))
    assert covers > 10
    assert site.state()["result"] is not None
    assert site.act("stop", {}) == {"stopped": True}


def test_a_choice_is_undone_as_in_the_terminal() -> None:
    _, site = seated("classic-2000", 4, 0, 3)
    before = choose(site, "pick:thief")
    assert before["undo"] is False
    after = choose(site, "gold")
    assert after["undo"] is True
    undone = site.act("undo", {"number": after["number"]})
    assert (before["number"], after["number"], undone["number"]) == (1, 2, 3)
    assert {key: undone[key] for key in ("choices", "table", "rows", "groups", "chances", "undo")} == {
        key: before[key] for key in ("choices", "table", "rows", "groups", "chances", "undo")
    }
    assert undone["log"] == before["log"]
    with pytest.raises(BadRequest, match="there is nothing to undo"):
        site.act("undo", {"number": undone["number"]})
    with pytest.raises(BadRequest, match="the game is at another choice"):
        site.act("undo", {"number": after["number"]})


def test_a_page_that_waits_hears_of_another_choice_than_the_one_it_has_shown() -> None:
    """As many choices as before an undo are not the same choices: the game may be at another seat."""
    sitting, chance = people("classic-2000", 2, [0, 1], 5)
    pages = {seat: GameSite(sitting, chance, [seat], ends=False) for seat in (0, 1)}
    rng = random.Random(1)
    while True:
        acting, waiting = pages[sitting.game.actor or 0], pages[1 - (sitting.game.actor or 0)]
        legal = labels(acting.state())
        build = next((label for label in legal if label.startswith("build:")), None)
        if build is not None and "end" in legal and acting.state()["seat"] == 0:
            break
        choose(acting, build or rng.choice(legal))
    choose(acting, build)
    shown = waiting.state()
    assert shown["waits"]
    assert acting.act("undo", {"number": acting.state()["number"]})["choices"] == shown["choices"] - 1
    assert choose(acting, "end")["choices"] == shown["choices"]
    told = waiting.read("number")["number"]
    assert told not in (shown["number"], shown["number"] + 1)
    with pytest.raises(BadRequest, match="the game is at another choice"):
        acting.act("choose", {"number": shown["number"], "choice": "end"})
    assert waiting.state()["number"] == told
    assert waiting.state()["log"] != shown["log"]
