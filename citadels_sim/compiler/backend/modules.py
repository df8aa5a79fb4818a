"""Modules of LLVM: the parts of an entry point become one, whose functions nobody else calls."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Final

from llvmlite.binding import Linkage
from numba.core.environment import lookup_environment

rare_symbols: Final[set[str]] = set()
"""Functions that are seldom reached."""
apart_symbols: Final[set[str]] = set()
"""Functions that are never compiled right into their callers."""
_LONGEST: Final = 100
"""Characters of a private function's name that are kept."""


def collected(library: Any) -> list[Any]:
    """List the libraries that a library needs linked, those of its parts' parts included, callers before what they call.

    The linker drops what nothing refers to yet, so a caller must come before what it calls.
    """
    finished: dict[Any, None] = {}

    def visit(above: Any) -> None:
        for below in above._linking_libraries:
            if below not in finished:
                if getattr(below, "is_part", False):
                    visit(below)
                finished[below] = None

    visit(library)
    return list(reversed(finished))


class Merged:
    """Some libraries as one, for whoever links them.

    LLVM looks through all of a module whenever something is linked into it: some 350 parts, one by one, took 6 % of the time to compile.

    Parameters
    ----------
    libraries : list
        Numba's code libraries, callers before what they call.
    """

    def __init__(self, libraries: list[Any]) -> None:
        self._libraries = libraries
        self._reload_init = set().union(*(library._reload_init for library in libraries))

    def _get_module_for_linking(self) -> Any:
        modules = [library._final_module.clone() for library in self._libraries]
        for module in modules:
            _relink(module, Linkage.weak_odr)  # kept, whether something calls them yet or not
        while len(modules) > 1:
            for into, other in zip(modules[::2], modules[1::2], strict=False):
                into.link_in(other)
            modules = modules[::2]
        _relink(modules[0], Linkage.linkonce_odr)
        return modules[0]


def _relink(module: Any, linkage: Linkage) -> None:
    """Change the linkage of the functions of a module that others may call."""
    for function in module.functions:
        if not function.is_declaration and function.linkage in (Linkage.external, Linkage.linkonce_odr, Linkage.weak_odr):
            function.linkage = linkage


def keep_to_itself(module: Any, entry_point_name: str) -> None:
    """Make the functions linked into an entry point's module private to it; its own entry points have another linkage.

    Where nobody else can call them, LLVM sees which read only, which never raise, and inlines what has one caller: 13 % more games.
    It also leaves out arguments that do not matter here. So they get names of their own: the loader gives the first function of a name to
    everybody who has one of that name, and a part's own program for Python callers would call the entry point's with the wrong arguments.
    """
    for function in module.functions:
        if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
            if function.name in rare_symbols:
                function.add_function_attribute("cold")
            if function.name in apart_symbols:
                function.add_function_attribute("noinline")
            function.linkage = Linkage.internal
            function.name = f"{function.name}.{entry_point_name}"
    if not needs_helpers(module):  # then nothing reads the environments either, places for Python objects: they go
        for variable in module.global_variables:
            if lookup_environment(variable.name) is not None:
                variable.linkage = Linkage.internal


def shorten_names(module: Any) -> None:
    """Cut the names of private functions, which hold those of all fields of all records: they are most of an object file."""
    for number, function in enumerate(module.functions):
        if function.linkage == Linkage.internal:
            function.name = f"{function.name[:_LONGEST]}.{number}"


def needs_helpers(module: Any, called: frozenset[str] = frozenset()) -> bool:
    """Return whether code calls functions of Numba's own: neither those of any Python process nor entry points, whose symbols are given."""
    known = ctypes.CDLL(None) if os.name == "posix" else None
    outside = {function.name for function in module.functions if function.is_declaration and not function.name.startswith("llvm.")} - called
    return not all(hasattr(known, name) for name in outside)
