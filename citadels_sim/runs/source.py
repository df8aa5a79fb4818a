"""How messages name the keys of an experiment: by their place in a file, or by the option that gave them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from citadels_sim.errors import ExperimentError

_OPTIONS: Final[Mapping[str, str]] = {"variants": "--variant", "lineups": "--bots", "most_groups": "--groups", "margins": "--margin"}
"""Key of an experiment to its option, where that is not called like the key."""
_PLACE: Final = re.compile(r"(?P<key>[a-z_]+)(?P<at>(?:\[\d+\])*)(?:\.(?P<entry>[^:]*))?: ")


@dataclass(frozen=True)
class Source:
    """Where the keys of an experiment came from.

    Attributes
    ----------
    name : str
        The file; empty where there is none.
    options : mapping of str to str
        Key, or one place in it such as ``variants[0]``, to what gave it on the command line.
    """

    name: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, source: str | Source) -> Source:
        """Take the name of a file for a source of keys of which no option gave any."""
        return cls(source) if isinstance(source, str) else source

    def refuse(self, faults: Iterable[str]) -> None:
        """Refuse keys that have faults.

        Raises
        ------
        ExperimentError
            Where there are any, with all of them as one message.
        """
        if listed := list(faults):
            raise self.error(*listed)

    def error(self, *faults: str) -> ExperimentError:
        """Make the error of some faults, see `format_faults`."""
        return ExperimentError(self.format_faults(faults))

    def format_faults(self, faults: Sequence[str]) -> str:
        """Write faults, each beginning with its place, as one message.

        Parameters
        ----------
        faults : sequence of str
            Such as ``"lineups[0][1]: there is no bot 'bilder'"``; what no option gave is the file's.
        """
        named = [self._named(fault) for fault in faults]
        lines = list(dict.fromkeys(line for line, _ in named))
        typed = [by_option for _, by_option in named]
        if len(lines) == 1:
            return lines[0] if typed[0] or not self.name else f"{self.name}: {lines[0]}"
        where = "the command line" if all(typed) or not self.name else f"{self.name}, with the given options," if any(typed) else self.name
        return "\n".join([f"{where} has {len(lines)} faults:", *(f"  {line}" for line in lines)])

    def _named(self, fault: str) -> tuple[str, bool]:
        """Put the option in the place of the key that it gave; return whether one did."""
        match = _PLACE.match(fault)
        if match is None:
            return fault, False
        for place in (match["key"] + match["at"], match["key"]):
            if place in self.options:
                given, rest = self.options[place], fault[match.end() :]
                if rest.startswith((f"{given}: ", f"{given} has ")):  # a file that is an argument is named once
                    return rest, True
                entry = f"{match['entry']}: " if match["entry"] else ""  # of a table, such as `seat` of `margins`
                return f"{given}: {entry}{rest}", True
        return fault, False


def of_options(keys: Iterable[str], name: str = "", *, calls: Mapping[str, str] | None = None) -> Source:
    """Return the source of keys that options gave.

    Parameters
    ----------
    keys : iterable of str
        Of an experiment.
    name : str
        The file that the other keys came from.
    calls : mapping of str to str, optional
        Key to option, where a command has a name of its own for it: ``{"games": "--nodes"}``.
    """
    names = {**_OPTIONS, **(calls or {})}
    return Source(name, {key: names.get(key, f"--{key}") for key in keys})
