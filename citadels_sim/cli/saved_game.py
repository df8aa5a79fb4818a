"""The file of a game that people play: written after every choice, whatever ends the program, and read again to continue."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from citadels_sim.cli.console import note, print_text
from citadels_sim.cli.files import check_new_file, write_file
from citadels_sim.errors import CitadelsError, PositionError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import Unreadable, read_json
from citadels_sim.lineups import names_a_file, not_loaded, split_lineup
from citadels_sim.text import lower_first, visible

if TYPE_CHECKING:
    from citadels_sim.game.session import Session
    from citadels_sim.variants import Variant

_MOST: Final = 4 << 20
"""Bytes of such a file."""


def seats_of(text: str) -> tuple[int, ...]:
    """Read seats as people count them, ``1``, ``1,3`` or ``1-4``; the game counts from 0.

    Raises
    ------
    PositionError
        For anything else, a seat 0, or a seat that stands there twice.
    """
    seats: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d)(?:\s*-\s*(\d))?\s*", part, re.ASCII)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not 1 <= low <= high:
            raise PositionError(f"--human: '{visible(text)[:80]}' should be seats from 1, such as 1, 1,3 or 1-4.")
        seats.extend(range(low - 1, high))
    if len({*seats}) < len(seats):
        raise PositionError(f"--human: '{visible(text)[:80]}' has a seat twice.")
    return tuple(seats)


def check_alone(people: Sequence[int], browser: bool) -> None:
    """Refuse several people at one terminal: what one has seen stands there for the next.

    Raises
    ------
    PositionError
    """
    if len(people) > 1 and not browser:
        raise PositionError(f"--human: {len(people)} people need a browser, which hides the cards between turns. Add --browser.")


class Saved(NamedTuple):
    """A game that was saved: its rules, the seats of people, the other seats' bots, the seed, and what was chosen by all."""

    variant: Variant
    people: tuple[int, ...]
    bots: list[str]
    seed: int
    labels: list[Any]


def read_saved(file: Path, bots: str | None) -> Saved:
    """Read a game that ``citadels play`` saved; somebody else may have written the file.

    Parameters
    ----------
    file : pathlib.Path
    bots : str or None
        The line-up that the person names: a bot in a Python file is loaded only if it stands here.

    Raises
    ------
    CitadelsError
        If it is none, or cannot be continued.
    """
    from citadels_sim.game.session import people_of
    from citadels_sim.variants import from_resolved

    try:
        data = read_json(file, _MOST)
    except Unreadable as error:
        raise PositionError(f"{file}: {error}.") from None
    kinds = {"variant": dict, "players": int, "seed": int, "labels": list, "bots": list}
    for key, kind in kinds.items():
        if (
            not isinstance(data, dict)
            or not isinstance(data.get(key), kind)
            or not all(isinstance(bot, str) for bot in data.get("bots", ()))
        ):
            raise PositionError(f"{file}: {key}: does not fit a game that `citadels play` saved. Give another file, or a variant.")
    try:
        variant = from_resolved(data["variant"])
        variant.at(data["players"])
    except CitadelsError as error:
        raise PositionError(f"{file}: {error}") from None
    if (people := people_of(data, data["players"])) is None:
        said = visible(str(data.get("people", data.get("seat"))))[:80]
        raise PositionError(
            f"{file}: people: {said} should be the seats of people, who with {len(data['bots'])} bots make {data['players']} players."
        )
    if split_lineup(",".join(data["bots"])) != data["bots"]:  # what is checked below is what a line-up of them loads
        raise PositionError(f"{file}: bots: each should be one bot, as `citadels play` writes them. Give a file that it saved.")
    for bot in data["bots"]:
        if names_a_file(bot) and bot not in split_lineup(bots or ""):
            raise PositionError(f"{file}: {lower_first(not_loaded([bot], 'a saved game'))}")
    return Saved(variant, people, data["bots"], data["seed"], data["labels"])


