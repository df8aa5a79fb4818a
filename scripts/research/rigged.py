"""Tests whether a study finds what was spoiled on purpose, and repairs it: `scripts/research/run rigged [SEEDS [WORKERS]]`.

Four variants are spoiled in one way each: a character that is too strong, a seat, games that do not end, a card that is dead. For each seed
a study is played by numbers of games, not by time, so that every machine plays the same. Every change that it offers under "what to try
next" for what was spoiled is then judged on many games that no study has played. Counted is how often the first of its sentences names what
was spoiled, and how often it offers a change that brings it back within its limit there. The result stands in ``reports/rigged.md``; what
each study answered is kept in ``runs/rigged``, so that the script continues where it was stopped.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest import mock

from citadels_sim import __version__
from citadels_sim.balance.measure import judgements, limits_of
from citadels_sim.balance.search import Search
from citadels_sim.balance.target import KINDS, Target
from citadels_sim.files import write_whole
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.names import slug
from citadels_sim.processes import cores
from citadels_sim.report import read
from citadels_sim.report.card import limit_words
from citadels_sim.report.overview.summary import sentences
from citadels_sim.report.overview.words import member_figure
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.study import runner
from citadels_sim.study.folder import StudyRecord, run_folders
from citadels_sim.study.question import make_question
from citadels_sim.study.repairs import facts_of
from citadels_sim.variants import load_variant

ROOT: Final = Path(__file__).resolve().parent.parent
REPORT: Final = ROOT / "reports" / "rigged.md"
STATE: Final = ROOT / "runs" / "rigged"
PLAYERS: Final = 4
BOT: Final = "builder"
"""Who plays: a study that names no bots takes stronger ones, which would need hours here."""
PACES: Final[Mapping[str, float]] = {"games": 0.00005, "forks": 0.0006, "flow": 0.002}
"""Seconds that a game is taken to last, so that a search plays the same numbers of games everywhere: longer than two cores need."""
CHECKED: Final[Mapping[str, int]] = {"character": 10_000, "seat": 200_000, "rounds": 20_000}
"""Nodes or games by which a change is judged once more, by criterion: of seats many, for their figures are small."""


@dataclass(frozen=True)
class Rigged:
    """A variant that is spoiled in one way.

    Attributes
    ----------
    name, how : str
        What is spoiled, and by what.
    toml : str
        Its variant file, but for the name.
    criterion, group : str
        The verdict that should fail.
    words : tuple of str
        What the first sentence should hold.
    margins : dict
        Limits that its study declares.
    precision : float
        Percentage points: so narrow are the intervals of open seats and characters at the end of its study.
    seconds : float
        Of a search at the paces above.
    """

    name: str
    how: str
    toml: str
    criterion: str
    group: str
    words: tuple[str, ...]
    margins: Mapping[str, float] = field(default_factory=dict)
    precision: float = 2.5
    seconds: float = 15.0


_ALL = [*load_variant("classic-2000").at(PLAYERS).basic, *load_variant("classic-2000").at(PLAYERS).unique]
_TRADE = "tavern market trading-post docks harbor town-hall"
RIGGED: Final = (
    Rigged(
        "a character too strong",
        "Every district costs 1 gold, so that the Architect's extra cards and builds are worth most.",
        'extends = "classic-2000"\n[costs]\n' + "".join(f"{name} = 1\n" for name in _ALL),
        "character",
        "architect",
        ("the Architect is too strong",),
    ),
    Rigged(
        "a seat",
        "Four districts complete a city: the first picks decide. Its study allows seats 2.5 points and characters 8.",
        'extends = "classic-2000"\ncity_size = 4\n',
        "seat",
        "0",
        ("the seat with the first crown wins too often",),
        {"character": 8.0, "seat": 2.5},
        precision=0.5,
        seconds=30.0,
    ),
    Rigged(
        "an endless game",
        "Twenty districts complete a city.",
        'extends = "classic-2000"\ncity_size = 20\n',
        "rounds",
        "all",
        ("games are too long",),
        precision=5.0,
        seconds=5.0,
    ),
    Rigged(
        "a dead card",
        "The Trader is paid for trade districts and may build any number of them, and the deck has none.",
        'extends = "citadels-2016"\ncast = ["assassin", "thief", "magician", "king", "bishop", "trader", "architect", "warlord"]\n'
        "[deck.basic]\n" + "".join(f"{name} = 0\n" for name in _TRADE.split()) + "church = 8\ncathedral = 6\npalace = 8\nfortress = 4\n",
        "character",
        "trader",
        ("the Trader is too weak",),
        precision=1.2,
        seconds=30.0,
    ),
)


@dataclass(frozen=True)
class Result:
    """What one study says.

    Attributes
    ----------
    sentence : str
        Its first sentence.
    named : bool
        Whether that names what was spoiled.
    offered : dict of str to str
        Each change that it offers for what was spoiled, and its variant file, the best first.
    """

    sentence: str
    named: bool
    offered: dict[str, str]


def play(one: Rigged, seed: int, workers: int) -> Result:
    """Play the study of one seed."""
    with TemporaryDirectory() as place:
        file = Path(place) / "rigged.toml"
        file.write_text(f'name = "rigged"\n{one.toml}', encoding="utf-8")
        keys: dict[str, Any] = {"variants": [str(file)], "players": [PLAYERS], "designs": ["games", "forks", "flow"], "seed": seed}
        keys |= {"bots": [BOT], "precision": one.precision, "margins": dict(one.margins)}
        folder = Path(place) / "study"
        study = runner.Study(folder, StudyRecord(question=make_question(keys, "scripts/research/run rigged")), workers)
        with mock.patch.object(Search, "_paces", return_value=dict(PACES)), mock.patch.object(runner, "_REPAIR_SECONDS", one.seconds):
            study.play(None)
        sentence = sentences(read(run_folders(folder)))[0]
        offered = {
            each.change: each.toml
            for search in facts_of(folder).searches
            if (search.variant, search.criterion, search.group) == ("rigged", one.criterion, one.group)
            for each in search.proposals
        }
    named = "Rigged" in sentence and all(word.casefold() in sentence.casefold() for word in one.words)
    return Result(sentence, named, offered)


def kept(one: Rigged, seed: int, workers: int) -> Result:
    """Return what the study of one seed says; it is played where that is not known yet."""
    path = STATE / f"{slug(one.name)}-{seed}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(asdict(play(one, seed, workers)), indent=1).encode())
    return Result(**json.loads(path.read_text(encoding="utf-8")))


def check(one: Rigged, changes: Sequence[str], workers: int) -> list[tuple[Judgement, Member]]:
    """Judge the rigged variant and some changes of it on many games of a seed that no study has."""
    kind = KINDS[one.criterion]
    with TemporaryDirectory() as place:
        base = Path(place) / "rigged.toml"
        base.write_text(f'name = "rigged"\n{one.toml}', encoding="utf-8")
        files = [base]
        for number, change in enumerate(changes):
            files.append(Path(place) / f"change-{number}.toml")
            files[-1].write_text(change, encoding="utf-8")
        keys: dict[str, Any] = {"name": "checked", "kind": kind, "variants": [str(file) for file in files], "players": [PLAYERS]}
        keys |= {"games": CHECKED[one.criterion], "lineups": [[BOT]], "seed": 999_983} | ({"rows": 0} if kind == "games" else {})
        run_experiment(make_experiment(keys, "scripts/research/run rigged"), Path(place) / "run", workers=workers)
        run = load_run(Path(place) / "run", kind=kind)
        judged = {each.variant: each for each in judgements(run, limits_of(one.margins)) if each.criterion == one.criterion}
        played = [judged[cell.variant] for cell in run.manifest.cells]
    return [(each, next(member for member in each.members if member.group == one.group)) for each in played]


def report(results: Mapping[str, Sequence[Result]], checked: Mapping[str, Mapping[str, tuple[Judgement, Member]]]) -> Iterator[str]:
    """Write the page."""
    seeds = max(len(each) for each in results.values())
    yield "# Does a study find what was spoiled on purpose?\n"
    yield (
        f"Four variants, spoiled in one way each, were studied with {seeds} seeds: four `{BOT}` at a table, until every open interval of "
        "a seat or character was narrow. *Named*: the first of the three findings names what was spoiled; *at once*: in its "
        "first words, before what else is beyond its limit. *Repaired*: one of up to three "
        'changes under "what to try next" brings it back within its limit, by the games of the second table.\n'
    )
    yield "| spoiled | how | named | at once | repaired |\n|---|---|---:|---:|---:|"
    for one in RIGGED:
        mine = results[one.name]
        repairing = {change for change, figure in checked[one.name].items() if _repairs(one, *figure)}
        at_once = [each.named and one.words[0] in each.sentence.partition(". ")[0] for each in mine]
        repaired = [not repairing.isdisjoint(each.offered) for each in mine]
        counts = " | ".join(f"{sum(those)} of {len(mine)}" for those in ([each.named for each in mine], at_once, repaired))
        yield f"| {one.name} | {one.how} | {counts} |"
    yield "\nEach change that was offered, with how many seeds, and what it does on games that no study has played:\n"
    yield "| spoiled | change | offered | figure [95 %] | limit |\n|---|---|---:|---:|---:|"
    for one in RIGGED:
        times = Counter(change for each in results[one.name] for change in each.offered)
        for change, (judgement, member) in checked[one.name].items():
            figure = member_figure(one.criterion, member)
            limit = limit_words(one.criterion, judgement.limit)
            yield f"| {one.name} | {change} | {times.get(change, '–')} | {figure.text} {figure.interval} | {limit} |"
    yield f"\nMade by `scripts/research/run rigged` with citadels_sim {__version__}."


def _repairs(one: Rigged, judgement: Judgement, member: Member) -> bool:
    return Target(one.criterion, one.group).distance(member.value, judgement.limit) <= 0


def main(seeds: int = 10, workers: int = cores()) -> None:
    """Play all seeds of all variants, and write what they say."""
    results: dict[str, list[Result]] = {one.name: [] for one in RIGGED}
    for seed in range(1, seeds + 1):
        for one in RIGGED:
            made = kept(one, seed, workers)
            results[one.name].append(made)
            print(f"seed {seed}, {one.name}: {made.sentence} Offered: {'; '.join(made.offered) or 'nothing'}", flush=True)
    checked = {}
    for one in RIGGED:
        offered = {change: toml for each in results[one.name] for change, toml in each.offered.items()}
        judged = check(one, list(offered.values()), workers)
        checked[one.name] = dict(zip(["nothing: the spoiled variant itself", *offered], judged, strict=True))
    REPORT.write_text("\n".join(report(results, checked)) + "\n", encoding="utf-8")
