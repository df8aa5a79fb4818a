"""The Rules record: one variant at one number of players, as flat numbers that compiled code reads.

Each switch of `citadels_sim.variants.switches` is one field of the same name, holding the integer of its reading, and each number of
`citadels_sim.variants.numbers` one of the name that `field_of` gives, or a place in an array by character or by district. The other
fields are the deck, the cast and the program of the draft.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.catalogue import CHARACTER_CODES, CHARACTERS, NO_POWER, C, D, DistrictType, character, district
from citadels_sim.compiler import types
from citadels_sim.engine.record_types import Rules
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import KINDS, RANKS
from citadels_sim.variants import Table
from citadels_sim.variants.numbers import NUMBERS, field_of
from citadels_sim.variants.numbers.characters import BUILDS, power_numbers
from citadels_sim.variants.numbers.effects import AMOUNTS, numbers_in
from citadels_sim.variants.numbers.powers import POWERS
from citadels_sim.variants.switch import NONE, WHOLE
from citadels_sim.variants.switches import SWITCHES, reading

BONUS_AT_START, BONUS_AFTER_ACTION, BONUS_ANY = range(3)
"""When a bonus comes; -1 where there is none."""
ASKED_ONCE = (C.NAVIGATOR, C.SCHOLAR)
"""Whose own bonus brings one of any moment with it."""
_WARLIKE = 8
"""The rank that Bishop, Keep and Great Wall keep away."""
_MOST_PRINTED = max(BUILDS.values())
"""Most districts that any card lets build in a turn."""
TO_MURDER, TO_THEFT = range(2)
"""To what a character can be immune."""
IN_GOLD, IN_CARDS, IN_MIX = range(3)
"""What an income is paid in."""
AMOUNT_BONUS, AMOUNT_GOLD, AMOUNT_CARDS, AMOUNT_PRICE, AMOUNT_DISCOUNT, AMOUNT_DISTRICTS = range(len(AMOUNTS))
"""Which number in a district's effect: its place in the field ``amount`` of `RULES`, in the order of `AMOUNTS`."""
NO_EFFECT = -1
"""Effect of a district that has none."""
BRINGING = (
    *(D.BASILICA, D.CAPITOL, D.GOLD_MINE, D.IVORY_TOWER, D.MAP_ROOM, D.MONUMENT),
    *(D.MUSEUM, D.STATUE, D.THEATER, D.IMPERIAL_TREASURY, D.WISHING_WELL, D.FRAMEWORK),
)
"""Effects whose worth to their owner can be computed from the table."""
STEPS = 24
"""Longest draft program."""
CHOICES = 8
"""Most characters that one rank is drawn from."""

# Operations of the draft program.
STEP_PICK = 1  # the seat keeps one character and passes the rest
STEP_DISCARD = 2  # the seat lays one character face down (two players)
STEP_PICK_LAST = 3  # the seat first takes up the face-down card, then keeps one (last of seven or eight)
STEP_RANDOM_DISCARD = 4  # one card of the packet at random goes face down unseen (three players, 2016)

UNBUILDABLE = 9999
"""Cost of a district that cannot be built."""
PURSE = 60
"""Gold beyond which more gold buys nothing more."""

i2, i4, i8 = np.int16, np.int32, np.int64

_OF_CHARACTERS = {
    "income": "income_type",  # type a character is paid for, -1
    "income_each": "income_each",  # 0 where it has no income
    "income_in": "income_in",
    "bonus.gold": "bonus_gold",
    "bonus.cards": "bonus_cards",
    "bonus.when": "bonus_when",
    "discount.type": "discount_type",  # type of the districts that cost it less, -1
    "discount.gold": "discount_gold",
    "builds": "builds",  # districts a character may build in its turn
    "protected": "protects",  # whether rank 8 can do nothing to its city
    "protected_part": "protects_dearest",  # 1 where that is true of its dearest districts alone
    "takes_crown": "takes_crown",
    "gold_from_others": "gold_from_others",
    "immune": "immune",  # set of what cannot name it: `TO_MURDER`, `TO_THEFT`
}
"""What every card may have, in a variant file and as an array by character."""
_CODES: dict[str, dict[Any, int]] = {
    "income": {kind.id: int(kind) for kind in DistrictType} | {NONE: -1},
    "discount.type": {kind.id: int(kind) for kind in DistrictType} | {NONE: -1},
    "protected_part": {"city": 0, "dearest": 1},
    "income_in": {"gold": IN_GOLD, "cards": IN_CARDS, "mix": IN_MIX},
    "immune": {NONE: 0, "murder": 1 << TO_MURDER, "theft": 1 << TO_THEFT, "both": 1 << TO_MURDER | 1 << TO_THEFT},
    "bonus.when": {"start_of_turn": BONUS_AT_START, "after_action": BONUS_AFTER_ACTION, "any": BONUS_ANY},
}
_OF_POWERS = tuple(number.key for number in POWERS if number.key != "characters.artist.value")
"""Numbers in a power, each an array by the character that has it; the worth of a beautified district is a single number for all."""
_MERITS = {"bonus": 1, "gold": 1, "cards": 2, "price": -1}
"""What a number in an effect that is used once brings its owner, or nearly so; an effect without one costs what is given up for it."""
_SCALARS = tuple(key for key in NUMBERS if key.startswith("game.") and key != "game.builds")  # builds are by character

