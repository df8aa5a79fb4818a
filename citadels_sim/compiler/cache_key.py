"""Which source files a compiled function is made of: those its module imports, directly or by way of others.

Numba's cache looks only at the file of the cached function and not at what that function calls, so an edited callee in another file
would go unnoticed. A cache folder named by the digest of all these files cannot hold stale code, and an edited bot does not cost a
compilation of the rules.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))", re.MULTILINE)


_LIBRARIES = frozenset({"site-packages", "dist-packages"})
"""Folders in which what lies side by side belongs to different people."""


@functools.cache
def _names(folder: str) -> frozenset[str]:
    """Names in a folder; none where there is no such folder."""
    try:
        return frozenset(entry.name for entry in os.scandir(folder)) if folder else frozenset()
    except OSError:
        return frozenset()


@functools.cache
def _located(module: str, roots: tuple[tuple[Path, str], ...]) -> Path | None:
    """File of a module or package below one of the roots; None where the name is that of something within a module, or of others."""
    *above, last = parts = module.split(".")
    for root, only in roots:
        if only not in ("", parts[0]):
            continue
        folder = str(root)  # text, since Path takes ten times as long, and this is called thousands of times
        for part in above:
            folder = f"{folder}/{part}" if part in _names(folder) else ""
        if f"{last}.py" in _names(folder):
            return Path(folder, f"{last}.py")
        if last in _names(folder) and "__init__.py" in _names(f"{folder}/{last}") and f"{folder}/{last}" != str(_ROOT):
            return Path(folder, last, "__init__.py")
    return None


def _roots(path: Path) -> tuple[tuple[Path, str], ...]:
    """Folders in which what a file imports may lie, each with the only name there that counts; "": all do.

    They are the package's, and for somebody's bot its own and that of its package.
    """
    ours = (_ROOT.parent, _ROOT.name)
    if path.is_relative_to(_ROOT):
        return (ours,)
    top, package = path.parent, ""
    while (top / "__init__.py").is_file():
        top, package = top.parent, top.name
    beside = path.stem if path.parent.name in _LIBRARIES else ""
    return tuple(dict.fromkeys((ours, (path.parent, beside), *([(top, package)] if package else []))))


@functools.cache
def _read(path: Path) -> tuple[bytes, frozenset[Path]]:
    """Read a file: the digest of its text, and the files that it imports."""
    text = path.read_bytes()
    imports = set()
    roots = _roots(path)
    for match in _IMPORT.finditer(text.decode()):
        for module in re.split(r"[ \t]*,[ \t]*", match.group(1) or match.group(3)):
            where, name = roots, module.split(" ")[0]
            if name.startswith("."):  # relative: in the file's own package, or so many above
                where = ((path.parents[len(name) - len(name.lstrip(".")) - 1], ""),)
            name = name.strip(".")
            names = re.findall(r"\w+", re.sub(r"\bas\s+\w+", "", match.group(2) or ""))
            # A name that is a module of its own does not come out of the package's __init__.
            imports |= {_located(f"{name}.{part}".strip("."), where) or _located(name, where) for part in names} or {_located(name, where)}
    return hashlib.sha256(text).digest(), frozenset(imports - {None})  # type: ignore[arg-type]


def imported(path: Path) -> frozenset[Path]:
    """Return the files that one file imports, wherever in it: of the package, and of those beside it if it is another's."""
    return _read(path)[1]


def closure(path: Path) -> frozenset[Path]:
    """Return a file and all files that it imports, directly or by way of others, as far as they are the package's or the bot's own."""
    files = {path}
    waiting = [path]
    while waiting:
        new = imported(waiting.pop()) - files
        files |= new
        waiting += new
    return frozenset(files)


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
    for file in sorted(closure(path), key=str):
        digest.update(file.name.encode())
        digest.update(_read(file)[0])
    return digest.hexdigest()[:16]


def forget() -> None:
    """Read files anew from now on, which may have changed."""
    for function in (_names, _located, _read, source_digest):
        function.cache_clear()
