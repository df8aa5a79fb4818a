"""Headlines name the bots: one family by its name, several by their range, and first of all where the sign depends on them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.bots.learner.weights_file import weights_bytes
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.report import Evidence, ReportPaths, make_report, read
from citadels_sim.report.card import card_grid, sentence
from citadels_sim.report.chapters import characters, robustness
from citadels_sim.report.robustness import judged_members
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.runner import run_experiment
from citadels_sim.show.charts.families import with_bots
from citadels_sim.training.learning.start import first_weights


@pytest.fixture(scope="module")
def one_family(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    """Runs of every kind that builder alone played."""
    kinds = ("forks", "flow", "crowns", "casts", "luck", "bans", "attribution", "pick-attribution")
    return make_report([runs[kind] for kind in kinds], tmp_path_factory.mktemp("reports") / "builder", [], tables=False)


@pytest.fixture(scope="module")
def forks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Picks that were forked with two families of bots."""
    keys = {"name": "two", "variants": ["classic-2000"], "games": 240, "kind": "forks", "replicates": 2, "seed": 1}
    folder = tmp_path_factory.mktemp("forks") / "two"
    run_experiment(make_experiment(keys | {"lineups": [["builder"], ["richard"]]}, "test"), folder)
    return folder


def judged(lineup: str, **effects: tuple[float, float]) -> Judgement:
    """What a run of forks says of characters: effect and half of its interval."""
    members = tuple(Member(name, v, v - half, v + half, v - half, v + half, half / 2) for name, (v, half) in effects.items())
    worst = max(members, key=lambda member: abs(member.value))
    extra = {"balanced": 0, "characters": len(members), "spread": 0.01}
    return Judgement("character", "classic-2000", 4, lineup, "fails", "too strong", 0.01, worst, members, 4000, 4000, None, extra)


@pytest.fixture
def opposed(forks: Path) -> Evidence:
    """Two families of which one shows that the Thief helps and the other that he harms; both that the King helps."""
    evidence = read([forks])
    judgements = [judged("builder", thief=(0.03, 0.01), king=(0.05, 0.01)), judged("richard", thief=(-0.02, 0.01), king=(0.02, 0.01))]
    evidence.__dict__["judgements"] = judgements  # in place of the computed ones
    return evidence


def test_every_finding_of_a_report_of_one_family_names_it(one_family: ReportPaths, report: ReportPaths) -> None:
    assert len(one_family.findings) > 6
    for finding in (*one_family.findings, *report.findings):
        assert re.search(r"\b(with|played by|who knows) builder\b", finding), finding


def test_every_verdict_names_the_bots_that_it_is_of(runs: dict[str, Path]) -> None:
    evidence = read([runs["games"], runs["forks"], runs["flow"]])
    for one in evidence.judgements:
        if one.criterion != "skill":  # which is about a bot
            assert with_bots([one.lineup]) in sentence(evidence, one)
    card = card_grid(evidence)
    bots = card.columns.index("Bots")
    assert {row[bots] for row in card.rows} == {"builder"}
    assert all("(builder, richard)" in row[-1] for row in card.rows)  # a cell that other bots played says which


def test_the_sentence_on_characters_gives_the_range_over_families(forks: Path, tmp_path: Path) -> None:
    report = make_report([forks], tmp_path / "report", [], tables=False)
    data = json.loads(report.data.read_text(encoding="utf-8"))
    rows = [dict(zip(data["tables"]["ranges"]["columns"], row, strict=True)) for row in data["tables"]["ranges"]["rows"]]
    ends = {
        f"over 2 bots {100 * row['least']:+.1f}\u00a0pp ({row['least_lineup']}) to {100 * row['most']:+.1f}\u00a0pp ({row['most_lineup']})"
        for row in rows
    }
    (sentence,) = [one["sentence"] for one in data["verdicts"] if (one["criterion"], one["lineup"]) == ("character", "builder")]
    assert any(end.replace("-", "−") in sentence for end in ends), sentence


def test_where_the_sign_depends_on_the_bots_is_reported_first(opposed: Evidence) -> None:
    first = "The sign depends on the bots for the Thief at 4 players (+3.0\u00a0pp with builder, −2.0\u00a0pp with richard)."
    finding = characters.CHAPTER.build(opposed).findings[0]
    assert finding.startswith(f"Characters: {first}")
    assert "King" not in first
    shown = robustness.over_tables(opposed).blocks[0].finding
    assert shown.startswith(f"{first} 0 of 4 within limits, 2 beyond limits, 2 undecided, with builder and richard. ")


def test_the_card_gives_the_range_and_says_where_the_sign_differs(opposed: Evidence) -> None:
    (row,) = card_grid(opposed).rows
    assert row[-1] == "✗\u00a0too strong: King +5.0\u00a0pp [4.0,\u00a06.0] (2 bots: +2.0 to +5.0\u00a0pp)"
    of_thief = sentence(opposed, judged("builder", thief=(0.03, 0.01)))
    assert "over 2 bots −2.0\u00a0pp (richard) to +3.0\u00a0pp (builder), so its sign depends on the bots" in of_thief


def test_families_that_agree_in_the_sign_are_reported_so(opposed: Evidence) -> None:
    opposed.__dict__["judgements"] = [judged(name, king=(0.03, 0.01)) for name in ("builder", "richard")]
    table = robustness.over_tables(opposed).blocks[0]
    as_seats = judged_members(opposed.judgements).with_columns(kind=pl.lit("seat"), headline=pl.lit("2"))
    (bots,) = robustness.over_bots(as_seats, opposed.families)
    assert table.finding == "0 of 2 within limits, 2 beyond limits, with builder and richard. Beyond limits at every table: King."
    assert (
        bots.finding == "No seat is shown to have opposite signs with builder and richard. Beyond limits with each of them: 2 seats after."
    )


@pytest.mark.parametrize(
    ("lineups", "text"),
    [
        (["builder"], "with builder"),
        (["planner,builder"], "with planner, builder"),
        (["builder", "builder", "raider"], "with builder and raider"),
        (["builder", "planner,builder"], "with 2 line-ups of bots"),
        (["banker", "builder", "raider", "richard"], "with 4 line-ups of bots"),
    ],
)
def test_line_ups_are_named_while_they_are_few(lineups: list[str], text: str) -> None:
    assert with_bots(lineups) == text


def test_a_bot_with_a_file_of_weights_is_named_without_its_path(tmp_path: Path) -> None:
    """The commands to copy have the path, everything else the bot's name."""
    classic = cs.load_variant("classic-2000")
    file = tmp_path / "learner.weights"
    file.write_bytes(weights_bytes(first_weights(1), {classic.digest: ("classic-2000", (4,))}, {}))
    bot = f"learner:@{file}"
    both = {"variants": ["classic-2000"], "players": [4], "seed": 1, "lineups": [[bot], ["planner"]]}
    mixed = {"name": "games", "detail": "turns", "games": 60, "lineups": [*both["lineups"], [bot, "planner"]]}
    shown = {"games": both | mixed, "forks": both | {"name": "forks", "kind": "forks", "games": 60, "replicates": 1}}
    for name, keys in shown.items():
        run_experiment(make_experiment(keys, "test"), tmp_path / name)
    report = make_report([tmp_path / name for name in shown], tmp_path / "report")
    for page in (report.page, report.details, report.markdown):
        text = page.read_text(encoding="utf-8")
        assert "learner" in text
        lines = [line for line in re.split(r"\n|</", text) if str(file) in line]
        assert [line for line in lines if f"--bots {bot}" not in line and 'data-lineup="' not in line] == []
