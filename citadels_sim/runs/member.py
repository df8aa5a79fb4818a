"""One who plays shards: a helper process, or a thread of this process, at the other end of a line.

Helpers are started afresh (never forked), which takes them a second or two: each loads the compiled rules that this process left in the
cache, plays shard after shard and writes them itself.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import pickle
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any, Final

from citadels_sim.engine.prepare import prepare
from citadels_sim.processes import end_with_parent, ignore_sigint, single_threaded, spawning
from citadels_sim.runs.plan import Plan, Shard
from citadels_sim.runs.store import Store, open_store
from citadels_sim.runs.table_writer import Stopped, Writer, Written
from citadels_sim.runs.team import plan_from_data

_GRACE: Final = 60.0
"""Seconds that a helper may take to break off a game of slow bots."""


@dataclass(eq=False)
class Member:
    """One who plays, as the pool sees it.

    Attributes
    ----------
    line : Connection
        Shards go out on it, answers come in.
    stop : callable
        Makes it break off.
    join : callable
        Waits for its end.
    hand : list of Shard
        What it has been given and not answered, the one it plays first.
    ready : bool
        Whether it takes shards.
    """

    line: connection.Connection
    stop: Callable[[], None]
    join: Callable[[], None]
    hand: list[Shard] = field(default_factory=list)
    ready: bool = False

    def send(self, what: Any) -> None:
        """Send something; where it is gone, the next look at its line says so."""
        with contextlib.suppress(OSError):
            self.line.send(what)


def start_helper() -> Member:
    """Start a process that plays one plan after another."""
    context = spawning()
    ours, theirs = context.Pipe()
    stop_read, stop_write = context.Pipe(duplex=False)
    process = context.Process(target=_help, args=(theirs, stop_read), daemon=True)
    with single_threaded(), ignore_sigint():
        process.start()
    theirs.close()  # so that the line ends when the helper does
    stop_read.close()

    def join() -> None:
        ours.close()
        if member.ready:
            process.join(_GRACE)
        if process.is_alive():  # not ready, it has been given nothing to break off
            process.kill()
            process.join()

    member = Member(ours, stop_write.close, join)
    return member


def start_thread(plan: Plan, store: Store) -> Member:
    """Start a thread that plays one plan."""
    ours, theirs = multiprocessing.Pipe()
    stop = threading.Event()
    thread = threading.Thread(target=lambda: _serve(theirs, Writer(plan, store, stop.is_set)), daemon=True)
    thread.start()

    def join() -> None:
        ours.close()
        thread.join()

    return Member(ours, stop.set, join)


def _help(line: connection.Connection, stop: connection.Connection) -> None:
    """Be a helper process, for one plan after another."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        # Nothing is ever sent on `stop`: its other end is closed, by the parent or with it.
        while (assigned := _next(line)) is not None:
            data, address = assigned
            plan = plan_from_data(data)
            writer = Writer(plan, open_store(address), stop.poll)
            if _next(line) is None:
                return
            prepare(plan.entry_points())  # what is compiled lies in the cache; loaded before the first shard, for which others may wait
            gc.freeze()  # what was made so far stays: it is not looked through again, which would take a tenth of a second at the end
            _serve(line, writer)
    except Exception as error:
        _answer(line, _portable(error))


def _serve(line: connection.Connection, writer: Writer) -> None:
    """Play the shards that come in on a line, until the last one of the plan is done or the line ends.

    The thread that writes answers, in its turn: so nobody waits for the disk, and never do two write to the line.
    """
    _answer(line, None)
    answered: Future[Any] = writer.later(bool)
    while (shard := _next(line)) is not None:
        try:
            written = writer.start(shard)
        except (Stopped, KeyboardInterrupt):  # Polars breaks off in any thread when Ctrl-C comes; the main one sees to the rest
            wait([answered])
            line.close()
            return
        except Exception as error:
            answered = writer.later(_answer, line, _portable(error))
        else:
            answered = writer.later(_report, line, written)
    wait([answered])


def _report(line: connection.Connection, written: Future[Written]) -> None:
    """Answer that a shard is on the disk, or why it is not."""
    try:
        _answer(line, written.result())
    except Exception as error:
        _answer(line, _portable(error))


def _next(line: connection.Connection) -> Any:
    """Receive what comes next on a line; None where it has ended."""
    try:
        return line.recv()
    except (EOFError, OSError):
        return None


def _answer(line: connection.Connection, answer: Any) -> bool:
    try:
        line.send(answer)
    except OSError:
        return False
    return True


def _portable(error: Exception) -> Exception:
    """Return an error that can be sent, with the traceback of where it comes from."""
    text = "".join(traceback.format_exception(error))
    try:
        pickle.dumps(error)
    except Exception:
        return RuntimeError(text)
    error.add_note(text)
    return error
