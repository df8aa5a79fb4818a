"""Labels of actions: one table entry per kind of action, in the words of the game API. No rule lives here.

The engine says what is legal as integers (`citadels_sim.engine.actions`); this module writes them for people. It never reads a label:
a label means something only among the legal ones, so it is looked up there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from citadels_sim.catalogue import PACKAGED, Cards, DistrictType
from citadels_sim.engine import actions as a

FORMS: Final[dict[int, str]] = {
    a.A_PICK: "pick:<c>",
    a.A_DISCARD_CHARACTER: "discard:<c>",
    a.A_GOLD: "gold",
    a.A_CARDS: "cards",
    a.A_KEEP: "keep:<d>",
    a.A_INCOME: "income",
    a.A_BONUS: "bonus",
    a.A_BUILD: "build:<d>",
    a.A_MURDER: "murder:<c>",
    a.A_ROB: "rob:<c>",
    a.A_SWAP: "swap:<s>",
    a.A_REDRAW: "redraw",
    a.A_LAY_ASIDE: "discard:<d>",
    a.A_DONE: "done",
    a.A_DESTROY: "destroy:<s>:<d>",
    a.A_LAB: "lab:<d>",
    a.A_SMITHY: "smithy",
    a.A_GRAVEYARD: "graveyard",
    a.A_PASS: "pass",
    a.A_END: "end",
    a.A_BEWITCH: "bewitch:<c>",
    a.A_LOOK_AT: "look:<s>",
    a.A_TAKE: "take:<d>",
    a.A_TAKE_BUILD: "take-build:<d>",
    a.A_CROWN: "crown:<s>",
    a.A_CROWN_GOLD: "crown:<s>:gold",
    a.A_CROWN_CARD: "crown:<s>:card",
    a.A_CROWN_NONE: "crown:<s>:none",
    a.A_GIFT_GOLD: "gift:gold",
    a.A_GIFT: "gift:<d>",
    a.A_TITHE: "tithe:<s>",
    a.A_BONUS_GOLD: "bonus:gold",
    a.A_BONUS_CARDS: "bonus:cards",
    a.A_EXCHANGE: "exchange:<d>:<s>:<d>",
    a.A_BEAUTIFY: "beautify:<d>",
    a.A_MUSEUM: "museum:<d>",
    a.A_ARMORY: "armory:<s>:<d>",
    a.A_FETCH: "fetch:<d>",
    a.A_ANNOUNCE: "announce",
    a.A_INCOME_MIX: "income:<n>",
    a.A_BUILD_FRAMEWORK: "build:<d>:framework",
    a.A_BUILD_SACRIFICE: "build:necropolis:sacrifice:<d>",
    a.A_BUILD_DEN: "build:thieves-den:cards:<n>",
    a.A_BUILD_CARDINAL: "build:<d>:cardinal:<s>",
    a.A_BUILD_DEN_CARDINAL: "build:thieves-den:cards:<n>:cardinal:<s>",
    a.A_TAKE_BUILD_FRAMEWORK: "take-build:<d>:framework",
    a.A_TAKE_BUILD_SACRIFICE: "take-build:necropolis:sacrifice:<d>",
    a.A_TAKE_BUILD_DEN: "take-build:thieves-den:cards:<n>",
    a.A_WARRANTS: "warrants:<c>:<c>:<c>",
    a.A_CONFISCATE: "confiscate",
    a.A_THREATS: "threats:<c>:<c>",
    a.A_BRIBE: "bribe",
    a.A_REFUSE: "refuse",
    a.A_REVEAL: "reveal",
    a.A_SPY: "spy:<s>:<t>",
    a.A_SEER: "seer",
    a.A_HAND_BACK: "give:<s>:<d>",
    a.A_LEND_CARD: "give:<d>",
    a.A_PAY_CARD: "discard:<d>",
    a.A_SEIZE: "seize:<s>:<d>",
    a.A_THEATER: "theater:<s>",
    a.A_THEATER_OWN: "theater:<c>:<s>",
    a.A_PUT_UNDER: "under:<d>",
}
"""How each kind of action is written. What stands in angle brackets takes the action's arguments, in their order: ``<c>`` a rank, written
as the character that this game has there, ``<d>`` a district, ``<s>`` a seat, ``<n>`` a number, ``<t>`` a type of district."""

_KIND: Final = 0xFF
_BYTE: Final = 8
_STARS: Final = sum(a.STAR << _BYTE * argument for argument in range(1, 5))
"""The beautified copies' bits of all arguments: no rank, seat, number or type is so large as to have one."""


