"""Modules of LLVM: the parts of an entry point become one, whose functions nobody else calls."""

from __future__ import annotations

import ctypes
import functools
import os
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite.binding import Linkage
from numba.core.environment import lookup_environment

from citadels_sim.compiler.native import IN_REGISTERS, lies_together

rare_symbols: Final[set[str]] = set()
"""Functions that are seldom come to."""
apart_symbols: Final[set[str]] = set()
"""Functions that are never compiled right into their callers."""
_LONGEST: Final = 100
"""Characters of a private function's name that are kept."""
_CALLS_AT_ANY_DISTANCE: Final = '!llvm.module.flags = !{!0} !0 = !{i32 7, !"RtLibUseGOT", i32 1}'
"""For functions that LLVM calls of its own accord, as `memset`."""


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


def return_in_registers(module: Any, symbol: str, *, calls_itself: bool) -> None:
    """Let compiled callers of an entry point that returns a whole number have it in a register, and its status in another.

    By Numba's calling convention the number goes through memory, which 165 calls of a bot per game wait for: 1.5 % of the games. The
    function becomes the body of one named with `IN_REGISTERS`; a third one, which has its own name, calls that for callers from Python.
    """
    body = module.get_function(symbol)
    _, _, *arguments = [f"{argument.type} %a{number}" for number, argument in enumerate(body.arguments)]
    body.name = f"{symbol}.body"
    from_python = ", ".join(["ptr %place", "ptr %raised", *arguments])
    compiled = ", ".join([*arguments, "ptr %raised"])
    module.link_in(
        llvm.parse_assembly(f"""
        declare i32 @"{symbol}.body"({from_python})

        define {{i64, i32}} @"{symbol}{IN_REGISTERS}"({compiled}) noinline {{
            %place = alloca i64
            %status = call i32 @"{symbol}.body"({from_python})
            %result = load i64, ptr %place
            %half = insertvalue {{i64, i32}} undef, i64 %result, 0
            %both = insertvalue {{i64, i32}} %half, i32 %status, 1
            ret {{i64, i32}} %both
        }}

        define i32 @"{symbol}"({from_python}) {{
            %both = call {{i64, i32}} @"{symbol}{IN_REGISTERS}"({compiled})
            %result = extractvalue {{i64, i32}} %both, 0
            store i64 %result, ptr %place
            %status = extractvalue {{i64, i32}} %both, 1
            ret i32 %status
        }}
    """)
    )
    body = module.get_function(f"{symbol}.body")
    body.linkage = Linkage.internal
    if not calls_itself:
        body.add_function_attribute("alwaysinline")


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


def machine_code(module: Any, codegen: Any) -> bytes:
    """Turn a module into machine code, as an object file.

    Where code `lies_together` with its constants, it finds them by their distance, in an instruction of 4 bytes fewer than by their
    address: 2 % more games. What it calls outside may be anywhere in memory, so it reads the addresses of that from a table.
    """
    if not lies_together():
        return bytes(codegen._tm.emit_object(module))
    for function in module.functions:
        if function.is_declaration and not function.name.startswith("llvm."):
            function.add_function_attribute("nonlazybind")
    module.link_in(llvm.parse_assembly(_CALLS_AT_ANY_DISTANCE))
    return bytes(_compact_machine(codegen).emit_object(module))


@functools.cache
def _compact_machine(codegen: Any) -> Any:
    cpu = {"cpu": codegen._get_host_cpu_name(), "features": codegen._get_host_cpu_features()}
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(**cpu, opt=3, reloc="pic", codemodel="small", jit=True)
