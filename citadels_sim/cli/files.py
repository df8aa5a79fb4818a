"""Single files that commands write: refused before the work when they cannot be written, never half-written."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator
from pathlib import Path

from citadels_sim.errors import RunError
from citadels_sim.files import locked_file, unwritten, write_whole


def check_new_file(option: str, path: Path) -> None:
    """Refuse a file that is there already or cannot be made.

    Raises
    ------
    RunError
    """
    if path.exists():
        raise RunError(f"{option} {path}: already exists. Name a new file, or remove this one.")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise RunError(f"{option} {path}: there is no folder {path.parent}. Create it, or choose another folder.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise RunError(f"{option} {path}: you cannot write to {path.parent}. Choose another folder.")


@contextlib.contextmanager
def written_alone(option: str, path: Path) -> Iterator[None]:
    """Refuse a second command that works for hours towards the same file, with the same state beside it.

    Raises
    ------
    RunError
    """
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(locked_file(path.with_name(f".{path.name}.lock")))
        except BlockingIOError:
            raise RunError(f"{option} {path}: another command is writing it. Wait for it, or name another file.") from None
        except OSError as error:
            raise RunError(f"{option} {path}: {unwritten(error)}.") from None
        yield


def write_file(option: str, path: Path, content: str | bytes) -> Path:
    """Write a new file, as `files.write_whole`, and return where it is.

    Where another command has written there since `check_new_file`, it gets the next name that is free, such as ``game-2.json``: neither
    is lost.

    Raises
    ------
    RunError
        If it cannot be written; nothing is left behind then.
    """
    name = path
    for number in itertools.count(2):
        try:
            name.open("xb").close()  # nobody else gets this name from now on
            break
        except FileExistsError:
            name = path.with_name(f"{path.stem}-{number}{path.suffix}")
        except OSError as error:
            raise RunError(f"{option} {name}: {unwritten(error)}.") from None
    try:
        write_whole(name, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        name.unlink()
        raise RunError(f"{option} {name}: {unwritten(error)}.") from None
    return name
