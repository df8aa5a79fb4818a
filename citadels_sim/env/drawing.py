"""A table as text, as one seat sees it: made from `citadels_sim.game.view` alone, so nothing hidden can be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citadels_sim.catalogue import Cards
from citadels_sim.game import view


def _titles(ids: Sequence[str | None], cards: Cards) -> str:
    return ", ".join("?" if id is None else cards.title(id) for id in ids)


def _city(city: Sequence[Mapping[str, Any]], cards: Cards) -> str:
    return ", ".join(f"{cards.title(built['district'])}{'*' * built['beautified']}" for built in city) or "no district"


def drawn(state: Any, seat: int, cards: Cards) -> str:
    """Write a table.

    Parameters
    ----------
    state : record of dtype STATE
    seat : int
        Whose view it is.
    cards : Cards
        Those of the variant.

    Returns
    -------
    str
        A line about the round, one for each seat, and the hand; points and places once the game is over.
    """
    public = state.public
    seen = view(state, seat, cards=cards)
    over = bool(public.over)
    lines = [f"Round {seen['round']}, {'the game is over' if over else f'seat_{int(public.actor)} decides'}; seat_{seat} looks."]
    for place, player in enumerate(seen["players"]):
        marks = ", crown" * (seen["crown"] == place) + ", complete" * (place in seen["completed"])
        points = f"{int(public.total[place])} points, place {int(public.place[place])}; " if over else ""
        people = f"; {_titles(player['characters'], cards)}" if player["characters"] else ""
        lines.append(
            f"seat_{place}{marks}: {points}{player['gold']} gold, {len(player['hand'])} cards{people}; {_city(player['city'], cards)}"
        )
    lines += [f"The {_titles([seen[mark]], cards)} is {mark}." for mark in ("murdered", "robbed", "bewitched") if seen[mark]]
    hand = ", ".join(cards.title(card) for card in seen["players"][seat]["hand"])
    lines.append(f"Hand of seat_{seat}: {hand or 'no cards'}")
    return "\n".join(lines)
