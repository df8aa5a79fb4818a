"""What planner works out about the others, and how it mixes whom it names and what it picks."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.bots.planner.aims import looseness
from citadels_sim.bots.planner.findings import FINDINGS, FULL
from citadels_sim.bots.planner.guess import chance, guess
from citadels_sim.bots.planner.mixing import expected_chance, named_rank, picked_rank, pull
from citadels_sim.bots.weights import shipped_weights
from citadels_sim.engine.records import new_record
from citadels_sim.game.wording import ranks_of

PLANNER = parse_bot("planner")
STRONG, WEAK = 4, 7
D2 = (0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""Two titles worth 3 and 1 to who picks, nothing to who is murdered (analytics D2): value 3/4, strong picked 25 %, named 75 %."""
VALUE = 0.75
UNITS = (np.arange(4000) + 0.5) / 4000


DEFAULTS = {parameter.name: parameter.default for parameter in PLANNER.parameters}
SHIPPED = {"default": DEFAULTS} | {Path(fitted.source).stem: {**DEFAULTS, **fitted.values} for fitted in shipped_weights(PLANNER)}
every_set = pytest.mark.parametrize("weights", SHIPPED.values(), ids=SHIPPED)


def shares(known: dict[tuple[int, int], int]) -> Any:
    """What planner finds out where it knows how likely some seats hold some ranks."""
    findings: Any = new_record(FINDINGS)
    findings.players = 4
    for place, share in known.items():
        findings.share[place] = share
    return findings


def findings_of(seat: int, game: cs.Game, trust: float) -> Any:
    """What a seat finds out about the others once it has picked."""
    findings: Any = new_record(FINDINGS)
    guess(findings, game.state.public, game.state.seat[seat], game.rules, seat, 0, trust)
    return findings


def weight(name: str) -> float:
    """One of planner's own parameters."""
    return DEFAULTS[name]


def test_a_title_is_named_e_times_less_often_for_each_poise_that_it_is_worth_less() -> None:
    odds = float(np.exp(2.0 / 1.3))
    named = Counter(int(named_rank(D2, 1.3, luck)) for luck in UNITS)
    assert named[STRONG] / UNITS.size == pytest.approx(odds / (1.0 + odds), abs=0.001)
    assert named[STRONG] + named[WEAK] == UNITS.size


