"""Single files are written whole or not at all, and nothing is written through a link."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.files import write_whole


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "one"
    for data in (b"before", b"now"):
        write_whole(path, data)
    assert path.read_bytes() == b"now"
    assert list(tmp_path.iterdir()) == [path]
    (tmp_path / "usual").touch()
    assert path.stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_in_its_place_is_replaced_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"mine")
    (tmp_path / "one").symlink_to(tmp_path / "outside")
    write_whole(tmp_path / "one", b"new")
    assert not (tmp_path / "one").is_symlink()
    assert (tmp_path / "outside").read_bytes() == b"mine"


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
