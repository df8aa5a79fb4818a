"""The record of one game: every field with its meaning. Codes of decisions are in `actions`, of events in `journal`.

Three kinds of nested record. ``public`` is what everybody sees, ``seat[p]`` what seat p alone knows, ``secret`` what nobody sees. A bot
gets the public record, its own seat record, the rules, the legal actions and a random stream; nothing else can be reached from there.

Fields are wide enough that no rule overflows them, also in the interpreted engine where NumPy scalars wrap. No field may bear the name
of a NumPy method (``round``, ``take``, ...): the interpreted engine reaches fields as attributes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from citadels_sim.compiler import types
from citadels_sim.engine.record_types import State
from citadels_sim.engine.records import new_record, new_records

SEATS = 8
"""Most players at a table."""
RANKS = 10
"""Length of arrays indexed by rank 1..9 (index 0 is "none")."""
KINDS = 64
"""Length of arrays indexed by district code; a set of districts is the bits of one int64."""
CITY = 32
"""Most districts in one city; no reachable game comes near it."""
DECK = 128
"""Capacity of the district deck's ring buffer (a power of two)."""
UNLIMITED = 1 << 30
"""Gold in a bank without limit."""

i1, i2, i4, i8 = np.int8, np.int16, np.int32, np.int64

PUBLIC = np.dtype(
    [
        ("players", i4),  # number of players
        ("round_no", i4),  # 1 in the first round
        ("turn_no", i4),  # turns begun so far in the game
        ("crown", i4),  # seat that holds the crown
        ("first_crown", i4),  # seat that held it first
        ("draft_turned", i4),  # 1 if the draft of this round goes counterclockwise
        ("turns_for", i4),  # the next draft goes counterclockwise if this seat has the crown then; -1: clockwise whoever has it
        ("decision", i4),  # kind of the decision to be made now, see actions.DECISIONS
        ("actor", i4),  # seat that must decide, -1 when the game is over
        ("phase", i4),  # what the engine has to do before the next decision, see actions.PHASE_*
        ("over", i4),  # 1 when the game is over
        ("cast", i4, (RANKS,)),  # character code by rank, 0 where the rank is not played
        ("face_up", i4),  # bits of the ranks removed face up this round
        ("down_n", i4),  # number of character cards lying face down in the middle
        ("next_rank", i4),  # ranks below it have been called
        ("called", i4, (RANKS,)),  # seat that revealed the rank this round, -1
        ("murdered", i4),  # rank named by the Assassin, 0
        ("robbed", i4),  # rank named by the Thief, 0
        ("bewitched", i4),  # rank named by the Witch, 0
        ("builders", i4),  # bits of the seats that have built this round
        ("protected", i4),  # bits of the seats whose cities the living Bishop protects
        ("guarded", i4),  # bits of the seats whose dearest districts alone are protected so
        ("thief", i4),  # seat that will receive what the robbed character has, -1
        ("crowned_by_gift", i4),  # seat that the Emperor gave the crown to this round, -1
        ("queen_waits", i4),  # seat of a Queen to be paid when the murdered rank 4 is revealed, -1
        ("no_building", i4),  # bits of the seats that may not build for the rest of the round (Navigator)
        ("tax", i4),  # gold on the Tax Collector's token
        ("warrants", i4),  # bits of the ranks that bear a warrant
        ("warrant_shown", i4),  # rank whose signed warrant was turned up this round, 0
        ("threats", i4),  # bits of the ranks that bear a threat
        ("flower_shown", i4),  # rank whose flowered threat was turned up this round, 0
        ("blackmailer", i4),  # seat that laid the threats, -1
        ("gold", i4, (SEATS,)),  # gold in the stash
        ("hand_n", i4, (SEATS,)),  # cards in hand
        ("bank", i4),  # gold left in the bank, UNLIMITED without a limit
        ("deck_n", i4),  # cards in the district deck
        ("pile_n", i4),  # cards in the discard pile
        ("gone_n", i4),  # cards out of the game
        ("city_n", i4, (SEATS,)),  # districts in the city
        ("tax_open", i4),  # 1 more than what was taken from the tax token in this turn and not needed so far; 0: no more is taken
        ("city_mask", i8, (SEATS,)),  # which districts the city holds
        ("city_effects", i8, (SEATS,)),  # and which effects, each the bit of the district that prints it
        ("city_size", i4, (SEATS,)),  # districts toward completing the city: a Monument counts as two
        ("city_schools", i4, (SEATS,)),  # districts of every type as which its Schools of Magic count for income
        ("city_worth", i4, (SEATS,)),  # printed costs plus coins on beautified districts
        ("city_types", i4, (SEATS, 5)),  # districts of each type
        ("city", i2, (SEATS, CITY)),  # district codes, in the order built
        ("city_coin", i2, (SEATS, CITY)),  # 1 where beautified
        ("city_round", i2, (SEATS, CITY)),  # round in which it was built, 0 when it came otherwise
        ("coins", i4, (SEATS,)),  # beautified districts in the city
        ("city_tucked", i2, (SEATS, CITY)),  # cards under a Museum
        ("completed_n", i4),  # how many seats have completed a city
        ("completed", i4, (SEATS,)),  # those seats, the first one first
        ("first", i4),  # bits of the seats that hold the bonus for being first
        ("ending", i4),  # round in which the end was triggered, 0
        ("goal", i4),  # districts in a complete city
        ("bell_tower", i4),  # 1 when the Bell Tower's end was announced
        ("bell_lost", i4),  # 1 when it was destroyed after the end had been triggered
        ("turn_seat", i4),  # whose turn it is, -1 between turns
        ("turn_rank", i4),  # the rank called
        ("turn_char", i4),  # the character played now (a Witch plays the bewitched one), 0: murdered, and its card says nothing
        ("turn_power", i4),  # the packaged character whose power that character has, 0: none
        ("turn_card", i4),  # the character card of the player whose turn it is (a Witch's stays the Witch)
        ("turn_mode", i4),  # whole or cut turn, see actions.MODE_*
        ("crown_due", i4),  # 1 while the Emperor must say who gets the crown
        ("duplicate_built", i4),  # 1 when a name the city had was built in this turn
        ("robbery_due", i4),  # 1 while the robbed Emperor's gold waits for the crown
        ("built", i4),  # districts built in this turn
        ("power_left", i4),  # uses of the power left: districts to beautify, trade districts beyond the limit, cards to take
        ("used", i4),  # bits of what was done in this turn, see actions.USED_*
        ("used_round", i4, (SEATS,)),  # bits of once-per-round district effects used by the seat
        ("builds_left", i4),  # districts the turn may still build
        ("spent", i4),  # gold paid for building in this turn
        ("keep_left", i4),  # drawn cards still to be kept
        ("loose", i4),  # a district between two places while somebody decides about it, -1
        ("loose_from", i4),  # the seat it came from
        ("loose_gold", i4),  # gold paid for it
        ("loose_cards", i4),  # and cards
        ("paid_builds", i4),  # districts paid for in this turn, the first of which a warrant may cost
        ("uncounted", i4),  # 1 while the district being built does not use the building limit
        ("paying_for", i4),  # the district being paid for with cards, -1
        ("pay_cards", i4),  # cards still to be paid for it (Thieves' Den)
        ("pay_gold", i4),  # gold it will cost
        ("lender", i4),  # seat that lends the Cardinal gold, -1
        ("lent", i4),  # cards still to be given for that gold
        ("giving", i4),  # what for cards are being given, see actions.GIVING_*
        ("owed", i4),  # bits of the seats to which the Seer owes a card; from bit 8 on, of those to which she owes more
        ("putting", i4),  # what continues when the cards laid aside are under the deck, see putting.PUTTING_*
        ("redrawn", i4),  # cards that the Magician exchanges
        ("keeping", i4),  # what for cards are being kept, see actions.KEEPING_*
        ("asked", i4),  # bits of the seats asked about it already
        ("total", i4, (SEATS,)),  # points, filled when the game is over
        ("pts_districts", i4, (SEATS,)),
        ("pts_types", i4, (SEATS,)),
        ("pts_completion", i4, (SEATS,)),
        ("pts_bonus", i4, (SEATS,)),
        ("place", i4, (SEATS,)),  # 1 = winner; equal places only where the tie-break leaves them equal
        ("tie_break", i4),  # what decided between equal totals at the top, see scoring
    ],
    align=True,
)

