"""What a position's other keys cannot hold: the exact point of a game in the middle of a draft or a turn.

The content of the key ``pending`` is the difference between the game's record and the record that the other keys alone lay out, field by
field of the dtype. So a new field of the engine is carried without a line here.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from citadels_sim.catalogue import CHARACTER_CODES, Cards
from citadels_sim.engine import actions as a
from citadels_sim.engine.characters.seer import MOST
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.state import DECK, KINDS, PUBLIC, SEAT, SEATS, SECRET, UNLIMITED
from citadels_sim.game.faults import Faults
from citadels_sim.game.table_names import ranks_of

CARRIED: Final[dict[str, frozenset[str]]] = {
    "public": frozenset(
        {
            *("players", "round_no", "crown", "cast", "face_up", "down_n", "next_rank", "murdered", "robbed", "bewitched", "builders"),
            *("warrants", "threats", "tax", "coins"),
            *("gold", "hand_n", "deck_n", "completed_n", "completed", "first", "bell_tower"),
            *(
                "city_n",
                "city_mask",
                "city_effects",
                "city_size",
                "city_schools",
                "city_worth",
                "city_types",
                "city",
                "city_coin",
                "city_round",
                "city_tucked",
            ),
        }
    ),
    "seats": frozenset({"hand", "hand_mask", "chars"}),
    "secret": frozenset({"seed", "holder", "down", "tucked"}),
}
"""Fields that the other keys of a position say."""
LAYOUT: Final[dict[str, frozenset[str]]] = {
    # The pile is written as a list of its own, so that its cards can be counted and read. A power follows from the character.
    "public": frozenset({"pile_n", "turn_power"}),
    # How many cards lie aside, and of which districts, follows from the cards.
    "seats": frozenset({"aside_mask", "aside_n"}),
    # The deck is a ring: where in it the top lies changes nothing, nor does what was drawn from it. `types` is scratch of the scoring.
    "secret": frozenset({"deck", "deck_head", "pile", "types"}),
}
"""Fields about how the record stores something, not about the game."""

_DTYPES: Final = {"public": PUBLIC, "seats": SEAT, "secret": SECRET}
_SEATS: Final = frozenset(
    {
        *("actor", "turn_seat", "loose_from", "first_crown", "called", "thief", "crowned_by_gift", "queen_waits"),
        *("blackmailer", "theater_with", "lender", "turns_for"),
    }
)
_SEAT_SETS: Final = frozenset({"protected", "guarded", "no_building", "asked"})
_RANKS: Final = frozenset({"turn_rank", "saw_down", "down_first", "warrant_shown", "flower_shown", "signed", "flowered", "theater_gave"})
_RANK_SETS: Final = frozenset({"packet", "offered", "discarded"})
_DISTRICTS: Final = frozenset({"loose", "paying_for"})
_CARDS: Final = frozenset({"aside", "lent_cards", "loose_cards", "pay_cards", "lent"})


def _fields(section: str) -> list[str]:
    """Names of the fields that `pending` may hold."""
    names = _DTYPES[section].names or ()
    return [name for name in names if name not in CARRIED[section] and name not in LAYOUT[section]]


def _index_name(i: int, length: int, cards: Cards) -> str:
    """Name one place of an array: a district where there is one place per district, otherwise its number (rank, seat)."""
    return cards.district_of(i).id if length == KINDS else str(i)


def _difference(section: str, record: Any, base: Any, cards: Cards) -> dict[str, Any]:
    """Write the fields in which two records differ."""
    fields: dict[str, Any] = {}
    for name in _fields(section):
        value, other = np.asarray(record[name]), np.asarray(base[name])
        if value.tobytes() == other.tobytes():
            continue
        if value.ndim == 0:
            fields[name] = int(value)
        else:
            fields[name] = {_index_name(i, len(value), cards): int(value[i]) for i in range(len(value)) if value[i] != other[i]}
    return fields


def write_pending(state: State, base: Any, cards: Cards) -> dict[str, Any]:
    """Write what a record has beyond the record that its position's other keys lay out.

    Parameters
    ----------
    state, base : record of dtype STATE
    cards : Cards
        Those of the variant.

    Returns
    -------
    dict
        JSON-able: ``public``, ``seats`` (by number of the seat) and ``secret`` hold fields of the record (arrays as index to value),
        ``pile`` the discard pile, the newest card last, ``check`` a sum over all that. What is empty is left out.
    """
    written: dict[str, Any] = {"public": _difference("public", state["public"], base["public"], cards)}
    seats = {str(i): _difference("seats", state["seat"][i], base["seat"][i], cards) for i in range(int(state.public.players))}
    written["seats"] = {seat: fields for seat, fields in seats.items() if fields}
    written["secret"] = _difference("secret", state["secret"], base["secret"], cards)
    written["pile"] = [cards.district_of(int(state.secret.pile[i])).id for i in range(int(state.public.pile_n))]
    written = {key: value for key, value in written.items() if value}
    return {**written, "check": _checksum(written)}


def _checksum(pending: Mapping[str, Any]) -> int:
    """Sum up what is pending. Its fields depend on each other, and compiled code trusts them: edited by hand they could break a game."""
    content = {key: value for key, value in pending.items() if key != "check"}
    return zlib.crc32(json.dumps(content, sort_keys=True, default=str).encode())


def _bounds(name: str, state: State, rules: Rules, districts: int) -> tuple[int, int]:
    """Least and most that a field can hold, so that nothing points outside the table: compiled code does not look."""
    if name in _SEATS:
        return -1, int(rules.n_players) - 1
    if name in _SEAT_SETS:
        return 0, (1 << int(rules.n_players)) - 1
    if name in _DISTRICTS:
        return -1, districts - 1
    if name in _CARDS:
        return 0, DECK
    if name in _RANKS:
        return 0, int(rules.n_ranks)
    if name in _RANK_SETS:
        return 0, sum(1 << rank for rank, code in enumerate(state.public.cast) if code)
    special = {
        "decision": (0, max(a.DECISIONS)),
        "over": (0, 1),
        "owed": (0, (1 << SEATS * MOST) - 1),
        "goal": (1, int(rules.goal)),
        "draft_step": (0, int(rules.n_steps)),
        "turn_char": (0, CHARACTER_CODES - 1),
        "turn_card": (0, CHARACTER_CODES - 1),
        "picks_n": (0, 2),
        "giving": (a.GIVING_NOTHING, a.GIVING_LENDER),
        "keeping": (a.KEEPING_GATHERED, a.KEEPING_SCHOLAR),
    }
    return special.get(name, (0, UNLIMITED))


def _read_fields(section: str, where: str, given: object, record: Any, state: State, rules: Rules, faults: Faults, cards: Cards) -> None:
    """Write given fields into a record."""
    for name, value in faults.keys(where, given, _fields(section), "what is pending").items():
        path = f"{where}.{name}"
        low, high = _bounds(name, state, rules, len(cards.districts))
        shape = _DTYPES[section][name].shape
        if not shape:
            record[name] = faults.whole(path, value, low, high, "this field")
            continue
        places = {_index_name(i, shape[0], cards): i for i in range(min(shape[0], len(cards.districts)))}
        for place, entry in faults.keys(path, value, places, "an array").items():
            record[name][places[place]] = faults.whole(f"{path}.{place}", entry, low, high, "this field")


def read_pending(pending: Mapping[str, Any], state: State, rules: Rules, faults: Faults, cards: Cards) -> None:
    """Put what is pending into a record that the other keys have filled; faults are noted.

    Parameters
    ----------
    pending : mapping
        As `write_pending` writes it.
    state : record of dtype STATE
        Changed.
    rules : record of dtype RULES
    faults : Faults
    cards : Cards
        Those of the variant.
    """
    known = faults.keys("pending", pending, ("public", "seats", "secret", "pile", "check"), "what is pending")
    _read_fields("public", "pending.public", known.get("public", {}), state["public"], state, rules, faults, cards)
    _read_fields("secret", "pending.secret", known.get("secret", {}), state["secret"], state, rules, faults, cards)
    seats = [str(i) for i in range(int(rules.n_players))]
    for seat, fields in faults.keys("pending.seats", known.get("seats", {}), seats, "what seats have").items():
        mine = state["seat"][int(seat)]
        _read_fields("seats", f"pending.seats.{seat}", fields, mine, state, rules, faults, cards)
        mine["aside_n"] = int(mine["aside"].sum())
        mine["aside_mask"] = sum(1 << code for code in range(KINDS) if mine["aside"][code])
    state.public.turn_power = rules.power[int(state.public.turn_char)]
    pile = [
        faults.name(path, item, cards.by_district_id, "district")
        for path, item in faults.items("pending.pile", known.get("pile", ()), "districts")
    ]
    codes = [cards.district(name).code for name in pile if name is not None]
    if len(codes) <= DECK:
        state.secret.pile[: len(codes)] = codes
        state.public.pile_n = len(codes)
    if not faults.messages and known.get("check") != _checksum(pending):
        faults.add("pending", "is not as position() wrote it; take it whole, or leave it out to begin the round or call the next rank")
    _check_draft(state, faults)


def _check_draft(state: State, faults: Faults) -> None:
    """Refuse a draft of characters that the other keys have put elsewhere."""
    public = state.public
    if public.over or public.decision not in (a.PICK, a.DISCARD_CHARACTER):
        return
    held = int(public.face_up) | int(state.secret.down)
    for seat in range(int(public.players)):
        held |= int(state.seat[seat].chars)
    wrong = int(state.secret.packet) & held
    if wrong:
        faults.add("pending.secret.packet", f"holds characters that are elsewhere in this position (ranks {ranks_of(wrong)})")
