"""Records as Python sees them: a field is an attribute, as it is in compiled code.

NumPy's own record arrays do the same, ten times slower: they look each field up in Python and give what they find a new type each time.
The interpreted rules and the game API read little else.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Record", "new_record", "new_records"]


class _RecordType(type):
    """Type of the classes of records, which have no name by which another process could find them: they are pickled as their dtype."""

    plain: np.dtype[Any]


copyreg.pickle(_RecordType, lambda kind: (_type_of, (kind.plain,)))  # type: ignore[arg-type, return-value]


class Record(np.void, metaclass=_RecordType):  # type: ignore[misc]  # final to the type checker only: NumPy's own np.record does this
    """One record; each dtype has a class of its own below this one, with a property for each field."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the plain record."""
        return _restored, (_plain(self.dtype), self.tobytes())


def new_records(n: int, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Make blank records.

    Parameters
    ----------
    n : int
    dtype : structured dtype

    Returns
    -------
    array of `Record`, shape (n,)
        All zero. Its dtype equals the one given; its items, and records within records, have their fields as attributes.
    """
    return np.zeros(n, _with_attributes(dtype))


def new_record(dtype: np.dtype[Any], keeps: object = None) -> Any:
    """Make one blank record, a view into an array of its own; see `new_records`.

    Parameters
    ----------
    dtype : structured dtype
    keeps : object
        What owns the memory that the record points to; it lives as long as the record, or what is a view of it.
    """
    memory = new_records(1, dtype)
    if keeps is not None:
        memory = keeper = memory.view(_Keeper)
        keeper.keeps = keeps
    return memory[0]


class _Keeper(np.ndarray):
    """An array to which an object can be tied."""

    keeps: object


def _restored(dtype: np.dtype[Any], data: bytes) -> Any:
    record = new_records(1, dtype)
    record.view(np.uint8)[:] = np.frombuffer(data, np.uint8)
    return record[0]


def _type_of(dtype: np.dtype[Any]) -> type:
    """Return the class of records of a plain dtype."""
    return _with_attributes(dtype).type


@cache
def _with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Give the same dtype with a class for its records, and for the records within them."""
    if dtype.subdtype is not None:
        item, shape = dtype.subdtype
        return np.dtype((_with_attributes(item), shape))
    if dtype.names is None:
        return dtype
    properties = {name: property(itemgetter(name), _setter(name)) for name in dtype.names}
    kind = _RecordType("Record", (Record,), {"__slots__": (), "plain": _plain(dtype), **properties})
    return np.dtype((kind, _rebuilt(dtype, _with_attributes)))


def _plain(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Give the same dtype with NumPy's own class for records."""
    if dtype.subdtype is not None:
        item, shape = dtype.subdtype
        return np.dtype((_plain(item), shape))
    return dtype if dtype.names is None else _rebuilt(dtype, _plain)


def _rebuilt(dtype: np.dtype[Any], change: Callable[[np.dtype[Any]], np.dtype[Any]]) -> np.dtype[Any]:
    """Give a structured dtype with the dtypes of its fields changed, each where it was."""
    fields = [dtype.fields[name] for name in dtype.names or ()] if dtype.fields else []
    spec: Any = {
        "names": list(dtype.names or ()),
        "formats": [change(field[0]) for field in fields],
        "offsets": [field[1] for field in fields],
        "itemsize": dtype.itemsize,
    }
    return np.dtype(spec, align=dtype.isalignedstruct)


def _setter(name: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write
