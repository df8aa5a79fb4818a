"""One step of the engine for one table, and what came of the game. The buffers that the engine writes into live here."""

from __future__ import annotations

import threading
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import events_of, new_journal
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.scoring import TIE_NAMES
from citadels_sim.engine.state import new_legal

_buffers: Final = threading.local()


def _scratch() -> tuple[Any, Any]:
    """Return an empty journal and a buffer for legal actions, both good until the next call in the same thread."""
    if not hasattr(_buffers, "pair"):
        _buffers.pair = (new_journal(), new_legal())
    journal, out = _buffers.pair
    journal.n = 0
    return journal, out


def run(state: State, rules: Rules, code: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[Any]]:
    """Let the engine play one action and run on to the next decision.

    Parameters
    ----------
    state : record of dtype STATE
        Changed.
    rules : record of dtype RULES
    code : int
        A legal action, or one that is no player's (`citadels_sim.engine.actions`).

    Returns
    -------
    codes : int64 array, shape (n,)
        What is legal now; n is 0 when the game is over.
    events : array of dtype EVENT
        What happened, in its order.
    """
    journal, out = _scratch()
    n = int(ready(apply)(state, rules, journal, out, code))
    return np.array(out.code[:n], np.int64), events_of(journal)


def result_of(state: State) -> dict[str, Any]:
    """Return how a game ended, as `citadels_sim.Game.result` does.

    Parameters
    ----------
    state : record of dtype STATE
        A game that is over.
    """
    public = state.public
    seats = range(int(public.players))
    fields = {
        "total": public.total,
        "districts": public.pts_districts,
        "types": public.pts_types,
        "completion": public.pts_completion,
        "bonus": public.pts_bonus,
    }
    return {
        "winners": [seat for seat in seats if public.place[seat] == 1],
        "ranking": sorted(seats, key=lambda seat: (int(public.place[seat]), seat)),
        "tie_break": TIE_NAMES[int(public.tie_break)],
        "scores": [{"seat": seat, **{part: int(field[seat]) for part, field in fields.items()}} for seat in seats],
    }
