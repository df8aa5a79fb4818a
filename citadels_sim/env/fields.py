"""The fields of an observation: where each lies in the array, what it means, and from which fields of the engine's records it is made.

An observation is one int16 array. Seats are counted from the observing seat: place 0 is its own, place 1 its left neighbour's; places
without a player stay 0. A set is one place per member, 1 where it is in it; a choice is a set of at most one. Ranks are 1 to 9 and lie at
places 0 to 8; characters and districts lie by their codes (`citadels_sim.catalogue`), characters from code 1 at place 0.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from citadels_sim.catalogue import CHARACTER_CODES, DISTRICT_CODES, DistrictType
from citadels_sim.engine.actions import DECISIONS
from citadels_sim.engine.state import RANKS, SEATS

LARGEST: Final = 1000
"""Numbers are clipped here; a bank without limit is this large."""
R: Final = RANKS - 1
C: Final = CHARACTER_CODES - 1
"""Characters: the packaged ones, then those of a variant's own."""
D: Final = DISTRICT_CODES
T: Final = len(DistrictType)
S: Final = SEATS
ONCE: Final = 10
"""Bits of what is done once in a turn, `citadels_sim.engine.actions.USED_GATHER` first."""
MODES: Final = 5
PURPOSES: Final = 5
EXCHANGE_STEP: Final = len(DECISIONS)
"""Place of the second step of the Diplomat's exchange among the decisions; decision k of the engine lies at place k - 1."""


class Field(NamedTuple):
    """One field.

    Attributes
    ----------
    name : str
    first : int
        Its first place in the array.
    shape : tuple of int
    high : int
        Its largest value; the smallest is 0.
    source : tuple of str
        Fields of the records that it is made of, ``public.`` or ``seat.`` before each.
    doc : str
    """

    name: str
    first: int
    shape: tuple[int, ...]
    high: int
    source: tuple[str, ...]
    doc: str

    @property
    def size(self) -> int:
        """How many places it takes."""
        return math.prod(self.shape)


_taken: list[Field] = []


def _take(name: str, shape: tuple[int, ...], high: int, source: str, doc: str) -> int:
    """Take the next places of the array for a field; return the first of them."""
    first = _taken[-1].first + _taken[-1].size if _taken else 0
    _taken.append(Field(name, first, shape, high, tuple(source.split()), doc))
    return first


