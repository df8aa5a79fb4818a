"""The journal's events in plain English, one sentence each. The journal is the only source of facts here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from citadels_sim.catalogue import D, DistrictType
from citadels_sim.engine import journal as j
from citadels_sim.game.table_names import Names, many, ranks_of
from citadels_sim.text import listed

_CROWN_GIVERS: Final = frozenset({"emperor", "witch"})
"""Powers of those who give the crown to somebody else; the Witch does as the Emperor, while a bewitched King still takes it himself."""
_PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _number(n: int) -> str:
    """Count things that were named just before: ``1``, ``2``, ``none``."""
    return f"{int(n) or 'none'}"


def _who(e: Any, names: Names) -> str:
    """Name who acts, with the character it is done as."""
    return _as(names.seats[int(e.seat)], e, names)


def _whom(e: Any, names: Names) -> str:
    """Name who acts, within a sentence."""
    return _as(names.inside(e.seat), e, names)


def _as(player: str, e: Any, names: Names) -> str:
    return _acting(player, names.title(e.character)) if e.character else player


def _acting(player: str, title: str) -> str:
    """Name a player with a character: ``Ann (the King)``, ``Seat 2 (builder, the King)``."""
    return f"{player[:-1]}, the {title})" if player.endswith(")") else f"{player} (the {title})"


def _round(e: Any, names: Names) -> str:
    turned = "; the draft goes counterclockwise" if e.extra else ""
    return f"Round {int(e.round_no)}. {names.seats[int(e.seat)]} has the crown{turned}."


def _pick(e: Any, names: Names) -> str:
    offered = listed([names.rank(rank) for rank in ranks_of(int(e.extra))])
    return f"{names.seats[int(e.seat)]} picks the {names.title(e.character)} from {offered}."


def _stood(e: Any) -> str:
    return f"{_gold(e)}, {many(e.cards, 'card')} in hand, {many(e.extra, 'district')}"


def _crown(e: Any, names: Names) -> str:
    if e.character and names.cards.character_of(e.character).power in _CROWN_GIVERS:
        return f"The {names.title(e.character)} passes the crown from {names.inside(e.target_seat)} to {names.inside(e.seat)}."
    return f"{_who(e, names)} takes the crown from {names.inside(e.target_seat)}."


def _gathered(e: Any, names: Names) -> str:
    if e.extra > e.cards:
        return f"{_who(e, names)} keeps {_number(e.cards)} of {int(e.extra)} drawn cards."
    return f"{_who(e, names)} draws {many(e.cards, 'card')}."


def _stolen(e: Any, names: Names) -> str:
    return f"{_who(e, names)} steals {_gold(e)} from {_victim(e, names)}."


def _amount(e: Any) -> str:
    """Name gold and cards, of which the one or the other may be none."""
    gold = [many(e.gold, "gold", "gold")] if e.gold or not e.cards else []
    cards = [many(e.cards, "card")] if e.cards else []
    return listed(gold + cards)


def _gold(e: Any) -> str:
    """Count the gold of an event."""
    return many(e.gold, "gold", "gold")


def _for(e: Any) -> str:
    """Name the price in gold, if there is one."""
    return f" for {_gold(e)}" if e.gold else " for nothing"


def _destroyed(e: Any, names: Names) -> str:
    what = f"the {names.place(e.district)} of {names.inside(e.target_seat)}"
    return f"{_who(e, names)} destroys {what}{_for(e)}."


def _taxed(e: Any, names: Names) -> str:
    if e.target_seat < 0:
        return f"{_who(e, names)} takes {_gold(e)} of tax that lay there."
    if e.seat < 0:
        return f"{names.seats[int(e.target_seat)]} pays {_gold(e)} of tax."
    return f"{names.seats[int(e.target_seat)]} pays {_gold(e)} of tax to {_whom(e, names)}."


def _looked(e: Any, names: Names) -> str:
    taken = " and takes a card" if e.cards else ""
    return f"{_who(e, names)} looks at the hand of {names.inside(e.target_seat)}{taken}."


def _exchanged(e: Any, names: Names) -> str:
    other = names.inside(e.target_seat)
    price = f" and {_gold(e)}" if e.gold else ""
    return f"{_who(e, names)} exchanges the {names.place(e.extra)}{price} for the {names.place(e.district)} of {other}."


def _markers(e: Any, names: Names, what: str, marked: str) -> str:
    places = listed([f"the {names.rank(rank)}" for rank in ranks_of(int(e.extra))])
    return f"{_who(e, names)} lays {what} at {places}; the {marked} one at the {names.title(e.target_character)}."


def _confiscated(e: Any, names: Names) -> str:
    back = f", who gets {_gold(e)} back" if e.gold else ""
    lost = f"{' but' if back else ', who'} has paid {many(e.cards, 'card')} in vain" if e.cards else ""
    return f"{_who(e, names)} confiscates the {names.place(e.district)} of {_victim(e, names)}{back}{lost}."


def _victim(e: Any, names: Names) -> str:
    return _acting(names.inside(e.target_seat), names.title(e.target_character))


def _revealed(e: Any, names: Names) -> str:
    if not e.extra:
        return f"{_who(e, names)} turns up a blank threat at {_victim(e, names)}."
    return f"{_who(e, names)} turns up the flower and takes {_gold(e)} from {_victim(e, names)}."


def _spied(e: Any, names: Names) -> str:
    kind = DistrictType(int(e.extra)).id
    other = names.inside(e.target_seat)
    found = listed([word for word, there in ((f"takes {_gold(e)}", e.gold), (f"draws {many(e.cards, 'card')}", e.cards)) if there])
    return f"{_who(e, names)} spies on {other} for {kind} districts{f' and {found}' if found else ', in vain'}."


def _lent(e: Any, names: Names) -> str:
    return f"{_who(e, names)} takes {_gold(e)} from {names.inside(e.target_seat)} for {many(e.cards, 'card')}."


def _seized(e: Any, names: Names) -> str:
    return f"{_who(e, names)} seizes the {names.place(e.district)} of {names.inside(e.target_seat)}{_for(e)}."


def _bribed(e: Any, names: Names) -> str:
    payer = _acting(names.seats[int(e.target_seat)], names.title(e.target_character))
    return f"{payer} pays a bribe of {_gold(e)} to {_whom(e, names)}."


def _paid_back(e: Any, names: Names) -> str:
    if e.target_seat < 0:
        return f"{names.seats[int(e.seat)]} gets back {_gold(e)} that lay on the {names.place(e.district)}."
    payer = _acting(names.seats[int(e.target_seat)], names.title(e.target_character))
    return f"{payer} gives {names.inside(e.seat)} back {_gold(e)} for {many(e.cards, 'card')}."


def _armed(e: Any, names: Names) -> str:
    given = names.place(int(e.extra) ^ D.ARMORY)
    return f"{_who(e, names)} gives up the {given} to destroy the {names.place(e.district)} of {names.inside(e.target_seat)}."


def _built(e: Any, names: Names) -> str:
    if e.extra:
        return f"{_who(e, names)} builds the {names.place(e.district)} without paying."
    return f"{_who(e, names)} builds the {names.place(e.district)} for {_amount(e)}."


def _swapped_characters(e: Any, names: Names) -> str:
    given, received = names.title(e.character), names.title(e.target_character)
    return f"{names.seats[int(e.seat)]} gives {names.inside(e.target_seat)} the {given} for the {received} in {names.doing(D.THEATER)}."


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
    j.GATHER_GOLD: lambda e, n: f"{_who(e, n)} takes {_gold(e)}.",
    j.GATHER_CARDS: _gathered,
    j.INCOME: lambda e, n: f"{_who(e, n)} collects {_amount(e)} of income.",
    j.BONUS: lambda e, n: f"{_who(e, n)} gets {_amount(e)} as a bonus.",
    j.BUILD: _built,
    j.SWAP: lambda e, n: f"{_who(e, n)} swaps hands with {n.inside(e.target_seat)}, {many(e.extra, 'card')} for {_number(e.cards)}.",
    j.REDRAW: lambda e, n: f"{_who(e, n)} exchanges {many(e.cards, 'card')} with the deck.",
    j.DESTROY: _destroyed,
    j.RESCUE: lambda e, n: f"{_who(e, n)} takes the {n.place(e.district)} into hand from {n.doing(D.GRAVEYARD)} for {_gold(e)}.",
    j.LABORATORY: lambda e, n: f"{_who(e, n)} gives the {n.place(e.district)} to {n.doing(D.LABORATORY)} for {_gold(e)}.",
    j.SMITHY: lambda e, n: f"{_who(e, n)} pays {_gold(e)} in {n.doing(D.SMITHY)} and draws {many(e.cards, 'card')}.",
    j.COMPLETE: lambda e, n: f"{n.seats[int(e.seat)]} completes the city.",
    j.BEWITCH: lambda e, n: f"{_who(e, n)} bewitches the {n.title(e.target_character)}.",
    j.RESUME: lambda e, n: f"{_who(e, n)} continues as the {n.title(e.target_character)} of {n.inside(e.target_seat)}.",
    j.CUT_END: lambda e, n: f"{n.seats[int(e.seat)]}, the {n.title(e.character)}, can do no more: {_stood(e)}.",
    j.TAX: _taxed,
    j.LOOK: _looked,
    j.GIFT: lambda e, n: f"{n.seats[int(e.target_seat)]} gives {_amount(e)} to {_whom(e, n)}.",
    j.TITHE: lambda e, n: f"{n.seats[int(e.target_seat)]}, the richest, gives {_amount(e)} to {_whom(e, n)}.",
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
    j.BRIBE: _bribed,
    j.REFUSE: lambda e, n: f"{_who(e, n)} pays no bribe to {n.inside(e.target_seat)}.",
    j.REVEAL: _revealed,
    j.SPARE: lambda e, n: f"{_who(e, n)} leaves the threat at {_victim(e, n)} face down.",
    j.SPY: _spied,
    j.SEER: lambda e, n: f"{_who(e, n)} takes {many(e.cards, 'card')}, one by lot from each other hand.",
    j.HAND_BACK: lambda e, n: f"{_who(e, n)} gives a card back to {n.inside(e.target_seat)}.",
    j.LEND: _lent,
    j.SEIZE: _seized,
    j.THEATER: _swapped_characters,
    j.SACRIFICE: lambda e, n: f"{_who(e, n)} gives up the {n.place(e.district)} to build the {n.place(e.extra)}.",
    j.SURCHARGE: lambda e, n: f"{_who(e, n)} pays {_gold(e)} to the bank.",
    j.PAY_BACK: _paid_back,
    j.SCORE: lambda e, n: f"{n.seats[int(e.seat)]} comes {_PLACES[int(e.cards) - 1]} with {many(e.gold, 'point')}.",
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
    return f"The turn of {names.inside(row.seat)} is on hold: {_stood(row)}."


def describe_rest(event: Any) -> str:
    """Describe what a seat has at the end of a turn."""
    return _stood(_Event(event))


def subjects_of(event: Any, names: Names) -> dict[str, int]:
    """Return with what names the sentence of an event may begin, longest first: of which seat each is; -1 for its character alone."""
    row, found = _Event(event), {}
    for seat, who in ((row.seat, row.character), (row.target_seat, row.target_character), (row.target_seat, 0), (row.seat, 0)):
        if seat >= 0:
            found[_acting(names.seats[seat], names.title(who)) if who else names.seats[seat]] = seat
    return found | ({f"The {names.title(row.character)}": -1} if row.character else {})


class _Event:
    """An event whose fields are attributes also where NumPy gives a plain void."""

    __slots__ = ("_row",)

    def __init__(self, row: Any) -> None:
        self._row = row

    def __getattr__(self, name: str) -> int:
        return int(self._row[name])
