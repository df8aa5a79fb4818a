"""Where compiled code is kept: a folder for each source text, entries that are checked, and somewhere else where nothing can be written.

Numba's own cache fails on a folder that cannot be written and on a damaged file, or falls back to ``__pycache__``, where code that is made
of several files is not told from what it was before one of them changed.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator

from citadels_sim.compiler.cache_key import source_digest

__all__ = ["is_kept", "keep", "roots", "why_not_kept"]

_SPARE: Final = "CITADELS_SPARE_CACHE"
"""Names the folder of one command to the processes that it starts."""
_CHECKSUM: Final = 32
"""Bytes of the SHA-256 before the data of an entry."""


def _configured() -> Path | None:
    """Folder that the environment names; None where this user has no home."""
    named = os.environ.get("CITADELS_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "citadels_sim"
    except RuntimeError:
        return None


@functools.cache
def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _spare() -> Path | None:
    """Folder of this command and the processes that it starts, gone when it ends; None where there is no temporary folder either."""
    named = os.environ.get(_SPARE)
    if named is None:
        try:
            named = tempfile.mkdtemp(prefix="citadels-cache-")
        except OSError:
            return None
        os.environ[_SPARE] = named
        atexit.register(shutil.rmtree, named, ignore_errors=True)
    return Path(named)


def roots() -> tuple[Path, ...]:
    """Folders under which compiled code is looked for; into the last one it is written, if it can be."""
    configured = _configured()
    if configured is not None and _writable(configured):
        return (configured,)
    return tuple(root for root in (configured, _spare()) if root is not None)


def why_not_kept() -> str | None:
    """Say why compiled code is not kept for the next command; None where it is."""
    configured = _configured()
    if configured is None:
        return "this user has no home folder"
    return None if _writable(configured) else f"{configured} cannot be written"


def _folder_of(file: str) -> str:
    """Name the folder of what is compiled from one file, with exactly the text that it and all it imports have now (see `sources`)."""
    path = Path(file)
    return f"{path.stem}-{source_digest(path.resolve(), numba.__version__)}"


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Finds every function that has a file; folders are made when something is written."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = f"{_folder_of(py_file)}/{self.get_suitable_cache_subpath(py_file)}"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator | None:
        return cls(py_func, py_file) if Path(py_file).is_file() else None


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Files(IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function in one folder; what cannot be read, or was cut short or changed, counts as missing."""

    def _load_index(self) -> dict[Any, str]:
        try:
            index: dict[Any, str] = super()._load_index()
        except Exception:  # unpickling raises whatever the bytes lead to
            return {}
        return index

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        if hashlib.sha256(data[_CHECKSUM:]).digest() != data[:_CHECKSUM]:
            raise OSError(f"{name} is damaged")  # which the caller takes for a file that is not there
        return pickle.loads(data[_CHECKSUM:])

    def _save_data(self, name: str, data: Any) -> None:
        dumped = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(dumped).digest() + dumped)

    def save(self, key: Any, data: Any) -> None:
        Path(self._cache_path).mkdir(parents=True, exist_ok=True)
        super().save(key, data)


class _Cache(FunctionCache):  # type: ignore[misc]
    """The cache of one function, in all `roots`."""

    _impl_class = _Impl

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        stamp = self._impl.locator.get_source_stamp()
        self._all = [_Files(str(root / self._cache_path), self._impl.filename_base, stamp) for root in roots()]

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        key = self._index_key(sig, target_context.codegen())
        for files in self._all:
            with contextlib.suppress(Exception):  # an entry that cannot be used, whatever the reason, is as good as none
                data = files.load(key)
                if data is not None:
                    return self._impl.rebuild(target_context, data)
        return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        if self._all and self._impl.check_cachable(data):
            with contextlib.suppress(OSError):  # no room, say: it is compiled again the next time
                self._all[-1].save(self._index_key(sig, data.codegen), self._impl.reduce(data))


def keep(dispatcher: Any) -> None:
    """Keep what is compiled of a function for the next process; of one that was typed at a prompt, which has no file, nothing is kept."""
    with contextlib.suppress(RuntimeError):
        dispatcher._cache = _Cache(dispatcher.py_func)


def is_kept(function: Callable[..., Any]) -> bool:
    """Tell whether an index of a function lies in the cache."""
    file = function.__code__.co_filename
    name = _folder_of(file) if Path(file).is_file() else None
    return name is not None and any(any((root / name).rglob(f"*.{function.__qualname__}-*.nbi")) for root in roots())