@every_set
def test_whom_planner_murders_cannot_be_exploited_beyond_a_tenth_of_the_value(weights: dict[str, float]) -> None:
    """Who picks best against planner's murders gains at most 10 % of the value of the game."""
    findings = shares({(0, STRONG): FULL // 2, (0, WEAK): FULL - FULL // 2})
    loose = looseness(findings, 1 << STRONG | 1 << WEAK, weights["steep"])
    assert loose == pytest.approx(1.0)
    named = Counter(int(named_rank(D2, weights["poise"] * loose, luck)) for luck in UNITS)
    strong = named[STRONG] / UNITS.size
    best_reply = max(3.0 * (1.0 - strong), 1.0 * strong)
    assert best_reply <= 1.1 * VALUE


def test_where_every_title_is_held_nothing_is_mixed() -> None:
    """Three titles for three players: nobody can leave lying what is named, so the best one is named nearly always."""
    findings = shares({(0, 3): FULL, (1, STRONG): FULL, (2, WEAK): FULL})
    assert looseness(findings, 1 << 3 | 1 << STRONG | 1 << WEAK, weight("steep")) < 0.01


@every_set
def test_what_planner_picks_cannot_be_exploited_beyond_a_tenth_of_the_value(weights: dict[str, float]) -> None:
    """Who names best against planner's picks takes at most 10 % of the value of the game."""
    fear = weights["fear_murder"]
    pulls = tuple(float(pull(worth, weights["habit"])) for worth in D2)
    named = [float(expected_chance(pulls, sum(pulls), rank)) for rank in range(10)]
    assert named[STRONG] == pytest.approx(0.75)
    safe = tuple(worth * (1.0 - fear * named[rank]) for rank, worth in enumerate(D2))
    picked = Counter(int(picked_rank(D2, safe, weights["reserve"], luck)) for luck in UNITS)
    strong = picked[STRONG] / UNITS.size
    assert strong == pytest.approx(0.25, abs=0.001)
    assert min(1.0 - strong, 3.0 * strong) >= 0.9 * VALUE


def drafted(name: str, players: int, seed: int, picks: int) -> cs.Game:
    """A game after so many picks at random."""
    game = cs.Game.start(cs.load_variant(name), players, seed=seed)
    luck = np.random.default_rng(seed)
    for _ in range(picks):
        legal = game.legal()
        game.play(legal[int(luck.integers(len(legal)))])
    return game


def worlds(game: cs.Game, seat: int) -> list[dict[int, int]]:
    """Every way in which the ranks can lie that agrees with what a seat of four saw and heard: holder by rank, -1 in the middle."""
    public, mine = game.state.public, game.state.seat[seat]
    cast = {rank for rank in range(1, 9) if not int(public.face_up) >> rank & 1}
    order = [(int(public.crown) + step) % 4 for step in range(4)]
    place = order.index(seat)
    own = ranks_of(mine.chars)[0]
    offered = set(ranks_of(mine.offered[0]))
    before, after = order[:place], order[place + 1 :]
    unseen, passed = sorted(cast - offered), sorted(offered - {own})
    findings = []
    for early in permutations(unseen, len(before)):
        for late in permutations(passed, len(after)):
            world = dict.fromkeys(cast, -1) | {own: seat}
            world |= dict(zip(early, before, strict=True)) | dict(zip(late, after, strict=True))
            if all(world.get(rank, -1) == int(public.called[rank]) for rank in range(1, int(public.next_rank))):
                findings.append(world)
    return findings


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seat", range(4))
def test_without_trust_the_chances_are_those_of_all_drafts_that_agree_with_what_was_seen(seat: int, seed: int) -> None:
    game = drafted("classic-2000", 4, seed, 4)
    every = worlds(game, seat)
    findings = findings_of(seat, game, 0.0)
    for other in range(4):
        if other == seat:
            assert not findings.share[other].any()
            continue
        for rank in range(1, 10):
            expected = sum(world.get(rank) == other for world in every) / len(every)
            assert chance(findings, other, rank) == pytest.approx(expected, abs=0.02), (seat, other, rank)


def test_who_is_trusted_to_pick_what_serves_him_more_likely_holds_it() -> None:
    game = drafted("classic-2000", 4, 1, 4)
    state = game.state
    first = int(state.public.crown)
    revealed = {int(seat) for seat in state.public.called}
    other = next(seat for seat in range(4) if seat != first and seat not in revealed)
    state.public.city_types[other, 2] = 5
    passed = ranks_of(state.seat[first].offered[0] & ~state.seat[first].chars)
    assert 6 in passed
    merchant = [chance(findings_of(first, game, trust), other, 6) for trust in (0.0, 0.5)]
    assert merchant[1] > merchant[0] + 0.1


def test_a_revealed_rank_is_certain_and_a_silent_one_is_nobodys() -> None:
    game = drafted("classic-2000", 4, 2, 4)
    public = game.state.public
    thief = next((seat for seat in range(4) if int(game.state.seat[seat].chars) & 1 << 2), None)
    while int(public.next_rank) <= 3 and game.actor is not None:
        legal = game.legal()
        game.play(next(label for label in ("gold", "end", *legal) if label in legal))
    for seat in range(4):
        findings = findings_of(seat, game, 1.0)
        for other in range(4):
            if other != seat and int(public.called[2]) == other:
                assert other == thief
                assert chance(findings, other, 2) == 1.0
            elif other != seat:
                assert chance(findings, other, 2) == 0.0
