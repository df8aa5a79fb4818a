"""The 54 districts as data. Costs and counts: classic 4.1-4.3, 2016 4.1-4.3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from citadels_sim.catalogue import district_codes as D  # noqa: N812
from citadels_sim.catalogue.codes import DistrictType, id_of
from citadels_sim.errors import nearest


@dataclass(frozen=True, slots=True)
class District:
    """One district of the catalogue.

    Attributes
    ----------
    code : int
        Its `D` code, equal to its index in `DISTRICTS`.
    id : str
        Kebab-case English name, shared by all editions.
    title : str
        Name for people, as the edition of 2016 (or else the classic one) prints it in English.
    type : DistrictType
        Its type; the purple districts of classic are unique ones.
    cost_classic, cost_2016 : int or None
        Printed cost in gold. None: cannot be built. A district of one edition only has its one cost in both.
    count : int
        Copies: of a basic district in the deck of 66 (classic) or 68 (2016), which agree; of a unique one 1.
    editions : tuple of str
        The boxes that print it, of `PRINTINGS`.
    aka : tuple of str
        What other printings call it.
    effect : str
        What it does: the id of the unique district that prints the effect, its own or one that it borrows; empty: nothing.
    """

    code: int
    id: str
    title: str
    type: DistrictType
    cost_classic: int | None
    cost_2016: int | None
    count: int
    editions: tuple[str, ...]
    aka: tuple[str, ...] = ()
    effect: str = ""

    @property
    def costs(self) -> dict[str, int | None]:
        """Printed cost in gold by edition of the rules: keys ``"classic"`` and ``"2016"``."""
        return {"classic": self.cost_classic, "2016": self.cost_2016}

    @property
    def is_basic(self) -> bool:
        """Whether it is one of the 17 coloured districts, of which the deck holds several."""
        return self.type is not DistrictType.UNIQUE


_BASE: Final = ("classic", "2016")
_DARK: Final = ("dark-city", "2016")
_NEW: Final = ("2016",)


def _basic(code: int, title: str, kind: DistrictType, cost: int, count: int, *aka: str) -> District:
    return District(code, id_of(title), title, kind, cost, cost, count, _BASE, aka)


def _unique(code: int, title: str, cost: int | None, editions: tuple[str, ...], *aka: str, classic: int | None = None) -> District:
    cost_classic, id = cost if classic is None else classic, id_of(title)
    return District(code, id, title, DistrictType.UNIQUE, cost_classic, cost, 1, editions, aka, "" if code == D.BALLROOM else id)


DISTRICTS: Final[tuple[District, ...]] = (
    _basic(D.MANOR, "Manor", DistrictType.NOBLE, 3, 5),
    _basic(D.CASTLE, "Castle", DistrictType.NOBLE, 4, 4),
    _basic(D.PALACE, "Palace", DistrictType.NOBLE, 5, 3),
    _basic(D.TEMPLE, "Temple", DistrictType.RELIGIOUS, 1, 3),
    _basic(D.CHURCH, "Church", DistrictType.RELIGIOUS, 2, 3),
    _basic(D.MONASTERY, "Monastery", DistrictType.RELIGIOUS, 3, 3),
    _basic(D.CATHEDRAL, "Cathedral", DistrictType.RELIGIOUS, 5, 2),
    _basic(D.TAVERN, "Tavern", DistrictType.TRADE, 1, 5),
    _basic(D.MARKET, "Market", DistrictType.TRADE, 2, 4),
    _basic(D.TRADING_POST, "Trading Post", DistrictType.TRADE, 2, 3),
    _basic(D.DOCKS, "Docks", DistrictType.TRADE, 3, 3),
    _basic(D.HARBOR, "Harbor", DistrictType.TRADE, 4, 3),
    _basic(D.TOWN_HALL, "Town Hall", DistrictType.TRADE, 5, 2),
    _basic(D.WATCHTOWER, "Watchtower", DistrictType.MILITARY, 1, 3),
    _basic(D.PRISON, "Prison", DistrictType.MILITARY, 2, 3),
    _basic(D.BARRACKS, "Barracks", DistrictType.MILITARY, 3, 3, "Battlefield"),
    _basic(D.FORTRESS, "Fortress", DistrictType.MILITARY, 5, 2),
    _unique(D.ARMORY, "Armory", 3, _DARK),
    _unique(D.BASILICA, "Basilica", 4, _NEW),
    _unique(D.CAPITOL, "Capitol", 5, _NEW),
    _unique(D.DRAGON_GATE, "Dragon Gate", 6, _BASE),
    _unique(D.FACTORY, "Factory", 5, _DARK, classic=6),
    _unique(D.FRAMEWORK, "Framework", 3, _NEW),
    _unique(D.GOLD_MINE, "Gold Mine", 6, _NEW),
    _unique(D.GREAT_WALL, "Great Wall", 6, _BASE),
    _unique(D.HAUNTED_QUARTER, "Haunted Quarter", 2, _BASE, "Haunted City", "Court of Miracles"),
    _unique(D.IMPERIAL_TREASURY, "Imperial Treasury", 5, _DARK, classic=4),
    _unique(D.IVORY_TOWER, "Ivory Tower", 5, _NEW),
    _unique(D.KEEP, "Keep", 3, _BASE),
    _unique(D.LABORATORY, "Laboratory", 5, _BASE),
    _unique(D.LIBRARY, "Library", 6, _BASE),
    _unique(D.MAP_ROOM, "Map Room", 5, _DARK),
    _unique(D.MONUMENT, "Monument", 4, _NEW),
    _unique(D.MUSEUM, "Museum", 4, _DARK),
    _unique(D.NECROPOLIS, "Necropolis", 5, _NEW),
    _unique(D.OBSERVATORY, "Observatory", 4, _BASE, classic=5),
    _unique(D.PARK, "Park", 6, _DARK),
    _unique(D.POOR_HOUSE, "Poor House", 4, _DARK, classic=5),
    _unique(D.QUARRY, "Quarry", 5, _DARK),
    _unique(D.SCHOOL_OF_MAGIC, "School of Magic", 6, _BASE),
    _unique(D.SECRET_VAULT, "Secret Vault", None, _NEW),
    _unique(D.SMITHY, "Smithy", 5, _BASE, "Manufacture"),
    _unique(D.STABLES, "Stables", 2, _NEW),
    _unique(D.STATUE, "Statue", 3, _NEW),
    _unique(D.THEATER, "Theater", 6, _NEW),
    _unique(D.THIEVES_DEN, "Thieves' Den", 6, _NEW),
    _unique(D.WISHING_WELL, "Wishing Well", 5, _DARK),
    _unique(D.GRAVEYARD, "Graveyard", 5, ("classic",)),
    _unique(D.UNIVERSITY, "University", 6, ("classic",)),
    _unique(D.LIGHTHOUSE, "Lighthouse", 3, ("dark-city",)),
    _unique(D.BELL_TOWER, "Bell Tower", 5, ("dark-city",)),
    _unique(D.HOSPITAL, "Hospital", 6, ("dark-city",)),
    _unique(D.THRONE_ROOM, "Throne Room", 6, ("dark-city",)),
    _unique(D.BALLROOM, "Ballroom", 6, ("dark-city",)),
)
"""All districts; the index is the code."""

BASICS: Final[tuple[District, ...]] = tuple(d for d in DISTRICTS if d.is_basic)
"""The 17 basic districts, by code."""

UNIQUES: Final[tuple[District, ...]] = tuple(d for d in DISTRICTS if not d.is_basic)
"""The 37 unique (classic: purple) districts, by code."""

EFFECTS: Final[tuple[str, ...]] = tuple(d.effect for d in UNIQUES if d.effect)
"""What districts do, each by the id of the one that prints it; the Ballroom's phrase is no matter of rules."""

_BY_ID: Final = {d.id: d for d in DISTRICTS}


def district(id: str) -> District:
    """The district of this id.

    Raises
    ------
    KeyError
        If there is none; the message names the nearest one.
    """
    try:
        return _BY_ID[id]
    except KeyError:
        raise KeyError(f"there is no district '{id}'.{nearest(id, _BY_ID)}") from None


def district_by_code(code: int) -> District:
    """The district of this `D` code; KeyError if there is none."""
    if 0 <= code < len(DISTRICTS):
        return DISTRICTS[code]
    raise KeyError(f"there is no district with code {code}; codes are 0 to {len(DISTRICTS) - 1}")
