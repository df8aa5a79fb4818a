"""Random games with characters of a variant's own: their keys drawn at random, all invariants checked, compiled as interpreted."""

from __future__ import annotations

import random
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, NO_POWER, PACKAGED, Character
from citadels_sim.variants import Variant
from citadels_sim.variants.numbers.characters import numbers_of_character
from citadels_sim.variants.seating import ONCE
from tests.engine.draws import values_of
from tests.engine.loops import checked_play, compiled_only

BASES = ("classic-2000", "citadels-2016", "dark-city", "citadels-2016-random", "classic-summary")


def drawn(luck: random.Random) -> Variant:
    """A packaged variant in which characters of its own, with keys drawn at random, sit in the places of some."""
    base = cs.load_variant(luck.choice(BASES))
    ranks = luck.sample(range(2, 9), luck.randint(1, 6))
    given: dict[str, Any] = {"rules.edition": base.usual.rules["edition"]}
    taken = {id for rank, ids in base.usual.cast.items() if rank not in ranks for id in ids}
    for rank in ranks:
        id = f"own-{rank}"
        power = luck.choice([NO_POWER, *(who.id for who in CHARACTERS if who.id not in taken)])
        taken |= {power} & ONCE.keys()
        given |= {f"characters.{id}.title": f"Own {rank}", f"characters.{id}.rank": rank, f"characters.{id}.power": power}
        for number in numbers_of_character(Character(0, id, id, rank, rank, None, (), power)):
            if luck.random() < 0.4:
                given[number.key] = luck.choice(values_of(number))
    fixed = [ids[0] for rank, ids in base.usual.cast.items() if rank not in ranks]
    own = [f"own-{rank}" for rank in ranks]
    drawn_from = {str(rank): [f"own-{rank}", *base.usual.cast[rank]] if luck.random() < 0.3 else [] for rank in ranks}
    drawn_from = {rank: ids if not ONCE.keys() & set(ids) else [] for rank, ids in drawn_from.items()}
    given |= {"cast": [*fixed, *(id for id, rank in zip(own, ranks, strict=True) if not drawn_from[str(rank)])], "players": [5, 7]}
    given |= {"random_cast": {str(rank): [] for rank in range(1, 10)} | drawn_from, "deck.unique.graveyard": 0}
    return cs.load_variant(base.name, given)


@compiled_only
@pytest.mark.parametrize("seed", range(5))
def test_nothing_breaks_with_characters_of_keys_drawn_at_random(seed: int) -> None:
    for number in range(10 * seed, 10 * seed + 10):
        luck = random.Random(number)
        variant = drawn(luck)
        assert variant.cards != PACKAGED
        assert checked_play(variant, luck.randint(5, 7), 10, first_seed=10 * number).fault == "", number
