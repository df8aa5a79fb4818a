"""Whether the places inside Numba that `linking` replaces exist in the Numba that is installed, and a warning where they do not."""

from __future__ import annotations

import functools
import warnings
from typing import Final

import numba

from citadels_sim.compiler import linking

__all__ = ["missing", "status", "warn"]

_OWNERS: Final = ("CPUCodeLibrary", "CPUContext", "CPUCallConv", "arrayobj")
"""What the entries of `linking._USED` belong to, in their order."""


def missing() -> tuple[str, ...]:
    """Name the places that this Numba lacks, such as ``CPUContext.get_executable``; none where every patch applies."""
    used = zip(_OWNERS, linking._USED, strict=True)
    return tuple(f"{owner}.{name}" for owner, (place, names) in used for name in names if not hasattr(place, name))


def status() -> str:
    """Name the version of Numba, and say whether the patches apply to it."""
    lacking = ", ".join(missing())
    words = f"lacks {lacking}: the patches of citadels_sim.compiler.linking do not apply" if lacking else "all patches apply"
    return f"Numba {numba.__version__} ({words})"


@functools.cache
def warn() -> None:
    """Warn, once in a process, where the patches do not apply: compiling takes longer and games take longer, with the same results."""
    if missing():
        warnings.warn(f"{status()}; compiling and playing take longer, results are the same", RuntimeWarning, stacklevel=2)
