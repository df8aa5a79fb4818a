"""Whether bots can be put on one scale at all, and the words where they cannot."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from citadels_sim.ladder.fit import Choices, by_places
from citadels_sim.ladder.games import Games
from citadels_sim.ladder.outside import FIRST, LAST, LEAST_WINS, without
from citadels_sim.lineups import shown_lineup


def fault(choices: Sequence[Choices], names: Sequence[str]) -> str | None:
    """Explain why the strengths of the bots of some games cannot be estimated.

    Parameters
    ----------
    choices : sequence of Choices
        By places or by wins.
    names : sequence of str
        Every bot.

    Returns
    -------
    str or None
        What is missing and what would be right; None when every bot was placed above others and below others,
        directly or through bots between, so that the strengths have a finite estimate (Ford 1957).
    """
    playing = np.unique(np.concatenate([entry.games.bots for entry in choices]))
    if len(playing) < 2:
        name = names[int(playing[0])]
        lineup = shlex.quote(shown_lineup(f"{name},{'builder' if name == 'random' else 'random'}"))
        return f"only one bot plays ('{name}'); a ladder compares bots. Play a line-up of two or more, such as --bots {lineup}."
    above = _above(choices, len(names))[np.ix_(playing, playing)]
    groups = _groups([names[i] for i in playing], above, "weak")
    if len(groups) > 1:
        one, others = groups[0], [name for group in groups[1:] for name in group]
        return (
            f"{_listed(one)} never met {_listed(others)} at a table, so their strengths cannot be compared. "
            f"Play a line-up with bots of both, such as --bots {shlex.quote(shown_lineup(f'{one[0]},{others[0]}'))}."
        )
    groups = _groups([names[i] for i in playing], above, "strong")
    if len(groups) > 1:
        below, others = _bottom(groups, above, [names[i] for i in playing])
        games = sum(entry.games.games for entry in choices)
        word = "came" if any(_places_count(entry) for entry in choices) else "won"
        return (
            f"in {games:,} games {_listed(below)} never {word} before {_listed(others)}, so the distance between them has no finite "
            f"estimate. Play more games, or add a bot whose strength lies between."
        )
    return None


def at_an_end(parts: Sequence[Games], bots: int) -> dict[int, str]:
    """Find the bots that all places cannot rate: they came before every other bot in every game, or behind.

    Parameters
    ----------
    parts : sequence of Games
    bots : int
        How many bots there are in all.

    Returns
    -------
    dict
        Number of the bot -> in words, why: ``"always came first"``, ``"always came last"``, each counted among the bots that are left.
    """
    out: dict[int, str] = {}
    while True:
        above = _above([by_places(without(part, out)) for part in parts], bots)
        before, behind = above.any(axis=1), above.any(axis=0)
        found = {int(bot): FIRST for bot in np.flatnonzero(before & ~behind)} | {int(bot): LAST for bot in np.flatnonzero(behind & ~before)}
        if not found:
            return out
        out |= found


def few_wins(choices: Sequence[Choices], names: Sequence[str]) -> str | None:
    """Return which bots won too seldom for a strength from wins alone.

    Parameters
    ----------
    choices : sequence of Choices
        By wins.
    names : sequence of str
        Every bot.
    """
    wins = np.zeros(len(names))
    for entry in choices:
        table, order = entry.games.kinds.T
        credit = entry.chosen[order] * entry.games.played[:, None]
        wins += np.bincount(entry.games.tables[table].ravel(), weights=credit.ravel(), minlength=len(names))
    playing = np.unique(np.concatenate([entry.games.bots for entry in choices]))
    few = [names[bot] for bot in playing.tolist() if wins[bot] < LEAST_WINS]
    if not few:
        return None
    games = sum(entry.games.games for entry in choices)
    return f"in {games:,} games {_listed(few)} won fewer than {LEAST_WINS} times, too few to estimate distances. Play more games."


def _above(choices: Sequence[Choices], bots: int) -> NDArray[np.bool_]:
    """Whether the first bot was ever chosen while the second was left, shape (bots, bots)."""
    above = np.zeros((bots, bots), dtype=bool)
    for entry in choices:
        games, whole = entry.games, _places_count(entry)
        table, order = games.kinds.T
        start = np.searchsorted(table, np.arange(len(games.tables)))  # kinds are sorted by table, and each table has some
        for one, other in itertools.permutations(range(games.players), 2):
            there = (games.orders[:, one] > 0) & (games.orders[:, other] > 0)
            before = there & (games.orders[:, one] <= games.orders[:, other]) & (whole | (games.orders[:, one] == 1))
            here = games.tables[np.logical_or.reduceat(before[order], start)]
            above[here[:, one], here[:, other]] = True
    np.fill_diagonal(above, val=False)  # two seats of one bot
    return above


def _places_count(entry: Choices) -> bool:
    """Whether places behind the first one are choices, too."""
    return bool(entry.sets.sum() > len(entry.games.orders))


def _groups(names: Sequence[str], above: NDArray[np.bool_], kind: str) -> list[list[str]]:
    _, labels = connected_components(sparse.csr_array(above), directed=True, connection=kind)
    groups: dict[int, list[str]] = {}
    for name, label in zip(names, labels.tolist(), strict=True):
        groups.setdefault(label, []).append(name)
    return list(groups.values())


def _bottom(groups: list[list[str]], above: NDArray[np.bool_], names: Sequence[str]) -> tuple[list[str], list[str]]:
    """A group that never came before any other, and all the others."""
    for group in groups:
        inside = np.array([name in group for name in names])
        if not above[np.ix_(inside, ~inside)].any():
            return group, [name for name in names if name not in group]
    raise AssertionError("groups that win against each other are one group")


def _listed(names: Sequence[str]) -> str:
    quoted = [f"'{name}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
