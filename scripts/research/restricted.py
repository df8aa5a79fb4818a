"""What a card or an act is worth to a player who adapts, as ``reports/restricted.md``."""

from __future__ import annotations

import math
import tempfile
from typing import Any

from citadels_sim.formats import fixed
from citadels_sim.variants import load_variant
from scripts.research.pages import cells, heads, interval, learned, say, write_report


def restricted(variant: str, rounds: int, *never: str) -> dict[str, Any]:
    """Learn the best answer to three `learner` under some restrictions, and return how often that wins on fresh deals."""
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        words = [word for one in never for word in ("--never", one)]
        return learned(variant, "--against", "learner", "--rounds", str(rounds), "--out", f"{folder}/a.weights", *words)


def main(rounds: int = 100, variant: str = "classic-2000") -> None:
    """Learn under each restriction and write the page. Rounds of learning: the same command gives the same figures on any machine."""
    free = restricted(variant, rounds)
    lines = [*heads("never", ">wins", "95 % interval", ">costs, points", "95 % interval")]
    lines.append(cells("(nothing)", f"{free['wins']:.1%}", interval(free)) + " | |")
    say(*lines)
    cast = [id for ids in load_variant(variant).at(4).cast.values() for id in ids]
    for never in [*(f"take:{id}" for id in cast), "murder", "rob", "destroy"]:
        limited = restricted(variant, rounds, never)
        cost = 100 * (free["wins"] - limited["wins"])
        # Other deals for none of them: the same deals would make the interval narrower, not wider.
        half = 100 * math.hypot(free["high"] - free["wins"], limited["high"] - limited["wins"])
        bounds = f"{fixed(cost - half, 1, '+')} to {fixed(cost + half, 1, '+')}"
        lines.append(cells(never, f"{limited['wins']:.1%}", interval(limited), fixed(cost, 1, "+"), bounds))
        say(lines[-1])
    head = (
        f"# What a card or an act is worth to a player who adapts\n\n{variant}, 4 players: the best answer to three `learner`, learned "
        f"from {rounds} rounds of games without it, 8,000 fresh games each. Made by `scripts/research/run restricted {rounds} {variant}`.\n"
    )
    write_report("restricted.md", [head, *lines])
