"""What a character takes for the districts of its type: gold, cards, or for the Abbot a mix (classic 2.1 item 6, 2016 3)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, inline, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_INCOME, A_INCOME_MIX, USED_INCOME, action, put
from citadels_sim.engine.bits import has
from citadels_sim.engine.building import copies_in_city
from citadels_sim.engine.deck import draw_to_hand, gain
from citadels_sim.variants.switches import reading

_CARDS = reading("patrician_income", "cards")
_MIX = reading("abbot_income", "mix")


@rule
def income_due(s: Any, r: Any) -> int:
    """Count what the character's income would bring now: one per district of its type, School of Magic included."""
    p = s.public
    kind = r.income_type[p.turn_char]
    districts = p.city_types[p.turn_seat, max(0, kind)] + copies_in_city(s, p.turn_seat, D.SCHOOL_OF_MAGIC)
    return int(districts) if kind >= 0 else 0


@rule
def income_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the income, for the Abbot by how much of it is gold (`abbot_income`), where it was not taken yet and the character has one."""
    p = s.public
    if p.turn_char == C.ABBOT and r.abbot_income == _MIX:
        return mixes_legal(s, r, out, n)
    kind = r.income_type[p.turn_char]
    brings = (p.city_types[p.turn_seat, max(0, kind)] > 0) | has(p.city_mask[p.turn_seat], D.SCHOOL_OF_MAGIC)
    put(out, n, A_INCOME)  # over the end, where there is none: quicker than to ask first, which nobody foresees
    return n + int(brings & (kind >= 0) & (p.used & USED_INCOME == 0))


@cold
@rule
def mixes_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the Abbot's income by how much of it is gold."""
    due = income_due(s, r)
    if s.public.used & USED_INCOME != 0 or due == 0:
        return n
    for gold in range(due + 1):
        n = put(out, n, action(A_INCOME_MIX, gold, 0))
    return n


@rule
def paid_in_cards(s: Any, r: Any) -> bool:
    """Tell whether the character is paid in cards: the Cardinal, and the Patrician (`patrician_income`)."""
    character = s.public.turn_char
    return bool(character == C.CARDINAL or (character == C.PATRICIAN and r.patrician_income == _CARDS))


@rule
def take_income(s: Any, r: Any, j: Any) -> None:
    """Take the whole income, in gold or in cards."""
    take_mix(s, r, j, 0 if paid_in_cards(s, r) else income_due(s, r))


@inline
def take_mix(s: Any, r: Any, j: Any, gold: int) -> None:
    """Take the income, so much of it in gold and the rest in cards."""
    p = s.public
    due = income_due(s, r)
    p.used |= USED_INCOME
    paid = gain(s, p.turn_seat, gold)
    drawn = draw_to_hand(s, r, p.turn_seat, due - gold)
    journal.log(s, j, journal.INCOME, p.turn_seat, p.turn_card, -1, 0, -1, paid, drawn, 0)
