"""`searcher`: thinks by playing. Deals anew what it cannot see, many times, and plays the promising actions out in each such world.

A fast bot sits at every seat there for the rest of the round. Every action meets the same worlds with the same luck, and the worse half of
them is dropped again and again, so that most of the budget goes to the best. Where `learner` knows the rules, it says which actions are
promising and how likely the seat wins when it decides again in the next round, and whom it picks and names is drawn by lot, what is
better being likelier (`searcher_learned`). Elsewhere the fast bot proposes, the chance to win at the round's end is known from many games
of three editions (`searcher_value`), and the best is taken.

With ``knows=1`` the bots that really sit there play the other seats of the worlds, or what imitates them (`searcher_rivals`).
docs/bots.md says what was measured and tried.
"""

from __future__ import annotations

from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.learner import PLAYER_PARAMETERS
from citadels_sim.bots.learner.foresee import foreseen
from citadels_sim.bots.learner.net import LEARNERS
from citadels_sim.bots.searcher_learned import LIKELY, drawn_by_strength, has_learned, propose_learned, strongest
from citadels_sim.bots.searcher_memory import CALLS, CANDIDATES, Thought, add_candidate, apply, new_thought, no_journal, player
from citadels_sim.bots.searcher_rivals import answer, seat_rivals
from citadels_sim.bots.searcher_value import chance
from citadels_sim.bots.searcher_worlds import sample_world
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.loop import ROUND_CAP, bot_stream
from citadels_sim.engine.memory import copy_record
from citadels_sim.engine.record_types import BotState, Journal, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import mix, next_below, next_unit
from citadels_sim.engine.scoring import share_of_win

# Positions of the parameters; the first ones are those of the bot that plays the worlds.
PLAYOUTS = len(PLAYER_PARAMETERS)
MARGIN = PLAYOUTS + 1
ROUNDS = PLAYOUTS + 2
MIXING = PLAYOUTS + 3
PRIOR = PLAYOUTS + 4
PROPOSALS = 6


