"""What holds at every moment of every game, as one compiled check for tests and for hunting faults; no game calls it.

`check` looks at a record that stands at a decision or is over, and names the first thing that is broken. It counts from scratch what the
rules keep as running counts, sets and sums, so that it shares no arithmetic with them.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.actions import (
    BELL_TOWER,
    BOTTOM,
    CROWN,
    DISCARD_CHARACTER,
    GIFT,
    GIVE,
    GIVING_BACK,
    GRAVEYARD,
    KEEP,
    LIGHTHOUSE,
    MODE_HOSPITAL,
    MODE_THREAT,
    PHASE_DECIDE,
    PICK,
    REDRAW,
    THEATER,
    THREAT,
    THREATENED,
    TURN,
    WARRANT,
)
from citadels_sim.engine.bits import bit, count, has
from citadels_sim.engine.characters.holders import controller, stays_silent
from citadels_sim.engine.completion import is_complete
from citadels_sim.engine.rules import AMOUNT_DISTRICTS, TO_MURDER, TO_THEFT
from citadels_sim.engine.setup import choose_copies
from citadels_sim.engine.state import CITY, DECK, KINDS, RANKS, SEATS, UNLIMITED
from citadels_sim.variants.switches import reading

HOLDS = 0
CARDS = 1
GOLD = 2
HANDS = 3
CITIES = 4
DUPLICATES = 5
CHARACTERS = 6
DRAFT = 7
CALLING = 8
TURNS = 9
ENDING = 10
SCORES = 11
MARKS = 12
LEGAL = 13

NAMES: dict[int, str] = {
    HOLDS: "everything holds",
    CARDS: "a district card is not in exactly one place",
    GOLD: "gold was made or lost, or somebody owes some",
    HANDS: "a hand's (or the put-aside cards') counts, set and size disagree",
    CITIES: "a city's list, set, worth, types and coins disagree",
    DUPLICATES: "a city has a district twice that it may not have twice",
    CHARACTERS: "a character is not in exactly one place",
    DRAFT: "the draft waits for the wrong seat, or has cards left when it is over",
    CALLING: "a rank was called that should be silent, or the other way round",
    TURNS: "the turn, its decision and what waits for that decision disagree",
    ENDING: "the end of the game was not triggered by who completed a city, or the game went on after it",
    SCORES: "points, places and winners disagree",
    MARKS: "warrants or threats lie where they may not, or their faces are unknown to who placed them",
    LEGAL: "nothing is legal, an action is listed twice, or a decision has no choice",
}
"""What each code says is broken."""

_ASKED_OF_OTHERS = sum(1 << kind for kind in (GRAVEYARD, GIFT, THREAT))
"""Decisions in a turn that are never its player's."""
_FORBID = reading("diplomat_duplicates", "forbid")
_WITCH_BARRED = reading("thief_vs_witch", "forbidden")
_TWO_PER_NAME = reading("quarry_limit", "two_per_name")
_ONE_DUPLICATE = reading("quarry_limit", "one_duplicate")


@rule
def cards_hold(s: Any, r: Any, out: Any) -> bool:
    """Every card of this game's deck is in exactly one place: deck, pile, a hand, put aside, a city, tucked, loose, or out of the game."""
    p = s.public
    if p.deck_n < 0 or p.deck_n > DECK or p.pile_n < 0 or p.pile_n > DECK or p.gone_n < 0:
        return False
    choose_copies(s, r, out.copies)
    left = out.copies
    for i in range(p.deck_n):
        left[s.secret.deck[(s.secret.deck_head + i) & (DECK - 1)]] -= 1
    for i in range(p.pile_n):
        left[s.secret.pile[i]] -= 1
    for seat in range(p.players):
        for d in range(KINDS):
            left[d] -= s.seat[seat].hand[d] + s.seat[seat].aside[d]
        tucked = 0
        for slot in range(p.city_n[seat]):
            left[p.city[seat, slot]] -= 1
            tucked += p.city_tucked[seat, slot]
        for i in range(tucked):
            left[s.secret.tucked[seat, i]] -= 1
    if p.loose >= 0:
        left[p.loose] -= 1
    gone = 0
    for d in range(KINDS):
        if left[d] < 0:
            return False
        gone += left[d]
    return bool(gone == p.gone_n)


