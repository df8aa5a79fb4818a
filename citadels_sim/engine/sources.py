"""Which source files a compiled function is made of: those its module imports, directly or by way of others.

Numba's cache looks only at the file of the cached function and not at what that function calls, so an edited callee in another file
would go unnoticed. A cache folder named by the digest of all these files cannot hold stale code, and an edited bot does not cost a
compilation of the rules.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from pathlib import Path

PACKAGE = "citadels_sim"
_ROOT = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(
    rf"^[ \t]*(?:from[ \t]+({PACKAGE}[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+({PACKAGE}[\w.]*))",
    re.MULTILINE,
)


def _located(module: str) -> Path | None:
    """File of a module or package of ours; None where the name is that of something within a module."""
    place = _ROOT.joinpath(*module.split(".")[1:])
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file() and path != _ROOT / "__init__.py":
            return path
    return None


@functools.cache
def imported(path: Path) -> frozenset[Path]:
    """Return the files of the package that one file imports, wherever in it the import stands."""
    found = set()
    for match in _IMPORT.finditer(path.read_text(encoding="utf-8")):
        module = match.group(1) or match.group(3)
        names = re.findall(r"\w+", re.sub(r"\bas\s+\w+", "", match.group(2) or ""))
        # A name that is a module of its own does not come out of the package's __init__.
        found |= {_located(f"{module}.{name}") or _located(module) for name in names} or {_located(module)}
    return frozenset(found - {None})  # type: ignore[arg-type]


def closure(path: Path) -> frozenset[Path]:
    """Return a file and all files of the package that it imports, directly or by way of others."""
    found = {path}
    waiting = [path]
    while waiting:
        new = imported(waiting.pop()) - found
        found |= new
        waiting += new
    return frozenset(found)


@functools.cache
def source_digest(path: Path, *versions: str) -> str:
    """Digest of the source text that the functions of one file are compiled from.

    Parameters
    ----------
    path : Path
        The file, of the package or of somebody's bot.
    *versions : str
        Versions of what compiles it; that of Python is added.
    """
    digest = hashlib.sha256(f"{versions} {sys.version_info[:3]}".encode())
    for file in sorted(closure(path)):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
