"""How the small functions on the way into an entry point are compiled: to intermediate code, and no further.

Numba makes each function that another one calls a program of its own: linked with all below it, optimised, wrapped for callers from
Python and from C, turned into machine code. Nobody runs these programs; an entry point takes the intermediate code and starts again. So a
`part`, a rule that is compiled on the way into an entry point, stops there: what it calls is linked once, into the
entry point, which LLVM then optimises as a whole. That halves the time to compile.

The code of this package is also spared what Numba does for everybody: writing a zero, twice, to where a result is about to be put.

An entry point is only turned into machine code: Numba does not load it and writes no wrappers for callers from Python and from C, since
`citadels_sim.compiler.native` calls it as other compiled functions do.

What is used of Numba here is internal to it. Where a version lacks it, functions are compiled as Numba does it: slower, to the same rules.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable, Iterator
from typing import Any, Final

import numba.core.callconv
import numba.core.codegen
import numba.core.cpu
import numba.core.types.functions
from llvmlite.binding import create_pass_builder, create_pipeline_tuning_options, set_option
from numba.core.targetconfig import ConfigStack

from citadels_sim.compiler.backend import modules
from citadels_sim.compiler.lazy import apart, rare

_LIBRARY: Final[Any] = getattr(numba.core.codegen, "CPUCodeLibrary", None)
_CONTEXT: Final[Any] = getattr(numba.core.cpu, "CPUContext", None)
_CALLS: Final[Any] = getattr(numba.core.callconv, "CPUCallConv", None)
_FUNCTION: Final[Any] = getattr(numba.core.types.functions, "BaseFunction", None)
_USED: Final = {
    "CPUCodeLibrary": (
        _LIBRARY,
        ("_optimize_functions", "_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals", "finalize"),
    ),
    "CPUContext": (_CONTEXT, ("create_cpython_wrapper", "create_cfunc_wrapper", "get_executable")),
    "BaseFunction": (_FUNCTION, ("get_call_type",)),
    "CPUCallConv": (_CALLS, ("call_function", "_get_arg_packer", "_get_return_status")),
}
"""By the name of each class or module, it and what is used or replaced of it."""
_OURS: Final = "_ZN12citadels_sim"
"""How the mangled name of a function of this package begins."""
_USUAL: Final = 4  # cases, in LLVM
_NEVER: Final = 1_000_000
_KNOWN: Final = all(hasattr(owner, name) for owner, names in _USED.values() for name in names)

parts: Final[set[tuple[str, str]]] = set()
"""Module and name of each rule that Numba has."""


def missing() -> tuple[str, ...]:
    """Name the places that this Numba lacks, such as ``CPUContext.get_executable``; none where every patch applies."""
    return tuple(f"{owner}.{name}" for owner, (place, names) in _USED.items() for name in names if not hasattr(place, name))


def _is_part(fndesc: Any) -> bool:
    return (fndesc.modname, fndesc.qualname) in parts


def _finalised_with_parts(finalise: Callable[[Any], None]) -> Callable[[Any], None]:
    """Leave a part as the intermediate code that it is, and link all others with the parts of their parts."""

    def finalise_with_parts(self: Any) -> None:
        if getattr(self, "is_part", False):
            self._raise_if_finalized()
            self._finalize_dynamic_globals()
            self._finalized = True
            return
        self._linking_libraries = [modules.Merged(modules.collected(self))] if self._linking_libraries else []
        finalise(self)

    return finalise_with_parts


def _call_without_zeros(call: Callable[..., Any]) -> Callable[..., Any]:
    """Leave the place where our own code expects a result as it is until it is there: Numba writes a zero to it first, twice."""

    def call_function(self: Any, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None) -> Any:
        if attrs is not None or not builder.function.name.startswith(_OURS):
            return call(self, builder, callee, resty, argtys, args, attrs)
        with builder.goto_entry_block():
            result, raised = (builder.alloca(pointer.pointee) for pointer in callee.function_type.args[:2])
        packed = self._get_arg_packer(argtys).as_arguments(builder, list(args))
        code = builder.call(callee, [result, raised, *packed])
        status = self._get_return_status(builder, code, builder.load(raised))
        return status, self.context.get_returned_value(builder, resty, builder.load(result))

    return call_function


def _resolved_once(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Keep the signatures of calls of Numba's own functions and operators, each of which it finds by trying up to thirty in turn."""
    kept: dict[Any, list[tuple[dict[str, Any], Any]]] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return resolve(self, context, args, kws)
        flags = ConfigStack.top_or_none()  # of the caller: what is called is compiled with them, too
        options = {} if flags is None else dict(flags._values)
        known = kept.setdefault((self, tuple(args)), [])
        for others, signature in known:
            if others == options:
                return signature
        signature = resolve(self, context, args, kws)
        known.append((options, signature))
        return signature

    return get_call_type


