"""The fixed numbering of actions: every action of the engine, of every edition, is one index of a discrete space.

An action of the engine is an integer of a kind and up to three arguments. Here each kind has a range of indices, one for each combination
of values that its arguments may take, in the order of `citadels_sim.game.action_words`. Seats are relative: 0 is the seat that decides,
1 the seat to its left. One action is split in two: the Diplomat's exchange first names the own district, then a seat and its district, for
all three at once would take eighty thousand indices.

How indices and codes belong together is declared in `RANGES` alone; compiled code looks both ways up in the tables made from it.
"""

from __future__ import annotations

import itertools
from typing import Any, Final, NamedTuple

import numpy as np

from citadels_sim.catalogue import DISTRICT_CODES, PACKAGED, Cards, DistrictType
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.state import RANKS, SEATS
from citadels_sim.game.action_words import ACTION_WORDS

VERSION: Final = 1
"""Version of the numbering and of the observation: what was trained on another one does not fit."""
LARGEST_NUMBER: Final = 31
"""Largest number that is an argument: gold of the Abbot's income, cards paid for the Thieves' Den."""
EXCHANGE_FOR: Final = 100
"""Kind of the second step of the Diplomat's exchange, beyond the engine's kinds: seat and district for the own district named before."""

_ARGUMENTS: Final = 3
_BYTE: Final = 8
_VALUES: Final = 128
_PLAIN: Final = tuple(range(DISTRICT_CODES))
_BUILT: Final = (*_PLAIN, *(code | a.STAR for code in _PLAIN))
_ANY_RANK: Final = tuple(range(1, RANKS))
_DOMAINS: Final = {
    "<c>": _ANY_RANK,
    "<d>": _PLAIN,
    "<s>": tuple(range(SEATS)),
    "<n>": tuple(range(LARGEST_NUMBER + 1)),
    "<t>": tuple(int(kind) for kind in DistrictType),
}
_IN_CITIES: Final = frozenset(
    {a.A_DESTROY, a.A_ARMORY, a.A_SEIZE, a.A_BUILD_SACRIFICE, a.A_TAKE_BUILD_SACRIFICE, a.A_EXCHANGE, EXCHANGE_FOR}
)
"""Kinds whose district is in a city, where a beautified copy differs from a plain one."""
_SPLIT: Final = {a.A_EXCHANGE: "exchange:<d>", EXCHANGE_FOR: "exchange-for:<s>:<d>"}


def _forms() -> dict[int, str]:
    """Every kind of action and how it is written, in the order of their indices: a kind that the engine gets later comes last."""
    forms: dict[int, str] = {}
    for kind, (form, *_) in ACTION_WORDS.items():
        forms |= _SPLIT if kind == a.A_EXCHANGE else {kind: form}
    return forms


class Range(NamedTuple):
    """The indices of one kind of action.

    Attributes
    ----------
    kind : int
        As the engine writes it, or `EXCHANGE_FOR`.
    form : str
        As `citadels_sim.game.action_words` writes it.
    first, size : int
        The first index, and how many there are.
    sizes : tuple of int
        Values of each argument; the last argument counts fastest.
    """

    kind: int
    form: str
    first: int
    size: int
    sizes: tuple[int, ...]


def _parts(form: str) -> list[str]:
    return [part for part in form.split(":") if part.startswith("<")]


def _domains(kind: int, form: str) -> list[tuple[int, ...]]:
    """Values of each argument of a kind."""
    domains = [_DOMAINS[part] for part in _parts(form)]
    return [_BUILT if domain is _PLAIN and kind in _IN_CITIES else domain for domain in domains]


