"""What is Numba's own of a rule: made when something that uses it is compiled. A command whose programs lie in the cache needs none of it.

Numba reads the ``_numba_type_`` of an object that it meets in a function. So a rule is a small object with that property until then.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, cast

rare: Final[set[tuple[str, str]]] = set()
"""Module and name of each rule that is seldom reached."""

apart: Final[set[tuple[str, str]]] = set()
"""Module and name of each rule that is never compiled right into its callers."""


class Lazy:
    """Something of Numba's, made from a function when it is first needed."""

    __name__: str
    __qualname__: str

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(cast(Any, self), function)
        self.py_func = function

    @functools.cached_property
    def numba(self) -> Any:
        """The function as Numba has it."""
        raise NotImplementedError

    @functools.cached_property
    def _numba_type_(self) -> Any:
        from citadels_sim.compiler import backend

        return backend.type_of(self.numba)


class Intrinsic(Lazy):
    """A function whose machine code is written by hand.

    Parameters
    ----------
    function : callable
        What it does, in Python.
    description : str
        Name of the function in the backend that describes the machine code.
    given : tuple
        What that function takes.
    """

    def __init__(self, function: Callable[..., Any], description: str, given: tuple[Any, ...]) -> None:
        super().__init__(function)
        self.description, self.given = description, given

    @functools.cached_property
    def numba(self) -> Any:
        """The function as Numba has it."""
        from citadels_sim.compiler import backend

        return backend.intrinsic(self.description, self.given)

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        return self.py_func(*arguments)


class Rule(Lazy):
    """A small function that is compiled into its callers.

    Parameters
    ----------
    function : callable
    signature : Signature or str, optional
        The only one it is compiled for; left out, one for each combination of types that it is called with.
    inlined : bool
        Whether it is forced into its callers.

    Attributes
    ----------
    signature, inlined
        As given.
    """

    def __init__(self, function: Callable[..., Any], signature: Any = None, *, inlined: bool = False) -> None:
        super().__init__(function)
        self.signature, self.inlined = signature, inlined

    @functools.cached_property
    def numba(self) -> Any:
        """The function as Numba has it."""
        from citadels_sim.compiler import backend

        return backend.part(self)

    @functools.cached_property
    def _own(self) -> Any:
        """A program for callers from Python."""
        from citadels_sim.compiler import backend

        return backend.dispatcher(self.py_func, forceinline=self.inlined)

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        return self._own(*arguments)
