"""The 27 characters as data. Ranks and incomes: classic 3, 2016 0.2 and 3."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from citadels_sim.catalogue import character_codes as C  # noqa: N812
from citadels_sim.catalogue.codes import DistrictType, id_of
from citadels_sim.errors import nearest

NO_POWER: Final = "none"
"""The power of a character that does nothing on demand, nor to others."""
Used = Literal["chosen", "unasked", "printed"]


@dataclass(frozen=True, slots=True)
class Character:
    """One character of the catalogue.

    Attributes
    ----------
    code : int
        Its `C` code, 1 to 27; its place is ``CHARACTERS[code - 1]``.
    id : str
        Kebab-case English name, shared by all editions.
    title : str
        Name for people.
    rank : int
        Rank in the edition of 2016, 1 to 9, or the one that a variant gives it.
    rank_classic : int
        Rank in the classic family; the same, but 2 for the Tax Collector.
    income : DistrictType or None
        The type of the districts that it is paid for (gold, or cards for Patrician and Cardinal).
    editions : tuple of str
        The boxes that print it, of `PRINTINGS`.
    power : str
        The packaged character whose power it has: its own id where a variant says nothing else, or "none".
    line : str
        What its card does, in a line for a person at the table; empty of one that a variant declares, whose keys say it. Where editions
        differ it says what they have in common.
    used : {"chosen", "unasked", "printed"}
        How its power is used: at a moment of the turn that its player chooses; by itself, or with something else such as building; or it
        has none beyond what every card may have (income, bonus, builds ...), so that who borrows its power gets nothing.
    """

    code: int
    id: str
    title: str
    rank: int
    rank_classic: int
    income: DistrictType | None
    editions: tuple[str, ...]
    power: str = NO_POWER
    line: str = ""
    used: Used = "unasked"

    @property
    def ranks(self) -> dict[str, int]:
        """Rank by edition of the rules: keys ``"classic"`` and ``"2016"``."""
        return {"classic": self.rank_classic, "2016": self.rank}


ROYALS: Final = ("king", "emperor", "patrician")
"""Characters of the crown, by id: what the rulebooks say of rank 4 is about them."""


def royal_ranks(edition: str, people: Iterable[Character]) -> frozenset[int]:
    """Return the ranks that are never removed face up, and beside which a Queen is paid.

    That is rank 4; in the classic rules, which name the King and the Emperor, it is wherever these sit in the cast, if any of them does.
    """
    named = {each.ranks[edition] for each in people if each.id in ROYALS} if edition == "classic" else set()
    return frozenset(named or {ROYAL})


ROYAL: Final = 4
"""The rank of the crown."""
_BASE: Final = ("classic", "2016")
_DARK: Final = ("dark-city", "2016")
_NEW: Final = ("2016",)


def _character(
    code: int,
    title: str,
    rank: int,
    editions: tuple[str, ...],
    line: str,
    income: DistrictType | None = None,
    *,
    used: Used = "chosen",
    classic: int | None = None,
) -> Character:
    return Character(code, id_of(title), title, rank, rank if classic is None else classic, income, editions, id_of(title), line, used)


CHARACTERS: Final[tuple[Character, ...]] = (
    _character(C.ASSASSIN, "Assassin", 1, _BASE, "Names another character, who is murdered: its player stays silent and loses the turn."),
    _character(
        C.WITCH,
        "Witch",
        1,
        _DARK,
        "Gathers, then bewitches another character and waits. When it is called, its player only gathers; the Witch plays its turn.",
        used="unasked",
    ),
    _character(
        C.MAGISTRATE,
        "Magistrate",
        1,
        _NEW,
        "Lays three warrants at characters, one of them signed. The signed one may cost its player the first district paid for.",
    ),
    _character(
        C.THIEF, "Thief", 2, _BASE, "Names a character of a later rank. When it is called, all of its player's gold is the Thief's."
    ),
    _character(
        C.SPY,
        "Spy",
        2,
        _NEW,
        "Names a player and a type of district, looks at the hand: for each card of the type, 1 gold from the player and 1 card drawn.",
    ),
    _character(
        C.BLACKMAILER,
        "Blackmailer",
        2,
        _NEW,
        "Lays two threats, one with the flower. A threatened player pays half the gold, or risks losing all of it to the flower.",
    ),
    _character(C.MAGICIAN, "Magician", 3, _BASE, "Swaps hands with another player, or exchanges cards of its hand with the deck."),
    _character(
        C.WIZARD,
        "Wizard",
        3,
        _DARK,
        "Looks at another player's hand and takes a card from it, to keep, or to build at once beyond the limit.",
    ),
    _character(
        C.SEER,
        "Seer",
        3,
        _NEW,
        "Takes a random card from each other player, then gives each of them one card back. May build two districts.",
    ),
    _character(C.KING, "King", 4, _BASE, "Takes the crown. Gets 1 gold for each noble district.", DistrictType.NOBLE, used="printed"),
    _character(
        C.EMPEROR,
        "Emperor",
        4,
        _DARK,
        "Gives the crown to another player, who gives a gold or a card for it. Gets 1 gold for each noble district.",
        DistrictType.NOBLE,
    ),
    _character(
        C.PATRICIAN, "Patrician", 4, _NEW, "Takes the crown. Draws 1 card for each noble district.", DistrictType.NOBLE, used="printed"
    ),
    _character(
        C.BISHOP,
        "Bishop",
        5,
        _BASE,
        "Gets 1 gold for each religious district; while the Bishop lives, rank 8 cannot touch this city.",
        DistrictType.RELIGIOUS,
        used="printed",
    ),
    _character(
        C.ABBOT, "Abbot", 5, _DARK, "Is paid for religious districts, and takes 1 gold from the richest player.", DistrictType.RELIGIOUS
    ),
    _character(
        C.CARDINAL,
        "Cardinal",
        5,
        _NEW,
        "Draws 1 card for each religious district. May take the gold missing for a district from one player, giving a card for each.",
        DistrictType.RELIGIOUS,
        used="unasked",
    ),
    _character(
        C.MERCHANT, "Merchant", 6, _BASE, "Gets 1 gold for each trade district, and 1 extra gold.", DistrictType.TRADE, used="printed"
    ),
    _character(C.ALCHEMIST, "Alchemist", 6, _DARK, "Gets back the gold paid for building at the end of the turn.", used="unasked"),
    _character(
        C.TRADER,
        "Trader",
        6,
        _NEW,
        "Gets 1 gold for each trade district, and may build any number of trade districts beyond the limit.",
        DistrictType.TRADE,
        used="unasked",
    ),
    _character(C.ARCHITECT, "Architect", 7, _BASE, "Draws two extra cards, and may build three districts.", used="printed"),
    _character(C.NAVIGATOR, "Navigator", 7, _DARK, "Takes four extra gold or four extra cards, and may build nothing."),
    _character(C.SCHOLAR, "Scholar", 7, _NEW, "Draws seven cards and keeps one. May build two districts."),
    _character(
        C.WARLORD,
        "Warlord",
        8,
        _BASE,
        "Gets 1 gold for each military district. May destroy a district for 1 gold less than its cost.",
        DistrictType.MILITARY,
    ),
    _character(
        C.DIPLOMAT,
        "Diplomat",
        8,
        _DARK,
        "Gets 1 gold for each military district. May exchange an own district for another player's, paying the difference.",
        DistrictType.MILITARY,
    ),
    _character(
        C.MARSHAL,
        "Marshal",
        8,
        _NEW,
        "Gets 1 gold for each military district. May seize a district of cost 3 or less from another player, paying its cost.",
        DistrictType.MILITARY,
    ),
    _character(C.QUEEN, "Queen", 9, _DARK, "Gets 3 gold when sitting beside the player of rank 4.", used="unasked"),
    _character(C.ARTIST, "Artist", 9, _DARK, "Beautifies up to two own districts, each with 1 gold: its cost and its points rise by 1."),
    # classic 3.2 prints the Tax Collector with rank 2 (in the Thief's place), 2016 with rank 9.
    _character(C.TAX_COLLECTOR, "Tax Collector", 9, _DARK, "Gets 1 gold of tax from each player who builds.", used="unasked", classic=2),
)
"""All characters in order of their codes, which begin at 1."""

_BY_ID: Final = {c.id: c for c in CHARACTERS}


def character(id: str) -> Character:
    """The character of this id.

    Raises
    ------
    KeyError
        If there is none; the message names the nearest one.
    """
    try:
        return _BY_ID[id]
    except KeyError:
        raise KeyError(f"there is no character '{id}'.{nearest(id, _BY_ID)}") from None


def character_by_code(code: int) -> Character:
    """The character of this `C` code, 1 to 27; KeyError if there is none."""
    if 1 <= code <= len(CHARACTERS):
        return CHARACTERS[code - 1]
    raise KeyError(f"there is no character with code {code}; codes are 1 to {len(CHARACTERS)}")
