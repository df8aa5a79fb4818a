"""One game that people played, as it is kept, and whether some rules allow it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Final, NamedTuple, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from citadels_sim.errors import nearest
from citadels_sim.text import cut, visible_line
from citadels_sim.variants import Table, Variant

MOST_ROUNDS: Final = 200
MOST_POINTS: Final = 999
_WORDS: Final = 6
"""Words of a character's name without a comma, two of a round together."""
LONGEST_PLAYER: Final = 60
"""Characters of a player's name."""
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def _is_date(text: str) -> str:
    if text and (not _ISO.fullmatch(text) or not _known(text)):
        raise ValueError("should be a date such as 2026-11-27")
    return text


def _known(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _player(value: int | str) -> int | str:
    if isinstance(value, int):
        if not 0 <= value <= 1_000_000:
            raise ValueError("should be from 0 to 1000000")
        return value
    if len(value) > LONGEST_PLAYER:
        raise ValueError(f"should be a name of at most {LONGEST_PLAYER} characters")
    return visible_line(value)


class PlayedSeat(BaseModel):
    """A seat of a game.

    Attributes
    ----------
    player : int or str
        A number in the place of a name, or the name itself; 0 where nobody is named.
    characters : tuple of str
        Those it had, in the order of rounds, or the last one alone; two of one round are joined by ``+``.
    score : int or None
        Points at the end.
    won : bool
        Whether it won, alone or with others.
    bot : str
        The bot that played it; empty: a person did.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    player: Annotated[int | str, AfterValidator(_player)] = 0
    characters: tuple[Annotated[str, Field(max_length=200)], ...] = Field(default=(), max_length=MOST_ROUNDS)
    score: Annotated[int, Field(ge=0, le=MOST_POINTS)] | None = None
    won: bool = False
    bot: Annotated[str, Field(max_length=1000), AfterValidator(visible_line)] = ""

    @property
    def last(self) -> tuple[str, ...]:
        """The characters that it had at the end."""
        return tuple(self.characters[-1].split("+")) if self.characters else ()

    @property
    def had(self) -> frozenset[str]:
        """All characters that it had in the game."""
        return frozenset(name for held in self.characters for name in held.split("+"))


class PlayedGame(BaseModel):
    """A game.

    Attributes
    ----------
    date : str
        ISO; empty where it is not known.
    rounds : int or None
        Its length.
    seated : bool
        Whether the seats stand in their order, the one that had the first crown first.
    seats : tuple of PlayedSeat
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    date: Annotated[str, AfterValidator(_is_date)] = ""
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    seated: bool = True
    seats: tuple[PlayedSeat, ...] = Field(min_length=2, max_length=8)

    @model_validator(mode="after")
    def _has_a_winner(self) -> Self:
        if not any(seat.won for seat in self.seats):
            raise ValueError("seats should have a winner")
        return self

    @property
    def of_people(self) -> bool:
        """Whether no bot sat at the table."""
        return not any(seat.bot for seat in self.seats)

    @property
    def key(self) -> str:
        """What two records of one game have in common: all but the players."""
        seats = [(seat.characters, seat.score, seat.won, seat.bot) for seat in self.seats]
        parts = [self.date, self.rounds, self.seated, seats if self.seated else sorted(seats, key=repr)]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def as_named(game: PlayedGame, variant: Variant) -> PlayedGame:
    """Write the characters of a game as the rules name them: two words without a comma, or a title, stand for a character, too.

    ``night owl`` and ``Night "Owl"`` are ``night-owl``; what is no character stays as it is, for `faults`.
    """
    players, (least, most) = len(game.seats), variant.players
    if not least <= players <= most:
        return game
    table = variant.at(players)
    ids = [id for ids in table.cast.values() for id in ids]
    known = {_letters(table.cards.character(id).title): id for id in ids} | {_letters(id): id for id in ids}
    known.pop("", None)
    seats = tuple(seat.model_copy(update={"characters": _joined(seat.characters, known)}) for seat in game.seats)
    return game.model_copy(update={"seats": seats})


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _joined(words: tuple[str, ...], known: Mapping[str, str]) -> tuple[str, ...]:
    """Join neighbouring words that name a character only together; a character is one of `known` by its letters."""
    found, at = [], 0
    while at < len(words):
        for width in range(1, _WORDS + 1):
            parts = [known.get(_letters(part)) for part in "-".join(words[at : at + width]).split("+")]
            if all(parts) and at + width <= len(words):
                found.append("+".join(filter(None, parts)))
                break
        else:
            width = 1
            found.append(words[at])
        at += width
    return tuple(found)


class GameFault(NamedTuple):
    """What is wrong in a game: at which seat (None: in the game), in which field of it, and in words."""

    seat: int | None
    field: str
    text: str


def faults(game: PlayedGame, variant: Variant) -> Iterator[GameFault]:
    """Iterate over what the rules do not allow in a game.

    Parameters
    ----------
    game : PlayedGame
    variant : Variant
        The rules that it is said to be of.
    """
    players, (least, most) = len(game.seats), variant.players
    if not least <= players <= most:
        yield GameFault(None, "players", f"{players} players, but {variant.name} seats {least} to {most}")
        return
    table = variant.at(players)
    names = {name for ids in table.cast.values() for name in ids}
    unknown = False
    for number, seat in enumerate(game.seats):
        for name in (name for held in seat.characters for name in held.split("+")):
            if name not in names:
                word = cut(visible_line(name), 60)
                yield GameFault(
                    number, "characters", f"'{word}' is not a character of {variant.name} with {players} players.{nearest(name, names)}"
                )
                unknown = True
                break
        if game.rounds is not None and len(seat.characters) > game.rounds:
            yield GameFault(number, "characters", f"{len(seat.characters)} rounds of characters in a game of {game.rounds} rounds")
    if not unknown:
        yield from _held_faults(game, table)
    yield from _winner_faults(game, str(table.rules["tie_break"]))


def _held_faults(game: PlayedGame, table: Table) -> Iterator[GameFault]:
    """Iterate over characters that cannot have been held together: a draft has one card of each character, a game one of each rank.

    No power changes who holds a card: the Witch only takes over a turn.
    """
    rank_of = {name: rank for rank, ids in table.cast.items() for name in ids}
    chosen: dict[int, str] = {}
    holders: set[tuple[int, str]] = set()
    longest = game.rounds or max(len(seat.characters) for seat in game.seats)
    for number, seat in enumerate(game.seats):
        # A list that lacks rounds says only who was held at the end.
        first = 0 if len(seat.characters) == longest else len(seat.characters) - 1
        for place, held in enumerate(seat.characters):
            names = held.split("+")
            last = place == len(seat.characters) - 1
            when = "the last round" if last else f"round {place + 1}"
            if len(names) > table.characters_each:
                each = "one character" if table.characters_each == 1 else "two characters"
                yield GameFault(number, "characters", f"'{held}': {each} each in a round with {len(game.seats)} players")
                return
            for name in names:
                other = chosen.setdefault(rank_of[name], name)
                if other != name:
                    text = f"'{name}' and '{other}' both have rank {rank_of[name]}, and a game has one character of each rank"
                    yield GameFault(number, "characters", text)
                    return
                key = (longest - 1 if last else place, name)
                if place >= first and key in holders:
                    where = "twice" if names.count(name) > 1 else "also at another seat"
                    yield GameFault(number, "characters", f"'{name}' is {where} in {when}, and each character is held once in a round")
                    return
                if place >= first:
                    holders.add(key)


def _winner_faults(game: PlayedGame, tie_break: str) -> Iterator[GameFault]:
    winners = [number for number, seat in enumerate(game.seats) if seat.won]
    scores = [seat.score for seat in game.seats]
    best = max((score for score in scores if score is not None), default=None)
    for number in winners:
        if best is not None and scores[number] is not None and (scores[number] or 0) < best:
            yield GameFault(number, "winner", f"won with {scores[number]} points, but another seat has {best}")
            return
    if len(winners) == 1:
        return
    if tie_break == "highest_rank":
        yield GameFault(winners[1], "winner", "a second winner: these rules break every tie by the highest rank")
    elif any(scores[number] is None for number in winners):
        yield GameFault(winners[1], "winner", "a second winner, without points that show the tie")
