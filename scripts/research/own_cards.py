"""Characters and districts of a variant's own that nobody has played, learned by `learner`. Writes ``reports/own-cards.md``."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Final

from citadels_sim.catalogue import CHARACTERS, EFFECTS, NO_POWER, Character, DistrictType
from citadels_sim.errors import VariantError
from citadels_sim.files import write_whole
from citadels_sim.variants import load_variant
from citadels_sim.variants.numbers.characters import power_numbers
from citadels_sim.variants.numbers.effects import NOT_LENT, numbers_in
from citadels_sim.variants.switch import IntRange, Share, Switch
from scripts.research.pages import EDITIONS, ROOT, cells, heads, interval, learned, say, write_report

GOAL: Final = 0.45
OWN: Final = 2
"""Characters, and districts, that each file has of its own."""
FOLDER: Final = ROOT / "runs" / "own-cards"
TYPES: Final = [kind.id for kind in DistrictType]


def _near(number: Switch, luck: random.Random) -> object:
    """Draw a value of a number that is not far from the printed one; one that is a word stays as it is printed."""
    if isinstance(number.readings, Share):
        return luck.choice((0.25, 0.5, 0.75, 1.0))
    if not isinstance(number.readings, IntRange):
        return number.default["classic"]
    printed = number.default["classic"]
    low, high = number.readings.low, number.readings.high
    return luck.randint(low, min(high, 3)) if isinstance(printed, str) else min(high, max(low, int(printed) + luck.choice((-1, 0, 0, 1))))


def _person(id: str, rank: int, luck: random.Random) -> dict[str, Any]:
    """Draw the keys of a character."""
    power = luck.choice([NO_POWER, *(who.id for who in CHARACTERS)])
    who = Character(0, id, id, rank, rank, None, (), power)
    keys: dict[str, Any] = {"title": id.replace("-", " ").title(), "rank": rank, "power": power}
    keys["income"] = luck.choice([*TYPES, "none"])
    keys |= {key.rpartition(".")[2]: _near(number, luck) for key, number in power_numbers(who).items()}
    rest: dict[str, Any] = {
        "bonus": {"gold": luck.randint(0, 2), "cards": luck.randint(0, 2)},
        "builds": luck.randint(1, 3),
        "discount": {"type": luck.choice(TYPES), "gold": 1},
        "protected": True,
        "takes_crown": True,
        "income_in": "cards",
    }
    return keys | {key: rest[key] for key in luck.sample(list(rest), 2)}


def _place(id: str, luck: random.Random) -> dict[str, Any]:
    """Draw the keys of a district."""
    effect = luck.choice(["none", *(each for each in EFFECTS if each not in NOT_LENT)])
    cost = luck.randint(1, 6)
    keys: dict[str, Any] = {"title": id.replace("-", " ").title(), "type": luck.choice(TYPES), "cost": cost}
    keys |= {"copies": luck.randint(1, 3), "points": max(0, cost + luck.choice((-1, 0, 0, 1, 2))), "effect": effect}
    return keys | {name: _near(number, luck) for name, number in numbers_in(effect).items()}


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


def drawn(number: int, seed: int) -> Path:
    """Write a rules file with two characters in the places of packaged ones, and two more districts; drawn again until it is one."""
    luck = random.Random(f"{seed}/{number}")
    path = FOLDER / f"own-cards-{seed}-{number}.toml"
    while True:
        name = list(EDITIONS)[number % len(EDITIONS)]
        ranks = luck.sample(range(1, 9), OWN)
        people = {f"person-{rank}": _person(f"person-{rank}", rank, luck) for rank in ranks}
        places = {f"place-{one}": _place(f"place-{one}", luck) for one in range(1, OWN + 1)}
        cast = [f"person-{rank}" if rank in ranks else ids[0] for rank, ids in load_variant(name).at(4).cast.items()]
        lines = [f"name = {json.dumps(path.stem)}", f"extends = {json.dumps(name)}", "players = [4, 4]", f"cast = {json.dumps(cast)}"]
        for table, cards in (("characters", people), ("districts", places)):
            for id, keys in cards.items():
                lines += [f"[{table}.{id}]", *(f"{key} = {_toml(value)}" for key, value in keys.items())]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        try:
            load_variant(path).at(4)
        except VariantError:
            continue
        return path


def _learned(path: Path, rounds: int) -> dict[str, Any]:
    """Learn a file; what was learned of the same text by as many rounds is kept, so that a stopped run continues after it."""
    kept = path.with_suffix(".json")
    told = {"rules": path.read_text(encoding="utf-8"), "rounds": rounds}
    before = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if all(before.get(key) == value for key, value in told.items()):
        return dict(before["result"])
    result = learned(str(path), "--rounds", str(rounds), "--out", str(path.with_suffix(".weights")))
    write_whole(kept, json.dumps({**told, "result": result}).encode())
    return result


def main(rounds: int = 300, files: int = 5, seed: int = 2026) -> bool:
    """Learn every file from the packaged weights and write the page; return whether one is learned too badly."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [*heads("rules", "own cards", ">wins of one learner against 3 planner", "95 % interval", ">at least", "holds")]
    missed = False
    say(*lines)
    for number in range(1, files + 1):
        path = drawn(number, seed)
        cards = load_variant(path).cards
        own = [f"{who.title} ({who.power})" for who in cards.own_characters]
        own += [f"{place.title} ({place.effect or 'none'})" for place in cards.own_districts]
        result = _learned(path, rounds)
        holds = result["wins"] >= GOAL
        missed |= not holds
        row = cells(path.stem, ", ".join(own), f"{result['wins']:.1%}", interval(result), f"{GOAL:.0%}", "yes" if holds else "NO")
        lines.append(row)
        say(row)
    drawn_by = f"Drawn and learned by `scripts/research/run own_cards {rounds} {files} {seed}`"
    how = f"{rounds} rounds of games each, from the packaged weights; 8,000 fresh games."
    write_report("own-cards.md", [f"# Characters and districts that nobody has played\n\n{drawn_by}: {how}\n", *lines])
    return missed
