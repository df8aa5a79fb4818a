"""What an action, an event or a city at the end of a game says about the use of powers and district effects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from citadels_sim.catalogue import CHARACTERS, DISTRICTS, C, D, DistrictType
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal as k

__all__ = ["SELDOM", "Name", "at_the_end", "named", "of_event", "played_into"]

Name = tuple[str, str]
"""Who (character or district) and what."""

_POWERS: Final = {
    a.A_INCOME: "income",
    a.A_INCOME_MIX: "income",
    a.A_BONUS: "bonus",
    a.A_MURDER: "murder",
    a.A_BEWITCH: "bewitch",
    a.A_WARRANTS: "warrants",
    a.A_ROB: "rob",
    a.A_THREATS: "threats",
    a.A_SPY: "spy",
    a.A_SWAP: "swap",
    a.A_REDRAW: "redraw",
    a.A_LOOK_AT: "look",
    a.A_SEER: "take and give back",
    a.A_CROWN: "crown",
    a.A_CROWN_GOLD: "crown for gold",
    a.A_CROWN_CARD: "crown for a card",
    a.A_CROWN_NONE: "crown for nothing",
    a.A_TITHE: "tithe",
    a.A_BUILD_CARDINAL: "build with another's gold",
    a.A_BUILD_DEN_CARDINAL: "build with another's gold",
    a.A_BONUS_GOLD: "bonus gold",
    a.A_BONUS_CARDS: "bonus cards",
    a.A_DESTROY: "destroy",
    a.A_EXCHANGE: "exchange",
    a.A_SEIZE: "seize",
    a.A_BEAUTIFY: "beautify",
}
_ANSWERS: Final = {
    a.A_TAKE: ("wizard", "take"),
    a.A_TAKE_BUILD: ("wizard", "build at once"),
    a.A_GIFT_GOLD: ("emperor", "gift of gold"),
    a.A_GIFT: ("emperor", "gift of a card"),
    a.A_CONFISCATE: ("magistrate", "confiscate"),
    a.A_BRIBE: ("blackmailer", "bribe offered"),
    a.A_REFUSE: ("blackmailer", "bribe refused"),
    a.A_REVEAL: ("blackmailer", "threat turned up"),
}
_EFFECTS: Final = {
    a.A_LAB: "laboratory",
    a.A_SMITHY: "smithy",
    a.A_MUSEUM: "museum",
    a.A_ARMORY: "armory",
    a.A_GRAVEYARD: "graveyard",
    a.A_FETCH: "lighthouse",
    a.A_ANNOUNCE: "bell-tower",
    a.A_THEATER: "theater",
    a.A_THEATER_OWN: "theater",
    a.A_BUILD_FRAMEWORK: "framework",
    a.A_TAKE_BUILD_FRAMEWORK: "framework",
    a.A_BUILD_SACRIFICE: "necropolis",
    a.A_TAKE_BUILD_SACRIFICE: "necropolis",
    a.A_BUILD_DEN: "thieves-den",
    a.A_TAKE_BUILD_DEN: "thieves-den",
}
_EVENTS: Final = {
    k.STEAL: ("thief", "gold taken"),
    k.TAX: ("tax-collector", "tax taken"),
    k.REFUND: ("alchemist", "refund"),
    k.QUEEN: ("queen", "gold beside rank 4"),
    k.RESUME: ("witch", "resumed"),
    k.POOR_HOUSE: ("poor-house", "gold"),
    k.PARK: ("park", "cards"),
    k.THRONE_ROOM: ("throne-room", "gold"),
    k.BRIBE: ("blackmailer", "bribe received"),
    k.CUT_END: ("hospital or bewitched", "action of a cut turn"),
}
_BUILDING_MORE: Final = (C.SEER, C.TRADER, C.ARCHITECT, C.SCHOLAR)
SELDOM: Final[dict[Name, str]] = {
    ("magician", "redraw"): "a hand of two useless cards is rarer than a better hand to swap for",
    ("emperor", "crown for nothing"): "only legal where the one crowned has nothing, and others have",
    ("blackmailer", "bribe refused"): "a bribe is at most half of what the flower takes; refused where the whole purse is needed to build",
    ("necropolis", "effect"): "paying in gold loses no district; a sacrifice is for an empty purse",
    ("framework", "effect"): "it costs a district that was paid for; worth it for dear cards only",
    ("armory", "effect"): "it costs a district; used against who is about to complete a city",
    ("smithy", "effect"): "for who has nothing to build",
    ("laboratory", "effect"): "for useless cards, and to pay for a dearer district",
    ("museum", "effect"): "for cards that will not be built",
    ("theater", "effect"): "for who holds a poor character",
}
"""Powers and effects that a sensible player leaves alone most of the time, and why."""


def has(mask: int, index: int) -> bool:
    """Return whether the index is in the set; for plain Python, where codes are members of enumerations."""
    return bool(int(mask) >> int(index) & 1)


def named(public: Any, code: int) -> Name | None:
    """Whose power or effect an action is; None for what everybody does."""
    kind = code & 0xFF
    if kind in _EFFECTS:
        return _EFFECTS[kind], "effect"
    if kind in _ANSWERS:
        return _ANSWERS[kind]
    if kind == a.A_CROWN and int(public.turn_char) == C.NONE:
        return "emperor", "crown when murdered"
    character = CHARACTERS[int(public.turn_char) - 1].id if int(public.turn_char) else ""
    if kind in _POWERS:
        return character, _POWERS[kind]
    if kind != a.A_BUILD:
        return None
    district = a.arg_a(code)
    if has(public.city_mask[int(public.actor)], district):
        return ("wizard" if character == "wizard" else "quarry"), "second copy built"
    if int(public.builds_left) <= 0:
        return ("stables" if district == D.STABLES else character), "built beyond the limit"
    if int(public.built) > 0 and int(public.turn_char) in _BUILDING_MORE:
        return character, "second or third built"
    return None


def played_into(public: Any, code: int) -> Iterator[Name]:
    """Name the effects without a choice that an action sets off, or that stand in its way."""
    kind = code & 0xFF
    seat = int(public.actor)
    own = int(public.city_mask[seat])
    taken = {a.A_DESTROY: a.arg_b(code), a.A_SEIZE: a.arg_b(code), a.A_EXCHANGE: a.arg_c(code)}
    if kind in taken:
        owner = a.arg_b(code) if kind == a.A_EXCHANGE else a.arg_a(code)
        if has(public.city_mask[owner], D.GREAT_WALL) and taken[kind] & ~a.STAR != D.GREAT_WALL:
            yield "great-wall", "gold charged"
    if kind in (a.A_INCOME, a.A_INCOME_MIX) and has(own, D.SCHOOL_OF_MAGIC):
        yield "school-of-magic", "counted for income"
    if kind == a.A_GOLD and has(own, D.GOLD_MINE):
        yield "gold-mine", "gold gathered"
    if kind == a.A_CARDS and has(own, D.LIBRARY):
        yield "library", "cards kept"
    if kind == a.A_CARDS and has(own, D.OBSERVATORY):
        yield "observatory", "cards drawn"
    if kind == a.A_BUILD and has(own, D.FACTORY) and DISTRICTS[a.arg_a(code)].type is DistrictType.UNIQUE:
        yield "factory", "gold saved"
    if kind == a.A_END and int(public.turn_char) in (C.WARLORD, C.DIPLOMAT, C.MARSHAL):
        yield from _out_of_reach(public)


def _out_of_reach(public: Any) -> Iterator[Name]:
    """Name what has kept rank 8 from a district in its turn: the Keep, the Bishop."""
    for other in range(int(public.players)):
        if other == int(public.actor):
            continue
        if has(public.city_mask[other], D.KEEP):
            yield "keep", "safe from rank 8"
        if has(public.protected, other) and int(public.city_n[other]):
            yield "bishop", "city safe from rank 8"


def of_event(event: Any) -> Name | None:
    """Name what an event of the journal is the use of; None for what has been counted as an action or is nobody's effect."""
    kind, character, district = int(event["kind"]), int(event["character"]), int(event["district"])
    if kind in _EVENTS:
        return _EVENTS[kind]
    if kind == k.CROWN and character:
        return CHARACTERS[character - 1].id, "crown moved"
    if kind == k.BONUS:
        return CHARACTERS[character - 1].id, "bonus received"
    if kind == k.REVEAL and int(event["extra"]):
        return "blackmailer", "gold by the flower"
    if kind in (k.BUILD, k.CONFISCATE) and district >= D.ARMORY:
        return DISTRICTS[district].id, "built"
    return None


