"""A run as an analyst meets it in a notebook: ``cs.Run("runs/mine").metric("character.win_effect")`` is a table of estimates."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.errors import RunError, nearest
from citadels_sim.lineups import shown_lineup
from citadels_sim.runs.command_line import variant_words
from citadels_sim.runs.designs import all_designs, design_of
from citadels_sim.runs.manifest import CellEntry, read_manifest
from citadels_sim.runs.metrics import declared, find_metric, needs
from citadels_sim.runs.reading import at_hand, load_run
from citadels_sim.statistics.estimates import estimate
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family, Metric
from citadels_sim.tables.keys import Cell
from citadels_sim.text import command_line

_KEYS: Final = ("variant", "players", "lineup")


class Run:
    """A complete run folder and its figures.

    Parameters
    ----------
    folder : str or path
        The folder, or the address of fsspec, of what ``citadels run`` or ``citadels forks`` wrote.
    verify : bool, default True
        Whether to compare every file with its checksum first.

    Attributes
    ----------
    folder : pathlib.Path
    kind : str
        The name of its design.
    cells : polars.DataFrame
        One row per cell: variant, players, lineup, games, blocks.

    Raises
    ------
    RunError
        If it is not a complete run, or damaged.

    Examples
    --------
    >>> import citadels_sim as cs
    >>> run = cs.Run("runs/forks")  # doctest: +SKIP
    >>> run.metric("character.win_effect", by=["variant", "players"])  # doctest: +SKIP
    """

    def __init__(self, folder: str | os.PathLike[str], *, verify: bool = True) -> None:
        self.folder = at_hand(folder)
        if not self.folder.is_dir():
            load_run(self.folder)  # says what is wrong
        self.kind = read_manifest(self.folder).experiment.kind
        self._run = load_run(self.folder, verify=verify, kind=self.kind)
        self.cells = pl.DataFrame([_cell(cell) for cell in self._run.manifest.cells])
        self._estimated: dict[tuple[str, int, int], tuple[object, object, Mapping[Cell, Moments]]] = {}

    def __repr__(self) -> str:
        """Name the folder, the kind and the size."""
        cells = f"{self.cells.height} cell{'s' * (self.cells.height != 1)}"
        return f"Run({str(self.folder)!r}): {self.kind}, {cells}, {self.cells['games'].sum():,} {self._run.design.unit}"

    def metrics(self) -> pl.DataFrame:
        """Describe the declared figures of runs of this kind, as `citadels metrics` does; those of a ladder need its line-ups."""
        own = not self._run.design.keeps_games
        turns = self._run.has_turns or self._run.manifest.experiment.detail != "games"
        kinds = (self.kind,) if own else ("games", "turns") if turns else ("games",)
        every = declared()
        return pl.DataFrame([row for row in every if row["needs"] in kinds], dict.fromkeys(every[0], pl.String))

    def metric(self, name: str, by: Sequence[str] = _KEYS) -> pl.DataFrame:
        """Estimate a declared figure.

        Parameters
        ----------
        name : str
            Such as ``"character.win_effect"``; `metrics` lists them.
        by : sequence of str
            Columns to keep of variant, players and lineup. What is left out must be one and the same in the whole run: figures of
            different tables share their deals and are never thrown together.

        Returns
        -------
        polars.DataFrame
            The columns of `by`, ``group`` (the character, the seat, ...; "all" where the figure is of the whole table), ``value``,
            ``low``, ``high`` (95 % interval of this figure alone), ``family_low``, ``family_high`` (for all groups of a table at once),
            ``unit``, ``n`` (denominator: picks, games, ... ; weighted nodes of forks), ``blocks`` (independent deals), ``estimand``.

        Raises
        ------
        RunError
            If there is no such figure, the run lacks what it is counted from, or `by` leaves out what differs.
        """
        entry, metric = find_metric(name)
        return self._estimate(entry, [metric], by).drop("metric")

    def family(self, entry: Family, by: Sequence[str] = _KEYS) -> pl.DataFrame:
        """Estimate all figures of a family, also of one of your own (see `citadels_sim.statistics.metric_types`).

        Parameters
        ----------
        entry : Family
            Its sums are taken over the prepared tables that they name (`designs.tournament.deals.prepare`), or over nodes of forks.
        by : sequence of str
            As for `metric`.

        Returns
        -------
        polars.DataFrame
            As of `metric`, with the column ``metric`` behind `by`.
        """
        return self._estimate(entry, entry.metrics, by)

    def _estimate(self, entry: Family, metrics: Sequence[Metric], by: Sequence[str]) -> pl.DataFrame:
        kept = self._kept(by)
        family = Family(entry.name, entry.group, entry.group_title, entry.sums, tuple(metrics))
        # The figures of a family share their sums, which are read once; families may share sums and differ in their groups. Both are kept
        # beside, so that the numbers stay theirs.
        key = entry.name, id(entry.group), id(entry.sums)
        if key not in self._estimated:
            self._estimated[key] = entry.group, entry.sums, self._moments(family)
        table = estimate(family, self._estimated[key][2]).rename({"count": "n"})
        order = {(cell["variant"], cell["players"], cell["lineup"]): i for i, cell in enumerate(self.cells.iter_rows(named=True))}
        # A ladder belongs to several cells together.
        place = pl.Series("place", [order.get(row, len(order)) for row in table.select(_KEYS).iter_rows()], dtype=pl.Int64)
        figures = ("value", "low", "high", "family_low", "family_high", "unit", "n", "blocks", "estimand")
        return table.with_columns(place).sort("place", maintain_order=True).select(*kept, "metric", "group", *figures)

    def _kept(self, by: Sequence[str]) -> list[str]:
        given: object = by  # whatever a caller without type checks handed in
        if isinstance(given, str):
            raise RunError(f"by: '{given}' should be a list, such as ['{given}'].")
        for key in by:
            if key not in _KEYS:
                raise RunError(f"by: there is no column '{key}'; there are {', '.join(_KEYS)}.{nearest(key, _KEYS)}")
        for key in _KEYS:
            values = self.cells[key].unique(maintain_order=True).to_list()
            if key not in by and len(values) > 1:
                shown = ", ".join(map(str, values[:4])) + (", ..." if len(values) > 4 else "")
                raise RunError(f"by: the run has more than one {key} ({shown}), which are not pooled: add '{key}' to by.")
        return list(by)

    def _moments(self, entry: Family) -> Mapping[Cell, Moments]:
        design, wanted = self._run.design, needs(entry)
        if wanted != design.name if wanted in all_designs() and wanted != "games" else not design.keeps_games:
            raise RunError(f"{self.folder}: {entry.name} is counted from {self._lacks(wanted)}")
        # Games are the same whatever they were played for, such as an attribution.
        analyse = design_of("games" if design.keeps_games else design.name).module("analyse")
        moments: Mapping[Cell, Moments] = analyse.family_moments(entry, self._run)
        if not moments and wanted == design.name:
            raise RunError(f"{self.folder}: nothing that {entry.name} counts is in this run; its decisions are of another kind.")
        if not moments:
            raise RunError(f"{self.folder}: {entry.name} is counted from {self._lacks(wanted)}")
        return moments

    def _lacks(self, wanted: str) -> str:
        """Describe what the run lacks, with the command of a run that has it."""
        experiment = self._run.manifest.experiment
        options: list[str] = [word for name in variant_words(experiment.variants) for word in ("--variant", name)]
        options += ["--players", ",".join(map(str, experiment.players))]
        options += [word for lineup in experiment.lineups for word in ("--bots", shown_lineup(",".join(lineup)))]
        if wanted not in ("games", "turns"):
            design = design_of(wanted)
            return f"{design.counted}, and this is not {design.title}. Play one: citadels {command_line([*design.command, *options])}"
        words = [*options, "--games", str(experiment.games), "--seed", str(experiment.seed), "--detail", "turns"]
        what = {"turns": "turns of games", "games": "games"}[wanted]
        return f"{what}, which this run does not have. Play a run with them: citadels run {command_line(words)} --out DIR"


def _cell(cell: CellEntry) -> dict[str, Any]:
    return {key: getattr(cell, key) for key in (*_KEYS, "games", "blocks")}
