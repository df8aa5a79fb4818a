"""Entry points: the few functions that are compiled as a whole, kept on disk, and called from Python or through their address."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.compiler import cache, patches
from citadels_sim.compiler.lazy import Lazy
from citadels_sim.compiler.types import Signature

if TYPE_CHECKING:
    from citadels_sim.compiler.native import MachineCode, Program

_LOADING: Final = threading.RLock()


class EntryPoint(Lazy):
    """A function with one signature, compiled once by `ready`, or loaded from the cache.

    Parameters
    ----------
    function : callable
    signature : Signature, or one of Numba's
    calls : tuple of EntryPoint
        Those that it calls by way of `BySymbol`.
    vectorise : bool
        Whether its loops are worth turning into vector instructions.
    unlocked : bool
        Whether other threads of Python run at the same time.

    Attributes
    ----------
    signature, vectorise, unlocked
        As given.
    """

    def __init__(
        self, function: Callable[..., Any], signature: Any, calls: tuple[Any, ...] = (), *, vectorise: bool = False, unlocked: bool = False
    ) -> None:
        super().__init__(function)
        self.signature = Signature.parse(signature)
        self.vectorise, self.unlocked = vectorise, unlocked
        self._calls = calls
        self._made: MachineCode | None = None
        self._program: Program | None = None

    @property
    def symbol(self) -> str:
        """The name by which other compiled functions call it."""
        return f"{self.__module__}.{self.__qualname__}"

    @property
    def called_symbols(self) -> frozenset[str]:
        """Symbols of the entry points that it calls."""
        return frozenset(callee.symbol for callee in self._calls)

    @property
    def is_ready(self) -> bool:
        """Whether it is in memory."""
        return self._program is not None

    @property
    def is_cached(self) -> bool:
        """Whether it is in memory, or lies in the cache with all that it calls."""
        return self.is_ready or (cache.is_kept(self) and all(callee.is_cached for callee in self._calls))

    def with_callees(self) -> Iterator[EntryPoint]:
        """Yield it and the entry points that it calls, and those that they call."""
        yield self
        for callee in self._calls:
            yield from callee.with_callees()

    @property
    def address(self) -> int:
        """Where it is in memory, for compiled callers."""
        return self.program.address

    @property
    def program(self) -> Program:
        """The machine code, which is loaded or made when it is first needed."""
        self.make_ready()
        assert self._program is not None
        return self._program

    def compile_ahead(self) -> None:
        """Compile it into the cache, unless it lies there, and load nothing: what it calls need not be compiled before it."""
        if not self.is_ready and not cache.is_kept(self):
            self._made = self._compiled()

    def make_ready(self) -> None:
        """Load the machine code, or make it."""
        if self._program is None:
            with _LOADING:
                if self._program is None:
                    self._program = self._loaded()

    def _loaded(self) -> Program:
        from citadels_sim.compiler.native import Program, publish

        for callee in self._calls:
            publish(callee.symbol, callee.address)
        made = self._made or cache.load(self) or self._compiled()
        self._made = None
        patches.warn(made.lacking)
        return Program(made, self.signature, unlocked=self.unlocked)

    def _compiled(self) -> MachineCode:
        """Compile it and keep what comes out."""
        from citadels_sim.compiler import backend

        made, lasting = backend.compile_whole(self)
        if lasting:
            cache.save(self, made)
        return made

    def dispatcher(self) -> Any:
        """Make Numba's own of it, which has compiled nothing yet."""
        from citadels_sim.compiler import backend

        return backend.dispatcher(self.py_func, nogil=self.unlocked)

    @functools.cached_property
    def numba(self) -> Any:
        """The function as one that is compiled into its callers, where they call it as they would a rule."""
        return self.dispatcher()

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        return self.program(*arguments)

    def __reduce__(self) -> str:
        """Pickle by name."""
        return self.__qualname__


class BySymbol(Lazy):
    """An entry point as other compiled functions call it: through its address."""

    def __init__(self, entry_point: EntryPoint) -> None:
        super().__init__(entry_point.py_func)
        self._entry_point = entry_point

    @functools.cached_property
    def _numba_type_(self) -> Any:
        from citadels_sim.compiler import backend

        return backend.called_by_symbol(self._entry_point)
