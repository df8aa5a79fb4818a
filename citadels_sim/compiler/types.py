"""Types of what compiled functions take and return, as Numba spells them, without Numba: it is imported when something is compiled.

A type knows two things: what it is to Numba, and which numbers and addresses a value of it is to machine code. The latter is the order in
which Numba's own calling convention takes the members of a value; `citadels_sim.compiler.backend` checks it whenever something is compiled.
"""

from __future__ import annotations

import ctypes
import functools
import operator
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

_Word: Final = ctypes.c_int64
"""An address, as a number, or a 64-bit integer."""


class _View(ctypes.Structure):
    """What Python says of an object's memory (``Py_buffer``): first its address, and more than enough room for the rest."""

    _fields_ = (("address", ctypes.c_void_p), ("rest", ctypes.c_byte * 120))


_get_buffer: Final = ctypes.pythonapi.PyObject_GetBuffer
_get_buffer.argtypes = (ctypes.py_object, ctypes.POINTER(_View), ctypes.c_int)
_release_buffer: Final = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes = (ctypes.POINTER(_View),)
_release_buffer.restype = None


class Type:
    """A type.

    Attributes
    ----------
    words : tuple of ctypes types
        What a value is to machine code, in order.
    """

    words: tuple[Any, ...] = ()

    @functools.cached_property
    def numba(self) -> Any:
        """The type as Numba has it."""
        from citadels_sim.compiler import backend

        return backend.numba_type(self)

    def put(self, value: Any, out: list[Any]) -> None:
        """Append a value as machine code takes it; raise a `TypeError` where it is of another type."""
        raise NotImplementedError

    def __getitem__(self, dimensions: Any) -> Array:
        """Spell an array in C order: ``int64[::1]``, ``int64[:, ::1]``."""
        return Array(self, len(dimensions) if isinstance(dimensions, tuple) else 1)

    def __call__(self, *arguments: Any) -> Signature:
        """Spell the signature of a function that returns this type."""
        return Signature(self, arguments)


class _Number(Type):
    def __init__(self, name: str, word: Any, convert: Any) -> None:
        self.name, self.words, self._convert = name, (word,), convert
        self.dtype = np.dtype(bool if name == "boolean" else name)

    def __repr__(self) -> str:
        return self.name

    def put(self, value: Any, out: list[Any]) -> None:
        """Append a value as machine code takes it."""
        out.append(self._convert(value))


class _Void(Type):
    def __repr__(self) -> str:
        return "void"


class Record(Type):
    """One record: its address."""

    words = (_Word,)

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype
        self._seen = {id(dtype): dtype}

    def __repr__(self) -> str:
        return f"record of {self.dtype.itemsize} bytes"

    def put(self, value: Any, out: list[Any]) -> None:
        """Append a value as machine code takes it."""
        out.append(self.address(value))

    def address(self, value: Any) -> int:
        """Address of a record; a `TypeError` where it is of another dtype, or none."""
        if not isinstance(value, np.void):
            raise TypeError(f"{value!r:.80} should be a {self}.")
        dtype = value.dtype
        if id(dtype) not in self._seen:
            if dtype != self.dtype:
                raise TypeError(f"{value!r:.80} should be a {self}.")
            self._seen[id(dtype)] = dtype  # kept, so that no other one gets its number
        view = _View()
        _get_buffer(value, ctypes.byref(view), 0)
        address = int(view.address)
        _release_buffer(ctypes.byref(view))
        return address


class Array(Type):
    """An array in C order that may be written to."""

    def __init__(self, item: Type, dimensions: int) -> None:
        self.item, self.dimensions = item, dimensions
        self.words = (_Word,) * (5 + 2 * dimensions)

    def __repr__(self) -> str:
        return f"array of {self.item!r}, {self.dimensions}-dimensional"

    def put(self, value: Any, out: list[Any]) -> None:
        """Append a value as machine code takes it."""
        dtype: Any = self.item.dtype  # type: ignore[attr-defined]
        if not isinstance(value, np.ndarray) or value.dtype != dtype or value.ndim != self.dimensions or not value.flags.carray:
            raise TypeError(f"{type(value).__name__} {getattr(value, 'dtype', '')!r:.80} should be an {self} in C order, not read-only.")
        out += (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)