PLAYERS = _take("players", (1,), S, "public.players", "players at the table")
ROUND = _take("round", (1,), LARGEST, "public.round_no", "the round, from 1")
OVER = _take("over", (1,), 1, "public.over", "1 when the game is over")
GOAL = _take("goal", (1,), LARGEST, "public.goal", "districts that complete a city")
DECISION = _take(
    "decision",
    (EXCHANGE_STEP + 1,),
    1,
    "public.decision",
    "choice: the kind of decision, as `engine.actions.DECISIONS` lists them; last the second step of the Diplomat's exchange",
)
CAST = _take("cast", (R, C), 1, "public.cast", "by rank, choice: the character that this game has there")
CROWN = _take("crown", (S,), 1, "public.crown", "choice: the seat with the crown")
DRAFT = _take(
    "draft",
    (2,),
    1,
    "public.draft_turned public.turns_for",
    "1 if the draft of this round goes counterclockwise; 1 if that of the next round would, if the crown stayed where it is",
)
FACE_UP = _take("face_up", (R,), 1, "public.face_up", "ranks removed face up this round")
DOWN_N = _take("face_down", (1,), LARGEST, "public.down_n", "character cards that lie face down in the middle")
NEXT_RANK = _take("next_rank", (RANKS + 1,), 1, "public.next_rank", "choice, from rank 0: all ranks below it have been called")
CALLED = _take("called", (R, S), 1, "public.called", "by rank, choice: the seat that revealed it this round")
MURDERED = _take("murdered", (R,), 1, "public.murdered", "choice: the murdered rank")
ROBBED = _take("robbed", (R,), 1, "public.robbed", "choice: the robbed rank")
BEWITCHED = _take("bewitched", (R,), 1, "public.bewitched", "choice: the bewitched rank")
THIEF = _take("thief", (S,), 1, "public.thief", "choice: the seat that gets the robbed gold")
BUILDERS = _take("builders", (S,), 1, "public.builders", "seats that have built this round")
PROTECTED = _take("protected", (S,), 1, "public.protected", "seats whose cities the living Bishop protects")
GUARDED = _take("guarded", (S,), 1, "public.guarded", "seats of which the Bishop protects only the dearest districts")
NO_BUILDING = _take("no_building", (S,), 1, "public.no_building", "seats that may not build for the rest of the round")
CROWNED_BY_GIFT = _take("crowned_by_gift", (S,), 1, "public.crowned_by_gift", "choice: the seat that the Emperor crowned this round")
TAX = _take(
    "tax",
    (2,),
    LARGEST,
    "public.tax public.tax_open",
    "gold on the Tax Collector's token; 1 more than the gold taken from it in this turn and not needed so far",
)
WARRANTS = _take("warrants", (R,), 1, "public.warrants", "ranks with a warrant")
WARRANT_SHOWN = _take("warrant_shown", (R,), 1, "public.warrant_shown", "choice: the rank whose signed warrant was turned up")
THREATS = _take("threats", (R,), 1, "public.threats", "ranks with a threat")
FLOWER_SHOWN = _take("flower_shown", (R,), 1, "public.flower_shown", "choice: the rank whose flowered threat was turned up")
BLACKMAILER = _take("blackmailer", (S,), 1, "public.blackmailer", "choice: the seat that placed the threats")
GOLD = _take("gold", (S,), LARGEST, "public.gold", "gold by seat")
HANDS = _take("hand_sizes", (S,), LARGEST, "public.hand_n", "cards in hand by seat")
STOCK = _take(
    "stock",
    (4,),
    LARGEST,
    "public.bank public.deck_n public.pile_n public.gone_n",
    "gold in the bank, cards in the deck, in the discard pile, out of the game",
)
CITY_N = _take("city_sizes", (S,), LARGEST, "public.city_n", "districts in the city by seat")
CITY_WORTH = _take("city_worth", (S,), LARGEST, "public.city_worth", "printed costs and coins of the city by seat")
CITY_TYPES = _take("city_types", (S, T), LARGEST, "public.city_types", "districts of each type by seat")
CITY = _take("cities", (S, D), LARGEST, "public.city public.city_mask", "copies of each district in the city by seat")
COINS = _take("beautified", (S, D), LARGEST, "public.city_coin public.coins", "beautified copies of each district by seat")
LATE = _take(
    "built_this_round", (S, D), LARGEST, "public.city_round", "copies of each district built in the round that is being played, by seat"
)
TUCKED = _take("tucked", (S,), LARGEST, "public.city_tucked", "cards under a Museum by seat")
COMPLETED = _take("completed", (S,), S, "public.completed public.completed_n", "by seat, when it completed its city: 1 first, 0 not yet")
FIRST = _take("first", (S,), 1, "public.first", "seats that hold the bonus for being first")
ENDING = _take(
    "ending",
    (3,),
    1,
    "public.ending public.bell_tower public.bell_lost",
    "1 once the end is triggered, 1 if the Bell Tower's end was announced, 1 if it was destroyed since",
)
TURN_SEAT = _take("turn_seat", (S,), 1, "public.turn_seat", "choice: whose turn it is")
TURN_RANK = _take("turn_rank", (R,), 1, "public.turn_rank", "choice: the rank called")
TURN_CHAR = _take("turn_character", (C,), 1, "public.turn_char", "choice: the character played now (a Witch plays the bewitched one)")
TURN_CARD = _take("turn_card", (C,), 1, "public.turn_card", "choice: the character card of whose turn it is")
TURN_MODE = _take("turn_mode", (MODES,), 1, "public.turn_mode", "choice: the kind of turn, as `engine.actions.MODE_*` number it")
USED = _take("used", (ONCE,), 1, "public.used", "actions of this turn: bits of `engine.actions.USED_*`, the lowest first")
USED_ROUND = _take("used_this_round", (S, ONCE), 1, "public.used_round", "the same by seat, of district effects used this round")
BUILT = _take(
    "building",
    (6,),
    LARGEST,
    "public.built public.builds_left public.spent public.paid_builds public.power_left public.duplicate_built",
    "this turn: districts built, still allowed, gold spent, districts paid for, districts that may be beautified, 1 if a copy was built",
)
DUE = _take(
    "due",
    (3,),
    1,
    "public.crown_due public.robbery_due public.uncounted",
    "1 if the Emperor must move the crown, 1 if his robbed gold waits for it, 1 if the district being built does not count",
)
LOOSE = _take("loose", (D,), 1, "public.loose", "choice: the district between two places that the decision is about")
LOOSE_FROM = _take("loose_from", (S,), 1, "public.loose_from", "choice: the seat that it comes from")
LOOSE_PAID = _take("loose_paid", (2,), LARGEST, "public.loose_gold public.loose_cards", "gold and cards paid for it")
PAYING_FOR = _take("paying_for", (D,), 1, "public.paying_for", "choice: the district being paid for with cards")
PAYING = _take(
    "paying",
    (3,),
    LARGEST,
    "public.pay_cards public.pay_gold public.lent",
    "cards still to pay, gold it will cost, cards still owed for lent gold",
)
LENDER = _take("lender", (S,), 1, "public.lender", "choice: the seat that lends the gold")
CARDS_DUE = _take(
    "cards_due", (2,), LARGEST, "public.keep_left public.redrawn", "drawn cards still to keep, cards that the Magician exchanges"
)
GIVING = _take("giving", (PURPOSES,), 1, "public.giving", "choice: the reason for giving cards, as `engine.actions.GIVING_*` number it")
PUTTING = _take(
    "putting", (PURPOSES,), 1, "public.putting", "choice: why cards go under the deck, as `engine.bottom_order.PUTTING_*` number it"
)
KEEPING = _take(
    "keeping", (PURPOSES,), 1, "public.keeping", "choice: the reason for keeping cards, as `engine.actions.KEEPING_*` number it"
)
OWED = _take("owed", (S,), 1, "public.owed", "seats to which the Seer owes a card")
ASKED = _take("asked", (S,), 1, "public.asked", "seats that have answered the same question already")
HAND = _take("hand", (D,), LARGEST, "seat.hand seat.hand_mask", "own hand: copies of each district")
ASIDE = _take(
    "aside",
    (D,),
    LARGEST,
    "seat.aside seat.aside_mask seat.aside_n",
    "cards drawn and not yet chosen from, or set aside: copies of each district",
)
CHARS = _take("characters", (R,), 1, "seat.chars", "own ranks this round")
PICKS = _take("picks", (1,), LARGEST, "seat.picks_n", "how often the seat has picked this round")
OFFERED = _take("offered", (2, R), 1, "seat.offered", "by own pick, the ranks that it was made from")
DISCARDED = _take("discarded", (R,), 1, "seat.discarded", "ranks that the seat removed face down (two players)")
SIGNED = _take("signed", (R,), 1, "seat.signed", "choice: where this Magistrate placed the signed warrant")
FLOWERED = _take("flowered", (R,), 1, "seat.flowered", "choice: where this Blackmailer placed the flowered threat")
THEATER_GAVE = _take("theater_gave", (R,), 1, "seat.theater_gave", "choice: the rank given in the Theater's exchange")
THEATER_WITH = _take("theater_with", (S,), 1, "seat.theater_with", "choice: the other seat of that exchange")
SAW_DOWN = _take("saw_face_down", (R,), 1, "seat.saw_down", "choice: the first face-down rank if this seat saw it")
EXCHANGED = _take(
    "exchanged", (2, D), 1, "", "choice: the own district named in the first step of the Diplomat's exchange, plain or beautified"
)

