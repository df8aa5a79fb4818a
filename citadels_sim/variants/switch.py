"""What one switch of the rules is: its key, its readings, its defaults, and the check of a value.

The switches themselves are declared in the folder ``switches``, a module for each topic.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from citadels_sim.errors import nearest
from citadels_sim.foreign import shown
from citadels_sim.text import join

RuleValue: TypeAlias = bool | int | float | str
"""The value of a switch in a variant file: a TOML boolean, integer, share, or the name of a reading."""

NONE: Final = "none"
"""The word beside a number for its absence; -1 in the engine where it is the first word."""

NUMBER: Final = "{n}"
"""Stands for the number in the sentence of a switch that is one, and for that sentence among a switch's `Switch.says`."""

TOPICS: Final = (
    "Set-up",
    "District deck",
    "Draft and crown",
    "Turn",
    *(f"Rank {rank}" for rank in range(1, 10)),
    "Tax Collector",
    "Districts",
    "End of the game",
)
"""What rules are about, in the order in which they are shown. The Tax Collector has rank 2 or 9."""


@dataclass(frozen=True, slots=True)
class IntRange:
    """Readings of a switch that is a number.

    Attributes
    ----------
    low, high : int
        Least and greatest number allowed; none of them is negative.
    words : tuple of str
        Names that may replace a number, such as ``"none"``. In the engine the first is -1, the second -2.
    ends_only : bool
        Whether the numbers between `low` and `high` are not allowed.
    """

    low: int
    high: int
    words: tuple[str, ...] = ()
    ends_only: bool = False

    def __contains__(self, number: int) -> bool:
        """Whether the number is one of the readings."""
        return number in (self.low, self.high) if self.ends_only else self.low <= number <= self.high

    def __str__(self) -> str:
        """Write the readings as text for people: ``0 to 10 or 'none'``."""
        text = str(self.low) if self.low == self.high else f"{self.low} {'or' if self.ends_only else 'to'} {self.high}"
        return " or ".join([text, *(repr(word) for word in self.words)])


_MOST_LISTED: Final = 12
"""Words for a value that are listed in full; of more the first three are."""
WHOLE: Final = 1_000_000
"""A whole in the engine, which counts shares in millionths."""


@dataclass(frozen=True, slots=True)
class Share:
    """Readings of a number that is a share: a fraction from 0 to 1. In the engine, millionths."""

    words: tuple[str, ...] = ()

    def __contains__(self, number: float) -> bool:
        """Whether the number is one of the readings."""
        return 0 <= number <= 1

    def __str__(self) -> str:
        """Write the readings as text for people."""
        return "0 to 1"


