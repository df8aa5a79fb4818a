"""Every kind of action that a player can choose, in one table: its label, what it means in a line, whether it can be taken back.

No rule lives here: codes are those of `citadels_sim.engine.actions`, amounts those of the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from citadels_sim.catalogue import C, D, DistrictType
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import share_of
from citadels_sim.engine.characters.holders import TAKES_TURN
from citadels_sim.engine.rules import AMOUNT_PRICE, UNBUILDABLE
from citadels_sim.game.prices import gold_for
from citadels_sim.game.table_names import Names, many
from citadels_sim.text import listed

if TYPE_CHECKING:
    from citadels_sim.game.api import Game

Undo = Literal["", "harmless", "known", "building"]
"""What an action shows by itself: something hidden (empty: it is never taken back), nothing, nothing but a card that the player has seen
already, nothing but whether a warrant at the builder is signed."""
HARMLESS: Final = "harmless"
KNOWN: Final = "known"
BUILDS: Final = "building"

_PASSES: Final = {
    a.THEATER: "Exchange no characters.",
    a.THREAT: "Leave the threat face down.",
    a.WARRANT: "Confiscate nothing.",
    a.GRAVEYARD: "Take nothing from the Graveyard.",
    a.LIGHTHOUSE: "Fetch nothing.",
    a.BELL_TOWER: "Announce nothing.",
}
_PAYMENTS: Final = {a.GIVING_DEN: "Pay for the Thieves' Den with", a.GIVING_LENDER: "Give the lender"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: its arguments in words."""

    game: Game
    names: Names
    code: int

    def argument(self, number: int) -> int:
        """Return an argument of the action, the first of which is 1."""
        return self.code >> 8 * number & 0xFF

    def seat(self, number: int) -> str:
        """Name the player whose seat an argument is."""
        return self.names.inside(self.argument(number))

    def character(self, number: int) -> str:
        """Name the character whose rank an argument is."""
        return f"the {self.names.rank(self.argument(number))}"

    def person(self) -> str:
        """Name the character whose rank the first argument is, with the rank."""
        rank = self.argument(1)
        return f"the {self.names.rank(rank)} (rank {rank})"

    def district(self, number: int) -> str:
        """Name the district that an argument is."""
        code = self.argument(number)
        return f"the {'beautified ' if code & a.STAR else ''}{self.names.place(code & ~a.STAR)}"

    def card(self, number: int = 1) -> str:
        """Name a district with its type and cost, as one looks at a card."""
        code = self.argument(number) & ~a.STAR
        cost = int(self.game.rules.cost[code])
        price = "cannot be built" if cost == UNBUILDABLE else f"{cost} gold"
        return f"{self.district(number)} ({DistrictType(int(self.game.rules.type_of[code])).id}, {price})"

    def rescue(self) -> str:
        """Describe what the Graveyard takes: of several the cheapest."""
        city, rules = int(self.game.state.public.city_mask[int(self.game.state.public.actor)]), self.game.rules
        standing = [code for code in range(len(rules.effect)) if city >> code & 1 and rules.effect[code] == D.GRAVEYARD]
        return many(min(int(rules.amount[AMOUNT_PRICE][code]) for code in standing), "gold", "gold")

    def gold(self) -> str:
        """Describe the engine's price."""
        return many(int(ready(gold_for)(self.game.state, self.game.rules, self.code)), "gold", "gold")


def _income(c: Choice) -> str:
    public = c.game.state.public
    kind = int(c.game.rules.income_type[int(public.turn_char)])
    return f"Take your income for your {DistrictType(kind).id} districts." if kind >= 0 else "Take your income."


def _bonus(c: Choice) -> str:
    return f"Take the extra gold or cards of the {c.names.title(c.game.state.public.turn_char)}."


def _built(c: Choice) -> str:
    kind = DistrictType(int(c.game.rules.type_of[c.argument(1)])).id
    return f"Build {c.district(1)} ({kind}) for {c.gold()}."


def _den(c: Choice) -> str:
    return f"Build the Thieves' Den, paying {many(c.argument(1), 'card')} and the rest in gold."


