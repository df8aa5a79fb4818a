"""Compiling entry points with Numba, and the types by which compiled functions know each other.

A `FunctionValue` is the address of an entry point of some signature. Numba has such a type too; calling a value of it brings the means to
call any Python function, which a program can only be loaded with where Numba is imported.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import ir
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.environment import lookup_environment
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.typing import signature as numba_signature
from numba.core.typing.templates import ConcreteTemplate
from numba.extending import lower_builtin, register_model

from citadels_sim.compiler.backend import linking, modules
from citadels_sim.compiler.native import MachineCode

if TYPE_CHECKING:
    from citadels_sim.compiler.entry_points import EntryPoint
    from citadels_sim.compiler.types import Signature


def compile_whole(entry_point: EntryPoint) -> tuple[MachineCode, bool]:
    """Compile an entry point with all that it calls; return whether another process can run the code, too."""
    signature = entry_point.signature
    dispatcher = entry_point.dispatcher() if entry_point.numba.signatures else entry_point.numba
    with _no_garbage(), linking.collected(entry_point.__qualname__, vectorise=entry_point.vectorise):
        dispatcher.compile(signature.numba)
    result = dispatcher.get_compile_result(signature.numba)
    library, module = result.library, result.library._final_module
    _check_words(signature, result.target_context)
    made = getattr(library, "machine_code", None) or library.serialize_using_object_code()[2][0]
    lasting, read = not library.has_dynamic_globals, None
    if modules.needs_helpers(module, entry_point.called_symbols):
        known = {variable.name: lookup_environment(variable.name) for variable in module.global_variables}
        read = {name: environment.globals["__name__"] for name, environment in known.items() if environment is not None}
        lasting &= not any(environment.consts for environment in known.values() if environment is not None)
    return MachineCode(result.fndesc.llvm_func_name, made, read, linking.missing()), lasting


@contextlib.contextmanager
def _no_garbage() -> Iterator[None]:
    """Collect no garbage meanwhile: what the compiler makes stays until it is done, and looking through it takes a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _check_words(signature: Signature, context: Any) -> None:
    """Make sure that this Numba takes arguments as `citadels_sim.compiler.types` lists them."""
    taken = [str(kind) for kind in context.call_conv._get_arg_packer([each.numba for each in signature.arguments]).argument_types]
    sizes = {"double": 8, "float": 4}
    expected = [8 if kind.endswith("*") else sizes.get(kind) or int(kind[1:]) // 8 for kind in taken]
    if expected != [ctypes.sizeof(word) for argument in signature.arguments for word in argument.words]:
        raise AssertionError(f"Numba {numba.__version__} takes {taken} for {signature!r}")


def environments(read: dict[str, str]) -> dict[str, Any]:
    """Let code that is loaded next call Numba's own helpers; return the Python objects that it reads, by the name of its variable.

    Parameters
    ----------
    read : dict of str to str
        By the name of each variable, that of the module of its function.
    """
    from numba.core.environment import _rebuild_env  # which the cache of Numba's own uses for that

    cpu_target.target_context.refresh()
    return {name: lookup_environment(name) or _rebuild_env(module, (), name) for name, module in read.items()}


def type_of(made: Any) -> Any:
    """Return the type that stands for a function of Numba's, or an intrinsic one, in functions that call it."""
    cpu_target.typing_context.refresh()  # which takes note of an intrinsic one
    return cpu_target.typing_context.resolve_value_type(made)


def _call(context: Any, builder: Any, callee: Any, signature: Any, arguments: Any) -> Any:
    """Call an entry point; what it raises passes through."""
    convention = context.call_conv
    status, result = convention.call_function(builder, callee, signature.return_type, signature.args, arguments)
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return result


class FunctionValue(numba.types.Callable):  # type: ignore[misc]  # Numba has no types
    """The address of an entry point."""

    def __init__(self, signature: Any) -> None:
        self.signature = signature
        super().__init__(f"FunctionValue{signature}")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call, for any arguments that can be converted."""
        if kws or len(args) != len(self.signature.args):
            raise TypingError(f"{args} {kws} should be {self.signature}")
        return numba_signature(self.signature.return_type, *self.signature.args, recvr=self)

    def get_call_signatures(self) -> Any:
        """Return the only signature."""
        return (self.signature,), False

    def get_impl_key(self, sig: Any) -> Any:
        """Return what the call below is declared for."""
        return FunctionValue


@register_model(FunctionValue)
class _FunctionModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


@lower_builtin(FunctionValue, FunctionValue, numba.types.VarArg(numba.types.Any))
def _call_value(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
    address, *others = arguments
    signature = given.args[0].signature
    kind = context.call_conv.get_function_type(signature.return_type, signature.args)
    return _call(context, builder, builder.inttoptr(address, kind.as_pointer()), signature, others)


def called_by_symbol(entry_point: EntryPoint) -> Any:
    """Return the type of a function that compiled code calls by its symbol.

    A rule that calls the entry point itself would have all of its code optimised again, the whole of the rules where that is ``apply``.
    """
    signature = entry_point.signature.numba

    class Call(ConcreteTemplate):  # type: ignore[misc]
        key = (entry_point.symbol,)
        cases = (signature,)

    @lower_builtin(Call.key, *signature.args)
    def call(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
        kind = context.call_conv.get_function_type(signature.return_type, signature.args)
        callee = cgutils.get_or_insert_function(builder.module, kind, entry_point.symbol)
        return _call(context, builder, callee, signature, arguments)

    return numba.types.Function(Call)