def character_id(public: Any, rank: int, cards: Cards = PACKAGED) -> str:
    """Id of the character that this game has at a rank.

    Parameters
    ----------
    public : record of dtype PUBLIC
    rank : int
        A rank of the cast, 1 to 9.
    cards : Cards
        Those of the variant.
    """
    return cards.character_of(int(public.cast[rank])).id


def ranks_of(bits: int) -> list[int]:
    """Ranks (or seats) of a set of them, in rising order."""
    left, ranks = int(bits), []
    while left:
        lowest = left & -left
        ranks.append(lowest.bit_length() - 1)
        left ^= lowest
    return ranks


_ARGUMENTS: Final[dict[str, Callable[[Any, int, Cards], str]]] = {
    "<c>": character_id,
    "<d>": lambda _, code, cards: cards.district_of(code & ~a.STAR).id,
    "<s>": lambda _, seat, __: str(seat),
    "<n>": lambda _, number, __: str(number),
    "<t>": lambda _, kind, __: DistrictType(kind).id,
}


def label(public: Any, code: int, legal: frozenset[int] = frozenset(), cards: Cards = PACKAGED) -> str:
    """Write one action.

    Parameters
    ----------
    public : record of dtype PUBLIC
        What everybody sees at the moment of the action.
    code : int
        An action of `citadels_sim.engine.actions`, of a kind that a player can choose.
    legal : frozenset of int
        All actions that are legal at this moment: a beautified copy bears a star only if the plain one could be meant too.
    cards : Cards
        Those of the variant.

    Returns
    -------
    str
        For instance ``"destroy:2:manor*"``.

    Raises
    ------
    KeyError
        If no form is declared for the action's kind: a fault of this package.
    """
    written = []
    shift = 0
    for part in FORMS[code & _KIND].split(":"):
        if part not in _ARGUMENTS:
            written.append(part)
            continue
        shift += _BYTE
        if part == "<c>" and code >> shift & _KIND == 0:  # a blank warrant that the rules do not have
            continue
        text = _ARGUMENTS[part](public, code >> shift & _KIND, cards)
        if part == "<d>" and code >> shift & a.STAR and _plain_too(code, a.STAR << shift, legal):
            text += "*"
        written.append(text)
    return ":".join(written)


def _plain_too(code: int, star: int, legal: Iterable[int]) -> bool:
    """Return whether the same action is legal with the plain copy in this place, with anything in its other places.

    So a star is left out only where every action of these names has it, and no two of them are written alike.
    """
    return any(not other & star and other & ~_STARS == code & ~_STARS for other in legal)


def labels(public: Any, codes: Iterable[int], cards: Cards = PACKAGED) -> dict[str, int]:
    """Write all legal actions of a decision.

    Parameters
    ----------
    public : record of dtype PUBLIC
    codes : iterable of int
        The legal actions, as `citadels_sim.engine.decisions.apply` lists them (``out[:n]``).
    cards : Cards
        Those of the variant.

    Returns
    -------
    dict of str to int
        The action of each label, in the engine's order.
    """
    listed = [int(code) for code in codes]
    legal = frozenset(listed)
    written: dict[str, int] = {}
    for code in listed:
        written.setdefault(label(public, code, legal, cards), code)
    return written
