"""The journal's events in plain English, one sentence each. The journal is the only source of facts here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from citadels_sim.catalogue import PACKAGED, ROYAL, ROYALS, Cards, D, DistrictType
from citadels_sim.engine import journal as j
from citadels_sim.text import listed

_CROWN_GIVERS: Final = frozenset({"emperor", "witch"})
"""Powers of those who give the crown to somebody else; the Witch does as the Emperor, while a bewitched King still takes it himself."""


def ranks_of(bits: int) -> list[int]:
    """Ranks (or seats) of a set of them, in rising order."""
    left, ranks = int(bits), []
    while left:
        lowest = left & -left
        ranks.append(lowest.bit_length() - 1)
        left ^= lowest
    return ranks


@dataclass(frozen=True, slots=True)
class Names:
    """What the players are called, and who is in the cast.

    Attributes
    ----------
    seats : tuple of str
        One name per seat.
    cast : mapping of int to int
        Rank to character code.
    cards : Cards
        Those of the variant.
    """

    seats: tuple[str, ...]
    cast: Mapping[int, int]
    cards: Cards = PACKAGED

    @classmethod
    def from_state(cls, state: Any, seats: tuple[str, ...] | None = None, cards: Cards = PACKAGED) -> Names:
        """Take the cast of a game's record (dtype STATE); without names the players are called Seat 0, Seat 1, ..."""
        cast = {rank: int(code) for rank, code in enumerate(state.public.cast) if code}
        return cls(seats or tuple(f"Seat {seat}" for seat in range(int(state.public.players))), cast, cards)

    def title(self, code: int) -> str:
        """Title of a character by its code."""
        return self.cards.character_of(int(code)).title

    def place(self, code: int) -> str:
        """Title of a district by its code."""
        return self.cards.district_of(int(code)).title

    def doing(self, effect: int) -> str:
        """Name what has the effect of a packaged district, by its code: ``the Laboratory``, or what else of the variant does the same."""
        printer = self.cards.district_of(effect)
        titles = [each.title for each in self.cards.districts if each.effect == printer.id]
        return f"the {' or the '.join(titles or [printer.title])}"

    def rank(self, rank: int) -> str:
        """Title of the character of a rank."""
        return self.title(self.cast[rank])

    def royal(self) -> str:
        """Name the neighbour for whom a Queen is paid: by the card of rank 4, unless the King sits elsewhere."""
        crowned = {rank for rank, code in self.cast.items() if self.cards.character_of(code).id in ROYALS}
        return f"the player of the {self.rank(ROYAL)}" if crowned <= {ROYAL} else "a neighbour"


def many(n: int, one: str, several: str = "") -> str:
    """Count things: ``1 card``, ``2 cards``, ``no gold``."""
    word = one if n == 1 else several or one + "s"
    return f"{int(n) or 'no'} {word}"


def _who(e: Any, names: Names) -> str:
    """Name who acts, with the character it is done as."""
    seat = names.seats[int(e.seat)]
    return _acting(seat, names.title(e.character)) if e.character else seat


def _acting(player: str, title: str) -> str:
    """Name a player with a character: ``Ann (King)``, ``Seat 2 (builder, King)``."""
    return f"{player[:-1]}, {title})" if player.endswith(")") else f"{player} ({title})"


def _round(e: Any, names: Names) -> str:
    turned = "; the characters go round to the right" if e.extra else ""
    return f"Round {int(e.round_no)}. {names.seats[int(e.seat)]} has the crown{turned}."


def _pick(e: Any, names: Names) -> str:
    offered = listed([names.rank(rank) for rank in ranks_of(int(e.extra))])
    return f"{names.seats[int(e.seat)]} takes the {names.title(e.character)} out of {offered}."


def _stood(e: Any) -> str:
    return f"{many(e.gold, 'gold', 'gold')}, {many(e.cards, 'card')} in hand, {many(e.extra, 'district')}"


def _crown(e: Any, names: Names) -> str:
    if e.character and names.cards.character_of(e.character).power in _CROWN_GIVERS:
        return f"The {names.title(e.character)} has {names.seats[int(e.seat)]} take the crown from {names.seats[int(e.target_seat)]}."
    return f"{_who(e, names)} takes the crown from {names.seats[int(e.target_seat)]}."