def _declared() -> tuple[Range, ...]:
    ranges: list[Range] = []
    first = 0
    for kind, form in _forms().items():
        sizes = tuple(len(domain) for domain in _domains(kind, form))
        if kind == a.A_WARRANTS:  # the two blanks are a pair without order
            sizes = (sizes[0], len(_ANY_RANK) * (len(_ANY_RANK) - 1) // 2)
        size = int(np.prod(sizes, dtype=np.int64))
        ranges.append(Range(kind, form, first, size, sizes))
        first += size
    return tuple(ranges)


RANGES: Final = _declared()
"""The ranges of all kinds, in their order: together they are 0 to ACTIONS - 1."""
ACTIONS: Final = sum(part.size for part in RANGES)
"""Size of the action space."""
_OF_KIND: Final = {part.kind: part for part in RANGES}


def _pair(low: int, high: int) -> int:
    """Number of a pair of ranks, low < high."""
    return (high - 1) * (high - 2) // 2 + low - 1


def _shares(part: Range) -> list[dict[int, int]]:
    """What each value of each argument adds to the first index."""
    if part.kind == a.A_WARRANTS:
        highs = {high: _pair(0, high) for high in _ANY_RANK}
        return [{rank: (rank - 1) * part.sizes[1] for rank in _ANY_RANK}, {rank: rank for rank in _ANY_RANK}, highs]
    steps = [int(np.prod(part.sizes[at + 1 :], dtype=np.int64)) for at in range(len(part.sizes))]
    domains = _domains(part.kind, part.form)
    return [{value: place * step for place, value in enumerate(domain)} for domain, step in zip(domains, steps, strict=True)]


def _tables() -> tuple[Any, Any, Any, Any, Any]:
    """Make what compiled code looks indices and codes up in."""
    first, seat_at = np.zeros(EXCHANGE_FOR + 1, np.int64), np.zeros(EXCHANGE_FOR + 1, np.int64)
    adds = np.zeros((EXCHANGE_FOR + 1, _ARGUMENTS, _VALUES), np.int16)
    code, seat = np.zeros(ACTIONS, np.int64), np.full(ACTIONS, -1, np.int64)
    for part in RANGES:
        first[part.kind] = part.first
        shares = _shares(part)
        for at, share in enumerate(shares):
            adds[part.kind, at, list(share)] = list(share.values())
        named = _parts(part.form)
        where = named.index("<s>") if "<s>" in named else -1
        seat_at[part.kind] = _BYTE * (where + 1)
        for values in itertools.product(*shares):
            if part.kind == a.A_WARRANTS and values[1] >= values[2]:
                continue
            index = part.first + sum(share[value] for share, value in zip(shares, values, strict=True))
            code[index] = part.kind | sum(value << _BYTE * (at + 1) for at, value in enumerate(values) if at != where)
            if where >= 0:
                seat[index] = values[where]
    return first, seat_at, adds, code, seat


_FIRST, _SEAT_AT, _ADDS, _CODE, _SEAT = _tables()
_PAIRS: Final = len(_ANY_RANK) * (len(_ANY_RANK) - 1) // 2
"""Pairs of ranks for two blank warrants."""


@rule
def index_of(code: int, actor: int, players: int) -> int:
    """Number an action, `A_EXCHANGE` by its own district alone.

    Parameters
    ----------
    code : int
        Of the engine, or of the kind `EXCHANGE_FOR`.
    actor, players : int
        The seat that decides, and how many there are.
    """
    kind = code & 0xFF
    at = _SEAT_AT[kind]
    if at != 0:
        seat = (code >> at) & 0xFF
        code += (((seat - actor + players) % players) - seat) << at
    if kind == a.A_EXCHANGE:
        return int(_FIRST[kind] + _ADDS[kind, 0, (code >> 8) & 0x7F])
    index = _FIRST[kind] + _ADDS[kind, 0, (code >> 8) & 0x7F]
    return int(index + _ADDS[kind, 1, (code >> 16) & 0x7F] + _ADDS[kind, 2, (code >> 24) & 0x7F])


@rule
def code_of(index: int, actor: int, players: int) -> int:
    """Return the action of an index, that of an exchange's first step without seat and district; the reverse of `index_of`."""
    code = _CODE[index]
    at = _SEAT_AT[code & 0xFF]
    if at != 0:
        code += ((_SEAT[index] + actor) % players) << at
    return int(code)


@rule
def fewer_warrants(index: int) -> int:
    """Return the action of an index where the rules have one blank warrant, or none: it is numbered by the first argument alone."""
    place = index - _FIRST[a.A_WARRANTS]
    return int(a.A_WARRANTS | (place // _PAIRS + 1) << _BYTE | (place % _PAIRS) << 2 * _BYTE)


def _district(cards: Cards, code: int) -> str:
    """Name a district: its id, or its number among the places for those of a variant's own where these cards have none there."""
    return cards.district_of(code).id if code < len(cards.districts) else f"own-{code - len(cards.districts) + 1}"


def describe(index: int, cast: Any = None, cards: Cards = PACKAGED) -> str:
    """Write an index in words, as labels of actions are written; seats are relative to who decides.

    Parameters
    ----------
    index : int
    cast : int array, shape (RANKS,), optional
        Codes of the game's characters by rank; left out, ranks are written as numbers.
    cards : Cards
        Those of the variant.

    Returns
    -------
    str
        For instance ``"destroy:+2:manor"``.

    Raises
    ------
    IndexError
        If there is no such index.
    """
    if not 0 <= index < ACTIONS:
        raise IndexError(f"there is no action {index}: actions are 0 to {ACTIONS - 1}")
    code = int(_CODE[index])
    written, shift = [], 0
    for part in _OF_KIND[code & 0xFF].form.split(":"):
        if not part.startswith("<"):
            written.append(part)
            continue
        shift += _BYTE
        value = code >> shift & 0xFF
        if part == "<c>":
            written.append(f"rank-{value}" if cast is None else cards.character_of(int(cast[value])).id)
        elif part == "<d>":
            written.append(_district(cards, value & ~a.STAR) + ("*" if value & a.STAR else ""))
        elif part == "<t>":
            written.append(DistrictType(value).id)
        else:
            written.append(f"+{_SEAT[index]}" if part == "<s>" else str(value))
    return ":".join(written)