class Keeper:
    """Saves a game into its file as it is played.

    Parameters
    ----------
    file : pathlib.Path
    new : bool
        Whether nothing that is there already is written over; the file gets the next free name then.
    """

    def __init__(self, file: Path, *, new: bool) -> None:
        self.file, self._new, self._failed = file, new, False

    def save(self, sitting: Session) -> None:
        """Write the game so far; where that fails, the game continues."""
        data = json.dumps(sitting.transcript(), indent=1) + "\n"
        if self._new:
            self.file, self._new = write_file("--transcript", self.file, data), False
            return
        try:
            write_whole(self.file, data.encode())
            self._failed = False
        except OSError as error:
            if not self._failed:
                note(f"{self.file}: {unwritten(error)}; the game continues, but is not saved.")
            self._failed = True

    def close(self, sitting: Session, how: Sequence[str] = ()) -> None:
        """Say where the game is, and which command continues it; `how`: options that say where people play."""
        from citadels_sim.game.session import goes_on_with

        self.save(sitting)
        if self._failed:
            raise PositionError(f"--transcript {self.file}: could not be written.")
        again = "" if sitting.game.over else f" Continue with: {goes_on_with(self.file, sitting.people, sitting.invited, how)}"
        print_text(f"{'The game' if sitting.game.over else 'The game so far'} is saved in {self.file}.{again}")


@contextlib.contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Treat an end from outside, and the terminal's window that is closed, like Ctrl-C."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        signals = []
    before = {number: signal.signal(number, interrupt) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def go_on(file: Path, bots: str | None, given: Sequence[str]) -> tuple[Session, Keeper]:
    """Go on with a saved game; `given` are the options that it has its own answers to.

    Raises
    ------
    CitadelsError
        If it cannot be continued.
    """
    from citadels_sim.bots import parse_lineup
    from citadels_sim.game.session import Session

    if given:
        raise PositionError(f"{given[0]}: the saved game has its own. Leave it out.")
    saved, keeper = read_saved(file, bots), Keeper(file, new=False)
    try:
        lineup = parse_lineup(",".join(saved.bots), len(saved.bots)) if saved.bots else ()
        sitting = Session(saved.variant, lineup, saved.people, saved.seed, keeper.save)
        sitting.start(note, saved.labels)
    except CitadelsError as error:
        raise PositionError(f"{file}: {error} The game cannot be continued here.") from None
    return sitting, keeper


def begin(
    variant: str, players: int, bots: str | None, people: Sequence[int], seed: int | None, transcript: Path | None
) -> tuple[Session, Keeper]:
    """Begin a game.

    Raises
    ------
    CitadelsError
        If there is no such game, or its file cannot be written.
    """
    import secrets
    import time

    from citadels_sim.bots import parse_lineup
    from citadels_sim.errors import BotError
    from citadels_sim.limits import MAX_SEED
    from citadels_sim.variants import load_variant

    chosen = load_variant(variant)
    chosen.at(players)
    for seat in people:
        if not 0 <= seat < players:
            raise PositionError(f"--human: {seat + 1} should be a seat of {players} players: 1 to {players}.")
    if bots is not None and len(people) == players:
        raise PositionError(f"--bots: people sit at all {players} seats. Leave it out, or name fewer seats with --human.")
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise PositionError(f"--seed: {seed} should be from 0 to {MAX_SEED}.")
    file = transcript or Path(time.strftime("citadels-%Y%m%d-%H%M%S.json"))
    if file.name in ("", "..") or (file.suffix != ".json" and file.is_dir()):
        raise PositionError(
            f"--transcript: {visible(str(file))} is a folder. Name a file that ends in .json, such as {visible(str(file / 'game.json'))}."
        )
    if file.suffix != ".json":  # by which all commands know such a file
        raise PositionError(f"--transcript: {visible(str(file))} should end in .json, as in {visible(str(file.with_suffix('.json')))}.")
    check_new_file("--transcript", file)
    try:
        lineup = parse_lineup(bots or "builder", players - len(people)) if len(people) < players else ()
    except BotError as error:
        raise BotError(f"--{error}") from None
    from citadels_sim.game.session import Session

    keeper = Keeper(file, new=True)
    sitting = Session(chosen, lineup, people, secrets.randbelow(MAX_SEED) if seed is None else seed, keeper.save)
    sitting.start(note)
    return sitting, keeper
