"""How the rules are compiled: the decorators that declare it.

Two kinds of compiled function exist. A `rule` is a small function, compiled into whatever calls it. A `entry_point` is one of the few big
entry points (``apply``, a bot's ``choose``, a tournament kernel): it has one explicit signature, is compiled once by `ready`, kept in
the on-disk cache, and is handed around as a first-class function value, so that its body is optimised once and not again in each caller.

With ``NUMBA_DISABLE_JIT=1`` both decorators return the plain Python function: the same rules, interpreted. Nothing here imports
Numba, which takes as long as playing 5,000 games: it is imported when something has to be compiled.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from citadels_sim.compiler import types
from citadels_sim.compiler.entry_points import BySymbol, EntryPoint
from citadels_sim.compiler.lazy import Intrinsic, Rule, apart, rare

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED: Final = os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in ("", "0")
"""True when the rules run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

_WORDS: Final = {"void": types.void, "int": types.int64, "bool": types.boolean}

_interpreted_entry_points: set[int] = set()


def rule(function: F) -> F:
    """Compile a small function of the rules into its callers."""
    return function if INTERPRETED else cast(F, Rule(function))


def inline(function: F) -> F:
    """Compile a function of the rules right into its callers, always: a tiny one, or one that every game calls all the time.

    A call costs some 25 instructions, of the 160,000 of a game. Where all but one or two of the callers are `cold`, nothing is lost.
    """
    return function if INTERPRETED else cast(F, Rule(function, inlined=True))


def cold(function: F) -> F:
    """Mark a rule that a game reaches a few times at most, in every edition: its code is kept apart from what is played all the time.

    The compiler sets it aside, and the way to it too, so that the code of each decision lies close together. All that a
    rare rule alone calls goes with it: only the first on the way needs the word.
    """
    text: Any = getattr(function, "py_func", function)
    rare.add((text.__module__, text.__qualname__))
    return function


def called(function: F) -> F:
    """Keep a rule a function of its own, also where one place calls it: what it needs is then not held ready where it is not called.

    For code that a loop reaches in some editions only: values in it that do not change from turn to turn would be computed before the loop.
    """
    text: Any = getattr(function, "py_func", function)
    apart.add((text.__module__, text.__qualname__))
    return function


def signature(result: str, *arguments: Any) -> types.Signature:
    """Spell a signature for `typed` and `entry_point`.

    Parameters
    ----------
    result : {"void", "int", "bool"}
    *arguments : str or type
        ``"int"``, or a type of `citadels_sim.compiler.types`, such as that of a record.
    """
    return _WORDS[result](*[_WORDS[argument] if isinstance(argument, str) else argument for argument in arguments])


def typed(signature: Any, *, inlined: bool = False) -> Callable[[F], F]:
    """Compile a small function for one signature only, to which callers convert their integers; `inlined`: right into them, always.

    Without it Numba would compile the function once for each combination of integer widths it is called with: a third of the whole time.
    """

    def declare(function: F) -> F:
        return function if INTERPRETED else cast(F, Rule(function, signature, inlined=inlined))

    return declare


def intrinsic(description: str, *given: Any) -> Callable[[F], F]:
    """Declare a function whose machine code is written by hand; what is decorated says what it does, and runs where Python calls it.

    Parameters
    ----------
    description : str
        Name of the function in `citadels_sim.compiler.backend` that describes the machine code.
    *given : object
        What that function takes.
    """

    def declare(function: F) -> F:
        return function if INTERPRETED else cast(F, Intrinsic(function, description, given))

    return declare


def entry_point(
    signature: Any, calls: tuple[Callable[..., Any], ...] = (), *, vectorise: bool = False, unlocked: bool = False
) -> Callable[[F], F]:
    """Declare an entry point with one explicit signature; `ready` compiles it on first use.

    Parameters
    ----------
    signature : Signature
        See `citadels_sim.compiler.types`; one of Numba's will do.
    calls : tuple of entry points
        Those that the function calls by way of `by_symbol`: they are compiled with it, each once.
    vectorise : bool
        Whether its loops are over long arrays of numbers, and worth turning into vector instructions.
    unlocked : bool
        Whether other threads of Python run at the same time.
    """

    def declare(function: F) -> F:
        if INTERPRETED:
            _interpreted_entry_points.add(id(function))
            return function
        return cast(F, EntryPoint(function, signature, calls, vectorise=vectorise, unlocked=unlocked))

    return declare


def ready(function: F) -> F:
    """Compile an entry point for its declared signature, or load it from the cache; return it as a function value.

    Raises
    ------
    TypeError
        When the function was not declared with `entry_point`.
    """
    if INTERPRETED:
        return function
    declared: Any = function
    if not isinstance(declared, EntryPoint):
        raise TypeError(
            f"{getattr(function, '__name__', function)} was not declared with @entry_point, so it has no signature to compile for."
        )
    declared.make_ready()
    return function


def by_symbol(function: F) -> F:
    """Return an entry point as other compiled functions can call it: through its address, not compiled into them once more.

    Who calls it so names it in `entry_point`'s `calls`.
    """
    return function if INTERPRETED else cast(F, BySymbol(cast(Any, function)))


def is_cached(function: Any) -> bool:
    """Return whether an entry point is in memory in this process, or lies in the cache."""
    return INTERPRETED or function.is_cached


def is_entry_point(function: Any) -> bool:
    """Return whether something was declared with `entry_point`."""
    return isinstance(function, EntryPoint) or id(function) in _interpreted_entry_points
