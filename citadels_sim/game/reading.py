"""Reading a position: every check of the game API, all faults reported at once, each with the dotted path of its key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from citadels_sim.engine.state import CITY
from citadels_sim.game.faults import Faults
from citadels_sim.game.markers import check_markers, read_threats, read_warrants
from citadels_sim.game.model import CITY_KEYS, KEYS, SEAT_KEYS, Built, Player, Position
from citadels_sim.variants import Table
from citadels_sim.variants.seating import ONCE

MAX_SEED: Final = 2**63 - 1
MAX_GOLD: Final = 30_000
"""Journal and tables hold gold in 16 bits; no game comes near."""
MAX_ROUND: Final = 30_000

_OWNERS: Final = {"bewitched": "witch", "warrants": "magistrate", "threats": "blackmailer", "tax": "tax-collector"}
"""The power without which a key can say nothing."""


@dataclass(slots=True)
class Opening:
    """What must be known of a position before its table can be set up: how many players, the seed, the cast if it is given."""

    data: dict[str, Any]
    players: int
    seed: int
    faults: Faults


def read_opening(data: object) -> Opening:
    """Read the keys that decide the table of the position.

    Raises
    ------
    PositionError
        If it is no object or has no players.
    """
    faults = Faults()
    known = faults.keys("", data, KEYS, "a position")
    players = 0
    if isinstance(data, Mapping):
        if "players" not in known:
            faults.add("players", "is missing; a position has one object per seat, {} at least")
        else:
            players = len(list(faults.items("players", known["players"], "objects, one per seat")))
    seed = faults.whole("seed", known.get("seed", 0), 0, MAX_SEED, "a seed")
    if players == 0:
        if isinstance(known.get("players"), list | tuple):
            faults.add("players", "is empty; a position has one object per seat, {} at least")
        faults.raise_if_any()
    return Opening(known, players, seed, faults)


def read_cast(value: object, table: Table, faults: Faults) -> dict[int, int]:
    """Read the cast: one character for each rank of the table. Return rank to character code."""
    by_rank: dict[int, int] = {}
    cards = table.cards
    ranks = list(table.cast)
    for where, item in faults.items("cast", value, "character ids"):
        name = faults.name(where, item, cards.by_character_id, "character")
        if name is None:
            continue
        rank = int(table.rules["tax_collector_rank"]) if name == "tax-collector" else cards.character(name).rank
        if rank in by_rank:
            faults.add(
                where, f"'{name}' has rank {rank}, which '{cards.character_of(by_rank[rank]).id}' has already; one character per rank"
            )
        elif rank not in ranks:
            faults.add(where, f"'{name}' has rank {rank}, which is not played at this table (ranks {ranks[0]} to {ranks[-1]})")
        elif cards.character(name).power == "queen" and table.players < 5:
            faults.add(where, f"the {cards.title(name)} needs at least five players")
        elif cards.character(name).power == "emperor" and table.players < 3:
            faults.add(where, f"the {cards.title(name)} needs at least three players")
        by_rank.setdefault(rank, cards.character(name).code)
    powers = Counter(cards.character_of(code).power for code in by_rank.values())
    for power in (power for power in ONCE if powers[power] > 1):
        names = ", ".join(who.id for who in map(cards.character_of, by_rank.values()) if who.power == power)
        faults.add("cast", f"has several with the power of the {cards.title(power)} ({names}): {ONCE[power]}")
    missing = [rank for rank in ranks if rank not in by_rank]
    if missing and not faults.messages:
        faults.add("cast", f"has nobody of rank {', '.join(map(str, missing))}; a cast has one character for each rank, or is left out")
    return by_rank


@dataclass(slots=True)
class _Reader:
    """Reads the rest of a position at a table whose cast is known."""

    table: Table
    cast: Mapping[int, int]
    faults: Faults
    taken: dict[int, str] = field(default_factory=dict)

    def rank(self, where: str, value: object) -> int:
        """Read a character of the cast; return its rank, 0 after a fault."""
        name = self.faults.name(where, value, self.table.cards.by_character_id, "character")
        if name is None:
            return 0
        for rank, code in self.cast.items():
            if self.table.cards.character_of(code).id == name:
                return rank
        there = ", ".join(self.table.cards.character_of(code).id for code in self.cast.values())
        self.faults.add(where, f"'{name}' is not in this game's cast ({there})")
        return 0

    def once(self, where: str, value: object, taken: dict[int, str], why: str) -> int:
        """Read a character that may occur only once among those `taken`, for the reason given; return its rank, 0 after a fault."""
        rank = self.rank(where, value)
        if rank in taken:
            self.faults.add(where, f"'{value}' is at {taken[rank]} already; {why}")
        elif rank:
            taken[rank] = where
            return rank
        return 0

    def cards(self, where: str, value: object) -> tuple[int, ...]:
        """Read a list of character cards."""
        listed = self.faults.items(where, value, "character ids")
        ranks = [self.once(path, item, self.taken, "there is one card of each character") for path, item in listed]
        return tuple(rank for rank in ranks if rank)

    def marker(self, where: str, value: object) -> int:
        """Read a named character, or null."""
        return 0 if value is None else self.rank(where, value)

    def district(self, where: str, value: object) -> int:
        """Read a district; return its code, -1 after a fault."""
        name = self.faults.name(where, value, self.table.cards.by_district_id, "district")
        return -1 if name is None else self.table.cards.district(name).code

    def districts(self, where: str, value: object) -> tuple[int, ...]:
        """Read a list of districts."""
        codes = [self.district(path, item) for path, item in self.faults.items(where, value, "district ids")]
        return tuple(code for code in codes if code >= 0)

    def seats(self, where: str, value: object) -> tuple[int, ...]:
        """Read a list of different seats."""
        order: list[int] = []
        for path, item in self.faults.items(where, value, "seats"):
            seat = self.faults.whole(path, item, 0, self.table.players - 1, "a seat")
            if seat in order and item == seat:
                self.faults.add(path, f"seat {seat} occurs here twice")
            else:
                order.append(seat)
        return tuple(order)

    def built(self, where: str, value: object, round_no: int) -> Built | None:
        """Read one district of a city: an id, or an object with details."""
        if isinstance(value, str):
            value = {"district": value}
        known = self.faults.keys(where, value, CITY_KEYS, "a district of a city")
        if not isinstance(value, Mapping):
            return None
        if "district" not in known:
            self.faults.add(f"{where}.district", "is missing; which district is it?")
            return None
        code = self.district(f"{where}.district", known["district"])
        beautified = self.faults.flag(f"{where}.beautified", known.get("beautified", False))
        since = self.faults.whole(f"{where}.round", known.get("round", 0), 0, round_no, "the round when it was built")
        tucked = self.districts(f"{where}.tucked", known.get("tucked", ()))
        if code < 0:
            return None
        place = self.table.cards.district_of(code)
        if tucked and place.effect != "museum":
            self.faults.add(f"{where}.tucked", f"there are cards under a museum only, not under '{place.id}'")
        if self.table.costs[place.id] is None:
            self.faults.add(f"{where}.district", f"'{place.id}' cannot be built; it scores from the hand")
            return None
        return Built(code, beautified, since, tucked)

    def player(self, where: str, value: object, round_no: int) -> Player:
        """Read one seat."""
        known = self.faults.keys(where, value, SEAT_KEYS, "a player")
        gold = self.faults.whole(f"{where}.gold", known.get("gold", 0), 0, MAX_GOLD, "gold")
        hand = self.districts(f"{where}.hand", known.get("hand", ()))
        city = [self.built(path, item, round_no) for path, item in self.faults.items(f"{where}.city", known.get("city", ()), "districts")]
        if len(city) > CITY:
            self.faults.add(f"{where}.city", f"has {len(city)} districts; there is room for {CITY}")
            city = []
        ranks = self.cards(f"{where}.characters", known.get("characters", ()))
        most = self.table.characters_each
        if len(ranks) > most:
            text = "one character" if most == 1 else "two characters"
            self.faults.add(f"{where}.characters", f"has {len(ranks)}; with {self.table.players} players each has {text}")
        return Player(gold, hand, tuple(built for built in city if built is not None), tuple(sorted(ranks)))


def read_position(opening: Opening, table: Table, cast: Mapping[int, int], n_up: int) -> Position:
    """Read a whole position; its faults are left in ``opening.faults`` for the caller to add to and to raise.

    Parameters
    ----------
    opening : Opening
        From `read_opening`.
    table : Table
        The variant at this number of players.
    cast : mapping of int to int
        Rank to character code, of this game.
    n_up : int
        Characters that this table removes face up.
    """
    data, faults = opening.data, opening.faults
    reader = _Reader(table, cast, faults)
    last = max(cast)
    round_no = faults.whole("round", data.get("round", 1), 1, MAX_ROUND, "a round")
    crown = faults.whole("crown", data.get("crown", 0), 0, table.players - 1, "a seat")
    listed = faults.items("players", data["players"], "objects, one per seat")
    players = tuple(reader.player(path, item, round_no) for path, item in listed)
    face_up = reader.cards("face_up", data.get("face_up", ()))
    face_down = reader.cards("face_down", data.get("face_down", ()))
    deck = data.get("deck")
    completed = data.get("completed")
    first = data.get("first")
    pending = data.get("pending")
    if pending is not None and not isinstance(pending, Mapping):
        faults.add("pending", "is what position() wrote there, or is left out")
        pending = None
    position = Position(
        round_no=round_no,
        crown=crown,
        players=players,
        deck=None if deck is None else reader.districts("deck", deck),
        seed=opening.seed,
        face_up=face_up,
        face_down=face_down,
        next_rank=faults.whole("next_rank", data.get("next_rank", 1), 1, last + 1, "the next rank"),
        murdered=reader.marker("murdered", data.get("murdered")),
        robbed=reader.marker("robbed", data.get("robbed")),
        bewitched=reader.marker("bewitched", data.get("bewitched")),
        warrants=read_warrants(data.get("warrants"), reader.once, faults),
        threats=read_threats(data.get("threats"), reader.once, faults),
        tax=faults.whole("tax", data.get("tax", 0), 0, MAX_GOLD, "gold"),
        builders=reader.seats("builders", data.get("builders", ())),
        completed=None if completed is None else reader.seats("completed", completed),
        first=None if first is None else reader.seats("first", first),
        bell_tower=faults.flag("bell_tower", data.get("bell_tower", _tower_in_play(table, players))),
        cast=cast,
        strict=faults.flag("strict", data.get("strict", True)),
        pending=pending or None,
        cards=table.cards,
    )
    _check_owners(data, {table.cards.character_of(code).power for code in cast.values()}, faults)
    check_markers(position, faults)
    if position.pending is None and not any(player.ranks for player in players) and not faults.messages:
        _check_start_of_round(position, n_up, faults)
    return position


def _tower_in_play(table: Table, players: tuple[Player, ...]) -> bool:
    """Return whether a Bell Tower works without a word of the position: a city has it, and it need not be announced (classic 5.4)."""
    return table.rules["bell_tower"] == "automatic" and any(
        table.cards.district_of(built.code).effect == "bell-tower" for player in players for built in player.city
    )


def _check_owners(data: Mapping[str, Any], there: Collection[str], faults: Faults) -> None:
    """Refuse what only a character can have done who is not in this game."""
    for key, owner in _OWNERS.items():
        value = data.get(key)
        nothing = value is None or (key == "tax" and value == 0 and not isinstance(value, bool))
        if not nothing and owner not in there:
            plain = "0" if key == "tax" else "null"
            faults.add(key, f"is {value!r}, but there is no {owner} in this game's cast; it is {plain} or left out")


def _check_start_of_round(position: Position, n_up: int, faults: Faults) -> None:
    """Check a removal that the position fixes: as many cards as the table removes, or none given."""
    if position.next_rank != 1:
        text = "but no player has a character, so this is the start of a round; it is 1 or left out"
        faults.add("next_rank", f"is {position.next_rank}, {text}")
    if position.face_up and len(position.face_up) != n_up:
        cards = f"{n_up} character" if n_up == 1 else f"{n_up or 'no'} characters"
        faults.add("face_up", f"has {len(position.face_up)}; at this table {cards} must lie face up; say none to have them drawn")
    if len(position.face_down) > 1:
        text = "before the draft one character lies face down; say none to have it drawn"
        faults.add("face_down", f"has {len(position.face_down)}; {text}")
