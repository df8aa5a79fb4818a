"""Rank 1: Assassin, Witch. The Magistrate has a module of his own."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_BEWITCH, A_MURDER, USED_POWER
from citadels_sim.engine.bits import bit
from citadels_sim.engine.characters.naming import immune_ranks, list_titles
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import TO_MURDER


@rule
def up_to(s: State) -> int:
    """Set of the ranks up to that whose turn it is: its own, and those for which it comes too late."""
    return 2 * bit(s.public.turn_rank) - 1


@rule
def assassin_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the titles the Assassin may name: any but her own (classic 3.1 Assassin), and none that is immune (`characters.NAME.immune`)."""
    if s.public.used & USED_POWER != 0:
        return n
    immune = immune_ranks(s.public, r, TO_MURDER) if r.immunity != 0 else 0
    return list_titles(s, r, A_MURDER, up_to(s) | immune, out, n)


@cold
@rule
def murder(s: State, r: Rules, j: Journal, rank: int) -> None:
    """Name the character that loses its turn, or what its card says (`characters.assassin.murder`)."""
    p = s.public
    p.murdered = rank
    p.used |= USED_POWER
    journal.log(s, j, journal.MURDER, p.turn_seat, p.turn_card, -1, p.cast[rank], -1, 0, 0, r.assassin_murder[p.turn_char])


@rule
def witch_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the titles the Witch may name: any but her own (classic 3.2 Witch)."""
    return list_titles(s, r, A_BEWITCH, up_to(s), out, n)


@rule
def bewitch(s: State, j: Journal, rank: int) -> None:
    """Name the character that the Witch will play; her turn waits until it is called."""
    p = s.public
    p.bewitched = rank
    p.used |= USED_POWER
    journal.log(s, j, journal.BEWITCH, p.turn_seat, p.turn_card, -1, p.cast[rank], -1, 0, 0, 0)
