"""A game so far, step by step: as each player at the table saw it, and with all hands open."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from citadels_sim.engine import journal as j
from citadels_sim.game import Game, Names, Transcriber
from citadels_sim.game.choices import explain
from citadels_sim.game.seat_view_log import sentences_for
from citadels_sim.game.win_chance import WinChance
from citadels_sim.web.shown import outcome, rows, table

_CHOICE: Final = "> "
"""How a line begins that gives a choice, in words."""


class _Once:
    """A list without repetitions, however often a thing is noted."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._place: dict[str, int] = {}

    def note(self, thing: Any) -> int:
        """Return the place of a thing."""
        place = self._place.setdefault(json.dumps(thing), len(self.all))
        if place == len(self.all):
            self.all.append(thing)
        return place


class _Recorder:
    """Writes steps of a game down, each as it is seen from every place.

    Attributes
    ----------
    steps : list of dict
    """

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = Names.from_state(game.state, tuple(names), game.variant.cards)
        self.transcriber = Transcriber(self.names, game.first_cities)
        self.steps: list[dict[str, Any]] = []
        self.once = {key: _Once() for key in ("texts", "rows", "tables")}
        # A game that is recorded from the middle on begins with a round; what was before, the words have to know of.
        rounds = np.flatnonzero(game.journal()["kind"] == j.ROUND)
        self._shown = int(rounds[-1]) if len(rounds) > 1 else 0
        for _ in self.transcriber.lines(game.journal()[: self._shown]):
            pass

    def write(self, seat: int | None = None, meaning: str = "") -> None:
        """Write down what has happened since, after the choice of a seat: a step, and one more for each round that has begun."""
        events = self.game.journal(self._shown)
        self._shown += len(events)
        views = [self.game.position(), *(self.game.view(seat) for seat in range(self.game.players))]
        seen = [[self.once["tables"].note(table(self.game, view, self.names.seats)), self._rows(view)] for view in views]
        for k, part in enumerate(np.split(events, np.flatnonzero(events["kind"] == j.ROUND))):
            chosen = f"{_CHOICE}{self.names.seats[seat]}: {meaning}" if seat is not None and not k else ""
            if len(part) or chosen:
                self.steps.append({"seen": seen, "lines": list(self._lines(part, chosen, seat)), "round": k > 0})

    def _rows(self, view: dict[str, Any]) -> list[int]:
        return [self.once["rows"].note(row) for row in rows(self.game, view)]

    def _lines(self, events: Any, chosen: str, actor: int | None) -> Iterator[list[int]]:
        """Word events with all cards open, then as each seat may know them; only who made a choice sees it."""
        text = self.once["texts"].note
        head = [text(chosen)] if chosen else []
        yield head + [text(line.strip()) for line in self.transcriber.lines(events)]
        for seat in range(self.game.players):
            yield [*(head if seat == actor else ()), *(text(sentence) for sentence, _ in sentences_for(events, self.names, seat))]


def _again(game: Game) -> Game:
    """Set up the beginning of a game anew."""
    return Game.from_transcript({**game.transcript(), "labels": [], "result": None})


def thoughts(game: Game, chance: WinChance) -> list[tuple[int, int, float, int]]:
    """Collect what the seats thought of their chances; the game is played again for that.

    Parameters
    ----------
    game : Game
        As far as it has been played; not changed.
    chance : WinChance

    Returns
    -------
    list of tuple
        Choices before it, seat, win chance from 0 to 1, round; in the game's order.
    """
    again, estimates = _again(game), []
    for number, label in enumerate(game.transcript()["labels"]):
        seat, thought = again.actor, chance.estimate(again)
        if seat is not None and thought is not None:
            estimates.append((number, seat, round(thought, 4), int(again.state.public.round_no)))
        again.play(label)
    return estimates


def _beginning_of_round(game: Game, labels: Sequence[str], number: int) -> int:
    """Play a game to the first choice of the round in which a choice is made; return how many choices were before."""
    ahead, first, round_no = game.copy(), 0, -1
    for place, label in enumerate(labels[: number + 1] if number else ()):
        if int(ahead.state.public.round_no) != round_no:
            first, round_no = place, int(ahead.state.public.round_no)
        if place < number:
            ahead.play(label)
    for label in labels[:first]:
        game.play(label)
    return first


def record(game: Game, names: Sequence[str], chance: WinChance, ending: str = "", begin: int = 0) -> dict[str, Any]:
    """Write a game down; it is played again for that.

    Parameters
    ----------
    game : Game
        As far as it has been played; not changed.
    names : sequence of str
        Of all seats.
    chance : WinChance
    ending : str
        What else is shown at the end.
    begin : int
        Choices that are left out, but for those of the round in which the next one is made.

    Returns
    -------
    dict
        JSON-able. ``steps``: each with ``round`` (whether one begins), and from each place, all cards open first and then seat by seat,
        ``seen`` (which of ``tables`` and, per seat, of ``rows``, see `citadels_sim.web.shown`) and ``lines`` (which of ``texts``).
        ``chances``: number of the step at which a seat decided, seat, its win chance from 0 to 1, round.
        ``result``: see `citadels_sim.web.shown.outcome`. ``rounds_before``: rounds that are left out.
    """
    again, labels = _again(game), game.transcript()["labels"]
    begin = _beginning_of_round(again, labels, begin)
    rounds_before = max(0, int(again.state.public.round_no) - 1) if begin else 0
    recorder = _Recorder(again, names)
    recorder.write()
    behind = {}  # the step behind which each choice was made
    for number, label in enumerate(labels[begin:], begin):
        behind[number] = len(recorder.steps) - 1
        seat, meaning = again.actor, explain(again, label, recorder.names)
        again.play(label)
        recorder.write(seat, meaning)
    if ending:
        for lines in recorder.steps[-1]["lines"]:
            lines.append(recorder.once["texts"].note(ending))
    chances = [(behind[number], *thought) for number, *thought in thoughts(game, chance) if number in behind]
    lists = {key: once.all for key, once in recorder.once.items()}
    return {**lists, "steps": recorder.steps, "chances": chances, "result": outcome(again, names), "rounds_before": rounds_before}
