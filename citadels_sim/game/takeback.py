"""Which choices a person may take back: those that nobody has answered and that showed nothing hidden.

Whether a choice can be taken back must not itself reveal anything hidden, for people learn it before they commit themselves. So it
depends on public things only: the kind of the action, who decides next, the deck, the rank that is called.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.game.action_words import ACTION_WORDS, BUILDS, KNOWN
from citadels_sim.game.api import Game

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
    undo = ACTION_WORDS[kind].undo
    p, q = before.state.public, after.state.public
    if not undo or q.over or q.actor != p.actor:
        return False
    if q.round_no != p.round_no or q.next_rank != p.next_rank or (q.turn_seat != p.turn_seat):
        return False
    if q.decision in _SHOWING and q.decision != p.decision:
        return False
    # Whether the warrant there is signed shows at once, since the Magistrate then decides or does not.
    if (undo == BUILDS or kind in (a.A_PAY_CARD, a.A_LEND_CARD)) and has(int(p.warrants), int(p.turn_rank)):
        return False
    drawn = q.deck_n < p.deck_n and kind != a.A_FETCH
    return not drawn and (undo == KNOWN or q.hand_n[p.actor] <= p.hand_n[p.actor])
