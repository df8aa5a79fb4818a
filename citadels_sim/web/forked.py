"""Forked games as pages: both lines of play side by side, with the win chances of who decided, and each to step through by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from citadels_sim.designs.forks import Turning
from citadels_sim.designs.forks.lines import Lines, play_lines
from citadels_sim.errors import RunError
from citadels_sim.game import Game, Names, Transcriber
from citadels_sim.game.win_chance import WinChance
from citadels_sim.lineups import lineup_words
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.render import with_policy
from citadels_sim.report.watched import Watched, link_words, to_watch
from citadels_sim.show.charts import style
from citadels_sim.text import lower_first
from citadels_sim.web.page import readable, watching
from citadels_sim.web.recording import record, thoughts
from citadels_sim.web.shown import cards

FOLDER: Final = "games"
_WIDTH, _HEIGHT = 640, 160
_ROUND: Final = re.compile(r"^Round (\d+)")


@dataclass(frozen=True)
class _Line:
    """One line of play: what is picked, how it ends, what happens by round, and the chances of who picks."""

    title: str
    result: str
    page: str
    rounds: dict[int, list[str]]
    chances: list[tuple[int, float]]


def games_to_watch(evidence: Evidence, each: int, notify: Callable[[str], None] = lambda _: None) -> tuple[Watched, ...]:
    """Play the games again that findings decided, and write their pages.

    Parameters
    ----------
    evidence : Evidence
    each : int
        Most games of a finding.
    notify : callable
        Receives a line for a game that cannot be played again.
    """
    made: list[Watched] = []
    for number, (run, turning) in enumerate(to_watch(evidence, each), 1):
        try:
            made.append(_watched(play_lines(run, turning), turning, f"{turning.character}-{number}"))
        except RunError as error:
            notify(f"A game to watch is left out: {error}")
    return tuple(made)


def _watched(lines: Lines, turning: Turning, stem: str) -> Watched:
    """Write the three pages of a game: side by side, and each line by itself."""
    variant, players = lines.cell.variant, lines.cell.players
    chance = WinChance(variant, lines.bots)
    table = variant.at(players)
    words = link_words(turning)
    shown, files = [], {}
    for mark, game, character in zip("ab", lines.games, (turning.character, turning.other), strict=True):
        title = f"{style.title_of(character)} in round {turning.round}"
        recorded = record(game, lines.names, chance, begin=lines.node)
        data = {"names": lines.names, "cards": cards(table), "city_size": table.city_size, **recorded}
        page = f"{stem}-{mark}.html"
        about = f"{variant.title}, {players} players. One of two lines of play: the deciding seat picks the {style.title_of(character)}."
        files[f"{FOLDER}/{page}"] = watching(title, about, data).encode()
        chances = [(number, value) for number, seat, value, _ in thoughts(game, chance) if seat == turning.seat and number >= lines.node]
        shown.append(_Line(title, str(recorded["result"]["verdict"]), page, _by_round(game, lines), chances))
    page = f"{FOLDER}/{stem}.html"
    files[page] = _page(lines, turning, shown).encode()
    return Watched(words, page, files, turning)


def _by_round(game: Game, lines: Lines) -> dict[int, list[str]]:
    """Return what happens from the round of the pick on, round by round, in words with all cards open."""
    transcriber = Transcriber(Names.from_state(game.state, lines.names, game.variant.cards), game.first_cities)
    by_round: dict[int, list[str]] = {}
    now = 0
    for line in transcriber.lines(game.journal()):
        begins = _ROUND.match(line.strip())
        now = int(begins[1]) if begins else now
        if not begins:
            by_round.setdefault(now, []).append(line.strip())
    return by_round


def _page(lines: Lines, turning: Turning, shown: list[_Line]) -> str:
    left, right = shown
    rounds = sorted(number for number in {*left.rounds, *right.rounds} if number >= turning.round)
    environment = Environment(
        loader=PackageLoader("citadels_sim.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    data: dict[str, Any] = {
        "title": f"{style.title_of(turning.character)} or {style.title_of(turning.other)}",
        "who": lower_first(lines.names[turning.seat]),
        "round": turning.round,
        "table": f"{lines.cell.variant.title}, {lines.cell.players} players, {lineup_words(lines.cell.lineup)}",
        "lines": [
            {"title": line.title, "result": line.result, "page": line.page, "wins": f"{win * lines.replicates:.3g} of {lines.replicates}"}
            for line, win in zip(shown, (turning.win, turning.other_win), strict=True)
        ],
        "rounds": [(number, list(_beside(left.rounds.get(number, []), right.rounds.get(number, [])))) for number in rounds],
        "chart": _curves(shown),
        "width": _WIDTH,
        "height": _HEIGHT,
    }
    return with_policy(environment.get_template("forked.html.j2").render(readable(data)))


def _beside(left: list[str], right: list[str]) -> Iterator[tuple[str, str, bool]]:
    """Lay the lines of a round beside each other, and say where they are alike."""
    for one, other in zip_longest(left, right, fillvalue=""):
        yield one, other, one == other


def _curves(shown: list[_Line]) -> list[str]:
    """Return the points of both curves of win chances, from the pick to the end, in the units of the drawing."""
    numbers = [number for line in shown for number, _ in line.chances]
    first, last = min(numbers, default=0), max(numbers, default=1)
    wide = max(1, last - first)
    return [
        " ".join(f"{_WIDTH * (number - first) / wide:.1f},{_HEIGHT * (1 - value):.1f}" for number, value in line.chances) for line in shown
    ]
