"""What is said of a handful of people's games: nothing that they do not show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from citadels_sim.plays.analyse import analyse_plays
from citadels_sim.plays.blocks import show_plays
from citadels_sim.plays.game import PlayedGame
from citadels_sim.plays.tables import Tables
from citadels_sim.show.blocks import Block, Shown

CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
PLAYERS = 4


def bots() -> dict[str, Tables]:
    """Games of two bots in which nothing matters but the Assassin, whose holder wins three times as often."""
    found = {}
    for seed, name in enumerate(("planner", "builder")):
        draws, games = np.random.default_rng(seed), 400
        design = np.zeros((games, PLAYERS, PLAYERS + len(CAST)))
        won = np.zeros((games, PLAYERS))
        for number in range(games):
            held = draws.permutation(len(CAST))[:PLAYERS]
            design[number, range(PLAYERS), range(PLAYERS)] = 1
            design[number, range(PLAYERS), PLAYERS + held] = 1
            weights = np.where(held == 0, 3.0, 1.0)
            won[number, draws.choice(PLAYERS, p=weights / weights.sum())] = 1
        had = design[:, :, PLAYERS:] > 0
        found[name] = Tables(design, won, had, np.full(games, 10.0), np.full(games, 30.0), np.full(games, 20.0))
    return found


def shown(games: int, held: list[str], rounds: list[int | None], *, seated: bool = True) -> Shown:
    played = []
    for number in range(games):
        seats: list[dict[str, Any]] = [{"characters": [name] if name else [], "won": False, "score": 20} for name in held]
        seats[number % PLAYERS]["won"] = True
        played.append(PlayedGame.model_validate({"rounds": rounds[number % len(rounds)], "seated": seated, "seats": seats}))
    return show_plays([analyse_plays("classic-2000", CAST, played, bots(), "planner", 0.02)], {})


def block(what: Shown, slug: str) -> Block:
    return next(one for one in what.blocks if one.slug == slug)


@pytest.mark.parametrize("held", [["thief", "king", "bishop", "merchant"], ["king", "merchant", "warlord", "architect"]])
def test_no_headline_names_a_character_that_nobody_held(held: list[str]) -> None:
    characters = block(shown(6, held, [9]), "people-characters")
    said = characters.finding.partition(" Nobody held ")
    assert said[1], characters.finding
    assert not any(name.title() in said[0] for name in CAST if name not in held)
    assert any(name.title() in said[0] for name in held)
    words = {row.key: row.values[2].words for row in characters.rows}
    assert {name for name, text in words.items() if text == "not held"} == set(CAST) - set(held)
    assert "none" not in words.values()


def test_games_without_characters_or_seats_say_so() -> None:
    nothing = shown(6, ["", "", "", ""], [9], seated=False)
    assert block(nothing, "people-characters").finding.startswith("No character is known of 6 games")
    assert block(nothing, "people-seats").finding.startswith("No seat is known of 6 games")
    assert {row.values[2].words for row in block(nothing, "people-seats").rows} == {"not known"}


@pytest.mark.parametrize(
    ("games", "rounds", "said"),
    [
        (6, [9], "All 6 games of people take 9 rounds, those of bots "),
        (6, [9, None, 9], "All 4 games of people take 9 rounds, those of bots "),
        (6, [8, 10], "People's games take 9.0 [7.9,\N{NO-BREAK SPACE}10.1] rounds on average, those of bots "),
        (2, [1, 12], "People's games take 6 [0,\N{NO-BREAK SPACE}76] rounds on average"),
        (6, [None], "The number of rounds of people's games is not known."),
        (1, [9], "The number of rounds is known of 1 game of people: too few for a figure."),
    ],
)
def test_no_interval_has_width_zero_or_leaves_what_is_possible(games: int, rounds: list[int | None], said: str) -> None:
    length = block(shown(games, CAST[:PLAYERS], rounds), "people-length")
    assert length.finding.startswith(said), length.finding
    for row in length.rows:
        own = row.values[0]
        assert own.low is None or (own.high is not None and 0 <= own.low < own.high)


def test_sentences_say_what_is_not_known() -> None:
    few = shown(6, CAST[:PLAYERS], [9])
    levels = block(few, "people-levels")
    assert "Too few games to say whether seats and characters have the same effects" in levels.finding
    assert "times [\N{MINUS SIGN}" in levels.notes[0]
    assert "-" not in f"{levels.finding} {levels.notes[0]}"
    before = block(few, "people-before").finding
    assert "6 games make the median interval " in before or "6 games hardly change the intervals" in before
