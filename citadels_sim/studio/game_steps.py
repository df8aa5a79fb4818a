"""The steps of a studio about games of people: played at its pages, saved, entered from real tables, and compared with the bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from citadels_sim.errors import CitadelsError
from citadels_sim.lineups import STRENGTH
from citadels_sim.studio import shelf
from citadels_sim.studio.forms import Form
from citadels_sim.studio.jobs import Job
from citadels_sim.studio.people import PeopleReport, by_seat, entered, name_of_game, written
from citadels_sim.studio.saved import GAMES, saved_game
from citadels_sim.studio.steps import play_words
from citadels_sim.web.site import LEADS_BACK, BadRequest

if TYPE_CHECKING:
    from citadels_sim.studio.site import Studio

_GAMES: Final = 4
"""Games that are open at a time."""


class GameSteps:
    """Steps about games, each with what a page has sent."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def acts(self) -> dict[str, Callable[[Form], Any]]:
        """Return the steps by name."""
        return {
            "play": self._play,
            "resume": self._resume,
            "end": self._end,
            "add": self._add,
            "people": self._people,
            "enter": self._enter,
            "upload": self._upload,
        }

    def _play(self, form: Form) -> dict[str, Any]:
        rules = shelf.rules_file(form.text("file"))
        words = play_words(rules, form.texts("typed"), [*STRENGTH])
        GAMES.mkdir(exist_ok=True)
        return self._opened(words, rules.name)

    def _resume(self, form: Form) -> dict[str, Any]:
        rules, game = shelf.rules_file(form.text("file")), saved_game(form.text("game"))
        if any(str(game.file) in job.words and job.runs for job in self._studio.games):
            raise BadRequest(f"{game.file} is already open.")
        return self._opened(["play", str(game.file), "--browser", "--no-open"], rules.name)

    def _opened(self, words: list[str], about: str) -> dict[str, Any]:
        """Begin a game, or continue one."""
        self._studio.games = [job for job in self._studio.games if job.runs]
        if len(self._studio.games) >= _GAMES:
            raise BadRequest(f"{_GAMES} games are open. End one of them first.")
        back = f"{self._studio.address}play/{quote(about, safe='')}#games"
        self._studio.games.append(Job(words, about, environment={LEADS_BACK: back if self._studio.address else ""}))
        self._studio.did(words, "Began.")
        return {"reload": True}

    def _end(self, form: Form) -> dict[str, Any]:
        for job in self._studio.games:
            if job.process.pid == form.number("game"):
                job.stop()
        return {}

    def _add(self, form: Form) -> dict[str, Any]:
        said = self._studio.finished(["plays", "add", str(saved_game(form.text("game")).file)])
        return {"said": said.splitlines()[0]}

    def _enter(self, form: Form) -> dict[str, Any]:
        rules = shelf.rules_file(form.text("file"))
        try:
            return self._added(rules, name_of_game(rules), entered(rules, form.texts("typed")))
        except BadRequest as error:
            raise BadRequest(by_seat(str(error))) from None

    def _upload(self, form: Form) -> dict[str, Any]:
        return self._added(shelf.rules_file(form.text("file")), form.text("name"), form.data("data"))

    def _added(self, rules: shelf.RulesFile, name: str, data: bytes) -> dict[str, Any]:
        """Add a file of results to people's games; one that is refused is not kept."""
        rules.played  # noqa: B018  # refused where it cannot be played
        file = written(name, data)
        try:
            said = self._studio.finished(["plays", "add", str(file), "--variant", rules.word])
        except CitadelsError:
            file.unlink(missing_ok=True)
            raise
        return {"said": said.splitlines()[0]}

    def _people(self, form: Form) -> dict[str, Any]:
        rules = shelf.rules_file(form.text("file"))
        rules.played  # noqa: B018  # refused where it cannot be played
        if self._studio.people is not None and self._studio.people.runs:
            raise BadRequest(f"The report on people's games of {self._studio.people.about} is being made. Wait for it.")
        self._studio.people = PeopleReport(rules)
        self._studio.did(["plays", "report", rules.word], "Began.")
        return {"reload": True}
