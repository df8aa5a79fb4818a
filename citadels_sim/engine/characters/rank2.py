"""Rank 2: Thief. Spy, Blackmailer and the Tax Collector, of rank 2 or 9, have modules of their own."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_ROB, USED_POWER
from citadels_sim.engine.bits import bit, has, share_of
from citadels_sim.engine.characters.holders import card_with
from citadels_sim.engine.characters.naming import called_before, immune_ranks, list_titles
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import TO_THEFT
from citadels_sim.variants.switches import reading

_NOT_RANK_1 = reading("thief_targets", "not_rank_1")
_WITCH_BARRED = reading("thief_vs_witch", "forbidden")


@rule
def thief_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the titles the Thief may name: not the Assassin (or any rank 1), not himself, not the murdered or bewitched one.

    Source: classic 3.1 Thief, 3.2 Witch (`thief_targets`, `thief_vs_witch`).
    """
    p = s.public
    if p.used & USED_POWER != 0:
        return n
    barred = bit(p.turn_rank) | bit(p.murdered) | called_before(s)
    if r.thief_targets == _NOT_RANK_1:
        barred |= bit(1)
    elif card_with(s, r, C.ASSASSIN) != 0:
        barred |= bit(r.rank_of[C.ASSASSIN])
    if r.thief_vs_witch == _WITCH_BARRED:
        barred |= bit(p.bewitched)
        if card_with(s, r, C.WITCH) != 0:
            barred |= bit(r.rank_of[C.WITCH])
    if r.immunity != 0:
        barred |= immune_ranks(p, r, TO_THEFT)
    return list_titles(s, r, A_ROB, barred, out, n)


@cold
@rule
def rob(s: State, j: Journal, rank: int) -> None:
    """Name the character to be robbed when it is called; the gold goes to whoever acts as the Thief."""
    p = s.public
    p.robbed = rank
    p.thief = p.turn_seat
    p.used |= USED_POWER
    journal.log(s, j, journal.ROB, p.turn_seat, p.turn_card, -1, p.cast[rank], -1, 0, 0, 0)


@cold
@rule
def limited(r: Rules, character: int, gold: int) -> int:
    """What a Thief takes of so much gold by its card: a share, and no more than so much."""
    loot = share_of(gold, r.thief_share[character])
    most = r.thief_most[character]
    return int(loot if most < 0 else min(loot, most))


@rule
def steal(s: State, r: Rules, j: Journal, seat: int, rank: int) -> None:
    """Give the Thief the gold, all by the card, of the player whose robbed character has just been called (classic 3.1 Thief).

    One's own second character loses nothing (two and three players).
    """
    p = s.public
    if not has(r.powers, C.THIEF):
        return
    robbed = (p.robbed == rank) & (p.thief >= 0) & (p.thief != seat)
    loot = int(p.gold[seat] & -int(robbed))
    if r.thief_limited != 0:
        loot = limited(r, p.cast[r.rank_of[C.THIEF]], loot)
    p.gold[seat] -= loot
    p.gold[max(p.thief, 0)] += loot
    if j.capacity != 0 and robbed:
        card = card_with(s, r, C.THIEF if s.secret.holder[r.rank_of[C.THIEF]] == p.thief else C.WITCH)
        journal.log(s, j, journal.STEAL, p.thief, card, seat, p.cast[rank], -1, loot, 0, 0)
