"""What a character takes for the districts of its type: gold, cards, or for the Abbot a mix (classic 2.1 item 6, 2016 3)."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, inline, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_INCOME, A_INCOME_MIX, USED_INCOME, action, put
from citadels_sim.engine.deck import draw_to_hand, gain
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import IN_CARDS, IN_MIX

MOST_GOLD = 31
"""Most gold of a mix that can be asked for: agents number so many actions. Only an Abbot of more than ten districts is due more."""


@rule
def income_due(s: State, r: Rules) -> int:
    """Count what the character's income would bring now, by its districts of the type that pays it, School of Magic included."""
    p = s.public
    kind = r.income_type[p.turn_char]
    districts = p.city_types[p.turn_seat, max(0, kind)] + p.city_schools[p.turn_seat]
    return int(districts * r.income_each[p.turn_char])


@rule
def income_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the income, for the Abbot by how much of it is gold (`abbot_income`), where it was not taken yet and the character has one."""
    p = s.public
    if p.turn_char == C.ABBOT and r.income_in[C.ABBOT] == IN_MIX:
        return mixes_legal(s, r, out, n)
    put(out, n, A_INCOME)  # over the end, where there is none: quicker than to ask first, which nobody foresees
    return n + int((income_due(s, r) > 0) & (p.used & USED_INCOME == 0))


@cold
@rule
def mixes_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the Abbot's income by how much of it is gold."""
    due = income_due(s, r)
    if s.public.used & USED_INCOME != 0 or due == 0:
        return n
    for gold in range(min(due, MOST_GOLD) + 1):
        n = put(out, n, action(A_INCOME_MIX, gold, 0))
    return n


@rule
def paid_in_cards(s: State, r: Rules) -> bool:
    """Tell whether the character is paid in cards, as Cardinal and Patrician are."""
    return bool(r.income_in[s.public.turn_char] == IN_CARDS)


@rule
def take_income(s: State, r: Rules, j: Journal) -> None:
    """Take the whole income, in gold or in cards."""
    take_mix(s, r, j, 0 if paid_in_cards(s, r) else income_due(s, r))


@inline
def take_mix(s: State, r: Rules, j: Journal, gold: int) -> None:
    """Take the income, so much of it in gold and the rest in cards."""
    p = s.public
    due = income_due(s, r)
    p.used |= USED_INCOME
    paid = gain(s, p.turn_seat, gold)
    drawn = draw_to_hand(s, r, p.turn_seat, due - gold)
    journal.log(s, j, journal.INCOME, p.turn_seat, p.turn_card, -1, 0, -1, paid, drawn, 0)