def at_the_end(state: Any, seat: int) -> Iterator[tuple[Name, bool]]:
    """Name the unique districts that stand in a city at the end, and those that score, with whether they have brought points."""
    public = state.public
    city = [int(code) for code in public.city[seat][: int(public.city_n[seat])]]
    types = [int(n) for n in public.city_types[seat]]
    unique = types[DistrictType.UNIQUE]
    points = {
        D.BASILICA: any((DISTRICTS[code].cost_2016 or 0) % 2 for code in city),
        D.CAPITOL: max(types) >= 3,
        D.DRAGON_GATE: True,
        D.HAUNTED_QUARTER: int(public.pts_types[seat]) > 0 and 0 in types,
        D.IMPERIAL_TREASURY: int(public.gold[seat]) > 0,
        D.IVORY_TOWER: unique == 1,
        D.MAP_ROOM: int(public.hand_n[seat]) > 0,
        D.MONUMENT: len(city) < int(public.goal) and seat in public.completed[: int(public.completed_n)],
        D.MUSEUM: int(public.city_tucked[seat].sum()) > 0,
        D.STATUE: int(public.crown) == seat,
        D.WISHING_WELL: unique > 0,
    }
    for code in sorted({code for code in city if code >= D.ARMORY}):
        yield (DISTRICTS[code].id, "stood at the end"), True
        if code in points:
            yield (DISTRICTS[code].id, "counted at the end"), bool(points[code])
    if has(state.seat[seat].hand_mask, D.SECRET_VAULT):
        yield ("secret-vault", "counted at the end"), True