@rule
def gold_holds(s: Any, r: Any) -> bool:
    """The bank, the stashes, the coins on districts and the tax token make up all gold of the game; nobody owes any."""
    p = s.public
    total = int(p.bank) + p.tax
    for seat in range(SEATS):
        if p.gold[seat] < 0 or (seat >= p.players and p.gold[seat] != 0):
            return False
        total += p.gold[seat] + p.coins[seat]
    return bool(p.bank >= 0 and p.tax >= 0 and total == (r.bank_limit if r.bank_limit > 0 else UNLIMITED))


@rule
def hand_holds(s: Any, seat: int) -> bool:
    """Counts by district, the set and the size say the same, of the hand and of the cards put aside."""
    mine = s.seat[seat]
    hand = 0
    hand_mask = 0
    aside = 0
    aside_mask = 0
    for d in range(KINDS):
        if mine.hand[d] < 0 or mine.aside[d] < 0:
            return False
        hand += mine.hand[d]
        aside += mine.aside[d]
        if mine.hand[d] > 0:
            hand_mask |= bit(d)
        if mine.aside[d] > 0:
            aside_mask |= bit(d)
    if hand != s.public.hand_n[seat] or hand_mask != mine.hand_mask:
        return False
    return bool(aside == mine.aside_n and aside_mask == mine.aside_mask)


@rule
def city_holds(s: Any, r: Any, seat: int) -> bool:
    """List, sets, worth, size, counts by type and coins of a city say the same; what lies behind the list is blank."""
    p = s.public
    if p.city_n[seat] < 0 or p.city_n[seat] > CITY:
        return False
    mask = 0
    worth = 0
    coins = 0
    effects = 0
    size = 0
    schools = 0
    for slot in range(CITY):
        if slot >= p.city_n[seat]:
            if p.city[seat, slot] != 0 or p.city_coin[seat, slot] != 0 or p.city_round[seat, slot] != 0 or p.city_tucked[seat, slot] != 0:
                return False
            continue
        if p.city_round[seat, slot] < 0 or p.city_round[seat, slot] > p.round_no:
            return False
        if p.city_tucked[seat, slot] < 0 or (p.city_tucked[seat, slot] > 0 and r.effect[p.city[seat, slot]] != D.MUSEUM):
            return False
        mask |= bit(p.city[seat, slot])
        worth += r.points[p.city[seat, slot]] + p.city_coin[seat, slot] * r.artist_value
        coins += p.city_coin[seat, slot]
        effects |= r.effect_bit[p.city[seat, slot]]
        size += r.counts_as[p.city[seat, slot]]
        schools += r.amount[AMOUNT_DISTRICTS, p.city[seat, slot]] * int(r.effect[p.city[seat, slot]] == D.SCHOOL_OF_MAGIC)
    if effects != p.city_effects[seat] or size != p.city_size[seat] or schools != p.city_schools[seat]:
        return False
    if mask != p.city_mask[seat] or worth != p.city_worth[seat] or coins != p.coins[seat]:
        return False
    for kind in range(5):
        n = 0
        for slot in range(p.city_n[seat]):
            if r.type_of[p.city[seat, slot]] == kind:
                n += 1
        if n != p.city_types[seat, kind]:
            return False
    return True


@rule
def is_witch(s: Any, r: Any, rank: int) -> bool:
    """Whether a rank is that of the power of the Witch."""
    return bool(r.power[s.public.cast[rank]] == C.WITCH)


@rule
def wizards(s: Any, r: Any) -> bool:
    """Whether anybody has the power of the Wizard."""
    for rank in range(1, RANKS):
        if r.power[s.public.cast[rank]] == C.WIZARD:
            return True
    return False


