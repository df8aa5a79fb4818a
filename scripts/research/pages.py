"""What the scripts share: playing a line-up, letting `learner` learn, and writing Markdown into ``reports/`` and ``docs/``."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import polars as pl

from citadels_sim.designs.tournament.analyse import analyse
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_runs
from citadels_sim.runs.runner import run_experiment

ROOT: Final = Path(__file__).resolve().parents[2]
EDITIONS: Final = {"classic-2000": "classic", "dark-city": "Dark City", "citadels-2016": "2016"}
"""Variants of the three editions, and their names in tables."""


def command(*words: str) -> str:
    """Run `citadels` and return what it prints."""
    return subprocess.run([sys.executable, "-m", "citadels_sim", *words], check=True, capture_output=True, text=True).stdout


def learned(variant: str, *words: str) -> dict[str, Any]:
    """Let `learner` learn a variant; return how often it wins on fresh deals, as ``citadels train --json`` says it."""
    return dict(json.loads(command("train", variant, "--players", "4", *words, "--json"))["strength"][0])


def win_chances(variant: str, lineup: Sequence[str], games: int, table: str) -> pl.DataFrame:
    """Play a line-up in all rotations; return the win chances of one table of the analysis, such as ``bots`` or ``seats``."""
    keys = {"name": "match", "variants": [variant], "players": [len(lineup)], "lineups": [list(lineup)], "games": games}
    with tempfile.TemporaryDirectory(prefix="citadels-") as name:
        run_experiment(make_experiment({**keys, "rows": 0, "seed": 2026}, "match"), Path(name) / "run")
        return analyse(load_runs([Path(name) / "run"])).tables[table].filter(pl.col("unit") == "win chance per game")


def interval(row: Mapping[str, Any]) -> str:
    """Write the interval of a share in per cent."""
    return f"{row['low']:.1%} to {row['high']:.1%}"


def cells(*values: object) -> str:
    """Write a row of a table."""
    return f"| {' | '.join(map(str, values))} |"


def heads(*names: str) -> list[str]:
    """Write the first two lines of a table; a name that begins with ``>`` is that of a column of numbers."""
    return [cells(*(name.lstrip(">") for name in names)), f"|{'|'.join('---:' if name.startswith('>') else '---' for name in names)}|"]


def say(*lines: str) -> None:
    """Print lines at once, also into a file or a pipe."""
    print(*lines, sep="\n", flush=True)


def write_report(name: str, lines: Iterable[str]) -> None:
    """Write a page of ``reports/``."""
    path = ROOT / "reports" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def fill_block(page: str, name: str, text: str) -> None:
    """Write a text between the two marks that a page has for it.

    Parameters
    ----------
    page : str
        Its path in the checkout.
    name : str
        The marks are ``<!-- NAME:start -->`` and ``<!-- NAME:end -->``.
    text : str
    """
    path, begin, end = ROOT / page, f"<!-- {name}:start -->", f"<!-- {name}:end -->"
    head, marker, rest = path.read_text(encoding="utf-8").partition(begin)
    _, closed, tail = rest.partition(end)
    if not (marker and closed):
        sys.exit(f"{path}: no marks {begin} and {end}.")
    path.write_text(f"{head}{begin}\n\n{text.strip()}\n\n{end}{tail}", encoding="utf-8")
