"""Reads the tables of numbers of a variant file: ``[game]`` and the tables inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from citadels_sim.catalogue import Cards
from citadels_sim.variants.declared import EFFECT, declaring
from citadels_sim.variants.faults import Faults
from citadels_sim.variants.numbers import elsewhere, numbers_of, switch_of


class Reader(Protocol):
    """What reads the rest of the file: checks a table, and takes what is wrong and what is read."""

    cards: Cards
    faults: Faults

    def table(self, path: Sequence[str], value: object) -> Iterator[tuple[str, object]]: ...  # noqa: D102

    def unknown(self, path: Sequence[str], known: Iterable[str]) -> None: ...  # noqa: D102

    def fault(self, path: Sequence[str], text: str) -> None: ...  # noqa: D102

    def store(self, path: Sequence[str], value: object, written: Sequence[str] | None = None) -> None: ...  # noqa: D102


def read_numbers(reader: Reader, key: Sequence[str], path: Sequence[str], value: object) -> None:
    """Read a table of numbers and the tables inside it.

    Parameters
    ----------
    reader : Reader
        Of the file.
    key, path : sequence of str
        The table's place without and with ``by_players.N``.
    value : object
        What stands there.
    """
    depth = len(key)
    numbers = numbers_of(reader.cards)
    there = elsewhere(reader.cards)
    parts = [number.split(".") for number in (*numbers, *there)]
    known = dict.fromkeys(each[depth] for each in parts if each[:depth] == [*key])
    declares = declaring(reader.cards, key)
    for name, entry in reader.table(path, value):
        here, full = [*path, name], ".".join([*key, name])
        if (name in declares or (depth == 2 and name == EFFECT)) and path[0] == "by_players":
            reader.fault(here, "holds at every number of players; say it above, outside of [by_players].")
            continue
        if name in declares:
            continue
        if depth == 1 and name not in known and reader.faults.noted(key[0], full):
            continue  # a declaration that is refused already
        elif name not in known:
            reader.unknown(here, (*declares, *known))
        elif full not in numbers and full not in there:
            read_numbers(reader, [*key, name], here, entry)
        elif fault := switch_of(full, reader.cards).fault(entry):
            reader.fault(here, fault)
        elif full in there:
            reader.store([*path[: len(path) - depth], *there[full]], entry, here)
        else:
            reader.store(here, entry)
