"""Variants with characters and districts of their own, with borrowed powers and effects, and with ranks that are moved: drawn at random."""

from __future__ import annotations

import random
from typing import Any

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, DISTRICTS, EFFECTS, NO_POWER, Character, DistrictType
from citadels_sim.variants import Table, Variant
from citadels_sim.variants.numbers.characters import numbers_of_character
from citadels_sim.variants.numbers.effects import NOT_LENT, numbers_in
from citadels_sim.variants.seating import ONCE
from tests.engine.draws import values_of

BASES = ("classic-2000", "citadels-2016", "dark-city", "dark-city-random", "citadels-2016-random", "classic-summary")
LENT = ("none", *(effect for effect in EFFECTS if effect not in NOT_LENT))


def own_cards_drawn(luck: random.Random) -> Variant:
    """A packaged variant with characters in the places of some, most with districts of its own, and half of them with moved ranks."""
    base = luck.choice(BASES)
    given = {"players": [5, 7], "deck.unique.graveyard": 0} | _characters(luck, cs.load_variant(base).usual)
    return cs.load_variant(base, given | (_districts(luck) if luck.random() < 0.8 else {}))


def _characters(luck: random.Random, base: Table) -> dict[str, Any]:
    """Characters in the places of some ranks, fixed or drawn beside those of the variant; two others may change their ranks."""
    ranks = luck.sample(range(2, 9), luck.randint(1, 6))
    given: dict[str, Any] = {}
    taken = {id for rank, ids in base.cast.items() if rank not in ranks for id in ids}
    for rank in ranks:
        id = f"own-{rank}"
        power = luck.choice([NO_POWER, *(who.id for who in CHARACTERS if who.id not in taken)])
        taken |= {power} & ONCE.keys()
        given |= {f"characters.{id}.title": f"Own {rank}", f"characters.{id}.rank": rank, f"characters.{id}.power": power}
        for number in numbers_of_character(Character(0, id, id, rank, rank, None, (), power)):
            if luck.random() < 0.4:
                given[number.key] = luck.choice(values_of(number))
    fixed = {rank: ids[0] for rank, ids in base.cast.items() if rank not in ranks}
    own = {rank: f"own-{rank}" for rank in ranks}
    drawn_from = {rank: [own[rank], *base.cast[rank]] if luck.random() < 0.3 else [] for rank in ranks}
    drawn_from = {rank: ids for rank, ids in drawn_from.items() if ids and not ONCE.keys() & {*ids}}
    free = [rank for rank, id in fixed.items() if id != "tax-collector"]
    if luck.random() < 0.5 and len(free) > 1:
        one, other = luck.sample(free, 2)
        given |= {f"characters.{fixed[one]}.rank": other, f"characters.{fixed[other]}.rank": one}
    cast = [*fixed.values(), *(id for rank, id in own.items() if rank not in drawn_from)]
    return given | {"cast": cast, "random_cast": {str(rank): drawn_from.get(rank, []) for rank in range(1, 10)}}


def _with_effect(luck: random.Random, key: str) -> dict[str, Any]:
    """An effect drawn at random, with numbers of its own."""
    effect = luck.choice(LENT)
    drawn = {name: luck.choice(values_of(switch)) for name, switch in numbers_in(effect).items() if luck.random() < 0.5}
    return {f"{key}.effect": effect, **{f"{key}.{name}": value for name, value in drawn.items()}}


def _districts(luck: random.Random) -> dict[str, Any]:
    """Districts up to the most that there can be, and other effects of some packaged ones."""
    given: dict[str, Any] = {"rules.ballroom": "vanilla"}
    uniques = []
    for number in range(luck.choice((1, 3, 8))):
        id, kind = f"place-{number}", luck.choice(list(DistrictType))
        key = f"districts.{id}"
        given |= {f"{key}.title": f"Place {number}", f"{key}.type": kind.id, f"{key}.cost": luck.randint(0, 8)}
        given |= {f"{key}.copies": luck.randint(1, 3)} | ({f"{key}.points": luck.randint(0, 9)} if luck.random() < 0.3 else {})
        given |= _with_effect(luck, key)
        uniques += [id] if kind is DistrictType.UNIQUE else []
    for place in luck.sample(DISTRICTS, 8):
        given |= _with_effect(luck, f"districts.{place.id}")
    if uniques and luck.random() < 0.5:
        given |= {"deck.random_unique": {"count": 1 + len(uniques) // 2, "from": ["museum", "park", *uniques]}}
        given |= {f"districts.{id}.copies": 0 for id in uniques} | {"deck.unique.museum": 0, "deck.unique.park": 0}
    if luck.random() < 0.3:
        given["game.copies_in_city"] = luck.choice((2, 9))
    return given
