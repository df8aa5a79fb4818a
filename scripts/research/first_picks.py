"""How much better whole games played ahead pick than `learner` does, where it picks first. Writes ``reports/first-picks.md``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.thinking import seat_players
from citadels_sim.bots.searcher_memory import CALLS, new_thought
from citadels_sim.bots.searcher_worlds import sample_world
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, ready, rule
from citadels_sim.designs import fork_records as k
from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.fork_records import FORKS_T, QUESTION_T, new_forks, new_question
from citadels_sim.designs.forking import find_nodes, reach_node
from citadels_sim.designs.nodes import copy_memory, other_luck
from citadels_sim.engine.actions import A_LOOK, A_PICK, PICK
from citadels_sim.engine.loop import (
    BOT_STATE_T,
    DEALS_T,
    EVERY_DECISION,
    TABLE_ENTRY_POINTS,
    TABLE_T,
    WHOLE_GAME,
    Deals,
    Table,
    new_table,
    play_until,
)
from citadels_sim.engine.memory import copy_record
from citadels_sim.engine.rng import mix
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.state import RANKS
from citadels_sim.formats import fixed
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.statistics.estimator import Moments
from citadels_sim.variants import load_variant
from scripts.research.pages import EDITIONS, cells, heads, say, write_report

BOTS: Final = ("learner", "learner:think=60")
WORLDS: Final = 32
"""Worlds that each character is played in, from what the first to pick knows."""
REPLICATES: Final = 64
"""Times that its choice and the bot's own are played on from the true position."""
SEED: Final = 46

SIGNATURE: Final = types.void(TABLE_T, TABLE_T, types.uint8[::1], BOT_STATE_T, DEALS_T, QUESTION_T, FORKS_T, types.float64[:, ::1])


@rule
def best_ahead(t: Any, players: Any, judge: Any, saved: Any, options: int, forks: Any, g: int, bot_state: Any) -> int:
    """Option that wins most where each is played to the end in the same worlds, which the seat to pick cannot tell from its own."""
    s = judge.state
    seat_players(t, bot_state)
    for i in range(options):
        t.value[i] = 0.0
    for world in range(WORLDS):
        copy_memory(saved, judge.raw)
        n = play_until(players, A_LOOK, EVERY_DECISION)
        seat: Any = np.int64(s.public.actor)
        bot_state.rng[0] = mix(s.secret.bot_key, 1 + world)
        bot_state.rng[1] = 0
        sample_world(t, s.public, s.seat[seat], judge.rules, judge.legal, n, bot_state)
        for i in range(options):
            copy_record(s, t.world)
            play_until(judge, forks.codes[g, i], WHOLE_GAME)
            t.value[i] += share_of_win(s.public, seat)
    best = 0
    for i in range(options):
        best = i if t.value[i] > t.value[best] else best
    return best


@rule
def credit(judge: Any, saved: Any, replicate: int, code: int) -> float:
    """Win credit of who picks, where a character is picked in the true position."""
    copy_memory(saved, judge.raw)
    other_luck(judge.state, replicate)
    seat: Any = np.int64(judge.state.public.actor)
    play_until(judge, code, WHOLE_GAME)
    return float(share_of_win(judge.state.public, seat))


@entry_point(SIGNATURE, CALLS, unlocked=True)
def compare_picks(players: Any, judge: Any, saved: Any, bot_state: Any, deals: Any, question: Any, forks: Any, out: Any) -> None:
    """Compare the bot's own pick with the best ahead at one node of each of some games.

    Parameters
    ----------
    players, judge : Table
        Whose picks are compared, and who plays on; with the same game.
    saved : uint8 array
        Memory for a copy of the game.
    bot_state : record of dtype BOT_STATE
        With which what the seat cannot see is dealt anew; changed.
    deals : Deals
    question : Question
    forks : Forks
    out : float64 array, shape (games, 3)
        Weight, whether both picks differ, and by how much more the best ahead wins.
    """
    t = new_thought()
    for g in range(deals.first, deals.last):
        if not find_nodes(players, deals, g, question, forks):
            return
        options = reach_node(players, deals, g, 0, question, forks)
        copy_memory(players.raw, saved)
        own = forks.nodes[k.POLICY, g]
        best = best_ahead(t, players, judge, saved, options, forks, g, bot_state)
        out[g, 0] = forks.nodes[k.WEIGHT, g]
        if best != own:
            out[g, 1] = 1.0
            for replicate in range(1, 1 + REPLICATES):
                gained = credit(judge, saved, replicate, forks.codes[g, best]) - credit(judge, saved, replicate, forks.codes[g, own])
                out[g, 2] += gained / REPLICATES


def compared(edition: str, bot: str, games: int) -> npt.NDArray[np.float64]:
    """Compare one first pick of each of some games of a bot at a table of four; see `compare_picks`."""
    variant = load_variant(edition)
    own, judge = (at_table(parse_bot(name), variant, 4) for name in (bot, BOTS[0]))
    for one in (*TABLE_ENTRY_POINTS, own.choose, judge.choose, compare_picks):
        ready(one)
    players = new_table([own] * 4, rules_record(variant.at(4)))
    judging: Table = players._replace(lineup=new_table([judge] * 4, players.rules).lineup)
    program = parse_condition("pick == 1").program({}, {})
    question = new_question(PICK, 1 << A_PICK, program=program, options=RANKS, memory=players.raw.size)
    forks, out = new_forks(games, 1, RANKS, RANKS), np.zeros((games, 3))
    deals = Deals(block_seeds(SEED, 0, games), 0, 1, 0, games)
    compare_picks(players, judging, np.zeros_like(players.raw), judging.lineup.bot[0], deals, question, forks, out)
    return out


def gained(values: npt.NDArray[np.float64], column: int) -> tuple[float, float, float]:
    """Average a column over first picks, in per cent, with the 95 % interval over games."""
    totals = np.column_stack([values[:, 0], values[:, 0] * values[:, column]])
    ratios = Moments.from_values([("all", "first picks"), ("all", "gained")], totals, third=True).ratios(np.eye(2)[1:], np.eye(2)[:1])
    (low,), (high,) = ratios.interval()
    return 100 * float(ratios.value[0]), 100 * float(low), 100 * float(high)


def main(games: int = 1_500, only: str = "") -> None:
    """Compare picks of both bots in every edition, or in one, and write the page. Half an hour on one core."""
    lines = heads("edition", "bot", ">picks that differ", ">gained a first pick, points")
    say(*lines)
    for edition in [only] if only else EDITIONS:
        for bot in BOTS:
            values = compared(edition, bot, games)
            share, (value, low, high) = gained(values, 1)[0], gained(values, 2)
            lines.append(
                cells(edition, f"`{bot}`", f"{share:.0f} %", f"{fixed(value, 1, '+')} [{fixed(low, 1, '+')}, {fixed(high, 1, '+')}]")
            )
            say(lines[-1])
    head = (
        f"# First picks, by whole games played ahead\n\nOne first pick of each of {games:,} games at tables of four, drawn from all of "
        f"its rounds. What the picker cannot see is dealt anew {WORLDS} times, and every character is played in each of these worlds to "
        "the end of the game, with `learner` at all seats. The one that wins most is compared with the bot's own pick: both are played "
        f"on {REPLICATES} times from the true position by `learner`, with other luck. Points of win chance a first pick, 0 where both "
        "are the same; intervals of 95 %. Made by `scripts/research/run first_picks`.\n"
    )
    write_report("first-picks.md", [head, *lines])
