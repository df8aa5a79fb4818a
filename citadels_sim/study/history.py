"""What the versions of a study changed and found, side by side."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from citadels_sim.catalogue.titles import title_of
from citadels_sim.designs.tournament.seat_blocks import seat_head
from citadels_sim.errors import CitadelsError, RunError
from citadels_sim.lineups import lineup_words
from citadels_sim.names import version_name
from citadels_sim.report.study_facts import EarlierVersion, Table, shared_table
from citadels_sim.show.blocks import Column, Heat, Row
from citadels_sim.show.values import Unit, Value
from citadels_sim.study.folder import page_folder, read_study
from citadels_sim.study.page_figures import LENGTH, Figure, changes_of, lengths, page_of
from citadels_sim.study.question import Question
from citadels_sim.study.versions import Version, versions_of
from citadels_sim.variants import load_variant
from citadels_sim.variants.compare import compare

_FIGURES: Final = ("character", "seat")
_SAME_DEALS: Final = " The last column is the difference on the same deals, which the study of the last version played under both."
_COMPARED: Final = "Compared with "
"""How a sentence of a page on what a change did begins."""
_FIT: Final = 3
"""Versions that a table of 80 columns has room for, or one less beside the last change: the last ones."""


@dataclass(frozen=True)
class Told:
    """What one version changed and found.

    Attributes
    ----------
    version : Version
    changed : tuple of str
        The rules that differ from those of the version before, of the first from what it extends, a sentence each.
    finding : str
        The first sentence of its page about its own rules; empty where no page was made.
    compared : str
        The sentences of its page on what the change did on the same deals, to games and their length; empty where it has none.
    tables : dict
        Its figures by table: of the bot that judges first, of each the least number of players first.
    changes : dict
        How far these differ from those of the version before, on the same deals that one bot has played under both, by table.
    """

    version: Version
    changed: tuple[str, ...]
    finding: str
    compared: str
    tables: Mapping[Table, tuple[Figure, ...]]
    changes: Mapping[Table, tuple[Figure, ...]] = field(default_factory=dict)

    @property
    def judged(self) -> Table | None:
        """The table of the least players, with the bot that judges; None where that has no figures."""
        judge = lineup_words(self.version.record.question.bots[0])
        return next((table for table in self.tables if table.bot == judge), None)


def history(root: Path) -> list[Told]:
    """Tell what the versions of a study changed and found, the first one first.

    Raises
    ------
    RunError
        If there is no study, or it is not about rules of one's own.
    """
    known = list(versions_of(root))
    if not known or known[0].rules is None:
        raise RunError(f"{root}: holds no study of your own rules. Give the folder that `citadels study my-rules.toml` wrote.")
    return [_told(version, before) for version, before in zip(known, [None, *known], strict=False)]


def earlier_versions(folder: Path) -> tuple[EarlierVersion, ...]:
    """Return what a page says of the versions before the one in a folder; nothing of the first, and where these cannot be read."""
    version = read_study(folder).version
    if version is None or version.number == 1:
        return ()
    try:
        told = history(folder.parent)
    except CitadelsError:
        return ()
    return tuple(
        EarlierVersion(
            one.version.number,
            one.version.begun,
            one.changed,
            one.finding,
            Path(os.path.relpath(page_folder(one.version.folder) / "index.html", page_folder(folder))).as_posix(),
            {table: effects for table, figures in one.tables.items() if (effects := _effects(figures))},
            {table: figure[2:] for table, figures in one.tables.items() for figure in figures if figure.criterion == LENGTH},
        )
        for one in told
        if one.version.number < version.number
    )


def _effects(figures: Sequence[Figure]) -> dict[str, tuple[float, float | None, float | None]]:
    """Return the effects of picks among some figures."""
    return {figure.group: figure[2:] for figure in figures if figure.criterion == "character"}


def over_versions(told: Sequence[Told]) -> Heat | None:
    """Return the figures of all versions side by side, of one table: that of the last one which most have; None without any.

    Of the bots that played it in as many versions it is the one that judged the last one. Versions without its figures are named.
    """
    last = next((one for one in reversed(told) if one.tables), None)
    judged = [] if last is None or last.judged is None else [last.judged]
    table = shared_table([*judged, *(last.tables if last else ())], [one.tables for one in told])
    if last is None or table is None:
        return None
    shown = [one for one in told if table in one.tables]
    keys = dict.fromkeys((figure.criterion, figure.group) for one in shown for figure in one.tables[table])
    keys = dict.fromkeys(sorted(keys, key=lambda key: key[0] == LENGTH))
    figures = [{one[:2]: _value(one) for one in each.tables[table]} for each in shown]
    columns = [(f"version {one.version.number}", one) for one in shown]
    # On the same deals the last version was played beside the one before, if both have such figures.
    if len(shown) > 1 and shown[-1] is told[-1] and shown[-2] is told[-2] and (changes := shown[-1].changes.get(table)):
        figures.append({one[:2]: _value(one, change=True) for one in changes})
        columns.append((f"change since {shown[-2].version.number}", shown[-1]))
    fit = shown[len(columns) - len(shown) - _FIT :]
    return Heat(
        slug="versions",
        title="Versions",
        table="versions",
        cell=(_name(last.version), *table),
        finding="",
        unit="percentage points of win chance; length in rounds" if (LENGTH, "all") in keys else "percentage points of win chance",
        how=_table_words(told, table) + _SAME_DEALS * (len(columns) > len(shown)),
        members="seats or characters of a version",
        basis="",
        head="",
        columns=tuple(Column(head, further=one not in fit) for head, one in columns),
        rows=tuple(Row(_head(*key), tuple(own.get(key, Value(None, unit="count")) for own in figures)) for key in keys),
        limits=tuple(math.inf if criterion == LENGTH else 1.0 for criterion, _ in keys),
    )


def _value(one: Figure, *, change: bool = False) -> Value:
    unit: Unit = "points" if one.criterion != LENGTH else "difference" if change else "number"
    return Value(one.value, one.low, one.high, unit)


def _table_words(told: Sequence[Told], table: Table) -> str:
    """Name the table that figures are of, then the versions that have none of it, and who judged them."""
    absent = [
        f"Version {one.version.number} is not comparable: it has no such figures"
        + (f"; it was judged by {one.judged.bot} with {one.judged.players} players." if one.judged else ".")
        for one in told
        if table not in one.tables
    ]
    return " ".join([f"Figures of {table.players} players with {table.bot}.", *absent])


def _head(criterion: str, group: str) -> str:
    if criterion == LENGTH:
        return "Rounds of a game"
    return title_of(group) if criterion == "character" else seat_head(group)


def _told(version: Version, before: Version | None) -> Told:
    page, question = page_of(version), version.record.question
    name = _name(version)
    own = [one for one in page.verdicts if one.variant == name and one.criterion in _FIGURES and one.lineup in question.bots]
    own.sort(key=lambda one: (question.bots.index(one.lineup), one.players))
    tables: dict[Table, tuple[Figure, ...]] = {}
    for one in own:
        figures = tuple(Figure(one.criterion, member.group, member.value, member.low, member.high) for member in one.members)
        known = tables.setdefault(Table(one.players, lineup_words(one.lineup)), ())
        if one.criterion not in {figure.criterion for figure in known}:  # of two bots with the same words the first
            tables[Table(one.players, lineup_words(one.lineup))] = (*known, *figures)
    for table, length in lengths(page, name):
        if table in tables:
            tables[table] = (*tables[table], length)
    finding = next((text for text in page.headlines if not text.startswith(_COMPARED)), "")
    compared = " ".join(text for text in page.headlines if text.startswith(_COMPARED))
    changes = {} if before is None else changes_of(page, version_name(name, before.number), name)
    return Told(version, _changed(version, before, question), finding, compared, tables, changes)


def _name(version: Version) -> str:
    """Return the name of the variant that a version plays."""
    try:
        return "" if version.rules is None else load_variant(version.rules).name
    except CitadelsError:
        return ""


def _changed(version: Version, before: Version | None, question: Question) -> tuple[str, ...]:
    """Return the rules that differ from those before."""
    earlier: Any = question.variants[0] if before is None else before.rules
    if version.rules is None or earlier is None or earlier == str(version.rules):
        return ()
    try:
        return tuple(compare(load_variant(earlier), load_variant(version.rules)).sentences)
    except CitadelsError as error:
        return (f"cannot be read: {str(error).splitlines()[0]}",)
