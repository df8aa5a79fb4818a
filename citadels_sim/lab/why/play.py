"""The effect of a character split into its parts: playing it, and its table; what is played, see `kernel`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Self

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.engine.actions import A_PICK, PICK
from citadels_sim.engine.loop import Table as Seated
from citadels_sim.engine.loop import new_table
from citadels_sim.engine.records import new_records
from citadels_sim.engine.rules import RULES, rules_record
from citadels_sim.engine.state import RANKS
from citadels_sim.errors import ExperimentError
from citadels_sim.lab import fork_records as k
from citadels_sim.lab.condition import parse_condition
from citadels_sim.lab.fork_records import Forks, new_forks, new_question
from citadels_sim.lab.player import Player
from citadels_sim.lab.why import PARTS
from citadels_sim.lab.why.kernel import Split, why_games
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.variants import Table, Variant, from_resolved
from citadels_sim.variants.switch import NONE

_CHUNK: Final = 10
"""Nodes between two looks at whether to stop."""
_OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "income": {"income": NONE},
    "bonus": {"bonus": {"gold": 0, "cards": 0}},
    "discount": {"discount": {"type": NONE}},
    "protection": {"protected": False},
    "crown": {"takes_crown": False},
    "power": {"power": "none"},
}
"""Each part to the keys of a character that switch it off; builds are then as many as everybody has."""
_OF_EVERY: Final = frozenset(
    ("title", "rank", "power", "income", "income_each", "income_in", "builds", "protected", "takes_crown", "bonus", "discount")
)
"""Keys that any character can have."""
_PLAIN: Final = ("king", "patrician", "bishop", "merchant", "architect")
"""Packaged characters whose cards print nothing but what every card may have."""


def without(variant: Variant, character: str, parts: Sequence[str]) -> Variant:
    """Return a variant in which a character has some of its parts no more."""
    resolved: dict[str, Any] = dict(variant.resolved())
    keys = dict(resolved.get("characters", {}).get(character, {}))
    for part in parts:
        off = _OFF.get(part) or {"builds": variant.usual.number("game.builds")}
        keys |= {key: keys.get(key, {}) | value if isinstance(value, Mapping) else value for key, value in off.items()}
    if "power" in parts:
        keys = {key: value for key, value in keys.items() if key in _OF_EVERY}  # the numbers in the power go with it
    return from_resolved({**resolved, "characters": {**resolved.get("characters", {}), character: keys}})


def parts_of(variant: Variant, character: str) -> tuple[str, ...]:
    """Name the parts that a character has: those without which its variant is another one."""
    return tuple(
        part for part in PARTS if without(variant, character, [part]).digest != variant.digest and _is_part(variant, character, part)
    )


def _is_part(variant: Variant, character: str, part: str) -> bool:
    """Tell whether a part does anything: the power of who has none but numbers of its own is none."""
    if part != "power":
        return True
    return variant.cards.character(character).power not in ("none", *_PLAIN)


def tables_of(variant: Variant, character: str, players: int) -> tuple[tuple[str, ...], list[Table]]:
    """Return the parts of a character, and the table with each combination of them on, in the order of their bits."""
    parts = parts_of(variant, character)
    tables = []
    for on in range(1 << len(parts)):
        off = [part for at, part in enumerate(parts) if not on >> at & 1]
        tables.append((without(variant, character, off) if off else variant).at(players))
    return parts, tables


class WhyPlayer(Player):
    """Forks the games of one cell at picks of a character, with each combination of its parts."""

    KERNELS = (why_games,)
    _character: str = ""

    @classmethod
    def of(cls, plan: Plan, cell: Cell, memory: dict[str, Any]) -> Self:
        """Make the player of a cell of a plan; see `Player.of`."""
        player = super().of(plan, cell, memory)
        player._character = str(plan.experiment.what)
        return player

    @cached_property
    def _rules(self) -> Array:
        """The rules of the table, in memory that the kernel changes and puts back."""
        records = new_records(1, RULES)
        records[0] = rules_record(self._cell.variant.at(self._cell.players))
        return records

    @cached_property
    def table(self) -> Seated:
        """The bots at a table, with a game to play on."""
        return new_table(self.bots, self._rules[0], self._capacity)

    @cached_property
    def _combinations(self) -> tuple[tuple[str, ...], Array]:
        """The parts of the character, and the memory of the rules with each combination of them on."""
        parts, tables = tables_of(self._cell.variant, self._character, self._cell.players)
        memory = [np.frombuffer(rules_record(table).tobytes(), np.uint8) for table in tables]
        return parts, np.stack(memory)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> tuple[Forks, Array]:
        """Fork every game of some blocks; return the forks, and the win credit of who picks the character by combination of parts."""
        cards = self._cell.variant.cards
        codes = {each.id: each.code for each in cards.characters}
        program = parse_condition(f"'{self._character}' in offered").program(codes, {})
        question = new_question(PICK, 1 << A_PICK, last_round=self._rounds, program=program, options=RANKS)
        games = blocks * self._cell.rotations
        forks, (_, combinations) = new_forks(games, self._replicates, RANKS, RANKS), self._combinations
        wins = np.zeros((games, self._replicates, len(combinations)))
        split = Split(codes[self._character], self._rules.view(np.ndarray).view(np.uint8).reshape(-1), combinations, wins)
        for deals in self._deals(first, blocks, _CHUNK, stop):
            why_games(self.table, self._saved, deals, question, forks, split)
            if not forks.nodes[k.OPTIONS, deals.last - 1]:
                seen = f"{question.counted[1]:,} picks of {self._cell.variant.name} with {self._cell.players} players"
                raise ExperimentError(f"CHARACTER: '{self._character}' could be picked at hardly any of {seen}.")
        return forks, wins

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`. One row per node, replicate and combination of parts."""
        forks, wins = self.play(shard.first, shard.blocks, stop)
        parts, _ = self._combinations
        bits = [1 << list(PARTS).index(part) for part in parts]
        masks = np.array([sum(bit for at, bit in enumerate(bits) if on >> at & 1) for on in range(1 << len(parts))])
        game, replicate, on = (axis.ravel() for axis in np.indices(wins.shape))
        node = {name: forks.nodes[row][game] for name, row in {"seat": k.SEAT, "round": k.ROUND, "weight": k.WEIGHT}.items()}
        own = np.take_along_axis(forks.wins, forks.nodes[k.SEAT][:, None, None, None], axis=3)[..., 0]
        means = own.sum(axis=2) / forks.nodes[k.OPTIONS][:, None]
        code = next(each.code for each in self._cell.variant.cards.characters if each.id == self._character)
        columns = (
            self._keys(shard.first, game)
            | node
            | {
                "character": self._names.characters.gather(np.full(len(game), code, np.uint32)),
                "bot": self._bot_names(forks.nodes[k.BOT][game]),
                "parts": np.full(len(game), sum(bits)),
                "on": masks[on],
                "replicate": replicate,
                "win": wins.ravel(),
                "mean": means[game, replicate],
            }
        )
        return {"why": pl.DataFrame(columns)}


PLAYER = WhyPlayer
