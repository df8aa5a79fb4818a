"""Writing single files: whole or not at all, and never through a link; locks; and the words for files that cannot be written."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a disk that takes no more."""
UNFINISHED: Final = ".*.part"
"""Names of files that are being written: a process that is killed leaves one behind."""


def unwritten(error: OSError) -> str:
    """Explain in a few words why something cannot be written."""
    return "the disk is full" if error.errno in FULL else f"cannot be written ({error.strerror or error})"


def write_whole(path: Path, data: bytes, *, flush: bool = False, mode: int = 0o666) -> None:
    """Write a file beside its place, under a name that nobody can foresee and lay a link for, then rename it into it.

    Parameters
    ----------
    path : pathlib.Path
        What is there is replaced: a link itself, not what it leads to.
    data : bytes
    flush : bool, default False
        Whether its bytes are on the disk before it gets its name, so that a power cut leaves no empty file.
    mode : int
        Its permissions, without those that the umask takes.

    Raises
    ------
    OSError
        If it cannot be written; nothing is left behind then.
    """
    beside = path.absolute().with_name(f".writing-{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), "wb") as file:
            file.write(data)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


@contextlib.contextmanager
def locked_file(path: Path) -> Iterator[int | None]:
    """Hold a lock that the system lets go of when the process ends, however it ends.

    Only those who may write to the folder can open the file, so that nobody who may just read it can hold the lock.

    Parameters
    ----------
    path : pathlib.Path
        The file; it is made, and removed in the end.

    Yields
    ------
    int or None
        The open file; None where the system has no such lock there.

    Raises
    ------
    BlockingIOError
        If another process holds it.
    OSError
        If the file cannot be opened.
    """
    handle = _lock(path)
    try:
        yield handle
    finally:
        if handle is not None:
            with contextlib.suppress(OSError):
                path.unlink()  # while it is held: whoever opened it before sees that it is not the same any more
            os.close(handle)


def _lock(path: Path) -> int | None:
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            writers = path.parent.stat().st_mode & 0o022
            if writers and os.fstat(handle).st_uid == os.geteuid():
                os.fchmod(handle, 0o600 | writers | writers << 1)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with contextlib.suppress(FileNotFoundError):  # removed by its last holder since it was opened
                if os.path.samestat(os.fstat(handle), path.lstat()):
                    return handle
        except BlockingIOError:
            os.close(handle)
            raise
        except OSError:  # a shared file system without locks
            os.close(handle)
            return None
        os.close(handle)
