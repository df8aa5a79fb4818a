"""Two versions of a study on the same deals: from the runs of their studies, or from games that are played for that."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from citadels_sim.bots import parse_bot
from citadels_sim.bots.weights import has_learned
from citadels_sim.designs.forks.blocks import compared_shown
from citadels_sim.designs.forks.comparison import effect_differences_across
from citadels_sim.designs.tournament.comparison import VariantComparison
from citadels_sim.designs.tournament.comparison_across import Arm, common_tables, compare_across
from citadels_sim.errors import RunError
from citadels_sim.foreign import is_file
from citadels_sim.lineups import check_no_code
from citadels_sim.runs.experiment import Experiment, make_experiment
from citadels_sim.runs.manifest import read_manifest
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.store import within
from citadels_sim.show.blocks import Shown
from citadels_sim.study.folder import run_folders
from citadels_sim.study.question import Question
from citadels_sim.study.versions import Version, copy_of, named, versions_of
from citadels_sim.text import command_line
from citadels_sim.variants import load_variant

MOST_GAMES: Final = 1_000_000
"""Games of a table that are played to compare two versions, at most."""
USUAL_GAMES: Final = 2_000
_FOLDER: Final = "compared"
_LOOKED_AT: Final = 100
"""Runs of one pair that are looked at."""


def pair_of(root: Path, one: int, other: int) -> tuple[Version, Version]:
    """Return two versions of a study, in their order.

    Raises
    ------
    RunError
        If there are no such two, or one of them keeps no copy of its rules.
    """
    known = {version.number: version for version in versions_of(root)}
    if one == other or not {one, other} <= {*known}:
        raise RunError(f"{root}: give two of its versions to compare, such as 1,2; there are versions 1 to {len(known)}.")
    first, second = known[min(one, other)], known[max(one, other)]
    for version in (first, second):
        if version.rules is None:
            raise RunError(
                f"version {version.number}: has no copy of its rules, since an earlier citadels_sim studied it; it cannot be compared."
            )
    return first, second


def on_common_deals(root: Path, first: Version, second: Version) -> VariantComparison:
    """Compare two versions by the games that both have played on the same deals, of the runs with most of them.

    Raises
    ------
    RunError
        If there are none; the message has the command that plays them.
    """
    pairs = _pairs(root, first, second, "games")
    if not pairs:
        words = ["citadels", "history", str(root), "--compare", f"{first.number},{second.number}", "--games", str(USUAL_GAMES)]
        raise RunError(
            f"versions {first.number} and {second.number} have played no games on the same deals. Play some: {command_line(words)}"
        )
    _, a, b = max(pairs, key=lambda pair: pair[0])
    return compare_across(a, b)


def picks_on_common_deals(root: Path, first: Version, second: Version) -> Shown | None:
    """Compare the effects of picks under two versions by the deals that both have forked, of the runs with most; None without any."""
    pairs = _pairs(root, first, second, "forks")
    if not pairs:
        return None
    _, a, b = max(pairs, key=lambda pair: pair[0])
    return compared_shown(effect_differences_across(a, b), a.label, b.label)


def _pairs(root: Path, first: Version, second: Version, kind: str) -> list[tuple[int, Arm, Arm]]:
    """Return the runs of a design in which either version has played deals of the other, with their number."""
    runs = list(_runs(root, first, second, kind))
    sides = [[Arm(run, name, f"version {one.number}") for run in runs for name in _names(run, one)] for one in (first, second)]
    return [(size, a, b) for a, b in itertools.product(*sides) if (size := _deals(a, b))]


def _deals(a: Arm, b: Arm) -> int:
    return sum(min(a.tables[table], b.tables[table]) for table in common_tables(a, b))


def _names(run: Run, version: Version) -> list[str]:
    """Return the variants of a run that are the rules of a version."""
    digest = load_variant(version.rules or "").digest
    return [name for name, entry in run.manifest.variants.items() if entry.digest == digest]


def _runs(root: Path, first: Version, second: Version, kind: str) -> Iterator[Run]:
    """Iterate over the complete runs of a design of a study and of what was played to compare these two."""
    place = _place(root, first, second)
    played = itertools.islice(place.glob("games-*"), _LOOKED_AT) if place.is_dir() else ()
    for folder in itertools.chain(*(run_folders(version.folder) for version in versions_of(root)), sorted(played)):
        if not is_file(folder / "manifest.json"):
            continue
        manifest = read_manifest(folder)
        if manifest.experiment.kind == kind and manifest.state == "complete":
            yield load_run(folder, kind=kind)


def _place(root: Path, first: Version, second: Version) -> Path:
    return within(root, f"{_FOLDER}/{first.number}-{second.number}")


def experiment_of(root: Path, first: Version, second: Version, games: int) -> tuple[Experiment, Path]:
    """Return the experiment that plays two versions on common deals, at the tables of the later one, and its folder.

    The first bot of the later study that knows both rules plays: one that has learned one of them only would tell what it has learned, not
    what the rules do. Copies of both rules are written beside it.

    Raises
    ------
    RunError
        If the number of games is none, or a folder cannot be written.
    ExperimentError
        If one of them cannot be played there.
    """
    if not 1 <= games <= MOST_GAMES:
        raise RunError(f"--games: {games:,} should be from 1 to {MOST_GAMES:,}.")
    place, question = _place(root, first, second), second.record.question
    check_no_code([question.bots], str(second.folder))
    files = [str(place / copy_of(place, "compared", named(version))) for version in (first, second)]
    keys: dict[str, object] = {"name": f"versions-{first.number}-{second.number}", "variants": files, "players": list(question.players)}
    keys |= {"lineups": [[_player(question, files)]], "games": games, "seed": question.seed, "detail": "turns"}
    return make_experiment(keys, f"versions {first.number} and {second.number}"), place / f"games-{games}"


def _player(question: Question, files: Sequence[str]) -> str:
    """Name the first bot of a study that knows some rules at all its tables; where none does, its first one, which says so."""
    tables = [(load_variant(file), players) for file in files for players in question.players]
    known = (bot for bot in question.bots if all(has_learned(parse_bot(bot), *table) for table in tables))
    return next(known, question.bots[0])
