"""What a table looks like to a seat, as JSON-able data: made from `Game.view` and the public record alone, so nothing hidden is in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citadels_sim.game import Game
from citadels_sim.game.cards_in_words import card_help, character_line, district_line
from citadels_sim.game.notation import character_id
from citadels_sim.game.table_words import marks, turn, verdict
from citadels_sim.variants import Table


def cards(table: Table) -> dict[str, dict[str, Any]]:
    """Describe every card that a table may have, by id.

    Returns
    -------
    dict
        ``title``; ``type`` (of a district, or ``character``); ``cost`` in gold, None where there is none; ``help``, lines of text.
    """
    people = {id: {"title": table.cards.title(id), "type": "character", "cost": None} for ids in table.cast.values() for id in ids}
    ids = dict.fromkeys((*table.basic, *table.unique, *table.random_from))
    places = {id: {"title": table.cards.title(id), "type": table.district_type(id), "cost": table.costs[id]} for id in ids}
    return {id: {**card, "help": card_help(id, table)} for id, card in (people | places).items()}


def does(id: str, table: Table) -> str:
    """Describe in a line what a character or a unique district does; nothing of other districts."""
    return (
        character_line(id, table)
        if id in table.cards.by_character_id
        else district_line(id, table)
        if table.cards.district(id).effect
        else ""
    )


def table(game: Game, view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Describe what lies on the table beside what the seats have.

    Parameters
    ----------
    game : Game
        Of which the public record is read.
    view : mapping
        What `Game.view` gives a seat, or `Game.position` where everything is open.
    names : sequence of str
        Of all seats.

    Returns
    -------
    dict
        ``cast`` holds rank and id of each character; ``acts`` is the seat that decides, None when the game is over; ``turn`` says whose
        turn it is in words, ``turn_of`` is that seat and its rank, None between turns.
    """
    public = game.state.public
    keys = ("round", "crown", "completed", "next_rank", "face_up", "murdered", "robbed", "bewitched")
    return {
        **{key: view[key] for key in keys},
        "deck": len(view["deck"]),
        "cast": [(rank, character_id(public, rank, game.variant.cards)) for rank, code in enumerate(public.cast) if code],
        "acts": game.actor,
        "turn": turn(game, names),
        "turn_of": None if public.turn_seat < 0 else (int(public.turn_seat), int(public.turn_rank)),
        "marks": marks({**view, "face_up": (), "murdered": None, "robbed": None, "bewitched": None}, game.variant.cards),
    }


def rows(game: Game, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Describe what each seat has; parameters as for `table`.

    Returns
    -------
    list of dict
        ``hand`` holds ids, or is None where it is hidden; ``people`` holds ids, and None for a hidden character; ``worth`` is in gold.
    """
    worth = game.state.public.city_worth
    return [
        {
            "gold": player["gold"],
            "cards": len(player["hand"]),
            "hand": None if None in player["hand"] else player["hand"],
            "city": [(built["district"], built["beautified"], len(built["tucked"])) for built in player["city"]],
            "worth": int(worth[seat]),
            "people": player["characters"],
        }
        for seat, player in enumerate(view["players"])
    ]


def outcome(game: Game, names: Sequence[str]) -> dict[str, Any] | None:
    """Return what `Game.result` gives, and ``verdict``, a sentence; None while the game is not over."""
    return {**game.result(), "verdict": verdict(game.result(), names)} if game.over else None
