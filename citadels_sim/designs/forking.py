"""The compiled loop over forked games: some decisions of each game are made in every way, and each game that follows is played to its end.

Game g of a shard is first played as its bots play it, and the decisions that are asked for are counted. One of them is drawn: the
*node*; where picks are forked, one of all first picks of the game's rounds, one of all second ones, and so on. From a copy of the game
as it was there it is played once with every *option* that is there. All continuations of a
node see the same luck, for every random number is named by what it is for: the game itself is what comes of the bot's own choice. A
further *replicate* gives all of them other luck from the node on, the bots' streams and the lots of later rounds; the deck stays as it
lies.

A game that has no such decision gives way to another one, dealt from a number made of its seed, until one has: so a condition that
seldom holds still gives a node for every game of the shard.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.designs import fork_records as k
from citadels_sim.designs.fork_options import list_options, place_of, play_option, target_of
from citadels_sim.designs.fork_records import ASKED, DECISIONS, FORKS_T, GAMES_PLAYED, NOTHING, QUESTION_T, Forks, Question
from citadels_sim.designs.node_facts import holds, slot_now, write_facts
from citadels_sim.designs.nodes import NODE_LUCK, STRATA, copy_memory, draw_round, is_last, other_luck
from citadels_sim.engine import rng
from citadels_sim.engine.bits import bit
from citadels_sim.engine.loop import (
    DEALS_T,
    ROUND_CAP,
    RUN_CAPPED,
    TABLE_T,
    Deals,
    Table,
    Until,
    begin,
    choice,
    play_on,
    play_until,
    rotate,
)
from citadels_sim.engine.record_types import State
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.selection import leads
from citadels_sim.engine.state import SEATS

TOO_RARE: Final = 100_000
"""Decisions looked at for each that was asked for, beyond which the search is given up."""
_NEVER: Final = 10_000
"""Games without any decision that could be looked at, after which it is given up."""
_NODE_DRAW: Final = 2
"""Purpose of the random number that draws one option of a node."""


FORK_SIGNATURE = types.void(TABLE_T, types.uint8[::1], DEALS_T, QUESTION_T, FORKS_T)


@rule
def group_now(s: State, q: Question) -> int:
    """Return of which group the decision at hand is: of first picks 0, of second ones 1, and so on; 0 where there is one group only."""
    return slot_now(s) - 1 if q.groups > 1 else 0


@rule
def place_to_stop(q: Question, round_no: int) -> Until:
    """Return where the loop stops next: at a decision of the kind, or at the first one of the next round."""
    if q.decision == 0:
        last = round_no >= ROUND_CAP
        return Until(ROUND_CAP if last else round_no, 1 if last else 0, 0, 0)
    return Until(ROUND_CAP, 1, -1, bit(q.decision))


@rule
def is_asked(table: Table, n: int, code: int, q: Question) -> bool:
    """Tell whether the decision at hand, at which the bot chooses `code`, is of those that are looked at; its options are listed then."""
    p = table.state.public
    if p.round_no > q.last_round:
        return False
    options = list_options(table, n, q)
    return options > 0 and place_of(q, options, p.crown if q.decision == 0 else code) >= 0


@rule
def is_node(table: Table, q: Question) -> bool:
    """Tell whether the condition holds at the decision at hand."""
    if q.program.shape[0] == 0:
        return True
    write_facts(table.state, q.actions, q.counted[k.LISTED], q.facts)
    return holds(q.facts, q.program, q.stack)


@rule
def keep_node(table: Table, code: int, group: int, q: Question) -> None:
    """Keep the game as it is at a node, with the bot's own choice and the options; nothing of a node of its group beyond `KEPT`."""
    place = q.found[group]
    if place >= q.kept.shape[1]:
        return
    copy_memory(table.raw, q.kept[group, place])
    actions = q.kept_actions[group, place]
    actions[0] = code
    actions[1] = q.counted[k.LISTED]
    for i in range(q.counted[k.LISTED]):
        actions[2 + i] = q.actions[i]


@rule
def go_back(table: Table, group: int, place: int, q: Question) -> int:
    """Make the game what it was at a node that is kept; return the bot's own choice there. Its options are listed."""
    copy_memory(q.kept[group, place], table.raw)
    actions = q.kept_actions[group, place]
    q.counted[k.LISTED] = actions[1]
    for i in range(actions[1]):
        q.actions[i] = actions[2 + i]
    return int(actions[0])


