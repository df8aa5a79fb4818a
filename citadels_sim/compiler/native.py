"""Machine code in memory: loading what was compiled, and calling it from Python, without the compiler.

Of Numba's calling convention this knows: a function takes the address of its result, the address of a place for what it raises, and then
its arguments, each as the numbers and addresses that `citadels_sim.compiler.types` lists. It returns 0, or -2 for None, where all went
well.
"""

from __future__ import annotations

import ctypes
import functools
import pickle
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm

from citadels_sim.compiler.types import Signature, void

_RETURNED: Final = (0, -2)
_PYTHON_RAISED: Final = -1


class MachineCode(NamedTuple):
    """What an entry point was compiled to.

    Attributes
    ----------
    symbol : str
        Its name in the code.
    code : bytes
        An object file.
    environments : dict of str to str, optional
        None where it does without Numba. Code that calls functions of Numba's own, as printing does, needs it imported, and these global
        variables filled with Python objects: the name of each, and that of a module.
    lacking : tuple of str
        Places inside Numba that were not found when it was compiled, see `citadels_sim.compiler.patches`.
    """

    symbol: str
    code: bytes
    environments: dict[str, str] | None = None
    lacking: tuple[str, ...] = ()


class _Raised(ctypes.Structure):
    """What a compiled function raised: the pickled class, arguments and place."""

    _fields_ = (("pickled", ctypes.c_void_p), ("size", ctypes.c_int32), ("hashed", ctypes.c_void_p), ("unpacker", ctypes.c_void_p))


@functools.cache
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple())


def publish(symbol: str, address: int) -> None:
    """Let code that is loaded later call a function by a name."""
    llvm.add_symbol(symbol, address)


class Program:
    """Machine code that was loaded.

    Parameters
    ----------
    made : MachineCode
    signature : Signature
    unlocked : bool
        Whether other threads of Python run at the same time.
    """

    def __init__(self, made: MachineCode, signature: Signature, *, unlocked: bool = False) -> None:
        self._environments: dict[str, Any] = {}
        if made.environments is not None:
            from citadels_sim.compiler import backend

            self._environments = backend.environments(made.environments)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target().create_target_machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(made.code))
        self._engine.finalize_object()
        for name, environment in self._environments.items():
            if place := self._engine.get_global_value_address(name):
                ctypes.c_void_p.from_address(place).value = id(environment)
        self.address: int = self._engine.get_function_address(made.symbol)
        self._signature = signature
        self._result = ctypes.c_void_p if signature.result is void else signature.result.words[0]
        kind = ctypes.CFUNCTYPE if unlocked else ctypes.PYFUNCTYPE
        words = [word for argument in signature.arguments for word in argument.words]
        self._call = kind(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)(self.address)

    def __call__(self, *arguments: Any) -> Any:
        """Call it; raise what it raises, or a `TypeError` where an argument is of another type."""
        kinds = self._signature.arguments
        if len(arguments) != len(kinds):
            raise TypeError(f"{len(arguments)} arguments should be {len(kinds)}: {self._signature!r}.")
        words: list[Any] = []
        for kind, argument in zip(kinds, arguments, strict=True):
            kind.put(argument, words)
        result, raised = self._result(), ctypes.POINTER(_Raised)()
        status = self._call(ctypes.addressof(result), ctypes.addressof(raised), *words)
        if status not in _RETURNED:
            raise _error(status, raised)
        return None if self._signature.result is void else self._converted(result.value)

    def _converted(self, value: Any) -> Any:
        return bool(value) if repr(self._signature.result) == "boolean" else value


def _error(status: int, raised: Any) -> BaseException:
    """Make the error that a compiled function raised."""
    if not raised or status == _PYTHON_RAISED:
        return SystemError(f"compiled code ended with status {status}")
    what = raised.contents
    kind, arguments, *_ = pickle.loads(ctypes.string_at(what.pickled, what.size))
    return kind(*(arguments or ()))
