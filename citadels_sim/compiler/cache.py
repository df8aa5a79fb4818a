"""Where compiled code is kept: a folder for each source text, files that are checked, and somewhere else where nothing can be written.

A file has the SHA-256 of what follows, a line of JSON about the code, and the code. Its name has the function and a digest of what else the
code depends on: the processor, the options of Numba, and what the function took from the functions that it was made in.

Whoever can write such a file runs what he likes as its reader. So code is only loaded from a file that belongs to this user or to the
superuser, in a folder that does, where nobody else may write to either, and under the name that it was kept under.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import functools
import hashlib
import json
import os
import shutil
import stat
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from citadels_sim.compiler.cache_key import source_digest
from citadels_sim.compiler.lazy import Intrinsic
from citadels_sim.files import write_whole
from citadels_sim.foreign import Unreadable, open_regular

if TYPE_CHECKING:
    from citadels_sim.compiler.entry_points import EntryPoint
    from citadels_sim.compiler.native import MachineCode

_SPARE: Final = "CITADELS_SPARE_CACHE"
"""Names the folder of one command to the processes that it starts."""
_CHECKSUM: Final = 32
"""Bytes of the SHA-256 at the start of a file."""
_NO_OPTIONS: Final = frozenset({"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS"})
"""Variables of Numba's that change nothing in compiled code."""


def _configured() -> Path | None:
    """Folder that the environment names; None where this user has no home."""
    named = os.environ.get("CITADELS_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return Path(named)
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():  # which is none, by the standard
        try:
            base = Path.home() / ".cache"
        except RuntimeError:
            return None
    return base / "citadels_sim" if base.is_absolute() else None  # a home that is whatever folder one is in is none either


@functools.cache
def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _spare() -> Path | None:
    """Folder of this command and the processes that it starts, gone when it ends; None where there is no temporary folder either."""
    named = os.environ.get(_SPARE)
    if named is None:
        try:
            named = tempfile.mkdtemp(prefix="citadels-cache-")
        except OSError:
            return None
        os.environ[_SPARE] = named
        atexit.register(shutil.rmtree, named, ignore_errors=True)
    return Path(named)


def roots() -> tuple[Path, ...]:
    """Folders under which compiled code is looked for; into the last one it is written, if it can be."""
    configured = _configured()
    if configured is not None and _writable(configured):
        return (configured,)
    return tuple(root for root in (configured, _spare()) if root is not None)


def why_not_kept() -> str | None:
    """Explain why compiled code is not kept for the next command; None where it is."""
    configured = _configured()
    if configured is None:
        return "this user has no home folder"
    return None if _writable(configured) else f"{configured} cannot be written"


class _Unknown(Exception):
    """What a function is made of cannot be written down: it is not kept."""


@functools.cache
def _machine() -> str:
    """Describe for what and how code is compiled here."""
    import llvmlite.binding as llvm

    options = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] not in _NO_OPTIONS)
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()} {options}"


@functools.cache
def _versions() -> tuple[str, ...]:
    return tuple(version(name) for name in ("numba", "llvmlite"))


def _taken_in(value: Any) -> str:
    """Write down a value that a function took from the function that it was made in."""
    if isinstance(value, (int, float, str, bytes, bool, type(None))):
        return repr(value)
    if isinstance(value, (tuple, frozenset)):
        return (
            f"{type(value).__name__}({', '.join(sorted(map(_taken_in, value)) if isinstance(value, frozenset) else map(_taken_in, value))})"
        )
    if isinstance(value, Intrinsic):
        return f"{value.description}{_taken_in(value.given)}"
    function = getattr(value, "py_func", value)
    code = getattr(function, "__code__", None)
    if code is None:
        raise _Unknown(value)
    cells = [_taken_in(cell.cell_contents) for cell in function.__closure__ or () if cell.cell_contents is not value]
    return f"{Path(code.co_filename).name}:{code.co_firstlineno}:{function.__qualname__}:{code.co_code.hex()}({', '.join(cells)})"


def _place(entry_point: EntryPoint) -> str | None:
    """Name folder and file of an entry point, with exactly the text that it is compiled from; None where it has no file."""
    function = entry_point.py_func
    path = Path(function.__code__.co_filename)
    if not path.is_file():
        return None
    try:
        made_of = _taken_in(function)
    except _Unknown:
        return None
    flags = (entry_point.vectorise, entry_point.unlocked)
    digest = hashlib.sha256(f"{_machine()} {made_of} {entry_point.signature!r} {flags}".encode()).hexdigest()[:16]
    return f"{path.stem}-{source_digest(path.resolve(), *_versions())}/{function.__qualname__.replace('<locals>', '_')}-{digest}.code"


def _is_trusted(status: os.stat_result) -> bool:
    """Return whether nobody but this user and the superuser can have written something; where files have no such rights, all can be."""
    return not hasattr(os, "geteuid") or (status.st_uid in (os.geteuid(), 0) and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _opened(path: Path) -> BinaryIO | None:
    """Open a file of code; None where there is none, or others could have put it there."""
    try:
        if not _is_own_folder(path.parent.lstat()):
            return None
        file = open_regular(path, path.parent)
    except (OSError, Unreadable):
        return None
    if _is_trusted(os.fstat(file.fileno())):
        return file
    file.close()
    return None


def _is_own_folder(status: os.stat_result) -> bool:
    """Return whether there is a folder, no link to one, that nobody else can write to."""
    return stat.S_ISDIR(status.st_mode) and _is_trusted(status)


def load(entry_point: EntryPoint) -> MachineCode | None:
    """Return the code of an entry point; None where there is none, a file is damaged, or others could have written it."""
    from citadels_sim.compiler.native import MachineCode

    place = _place(entry_point)
    if place is None:
        return None
    for root in roots():
        file = _opened(root / place)
        if file is None:
            continue
        with file, contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            data = file.read()
            if hashlib.sha256(data[_CHECKSUM:]).digest() == data[:_CHECKSUM]:
                about, code = data[_CHECKSUM:].split(b"\n", 1)
                fields = json.loads(about)
                if fields["place"] == place:
                    return MachineCode(fields["symbol"], code, fields["environments"], tuple(fields["lacking"]))
    return None


def save(entry_point: EntryPoint, made: MachineCode) -> None:
    """Keep the code of an entry point for the next process; of one that was typed at a prompt, which has no file, nothing is kept."""
    place, folders = _place(entry_point), roots()
    if place is None or not folders:
        return
    about = {"place": place, "symbol": made.symbol, "environments": made.environments, "lacking": made.lacking}
    data = json.dumps(about).encode() + b"\n" + made.code
    with contextlib.suppress(OSError):  # no room, say: it is compiled again the next time
        _write(folders[-1] / place, hashlib.sha256(data).digest() + data)


def _write(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all."""
    path.parent.parent.mkdir(parents=True, exist_ok=True)
    _make_own(path.parent)
    write_whole(path, data, mode=0o600)


def _make_own(folder: Path) -> None:
    """Make a folder, or take one of this user, for this user alone; what others have put there is neither changed nor written into."""
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if not hasattr(os, "geteuid"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)  # fails for a link
    try:
        if os.fstat(handle).st_uid != os.geteuid():
            raise OSError(errno.EPERM, "not a folder of this user", str(folder))
        os.fchmod(handle, 0o700)
    finally:
        os.close(handle)


def is_kept(entry_point: EntryPoint) -> bool:
    """Return whether there is a file with the code of an entry point, which nobody else can have written."""
    place = _place(entry_point)
    files = [] if place is None else [_opened(root / place) for root in roots()]
    for file in filter(None, files):
        file.close()
    return any(files)
