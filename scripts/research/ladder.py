"""All bots on one scale in three editions at tables of four to seven: writes ``reports/ladder/`` and the table of ``docs/bots.md``."""

from __future__ import annotations

import shutil
from typing import Final

import polars as pl

from scripts.research.pages import EDITIONS, ROOT, cells, command, fill_block, heads

BOTS: Final = ("searcher", "learner", "planner", "banker", "builder", "raider", "richard")
PLAYERS: Final = (4, 5, 6, 7, None)
"""Numbers of players; None: all of them together."""


LINEUPS: Final = {
    "ladder": (
        2000,
        (
            "random,richard,builder,planner",
            "planner,builder,richard,random",
            "banker,raider,random,builder",
            "builder,random,raider,banker",
            "planner,richard,raider,banker",
            "banker,raider,richard,planner",
            "learner,planner,banker,builder",
            "builder,banker,planner,learner",
        ),
    ),
    "ladder-searcher": (60, ("searcher,learner,planner,richard", "richard,planner,learner,searcher")),
}
"""Games and line-ups of the runs; each line-up in both directions: who sits behind whom matters (``reports/mirror.md``)."""


def main() -> None:
    """Play, rate and write. Some minutes, nearly all of it the searcher's, which plays fewer games for it."""
    tables = [word for edition in EDITIONS for word in ("--variant", edition)]
    tables += ["--players", "4-7", "--detail", "games", "--seed", "1"]
    for name, (games, lineups) in LINEUPS.items():
        bots = [word for lineup in lineups for word in ("--bots", lineup)]
        command("run", *tables, "--games", str(games), "--name", name, "--out", f"runs/{name}", *bots)
    shutil.rmtree(ROOT / "reports" / "ladder", ignore_errors=True)
    command("ladder", *(f"runs/{name}" for name in LINEUPS), "--out", "reports/ladder")
    for picture in (ROOT / "reports" / "ladder" / "figures").glob("*.png"):
        picture.unlink()  # the page links the SVG files alone
    write()


def write() -> None:
    """Write every bot's strength in every edition."""
    strengths = pl.read_csv(ROOT / "reports" / "ladder" / "tables" / "strengths.csv")
    lines = heads("edition", "Bot", *(f">{players} players" if players else ">all" for players in PLAYERS))
    for variant, edition in EDITIONS.items():
        for bot in BOTS:
            rated = []
            for players in PLAYERS:
                at = pl.col("players").is_null() if players is None else pl.col("players") == players
                row = strengths.row(by_predicate=(pl.col("variant") == variant) & (pl.col("bot") == bot) & at, named=True)
                rated.append(f"{row['elo']:.0f} [{row['family_low']:.0f}, {row['family_high']:.0f}]")
            lines.append(cells(edition, f"`{bot}`", *rated))
    fill_block("docs/bots.md", "ladder", "\n".join(lines))
