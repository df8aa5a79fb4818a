"""The ladder's files: charts, Markdown, tables and data from one analysis."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl

from citadels_sim.designs.tournament.rungs import GAIN_MARGIN, SkillLadder, skill_ladders
from citadels_sim.designs.tournament.skill_blocks import rung_block, rung_tables, rung_words
from citadels_sim.errors import RunError
from citadels_sim.exploits import best_exploits
from citadels_sim.ladder.blocks import show
from citadels_sim.ladder.exploited import exploited_blocks
from citadels_sim.ladder.rate import Ladder, rate
from citadels_sim.ladder.words import ladder_finding, of_scope
from citadels_sim.report.markdown import alt, cell, prose
from citadels_sim.report.writing import check_writable, write_folder
from citadels_sim.runs.reading import load_runs
from citadels_sim.show import figures
from citadels_sim.show.blocks import Block
from citadels_sim.show.charts.chart import FIGURES
from citadels_sim.show.charts.grids import Grid, csv_tables
from citadels_sim.show.page import grid, how_words

_CHARTS: Final = ("ladder*", "skill-ladder*")
"""How the files of its charts are named."""


@dataclass(frozen=True)
class LadderReport:
    """A ladder ready to be shown.

    Attributes
    ----------
    finding : str
        Who is strongest, in a sentence; and where there is a ladder of budgets, how long it is.
    blocks : tuple of Block
        What it shows.
    data : dict
        Everything as data, fit for JSON.
    notes : tuple of str
        What could not be rated, and why; and which games were not looked at.
    files : tuple of pathlib.Path
        What was written.
    """

    finding: str
    blocks: tuple[Block, ...]
    data: dict[str, Any]
    notes: tuple[str, ...]
    files: tuple[Path, ...]


def make_ladder(runs: Sequence[Path], out: Path | None = None, gain: float = GAIN_MARGIN) -> LadderReport:
    """Rate the bots of one or more complete runs, and write the result where a folder is given.

    Parameters
    ----------
    runs : sequence of pathlib.Path
        Run folders that share no games.
    out : pathlib.Path, optional
        Folder for ``ladder.md``, ``ladder.json``, ``figures/ladder-VARIANT.svg`` (from places), ``figures/ladder-wins-VARIANT.svg`` (from
        wins alone), ``figures/skill-ladder-VARIANT-....svg`` where each bot meets copies of the one below, all as ``.png`` too, and
        ``tables/*.csv``; made if missing.
    gain : float
        Win chance per game that a rung of a skill ladder must gain to count.

    Returns
    -------
    LadderReport
        The same runs give the same bytes again.

    Raises
    ------
    RunError
        If the runs cannot be read or rated or `out` cannot be written; nothing is written then.
    """
    if out is not None:
        check_writable(out)
        if (out / "report.json").is_file():
            raise RunError(f"--out {out}: holds a balance report. Choose another folder for the ladder, such as {out.parent / 'ladder'}.")
    loaded = load_runs(runs)
    ladder = rate(loaded)
    climbs = [climb for run in loaded for climb in skill_ladders(run, gain)]
    tables = set(ladder.scopes.select("variant", "players").iter_rows())
    known = (one for one in best_exploits(tuple(ladder.bots)) if (one.variant, one.players) in tables)
    blocks = (*show(ladder).blocks, *map(rung_block, climbs), *exploited_blocks(known))
    climbed = (f"{climb.variant}, {climb.players} players: {rung_words(climb)}" for climb in climbs)
    finding = " ".join([ladder_finding(ladder), *climbed])
    files: dict[str, bytes] = {}
    data = {
        "schema": 1,
        "runs": [{"name": run.manifest.name, "seed": run.manifest.experiment.seed, "command": shlex.split(run.command)} for run in loaded],
        "bots": list(ladder.bots),
        "finding": finding,
        "notes": list(ladder.notes),
        "scopes": _scopes(ladder),
        "skill": [_climb(climb) for climb in climbs],
    }
    if out is not None:
        files = _files(ladder, climbs, finding, blocks)
        files["ladder.json"] = (json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()
        write_folder(out, files)
        for path in (path for pattern in _CHARTS for path in (out / "figures").glob(pattern)):
            if f"figures/{path.name}" not in files:  # of an earlier ladder
                path.unlink()
    return LadderReport(finding, blocks, data, ladder.notes, tuple(out / name for name in files) if out is not None else ())


def _climb(climb: SkillLadder) -> dict[str, Any]:
    """Write a skill ladder as data."""
    climbed = {name: getattr(climb, name) for name in ("variant", "players", "margin", "length", "least", "most", "ended")}
    return climbed | {
        "rungs": [{"strong": rung.strong, "weak": rung.weak, "lineup": rung.lineup} for rung in climb.rungs],
        "gains": _rows(climb.gains.drop("reference")),
        "whole": _rows(climb.whole.drop("reference")),
    }


def _files(ladder: Ladder, climbs: Sequence[SkillLadder], finding: str, blocks: Sequence[Block]) -> dict[str, bytes]:
    files = {f"tables/{name}": text for name, text in csv_tables(ladder.tables | rung_tables(climbs)).items()}
    parts = ["# Strength of the bots", prose(finding)]
    for block in blocks:
        parts += [
            f"## {prose(block.headed(':'))} {prose(block.subject)}".rstrip(),
            f"**{cell(block.finding)}** {prose(how_words(block))}".rstrip(),
        ]
        if chart := figures.chart(block, block.table):
            files |= {f"figures/{chart.slug}.{kind}": content for kind, content in chart.files(FIGURES).items()}
            parts += [f"![{alt(chart.description)}](figures/{chart.slug}.svg)"]
        parts += [_markdown(grid(block))]
    parts += [f"- {prose(text)}" for text in ladder.notes]
    files["ladder.md"] = ("\n\n".join(parts) + "\n").encode()
    return files


def _markdown(grid: Grid) -> str:
    """Write a table in Markdown, numbers to the right."""
    lines = [grid.columns, ("---", *("---:" for _ in grid.columns[1:])), *grid.rows]
    return "\n".join(f"| {' | '.join(map(cell, line))} |" for line in lines)


def _scopes(ladder: Ladder) -> list[dict[str, Any]]:
    """Each scope with all its tables."""
    tables = {name: table for name, table in ladder.tables.items() if name != "scopes"}
    return [scope | {name: _rows(of_scope(table, scope)) for name, table in tables.items()} for scope in ladder.scopes.to_dicts()]


def _rows(table: pl.DataFrame) -> list[dict[str, Any]]:
    floats = [name for name, kind in table.schema.items() if kind == pl.Float64]
    return table.drop("variant", "players").with_columns(pl.col(floats).round_sig_figs(10)).to_dicts()
