"""What a uniformly random picker does in the draft, exactly: the yardstick beside the pick rates.

Source: docs/reference/estimators.md, D1 (four players and more; two and three draft several characters
each and have no closed form there).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from citadels_sim.catalogue import royal_ranks
from citadels_sim.variants.declared import declared_in

#: Readings of ``rules.removal_order`` that the formula knows.
REMOVAL_ORDERS = ("down_first", "up_first")


def _edition(resolved: Mapping[str, Any]) -> str:
    """Edition that a variant plays by."""
    rules = resolved.get("rules")
    return str(rules.get("edition", "2016")) if isinstance(rules, Mapping) else "2016"


def character_ranks(resolved: Mapping[str, Any], characters: Iterable[str]) -> dict[str, int]:
    """Rank of each character in the edition that a variant plays by, ``resolved`` as in a manifest."""
    edition = _edition(resolved)
    ranks = {character.id: character.ranks.get(edition, character.rank) for character in declared_in(resolved).characters}
    return {name: ranks[name] for name in characters}


def royal(resolved: Mapping[str, Any], characters: Iterable[str]) -> frozenset[int]:
    """Ranks that are never removed face up, among these characters of a variant, ``resolved`` as in a manifest."""
    people = declared_in(resolved).by_character_id
    return royal_ranks(_edition(resolved), (people[name] for name in characters))


def turn_takers(resolved: Mapping[str, Any]) -> tuple[str, ...]:
    """Name a variant's characters that take a turn from another by its name: not an Assassin whose murder takes the power only."""
    numbers = resolved.get("characters", {})
    namers = [who for who in declared_in(resolved).characters if who.power in ("assassin", "witch")]
    return tuple(who.id for who in namers if numbers.get(who.id, {}).get("murder") != "power")


def face_up_cards(ranks: int, players: int) -> int:
    """Characters that are removed face up from a cast of so many ranks: none with two and three players."""
    return max(0, ranks - players - 2) if players > 3 else 0


def random_pick_rate(ranks: int, players: int, royal: bool, removal_order: str) -> float | None:
    """Share of rounds in which random pickers draft a character.

    Parameters
    ----------
    ranks : int
        Ranks in the cast, 8 or 9.
    players : int
        Players at the table.
    royal : bool
        Whether the character is never removed face up: rank 4, or the King wherever he sits.
    removal_order : str
        ``"down_first"`` (classic) or ``"up_first"`` (2016): which card is removed first.

    Returns
    -------
    float or None
        The probability, or None where the formula does not hold (fewer than four players, another reading).

    Notes
    -----
    With ``u = max(0, ranks - players - 2)`` cards face up and one face down, ``m = ranks - u - 1`` go round
    and each of them is picked with probability ``players / m``; what differs is the chance to be among
    them. With seven players of eight ranks (eight of nine) the last may take the face-down card instead;
    that changes nothing for a random picker.
    """
    if players < 4 or ranks < players or removal_order not in REMOVAL_ORDERS:
        return None
    up = face_up_cards(ranks, players)
    passed = ranks - up - 1
    if removal_order == "up_first":
        hidden_safe = 1 - 1 / (ranks - up)
        stays = hidden_safe if royal else (1 - up / (ranks - 1)) * hidden_safe
    else:
        hidden_safe = 1 - 1 / ranks
        stays = hidden_safe if royal else hidden_safe * (1 - up * ranks / (ranks - 1) ** 2)
    return stays * players / passed
