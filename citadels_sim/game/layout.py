"""From a position to the engine's record and back. What a position cannot hold is in `pending`."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any, Final

import numpy as np

from citadels_sim.catalogue import PACKAGED, C, Cards
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.characters.holders import loses_turn
from citadels_sim.engine.characters.rank9 import is_late
from citadels_sim.engine.completion import bell_tower_goal
from citadels_sim.engine.record_types import Public, Rules, State
from citadels_sim.engine.state import RANKS, UNLIMITED, new_legal, new_state
from citadels_sim.game.cards import coins, placed_cards
from citadels_sim.game.entry_points import fill_deck, lay_blank
from citadels_sim.game.markers import threats_of, turned_up, warrants_of
from citadels_sim.game.model import Built, Player, Position
from citadels_sim.game.table_names import ranks_of
from citadels_sim.variants.switches import reading

_BOTH_PROTECTED: Final = reading("witch_bishop", "both")
_NO_BUILDING_ROUND: Final = reading("navigator_nobuild", "round")


def _bits(members: tuple[int, ...]) -> int:
    return sum(1 << member for member in members)


def blank_record(rules: Rules, seed: int) -> Any:
    """Return an empty table: a record of dtype STATE with the seed and the cast, drawn where the variant draws it."""
    state = new_state()
    ready(lay_blank)(state, rules, seed)
    return state


def _lay_city(public: Public, rules: Rules, seat: int, city: tuple[Built, ...]) -> None:
    """Build a city, district by district."""
    n = len(city)
    codes = [built.code for built in city]
    public.city[seat][:n] = codes
    public.city_coin[seat][:n] = [built.beautified for built in city]
    public.city_round[seat][:n] = [built.round_no for built in city]
    public.city_tucked[seat][:n] = [len(built.tucked) for built in city]
    public.coins[seat] = sum(built.beautified for built in city)
    public.city_mask[seat] = sum(1 << code for code in set(codes))
    public.city_effects[seat] = int(np.bitwise_or.reduce(rules.effect_bit[codes])) if city else 0
    public.city_size[seat] = int(rules.counts_as[codes].sum()) if city else 0
    public.city_schools[seat] = int(rules.schools[codes].sum()) if city else 0
    public.city_worth[seat] = int(rules.points[codes].sum() + public.coins[seat] * rules.artist_value) if city else 0
    for code in codes:
        public.city_types[seat][int(rules.type_of[code])] += 1
    public.city_n[seat] = n


def _lay_players(state: State, rules: Rules, position: Position) -> None:
    """Give every seat its gold, cards, city and characters."""
    public = state.public
    for seat, player in enumerate(position.players):
        public.gold[seat] = player.gold
        public.hand_n[seat] = len(player.hand)
        mine = state.seat[seat]
        for code, copies in Counter(player.hand).items():
            mine.hand[code] = copies
        mine.hand_mask = sum(1 << code for code in set(player.hand))
        _lay_city(public, rules, seat, player.city)
        mine.chars = _bits(player.ranks)
        mine.picks_n = len(player.ranks)
        for rank in player.ranks:
            state.secret.holder[rank] = seat
            if rank < position.next_rank and not (rank == position.murdered and loses_turn(public, rules)):
                public.called[rank] = seat
        tucked = [code for built in player.city for code in built.tucked]
        state.secret.tucked[seat][: len(tucked)] = tucked


def _actor(state: State, rules: Rules, rank: int) -> int:
    """Seat that acts as a rank that has been called: its holder, or the Witch who bewitched it; -1, also where it is murdered."""
    public, holder = state.public, state.secret.holder
    if public.called[rank] < 0 or public.murdered == rank:
        return -1
    seat = int(rules.rank_of[C.WITCH])
    witch = int(holder[seat])
    bewitched = int(public.bewitched) == rank and rules.power[public.cast[seat]] == C.WITCH and witch >= 0
    return witch if bewitched else int(holder[rank])


def _lay_lasting(state: State, rules: Rules) -> None:
    """Set what characters called before have left behind for the rest of the round."""
    public, holder = state.public, state.secret.holder
    for rank in range(1, RANKS):
        if rules.protects[public.cast[rank]] and _actor(state, rules, rank) >= 0:
            seats = 1 << _actor(state, rules, rank)
            if rules.witch_bishop == _BOTH_PROTECTED:
                seats |= 1 << int(holder[rank])
            if rules.protects_dearest[public.cast[rank]]:
                public.guarded |= seats
            else:
                public.protected |= seats
    if public.robbed:
        rank = int(rules.rank_of[C.THIEF])
        thief = _actor(state, rules, rank)
        public.thief = thief if thief >= 0 else int(holder[rank])
    if C.NAVIGATOR in public.cast and rules.navigator_nobuild == _NO_BUILDING_ROUND and rules.builds[C.NAVIGATOR] == 0:
        navigator = _actor(state, rules, [*public.cast].index(C.NAVIGATOR))
        public.no_building = 1 << navigator if navigator >= 0 else 0
    if any(rules.power[public.cast[rank]] == C.EMPEROR and _actor(state, rules, rank) >= 0 for rank in range(1, RANKS)):
        public.crowned_by_gift = public.crown
    rank = int(rules.rank_of[C.QUEEN])
    queen = _actor(state, rules, rank)
    if rules.power[public.cast[rank]] == C.QUEEN and queen >= 0 and any(is_late(state, rules, royal) for royal in ranks_of(rules.royal)):
        public.queen_waits = queen


def _lay_characters(state: State, position: Position) -> None:
    """Put the removed characters and the markers on the table."""
    public = state.public
    public.face_up = _bits(position.face_up)
    public.down_n = len(position.face_down)
    state.secret.down = _bits(position.face_down)
    if len(position.face_down) == 1 and not any(player.ranks for player in position.players):
        state.secret.down_first = position.face_down[0]
    public.murdered = position.murdered
    public.robbed = position.robbed
    public.bewitched = position.bewitched
    public.tax = position.tax
    public.builders = _bits(position.builders)


def _lay_markers(state: State, rules: Rules, position: Position) -> None:
    """Place warrants and threats; their owner knows which one is signed and which one bears the flower."""
    public, warrants, threats = state.public, position.warrants, position.threats
    if warrants.ranks:
        public.warrants = _bits(warrants.ranks)
        public.warrant_shown = 0 if warrants.face else turned_up(position)
        state.seat[_actor(state, rules, int(rules.rank_of[C.MAGISTRATE]))].signed = warrants.face or public.warrant_shown
    if threats.ranks:
        public.threats = _bits(threats.ranks)
        public.blackmailer = _actor(state, rules, int(rules.rank_of[C.BLACKMAILER]))
        state.seat[int(public.blackmailer)].flowered = threats.face


def _lay_end(public: Public, rules: Rules, position: Position) -> None:
    """Set who has completed a city and who holds the bonus for being first."""
    public.bell_tower = position.bell_tower
    if position.bell_tower:
        public.goal = bell_tower_goal(rules)
    done = position.completed
    if done is None:
        done = tuple(seat for seat in range(len(position.players)) if public.city_size[seat] >= public.goal)
    for i, seat in enumerate(done):
        public.completed[i] = seat
    public.completed_n = len(done)
    public.first = _bits(done[:1] if position.first is None else position.first)
    public.ending = position.round_no if done or position.round_no == rules.most_rounds else 0


def _lay_deck(state: State, rules: Rules, position: Position) -> None:
    """Stack the deck in the given order, or shuffle the cards that lie nowhere else."""
    if position.deck is not None:
        state.secret.deck[: len(position.deck)] = position.deck
        state.public.deck_n = len(position.deck)
        return
    placed = np.zeros(len(rules.copies), np.int64)
    for _, code in placed_cards(position):
        placed[code] += 1
    ready(fill_deck)(state, rules, new_legal(), placed)


def lay_out(position: Position, rules: Rules) -> Any:
    """Lay a position on a fresh table, without playing on and without what is pending.

    Parameters
    ----------
    position : Position
        Checked.
    rules : record of dtype RULES
        The variant at this number of players.

    Returns
    -------
    record of dtype STATE
        The drafting, the calling of ranks or the pending decision has not begun yet.
    """
    state = blank_record(rules, position.seed)
    public = state.public
    for rank in range(RANKS):
        public.cast[rank] = position.cast.get(rank, 0)
    public.round_no = position.round_no
    public.crown = position.crown
    public.first_crown = position.crown
    public.next_rank = position.next_rank
    public.bank = (rules.bank_limit if rules.bank_limit > 0 else UNLIMITED) - coins(position)
    _lay_players(state, rules, position)
    _lay_characters(state, position)
    _lay_lasting(state, rules)
    _lay_markers(state, rules, position)
    _lay_end(public, rules, position)
    _lay_deck(state, rules, position)
    return state


def _player_of(state: State, seat: int) -> Player:
    """Read one seat."""
    public = state.public
    mine = state.seat[seat]
    copies = mine.hand.tolist()
    hand = [code for code in ranks_of(mine.hand_mask) for _ in range(copies[code])]
    n = int(public.city_n[seat])
    slots = (
        public.city[seat, :n].tolist(),
        public.city_coin[seat, :n].tolist(),
        public.city_round[seat, :n].tolist(),
        public.city_tucked[seat, :n].tolist(),
    )
    tucked = iter(state.secret.tucked[seat].tolist())
    city = tuple(
        Built(code, bool(coin), since, tuple(itertools.islice(tucked, under))) for code, coin, since, under in zip(*slots, strict=True)
    )
    return Player(int(public.gold[seat]), tuple(hand), city, tuple(ranks_of(mine.chars)))


def position_of(state: State, strict: bool = True, cards: Cards = PACKAGED) -> Position:
    """Read a position out of a record.

    Parameters
    ----------
    state : record of dtype STATE
        Any game, at any decision or over.
    strict : bool
        What the position is to say about its deck.
    cards : Cards
        Those of the variant.

    Returns
    -------
    Position
        Complete but for what is pending.
    """
    public, secret = state.public, state.secret
    head = int(secret.deck_head)
    ring = secret.deck.tolist()
    return Position(
        round_no=int(public.round_no),
        crown=int(public.crown),
        players=tuple(_player_of(state, seat) for seat in range(int(public.players))),
        deck=tuple((ring * 2)[head : head + int(public.deck_n)]),
        seed=int(secret.seed),
        face_up=tuple(ranks_of(public.face_up)),
        face_down=tuple(ranks_of(secret.down)),
        next_rank=int(public.next_rank),
        murdered=int(public.murdered),
        robbed=int(public.robbed),
        bewitched=int(public.bewitched),
        warrants=warrants_of(state),
        threats=threats_of(state),
        tax=int(public.tax),
        builders=tuple(ranks_of(public.builders)),
        completed=tuple(public.completed[: int(public.completed_n)].tolist()),
        first=tuple(ranks_of(public.first)),
        bell_tower=bool(public.bell_tower),
        cast={rank: code for rank, code in enumerate(public.cast.tolist()) if code},
        strict=strict,
        pending=None,
        cards=cards,
    )
