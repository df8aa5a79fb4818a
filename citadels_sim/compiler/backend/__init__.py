"""All that needs Numba: this module is the door, and importing it imports Numba. What lies outside knows nothing else of this folder."""

from __future__ import annotations

import contextlib
import sys
import warnings
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def _without_options_file() -> Iterator[None]:
    """Import Numba so that it takes options from the environment alone, not from a file `.numba_config.yaml` of the current folder.

    The folder may be one that somebody handed over; what was compiled with such options would be kept for all others.
    """
    warnings.filterwarnings("ignore", "A Numba config file is found")
    reader = sys.modules.get("yaml")
    sys.modules["yaml"] = None  # type: ignore[assignment]  # an import of it fails
    try:
        yield
    finally:
        del sys.modules["yaml"]
        if reader is not None:
            sys.modules["yaml"] = reader


with _without_options_file():
    import numba

from citadels_sim.compiler.backend import intrinsics, vectors  # noqa: E402  # below, so that Numba is imported as above
from citadels_sim.compiler.backend.compiling import called_by_symbol, compile_whole, environments, type_of  # noqa: E402
from citadels_sim.compiler.backend.linking import missing  # noqa: E402
from citadels_sim.compiler.backend.numba_types import numba_type, our_type  # noqa: E402
from citadels_sim.compiler.backend.parts import dispatcher, part  # noqa: E402

__all__ = [
    "called_by_symbol",
    "compile_whole",
    "dispatcher",
    "environments",
    "intrinsic",
    "missing",
    "numba_type",
    "our_type",
    "part",
    "type_of",
]


def intrinsic(description: str, given: tuple[Any, ...]) -> Any:
    """Make Numba's own of a function whose machine code `intrinsics` or `vectors` describes."""
    describe = getattr(intrinsics, description, None) or getattr(vectors, description)
    return numba.extending.intrinsic(describe(*given))
