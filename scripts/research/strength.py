"""Whether each bot wins as often as was promised. Writes ``reports/strength.md``."""

from __future__ import annotations

from typing import Final, NamedTuple

import polars as pl

from citadels_sim.variants import edition_names, load_variant
from scripts.research.pages import EDITIONS, ROOT, cells, heads, interval, say, win_chances, write_report

TARGET: Final = ROOT / "reports" / "strength.md"


KNOWING: Final = "searcher:playouts=350,prior=0.005,knows=1"
"""The searcher against others: it knows who sits there."""


THINKING: Final = "learner:think=60"
"""The learner as it plays when it thinks ahead."""


class Match(NamedTuple):
    """The first bot of a line-up, the others, where, how many games, and the share of wins that it must reach."""

    first: str
    others: tuple[str, ...]
    variant: str
    games: int
    goal: float


def matches() -> list[Match]:
    """List all: at four players, and the learner at other tables too."""
    at_four = [
        ("builder", ("random",) * 3, 4_000, 0.90),
        ("planner", ("builder",) * 3, 4_000, 0.45),
        ("planner", ("builder", "banker", "raider"), 4_000, 0.40),
        ("searcher", ("planner",) * 3, 600, 0.40),
        (KNOWING, ("searcher:asks=0,playouts=400",) * 3, 1_200, 0.33),  # as long per decision; 0.40 while these still mixed
        (THINKING, ("learner",) * 3, 1_600, 0.30),
    ]
    chosen = [Match(first, others, edition, games, goal) for first, others, games, goal in at_four for edition in EDITIONS]
    for name in edition_names():
        least, most = load_variant(name).players
        if least <= 4 <= most:
            chosen.append(Match("learner", ("planner",) * 3, name, 8_000, 0.55 if name in EDITIONS else 0.45))
    for edition in EDITIONS:
        chosen += [Match("learner", ("planner",) * (n - 1), edition, 8_000, 0.60 if n == 2 else 1.5 / n) for n in (2, 3, 6, 7)]
        chosen += [Match("searcher", ("planner",) * (n - 1), edition, 420, 1.5 / n) for n in (6, 7)]
    return chosen


def played(match: Match) -> tuple[str, bool]:
    """Play a match; return its line of the table, and whether the goal was reached."""
    lineup = [match.first, *match.others]
    row = win_chances(match.variant, lineup, match.games, "bots").row(by_predicate=pl.col("group") == match.first, named=True)
    others = f"{len(match.others)} {match.others[0]}" if len(set(match.others)) == 1 else ", ".join(match.others)
    holds = bool(row["value"] >= match.goal)
    share = (f"{row['count']:,.0f}", f"{row['value']:.1%}", interval(row))
    goals = (f"{1 / len(lineup):.0%}", f"{match.goal:.0%}", "yes" if holds else "NO")
    return cells(match.first, others, match.variant, *share, *goals), holds


def main(only: str = "") -> bool:
    """Play all matches, those of one bot, or the ``quick`` ones, and write the page but for the last; return whether a goal was missed.

    The searcher thinks some milliseconds at each decision, so that its matches take most of an hour; all others take minutes.
    """
    head = heads("first", "against", "variant", ">games", ">wins of the first", "95 % interval", ">even", ">at least", "holds")
    before = TARGET.read_text(encoding="utf-8").splitlines() if only not in ("", "quick") else []
    lines, missed = [], False
    say(*head)
    for first in dict.fromkeys(match.first for match in matches()):
        bot = first.partition(":")[0]
        if only not in ("", "quick", bot) or (only == "quick" and bot == "searcher"):
            lines += [line for line in before if line.startswith(f"| {first} |")]
            continue
        for match in matches():
            if match.first == first:
                line, holds = played(match)
                missed |= not holds
                lines.append(line)
                say(line)
    if only != "quick":
        title = (
            "# Strength of the bots\n\nOne bot against all others, all rotations of the seats on each deal. Made by "
            "`scripts/research/run strength`.\n"
        )
        write_report(TARGET.name, [title, *head, *lines])
    return missed
