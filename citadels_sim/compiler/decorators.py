"""How the rules are compiled: every JIT option of the package lives here, and nothing else.

Two kinds of compiled function exist. A `rule` is a small function, compiled into whatever calls it. A `entry_point` is one of the few big
entry points (``apply``, a bot's ``choose``, a tournament kernel): it has one explicit signature, is compiled once by `ready`, kept in
the on-disk cache, and is handed around as a first-class function value, so that its body is optimised once and not again in each caller.

With ``NUMBA_DISABLE_JIT=1`` both decorators return the plain Python function: the same rules, interpreted.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
from numba.core import config as numba_config
from numba.core.errors import NumbaExperimentalFeatureWarning

from citadels_sim.compiler import cache, linking

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED: bool = bool(numba_config.DISABLE_JIT)
"""True when the rules run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

# No reference counting: compiled rules allocate nothing and live on records that the caller keeps alive. The atomic counters took half
# of the time of a game (17,000 against 40,000 games/s).
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}

_signatures: dict[int, Any] = {}
_called: dict[int, tuple[Any, ...]] = {}
_vectorised: set[int] = set()
_interpreted_entry_points: set[int] = set()


if not INTERPRETED:
    # First-class function values are the whole point of the entry points; Numba calls them experimental at each use.
    warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


def rule(function: F) -> F:
    """Compile a small function of the rules into its callers."""
    return linking.declare(numba.njit(**_OPTIONS)(function))


def inline(function: F) -> F:
    """Compile a function of the rules right into its callers, always: a tiny one, or one that every game calls all the time.

    A call costs some 25 instructions, of the 160,000 of a game. Where all but one or two of the callers are `cold`, nothing is lost.
    """
    return linking.declare(numba.njit(forceinline=True, **_OPTIONS)(function))


def cold(function: F) -> F:
    """Say of a rule that a game comes to it a few times at most, in every edition: it is kept apart from what is played all the time.

    The compiler sets it aside, and the way to it too, so that what a game comes to at each decision lies close together. All that a
    rare rule alone calls goes with it: only the first on the way needs the word.
    """
    return linking.set_apart(function)


def signature(result: str, *arguments: Any) -> Any:
    """Spell a signature for `typed` and `entry_point`.

    Parameters
    ----------
    result : {"void", "int", "bool"}
    *arguments : str or Numba type
        ``"int"``, or the type of a record.

    Returns
    -------
    numba signature, or None when the rules run interpreted
    """
    if INTERPRETED:
        return None
    names = {"void": numba.types.void, "int": numba.types.int64, "bool": numba.types.boolean}
    return names[result](*[names[argument] if isinstance(argument, str) else argument for argument in arguments])


def typed(signature: Any, *, inlined: bool = False) -> Callable[[F], F]:
    """Compile a small function for one signature only, to which callers convert their integers; `inlined`: right into them, always.

    Without it Numba would compile the function once for each combination of integer widths it is called with: a third of the whole time.
    """

    def declare(function: F) -> F:
        if INTERPRETED:
            return function
        compiled: F = linking.declare(numba.njit(forceinline=inlined, **_OPTIONS)(function))
        dispatcher: Any = compiled
        dispatcher.get_call_template = functools.partial(_compile_when_called, dispatcher, signature)
        return compiled

    return declare


def _compile_when_called(dispatcher: Any, signature: Any, *call: Any) -> Any:
    """Compile a typed rule when the first of its callers is compiled; where all come from the cache, never."""
    del dispatcher.get_call_template  # from here on that of the class
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher.get_call_template(*call)


def entry_point(
    signature: Any, calls: tuple[Callable[..., Any], ...] = (), *, vectorise: bool = False, unlocked: bool = False
) -> Callable[[F], F]:
    """Declare an entry point with one explicit signature; `ready` compiles it on first use.

    Parameters
    ----------
    signature : numba signature
    calls : tuple of entry points
        Those that the function calls by way of `by_symbol`: they are compiled with it, each once.
    vectorise : bool
        Whether its loops are over long arrays of numbers, and worth turning into vector instructions.
    unlocked : bool
        Whether other threads of Python go on while it runs.
    """

    def declare(function: F) -> F:
        if INTERPRETED:
            _interpreted_entry_points.add(id(function))
            return function
        compiled: F = numba.njit(nogil=unlocked, **_OPTIONS)(function)
        cache.keep(compiled)
        _signatures[id(compiled)] = signature
        _called[id(compiled)] = calls
        if vectorise:
            _vectorised.add(id(compiled))
        return compiled

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
    dispatcher: Any = function
    if not dispatcher.signatures:
        signature = _signatures.get(id(function))
        if signature is None:
            raise TypeError(f"{dispatcher.__name__} was not declared with @entry_point, so it has no signature to compile for.")
        for callee in _called[id(function)]:
            _publish(callee)
        with linking.collected(dispatcher.__qualname__, vectorise=id(function) in _vectorised):
            dispatcher.compile(signature)
        dispatcher.disable_compile()
    return function


def _symbol(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _publish(function: Any) -> None:
    """Make an entry point known to the linker under its symbol."""
    compiled = ready(function).get_compile_result(_signatures[id(function)])
    llvmlite.binding.add_symbol(_symbol(function), compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name))


def by_symbol(function: F) -> F:
    """Return an entry point as other compiled functions can call it: through its address, not compiled into them once more.

    A rule that calls the entry point itself would have all of its code optimised again, the whole of the rules where that is ``apply``. Who
    calls it so names it in `entry_point`'s `calls`.
    """
    if INTERPRETED:
        return function
    external: Any = numba.types.ExternalFunction(_symbol(function), _signatures[id(function)])
    return cast(F, external)


def is_cached(function: Any) -> bool:
    """Tell whether an entry point is compiled in this process, or an index of it lies in the cache."""
    if INTERPRETED or function.signatures:
        return True
    return cache.is_kept(function.py_func)


def is_entry_point(function: Any) -> bool:
    """Tell whether something was declared with `entry_point`."""
    return id(function) in _signatures or id(function) in _interpreted_entry_points
