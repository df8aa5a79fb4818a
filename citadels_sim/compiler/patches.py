"""Whether the places inside Numba that `backend.linking` replaces exist in the Numba that is installed, and a warning where they do not."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Sequence
from importlib.metadata import version


def missing() -> tuple[str, ...]:
    """Name the places that this Numba lacks, such as ``CPUContext.get_executable``; none where every patch applies."""
    from citadels_sim.compiler import backend

    return backend.missing()


def status(lacking: Sequence[str] | None = None) -> str:
    """Name the version of Numba, and whether the patches apply to it; `lacking` is the result of `missing`."""
    places = ", ".join(missing() if lacking is None else lacking)
    words = f"lacks {places}: the patches of citadels_sim.compiler.backend.linking do not apply" if places else "all patches apply"
    return f"Numba {version('numba')} ({words})"


@functools.cache
def warn(lacking: tuple[str, ...]) -> None:
    """Warn, once in a process, where code was compiled without the patches: that takes longer, and so do games, with the same results."""
    if lacking:
        warnings.warn(f"{status(lacking)}; compiling and playing take longer, results are the same", RuntimeWarning, stacklevel=2)
