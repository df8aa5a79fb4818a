"""Legal choices in plain English, one line each: what an action does, for whom, for how much. No rule lives here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from citadels_sim.catalogue import C, D, DistrictType
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import share_of
from citadels_sim.engine.characters.holders import TAKES_TURN
from citadels_sim.engine.rules import AMOUNT_PRICE, UNBUILDABLE
from citadels_sim.game.api import Game
from citadels_sim.game.notation import FORMS, character_id
from citadels_sim.game.prices import gold_for
from citadels_sim.game.wording import Names, many
from citadels_sim.text import listed

QUESTIONS: Final = {
    a.PICK: "Which character do you take?",
    a.DISCARD_CHARACTER: "Which character do you lay face down?",
    a.THEATER: "With whom do you exchange characters in the Theater?",
    a.TURN: "What do you do?",
    a.KEEP: "Which card do you keep?",
    a.REDRAW: "Which card do you exchange with the deck?",
    a.GIVE: "Which card do you give?",
    a.WIZARD: "Which card of this hand do you take?",
    a.GIFT: "What do you give for the crown?",
    a.THREATENED: "A threat lies at your character. Do you pay?",
    a.THREAT: "No bribe was paid. Do you turn the threat up?",
    a.WARRANT: "Your signed warrant lies there. Do you confiscate the district?",
    a.GRAVEYARD: "Do you take the destroyed district into your hand for 1 gold?",
    a.LIGHTHOUSE: "Which card do you fetch from the deck?",
    a.BELL_TOWER: "Do you announce that a smaller city ends the game?",
    a.CROWN: "Who gets the crown?",
    a.BOTTOM: "Which card goes under the deck next?",
}
"""The question of each kind of decision."""

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
class _Choice:
    """One legal action: its arguments in words."""

    game: Game
    names: Names
    code: int

    def argument(self, number: int) -> int:
        return self.code >> 8 * number & 0xFF

    def seat(self, number: int) -> str:
        return self.names.seats[self.argument(number)]

    def character(self, number: int) -> str:
        return f"the {self.names.rank(self.argument(number))}"

    def person(self) -> str:
        rank = self.argument(1)
        return f"the {self.names.rank(rank)} (rank {rank})"

    def district(self, number: int) -> str:
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


def _income(c: _Choice) -> str:
    public = c.game.state.public
    kind = int(c.game.rules.income_type[int(public.turn_char)])
    return f"Take your income for your {DistrictType(kind).id} districts." if kind >= 0 else "Take your income."


def _bonus(c: _Choice) -> str:
    return f"Take what the {c.names.title(c.game.state.public.turn_char)} gets on top."


def _built(c: _Choice) -> str:
    kind = DistrictType(int(c.game.rules.type_of[c.argument(1)])).id
    return f"Build {c.district(1)} ({kind}) for {c.gold()}."


def _den(c: _Choice) -> str:
    return f"Build the Thieves' Den, paying {many(c.argument(1), 'card')} and the rest in gold."


def _put_away(c: _Choice) -> str:
    reason = _PAYMENTS.get(int(c.game.state.public.giving), "Give away")
    return f"{reason} {c.card()}."


def _bribe(c: _Choice) -> int:
    return share_of(_stash(c), _of_power(c, C.BLACKMAILER, "blackmailer_share"))


def _of_power(c: _Choice, power: int, field: str) -> int:
    """Return the number of a power of which a cast has one at most, as the card has it that sits there."""
    rules = c.game.rules
    return int(rules[field][c.game.state.public.cast[rules.rank_of[power]]])


def _warrants(c: _Choice) -> str:
    blanks = [c.character(place) for place in (2, 3) if c.argument(place)]
    at = f", blank {'ones' if len(blanks) > 1 else 'one'} at {listed(blanks)}" if blanks else ""
    return f"Lay the signed warrant at {c.character(1)}{at}."


def _takes_turn(c: _Choice) -> bool:
    return bool(c.game.rules.assassin_murder[int(c.game.state.public.turn_char)] == TAKES_TURN)


def _foresight(c: _Choice) -> str:
    who = int(c.game.state.public.turn_char)
    taken, back = (int(c.game.rules[field][who]) for field in ("seer_cards", "seer_back"))
    given = {0: "give none back", 1: "give one back to each"}.get(back, f"give {back} back to each")
    return f"Take {'a card' if taken == 1 else many(taken, 'card')} by lot from every other hand, and {given}."


def _mixed_income(c: _Choice) -> str:
    gold = c.argument(1)
    return f"Take your income: {many(gold, 'gold', 'gold')}, and the rest in cards."


MEANINGS: Final[dict[int, Callable[[_Choice], str]]] = {
    a.A_PICK: lambda c: f"Take {c.person()}.",
    a.A_DISCARD_CHARACTER: lambda c: f"Lay {c.person()} face down.",
    a.A_GOLD: lambda _: "Gather gold.",
    a.A_CARDS: lambda _: "Gather cards.",
    a.A_KEEP: lambda c: f"Keep {c.card()}.",
    a.A_INCOME: _income,
    a.A_BONUS: _bonus,
    a.A_BUILD: _built,
    a.A_MURDER: lambda c: (
        f"Murder {c.person()}: {'its turn is lost' if _takes_turn(c) else 'it has its turn, but nothing on its card counts'}."
    ),
    a.A_ROB: lambda c: f"Rob {c.person()}: all its gold is yours when it is called.",
    a.A_SWAP: lambda c: f"Swap your whole hand with {c.seat(1)}.",
    a.A_REDRAW: lambda _: "Exchange cards of your hand with the deck.",
    a.A_LAY_ASIDE: lambda c: f"Lay aside {c.card()}, to draw another one for it.",
    a.A_DONE: lambda _: "Lay no more aside; draw as many.",
    a.A_DESTROY: lambda c: f"Destroy {c.district(2)} of {c.seat(1)} for {c.gold()}.",
    a.A_LAB: lambda c: f"Give {c.card()} to {c.names.doing(D.LABORATORY)} for gold.",
    a.A_SMITHY: lambda c: f"Pay gold in {c.names.doing(D.SMITHY)} for cards.",
    a.A_GRAVEYARD: lambda c: f"Take the destroyed district into your hand for {c.rescue()}.",
    a.A_PASS: lambda c: _PASSES[int(c.game.state.public.decision)],
    a.A_END: lambda _: "End your turn.",
    a.A_BEWITCH: lambda c: f"Bewitch {c.person()}: you play its turn.",
    a.A_LOOK_AT: lambda c: f"Look at the hand of {c.seat(1)} and take a card.",
    a.A_TAKE: lambda c: f"Take {c.card()} into your hand.",
    a.A_TAKE_BUILD: lambda c: f"Take {c.card()} and build it at once for {c.gold()}.",
    a.A_CROWN: lambda c: f"Give the crown to {c.seat(1)}.",
    a.A_CROWN_GOLD: lambda c: f"Give the crown to {c.seat(1)}, for 1 gold.",
    a.A_CROWN_CARD: lambda c: f"Give the crown to {c.seat(1)}, for a card by lot.",
    a.A_CROWN_NONE: lambda c: f"Give the crown to {c.seat(1)}, for nothing.",
    a.A_GIFT_GOLD: lambda _: "Give 1 gold.",
    a.A_GIFT: lambda c: f"Give {c.card()}.",
    a.A_TITHE: lambda c: f"Take {int(c.game.rules.abbot_tithe[c.game.state.public.turn_char])} gold from {c.seat(1)}, who is the richest.",
    a.A_BONUS_GOLD: lambda _: "Take the Navigator's gold.",
    a.A_BONUS_CARDS: lambda _: "Take the Navigator's cards.",
    a.A_EXCHANGE: lambda c: f"Give {c.district(1)} for {c.district(3)} of {c.seat(2)}, paying {c.gold()}.",
    a.A_BEAUTIFY: lambda c: f"Beautify {c.district(1)} with 1 gold.",
    a.A_MUSEUM: lambda c: f"Lay {c.card()} under {c.names.doing(D.MUSEUM)}.",
    a.A_ARMORY: lambda c: f"Give up {c.names.doing(D.ARMORY)} to destroy {c.district(2)} of {c.seat(1)}.",
    a.A_FETCH: lambda c: f"Fetch {c.card()} from the deck.",
    a.A_ANNOUNCE: lambda _: "Announce it: one district less completes a city.",
    a.A_INCOME_MIX: _mixed_income,
    a.A_BUILD_FRAMEWORK: lambda c: f"Build {c.district(1)}, giving up {c.names.doing(D.FRAMEWORK)} instead of paying.",
    a.A_BUILD_SACRIFICE: lambda c: f"Build the Necropolis, giving up {c.district(1)} instead of paying.",
    a.A_BUILD_DEN: _den,
    a.A_BUILD_CARDINAL: lambda c: f"Build {c.district(1)} with what is missing from {c.seat(2)}, for as many cards.",
    a.A_BUILD_DEN_CARDINAL: lambda c: f"{_den(c)[:-1]}, what is missing of it from {c.seat(2)}.",
    a.A_TAKE_BUILD_FRAMEWORK: lambda c: f"Take {c.card()} and build it, giving up {c.names.doing(D.FRAMEWORK)} instead of paying.",
    a.A_TAKE_BUILD_SACRIFICE: lambda c: f"Take the Necropolis and build it, giving up {c.district(1)} instead of paying.",
    a.A_TAKE_BUILD_DEN: lambda c: f"Take the Thieves' Den and build it, paying {many(c.argument(1), 'card')} and the rest in gold.",
    a.A_WARRANTS: _warrants,
    a.A_CONFISCATE: lambda _: "Turn the warrant up: the district is built in your city, for nothing.",
    a.A_THREATS: lambda c: f"Lay the flower at {c.character(1)}, the blank threat at {c.character(2)}.",
    a.A_BRIBE: lambda c: f"Pay {many(_bribe(c), 'gold', 'gold')} as a bribe; the threat goes away.",
    a.A_REFUSE: lambda _: "Pay nothing: the flower would cost you all your gold.",
    a.A_REVEAL: lambda _: "Turn the threat up: with the flower all of that player's gold is yours.",
    a.A_SPY: lambda c: f"Spy on {c.seat(1)} for {DistrictType(c.argument(2)).id} districts.",
    a.A_SEER: _foresight,
    a.A_HAND_BACK: lambda c: f"Give {c.seat(1)} {c.card(2)}.",
    a.A_LEND_CARD: _put_away,
    a.A_PAY_CARD: _put_away,
    a.A_SEIZE: lambda c: f"Seize {c.district(2)} of {c.seat(1)} for {c.gold()}.",
    a.A_THEATER: lambda c: f"Exchange characters with {c.seat(1)}.",
    a.A_THEATER_OWN: lambda c: f"Exchange {c.character(1)} for a character of {c.seat(2)}.",
    a.A_PUT_UNDER: lambda c: f"Put {c.card()} under the deck next.",
}
"""What each kind of action means, in a line."""


def _stash(c: _Choice) -> int:
    return int(c.game.state.public.gold[int(c.game.state.public.actor)])


def explain(game: Game, label: str, names: Names) -> str:
    """Describe in a line what a legal action does.

    Parameters
    ----------
    game : Game
        At a decision.
    label : str
        One of its legal actions.
    names : Names

    Returns
    -------
    str
        A sentence for the player who decides. It reveals nothing that this seat may not know.

    Raises
    ------
    IllegalAction
        If it is not legal now.
    """
    code = game.code(label)
    return MEANINGS[code & 0xFF](_Choice(game, names, code))


def question(game: Game) -> str:
    """Return the question of a game's current decision."""
    return QUESTIONS[int(game.state.public.decision)]


def cards_of(game: Game, label: str) -> tuple[str, ...]:
    """Name the characters and districts that a legal action is about, by id, each once.

    Raises
    ------
    IllegalAction
        If it is not legal now.
    """
    code = game.code(label)
    parts: list[str] = []
    number = 0
    for part in FORMS[code & 0xFF].split(":"):
        number += part.startswith("<")
        argument = code >> 8 * number & 0xFF
        if part == "<c>":
            parts.append(character_id(game.state.public, argument, game.variant.cards))
        elif part == "<d>":
            parts.append(game.variant.cards.district_of(argument & ~a.STAR).id)
        elif part in _NAMED:
            parts.append(part)
    return tuple(dict.fromkeys(parts))


_NAMED: Final = frozenset({"smithy", "graveyard", "framework", "necropolis", "thieves-den", "cardinal", "seer"})
"""Words of labels that are cards."""
