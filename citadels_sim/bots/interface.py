"""What a bot is. Two kinds play the same game.

A *compiled bot* is a function ``choose(public, me, rules, legal, n, bot_state) -> index`` over the engine's records, decorated with
`compiled_bot`. It must only read the records. A *plain bot* is any callable ``choose(view, legal, rng) -> label`` over the dictionaries and
labels of the game API: slower by three orders of magnitude, and the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citadels_sim.compiler.decorators import entry_point
from citadels_sim.engine.loop import BOT_SIGNATURE, PARAMETERS
from citadels_sim.errors import BotError, nearest
from citadels_sim.variants.model import Variant
from citadels_sim.variants.switches import SWITCHES

EDITIONS: Final = tuple(SWITCHES["edition"].default)
"""The families of rules that a bot may play: ``"classic"`` and ``"2016"``, as ``rules.edition`` of a variant says."""


@dataclass(frozen=True)
class Parameter:
    """One named number that changes how a bot plays."""

    name: str
    default: float
    low: float
    high: float
    doc: str


def _no_numbers() -> npt.NDArray[np.float32]:
    return np.zeros(0, np.float32)


@dataclass(frozen=True)
class Weights:
    """Values of some of a bot's parameters, and what it has learned.

    Attributes
    ----------
    variant : str
        Name of the variant that they were fitted to.
    players : int
        At how many players.
    values : mapping of str to float
        By parameter.
    source : str
        The file.
    sha256 : str
        Of the file.
    memory : float32 array
        What a bot that learns has learned; else empty.
    rules : mapping of str to tuple of int
        For which rules, by the digest of the variant, and numbers of players that is.
    """

    variant: str
    players: int
    values: Mapping[str, float]
    source: str
    sha256: str
    memory: npt.NDArray[np.float32] = field(default_factory=_no_numbers, compare=False, repr=False)
    rules: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Bot:
    """A bot with its parameters filled in.

    Attributes
    ----------
    name : str
        What people write, parameters included, e.g. ``"builder:noise=2"``.
    doc : str
        One line about how it plays.
    choose : callable
        The compiled function, or the plain one.
    compiled : bool
        Which of the two kinds it is.
    parameters : tuple of Parameter
        What can be set.
    values : mapping of str to float
        What is set.
    stochastic : bool
        Whether it ever draws a random number. One that says it does not decides alike whatever its luck.
    editions : tuple of str
        Which of `EDITIONS` it plays; a table of another one refuses it.
    source : str
        ``"built in"``, or the file or package it came from.
    weights : tuple of Weights
        Values for the parameters that are not set: what is shipped, of which `weights.at_table` chooses, or the one file that was named.
    learns : bool
        Whether it plays by what `learner` has learned for the rules of a table.
    plays_unlearned : bool
        Whether such a bot plays other rules, too.
    unlearned : tuple of Weights
        With which of its weights such a bot plays rules that it has not learned: those of the rules that differ least. Empty: with none.
    imitates : bool
        Whether it has, behind what `learner` has learned, what was learned of searchers.
    games_per_second : float
        About how many classic games with four players one core plays where all have this bot; not read of bots in plain Python, which
        are all taken to be slow.
        Runs are cut into shards by it, so that several workers share the games of a slow bot, and little is lost when a run is stopped.
    memory : float32 array
        Any number of weights, which compiled code reads with `citadels_sim.engine.memory.weights_of`.

    Raises
    ------
    BotError
        When it names an edition that is none, or no edition, or two parameters alike.
    """

    name: str
    doc: str
    choose: Callable[..., Any]
    compiled: bool = True
    parameters: tuple[Parameter, ...] = ()
    values: Mapping[str, float] = field(default_factory=dict)
    stochastic: bool = True
    source: str = "built in"
    editions: tuple[str, ...] = EDITIONS
    weights: tuple[Weights, ...] = ()
    learns: bool = False
    plays_unlearned: bool = False
    unlearned: tuple[Weights, ...] = ()
    imitates: bool = False
    games_per_second: float = 50_000.0
    memory: npt.NDArray[np.float32] = field(default_factory=_no_numbers, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Check the declared editions, and the names of the parameters."""
        where, known = f"bots.{self.name}.editions", ", ".join(EDITIONS)
        if isinstance(self.editions, str) or not self.editions:
            raise BotError(f"{where}: {self.editions!r} should be a tuple of one or more of {known}.")
        for edition in self.editions:
            if edition not in EDITIONS:
                raise BotError(f"{where}: there is no edition {edition!r}; known are {known}.{nearest(edition, EDITIONS)}")
        if not self.games_per_second > 0.0:
            raise BotError(f"bots.{self.name}.games_per_second: {self.games_per_second!r} should be a number above 0.")
        names = [parameter.name for parameter in self.parameters]
        for name in names:
            if names.count(name) > 1:
                raise BotError(f"bots.{self.name}.parameters: there are several named '{name}'; give each its own name.")

    def vector(self) -> npt.NDArray[np.float64]:
        """Return the parameters as the compiled function gets them, shape (PARAMETERS,), float64, in their declared order."""
        vector = np.zeros(PARAMETERS)
        for i, parameter in enumerate(self.parameters):
            vector[i] = self.values.get(parameter.name, parameter.default)
        return vector

    def check_compiled(self, where: str, what: str) -> None:
        """Refuse a bot in plain Python, which takes too long for games by the thousand.

        Parameters
        ----------
        where : str
            The option that names it.
        what : str
            What it is too slow for, such as ``learn from``.

        Raises
        ------
        BotError
            When it is not compiled.
        """
        if not self.compiled:
            raise BotError(f"{where}: {self.name} is a bot in plain Python, too slow to {what}. Compile it, see `compiled_bot`.")

    def check_plays(self, variant: Variant) -> None:
        """Refuse a table of an edition that this bot does not play.

        Parameters
        ----------
        variant : Variant

        Raises
        ------
        BotError
            When the variant's ``rules.edition`` is not among the bot's editions.
        """
        edition = variant.usual.rules["edition"]
        if edition not in self.editions:
            played = " and ".join(self.editions)
            raise BotError(
                f"bots.{self.name}: plays the rules of {played} only, and '{variant.name}' has rules.edition = \"{edition}\". "
                "Seat another bot, or choose another variant."
            )


def compiled_bot(
    function: Callable[..., Any], calls: tuple[Callable[..., Any], ...] = (), *, vectorise: bool = False
) -> Callable[..., Any]:
    """Declare a compiled bot: ``(public, me, rules, legal, n, bot_state) -> index``.

    Parameters of the decorated function
    ------------------------------------
    public : record
        What everybody sees (`citadels_sim.engine.state.PUBLIC`). Read only.
    me : record
        What this seat alone knows (`citadels_sim.engine.state.SEAT`). Read only.
    rules : record
        The rules at this table (`citadels_sim.engine.rules.RULES`). Read only.
    legal : record
        Legal actions ``legal.code[0] .. legal.code[n - 1]`` (`citadels_sim.engine.actions`). Read only.
    n : int
        How many actions are legal, at least 1.
    bot_state : record
        ``bot_state.parameters[k]``, float64, the declared parameters in their order; the stream of random numbers for this decision,
        for `citadels_sim.engine.rng.next_below` and ``next_unit``; and the bot's `memory`, which
        `citadels_sim.engine.memory.weights_of` gives as an array to be read only.

    Returns
    -------
    int
        Index of the chosen action, 0 to n - 1.
    """
    return entry_point(BOT_SIGNATURE, calls, vectorise=vectorise)(function)
