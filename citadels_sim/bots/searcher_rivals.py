"""Who plays the worlds at the other seats: the bots that really sit there, where the searcher is to know them, else a fast bot.

They are called for games that were made up, with what their seat sees in those, so that nothing comes out of it that the searcher may not
know; and with a copy of their state, so that nothing changes in the real game. A rival that searches itself would take too long: the fast
bot takes its place, and whom it picks and names is imitated where that has been learned (`searcher_imitation`).
"""

from __future__ import annotations

from citadels_sim.bots.learner import PLAYER_PARAMETERS
from citadels_sim.bots.searcher_imitation import NOTHING, imitated, imitated_kind, is_imitated, may_imitate
from citadels_sim.bots.searcher_memory import Thought, player
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import bit
from citadels_sim.engine.loop import kept_bot, lineup_at
from citadels_sim.engine.memory import copy_record
from citadels_sim.engine.record_types import BotState, Rules, State
from citadels_sim.engine.state import SEATS

KNOWS = len(PLAYER_PARAMETERS) + 6
"""Position of the parameter that says whether the searcher knows its rivals."""


@rule
def seat_rivals(t: Thought, players: int, seat: int, bot_state: BotState) -> None:
    """Note who plays the worlds of a seat that thinks."""
    for other in range(SEATS):
        t.chooser[other] = 0
    t.imitated = 0
    t.as_learner = 0
    if bot_state.parameters[KNOWS] == 0.0 or bot_state.lineup == 0:
        return
    lineup = lineup_at(bot_state.lineup)
    for other in range(players):
        position = lineup.position[other]
        if lineup.chooser[position] == lineup.chooser[lineup.position[seat]]:
            if other != seat and may_imitate(lineup.bot[position], bot_state):
                t.imitated |= bit(other)
        else:
            t.chooser[other] = lineup.chooser[position]
            copy_record(t.rival[other], lineup.bot[position])
            t.rival[other].lineup = 0  # it knows nobody: no bot thinks of one that thinks of it
    if t.imitated != 0:  # it is a searcher itself, and will pick and name more as such a one than as the fast bot
        t.imitated |= bit(seat)


@rule
def answer(t: Thought, s: State, rules: Rules, n: int, bot_state: BotState) -> int:
    """Return the index of what a world's acting seat chooses of the n actions in ``t.legal``; the luck is the thinking bot's."""
    seat = s.public.actor
    if t.chooser[seat] == 0:
        kind = imitated_kind(t.legal, n) if is_imitated(t, seat) else NOTHING
        index = imitated(t, s, rules, kind, n, bot_state) if kind != NOTHING else NOTHING
        if index != NOTHING:
            return index
        return int(player(s.public, s.seat[seat], rules, t.legal, n, bot_state))
    rival = t.rival[seat]
    rival.rng[0] = bot_state.rng[0]
    rival.rng[1] = bot_state.rng[1]
    choose = kept_bot(t.chooser[seat])
    index = choose(s.public, s.seat[seat], rules, t.legal, n, rival)
    bot_state.rng[1] = rival.rng[1]
    return int(index)