@rule
def propose(t: Thought, public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> None:
    """Note what to compare: what the learner finds likely; else what the fast bot would do, and all there is, or as many as have room."""
    if has_learned(bot_state):
        propose_learned(t, public, me, rules, legal, n, bot_state, LIKELY)
        return
    t.candidates = 0
    for _ in range(PROPOSALS if n > 2 else 1):
        add_candidate(t, legal, player(public, me, rules, legal, n, bot_state))
    if n <= CANDIDATES:
        for i in range(n):
            add_candidate(t, legal, i)
        return
    for _ in range(4 * CANDIDATES):
        add_candidate(t, legal, next_below(bot_state, n))


@rule
def play_out(t: Thought, rules: Rules, j: Journal, seat: int, code: int, bot_state: BotState) -> float:
    """Play an action in a copy of the world, and some rounds by the fast bot; return the win chance at their end."""
    s = t.play
    copy_record(s, t.world)
    last = s.public.round_no + int(bot_state.parameters[ROUNDS]) - 1
    if bot_state.parameters[ROUNDS] == 0.0:
        last = ROUND_CAP
    t.playouts += 1
    n = apply(s, rules, j, t.legal, code)
    while s.public.over == 0:
        if s.public.round_no > last and not has_learned(bot_state):
            return chance(s, rules, t, seat)
        actor = s.public.actor
        if n == 1:
            n = apply(s, rules, j, t.legal, t.legal.code[0])
            continue
        bot_stream(s, actor, bot_state)
        if s.public.round_no > last and actor == seat and has_learned(bot_state):
            return foreseen(t.learner, bot_state, s, rules, t.legal, n, LEARNERS)
        n = apply(s, rules, j, t.legal, t.legal.code[answer(t, s, rules, n, bot_state)])
    return share_of_win(s.public, seat)


@rule
def drop_worse_half(t: Thought, prior: float) -> None:
    """Keep the better half of the candidates, the first one always; all have been played alike often. What was likely has a start."""
    keep = max(2, (t.candidates + 1) // 2)
    while t.candidates > keep:
        worst = 1
        for i in range(2, t.candidates):
            if t.value[i] + prior * t.prior[i] < t.value[worst] + prior * t.prior[worst]:
                worst = i
        last = t.candidates - 1
        t.index[worst] = t.index[last]
        t.code[worst] = t.code[last]
        t.value[worst] = t.value[last]
        t.prior[worst] = t.prior[last]
        t.candidates = last


@rule
def halvings(candidates: int) -> int:
    """How often a number of candidates is compared until two are left and have been compared."""
    n = 1
    while candidates > 2:
        candidates = max(2, (candidates + 1) // 2)
        n += 1
    return n


@rule
def is_guess(t: Thought) -> bool:
    """Tell whether somebody may try to foresee the choice: a character to pick, to murder or to rob."""
    for i in range(t.candidates):
        kind = t.code[i] & 0xFF
        if kind == a.A_PICK or kind == a.A_MURDER or kind == a.A_ROB:
            return True
    return False


@rule
def search(t: Thought, public: Public, me: Seat, rules: Rules, legal: Legal, n: int, j: Journal, bot_state: BotState) -> int:
    """Compare the candidates on common worlds, halving their number; return the index of the best."""
    key = bot_state.rng[0]
    seat = public.actor
    learned = has_learned(bot_state)
    guess = learned and is_guess(t)
    stages = 1 if guess else halvings(t.candidates)
    budget = bot_state.parameters[PLAYOUTS] / stages
    world = 0
    t.playouts = 0
    t.compared = t.candidates
    seat_rivals(t, public.players, seat, bot_state)
    for stage in range(stages):
        worlds = max(1, int(budget / t.candidates))
        for _ in range(worlds):
            world += 1
            bot_state.rng[0] = mix(key, 1000 + world)
            bot_state.rng[1] = 0
            sample_world(t, public, me, rules, legal, n, bot_state)
            for i in range(t.candidates):
                t.value[i] += play_out(t, rules, j, seat, t.code[i], bot_state)
        if stage + 1 < stages:
            drop_worse_half(t, bot_state.parameters[PRIOR] * world)
    bot_state.rng[0] = key
    if learned:
        best = strongest(t, world, bot_state.parameters[PRIOR])
        if guess and next_unit(bot_state) < bot_state.parameters[MIXING]:
            best = drawn_by_strength(t, best, bot_state)
        return int(t.index[best])
    best = 0
    for i in range(1, t.candidates):
        if t.value[i] > t.value[best] + (bot_state.parameters[MARGIN] * world if best == 0 else 0.0):
            best = i
    return int(t.index[best])


def choose_searcher(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as the module says."""
    if n == 1:
        return 0
    t = new_thought()
    j = no_journal()
    j.n = 0
    j.capacity = 0
    propose(t, public, me, rules, legal, n, bot_state)
    if t.candidates == 1:
        return int(t.index[0])
    return search(t, public, me, rules, legal, n, j, bot_state)


choose_searcher = compiled_bot(choose_searcher, CALLS, vectorise=True)


SEARCHER = Bot(
    name="searcher",
    doc="simulates promising actions in worlds consistent with what it sees",
    choose=choose_searcher,
    parameters=(
        *PLAYER_PARAMETERS,
        Parameter("playouts", 500, 1, 1_000_000, "games simulated per decision"),
        Parameter("margin", 0.0, 0.0, 1.0, "least advantage over the fast bot's action for another one, where the fast bot proposes"),
        Parameter("rounds", 1, 0, 300, "rounds simulated, including the present one; 0: to the end"),
        Parameter("mixing", 1.0, 0.0, 1.0, "how often it draws picks and names by lot, where it uses `learner`"),
        Parameter("prior", 0.02, 0.0001, 10.0, "win chance that outweighs e times the chance with `learner`"),
        Parameter("asks", 1.0, 0.0, 1.0, "1: uses `learner` where it knows the rules, 0: never"),
        Parameter("knows", 0.0, 0.0, 1.0, "1: simulates other seats with the bots that sit there, 0: with the fast bot"),
    ),
    learns=True,
    plays_unlearned=True,
    imitates=True,
    games_per_second=15.0,
)
