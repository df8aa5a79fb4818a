"""Powers that name a character's title, not a player (classic 3)."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine.actions import FIRST, put_each
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.record_types import Legal, Public, Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, RANKS, STATE_T

_EARLY = 2


@rule
def called_before(s: State) -> int:
    """Set of the titles called before that of a later rank than 2 whose turn it is: what it does to them would come too late.

    Of ranks 1 and 2 the cards themselves say whom they may name.
    """
    p = s.public
    return bit(p.turn_rank) - 1 if p.turn_rank > _EARLY else 0


@cold
@rule
def immune_ranks(public: Public, r: Rules, to: int) -> int:
    """Set of the ranks whose character cannot be murdered, or robbed (`TO_MURDER`, `TO_THEFT`), as its card says."""
    ranks = 0
    for rank in range(1, RANKS):
        ranks |= int(has(r.immune[public.cast[rank]], to)) << rank
    return ranks


@rule
def nameable(s: State, r: Rules, barred: int) -> int:
    """Set of the titles that may be named: those of the cast that are not barred (a set of ranks).

    Naming a title that nobody can hold is legal and useless, unless `allow_dead_targets` is off.
    """
    if not r.allow_dead_targets:
        barred |= s.public.face_up
    return int(r.ranks) & ~barred


@typed(signature("int", STATE_T, RULES_T, "int", "int", LEGAL_T, "int"))
def list_titles(s: State, r: Rules, kind: int, barred: int, out: Legal, n: int) -> int:
    """List one action of this kind for each title that may be named."""
    return put_each(out, n, kind, FIRST, nameable(s, r, barred))
