"""The engine's word on what an action costs: a compiled entry point for those who explain choices to people."""

from __future__ import annotations

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point
from citadels_sim.engine.actions import A_BUILD, A_DESTROY, A_EXCHANGE, A_SEIZE, A_TAKE_BUILD, STAR, arg_a, arg_b, arg_c
from citadels_sim.engine.building import price
from citadels_sim.engine.characters.diplomat import exchange_price
from citadels_sim.engine.characters.marshal import seize_cost
from citadels_sim.engine.characters.rank8 import destroy_price, wall_charge
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import STATE_T

__all__ = ["gold_for"]

GOLD_FOR_SIGNATURE = types.int64(STATE_T, RULES_T, types.int64)


@entry_point(GOLD_FOR_SIGNATURE)
def gold_for(s: State, r: Rules, code: int) -> int:
    """Return the gold that the player on turn would pay for a legal action.

    Parameters
    ----------
    s : record of dtype STATE
        A game at a decision; not changed.
    r : record of dtype RULES
    code : int
        A legal action.

    Returns
    -------
    int
        Gold; -1 for actions that have no price.
    """
    kind = code & 0xFF
    if kind in (A_BUILD, A_TAKE_BUILD):
        return int(price(s, r, s.public.turn_seat, arg_a(code)))
    named = arg_b(code)
    if kind == A_DESTROY:
        return int(destroy_price(s, r, arg_a(code), named & ~STAR, 1 if named & STAR else 0))
    if kind == A_SEIZE:
        return int(seize_cost(r, named) + wall_charge(s, r, arg_a(code), named & ~STAR))
    if kind == A_EXCHANGE:
        return int(exchange_price(s, r, arg_a(code), named, arg_c(code)))
    return -1
