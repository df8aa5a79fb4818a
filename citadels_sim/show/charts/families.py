"""Words for who played: the bots that a figure is of, and its range over families of bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from citadels_sim.lineups import lineup_words
from citadels_sim.show.charts import style

#: More line-ups than these are counted, not named.
_FEW = 3


def with_bots(lineups: Iterable[str]) -> str:
    """Name line-ups, each once: ``with builder``, ``with planner and raider``, ``with 4 line-ups of bots``."""
    names = list(dict.fromkeys(lineups))
    if len(names) > _FEW or (len(names) > 1 and any("," in name for name in names)):
        return f"with {len(names)} line-ups of bots"
    return f"with {style.listed([lineup_words(name) for name in names])}"


def range_words(row: Mapping[str, Any]) -> str:
    """Write a range of win chances (a row of `report.robustness.ranges`) with the bots at its ends."""
    ends = [f"{style.points(row[end])} ({lineup_words(row[f'{end}_lineup'])})" for end in ("least", "most")]
    return f"over {row['families']} bots {ends[0]} to {ends[1]}"


def short_range(row: Mapping[str, Any]) -> str:
    """Write the same without their names, and whether its sign depends on them."""
    low, high = (style.points(row[end]) for end in ("least", "most"))
    return f"{row['families']} bots: {low.removesuffix(f'{chr(0xA0)}pp')} to {high}{', the sign differs' if row['differs'] else ''}"


def sign_words(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """State for which of some figures (name, row of `ranges`) different bots are shown to give different signs; empty where for none."""
    phrases = [
        f"{name} ({style.points(row['highest'])} with {row['above'][0]}, {style.points(row['lowest'])} with {row['below'][0]})"
        for name, row in rows
        if row["differs"]
    ]
    return f"The sign depends on the bots for {style.listed(phrases)}." if phrases else ""