@dataclass(frozen=True, slots=True)
class Switch:
    """One place where editions, rulebooks or readers differ.

    Attributes
    ----------
    key : str
        Its key in ``[rules]``; of a number outside of it the dotted key, such as ``game.start_gold``.
    readings : tuple of str, "bool", IntRange or Share
        The values it can have.
    default : mapping
        Its value in each edition: keys ``"classic"`` and ``"2016"``.
    rule : str
        Where it belongs: section of the rule reference, with the line of a rulebook where one decides.
    doc : str
        One line for people: what it decides, and what each reading means.
    says : mapping
        A sentence for people by reading: what is played under it. That of a number is under `NUMBER`.
    topic : str
        What it is about, of `TOPICS`.
    needs : tuple of tuple of str
        Cards without which its readings play the same: of each tuple, one character or district must be at the table.
    players : tuple of int
        The numbers of players at which its readings can differ; empty: at all.
    later : bool
        Whether weights were learned and runs kept before it was declared: at its default it then leaves the digest of a variant as it was,
        so that these stay good.
    """

    key: str
    readings: tuple[str, ...] | Literal["bool"] | IntRange | Share
    default: Mapping[str, RuleValue]
    rule: str
    doc: str
    says: Mapping[bool | str, str]
    topic: str = ""
    needs: tuple[tuple[str, ...], ...] = ()
    players: tuple[int, ...] = ()
    later: bool = False

    @property
    def path(self) -> str:
        """Its dotted key in a variant file."""
        return self.key if "." in self.key else f"rules.{self.key}"

    def sentence(self, value: RuleValue) -> str:
        """Describe for people what is played under a reading."""
        if isinstance(value, bool | str):
            return self.says[value]
        return self.says[NUMBER].replace(NUMBER, f"{100 * value:g} %" if isinstance(self.readings, Share) else str(value))

    def matters(self, cards: Collection[str]) -> bool:
        """Whether the readings can differ at a table with these characters and districts."""
        return all(any(id in cards for id in group) for group in self.needs)

    @property
    def allowed(self) -> str:
        """The readings as text for people: ``'heir', 'stays'``, ``true, false`` or ``0 to 10 or 'none'``."""
        if isinstance(self.readings, IntRange | Share):
            return str(self.readings)
        return "true, false" if self.readings == "bool" else _listed([repr(word) for word in self.readings])

    @property
    def words(self) -> list[bool | str]:
        """The readings that are no numbers, as data."""
        if isinstance(self.readings, IntRange | Share):
            return [*self.readings.words]
        return [False, True] if self.readings == "bool" else [*self.readings]

    def fault(self, value: object) -> str:
        """Explain why a value is none of the readings; ``""`` when it is one."""
        if isinstance(self.readings, IntRange | Share):
            numeric = int if isinstance(self.readings, IntRange) else int | float
            if isinstance(value, numeric) and not isinstance(value, bool):
                fine = value in self.readings
            else:
                fine = isinstance(value, str) and value in self.readings.words
            known = self.readings.words
        elif self.readings == "bool":
            fine, known = isinstance(value, bool), ()
        else:
            fine, known = isinstance(value, str) and value in self.readings, self.readings
        return "" if fine else f"{shown(value)} is not allowed here; allowed: {self.allowed}.{nearest(value, known)}"

    def code(self, value: RuleValue) -> int:
        """Integer that the engine sees for a value.

        Parameters
        ----------
        value : bool, int or str
            One of the readings.

        Returns
        -------
        int
            A word's place among the readings; 0 or 1 for false or true; a number as it is, and the words
            beside a number as -1, -2, ...

        Raises
        ------
        ValueError
            If the value is none of the readings.
        """
        fault = self.fault(value)
        if fault:
            raise ValueError(f"{self.path}: {fault}")
        if isinstance(value, str):
            if isinstance(self.readings, IntRange):
                return -1 - self.readings.words.index(value)
            return self.readings.index(value)  # type: ignore[union-attr]
        return round(value * WHOLE) if isinstance(self.readings, Share) else int(value)


def _listed(names: Sequence[str]) -> str:
    """List words for a value."""
    return ", ".join(names) if len(names) <= _MOST_LISTED else join(names, 3)


def words(key: str, says: Mapping[str, str], default: str, rule: str, doc: str, *, in_2016: str | None = None) -> Switch:
    """Declare a switch whose readings have names, each with its sentence; `default` holds in both editions if 2016 has none of its own."""
    return Switch(key, tuple(says), _defaults(default, in_2016), rule, doc, dict(says.items()))


def flag(key: str, default: bool, rule: str, doc: str, yes: str, no: str, *, in_2016: bool | None = None) -> Switch:
    """Declare a switch that is true or false, with the sentences of both."""
    return Switch(key, "bool", _defaults(default, in_2016), rule, doc, {True: yes, False: no})


def number(
    key: str,
    span: IntRange | Share,
    default: float | str,
    rule: str,
    doc: str,
    says: str,
    *,
    in_2016: float | str | None = None,
    **words: str,
) -> Switch:
    """Declare a switch that is a number, or a word beside a number; `says` has `NUMBER` where the number goes."""
    return Switch(key, span, _defaults(default, in_2016), rule, doc, dict([(NUMBER, says), *words.items()]))


def _defaults(value: RuleValue, in_2016: RuleValue | None) -> Mapping[str, RuleValue]:
    return {"classic": value, "2016": value if in_2016 is None else in_2016}


def under(topic: str, *switches: Switch, needs: str = "", players: tuple[int, ...] = (), later: bool = False) -> tuple[Switch, ...]:
    """Put switches under a topic, and say at which tables they matter.

    Parameters
    ----------
    topic : str
        One of `TOPICS`.
    *switches : Switch
        What was declared.
    needs : str
        Characters and districts that must be at the table, all of them; ``"king|emperor"`` is one of the two.
    players : tuple of int
        The numbers of players at which they matter; empty: at all.
    later : bool
        See `Switch`: true of every switch from now on.
    """
    groups = tuple(tuple(group.split("|")) for group in needs.split())
    return tuple(replace(switch, topic=topic, needs=groups, players=players, later=later) for switch in switches)
