"""What `Game.transcript` wrote, looked at before it is played again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citadels_sim.errors import CitadelsError


def check_transcript(transcript: object) -> None:
    """Refuse what has not the shape of a transcript.

    Raises
    ------
    CitadelsError
        If it is no object, lacks a key, or its labels are no list.
    """
    if not isinstance(transcript, Mapping):
        raise CitadelsError(f"transcript: {transcript!r} is no object; it is what Game.transcript() wrote")
    missing = [key for key in ("variant", "players", "labels") if key not in transcript]
    if missing:
        raise CitadelsError(f"transcript: has no '{missing[0]}'; it has the keys variant, players, seed or position, labels, result")
    if not isinstance(transcript["labels"], list | tuple):
        raise CitadelsError(f"transcript: labels is {transcript['labels']!r}; it is a list of action labels")


def check_players(transcript: Mapping[str, Any], players: int) -> None:
    """Refuse a transcript whose number of players is not the table's."""
    if players != transcript["players"]:
        raise CitadelsError(f"transcript: players is {transcript['players']!r}, but its position has {players}")


def check_result(transcript: Mapping[str, Any], result: dict[str, Any] | None) -> None:
    """Refuse a transcript that ends otherwise than the game played again (None: not over)."""
    if "result" in transcript and transcript["result"] != result:
        raise CitadelsError("transcript: result: the game played again ends otherwise; was it written by other rules?")
