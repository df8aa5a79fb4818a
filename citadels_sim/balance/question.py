"""What a search is for: a table, the verdict that is to come back within its limit, and the limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from citadels_sim.balance.measure import limits_of
from citadels_sim.balance.target import KINDS, Target
from citadels_sim.errors import ExperimentError, nearest
from citadels_sim.limits import LIMITS, MAX_SEED, WISHED, Limit, criterion_of, limit_fault, limit_for
from citadels_sim.lineups import split_lineup
from citadels_sim.runs.designs import design_of
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import Plan, make_plan
from citadels_sim.runs.source import of_options

SEEDS: Final = 20
"""Seeds that a search uses, from its own on: one for each of its runs, so that no deal is used twice."""


@dataclass(frozen=True)
class Question:
    """A table, and what is wrong with it.

    Attributes
    ----------
    variant : str
        By name or path.
    lineup : str
        Bots, comma-separated.
    target : Target or None
        None: the verdict farthest beyond its limit, which is measured first.
    figure : float or None
        The target's figure as it is known already, by more games than a search plays, in the criterion's unit. None: the search goes by
        its own games.
    seed : int
        Of everything that is played.
    beside : tuple of Target
        Other figures of the same criterion that one change is to bring within their limits, too.
    margins : mapping
        Declared limits, as `runs.experiment.Experiment.margins` has them.
    """

    variant: str
    players: int = 4
    lineup: str = "builder"
    target: Target | None = None
    seed: int = 1
    margins: Mapping[str, Limit] = field(default_factory=dict)
    figure: float | None = None
    beside: tuple[Target, ...] = ()

    @property
    def limits(self) -> dict[str, Limit]:
        """The limit of every criterion, in the unit of its figures."""
        return limits_of(self.margins)

    def limit_of(self, target: Target) -> Limit:
        """Return the limit that a target is to lie within: what is wanted of it, else that of all, in the unit of its figure."""
        return limit_for(self.limits, target.criterion, target.group)

    def keys(self, kind: str, games: int, *, rows: bool = False) -> dict[str, Any]:
        """Return the keys of an experiment of a kind at this table, but for its name and variants; with `rows` it keeps every game."""
        design = design_of(kind)
        own: dict[str, Any] = {"detail": "games"} | ({} if rows else {"rows": 0}) if "rows" in design.keys else {}
        margins = {name: limit for name, limit in self.margins.items() if criterion_of(name) in design.margins}
        return {
            "players": [self.players],
            "games": games,
            "lineups": [split_lineup(self.lineup)],
            "seed": self.seed,
            "kind": kind,
            **own,
            **({"margins": margins} if margins else {}),
        }

    def check(self) -> Plan:
        """Check that the table can be played in every way that a search plays it, and return its plan for games.

        Raises
        ------
        ExperimentError
            With what is wrong, by the names of the options.
        """
        if self.seed > MAX_SEED - SEEDS:
            raise ExperimentError(f"--seed: {self.seed} should be smaller: a search uses {SEEDS} seeds, beginning with it.")
        for name, limit in self.margins.items():
            if name not in LIMITS and criterion_of(name) not in WISHED:
                raise ExperimentError(f"--margin: there is no limit '{name}'; limits are {', '.join(LIMITS)}.{nearest(name, LIMITS)}")
            if fault := limit_fault(name, limit):
                raise ExperimentError(f"--margin: {name} {fault}.")
        plans = {}
        for kind in dict.fromkeys(("games", *KINDS.values())):
            keys = self.keys(kind, 1) | {"variants": [self.variant], "name": "balance"}
            source = of_options(keys)
            plans[kind] = make_plan(make_experiment(keys, source), source)
        return plans["games"]
