"""The game loop: compiled bots decide until the game is over, or until whatever else a caller waits for.

A bot is a first-class function value of one signature, so the loop is compiled once and every bot, also a third party's, runs at full
speed. It gets records by reference, never the whole state: the public record, its own seat's record and the rules.

Every experiment plays with `advance` and says by an `Until` where the loop stops; what it does there is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, inline, ready, rule
from citadels_sim.compiler.function_tables import FUNCTION, keeper
from citadels_sim.engine import setup
from citadels_sim.engine.actions import A_BEGIN_ROUND, A_LOOK, PHASE_BEGIN_ROUND, PHASE_FINISH, TURN
from citadels_sim.engine.decisions import play_action, reach_decision
from citadels_sim.engine.journal import JOURNAL_T, new_journal
from citadels_sim.engine.memory import likely, record_at
from citadels_sim.engine.record_types import BotState, Journal, Legal, Lineup, Public, Rules, State
from citadels_sim.engine.records import new_record
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, PUBLIC_T, SEAT_T, SEATS, STATE_T, new_legal, new_states
from citadels_sim.errors import BotError
from citadels_sim.variants.numbers.game import MOST_ROUNDS

ROUND_CAP = MOST_ROUNDS
"""Rounds after which a tournament ends a game by force and marks it `capped`; no rule says so."""
PARAMETERS = 96
"""Most parameters of a bot."""

RUN_OVER = -1
"""Returned by the loop: the game is over."""
RUN_CAPPED = -2
"""Returned by the loop: the game was scored as it stood after the last round allowed."""

BOT_STATE = np.dtype(
    [
        ("parameters", np.float64, (PARAMETERS,)),
        ("rng", np.int64, (2,)),
        ("weights", np.int64),  # where its weights lie in memory, see `weights_of`,
        ("weights_n", np.int64),  # and how many there are
        ("lineup", np.int64),  # where the line-up lies that it plays in, 0 where that is not known
    ],
    align=True,
)
"""What the loop keeps for one bot: its parameters, its weights, its random stream for the decision at hand, and who sits with it."""

LINEUP = np.dtype(
    [
        ("deal", FUNCTION),
        ("advance", FUNCTION),
        ("chooser", FUNCTION, (SEATS,)),  # by position in the line-up; 0: decides outside of compiled code
        ("bot", BOT_STATE, (SEATS,)),  # by position
        ("position", np.int64, (SEATS,)),  # of the bot that sits at each seat
        ("fault", np.int64),  # 1 + position of a bot that chose what is no legal action; 0: none did
    ],
    align=True,
)
"""Who plays: the engine's function values and those of the bots, the bots' parameters, and which bot sits where."""


def set_bot(bot_state: BotState, bot: Any) -> None:
    """Write a bot's parameters and weights to its record; the bot must live as long as that is used."""
    bot_state.parameters[:] = bot.vector()
    bot_state.weights, bot_state.weights_n = bot.memory.ctypes.data, bot.memory.size


def new_lineup(bots: Sequence[Any]) -> Any:
    """Make the line-up of some bots, each at the seat of its position. It keeps them, since it points to their weights.

    Parameters
    ----------
    bots : sequence of Bot or None
        None, as a bot in plain Python, decides outside of compiled code, which must stop at its decisions.
    """
    lineup = new_record(LINEUP, keeps=tuple(bots))
    lineup.position[:] = np.arange(SEATS)
    for position, bot in enumerate(bots):
        if bot is not None and bot.compiled:
            lineup.chooser[position] = number_of_bot(ready(bot.choose))
            set_bot(lineup.bot[position], bot)
            lineup.bot[position].lineup = LINEUP_T.address(lineup)
    return lineup


def check_choices(lineup: Any, bots: Sequence[Any]) -> None:
    """Refuse what was played where a compiled bot chose something that is no legal action.

    Parameters
    ----------
    lineup : record of dtype LINEUP
    bots : sequence of Bot
        By position, as for `new_lineup`.

    Raises
    ------
    BotError
    """
    if lineup.fault:
        name = bots[int(lineup.fault) - 1].name
        lineup.fault = 0
        raise BotError(f"bots: {name} chose an action that does not exist. A compiled bot returns an index of `legal.code`, 0 to n - 1.")


class Table(NamedTuple):
    """A game and all that it is played with.

    Attributes
    ----------
    lineup : record of dtype LINEUP
    state, raw : record of dtype STATE, uint8 array
        The game, and its memory.
    rules, journal, legal : records of dtypes RULES, JOURNAL, LEGAL
    """

    lineup: Lineup
    state: State
    raw: Array
    rules: Rules
    journal: Journal
    legal: Legal


