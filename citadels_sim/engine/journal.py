"""The journal: fixed-width event records that a caller may ask for. With an empty buffer the engine writes nothing.

All tables with rows per turn or per event, and the replay of a game in words, are made from these records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import cold, typed
from citadels_sim.engine.record_types import Journal, State
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import STATE_T

EVENT = np.dtype(
    [
        ("kind", np.int16),
        ("round_no", np.int16),
        ("seat", np.int16),  # who did it, -1
        ("character", np.int16),  # the character it was done as, 0
        ("target_seat", np.int16),  # to whom, -1
        ("target_character", np.int16),  # to which character, 0
        ("district", np.int16),  # district code, -1
        ("gold", np.int16),
        ("cards", np.int16),
        ("extra", np.int16),  # see the kinds below
    ],
    align=True,
)
"""One event, 20 bytes."""

CAPACITY = 1 << 15
"""Events that a journal can hold: a capped game of eight random players writes fewer."""

JOURNAL = np.dtype([("n", np.int32), ("capacity", np.int32), ("event", EVENT, (CAPACITY,))], align=True)
"""The journal: events written so far, how many the caller wants at most (0: none), the events."""

JOURNAL_T = types.record(JOURNAL)
_LOG = types.void(STATE_T, JOURNAL_T, *[types.int64] * 9)

# Kinds. What is not named in the comment is "none".
ROUND = 1  # seat: holds the crown; extra: 1 if the draft goes counterclockwise
FACE_UP = 2  # target_character: removed face up
FACE_DOWN = 3  # target_character: removed face down before the draft
PICK = 4  # seat, character; cards: pick number; gold: 1 with the crown; district: 1 as (joint) leader; extra: bits of the ranks offered
LAY_DOWN = 5  # seat, target_character: laid face down in the two-player draft
LEFT_OVER = 6  # target_character: face down after the draft
TURN = 7  # seat, character: revealed
SKIP = 8  # seat, character: murdered, turn lost; gold, cards, extra as TURN_END
TURN_END = 9  # seat, character; gold: stash; cards: hand; extra: districts in the city
MURDER = 10  # seat, character, target_character; extra: 1 where that one has its turn all the same
ROB = 11  # seat, character, target_character: named
STEAL = 12  # seat, character, target_seat, target_character, gold: taken
CROWN = 13  # seat: takes it, target_seat: had it; character: the one by whose power
GATHER_GOLD = 14  # seat, character, gold
GATHER_CARDS = 15  # seat, character, cards: kept
INCOME = 16  # seat, character, gold or cards
BONUS = 17  # seat, character, gold or cards: Merchant, Architect, ...
BUILD = 18  # seat, character, district, gold: paid; cards: paid (Thieves' Den); extra: 1 where nothing was paid (Framework, Necropolis)
SWAP = 19  # seat, character, target_seat, cards: received, extra: given
REDRAW = 20  # seat, character, cards: exchanged
DESTROY = 21  # seat, character, target_seat, district, gold: paid
RESCUE = 22  # seat, district: taken into hand by the Graveyard for 1 gold
LABORATORY = 23  # seat, character, gold: received
SMITHY = 24  # seat, character, gold: paid, cards: drawn
COMPLETE = 25  # seat: completed its city
SCORE = 26  # seat, gold: points, cards: place
BEWITCH = 27  # seat, character, target_character: named
RESUME = 28  # seat: the Witch's turn continues, target_seat: the bewitched player, target_character: as whom
CUT_END = 29  # seat, character: a turn cut off after the action (bewitched; murdered with a Hospital); rest as TURN_END
TAX = 30  # seat: gets it (-1: the token), character; target_seat, target_character: pays; gold
LOOK = 31  # seat, character, target_seat; cards: 1 taken into hand, 0 built or none
GIFT = 32  # seat: the Emperor's, character, target_seat: gives, gold or cards
TITHE = 33  # seat, character, target_seat, gold
REFUND = 34  # seat, character, gold
EXCHANGE = 35  # seat, character, target_seat, district: received, extra: given, gold: paid to the other player
BEAUTIFY = 36  # seat, character, district
QUEEN = 37  # seat, character, gold
MUSEUM = 38  # seat, character: a card tucked
ARMORY = 39  # seat, character, target_seat, district: destroyed
FETCH = 40  # seat, character: a card fetched with the Lighthouse
ANNOUNCE = 41  # seat, character: the Bell Tower's earlier end
POOR_HOUSE = 42  # seat, character, gold
PARK = 43  # seat, character, cards
THRONE_ROOM = 44  # seat, gold
WARRANTS = 45  # seat, character, target_character: signed; extra: bits of the three ranks
CONFISCATE = 46  # seat, character, target_seat, target_character: builder; district; gold: paid back to the builder; cards: spent in vain
THREATS = 47  # seat, character, target_character: flowered; extra: bits of the two ranks
BRIBE = 48  # seat: gets it, character; target_seat, target_character: pays; gold
REFUSE = 49  # seat, character: threatened and pays no bribe; target_seat: who laid the threat
REVEAL = 50  # seat: gets it, character; target_seat, target_character: threatened; gold; extra: 1 with the flower
SPARE = 51  # seat, character; target_seat, target_character: threatened, and the threat is not turned up
SPY = 52  # seat, character, target_seat; gold: taken; cards: drawn; extra: the type named
SEER = 53  # seat, character; cards: taken; extra: bits of the seats they were taken from
HAND_BACK = 54  # seat, character: the Seer; target_seat: gets a card
LEND = 55  # seat, character, target_seat: lends; gold; cards: given for it
SEIZE = 56  # seat, character, target_seat, district, gold: paid to the other player
THEATER = 57  # seat, target_seat: exchange characters; character: given, target_character: received
SACRIFICE = 58  # seat, character, district: destroyed instead of paying; extra: the district built
SURCHARGE = 59  # seat, character, gold: what the bank gets of the price just paid to another player (Great Wall, `diplomat_payee`)
PAY_BACK = 60  # seat: gets gold back: it lay on a district; or was lent, target_seat: the borrower, who gets back cards

EVENT_NAMES: dict[int, str] = {
    code: name.lower().replace("_", "-") for name, code in globals().items() if isinstance(code, int) and name != "CAPACITY"
}
"""Name of each kind, as the ``events`` table says it: that of its constant above."""


def new_journal(capacity: int = CAPACITY) -> Any:
    """Return an empty journal, a record of dtype `JOURNAL`; capacity 0 means "do not record".

    Raises
    ------
    ValueError
        When the capacity is negative or above `CAPACITY`.
    """
    if not 0 <= capacity <= CAPACITY:
        raise ValueError(f"a journal holds 0 to {CAPACITY} events, not {capacity}")
    journal: Any = new_record(JOURNAL)
    journal.capacity = capacity
    return journal


def events_of(journal: Journal) -> npt.NDArray[Any]:
    """Return the events written, a copy, shape (n,), dtype `EVENT`.

    Raises
    ------
    OverflowError
        When more happened than the journal could hold.
    """
    n = int(journal.n)
    if n > int(journal.capacity):
        raise OverflowError(f"{n} events happened, the journal holds {int(journal.capacity)}")
    written: npt.NDArray[Any] = np.array(journal.event[:n], EVENT)
    return written


@cold
@typed(_LOG)
def _write(  # noqa: PLR0917
    s: State,
    j: Journal,
    kind: int,
    seat: int,
    character: int,
    target_seat: int,
    target_character: int,
    district: int,
    gold: int,
    cards: int,
    extra: int,
) -> None:
    """Write one event; count it also when the buffer is full, so that the loss is seen.

    Rare: games without a journal never reach it, and for those with one the call costs nothing.
    """
    n = j.n
    j.n = n + 1
    if n >= j.capacity:
        return
    e = j.event[n]
    e.kind = kind
    e.round_no = s.public.round_no
    e.seat = seat
    e.character = character
    e.target_seat = target_seat
    e.target_character = target_character
    e.district = district
    e.gold = gold
    e.cards = cards
    e.extra = extra


@typed(_LOG, inlined=True)
def log(  # noqa: PLR0917
    s: State,
    j: Journal,
    kind: int,
    seat: int,
    character: int,
    target_seat: int,
    target_character: int,
    district: int,
    gold: int,
    cards: int,
    extra: int,
) -> None:
    """Write one event where the caller gave a buffer; without one nothing is even called, which is worth 2 % of a game."""
    if j.capacity != 0:
        _write(s, j, kind, seat, character, target_seat, target_character, district, gold, cards, extra)
