"""A world that agrees with all that a seat sees and knows: the same table, the same own cards, everything else dealt anew."""

from __future__ import annotations

from citadels_sim.bots.searcher_cards import deal_cards
from citadels_sim.bots.searcher_draft import choose_characters
from citadels_sim.bots.searcher_memory import Thought
from citadels_sim.bots.searcher_seen import one_of
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import rng
from citadels_sim.engine.memory import clear_record, copy_record
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat, State


@rule
def turn_markers(w: State, rules: Rules, seat: int, bot_state: BotState) -> None:
    """Sign one of another's warrants and flower one of another's threats; what has been turned up stays."""
    p = w.public
    rank = rules.rank_of[C.MAGISTRATE]
    owner = w.secret.holder[rank]
    if p.warrants | p.warrant_shown != 0 and owner >= 0 and owner != seat and rules.power[p.cast[rank]] == C.MAGISTRATE:
        w.seat[owner].signed = p.warrant_shown if p.warrant_shown != 0 else one_of(p.warrants, bot_state)
    if p.blackmailer >= 0 and p.blackmailer != seat:
        if p.flower_shown != 0:
            w.seat[p.blackmailer].flowered = p.flower_shown
        elif p.threats != 0:
            w.seat[p.blackmailer].flowered = one_of(p.threats, bot_state)


@rule
def sample_world(t: Thought, public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> None:
    """Fill ``t.world`` with a game that the actor cannot tell from the one it plays; its future has luck of its own.

    Parameters
    ----------
    t : record of dtype THOUGHT
    public, me, rules, legal, n, bot_state
        As a bot gets them.
    """
    w = t.world
    seat = public.actor
    clear_record(w)
    copy_record(w.public, public)
    copy_record(w.seat[seat], me)
    bot_state.rng[1] += 1
    w.secret.seed = rng.mix(bot_state.rng[0], bot_state.rng[1])
    w.secret.bot_key = rng.mix(w.secret.seed, rng.BOT)
    w.secret.draft_seed = w.secret.seed
    deal_cards(w, rules, t, seat, legal, n, bot_state)
    choose_characters(w, rules, t, me, seat, legal, n, bot_state)
    copy_record(w.public, public)
    copy_record(w.seat[seat], me)
    turn_markers(w, rules, seat, bot_state)
