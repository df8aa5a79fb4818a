"""What the pages of a studio may request: rules, studies, games; and each of its steps as a command."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from citadels_sim.engine.prepare import why_not_ahead
from citadels_sim.errors import CitadelsError
from citadels_sim.names import name_fault
from citadels_sim.studio import shelf
from citadels_sim.studio.changes import draft, with_card
from citadels_sim.studio.forms import Form, field_words, words_of
from citadels_sim.studio.game_steps import GameSteps
from citadels_sim.studio.jobs import Job, finish
from citadels_sim.studio.pages import Pages
from citadels_sim.studio.people import PeopleReport
from citadels_sim.studio.reports import report_file
from citadels_sim.studio.saved import file_of, is_over
from citadels_sim.studio.steps import compare_words, study_words
from citadels_sim.study.folder import page_folder
from citadels_sim.text import command_line, cut
from citadels_sim.variants import variant_names
from citadels_sim.variants.own_template import card_id
from citadels_sim.web.page import readable
from citadels_sim.web.site import BadRequest, Site

_LOGGED: Final = 50
_EDITION: Final = "classic-2000"  # what is compiled for it plays every variant


class Step(NamedTuple):
    """Something that the studio has done: the command, and what became of it."""

    command: str
    outcome: str


class Studio(Site):
    """The pages of a folder, for the server; `close` ends what it has started."""

    most = 1 << 15
    name = "studio"

    def __init__(self) -> None:
        super().__init__("")
        self.study: Job | None = None
        self.games: list[Job] = []
        self.steps: deque[Step] = deque(maxlen=_LOGGED)
        self.compiling: Job | None = None
        self.people: PeopleReport | None = None
        self.playing = ""  # digest of the file that the study plays
        self._pages = Pages(self)
        self._game_steps = GameSteps(self)

    def compile_ahead(self) -> None:
        """Compile what studies need while somebody still looks at rules; a study that begins ends it, and continues from there."""
        self.compiling = None if why_not_ahead() else Job(["study", _EDITION, "--compile"], _EDITION, idle=True)

    def close(self) -> None:
        """End every command that runs; what was finished is kept."""
        running = [job for job in (self.compiling, self.study, *self.games) if job is not None]
        for end in (Job.stop, Job.close):
            for job in running:
                end(job)

    # ---- what is read

    def home(self) -> str:
        """Return the first page."""
        page: str = self._made(self._pages.home)
        return page

    def read(self, name: str) -> Any:
        """Return a page, a file of a report, or ``state``."""
        return self._made(lambda: self._read(name))

    def _made(self, make: Callable[[], Any]) -> Any:
        """Return what is made, else a page that says why not: a fault of one page ends neither the studio nor a study that runs."""
        try:
            return make()
        except Exception as error:
            words = words_of(error)
        try:
            return self._pages.fault(words)
        except Exception as error:  # what all pages show cannot be read
            raise BadRequest(words_of(error)) from None

    def _read(self, name: str) -> Any:
        kind, *rest = name.split("/")
        if kind == "state" and not rest:
            return readable(self.state())
        if kind == "report" and len(rest) > 1:
            return report_file(rest[0], "/".join(rest[1:]))
        pages: dict[tuple[str, int], Callable[..., str]] = {
            ("rules", 1): self._pages.rules,
            ("packaged", 1): self._pages.packaged,
            ("study", 1): self._pages.study,
            ("compare", 3): self._pages.compare,
            ("play", 1): self._pages.play,
        }
        if (name_of := (kind, len(rest))) == ("rules", 2) and rest[1] == "all":
            return self._pages.rules(rest[0], every=True)
        return pages[name_of](*rest) if name_of in pages else None

    def state(self) -> dict[str, Any]:
        """Return the running steps, for a page that is open."""
        job = self.study
        state: dict[str, Any] = {"games": [self._stands(game) for game in self.games], "study": None}
        state["people"] = None if self.people is None else [self.people.about, self.people.runs]
        state["compiling"] = "" if self.compiling is None else self.compiling.compiles
        if job is not None:
            state["study"] = {
                "about": job.about,
                "command": job.command,
                "ending": job.ending,
                "done": job.done,
                "line": job.line,
                "edited": self._is_edited(job),
                "versions": self._versions_of(job.about) if job.runs else (),
            }
        return state

    def _stands(self, game: Job) -> tuple[int, bool]:
        """Return how many addresses a game has, none once its command has ended, and whether it is over."""
        return (len(game.addresses), is_over(file_of(game.words))) if game.runs else (0, False)

    def _is_edited(self, job: Job) -> bool:
        """Tell whether the file has been edited since the study that plays it began."""
        try:
            return job.runs and shelf.rules_file(job.about).digest != self.playing
        except CitadelsError:
            return job.runs

    def _versions_of(self, name: str) -> tuple[int, int]:
        """Return how many versions of a file have begun, and how many of them have a page: what a page that is open does not show yet."""
        try:
            versions = shelf.rules_file(name).versions
        except CitadelsError:
            return 0, 0
        return len(versions), sum((page_folder(one.version.folder) / "index.html").is_file() for one in versions)

    # ---- what is done

    def act(self, name: str, request: Mapping[str, Any]) -> Any:
        """Do a step.

        Raises
        ------
        BadRequest
            If it cannot be done; nothing has changed.
        """
        acts: dict[str, Callable[[Form], Any]] = {
            "preview": self._preview,
            "save": self._save,
            "new": self._new,
            "own": self._own,
            "plan": self._plan,
            "run": self._run,
            "compare": self._compare,
            "stop": self._stop,
            "back": self._back,
            "quit": self._quit,
            **self._game_steps.acts(),
        }
        if name not in acts:
            return None
        try:
            return readable(acts[name](Form(request)))
        except BadRequest:
            raise
        except Exception as error:
            raise BadRequest(words_of(error)) from None

    def _preview(self, form: Form) -> dict[str, Any]:
        rules = shelf.rules_file(form.text("file"))
        parent = rules.extended
        return draft(rules.file, rules.text, form.texts("typed"), parent).preview(parent)

    def _save(self, form: Form) -> dict[str, Any]:
        rules = shelf.rules_file(form.text("file"))
        if form.text("digest") != rules.digest:
            raise BadRequest(f"{rules.file} was changed by another program after this page was loaded. Load the page again.")
        drafted = draft(rules.file, rules.text, form.texts("typed"), rules.extended)
        if drafted.variant is None:
            return {"faults": drafted.faults}
        shelf.save(rules, drafted.text)
        words = ["diff", rules.parent, rules.word] if rules.parent else ["show", rules.word]
        self.did(["variants", *words], f"Saved {rules.file}.")
        return {"reload": True}

    def _new(self, form: Form) -> dict[str, Any]:
        name, extends = form.name("name"), form.text("extends")
        if fault := name_fault(name):
            raise BadRequest(fault)
        if extends not in variant_names():
            extends = shelf.rules_file(extends.removesuffix(".toml")).word
        words = ["init", name, "--extends", extends]
        words += [f"--title={said}"] if (said := form.text("name")) != name else []
        words += [f"--{option}={typed}" for option in ("character", "district") if (typed := form.text(option, "").strip())]
        try:
            self.finished(words)
        except BadRequest as error:
            raise BadRequest(field_words(str(error))) from None
        return {"go": f"/rules/{name}"}

    def _own(self, form: Form) -> dict[str, Any]:
        rules = shelf.rules_file(form.text("file"))
        typed = form.texts("typed")
        kind, name = typed.get("kind", ""), typed.get("id", "").strip()
        if kind not in ("character", "district"):
            raise BadRequest("kind: should be character or district.")
        rules.played  # noqa: B018  # refused where it cannot be played
        try:
            made = with_card(rules.file, rules.text, kind, name)
        except CitadelsError as error:
            raise BadRequest(field_words(str(error))) from None
        shelf.save(rules, made)
        self.did(["variants", "card", card_id(name), "--variant", rules.word], f"Added the {kind} to {rules.file}.")
        return {"reload": True}

    def _plan(self, form: Form) -> dict[str, Any]:
        words, _ = study_words(shelf.rules_file(form.text("file")), form.texts("typed"))
        return {"command": command_line(["citadels", *words])}

    def _run(self, form: Form) -> dict[str, Any]:
        self._check_idle()
        rules = shelf.rules_file(form.text("file"))
        words, seconds = study_words(rules, form.texts("typed"))
        self.playing, self.study = rules.digest, Job(words, rules.name, seconds)
        self.did(words, "Began.")
        return {"reload": True}

    def _compare(self, form: Form) -> dict[str, Any]:
        self._check_idle()
        rules = shelf.rules_file(form.text("file"))
        words = compare_words(rules, form.texts("typed"))
        self.playing, self.study = rules.digest, Job(words, rules.name)
        self.did(words, "Began.")
        return {"reload": True}

    def _check_idle(self) -> None:
        """Refuse what takes all cores beside a study that runs, and end what only compiles ahead."""
        if self.study is not None and self.study.runs:
            raise BadRequest(f"The study of {self.study.about} is running. Stop it first, or wait for it.")
        if self.compiling is not None:
            self.compiling.close(patience=0.0)  # what it compiles now is lost, and nobody waits for it

    def _stop(self, _: Form) -> dict[str, Any]:
        if self.study is not None:
            self.study.stop()
        return {}

    def _back(self, form: Form) -> dict[str, Any]:
        rules = shelf.rules_file(form.text("file"))
        self.finished(["history", rules.word, "--version", str(form.number("version"))])
        return {"reload": True}

    def _quit(self, _: Form) -> dict[str, Any]:
        self.done = True
        return {"ended": True}

    def finished(self, words: list[str]) -> str:
        """Run a short command; return what it has printed."""
        code, said = finish(words)
        if code:
            raise BadRequest(cut(said.removeprefix("citadels: "), 2000))
        self.did(words, said)
        return said

    def did(self, words: list[str], outcome: str) -> None:
        """List a command among the steps."""
        self.steps.appendleft(Step(command_line(["citadels", *words]), cut(outcome, 500)))
