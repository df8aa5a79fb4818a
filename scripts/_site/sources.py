"""Puts the sources of the site together: the pages of ``docs/``, those of the repository that belong to them, and the generated ones.

Links in the pages are written for the repository, where they work too; here each is turned into the place that its target has in the site.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["ROOT", "gather", "placed"]

ROOT: Final = Path(__file__).resolve().parents[2]
BESIDE: Final = (
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "reports/*.md",
    "reports/examples/*.md",
    "reports/ladder/ladder.md",
    "reports/ladder/figures/*.svg",
    "reports/picks/picks.md",
    "reports/sample/index.html",
    "reports/sample/details.html",
    "reports/sample/usage.md",
)
"""What stands outside ``docs/`` and belongs to the site; it keeps its path there."""
INSTEAD: Final = {"reports/sample/report.md": "reports/sample/index.html"}
"""Targets of links in whose place the site has another form of the same."""
AS_IT_IS: Final = (".html",)
"""Endings of files that are copied beside the pages and not read as one."""

_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})")


def gather(target: Path) -> Path:
    """Copy and translate all that is written by hand into a new folder.

    Parameters
    ----------
    target : Path
        The folder, which is emptied first.

    Returns
    -------
    Path
        Its folder of files that the site has as they are.
    """
    shutil.rmtree(target, ignore_errors=True)
    untouched = target / "_as_it_is"
    untouched.mkdir(parents=True)
    for file in _files():
        place = placed(file)
        to = (untouched if file.suffix in AS_IT_IS else target) / place
        to.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix in (".md", ".ipynb"):
            to.write_text(translated(file.read_text(encoding="utf-8"), file), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / file, to)
    return untouched


def _files() -> Iterator[Path]:
    """Give the files of the site, relative to the repository."""
    for pattern in ("docs/**/*", *BESIDE):
        yield from (path.relative_to(ROOT) for path in sorted(ROOT.glob(pattern)) if path.is_file() and not _left_behind(path))


def _left_behind(path: Path) -> bool:
    return any(part in ("__pycache__", ".ipynb_checkpoints") for part in path.parts)


def placed(path: Path) -> Path:
    """Give the place in the site of a file of the repository."""
    return path.relative_to("docs") if path.parts[0] == "docs" else path


def translated(text: str, page: Path) -> str:
    """Turn the links of a page, which lead through the repository, into links through the site; code stays as it is."""
    pieces, fence = [""], ""  # in turn: what is not code, what is
    for line in text.splitlines(keepends=True):
        fence_line = _FENCE.match(line)
        if fence_line and not fence:
            fence = fence_line[1]
            pieces.append("")
        pieces[-1] += line
        if fence_line and len(pieces) % 2 == 0 and line.strip() == fence:
            fence = ""
            pieces.append("")
    return "".join(_LINK.sub(lambda link: _translated(link, page), piece) if i % 2 == 0 else piece for i, piece in enumerate(pieces))


def _translated(link: re.Match[str], page: Path) -> str:
    address, hash_, anchor = link[3].partition("#")
    if not address or "://" in address or address.startswith("mailto:"):
        return link[0]
    target = os.path.normpath(page.parent / address)
    target = INSTEAD.get(target, target)
    if not (ROOT / target).exists():
        return link[0]  # a generated page, or a mistake, which the build then names
    there = os.path.relpath(placed(Path(target)), placed(page).parent)
    if target.endswith(AS_IT_IS):
        return f'<a href="{there}{hash_}{anchor}">{link[2]}</a>'
    return f"{link[1]}[{link[2]}]({there}{hash_}{anchor})"
