"""Warrants and threats: read from a position and checked, read from the record, written for everybody or for one seat (2016 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from citadels_sim.engine.record_types import State
from citadels_sim.game.faults import Faults
from citadels_sim.game.model import Markers, Position
from citadels_sim.game.table_names import ranks_of

__all__ = [
    "Once",
    "check_agreement",
    "check_markers",
    "read_threats",
    "read_warrants",
    "threats_of",
    "turned_up",
    "warrants_of",
    "written_threats",
    "written_warrants",
]

BLANK_WARRANTS: Final = 2

_OWNERS: Final = (("warrants", "magistrate"), ("threats", "blackmailer"))
"""What lies on the table, and the power of who places it."""
_WHY: Final = "a character bears one of them at most"

Once = Callable[[str, object, dict[int, str], str], int]
"""Reads a character at a dotted key and returns its rank, 0 after a fault; the third argument holds the ranks so far, the
fourth why none may occur twice."""


# ---- reading


def read_warrants(value: object, once: Once, faults: Faults) -> Markers:
    """Read the key ``warrants``."""
    if value is None:
        return Markers()
    known = faults.keys("warrants", value, ("signed", "blank"), "what the Magistrate has placed")
    taken: dict[int, str] = {}
    signed = _or_none("warrants.signed", known.get("signed"), once, taken)
    listed = list(faults.items("warrants.blank", known.get("blank", ()), "character ids"))
    if len(listed) > BLANK_WARRANTS:
        faults.add("warrants.blank", f"has {len(listed)}; the Magistrate has {BLANK_WARRANTS} blank warrants")
    return _markers(signed, [once(where, item, taken, _WHY) for where, item in listed])


def read_threats(value: object, once: Once, faults: Faults) -> Markers:
    """Read the key ``threats``."""
    if value is None:
        return Markers()
    known = faults.keys("threats", value, ("flowered", "blank"), "what the Blackmailer has placed")
    taken: dict[int, str] = {}
    flowered = _or_none("threats.flowered", known.get("flowered"), once, taken)
    return _markers(flowered, [_or_none("threats.blank", known.get("blank"), once, taken)])


def _or_none(where: str, value: object, once: Once, taken: dict[int, str]) -> int:
    return 0 if value is None else once(where, value, taken, _WHY)


def _markers(face: int, blank: list[int]) -> Markers:
    return Markers(face, tuple(sorted(rank for rank in blank if rank)))


# ---- checks


def check_markers(position: Position, faults: Faults) -> None:
    """Refuse markers that nobody can have placed, and threats and unsigned warrants that no rule allows."""
    for key, power in _OWNERS:
        markers = position.warrants if key == "warrants" else position.threats
        rank = position.rank_with(power)
        if markers.ranks and rank:  # another cast is reported by who checks that
            _check_owner(position, key, rank, faults)
    for where, rank in _threatened(position.threats):
        _check_threatened(position, where, rank, faults)
    if position.warrants.ranks and not position.warrants.face and not turned_up(position):
        text = "no character has been called whose warrant could have been turned up"
        faults.add("warrants.signed", f"is null, but {text}; it is the id of a character")


def _check_owner(position: Position, key: str, rank: int, faults: Faults) -> None:
    """Refuse markers of a character whose turn has not been."""
    owner = position.character(rank)
    if not any(rank in player.ranks for player in position.players):
        why = f"no player holds the {owner}"
    elif position.next_rank <= rank:
        why = f"the {owner} has not been called (next_rank is {position.next_rank})"
    elif position.murdered == rank:
        why = f"the {owner} was murdered"
    else:
        return
    faults.add(key, f"lie there, but {why}; it is null or left out")


def _threatened(threats: Markers) -> Iterator[tuple[str, int]]:
    if threats.face:
        yield "threats.flowered", threats.face
    for rank in threats.blank:
        yield "threats.blank", rank


def _check_threatened(position: Position, where: str, rank: int, faults: Faults) -> None:
    """Refuse a threat where the Blackmailer may lay none; at her own title it is a bluff."""
    barred = {position.bewitched: "was bewitched", position.murdered: "was murdered", 1: "has rank 1"}
    if rank in barred:
        faults.add(where, f"'{position.character(rank)}' {barred[rank]}; a threat lies at another character")


def check_agreement(position: Position, state: State, faults: Faults) -> None:
    """Refuse what is pending where it knows the faces of markers otherwise than the position's keys."""
    for key, given, recorded in (
        ("warrants", position.warrants, warrants_of(state)),
        ("threats", position.threats, threats_of(state)),
    ):
        if given != recorded:
            faults.add("pending", f"knows '{key}' otherwise than that key says; take both from position()")


# ---- the record


def warrants_of(state: State) -> Markers:
    """Return the warrants that lie on the table of a record of dtype STATE."""
    owner = next((seat for seat in range(int(state.public.players)) if state.seat[seat].signed), -1)
    return _markers_of(state, int(state.public.warrants), owner, "signed")


def threats_of(state: State) -> Markers:
    """Return the threats that lie on the table of a record of dtype STATE."""
    return _markers_of(state, int(state.public.threats), int(state.public.blackmailer), "flowered")


def _markers_of(state: State, bits: int, owner: int, field: str) -> Markers:
    face = int(state.seat[owner][field]) if owner >= 0 else 0
    ranks = ranks_of(bits)
    return Markers(face if face in ranks else 0, tuple(rank for rank in ranks if rank != face))


def turned_up(position: Position) -> int:
    """Rank whose signed warrant was turned up where only blank ones still lie; 0 where no rank can be meant.

    A position does not say which rank it was; what is pending does. Without that it is taken to be the last one that answered.
    """
    held = [rank for player in position.players for rank in player.ranks]
    return max((rank for rank in held if rank < position.next_rank and rank not in position.warrants.blank), default=0)


# ---- writing


def written_warrants(position: Position, known: bool) -> dict[str, Any] | None:
    """Write the key ``warrants``, for who knows the faces or for others."""
    return _written(position, "signed", position.warrants, known, [position.character(rank) for rank in position.warrants.blank])


def written_threats(position: Position, known: bool) -> dict[str, Any] | None:
    """Write the key ``threats``, for who knows the faces or for others."""
    blank = [position.character(rank) for rank in position.threats.blank]
    return _written(position, "flowered", position.threats, known, blank[0] if blank else None)


def _written(position: Position, face: str, markers: Markers, known: bool, blank: object) -> dict[str, Any] | None:
    if not markers.ranks:
        return None
    if not known:
        return {face: None, "blank": None, "on": [position.character(rank) for rank in markers.ranks]}
    return {face: position.character(markers.face) if markers.face else None, "blank": blank}