class Tuple(Type):
    """A tuple; with a class, a named one."""

    def __init__(self, members: Sequence[Any], kind: Any = None) -> None:
        self.members, self.kind = tuple(map(of_numba, members)), kind
        self.words = tuple(word for member in self.members for word in member.words)

    def __repr__(self) -> str:
        return f"{self.kind.__name__ if self.kind else ''}{self.members!r}"

    def put(self, value: Any, out: list[Any]) -> None:
        """Append a value as machine code takes it."""
        expected: Any = self.kind or tuple
        if not isinstance(value, expected) or len(value) != len(self.members):
            raise TypeError(f"{type(value).__name__} should be {self!r}.")
        for member, part in zip(self.members, value, strict=True):
            member.put(part, out)


class FunctionType(Type):
    """The value of an entry point of one signature: its address."""

    words = (_Word,)

    def __init__(self, signature: Any) -> None:
        self.signature = Signature.parse(signature)

    def __repr__(self) -> str:
        return f"function {self.signature!r}"

    def put(self, value: Any, out: list[Any]) -> None:
        """Append a value as machine code takes it."""
        out.append(self.address(value))

    def address(self, value: Any) -> int:
        """Address of an entry point; a `TypeError` where it is of another signature, or none."""
        given = getattr(value, "signature", None)
        if given is None or repr(given) != repr(self.signature):
            raise TypeError(f"{value!r:.80} should be an entry point {self.signature!r}.")
        return int(value.address)


class Signature:
    """What a function takes and returns."""

    def __init__(self, result: Any, arguments: Sequence[Any]) -> None:
        self.result, self.arguments = of_numba(result), tuple(map(of_numba, arguments))

    def __repr__(self) -> str:
        return f"{self.result!r}{self.arguments!r}"

    @classmethod
    def parse(cls, given: Any) -> Signature:
        """Take a signature as it is, or as Numba spells it."""
        return given if isinstance(given, Signature) else cls(given.return_type, given.args)

    @functools.cached_property
    def numba(self) -> Any:
        """The signature as Numba has it."""
        return self.result.numba(*(argument.numba for argument in self.arguments))


def of_numba(kind: Any) -> Type:
    """Take a type as it is, or as Numba spells it: signatures of other packages may be written in its words."""
    if isinstance(kind, Type):
        return kind
    from citadels_sim.compiler import backend

    return backend.our_type(kind)


int64: Final = _Number("int64", ctypes.c_int64, operator.index)
int32: Final = _Number("int32", ctypes.c_int32, operator.index)
int8: Final = _Number("int8", ctypes.c_int8, operator.index)
int16: Final = _Number("int16", ctypes.c_int16, operator.index)
uint8: Final = _Number("uint8", ctypes.c_uint8, operator.index)
uint32: Final = _Number("uint32", ctypes.c_uint32, operator.index)
float32: Final = _Number("float32", ctypes.c_float, float)
float64: Final = _Number("float64", ctypes.c_double, float)
boolean: Final = _Number("boolean", ctypes.c_uint8, bool)
void: Final = _Void()
NUMBERS: Final = {"bool": boolean} | {each.name: each for each in (int64, int32, int16, int8, uint8, uint32, float32, float64, boolean)}
"""The numbers, by the names that Numba gives them."""


def record(dtype: np.dtype[Any]) -> Record:
    """Spell one record of a dtype."""
    return Record(dtype)


def NamedTuple(members: Sequence[Any], kind: type) -> Type:  # noqa: N802  # as Numba spells it
    """Spell a named tuple of a class."""
    return Tuple(members, kind)


def NamedUniTuple(member: Any, n: int, kind: type) -> Type:  # noqa: N802
    """Spell a named tuple whose n members are of one type."""
    return Tuple((member,) * n, kind)
