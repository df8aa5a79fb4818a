"""A table of Citadels for the terminal, as one seat sees it: made from `Game.view` alone, so nothing hidden can be shown.

Rich is imported where it is used: help texts must not wait for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.cli.console import Column, print_styled, print_table, print_text

if TYPE_CHECKING:
    from rich.text import Text

    from citadels_sim.variants import Table

_COLOURS: Final = {"noble": "yellow", "religious": "blue", "trade": "green", "military": "red", "unique": "magenta"}
LEGEND: Final = "Cities: N noble, R religious, T trade, M military, U unique, after the cost; * beautified; +2: two cards under it."


def print_view(view: Mapping[str, Any], seat: int, names: Sequence[str], table: Table, turn: str) -> None:
    """Print what a seat may see.

    Parameters
    ----------
    view : mapping
        What `Game.view` gives the seat.
    seat : int
    names : sequence of str
        Of all seats.
    table : Table
        The variant's, with costs and the size of a complete city.
    turn : str
        Whose turn it is, in words; empty where there is none.
    """
    from citadels_sim.game.table_words import marks

    print_text(" · ".join(part for part in (f"Round {view['round']}", turn, f"{len(view['deck'])} cards in the deck") if part))
    columns: list[Column] = ["", ("gold", "right"), ("hand", "right"), ("city", "right"), "characters", "districts"]
    rows = []
    for place, player in enumerate(view["players"]):
        name = f"{names[place]}{', crown' if view['crown'] == place else ''}{', complete' if place in view['completed'] else ''}"
        people = ", ".join(table.cards.title(id) if id else "?" for id in player["characters"])
        size = f"{len(player['city'])} of {table.city_size}"
        rows.append((name, player["gold"], len(player["hand"]), size, people, _city(player["city"], table)))
    print_table(columns, rows)
    for line in marks(view, table.cards):
        print_text(line)
    _print_hand(view["players"][seat]["hand"], table)


def _district(id: str, table: Table, beautified: bool = False, tucked: int = 0) -> Text:
    """Write a district with its cost and the letter of its type, in the type's colour."""
    from rich.text import Text

    kind = table.district_type(id)
    cost = table.costs[id]
    text = f"{table.cards.title(id)} {'–' if cost is None else cost + beautified}{kind[0].upper()}{'*' * beautified}"
    return Text(f"{text}+{tucked}" if tucked else text, style=_COLOURS[kind])


def _city(city: Sequence[Mapping[str, Any]], table: Table) -> Text:
    from rich.text import Text

    return Text(", ").join(_district(built["district"], table, built["beautified"], len(built["tucked"])) for built in city)


def _print_hand(hand: Sequence[str], table: Table) -> None:
    from rich.text import Text

    cards = Text(", ").join(_district(id, table) for id in hand) if hand else Text("no cards")
    print_styled(Text.assemble("Your hand: ", cards))


def print_scores(result: Mapping[str, Any], names: Sequence[str]) -> None:
    """Print the points of every seat by what they are for, the winner first.

    Parameters
    ----------
    result : mapping
        What `Game.result` gives.
    names : sequence of str
        Of all seats.
    """
    from citadels_sim.game.table_words import verdict

    parts = ("total", "districts", "types", "completion", "bonus")
    scores = {score["seat"]: score for score in result["scores"]}
    columns: list[Column] = ["", *((part, "right") for part in parts)]
    print_table(columns, [(names[seat], *(scores[seat][part] for part in parts)) for seat in result["ranking"]], title="Points")
    print_text(verdict(result, names))
