"""A page that shows one game step by step: every choice with what follows from it, and the table behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from citadels_sim.catalogue import character, district
from citadels_sim.report.render import with_policy
from citadels_sim.text import visible
from citadels_sim.variants import Table

__all__ = ["Step", "replay_page"]


class Step(NamedTuple):
    """One choice of a game with what follows from it, or the beginning of a round.

    Attributes
    ----------
    lines : tuple of str
        What happened, as `citadels_sim.game.narrate` writes it; at least one.
    position : mapping
        The table behind it, as `citadels_sim.game.Game.position` writes it.
    """

    lines: tuple[str, ...]
    position: Mapping[str, Any]


class _Card(NamedTuple):
    text: str
    type: str


class _Seat(NamedTuple):
    name: str
    marks: tuple[str, ...]
    gold: int
    characters: tuple[str, ...]
    hand: tuple[_Card, ...]
    city: tuple[_Card, ...]


class _Shown(NamedTuple):
    round: int
    heading: str
    lines: tuple[str, ...]
    seats: tuple[_Seat, ...]
    deck: int
    ends_round: bool


def replay_page(title: str, about: str, names: Sequence[str], steps: Sequence[Step], table: Table) -> str:
    """Write one self-contained page: with its script the game is stepped through, without it the page is read from top to bottom.

    Parameters
    ----------
    title, about : str
        The game's name, and where it comes from.
    names : sequence of str
        Of the seats.
    steps : sequence of Step
        In order; the first is the beginning of the game.
    table : Table
        The variant's, with the costs of districts.

    Returns
    -------
    str
        HTML. Whatever is in names and lines is text there.
    """
    environment = Environment(
        loader=PackageLoader("citadels_sim.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )  # fmt: skip
    shown: list[_Shown] = []
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        shown.append(_shown(step, after, shown[-1].round if shown else 0, names, table))
    page = environment.get_template("replay.html.j2").render(title=title, about=about, steps=shown)
    return with_policy(page)


def _shown(step: Step, after: Step | None, earlier: int, names: Sequence[str], table: Table) -> _Shown:
    """Write a step; `earlier` is the round of the step before it."""
    position = step.position
    heading = step.lines[0] if _begins_round(step) else ""
    seats = tuple(_seat(seat, player, names[seat], position, table) for seat, player in enumerate(position["players"]))
    lines = tuple(line.strip() for line in step.lines[bool(heading) :])
    return _Shown(earlier + bool(heading), heading, lines, seats, len(position["deck"]), after is None or _begins_round(after))


def _begins_round(step: Step) -> bool:
    return step.lines[0].startswith("Round ")


def _seat(seat: int, player: Mapping[str, Any], name: str, position: Mapping[str, Any], table: Table) -> _Seat:
    marks = (*(["crown"] if position["crown"] == seat else []), *(["complete city"] if seat in position["completed"] else []))
    city = _cards((built["district"] for built in player["city"]), table)
    people = tuple(_person(id, position) for id in player["characters"])
    return _Seat(name, marks, player["gold"], people, _cards(player["hand"], table), city)


def _person(id: str, position: Mapping[str, Any]) -> str:
    marks = [mark for mark in ("murdered", "robbed", "bewitched") if position[mark] == id]
    return f"{character(id).title} ({', '.join(marks)})" if marks else character(id).title


def _cards(ids: Iterable[str], table: Table) -> tuple[_Card, ...]:
    places = [(district(id), table.costs[id]) for id in ids]
    return tuple(_Card(place.title if cost is None else f"{place.title} {cost}", place.type.id) for place, cost in places)
