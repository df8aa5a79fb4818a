"""Compiled code is kept and loaded again, and where it cannot be, or is damaged, it is compiled once more: no folder ends a command."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.compiler import backend, cache
from citadels_sim.compiler import cache_key as sources
from citadels_sim.compiler.backend import compile_whole
from citadels_sim.compiler.decorators import INTERPRETED, is_cached, ready
from citadels_sim.runs import code as playing_code

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = """\
import sys

from citadels_sim.compiler.decorators import ready, entry_point, signature

@entry_point(signature("int", "int"))
def twice(n):
    return 2 * n

if __name__ == "__main__":
    from citadels_sim.compiler.decorators import is_cached

    there = is_cached(twice)
    print(ready(twice)(21), int(there), int("numba" in sys.modules))
"""

pytestmark = [pytest.mark.rotated(3), pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where compiled code is kept."""
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def afresh(program: Path) -> Any:
    """The program's function, as a process would have it that has just begun."""
    spec = importlib.util.spec_from_file_location("program", program)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.twice


def hits(program: Path) -> int:
    """Compile the function or load it; how often it came from the cache."""
    twice, compiled = afresh(program), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backend, "compile_whole", lambda entry_point: compiled.append(entry_point) or compile_whole(entry_point))
        assert ready(twice)(21) == 42
    return 1 - len(compiled)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody may write into a folder and those in it; for the superuser see `spoken`."""
    folders = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    for path in folders:
        path.chmod(0o555)
    try:
        yield
    finally:
        for path in folders:
            path.chmod(0o755)


def started(program: Path, folder: Path | None = None, **environment: str) -> subprocess.Popen[str]:
    """The program as a process for which the rights of files hold, the superuser's too."""
    drop, overriding = 24, 1  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
    set_up = {"preexec_fn": lambda: ctypes.CDLL(None).prctl(drop, overriding)} if sys.platform == "linux" else {}
    whole = os.environ | {"PYTHONPATH": str(ROOT)} | environment
    return subprocess.Popen(
        [sys.executable, str(program)], env=whole, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **set_up
    )  # type: ignore[call-overload, no-any-return]


def spoken(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    return out


def test_what_is_compiled_is_loaded_the_next_time(program: Path, kept: Path) -> None:
    assert not is_cached(afresh(program))
    assert hits(program) == 0
    assert is_cached(afresh(program))
    assert hits(program) == 1
    assert {Path(name).suffix for name in files(kept)} == {".code"}


def cut(share: float) -> Any:
    return lambda data: data[: int(share * len(data))]


def flipped(data: bytes) -> bytes:
    return data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]


def of_nothing(data: bytes) -> bytes:
    """A file whose checksum is right, and which is none of ours all the same."""
    return hashlib.sha256(b"nothing").digest() + b"nothing"


@pytest.mark.parametrize(
    "damage",
    [cut(0), lambda data: data[:20], lambda data: data[:40], cut(0.5), flipped, of_nothing],
    ids=["empty", "half a checksum", "no code", "half of the code", "a bit of the code", "of nothing"],
)
def test_a_damaged_file_is_compiled_anew_and_whole_again(program: Path, kept: Path, damage: Any) -> None:
    hits(program)
    (path,) = kept.rglob("*.code")
    path.write_bytes(damage(path.read_bytes()))
    assert hits(program) == 0
    assert hits(program) == 1


