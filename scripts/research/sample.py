"""All that lies under ``reports/sample``: a study of three editions at 4 and 6 players at three levels of skill, and what builder uses.

Run again it only writes the pages, or plays on for the minutes that are given.
"""

from __future__ import annotations

import shutil
from typing import Final

from scripts.research import usage
from scripts.research.pages import EDITIONS, ROOT, command, say

STUDY: Final = ROOT / "studies" / "sample"
MOST: Final = 6_000_000
"""Bytes: more is too large for git."""


def main(minutes: int | None = None) -> bool:
    """Play (ten minutes the first time, if nothing else is said), and write; return whether it is too large. Twelve minutes."""
    if not (STUDY / "study.json").is_file():
        command("study", *EDITIONS, "--players", "4,6", "--seed", "1", "--minutes", str(minutes or 10), "--out", str(STUDY))
    elif minutes:
        command("study", str(STUDY), "--minutes", str(minutes))
    command("report", str(STUDY), "--no-tables", "--out", str(STUDY / "page"))
    target = ROOT / "reports" / "sample"
    target.mkdir(parents=True, exist_ok=True)
    for name in ("index.html", "details.html"):
        shutil.copy(STUDY / "page" / name, target / name)
    usage.main()
    size = sum(path.stat().st_size for path in target.iterdir())
    say(f"reports/sample: {size:,} bytes")
    return size > MOST
