"""Both lines of play of a forked game, played again: up to the pick that decided it, and on with either character."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import polars as pl
from pydantic import ValidationError

from citadels_sim.bots import Bot
from citadels_sim.bots.weights import at_table
from citadels_sim.designs.forks import Turning
from citadels_sim.engine import actions as a
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import BotError, RunError, VariantError
from citadels_sim.game import Game
from citadels_sim.game.python_bots import seated_bots
from citadels_sim.game.table import SeatedBots
from citadels_sim.lineups import names_a_file, seat_of
from citadels_sim.runs.folder import stored_manifest
from citadels_sim.runs.plan import Cell, Plan, restore_plan
from citadels_sim.runs.reading import Run
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.store import LocalStore


@dataclass(frozen=True)
class Lines:
    """A forked game: both ends of it.

    Attributes
    ----------
    cell : Cell
        As it was played.
    bots : tuple of Bot
        Of each seat.
    node : int
        Choices before the pick, which both have in common.
    games : tuple of (Game, Game)
        Finished: with the character, and with the other one.
    replicates : int
        Continuations with either, of which these are the first.
    """

    cell: Cell
    bots: tuple[Bot, ...]
    node: int
    games: tuple[Game, Game]
    replicates: int

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called: the bot of each."""
        return tuple(seat_of(seat, bot.name) for seat, bot in enumerate(self.bots))


def play_lines(run: Run, turning: Turning) -> Lines:
    """Play a forked game again, in both ways.

    Raises
    ------
    RunError
        If it cannot be played here (a bot in a file, other rules), or does not end as the run has it: other code made it.
    """
    plan = _plan(run)
    cell = next(each for each in plan.cells if (each.variant.name, each.players, each.lineup) == turning.cell)
    bots = seated_bots([at_table(plan.bots[name], cell.variant, cell.players) for name in cell.seats], turning.rotation)
    seed = int(block_seeds(plan.experiment.seed, turning.block, 1)[0])
    seated = SeatedBots(bots, seed)
    prepare(seated.entry_points())
    game = Game.start(cell.variant, cell.players, seed)
    while not _is_node(game, turning):
        if game.over or int(game.state.public.round_no) > turning.round:
            raise RunError(f"{run.folder}: a forked game differs from that of the run, which other code played.")
        game.play(game.label(seated.choose(game)))
    node = len(game.transcript()["labels"])
    with_it, without = (_played_on(game, seated, name) for name in (turning.character, turning.other))
    for ended, credit in ((with_it, turning.first), (without, turning.other_first)):
        places = [int(place) for place in ended.state.public.place[: cell.players]]
        if abs((places[turning.seat] == 1) / places.count(1) - credit) > 1e-9:
            raise RunError(f"{run.folder}: a forked game ends differently from that of the run, which other code played.")
    replicates: int = run.own_rows().select(pl.col("replicate").max()).collect().item() + 1
    return Lines(cell, bots, node, (with_it, without), replicates)


def _plan(run: Run) -> Plan:
    """Restore the plan of a run; a file that only its manifest names is not loaded."""
    recorded = stored_manifest(LocalStore(run.folder))
    if recorded is None or any(names_a_file(bot) for lineup in run.manifest.experiment.lineups for bot in lineup):
        raise RunError(f"{run.folder}: a bot of this run is a program in a file, which is not loaded.")
    manifest, content = recorded
    resolved: list[dict[str, Any]] = [manifest.variants[name].resolved for name in manifest.experiment.variants]
    try:
        return restore_plan(content["experiment"], resolved)
    except (BotError, VariantError, ValidationError) as error:
        raise RunError(f"{run.folder}: cannot be played here: {str(error).splitlines()[0]}") from None


def _is_node(game: Game, turning: Turning) -> bool:
    public = game.state.public
    if game.over or int(public.decision) != a.PICK or int(public.round_no) != turning.round or int(public.actor) != turning.seat:
        return False
    return 1 + sum(int(game.state.seat[seat].picks_n) for seat in range(game.players)) == turning.slot


def _played_on(game: Game, bots: SeatedBots, character: str) -> Game:
    """Return a copy of a game that continues with a pick, to its end."""
    copy = game.copy()
    copy.play(f"pick:{character}")
    for _ in _choices(copy, bots):
        pass
    return copy


def _choices(game: Game, bots: SeatedBots) -> Iterator[int]:
    while not game.over:
        if int(game.state.public.round_no) > ROUND_CAP:
            raise RunError("a forked game does not end")
        code = bots.choose(game)
        game.play(game.label(code))
        yield code
