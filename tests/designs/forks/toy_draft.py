"""A draft so small that every effect in it can be worked out exactly, and whose plain win rates mislead.

Three players of unequal standing draft one of four roles each, twice, the leader first; one role is out of each draft. A role adds its
worth to its holder's standing, and the winner is drawn with chances that grow with it. Leaders like the robe, which is worth the least:
whoever holds it wins often, for having led.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl

ROLES = pl.Enum(["anvil", "bell", "cup", "robe"])
WORTH = (0.5, 0.3, 0.2, 0.0)
STANDINGS = ((1.2, 0.4, 0.0), (0.9, 0.5, 0.1))
PLAYERS, ROUNDS, ROBE = 3, 2, 3
NODES = [(round_no, slot) for round_no in range(ROUNDS) for slot in range(PLAYERS)]


class Deal(NamedTuple):
    """A game's luck: the players' standing, and the role that is out of each draft."""

    standing: tuple[float, ...]
    out: tuple[int, ...]


DEALS = [Deal(s, o) for s in STANDINGS for o in itertools.product(range(len(WORTH)), repeat=ROUNDS)]


def liked(standing: list[float], player: int, offered: list[int]) -> int:
    """The bots' policy: a leader takes the robe, others what is worth most."""
    leads = standing[player] == max(standing)
    return ROBE if leads and ROBE in offered else min(offered)


def play(deal: Deal, node: tuple[int, int], forced: int | None = None) -> tuple[int, list[int], int, np.ndarray]:
    """Play a game, with one pick forced; return who picks at the node, from what, what the policy takes, and the chances to win."""
    standing = list(deal.standing)
    for round_no, out in enumerate(deal.out):
        order = sorted(range(PLAYERS), key=lambda i: -standing[i])
        packet = [role for role in range(len(WORTH)) if role != out]
        taken = {}
        for slot, player in enumerate(order):
            role = liked(standing, player, packet)
            if (round_no, slot) == node:
                result = (player, list(packet), role)
                role = role if forced is None else forced
            packet.remove(role)
            taken[player] = role
        standing = [value + WORTH[taken[i]] for i, value in enumerate(standing)]
    chance = np.exp(2 * np.array(standing))
    return *result, chance / chance.sum()


def continuations(deal: Deal, node: tuple[int, int]) -> Iterator[tuple[int, float, bool, int, np.ndarray]]:
    """Role, chance of who picks, whether the policy takes it, who picks, all chances: for every role that could be picked."""
    player, offered, policy, _ = play(deal, node)
    for role in offered:
        chances = play(deal, node, role)[3]
        yield role, float(chances[player]), role == policy, player, chances


def truth() -> tuple[dict[str, float], dict[str, float]]:
    """The exact effect of each role, and its exact win rate less 1/3 among those who pick it."""
    effect, seen, lift, picked = (np.zeros(len(WORTH)) for _ in range(4))
    for deal, node in itertools.product(DEALS, NODES):
        result = list(continuations(deal, node))
        mean = sum(chance for _, chance, *_ in result) / len(result)
        for role, chance, policy, *_ in result:
            effect[role] += chance - mean
            seen[role] += 1
            lift[role] += policy * (chance - 1 / PLAYERS)
            picked[role] += policy
    names = ROLES.categories.to_list()
    return dict(zip(names, effect / seen, strict=True)), dict(zip(names, lift / picked, strict=True))


def forks(nodes: int, replicates: int, seed: int) -> pl.LazyFrame:
    """Sample nodes and fork them with common luck, as a table like `forks` of a run."""
    random = np.random.default_rng(seed)
    rows = []
    for block in range(nodes):
        deal, node = DEALS[random.integers(len(DEALS))], NODES[random.integers(len(NODES))]
        result = list(continuations(deal, node))
        drawn = result[random.integers(len(result))][0]
        for replicate, luck in enumerate(random.random(replicates)):
            for role, _, policy, player, chances in result:
                win = float(np.searchsorted(np.cumsum(chances), luck) == player)
                rows.append((block, node[0] + 1, node[1] + 1, player, role, policy, role == drawn, replicate, win))
    names = ["block", "round", "slot", "seat", "role", "policy", "drawn", "replicate", "win"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return frame.lazy().with_columns(
        pl.lit("toy").cast(pl.Enum(["toy"])).alias("variant"),
        pl.lit(PLAYERS).alias("players"),
        pl.lit("toy").cast(pl.Enum(["toy"])).alias("lineup"),
        pl.lit("toy").alias("bot"),
        pl.lit(pl.Series(ROLES.categories, dtype=ROLES)).gather(pl.col("role")).alias("character"),
        *(pl.lit(0).alias(name) for name in ("rotation", "total", "gold", "hand", "city")),
        *(pl.lit(False).alias(name) for name in ("leader", "last")),
        pl.lit(1).alias("weight"),
    )
