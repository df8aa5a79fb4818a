"""Writing single files: whole or not at all, and never through a link; and the words for files that cannot be written."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a disk that takes no more."""


def unwritten(error: OSError) -> str:
    """Explain in a few words why something cannot be written."""
    return "the disk is full" if error.errno in FULL else f"cannot be written ({error.strerror or error})"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place, under a name that nobody can foresee and lay a link for, then rename it into it.

    Parameters
    ----------
    path : pathlib.Path
        What is there is replaced: a link itself, not what it leads to.
    data : bytes

    Raises
    ------
    OSError
        If it cannot be written; nothing is left behind then.
    """
    handle, name = tempfile.mkstemp(prefix=".writing-", dir=path.absolute().parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        beside.chmod(0o666 & ~_umask())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _umask() -> int:
    """Return the permissions that new files do not get; a temporary file has only its owner's."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
