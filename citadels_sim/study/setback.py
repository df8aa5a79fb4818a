"""Parts of a study whose play fails: what ends the study, what is said of such a part, and its run as it was before.

One fault does not take the whole study away: the other parts are played on, and the page is made of what there is.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from citadels_sim.errors import CitadelsError, RunError, UnavailableError, is_failure
from citadels_sim.report.left_out import fault_words, reason_of
from citadels_sim.runs.folder import shard_names
from citadels_sim.runs.manifest import MANIFEST, Manifest, parse_manifest
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.summary import RunSummary
from citadels_sim.study.folder import part_folder
from citadels_sim.study.part import Part
from citadels_sim.text import command_line

_RESOURCES: Final = {
    getattr(errno, name)
    for name in ("ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN")
    if hasattr(errno, name)
}
"""Errors of the system that every part would meet."""


def ends_study(error: BaseException) -> bool:
    """Return whether what was raised while a part was played ends the whole study.

    An interruption does, and what the other parts would meet, too: a full disk, no memory, a folder that another command holds, a
    scheduler that is gone. CITADELS_TRACEBACK lets any failure end it, with its traceback.
    """
    if isinstance(error, OSError):
        return error.errno in _RESOURCES
    return not is_failure(error) or isinstance(error, UnavailableError | MemoryError) or bool(os.environ.get("CITADELS_TRACEBACK"))


class Setbacks:
    """The parts of a study whose play failed.

    Parameters
    ----------
    folder : pathlib.Path
        Of the study.
    notify : callable
        Receives a line for each.

    Attributes
    ----------
    words : dict of str to str
        Part -> a line that names it, says why it is not played, or not further, and has the command that tries it again.
    """

    def __init__(self, folder: Path, notify: Callable[[str], None]) -> None:
        self.words: dict[str, str] = {}
        self._folder = folder
        self._notify = notify
        self._error: BaseException | None = None

    def play(self, part: Part, play: Callable[[], RunSummary]) -> RunSummary | None:
        """Play a part as far as its steps say; None where that fails: it is what it was before, and the others continue."""
        before = _Before(part_folder(self._folder, part.name))
        try:
            return play()
        except BaseException as error:
            if ends_study(error):
                raise
            self._error = error
        before.restore()
        part.give_up(before.blocks(len(part.steps)))
        self.words[part.name] = self._said_of(part, self._error)
        self._notify(self.words[part.name])
        return None

    def _said_of(self, part: Part, error: BaseException) -> str:
        again = command_line(("citadels", "study", str(self._folder)))
        what = "is not played further" if any(part.steps) else "is left out"
        if isinstance(error, CitadelsError):
            return f"{part.name} {what}: {reason_of(error).removesuffix('.')}. `{again}` tries it again."
        return f"{part.name} could not be played and {what} ({fault_words(error, again)}"

    def refuse_nothing(self, parts: Sequence[Part]) -> None:
        """End the study where nothing at all could be played: by the failure itself, of several parts by a RunError with their lines."""
        if self._error is None or any(any(part.steps) for part in parts):
            return
        if len(self.words) == 1:
            raise self._error
        raise RunError("\n".join(self.words.values())) from self._error


class _Before:
    """The run of a part as it is before it is played further.

    Parameters
    ----------
    place : pathlib.Path
        Its folder.
    """

    def __init__(self, place: Path) -> None:
        self._store = LocalStore(place)
        self._content: bytes | None = None
        self._manifest: Manifest | None = None
        with suppress(OSError, RunError):
            content = self._store.read(MANIFEST)
            manifest = parse_manifest(content, str(place), "")
            if manifest.state == "complete":
                self._content, self._manifest = content, manifest

    def blocks(self, cells: int) -> list[int]:
        """Return the blocks of each cell that were played; zeros where no step was played whole."""
        return [cell.blocks for cell in self._manifest.cells] if self._manifest is not None else [0] * cells

    def restore(self) -> None:
        """Take back what a step that failed has written: the run is as it was, or continues where it was never complete."""
        if self._content is None or self._manifest is None:
            return
        self._store.write(MANIFEST, self._content)
        ours = {file.path for file in self._manifest.shards}
        for name in [name for name in shard_names(self._store) if name not in ours]:
            self._store.remove(name)
