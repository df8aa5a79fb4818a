"""Writing positions and views: plain dictionaries of the game API's keys."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from citadels_sim.catalogue import PACKAGED, Cards
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.errors import PositionError
from citadels_sim.game.layout import lay_out, position_of
from citadels_sim.game.markers import written_threats, written_warrants
from citadels_sim.game.model import Player, Position
from citadels_sim.game.pending import write_pending


def _names(position: Position, codes: tuple[int, ...]) -> list[str]:
    return [position.cards.district_of(code).id for code in codes]


def _people(position: Position, ranks: tuple[int, ...]) -> list[str]:
    return [position.character(rank) for rank in ranks]


def _person(position: Position, rank: int) -> str | None:
    return position.character(rank) if rank else None


def _player(position: Position, player: Player) -> dict[str, Any]:
    """Write one seat."""
    city = [
        {
            "district": position.cards.district_of(built.code).id,
            "beautified": built.beautified,
            "tucked": _names(position, built.tucked),
            "round": built.round_no,
        }
        for built in player.city
    ]
    hand = sorted(_names(position, player.hand))
    return {"gold": player.gold, "hand": hand, "city": city, "characters": _people(position, player.ranks)}


def _open_keys(position: Position) -> dict[str, Any]:
    """Write all keys of a position but ``pending``."""
    out: dict[str, Any] = {
        "round": position.round_no,
        "crown": position.crown,
        "players": [_player(position, player) for player in position.players],
        "deck": _names(position, position.deck or ()),
        "seed": position.seed,
        "face_up": _people(position, position.face_up),
        "face_down": sorted(_people(position, position.face_down)),
        "next_rank": position.next_rank,
        "murdered": _person(position, position.murdered),
        "robbed": _person(position, position.robbed),
        "bewitched": _person(position, position.bewitched),
        "warrants": written_warrants(position, known=True),
        "threats": written_threats(position, known=True),
        "tax": position.tax,
        "builders": list(position.builders),
        "completed": list(position.completed or ()),
        "first": list(position.first or ()),
        "bell_tower": position.bell_tower,
        "cast": _people(position, tuple(sorted(position.cast))),
    }
    if not position.strict:
        out["strict"] = False
    return out


def written(state: State, rules: Rules, strict: bool = True, cards: Cards = PACKAGED) -> dict[str, Any]:
    """Write a game as a complete position.

    Parameters
    ----------
    state : record of dtype STATE
        A game at a decision, or over.
    rules : record of dtype RULES
    strict : bool
        Whether the deck's number of copies holds; written only when it does not.
    cards : Cards
        Those of the variant.

    Returns
    -------
    dict
        JSON-able; all keys of the game API, and ``pending``.
    """
    position = position_of(state, strict, cards)
    return {**_open_keys(position), "pending": write_pending(state, lay_out(position, rules), cards)}


def view(state: State, seat: int, strict: bool = True, cards: Cards = PACKAGED) -> dict[str, Any]:
    """Write a game as one seat may know it.

    Hidden cards are null in lists of the right length. A character of another seat is shown when its rank has been called, unless it was
    murdered and stayed silent, or when this seat gave it away in the Theater; shown ones come before hidden ones, so that a null's place
    reveals nothing.
    Warrants and threats show their faces to their owner, and to all when the signed one, or the flower, has been turned up.

    Parameters
    ----------
    state : record of dtype STATE
    seat : int
    strict, cards
        As for `written`.

    Returns
    -------
    dict
        JSON-able, of the shape of a position; ``seed`` and ``pending`` are null.

    Raises
    ------
    PositionError
        If there is no such seat.
    """
    position = position_of(state, strict, cards)
    players = len(position.players)
    if isinstance(seat, bool) or not isinstance(seat, Integral) or not 0 <= seat < players:
        raise PositionError(f"seat: there is no seat {seat!r} at this table; seats are 0 to {players - 1}")
    out = _open_keys(position)
    out["deck"] = [None] * len(out["deck"])
    out["seed"] = None
    out["face_down"] = [None] * len(out["face_down"])
    for other, player in enumerate(position.players):
        if other == seat:
            continue
        given = _given_in_theater(state, seat, other)
        shown = [rank for rank in player.ranks if state.public.called[rank] == other or rank == given]
        hidden: list[str | None] = [None] * (len(player.ranks) - len(shown))
        for built in out["players"][other]["city"]:
            built["tucked"] = [None] * len(built["tucked"])
        out["players"][other]["hand"] = [None] * len(player.hand)
        out["players"][other]["characters"] = _people(position, tuple(shown)) + hidden
    out["warrants"] = written_warrants(position, known=bool(state.seat[seat].signed) or not position.warrants.face)
    out["threats"] = written_threats(position, known=bool(seat == state.public.blackmailer or state.public.flower_shown))
    out["pending"] = None
    return out


def _given_in_theater(state: State, seat: int, other: int) -> int:
    """Rank that a seat gave to another one in the Theater this round, 0 when it cannot know who has it now.

    Where either of them has exchanged with a third one since, what the other one holds is no longer certain.
    """
    mine, theirs = state.seat[seat], state.seat[other]
    if not mine.theater_gave or not theirs.theater_gave or mine.theater_with != other or theirs.theater_with != seat:
        return 0
    return int(mine.theater_gave)
