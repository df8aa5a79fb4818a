"""What is Numba's own of a rule: made when something that uses it is compiled. A command whose programs lie in the cache needs none of it.

Numba reads the ``_numba_type_`` of an object that it meets in a function. So a rule is a small object with that property until then.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, cast

from citadels_sim.compiler.types import Signature

# No reference counting: compiled rules allocate nothing and live on records that the caller keeps alive. The atomic counters took half
# of the time of a game (17,000 against 40,000 games/s).
OPTIONS: Final[dict[str, Any]] = {"error_model": "numpy", "_nrt": False}

_ENGINE: Final = "citadels_sim.engine."
_BOTS: Final = "citadels_sim.bots."

rare: Final[set[tuple[str, str]]] = set()
"""Module and name of each rule that is seldom come to."""

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
        from citadels_sim.compiler import compiling

        return compiling.type_of(self.numba)


class Intrinsic(Lazy):
    """Machine code in the words of LLVM: what is decorated describes it to Numba (`numba.extending.intrinsic`)."""

    @functools.cached_property
    def numba(self) -> Any:
        """The function as Numba has it."""
        from numba.extending import intrinsic

        return intrinsic(self.py_func)


class Rule(Lazy):
    """A small function that is compiled into its callers.

    Parameters
    ----------
    function : callable
    signature : Signature or str, optional
        The only one it is compiled for; left out, one for each combination of types that it is called with.
    inlined : bool
        Whether it is forced into its callers.
    """

    def __init__(self, function: Callable[..., Any], signature: Any = None, *, inlined: bool = False) -> None:
        super().__init__(function)
        self._signature = signature
        self._options = OPTIONS | ({"forceinline": True} if inlined else {})

    @functools.cached_property
    def numba(self) -> Any:
        """The function as Numba has it."""
        from citadels_sim.compiler import linking

        text = self.py_func
        name = (text.__module__, text.__qualname__)
        # What is forced into its callers takes all that it calls along, the engine's rare rules excepted, and what is `called`.
        kept_apart = name in apart or (text.__module__.startswith(_ENGINE) and name in rare)
        dispatcher = linking.declare(text, self._options | ({"forceinline": False} if kept_apart else {}))
        if self._signature is not None:
            given = self._signature
            signature = given if isinstance(given, str) else Signature.of(given).numba
            dispatcher.get_call_template = functools.partial(_compile_when_called, dispatcher, signature)
        elif text.__module__.startswith("citadels_sim."):
            dispatcher.get_call_template = functools.partial(_compile_for_fewer, dispatcher, not text.__module__.startswith(_BOTS))
        return dispatcher

    @functools.cached_property
    def _own(self) -> Any:
        """A program for callers from Python."""
        import numba

        return numba.njit(**self._options)(self.py_func)

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        return self._own(*arguments)


def _compile_when_called(dispatcher: Any, signature: Any, *call: Any) -> Any:
    """Compile a typed rule when the first of its callers is compiled."""
    del dispatcher.get_call_template  # from here on that of the class
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher.get_call_template(*call)


def _compile_for_fewer(dispatcher: Any, wide: bool, arguments: Any, named: Any) -> Any:
    """Compile a rule for the types of a call: once for all numbers that are known, and for all widths of integers where it is `wide`.

    In a bot 64 bits for each integer cost 1 % of the games, so its rules are compiled for each width.
    """
    from citadels_sim.compiler.compiling import as_taken

    taken = tuple(as_taken(argument, wide) for argument in arguments)
    return type(dispatcher).get_call_template(dispatcher, taken, {name: as_taken(argument, wide) for name, argument in named.items()})