@rule
def any_copies(r: Any, districts: int) -> bool:
    """Whether the deck always has a card of some districts."""
    for d in range(KINDS):
        if has(districts, d) and r.copies[d] > 0:
            return True
    return False


@rule
def duplicates_hold(s: Any, r: Any, seat: int) -> bool:
    """No more identical districts in a city than the rules allow, but what a Quarry or a Wizard did (classic 2.1 item 4, 4.3, 3.2)."""
    p = s.public
    extra = 0
    most = 0
    for d in range(KINDS):
        same = 0
        for slot in range(p.city_n[seat]):
            same += int(p.city[seat, slot] == d)
        extra += max(0, same - r.copies_in_city)
        most = max(most, same)
    if extra == 0 or wizards(s, r) or r.diplomat_duplicates != _FORBID:
        return True
    if not any_copies(r, r.having[D.QUARRY]) and r.random_n == 0:
        return False
    if r.quarry_limit == _ONE_DUPLICATE:
        return bool(extra == 1)
    return bool(r.quarry_limit != _TWO_PER_NAME or most <= r.copies_in_city + 1)


@rule
def characters_hold(s: Any, r: Any) -> bool:
    """Each character of the cast lies face up, face down, in the packet, or in one hand; the marks of who holds it agree."""
    p = s.public
    cast = 0
    for rank in range(RANKS):
        if p.cast[rank] != 0:
            cast |= bit(rank)
    parts = count(p.face_up) + count(s.secret.down) + count(s.secret.packet)
    whole = p.face_up | s.secret.down | s.secret.packet
    for seat in range(SEATS):
        parts += count(s.seat[seat].chars)
        whole |= s.seat[seat].chars
    for rank in range(1, RANKS):
        holder = s.secret.holder[rank]
        for seat in range(SEATS):
            if has(s.seat[seat].chars, rank) != (holder == seat):
                return False
    if p.down_n != count(s.secret.down) or count(p.face_up) != r.n_up or (p.face_up & r.royal) != 0:
        return False
    return bool(whole == cast and parts == count(cast))


@rule
def draft_holds(s: Any, r: Any) -> bool:
    """While characters are chosen the packet is with the seat of the program's step; afterwards there is no packet."""
    p = s.public
    if p.decision != PICK and p.decision != DISCARD_CHARACTER:
        return bool(s.secret.packet == 0)
    away = r.step_seat[s.secret.draft_step]
    seat = (p.crown + (-away if p.draft_turned else away) + p.players) % p.players
    return bool(p.actor == seat and s.secret.packet != 0 and p.turn_seat == -1 and p.next_rank == 1)


@rule
def calling_holds(s: Any, r: Any) -> bool:
    """Ranks below the next one have answered if somebody held them alive; the murdered and the Thief's victims are fit to be named."""
    p = s.public
    for rank in range(1, RANKS):
        answers = rank < p.next_rank and s.secret.holder[rank] >= 0 and not stays_silent(p, r, rank)
        if p.called[rank] != (s.secret.holder[rank] if answers else -1):
            return False
    if p.murdered == r.rank_of[C.ASSASSIN] or p.robbed == r.rank_of[C.THIEF] or p.bewitched == r.rank_of[C.WITCH]:
        return False
    if p.murdered != 0 and has(r.immune[p.cast[p.murdered]], TO_MURDER):
        return False
    if p.robbed != 0 and has(r.immune[p.cast[p.robbed]], TO_THEFT):
        return False
    if p.robbed != 0 and p.robbed == p.murdered and r.rank_of[C.ASSASSIN] < r.rank_of[C.THIEF]:
        return False
    if (
        r.thief_vs_witch == _WITCH_BARRED
        and p.robbed != 0
        and r.rank_of[C.WITCH] < r.rank_of[C.THIEF]
        and (is_witch(s, r, p.robbed) or p.robbed == p.bewitched)
    ):
        return False
    return bool(0 <= p.crown < p.players and 1 <= p.next_rank <= r.n_ranks + 1)


