"""People at a table with bots: whose turn it is, what may be taken back, and the transcript. How it is shown is the command's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from citadels_sim.bots import Bot
from citadels_sim.bots.weights import at_table
from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import IllegalAction, PositionError
from citadels_sim.game import Game, Names
from citadels_sim.game.seat_view_log import sentences_for
from citadels_sim.game.table import SeatedBots
from citadels_sim.game.takeback import may_be_taken_back
from citadels_sim.lineups import names_a_file, seat_name, seat_of
from citadels_sim.text import command_line, visible
from citadels_sim.variants import Variant


class Session:
    """One game of people, with bots at the other seats.

    Parameters
    ----------
    variant : Variant
    bots : sequence of Bot
        Those of the other seats, clockwise from the left of the first person; as many as make the table full.
    people : sequence of int
        Seats of the people, at least one.
    seed : int
        The game's.
    save : callable, optional
        Called with the session after every choice, and when one is taken back.

    Attributes
    ----------
    changes : int
        Choices of people and those taken back: no two states of the game have the same, though as many choices may lead to both.
    """

    def __init__(
        self, variant: Variant, bots: Sequence[Bot], people: Sequence[int], seed: int, save: Callable[[Session], None] = lambda _: None
    ) -> None:
        players = len(bots) + len(people)
        self.people = tuple(sorted(people))
        self._save = save
        self._invited = [bot.name for bot in bots]
        self._table: list[Bot | None] = [None] * players
        for place, bot in zip(seats_of_bots(self.people, players), bots, strict=True):
            self._table[place] = at_table(bot, variant, players)
        self._bots = SeatedBots(self._table, seed)
        self._variant, self._seed = variant, seed
        self._earlier: list[Game] = []
        self._shown = self.changes = 0
        self.game: Game

    def start(self, notify: Callable[[str], None] | None = None, labels: Iterable[str] = ()) -> None:
        """Compile what is not compiled yet, deal, and play up to the first decision of a person; `notify` gets a line before a long wait.

        With the labels of an earlier session's transcript the game continues where that ended: the bots choose again, and choose the same.

        Raises
        ------
        PositionError
            If it does not go as it went.
        """
        prepare(self._bots.entry_points(), notify)
        self.game = Game.start(self._variant, len(self._table), self._seed)
        for number, label in enumerate(labels):
            others = not self.game.over and self.game.actor not in self.people
            if others and (chosen := self.game.label(self._bots.choose(self.game))) != label:
                raise PositionError(
                    f"labels.{number}: {self.names[self.game.actor or 0]} chooses {chosen}, not {visible(str(label)[:80])}."
                )
            try:
                self.game.play(label)
            except IllegalAction as error:
                raise PositionError(f"labels.{number}: {error}") from None
        self._go_on()

    @property
    def invited(self) -> tuple[str, ...]:
        """The bots, as the line-up names them."""
        return tuple(self._invited)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        person = "you" if len(self.people) == 1 else "person"
        return tuple(f"{seat_name(seat)} ({person})" if bot is None else seat_of(seat, bot.name) for seat, bot in enumerate(self._table))

    @property
    def bots(self) -> tuple[Bot | None, ...]:
        """The bot of each seat, as it plays at this table; None: a person."""
        return tuple(self._table)

    @property
    def may_take_back(self) -> bool:
        """Whether the last choice of the person who decides can be taken back."""
        return bool(self._earlier)

    def counts_at_once(self, label: str) -> bool:
        """Return whether a choice could not be taken back any more.

        Raises
        ------
        IllegalAction
            If it is not legal.
        """
        code = self.game.code(label)
        after = self.game.copy()
        after.play(label)
        return not may_be_taken_back(self.game, after, code)

    def play(self, label: str) -> None:
        """Play the choice of the person who decides; unless it can be taken back, the bots play on to the next decision of a person.

        Raises
        ------
        IllegalAction
            If it is not legal; the game is then unchanged.
        BotError
            When a bot in plain Python fails.
        """
        final = self.counts_at_once(label)
        earlier = self.game.copy()
        self.game.play(label)
        if final:
            self._earlier.clear()
            self._go_on()
        else:
            self._earlier.append(earlier)
        self.changes += 1
        self._save(self)

    def take_back(self) -> None:
        """Take the last choice of the person who decides back.

        Raises
        ------
        IndexError
            If there is none that can be.
        """
        self.game = self._earlier.pop()
        self.changes += 1
        self._shown = min(self._shown, len(self.game.journal()))
        self._save(self)

    def news(self) -> Iterator[tuple[str, bool]]:
        """Return what has happened since the last call, as the first person may know it: sentences, and whether each is a heading."""
        events = self.game.journal(self._shown)
        self._shown += len(events)
        return sentences_for(events, Names.from_state(self.game.state, self.names, self._variant.cards), self.people[0])

    def transcript(self) -> dict[str, Any]:
        """Write the game so far as `Game.transcript` does, with the names of the seats (``seats``), the seats of people, and the bots."""
        return {**self.game.transcript(), "seats": list(self.names), "people": list(self.people), "bots": self._invited}

    def _go_on(self) -> None:
        while not self.game.over and self.game.actor not in self.people:
            self.game.play(self.game.label(self._bots.choose(self.game)))


def seats_of_bots(people: Sequence[int], players: int) -> list[int]:
    """Return the seats without a person, clockwise from the left of the first person."""
    return [seat for step in range(players) if (seat := (min(people) + step) % players) not in people]


def people_of(transcript: Mapping[str, Any], players: int) -> tuple[int, ...] | None:
    """Return the seats of the people of a transcript that somebody else may have written.

    Returns
    -------
    tuple of int or None
        None where it does not say them, or they are none of its table with its bots.
    """
    seats = transcript.get("people", [transcript.get("seat")])  # saved games before several people could play have one ``seat``
    bots = transcript.get("bots")
    if not isinstance(seats, list) or not isinstance(bots, list) or not all(type(seat) is int and 0 <= seat < players for seat in seats):
        return None
    return tuple(sorted(seats)) if seats and len({*seats}) == len(seats) == players - len(bots) else None


def goes_on_with(file: Path, people: Sequence[int] | None, bots: Sequence[str] = (), how: Sequence[str] = ()) -> str:
    """Return the command that continues a saved game.

    Parameters
    ----------
    file : pathlib.Path
    people : sequence of int or None
        Their seats; None where it does not say them, or not as it should.
    bots : sequence of str
        Of a game that was just played here: the command names those in files, which loads them. Nothing where the file is all that names
        them: somebody else may have written it, and what it says would be run by whoever pastes the command.
    how : sequence of str
        Options of `citadels play` that say where people play, as they were given.
    """
    own = [bot for bot in bots if names_a_file(bot)]
    where = how or (["--browser"] if people and len(people) > 1 else [])
    return command_line(["citadels", "play", str(file), *(["--bots", ",".join(own)] if own else []), *where])
