"""From the states of a cell and their win chances to the rows that the families of `metrics` are summed over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats, Ints
from citadels_sim.designs.flow import games as g
from citadels_sim.designs.flow.chances import Chances, WinModels, columns_of
from citadels_sim.designs.flow.character_metrics import SWINGS
from citadels_sim.designs.flow.curve_metrics import DECIDED_BY, DECIDED_CURVE, LEADER_CURVE, TRAJECTORY
from citadels_sim.designs.flow.kill_habits import KILL_GAME, habit_rows
from citadels_sim.designs.flow.model_metrics import CALIBRATION, WIN_MODEL
from citadels_sim.designs.flow.states import Course
from citadels_sim.designs.flow.win_model import HELD
from citadels_sim.statistics.metric_types import Family

THIRDS: Final = ("early", "middle", "late")
"""Thirds of the states by round, whose names are the groups of the win model's figures."""
PROGRESS: Final = tuple(range(0, 101, 10))
"""Per cents of a game's rounds at which curves are taken."""
THRESHOLDS: Final = tuple(range(40, 96, 5))
"""Win chances in per cent of the curve of when a game is decided."""
BETWEEN: Final = "|"
"""Between the parts of a group's name."""
_OF_GAMES: Final[dict[tuple[str, ...], Callable[[Course, Chances], Mapping[str, NDArray[Any]]]]] = {
    ("drama", "behind"): lambda c, chances: g.drama(c, chances.table, chances.winner),
    ("lead_changes",): lambda c, chances: {"lead_changes": g.lead_changes(c, chances.table, g.LEAD_MARGIN)},
    ("decided_at",): lambda c, chances: {"decided_at": g.decided_at(c, chances.winner, g.DECIDED)},
    ("uncertainty",): lambda c, chances: {"uncertainty": g.uncertainty(c, chances.table)},
    ("biggest_rise",): lambda c, chances: {"biggest_rise": g.biggest_rise(c, chances.rise)[0]},
}
"""Figures of games that win chances are in."""
_BEFELL: Final = ("lost", "robbed", "free")
_BINS: Final = 10
_LEAST: Final = 1e-12  # no logarithm of nothing


