"""What the system lets a command use: its folder, open files and memory. What is missing is one message, not a traceback of a library."""

from __future__ import annotations

import errno
import os
from typing import Final

from citadels_sim.errors import CitadelsError
from citadels_sim.text import cut

LEAST_FILES: Final = 64
"""Files, pipes and connections that a process must be allowed to have open: two workers have 19, each further one 9 more."""
_WANTED_FILES: Final = 4096
"""As many are taken where the system allows more than a process gets at first (256 on macOS)."""
LEAST_MEMORY: Final = 2_000_000_000
"""Bytes of addresses that a process must be allowed to have. A report of a small run takes 1.8 billion, of which 0.4 are memory. With fewer
NumPy and Polars end the process themselves, some of them as they are imported."""

_SETTINGS: Final = {"POLARS_MAX_THREADS": (1, 1024), "SOURCE_DATE_EPOCH": (0, 10**11)}
"""Variables of the environment that libraries read: their least and their largest value."""
_HOW_MANY: Final = "Allow more, such as with `ulimit -n 1024`"


def check_place() -> None:
    """Refuse to begin in a folder that was removed: every relative path would fail, each in its own way.

    Raises
    ------
    CitadelsError
    """
    try:
        os.getcwd()  # noqa: PTH109  # Path.cwd would do the same, and is imported for nothing else
    except FileNotFoundError:
        raise CitadelsError("the current folder was removed. Change to another one, such as with `cd`.") from None


def check_room() -> None:
    """Take the open files that the system allows, and refuse to begin with too few of them or with too little memory.

    Raises
    ------
    CitadelsError
    """
    _check_settings()
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    if files != endless and files < _WANTED_FILES and files != most:
        files = _WANTED_FILES if most == endless else min(_WANTED_FILES, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    if files != endless and files < LEAST_FILES:
        raise CitadelsError(f"only {files} files may be open at a time; {LEAST_FILES} are needed. {_HOW_MANY}.")
    memory, _ = resource.getrlimit(resource.RLIMIT_AS)
    if memory != endless and memory < LEAST_MEMORY:
        raise CitadelsError(
            f"only {memory / 1e9:.1f} GB of memory may be addressed, {LEAST_MEMORY / 1e9:.0f} GB are needed. "
            f"Allow more, such as with `ulimit -v unlimited`."
        )


def _check_settings() -> None:
    """Refuse values in the environment on which libraries end the process, or wait without end."""
    for name, (least, most) in _SETTINGS.items():
        value = os.environ.get(name, "").strip()
        if value and not (value.isascii() and value.isdecimal() and least <= int(value[:20]) <= most):
            raise CitadelsError(f"{name}: '{cut(value, 40)}', set in the environment, should be a number from {least} to {most:,}.")


def room_fault(fault: BaseException) -> str | None:
    """State that the system had not enough memory, files or threads for a command; None where a fault has another cause."""
    cause: BaseException | None = fault
    while cause is not None:
        number = cause.errno if isinstance(cause, OSError) else None
        if number in (errno.EMFILE, errno.ENFILE) or "TooManyOpenFiles" in str(cause):  # the latter is Polars'
            what = f"too many files are open at a time. {_HOW_MANY}, or use fewer --workers"
            return f"{what}. Finished parts are kept; the same command continues."
        if number in (errno.ENOMEM, errno.EAGAIN) or isinstance(cause, MemoryError) or str(cause) == "can't start new thread":
            what = "there is not enough memory, or no further process or thread is allowed. Allow more, or use fewer --workers"
            return f"{what}. Finished parts are kept; the same command continues."
        cause = cause.__cause__ or cause.__context__
    return None
