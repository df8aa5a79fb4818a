"""Every table that the packaged variants seat, and the smallest study of one: a few games of every design, and its pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from citadels_sim.designs.casts.analyse import least_deals
from citadels_sim.report import ReportPaths, make_report
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.runner import run_experiment
from citadels_sim.study.question import designs_of_studies, make_question
from citadels_sim.variants import load_variant, variant_names
from tests.report.test_report import Page

TABLES: Final = [
    (name, players) for name in variant_names() for players in range(load_variant(name).players[0], load_variant(name).players[1] + 1)
]
"""Every packaged variant at every number of players that it seats."""
GAMES: Final = {
    "games": 40,
    "forks": 40,
    "crowns": 20,
    "bans": 12,
    "attribution": 20,
    "pick-attribution": 40,
    "flow": 40,
    "casts": 40,
    "luck": 6,
    "kingmaking": 20,
}
"""Games of each design, in its own unit: few, and each of its figures is there."""
_OTHERS: Final = ("classic-2000", "citadels-2016", "dark-city-random")


def other_of(variant: str, players: int) -> str:
    """Return a variant that seats as many and plays otherwise."""
    table = load_variant(variant).at(players)
    return next(name for name in _OTHERS if (name, players) in TABLES and load_variant(name).at(players) != table)


def changed_file(variant: str, folder: Path) -> Path:
    """Write a change of a variant with two rules to tell apart."""
    file = folder / "changed.toml"
    file.write_text(f'name = "changed"\nextends = "{variant}"\n[game]\nstart_gold = 3\n[costs]\ntemple = 2\n')
    return file


def play(variant: str, players: int, folder: Path, bots: Sequence[str] = ("builder",), games: int | None = None) -> list[Path]:
    """Play a little of every design of a study of one table, and of the rules that lead there from another variant; return the runs.

    `games` is how many of each design, in its unit; None: so few that a study has every figure.
    """
    question = make_question({"variants": [variant], "players": [players], "bots": list(bots), "precision": 5.0}, "test")
    both = question.model_copy(update={"variants": (other_of(variant, players), variant), "bots": ("builder",)})
    folder.mkdir(parents=True, exist_ok=True)
    changed = both.model_copy(update={"variants": (variant, str(changed_file(variant, folder)))})
    runs = []
    for name, design in designs_of_studies().items():
        # What is drawn takes so many deals that its effects, and their pairs where there are any, are estimated.
        least = max(GAMES[name], least_deals(load_variant(variant).at(players)) if name == "casts" else 0)
        asked = changed if name == "pick-attribution" else both if design.between_two else question
        for keys in asked.experiments(design):
            run_experiment(make_experiment({**keys, "games": games or least}, "test"), folder / keys["name"])
            runs.append(folder / keys["name"])
    return runs


def study(variant: str, players: int, folder: Path, bots: Sequence[str] = ("builder",)) -> ReportPaths:
    """Play first games of all parts of one table, and write the pages."""
    return make_report(play(variant, players, folder / "runs", bots), folder / "report")


def faults_of(report: ReportPaths) -> list[str]:
    """Read what a report wrote, and list what no reader may meet."""
    texts = {path.name: _text(path) for path in (report.page, report.details, report.markdown)}
    odd = [f"{name}: {fault}" for name, text in texts.items() for fault in odd_words(text)]
    return [*odd, *_lacking(report), *_unreadable(report.data)]


def _text(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    # Of a page without its script and its style sheet.
    return " ".join(words for words in Page(text).text if "{" not in words) if path.suffix == ".html" else text


def odd_words(text: str) -> Iterator[str]:
    """Find what is no figure: nan, inf, a zero with a sign, a value of Python."""
    for found in re.finditer(r"(?i:\bnan\b|\binf\b|traceback)|\bNone\b(?! is| of| are)|(?<![\w/])[-−]0(\.0+)?(?![\d.,]*\d)", text):
        yield f"{found.group()!r} in {text[max(0, found.start() - 60) : found.end() + 30]!r}"


def _lacking(report: ReportPaths) -> Iterator[str]:
    if not report.headlines or not all(words.endswith(".") for words in report.headlines):
        yield f"headlines: {report.headlines}"
    if not report.findings:
        yield "no findings"
    sections = {attrs.get("id") for attrs in Page(report.details.read_text(encoding="utf-8")).tags_of("section")}
    for design in designs_of_studies().values():
        if design.chapter not in sections:
            yield f"details.html: no section {design.chapter}"


def _unreadable(path: Path) -> Iterator[str]:
    odd: list[str] = []
    data = json.loads(path.read_text(encoding="utf-8"), parse_constant=odd.append)
    yield from (f"{path.name}: {word}" for word in odd)
    checks = data["tables"]["checks"]
    for row in checks["rows"]:
        check = dict(zip(checks["columns"], row, strict=True))
        if not check["holds"]:
            yield f"{path.name}: {check['check']}: {check['found']}"
