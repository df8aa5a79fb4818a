"""Bots decide by what their seat may know, and only read."""

from __future__ import annotations

import dataclasses
import functools
import random
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine import rng
from citadels_sim.engine.actions import A_LOOK, WIZARD
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import new_journal
from citadels_sim.engine.loop import BOT_STATE, LINEUP_T, new_lineup, set_bot
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import DECK, KINDS, SEATS, copy_state, new_legal
from citadels_sim.game.wording import ranks_of
from tests.bots.quick import quick_bots, with_weights

BOTS = (
    *quick_bots(),
    dataclasses.replace(parse_bot("searcher:playouts=4,knows=1"), name="knowing", weights=()),
    dataclasses.replace(with_weights(parse_bot("learner:think=6")), name="thinking"),
)
RIVALS = [*map(parse_bot, ("builder", "raider", "random", "planner", "banker")), with_weights(parse_bot("learner")), parse_bot("richard")]
TABLES = [
    *[("classic-2000", 2), ("classic-2000", 4), ("classic-2000", 7), ("classic-summary", 3), ("classic-summary", 5)],
    *[("citadels-2016-random", players) for players in range(2, 9)],
    *[("citadels-2016-devious-dignitaries", 4), ("citadels-2016-cunning-agents", 3), ("citadels-2016-illustrious-emissaries", 5)],
]
JOURNAL = new_journal(0)


@functools.cache
def lineup_of(name: str) -> Any:
    """A bot among others of all kinds."""
    return new_lineup([next(bot for bot in BOTS if bot.name == name), *RIVALS])


def look(state: Any, rules: Any) -> tuple[Any, int]:
    """What is legal in a game, as the engine lists it."""
    out = new_legal()
    return out, int(ready(apply)(state, rules, JOURNAL, out, A_LOOK))


def mind_of(bot: Bot, state: Any, number: int) -> Any:
    """A mind of the bot, among others, with its stream for one decision."""
    lineup = lineup_of(bot.name)
    lineup.position[:] = (np.arange(SEATS) - int(state.public.actor)) % SEATS
    bot_state = new_record(BOT_STATE)
    set_bot(bot_state, bot)
    bot_state.lineup = LINEUP_T.address(lineup)
    bot_state.rng[:] = [rng.mix(int(state.secret.bot_key), number), 0]
    return bot_state


def decide(bot: Bot, state: Any, rules: Any, number: int) -> int:
    """The action that a bot chooses, its code."""
    out, n = look(state, rules)
    seat = int(state.public.actor)
    chosen = int(ready(bot.choose)(state.public, state.seat[seat], rules, out, n, mind_of(bot, state, number)))
    assert 0 <= chosen < n
    return int(out.code[chosen])


def deal_hidden_cards_anew(state: Any, seat: int, luck: random.Random) -> None:
    """Shuffle the deck, the pile and the other hands into each other; every hand and heap keeps its size.

    A Wizard who has to choose sees one hand, which stays.
    """
    public, secret = state.public, state.secret
    places = [(secret.deck, (int(secret.deck_head) + i) % DECK) for i in range(int(public.deck_n))]
    places += [(secret.pile, i) for i in range(int(public.pile_n))]
    cards = [int(heap[i]) for heap, i in places]
    seen = {seat, int(public.loose_from)} if int(public.decision) == WIZARD else {seat}
    others = [other for other in range(int(public.players)) if other not in seen]
    for other in others:
        cards += [d for d in range(KINDS) for _ in range(int(state.seat[other].hand[d]))]
    luck.shuffle(cards)
    for heap, i in places:
        heap[i] = cards.pop()
    for other in others:
        mine = state.seat[other]
        mine.hand[:] = 0
        for _ in range(int(public.hand_n[other])):
            mine.hand[cards.pop()] += 1
        mine.hand_mask = sum(1 << d for d in range(KINDS) if mine.hand[d])
    assert cards == []


def lay_markers_anew(state: Any, seat: int, luck: random.Random) -> None:
    """Turn other faces up the warrants and threats whose faces the seat does not know."""
    public = state.public
    for other in range(int(public.players)):
        mine = state.seat[other]
        if other == seat:
            continue
        if int(mine.signed) and not int(public.warrant_shown):
            mine.signed = luck.choice(ranks_of(public.warrants))
        if int(mine.flowered) and not int(public.flower_shown) and int(public.threats):
            mine.flowered = luck.choice(ranks_of(public.threats))


