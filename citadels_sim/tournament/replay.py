"""One game of a run, played again from its manifest, and compared with the row that the run has of it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from citadels_sim.bots import Bot
from citadels_sim.bots.weights import at_table
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.errors import BotError, RunError
from citadels_sim.game import Game, narrate
from citadels_sim.kinds import OWN_TABLES
from citadels_sim.tournament.folder import MANIFEST, SCHEMA, rules_digest
from citadels_sim.tournament.plain import seated_bots
from citadels_sim.tournament.plan import Cell, Plan, restore_plan
from citadels_sim.tournament.prepare import prepare
from citadels_sim.tournament.seated import SeatedBots
from citadels_sim.tournament.seeds import block_seeds

__all__ = ["Replay", "open_replay"]


@dataclass
class Replay:
    """A game of a run, ready to be told.

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
        The finished game, once it has been told.
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
        return tuple(f"seat {seat} ({bot.name})" for seat, bot in enumerate(self._seats))

    @property
    def _seats(self) -> tuple[Bot, ...]:
        return seated_bots(
            [at_table(self.plan.bots[name], self.cell.variant, self.cell.players) for name in self.cell.seats], self.rotation
        )

    def _seated(self) -> SeatedBots:
        return SeatedBots(self._seats, self.seed)

    def prepare(self, tell: Callable[[str], None] | None = None) -> None:
        """Compile, or load from the cache, what telling the game needs; `tell` gets a line when something must be compiled."""
        prepare(self._seated().seams(), tell)

    def tell(self) -> Iterator[str]:
        """Play the game again and tell it, line by line."""
        self.prepare()
        bots = self._seated()

        def choose(game: Game) -> int:
            public = game.state.public
            if public.round_no > ROUND_CAP and len(game.codes()) > 1 and self._seats[int(public.actor)].compiled:
                raise _Capped
            return bots.choose(game)

        self.game = Game.start(self.cell.variant, self.cell.players, self.seed)
        try:
            yield from narrate(self.game, choose, self.names)
        except _Capped:
            yield f"The tournament ended the game by force after {ROUND_CAP} rounds."

    def differences(self) -> list[str]:
        """Say where the game that was told does not end as the run says; nothing when all is the same."""
        if self.game is None or self.stored["capped"]:
            return []
        public = self.game.state.public
        decisions = int(self.game.state.secret.decision_no)
        now: dict[str, Any] = {"rounds": int(public.round_no), "turns": int(public.turn_no), "decisions": decisions}
        now |= {"total": [int(t) for t in public.total[: self.cell.players]], "place": [int(t) for t in public.place[: self.cell.players]]}
        return [f"{key} is {value}, the run has {self.stored[key]}" for key, value in now.items() if value != self.stored[key]]


class _Capped(Exception):
    """The tournament ended this game here."""


def open_replay(folder: Path, number: int) -> Replay:
    """Find a game of a run.

    Parameters
    ----------
    folder : Path
        A run folder.
    number : int
        Which game, from 0: cells in their order, within a cell block by block, within a block by rotation.

    Raises
    ------
    RunError
        If it is no run folder, has no such game, or has not played it yet.
    """
    manifest = _manifest(folder)
    if manifest["experiment"].get("kind") in OWN_TABLES:
        raise RunError(f"{folder}: a run of {manifest['experiment']['kind']} keeps no games to replay. Give a run of games.")
    try:
        plan = restore_plan(manifest["experiment"], [manifest["variants"][name]["resolved"] for name in manifest["experiment"]["variants"]])
    except BotError as error:
        raise RunError(f"{folder}: a bot of this run is not to be had any more: {error}") from None
    if not 0 <= number < plan.games:
        raise RunError(f"--game: {number} should be a game of the run {folder}: 0 to {plan.games - 1}.")
    cell, game = _locate(plan, number)
    block, rotation = divmod(game, cell.rotations)
    seed = int(block_seeds(plan.experiment.seed, block, 1)[0])
    stored = _stored(folder, manifest, cell, block, rotation)
    return Replay(plan, cell, block, rotation, seed, stored, manifest["code"] != rules_digest())


def _locate(plan: Plan, number: int) -> tuple[Cell, int]:
    for cell in plan.cells:
        if number < cell.games:
            return cell, number
        number -= cell.games
    raise IndexError(number)


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.is_file():
        raise RunError(f"{folder}: is not a run folder: it has no {MANIFEST}. Give a folder that `citadels run` wrote.")
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        _ = [manifest[key] for key in ("experiment", "variants", "shards", "code", "command")]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path}: cannot be read as the manifest of a run ({error}).") from None
    if manifest["schema"] != SCHEMA:
        raise RunError(f"{path}: this run has form {manifest['schema']}, and this version reads form {SCHEMA}.")
    return manifest


def _stored(folder: Path, manifest: dict[str, Any], cell: Cell, block: int, rotation: int) -> dict[str, Any]:
    """Read what the run's tables say about a game."""
    key = {"variant": cell.variant.name, "players": cell.players, "lineup": cell.lineup, "block": block, "rotation": rotation}
    here = pl.all_horizontal(pl.col(name) == value for name, value in key.items())
    files = {table: [folder / entry["path"] for entry in manifest["shards"] if entry["table"] == table] for table in ("games", "seats")}
    try:
        games, seats = (pl.scan_parquet(files[table]).filter(here).collect() if files[table] else None for table in files)
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = str(error).splitlines()[0]
        raise RunError(f"{folder}: a shard is damaged or missing ({reason}). Give the run's command again to make it anew.") from None
    if block >= cell.row_blocks:
        raise RunError(
            f"{folder}: of this game only sums were kept (--rows). Replay one of the first {cell.row_blocks} blocks of its cell."
        )
    if (games is None or games.is_empty()) and manifest["state"] == "complete":
        raise RunError(f"{folder}: this game was not played: its cell had reached the precision that was asked for before.")
    if games is None or seats is None or games.is_empty():
        raise RunError(f"{folder}: this game is not played yet. Go on with the run first: {shlex.join(manifest['command'])}")
    seats = seats.sort("seat")
    return games.row(0, named=True) | {"total": seats["total"].to_list(), "place": seats["place"].to_list()}
