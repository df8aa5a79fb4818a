"""Caches for what Numba would compute again at each request.

`citadels_sim.compiler.linking` puts these functions in the places of Numba's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.targetconfig import ConfigStack


def kept_text(text_of: Callable[[Any], str]) -> Callable[[Any], str]:
    """Keep the text of each record type: Numba reads it at each pass over each function, and it names all fields and their places."""
    texts: dict[int, tuple[Any, str]] = {}

    def text(self: Any) -> str:
        if id(self) not in texts:
            texts[id(self)] = self, text_of(self)  # the type is kept too, so that no other one gets its number
        return texts[id(self)][1]

    return text


def resolved_once(resolve: Callable[..., Any]) -> Callable[..., Any]:
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


def measured_once(measure: Callable[[Any, Any], int]) -> Callable[[Any, Any], int]:
    """Keep the size of each type: for each variable Numba has LLVM read a program that holds one of that type."""
    sizes: dict[str, int] = {}

    def get_abi_sizeof(self: Any, kind: Any) -> int:
        name = "*" if kind.is_pointer else str(kind)
        if name not in sizes:
            sizes[name] = measure(self, kind)
        return sizes[name]

    return get_abi_sizeof


def refreshed_when_new(refresh: Callable[[Any], None]) -> Callable[[Any], None]:
    """Look for new declarations only where the registries have become longer: Numba looks through all of them four times a function."""
    lengths: dict[int, int] = {}

    def refresh_when_new(self: Any) -> None:
        if lengths.get(id(self)) != _declarations(self):
            refresh(self)
            lengths[id(self)] = _declarations(self)

    return refresh_when_new


def _declarations(context: Any) -> int:
    """Count what the registries of a context hold, and those of its context of types."""
    registries = [*context._registries, *getattr(getattr(context, "typing_context", None), "_registries", ())]
    return sum(len(kept) for registry in registries for kept in vars(registry).values() if isinstance(kept, list))
