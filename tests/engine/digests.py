"""Plays a few games at every table and prints a digest of each: run once compiled and once interpreted, the two must agree.

python -m tests.engine.digests PARTS
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

import citadels_sim as cs
from citadels_sim.bots.builder import BUILDER
from citadels_sim.bots.random_bot import RANDOM
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import CAPACITY, events_of
from citadels_sim.engine.loop import Until, deal, run
from citadels_sim.engine.rules import rules_record
from citadels_sim.variants import Variant
from tests.engine.draws import READINGS, numbers_drawn, variant_of
from tests.engine.loops import seated
from tests.engine.own_draws import own_cards_drawn
from tests.rotation import part
from tests.spread import EVERY_TABLE

CAP = 60


def digest(variant: Variant, players: int, seed: int) -> str:
    """Play one game, random bots and builders in turn, and hash its journal and its last record."""
    rules: Any = rules_record(variant.at(players))
    table = seated([RANDOM, BUILDER] if seed % 2 else [BUILDER, RANDOM, BUILDER], rules, CAPACITY)
    _, state, _, _, journal, out = table
    ready(deal)(state, rules, out, seed)
    ready(apply)(state, rules, journal, out, A_BEGIN_ROUND)
    how = ready(run)(table, Until(CAP))
    return f"{how} {len(events_of(journal))} {hashlib.sha256(events_of(journal).tobytes() + state.tobytes()).hexdigest()[:20]}"


def mixtures(n: int) -> list[tuple[int, dict[str, Any]]]:
    """Numbers of players and readings, the same each time."""
    luck = random.Random(20)
    return [(luck.randint(2, 7), {key: luck.choice(readings) for key, readings in READINGS.items()}) for _ in range(n)]


def digests(parts: int) -> dict[str, str]:
    """Digests of one game at each packaged table of today's part of so many, and at some tables that are drawn at random.

    These are mixtures of switches, of numbers, and of cards of a variant's own with borrowed powers, effects and moved ranks.
    """
    tables = EVERY_TABLE[part() % parts :: parts]
    result = {f"{name} {players}": digest(cs.load_variant(name), players, players) for name, players in tables}
    for number, (players, drawn) in enumerate(mixtures(12)):
        result[f"mixture {number}"] = digest(variant_of(drawn), players, number)
    for number in range(6):
        variant = numbers_drawn(random.Random(number))
        result[f"numbers {number}"] = digest(variant, variant.players[1], number)
        variant = own_cards_drawn(random.Random(number))
        result[f"own cards {number}"] = digest(variant, variant.players[1], number)
    return result


if __name__ == "__main__":
    json.dump(digests(int(sys.argv[1])), sys.stdout)
