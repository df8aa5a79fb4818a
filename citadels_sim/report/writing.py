"""Putting files where they belong: all of them or none, never a half-written report."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from citadels_sim.errors import RunError

__all__ = ["check_writable", "write_folder"]


def check_writable(out: Path) -> None:
    """Refuse an output folder that cannot be written, before the long work starts.

    Raises
    ------
    RunError
        If `out` is a file or a run folder, or cannot be written.
    """
    if out.exists() and not out.is_dir():
        raise RunError(f"--out {out}: is a file. Give a folder for the report, such as reports/mine.")
    if (out / "manifest.json").is_file():
        raise RunError(f"--out {out}: is a run folder. Give the report a folder of its own, such as reports/{out.name}.")
    if (out / "index.html").is_file() and not _earlier(out):
        raise RunError(f"--out {out}: holds an index.html that no report wrote. Give the report a folder of its own, such as reports/mine.")
    place = out
    while not place.exists():
        place = place.parent
    if not place.is_dir():
        raise RunError(f"--out {out}: {place} is a file, not a folder. Give a folder for the report, such as reports/mine.")
    if not os.access(place, os.W_OK | os.X_OK):
        raise RunError(f"--out {out}: {place} is not writable. Give a folder that you may write to.")


def write_folder(out: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder: beside their place first, then renamed into it.

    Parameters
    ----------
    out : pathlib.Path
        The folder; made if missing. What an earlier report left there (told by its ``report.json``) and this
        one does not have is removed; files that are not ours stay.
    files : mapping
        Path relative to `out` (with ``/``) -> content. The last one is put in place last.

    Raises
    ------
    RunError
        If the folder cannot be written; nothing new is left behind then.
    """
    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    staging: Path | None = None
    try:
        out.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=".writing-", dir=out))
        for name, content in files.items():
            path = staging / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        stale = _earlier(out) - set(files)
        for name in files:
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (staging / name).replace(out / name)
        for name in stale:
            (out / name).unlink(missing_ok=True)
        shutil.rmtree(staging)
    except OSError as error:
        if staging is not None:
            shutil.rmtree(staging, ignore_errors=True)
        for folder in made:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        raise RunError(f"--out {out}: cannot be written ({error.strerror or error}). Give a folder that you may write to.") from None


def _earlier(out: Path) -> set[str]:
    """Files that an earlier report wrote here, by its own account."""
    try:
        names = json.loads((out / "report.json").read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    safe = (name for name in names if isinstance(name, str) and not Path(name).is_absolute() and ".." not in Path(name).parts)
    return {name for name in safe if (out / name).is_file()}
