"""`planner`: the strong heuristic, a module for each thing that it thinks of.

- `findings` is the record of what is worked out once for a decision.
- `guess` works out who holds what, from what the seat was offered and passed on and from what serves whom.
- `worth` values each character by the gold, the cards and the buildings that it brings this turn to the hand and purse that the seat has.
- `draft` picks by that worth, less what murder and theft are likely to cost, plus what the others do not get of it.
- `mixing` draws lots among what is nearly as good, so that little is gained by foreseeing the choice; `aims` names titles so.
- `build` gathers, keeps and builds for several turns ahead, for points alone in the last one, and does not end a game that it would lose.
- `effects` destroys, bewitches and swaps; `turn` puts all of it in order; what is rare is left to the rules of thumb of `builder`.
- `weights` holds the numbers by which it judges.
"""

from __future__ import annotations

from citadels_sim.bots.answers import answer
from citadels_sim.bots.greedy_turn import deciding
from citadels_sim.bots.interface import Bot, compiled_bot
from citadels_sim.bots.planner.build import keep, take
from citadels_sim.bots.planner.draft import pick
from citadels_sim.bots.planner.turn import choose_after, choose_gathering
from citadels_sim.bots.planner.weights import PARAMETERS, SPITE
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat


@rule
def reply(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Answer any other question as `builder` does."""
    return answer(public, me, rules, legal, n, bot_state, bot_state.parameters[SPITE])


decide = deciding(choose_gathering, choose_after, pick, keep, take, reply)


@compiled_bot
def choose_planner(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as the modules say."""
    return decide(public, me, rules, legal, n, bot_state)


PLANNER = Bot(
    name="planner",
    doc="plans: values characters by its own hand, infers who holds which character, mixes choices, plans for the last round",
    choose=choose_planner,
    parameters=PARAMETERS,
    games_per_second=20_000.0,
)