@rule
def turn_is_its_players(s: Any, r: Any) -> bool:
    """The turn belongs to who holds the rank alive, to the Witch who bewitched it, or to the murdered with a Hospital."""
    p = s.public
    if p.turn_rank != p.next_rank - 1 or stays_silent(p, r, p.turn_rank) != (p.turn_mode == MODE_HOSPITAL):
        return False
    if s.secret.holder[p.turn_rank] == p.turn_seat and p.turn_card == p.cast[p.turn_rank]:
        return True
    resumed = r.power[p.turn_card] == C.WITCH and p.turn_rank == p.bewitched and s.secret.holder[p.turn_rank] >= 0
    return bool(resumed and s.secret.holder[r.rank_of[C.WITCH]] == p.turn_seat)


@rule
def turn_holds(s: Any, r: Any) -> bool:
    """Turn, power, decision and actor belong together; cards put aside, cards to keep and a loose district wait only for their decision."""
    p = s.public
    kind = p.decision
    if p.phase != PHASE_DECIDE or (p.loose >= 0) != (kind == GRAVEYARD or kind == WARRANT) or (p.keep_left > 0) != (kind == KEEP):
        return False
    if not giving_holds(s) or p.turn_power != r.power[p.turn_char]:
        return False
    if p.turn_seat >= 0 and p.turn_char != (p.cast[p.turn_rank] if p.murdered != p.turn_rank or p.turn_mode == MODE_HOSPITAL else 0):
        return False  # who is murdered and has the turn plays no character
    for seat in range(SEATS):
        mine = s.seat[seat]
        waits = seat == p.actor and (kind == KEEP or kind == REDRAW or kind == BOTTOM or (kind == GIVE and p.paying_for >= 0))
        if mine.aside_n != 0 and not waits:
            return False
        if waits and kind == KEEP and mine.aside_n <= p.keep_left:
            return False
    if p.over != 0:
        return bool(p.actor == -1 and kind == 0)
    if p.actor < 0 or p.actor >= p.players:
        return False
    if kind == PICK or kind == DISCARD_CHARACTER or kind == CROWN or kind == THEATER:
        return bool(p.turn_seat == -1)
    if p.turn_seat < 0 or not turn_is_its_players(s, r):
        return False
    if (kind == THREATENED or kind == THREAT) and p.turn_mode != MODE_THREAT:
        return False
    if kind == LIGHTHOUSE or kind == BELL_TOWER or kind == WARRANT:  # a Magistrate's, who may be the player with his other character
        return bool(p.builds_left >= 0)
    return bool(p.builds_left >= 0 and (p.actor == p.turn_seat) != has(_ASKED_OF_OTHERS, kind))


@rule
def giving_holds(s: Any) -> bool:
    """Cards are owed only while they are given: back to the Seer's players, for a district, to a lender."""
    p = s.public
    giving = p.decision == GIVE
    if p.decision == BOTTOM:
        return bool(p.putting != 0 and p.giving == 0 and p.pay_cards + p.lent == 0)
    if giving != (p.giving != 0) or (giving and p.giving != GIVING_BACK) != (p.paying_for >= 0):
        return False
    if giving and p.giving == GIVING_BACK:
        return bool(p.owed != 0 and p.pay_cards == 0 and p.lent == 0)
    return bool(p.owed == 0 and (p.pay_cards + p.lent > 0) == giving and (p.lent == 0 or p.lender >= 0))


@rule
def marks_hold(s: Any, r: Any) -> bool:
    """Warrants lie at characters of the cast, threats not at rank 1, the murdered or the bewitched; who placed them knows their faces."""
    p = s.public
    owner = controller(s, r, r.rank_of[C.MAGISTRATE])
    cast = 0
    for rank in range(1, RANKS):
        if p.cast[rank] != 0:
            cast |= bit(rank)
    if (p.warrants | p.threats) & ~cast != 0 or count(p.warrants) > 3 or count(p.threats) > 2:
        return False
    if has(p.threats, 1):
        return False
    barred = bit(p.murdered) if r.rank_of[C.ASSASSIN] < r.rank_of[C.BLACKMAILER] else 0
    barred |= bit(p.bewitched) if r.rank_of[C.WITCH] < r.rank_of[C.BLACKMAILER] else 0  # who is named later may be threatened
    barred &= ~bit(0)
    if p.threats & barred != 0 or (p.blackmailer < 0 and p.threats != 0):
        return False
    for seat in range(SEATS):
        mine = s.seat[seat]
        if mine.signed != 0 and owner != seat:
            return False
        if mine.flowered != 0 and p.blackmailer != seat:
            return False
    if p.warrants != 0 and p.warrant_shown == 0 and not has(p.warrants, s.seat[owner].signed):
        return False
    return bool(p.warrant_shown == 0 or s.seat[owner].signed == p.warrant_shown)