@rule
def count_nodes(table: Table, seed: int, q: Question) -> tuple[int, int]:
    """Play a game to its end, and count in each group the decisions at which the condition holds.

    Return the game's rounds, and the decisions that were looked at.
    """
    p = table.state.public
    looked = 0
    q.found[:] = 0
    n = begin(table, seed)
    if q.decision != 0:
        n = play_on(table, place_to_stop(q, 0), n)
    while n > 0:
        code = choice(table, n)
        if is_asked(table, n, code, q):
            looked += 1
            if is_node(table, q):
                group = group_now(table.state, q)
                keep_node(table, code, group, q)
                q.found[group] += 1
        n = play_until(table, code, place_to_stop(q, p.round_no))
    rounds = int(p.round_no) - (1 if n == RUN_CAPPED else 0)
    return rounds, looked


@rule
def play_to(table: Table, seed: int, group: int, number: int, q: Question) -> int:
    """Deal a game and let the bots decide up to a node; return the bot's own choice there. Its options are listed.

    `number` is that of the node in its group, from 1.
    """
    n = begin(table, seed)
    if q.decision != 0:
        n = play_on(table, place_to_stop(q, 0), n)
    code = 0
    while number > 0 and n > 0:
        code = choice(table, n)
        number -= 1 if group_now(table.state, q) == group and is_asked(table, n, code, q) and is_node(table, q) else 0
        if number > 0:
            n = play_until(table, code, place_to_stop(q, table.state.public.round_no))
    return code


@rule
def most_have(counts: Array, players: int) -> int:
    """Set of the seats of which nobody has less than the most."""
    seats = 0
    for seat in range(players):
        above = False
        for other in range(players):
            above = above or counts[other] > counts[seat]
        seats |= 0 if above else bit(seat)
    return int(seats)


@rule
def note_standing(s: State, nodes: Array, g: int) -> None:
    """Write who leads, who is last, and who has most gold and cards."""
    p = s.public
    leaders = 0
    lasts = 0
    for seat in range(p.players):
        leaders |= bit(seat) if leads(s, seat) else 0
        lasts |= bit(seat) if is_last(s, seat) else 0
    nodes[k.LEADERS, g] = leaders
    nodes[k.LASTS, g] = lasts
    nodes[k.RICHEST, g] = most_have(p.gold, p.players)
    nodes[k.FULLEST, g] = most_have(p.hand_n, p.players)


@rule
def note_node(table: Table, code: int, draw: int, q: Question, forks: Forks, g: int) -> int:
    """Write what is known of a node and its options; return how many there are."""
    s = table.state
    p, nodes = s.public, forks.nodes
    options = int(q.counted[k.LISTED])
    nodes[k.ROUND, g] = p.round_no
    nodes[k.SLOT, g] = slot_now(s)
    nodes[k.SEAT, g] = p.actor
    nodes[k.BOT, g] = table.lineup.position[p.actor]
    nodes[k.OPTIONS, g] = options
    nodes[k.POLICY, g] = place_of(q, options, p.crown if q.decision == 0 else code)
    nodes[k.DRAWN, g] = rng.below(draw, options)
    nodes[k.CROWN, g] = p.crown
    note_standing(s, nodes, g)
    write_facts(s, q.actions, options, q.facts)
    for fact in range(q.facts.size):
        forks.facts[g, fact] = q.facts[fact]
    for i in range(options):
        forks.codes[g, i] = q.actions[i]
        forks.targets[g, i] = target_of(s, q, q.actions[i])
    for rank in range(forks.casts.shape[1]):
        forks.casts[g, rank] = p.cast[rank]
    return options


@rule
def is_too_rare(counted: Array) -> bool:
    """Tell whether the decisions that are asked for are so rare that no more games are played for them."""
    if counted[DECISIONS] == 0:
        return bool(counted[GAMES_PLAYED] >= _NEVER)
    return bool(counted[DECISIONS] >= TOO_RARE * max(1, counted[ASKED]))


@rule
def note_end(s: State, forks: Forks, g: int, replicate: int, option: int) -> None:
    """Note what came of a game that is over."""
    for seat in range(s.public.players):
        forks.wins[g, replicate, option, seat] = share_of_win(s.public, seat)
        forks.totals[g, replicate, option, seat] = s.public.total[seat]