if _KNOWN:
    _LIBRARY.finalize = _finalised_with_parts(_LIBRARY.finalize)
    _CALLS.call_function = _call_without_zeros(_CALLS.call_function)


@contextlib.contextmanager
def collected(entry_point_name: str, *, vectorise: bool = False) -> Iterator[None]:
    """Compile parts as parts, and let LLVM optimise the entry point of that name once it holds all it calls.

    With `vectorise` also its loops, several turns at a time, and sums that stand side by side. That is for sums over arrays, which it makes
    three times as fast; the rules of the game have only short loops, and play 4 % fewer games for it, and another 4 % fewer where loops
    are written out turn by turn.
    """
    if not _KNOWN:
        yield
        return
    _use_jump_tables_from(_NEVER)
    optimise, into_memory = _LIBRARY._optimize_final_module, _LIBRARY._finalize_final_module
    for_python, for_c, executable = _CONTEXT.create_cpython_wrapper, _CONTEXT.create_cfunc_wrapper, _CONTEXT.get_executable

    def whole(self: Any) -> None:
        if self.name != entry_point_name:
            optimise(self)
            return
        modules.keep_to_itself(self._final_module, entry_point_name)
        # Numba's two rounds of passes are for functions that count references, and these do not: one is better, by 4 % of games.
        tuning = create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization, tuning.slp_vectorization, tuning.loop_unrolling = vectorise, vectorise, vectorise
        builder = create_pass_builder(self._codegen._tm, tuning)
        builder.getModulePassManager().run(self._final_module, builder)

    def to_machine_code(self: Any) -> None:
        if self.name != entry_point_name:
            into_memory(self)
            return
        self._finalize_dynamic_globals()
        modules.shorten_names(self._final_module)
        self.machine_code = bytes(self._codegen._tm.emit_object(self._final_module))
        self._finalized = True

    def is_unwrapped(library: Any, fndesc: Any) -> bool:
        return _is_part(fndesc) or library.name == entry_point_name

    def no_python(self: Any, library: Any, fndesc: Any, *args: Any, **kwargs: Any) -> None:
        if not is_unwrapped(library, fndesc):
            for_python(self, library, fndesc, *args, **kwargs)

    def no_c(self: Any, library: Any, fndesc: Any, *args: Any, **kwargs: Any) -> None:
        if not is_unwrapped(library, fndesc):
            for_c(self, library, fndesc, *args, **kwargs)

    def no_program(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if not is_unwrapped(library, fndesc):
            return executable(self, library, fndesc, env)
        library.is_part = library.name != entry_point_name
        if (fndesc.modname, fndesc.qualname) in rare:
            modules.rare_symbols.add(fndesc.llvm_func_name)
        if (fndesc.modname, fndesc.qualname) in apart:
            modules.apart_symbols.add(fndesc.llvm_func_name)
        library._ensure_finalized()
        name = fndesc.qualname.split(".")[-1]
        pointer = ctypes.cast(ctypes.pythonapi.PyErr_NoMemory, ctypes.c_void_p).value  # of a function that can be called; nobody does
        return numba._dynfunc.make_function(fndesc.lookup_module(), name, "", pointer, env, (library,))

    with _replaced(
        (_LIBRARY, "_optimize_final_module", whole),
        (_LIBRARY, "_finalize_final_module", to_machine_code),
        (_LIBRARY, "_optimize_functions", lambda self, module: None),  # each by itself: with the whole they are optimised all the same
        (_FUNCTION, "get_call_type", _resolved_once(_FUNCTION.get_call_type)),
        (_CONTEXT, "create_cpython_wrapper", no_python),
        (_CONTEXT, "create_cfunc_wrapper", no_c),
        (_CONTEXT, "get_executable", no_program),
    ):
        try:
            yield
        finally:
            _use_jump_tables_from(_USUAL)


@contextlib.contextmanager
def _replaced(*replacements: tuple[Any, str, Any]) -> Iterator[None]:
    """Replace attributes of classes meanwhile, each given by its class, its name and the other."""
    usual = [(owner, name, getattr(owner, name)) for owner, name, _ in replacements]
    for owner, name, other in replacements:
        setattr(owner, name, other)
    try:
        yield
    finally:
        for owner, name, own in usual:
            setattr(owner, name, own)


def _use_jump_tables_from(cases: int) -> None:
    """Set the number of cases from which LLVM may branch by a jump table.

    A processor foresees the two ways of a branch far better than the many of such a jump: where a game asks for the kind of an action, of a
    decision, of a character, comparisons play 7 % more games.
    """
    set_option("citadels_sim", f"-min-jump-table-entries={cases}")
