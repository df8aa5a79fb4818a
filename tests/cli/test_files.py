"""New files that commands write: neither of two that are written at once is lost, and a full disk is called full."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from citadels_sim.cli.files import check_new_file, write_file
from citadels_sim.errors import RunError


@pytest.mark.parametrize("name", ["game.json", "rules.toml", "no-suffix", "learned.weights", "-dash.json"])
def test_two_commands_that_began_with_the_same_new_file_both_keep_what_they_wrote(tmp_path: Path, name: str) -> None:
    for _ in range(2):
        check_new_file("--out", tmp_path / name)
    written = [write_file("--out", tmp_path / name, f"{number}") for number in range(3)]
    assert [path.read_text() for path in written] == ["0", "1", "2"]
    assert written[0] == tmp_path / name
    assert sorted(tmp_path.iterdir()) == sorted(written)
    assert {path.suffix for path in written} == {Path(name).suffix}


def test_two_games_begun_in_the_same_second_are_both_saved(citadels, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda _: "citadels-20260101-120000.json")

    def other(_option: str, file: Path) -> None:
        file.write_text("the other game")  # whose command looked for a free name at the same moment

    def nobody(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("citadels_sim.cli.saved_game.check_new_file", other)
    monkeypatch.setattr("citadels_sim.cli.play._read", nobody)
    shown = citadels("play", "classic-2000")
    assert "is saved in citadels-20260101-120000-2.json." in shown.out
    assert Path("citadels-20260101-120000.json").read_text() == "the other game"
    assert '"labels"' in Path("citadels-20260101-120000-2.json").read_text()


@pytest.mark.parametrize(
    ("code", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EDQUOT, "the disk is full"), (errno.EFBIG, "the disk is full"), (errno.EROFS, "Read-only")],
)
def test_a_full_disk_is_called_full_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int, words: str) -> None:
    def full(*_: object) -> None:
        raise OSError(code, "Read-only file system")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(RunError, match=rf"--out .*new\.json: .*{words}"):
        write_file("--out", tmp_path / "new.json", "1")
    assert list(tmp_path.iterdir()) == []
