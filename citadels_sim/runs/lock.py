"""One command at a time in a run: the second is refused while the first lives, and a dead one's lock holds nobody up.

In a folder of this machine the system itself holds the lock and lets go when the process ends, however it ends. Where it cannot (stores
behind fsspec, some shared file systems) the holder writes a sign of life every few seconds, and who finds one waits whether another comes.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any, Final

from citadels_sim.errors import RunError, UnavailableError
from citadels_sim.files import locked_file
from citadels_sim.foreign import Unreadable, json_of
from citadels_sim.runs.store import LocalStore, Store

LOCK_FILE: Final = ".lock"
"""Its name in the folder that is held."""
_BEAT: Final = 5.0
"""Seconds between two signs of life."""
_PATIENCE: Final = 4 * _BEAT
"""Seconds without a sign after which a holder counts as dead."""


@contextlib.contextmanager
def locked(store: Store, notify: Callable[[str], None] = lambda _: None) -> Iterator[None]:
    """Hold a run, so that no second command writes into it.

    Parameters
    ----------
    store : Store
        The run's place; it exists.
    notify : callable
        Gets a line when it takes a while to see whether a holder lives.

    Raises
    ------
    RunError
        When another command is writing into it.
    """
    with contextlib.ExitStack() as held:
        if isinstance(store, LocalStore) and not os.access(store.path, os.W_OK):
            yield  # of a complete run on a disk that is read only: whoever has to write here says that it cannot
            return
        if isinstance(store, LocalStore) and (handle := _held_by_system(store, held)) is not None:
            # For the message of a second command only: the lock is the system's, on this file.
            with contextlib.suppress(OSError):
                os.truncate(handle, 0)
                os.pwrite(handle, _sign(0), 0)
            yield
            return
        _wait_for_death(store, notify)
        held.enter_context(_beating(store))
        yield


def _held_by_system(store: LocalStore, held: contextlib.ExitStack) -> int | None:
    """Lock a folder by the system's means; None where it has none for it."""
    try:
        return held.enter_context(locked_file(store.path / LOCK_FILE))
    except BlockingIOError:
        raise _refusal(store) from None
    except OSError as error:
        raise UnavailableError(f"{store.path}: cannot be written ({error.strerror}). Choose another with --out.") from None


def _refusal(store: Store) -> UnavailableError:
    holder = _read(store)
    who = f" (process {holder['pid']} on {holder['host']})" if holder else ""
    return UnavailableError(
        f"{store.address}: another command{who} is writing into this folder. Wait for it, or choose another with --out."
    )


def _sign(beat: int, token: str = "") -> bytes:
    return json.dumps({"pid": os.getpid(), "host": platform.node(), "token": token, "beat": beat}).encode()


def _read(store: Store) -> dict[str, Any] | None:
    try:
        owner = json_of(store.read(LOCK_FILE))
    except (OSError, Unreadable, RunError):
        return None
    return owner if isinstance(owner, dict) and {"pid", "host"} <= set(owner) else None


def _let_go(store: Store) -> None:
    with contextlib.suppress(OSError, RunError):
        store.remove(LOCK_FILE)


def _wait_for_death(store: Store, notify: Callable[[str], None]) -> None:
    """Return when nobody holds the run; raise when its holder gives a sign of life."""
    first = _read(store)
    if first is None or (first["host"] == platform.node() and not _lives(first["pid"])):
        return
    notify(f"{store.address}: another command was writing here; waiting {_PATIENCE:.0f} seconds to see whether it still is ...")
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        time.sleep(_BEAT / 5)
        now = _read(store)
        if now is None:
            return
        if now != first:
            raise _refusal(store)


def _lives(pid: object) -> bool:
    if not isinstance(pid, int) or not 0 < pid < 1 << 31 or os.name == "nt":  # where asking would end the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@contextlib.contextmanager
def _beating(store: Store) -> Iterator[None]:
    """Give a sign of life every few seconds."""
    token = uuid.uuid4().hex
    store.write(LOCK_FILE, _sign(0, token))
    over = threading.Event()

    def beat() -> None:
        number = 0
        while not over.wait(_BEAT):
            number += 1
            with contextlib.suppress(RunError):  # the run itself will meet and report the same fault
                store.write(LOCK_FILE, _sign(number, token))

    heart = threading.Thread(target=beat, daemon=True)
    heart.start()
    try:
        holder = _read(store)
        if holder is None or holder.get("token") != token:  # another took it in the same moment
            raise _refusal(store)
        yield
    finally:
        over.set()
        heart.join()
        holder = _read(store)
        if holder is not None and holder.get("token") == token:
            _let_go(store)
