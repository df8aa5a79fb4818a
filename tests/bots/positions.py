"""Positions of 2016 in which a bot has to choose: any characters and unique districts together, set up in a line or two."""

from __future__ import annotations

from collections import Counter
from typing import Any

import citadels_sim as cs
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.catalogue import character
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.loop import BOT_STATE, set_bot
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import new_legal
from tests.rules.tables import player

RANDOM_2016 = cs.load_variant("citadels-2016-random")
BASE = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "artist")
DECK = ("docks", "harbor", "town-hall", "monastery", "cathedral", "barracks", "fortress", "palace", "prison", "market")
"""What lies in the deck where a test says nothing else."""
BUILDER = parse_bot("builder")


def cast_with(*names: str) -> list[str]:
    """The first game's cast and the Artist, with these characters in the places of their ranks."""
    by_rank = {character(name).rank: name for name in (*BASE, *names)}
    return [by_rank[rank] for rank in sorted(by_rank)]


def table(*players: dict[str, Any], seats: int = 4, others: tuple[str, ...] = (), **keys: Any) -> cs.Game:
    """A game in which the first character that a seat holds is called next, unless `next_rank` says otherwise."""
    held = [name for seat in players for name in seat["characters"]]
    ranks = [character(name).rank for name in held]
    rest = [player() for _ in range(seats - len(players))]
    position = {
        "players": [*players, *rest],
        "cast": cast_with(*held, *others),
        "deck": list(DECK),
        "next_rank": min(ranks, default=1),
        "strict": False,
        **keys,
    }
    return cs.Game.from_position(RANDOM_2016, position)


def choices(game: cs.Game, streams: int = 60, bot: Bot = BUILDER) -> Counter[str]:
    """Labels that a bot plays at the pending decision, over many streams of luck."""
    out, n = new_legal(), len(game.codes())
    out.code[:n] = game.codes()
    bot_state = new_record(BOT_STATE)
    set_bot(bot_state, bot)
    labels = game.legal()
    seat = int(game.state.public.actor)
    counts: Counter[str] = Counter()
    for stream in range(streams):
        bot_state.rng[:] = [stream * 7919, 0]
        counts[labels[int(ready(bot.choose)(game.state.public, game.state.seat[seat], game.rules, out, n, bot_state))]] += 1
    return counts


def choice(game: cs.Game, bot: Bot = BUILDER) -> str:
    """The label that a bot always plays at the pending decision, whatever its luck."""
    counts = choices(game, bot=bot)
    assert len(counts) == 1, counts
    return next(iter(counts))


def let_builder(game: cs.Game, until: str = "end") -> list[str]:
    """Let builder play the turn on by its most frequent choices until one of them begins with `until`; return what it played."""
    played = []
    seat = game.actor
    while not game.over and game.actor == seat:
        label = choices(game, 15).most_common(1)[0][0]
        played.append(label)
        game.play(label)
        if label.startswith(until):
            break
    return played


def kinds(counts: Counter[str]) -> set[str]:
    """First words of labels."""
    return {label.split(":")[0] for label in counts}
