"""Rules that nobody has played, learned by `learner`. Writes ``reports/unseen.md``."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Final

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.errors import VariantError
from citadels_sim.variants import SWITCHES, load_variant
from scripts.research.pages import EDITIONS, ROOT, cells, heads, interval, learned, say, write_report

GOAL: Final = 0.55
FOLDER: Final = ROOT / "runs" / "unseen"


def drawn(number: int, seed: int) -> Path:
    """Write a rules file: a cast, a size of the city, six switches and eight costs drawn at random; drawn again until it is one."""
    luck = random.Random(f"{seed}/{number}")
    path = FOLDER / f"unseen-{seed}-{number}.toml"
    while True:
        name = luck.choice(list(EDITIONS))
        base = load_variant(name).at(4)
        cast = [luck.choice([one.id for one in CHARACTERS if one.rank == rank]) for rank in range(1, 9)]
        switches = {key: luck.choice([*SWITCHES[key].words, *SWITCHES[key].default.values()]) for key in luck.sample(list(SWITCHES), 6)}
        costs = {id: max(1, cost + luck.choice((-1, 1))) for id, cost in luck.sample(list(base.costs.items()), 8) if cost}
        lines = [f"name = {json.dumps(path.stem)}", f"extends = {json.dumps(name)}", "players = [4, 4]"]
        lines += [f"cast = {json.dumps(cast)}", f"city_size = {luck.choice((6, 7, 8, 9))}"]
        lines += ["[rules]", *(f"{key} = {json.dumps(value)}" for key, value in switches.items() if key != "edition")]
        lines += ["[costs]", *(f"{id} = {cost}" for id, cost in costs.items())]
        path.write_text("\n".join(lines) + "\n")
        try:
            load_variant(path).at(4)
        except VariantError:
            continue
        return path


def main(rounds: int = 300, files: int = 10, seed: int = 2026) -> bool:
    """Learn every file and write the page; return whether one is learned too badly."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [*heads("rules", ">wins of one learner against 3 planner", "95 % interval", ">at least", "holds")]
    missed = False
    say(*lines)
    for number in range(1, files + 1):
        path = drawn(number, seed)
        result = learned(str(path), "--rounds", str(rounds), "--out", str(path.with_suffix(".weights")))
        holds = result["wins"] >= GOAL
        missed |= not holds
        lines.append(cells(path.stem, f"{result['wins']:.1%}", interval(result), f"{GOAL:.0%}", "yes" if holds else "NO"))
        say(lines[-1])
    head = (
        f"# Rules that nobody has played\n\nDrawn and learned by `scripts/research/run unseen {rounds} {files} {seed}`: {rounds} rounds of "
        "games each; 8,000 fresh games.\n"
    )
    write_report("unseen.md", [head, *lines])
    return missed
