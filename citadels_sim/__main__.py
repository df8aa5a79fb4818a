"""``python -m citadels_sim`` is the ``citadels`` command."""

from __future__ import annotations

import sys

from citadels_sim.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
