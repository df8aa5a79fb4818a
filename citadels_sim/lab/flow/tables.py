"""From the states of a cell and their win chances to the rows that the families of `flow_metrics` are summed over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.lab.flow import games as g
from citadels_sim.lab.flow import metrics as m
from citadels_sim.lab.flow.kill_habits import KILL_GAME, habit_rows
from citadels_sim.lab.flow.states import Course
from citadels_sim.lab.flow.win_model import WinModel, drafted_model, leader_model, struck_model, table_model

THIRDS: Final = ("early", "middle", "late")
"""Thirds of the states by round, whose names are the groups of the win model's figures."""
PROGRESS: Final = tuple(range(0, 101, 10))
"""Per cents of a game's rounds at which curves are taken."""
THRESHOLDS: Final = tuple(range(40, 96, 5))
"""Win chances in per cent of the curve of when a game is decided."""
BETWEEN: Final = "|"
"""Between the parts of a group's name."""
FITTED: Final = frozenset(
    {"lead_changes", "drama", "behind", "decided_at", "uncertainty", "biggest_rise"}  # of games
    | {"rise", "draft_rise", "struck_rise", "turns_rise", "killer"}  # of picks
    | {"lost_rise", "robbed_rise", "free_rise", "lost_struck", "robbed_struck", "free_struck"}
    | {"brier", "brier_leader", "log_loss", "log_loss_leader", "saved", "saved_leader", "chance", "bin", "over"}
    | {"worth", "given"}  # of the kill game
)
"""Columns that come from a win model: what is summed over them changes with the games that it was fitted on."""
_BINS: Final = 10
_LEAST: Final = 1e-12  # no logarithm of nothing


@dataclass(frozen=True)
class WinModels:
    """The win models of one cell, each made when it is first needed.

    Parameters
    ----------
    course : Course
        The games.
    """

    course: Course

    @cached_property
    def table(self) -> WinModel:
        """The model of W."""
        return table_model(self.course)

    @cached_property
    def leader(self) -> WinModel:
        """That of who leads."""
        return leader_model(self.course)

    @cached_property
    def drafted(self) -> WinModel:
        """That of the chances after a draft."""
        return drafted_model(self.course)

    @cached_property
    def struck(self) -> WinModel:
        """That of the chances when losses of the round are known, too."""
        return struck_model(self.course)


