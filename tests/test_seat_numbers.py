"""People read of seats 1 to n everywhere; records, labels and files count from 0."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_lineup
from citadels_sim.cli.saved_game import seats_of
from citadels_sim.designs.forks.lines import Lines
from citadels_sim.designs.recording.replay import Replay
from citadels_sim.errors import PositionError
from citadels_sim.game import Names
from citadels_sim.game.choices import explain
from citadels_sim.game.retold import retold
from citadels_sim.game.session import Session
from citadels_sim.game.transcript import transcribe_game
from citadels_sim.game.win_chance import WinChance
from citadels_sim.studio.people import by_seat
from citadels_sim.web.game_site import GameSite

PLAYERS = 3
EVERY = [*range(1, PLAYERS + 1)]
BOT = SimpleNamespace(name="builder")
SEATED = SimpleNamespace(bots=(BOT,) * PLAYERS)


@pytest.fixture(scope="module")
def game() -> cs.Game:
    """A finished game, in which every seat has picked."""
    game, rng = cs.Game.start(cs.load_variant("classic-2000"), PLAYERS, seed=5), random.Random(5)
    while not game.over:
        game.play(rng.choice(game.legal()))
    return game


def saved(game: cs.Game, **more: object) -> Any:
    Path("game.json").write_text(json.dumps({**game.transcript(), **more}))
    return retold(Path("game.json"))


def swapping(game: cs.Game) -> str:
    player = {"gold": 2, "hand": ["temple"]}
    position = {"players": [{**player, "characters": ["magician"]}, *({**player, "characters": [one]} for one in ("king", "bishop"))]}
    table = cs.Game.from_position(game.variant, position)
    return explain(table, "swap:2", Names.from_state(table.state))  # the label counts from 0


def at_pages(game: cs.Game) -> list[str]:
    """What pages of one seat say of it."""
    sitting = Session(game.variant, parse_lineup("random", 1), (0, 1), 5)
    sitting.start()
    sites = [GameSite(sitting, WinChance(game.variant, sitting.bots), [seat]) for seat in sitting.people]
    return re.findall(r"You are at (seat \d)", "".join(site.page for site in sites))


OUTPUTS: dict[str, tuple[Callable[[cs.Game], Any], list[int]]] = {
    "a game in sentences": (lambda game: "\n".join(transcribe_game(game)), EVERY),
    "a game of a run": (lambda _: Replay.names.fget(SEATED), EVERY),  # type: ignore[attr-defined]
    "both lines of a forked game": (lambda _: Lines.names.fget(SEATED), EVERY),  # type: ignore[attr-defined]
    "a saved game without names": (lambda game: saved(game).names, EVERY),
    "a saved game": (lambda game: saved(game, seats=["Seat 1 (you)", "Seat 2 (random)", "Seat 3 (random)"]).names, EVERY),
    "a game that was saved from 0": (lambda game: saved(game, seats=["Seat 0 (you)", "Seat 1 (random)", "Seat 2"]).names, EVERY),
    "lines of a saved game": (lambda game: "\n".join(saved(game).lines(labels=False)), EVERY),
    "a table of people and bots": (lambda _: Session.names.fget(SimpleNamespace(people=(1,), _table=(BOT, None, BOT))), EVERY),  # type: ignore[attr-defined]
    "a choice": (swapping, [3]),
    "pages of a game": (at_pages, [1, 2]),
    "a fault of an entered game": (lambda _: by_seat("x: row 2, column F (characters): wrong. row 4, column G (score): wrong"), [1, 3]),
}


@pytest.mark.parametrize("where", OUTPUTS)
def test_people_read_of_seats_from_1(game: cs.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    monkeypatch.chdir(tmp_path)
    made, seats = OUTPUTS[where]
    assert sorted({int(number) for number in re.findall(r"\bseat (\d)", str(made(game)), re.IGNORECASE)}) == seats


def test_a_file_keeps_seats_as_data_and_names_of_people(game: cs.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [score["seat"] for score in game.transcript()["result"]["scores"]] == [0, 1, 2]
    assert saved(game, seats=["Seat 0", "Bob", "Cid"]).names == ("Seat 0", "Bob", "Cid")


@pytest.mark.parametrize(("typed", "seats"), [("1", (0,)), ("1,3", (0, 2)), ("2-4", (1, 2, 3))])
def test_seats_are_typed_as_they_are_read(typed: str, seats: tuple[int, ...]) -> None:
    assert seats_of(typed) == seats


@pytest.mark.parametrize("typed", ["0", "0,2", "0-3"])
def test_a_seat_0_is_refused_with_the_first_one(typed: str) -> None:
    with pytest.raises(PositionError, match="should be seats from 1, such as 1, 1,3 or 1-4"):
        seats_of(typed)
