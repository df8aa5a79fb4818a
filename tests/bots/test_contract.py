"""What every bot must do, whoever wrote it; that none sees hidden cards or writes to the records is in `test_what_bots_see`."""

from __future__ import annotations

import dataclasses
import random
import time
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import EDITIONS, Bot, all_bots, compiled_bot
from citadels_sim.compiler.decorators import INTERPRETED, ready
from citadels_sim.engine.loop import BOT_STATE, set_bot
from citadels_sim.engine.records import new_record
from citadels_sim.engine.rng import next_below
from citadels_sim.engine.state import new_legal
from citadels_sim.errors import BotError
from tests.bots.quick import with_weights

BOTS = tuple(map(with_weights, all_bots()))
TABLES = [("classic-2000", 4), ("classic-2000", 7), ("dark-city", 3), ("dark-city", 5), ("citadels-2016", 2), ("citadels-2016-random", 6)]
DECISIONS = 200
PATIENCE = 1.0
"""Seconds that no bot may take for a decision, on a slow and busy machine."""


def decide(bot: Bot, game: cs.Game, luck: int) -> tuple[int, Any]:
    """Index that a bot chooses at the pending decision, and its mind afterwards."""
    out, n = new_legal(), len(game.codes())
    out.code[:n] = game.codes()
    bot_state = new_record(BOT_STATE)
    set_bot(bot_state, bot)
    bot_state.rng[:] = [luck, 0]
    seat = int(game.state.public.actor)
    return int(ready(bot.choose)(game.state.public, game.state.seat[seat], game.rules, out, n, bot_state)), bot_state


def broken(bot: Bot, game: cs.Game, luck: int) -> str:
    """What a bot breaks of its contract at the pending decision, "" when nothing."""
    begun = time.perf_counter()
    chosen, bot_state = decide(bot, game, luck)
    if time.perf_counter() - begun > PATIENCE:
        return "too slow"
    if not 0 <= chosen < len(game.codes()):
        return "not legal"
    if decide(bot, game, luck)[0] != chosen:
        return "not the same twice"
    if not bot.stochastic and (int(bot_state.rng[1]) != 0 or decide(bot, game, luck + 1)[0] != chosen):
        return "draws"
    return ""


def faults(bot: Bot, name: str, players: int) -> set[str]:
    """What a bot breaks over a game in which it is called at every decision and plays about half of them."""
    variant = cs.load_variant(name)
    luck = random.Random(f"{name} {players}")
    game = cs.Game.start(variant, players, seed=luck.getrandbits(40))
    broken_rules = set()
    while not game.over and game.state.secret.decision_no < DECISIONS:
        stream = luck.getrandbits(60)
        broken_rules.add(broken(bot, game, stream))
        labels = game.legal()
        game.play(labels[decide(bot, game, stream)[0]] if luck.random() < 0.5 and "not legal" not in broken_rules else luck.choice(labels))
    return broken_rules - {""}


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_a_bot_chooses_what_is_legal_in_time_alike_for_the_same_view_and_luck(bot: Bot, name: str, players: int) -> None:
    try:
        bot.check_plays(cs.load_variant(name))
    except BotError:
        pytest.skip(f"{bot.name} does not play this edition")
    ready(bot.choose)  # compiling is not thinking
    assert faults(bot, name, players) == set()


@compiled_bot
def beyond(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    return n


@compiled_bot
def lots(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    return next_below(bot_state, n)


@compiled_bot
def last(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    return n - 1


def test_the_contract_finds_an_illegal_choice() -> None:
    assert faults(Bot("beyond", "", beyond), "classic-2000", 4) == {"not legal"}


def test_the_contract_finds_a_bot_that_draws_though_it_says_it_does_not() -> None:
    assert faults(Bot("lots", "", lots, stochastic=False), "classic-2000", 4) == {"draws"}
    assert faults(Bot("lots", "", lots), "classic-2000", 4) == set()
    assert faults(Bot("last", "", last, stochastic=False), "classic-2000", 4) == set()


@pytest.mark.skipif(not INTERPRETED, reason="compiled code cannot look at the clock, nor be changed in between")
@pytest.mark.parametrize(("fault", "what"), [("slow", "too slow"), ("fickle", "not the same twice")])
def test_the_contract_finds_a_bot_that_is_slow_or_fickle(fault: str, what: str) -> None:
    calls = iter(range(10**6))

    def choose(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
        if fault == "slow":
            time.sleep(1.1 * PATIENCE)
            return 0
        return next(calls) % n

    game = cs.Game.start("classic-2000", 4, seed=1)
    assert len(game.codes()) % 2 == 1  # two calls in a row differ
    assert broken(Bot(fault, "", choose), game, 5) == what


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_a_bot_declares_what_it_is(bot: Bot) -> None:
    assert bot.doc
    assert bot.doc[0].islower()
    assert set(bot.editions) <= set(EDITIONS)
    assert len({parameter.name for parameter in bot.parameters}) == len(bot.parameters)
    for parameter in bot.parameters:
        assert parameter.low <= parameter.default <= parameter.high
        assert parameter.doc


def test_a_bot_is_refused_at_a_table_of_an_edition_that_it_does_not_play() -> None:
    bot = Bot("old", "plays the first legal action", last, editions=("classic",))
    bot.check_plays(cs.load_variant("dark-city"))
    with pytest.raises(BotError, match=r"bots\.old: plays the rules of classic only, and 'citadels-2016' has rules\.edition = \"2016\""):
        bot.check_plays(cs.load_variant("citadels-2016"))


@pytest.mark.parametrize(
    ("editions", "message"), [(("clasic",), "Did you mean 'classic'"), ((), "should be a tuple"), ("2016", "should be a tuple")]
)
def test_a_bot_cannot_declare_an_edition_that_is_none(editions: Any, message: str) -> None:
    with pytest.raises(BotError, match=message):
        dataclasses.replace(BOTS[0], editions=editions)
