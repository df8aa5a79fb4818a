"""What results of all attributions share: the two variants, the table of players, and the groups of rules that lie between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import polars as pl

from citadels_sim.designs.attribution.naming import names_of
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.tables.keys import Cell


def groups_of(run: Run) -> tuple[tuple[str, str], dict[str, list[str]]]:
    """Return the two variants that a run leads from and to, and each group of differences with its keys.

    Raises
    ------
    RunError
        If the run lacks a combination.
    """
    experiment = run.manifest.experiment
    if experiment.groups is None or experiment.between is None or len(run.manifest.cells) != 1 << len(experiment.groups):
        raise RunError(f"{run.folder}/manifest.json: experiment.groups: does not list the groups whose combinations were played.")
    return experiment.between, experiment.groups


@dataclass(frozen=True, kw_only=True)
class Decomposition:
    """Differences between two variants, each taken apart into the parts of groups of rules.

    Attributes
    ----------
    a, b : str
        The two variants.
    players : int
        Number of players.
    lineup : str
        The bots.
    groups : dict of str to list of str
        Each group of differences, the keys in it.
    names : dict of str to str
        What readers call each group.
    blocks : int
        Deals.
    parts, wholes : polars.DataFrame
        The parts of the groups, and the whole differences.
    """

    a: str
    b: str
    players: int
    lineup: str
    groups: dict[str, list[str]]
    names: dict[str, str]
    blocks: int
    parts: pl.DataFrame
    wholes: pl.DataFrame

    @classmethod
    def of(cls, run: Run, **results: Any) -> Self:
        """Put the results of a run beside what it was played of.

        Raises
        ------
        RunError
            If the run lacks a combination.
        """
        (a, b), groups = groups_of(run)
        cell = run.manifest.cells[0]
        return cls(a=a, b=b, players=cell.players, lineup=cell.lineup, groups=groups, names=names_of(run, groups), **results)

    @property
    def cell(self) -> Cell:
        """The table of players that it is of, under the second variant."""
        return self.b, self.players, self.lineup

    @property
    def facts(self) -> dict[str, Any]:
        """What the command says of it beside its tables, by name."""
        return {name: getattr(self, name) for name in ("a", "b", "players", "lineup", "blocks", "groups")}

    @property
    def keys(self) -> dict[str, Any]:
        """The first columns of its tables in files."""
        return {"a_variant": self.a, "b_variant": self.b, "players": self.players, "lineup": self.lineup, "blocks": self.blocks}
