"""The win chances that the figures of a cell are counted from: of the whole run, and of each split of it into halves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from citadels_sim.arrays import Floats
from citadels_sim.designs.flow import games as g
from citadels_sim.designs.flow.states import Course
from citadels_sim.designs.flow.win_model import WinModel, drafted_model, leader_model, struck_model, table_model
from citadels_sim.statistics.metric_types import Family

FITTED: Final = frozenset(
    {"lead_changes", "drama", "behind", "decided_at", "uncertainty", "biggest_rise"}  # of games
    | {"rise", "draft_rise", "struck_rise", "turns_rise", "killer"}  # of picks
    | {"lost_rise", "robbed_rise", "free_rise", "lost_struck", "robbed_struck", "free_struck"}
    | {"brier", "brier_leader", "log_loss", "log_loss_leader", "saved", "saved_leader", "chance", "bin", "over"}
    | {"worth", "given"}  # of the kill game
)
"""Columns that come from a win model: what is summed over them changes with the games that it was fitted on."""


def columns_of(family: Family) -> frozenset[str]:
    """Return the names of the columns that a family is summed and grouped by."""
    expressions = [item.expr for item in family.sums] + ([] if family.group is None else [family.group])
    return frozenset(name for expression in expressions for name in expression.meta.root_names())


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
class Chances:
    """The win chances of all states, and what follows from them: of the whole run, or of R splits of it, along a first axis.

    Parameters
    ----------
    models : WinModels
    splits : sequence of int, optional
        Which of `win_model.HALVES` they are from: models of the other half; left out: from models of all other groups, without that axis.
    """

    models: WinModels
    splits: Sequence[int] | None = None

    def from_model(self, model: WinModel) -> Floats:
        """Return those of one of the models, shape (R, S, n)."""
        return model.chance if self.splits is None else model.crossed[np.asarray(self.splits)]

    @cached_property
    def table(self) -> Floats:
        """Those by what the table shows, shape (R, S, n)."""
        return self.from_model(self.models.table)

    @cached_property
    def winner(self) -> Floats:
        """Those of the later winner, shape (R, S), see `games.of_winner`."""
        return g.of_winner(self.models.course, self.table)

    @cached_property
    def rise(self) -> Floats:
        """What each round added to them, shape (R, S, n)."""
        return g.rises(self.models.course, self.table)

    @cached_property
    def parts(self) -> dict[str, Floats]:
        """What added to them in each round, step by step, shape (R, S, n) each; nan at the start. Each step's seats sum to 0."""
        course, drafted, struck = self.models.course, self.from_model(self.models.drafted), self.from_model(self.models.struck)
        return {
            "draft_rise": g.from_before(course, drafted - self.table),
            "struck_rise": g.from_before(course, struck - drafted),
            "turns_rise": self.table - g.from_before(course, struck),
        }
