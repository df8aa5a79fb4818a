"""Moving cards and gold: the district deck, hands, the discard pile, the bank. No rule of a character or district lives here."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine import rng
from citadels_sim.engine.bits import bit, lowest
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import DECK, STATE_T
from citadels_sim.variants.switches import reading

_PILE = reading("discard_model", "pile")
_RESHUFFLE = reading("deck_empty", "reshuffle_pile")
_TO_PILE = reading("destroyed_to", "pile")
_OUT_OF_GAME = reading("destroyed_to", "out_of_game")


@typed(signature("int", STATE_T, "int", "int"))
def gain(s: State, seat: int, amount: int) -> int:
    """Pay gold out of the bank to a seat; return what the bank could pay (classic 1.1, `bank_limit`)."""
    paid = min(amount, s.public.bank)
    s.public.bank -= paid
    s.public.gold[seat] += paid
    return int(paid)


@typed(signature("void", STATE_T, "int", "int"))
def pay(s: State, seat: int, amount: int) -> None:
    """Pay gold from a seat to the bank."""
    s.public.gold[seat] -= amount
    s.public.bank += amount


@typed(signature("void", STATE_T, "int", "int"))
def hand_add(s: State, seat: int, district: int) -> None:
    """Put one card into a hand."""
    s.seat[seat].hand[district] += 1
    s.seat[seat].hand_mask |= bit(district)
    s.public.hand_n[seat] += 1


@typed(signature("void", STATE_T, "int", "int"))
def hand_remove(s: State, seat: int, district: int) -> None:
    """Take one card out of a hand that holds it."""
    left = s.seat[seat].hand[district] - 1
    s.seat[seat].hand[district] = left
    s.seat[seat].hand_mask &= ~(bit(district) & -int(left == 0))
    s.public.hand_n[seat] -= 1


@typed(signature("void", STATE_T, "int", "int"))
def aside_add(s: State, seat: int, district: int) -> None:
    """Lay one card aside in front of a seat (drawn and not yet chosen, or to be exchanged)."""
    s.seat[seat].aside[district] += 1
    s.seat[seat].aside_mask |= bit(district)
    s.seat[seat].aside_n += 1


@typed(signature("void", STATE_T, "int", "int"))
def aside_remove(s: State, seat: int, district: int) -> None:
    """Take one card back from those laid aside."""
    left = s.seat[seat].aside[district] - 1
    s.seat[seat].aside[district] = left
    s.seat[seat].aside_mask &= ~(bit(district) & -int(left == 0))
    s.seat[seat].aside_n -= 1


@typed(signature("void", STATE_T, "int"))
def put_under(s: State, district: int) -> None:
    """Put one card under the deck."""
    s.secret.deck[(s.secret.deck_head + s.public.deck_n) & (DECK - 1)] = district
    s.public.deck_n += 1


@cold
@typed(signature("void", STATE_T, "int"))
def put_on_pile(s: State, district: int) -> None:
    """Put one card on the discard pile."""
    s.secret.pile[s.public.pile_n] = district
    s.public.pile_n += 1


@cold
@rule
def reshuffle_pile(s: State) -> None:
    """Make the discard pile the new deck, shuffled (classic 2.5, `deck_empty = reshuffle_pile`)."""
    s.secret.shuffles += 1
    key = rng.stream(s.secret.seed, rng.RESHUFFLE, s.secret.shuffles, 0)
    n = s.public.pile_n
    for i in range(n - 1, 0, -1):
        k = rng.below(rng.mix(key, i), i + 1)
        held = s.secret.pile[i]
        s.secret.pile[i] = s.secret.pile[k]
        s.secret.pile[k] = held
    for i in range(n):
        put_under(s, s.secret.pile[i])
    s.public.pile_n = 0


@rule
def can_draw(s: State, r: Rules) -> bool:
    """Tell whether a draw would bring at least one card."""
    return s.public.deck_n > 0 or (r.deck_empty == _RESHUFFLE and s.public.pile_n > 0)


@rule
def draw(s: State, r: Rules) -> int:
    """Take the top card of the deck; -1 when there is none (classic 2.5)."""
    if s.public.deck_n == 0:
        if r.deck_empty != _RESHUFFLE or s.public.pile_n == 0:
            return -1
        reshuffle_pile(s)
    head = s.secret.deck_head
    card = s.secret.deck[head]
    s.secret.deck_head = (head + 1) & (DECK - 1)
    s.public.deck_n -= 1
    return int(card)


@typed(signature("int", STATE_T, RULES_T, "int", "int"))
def draw_to_hand(s: State, r: Rules, seat: int, n: int) -> int:
    """Draw up to n cards into a hand; return how many there were."""
    drawn = 0
    for _ in range(n):
        card = draw(s, r)
        if card < 0:
            break
        hand_add(s, seat, card)
        drawn += 1
    return drawn


@rule
def return_aside(s: State, seat: int, to_pile: bool) -> int:
    """Put all cards a seat has laid aside on the pile or, in random order, under the deck; return how many.

    The order is nobody's choice (2016 A31), and random so that it tells nothing.
    """
    n = s.seat[seat].aside_n
    if n == 0:
        return 0
    first = s.public.deck_n
    while s.seat[seat].aside_n > 0:
        card = lowest(s.seat[seat].aside_mask)
        aside_remove(s, seat, card)
        if to_pile:
            put_on_pile(s, card)
        else:
            put_under(s, card)
    if n > 1 and not to_pile:
        s.secret.bottoms += 1
        key = rng.stream(s.secret.seed, rng.BOTTOM, s.secret.bottoms, 0)
        base = s.secret.deck_head + first
        for i in range(n - 1, 0, -1):
            k = rng.below(rng.mix(key, i), i + 1)
            a = (base + i) & (DECK - 1)
            b = (base + k) & (DECK - 1)
            held = s.secret.deck[a]
            s.secret.deck[a] = s.secret.deck[b]
            s.secret.deck[b] = held
    return int(n)


@cold
@rule
def return_to_deck(s: State, seat: int) -> None:
    """Shuffle all cards that a seat has laid aside into the whole deck (2016 3 Scholar)."""
    if return_aside(s, seat, False) > 0:
        shuffle_deck(s)


@rule
def discard_unchosen(s: State, r: Rules, seat: int) -> None:
    """Put away what was drawn and not kept (classic 2.4, `discard_model`)."""
    return_aside(s, seat, r.discard_model == _PILE)


@rule
def put_aside_away(s: State, r: Rules, seat: int) -> None:
    """Put away the cards that a district cost (2016 4.2 Thieves' Den), as a card spent on an effect (`destroyed_to`)."""
    if r.destroyed_to == _OUT_OF_GAME:
        while s.seat[seat].aside_n > 0:
            aside_remove(s, seat, lowest(s.seat[seat].aside_mask))
            s.public.gone_n += 1
    else:
        return_aside(s, seat, r.destroyed_to == _TO_PILE)


@typed(signature("void", STATE_T, RULES_T, "int"))
def discard_destroyed(s: State, r: Rules, district: int) -> None:
    """Put away a destroyed district or a card spent on an effect (classic 2.4, `destroyed_to`)."""
    if r.destroyed_to == _TO_PILE:
        put_on_pile(s, district)
    elif r.destroyed_to == _OUT_OF_GAME:
        s.public.gone_n += 1
    else:
        put_under(s, district)


@cold
@rule
def random_card(s: State, seat: int) -> int:
    """Draw one card of a hand by lot, each copy with the same chance."""
    p = s.public
    s.secret.lots += 1
    k = rng.below(rng.stream(s.secret.seed, rng.RANDOM_CARD, s.secret.lots, 0), p.hand_n[seat])
    rest = s.seat[seat].hand_mask
    while rest != 0:
        d = lowest(rest)
        k -= s.seat[seat].hand[d]
        if k < 0:
            return d
        rest &= rest - 1
    return -1


@rule
def shuffle_deck(s: State) -> None:
    """Shuffle the deck as it lies."""
    s.secret.shuffles += 1
    key = rng.stream(s.secret.seed, rng.RESHUFFLE, s.secret.shuffles, 0)
    for i in range(s.public.deck_n - 1, 0, -1):
        a = (s.secret.deck_head + i) & (DECK - 1)
        b = (s.secret.deck_head + rng.below(rng.mix(key, i), i + 1)) & (DECK - 1)
        held = s.secret.deck[a]
        s.secret.deck[a] = s.secret.deck[b]
        s.secret.deck[b] = held