def of_others(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file or folder belong to another user: it, or where only the superuser may do that, this process."""
    if os.geteuid() == 0:
        os.chown(path, 54_321, 54_321)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 54_321)


@pytest.mark.parametrize("mode", [0o620, 0o602])
@pytest.mark.parametrize("what", ["file", "folder"])
def test_code_that_others_may_write_is_compiled_anew_and_theirs_no_more(program: Path, kept: Path, what: str, mode: int) -> None:
    hits(program)
    (path,) = kept.rglob("*.code")
    (path if what == "file" else path.parent).chmod(mode | 0o100)
    assert not is_cached(afresh(program))
    assert hits(program) == 0
    assert hits(program) == 1


@pytest.mark.parametrize("what", ["file", "folder"])
def test_code_that_belongs_to_others_is_never_loaded(program: Path, kept: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hits(program)
    (path,) = kept.rglob("*.code")
    of_others(path if what == "file" else path.parent, monkeypatch)
    assert not is_cached(afresh(program))
    assert hits(program) == 0


def test_a_link_in_the_place_of_a_folder_of_code_is_not_followed(program: Path, kept: Path, tmp_path: Path) -> None:
    assert hits(program) == 0
    (folder,) = (path for path in kept.iterdir() if path.is_dir())
    elsewhere = folder.rename(tmp_path / "elsewhere")
    elsewhere.chmod(0o755)
    folder.symlink_to(elsewhere)
    before = files(elsewhere)
    assert hits(program) == 0  # neither loaded through it
    assert files(elsewhere) == before  # nor written through it
    assert elsewhere.stat().st_mode & 0o777 == 0o755
    folder.unlink()
    folder.mkdir()
    code = next(path for path in elsewhere.iterdir())
    (folder / code.name).symlink_to(code)
    assert hits(program) == 0


def test_code_of_another_function_under_this_ones_name_is_never_loaded(program: Path, kept: Path, tmp_path: Path) -> None:
    thrice = tmp_path / "thrice" / "program.py"
    thrice.parent.mkdir()
    thrice.write_text(PROGRAM.replace("2 * n", "3 * n"))
    assert ready(afresh(thrice))(21) == 63
    (other,) = kept.rglob("*.code")
    hits(program)
    (path,) = set(kept.rglob("*.code")) - {other}
    shutil.copy(other, path)
    assert hits(program) == 0
    assert hits(program) == 1


def test_a_home_or_a_cache_folder_without_a_root_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("CITADELS_CACHE_DIR", "NUMBA_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CITADELS_SPARE_CACHE", str(tmp_path / "spare"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "handed-over")
    monkeypatch.setenv("HOME", "handed-over")
    assert cache.roots() == (tmp_path / "spare",)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.roots() == (tmp_path / "home" / ".cache" / "citadels_sim",)


@pytest.mark.parametrize("text", ["opt: 0\ndump_assembly: 1\n", "[[[:\n bad: {", "opt: '\\e]0;x\\a'\n"], ids=["options", "none", "escapes"])
def test_options_of_numba_in_the_current_folder_are_not_read(program: Path, kept: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "handed-over").mkdir()
    (tmp_path / "handed-over" / ".numba_config.yaml").write_text(text)
    assert spoken(started(program, tmp_path / "handed-over")) == "42 0 1\n"
    assert hits(program) == 1


def test_a_read_only_cache_is_read_and_left_as_it_is(program: Path, kept: Path) -> None:
    spoken(started(program))
    before = files(kept)
    with read_only(kept):
        assert spoken(started(program)) == "42 1 0\n"
    assert files(kept) == before


def test_a_read_only_cache_without_the_code_does_not_end_a_command_and_leaves_nothing(program: Path, kept: Path, tmp_path: Path) -> None:
    kept.mkdir()
    (tmp_path / "temporary").mkdir()
    with read_only(kept):
        assert spoken(started(program, TMPDIR=str(tmp_path / "temporary"))) == "42 0 1\n"
    assert list(kept.iterdir()) == list((tmp_path / "temporary").iterdir()) == []


def test_processes_of_a_command_share_what_cannot_be_kept(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = program / "no folder"
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(nowhere))
    monkeypatch.setenv("CITADELS_SPARE_CACHE", str(tmp_path / "spare"))
    assert cache.why_not_kept() == f"{nowhere} cannot be written"
    assert hits(program) == 0
    assert hits(program) == 1
    assert files(tmp_path / "spare")


def test_nobody_needs_a_home(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CITADELS_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)

    def unknown(user: int) -> Any:
        raise KeyError(user)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setenv("CITADELS_SPARE_CACHE", str(tmp_path / "spare"))
    assert cache.why_not_kept() == "this user has no home folder"
    assert cache.roots() == (tmp_path / "spare",)
    assert hits(program) == 0
    monkeypatch.setenv("HOME", str(program / "no folder"))
    assert cache.why_not_kept() == f"{program}/no folder/.cache/citadels_sim cannot be written"
    assert hits(program) == 1


def test_a_disk_that_is_full_only_costs_the_next_compilation(program: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache, "_write", full)
    assert hits(program) == 0
    monkeypatch.undo()
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(kept))
    assert hits(program) == 0
    assert hits(program) == 1


def test_two_cold_compilations_at_once_leave_one_whole_entry(program: Path, kept: Path) -> None:
    both = [started(program), started(program)]
    assert {spoken(process) for process in both} <= {"42 0 1\n", "42 1 0\n"}
    assert hits(program) == 1
    assert len(files(kept)) == 1


def test_a_function_typed_at_a_prompt_is_compiled_and_not_kept(kept: Path) -> None:
    names: dict[str, Any] = {"__name__": "prompt"}
    exec(compile(PROGRAM, "<stdin>", "exec"), names)
    assert ready(names["twice"])(21) == 42
    assert not is_cached(names["twice"]) or names["twice"].is_ready
    assert files(kept) == {}


def package(tmp_path: Path) -> Path:
    """A copy of the package as it is installed first: no bytecode."""
    copy = tmp_path / "installed" / "citadels_sim"
    shutil.copytree(ROOT / "citadels_sim", copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_a_package_that_cannot_be_written_is_compiled_all_the_same(program: Path, kept: Path, tmp_path: Path) -> None:
    copy = package(tmp_path)
    with read_only(copy):
        assert spoken(started(program, PYTHONPATH=str(copy.parent))) == "42 0 1\n"
        assert spoken(started(program, PYTHONPATH=str(copy.parent))) == "42 1 0\n"
    assert not list(copy.rglob("__pycache__"))
    assert files(kept)


def test_old_bytecode_does_not_change_what_the_sources_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = package(tmp_path)
    monkeypatch.setattr(sources, "_ROOT", copy)

    def digests() -> tuple[str, str]:
        sources.forget()
        return playing_code.rules_digest(), sources.source_digest(copy / "engine" / "decisions.py")

    before = digests()
    for place in (
        "engine/state.pyc",
        "engine/gone.pyc",
        "engine/__pycache__/state.cpython-311.pyc",
        "engine/__pycache__/gone.cpython-311.pyc",
    ):
        (copy / place).parent.mkdir(exist_ok=True)
        (copy / place).write_bytes(b"stale")
    assert digests() == before
    (copy / "engine" / "state.py").write_text("changed = True\n")
    assert all(new != old for new, old in zip(digests(), before, strict=True))
    monkeypatch.undo()
    sources.forget()
