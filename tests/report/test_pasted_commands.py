"""Commands that a page prints can be pasted: they name variants as a command line does, bots that can play them, and seats there are."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.report import read
from citadels_sim.report.chapters.missing import attribution
from citadels_sim.report.chapters.robustness import _missing as other_bots
from citadels_sim.report.chapters.validation import commands
from citadels_sim.report.evidence import Evidence
from citadels_sim.runs.command_line import command_of, variant_words
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.runner import run_plan
from citadels_sim.variants import load_variant
from tests.small_runs import small

OWN = 'name = "own"\nextends = "classic-2000"\ncity_size = 6\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a variant of one's own, in which commands are given."""
    place = tmp_path_factory.mktemp("mine")
    (place / "own.toml").write_text(OWN, encoding="utf-8")
    return place


def evidence_of(folder: Path, name: str, **keys: Any) -> Evidence:
    plan = make_plan(small(games=2, **keys), "test")
    run_plan(plan, folder / name, ["citadels"])
    return read([folder / name])


def can_be_read(command: str) -> None:
    words = shlex.split(command)
    given = [words[k + 1] for k, word in enumerate(words) if word == "--variant"]
    given += [word for word in words[2:4] if not word.startswith("-")] if words[1] in ("attribute", "study") else []
    assert words[0] == "citadels"
    assert given
    for name in given:
        assert name == "ANOTHER" or load_variant(name)


def test_a_variant_of_ones_own_is_named_by_its_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    evidence = evidence_of(folder, "own", variants=["classic-2000", "own.toml"])
    commands = [evidence.command("run"), evidence.command("study"), *(evidence.command_of(design) for design in DESIGNS.values())]
    commands += [want.command for want in (*attribution(evidence).missing, *other_bots(evidence).missing)]
    commands = [command for command in commands if not command.startswith("citadels attribute --")]
    assert len(commands) > 8
    assert all("own.toml" in shlex.split(command) for command in commands)
    for command in commands:
        can_be_read(command)
    manifest = evidence.runs[0].manifest
    assert "own.toml" in command_of(manifest.experiment, "runs/again", files=False)


@pytest.mark.parametrize(
    ("keys", "bots"),
    [
        ({"lineups": [["builder"]], "players": [5]}, "builder"),
        ({"lineups": [["learner"], ["builder"]], "players": [4]}, "learner:@nearest"),
        ({"lineups": [["learner"]], "players": [4]}, "learner:@nearest"),
    ],
)
def test_rules_between_two_variants_are_played_by_a_bot_that_can(
    folder: Path, monkeypatch: pytest.MonkeyPatch, keys: dict[str, Any], bots: str
) -> None:
    monkeypatch.chdir(folder)
    evidence = evidence_of(folder, f"between-{len(keys['lineups'])}-{keys['players'][0]}", **keys)
    (want,) = attribution(evidence).missing
    words = shlex.split(want.command)
    assert words[:4] == ["citadels", "attribute", "classic-2000", "ANOTHER"]
    assert (words[words.index("--bots") + 1], words[words.index("--players") + 1]) == (bots, str(keys["players"][0]))


def as_parts_of_a_study(evidence: Evidence, *bots: str) -> Evidence:
    """Take a run twice, as parts of a study of some bots."""
    (run,) = evidence.runs
    grown = run.manifest.model_copy(update={"experiment": run.manifest.experiment.model_copy(update={"growing": True})})
    part = replace(run, manifest=grown, folder=Path("studies/own/runs/games"))
    study = replace(evidence, runs=(part, part))
    study.__dict__["families"] = list(bots)
    return study


@pytest.mark.parametrize(
    ("bots", "named"),
    [
        (["builder", "planner"], ["--bots", "builder", "--bots", "planner"]),
        (["learner:@studies/own/learner.weights", "planner"], []),
        (["learner:@studies/own/learner.weights+nearest"], []),
        (["learner:@mine.weights", "planner"], ["--bots", "learner:@mine.weights", "--bots", "planner"]),
    ],
)
def test_the_parts_of_a_study_are_made_again_by_one_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, bots: list[str], named: list[str]
) -> None:
    monkeypatch.chdir(folder)
    evidence = evidence_of(folder, f"parts-{len(bots[0])}", variants=["classic-2000", "own.toml"], seed=7)
    (only,) = commands(as_parts_of_a_study(evidence, *bots))
    words = ["citadels", "study", "classic-2000", "own.toml", "--players", "4", *named, "--seed", "7", "--out", "studies/again"]
    assert shlex.split(only) == words
    can_be_read(only)
    single, report = commands(evidence)
    assert single.startswith("citadels run --variant classic-2000 --variant own.toml")
    assert report == f"citadels report runs/parts-{len(bots[0])} --out report"


def test_packaged_variants_keep_their_names() -> None:
    assert variant_words(["classic-2000", "own", "rules/own.toml"]) == ["classic-2000", "own.toml", "rules/own.toml"]
