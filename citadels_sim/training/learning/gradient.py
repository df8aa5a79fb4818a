"""Which way to change the weights, so that what turned out better than expected is chosen more often (PPO, arXiv 1707.06347)."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.bots.learner.net import ZERO, U, V, W, Z, add_rows, clear, folded, start_of
from citadels_sim.bots.learner.thought import CANDIDATES, HIDDEN
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.training.learning.episodes import LOG_T, UNSEEN, Log

__all__ = ["SCRATCH", "Goals", "gradient"]


class Goals(NamedTuple):
    """What the gradient weighs.

    Attributes
    ----------
    clip : float
        By what part the chance of an action may change before the decision says no more.
    spread : float
        How much it is worth that actions remain uncertain (entropy).
    prize : float
        How much the chance to win counts beside the choice.
    mean, scale : float
        Of the gains, which are made comparable by them.
    ahead : float
        For how many decisions one counts whose actions were played ahead,
    even : float
        and the chance to win by which an action must be better than another there to be e times as likely in the end,
    alike : float
        and how far all its actions count alike, 0 to 1: the rest counts by their chances.
    """

    clip: float
    spread: float
    prize: float
    mean: float
    scale: float
    ahead: float = 1.0
    even: float = 0.01
    alike: float = 0.05


SCRATCH = np.dtype(
    [
        ("h", np.float32, (HIDDEN,)),
        ("e", np.float32, (HIDDEN,)),
        ("dh", np.float32, (HIDDEN,)),
        ("pre", np.float32, (CANDIDATES * HIDDEN,)),
        ("logit", np.float64, (CANDIDATES,)),
        ("chance", np.float64, (CANDIDATES,)),
        ("slope", np.float64, (CANDIDATES,)),  # by which each logit is to change
        ("sums", np.float64, (4,)),  # entropy, ratio of chances, decisions left out, loss of the chance to win
    ],
    align=True,
)

Scratch: TypeAlias = Any
"""A record of dtype `SCRATCH`."""
_F4, _I8 = types.float32[::1], types.int64[::1]
GOALS_T = types.NamedUniTuple(types.float64, len(Goals._fields), Goals)
GRADIENT_SIGNATURE = types.void(LOG_T, _I8, types.int64, types.int64, GOALS_T, _F4, _F4, types.record(SCRATCH))


@rule
def spread_rows(log: Log, g: Array, base: int, first: int, last: int, dh: Array) -> None:
    """Add what hidden sums should change by to the gradient of the features' weights."""
    for i in range(first, last):
        at = base + start_of(log.row[i])
        x = log.x[i]
        for j in range(HIDDEN):
            g[at + j] += x * dh[j]


@rule
def choices(log: Log, d: int, w: Array, o: Scratch) -> int:
    """Fill in the chances of a decision's actions; return how many there are."""
    first = log.first[d]
    n = log.first[d + 1] - 1 - first
    clear(o.h)
    add_rows(log, w, W, log.state[d], log.at[first], o.h)
    best = -1.0e30
    for k in range(n):
        clear(o.e)
        begin, end = log.at[first + k], log.at[first + k + 1]
        add_rows(log, w, W, begin, end, o.e)
        base = start_of(k)
        for j in range(HIDDEN):
            total = o.h[j] + o.e[j]
            o.pre[base + j] = total
            o.e[j] = (total if total > ZERO else ZERO) * w[V + j]
        logit = float(folded(o.e))
        for i in range(begin, end):
            logit += float(log.x[i]) * float(w[U + int(log.row[i])])
        o.logit[k] = logit
        best = max(best, logit)
    total = 0.0
    for k in range(n):
        o.chance[k] = math.exp(o.logit[k] - best)
        total += o.chance[k]
    for k in range(n):
        o.chance[k] /= total
    return int(n)


@rule
def spread_choice(log: Log, first: int, k: int, part: Any, w: Array, g: Array, o: Scratch) -> None:
    """Add what the logit of action k of a decision should change by to the gradient of the weights that it comes from."""
    begin, end = log.at[first + k], log.at[first + k + 1]
    for i in range(begin, end):
        g[U + int(log.row[i])] += part * log.x[i]
    base = start_of(k)
    for j in range(HIDDEN):
        pre = o.pre[base + j]
        on = pre if pre > ZERO else ZERO
        g[V + j] += part * on
        o.e[j] = part * w[V + j] if pre > ZERO else ZERO
        o.dh[j] += o.e[j]
    spread_rows(log, g, W, begin, end, o.e)


@rule
def seen_ahead(log: Log, first: int, n: int, o: Scratch) -> float:
    """Return how likely an action is that was played ahead, 0 where none was."""
    seen = 0.0
    if log.ahead.shape[0] > 0:
        for k in range(n):
            if log.ahead[first + k] != UNSEEN:
                seen += o.chance[k]
    return seen