class Until(NamedTuple):
    """Where the loop stops, if the game is not over before.

    Attributes
    ----------
    rounds : int
        Rounds that are played; the loop stops at the first decision of the next.
    scored : int
        1: there the game is scored as it stands, and is over.
    seats, decisions : int
        Bits: the loop stops at each decision of one of these kinds that one of these seats has to make.
    """

    rounds: int = ROUND_CAP
    scored: int = 1
    seats: int = 0
    decisions: int = -1


class Deals(NamedTuple):
    """Which games of a shard a kernel plays.

    Attributes
    ----------
    seeds : int64 array
        Seeds of the shard's blocks.
    first_block : int
        Number of the block that `seeds` begins with.
    rotations : int
        Rotations per block: game g is rotation g % rotations of block g // rotations.
    first, last : int
        Games first..last-1, counted within the shard.
    """

    seeds: Array
    first_block: int
    rotations: int
    first: int
    last: int


WHOLE_GAME: Final = Until()
EVERY_DECISION: Final = Until(seats=-1)
NEXT_DECISION: Final = Until(1 << 40, seats=-1)
"""The next decision, also in a round that a tournament does not play."""

BOT_STATE_T = types.record(BOT_STATE)
BOT_SIGNATURE = types.int64(PUBLIC_T, SEAT_T, RULES_T, LEGAL_T, types.int64, BOT_STATE_T)
DEAL_SIGNATURE = types.void(STATE_T, RULES_T, LEGAL_T, types.int64)
LINEUP_T = types.record(LINEUP)
lineup_at = record_at(LINEUP)
TABLE_T = types.NamedTuple((LINEUP_T, STATE_T, types.uint8[::1], RULES_T, JOURNAL_T, LEGAL_T), Table)
DEALS_T = types.NamedTuple((types.int64[::1], *[types.int64] * 4), Deals)
UNTIL_T = types.NamedUniTuple(types.int64, len(Until._fields), Until)
ADVANCE_SIGNATURE = types.int64(TABLE_T, types.int64, UNTIL_T)
RUN_SIGNATURE = types.int64(TABLE_T, UNTIL_T)

number_of_deal, kept_deal = keeper(types.FunctionType(DEAL_SIGNATURE))
number_of_advance, kept_advance = keeper(types.FunctionType(ADVANCE_SIGNATURE))
number_of_bot, kept_bot = keeper(types.FunctionType(BOT_SIGNATURE))


@entry_point(DEAL_SIGNATURE, vectorise=True)
def deal(s: State, r: Rules, out: Legal, seed: int) -> None:
    """Set up a game on a zeroed record; play A_BEGIN_ROUND on it to begin. `out` serves as scratch."""
    setup.new_game(s, r, out, seed)


@rule
def bot_stream(s: State, seat: int, bot_state: BotState) -> None:
    """Key a bot's random stream by round, seat and its number of decisions in the round; the drawing itself does the mixing."""
    bot_state.rng[0] = s.secret.bot_key + ((s.public.round_no * SEATS + seat) << 20) + s.secret.choices[seat]
    bot_state.rng[1] = 0


@rule
def rotate(lineup: Lineup, players: int, rotation: int) -> None:
    """Seat the bots: rotation k gives seat s the one that the line-up has at position s - k."""
    for seat in range(players):
        lineup.position[seat] = (seat - rotation + players) % players


@rule
def set_up(table: Table, seed: int) -> None:
    """Deal a game."""
    table.raw[:] = 0
    table.journal.n = 0
    deal = kept_deal(table.lineup.deal)
    deal(table.state, table.rules, table.legal, seed)


@inline
def choice(table: Table, n: int) -> int:
    """Return the action, of the n legal ones, that the bot takes whose turn it is, with the luck that it has at this decision."""
    out = table.legal
    if n == 1:  # nothing left but to end the turn: no bot is needed
        return int(out.code[0])
    s, lineup = table.state, table.lineup
    seat = s.public.actor
    position = lineup.position[seat]
    bot_state = lineup.bot[position]
    bot_stream(s, seat, bot_state)
    choose = kept_bot(lineup.chooser[position])
    index = choose(s.public, s.seat[seat], table.rules, out, n, bot_state)
    if index < 0 or index >= n:  # a bot of somebody else's; the game goes on until `check_choices` is asked
        lineup.fault = position + 1
        index = 0
    return int(out.code[index])


