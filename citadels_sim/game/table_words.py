"""What a table shows beside cards and gold, in sentences: marks at characters, whose turn it is, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citadels_sim.catalogue import Cards
from citadels_sim.game.api import Game
from citadels_sim.game.table_names import within


def marks(view: Mapping[str, Any], cards: Cards) -> list[str]:
    """Describe the markers at the characters, and what else a seat sees beside the cards.

    Parameters
    ----------
    view : mapping
        What `Game.view` gives the seat, or `Game.position` where everything is open.
    cards : Cards
        Those of the variant.

    Returns
    -------
    list of str
        Sentences; none where there is nothing.
    """
    lines = []
    if view["face_up"]:
        lines.append(f"Removed face up: {', '.join(map(cards.title, view['face_up']))}.")
    lines += [f"The {cards.title(view[mark])} is {mark}." for mark in ("murdered", "robbed", "bewitched") if view[mark]]
    for mark, face in (("warrants", "signed"), ("threats", "flowered")):
        markers = view[mark]
        if markers and "on" in markers:
            lines.append(f"{mark.title()} lie at: {', '.join(map(cards.title, markers['on']))}.")
        elif markers:
            blank = markers["blank"] if isinstance(markers["blank"], list) else [markers["blank"]]
            marked = [markers[face]] if markers[face] else []
            shown = [f"{cards.title(id)} ({face})" for id in marked] + [cards.title(id) for id in blank if id]
            lines.append(f"{mark.title()} lie at: {', '.join(shown)}.")
    if view["tax"]:
        lines.append(f"Tax that lies on the token: {view['tax']} gold.")
    if view["bell_tower"]:
        lines.append("The Bell Tower was rung: one district fewer completes a city.")
    return lines


def turn(game: Game, names: Sequence[str]) -> str:
    """State whose turn it is; nothing between turns."""
    public = game.state.public
    if public.turn_seat < 0:
        return ""
    played = int(public.turn_char) or int(public.cast[public.turn_rank])
    without = "" if public.turn_char else ", murdered: nothing on the card counts"
    return f"turn of {within(names[int(public.turn_seat)])} as the {game.variant.cards.character_of(played).title}{without}"


def verdict(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """State who has won, and by what where points were equal.

    Parameters
    ----------
    result : mapping
        What `Game.result` gives.
    names : sequence of str
        Of all seats.
    """
    first, *others = (names[seat] for seat in result["winners"])
    winners = " and ".join([first, *map(within, others)])
    by = f" (a tie, decided by {result['tie_break']})" if result["tie_break"] not in (None, "shared") else ""
    return f"{winners} {'share the win' if len(result['winners']) > 1 else 'wins'}{by}."
