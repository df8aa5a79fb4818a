"""Which characters there are, and who acts as one: its holder, or the Witch who has bewitched it."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import inline, rule
from citadels_sim.engine.record_types import Public, Rules, State
from citadels_sim.engine.state import RANKS
from citadels_sim.variants.numbers.powers import POWERS

(_MURDER,) = (number for number in POWERS if number.key == "characters.assassin.murder")
TAKES_TURN = _MURDER.code("turn")
"""What a murder takes by the card: the turn."""


@inline
def cast_ranks(public: Public) -> int:
    """Set of the ranks that have a character in this game."""
    ranks = 0
    for rank in range(1, RANKS):
        ranks |= int(public.cast[rank] != 0) << rank
    return ranks


@rule
def card_with(s: State, r: Rules, power: int) -> int:
    """Character card of this game that has a power of which a cast has one at most, 0: none; it sits at `rank_of` that power."""
    card = s.public.cast[r.rank_of[power]]
    return int(card) if r.power[card] == power else 0


@inline
def acts_with(s: State, power: int) -> bool:
    """Tell whether the character whose turn it is has a power."""
    return bool(s.public.turn_power == power)


@rule
def loses_turn(public: Public, r: Rules) -> bool:
    """Tell whether who is murdered loses the turn, as the card of the Assassin says, and not only what the own card says."""
    return bool(r.assassin_murder[public.cast[r.rank_of[C.ASSASSIN]]] == TAKES_TURN)


@rule
def stays_silent(public: Public, r: Rules, rank: int) -> bool:
    """Tell whether a rank does not answer when it is called, whoever has it: murdered (classic 3.1 Assassin)."""
    return bool(public.murdered == rank and loses_turn(public, r))


@rule
def witch_seat(s: State, r: Rules) -> int:
    """Seat of the Witch when she has bewitched somebody this round, -1."""
    if s.public.bewitched == 0 or card_with(s, r, C.WITCH) == 0:
        return -1
    return int(s.secret.holder[r.rank_of[C.WITCH]])


@rule
def is_bewitched(s: State, r: Rules, rank: int) -> bool:
    """Tell whether the rank is bewitched by a Witch who is there to resume."""
    return rank == s.public.bewitched and witch_seat(s, r) >= 0


@rule
def controller(s: State, r: Rules, rank: int) -> int:
    """Seat that acts as the character of this rank, -1 when nobody does (classic 3.2 Witch)."""
    if s.secret.holder[rank] >= 0 and is_bewitched(s, r, rank):
        return witch_seat(s, r)
    return int(s.secret.holder[rank])
