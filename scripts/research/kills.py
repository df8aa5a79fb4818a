"""Runs killed with all their processes at random moments (kill -9), continued, and compared byte for byte.

At fifty of the kills, which are counted, some shards were noted as done and some were not.
"""

from __future__ import annotations

import subprocess
import sys

from scripts.research.pages import ROOT


def main() -> bool:
    """Kill them; return whether a test failed. Some minutes."""
    tests = ["tests/runs/test_kills.py", "-m", "slow or not slow"]
    return subprocess.run([sys.executable, "-m", "pytest", *tests], check=False, cwd=ROOT).returncode != 0
