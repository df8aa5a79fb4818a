"""One game of a run, played again from its manifest, and compared with the row that the run has of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl
from pydantic import ValidationError

from citadels_sim.bots import Bot
from citadels_sim.bots.weights import at_table
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import BotError, RunError, VariantError, nearest
from citadels_sim.footer import check_rows, read_footer
from citadels_sim.foreign import Unreadable, inside
from citadels_sim.game import Game, narrate
from citadels_sim.game.python_bots import seated_bots
from citadels_sim.game.table import SeatedBots
from citadels_sim.lineups import names_a_file, not_loaded, seat_of
from citadels_sim.runs.code import rules_digest
from citadels_sim.runs.folder import stored_manifest
from citadels_sim.runs.manifest import MANIFEST, Manifest, resume_command
from citadels_sim.runs.plan import Cell, Plan, restore_plan
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.store import LocalStore
from citadels_sim.tables.parquet import scan_table
from citadels_sim.text import cut, lower_first, visible_line


@dataclass
class Replay:
    """A game of a run, ready to be shown.

    Attributes
    ----------
    plan : Plan
        The run's.
    cell : Cell
        Variant, players, line-up.
    block, rotation : int
        Which game of the cell.
    seed : int
        The game's seed.
    stored : mapping
        What the run's tables say: the ``games`` row, and ``total`` and ``place`` of each seat.
    other_code : bool
        Whether the run was made by other code than this.
    game : Game or None
        The finished game, once it has been played again.
    """

    plan: Plan
    cell: Cell
    block: int
    rotation: int
    seed: int
    stored: dict[str, Any]
    other_code: bool
    game: Game | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called: the bot of each."""
        return tuple(seat_of(seat, bot.name) for seat, bot in enumerate(self.bots))

    @property
    def bots(self) -> tuple[Bot, ...]:
        """The bot of each seat, as it plays at this table."""
        return seated_bots(
            [at_table(self.plan.bots[name], self.cell.variant, self.cell.players) for name in self.cell.seats], self.rotation
        )

    def _seated(self) -> SeatedBots:
        return SeatedBots(self.bots, self.seed)

    def prepare(self, notify: Callable[[str], None] | None = None) -> None:
        """Compile, or load from the cache, what the replay needs; `notify` gets a line when something must be compiled."""
        prepare(self._seated().entry_points(), notify)

    def lines(self, *, labels: bool = False) -> Iterator[str]:
        """Play the game again and describe it, line by line, or event by event, every choice with its label."""
        self.prepare()
        bots = self._seated()

        def choose(game: Game) -> int:
            public = game.state.public
            if public.round_no > ROUND_CAP and len(game.codes()) > 1 and self.bots[int(public.actor)].compiled:
                raise _Capped
            return bots.choose(game)

        self.game = Game.start(self.cell.variant, self.cell.players, self.seed)
        try:
            yield from narrate(self.game, choose, self.names, labels=labels)
        except _Capped:
            yield f"The tournament stopped the game at its limit of {ROUND_CAP} rounds."

    def differences(self) -> list[str]:
        """Return where the replayed game does not end as the run says; nothing when all is the same."""
        if self.game is None or self.stored["capped"]:
            return []
        public = self.game.state.public
        decisions = int(self.game.state.secret.decision_no)
        now: dict[str, Any] = {"rounds": int(public.round_no), "turns": int(public.turn_no), "decisions": decisions}
        now |= {"total": [int(t) for t in public.total[: self.cell.players]], "place": [int(t) for t in public.place[: self.cell.players]]}
        return [f"{key} is {value}, the run has {self.stored[key]}" for key, value in now.items() if value != self.stored[key]]


_READ: Final = {"games": ("rounds", "turns", "decisions", "capped"), "seats": ("seat", "total", "place")}
"""Columns that the game is compared with."""


class _Capped(Exception):
    """The tournament ended this game here."""