SEAT = np.dtype(
    [
        ("hand", i2, (KINDS,)),  # copies of each district in hand
        ("hand_mask", i8),  # which districts are in hand
        ("aside", i2, (KINDS,)),  # cards drawn and not yet chosen from, or laid aside for the Magician
        ("aside_mask", i8),
        ("aside_n", i4),
        ("signed", i4),  # rank to which this Magistrate laid the signed warrant, 0
        ("flowered", i4),  # rank to which this Blackmailer laid the flowered threat, 0
        ("chars", i4),  # bits of the ranks held this round
        ("picks_n", i4),  # how often the seat has picked this round
        ("offered", i4, (2,)),  # bits of the ranks it picked from, each time
        ("discarded", i4),  # bits of the ranks it laid face down itself (two players)
        ("theater_gave", i4),  # rank that this seat gave in the Theater's exchange, or had taken from it, 0
        ("theater_with", i4),  # the other seat of that exchange
        ("saw_down", i4),  # rank of the first face-down card if this seat saw it (last of seven or eight), 0
    ],
    align=True,
)

SECRET = np.dtype(
    [
        ("seed", i8),
        ("bot_key", i8),  # key of the bots' streams, made of the seed
        ("draft_seed", i8),  # seed of what is removed from the draft: the game's, but where luck is taken apart
        ("deck", i2, (DECK,)),  # ring buffer; top at deck_head
        ("deck_head", i4),
        ("pile", i2, (DECK,)),  # discard pile, the newest last
        ("holder", i4, (RANKS,)),  # seat that holds the rank, -1
        ("packet", i4),  # bits of the ranks being passed round
        ("draft_step", i4),  # how far the draft program has run
        ("down_first", i4),  # rank of the face-down card removed before the draft, 0
        ("down", i4),  # bits of all ranks lying face down
        ("shuffles", i4),  # counters of the random streams
        ("bottoms", i4),
        ("lots", i4),
        ("decision_no", i4),  # decisions made so far by players (not public: a warrant that is not used must leave no trace)
        ("choices", i4, (SEATS,)),  # decisions each seat has made this round
        ("lent_cards", i2, (KINDS,)),  # cards that a Cardinal gave for the gold of the district being paid for
        ("types", i4, (5,)),  # scratch of the scoring
        ("tucked", i1, (SEATS, DECK)),  # cards under the Museums of a city, in the order of their slots: all cards there are, at most
        ("pick_slot", i4, (RANKS,)),  # pick number (1..) by which each rank was taken this round, 0
    ],
    align=True,
)

