"""Labels of actions, in the words of the game API, by the forms of `citadels_sim.game.action_words`. No rule lives here.

The engine says what is legal as integers (`citadels_sim.engine.actions`); this module writes them for people. It never reads a label:
a label means something only among the legal ones, so it is looked up there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from citadels_sim.catalogue import PACKAGED, Cards, DistrictType
from citadels_sim.engine import actions as a
from citadels_sim.engine.record_types import Public
from citadels_sim.game.action_words import ACTION_WORDS

_KIND: Final = 0xFF
_BYTE: Final = 8
_STARS: Final = sum(a.STAR << _BYTE * argument for argument in range(1, 5))
"""The beautified copies' bits of all arguments: no rank, seat, number or type is so large as to have one."""


def character_id(public: Public, rank: int, cards: Cards = PACKAGED) -> str:
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


_ARGUMENTS: Final[dict[str, Callable[[Any, int, Cards], str]]] = {
    "<c>": character_id,
    "<d>": lambda _, code, cards: cards.district_of(code & ~a.STAR).id,
    "<s>": lambda _, seat, __: str(seat),
    "<n>": lambda _, number, __: str(number),
    "<t>": lambda _, kind, __: DistrictType(kind).id,
}


def label(public: Public, code: int, legal: frozenset[int] = frozenset(), cards: Cards = PACKAGED) -> str:
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
    for part in ACTION_WORDS[code & _KIND].form.split(":"):
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


def labels(public: Public, codes: Iterable[int], cards: Cards = PACKAGED) -> dict[str, int]:
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
