"""What differs between two variants, key by key."""

from __future__ import annotations

from typing import NamedTuple

from citadels_sim.catalogue import BASICS, DISTRICTS, UNIQUES, district
from citadels_sim.variants.model import Table, Variant
from citadels_sim.variants.switches import SWITCHES

__all__ = ["Change", "diff"]


class Change(NamedTuple):
    """One key in which two variants differ.

    Attributes
    ----------
    key : str
        Dotted key as in a variant file (a rank's characters as ``cast.5``); ``by_players.N.`` before it if it
        does not differ so at every number of players.
    before, after : object
        Its value in the first and in the second variant; None where it has none.
    words : str
        One line for people.
    """

    key: str
    before: object
    after: object
    words: str


def diff(a: Variant, b: Variant) -> list[Change]:
    """Compare two variants.

    Parameters
    ----------
    a, b : Variant
        From the first, to the second.

    Returns
    -------
    list of Change
        In the order of a variant file; empty exactly when they play the same. A difference that holds at every number of
        players that both seat is told once, others under ``by_players``. Variants without a common number of players are
        compared at the least of each.
    """
    changes = []
    if a.players != b.players:
        changes.append(Change("players", list(a.players), list(b.players), "Least and most players."))
    common = sorted(a.tables.keys() & b.tables.keys())
    pairs = {n: (_keys(a.tables[n]), _keys(b.tables[n])) for n in common}
    if not common:
        pairs = {0: (_keys(a.tables[a.players[0]]), _keys(b.tables[b.players[0]]))}
    special = []
    for key in next(iter(pairs.values()))[0]:
        found = {n: Change(key, one[key], other[key], _words(key)) for n, (one, other) in pairs.items() if one[key] != other[key]}
        kinds = list(found.values())
        if len(found) == len(pairs) and all(change == kinds[0] for change in kinds):
            changes.append(kinds[0])
        else:
            special += [(n, change._replace(key=f"by_players.{n}.{key}")) for n, change in found.items()]
    return changes + [change for _, change in sorted(special, key=lambda pair: pair[0])]


def _keys(table: Table) -> dict[str, object]:
    """Give a table's content by dotted key; the keys are the same for every table, in the same order."""
    out: dict[str, object] = {f"cast.{rank}": " | ".join(table.cast.get(rank, ())) or None for rank in range(1, 10)}
    out["city_size"] = table.city_size
    out |= {f"deck.basic.{d.id}": table.basic.get(d.id, 0) for d in BASICS}
    out |= {f"deck.unique.{d.id}": table.unique.get(d.id, 0) for d in UNIQUES}
    out["deck.random_unique.count"] = table.random_count
    out["deck.random_unique.from"] = list(table.random_from) if table.random_count else []
    out |= {f"costs.{d.id}": table.costs[d.id] for d in DISTRICTS}
    out |= {f"rules.{key}": table.rules[key] for key in SWITCHES}
    return out


def _words(key: str) -> str:
    """Say in a line what a key is about."""
    section, _, rest = key.partition(".")
    if section == "rules":
        return SWITCHES[rest].doc
    if section == "costs":
        return f"Cost of the {district(rest).title} in gold."
    if section == "cast":
        return f"Character of rank {rest}."
    if section == "city_size":
        return "Districts that complete a city."
    if rest.startswith("random_unique"):
        return "Unique districts drawn per game."
    return f"Copies of the {district(rest.split('.')[1]).title} in the deck."