def _put_away(c: Choice) -> str:
    reason = _PAYMENTS.get(int(c.game.state.public.giving), "Give away")
    return f"{reason} {c.card()}."


def _bribe(c: Choice) -> int:
    return share_of(_stash(c), _of_power(c, C.BLACKMAILER, "blackmailer_share"))


def _of_power(c: Choice, power: int, field: str) -> int:
    """Return the number of a power of which a cast has one at most, as the card has it that sits there."""
    rules = c.game.rules
    return int(rules[field][c.game.state.public.cast[rules.rank_of[power]]])


def _warrants(c: Choice) -> str:
    blanks = [c.character(place) for place in (2, 3) if c.argument(place)]
    at = f", blank {'ones' if len(blanks) > 1 else 'one'} at {listed(blanks)}" if blanks else ""
    return f"Lay the signed warrant at {c.character(1)}{at}."


def _takes_turn(c: Choice) -> bool:
    return bool(c.game.rules.assassin_murder[int(c.game.state.public.turn_char)] == TAKES_TURN)


def _foresight(c: Choice) -> str:
    who = int(c.game.state.public.turn_char)
    taken, back = (int(c.game.rules[field][who]) for field in ("seer_cards", "seer_back"))
    given = {0: "give none back", 1: "give one back to each"}.get(back, f"give {back} back to each")
    return f"Take {'a card' if taken == 1 else many(taken, 'card')} by lot from every other hand, and {given}."


def _mixed_income(c: Choice) -> str:
    gold = c.argument(1)
    return f"Take your income: {many(gold, 'gold', 'gold')}, and the rest in cards."


def _tithe(c: Choice) -> str:
    gold = int(c.game.rules.abbot_tithe[c.game.state.public.turn_char])
    return f"Take {gold} gold from {c.seat(1)}, who is the richest."


def _passed(c: Choice) -> str:
    return _PASSES[int(c.game.state.public.decision)]


def _stash(c: Choice) -> int:
    return int(c.game.state.public.gold[int(c.game.state.public.actor)])


class ActionWords(NamedTuple):
    """A kind of action in words.

    Attributes
    ----------
    form : str
        Its label. What stands in angle brackets takes the action's arguments, in their order: ``<c>`` a rank, written as the character
        that this game has there, ``<d>`` a district, ``<s>`` a seat, ``<n>`` a number, ``<t>`` a type of district.
    meaning : callable
        Says in a line what it does.
    undo : str
        See `Undo`.
    """

    form: str
    meaning: Callable[[Choice], str]
    undo: Undo = ""


