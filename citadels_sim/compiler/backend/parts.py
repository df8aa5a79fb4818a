"""Rules as Numba has them: small functions that are compiled to intermediate code on the way into an entry point."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import numba
from numba.core.compiler import CompilerBase, DefaultPassBuilder

from citadels_sim.compiler.backend import linking
from citadels_sim.compiler.lazy import Rule, apart, rare
from citadels_sim.compiler.types import Signature

# No reference counting: compiled rules allocate nothing and live on records that the caller keeps alive. The atomic counters took half
# of the time of a game (17,000 against 40,000 games/s).
_OPTIONS: Final[dict[str, Any]] = {"error_model": "numpy", "_nrt": False}
_PACKAGE: Final = "citadels_sim."
_ENGINE: Final = "citadels_sim.engine."
_BOTS: Final = "citadels_sim.bots."


class _RuleCompiler(CompilerBase):  # type: ignore[misc]  # Numba has no types
    """Numba's compiler without the passes that do nothing for a rule of this package: half of all, and a seventh of the time.

    They are for functions inside functions, `with`, loops over tuples of several types, expressions of whole arrays, texts of errors, and
    for releasing variables, none of which holds a reference.
    """

    _NOT_NEEDED: Final = frozenset(
        {
            "WithLifting",
            "InlineClosureLikes",
            "MakeFunctionToJitFunction",
            "InlineInlinables",
            "InlineOverloads",
            "FindLiterallyCalls",
            "LiteralUnroll",
            "LiteralPropagationSubPipelinePass",
            "RewriteDynamicRaises",
            "NopythonRewrites",
            "AnnotateTypes",
            "DumpParforDiagnostics",
            "NoPythonSupportedFeatureValidation",
            "IRLegalization",
        }
    )

    def define_pipelines(self) -> list[Any]:
        """Return the passes in their order, as those that Numba has for any function."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0].__name__ not in self._NOT_NEEDED]
        passes.finalize()
        return [passes]


def dispatcher(function: Callable[..., Any], **options: Any) -> Any:
    """Make Numba's own of a function, which has compiled nothing yet."""
    return numba.njit(**_OPTIONS, **options)(function)


def part(rule: Rule) -> Any:
    """Make Numba's own of a rule."""
    function = rule.py_func
    name = (function.__module__, function.__qualname__)
    linking.parts.add(name)
    options: dict[str, Any] = {"forceinline": True} if rule.inlined else {}
    # What is forced into its callers takes all that it calls along, the engine's rare rules excepted, and what is `called`.
    if name in apart or (function.__module__.startswith(_ENGINE) and name in rare):
        options["forceinline"] = False
    ours = function.__module__.startswith(_PACKAGE)
    if ours:
        options["pipeline_class"] = _RuleCompiler
    made = dispatcher(function, **options)
    if rule.signature is not None:
        vars(rule)["numba"] = made  # a rule that calls itself is met again while it is compiled
        made.compile(rule.signature if isinstance(rule.signature, str) else Signature.parse(rule.signature).numba)
        made.disable_compile()
    elif ours:
        made.get_call_template = functools.partial(_compile_for_fewer, made, not function.__module__.startswith(_BOTS))
    return made


def _compile_for_fewer(made: Any, wide: bool, arguments: Any, named: Any) -> Any:
    """Compile a rule for the types of a call: once for all numbers that are known, and for all widths of integers where it is `wide`.

    In a bot 64 bits for each integer cost 1 % of the games, so its rules are compiled for each width.
    """
    taken = tuple(_as_taken(argument, wide) for argument in arguments)
    return type(made).get_call_template(made, taken, {name: _as_taken(argument, wide) for name, argument in named.items()})


def _as_taken(kind: Any, wide: bool) -> Any:
    """Return the type that a rule is compiled for, for an argument: any number for a known one; `wide`: 64 bits for all integers."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if wide and isinstance(kind, numba.types.Integer) and kind.signed else kind
