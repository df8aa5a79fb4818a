"""`learner`: plays what it has learned, for the rules that its weights were trained on (`citadels train`).

- `layout` numbers the features, `table_features` and `action_features` note them: what the rules file alone determines, nothing fitted.
- `net` weighs them; `thought` is the memory that this takes; `weights_file` reads and writes weights.
- `thinking` plays picks and names ahead, where the parameter `think` asks for it.

One of the features is what `planner` would do: untrained, the learner plays nearly as it does. It draws its choices of whom to pick and to
name by their chances, which training has mixed so that nobody gains by foreseeing them; elsewhere it does what it likes best.
"""

from __future__ import annotations

from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.learner.action_features import note_action
from citadels_sim.bots.learner.barred import SHARP, is_barred
from citadels_sim.bots.learner.last_turn import CALLS as LOOKS_AHEAD_WITH
from citadels_sim.bots.learner.last_turn import best_last, may_end_the_game
from citadels_sim.bots.learner.net import LEARNERS, SIZE, judge, win_chance
from citadels_sim.bots.learner.table_features import note_table
from citadels_sim.bots.learner.thought import CANDIDATES, FEATURES, Thought, new_thought
from citadels_sim.bots.planner import PLANNER
from citadels_sim.bots.planner.aims import weigh
from citadels_sim.bots.planner.findings import new_findings
from citadels_sim.bots.planner.guess import guess, know_nothing
from citadels_sim.bots.planner.weights import TRUST
from citadels_sim.bots.planner.worth import look_at_hand
from citadels_sim.catalogue import CHARACTERS
from citadels_sim.compiler.decorators import by_symbol, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit
from citadels_sim.engine.memory import weights_of
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_below, next_unit

MOST_AHEAD = 2_000
"""Most games that it plays ahead at a decision."""

CALLS = (PLANNER.choose,)
_proposal = by_symbol(PLANNER.choose)
_ROOM = FEATURES - 64
_KINDS_BITS = 63
_CHARACTER_CHOICES = sum(1 << kind for kind in (a.A_PICK, a.A_DISCARD_CHARACTER, a.A_MURDER, a.A_ROB, a.A_BEWITCH))


@rule
def chooses_character(code: int) -> bool:
    """Return whether an action picks, lays down, murders, robs or bewitches a character."""
    kind = code & 0xFF
    return bool(kind < _KINDS_BITS and (_CHARACTER_CHOICES >> kind) & 1 == 1)


@rule
def about_characters(legal: Legal, n: int) -> bool:
    """Return whether there is a character to pick or to name among the actions."""
    for i in range(n):
        if chooses_character(legal.code[i]):
            return True
    return False


@rule
def list_candidates(t: Thought, public: Public, me: Seat, legal: Legal, n: int, bot_state: BotState) -> None:
    """Note which actions to compare: all, or the proposal and others drawn at random, as many as there is room for; what is barred not."""
    t.candidates = 0
    if n > CANDIDATES:
        t.index[0] = t.proposal
        t.candidates = 1
    chance = CANDIDATES / n
    for i in range(n):
        if t.candidates == CANDIDATES:
            return
        if n > CANDIDATES and (i == t.proposal or next_unit(bot_state) > chance):
            continue
        if not is_barred(public, me, legal.code[i], bot_state):
            t.index[t.candidates] = i
            t.candidates += 1
    if t.candidates == 0:  # nothing else can be done
        t.index[0] = next_below(bot_state, n)
        t.candidates = 1


@rule
def consider(t: Thought, public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> None:
    """Note the features of the table and of the actions to compare."""
    t.proposal = _proposal(public, me, rules, legal, n, bot_state)
    list_candidates(t, public, me, legal, n, bot_state)
    note_candidates(t, public, me, rules, legal, n, bot_state)


@rule
def note_candidates(t: Thought, public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> None:
    """Note the features of the table and of the candidates."""
    note_table(t, public, me, rules, legal, n)
    findings = new_findings()
    if about_characters(legal, n):
        packet = 0
        if public.decision == a.PICK or public.decision == a.DISCARD_CHARACTER:
            for i in range(n):
                packet |= bit(a.arg_a(legal.code[i]))
        guess(findings, public, me, rules, public.actor, packet, bot_state.parameters[TRUST])
        weigh(findings, public, bot_state)
        look_at_hand(findings, public, me, rules)
    else:
        know_nothing(findings, public)
    aim = (findings, t.order[0])
    t.start[0] = t.n
    for k in range(t.candidates):
        if t.n < _ROOM:
            index = t.index[k]
            note_action(t, public, me, rules, aim, legal.code[index], index == t.proposal, bot_state)
        t.start[k + 1] = t.n


@rule
def drawn(t: Thought, luck: float) -> int:
    """The candidate that falls to some luck, 0 to 1, by the chances."""
    total = 0.0
    for k in range(t.candidates):
        total += t.chance[k]
        if luck < total:
            return k
    return int(t.candidates - 1)


@rule
def likeliest(t: Thought) -> int:
    """The candidate of the greatest chance."""
    best = 0
    for k in range(1, t.candidates):
        if t.chance[k] > t.chance[best]:
            best = k
    return best


def choose_learner(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as the module says; with no weights, as `planner`."""
    if n == 1:
        return 0
    if bot_state.weights_n != SIZE:
        return int(_proposal(public, me, rules, legal, n, bot_state))
    t = new_thought()
    consider(t, public, me, rules, legal, n, bot_state)
    if t.candidates == 1:
        return int(t.index[0])
    judge(t, weights_of(bot_state))
    if next_unit(bot_state) < bot_state.parameters[SHARP] and not about_characters(legal, n):
        liked = likeliest(t)
    else:
        liked = drawn(t, next_unit(bot_state))
    if may_end_the_game(public, me, rules):
        liked = best_last(t, public, me, rules, legal, liked, win_chance(t, weights_of(bot_state), LEARNERS), bot_state)
    return int(t.index[liked])


choose_learner = compiled_bot(choose_learner, LOOKS_AHEAD_WITH, vectorise=True)

PLAYER_PARAMETERS = (
    *PLANNER.parameters,
    Parameter("sharp", 1.0, 0.0, 1.0, "how often it takes its best action, except when picking or naming a character"),
    Parameter("never_takes", 0, 0, len(CHARACTERS), "code of a character that it takes only if it must; 0: none"),
    Parameter("never_does", 0, 0, 7, "1: never murders or bewitches, 2: never robs, 4: never destroys; or their sum"),
)
"""How it plays, without thinking ahead."""

LEARNER = Bot(
    name="learner",
    doc="plays by weights learned from its own games, for the rules that it was trained on",
    choose=choose_learner,
    parameters=(
        *PLAYER_PARAMETERS,
        Parameter("think", 0, 0, MOST_AHEAD, "games simulated before it picks or names a character; 0: none"),
    ),
    learns=True,
    games_per_second=3_000.0,
)