@rule
def pull_all(log: Log, first: int, n: int, seen: float, goals: Goals, o: Scratch) -> None:
    """Draw the logits of the actions that were played ahead towards their results, in units of `Goals.even`.

    By the squared error of what they differ by. Unlike a pull by the chances alone, it reaches an action that is hardly ever taken: what
    nobody expects may be best.
    """
    tried = 0
    for k in range(n):
        if log.ahead[first + k] != UNSEEN:
            tried += 1
    mean = 0.0
    for k in range(n):
        if log.ahead[first + k] != UNSEEN:
            weight = goals.alike / tried + (1.0 - goals.alike) * o.chance[k] / seen
            o.slope[k] = float(log.ahead[first + k]) - goals.even * o.logit[k]
            mean += weight * o.slope[k]
    for k in range(n):
        if log.ahead[first + k] != UNSEEN:
            weight = goals.alike / tried + (1.0 - goals.alike) * o.chance[k] / seen
            o.slope[k] = goals.ahead / goals.scale * weight * (o.slope[k] - mean)


@rule
def pull_chosen(log: Log, d: int, n: int, goals: Goals, o: Scratch) -> None:
    """Let the action that was chosen become likelier by how much better the game came out than expected."""
    chosen = log.chosen[d]
    gain = (float(log.gain[d]) - goals.mean) / goals.scale
    ratio = o.chance[chosen] / max(1.0e-8, float(log.chance[d]))
    pull = gain * ratio
    if (gain > 0.0 and ratio > 1.0 + goals.clip) or (gain < 0.0 and ratio < 1.0 - goals.clip):
        pull = 0.0
        o.sums[2] += 1.0
    o.sums[1] += ratio
    for k in range(n):
        o.slope[k] = pull * ((1.0 if k == chosen else 0.0) - o.chance[k])


@rule
def policy_gradient(log: Log, d: int, goals: Goals, w: Array, g: Array, o: Scratch) -> None:
    """Add one decision's part that concerns the choice."""
    n = choices(log, d, w, o)
    first = log.first[d]
    for k in range(n):
        o.slope[k] = 0.0
    seen = seen_ahead(log, first, n, o)
    if seen > 0.0:
        pull_all(log, first, n, seen, goals, o)
        spread = 0.0
    else:
        pull_chosen(log, d, n, goals, o)
        spread = goals.spread
    entropy = 0.0
    for k in range(n):
        if o.chance[k] > 1.0e-12:
            entropy -= o.chance[k] * math.log(o.chance[k])
    o.sums[0] += entropy
    clear(o.dh)
    for k in range(n):
        slope = o.slope[k]
        if o.chance[k] > 1.0e-12:
            slope -= spread * o.chance[k] * (math.log(o.chance[k]) + entropy)
        spread_choice(log, first, k, np.float32(slope), w, g, o)


@rule
def value_gradient(log: Log, d: int, goals: Goals, w: Array, g: Array, o: Scratch) -> None:
    """Add one decision's part that concerns the chance to win; the hidden layer is that of `policy_gradient`."""
    z = Z + start_of(log.size[4])
    for j in range(HIDDEN):
        total = o.h[j]
        o.e[j] = (total if total > ZERO else ZERO) * w[z + j]
    value = 1.0 / (1.0 + math.exp(-float(folded(o.e))))
    aim = float(log.aim[d])
    o.sums[3] -= aim * math.log(max(value, 1.0e-9)) + (1.0 - aim) * math.log(max(1.0 - value, 1.0e-9))
    part = np.float32(goals.prize * (aim - value))
    for j in range(HIDDEN):
        pre = o.h[j]
        on = pre if pre > ZERO else ZERO
        g[z + j] += part * on
        o.dh[j] += part * w[z + j] if pre > ZERO else ZERO


@entry_point(GRADIENT_SIGNATURE, vectorise=True, unlocked=True)
def gradient(log: Log, order: Array, first: int, last: int, goals: Goals, w: Array, g: Array, o: Scratch) -> None:
    """Sum the gradient over the decisions ``order[first:last]`` of a log.

    Parameters
    ----------
    log : Log
    order : int64 array
        Numbers of decisions.
    first, last : int
    goals : Goals
    w : float32 array, shape (SIZE,)
    g : float32 array, shape (SIZE,)
        To which the gradient is added.
    o : record of dtype SCRATCH
        To whose ``sums`` is added.
    """
    for i in range(first, last):
        d = order[i]
        policy_gradient(log, d, goals, w, g, o)
        value_gradient(log, d, goals, w, g, o)
        spread_rows(log, g, W, log.state[d], log.at[log.first[d]], o.dh)
