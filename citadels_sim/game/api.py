"""One table of Citadels that a person or a program can set up, look at and play, one decision at a time."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.actions import A_BEGIN_ROUND, A_CALL_NEXT, A_LOOK, DECISIONS
from citadels_sim.engine.loop import deal
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.state import copy_state, new_legal, new_state
from citadels_sim.errors import CitadelsError, IllegalAction, PositionError, nearest
from citadels_sim.game.notation import labels
from citadels_sim.game.positions import find_variant, place_position, rules_at
from citadels_sim.game.reading import MAX_SEED
from citadels_sim.game.recorded import History, check_players, check_result, check_transcript
from citadels_sim.game.running import result_of, run
from citadels_sim.game.writing import view, written
from citadels_sim.variants import Variant, from_resolved


class Game:
    """A game of Citadels at a decision, or over.

    Made by `start`, `from_position` or `from_transcript`, not by calling the class.

    Attributes
    ----------
    variant : Variant
    players : int
        Number of seats.
    rules, state : records of dtype RULES and STATE
        What the engine plays with, for programs that know it; read only.
    """

    def __init__(self, variant: Variant, rules: Rules, state: State, *, strict: bool, origin: dict[str, Any]) -> None:
        self.variant = variant
        self.rules = rules
        self.state = state
        self.players = int(state.public.players)
        self._strict = strict
        sizes = state.public.city_n
        self._history = History(origin, tuple(tuple(map(int, state.public.city[s][: int(sizes[s])])) for s in range(self.players)))
        self._codes: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._labels: dict[str, int] | None = None

    @classmethod
    def start(cls, variant: Variant | str | os.PathLike[str], players: int, seed: int = 0) -> Game:
        """Deal a fresh game and go to its first decision.

        Parameters
        ----------
        variant : Variant, str or path
            A variant, or what `load_variant` takes.
        players : int
            Number of seats.
        seed : int
            0 to 2**63 - 1; the same seed gives the same deal.

        Raises
        ------
        VariantError
            If there is no such variant or it cannot seat so many.
        PositionError
            If the seed is not possible.
        """
        chosen = find_variant(variant)
        rules = rules_at(chosen, chosen.at(players).players)
        if isinstance(seed, bool) or not isinstance(seed, Integral) or not 0 <= seed <= MAX_SEED:
            raise PositionError(f"seed: {seed!r} is not possible; a seed is a whole number from 0 to {MAX_SEED}")
        state = new_state()
        ready(deal)(state, rules, new_legal(), int(seed))
        game = cls(chosen, rules, state, strict=True, origin={"seed": int(seed)})
        game._run(A_BEGIN_ROUND)
        return game

    @classmethod
    def from_position(cls, variant: Variant | str | os.PathLike[str], position: Mapping[str, Any]) -> Game:
        """Set up any position and go to its next decision.

        Parameters
        ----------
        variant : Variant, str or path
        position : mapping
            Keys as `position` writes them; every one but ``players`` may be left out. Left out, ``completed`` holds the seats whose
            cities are complete, in order of seats, and ``first`` the first of them (``[]`` means nobody); ``bell_tower`` is true where
            a city has one that need not be announced (``rules.bell_tower = "automatic"``), false otherwise.

        Raises
        ------
        PositionError
            If the position is not possible at a table of the variant; the message lists all faults with their dotted paths.
        """
        chosen = find_variant(variant)
        placed = place_position(chosen, position)
        game = cls(chosen, placed.rules, placed.state, strict=placed.strict, origin={"position": copy.deepcopy(dict(position))})
        game._run(A_LOOK if placed.pending else A_CALL_NEXT if placed.drafted else A_BEGIN_ROUND)
        if not game.over and not len(game._codes):
            name = DECISIONS[int(placed.state.public.decision)]
            raise PositionError(f"pending: nothing is legal at its decision '{name}'; leave it out or take it from position()")
        return game

    @classmethod
    def from_transcript(cls, transcript: Mapping[str, Any]) -> Game:
        """Play a game again that `transcript` wrote, and check that it goes as it went.

        Raises
        ------
        VariantError, PositionError
            If the transcript's beginning cannot be set up.
        IllegalAction
            If one of its actions is not legal at its place.
        CitadelsError
            If the transcript lacks a key, or the game ends with another result.
        """
        check_transcript(transcript)
        variant = from_resolved(transcript["variant"])
        if "position" in transcript:
            game = cls.from_position(variant, transcript["position"])
        else:
            game = cls.start(variant, transcript["players"], transcript.get("seed", 0))
        check_players(transcript, game.players)
        for number, action in enumerate(transcript["labels"]):
            try:
                game.play(action)
            except IllegalAction as error:
                raise IllegalAction(f"transcript: labels.{number}: {error}") from None
        check_result(transcript, game.result() if game.over else None)
        return game

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.public.over)

    @property
    def actor(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        return None if self.over else int(self.state.public.actor)

    @property
    def decision(self) -> str | None:
        """Kind of the decision, such as ``"pick"`` or ``"turn"``; None when the game is over."""
        return None if self.over else DECISIONS[int(self.state.public.decision)]

    def legal(self) -> tuple[str, ...]:
        """Labels of all legal actions, in the engine's fixed order, no label twice; empty when the game is over."""
        return tuple(self._actions())

    def codes(self) -> npt.NDArray[np.int64]:
        """Legal actions as the engine writes them (`citadels_sim.engine.actions`), shape (n,); a copy."""
        return self._codes.copy()

    def play(self, label: str) -> None:
        """Play one action and continue to the next decision.

        Parameters
        ----------
        label : str
            One of `legal`.

        Raises
        ------
        IllegalAction
            If it is not legal now; the game is then unchanged.
        """
        code = self.code(label)
        self._history.labels.append(label)
        self._run(code)

    def code(self, label: str) -> int:
        """Return the engine's action of a legal label.

        Raises
        ------
        IllegalAction
            If it is not legal now.
        """
        actions = self._actions()
        if not isinstance(label, str) or label not in actions:
            raise IllegalAction(self._refusal(label))
        return actions[label]

    def label(self, code: int) -> str:
        """Write a legal action of the engine as its label.

        Raises
        ------
        IllegalAction
            If it is not legal now.
        """
        for label, known in self._actions().items():
            if known == code:
                return label
        raise IllegalAction(self._refusal(f"action {code}"))

    def position(self) -> dict[str, Any]:
        """Write the game as a complete position: ``from_position(variant, position())`` gives the same game, at any decision.

        While the builder of a Bell Tower decides whether to announce, ``completed`` lacks his city: his answer says how many districts
        complete one.

        Returns
        -------
        dict
            JSON-able.
        """
        return written(self.state, self.rules, self._strict, self.variant.cards)

    def view(self, seat: int) -> dict[str, Any]:
        """Write the game as one seat may know it: of the shape of a position, what is hidden is null.

        Raises
        ------
        PositionError
            If there is no such seat.
        """
        return view(self.state, seat, self._strict, self.variant.cards)

    def result(self) -> dict[str, Any]:
        """Return how the game ended.

        Returns
        -------
        dict
            ``winners`` (seats), ``ranking`` (all seats, the best first; equal ones by number), ``tie_break`` (what decided between equal
            totals at the top, or None) and ``scores`` (per seat, in points).

        Raises
        ------
        CitadelsError
            If the game is not over.
        """
        if not self.over:
            raise CitadelsError(f"there is no result yet: the game is not over (seat {self.actor} is at the decision '{self.decision}')")
        return result_of(self.state)

    def copy(self) -> Game:
        """Return an independent copy, with its history."""
        other = copy.copy(self)
        other.state, other._history = copy_state(self.state), self._history.copy()
        return other

    def transcript(self) -> dict[str, Any]:
        """Write the whole game so far: what it began from and every action played.

        Returns
        -------
        dict
            JSON-able: ``variant`` (resolved), ``players``, ``seed`` or ``position``, ``labels``, ``result`` (None while not over).
        """
        result = self.result() if self.over else None
        return {"variant": self.variant.resolved(), "players": self.players, **self._history.transcript(), "result": result}

    def journal(self, since: int = 0) -> npt.NDArray[Any]:
        """Everything that happened since the game was set up.

        Parameters
        ----------
        since : int
            How many of the first events to leave out.

        Returns
        -------
        array
            Shape (n,), dtype `citadels_sim.engine.journal.EVENT`; a copy.
        """
        return self._history.journal(since)

    @property
    def first_cities(self) -> tuple[tuple[int, ...], ...]:
        """District codes of each seat's city when the game was set up, where its journal begins."""
        return self._history.first_cities

    def _actions(self) -> dict[str, int]:
        if self._labels is None:
            self._labels = labels(self.state.public, self._codes, self.variant.cards)
        return self._labels

    def _refusal(self, label: object) -> str:
        if self.over:
            return f"{label!r} cannot be played: the game is over, nothing is legal"
        legal = self.legal()
        where = f"seat {self.actor}, decision '{self.decision}'"
        return f"{label!r} is not legal now ({where}).{nearest(label, legal)} Legal: {', '.join(legal)}"

    def _run(self, code: int) -> None:
        """Let the engine play an action and remember what followed."""
        self._codes, events = run(self.state, self.rules, code)
        self._history.events.append(events)
        self._labels = None

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.actor} at '{self.decision}'"
        return f"<Game {self.variant.name}, {self.players} players, round {int(self.state.public.round_no)}, {state}>"
