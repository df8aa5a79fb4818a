"""Transcripts of `citadels play`, of the terminal and of the browser: the game is played again, and must end as it says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from citadels_sim.engine import journal as j
from citadels_sim.errors import CitadelsError
from citadels_sim.game import Game
from citadels_sim.game.session import people_of, seats_of_bots
from citadels_sim.lineups import seat_name
from citadels_sim.plays.reading.entry import Read, Refused, game_of
from citadels_sim.text import lower_first

_FOLDERS: Final = re.compile(r"^(\w+:@)?.*[/\\]", re.DOTALL)


def is_transcript(data: object) -> bool:
    """Return whether JSON is a transcript."""
    return isinstance(data, Mapping) and "labels" in data and "variant" in data


def read_transcript(data: Mapping[str, Any]) -> Read:
    """Read the game of a transcript, with its rules.

    Raises
    ------
    Refused
        If it is not over, began in the middle, or cannot be played again.
    """
    if "position" in data:
        raise Refused("position", "the game was set up in the middle; only complete games are accepted.")
    try:
        game = Game.from_transcript(data)
    except CitadelsError as error:
        raise Refused("", str(error)) from None
    if not game.over:
        raise Refused("labels", f"the game is not over after {len(data['labels']):,} choices. Play it to its end first.")
    ended, bots, names = game.result(), _bots(data, game.players), _names(data, game.players)
    events = game.journal()
    first = int(events[events["kind"] == j.ROUND][0]["seat"])
    order = [(first + step) % game.players for step in range(game.players)]
    held = _held(game, events)
    seats = [
        {
            "player": 0 if bots[seat] else names[seat],
            "characters": held[seat],
            "score": int(ended["scores"][seat]["total"]),
            "won": seat in ended["winners"],
            "bot": bots[seat],
        }
        for seat in order
    ]
    rounds = int(game.state.public.round_no)

    def place(seat: int | None, field: str) -> str:
        return field if seat is None else f"{lower_first(seat_name(order[seat]))}, {field}"

    entry = game_of({"rounds": rounds, "seats": seats}, place)
    return Read((entry,), game.variant)


def _held(game: Game, events: Any) -> list[tuple[str, ...]]:
    """Return the characters of each seat, round by round."""
    cards = game.variant.cards
    held: list[dict[int, list[str]]] = [{} for _ in range(game.players)]
    for event in events[events["kind"] == j.PICK]:
        name = cards.characters[int(event["character"]) - 1].id
        held[int(event["seat"])].setdefault(int(event["round_no"]), []).append(name)
    return [tuple("+".join(own[number]) for number in sorted(own)) for own in held]


def _bots(data: Mapping[str, Any], players: int) -> list[str]:
    """Return the bot of each seat, empty for a person; a transcript that names none is of people."""
    bots = data.get("bots", [])
    if not bots:
        return [""] * players
    if not isinstance(bots, list) or not all(isinstance(bot, str) and _shown(bot) for bot in bots):
        raise Refused("bots", "should be a list of bots.")
    if (people := people_of(data, players)) is None:
        raise Refused("people", f"should be a list of seats, which with {len(bots)} bots make {players} players.")
    seats = [""] * players
    for place, bot in zip(seats_of_bots(people, players), bots, strict=True):
        seats[place] = _shown(bot)
    return seats


def _shown(bot: str) -> str:
    """Name a bot that is, or has learned, a file without the folders of the file: games are handed on to others."""
    return _FOLDERS.sub(r"\1", bot)


def _names(data: Mapping[str, Any], players: int) -> list[str | int]:
    """Name the people: one alone is the same in all games; of several nobody knows who sat where, unless the file has names for them."""
    names = data.get("seats")
    if "people" in data or data.get("bots"):
        return ["you" if len(people_of(data, players) or ()) == 1 else 0] * players
    if not isinstance(names, list) or len(names) != players:
        return ["you"] * players
    return [str(name) for name in names]