OUT = 8192
"""Capacity of the list of legal actions: enough for a Diplomat among eight cities of CITY districts each."""

BUCKETS = 64
"""Buckets of the shuffle, by the highest bits of a card's random key."""
BUCKET_SHIFT = 57

LEGAL = np.dtype(
    [
        ("code", i8, (OUT,)),  # legal actions
        ("copies", i8, (KINDS,)),  # the rest is scratch of the shuffle: cards by district,
        ("drawn", i8, (DECK,)),  # their keys and
        ("card", i8, (DECK,)),  # districts as listed,
        ("keys", i8, (3 * DECK,)),  # keys by bucket, with room before and behind for what is smaller and larger than any,
        ("card_of", i8, (DECK,)),  # their districts,
        ("place", i8, (DECK,)),  # and places in order,
        ("bucket", i8, (BUCKETS,)),  # the next place of each bucket
    ],
    align=True,
)
"""Buffer for legal actions, and scratch for the shuffle. The compiled rules allocate nothing, and take records and not arrays:
Numba counts the references of arrays at each call, of records never."""

STATE = np.dtype([("public", PUBLIC), ("seat", SEAT, (SEATS,)), ("secret", SECRET)], align=True)

STATE_T = types.record(STATE)
PUBLIC_T = types.record(PUBLIC)
SEAT_T = types.record(SEAT)
LEGAL_T = types.record(LEGAL)


def new_states(n: int) -> npt.NDArray[Any]:
    """Return n blank game records, shape (n,), their fields as attributes."""
    return new_records(n, STATE)


def new_state() -> Any:
    """Return one blank game record, a view into an array of its own."""
    return new_states(1)[0]


def new_legal() -> Any:
    """Return a buffer for legal actions: field ``code``, int64, shape (OUT,)."""
    return new_record(LEGAL)


def copy_state(state: State) -> Any:
    """Return an independent copy of a game record (a memory copy of about 5 KB)."""
    fresh = new_states(1)
    fresh[0] = state
    return fresh[0]