@inline
def stops(p: Public, until: Until) -> bool:
    """Tell whether the loop stops at the decision that is reached, for the sake of who has to make it."""
    return (until.seats >> p.actor) & (until.decisions >> p.decision) & 1 != 0


@entry_point(ADVANCE_SIGNATURE, vectorise=True)
def advance(table: Table, code: int, until: Until) -> int:
    """Play an action, then let the bots decide until the game is over or stops.

    The rules are compiled into this loop, so that nothing is called for a decision but the bot.

    Parameters
    ----------
    table : Table
    code : int
        A legal action, or A_BEGIN_ROUND or A_LOOK.
    until : Until

    Returns
    -------
    int
        The number of legal actions of the decision where it stopped, RUN_OVER, or RUN_CAPPED.
    """
    s, r, j, out = table.state, table.rules, table.journal, table.legal
    p = s.public
    if code == A_BEGIN_ROUND:
        p.phase = PHASE_BEGIN_ROUND
    elif p.over != 0:
        return RUN_OVER
    end = RUN_OVER
    chosen = True
    watched = until.seats != 0  # asked once: most experiments stop for nobody
    while True:
        if likely(code > A_LOOK):
            play_action(s, r, j, code, chosen)
        n = reach_decision(s, r, j, out)
        if n == 0:
            return end
        chosen = n != 1 or p.decision == TURN
        if likely(not (chosen and (p.round_no > until.rounds or (watched and stops(p, until))))):
            code = choice(table, n)
        elif p.round_no <= until.rounds or until.scored == 0:
            return n
        else:
            p.phase = PHASE_FINISH
            code = A_LOOK
            end = RUN_CAPPED


@inline
def play_until(table: Table, code: int, until: Until) -> int:
    """Play an action, then let the bots decide; return as `advance`, which kernels call through the table."""
    advance = kept_advance(table.lineup.advance)
    return int(advance(table, code, until))


@inline
def act(table: Table, code: int) -> int:
    """Play an action; return the number of legal actions of the next decision, 0 when the game is over."""
    return max(0, play_until(table, code, NEXT_DECISION))


@rule
def begin(table: Table, seed: int) -> int:
    """Deal a game and begin its first round; return the number of legal actions of the first decision."""
    set_up(table, seed)
    return act(table, A_BEGIN_ROUND)


@rule
def play_on(table: Table, until: Until, n: int) -> int:
    """Let the bots decide, from a decision with n legal actions on; return as `advance` does."""
    p = table.state.public
    over = p.over != 0 or p.round_no > until.rounds
    if not over and stops(p, until):
        return n
    return play_until(table, A_LOOK if over else choice(table, n), until)


@rule
def play_game(table: Table, seed: int) -> int:
    """Deal a game and let the bots play it; return RUN_OVER or RUN_CAPPED."""
    set_up(table, seed)
    return play_until(table, A_BEGIN_ROUND, WHOLE_GAME)


@entry_point(RUN_SIGNATURE)
def run(table: Table, until: Until) -> int:
    """Let the bots decide until the game is over or stops; for callers in Python.

    Parameters
    ----------
    table : Table
    until : Until

    Returns
    -------
    int
        As `advance`.
    """
    return play_until(table, A_LOOK, until)


TABLE_ENTRY_POINTS: Final[tuple[Callable[..., Any], ...]] = (deal, advance)
"""The entry points that `new_table` needs."""


def new_table(bots: Sequence[Any], rules: Rules, capacity: int = 0) -> Table:
    """Seat compiled bots at a table with a blank game.

    Parameters
    ----------
    bots : sequence of Bot or None
        By position in the line-up, as for `new_lineup`.
    rules : record of dtype RULES
    capacity : int
        Of the journal; 0 keeps none.
    """
    lineup, states = new_lineup(bots), new_states(1)
    lineup.deal, lineup.advance = number_of_deal(ready(deal)), number_of_advance(ready(advance))
    return Table(lineup, states[0], states.view(np.ndarray).view(np.uint8).reshape(-1), rules, new_journal(capacity), new_legal())


def beside(table: Table) -> Table:
    """Return a second table for the same players and rules, with a game of its own: where one tries what comes of a position."""
    states = new_states(1)
    return table._replace(state=states[0], raw=states.view(np.ndarray).view(np.uint8).reshape(-1), legal=new_legal())