@dataclass(frozen=True)
class FlowTables:
    """The tables of one cell, each made when it is first needed.

    Parameters
    ----------
    models : WinModels
        The win models of its games.
    split : int, optional
        Which of `win_model.HALVES` the win chances are from: models of the other half; left out: from models of all other groups.
    """

    models: WinModels
    split: int | None = None

    @classmethod
    def of(cls, course: Course) -> FlowTables:
        """Make the tables of all games."""
        return cls(WinModels(course))

    @property
    def course(self) -> Course:
        """The games."""
        return self.models.course

    def _chance(self, model: WinModel) -> Floats:
        return model.chance if self.split is None else model.crossed[self.split]

    @cached_property
    def chance(self) -> Floats:
        """Win chance of every seat in every state, shape (S, n)."""
        return self._chance(self.models.table)

    @cached_property
    def rise(self) -> Floats:
        """What each round added to it, shape (S, n)."""
        return g.rises(self.course, self.chance)

    @cached_property
    def parts(self) -> dict[str, Floats]:
        """What added to the win chance in each round, step by step, shape (S, n) each; nan at the start. Each step's seats sum to 0."""
        steps = [self.chance, self._chance(self.models.drafted), self._chance(self.models.struck)]
        before = [np.vstack([np.full((1, self.course.players), np.nan), step[:-1]]) for step in steps]
        parts = {"draft_rise": before[1] - before[0], "struck_rise": before[2] - before[1], "turns_rise": self.chance - before[2]}
        for part in parts.values():
            part[self.course.start] = np.nan
        return parts

    def rows(self, family: str) -> pl.DataFrame:
        """Return the rows that a family is summed over; those of games for a family of one's own."""
        makers: dict[str, Callable[[], pl.DataFrame]] = {
            m.SWINGS.name: self.picks, m.WIN_MODEL.name: self.states, m.CALIBRATION.name: self.bins,
            m.LEADER_CURVE.name: self.leaders, m.DECIDED_CURVE.name: self.decided, m.DECIDED_BY.name: self.decided_by,
            m.TRAJECTORY.name: self.trajectories, KILL_GAME.name: lambda: habit_rows(self.picks()),
        }  # fmt: skip
        return makers[family]() if family in makers else self.games

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row per game: its key, and the figures of `flow_games`."""
        c, chance = self.course, self.chance
        games = np.arange(len(c.start))
        figures: dict[str, NDArray[Any]] = {**g.drama(c, chance)} | g.comebacks(c) | g.completion(c) | g.tempo(c) | g.aims(c)
        figures["lead_changes"] = g.lead_changes(c, chance, g.LEAD_MARGIN)
        figures["score_lead_changes"] = g.lead_changes(c, c.column("score"), 0.0)
        figures["decided_at"] = g.decided_at(c, chance, g.DECIDED)
        figures["uncertainty"] = g.uncertainty(c, chance)
        figures["biggest_rise"] = g.biggest_rise(c, self.rise)[0]
        figures["steps"] = c.rounds - 1
        figures["seats"] = np.full(len(games), c.players)
        return pl.DataFrame(c.key(games) | figures)

    def picks(self) -> pl.DataFrame:
        """One row per character held: what its round added to its holder's win chance, and what befell it."""
        killer = g.biggest_rise(self.course, self.rise)[1]
        steps = {name: pl.Series(values.ravel()) for name, values in self.parts.items()}
        rows = self.course.rows.with_columns(rise=pl.Series(self.rise.ravel()), killer=pl.Series(killer.ravel()), **steps)
        rows = rows.filter(pl.col("round") > 0)
        key = ["variant", "players", "lineup", "block", "rotation", "rise", *steps]
        first = rows.select(*key, "killer", "character", "fate")
        second = rows.filter(pl.col("second").is_not_null()).select(
            *key, pl.lit(False).alias("killer"), character="second", fate="second_fate"
        )  # fmt: skip
        both = pl.concat([first, second]).filter(pl.col("character").is_not_null())
        lost, robbed = pl.col("fate").is_in(["murdered", "bewitched"]), pl.col("fate") == "robbed"
        befell = {"lost": lost, "robbed": robbed, "free": ~lost & ~robbed}
        return both.with_columns(
            *(flag.alias(name) for name, flag in befell.items()),
            *(pl.when(flag).then("rise").otherwise(0.0).alias(f"{name}_rise") for name, flag in befell.items()),
            *(pl.when(flag).then("struck_rise").otherwise(0.0).alias(f"{name}_struck") for name, flag in befell.items()),
        )

    def states(self) -> pl.DataFrame:
        """One row per state before the end: how far the model and its rivals were from the win credits."""
        c = self.course
        open_ = np.flatnonzero(~c.last)
        win = c.column("win")[open_]
        rivals = {"": self.chance[open_], "_equal": np.full(win.shape, 1 / c.players), "_leader": self._chance(self.models.leader)[open_]}
        figures: dict[str, Floats] = {}
        for name, chance in rivals.items():
            figures[f"brier{name}"] = ((chance - win) ** 2).sum(axis=1)
            figures[f"log_loss{name}"] = -(win * np.log(np.maximum(chance, _LEAST))).sum(axis=1)
        figures["saved"] = figures["brier_equal"] - figures["brier"]
        figures["saved_leader"] = figures["brier_equal"] - figures["brier_leader"]
        return pl.DataFrame(c.key(c.game[open_]) | figures | {"third": self._thirds(open_)})

    def _thirds(self, states: NDArray[np.int64]) -> pl.Series:
        """Name the third of each state: cut at whole rounds, so that it is known while the game lasts, which its length is not.

        How long a game goes on says who wins it: judged by parts of the games' own lengths even the true chances would look wrong.
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
        chance, win = self.chance[open_].ravel(), c.column("win")[open_].ravel()
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

    def decided(self) -> pl.DataFrame:
        """One row per game and threshold: the part of the game after which the winner's chance stays there."""
        c = self.course
        games = np.arange(len(c.start))
        return pl.concat(
            [
                pl.DataFrame(
                    c.key(games) | {"threshold": np.full(len(games), percent), "decided_at": g.decided_at(c, self.chance, percent / 100)}
                )
                for percent in THRESHOLDS
            ]
        )

    def decided_by(self) -> pl.DataFrame:
        """One row per game and tenth of it: whether it is decided by then."""
        c = self.course
        games = np.arange(len(c.start))
        after = g.decided_at(c, self.chance, g.DECIDED)
        # Of exact parts such as 3/10 of 10 rounds not one tenth later.
        frames = [{"progress": np.full(len(games), progress), "over": after <= progress / 100 + 1e-9} for progress in PROGRESS]
        return pl.concat([pl.DataFrame(c.key(games) | frame) for frame in frames])

    def trajectories(self) -> pl.DataFrame:
        """One row per seat of a game and tenth of it: its win chance then, and its final place."""
        c = self.course
        games = np.repeat(np.arange(len(c.start)), c.players)
        place = c.column("place")[c.start].astype(np.int64).ravel()
        frames = [
            pl.DataFrame(
                c.key(games)
                | {"place": place, "progress": np.full(len(games), progress), "chance": self.chance[c.at(progress / 100)].ravel()}
            )
            for progress in PROGRESS
        ]
        return pl.concat(frames).with_columns(place_progress=pl.format(f"{{}}{BETWEEN}{{}}", "place", "progress"))