@dataclass(frozen=True)
class FlowTables:
    """The tables of one cell, each made when it is first needed.

    Parameters
    ----------
    models : WinModels
        The win models of its games.
    """

    models: WinModels

    @classmethod
    def from_course(cls, course: Course) -> FlowTables:
        """Make the tables of all games."""
        return cls(WinModels(course))

    @property
    def course(self) -> Course:
        """The games."""
        return self.models.course

    @cached_property
    def chances(self) -> Chances:
        """The win chances of every seat in every state."""
        return Chances(self.models)

    def rows(self, family: Family, splits: Sequence[int] | None = None) -> pl.DataFrame:
        """Return the rows that a family is summed over; those of games for a family of one's own.

        Parameters
        ----------
        family : Family
        splits : sequence of int, optional
            With the win chances of these splits (`win_model.HALVES`) and a column ``split``, instead of those of the whole run.
        """
        given = self.chances if splits is None else Chances(self.models, splits)
        makers: dict[str, Callable[[], pl.DataFrame]] = {
            SWINGS.name: lambda: self.picks(given),
            WIN_MODEL.name: self.states,
            CALIBRATION.name: self.bins,
            LEADER_CURVE.name: self.leaders,
            DECIDED_CURVE.name: lambda: self.decided(given),
            DECIDED_BY.name: lambda: self.decided_by(given),
            TRAJECTORY.name: lambda: self.trajectories(given),
            KILL_GAME.name: lambda: habit_rows(self.picks(given)),
        }
        return makers[family.name]() if family.name in makers else self.games(given, columns_of(family))

    def games(self, chances: Chances, names: Collection[str]) -> pl.DataFrame:
        """One row per game: its key, and its figures; of those that win chances are in only the named ones."""
        figures: dict[str, NDArray[Any]] = {}
        for those, make in _OF_GAMES.items():
            if any(name in those for name in names):
                figures |= make(self.course, chances)
        return _joined(self._games, chances, figures)

    @cached_property
    def _games(self) -> pl.DataFrame:
        """Those that no win chance is in."""
        c = self.course
        games = np.arange(len(c.start))
        figures: dict[str, NDArray[Any]] = {**g.winners(c)} | g.comebacks(c) | g.completion(c) | g.tempo(c) | g.aims(c)
        figures["score_lead_changes"] = g.lead_changes(c, c.column("score"), 0.0)
        figures["steps"] = c.rounds - 1
        figures["seats"] = np.full(len(games), c.players)
        return pl.DataFrame(c.key(games) | figures)

    def picks(self, chances: Chances) -> pl.DataFrame:
        """One row per character held: what its round added to its holder's win chance, and what befell it."""
        at, first, rows = self._picks
        killer = g.biggest_rise(self.course, chances.rise)[1]
        steps: dict[str, NDArray[Any]] = {"rise": chances.rise, **chances.parts, "killer": killer}
        figures = {name: values.reshape(*values.shape[:-2], -1)[..., at] for name, values in steps.items()}
        figures["killer"] &= first
        return _joined(rows, chances, figures).with_columns(
            *(pl.when(flag).then("rise").otherwise(0.0).alias(f"{flag}_rise") for flag in _BEFELL),
            *(pl.when(flag).then("struck_rise").otherwise(0.0).alias(f"{flag}_struck") for flag in _BEFELL),
        )

    @cached_property
    def _picks(self) -> tuple[Ints, NDArray[np.bool_], pl.DataFrame]:
        """Which row of the states each of these is from, whether of the first character there, and what no win chance is in."""
        rows = self.course.rows.with_row_index("at").filter(pl.col("round") > 0)
        key = ("at", "variant", "players", "lineup", "block", "rotation")
        held = [rows.select(*key, character=name, fate=fate, first=pl.lit(name == "character")) for name, fate in HELD]
        both = pl.concat(held).filter(pl.col("character").is_not_null())
        lost, robbed = pl.col("fate").is_in(["murdered", "bewitched"]), pl.col("fate") == "robbed"
        frame = both.select(*key[1:], "character", lost=lost, robbed=robbed, free=~lost & ~robbed)
        return both["at"].to_numpy().astype(np.int64), both["first"].to_numpy(), frame

    def states(self) -> pl.DataFrame:
        """One row per state before the end: how far the model and its rivals were from the win credits."""
        c = self.course
        open_ = np.flatnonzero(~c.last)
        win = c.column("win")[open_]
        rivals = {"": self.chances.table[open_], "_equal": np.full(win.shape, 1 / c.players), "_leader": self.models.leader.chance[open_]}
        figures: dict[str, Floats] = {}
        for name, chance in rivals.items():
            figures[f"brier{name}"] = ((chance - win) ** 2).sum(axis=1)
            figures[f"log_loss{name}"] = -(win * np.log(np.maximum(chance, _LEAST))).sum(axis=1)
        figures["saved"] = figures["brier_equal"] - figures["brier"]
        figures["saved_leader"] = figures["brier_equal"] - figures["brier_leader"]
        return pl.DataFrame(c.key(c.game[open_]) | figures | {"third": self._thirds(open_)})

    def _thirds(self, states: NDArray[np.int64]) -> pl.Series:
        """Name the third of each state: cut at whole rounds, so that it is known while the game lasts, which its length is not.

        The length of a game depends on who wins it: grouped by parts of the games' own lengths, even the true chances would look wrong.
        """
        c = self.course
        counts = np.bincount(c.round[~c.last])
        before = (counts.cumsum() - counts / 2) / counts.sum()
        third = np.minimum(np.floor(3 * before).astype(np.int64), 2)[c.round[states]]
        return pl.Series(THIRDS, dtype=pl.Enum(THIRDS)).gather(third.astype(np.uint32)).cast(pl.String)

    def bins(self) -> pl.DataFrame:
        """One row per seat of a state before the end: its win chance, by third of the game and tenth, and its win credit."""
        c = self.course
        open_ = np.flatnonzero(~c.last)
        chance, win = self.chances.table[open_].ravel(), c.column("win")[open_].ravel()
        tenth = pl.Series(np.minimum((chance * _BINS).astype(np.int64), _BINS - 1))
        third = self._thirds(np.repeat(open_, c.players))
        frame = pl.DataFrame(c.key(np.repeat(c.game[open_], c.players)) | {"chance": chance, "win": win, "third": third, "tenth": tenth})
        return frame.with_columns(bin=pl.format(f"{{}}{BETWEEN}{{}}", "third", "tenth"))

    def leaders(self) -> pl.DataFrame:
        """One row per game and tenth of it: the win credit of who leads by score, and how the winner's score stands to the others'."""
        c = self.course
        games = np.arange(len(c.start))
        score, win = c.column("score"), c.column("win")[c.start]
        frames = []
        for progress in PROGRESS:
            now = score[c.at(progress / 100)]
            leads = now == now.max(axis=1, keepdims=True)
            above = (now[:, :, None] > now[:, None, :]) + 0.5 * (now[:, :, None] == now[:, None, :])
            # Pairs of a winner and a loser: of a shared win each sharer counts for its part, beside those that won nothing.
            pair = win[:, :, None] * (win[:, None, :] == 0)
            figures = {
                "leader_win": (win * leads).sum(axis=1) / leads.sum(axis=1),
                "concordant": (pair * above).sum(axis=(1, 2)),
                "pairs": pair.sum(axis=(1, 2)),
            }
            frames.append(pl.DataFrame(c.key(games) | {"progress": np.full(len(games), progress)} | figures))
        return pl.concat(frames)

    def decided(self, chances: Chances) -> pl.DataFrame:
        """One row per game and threshold: the part of the game after which the winner's chance stays there."""
        after = [g.decided_at(self.course, chances.winner, percent / 100) for percent in THRESHOLDS]
        return _joined(self._decided, chances, {"decided_at": np.concatenate(after, axis=-1)})

    @cached_property
    def _decided(self) -> pl.DataFrame:
        return self._games_at("threshold", THRESHOLDS)

    def decided_by(self, chances: Chances) -> pl.DataFrame:
        """One row per game and tenth of it: whether it is decided by then."""
        after = g.decided_at(self.course, chances.winner, g.DECIDED)
        # Of exact parts such as 3/10 of 10 rounds not one tenth later.
        over = [after <= progress / 100 + 1e-9 for progress in PROGRESS]
        return _joined(self._decided_by, chances, {"over": np.concatenate(over, axis=-1)})

    @cached_property
    def _decided_by(self) -> pl.DataFrame:
        return self._games_at("progress", PROGRESS)

    def _games_at(self, name: str, values: Sequence[int]) -> pl.DataFrame:
        """Lay out the keys of all games once for each of some values."""
        games = len(self.course.start)
        return pl.DataFrame(self.course.key(np.tile(np.arange(games), len(values))) | {name: np.repeat(values, games)})

    def trajectories(self, chances: Chances) -> pl.DataFrame:
        """One row per seat of a game and tenth of it: its win chance then, and its final place."""
        at, rows = self._trajectories
        values = chances.table[..., at, :]
        return _joined(rows, chances, {"chance": values.reshape(*values.shape[:-2], -1)})

    @cached_property
    def _trajectories(self) -> tuple[Ints, pl.DataFrame]:
        """The states that these are from, and what no win chance is in."""
        c = self.course
        games = np.tile(np.repeat(np.arange(len(c.start)), c.players), len(PROGRESS))
        place = np.tile(c.column("place")[c.start].astype(np.int64).ravel(), len(PROGRESS))
        rows = pl.DataFrame(c.key(games) | {"place": place, "progress": np.repeat(PROGRESS, len(games) // len(PROGRESS))})
        named = rows.with_columns(place_progress=pl.format(f"{{}}{BETWEEN}{{}}", "place", "progress"))
        return np.concatenate([c.at(progress / 100) for progress in PROGRESS]), named


def _joined(rows: pl.DataFrame, chances: Chances, figures: Mapping[str, NDArray[Any]]) -> pl.DataFrame:
    """Put figures of win chances, shape (rows,), beside rows; those of splits, shape (R, rows), beside as many copies of the rows."""
    if chances.splits is None:
        return rows.with_columns(**figures)
    split = np.repeat(np.asarray(chances.splits), rows.height)
    flat = {name: values.ravel() for name, values in figures.items()}
    return pl.concat([rows] * len(chances.splits)).with_columns(split=split, **flat)
