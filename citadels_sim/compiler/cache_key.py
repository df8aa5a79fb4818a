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
# A line end to begin with, which a search leaps to, takes half the time of an anchor.
_IMPORT = re.compile(r"\n[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))")
_ALIAS = re.compile(r"\bas\s+\w+")
_NAME = re.compile(r"\w+")
# Files and folders are text inside this module: a Path is made, hashed and compared ten times as slowly, and that thousands of times.
_Roots = tuple[tuple[str, str], ...]

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
def _located(module: str, roots: _Roots) -> str | None:
    """File of a module or package below one of the roots; None where the name is that of something within a module, or of others."""
    *above, last = parts = module.split(".")
    for root, only in roots:
        if only not in ("", parts[0]):
            continue
        folder = root
        for part in above:
            folder = f"{folder}/{part}" if part in _names(folder) else ""
        if f"{last}.py" in _names(folder):
            return f"{folder}/{last}.py"
        if last in _names(folder) and "__init__.py" in _names(f"{folder}/{last}") and f"{folder}/{last}" != str(_ROOT):
            return f"{folder}/{last}/__init__.py"
    return None


def _searched() -> tuple[str, ...]:
    """Folders in which Python looks for modules, those behind a link under both names."""
    return tuple(dict.fromkeys(folder for entry in sys.path for folder in (str(Path(entry).absolute()), str(Path(entry).resolve()))))


def _roots(path: Path, searched: tuple[str, ...]) -> _Roots:
    """Folders in which what a file imports may lie, each with the only name there that counts; "": all do.

    They are the package's, and for somebody's bot its own, that of its package, and those of the folders that Python searches in which it
    lies somewhere: a folder without an ``__init__.py`` is a package, too, and nothing in it says where it begins.
    """
    ours = (str(_ROOT.parent), _ROOT.name)
    if path.is_relative_to(_ROOT):
        return (ours,)
    top, package = path.parent, ""
    while (top / "__init__.py").is_file():
        top, package = top.parent, top.name
    beside = path.stem if path.parent.name in _LIBRARIES else ""
    found = [(str(path.parent), beside), *([(str(top), package)] if package else [])]
    for folder in filter(path.is_relative_to, searched):
        inside = path.relative_to(folder).parts
        if _LIBRARIES.isdisjoint(inside):
            found.append((folder, inside[0].removesuffix(".py") if Path(folder).name in _LIBRARIES else ""))
    return tuple(dict.fromkeys((ours, *found)))


@functools.cache
def _read(file: str, searched: tuple[str, ...]) -> tuple[bytes, frozenset[str]]:
    """Read a file: the digest of its text, and the files that it imports."""
    path = Path(file)
    text = path.read_bytes()
    imports: set[str | None] = set()
    roots = _roots(path, searched)
    for listed, names, plain in _IMPORT.findall("\n" + text.decode()):
        for module in (listed or plain).split(","):
            where, name = roots, module.strip().split(" ")[0]
            if name.startswith("."):  # relative: in the file's own package, or so many above
                where = ((str(path.parents[len(name) - len(name.lstrip(".")) - 1]), ""),)
                name = name.strip(".")
            elif all(only and not name.startswith(only) for _, only in roots):
                continue
            # A name that is a module of its own does not come out of the package's __init__.
            parts = _NAME.findall(_ALIAS.sub("", names) if " as " in names else names)
            imports |= {_located(f"{name}.{part}".strip("."), where) or _located(name, where) for part in parts} or {_located(name, where)}
    imports.discard(None)
    return hashlib.sha256(text).digest(), frozenset(imports)  # type: ignore[arg-type]


def imported(path: Path) -> frozenset[Path]:
    """Return the files that one file imports, wherever in it: of the package, and of those beside it if it is another's."""
    return frozenset(map(Path, _read(str(path), _searched())[1]))


def closure(path: Path) -> frozenset[Path]:
    """Return a file and all files that it imports, directly or by way of others, as far as they are the package's or the bot's own."""
    return frozenset(map(Path, _closure(str(path), _searched())))


def _closure(file: str, searched: tuple[str, ...]) -> set[str]:
    files = {file}
    waiting = [file]
    while waiting:
        new = _read(waiting.pop(), searched)[1] - files
        files |= new
        waiting += new
    return files


def source_digest(path: Path, *versions: str) -> str:
    """Digest of the source text that the functions of one file are compiled from.

    Parameters
    ----------
    path : Path
        The file, of the package or of somebody's bot.
    *versions : str
        Versions of what compiles it; that of Python is added.
    """
    return _digest(str(path), versions, _searched())


@functools.cache
def _digest(path: str, versions: tuple[str, ...], searched: tuple[str, ...]) -> str:
    digest = hashlib.sha256(f"{versions} {sys.version_info[:3]}".encode())
    for file in sorted(_closure(path, searched)):
        digest.update(file.rpartition("/")[2].encode())
        digest.update(_read(file, searched)[0])
    return digest.hexdigest()[:16]


def forget() -> None:
    """Read files anew from now on, which may have changed."""
    for function in (_names, _located, _read, _digest):
        function.cache_clear()
