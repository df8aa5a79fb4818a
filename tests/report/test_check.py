"""``citadels check`` and ``citadels report --terminal``."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.judge.criteria import Member, settle
from citadels_sim.report import ReportPaths
from citadels_sim.report.check import Outcome
from citadels_sim.report.render import SCHEMA
from citadels_sim.report.terminal import bar
from citadels_sim.verdicts import tally
from tests.mutations import lay_traps


def member(value: float, half: float, inner: float | None = None) -> Member:
    inner = 0.8 * half if inner is None else inner
    return Member("x", value, value - half, value + half, value - inner, value + inner)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            member(0.02, 0.02),
            "Assassin +2.0 pp [0.0, 4.0] is undecided against its limit (± 1 pp per pick): the interval reaches beyond it.",
        ),
        (
            Member("assassin", 0.5, None, None, None, None),
            "Assassin has too few cases for a figure; it is undecided against its limit (± 1 pp per pick).",
        ),
    ],
)
def test_what_is_undecided_is_said_with_its_figure_or_that_there_is_none(known: Member, said: str) -> None:
    outcome = Outcome("character", "classic-2000", 8, "builder", "open", 0.01, replace(known, group="assassin"), 0.0)
    assert outcome.text.replace("\u00a0", " ") == f"classic-2000, 8 players, builder: {said}"


@pytest.mark.parametrize(
    ("members", "side", "limit", "state"),
    [
        ([member(0.0, 0.01), member(0.005, 0.01)], "both", 0.02, "holds"),
        ([member(0.0, 0.01), member(-0.05, 0.01)], "both", 0.02, "fails"),
        ([member(0.0, 0.01), member(0.02, 0.01)], "both", 0.02, "open"),
        ([member(0.011, 0.011)], "both", 0.02, "holds"),  # the wider interval reaches beyond, the one of the two tests does not
        ([member(15, 1)], "most", 20, "holds"),
        ([member(25, 1)], "most", 20, "fails"),
        ([member(20, 1)], "most", 20, "open"),
        ([member(0.3, 0.1), member(-0.3, 0.1)], "least", 0.1, "holds"),
        ([member(0.0, 0.05), member(-0.3, 0.1)], "least", 0.1, "fails"),
        ([member(0.1, 0.05), member(-0.3, 0.1)], "least", 0.1, "open"),
        ([Member("x", 0.5, None, None, None, None)], "both", 0.02, "open"),
    ],
)
def test_a_limit_is_kept_broken_or_open(members: list[Member], side: Any, limit: float, state: str) -> None:
    assert settle(members, side, limit) == state


def test_members_are_counted_by_what_is_shown_of_them() -> None:
    assert tally(["open"] * 8) == "0 of 8 within limits, 8 undecided"
    assert tally(["open", "holds", "fails", "holds"]) == "2 of 4 within limits, 1 beyond limits, 1 undecided"
    assert tally(["holds"] * 3) == "3 of 3 within limits"


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    """A report that says of one table: seats within 1 to 3 points, characters between 4 and 8."""

    def verdict(criterion: str, *members: Member) -> dict[str, Any]:
        limit = {"seat": 0.02, "character": 0.01, "rounds": 20, "interaction": [0.1, 0.5]}[criterion]
        table = {"criterion": criterion, "variant": "v", "players": 4, "lineup": "b", "limit": limit}
        return table | {"members": [vars(one) for one in members]}

    seats = verdict("seat", Member("0", 0.02, 0.01, 0.03, 0.012, 0.028), Member("1", -0.02, -0.03, -0.01, -0.028, -0.012))
    characters = verdict("character", Member("king", 0.06, 0.04, 0.08, 0.045, 0.075))
    hits = verdict("interaction", Member("all", 0.3, 0.25, 0.35, 0.26, 0.34))
    data = {"schema": 2, "verdicts": [seats, characters, verdict("rounds", Member("all", 14, 14, 14, 14, 14)), hits]}
    (tmp_path / "report.json").write_text(json.dumps(data), encoding="utf-8")
    return tmp_path


def test_limits_that_hold_are_exit_code_0(citadels, judged: Path) -> None:
    spoken = citadels("check", judged, "--max-seat", "3", "--max-character", "8", "--max-rounds", "14")
    assert spoken.code == 0
    assert spoken.out.splitlines() == [
        "✓ v, 4 players, b: first crown +2.0\u00a0pp [1.0,\u00a03.0] is within its limit (±\u00a03\u00a0pp).",
        "✓ v, 4 players, b: King +6.0\u00a0pp [4.0,\u00a08.0] is within its limit (±\u00a08\u00a0pp per pick).",
        "✓ v, 4 players, b: 95 % by round 14 [14,\u00a014] is within its limit (at most\u00a014\u00a0rounds).",
        "PASS: 3 of 3 checks within limits, 0 beyond limits, 0 undecided.",
    ]


def test_a_broken_limit_is_exit_code_1_and_says_by_how_much(citadels, judged: Path) -> None:
    spoken = citadels("check", judged / "report.json", "--max-character", "3")
    assert spoken.code == 1
    assert "King +6" in spoken.out
    assert "the whole interval, by 1 pp." in spoken.out


def test_what_is_not_shown_passes_unless_strict(citadels, judged: Path) -> None:
    spoken = citadels("check", judged, "--max-seat", "2")
    assert spoken.code == 0
    assert "? v, 4 players, b: first crown" in spoken.out
    assert spoken.out.splitlines()[-1] == "UNDECIDED: 0 of 1 checks within limits, 0 beyond limits, 1 undecided."
    strict = citadels("check", judged, "--max-seat", "2", "--strict")
    assert strict.code == 1
    assert strict.out.splitlines()[-1].startswith("FAIL: ")


def test_json_says_the_same(citadels, judged: Path) -> None:
    spoken = citadels("check", judged, "--max-character", "3", "--json")
    data = json.loads(spoken.out)
    assert (spoken.code, data["holds"], data["result"]) == (1, False, "FAIL")
    assert data["checks"][0]["beyond_by"] == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--max-seat", "2"), "holds no report"),
        ((), "give at least one limit, such as --max-seat 2"),
        (("--max-rounds", "0"), "--max-rounds: 0 should be above 0"),
        (("--min-skill", "-1"), "--min-skill: -1 should be above 0"),
        (("--max-seat", "500"), "--max-seat: 500 should be above 0 and at most 100, such as 2"),
        (("--max-dead-turns", "0"), "--max-dead-turns: 0 should be above 0 and at most 100, such as 15"),
        (("--min-interaction", "0.5", "--max-interaction", "0.2"), "--min-interaction: 0.5 should be below 0.2"),
        (("--declared",), "holds no report"),
    ],
)
def test_mistakes_are_one_message(citadels, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    spoken = citadels("check", tmp_path / "nothing", *words)
    assert spoken.code == 2
    assert message in spoken.err
    assert spoken.err.count("\n") == 1


def test_a_report_without_the_figure_names_the_command_that_makes_it(citadels, judged: Path) -> None:
    spoken = citadels("check", judged, "--min-skill", "10")
    assert spoken.code == 2
    assert "says nothing about skill" in spoken.err
    assert "citadels run" in spoken.err
    several = citadels("check", judged, "--min-skill", "10", "--max-seat", "3", "--min-decisiveness", "50", "--max-dead-turns", "9").err
    assert "says nothing about dead turns, decisiveness and skill." in several
    assert all(command in several for command in ("--detail turns", "citadels flow", "--bots STRONG,WEAK"))


def test_a_band_may_have_one_end_or_two(citadels, judged: Path) -> None:
    assert citadels("check", judged, "--max-interaction", "0.4").code == 0
    assert citadels("check", judged, "--min-interaction", "0.2", "--max-interaction", "0.4").code == 0
    broken = citadels("check", judged, "--min-interaction", "0.4")
    assert broken.code == 1
    assert "interaction 0.30 [0.25,\u00a00.35] is beyond its limit (at least\u00a00.4\u00a0hits per turn" in broken.out
    assert "the whole interval, by 0.05 hits." in broken.out
    data = json.loads(citadels("check", judged, "--max-interaction", "0.4", "--json").out)
    assert data["checks"][0]["limit"] == [None, 0.4]


def test_declared_limits_are_those_of_the_runs_and_options_take_their_place(citadels, judged: Path) -> None:
    spoken = citadels("check", judged, "--declared", "--json")
    assert [(one["criterion"], one["state"], one["limit"]) for one in json.loads(spoken.out)["checks"]] == [
        ("seat", "open", 0.02),
        ("character", "fails", 0.01),
        ("rounds", "holds", 20),
        ("interaction", "holds", [0.1, 0.5]),
    ]
    assert citadels("check", judged, "--declared", "--max-character", "8").code == 0


def test_a_limit_that_holds_at_several_tables_is_reported_once_with_the_nearest(citadels, whole: ReportPaths) -> None:
    lines = citadels("check", whole.folder, "--max-rounds", "100").out.splitlines()
    assert len(lines) == 2
    assert re.match(r"✓ Length, at most.100.rounds: within limits at 4 of 4 tables; nearest to it is .*: 95 % by round \d+ \[", lines[0])


def test_a_file_that_is_no_report_is_reported(citadels, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text('{"schema": 1}', encoding="utf-8")
    assert "not a report of this version" in citadels("check", tmp_path, "--max-seat", "2").err
    for verdict in ('{"criterion": "seat", "members": [{}]}', "7"):
        (tmp_path / "report.json").write_text(f'{{"schema": {SCHEMA}, "verdicts": [{verdict}]}}', encoding="utf-8")
        assert "not a report of this version" in citadels("check", tmp_path, "--max-seat", "2").err
    (tmp_path / "report.json").write_text("{", encoding="utf-8")
    assert "cannot be read as a report" in citadels("check", tmp_path, "--max-seat", "2").err


def test_a_real_report_is_held_against_its_own_limits_as_its_card_says(citadels, whole: ReportPaths) -> None:
    verdicts = json.loads(whole.data.read_text(encoding="utf-8"))["verdicts"]
    limits = ("--max-seat", "2", "--max-character", "1", "--max-rounds", "20", "--min-skill", "10")
    spoken = citadels("check", whole.folder, *limits, "--declared", "--json")
    states = [check["state"] for check in json.loads(spoken.out)["checks"]]
    order = ("seat", "character", "rounds", "dead_turns", "interaction", "decisiveness", "skill")
    judges = {"skill": "builder,richard"}  # of the others the strongest of equal bots
    assert states == [
        verdict["state"]
        for name in order
        for verdict in verdicts
        if (verdict["criterion"], verdict["lineup"]) == (name, judges.get(name, "builder"))
    ]


@pytest.mark.parametrize(
    ("value", "low", "high", "drawn"),
    [
        (0.0, -0.02, 0.02, "   ┊├─●─┤┊   "),
        (0.06, 0.05, 0.07, "   ┊  │  ┊ ├●"),
        (0.04, None, None, "   ┊  │  ┊●  "),
    ],
)
def test_an_interval_is_drawn_round_nought_with_its_limits(value: float, low: float | None, high: float | None, drawn: str) -> None:
    assert bar(value, low, high, 0.03, 0.06, 13) == drawn


def test_the_terminal_shows_verdicts_and_characters_as_tables(citadels, runs: dict[str, Path]) -> None:
    drawn = citadels("report", runs["games"], runs["forks"], "--terminal")
    assert drawn.code == 0
    assert "Verdicts. Bots are not people." in drawn.out
    assert "Effect of a pick: classic-2000, 4 players, builder" in drawn.out
    assert "●" in drawn.out
    plain = citadels("report", runs["games"], runs["forks"], "--terminal", "--plain").out
    assert "●" not in plain
    assert "\t✓ within limits\t" in plain
    data = json.loads(citadels("report", runs["forks"], "--terminal", "--json").out)
    assert {"verdicts", "characters"} == set(data)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--plain", "--out", "x"), "--plain: works only with --terminal"),
        (("--terminal", "--out", "x"), "--terminal: does not go with --out"),
        (("--out", "x", "--figures", "sgv"), "Did you mean 'svg'?"),
    ],
)
def test_options_that_do_not_go_together_are_reported(citadels, runs: dict[str, Path], words: tuple[str, ...], message: str) -> None:
    spoken = citadels("report", runs["games"], *words)
    assert spoken.code == 2
    assert message in spoken.err


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("members", [{"group": 1}]), ("limit", "2"), ("limit", [1, 2, 3]), ("limit", True), ("players", "4"), ("criterion", [])),
        *(("value", "1"), ("low", [])),
    ],
)
def test_a_verdict_of_other_types_is_no_report(citadels, judged: Path, tmp_path: Path, key: str, value: object) -> None:
    data = json.loads(((judged / "report.json") if judged.is_dir() else judged).read_text(encoding="utf-8"))
    verdict = data["verdicts"][0]
    (verdict if key in verdict else verdict["members"][0])[key] = value
    (tmp_path / "report.json").write_text(json.dumps(data), encoding="utf-8")
    result = citadels("check", tmp_path, "--max-seat", "2", "--declared")
    assert (result.code, "not a report of this version" in result.err) == (2, True)


def test_a_report_of_very_many_values_is_refused_soon(citadels, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_bytes(b'{"schema":2,"verdicts":[' + b"[]," * (16 << 20) + b"[]]}")
    begun = time.process_time()
    spoken = citadels("check", tmp_path, "--max-seat", "2")
    assert (spoken.code, "more than 3,000,000 values" in spoken.err) == (2, True)
    assert time.process_time() - begun < 2


def test_what_is_no_file_of_a_report_is_refused_and_not_waited_on(citadels, tmp_path: Path) -> None:
    lay_traps(tmp_path)
    (tmp_path / "deep.toml").write_text("[" * 3000)
    (tmp_path / "long.toml").write_text("9" * 5000)
    for name in ("pipe.toml", "loop.toml", "x" * 300, "deep.toml", "long.toml"):
        result = citadels("check", tmp_path / name, "--max-seat", "2")
        assert (result.code, name in result.err) == (2, True)
