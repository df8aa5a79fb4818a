"""Commands whose output goes to a stream that has not every character, as a pipe on Windows."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from citadels_sim.cli.main import main
from citadels_sim.judge.criteria import Member
from citadels_sim.report.render import SCHEMA
from tests.report.conftest import SHARED
from tests.synthetic_run import Toy, write_run

ENCODINGS = ("cp1252", "cp437", "cp932", "gbk", "koi8-r", "ascii")
COMMANDS = (
    "--help",
    "variants",
    "variants show citadels-2016",
    "variants diff classic-2000 dark-city",
    "bots --no-cost",
    "metrics",
    "check REPORT --max-seat 2 --strict",
    "check REPORT --max-seat 2 --strict --json",
    "check REPORT --max-seat 9",
    "report RUN --max-seat 2",  # a mistake
)
COSTLY = (("report RUN --terminal", "cp1252"), ("report RUN --terminal --plain", "gbk"), ("report RUN --terminal --json", "koi8-r"))

Answer = tuple[int, str, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small run, and the verdicts of a report on one table."""
    folder = tmp_path_factory.mktemp(SHARED)
    write_run(folder / "run", Toy())
    seats = [vars(Member(seat, 0.02, 0.01, 0.03, 0.012, 0.028)) for seat in "01"]
    verdict = {"criterion": "seat", "variant": "v", "players": 4, "lineup": "b", "limit": 0.02, "members": seats}
    (folder / "report.json").write_text(json.dumps({"schema": SCHEMA, "verdicts": [verdict]}), encoding="utf-8")
    return folder


@pytest.fixture
def answer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Answer]:
    def answer(command: str, encoding: str) -> Answer:
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
        with monkeypatch.context() as patch:
            patch.chdir(folder)
            patch.setattr(sys, "stdout", streams[0])
            patch.setattr(sys, "stderr", streams[1])
            code = main(command.replace("RUN", "run").replace("REPORT", "report.json").split())
        out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams if not stream.flush())  # type: ignore[attr-defined]
        return code, out, err

    return answer


@pytest.mark.parametrize(("command", "encodings"), [*((command, ENCODINGS) for command in COMMANDS), *((one, (by,)) for one, by in COSTLY)])
def test_every_encoding_gets_readable_output_and_the_same_exit_code(
    answer: Callable[[str, str], Answer], command: str, encodings: Sequence[str]
) -> None:
    code, out, err = answer(command, "utf-8")
    assert out or err
    for encoding in encodings:
        there = answer(command, encoding)
        assert there[0] == code, encoding
        assert [bool(text) for text in there[1:]] == [bool(out), bool(err)], encoding
        if "--json" in command:
            assert json.loads(there[1]) == json.loads(out), encoding
        else:
            assert "\\" not in there[1] + there[2], encoding  # all that we print ourselves has something that looks alike


def test_words_of_others_get_their_letters_without_marks_or_escapes(answer: Callable[[str, str], Answer]) -> None:
    assert "dünn-日本" in answer("variants show dünn-日本", "utf-8")[2]
    assert "dunn-\\u65e5\\u672c" in answer("variants show dünn-日本", "ascii")[2]
    assert "dunn-日本" in answer("variants show dünn-日本", "cp932")[2]