def _gathered(e: Any, names: Names) -> str:
    drawn = f" of {int(e.extra)} drawn" if e.extra > e.cards else ""
    return f"{_who(e, names)} draws and keeps {many(e.cards, 'card')}{drawn}."


def _stolen(e: Any, names: Names) -> str:
    victim = f"{names.seats[int(e.target_seat)]}, the {names.title(e.target_character)}"
    return f"{_who(e, names)} takes {many(e.gold, 'gold', 'gold')} from {victim}."


def _amount(e: Any) -> str:
    """Name gold and cards, of which the one or the other may be none."""
    gold = [many(e.gold, "gold", "gold")] if e.gold or not e.cards else []
    cards = [many(e.cards, "card")] if e.cards else []
    return listed(gold + cards)


def _gold(e: Any) -> str:
    """Count the gold of an event."""
    return many(e.gold, "gold", "gold")


def _destroyed(e: Any, names: Names) -> str:
    what = f"the {names.place(e.district)} of {names.seats[int(e.target_seat)]}"
    return f"{_who(e, names)} destroys {what} for {_gold(e)}."


def _taxed(e: Any, names: Names) -> str:
    if e.target_seat < 0:
        return f"{_who(e, names)} takes {many(e.gold, 'gold', 'gold')} of tax that lay there."
    if e.seat < 0:
        return f"{names.seats[int(e.target_seat)]} pays {many(e.gold, 'gold', 'gold')} of tax."
    return f"{names.seats[int(e.target_seat)]} pays {many(e.gold, 'gold', 'gold')} of tax to {_who(e, names)}."


def _looked(e: Any, names: Names) -> str:
    taken = " and takes a card" if e.cards else ""
    return f"{_who(e, names)} looks at the hand of {names.seats[int(e.target_seat)]}{taken}."


def _exchanged(e: Any, names: Names) -> str:
    other = names.seats[int(e.target_seat)]
    price = f" and {many(e.gold, 'gold', 'gold')}" if e.gold else ""
    return f"{_who(e, names)} exchanges the {names.place(e.extra)}{price} for the {names.place(e.district)} of {other}."


def _markers(e: Any, names: Names, what: str, marked: str) -> str:
    places = listed([f"the {names.rank(rank)}" for rank in ranks_of(int(e.extra))])
    return f"{_who(e, names)} lays {what} at {places}; the {marked} one at the {names.title(e.target_character)}."


def _confiscated(e: Any, names: Names) -> str:
    back = f", who gets {many(e.gold, 'gold', 'gold')} back" if e.gold else ""
    lost = f"{' but' if back else ', who'} has paid {many(e.cards, 'card')} in vain" if e.cards else ""
    return f"{_who(e, names)} confiscates the {names.place(e.district)} of {_victim(e, names)}{back}{lost}."


def _victim(e: Any, names: Names) -> str:
    return _acting(names.seats[int(e.target_seat)], names.title(e.target_character))


def _revealed(e: Any, names: Names) -> str:
    if not e.extra:
        return f"{_who(e, names)} turns up a blank threat at {_victim(e, names)}."
    return f"{_who(e, names)} turns up the flower and takes {many(e.gold, 'gold', 'gold')} from {_victim(e, names)}."


def _spied(e: Any, names: Names) -> str:
    kind = DistrictType(int(e.extra)).id
    other = names.seats[int(e.target_seat)]
    return f"{_who(e, names)} spies on {other} for {kind} districts: takes {many(e.gold, 'gold', 'gold')}, draws {many(e.cards, 'card')}."


def _lent(e: Any, names: Names) -> str:
    return f"{_who(e, names)} takes {many(e.gold, 'gold', 'gold')} from {names.seats[int(e.target_seat)]} for {many(e.cards, 'card')}."


def _seized(e: Any, names: Names) -> str:
    return f"{_who(e, names)} seizes the {names.place(e.district)} of {names.seats[int(e.target_seat)]} for {many(e.gold, 'gold', 'gold')}."


