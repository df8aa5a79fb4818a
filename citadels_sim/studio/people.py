"""People's games in a studio: results that are entered or uploaded, each a file for `citadels plays add`, and the report of all of them."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Final

from citadels_sim.errors import CitadelsError, nearest
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import Unreadable, inside
from citadels_sim.lineups import seat_name
from citadels_sim.names import slug
from citadels_sim.plays.reading.entry import NO_WINNER
from citadels_sim.plays.sheet import Sheet, csv_of
from citadels_sim.plays.store import Kept, kept_of
from citadels_sim.plays.together import plays_beside
from citadels_sim.show.blocks import Shown
from citadels_sim.studio.forms import words_of
from citadels_sim.studio.shelf import RulesFile
from citadels_sim.study.plays import Rules, found, rules_of, runs_of
from citadels_sim.text import cut, visible_line

SHEETS: Final = Path("sheets")
"""Where results are kept that were entered or uploaded."""
KINDS: Final = (".csv", ".xlsx", ".json", ".xml")
_CELL: Final = re.compile(r"(?:\S+: )?row (\d+), column [A-Z]+ \((\w+)\)")


def entered(rules: RulesFile, typed: Mapping[str, str]) -> bytes:
    """Return the sheet of one game that a person entered, as `citadels plays sheet` writes it: a line for each seat, with the rules.

    Parameters
    ----------
    rules : RulesFile
    typed : mapping
        ``players``, ``date`` and ``rounds``; of each seat, from 1, ``player1``, ``characters1``, ``score1`` and ``winner1``.

    Raises
    ------
    CitadelsError
        If these rules are not for so many players.
    """
    least, most = rules.played.players
    players = typed.get("players", "").strip()
    if players not in map(str, range(least, most + 1)):
        raise CitadelsError(f"players: should be a number from {least} to {most}.")
    sheet = Sheet(rules.played, str(rules_of(rules.word).version or ""), int(players), 1)
    whole = [typed.get(key, "").strip() for key in ("date", "rounds")]
    parts = ("player", "characters", "score", "winner")
    own = {seat: [typed.get(f"{part}{seat}", "").strip() for part in parts] for seat in range(1, sheet.players + 1)}
    return csv_of((row[0], *whole, row[3], *own[int(row[3])], *row[8:]) for row in sheet.rows())


def by_seat(fault: str) -> str:
    """Say of a cell of an entered sheet which seat and field it is; that nobody has won is no fault of one."""
    if fault.endswith(NO_WINNER + "."):
        return "The game has no winner: choose \u201cwon\u201d at the seat that won."
    return _CELL.sub(lambda cell: f"{seat_name(int(cell[1]) - 2)}, {cell[2]}", fault)


def written(name: str, data: bytes) -> Path:
    """Write a result under a new name in the folder of results; of the name that a page sends only words and the ending are used.

    Raises
    ------
    CitadelsError
        If it is no kind of file that can be read, or cannot be written.
    """
    path = PurePosixPath(name.lower())
    if path.suffix not in KINDS:
        raise CitadelsError(
            f"'{cut(visible_line(name), 80)}' should end in {', '.join(KINDS[:-1])} or {KINDS[-1]}.{nearest(path.suffix, KINDS)}"
        )
    names = (f"{slug(path.stem)}{f'-{n}' * (n > 1)}{path.suffix}" for n in itertools.count(1))
    try:
        SHEETS.mkdir(exist_ok=True)
        file = next(file for file in (SHEETS / name for name in names) if not file.is_symlink() and not file.exists())
        inside(".", str(SHEETS))
        write_whole(file, data)
    except Unreadable as error:
        raise CitadelsError(f"{SHEETS}: {error}.") from None
    except OSError as error:
        raise CitadelsError(f"{SHEETS}: {unwritten(error)}.") from None
    return file


def name_of_game(rules: RulesFile) -> str:
    """Return the name of the file of a game that is entered now."""
    return f"{rules.played.name}-{datetime.now(UTC):%Y%m%d-%H%M%S}.csv"


class PeopleReport:
    """What people's games by some rules show beside the bots: worked out while the pages go on.

    Attributes
    ----------
    about : str
        Name of the file of the rules.
    shown : Shown or None
        The report, once it is there.
    fault : str
        Why there is none.

    Raises
    ------
    CitadelsError
        If there are no such games.
    """

    def __init__(self, file: RulesFile) -> None:
        rules = found(file.word)
        kept = kept_of(rules.study, rules.variant)
        if not kept.games:
            raise CitadelsError(f"No games of people by the rules of {rules.words} have been added yet. Enter or add some first.")
        self.about, self.fault = file.name, ""
        self.shown: Shown | None = None
        self.thread = threading.Thread(target=self._make, args=(rules, kept), daemon=True)
        self.thread.start()

    @property
    def runs(self) -> bool:
        """Whether it is being worked out."""
        return self.thread.is_alive()

    def _make(self, rules: Rules, kept: Kept) -> None:
        try:
            self.shown = plays_beside([kept], runs_of(rules))
        except Exception as error:
            self.fault = words_of(error)