RULES = np.dtype(
    [
        ("n_players", i4),
        ("n_ranks", i4),  # ranks called in a round: 8 or 9
        ("goal", i4),  # districts that complete a city
        ("n_up", i4),  # character cards removed face up
        ("n_steps", i4),
        ("step_op", i4, (STEPS,)),
        ("step_seat", i4, (STEPS,)),  # seats to the left of the crown
        ("step_pick", i4, (STEPS,)),  # how many characters have been picked after that step
        ("ranks", i4),  # bits of the ranks that are played
        ("cast_n", i4, (RANKS,)),  # from how many characters the rank is drawn, 0: not played
        ("cast_from", i4, (RANKS, CHOICES)),
        *[(field, i4, (CHARACTER_CODES,)) for field in _OF_CHARACTERS.values()],
        ("power", i4, (CHARACTER_CODES,)),  # the packaged character whose power it has, by code, 0: none
        ("like", i4, (CHARACTER_CODES,)),  # the packaged character that bots take it for
        ("bonus_more", i4, (CHARACTER_CODES,)),  # gold and cards that it gets beyond the printed ones, of its bonus and from others
        ("rank_of", i4, (CHARACTER_CODES,)),  # by power, of which a cast has one at most: the rank at which it sits
        *[(field_of(key), i4, (CHARACTER_CODES,)) for key in _OF_POWERS],
        ("thief_limited", i4),  # whether some Thief takes less than all
        ("immunity", i4),  # whether some character is immune
        ("artist_value", i4),
        ("powers", i8),  # those that somebody of the cast can have: what nobody has costs no look at who acts
        ("royal", i4),  # ranks of the crown, never removed face up: 4, in the classic rules those of King and Emperor wherever they sit
        ("held_off", i8),  # characters from whom Bishop, Keep and Great Wall protect: in 2016 those of rank 8, else all
        ("asked", i8),  # characters that can do something at a moment of their turn: with a power, or choosing when to take their bonus
        ("unprinted", i8),  # characters of the variant's own, and packaged ones with other numbers or another power: for bots that learn
        ("unprinted_places", i8),  # such districts, whose cost and type do not count
        ("repowered", i4),  # whether some packaged character has another power than its own
        ("choosing", i8),  # characters that choose when to take their bonus, but for those of `ASKED_ONCE`
        ("freer", i4),  # whether districts are built in ways that no rulebook prints: identical ones, cheaper ones, many a turn
        ("points", i4, (KINDS,)),  # what a district is worth at the end, without those of an effect
        ("cost", i4, (KINDS,)),  # printed cost of a district, UNBUILDABLE
        ("type_of", i4, (KINDS,)),
        ("type_mask", i8, (5,)),  # districts of each type
        ("afford", i8, (PURSE + 1,)),  # districts whose printed cost is at most so much gold
        ("effect", i4, (KINDS,)),  # what a district does: the code of the one that prints it, NO_EFFECT
        ("effect_bit", i8, (KINDS,)),  # the same as a set
        ("having", i8, (KINDS,)),  # districts that have the effect of each
        ("amount", i4, (len(AMOUNTS), KINDS)),  # the numbers in a district's effect
        ("merit", i4, (KINDS,)),  # of districts of one effect that is used once, the one of most serves its owner best
        ("counts_as", i4, (KINDS,)),  # districts that it counts as toward completing a city
        ("most_for_card", i4),  # most gold that a Laboratory takes a card for, of any city
        ("schools", i4, (KINDS,)),  # districts of every type as which it counts for income
        ("once", i8),  # districts that nobody may have twice without a power or an effect: all, or none
        ("bringing", i8),  # districts whose effect is of `BRINGING`
        ("throne_rooms", i4),  # whether a Throne Room can be in a city
        ("copies", i4, (KINDS,)),  # cards that are always in the deck
        ("random_n", i4),  # and how many more are drawn per game
        ("random_len", i4),
        ("random_from", i4, (KINDS,)),
        *[(field_of(key), i4) for key in _SCALARS],
        *[(key, i4) for key in SWITCHES],
    ],
    align=True,
)