def deal_hidden_characters_anew(state: Any, seat: int, luck: random.Random) -> None:
    """Exchange the unrevealed characters of the others with each other and with those that lie face down.

    What the seat gave away with the Theater, or had taken from it, stays where the seat knows it to be.
    """
    public, secret = state.public, state.secret
    slots: list[int] = []
    ranks: list[int] = []
    known = int(state.seat[seat].theater_gave)
    for rank in range(1, 10):
        owner = int(secret.holder[rank])
        hidden = owner >= 0 and owner != seat and int(public.called[rank]) < 0 and rank != known
        if hidden or int(secret.down) >> rank & 1:
            slots.append(owner if hidden else -1)
            ranks.append(rank)
    luck.shuffle(ranks)
    for rank in ranks:
        secret.holder[rank] = -1
        for other in range(int(public.players)):
            state.seat[other].chars &= ~(1 << rank)
    secret.down = 0
    for owner, rank in zip(slots, ranks, strict=True):
        if owner >= 0:
            state.seat[owner].chars |= 1 << rank
            secret.holder[rank] = owner
        else:
            secret.down |= 1 << rank


def with_another_hidden_part(state: Any, seat: int, luck: random.Random) -> Any:
    """A game that looks the same to a seat and differs in all that it cannot see."""
    twin = copy_state(state)
    deal_hidden_cards_anew(twin, seat, luck)
    deal_hidden_characters_anew(twin, seat, luck)
    lay_markers_anew(twin, seat, luck)
    for other in range(int(twin.public.players)):
        if other != seat:
            twin.seat[other].offered[:] = [luck.getrandbits(8) << 1, 0]
            twin.seat[other].discarded = luck.getrandbits(8) << 1
    twin.secret.seed = luck.getrandbits(60)
    twin.secret.shuffles += 1
    twin.secret.bottoms += 1
    twin.secret.down_first = luck.randint(1, 8)
    return twin


@pytest.mark.parametrize("games", [1, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_view_with_another_hidden_part_gets_the_same_decision(name: str, players: int, games: int) -> None:
    luck = random.Random(players)
    differed = 0
    for seed in range(games):
        game = cs.Game.start(cs.load_variant(name), players, seed=seed)
        while not game.over and game.state.secret.decision_no < 250:
            seat = int(game.state.public.actor)
            twin = with_another_hidden_part(game.state, seat, luck)
            differed += twin.tobytes() != game.state.tobytes()
            assert twin.public.tobytes() == game.state.public.tobytes()
            assert twin.seat[seat].tobytes() == game.state.seat[seat].tobytes()
            for bot in BOTS:
                number = int(game.state.secret.decision_no)
                assert decide(bot, twin, game.rules, number) == decide(bot, game.state, game.rules, number)
            game.play(luck.choice(game.legal()))
    assert differed > 100 * games


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_legal_reveals_nothing_about_the_hidden_part(name: str, players: int) -> None:
    luck = random.Random(100 + players)
    game = cs.Game.start(cs.load_variant(name), players, seed=5)
    while not game.over and game.state.secret.decision_no < 250:
        twin = with_another_hidden_part(game.state, int(game.state.public.actor), luck)
        out, n = look(twin, game.rules)
        assert out.code[:n].tolist() == game.codes().tolist()
        game.play(luck.choice(game.legal()))


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_bot_writes_nothing_but_its_own_luck(bot: Bot, name: str, players: int) -> None:
    luck = random.Random(players)
    game = cs.Game.start(cs.load_variant(name), players, seed=7)
    while not game.over and game.state.secret.decision_no < 250:
        out, n = look(game.state, game.rules)
        seat = int(game.state.public.actor)
        bot_state = mind_of(bot, game.state, 1)
        lineup = lineup_of(bot.name)
        records = (game.state, game.rules, out.code[:n], bot_state.parameters, bot_state.rng[0], lineup)
        before = [record.tobytes() for record in records]
        ready(bot.choose)(game.state.public, game.state.seat[seat], game.rules, out, n, bot_state)
        after = [record.tobytes() for record in records]
        assert before == after
        game.play(luck.choice(game.legal()))


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_a_bot_keeps_nothing_from_one_game_to_the_next(bot: Bot) -> None:
    """Style page: state of a bot left over from the game before."""
    rules_of = cs.Game.start("classic-2000", 4, seed=1)

    def choices(seed: int) -> list[int]:
        game = cs.Game.start("classic-2000", 4, seed=seed)
        choices = []
        while not game.over and len(choices) < 150:
            choices.append(decide(bot, game.state, game.rules, len(choices)))
            game.play(game.label(choices[-1]))
        return choices

    alone = choices(8)
    choices(9)
    assert choices(8) == alone
    assert not rules_of.over


def test_the_random_bot_plays_every_legal_action_alike() -> None:
    game = cs.Game.start("classic-2000", 4, seed=2)
    random_bot = next(bot for bot in BOTS if bot.name == "random")
    counted = np.zeros(256 * 16)
    for number in range(6000):
        counted[decide(random_bot, game.state, game.rules, number)] += 1
    n = len(game.legal())
    chosen = counted[game.codes()]
    assert chosen.sum() == 6000
    assert np.all(np.abs(chosen - 6000 / n) < 4 * np.sqrt(6000 * (n - 1)) / n)
