"""The searcher: the worlds it samples, its budget, what it takes, how strong it is."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.actions import A_LOOK, A_MURDER, A_PICK
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import new_journal
from citadels_sim.engine.loop import BOT_STATE, set_bot
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import DECK, KINDS, copy_state, new_legal
from citadels_sim.game.wording import ranks_of
from tests.bots.positions import choices
from tests.bots.worlds import Sampler, think
from tests.engine.loops import checked_state, compiled_only, wins
from tests.invariants import CARDS, HOLDS, NAMES
from tests.rotation import rotated
from tests.spread import TABLES

SAMPLER = Sampler()
BUILDER = parse_bot("builder")
QUICK = parse_bot("searcher:playouts=100")


def listed(game: cs.Game) -> tuple[Any, int]:
    """The legal actions of a game as a bot gets them."""
    out = new_legal()
    codes = game.codes()
    out.code[: len(codes)] = codes
    return out, len(codes)


def world_of(game: cs.Game, stream: int) -> Any:
    """One world that the actor may think it is in."""
    return SAMPLER.world(game.state, game.rules, *listed(game), stream)


def cards_of(state: Any) -> Counter[int]:
    """Every card of a game but those that are out of it."""
    public, secret = state.public, state.secret
    cards = Counter(int(secret.deck[(int(secret.deck_head) + i) % DECK]) for i in range(int(public.deck_n)))
    cards.update(int(secret.pile[i]) for i in range(int(public.pile_n)))
    for seat in range(int(public.players)):
        mine = state.seat[seat]
        cards.update({d: int(mine.hand[d]) + int(mine.aside[d]) for d in range(KINDS)})
        cards.update(int(public.city[seat][slot]) for slot in range(int(public.city_n[seat])))
        cards.update(int(secret.tucked[seat][i]) for i in range(int(public.city_tucked[seat].sum())))
    cards.update([int(public.loose)] if public.loose >= 0 else [])
    return +cards


def assert_a_possible_deck(world: Any, rules: Any) -> None:
    """Every card is one that a game of these rules may have, in no more copies; as many districts were drawn as must be."""
    cards = cards_of(world)
    drawn_from = {int(d) for d in rules.random_from[: int(rules.random_len)]}
    over = {d: n - int(rules.copies[d]) for d, n in cards.items() if n > int(rules.copies[d])}
    assert all(extra == 1 and d in drawn_from for d, extra in over.items())
    assert len(over) <= int(rules.random_n)
    assert cards.total() + int(world.public.gone_n) == int(rules.copies.sum()) + int(rules.random_n)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_world_holds_together_and_looks_like_the_game_to_who_thinks(name: str, players: int) -> None:
    luck = random.Random(players)
    for seed in range(2):
        game = cs.Game.start(cs.load_variant(name), players, seed=seed)
        while not game.over and game.state.secret.decision_no < 220:
            seat = int(game.state.public.actor)
            out, n = listed(game)
            world = SAMPLER.world(game.state, game.rules, out, n, luck.getrandbits(60))
            assert world.public.tobytes() == game.state.public.tobytes()
            assert world.seat[seat].tobytes() == game.state.seat[seat].tobytes()
            broken = checked_state(world, game.rules)
            assert broken == HOLDS or (broken == CARDS and game.rules.random_n > 0), NAMES[broken]
            assert_a_possible_deck(world, game.rules)
            seen = new_legal()
            m = int(ready(apply)(copy_state(world), game.rules, new_journal(0), seen, A_LOOK))
            assert seen.code[:m].tolist() == out.code[:n].tolist()
            game.play(luck.choice(game.legal()))


@pytest.mark.parametrize(("name", "players"), [("classic-2000", 4), ("classic-2000", 7), ("citadels-2016", 2), ("citadels-2016", 3)])
def test_others_hold_what_the_table_and_the_draft_say(name: str, players: int) -> None:
    """Who answered to a rank holds it, ranks called in vain nobody holds, and what was passed on lies with later pickers or nowhere."""
    luck = random.Random(3)
    checked, crown, drafted = 0, -1, []
    for seed in range(4):
        game = cs.Game.start(cs.load_variant(name), players, seed=seed)
        while not game.over and game.state.secret.decision_no < 200:
            public = game.state.public
            if int(public.next_rank) == 1:
                crown = int(public.crown)  # it may move in the round
            seat = int(public.actor)
            me = game.state.seat[seat]
            world = world_of(game, luck.getrandbits(60))
            drafted.append(int(SAMPLER.thought.drafted))
            for rank in range(1, int(public.next_rank)):
                if rank != int(public.murdered):
                    assert int(world.secret.holder[rank]) == int(public.called[rank])
            if players > 3 and int(me.picks_n):
                order = [(crown + k) % players for k in range(players)]
                later = {*order[order.index(seat) + 1 :], -1}
                for rank in ranks_of(int(me.offered[0]) & ~int(me.chars)):
                    assert int(world.secret.holder[rank]) in later
                    checked += 1
            for other in range(players):
                theirs = world.seat[other]
                assert int(theirs.chars) & ~(int(theirs.offered[0]) | int(theirs.offered[1])) == 0
            game.play(luck.choice(game.legal()))
    assert checked > 200 or players <= 3
    assert np.mean(drafted) > 0.95


def test_hidden_cards_are_dealt_as_often_as_they_may_lie_there() -> None:
    game = cs.Game.start("classic-2000", 4, seed=4)
    seat = int(game.actor)  # type: ignore[arg-type]
    other = (seat + 1) % 4
    unseen = {d: int(game.rules.copies[d]) - int(game.state.seat[seat].hand[d]) for d in range(KINDS)}
    unseen_n = sum(unseen.values())
    counts = np.zeros(KINDS)
    worlds = 1500
    for stream in range(worlds):
        counts += world_of(game, stream * 7919).seat[other].hand
    held = int(game.state.public.hand_n[other])
    for d, copies in unseen.items():
        share = copies / unseen_n
        error = np.sqrt(worlds * held * share * (1 - share))
        assert abs(counts[d] - worlds * held * share) <= 4.5 * error


def test_worlds_differ_in_what_is_hidden_and_in_their_future() -> None:
    game = cs.Game.start("classic-2000", 4, seed=4)
    worlds = [world_of(game, stream * 7919) for stream in range(20)]
    assert len({int(world.secret.seed) for world in worlds} | {int(game.state.secret.seed)}) == 21
    assert len({world.secret.deck.tobytes() for world in worlds}) == 20


@pytest.mark.parametrize("playouts", [1, 50, 400])
def test_the_budget_is_kept(playouts: int) -> None:
    """No more playouts than requested, but that every candidate meets one world at least each time they are compared."""
    luck = random.Random(5)
    game = cs.Game.start("dark-city", 4, seed=5)
    most = 0
    while not game.over and game.state.secret.decision_no < 60:
        out, n = listed(game)
        thought = think(game.state, game.rules, out, n, parse_bot(f"searcher:playouts={playouts}"))
        candidates = int(thought.compared)
        assert candidates <= 32
        assert int(thought.playouts) <= max(playouts, 2 * candidates + candidates.bit_length())  # halves are rounded up
        most = max(most, int(thought.playouts))
        game.play(luck.choice(game.legal()))
    assert most >= 0.6 * playouts


@compiled_only
def test_a_game_of_searchers_is_the_same_each_time_and_another_with_another_seed() -> None:
    variant = cs.load_variant("dark-city")
    first, again, other = (wins(variant, 4, 8, [QUICK], first_seed=seed)[0].tolist() for seed in (0, 0, 50))
    assert first == again
    assert sum(first) == pytest.approx(8)
    assert first != other


def taken(character: str, rank: int, gold: int) -> set[str]:
    """What the searcher does first with no card in hand, over some streams of luck: four districts each, the rivals have cards."""
    city = ["temple", "church", "manor", "keep"]
    rivals = [{"gold": 2, "hand": ["tavern", "manor", "castle"], "city": city} for _ in range(3)]
    players = [{"gold": gold, "city": city, "characters": [character]}, *rivals]
    game = cs.Game.from_position("classic-2000", {"players": players, "next_rank": rank, "strict": False})
    return set(choices(game, 8, parse_bot("searcher")))


@pytest.mark.parametrize(("character", "rank"), [("king", 4), ("bishop", 5), ("merchant", 6), ("warlord", 8)])
def test_with_an_empty_hand_and_gold_for_what_comes_it_draws(character: str, rank: int) -> None:
    assert taken(character, rank, gold=4) == {"cards"}


def test_with_an_empty_hand_the_architect_takes_gold_since_her_cards_come_by_themselves() -> None:
    assert taken("architect", 7, gold=4) == {"gold"}


@pytest.mark.parametrize("mixing", [0, 1])
def test_where_it_does_not_ask_the_learner_it_takes_the_best_also_to_pick_and_to_name(mixing: int) -> None:
    bot = parse_bot(f"searcher:asks=0,playouts=40,mixing={mixing}")
    bot_state = new_record(BOT_STATE)
    set_bot(bot_state, bot)
    luck = random.Random(11)
    met: Counter[int] = Counter()
    for seed in range(3):
        game = cs.Game.start("classic-2000", 4, seed=seed)
        while not game.over and game.state.secret.decision_no < 40:
            out, n = listed(game)
            if n > 1:
                thought = think(game.state, game.rules, out, n, bot)
                best = int(np.argmax(thought.value[: int(thought.candidates)]))
                bot_state.rng[:] = [int(game.state.secret.decision_no), 0]
                public = game.state.public
                index = int(ready(bot.choose)(public, game.state.seat[int(public.actor)], game.rules, out, n, bot_state))
                assert index == int(thought.index[best])
                met[int(out.code[index]) & 0xFF] += 1
            game.play(luck.choice(game.legal()))
    assert met[A_PICK]
    assert met[A_MURDER]


@compiled_only
@pytest.mark.parametrize("games", [150, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", rotated(["classic-2000", "dark-city", "citadels-2016"], 1))
def test_searcher_wins_two_games_of_five_against_three_builders(name: str, games: int) -> None:
    shares, capped = wins(cs.load_variant(name), 4, games, [QUICK, BUILDER, BUILDER, BUILDER])
    assert capped == 0
    assert shares[0] >= 0.4 * games, shares