RULES_T = types.record(RULES)


def draft_program(players: int, ranks: int, old_three: bool) -> tuple[int, list[tuple[int, int]]]:
    """Return how many characters are removed face up and the steps of the draft, as (operation, seats left of the crown).

    Sources: classic 1.3 to 1.7, 2016 1.3 and 1.4. One character is always removed face down before.
    """
    if players == 2:
        return 0, [
            (STEP_PICK, 0),
            (STEP_PICK, 1),
            (STEP_DISCARD, 1),
            (STEP_PICK, 0),
            (STEP_DISCARD, 0),
            (STEP_PICK, 1),
        ]
    if players == 3 and old_three:
        return 2, [(STEP_PICK, seat) for seat in range(3)]
    if players == 3:
        once = [(STEP_PICK, seat) for seat in range(3)]
        return 0, once + ([(STEP_RANDOM_DISCARD, 2)] if ranks == 9 else []) + once
    steps = [(STEP_PICK, seat) for seat in range(players)]
    if ranks == players + 1:
        steps[-1] = (STEP_PICK_LAST, players - 1)
    return max(0, ranks - players - 2), steps


_PAID_LIKE = {int(DistrictType.NOBLE): C.KING, int(DistrictType.RELIGIOUS): C.BISHOP, int(DistrictType.MILITARY): C.WARLORD}
"""The packaged characters that are paid for a type; for any other the Merchant is."""


def likeness(record: Rules, code: int) -> int:
    """Return the packaged character that bots take a character for: the one whose power it has, else one that brings much the same."""
    if record.power[code]:
        return int(record.power[code])
    if record.takes_crown[code]:
        return C.KING
    if record.builds[code] > 1 or record.bonus_cards[code] > record.bonus_gold[code]:
        return C.ARCHITECT
    if record.protects[code]:
        return C.BISHOP
    return _PAID_LIKE.get(int(record.income_type[code]), C.MERCHANT)


def _fill_characters(record: Rules, table: Table) -> None:
    """Write what every card may have; who has no income or no bonus has -1 for its type or its moment.

    Character 0 is who plays a turn without what the card says (`turn.is_powerless`).
    """
    record.income_type[0] = record.bonus_when[0] = record.discount_type[0] = -1
    record.builds[0] = table.number("game.builds")
    record.thief_share[:] = WHOLE
    record.thief_most[:] = -1
    for person in table.cards.characters:
        for name, field in _OF_CHARACTERS.items():
            value = table.number(f"characters.{person.id}.{name}")
            getattr(record, field)[person.code] = _CODES[name][value] if name in _CODES else value
        own = person.code <= len(CHARACTERS) and person.power == person.id
        told = any(key.startswith(f"characters.{person.id}.") for key in table.numbers)
        record.unprinted |= int(told or not own) << person.code
        lender = None if person.power == NO_POWER else character(person.power)
        record.power[person.code] = person.code if own else 0 if lender is None or lender.used == "printed" else lender.code
        record.repowered |= int(person.code <= len(CHARACTERS) and not own)
        record.like[person.code] = likeness(record, person.code)
        for key, number in power_numbers(person).items():
            if key in _OF_POWERS:
                getattr(record, field_of(key))[person.code] = number.code(table.number(number.key))
        record.thief_limited |= int(record.thief_share[person.code] != WHOLE or record.thief_most[person.code] >= 0)
        record.immunity |= int(record.immune[person.code] != 0)
        if record.income_each[person.code] == 0 or record.income_type[person.code] < 0:
            record.income_each[person.code], record.income_type[person.code] = 0, -1
        if record.bonus_gold[person.code] == 0 and record.bonus_cards[person.code] == 0:
            record.bonus_when[person.code] = -1
        usual = sum(int(table.declared[f"characters.{person.id}.bonus.{what}"].default["classic"]) for what in ("gold", "cards"))
        bonus = record.bonus_gold[person.code] + record.bonus_cards[person.code]
        record.bonus_more[person.code] = bonus - usual + record.gold_from_others[person.code]
        record.choosing |= int(record.bonus_when[person.code] == BONUS_ANY and record.power[person.code] not in ASKED_ONCE) << person.code
        record.asked |= int(lender is not None and lender.used == "chosen") << person.code
        record.freer |= int(record.discount_gold[person.code] != 0 or record.builds[person.code] > _MOST_PRINTED)
    record.freer |= int(record.copies_in_city != 1)
    record.once = -int(record.copies_in_city == 1)
    record.asked |= record.choosing


