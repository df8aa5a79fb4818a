"""The compiled loop over games forked at a pick of one character, with each combination of the parts of its card.

The node is a pick at which the character could be picked, drawn as in `lab.forking`. Every character that is there is picked, as in any
fork. The one that is asked about is picked once more for each combination of its parts that are on: until the round is over the game is
played by rules in which the others are off, then by those of the table again. So all continuations share the node and the luck, and what
differs between two is what the part does in this one round.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine.actions import arg_a
from citadels_sim.engine.loop import DEALS_T, TABLE_T, WHOLE_GAME, Until, play_on, play_until
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.lab.fork_records import FORKS_T, QUESTION_T
from citadels_sim.lab.forking import play_options, reach_node
from citadels_sim.lab.nodes import copy_memory, other_luck


class Split(NamedTuple):
    """What is split, and what comes of it.

    Attributes
    ----------
    character : int
        Its code.
    rules : uint8 array, shape (size,)
        Memory of the table's rules, which is as it was at the end.
    combinations : uint8 array, shape (2**parts, size)
        The rules with each combination of parts on; the last one has all.
    wins : float64 array, shape (n, replicates, 2**parts)
        Win credit of who picks it; written to.
    """

    character: int
    rules: Any
    combinations: Any
    wins: Any


SPLIT_T = types.NamedTuple((types.int64, types.uint8[::1], types.uint8[:, ::1], types.float64[:, :, ::1]), Split)
WHY_SIGNATURE = types.void(TABLE_T, types.uint8[::1], DEALS_T, QUESTION_T, FORKS_T, SPLIT_T)


@rule
def pick_of(forks: Any, g: int, options: int, character: int) -> int:
    """Return the option that picks a character; the node has one."""
    for i in range(options):
        if forks.casts[g, arg_a(forks.codes[g, i])] == character:
            return int(forks.codes[g, i])
    return 0


@entry_point(WHY_SIGNATURE, unlocked=True)
def why_games(table: Any, saved: Any, deals: Any, question: Any, forks: Any, split: Any) -> None:
    """Fork one pick of each of some games of a shard, and split what one character brings.

    Parameters
    ----------
    table, saved, deals, question, forks
        As for `lab.forking.fork_games`; the condition of the question holds where the character is offered.
    split : Split
    """
    s, rules, combinations, wins = table.state, split.rules, split.combinations, split.wins
    last = combinations.shape[0] - 1
    for g in range(deals.first, deals.last):
        options = reach_node(table, deals, g, question, forks)
        if options == 0:
            return
        seat = s.public.actor
        round_no: Any = np.int64(s.public.round_no)
        code = pick_of(forks, g, options, split.character)
        copy_memory(table.raw, saved)
        for replicate in range(wins.shape[1]):
            play_options(table, saved, replicate, options, question, forks, g)
            for on in range(last + 1):
                copy_memory(saved, table.raw)
                other_luck(s, replicate)
                for i in range(rules.size):
                    rules[i] = combinations[on, i]
                n = play_until(table, code, Until(round_no, 0, 0, 0))
                for i in range(rules.size):
                    rules[i] = combinations[last, i]
                if n > 0:
                    play_on(table, WHOLE_GAME, n)
                wins[g, replicate, on] = share_of_win(s.public, seat)
