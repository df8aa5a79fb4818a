"""What the versions of a study changed and found, side by side."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from citadels_sim.catalogue.titles import title_of
from citadels_sim.designs.tournament.seat_blocks import seat_head
from citadels_sim.errors import CitadelsError, RunError
from citadels_sim.foreign import Unreadable, read_json
from citadels_sim.lineups import lineup_words
from citadels_sim.report.study_facts import EarlierVersion, Table, shared_table
from citadels_sim.show.blocks import Column, Heat, Row, Value
from citadels_sim.study.folder import page_folder, read_study
from citadels_sim.study.question import Question
from citadels_sim.study.versions import Version, versions_of
from citadels_sim.text import visible_line
from citadels_sim.variants import load_variant
from citadels_sim.variants.compare import compare

_DATA: Final = "report.json"
_MOST: Final = 64 << 20
_FIGURES: Final = ("character", "seat")
_COMPARED: Final = "Compared with "
"""How a sentence of a page on what a change did begins."""
_FIT: Final = 3
"""Versions that a table of 80 columns has room for: the last ones."""

_Line = Annotated[str, AfterValidator(visible_line)]


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)


class _Member(_Lenient):
    group: _Line
    value: float
    low: float | None
    high: float | None


class _Verdict(_Lenient):
    criterion: str
    variant: str
    players: int
    lineup: str
    members: tuple[_Member, ...]


class _Page(_Lenient):
    headlines: tuple[_Line, ...] = ()
    verdicts: tuple[_Verdict, ...] = Field(max_length=100_000)


class Figure(NamedTuple):
    """A figure of one version.

    Attributes
    ----------
    criterion, group : str
        What it is of, such as ``character`` and ``merchant``.
    value : float
    low, high : float or None
        Ends of its 95 % interval, for all of a criterion at once.
    """

    criterion: str
    group: str
    value: float
    low: float | None
    high: float | None


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
    """

    version: Version
    changed: tuple[str, ...]
    finding: str
    compared: str
    tables: Mapping[Table, tuple[Figure, ...]]

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
    figures = [{(one.criterion, one.group): Value(one.value, one.low, one.high) for one in each.tables[table]} for each in shown]
    return Heat(
        slug="versions",
        title="Versions",
        table="versions",
        cell=(_name(last.version), *table),
        finding="",
        unit="percentage points of win chance",
        how=_table_words(told, table),
        members="seats or characters of a version",
        basis="",
        head="",
        columns=tuple(Column(f"version {one.version.number}", further=one not in shown[-_FIT:]) for one in shown),
        rows=tuple(Row(_head(*key), tuple(own.get(key, Value(None, unit="count")) for own in figures)) for key in keys),
    )


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
    return title_of(group) if criterion == "character" else seat_head(group)


def _told(version: Version, before: Version | None) -> Told:
    page, question = _page(version), version.record.question
    name = _name(version)
    own = [one for one in page.verdicts if one.variant == name and one.criterion in _FIGURES and one.lineup in question.bots]
    own.sort(key=lambda one: (question.bots.index(one.lineup), one.players))
    tables: dict[Table, tuple[Figure, ...]] = {}
    for one in own:
        figures = tuple(Figure(one.criterion, member.group, member.value, member.low, member.high) for member in one.members)
        known = tables.setdefault(Table(one.players, lineup_words(one.lineup)), ())
        if one.criterion not in {figure.criterion for figure in known}:  # of two bots with the same words the first
            tables[Table(one.players, lineup_words(one.lineup))] = (*known, *figures)
    finding = next((text for text in page.headlines if not text.startswith(_COMPARED)), "")
    compared = " ".join(text for text in page.headlines if text.startswith(_COMPARED))
    return Told(version, _changed(version, before, question), finding, compared, tables)


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


def _page(version: Version) -> _Page:
    """Read the data of a version's page; empty where there is none that can be read."""
    try:
        return _Page.model_validate(read_json(page_folder(version.folder) / _DATA, _MOST, version.folder))
    except (Unreadable, ValidationError, RunError):
        return _Page(verdicts=())
