"""From a position that somebody wrote to a table that can be played, with every check on the way."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.rules import rules_record
from citadels_sim.errors import PositionError, VariantError
from citadels_sim.game.cards import check_bank, check_cards
from citadels_sim.game.layout import blank_record, lay_out
from citadels_sim.game.markers import check_agreement
from citadels_sim.game.pending import read_pending
from citadels_sim.game.reading import read_cast, read_opening, read_position
from citadels_sim.variants import Table, Variant, load_variant


@dataclass(frozen=True, slots=True)
class Placed:
    """A position on its table, not played on.

    Attributes
    ----------
    state : record of dtype STATE
    rules : record of dtype RULES
    strict : bool
        Whether it was checked against the number of copies in the deck.
    pending : bool
        Whether the game is at a decision already.
    drafted : bool
        Whether the characters have been chosen.
    """

    state: State
    rules: Rules
    strict: bool
    pending: bool
    drafted: bool


def find_variant(variant: Variant | str | os.PathLike[str]) -> Variant:
    """Take a variant, or find it by name or path."""
    if isinstance(variant, Variant):
        return variant
    if isinstance(variant, str | os.PathLike):
        return load_variant(variant)
    raise VariantError(f"variant: {variant!r} is not a variant; give a Variant, the name of a packaged one, or a path")


@lru_cache(maxsize=32)
def rules_at(variant: Variant, players: int) -> Any:
    """Return the Rules record of a variant at a number of players that it seats, made once; treat it as read-only."""
    return rules_record(variant.at(players))


def rules_with(table: Table, cast: Mapping[int, int]) -> Any:
    """Return the Rules record for a game whose cast a position says: it may have characters that the variant never has."""
    rules = rules_record(table)
    for code in cast.values():
        rules.powers |= 1 << int(rules.power[code])
    return rules


def place_position(variant: Variant, data: object) -> Placed:
    """Read, check and lay out a position.

    Parameters
    ----------
    variant : Variant
        Whose rules hold.
    data : object
        A position as `citadels_sim.Game.position` writes it; every key but ``players`` may be left out.

    Raises
    ------
    PositionError
        If it is not possible at a table of the variant; one message with all faults.
    """
    opening = read_opening(data)
    faults = opening.faults
    try:
        table = variant.at(opening.players)
    except VariantError as error:
        faults.add("players", f"has {opening.players}, but {error}")
        faults.raise_if_any()
        raise PositionError(str(error)) from error
    rules = rules_at(variant, table.players)
    blank = blank_record(rules, opening.seed)
    cast = {rank: int(code) for rank, code in enumerate(blank.public.cast) if code}
    if opening.data.get("cast") is not None:
        cast = read_cast(opening.data["cast"], table, faults) or cast
        rules = rules_with(table, cast)
    position = read_position(opening, table, cast, int(rules.n_up))
    check_cards(position, table, faults)
    check_bank(position, int(rules.bank_limit), faults)
    faults.raise_if_any()
    state = lay_out(position, rules)
    if position.pending is not None:
        read_pending(position.pending, state, rules, faults, table.cards)
        check_agreement(position, state, faults)
        faults.raise_if_any()
    drafted = any(player.ranks for player in position.players)
    return Placed(state, rules, position.strict, position.pending is not None, drafted)
