"""A table as text, as one seat sees it: made from `citadels_sim.game.view` alone, so nothing hidden can be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citadels_sim.catalogue import character, district
from citadels_sim.game import view


def _titles(ids: Sequence[str | None]) -> str:
    return ", ".join("?" if id is None else character(id).title for id in ids)


def _city(city: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{district(built['district']).title}{'*' * built['beautified']}" for built in city) or "no district"


def drawn(state: Any, seat: int) -> str:
    """Write a table.

    Parameters
    ----------
    state : record of dtype STATE
    seat : int
        Whose view it is.

    Returns
    -------
    str
        A line about the round, one for each seat, and the hand; points and places once the game is over.
    """
    public = state.public
    seen = view(state, seat)
    over = bool(public.over)
    lines = [f"Round {seen['round']}, {'the game is over' if over else f'seat {int(public.actor)} decides'}; seat {seat} looks."]
    for place, player in enumerate(seen["players"]):
        marks = ", crown" * (seen["crown"] == place) + ", complete" * (place in seen["completed"])
        points = f"{int(public.total[place])} points, place {int(public.place[place])}; " if over else ""
        people = f"; {_titles(player['characters'])}" if player["characters"] else ""
        lines.append(f"Seat {place}{marks}: {points}{player['gold']} gold, {len(player['hand'])} cards{people}; {_city(player['city'])}")
    lines += [f"The {_titles([seen[mark]])} is {mark}." for mark in ("murdered", "robbed", "bewitched") if seen[mark]]
    hand = ", ".join(district(card).title for card in seen["players"][seat]["hand"])
    lines.append(f"Hand of seat {seat}: {hand or 'no cards'}")
    return "\n".join(lines)