@rule
def is_played(forks: Forks, g: int, replicate: int, option: int) -> bool:
    """Tell whether the game itself continued with an option: the bot's choice, by the game's random numbers. `NOTHING` is no action."""
    return bool(replicate == 0 and option == forks.nodes[k.POLICY, g] and forks.codes[g, option] != NOTHING)


@rule
def seed_of(deals: Deals, g: int, games: int) -> int:
    """Return the seed of the game that is played for game g of a shard, after so many others that gave no node."""
    seed = deals.seeds[g // deals.rotations]
    return int(seed if games == 0 else rng.mix(seed, games))


@rule
def find_nodes(table: Table, deals: Deals, g: int, q: Question, forks: Forks) -> bool:
    """Play game g of a shard, or another one in its place, and count its nodes; return whether there is any.

    What came of the game itself is noted at the first option of each of its nodes, which lie in `forks` one behind the other.
    """
    first = g * q.groups
    rotate(table.lineup, table.rules.n_players, g % deals.rotations)
    games = 0
    looked = 0
    weight = 0
    while weight == 0:
        rounds, seen = count_nodes(table, seed_of(deals, g, games), q)
        looked += seen
        games += 1
        weight = q.found.sum()
        q.counted[GAMES_PLAYED] += 1
        q.counted[DECISIONS] += seen
        q.counted[ASKED] += weight
        if is_too_rare(q.counted):
            return False
    for group in range(q.groups):
        nodes = forks.nodes[:, first + group]
        nodes[k.ROUNDS], nodes[k.LOOKED], nodes[k.GAMES], nodes[k.WEIGHT] = rounds, looked, games, q.found[group]
        note_end(table.state, forks, first + group, 0, 0)
    return True


@rule
def reach_node(table: Table, deals: Deals, g: int, group: int, q: Question, forks: Forks) -> int:
    """Draw a node of a group of the game that was just played, write what is known of it, and stop there; return its options.

    What came of the game itself is moved to the bot's own choice in replicate 0.
    """
    nodes = forks.nodes
    node = g * q.groups + group
    weight = nodes[k.WEIGHT, node]
    if weight == 0:
        return 0
    rotation = g % deals.rotations
    luck = rotation + SEATS * group
    # Groups draw from parts of the game that are far from each other.
    turn = deals.first_block + g // deals.rotations + rotation + group * STRATA // q.groups
    seed = seed_of(deals, g, nodes[k.GAMES, node] - 1)
    number = draw_round(seed, luck, turn, weight)
    code = go_back(table, group, number - 1, q) if number <= q.kept.shape[1] else play_to(table, seed, group, number, q)
    options = note_node(table, code, rng.stream(seed, NODE_LUCK, luck, _NODE_DRAW), q, forks, node)
    own = nodes[k.POLICY, node]
    for seat in range(table.rules.n_players):
        forks.wins[node, 0, own, seat] = forks.wins[node, 0, 0, seat]
        forks.totals[node, 0, own, seat] = forks.totals[node, 0, 0, seat]
    return options


@rule
def play_options(table: Table, saved: Array, replicate: int, options: int, q: Question, forks: Forks, g: int) -> None:
    """Continue a node with each of its options but the one that the game itself continued with, and write the results."""
    for i in range(options):
        if is_played(forks, g, replicate, i):
            continue
        copy_memory(saved, table.raw)
        other_luck(table.state, replicate)
        play_option(table, forks.codes[g, i], q)
        note_end(table.state, forks, g, replicate, i)


@entry_point(FORK_SIGNATURE, unlocked=True)
def fork_games(table: Table, saved: Array, deals: Deals, question: Question, forks: Forks) -> None:
    """Fork one decision of each group of each of some games of a shard.

    Parameters
    ----------
    table : Table
        The journal's capacity is 0.
    saved : uint8 array
        Memory for a copy of the game.
    deals : Deals
    question : Question
    forks : Forks
        Written to; as many replicates as it has room for are played.
    """
    for g in range(deals.first, deals.last):
        if not find_nodes(table, deals, g, question, forks):
            return
        for group in range(question.groups):
            options = reach_node(table, deals, g, group, question, forks)
            copy_memory(table.raw, saved)
            for replicate in range(forks.wins.shape[1]):
                play_options(table, saved, replicate, options, question, forks, g * question.groups + group)
