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

_ROOT = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))", re.MULTILINE)


def _located(module: str, roots: tuple[Path, ...]) -> Path | None:
    """File of a module or package below one of the roots; None where the name is that of something within a module, or of others."""
    for root in roots:
        place = root.joinpath(*module.split("."))
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if path.is_file() and path != _ROOT / "__init__.py":
                return path
    return None


def _roots(path: Path) -> tuple[Path, ...]:
    """Folders in which what a file imports may lie: the package's, and for somebody's bot its own and that of its package."""
    if path.is_relative_to(_ROOT):
        return (_ROOT.parent,)
    top = path.parent
    while (top / "__init__.py").is_file():
        top = top.parent
    return tuple(dict.fromkeys((_ROOT.parent, path.parent, top)))


@functools.cache
def imported(path: Path) -> frozenset[Path]:
    """Return the files that one file imports, wherever in it: of the package, and of those beside it if it is another's."""
    found = set()
    roots = _roots(path)
    for match in _IMPORT.finditer(path.read_text(encoding="utf-8")):
        for module in re.split(r"[ \t]*,[ \t]*", match.group(1) or match.group(3)):
            where, name = roots, module.split(" ")[0]
            if name.startswith("."):  # relative: in the file's own package, or so many above
                where = (path.parents[len(name) - len(name.lstrip(".")) - 1],)
            name = name.strip(".")
            names = re.findall(r"\w+", re.sub(r"\bas\s+\w+", "", match.group(2) or ""))
            # A name that is a module of its own does not come out of the package's __init__.
            found |= {_located(f"{name}.{part}".strip("."), where) or _located(name, where) for part in names} or {_located(name, where)}
    return frozenset(found - {None})  # type: ignore[arg-type]


def closure(path: Path) -> frozenset[Path]:
    """Return a file and all files that it imports, directly or by way of others, as far as they are the package's or the bot's own."""
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
