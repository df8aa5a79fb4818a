"""Single files are written whole or not at all, and nothing is written through a link."""

from __future__ import annotations

import ast
import os
import re
import stat
from collections.abc import Iterator
from functools import cache
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


@pytest.mark.parametrize("flush", [False, True])
def test_an_interruption_leaves_nothing_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flush: bool) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "one", b"new", flush=flush)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("umask", "mode", "given"), [(0o022, 0o666, 0o644), (0o077, 0o666, 0o600), (0, 0o600, 0o600)])
def test_a_file_has_the_permissions_that_the_umask_leaves(tmp_path: Path, umask: int, mode: int, given: int) -> None:
    before = os.umask(umask)
    try:
        write_whole(tmp_path / "one", b"new", mode=mode)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == given


PACKAGE = Path(__file__).resolve().parents[1] / "citadels_sim"
READS = {
    "compiler/cache_key.py": "sources of this package and of bots, which are run anyway",
    "runs/code.py": "the same",
    "exploits.py": "a file of this package",
    "report/coverage_grid.py": "a file of this package",
    "share/bundle.py": "the report that it has written into a folder of its own",
    "bench/runs.py": "/proc",
    "bench/worker.py": "/proc",
}
WRITES = {
    "cli/files.py": "takes a free name",
    "report/writing.py": "a folder of files that are put in place together",
    "compiler/cache.py": "tries whether a folder can be written",
    "study/folder.py": "the same",
}


OPENS = re.compile(r"\bopen\(|\.(?:read|write)_(?:text|bytes)\(|mkstemp|TemporaryFile")


@cache
def opening() -> dict[str, set[str]]:
    """Modules that open files by their paths, without `foreign` and `files`, by what they do with them."""
    found: dict[str, set[str]] = {"read": set(), "write": set()}
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for kind in calls(text) if OPENS.search(text) else ():
            found[kind].add(path.relative_to(PACKAGE).as_posix())
    return found


def calls(text: str) -> Iterator[str]:
    """Which kinds of such calls a module has."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        modes = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        if isinstance(node.func, ast.Attribute) and name in ("read_text", "read_bytes"):
            yield "read"
        elif name == "open" and any(re.fullmatch(r"[rwxab+]+", mode) for mode in modes):
            yield "write" if any(set(mode) & set("wxa+") for mode in modes) else "read"
        elif name in ("write_text", "write_bytes", "mkstemp", "TemporaryFile", "NamedTemporaryFile"):
            yield "write"


@pytest.mark.parametrize(("kind", "allowed"), [("read", READS), ("write", WRITES)])
def test_files_are_read_and_written_in_one_place(kind: str, allowed: dict[str, str]) -> None:
    assert opening()[kind] == set(allowed)


@pytest.mark.parametrize("call", ["Path(a).read_text()", "path.read_bytes()", "open(a, 'rb')", "path.open('r')"])
def test_what_reads_a_file_is_seen(call: str) -> None:
    assert (list(calls(call)), bool(OPENS.search(call))) == (["read"], True)


@pytest.mark.parametrize("call", ["path.write_text(a)", "open(a, 'w')", "path.open('ab')", "tempfile.mkstemp()", "TemporaryFile()"])
def test_what_writes_a_file_is_seen(call: str) -> None:
    assert (list(calls(call)), bool(OPENS.search(call))) == (["write"], True)
