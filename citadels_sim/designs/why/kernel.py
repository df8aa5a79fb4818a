"""The compiled loop over games forked where one card could be chosen, with each combination of the parts of that card.

The node is drawn as in `designs.forking`, from the picks at which the character, or the builds at which the district could be chosen. Every
option that is there is played, as in any fork. The card that is asked about is chosen once more for each combination of its parts that
are on: the game is played by rules in which the others are off, for a character until the round is over, for a district to the end. So
all continuations share the node and the luck, and what differs between two is what the part does.

Two parts are no rules, and are undone where they happen: a murder or a theft that names the character has no effect, and the gold that
the district cost is given back. What a character denies others is measured on the other options: they are played once more with a blank
card in the hand of whoever else has the character.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.designs.fork_records import FORKS_T, NOTHING, QUESTION_T, Forks, Question
from citadels_sim.designs.forking import find_nodes, play_options, reach_node
from citadels_sim.designs.nodes import copy_memory, other_luck
from citadels_sim.engine.actions import A_BUILD, TURN, arg_a
from citadels_sim.engine.loop import DEALS_T, NEXT_DECISION, TABLE_T, WHOLE_GAME, Deals, Table, Until, choice, play_on, play_until
from citadels_sim.engine.record_types import Public, Rules
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.state import UNLIMITED


class Split(NamedTuple):
    """What is split, and what comes of it.

    Attributes
    ----------
    card : int
        Code of the character, or of the district.
    is_district : int
        1: it is a district.
    rules : uint8 array, shape (size,)
        Memory of the table's rules, which is as it was at the end.
    combinations : uint8 array, shape (2**parts, size)
        The rules with each combination of parts on; the last one has all.
    undone : int64 array, shape (2**parts,)
        1 where murders and thefts have no effect on the character, or where the district's price is given back.
    wins : float64 array, shape (n, replicates, 2**parts)
        Win credit of who chooses it; written to.
    denied : float64 array, shape (n, replicates)
        By how much the mean credit of all options rises where nobody else's card of the character prints anything; written to.
    """

    card: int
    is_district: int
    rules: Rules
    combinations: Array
    undone: Array
    wins: Array
    denied: Array


SPLIT_T = types.NamedTuple(
    (
        types.int64,
        types.int64,
        types.uint8[::1],
        types.uint8[:, ::1],
        types.int64[::1],
        types.float64[:, :, ::1],
        types.float64[:, ::1],
    ),
    Split,
)
WHY_SIGNATURE = types.void(TABLE_T, types.uint8[::1], DEALS_T, QUESTION_T, FORKS_T, SPLIT_T)


@rule
def chooses(forks: Forks, g: int, code: int, split: Split) -> bool:
    """Tell whether an option of a node is to choose the card."""
    if split.is_district != 0:
        return bool(code != NOTHING and code & 0xFF == A_BUILD and arg_a(code) == split.card)
    return bool(forks.casts[g, arg_a(code)] == split.card)


@rule
def use_rules(split: Split, on: int) -> None:
    """Play by the rules with a combination of parts on."""
    for i in range(split.rules.size):
        split.rules[i] = split.combinations[on, i]


@rule
def spare(p: Public, rank: int) -> None:
    """Undo that a character who is still to be called was named."""
    if p.turn_rank < rank:
        p.murdered = 0 if p.murdered == rank else p.murdered
        p.robbed = 0 if p.robbed == rank else p.robbed


@rule
def play_round(table: Table, code: int, round_no: int, undone: int) -> int:
    """Play a pick and the round to its end; `undone`: whoever names the character that is picked does so in vain."""
    p = table.state.public
    until = Until(round_no, 0, -1 if undone != 0 else 0, 1 << TURN)
    n = play_until(table, code, until)
    while n > 0 and p.round_no == round_no:  # at a decision of a turn: after each, so that nobody is called in between
        n = play_until(table, choice(table, n), until)
        spare(p, arg_a(code))
    return n


@rule
def build(table: Table, code: int, undone: int) -> int:
    """Build a district; `undone`: what was paid for it comes back from the bank."""
    p = table.state.public
    seat: Any = np.int64(p.actor)
    before: Any = np.int64(p.gold[seat])
    n = play_until(table, code, NEXT_DECISION)
    paid = max(0, before - p.gold[seat]) if undone != 0 else 0
    if p.bank != UNLIMITED:
        paid = min(paid, int(p.bank))
        p.bank -= paid
    p.gold[seat] += paid
    return n


@rule
def play_with(table: Table, code: int, on: int, split: Split) -> None:
    """Choose the card with a combination of its parts on, and play the game to its end."""
    last = split.combinations.shape[0] - 1
    round_no: Any = np.int64(table.state.public.round_no)
    use_rules(split, on)
    if split.is_district != 0:
        n = build(table, code, split.undone[on])
    else:
        n = play_round(table, code, round_no, split.undone[on])
        use_rules(split, last)
    if n > 0:
        play_on(table, WHOLE_GAME, n)
    use_rules(split, last)


@rule
def deny(table: Table, saved: Array, options: int, replicate: int, forks: Forks, g: int, split: Split) -> float:
    """Return by how much the mean credit of all options rises where the others' card of the character is blank in this round."""
    s = table.state
    last = split.combinations.shape[0] - 1
    gained = 0.0
    for i in range(options):
        if not chooses(forks, g, forks.codes[g, i], split):
            copy_memory(saved, table.raw)
            other_luck(s, replicate)
            seat: Any = np.int64(s.public.actor)
            round_no: Any = np.int64(s.public.round_no)
            use_rules(split, 0)
            n = play_until(table, forks.codes[g, i], Until(round_no, 0, 0, 0))
            use_rules(split, last)
            if n > 0:
                play_on(table, WHOLE_GAME, n)
            gained += share_of_win(s.public, seat) - forks.wins[g, replicate, i, seat]
    return gained / options


@entry_point(WHY_SIGNATURE, unlocked=True)
def why_games(table: Table, saved: Array, deals: Deals, question: Question, forks: Forks, split: Split) -> None:
    """Fork one decision of each of some games of a shard, and split what one card brings.

    Parameters
    ----------
    table, saved, deals, question, forks
        As for `designs.forking.fork_games`; the condition of the question holds where the card can be chosen.
    split : Split
    """
    s = table.state
    for g in range(deals.first, deals.last):
        if not find_nodes(table, deals, g, question, forks):
            return
        options = reach_node(table, deals, g, 0, question, forks)
        seat: Any = np.int64(s.public.actor)
        code = 0
        for i in range(options):
            code = int(forks.codes[g, i]) if chooses(forks, g, forks.codes[g, i], split) else code
        copy_memory(table.raw, saved)
        for replicate in range(split.wins.shape[1]):
            play_options(table, saved, replicate, options, question, forks, g)
            for on in range(split.combinations.shape[0]):
                copy_memory(saved, table.raw)
                other_luck(s, replicate)
                play_with(table, code, on, split)
                split.wins[g, replicate, on] = share_of_win(s.public, seat)
            if split.is_district == 0:
                split.denied[g, replicate] = deny(table, saved, options, replicate, forks, g, split)
