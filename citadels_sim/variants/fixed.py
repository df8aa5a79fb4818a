"""A variant that draws, with what is drawn settled: one cast, or one set of unique districts, at one number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from citadels_sim.variants.model import Variant
from citadels_sim.variants.reader import from_resolved


def settle(
    variant: Variant, players: int, name: str, *, cast: Mapping[int, str] | None = None, uniques: Sequence[str] | None = None
) -> Variant:
    """Make the variant in which something is not drawn any more.

    Parameters
    ----------
    variant : Variant
    players : int
        The only number of players that the new one seats.
    name : str
        Of the new one.
    cast : mapping of int to str, optional
        The character of each rank that is not drawn any more.
    uniques : sequence of str, optional
        The unique districts that are in every deck beside those that always are; none is drawn then.

    Raises
    ------
    VariantError
        If it does not seat so many, or what is settled cannot be played.
    """
    table = variant.at(players)
    if cast is not None and "diplomat" in cast.values():  # classic 1.1: where he is drawn, the Graveyard leaves that game's deck
        unique = {id: copies for id, copies in table.unique.items() if id != "graveyard"}
        table = replace(table, unique=unique, random_from=tuple(id for id in table.random_from if id != "graveyard"))
    if cast is not None:
        table = replace(table, cast={rank: (cast[rank],) if rank in cast else ids for rank, ids in table.cast.items()})
    if uniques is not None:
        unique = {**table.unique, **{id: table.unique.get(id, 0) + 1 for id in uniques}}
        table = replace(table, unique=unique, random_count=0, random_from=())
    settled = ", ".join([*(cast.values() if cast else ()), *(uniques or ())])
    raw = Variant(name, f"{variant.name} with {settled}", (players, players), variant.source, {players: table})
    return from_resolved(raw.resolved())
