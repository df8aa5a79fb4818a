"""Single files that commands write: refused before the work when they cannot be written, never half-written."""

from __future__ import annotations

import os
from pathlib import Path

from citadels_sim.errors import RunError
from citadels_sim.files import write_whole


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


def write_file(option: str, path: Path, content: str | bytes) -> None:
    """Write a text, or bytes, as `files.write_whole`.

    Raises
    ------
    RunError
        If it cannot be written; nothing is left behind then.
    """
    try:
        write_whole(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise RunError(f"{option} {path}: cannot be written: {error.strerror or error}.") from None
