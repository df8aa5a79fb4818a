"""What `scripts/research/run gallery` plays and writes: every packaged variant at a table of four, for the gallery of the documentation.

    scripts/research/run gallery [WORKERS]

`docs/gallery/studies.json` holds every figure and what it was made with. The pages and the charts of the gallery are drawn from it alone
when the documentation is built.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import polars as pl

import citadels_sim as cs
from citadels_sim.designs.forks.judge import judge_run
from citadels_sim.runs.code import rules_digest
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.variants import edition_names, load_variant, rules_version
from citadels_sim.verdicts import OF_STRENGTH, place_of

ROOT: Final = Path(__file__).resolve().parents[2]
DATA: Final = ROOT / "docs" / "gallery" / "studies.json"
BOT: Final = "learner"
BESIDE: Final = "planner"
PLAYERS: Final = 4
SEED: Final = 1
GAMES: Final = 10_000
FORKED: Final = {BOT: {"nodes": 13_000, "replicates": 2}, BESIDE: {"nodes": 4_000, "replicates": 8}}
"""By bot, so many games are forked at a pick, and so many continuations of each character are played."""
FIGURES: Final = {
    "characters": ("forks", "character.win_effect"),
    "beside": ("beside", "character.win_effect"),
    "picked": ("forks", "character.pick_share"),
    "seats": ("games", "seats_from_crown.win_rate"),
    "rounds": ("games", "game.mean_rounds"),
    "winner_total": ("games", "game.winner_total"),
    "margin": ("games", "game.margin"),
    "completer_wins": ("games", "game.completer_wins"),
}
"""By key of the data file: the run that a figure is counted from, and its name."""


def form() -> dict[str, Any]:
    """Say what is played, for the data file."""
    return {"bot": BOT, "beside": BESIDE, "players": PLAYERS, "seed": SEED, "games": GAMES, "forked": FORKED}


def experiments() -> dict[str, dict[str, Any]]:
    """Give the keys of the runs: games, and games forked at a pick by either bot."""
    table = {"variants": list(edition_names()), "players": [PLAYERS], "seed": SEED}
    games = table | {"name": "gallery-games", "lineups": [[BOT]], "games": GAMES, "rows": 0}
    return {"games": games} | {
        run: table | {"name": f"gallery-{run}", "lineups": [[bot]], "kind": "forks", "games": own["nodes"], "replicates": own["replicates"]}
        for run, (bot, own) in zip(("forks", "beside"), FORKED.items(), strict=True)
    }


def play(folder: Path, workers: int) -> dict[str, Any]:
    """Play all runs, or what is missing in the folder, and give the data file."""
    runs = {}
    for name, keys in experiments().items():
        runs[name] = cs.Run(run_experiment(make_experiment(keys, "scripts/research/run gallery"), folder / name, workers=workers).folder)
        sys.stdout.write(f"{runs[name]!r}\n")
    return condense(runs)


def condense(runs: Mapping[str, cs.Run]) -> dict[str, Any]:
    """Take from the runs what the gallery shows: [group, value, low, high], the interval of all groups of a variant at once.

    A character has the verdict of `BOT`'s games as a fifth.
    """
    studies: dict[str, dict[str, Any]] = {
        name: {"title": load_variant(name).title, "rules_version": rules_version(load_variant(name))} for name in edition_names()
    }
    for key, (run, figure) in FIGURES.items():
        figures = runs[run].metric(figure, by=["variant"])
        for row in figures.with_columns(pl.col(pl.Float64).round(4)).iter_rows(named=True):
            studies[row["variant"]].setdefault(key, []).append([row["group"], row["value"], row["family_low"], row["family_high"]])
    for one in judge_run(load_run(runs["forks"].folder, kind="forks")):
        words = {member.group: OF_STRENGTH[place_of(one.state_of(member), member.value)] for member in one.members}
        for cells in studies[one.variant]["characters"]:
            cells.append(words[cells[0]])
    return {"form": form(), "made_with": cs.__version__, "studies": studies}


def lines(data: Mapping[str, Any]) -> str:
    """Write the data file: a line for each figure of each variant."""
    head = json.dumps({key: value for key, value in data.items() if key != "studies"}, indent=1)[:-2]
    blocks = []
    for name, study in data["studies"].items():
        rows = ",\n   ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in study.items())
        blocks.append(f"  {json.dumps(name)}: {{\n   {rows}\n  }}")
    body = ",\n".join(blocks)
    return f'{head},\n "studies": {{\n{body}\n }}\n}}\n'


def main(workers: int = os.cpu_count() or 1) -> None:
    """Play, and write the data file. Some thirty minutes of processor time; after an interruption it continues."""
    # Other code plays other games: it has a folder of its own, and an interrupted run of this code is continued.
    data = play(ROOT / "runs" / f"gallery-{rules_digest()[:12]}", workers)
    DATA.parent.mkdir(parents=True, exist_ok=True)
    DATA.write_text(lines(data), encoding="utf-8")