FIELDS: Final = tuple(_taken)
"""All fields, in the order in which they lie in the array."""
SIZE: Final = FIELDS[-1].first + FIELDS[-1].size
"""Length of the array."""

LEFT_OUT: Final = {
    **dict.fromkeys(
        ("public.city_effects", "public.city_size", "public.city_schools"), "follow from the districts of the city and the rules"
    ),
    **dict.fromkeys(("public.turn_power",), "follows from the character played and the rules"),
    **dict.fromkeys(("public.actor",), "an observation is made for the seat that decides"),
    **dict.fromkeys(("public.queen_waits",), "shows whether anybody holds the murdered rank 4, which is hidden until the end of the round"),
    **dict.fromkeys(("public.phase",), "between decisions alone"),
    **dict.fromkeys(("public.turn_no", "public.first_crown"), "no rule looks at it once the game has begun"),
    **dict.fromkeys(
        ("public.total", "public.pts_districts", "public.pts_types", "public.pts_completion", "public.pts_bonus", "public.place"),
        "filled when the game is over: the rewards and `infos` say it",
    ),
    **dict.fromkeys(("public.tie_break",), "filled when the game is over"),
}
"""Fields of the records that no field of an observation is made of, and why."""


def named(observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """Split an observation, or many, into its fields.

    Parameters
    ----------
    observation : array, shape (..., SIZE)

    Returns
    -------
    dict of str to array
        Views, the shape of each field behind what comes before.
    """
    lead = observation.shape[:-1]
    return {f.name: observation[..., f.first : f.first + f.size].reshape(*lead, *f.shape) for f in FIELDS}


def upper_bounds() -> npt.NDArray[np.int16]:
    """Return the largest value of each place, shape (SIZE,)."""
    return np.concatenate([np.full(f.size, f.high, np.int16) for f in FIELDS])
