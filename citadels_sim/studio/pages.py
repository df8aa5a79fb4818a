"""Writes the pages of a studio; whatever is in names, titles and sentences is text there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from jinja2 import ChoiceLoader, PackageLoader

from citadels_sim.designs.tournament.comparison_blocks import comparison_shown
from citadels_sim.errors import CitadelsError, RunError
from citadels_sim.game.session import goes_on_with
from citadels_sim.lineups import SKILL, STRENGTH, lineup_words, not_loaded, seat_name
from citadels_sim.names import is_name
from citadels_sim.plays.store import Kept, every_kept
from citadels_sim.report.render import environment
from citadels_sim.show.blocks import Block, counted
from citadels_sim.show.drawing import Where
from citadels_sim.show.page import drawn
from citadels_sim.studio import shelf
from citadels_sim.studio.people import KINDS
from citadels_sim.studio.rule_cards import rule_cards
from citadels_sim.studio.saved import SavedGame, file_of, is_over, saved_games
from citadels_sim.studio.steps import MINUTES
from citadels_sim.study.carried import carried, typed
from citadels_sim.study.compared import USUAL_GAMES, on_common_deals, pair_of, picks_on_common_deals
from citadels_sim.study.folder import page_folder
from citadels_sim.study.history import Told, over_versions
from citadels_sim.study.question import Question, make_question
from citadels_sim.text import command_line, listed
from citadels_sim.variants import load_variant, variant_names
from citadels_sim.variants.compare import compare
from citadels_sim.variants.endless import warnings
from citadels_sim.verdicts import MARKS

if TYPE_CHECKING:
    from citadels_sim.studio.jobs import Job
    from citadels_sim.studio.site import Studio

_BOTS: Final = tuple(bot for bot in STRENGTH if bot != "searcher")
"""Whom a person may play against: `searcher` thinks for seconds."""


class Pages:
    """The pages of a studio."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._environment = environment(html=True)
        self._environment.loader = ChoiceLoader([PackageLoader("citadels_sim.studio"), *filter(None, [self._environment.loader])])
        self._environment.filters["path"] = lambda text: quote(os.fsencode(str(text)), safe="")  # a name may be no UTF-8
        self._packaged = shelf.packaged()

    def home(self) -> str:
        """Write the first page: what is here, and how to begin."""
        return self._page("home.html.j2", "Studio", extends="classic-2000")

    def rules(self, name: str, *, every: bool = False) -> str:
        """Write the rules of a file as cards."""
        try:
            rules = shelf.rules_file(name)
            variant = rules.played
        except CitadelsError as error:
            return self._fault(name, str(error))
        parent = rules.extended
        sentences = [] if parent is None else compare(parent, variant).sentences
        cards = rule_cards(variant, parent, every=every)
        shown = {"decks": cards, "changed": sentences, "every": every, "fixed": False, "base": parent}
        return self._page("rules.html.j2", variant.title, rules=rules, variant=variant, tab="rules", **shown)

    def packaged(self, name: str) -> str:
        """Write the rules of a packaged variant as cards, to look at."""
        if name not in variant_names():
            return self._fault(name, f"there is no packaged variant '{name}'.")
        variant = load_variant(name)
        shown = {"decks": rule_cards(variant, None), "changed": [], "every": False, "fixed": True, "base": None, "extends": name}
        return self._page("rules.html.j2", variant.title, rules=None, variant=variant, tab="", **shown)

    def study(self, name: str) -> str:
        """Write what the versions of some rules changed and found, and the form that plays them."""
        try:
            rules = shelf.rules_file(name)
            variant, versions = rules.played, rules.versions
        except CitadelsError as error:
            return self._fault(name, str(error))
        now = next((one for one in versions if one.version.plays(variant)), None)
        last = versions[-1] if versions else None
        since = [] if last is None or now is not None or last.version.rules is None else _since(last.version.rules, rules.file)
        parent = rules.extended
        chosen = {} if last is None or now is not None else _chosen(last.version.record.question, rules)
        shown: dict[str, Any] = {
            "chosen": chosen,
            "versions": [_told(one, rules.study) for one in reversed(versions)],
            "now": now,
            "complete": now is not None and now.version.record.state == "complete",
            "since": since,
            "changed": [] if parent is None else compare(parent, variant).sentences,
            "lines": self._lines(versions),
            "history": command_line(["citadels", "history", rules.word]),
            "minutes": chosen.get("minutes", MINUTES),
            "page_so_far": now is not None and (page_folder(now.version.folder) / "index.html").is_file(),
            "levels": _levels(),
            "base": parent,
            "ended_of_these": self._studio.playing == rules.digest,
        }
        return self._page("study.html.j2", variant.title, rules=rules, variant=variant, tab="study", **shown)

    def compare(self, name: str, one: str, other: str) -> str:
        """Write what differs between two versions, in rules and in figures."""
        try:
            rules = shelf.rules_file(name)
            told = {str(each.version.number): each for each in rules.versions}
            if one not in told or other not in told or one == other:
                raise CitadelsError(f"give two versions of {rules.file} to compare, from 1 to {len(told)}.")
            pair = [told[one], told[other]]
            files = [each.version.rules for each in pair]
            if files[0] is None or files[1] is None:
                raise CitadelsError("an earlier citadels_sim kept no copy of the rules of this version, so it cannot be compared.")
            sentences, title = _between(files[0], files[1]), rules.played.title
        except CitadelsError as error:
            return self._fault(name, str(error))
        shown = {"pair": [_told(each, rules.study) for each in pair], "changed": sentences, "lines": self._lines(pair)}
        shown |= _differences(rules, one, other)
        command = command_line(["citadels", "variants", "diff", *map(str, files)])
        return self._page("compare.html.j2", title, rules=rules, tab="study", command=command, **shown)

    def play(self, name: str) -> str:
        """Write the form that begins a game, the games that are open, and those that were played."""
        try:
            rules = shelf.rules_file(name)
            variant = rules.played
        except CitadelsError as error:
            return self._fault(name, str(error))
        served = {file_of(job.words): job for job in self._studio.games if job.runs}
        games = [job for job in self._studio.games if job.ending == "failed" or (job.runs and not is_over(file_of(job.words)))]
        counts = range(variant.players[0], variant.players[1] + 1)
        ours: list[tuple[SavedGame, str, str, Job | None, bool]] = []
        kept: dict[str, list[Kept]] = {}
        shown: dict[str, Any] = {"games": games, "counts": counts, "bots": _BOTS, "levels": _levels()}
        for game in (game for game in saved_games() if game.ended or game.file not in served):
            if game.variant not in kept:
                kept[game.variant] = [*every_kept(shelf.STUDIES / game.variant)] if is_name(game.variant) else []
            there = kept[game.variant]
            add = command_line(["citadels", "plays", "add", str(game.file)])
            programs = "" if game.ended else not_loaded(game.bots, "a saved game")
            ours.append(
                (game, add if game.ended else goes_on_with(game.file, game.people), programs, served.get(game.file), game.is_among(there))
            )
        people = self._studio.people
        shown["people"] = people if people is not None and people.about == rules.name else None
        blocks = people.shown.blocks if shown["people"] and people is not None and people.shown else ()
        shown["told"] = [drawn(block, _place(block)) for block in blocks]
        shown["kinds"], shown["most_bytes"] = ",".join(KINDS), self._studio.most * 3 // 4 - 500  # as Base64, with what else is sent
        shown["heads"] = [f"{seat_name(seat)}{' (first crown)' * (not seat)}" for seat in range(counts[-1])]
        shown["commands"] = {
            "sheet": command_line(
                ["citadels", "plays", "sheet", rules.word, "--players", str(4 if 4 in counts else counts[0]), "--out", "games.csv"]
            ),
            "people": command_line(["citadels", "plays", "report", rules.word]),
        }
        return self._page("play.html.j2", variant.title, rules=rules, variant=variant, tab="play", saved=ours, **shown)

    def _lines(self, versions: list[Told]) -> Any:
        """Lay out the figures of versions side by side; None without any."""
        block = over_versions(versions)
        return None if block is None else drawn(block, Where(""))

    def fault(self, words: str) -> str:
        """Write a page that says why another one cannot be written."""
        return self._page("fault.html.j2", "Studio", words=words, at="", file=False)

    def _fault(self, name: str, words: str) -> str:
        return self._page("fault.html.j2", name, words=words, at=name, file=True)

    def _page(self, template: str, title: str, **shown: Any) -> str:
        """Write a page with the common parts: the list at the left, running steps, finished steps."""
        always: dict[str, Any] = {
            "title": title,
            "files": list(shelf.rules_files()),
            "editions": self._packaged,
            "folder": str(Path.cwd()),
            "state": self._studio.state(),
            "steps": list(self._studio.steps),
            "job": self._studio.study,
            "marks": MARKS,
            "counted": counted,
            "warnings": warnings(shown["variant"]) if "variant" in shown else (),
            "rules": None,
            "tab": "",
            "extends": "",
        }
        text = self._environment.get_template(template).render(always | shown)
        return text.encode(errors="replace").decode()  # bytes of a file's name that are no UTF-8


