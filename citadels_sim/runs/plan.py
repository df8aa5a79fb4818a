"""From an experiment to its cells, blocks and shards. Everything here follows from the experiment alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.bots import parse_bot
from citadels_sim.catalogue import Cards
from citadels_sim.errors import VariantError, nearest
from citadels_sim.limits import wishes_of
from citadels_sim.names import LONGEST_NAME
from citadels_sim.runs.code import bot_digest
from citadels_sim.runs.design import Design
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.layout import PIECES, STEP_PIECES, Stage, looks_of, rotations_of, stages, steps_of
from citadels_sim.runs.lineups import load_lineups, unknown_bots
from citadels_sim.runs.source import Source
from citadels_sim.text import listed
from citadels_sim.variants import Variant, from_resolved, load_variant

if TYPE_CHECKING:
    from citadels_sim.bots import Bot

_SHARD_GAMES: Final = {"games": 20_000, "turns": 3_000, "events": 1_000}
"""Games per shard at most: tables of some hundred thousand rows, so that memory stays flat."""
_SHARD_GAMES_SUMS: Final = 20_000
"""The same where no rows are kept."""
_SHARD_SECONDS: Final = (0.5, 5.0)
"""Least and greatest time that a shard of slow bots should take: files take a hundredth of the least, and a stop may lose the greatest."""
_SHARDS: Final = 64
"""Shards of a cell of slow bots, as far as these times allow: every core of a machine should have some."""
_SHARD_GAMES_PLAIN: Final = 25
"""Games per shard where a bot in plain Python plays, a thousand times slower."""
_PLAIN_PER_SECOND: Final = 10.0
"""Games a second that such bots are taken to play: they get a view of every decision as dictionaries, whatever they do with it."""
_FIRST_STEP: Final = 10
"""Shards of the usual size in the first step of a cell that grows."""
_FIRST_STEP_UNJUDGED: Final = 2
"""The same where its design judges nothing: a study gives it a share of the time, which the first step should not exceed."""
_FIRST_SECONDS, _FIRST_LEAST, _FIRST_BLOCKS = 1.0, 100, 30
"""Where bots are slow, the first step is as large as takes about so many seconds, but of so many games or nodes and blocks at least."""
_GROWN: Final = 20
"""By how much larger the shards of a cell that grows may be: those of its first steps are smaller anyway."""
_MOST_SHARDS: Final = 1_000_000
"""Shards of a run: each is a file for each of its tables, and a line of the manifest."""


@dataclass(frozen=True)
class Cell:
    """One variant at one number of players with one line-up.

    Attributes
    ----------
    index : int
        Its place in the plan.
    variant : Variant
        The rules.
    players : int
        Number of players.
    lineup : str
        The line-up as written, comma-separated.
    seats : tuple of str
        The bot at each position of the table.
    blocks, rotations : int
        Blocks (seeds), and games in each.
    per_game : int
        What each game counts for: 1, or the nodes that it gives.
    shard_blocks, sums_blocks : int
        Blocks in a shard of this cell: where rows are kept, and where only sums are.
    row_blocks : int
        The first so many blocks have rows.
    looks : tuple of int
        After so many blocks its intervals are examined, or it may end for now, if it is part of a study; else none.
    pieces : int
        Shards between two of them, at least.
    every : tuple of Cards
        The cards of all variants of the plan, each once: what texts of its tables can be.
    """

    index: int
    variant: Variant
    players: int
    lineup: str
    seats: tuple[str, ...]
    blocks: int
    rotations: int
    shard_blocks: int
    sums_blocks: int
    row_blocks: int
    looks: tuple[int, ...] = ()
    pieces: int = PIECES
    every: tuple[Cards, ...] = ()
    per_game: int = 1

    @property
    def per_block(self) -> int:
        """What each block counts for: its games, or their nodes."""
        return self.rotations * self.per_game

    @property
    def games(self) -> int:
        """Games in all, or nodes."""
        return self.blocks * self.per_block

    @property
    def shards(self) -> int:
        """Shards in all."""
        return sum(stage.shards for stage in self._stages())

    def ranges(self) -> Iterator[tuple[int, int, bool]]:
        """Yield the first block and the blocks of each shard, and whether rows are kept of it."""
        for stage in self._stages():
            yield from stage.ranges()

    def played(self, blocks: int) -> dict[str, int]:
        """Describe for the manifest a cell of which so many blocks are played, fewer than it may have."""
        return {"blocks": blocks, "games": blocks * self.per_block, "row_blocks": min(blocks, self.row_blocks), "most_blocks": self.blocks}

    def _stages(self) -> Iterator[Stage]:
        return stages(self.blocks, self.row_blocks, self.shard_blocks, self.sums_blocks, self.looks, self.pieces)


@dataclass(frozen=True)
class Shard:
    """A fixed range of blocks of one cell: the unit of work and of writing.

    Attributes
    ----------
    number : int
        Its number in the run; its files are called after it.
    cell : int
        Index of its cell.
    first, blocks : int
        Its blocks.
    games : int
        Games in it.
    rows : bool
        Whether rows of its games are kept, or only sums.
    """

    number: int
    cell: int
    first: int
    blocks: int
    games: int
    rows: bool = True

    @property
    def end(self) -> int:
        """The block behind its last one."""
        return self.first + self.blocks


@dataclass(frozen=True)
class Plan:
    """An experiment, checked and resolved.

    Attributes
    ----------
    experiment : Experiment
        As requested, with the bots' names in one spelling.
    variants : tuple of Variant
        Resolved.
    bots : mapping of str to Bot
        Every bot that plays.
    cells : tuple of Cell
        In order: variants, within them players, within them line-ups.
    """

    experiment: Experiment
    variants: tuple[Variant, ...]
    bots: dict[str, Bot]
    cells: tuple[Cell, ...]

    @property
    def design(self) -> Design:
        """The kind of experiment that it is."""
        return self.experiment.design

    @property
    def games(self) -> int:
        """Games in all cells."""
        return sum(cell.games for cell in self.cells)

    def shards(self) -> Iterator[Shard]:
        """Yield every shard, in order of number."""
        number = 0
        for cell in self.cells:
            for first, blocks, rows in cell.ranges():
                yield Shard(number, cell.index, first, blocks, blocks * cell.per_block, rows)
                number += 1

    def tables_of(self, shard: Shard) -> tuple[str, ...]:
        """Name the tables of a shard, in the order of the manifest."""
        return self.design.tables_of(self.experiment.detail, rows=shard.rows, cells=len(self.cells))

    def entry_points(self) -> list[Any]:
        """Name the compiled entry points that it needs, each once."""
        compiled: list[Any] = self.design.player.entry_points(self.bots.values())
        return compiled

    def bot_digests(self) -> dict[str, str | None]:
        """Return the SHA-256 of the file of each bot that comes from one, fitted values included; None where it has neither."""
        return {name: bot_digest(bot) for name, bot in self.bots.items()}


def make_plan(experiment: Experiment, source: str | Source = "experiment") -> Plan:
    """Resolve an experiment: load its variants, find its bots, lay out its cells.

    Parameters
    ----------
    experiment : Experiment
        What to play.
    source : str or Source
        Where it came from, for messages.

    Raises
    ------
    ExperimentError
        Names everything that does not fit together: variants that are unknown or unplayable, or do not seat so many, bots and
        parameters that are not known, bots that do not play an edition, line-ups longer than the table.
    """
    place, design = Source.parse(source), experiment.design
    faults: list[str] = []
    variants: Sequence[Variant] = _load_variants(experiment, faults)
    place.refuse([*faults, *unknown_bots(experiment)])  # before the bots, and with them the compiler, are loaded
    seated = load_lineups(experiment, variants)
    place.refuse([*seated.faults, *_wished_for_nobody(experiment, variants)])
    resolved = experiment.model_copy(update={"lineups": seated.lineups, "variants": tuple(variant.name for variant in variants)})
    if design.has("experiment"):
        resolved, variants = design.module("experiment").resolve(resolved, variants, source)
    cells = tuple(_cells(resolved, variants, seated.bots))
    if resolved.growing and (shards := sum(cell.shards for cell in cells)) > _MOST_SHARDS:  # slow bots have small shards
        resolved = resolved.model_copy(update={"games": max(1, 9 * resolved.games * _MOST_SHARDS // (10 * shards))})
        cells = tuple(_cells(resolved, variants, seated.bots))
    if (shards := sum(cell.shards for cell in cells)) > _MOST_SHARDS:
        message = f"games: {experiment.games:,} per cell would be {shards:,} shards in all, of {_MOST_SHARDS:,} at most; play fewer games"
        raise place.error(f"{message}, or for rows of fewer of them." if "rows" in design.keys else f"{message}.")
    return Plan(resolved, tuple(variants), seated.bots, cells)


def _wished_for_nobody(experiment: Experiment, variants: Sequence[Variant]) -> Iterable[str]:
    """Find wanted values of characters that no table of the experiment can have."""
    tables = [variant.at(players) for variant, players in experiment.seated(variants)]
    cast = {name: None for table in tables for names in table.cast.values() for name in names}
    for name in wishes_of(experiment.margins or {}, "character"):
        if name not in cast:
            hint = nearest(name, cast) or f" There are {listed([*cast])}."
            yield f"margins.character.{name}: there is no such character at these tables.{hint}"


def restore_plan(experiment: Mapping[str, Any], variants: Iterable[Mapping[str, Any]]) -> Plan:
    """Make a plan again from the data of a manifest or of another process, without reading any variant file.

    Parameters
    ----------
    experiment : mapping
        ``Plan.experiment`` as data.
    variants : iterable of mapping
        ``Variant.resolved()`` of each variant, in order.

    Raises
    ------
    BotError
        When a bot's file is not there any more.
    """
    # Runs of two variants by options were named by both with a "+" between them once.
    checked = Experiment.model_validate({**experiment, "name": str(experiment["name"]).replace("+", "-")[:LONGEST_NAME]})
    bots = {bot.name: bot for lineup in checked.lineups for bot in map(parse_bot, lineup)}
    resolved = [from_resolved(variant) for variant in variants]
    return Plan(checked, tuple(resolved), bots, tuple(_cells(checked, resolved, bots)))


def _load_variants(experiment: Experiment, faults: list[str]) -> list[Variant]:
    variants: list[Variant] = []
    for i, name in enumerate(experiment.variants):
        try:
            variant = load_variant(name)
        except VariantError as error:
            faults.append(f"variants[{i}]: {error}")
            continue
        if any(variant.name == other.name for other in variants):
            faults.append(f"variants[{i}]: two variants are called '{variant.name}'. Rename one.")
        for n in experiment.players:
            try:
                variant.at(n)
            except VariantError as error:
                faults.append(f"players: {error}")
        variants.append(variant)
    return variants


def games_per_second(bots: Sequence[Bot]) -> float:
    """Return about how many classic games with four players one core plays with some bots at the table."""
    return len(bots) / sum(1 / (bot.games_per_second if bot.compiled else _PLAIN_PER_SECOND) for bot in bots)


def unit_seconds(experiment: Experiment, bots: Sequence[Bot]) -> float:
    """Return about how long one unit of an experiment takes one core, with some bots at the table: a game, a node of forks."""
    design = experiment.design
    return design.unit_games * experiment.repetitions / design.replicates * (len(bots) / 4) ** 2 / games_per_second(bots)


def _games_per_shard(bots: Sequence[Bot], games: int) -> int:
    """Return how many games of slow bots a shard should have, of a cell of so many in all."""
    if not all(bot.compiled for bot in bots):
        return _SHARD_GAMES_PLAIN
    low, high = (max(1, round(seconds * games_per_second(bots))) for seconds in _SHARD_SECONDS)
    return min(high, max(low, games // _SHARDS))


def _cells(experiment: Experiment, variants: Sequence[Variant], bots: dict[str, Bot]) -> Iterator[Cell]:
    index = 0
    every = tuple(dict.fromkeys(variant.cards for variant in variants))
    for variant in variants:
        for players in experiment.players:
            for lineup in experiment.lineups:
                seats = tuple(lineup[seat % len(lineup)] for seat in range(players))
                rotations, per_game = rotations_of(seats), experiment.design.player.per_game(variant.at(players))
                per_block = rotations * per_game
                in_pieces = experiment.growing or experiment.precision is not None
                slow = _games_per_shard([bots[name] for name in seats], 0 if in_pieces else experiment.games)
                per_shard = min(experiment.design.shard_games or _SHARD_GAMES[experiment.detail], slow)
                per_sums = min(_SHARD_GAMES_SUMS, slow)
                blocks = -(-experiment.games // per_block)
                looks: tuple[int, ...] = looks_of(blocks, per_block) if experiment.precision is not None else ()
                if experiment.growing:
                    first = _FIRST_STEP if experiment.design.has("judge") else _FIRST_STEP_UNJUDGED
                    brief = round(_FIRST_SECONDS / unit_seconds(experiment, [bots[name] for name in seats]))
                    deals = _FIRST_BLOCKS * per_block
                    wanted = min(first * per_shard, max(_FIRST_LEAST, deals, brief))
                    looks = steps_of(blocks, per_block, max(wanted, deals) if per_game > 1 else wanted)
                    per_shard = max(per_shard, min(_GROWN * per_shard, _SHARD_GAMES_SUMS))
                rows = blocks if experiment.rows is None else min(blocks, -(-experiment.rows // per_block))
                yield Cell(
                    index=index,
                    variant=variant,
                    players=players,
                    lineup=",".join(lineup),
                    seats=seats,
                    blocks=blocks,
                    rotations=rotations,
                    shard_blocks=max(1, per_shard // per_block),
                    sums_blocks=max(1, per_sums // per_block),
                    row_blocks=rows,
                    looks=looks,
                    pieces=STEP_PIECES if experiment.growing else PIECES,
                    every=every,
                    per_game=per_game,
                )
                index += 1
