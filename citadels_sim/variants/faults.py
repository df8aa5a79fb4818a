"""Collects everything that is wrong with a variant, to report it in one message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from citadels_sim.errors import Fault, VariantError

__all__ = ["OVERRIDE", "Fault", "Faults", "counts_text"]

OVERRIDE = "override"
"""Where a fault is that the caller's own words have, not a file."""


@dataclass(slots=True)
class Faults:
    """The faults so far of one variant, each reported once.

    Attributes
    ----------
    source : str
        The variant as a whole, for the head of the message.
    """

    source: str
    _faults: dict[Fault, set[int]] = field(default_factory=dict)
    _shape: tuple[Fault, ...] = ()

    def add(self, where: str, key: str, text: str, players: int | None = None) -> None:
        """Note a fault; with `players`, one that holds at this number of players."""
        counts = self._faults.setdefault(Fault(where, key, text), set())
        if players is not None:
            counts.add(players)

    def __len__(self) -> int:
        """Count the faults."""
        return len(self._faults)

    def noted(self, *keys: str) -> bool:
        """Whether there is a fault at one of these keys."""
        return any(fault.key in keys for fault in self._faults)

    def shape_done(self) -> None:
        """Note that all files have been read: what is added from now on is about the variant as a whole."""
        self._shape = tuple(self._faults)

    def touch(self, *sections: str) -> bool:
        """Whether the files' own faults lie in one of these sections (first part of a key, also below ``by_players.N``).

        What was given there is then not all known, and what would follow from it is no fault to report.
        """
        for fault in self._shape:
            if any(f"'{section}'" in fault.text for section in sections):
                return True  # a mistyped key that was meant to be this one
            parts = fault.key.replace("[", ".").split(".")
            if parts[0] == "by_players":
                parts = parts[2:]
            if parts and parts[0] in sections:
                return True
        return False

    def all(self, every: Sequence[int] = ()) -> tuple[Fault, ...]:
        """Every fault in order; one that occurs at some counts of `every` only says at which."""
        faults = []
        for fault, counts in self._faults.items():
            partial = counts and counts != set(every)
            text = f"{fault.text.removesuffix('.')} ({counts_text(sorted(counts))})." if partial else fault.text
            faults.append(Fault(fault.where, fault.key, text))
        return tuple(faults)

    def raise_if_any(self, every: Sequence[int] = ()) -> None:
        """Raise one `VariantError` with all faults, if there are any.

        Its attribute ``faults`` holds them as data.
        """
        faults = self.all(every)
        if not faults:
            return
        if len(faults) == 1:
            (only,) = faults
            # What only together with this file cannot be played is not the fault of the file that has the key.
            inherited = not self._shape and only.where not in (self.source, OVERRIDE)
            raise VariantError(f"{self.source}: {only}" if inherited else str(only), faults)
        lines = [f"{self.source} has {len(faults)} faults:"]
        lines += [f"  {Fault('' if f.where == self.source else f.where, f.key, f.text)}" for f in faults]
        raise VariantError("\n".join(lines), faults)


def counts_text(counts: Sequence[int]) -> str:
    """Write numbers of players for people: ``with 2, 3 and 4 players``."""
    text = ", ".join(str(n) for n in counts[:-1])
    return f"with {text + ' and ' if text else ''}{counts[-1]} players"
