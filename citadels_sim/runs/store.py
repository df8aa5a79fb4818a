"""Where a run's files lie: a folder of this machine, or any address that fsspec knows (``memory://``, ``s3://``, ``sftp://`` ...).

A file is there whole or not at all. Names are relative to the run and have slashes, such as ``seats/part-00003.parquet``.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from citadels_sim.errors import RunError, UnavailableError
from citadels_sim.files import UNFINISHED, unwritten, write_whole
from citadels_sim.foreign import MOST_DATA, Unreadable, inside, is_file, read_bytes

_MOST_BYTES = 4 * MOST_DATA


class Store(Protocol):
    """Files of one run.

    Attributes
    ----------
    address : str
        What `open_store` makes it again from, in another process too.
    """

    address: str

    def read(self, name: str) -> bytes:
        """Read a file; raises FileNotFoundError, or another OSError."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file whole or not at all; raises RunError."""

    def remove(self, name: str) -> None:
        """Remove a file that may be there."""

    def names(self) -> list[str]:
        """Name all files in order, hidden ones left out."""

    def make(self) -> None:
        """Make the place where it is not there yet; raises RunError where it cannot be."""

    def exists(self) -> bool:
        """Return whether there is anything at the address."""

    def remove_empty(self) -> None:
        """Remove the place itself if nothing is in it."""

    def sweep(self) -> None:
        """Remove what writers that were killed have left half written."""


def is_remote(address: str | os.PathLike[str]) -> bool:
    """Return whether an address is for fsspec, and not a folder of this machine."""
    return "://" in str(address) and not str(address).startswith("file://")


def open_store(address: str | os.PathLike[str]) -> Store:
    """Open the place of a run; nothing is made or read yet.

    Raises
    ------
    RunError
        When the address is for fsspec and that is not installed or does not know it.
    """
    return RemoteStore(str(address)) if is_remote(address) else LocalStore(Path(str(address).removeprefix("file://")))


def within(folder: Path, name: str) -> Path:
    """Return the path of a part of a folder, such as one of several runs; somebody else may have handed the folder over.

    Raises
    ------
    RunError
        If it is a link to a place outside: that would be read, or written into.
    """
    try:
        return inside(folder, name)
    except Unreadable as error:
        raise RunError(f"{folder / name}: {error}. Remove the link, or choose another folder.") from None


def _cannot_write(place: str, error: OSError) -> UnavailableError:
    return UnavailableError(
        f"{place}: {unwritten(error)}. Free some space or choose another folder with --out, and give the same command again."
    )


class LocalStore:
    """A folder of this machine, or one that several machines share."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.address = str(path)

    def read(self, name: str) -> bytes:
        """Read a regular file that lies in the folder; anything else is not waited on, nor looked at."""
        try:
            return read_bytes(self.path / name, _MOST_BYTES, self.path)
        except Unreadable as error:
            if error.missing:
                raise FileNotFoundError(errno.ENOENT, str(error), name) from None
            raise OSError(errno.EINVAL, str(error)) from None

    def write(self, name: str, data: bytes) -> None:
        """Write a file as `files.write_whole`, flushed to the disk."""
        path = self.path / name
        try:
            inside(self.path, Path(name).parent.as_posix())
            path.parent.mkdir(parents=True, exist_ok=True)
            # The folder itself is not flushed: a shard whose rename a power cut undoes is missing, and is played again.
            write_whole(path, data, flush=True)
        except Unreadable as error:
            raise RunError(f"{path}: {error}, and nothing is written outside. Choose another folder with --out.") from None
        except OSError as error:
            raise _cannot_write(str(path), error) from None

    def remove(self, name: str) -> None:
        """Remove a file that may be there."""
        (self.path / name).unlink(missing_ok=True)

    def names(self) -> list[str]:
        """Name all files in order, hidden ones left out."""
        paths = (path.relative_to(self.path) for path in self.path.rglob("*") if is_file(path))
        return sorted(path.as_posix() for path in paths if not any(part.startswith(".") for part in path.parts))

    def make(self) -> None:
        """Make the folder."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            if error.errno == errno.EEXIST:
                raise RunError(f"{self.path}: is a file. Choose a folder with --out.") from None
            raise UnavailableError(f"{self.path}: the folder cannot be created ({error.strerror}). Choose another with --out.") from None

    def exists(self) -> bool:
        """Return whether there is anything at the address."""
        return os.path.lexists(self.path)

    def remove_empty(self) -> None:
        """Remove the folder if nothing is in it."""
        with contextlib.suppress(OSError):
            self.path.rmdir()

    def sweep(self) -> None:
        """Remove what writers that were killed have left half written; the caller holds the folder's lock."""
        for path in self.path.rglob(UNFINISHED):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


