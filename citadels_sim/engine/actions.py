"""Codes of decisions and actions. An action is one integer: kind in the lowest byte, then four byte-sized arguments.

Arguments are ranks, seats, district codes or small numbers, as the comment beside each kind says. A district argument with bit 6 set
means the beautified copy. Labels of actions are made in `citadels_sim.game.notation`.
"""

from __future__ import annotations

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import typed
from citadels_sim.engine.bits import count, lowest
from citadels_sim.engine.record_types import Legal
from citadels_sim.engine.state import LEGAL_T

_PUT = types.int64(LEGAL_T, types.int64, types.int64)
_PUT_EACH = types.int64(LEGAL_T, types.int64, types.int64, types.int64, types.int64)

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
BOTTOM = 17

DECISIONS: dict[int, str] = {
    code: name.lower().replace("_", "-") for name, code in globals().items() if isinstance(code, int) and code < STAR
}
"""Name of each kind of decision, as the game API says it: that of its constant above."""

# Kinds of action.
A_BEGIN_ROUND = 0  # not a player's: remove characters and begin the draft
A_CALL_NEXT = 1  # not a player's: call the next ranks
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

A_BEWITCH = 23  # rank
A_LOOK_AT = 24  # seat, Wizard
A_TAKE = 25  # district
A_TAKE_BUILD = 26  # district
A_CROWN = 27  # seat
A_CROWN_GOLD = 28  # seat, and takes gold
A_CROWN_CARD = 29  # seat, and takes a card
A_CROWN_NONE = 30  # seat, and takes nothing
A_GIFT_GOLD = 31
A_GIFT = 32  # district
A_TITHE = 33  # seat
A_BONUS_GOLD = 34
A_BONUS_CARDS = 35
A_EXCHANGE = 36  # own district, seat, district
A_BEAUTIFY = 37  # district
A_MUSEUM = 38  # district
A_ARMORY = 39  # seat, district
A_FETCH = 40  # district
A_ANNOUNCE = 41

A_INCOME_MIX = 42  # number of gold, the rest in cards (Abbot)
A_BUILD_FRAMEWORK = 43  # district, the Framework destroyed instead of paying
A_BUILD_SACRIFICE = 44  # own district destroyed instead of paying for the Necropolis
A_BUILD_DEN = 45  # number of cards paid for the Thieves' Den
A_BUILD_CARDINAL = 46  # district, seat that lends what is missing
A_BUILD_DEN_CARDINAL = 47  # number of cards, seat that lends
A_TAKE_BUILD_FRAMEWORK = 48  # the next three: as above, of the card that the Wizard takes
A_TAKE_BUILD_SACRIFICE = 49
A_TAKE_BUILD_DEN = 50
A_WARRANTS = 51  # signed rank, and the two blanks
A_CONFISCATE = 52
A_THREATS = 53  # flowered rank, and the blank
A_BRIBE = 54
A_REFUSE = 55
A_REVEAL = 56
A_SPY = 57  # seat, type of district
A_SEER = 58
A_HAND_BACK = 59  # seat, district: the Seer gives a card back
A_LEND_CARD = 60  # district: the Cardinal gives a card for the gold lent
A_PAY_CARD = 61  # district: a card paid for the Thieves' Den
A_SEIZE = 62  # seat, district
A_THEATER = 63  # seat
A_THEATER_OWN = 64  # own rank, seat (two characters each)
A_PUT_UNDER = 65  # district: the next card that goes under the deck

# How much of a turn is played.
MODE_WHOLE = 0
MODE_WITCH = 1  # the Witch before she names: gathers, then must name
MODE_CUT = 2  # the bewitched player: gathers, and that is all
MODE_HOSPITAL = 3  # the murdered player with a Hospital: likewise
MODE_THREAT = 4  # a threatened player before the threat is settled: gathers, then answers

# For what a player gives cards away.
GIVING_NOTHING = 0
GIVING_BACK = 1  # the Seer, one card to each player he took from
GIVING_DEN = 2  # paying for the Thieves' Den
GIVING_LENDER = 3  # the Cardinal, one card for each gold

# For what drawn cards are kept.
KEEPING_GATHERED = 0
KEEPING_SCHOLAR = 1

# What the engine does next without anybody deciding. Rules only say which; `decisions.settle` does it, so that no rule has to hold
# the whole rest of the round in its own compiled code.
PHASE_DECIDE = 0
PHASE_CALL = 1  # call the next rank
PHASE_CUT_END = 2  # end a turn cut off after the action
PHASE_RESUME = 3  # the Witch's turn continues
PHASE_END_TURN = 4
PHASE_END_ROUND = 5
PHASE_CLOSE_ROUND = 6
PHASE_BEGIN_ROUND = 7
PHASE_FINISH = 8
PHASE_DRAFTED = 9  # the selection phase is over: the Theater
PHASE_FREED = 10  # a threat is settled: the turn begins in full
PHASE_PAY = 11  # continue paying for a district

# What was used in a turn (bits of public.used).
USED_GATHER = 1
USED_INCOME = 2
USED_POWER = 4
USED_BONUS = 8
USED_LAB = 16
USED_SMITHY = 32
USED_MUSEUM = 128
USED_CROWN = 256
ABBOT_ENDING = 512  # the Abbot has ended the turn and must still take from the richest
ENDING_TURN = 64  # a power that ends the turn was used: only "end" is left


FIRST, SECOND = 8, 16
"""Where the arguments of an action stand in its code, in bits from the lowest."""


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
def put(out: Legal, n: int, code: int) -> int:
    """Append an action to the list of legal ones; return the new length."""
    out.code[n] = code
    return n + 1


@typed(_PUT_EACH, inlined=True)
def put_each(out: Legal, n: int, code: int, place: int, members: int) -> int:
    """Append an action for each member of a set, in their order; return the new length.

    Four are written at a time, what is too much behind the end: how many there are is what no processor foresees.

    Parameters
    ----------
    out : record of dtype LEGAL
    n : int
        The length so far.
    code : int
        The action without the member.
    place : int
        Which argument the member is: FIRST or SECOND.
    members : int
        Set of districts or ranks.
    """
    at = n
    rest = members
    while True:
        out.code[at] = code | (lowest(rest) << place)
        rest &= rest - 1
        out.code[at + 1] = code | (lowest(rest) << place)
        rest &= rest - 1
        out.code[at + 2] = code | (lowest(rest) << place)
        rest &= rest - 1
        out.code[at + 3] = code | (lowest(rest) << place)
        rest &= rest - 1
        if rest == 0:
            return n + count(members)
        at += 4


@typed("int64(int64, int64, int64, int64)")
def action3(kind: int, a: int, b: int, c: int) -> int:
    """Pack an action of three arguments."""
    return int(kind) | (int(a) << 8) | (int(b) << 16) | (int(c) << 24)


@typed("int64(int64)")
def arg_c(code: int) -> int:
    """Third argument of an action."""
    return (code >> 24) & 0xFF
