"""The keys that a file or options may have: what each should be, in words, and the faults of those that are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from citadels_sim.errors import nearest
from citadels_sim.foreign import shown
from citadels_sim.limits import LIMITS, WISHED, criterion_of, limit_fault
from citadels_sim.names import name_fault
from citadels_sim.runs.source import Source

_MOST_FAULTS: Final = 100
"""Faults that are examined: each takes a search for the name that was meant."""

_Model = TypeVar("_Model", bound=BaseModel)


@dataclass(frozen=True)
class Keys:
    """The keys of one kind of data.

    Attributes
    ----------
    expected : mapping of str to str
        Each key, and what its value should be.
    whose : str
        Words for what has them, behind "keys": ``" of a study"``.
    """

    expected: Mapping[str, str]
    whose: str = ""

    def check(self, model: type[_Model], data: Mapping[str, Any], source: Source) -> _Model:
        """Make a model of data.

        Raises
        ------
        ExperimentError
            With a line for every key that is unknown, missing or wrong.
        """
        try:
            return model.model_validate(dict(data))
        except ValidationError as error:
            items = error.errors()[:_MOST_FAULTS]
        places = [item["loc"] for item in items]
        # A fault inside a list also makes the list faulty; the place inside says more.
        inner = [not any(other[: len(place)] == place and other != place for other in places) for place in places]
        raise source.error(*(self._fault(dict(item)) for item, is_inner in zip(items, inner, strict=True) if is_inner))

    def wrong(self, place: str, value: object) -> str:
        """Describe the value of a key, or of a place in it such as ``players[0]``, that should be another."""
        top = place.split("[")[0].split(".")[0]
        return f"{place}: {shown(value)} should be {'in ' * (place != top)}{self.expected[top]}."

    def _fault(self, error: Mapping[str, Any]) -> str:
        where = error["loc"]
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" if i else str(part) for i, part in enumerate(where))
        if error["type"] == "extra_forbidden":
            return f"{place}: there is no such key; keys{self.whose} are {', '.join(self.expected)}.{nearest(str(where[0]), self.expected)}"
        if error["type"] == "missing" and len(where) == 1:
            return f"{place}: missing; it should be {self.expected[place]}."
        return f"{place}: {name_fault(error['input'])}" if place == "name" else self.wrong(place, error["input"])


def margin_faults(margins: object) -> Iterator[str]:
    """Find the limits in a table ``margins`` that there are not, or that have no such value."""
    for name, limit in islice(margins.items(), _MOST_FAULTS) if isinstance(margins, Mapping) else ():
        if name not in LIMITS and criterion_of(name) not in WISHED:
            wished = (
                f"intended values exist for {' and '.join(WISHED)}, such as {WISHED[0]}.assassin"
                if "." in name
                else f"limits are {', '.join(LIMITS)}"
            )
            yield f"margins.{name}: there is no such limit; {wished}.{nearest(name, LIMITS)}"
        elif fault := limit_fault(name, limit):
            yield f"margins.{name}: {shown(limit)} {fault}."
