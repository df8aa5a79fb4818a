"""The table of ``docs/bots.md`` from ``reports/ladder``; `scripts/ladder` calls it."""

from __future__ import annotations

from typing import Final

import polars as pl

from scripts._pages import EDITIONS, ROOT, cells, fill_block, heads

BOTS: Final = ("searcher", "learner", "planner", "banker", "builder", "raider", "richard")
PLAYERS: Final = (4, 5, 6, 7, None)
"""Numbers of players; None: all of them together."""


def main() -> None:
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


if __name__ == "__main__":
    main()