@rule
def ending_holds(s: Any, r: Any) -> bool:
    """Who completed a city is noted once, in order; that or the number of rounds triggers the end in this round (classic 5.1)."""
    p = s.public
    noted = 0
    for i in range(p.completed_n):
        if has(noted, p.completed[i]) or p.completed[i] >= p.players:
            return False
        noted |= bit(p.completed[i])
    for seat in range(p.players):
        undecided = p.decision == BELL_TOWER and seat == p.actor  # the answer says how many districts complete a city
        if is_complete(s, seat) and not has(noted, seat) and not undecided:
            return False
    if (p.first & ~noted) != 0 or (p.first != 0) != (noted != 0):
        return False
    return bool(p.ending == (p.round_no if noted != 0 or p.round_no == r.most_rounds else 0))


@rule
def scores_hold(s: Any, capped: bool) -> bool:
    """The parts add up to the totals; a better place never has fewer points; somebody has won; the end came by a complete city."""
    p = s.public
    if p.over == 0:
        return True
    winners = 0
    for seat in range(p.players):
        parts = p.pts_districts[seat] + p.pts_types[seat] + p.pts_completion[seat] + p.pts_bonus[seat]
        if p.total[seat] != parts or p.pts_districts[seat] != p.city_worth[seat] or p.place[seat] < 1:
            return False
        winners += int(p.place[seat] == 1)
        for other in range(p.players):
            if p.place[other] < p.place[seat] and p.total[other] < p.total[seat]:
                return False
    return bool(winners >= 1 and (capped or p.ending != 0))


@rule
def check_legal(s: Any, out: Any, n: int) -> int:
    """Check the list of legal actions that `apply` wrote: LEGAL when it is empty, repeats itself or offers no choice, else HOLDS."""
    if s.public.over != 0:
        return HOLDS if n == 0 else LEGAL
    if n < 1 or (n == 1 and s.public.decision != TURN):
        return LEGAL
    for i in range(n):
        for k in range(i):
            if out.code[i] == out.code[k]:
                return LEGAL
    return HOLDS


@rule
def check(s: Any, r: Any, out: Any, capped: bool) -> int:
    """Look whether a game that was dealt (not set up from a position) holds together.

    Parameters
    ----------
    s : record of dtype STATE
        Standing at a decision, or over.
    r : record of dtype RULES
    out : record of dtype LEGAL
        Its field ``copies`` is scratch; the listed actions stay.
    capped : bool
        Whether the game was ended by force, at any moment and without a complete city.

    Returns
    -------
    int
        HOLDS, or the code of what is broken (`NAMES`).
    """
    if not cards_hold(s, r, out):
        return CARDS
    if not gold_holds(s, r):
        return GOLD
    for seat in range(SEATS):
        if not hand_holds(s, seat):
            return HANDS
        if not city_holds(s, r, seat):
            return CITIES
        if not duplicates_hold(s, r, seat):
            return DUPLICATES
    if not characters_hold(s, r):
        return CHARACTERS
    if not calling_holds(s, r):
        return CALLING
    if not capped and not draft_holds(s, r):
        return DRAFT
    if not capped and not turn_holds(s, r):
        return TURNS
    if not ending_holds(s, r):
        return ENDING
    if not marks_hold(s, r):
        return MARKS
    return HOLDS if scores_hold(s, capped) else SCORES