def _chosen(before: Question, rules: shelf.RulesFile) -> dict[str, str]:
    """Return what was chosen for the last version and is not the usual, as one types it: a study of edited rules is played like it."""
    try:
        return typed(carried(before, make_question({"variants": [rules.word]}, rules.word), ()))
    except CitadelsError:
        return {}


def _levels() -> str:
    """Say whose play the bots stand for."""
    said = [f"{skill}: {listed([bot for bot in bots if bot in _BOTS])}" for skill, bots in reversed(SKILL.items())]
    return f"Bots stand for players of some level: {'; '.join(said)}, the strongest of all."


def _differences(rules: shelf.RulesFile, one: str, other: str) -> dict[str, Any]:
    """Lay out in what two versions differ on the same deals, else why that is not known; and the commands that say and play it."""
    first, second = pair_of(rules.study, int(one), int(other))
    words = ["citadels", "history", rules.word, "--compare", f"{first.number},{second.number}"]
    shown: dict[str, Any] = {"differences": {}, "notes": (), "unknown": "", "told": command_line(words), "games": USUAL_GAMES}
    picks = picks_on_common_deals(rules.study, first, second)
    blocks = [] if picks is None else list(picks.blocks)
    notes: tuple[str, ...] = ()
    try:
        compared = on_common_deals(rules.study, first, second)
        blocks += [block for block in comparison_shown(compared).blocks if block.slug != "rules"]
        notes = compared.notes
    except RunError as error:
        if not blocks:
            return shown | {"unknown": str(error).partition(". Play some:")[0]}
    tables: dict[str, list[Any]] = {}
    for block in blocks:
        _, players, lineup = block.cell
        tables.setdefault(f"{players} players, {lineup_words(lineup)}", []).append(drawn(block, _place(block)))
    return shown | {"differences": tables, "notes": notes}


def _place(block: Block) -> Where:
    _, players, lineup = block.cell
    parts = [f"{players} players"] * (players > 0) + [lineup_words(lineup)] * (lineup != "")
    return Where(f"{': '.join(filter(None, [block.title, ', '.join(parts)]))}.")


def _between(one: Path, other: Path) -> list[str]:
    """Say what differs between two files of rules, a sentence each."""
    return compare(load_variant(one), load_variant(other)).sentences


def _since(one: Path, rules: Path) -> list[str]:
    """Say what differs between the copy that a version kept and the file; also that the copy cannot be read."""
    try:
        return _between(one, rules)
    except CitadelsError as error:
        return [f"{one}: cannot be read: {str(error).splitlines()[0]}"]


def _told(one: Told, study: Path) -> dict[str, Any]:
    page = page_folder(one.version.folder) / "index.html"
    return {
        "number": one.version.number,
        "begun": one.version.begun,
        "changed": one.changed,
        "finding": one.finding,
        "compared": one.compared,
        "page": page.relative_to(study).as_posix() if page.is_file() else "",
        "folder": one.version.folder,
        "complete": one.version.record.state == "complete",
        "judges": one.version.record.judges,
    }