def open_replay(folder: Path, number: int, bots: Collection[str] = ()) -> Replay:
    """Find a game of a run.

    Parameters
    ----------
    folder : Path
        A run folder.
    number : int
        Which game, from 0: cells in their order, within a cell block by block, within a block by rotation.
    bots : collection of str
        Bots in files, ``mine.py:greedy``, that may be loaded: a file that only the run's manifest names is not.

    Raises
    ------
    RunError
        If it is no run folder, has no such game, or has not played it yet, or has a bot in a file that was not given.
    """
    recorded = stored_manifest(LocalStore(folder))
    if recorded is None:
        raise RunError(f"{folder}: is not a run folder: it has no {MANIFEST}. Give a folder that `citadels run` wrote.")
    manifest, content = recorded
    experiment = manifest.experiment
    if not experiment.design.keeps_games:
        raise RunError(f"{folder}: a run of {experiment.kind} keeps no games to replay. Give a run of games.")
    _check_bots(folder, experiment.lineups, bots)
    try:
        plan = restore_plan(content["experiment"], [manifest.variants[name].resolved for name in experiment.variants])
    except BotError as error:
        raise RunError(f"{folder}: a bot of this run is no longer available: {error}") from None
    except (VariantError, ValidationError) as error:
        reason = " ".join(str(error).split("\n")[:3])
        raise RunError(f"{folder}/{MANIFEST}: its experiment cannot be played: {reason}") from None
    if not 0 <= number < plan.games:
        raise RunError(f"--game: {number} should be a game of the run {folder}: 0 to {plan.games - 1}.")
    cell, game = _locate(plan, number)
    block, rotation = divmod(game, cell.rotations)
    seed = int(block_seeds(plan.experiment.seed, block, 1)[0])
    stored = _stored(folder, manifest, cell, block, rotation)
    return Replay(plan, cell, block, rotation, seed, stored, content["code"] != rules_digest(plan.design))


def _locate(plan: Plan, number: int) -> tuple[Cell, int]:
    for cell in plan.cells:
        if number < cell.games:
            return cell, number
        number -= cell.games
    raise IndexError(number)


def _check_bots(folder: Path, lineups: Iterable[Sequence[str]], given: Collection[str]) -> None:
    """Refuse to load a file that nobody but the run's manifest names: it could do anything; and bots that are none of the run."""
    seated = dict.fromkeys(bot for lineup in lineups for bot in lineup)
    for bot in given:
        if bot not in seated:
            raise RunError(f"--bots: '{cut(visible_line(bot), 80)}' is no bot of the run {folder}.{nearest(bot, seated)}")
    for bot in seated:
        if names_a_file(bot) and bot not in given:
            raise RunError(f"{folder}: {lower_first(not_loaded([bot], 'a run folder'))}")


def _stored(folder: Path, manifest: Manifest, cell: Cell, block: int, rotation: int) -> dict[str, Any]:
    """Read what the run's tables say about a game."""
    key = {"variant": cell.variant.name, "players": cell.players, "lineup": cell.lineup, "block": block, "rotation": rotation}
    here = pl.all_horizontal(pl.col(name) == value for name, value in key.items())
    files: dict[str, list[Path]] = {table: [] for table in ("games", "seats")}
    try:
        for shard in manifest.shards:
            if shard.table in files:
                path = inside(folder, shard.path)
                check_rows(read_footer(path), shard.rows)
                files[shard.table].append(path)
        games, seats = (scan_table(*files[table]).filter(here).select(_READ[table]).collect() if files[table] else None for table in files)
    except (OSError, Unreadable, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        reason = str(error).splitlines()[0]
        raise RunError(f"{folder}: a shard is damaged or missing ({reason}). Give the run's command again to replay it.") from None
    if block >= cell.row_blocks:
        kept = (
            f"Replay one of the first {cell.row_blocks} blocks of its cell." if cell.row_blocks else "Run it again with rows to replay it."
        )
        raise RunError(f"{folder}: only the sums of this game were kept (--rows). {kept}")
    if (games is None or games.is_empty()) and manifest.state == "complete":
        raise RunError(f"{folder}: this game was not played: its cell reached its precision before it.")
    if games is None or seats is None or games.is_empty():
        raise RunError(f"{folder}: this game is not played yet. Continue the run first: {resume_command(manifest, folder)}")
    seats = seats.sort("seat")
    return games.row(0, named=True) | {"total": seats["total"].to_list(), "place": seats["place"].to_list()}
