"""The ``citadels`` command, also as ``python -m citadels_sim``."""

from __future__ import annotations

import gc
import os
import signal
import sys

# Imports make some 600,000 objects that stay. Python's collector of garbage would look through them dozens of times on the way: it begins
# when more than that was made. Here, not in `main`, so that worker processes do so too, which import this module and run nothing of it.
gc.set_threshold(700_000, 20, 50)


def main() -> int:
    """Run the command line of this process; return its exit code."""
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:  # Ctrl-C while modules are imported: nothing has begun, and nothing that imports or is imported may catch it
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from citadels_sim.cli.main import main as run

    if interruptible:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run()
    finally:
        gc.freeze()  # at its end Python collects five times, which takes longer than playing thousands of games


if __name__ == "__main__":
    sys.exit(main())
