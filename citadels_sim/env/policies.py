"""A bot of a policy that was trained here: what an environment shows is shown to it at the table of a tournament."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from citadels_sim.bots import Bot
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, ready
from citadels_sim.engine.actions import A_EXCHANGE, arg_a
from citadels_sim.engine.record_types import Public, Seat
from citadels_sim.engine.state import PUBLIC_T, SEAT_T
from citadels_sim.env.fields import SIZE
from citadels_sim.env.numbering import ACTIONS, EXCHANGE_FOR, index_of
from citadels_sim.env.observing import observe

Policy = Callable[[dict[str, npt.NDArray[Any]], random.Random], int]
"""``policy(observation, rng) -> action``: ``observation`` and ``action_mask`` as the environments give them, a generator."""

SHOW_SIGNATURE = types.void(PUBLIC_T, SEAT_T, types.int64[::1], types.int64, types.int16[:, ::1], types.int64[::1])


@entry_point(SHOW_SIGNATURE)
def show(public: Public, me: Seat, codes: Any, exchanged: int, x: Any, indices: Any) -> None:
    """Write what the deciding seat sees to the first row of `x`, and the index of each legal action, -1 for those that are none now."""
    actor, players = int(public.actor), int(public.players)
    observe(x, 0, public, me, actor, True, exchanged)
    for k in range(codes.shape[0]):
        code = codes[k]
        indices[k] = -1
        if exchanged >= 0:
            if code & 0xFF != A_EXCHANGE or arg_a(code) != exchanged:
                continue
            code = EXCHANGE_FOR | (code >> 16) << 8
        indices[k] = index_of(code, actor, players)


class _Chooser:
    """Queries a policy for one decision, twice for the Diplomat's exchange."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def __call__(self, view: dict[str, Any], legal: tuple[str, ...], rng: random.Random) -> str:
        raise TypeError("a policy is queried by `from_records`")

    def from_records(self, public: Public, me: Seat, codes: Any, rng: random.Random) -> int:
        """Return the engine's action that the policy chooses.

        Parameters
        ----------
        public, me : records of dtypes PUBLIC and SEAT
            What everybody sees, and what the deciding seat alone knows; not changed.
        codes : int64 array, shape (n,)
            The legal actions.
        rng : random.Random

        Raises
        ------
        ValueError
            If the policy chooses what is not legal.
        """
        listed = np.ascontiguousarray(codes, np.int64)
        exchanged = -1
        while True:
            x, indices = np.zeros((1, SIZE), np.int16), np.zeros(len(listed), np.int64)
            ready(show)(public, me, listed, exchanged, x, indices)
            chosen = np.flatnonzero(indices == self._query(x[0], indices, rng))
            code = int(listed[chosen[0]])
            if code & 0xFF != A_EXCHANGE or exchanged >= 0 or len(chosen) == 1:
                return code
            exchanged = int(arg_a(code))

    def _query(self, seen: npt.NDArray[np.int16], indices: npt.NDArray[np.int64], rng: random.Random) -> int:
        legal = np.unique(indices[indices >= 0])
        if len(legal) == 1:  # as the environments, which never query where there is no choice
            return int(legal[0])
        mask = np.zeros(ACTIONS, np.int8)
        mask[legal] = 1
        chosen = self._policy({"observation": seen, "action_mask": mask}, rng)
        action = int(chosen)
        if action != chosen:
            raise ValueError(f"the policy chose {chosen!r}, which is no whole number")
        if not 0 <= action < ACTIONS or not mask[action]:
            raise ValueError(f"the policy chose the action {action}, which is not legal; legal are {', '.join(map(str, legal))}")
        return action


def policy_bot(policy: Policy, name: str = "policy", doc: str = "plays a policy that was trained on the environment") -> Bot:
    """Make a bot of a policy, for ``citadels run --bots FILE.py:NAME`` and everything else that seats bots.

    Parameters
    ----------
    policy : callable
        See `Policy`. It must not keep anything from one decision to the next.
    name, doc : str

    Returns
    -------
    Bot
        In plain Python, some hundred times slower than a compiled one.
    """
    return Bot(name=name, doc=doc, choose=_Chooser(policy), compiled=False)