class RemoteStore:
    """An address of fsspec.

    Notes
    -----
    Stores of objects write whole or not at all. Where a file system behind fsspec does not, a shard that was cut off is not in the
    manifest with its checksum, and is played again; the manifest itself is written beside its place and moved.
    """

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self._fs, self._root = _file_system(self.address)

    def _place(self, name: str) -> str:
        return f"{self._root}/{name}"

    def read(self, name: str) -> bytes:
        """Read a file."""
        with self._one_message(name, reading=True):
            data: bytes = self._fs.cat_file(self._place(name))
        return data

    def write(self, name: str, data: bytes) -> None:
        """Write a file."""
        with self._one_message(name, reading=False):
            if "/" in name:
                self._fs.makedirs(self._place(name).rpartition("/")[0], exist_ok=True)
                self._fs.pipe_file(self._place(name), data)
                return
            beside = self._place(f".{name}.part")
            self._fs.pipe_file(beside, data)
            self._fs.mv(beside, self._place(name))

    def remove(self, name: str) -> None:
        """Remove a file that may be there."""
        with contextlib.suppress(FileNotFoundError), self._one_message(name, reading=False):
            self._fs.rm_file(self._place(name))

    def names(self) -> list[str]:
        """Name all files in order, hidden ones left out."""
        self._fs.invalidate_cache()
        with self._one_message("", reading=True):
            paths = [str(path) for path in self._fs.find(self._root)]
        names = sorted(path.partition(f"{self._root.strip('/')}/")[2] for path in paths)
        return [name for name in names if not any(part.startswith(".") for part in name.split("/"))]

    def make(self) -> None:
        """Make the place, where the store has such a thing as folders."""
        with self._one_message("", reading=False):
            self._fs.makedirs(self._root, exist_ok=True)

    def exists(self) -> bool:
        """Return whether there is anything at the address."""
        with self._one_message("", reading=True):
            return bool(self._fs.exists(self._root))

    def remove_empty(self) -> None:
        """Leave it: a place with nothing in it is nothing in a store of objects."""

    def sweep(self) -> None:
        """Nothing is left half written under a name of its own, but for the manifest, which the next one replaces."""

    @contextlib.contextmanager
    def _one_message(self, name: str, *, reading: bool) -> Iterator[None]:
        """Turn what fsspec's many implementations raise into one message; a file that is not there stays FileNotFoundError."""
        place = f"{self.address}/{name}".rstrip("/")
        try:
            yield
        except FileNotFoundError:
            raise
        except OSError as error:
            if reading:
                raise UnavailableError(f"{place}: cannot be read ({error.strerror or error}).") from None
            raise _cannot_write(place, error) from None
        except Exception as error:
            raise UnavailableError(f"{place}: the store gives an unexpected answer ({type(error).__name__}: {error}).") from None


def _file_system(address: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise RunError(f"{address}: this address needs fsspec. Install it with: pip install 'citadels-sim[cluster]'.") from None
    try:
        fs, root = fsspec.core.url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise RunError(f"{address}: fsspec does not know this kind of address ({error}).") from None
    except Exception as error:  # some of its file systems connect, or open an archive, as they are made
        raise UnavailableError(f"{address}: cannot be opened ({type(error).__name__}: {error}).") from None
    return fs, str(root).rstrip("/")
