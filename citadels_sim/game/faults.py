"""Reading values out of a position, noting every fault, to report all in one message."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

from citadels_sim.errors import PositionError, nearest


def _kind(value: object) -> str:
    """Name a value's kind as JSON does."""
    names: tuple[tuple[type, str], ...] = (
        (bool, "true or false"),
        (Integral, "a number"),
        (float, "a number with a fraction"),
        (str, "a text"),
        (list, "a list"),
        (tuple, "a list"),
        (Mapping, "an object"),
    )
    for cls, name in names:
        if isinstance(value, cls):
            return name
    return "null" if value is None else f"a {type(value).__name__}"


@dataclass(slots=True)
class Faults:
    """The faults so far of one position.

    Every reader below returns a value of the right kind also after a fault, so that reading can continue and find the others.
    """

    messages: list[str] = field(default_factory=list)

    def add(self, where: str, text: str) -> None:
        """Note a fault at a dotted key."""
        message = f"{where}: {text}" if where else text
        if message not in self.messages:
            self.messages.append(message)

    def raise_if_any(self) -> None:
        """Raise one `PositionError` that lists all faults, if there are any."""
        if not self.messages:
            return
        if len(self.messages) == 1:
            raise PositionError(self.messages[0])
        raise PositionError("\n".join([f"the position has {len(self.messages)} faults:", *(f"  {message}" for message in self.messages)]))

    def whole(self, where: str, value: object, low: int, high: int, what: str) -> int:
        """Read a whole number from `low` to `high`; `what` says what it counts."""
        if isinstance(value, bool) or not isinstance(value, Integral):
            self.add(where, f"{value!r} is {_kind(value)}; {what} is a whole number from {low} to {high}")
            return low
        number = int(value)
        if low <= number <= high:
            return number
        sign = "is negative" if number < 0 <= low else "is not possible"
        self.add(where, f"{number} {sign}; {what} is a whole number from {low} to {high}")
        return low

    def flag(self, where: str, value: object) -> bool:
        """Read true or false."""
        if isinstance(value, bool):
            return value
        self.add(where, f"{value!r} is {_kind(value)}; it is true or false")
        return False

    def items(self, where: str, value: object, what: str) -> Iterator[tuple[str, Any]]:
        """Read a list, as pairs of dotted key and item; `what` says what it lists."""
        if isinstance(value, list | tuple):
            yield from ((f"{where}.{i}", item) for i, item in enumerate(value))
        else:
            self.add(where, f"{value!r} is {_kind(value)}; it is a list of {what}")

    def keys(self, where: str, value: object, known: Collection[str], what: str) -> dict[str, Any]:
        """Read an object that has none but the known keys; `what` says what it describes."""
        if not isinstance(value, Mapping):
            self.add(where, f"{value!r} is {_kind(value)}; {what} is an object with some of the keys {', '.join(known)}")
            return {}
        for key in value:
            if key not in known:
                path = f"{where}.{key}" if where else str(key)
                self.add(path, f"there is no such key.{nearest(key, known)} Known keys: {', '.join(known)}")
        return {key: value[key] for key in known if key in value}

    def name(self, where: str, value: object, known: Iterable[str], what: str) -> str | None:
        """Read an id; `what` says of what."""
        if not isinstance(value, str):
            self.add(where, f"{value!r} is {_kind(value)}; it is the id of a {what}")
            return None
        names = list(known)
        if value in names:
            return value
        self.add(where, f"there is no {what} '{value}'.{nearest(value, names)}")
        return None
