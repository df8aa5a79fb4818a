"""The export of the app BG Stats: JSON whose plays, games and players refer to each other by number.

Names and kinds of its fields are those that public programs read which import such exports: ``plays[]`` with ``gameRefId``, ``playDate``
(``YYYY-MM-DD hh:mm:ss``), ``rounds`` (0: not noted), ``ignored`` and ``playerScores[]``, each with ``playerRefId``, ``score`` (a text),
``seatOrder`` (0: not noted), ``startPlayer``, ``winner`` and perhaps ``role``; ``players[]`` with ``isAnonymous``; ``games[]`` with
``bggId``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from citadels_sim.plays.game import MOST_POINTS
from citadels_sim.plays.reading.entry import MOST_GAMES, Entry, Read, Refused, characters_of, game_of
from citadels_sim.plays.reading.titles import is_citadels
from citadels_sim.text import listed

_KEYS: Final = ("plays", "games")


def is_bgstats(data: object) -> bool:
    """Return whether JSON is such an export."""
    return isinstance(data, Mapping) and all(isinstance(data.get(key), list) for key in _KEYS)


def read_bgstats(data: Mapping[str, Any], characters: frozenset[str]) -> Read:
    """Read the plays of Citadels; a role is taken where it names characters, of which `characters` are known.

    Raises
    ------
    Refused
        With the place of what is wrong.
    """
    games = {_id(one, "id", f"games[{number}]"): one for number, one in enumerate(_tables(data, "games"))}
    players = [(_id(one, "id", f"players[{number}]"), one) for number, one in enumerate(_tables(data, "players"))]
    names = {id: "" if one.get("isAnonymous") is True else str(one.get("name", "")) for id, one in players}
    entries: list[Entry] = []
    left_out: Counter[str] = Counter()
    for number, play in enumerate(_tables(data, "plays")):
        game = games.get(_id(play, "gameRefId", f"plays[{number}]"), {})
        if not is_citadels(str(game.get("name", "")), game.get("bggId")):
            left_out["of other games"] += 1
        elif play.get("ignored"):
            left_out["ignored in BG Stats"] += 1
        elif len(entries) >= MOST_GAMES:
            raise Refused(f"plays[{number}]", f"there are more than {MOST_GAMES:,} games.")
        else:
            entries.append(_entry(play, f"plays[{number}]", names, characters))
    return Read(tuple(entries), None, _words(left_out))


def _words(left_out: Mapping[str, int]) -> tuple[str, ...]:
    return (f"{listed([f'{count:,} {what}' for what, count in left_out.items()])} left out.",) if left_out else ()


def _tables(data: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    tables = data.get(key) or []
    if not isinstance(tables, list):
        raise Refused(key, "should be a list of tables.")
    for number, one in enumerate(tables):
        if not isinstance(one, Mapping):
            raise Refused(f"{key}[{number}]", "should be a table.")
        yield one


def _id(one: Mapping[str, Any], key: str, where: str) -> int | str | None:
    """Return the number by which tables refer to each other, None where there is none."""
    value = one.get(key)
    if value is not None and not isinstance(value, int | str):
        raise Refused(f"{where}.{key}", "should be a number or a word.")
    return value


def _entry(play: Mapping[str, Any], where: str, names: Mapping[Any, str], characters: frozenset[str]) -> Entry:
    scores = play.get("playerScores")
    if not isinstance(scores, list) or not all(isinstance(one, Mapping) for one in scores):
        raise Refused(f"{where}.playerScores", "should be a list of tables.")
    order, seated = _order(scores)

    def place(seat: int | None, field: str) -> str:
        if seat is None:
            return f"{where}.{ {'date': 'playDate', 'players': 'playerScores', 'winner': 'playerScores'}.get(field, field) }"
        key = {"won": "winner", "player": "playerRefId", "characters": "role"}.get(field, field)
        return f"{where}.playerScores[{order[seat]}].{key}"

    rounds = play.get("rounds") or None
    fields = {
        "date": str(play.get("playDate", ""))[:10],
        "rounds": rounds,
        "seated": seated,
        "seats": [_seat(scores[number], place(seat, "score"), names, characters) for seat, number in enumerate(order)],
    }
    return game_of(fields, place)


def _order(scores: Sequence[Mapping[str, Any]]) -> tuple[list[int], bool]:
    """Return the players in the order of their seats from the first one on, and whether that is known."""
    here = list(range(len(scores)))
    seats = [one.get("seatOrder") for one in scores]
    known = [seat for seat in seats if isinstance(seat, int) and seat > 0]
    first = [number for number in here if scores[number].get("startPlayer") is True]
    if len(set(known)) != len(scores) or len(first) != 1:
        return here, False
    order = sorted(here, key=known.__getitem__)
    begin = order.index(first[0])
    return order[begin:] + order[:begin], True


def _seat(score: Mapping[str, Any], place: str, names: Mapping[Any, str], characters: frozenset[str]) -> dict[str, Any]:
    held = characters_of(str(score.get("role") or ""))
    known = all(name in characters for one in held for name in one.split("+"))
    return {
        "player": names.get(_id(score, "playerRefId", place.rpartition(".")[0]), "") or 0,
        "characters": held if known else (),
        "score": points(str(score.get("score") or ""), place),
        "won": score.get("winner") is True,
    }


def points(text: str, place: str) -> int | None:
    """Read the points of a seat, None where there are none; scores of these logs are free text.

    Raises
    ------
    Refused
        If it is no whole number.
    """
    plain = text.strip().removesuffix(".0")
    if not plain:
        return None
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 6 and int(plain) <= MOST_POINTS):
        raise Refused(place, f"'{plain[:40]!s}' should be a whole number of points from 0 to {MOST_POINTS}.")
    return int(plain)
