"""Measuring many cells one after another in one process: every variant, number of players and bot, with and without rows."""

from __future__ import annotations

import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from citadels_sim.bots import all_bots
from citadels_sim.designs.recording import columns as c
from citadels_sim.errors import VariantError
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import Plan, Shard, make_plan
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.table_writer import Writer
from citadels_sim.variants import Variant, load_variant, variant_names

_PLAYERS: Final = 4
_WIDE: Final = 3
"""So many variants are measured at every number of players that they seat."""
_USUAL: Final = "builder"
"""The bot of every cell but those that compare bots: fast, and known from all benchmarks before."""
_BATCH: Final = 200


@dataclass(frozen=True)
class Cell:
    """A cell to be measured: every seat has the bot."""

    variant: str
    players: int
    bot: str


@dataclass(frozen=True)
class CellSpeed:
    """How fast a cell plays on one core.

    Attributes
    ----------
    variant, players, bot
        The cell; the bot sits at every seat.
    games, decisions : float
        Per second, with the sums of all games and no rows.
    games_with_rows : float
        Per second, with rows of every turn written to Parquet.
    """

    variant: str
    players: int
    bot: str
    games: float
    decisions: float
    games_with_rows: float

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {key: round(value) if isinstance(value, float) else value for key, value in asdict(self).items()}


def playable_variants() -> list[Variant]:
    """Load every packaged variant that can be played."""
    variants = []
    for name in variant_names():
        try:
            variants.append(load_variant(name))
        except VariantError:  # its cards are in the catalogue, its rules not yet in the engine
            continue
    return variants


def cells_to_measure() -> list[Cell]:
    """Name the cells of the benchmark: each playable variant at four players, three of them at all numbers, and each bot."""
    variants = playable_variants()
    bots = [bot.name for bot in all_bots() if bot.source == "built in"]
    cells = [Cell(variant.name, _PLAYERS, _USUAL) for variant in variants if _seats(variant, _PLAYERS)]
    # The variants that seat most, one of each edition and cast before a second of the same.
    wide = sorted(variants, key=lambda v: (v.players[0] - v.players[1], v.name))
    first_of = {_kind(variant): variant.name for variant in reversed(wide)}
    chosen = [variant for variant in wide if variant.name in first_of.values()][:_WIDE]
    cells += [Cell(v.name, n, _USUAL) for v in chosen for n in range(2, 9) if _seats(v, n) and n != _PLAYERS]
    cells += [Cell(variants[0].name, _PLAYERS, bot) for bot in bots if bot != _USUAL]
    return list(dict.fromkeys(cells))


def _kind(variant: Variant) -> tuple[str, ...]:
    """What the rules of a variant are, roughly: its edition and its cast."""
    resolved: Any = variant.resolved()
    return str(resolved["rules"].get("edition")), *resolved["cast"]


def _seats(variant: Variant, players: int) -> bool:
    return variant.players[0] <= players <= variant.players[1]


def _plan(cell: Cell, detail: str, rows: int | None) -> Plan:
    keys = {"name": "bench", "variants": [cell.variant], "players": [cell.players], "games": 10**6, "lineups": [[cell.bot]]}
    keys |= {"detail": detail} | ({} if rows is None else {"rows": rows})
    return make_plan(make_experiment(keys, "bench"))


def _rate(plan: Plan, seconds: float, *, rows: bool) -> float:
    """Games per second of one core, writing included."""
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        writer = Writer(plan, LocalStore(Path(folder)))
        games, took, batch = 0, 0.0, _BATCH
        writer.write(Shard(0, 0, 0, _BATCH, _BATCH, rows))
        while took < seconds:
            begun = time.perf_counter()
            writer.write(Shard(1, 0, games, batch, batch, rows))
            took += time.perf_counter() - begun
            games += batch
            batch = min(2 * batch, plan.cells[0].shard_blocks if rows else plan.cells[0].sums_blocks)
    return games / took


def _decisions_per_game(plan: Plan) -> float:
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        results = Writer(plan, LocalStore(Path(folder))).player(0).play(0, _BATCH)
    return float(results.games[c.G_DECISIONS].mean())


def measure_cells(cells: list[Cell], seconds: float, answers: Any) -> None:
    """Measure cells in this process; answer with a `CellSpeed` for each.

    Parameters
    ----------
    cells : list of Cell
    seconds : float
        About how long each rate is measured.
    answers : multiprocessing.SimpleQueue
    """
    for cell in cells:
        sums, rows = _plan(cell, "games", 0), _plan(cell, "turns", None)
        games = _rate(sums, seconds, rows=False)
        with_rows = _rate(rows, seconds, rows=True)
        answers.put(CellSpeed(cell.variant, cell.players, cell.bot, games, games * _decisions_per_game(sums), with_rows))


def disk_per_game(answers: Any) -> None:
    """Measure bytes per game on disk of whole shards, by detail, and of sums alone; answer with the detail and the number for each."""
    for detail, rows in (("games", None), ("turns", None), ("events", None), ("sums alone", 0)):
        plan = _plan(Cell("classic-2000", _PLAYERS, _USUAL), "games" if rows == 0 else detail, rows)
        shard = next(plan.shards())
        with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
            Writer(plan, LocalStore(Path(folder))).write(shard)
            answers.put((detail, sum(path.stat().st_size for path in Path(folder).rglob("*.parquet")) / shard.games))
