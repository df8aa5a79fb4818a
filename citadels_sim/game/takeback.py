"""Which choices a person may take back: those that nobody has answered and that showed nothing hidden.

Whether a choice can be taken back must not itself reveal anything hidden, for people learn it before they commit themselves. So it
depends on public things only: the kind of the action, who decides next, the deck, the rank that is called.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.game.api import Game

_BUILDS: Final = frozenset(
    {
        a.A_BUILD,
        a.A_BUILD_FRAMEWORK,
        a.A_BUILD_SACRIFICE,
        a.A_BUILD_DEN,
        a.A_BUILD_CARDINAL,
        a.A_BUILD_DEN_CARDINAL,
        a.A_TAKE_BUILD,
        a.A_TAKE_BUILD_FRAMEWORK,
        a.A_TAKE_BUILD_SACRIFICE,
        a.A_TAKE_BUILD_DEN,
    }
)
_KNOWN_CARDS: Final = frozenset({a.A_KEEP, a.A_TAKE, a.A_FETCH})
"""What brings cards that the player has seen already."""
_HARMLESS: Final = (
    _BUILDS
    | _KNOWN_CARDS
    | {
        a.A_PICK,
        a.A_DISCARD_CHARACTER,
        a.A_GOLD,
        a.A_INCOME,
        a.A_INCOME_MIX,
        a.A_BONUS,
        a.A_BONUS_GOLD,
        a.A_MURDER,
        a.A_ROB,
        a.A_REDRAW,
        a.A_LAY_ASIDE,
        a.A_DESTROY,
        a.A_LAB,
        a.A_TITHE,
        a.A_EXCHANGE,
        a.A_BEAUTIFY,
        a.A_MUSEUM,
        a.A_ARMORY,
        a.A_ANNOUNCE,
        a.A_WARRANTS,
        a.A_THREATS,
        a.A_BRIBE,
        a.A_LEND_CARD,
        a.A_PAY_CARD,
        a.A_SEIZE,
        a.A_PUT_UNDER,
        a.A_PASS,
    }
)
"""Kinds of action that by themselves show nothing hidden."""
_SHOWING: Final = frozenset({a.KEEP, a.WIZARD, a.LIGHTHOUSE})
"""Decisions at which a player sees cards that were hidden."""


def may_be_taken_back(before: Game, after: Game, code: int) -> bool:
    """Return whether a choice may still be taken back.

    Parameters
    ----------
    before, after : Game
        The game at the decision, and a copy of it in which the action was played.
    code : int
        The action.
    """
    kind = code & 0xFF
    p, q = before.state.public, after.state.public
    if kind not in _HARMLESS or q.over or q.actor != p.actor:
        return False
    if q.round_no != p.round_no or q.next_rank != p.next_rank or (q.turn_seat != p.turn_seat):
        return False
    if q.decision in _SHOWING and q.decision != p.decision:
        return False
    # Whether the warrant there is signed shows at once, since the Magistrate then decides or does not.
    if kind in _BUILDS | {a.A_PAY_CARD, a.A_LEND_CARD} and has(int(p.warrants), int(p.turn_rank)):
        return False
    drawn = q.deck_n < p.deck_n and kind != a.A_FETCH
    return not drawn and (kind in _KNOWN_CARDS or q.hand_n[p.actor] <= p.hand_n[p.actor])
