"""Putting files where they belong: all of them or none, never a half-written report, and never one outside of its folder."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from citadels_sim.errors import RunError
from citadels_sim.files import unwritten
from citadels_sim.foreign import Unreadable, json_of, read_bytes

_FOLDERS: Final = ("figures", "tables", "games")
_FILE: Final = re.compile(rf"(?:(?:{'|'.join(_FOLDERS)})/)?[a-z0-9][a-z0-9_-]*\.(?:html|md|json|svg|png|csv)")
"""What a report may write, and what of an earlier one it may remove: a file beside its page or in one of its folders."""


_MOST_BYTES: Final = 64 << 20
_MOST_VALUES: Final = 3_000_000
"""Values in the data of a report; one of all editions has a few hundred thousand. Each takes time and memory, however short it is."""


def read_data(path: Path) -> Any:
    """Read the ``report.json`` of a report, which somebody else may have written.

    Raises
    ------
    Unreadable
    """
    data = read_bytes(path, _MOST_BYTES)
    if sum(map(data.count, (b",", b"[", b"{"))) > _MOST_VALUES:
        raise Unreadable(f"has more than {_MOST_VALUES:,} values")
    return json_of(data)


def check_writable(out: Path) -> None:
    """Refuse an output folder that cannot be written, before the long work starts.

    Raises
    ------
    RunError
        If `out` is a file or a run folder, cannot be written, or has a folder that is a link to a place outside.
    """
    if out.exists() and not out.is_dir():
        raise RunError(f"--out {out}: is a file. Give a folder for the report, such as reports/mine.")
    if (out / "manifest.json").is_file():
        raise RunError(f"--out {out}: is a run folder. Choose another folder for the report, such as reports/{out.name}.")
    if (out / "index.html").is_file() and not _earlier(out):
        raise RunError(
            f"--out {out}: holds an index.html that is not a report's. Choose another folder for the report, such as reports/mine."
        )
    _check_inside(out, ())
    place = out
    while not place.exists():
        place = place.parent
    if not place.is_dir():
        raise RunError(f"--out {out}: {place} is a file, not a folder. Give a folder for the report, such as reports/mine.")
    if not os.access(place, os.W_OK | os.X_OK):
        raise RunError(f"--out {out}: {place} is not writable. Give a folder that you can write to.")


def write_folder(out: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder: beside their place first, then renamed into it.

    Parameters
    ----------
    out : pathlib.Path
        The folder; made if missing. What an earlier report left there (as its ``report.json`` lists it) and this
        one does not have is removed; files that are not ours stay.
    files : mapping
        Path relative to `out` (with ``/``) -> content. The last one is put in place last.

    Raises
    ------
    RunError
        If the folder cannot be written, or a file would lie outside of it; nothing new is left behind then.
    """
    _check_inside(out, files)
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
        raise RunError(f"--out {out}: {unwritten(error)}. Free some space, or give a folder that you can write to.") from None


def _earlier(out: Path) -> set[str]:
    """Files that an earlier report wrote here, by its own account."""
    try:
        names = read_data(out / "report.json")["files"]
    except (Unreadable, KeyError, TypeError):
        return set()
    listed = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return {name for name in listed if _FILE.fullmatch(name) and (out / name).is_file()}


def _check_inside(out: Path, names: Iterable[str]) -> None:
    """Refuse files that are none of a report's, and folders that lead elsewhere."""
    for name in names:
        if not _FILE.fullmatch(name):
            raise RunError(
                f"--out {out}: {name!r} is not a valid name for a file of the report: it lies outside the folder, or is misleading."
            )
    for name in _FOLDERS:
        if not (out / name).resolve().is_relative_to(out.resolve()):
            raise RunError(f"--out {out}: {out / name} is a link to {(out / name).resolve()}, outside the folder. Remove it first.")