def _paid_back(e: Any, names: Names) -> str:
    if e.target_seat < 0:
        return f"{names.seats[int(e.seat)]} gets back {many(e.gold, 'gold', 'gold')} that lay on the {names.place(e.district)}."
    return f"{_victim(e, names)} gives {names.seats[int(e.seat)]} back {many(e.gold, 'gold', 'gold')} for {many(e.cards, 'card')}."


def _armed(e: Any, names: Names) -> str:
    given = names.place(int(e.extra) ^ D.ARMORY)
    return f"{_who(e, names)} gives up the {given} to destroy the {names.place(e.district)} of {names.seats[int(e.target_seat)]}."


def _built(e: Any, names: Names) -> str:
    if e.extra:
        return f"{_who(e, names)} builds the {names.place(e.district)} without paying."
    return f"{_who(e, names)} builds the {names.place(e.district)} for {_amount(e)}."


def _swapped_characters(e: Any, names: Names) -> str:
    given, received = names.title(e.character), names.title(e.target_character)
    return f"{names.seats[int(e.seat)]} gives {names.seats[int(e.target_seat)]} the {given} for the {received} in {names.doing(D.THEATER)}."


SENTENCES: Final[dict[int, Callable[[Any, Names], str]]] = {
    j.ROUND: _round,
    j.FACE_UP: lambda e, n: f"The {n.title(e.target_character)} is removed face up.",
    j.FACE_DOWN: lambda e, n: f"The {n.title(e.target_character)} is removed face down.",
    j.PICK: _pick,
    j.LAY_DOWN: lambda e, n: f"{n.seats[int(e.seat)]} lays the {n.title(e.target_character)} face down.",
    j.LEFT_OVER: lambda e, n: f"The {n.title(e.target_character)} is left over, face down.",
    j.TURN: lambda e, n: f"{n.seats[int(e.seat)]} is the {n.title(e.character)}{', murdered: nothing on the card counts' * int(e.extra)}.",
    j.SKIP: lambda e, n: f"{n.seats[int(e.seat)]}, the {n.title(e.character)}, was murdered and loses the turn: {_stood(e)}.",
    j.TURN_END: lambda e, n: f"{n.seats[int(e.seat)]} ends the turn: {_stood(e)}.",
    j.MURDER: lambda e, n: f"{_who(e, n)} murders the {n.title(e.target_character)}.",
    j.ROB: lambda e, n: f"{_who(e, n)} will rob the {n.title(e.target_character)}.",
    j.STEAL: _stolen,
    j.CROWN: _crown,
    j.GATHER_GOLD: lambda e, n: f"{_who(e, n)} takes {many(e.gold, 'gold', 'gold')}.",
    j.GATHER_CARDS: _gathered,
    j.INCOME: lambda e, n: f"{_who(e, n)} has an income of {_amount(e)}.",
    j.BONUS: lambda e, n: f"{_who(e, n)} gets {_amount(e)} as a bonus.",
    j.BUILD: _built,
    j.SWAP: lambda e, n: f"{_who(e, n)} swaps {many(e.extra, 'card')} for the {int(e.cards)} of {n.seats[int(e.target_seat)]}.",
    j.REDRAW: lambda e, n: f"{_who(e, n)} exchanges {many(e.cards, 'card')} with the deck.",
    j.DESTROY: _destroyed,
    j.RESCUE: lambda e, n: f"{_who(e, n)} takes the {n.place(e.district)} into hand from {n.doing(D.GRAVEYARD)} for {_gold(e)}.",
    j.LABORATORY: lambda e, n: f"{_who(e, n)} gives the {n.place(e.district)} to {n.doing(D.LABORATORY)} for {_gold(e)}.",
    j.SMITHY: lambda e, n: f"{_who(e, n)} pays {_gold(e)} in {n.doing(D.SMITHY)} and draws {many(e.cards, 'card')}.",
    j.COMPLETE: lambda e, n: f"{n.seats[int(e.seat)]} has completed a city.",
    j.BEWITCH: lambda e, n: f"{_who(e, n)} bewitches the {n.title(e.target_character)}.",
    j.RESUME: lambda e, n: f"{_who(e, n)} goes on as the {n.title(e.target_character)} of {n.seats[int(e.target_seat)]}.",
    j.CUT_END: lambda e, n: f"{n.seats[int(e.seat)]}, the {n.title(e.character)}, can do no more: {_stood(e)}.",
    j.TAX: _taxed,
    j.LOOK: _looked,
    j.GIFT: lambda e, n: f"{n.seats[int(e.target_seat)]} gives {_amount(e)} to {_who(e, n)}.",
    j.TITHE: lambda e, n: f"{n.seats[int(e.target_seat)]}, the richest, gives {_amount(e)} to {_who(e, n)}.",
    j.REFUND: lambda e, n: f"{_who(e, n)} gets back {_amount(e)} paid for building.",
    j.EXCHANGE: _exchanged,
    j.BEAUTIFY: lambda e, n: f"{_who(e, n)} beautifies the {n.place(e.district)}.",
    j.QUEEN: lambda e, n: f"{_who(e, n)} gets {_amount(e)} beside {n.royal()}.",
    j.MUSEUM: lambda e, n: f"{_who(e, n)} lays a card under the {n.place(e.district)}.",
    j.ARMORY: _armed,
    j.FETCH: lambda e, n: f"{_who(e, n)} fetches a card from the deck with {n.doing(D.LIGHTHOUSE)}.",
    j.ANNOUNCE: lambda e, n: f"{_who(e, n)} rings {n.doing(D.BELL_TOWER)}: a smaller city ends the game.",
    j.POOR_HOUSE: lambda e, n: f"{_who(e, n)} gets {_amount(e)} from the {n.place(e.district)}.",
    j.PARK: lambda e, n: f"{_who(e, n)} draws {many(e.cards, 'card')} in the {n.place(e.district)}.",
    j.THRONE_ROOM: lambda e, n: f"{n.seats[int(e.seat)]} gets {_amount(e)} from the {n.place(e.district)}.",
    j.WARRANTS: lambda e, n: _markers(e, n, "warrants", "signed"),
    j.CONFISCATE: _confiscated,
    j.THREATS: lambda e, n: _markers(e, n, "threats", "flowered"),
    j.BRIBE: lambda e, n: f"{_victim(e, n)} pays a bribe of {many(e.gold, 'gold', 'gold')} to {_who(e, n)}.",
    j.REFUSE: lambda e, n: f"{_who(e, n)} pays no bribe to {n.seats[int(e.target_seat)]}.",
    j.REVEAL: _revealed,
    j.SPARE: lambda e, n: f"{_who(e, n)} leaves the threat at {_victim(e, n)} face down.",
    j.SPY: _spied,
    j.SEER: lambda e, n: f"{_who(e, n)} takes {many(e.cards, 'card')}, one by lot from each other hand.",
    j.HAND_BACK: lambda e, n: f"{_who(e, n)} gives a card back to {n.seats[int(e.target_seat)]}.",
    j.LEND: _lent,
    j.SEIZE: _seized,
    j.THEATER: _swapped_characters,
    j.SACRIFICE: lambda e, n: f"{_who(e, n)} gives up the {n.place(e.district)} to build the {n.place(e.extra)}.",
    j.SURCHARGE: lambda e, n: f"{_who(e, n)} pays {many(e.gold, 'gold', 'gold')} to the bank.",
    j.PAY_BACK: _paid_back,
    j.SCORE: lambda e, n: f"{n.seats[int(e.seat)]} scores {many(e.gold, 'point')}: place {int(e.cards)}.",
}
"""The sentence of each kind of event."""


def describe(event: Any, names: Names) -> str:
    """Describe one event of the journal.

    Parameters
    ----------
    event : record of dtype EVENT
    names : Names

    Returns
    -------
    str
        One English sentence.

    Raises
    ------
    KeyError
        If the kind of event has no sentence: a fault of this package.
    """
    return SENTENCES[int(event["kind"])](_Event(event), names)


def describe_held(event: Any, names: Names) -> str:
    """Describe the end of a Witch's turn that is only suspended: she goes on when the bewitched character is called (2016 3 Witch)."""
    row = _Event(event)
    return f"The turn of {names.seats[int(row.seat)]} is on hold: {_stood(row)}."


class _Event:
    """An event whose fields are attributes also where NumPy gives a plain void."""

    __slots__ = ("_row",)

    def __init__(self, row: Any) -> None:
        self._row = row

    def __getattr__(self, name: str) -> int:
        return int(self._row[name])
