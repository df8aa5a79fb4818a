"""Whether `learner` plays alike wherever it sits. Writes ``reports/mirror.md``."""

from __future__ import annotations

import itertools
from typing import Final

import polars as pl
from scipy import stats

from citadels_sim.lineups import seat_name
from citadels_sim.text import lower_first
from scripts.research.pages import EDITIONS, cells, heads, say, win_chances, write_report

FIRST: Final = ("learner", "planner", "builder")
RIVALS: Final = ("banker", "raider", "richard")
SURE: Final = 0.01


def differ(table: pl.DataFrame) -> float:
    """Return how likely shares differ so much by chance alone: a chi-square of their distances from the mean in standard errors."""
    value, se = table["value"].to_numpy(), table["se"].to_numpy()
    mean = (value / se**2).sum() / (1.0 / se**2).sum()
    return float(stats.chi2.sf((((value - mean) / se) ** 2).sum(), len(value) - 1))


def shares(table: pl.DataFrame) -> list[str]:
    """Write shares with their intervals."""
    return [f"{row['value']:.1%} [{row['low']:.1%}, {row['high']:.1%}]" for row in table.iter_rows(named=True)]


def main(games: int = 10_000) -> bool:
    """Play both kinds of tables, so many games at each, and write the page; return whether a seat of equal bots wins more than another."""
    missed = False
    lines = [
        "# A table of mirrors",
        "",
        f"`learner` at every seat, 4 players, {games:,} games of each edition: how often each seat wins, in percent of the games, with "
        "95 %",
        "intervals. The first crown falls to any seat alike, so that an even share, 25 %, is fair to each.",
        "",
        *heads("edition", *(f">{lower_first(seat_name(seat))}" for seat in range(4)), ">chance of such differences, if there is none"),
    ]
    for variant, edition in EDITIONS.items():
        seats = win_chances(variant, ["learner"] * 4, games, "seats")
        missed |= differ(seats) < SURE
        lines.append(cells(edition, *shares(seats), f"{differ(seats):.2f}"))
        say(lines[-1])
    orders = list(itertools.permutations(RIVALS))
    lines += [
        "",
        f"One bot against {', '.join(f'`{bot}`' for bot in RIVALS)} in every order from its left on, all rotations of the seats on "
        "each deal. Who sits",
        "behind whom matters at such a table, whichever bot it is:",
        "",
        *heads("edition", "bot", *(f">{', '.join(order)}" for order in orders), ">greatest less least"),
    ]
    for variant, edition in EDITIONS.items():
        for bot in FIRST:
            table = pl.concat([win_chances(variant, [bot, *order], games, "bots").filter(group=bot) for order in orders])
            spread = 100 * (table["value"].to_numpy().max() - table["value"].to_numpy().min())
            lines.append(cells(edition, f"`{bot}`", *shares(table), f"{spread:.1f} points"))
            say(lines[-1])
    write_report("mirror.md", [*lines, "", f"Made by `scripts/research/run mirror {games}`."])
    return missed