ACTION_WORDS: Final[dict[int, ActionWords]] = {
    a.A_PICK: ActionWords("pick:<c>", lambda c: f"Take {c.person()}.", HARMLESS),
    a.A_DISCARD_CHARACTER: ActionWords("discard:<c>", lambda c: f"Lay {c.person()} face down.", HARMLESS),
    a.A_GOLD: ActionWords("gold", lambda _: "Gather gold.", HARMLESS),
    a.A_CARDS: ActionWords("cards", lambda _: "Gather cards."),
    a.A_KEEP: ActionWords("keep:<d>", lambda c: f"Keep {c.card()}.", KNOWN),
    a.A_INCOME: ActionWords("income", _income, HARMLESS),
    a.A_BONUS: ActionWords("bonus", _bonus, HARMLESS),
    a.A_BUILD: ActionWords("build:<d>", _built, BUILDS),
    a.A_MURDER: ActionWords(
        "murder:<c>",
        lambda c: f"Murder {c.person()}: {'its turn is lost' if _takes_turn(c) else 'it keeps its turn, but nothing on its card counts'}.",
        HARMLESS,
    ),
    a.A_ROB: ActionWords("rob:<c>", lambda c: f"Rob {c.person()}: all its gold is yours when it is called.", HARMLESS),
    a.A_SWAP: ActionWords("swap:<s>", lambda c: f"Swap your whole hand with {c.seat(1)}."),
    a.A_REDRAW: ActionWords("redraw", lambda _: "Exchange cards of your hand with the deck.", HARMLESS),
    a.A_LAY_ASIDE: ActionWords("discard:<d>", lambda c: f"Lay aside {c.card()}, to draw another one for it.", HARMLESS),
    a.A_DONE: ActionWords("done", lambda _: "Lay no more aside; draw that many."),
    a.A_DESTROY: ActionWords("destroy:<s>:<d>", lambda c: f"Destroy {c.district(2)} of {c.seat(1)} for {c.gold()}.", HARMLESS),
    a.A_LAB: ActionWords("lab:<d>", lambda c: f"Give {c.card()} to {c.names.doing(D.LABORATORY)} for gold.", HARMLESS),
    a.A_SMITHY: ActionWords("smithy", lambda c: f"Pay gold in {c.names.doing(D.SMITHY)} for cards."),
    a.A_GRAVEYARD: ActionWords("graveyard", lambda c: f"Take the destroyed district into your hand for {c.rescue()}."),
    a.A_PASS: ActionWords("pass", _passed, HARMLESS),
    a.A_END: ActionWords("end", lambda _: "End your turn."),
    a.A_BEWITCH: ActionWords("bewitch:<c>", lambda c: f"Bewitch {c.person()}: you play its turn."),
    a.A_LOOK_AT: ActionWords("look:<s>", lambda c: f"Look at the hand of {c.seat(1)} and take a card."),
    a.A_TAKE: ActionWords("take:<d>", lambda c: f"Take {c.card()} into your hand.", KNOWN),
    a.A_TAKE_BUILD: ActionWords("take-build:<d>", lambda c: f"Take {c.card()} and build it at once for {c.gold()}.", BUILDS),
    a.A_CROWN: ActionWords("crown:<s>", lambda c: f"Give the crown to {c.seat(1)}."),
    a.A_CROWN_GOLD: ActionWords("crown:<s>:gold", lambda c: f"Give the crown to {c.seat(1)}, for 1 gold."),
    a.A_CROWN_CARD: ActionWords("crown:<s>:card", lambda c: f"Give the crown to {c.seat(1)}, for a random card."),
    a.A_CROWN_NONE: ActionWords("crown:<s>:none", lambda c: f"Give the crown to {c.seat(1)}, for nothing."),
    a.A_GIFT_GOLD: ActionWords("gift:gold", lambda _: "Give 1 gold."),
    a.A_GIFT: ActionWords("gift:<d>", lambda c: f"Give {c.card()}."),
    a.A_TITHE: ActionWords(
        "tithe:<s>",
        _tithe,
        HARMLESS,
    ),
    a.A_BONUS_GOLD: ActionWords("bonus:gold", lambda _: "Take the Navigator's gold.", HARMLESS),
    a.A_BONUS_CARDS: ActionWords("bonus:cards", lambda _: "Take the Navigator's cards."),
    a.A_EXCHANGE: ActionWords(
        "exchange:<d>:<s>:<d>", lambda c: f"Give {c.district(1)} for {c.district(3)} of {c.seat(2)}, paying {c.gold()}.", HARMLESS
    ),
    a.A_BEAUTIFY: ActionWords("beautify:<d>", lambda c: f"Beautify {c.district(1)} with 1 gold.", HARMLESS),
    a.A_MUSEUM: ActionWords("museum:<d>", lambda c: f"Lay {c.card()} under {c.names.doing(D.MUSEUM)}.", HARMLESS),
    a.A_ARMORY: ActionWords(
        "armory:<s>:<d>", lambda c: f"Give up {c.names.doing(D.ARMORY)} to destroy {c.district(2)} of {c.seat(1)}.", HARMLESS
    ),
    a.A_FETCH: ActionWords("fetch:<d>", lambda c: f"Fetch {c.card()} from the deck.", KNOWN),
    a.A_ANNOUNCE: ActionWords("announce", lambda _: "Announce it: one district fewer completes a city.", HARMLESS),
    a.A_INCOME_MIX: ActionWords("income:<n>", _mixed_income, HARMLESS),
    a.A_BUILD_FRAMEWORK: ActionWords(
        "build:<d>:framework", lambda c: f"Build {c.district(1)}, giving up {c.names.doing(D.FRAMEWORK)} instead of paying.", BUILDS
    ),
    a.A_BUILD_SACRIFICE: ActionWords(
        "build:necropolis:sacrifice:<d>", lambda c: f"Build the Necropolis, giving up {c.district(1)} instead of paying.", BUILDS
    ),
    a.A_BUILD_DEN: ActionWords("build:thieves-den:cards:<n>", _den, BUILDS),
    a.A_BUILD_CARDINAL: ActionWords(
        "build:<d>:cardinal:<s>", lambda c: f"Build {c.district(1)} with what is missing from {c.seat(2)}, for as many cards.", BUILDS
    ),
    a.A_BUILD_DEN_CARDINAL: ActionWords(
        "build:thieves-den:cards:<n>:cardinal:<s>", lambda c: f"{_den(c)[:-1]}, what is missing of it from {c.seat(2)}.", BUILDS
    ),
    a.A_TAKE_BUILD_FRAMEWORK: ActionWords(
        "take-build:<d>:framework",
        lambda c: f"Take {c.card()} and build it, giving up {c.names.doing(D.FRAMEWORK)} instead of paying.",
        BUILDS,
    ),
    a.A_TAKE_BUILD_SACRIFICE: ActionWords(
        "take-build:necropolis:sacrifice:<d>",
        lambda c: f"Take the Necropolis and build it, giving up {c.district(1)} instead of paying.",
        BUILDS,
    ),
    a.A_TAKE_BUILD_DEN: ActionWords(
        "take-build:thieves-den:cards:<n>",
        lambda c: f"Take the Thieves' Den and build it, paying {many(c.argument(1), 'card')} and the rest in gold.",
        BUILDS,
    ),
    a.A_WARRANTS: ActionWords("warrants:<c>:<c>:<c>", _warrants, HARMLESS),
    a.A_CONFISCATE: ActionWords("confiscate", lambda _: "Turn the warrant up: the district is built in your city, for nothing."),
    a.A_THREATS: ActionWords(
        "threats:<c>:<c>", lambda c: f"Lay the flower at {c.character(1)}, the blank threat at {c.character(2)}.", HARMLESS
    ),
    a.A_BRIBE: ActionWords("bribe", lambda c: f"Pay {many(_bribe(c), 'gold', 'gold')} as a bribe; the threat goes away.", HARMLESS),
    a.A_REFUSE: ActionWords("refuse", lambda _: "Pay nothing: the flower would cost you all your gold."),
    a.A_REVEAL: ActionWords("reveal", lambda _: "Turn the threat up: with the flower all of that player's gold is yours."),
    a.A_SPY: ActionWords("spy:<s>:<t>", lambda c: f"Spy on {c.seat(1)} for {DistrictType(c.argument(2)).id} districts."),
    a.A_SEER: ActionWords("seer", _foresight),
    a.A_HAND_BACK: ActionWords("give:<s>:<d>", lambda c: f"Give {c.seat(1)} {c.card(2)}."),
    a.A_LEND_CARD: ActionWords("give:<d>", _put_away, HARMLESS),
    a.A_PAY_CARD: ActionWords("discard:<d>", _put_away, HARMLESS),
    a.A_SEIZE: ActionWords("seize:<s>:<d>", lambda c: f"Seize {c.district(2)} of {c.seat(1)} for {c.gold()}.", HARMLESS),
    a.A_THEATER: ActionWords("theater:<s>", lambda c: f"Exchange characters with {c.seat(1)}."),
    a.A_THEATER_OWN: ActionWords("theater:<c>:<s>", lambda c: f"Exchange {c.character(1)} for a character of {c.seat(2)}."),
    a.A_PUT_UNDER: ActionWords("under:<d>", lambda c: f"Put {c.card()} under the deck next.", HARMLESS),
}
"""Every kind of action, in the order of the numbering of environments (`citadels_sim.env.numbering`)."""
