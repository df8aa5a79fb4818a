"""The first page of a report: what is out of balance, then characters, seats, flow, editions and robustness, each in a screen.

Every module here turns `Evidence` into the plain objects of `view`; the template draws them as tables with small drawings in their rows.
Nothing is analysed here and no chart file is made. Chapters, methods and every table are on the second page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from citadels_sim.designs.forks.blocks import RANKING
from citadels_sim.designs.some_nodes import DECLARED
from citadels_sim.lineups import lineup_words
from citadels_sim.report import shown
from citadels_sim.report.chapters import CHAPTERS, chapters
from citadels_sim.report.content import MissingRun
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.changes import changed_rules
from citadels_sim.report.overview.characters import character_cards, effect_tables
from citadels_sim.report.overview.flow import flow_groups
from citadels_sim.report.overview.missing import missing_runs
from citadels_sim.report.overview.proposals import proposals
from citadels_sim.report.overview.summary import first_choice, sentences
from citadels_sim.report.overview.verdict_grid import verdict_grids, verdict_lists
from citadels_sim.report.overview.versions import characters_by_version, version_before
from citadels_sim.report.page import lead, title
from citadels_sim.report.render import Choice, environment, with_policy
from citadels_sim.report.study_facts import StudyFacts
from citadels_sim.report.where import edition
from citadels_sim.show.drawing import Group
from citadels_sim.text import join
from citadels_sim.verdicts import MARKS

_FULL_NAMES: Final = 2
_SHORT_NAMES: Final = 3


@dataclass(frozen=True)
class Section:
    """A section of the page: its groups, and what the runs leave out, with the command that plays it."""

    slug: str
    title: str
    groups: tuple[Group, ...]
    missing: tuple[MissingRun, ...] = ()


def overview_html(evidence: Evidence, study: StudyFacts | None = None) -> str:
    """Write the first page.

    Parameters
    ----------
    evidence : Evidence
        What the runs say.
    study : StudyFacts, optional
        Results of a study beside its runs.

    Returns
    -------
    str
        A page of HTML that loads nothing; it links to ``details.html`` beside it.
    """
    study = study or StudyFacts()
    first = next(iter(shown.groups(evidence, "characters") or shown.groups(evidence, "seats")), Group("", ()))
    choice = choice_of(evidence)
    sections = _sections(evidence, first)
    page = (
        environment(html=True)
        .get_template("overview.html.j2")
        .render(
            title=_title(evidence),
            lead=lead(evidence),
            sentences=sentences(evidence),
            watched=evidence.watched,
            changed=changed_rules(evidence),
            changes=shown.groups(evidence, "editions") if evidence.changed else [],
            earlier=study.earlier,
            since=version_before(evidence, study.earlier),
            versions=characters_by_version(evidence, study.earlier),
            ranking=replace(first, headed=first.title != RANKING),
            grids=verdict_grids(evidence),
            verdicts=Group("Verdicts", verdict_lists(evidence), headed=False),
            proposals=proposals(evidence, study),
            skipped=(*study.skipped, *(one.words for one in evidence.left_out)),
            running=study.running,
            judges=study.judges,
            sections=[section for section in sections if section.groups],
            others=[want for section in sections if not section.groups for want in section.missing],
            chosen=choice.chosen,
            marks=MARKS,
            choices=choice.options,
        )
    )
    return with_policy(page)


def choice_of(evidence: Evidence, *, every: bool = False) -> Choice:
    """Return the tables of players that a reader can choose among: of bots those that judge, or with `every` all that played.

    With `every` also the conditions under which forked decisions are shown.
    """
    players = sorted({cell.players for run in evidence.runs for cell in run.manifest.cells})
    judged = {one.lineup for one in evidence.verdicts if one.criterion != "skill"}
    bots = [lineup for lineup in evidence.lineups if every or lineup in judged] or evidence.lineups
    options: dict[str, tuple[str, str, list[tuple[object, str]]]] = {
        "variant": (
            "Rules" if evidence.changed else "Edition",
            "rules" if evidence.changed else "editions",
            [(name, edition(name)) for name in evidence.titles],
        ),
        "players": ("Players", "numbers of players", [(number, f"{number} players") for number in players]),
        "bots": ("Bots", "bots", [(number, lineup_words(lineup)) for number, lineup in enumerate(evidence.lineups) if lineup in bots]),
    }
    if every:
        options["where"] = ("Forks only where", "forks", [(text, DECLARED[text]) for text in shown.conditions(evidence)])
    return Choice(options, first_choice(evidence))


def _title(evidence: Evidence) -> str:
    """Name the report after its editions, in short where they are many, or where a variant has the title of the one that it extends."""
    names = [edition(name) for name in evidence.titles]
    differ = len(set(evidence.titles.values())) == len(names)
    if evidence.changed is not None:
        return evidence.title(evidence.changed[1]) if differ else names[1]
    return title(evidence) if differ and len(names) <= _FULL_NAMES else f"{join(names, _SHORT_NAMES)} compared"


def _sections(evidence: Evidence, first: Group) -> list[Section]:
    """Lay out the sections, of which one that no run answers has no groups; `first` is a group that stands above them."""
    missing, changed = missing_runs(evidence), evidence.changed is not None
    sections = (
        (
            "characters",
            "Characters",
            (
                *(group for group in shown.groups(evidence, "characters") if group.title != first.title),
                Group("Effect of a pick by number of players", effect_tables(evidence)),
                Group("A card for every character", character_cards(evidence)),
                *shown.groups(evidence, "districts"),
            ),
        ),
        ("seats", "Seats and crown", tuple(group for group in shown.groups(evidence, "seats") if group.title != first.title)),
        (
            "flow",
            "Length and flow",
            (
                *flow_groups(evidence),
                *shown.groups(evidence, "skill"),
                *(group for chapter in ("flow", "length", "interaction") for group in shown.groups(evidence, chapter)),
            ),
        ),
        ("people", "People and bots", tuple(shown.groups(evidence, "people"))),
        ("editions", "Variants compared", (*(() if changed else shown.groups(evidence, "editions")), *shown.groups(evidence, "rules"))),
        (
            "robustness",
            "Robustness",
            (*shown.groups(evidence, "robustness"),),
        ),
    )
    own = ((chapter.slug, chapter.title, shown.groups(evidence, chapter.slug)) for chapter in chapters() if chapter not in CHAPTERS)
    return [
        Section(slug, title, tuple(group for group in groups if group.blocks), missing.get(slug, ()))
        for slug, title, groups in (*sections, *own)
    ]
