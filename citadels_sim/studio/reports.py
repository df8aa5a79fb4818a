"""The files of a study's page, for the browser: somebody else may have made the study, so they get an origin of their own there.

A page of a report may run its own script; it cannot read or send anything to the studio, whose pages and steps need its origin.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

from citadels_sim.errors import CitadelsError
from citadels_sim.foreign import Unreadable, read_bytes
from citadels_sim.studio.shelf import rules_file
from citadels_sim.study.folder import page_folder
from citadels_sim.study.versions import versions_of
from citadels_sim.web.site import Document

_MOST: Final = 64 << 20
"""Bytes of such a file."""
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".md": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".pdf": "application/pdf",
}
_POLICY: Final = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def report_file(name: str, place: str) -> Document | None:
    """Return a file of the page of a version; None where there is none.

    Parameters
    ----------
    name : str
        Of the variant file.
    place : str
        The file in the study's folder, such as ``v2/report/index.html``: the page of a version links those before it so. Whatever it
        says, nothing outside of the folders of pages is read.
    """
    parts = PurePosixPath(place).parts
    if not parts or any(part in ("..", ".", "/") or "\\" in part or "\0" in part for part in parts):
        return None
    try:
        root = rules_file(name).study
        file = root.joinpath(*parts)
        folder = next(folder for one in versions_of(root) if (folder := page_folder(one.folder)) in file.parents)
        data = read_bytes(file, _MOST, folder)
    except (CitadelsError, Unreadable, StopIteration):
        return None
    return Document(data, _TYPES.get(PurePosixPath(parts[-1]).suffix, "application/octet-stream"), _POLICY)
