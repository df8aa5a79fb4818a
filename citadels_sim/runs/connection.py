"""Connecting to a Dask cluster: one that runs, with the keys that it asks for, or one of this machine for the time of a run."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from citadels_sim.errors import UnavailableError
from citadels_sim.processes import ignore_sigint, single_threaded
from citadels_sim.text import cut, visible_line

_PATIENCE: Final = 15.0
"""Seconds for a scheduler to answer."""
NO_WORKERS: Final = 60.0
"""Seconds to wait for a first worker, and for another when all are gone."""

_ADDRESS: Final = re.compile(r"(?:[a-z]+://)?(?:\[[^\]\s]+\]|[^\s/:\[\]]+):([0-9]{1,5})/?")
_NO_PAGES: Final[Mapping[str, Any]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}
"""Configuration of Dask that serves nothing by HTTP."""


@contextlib.contextmanager
def connected(scheduler: str | None, local: int, security: Any) -> Iterator[Any]:
    """Connect to a scheduler, or start a cluster on this machine; end both quietly."""
    try:
        import dask.config
        import distributed
    except ImportError:
        raise UnavailableError("--scheduler, --local-cluster: need Dask. Install it with: pip install 'citadels-sim[cluster]'.") from None
    # What its threads log about lost connections is reported here, once, as one message.
    for name in ("distributed", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with contextlib.ExitStack() as open_things:
        address: Any = scheduler
        if scheduler is None:
            with single_threaded(), ignore_sigint(), dask.config.set(_NO_PAGES):
                address = distributed.LocalCluster(
                    n_workers=local,
                    threads_per_worker=1,
                    processes=True,
                    security=security,
                    # Without an address it would be port 8787; what listens there has no pages.
                    scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                    memory_limit=0,
                    silence_logs=logging.CRITICAL,
                )
            open_things.callback(quietly, address.close, timeout=10)
        try:
            client = _within_patience(lambda: distributed.Client(address, timeout=_PATIENCE))
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError, ImportError) as error:
            if scheduler is None:
                raise
            raise UnavailableError(_no_answer(scheduler, error)) from None
        open_things.callback(quietly, client.close, timeout=10)
        try:
            client.wait_for_workers(1, timeout=NO_WORKERS)
        except TimeoutError:
            raise UnavailableError(
                f"--scheduler: {scheduler}: has no workers. Start some with `dask worker {scheduler} --nthreads 1 --nworkers auto`."
            ) from None
        yield client


def check_address(scheduler: str) -> None:
    """Refuse what cannot be the address of a scheduler.

    Raises
    ------
    UnavailableError
    """
    parts = _ADDRESS.fullmatch(scheduler)
    if parts is None or not 0 < int(parts[1]) < 65_536:
        raise UnavailableError(
            f"--scheduler: '{cut(visible_line(scheduler), 80)}' should be an address with a port, such as tcp://10.0.0.1:8786."
        )


def _within_patience(connect: Callable[[], Any]) -> Any:
    """Wait for a connection no longer than we said: Dask waits without end for a port that accepts connections and never answers."""
    made: list[Any] = []
    faults: list[Exception] = []

    def run() -> None:
        try:
            made.append(connect())
        except Exception as error:
            faults.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(2 * _PATIENCE)
    if faults:
        raise faults[0]
    if not made:
        raise TimeoutError
    return made[0]


def _no_answer(scheduler: str, error: Exception) -> str:
    """Word that no scheduler answers: there is none, or it and this process have not the same keys."""
    tls = scheduler.startswith("tls://")
    start = "Start one with `dask scheduler`, and give the address that it prints, such as tcp://10.0.0.1:8786."
    if tls or "encryption required" in str(error):
        start = (
            "Start one with `dask scheduler --protocol tls`, give the tls:// address that it prints, and have DASK_CONFIG name the "
            "folder with its keys."
        )
    whom = " to the keys of this machine" if tls else ""
    return f"--scheduler: {scheduler}: no scheduler answers there{whom} within {_PATIENCE:.0f} seconds ({type(error).__name__}). {start}"


def own_security() -> Any:
    """Make keys for one cluster, which nobody else has: other accounts of this machine reach its ports, and could run programs there."""
    try:
        import distributed

        return distributed.Security.temporary()
    except ImportError as error:
        what = "cryptography" if "cryptography" in str(error) else "Dask"
        raise UnavailableError(f"--local-cluster: needs {what}. Install it with: pip install 'citadels-sim[cluster]'.") from None


def quietly(close: Callable[..., Any], **options: Any) -> None:
    """Close something of a cluster; what is gone already is no fault."""
    with contextlib.suppress(Exception, asyncio.CancelledError):
        close(**options)
