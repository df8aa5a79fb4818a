"""Codes of decisions and actions. An action is one integer: kind in the lowest byte, then four byte-sized arguments.

Arguments are ranks, seats, district codes or small numbers, as the comment beside each kind says. A district argument with bit 6 set
means the beautified copy. Labels of actions are made in `citadels_sim.game.notation`.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.engine.jit import INTERPRETED, typed
from citadels_sim.engine.state import LEGAL_T

_PUT: Any = None
if not INTERPRETED:
    from numba import types

    _PUT = types.int64(LEGAL_T, types.int64, types.int64)

STAR = 64
"""Bit of a district argument that names the beautified copy."""

# Kinds of decision.
PICK = 1
DISCARD_CHARACTER = 2
THEATER = 3
TURN = 4
KEEP = 5
REDRAW = 6
GIVE = 7
WIZARD = 8
GIFT = 9
THREATENED = 10
THREAT = 11
WARRANT = 12
GRAVEYARD = 13
LIGHTHOUSE = 14
BELL_TOWER = 15
CROWN = 16

DECISIONS: dict[int, str] = {
    PICK: "pick",
    DISCARD_CHARACTER: "discard-character",
    THEATER: "theater",
    TURN: "turn",
    KEEP: "keep",
    REDRAW: "redraw",
    GIVE: "give",
    WIZARD: "wizard",
    GIFT: "gift",
    THREATENED: "threatened",
    THREAT: "threat",
    WARRANT: "warrant",
    GRAVEYARD: "graveyard",
    LIGHTHOUSE: "lighthouse",
    BELL_TOWER: "bell-tower",
    CROWN: "crown",
}
"""Name of each kind of decision, as the game API says it."""

# Kinds of action.
A_BEGIN_ROUND = 0  # not a player's: remove characters and begin the draft
A_CALL_NEXT = 1  # not a player's: go on calling ranks
A_LOOK = 2  # not a player's: change nothing, list what is legal
A_PICK = 3  # rank
A_DISCARD_CHARACTER = 4  # rank
A_GOLD = 5
A_CARDS = 6
A_KEEP = 7  # district
A_INCOME = 8
A_BONUS = 9
A_BUILD = 10  # district
A_MURDER = 11  # rank
A_ROB = 12  # rank
A_SWAP = 13  # seat
A_REDRAW = 14
A_LAY_ASIDE = 15  # district, Magician's discard
A_DONE = 16
A_DESTROY = 17  # seat, district
A_LAB = 18  # district
A_SMITHY = 19
A_GRAVEYARD = 20
A_PASS = 21
A_END = 22

# What was used in a turn (bits of public.used).
USED_GATHER = 1
USED_INCOME = 2
USED_POWER = 4
USED_BONUS = 8
USED_LAB = 16
USED_SMITHY = 32
ENDING_TURN = 64  # a power that ends the turn was used: only "end" is left


@typed("int64(int64, int64, int64)")
def action(kind: int, a: int, b: int) -> int:
    """Pack an action of up to two arguments."""
    return int(kind) | (int(a) << 8) | (int(b) << 16)


@typed("int64(int64)")
def arg_a(code: int) -> int:
    """First argument of an action."""
    return (code >> 8) & 0xFF


@typed("int64(int64)")
def arg_b(code: int) -> int:
    """Second argument of an action."""
    return (code >> 16) & 0xFF


@typed(_PUT)
def put(out: Any, n: int, code: int) -> int:
    """Append an action to the list of legal ones; return the new length."""
    out.code[n] = code
    return n + 1