def _fill_ranks(record: Rules, table: Table) -> None:
    """Write where each power sits: where the cast has it, else at the rank of its card; and what a coin of this table's Artist is worth."""
    record.artist_value = table.number("characters.artist.value") if "characters.artist.value" in table.declared else 1
    for person in table.cards.characters[: len(CHARACTERS)]:
        record.rank_of[person.code] = table.rank(person)
    record.royal = sum(1 << rank for rank in table.royal)
    by_rank = table.rules["edition"] == "2016"
    for person in table.cards.characters:
        record.held_off |= int(not by_rank or table.rank(person) == _WARLIKE) << person.code
    for rank, names in table.cast.items():
        for person in map(table.cards.character, names):
            record.powers |= 1 << int(record.power[person.code])
            if person.power != NO_POWER:
                record.rank_of[character(person.power).code] = rank
            if person.power == "artist":
                record.artist_value = table.number(f"characters.{person.id}.value")


def _fill_effects(record: Rules, table: Table) -> None:
    """Write what every district does, with its numbers."""
    record.counts_as[:] = 1
    record.effect[:] = NO_EFFECT
    for place in table.cards.districts:
        id, d = place.id, place.code
        effect = district(place.effect).code if place.effect else NO_EFFECT
        told = any(key.startswith(f"districts.{id}.") for key in table.numbers)
        record.unprinted_places |= int(told or not place.editions) << d
        record.effect[d] = effect
        if effect == NO_EFFECT:
            continue
        record.effect_bit[d] = 1 << effect
        record.having[effect] |= 1 << d
        numbers = {name: int(table.number(f"districts.{id}.{name}")) for name in numbers_in(place.effect)}
        for name, value in numbers.items():
            record.amount[AMOUNTS.index(name), d] = value
        record.bringing |= int(effect in BRINGING) << d
        if effect == D.MONUMENT:
            record.counts_as[d] = numbers["districts"]
        elif effect == D.SCHOOL_OF_MAGIC:
            record.schools[d] = numbers["districts"]
        elif effect == D.LABORATORY:
            record.most_for_card = max(record.most_for_card, numbers["gold"])
        record.merit[d] = sum(_MERITS.get(name, 0) * value for name, value in numbers.items()) - record.points[d] * (not numbers)
    always = [table.cards.district(id).code for id in (*table.basic, *table.unique)]
    record.throne_rooms = int(table.random_count > 0 or D.THRONE_ROOM in record.effect[always])


def rules_record(table: Table) -> Any:
    """Return the Rules record of a resolved variant at one number of players.

    Parameters
    ----------
    table : Table
        From ``Variant.at(players)``.

    Returns
    -------
    Record
        Of dtype `RULES`; treat it as read-only.
    """
    record: Any = new_record(RULES)
    for key, value in table.rules.items():
        setattr(record, key, reading(key, value))
    for key in _SCALARS:
        setattr(record, field_of(key), NUMBERS[key].code(table.number(key)))
    _fill_characters(record, table)
    _fill_ranks(record, table)
    ranks = max(table.cast)
    record.n_players = table.players
    record.n_ranks = ranks
    record.goal = table.city_size
    n_up, steps = draft_program(table.players, ranks, table.old_three)
    record.n_up = n_up
    record.n_steps = len(steps)
    for i, (operation, seat) in enumerate(steps):
        record.step_op[i] = operation
        record.step_seat[i] = seat
        record.step_pick[i] = sum(earlier in (STEP_PICK, STEP_PICK_LAST) for earlier, _ in steps[: i + 1])
    for rank, names in table.cast.items():
        record.ranks |= 1 << rank
        record.cast_n[rank] = len(names)
        for i, name in enumerate(names):
            record.cast_from[rank, i] = table.cards.character(name).code
    for place in table.cards.districts:
        cost = table.costs[place.id]
        record.cost[place.code] = UNBUILDABLE if cost is None else cost
        kind = _CODES["income"][table.district_type(place.id)]
        record.type_of[place.code] = kind
        record.type_mask[kind] |= 1 << place.code
        record.points[place.code] = UNBUILDABLE if cost is None else table.number(f"districts.{place.id}.points")
        for gold in range(PURSE + 1):
            if cost is not None and cost <= gold:
                record.afford[gold] |= 1 << place.code
    _fill_effects(record, table)
    for name, copies in {**table.basic, **table.unique}.items():
        record.copies[table.cards.district(name).code] = copies
    record.random_n = table.random_count
    record.random_len = len(table.random_from)
    for i, name in enumerate(table.random_from):
        record.random_from[i] = table.cards.district(name).code
    return record
