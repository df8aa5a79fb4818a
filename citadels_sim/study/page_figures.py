"""Figures of one version of rules of one's own, as the data of its page has them; somebody else may have written that file."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from citadels_sim.errors import RunError
from citadels_sim.foreign import Unreadable, read_json
from citadels_sim.lineups import lineup_words
from citadels_sim.report.study_facts import Table
from citadels_sim.study.folder import page_folder
from citadels_sim.study.versions import Version
from citadels_sim.text import visible_line

_DATA: Final = "report.json"
_MOST: Final = 64 << 20
LENGTH: Final = "rounds"
"""Criterion of the mean length of games, which has another unit than win chances."""
_CHANGED: Final = {
    ("game", "mean_rounds"): LENGTH,
    ("seats_from_crown", "win_rate"): "seat",
    ("character_effects", "win_effect"): "character",
}
"""Criterion of each family and metric whose difference between two versions stands beside their figures."""

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


class _Frame(_Lenient):
    columns: tuple[_Line, ...] = ()
    rows: tuple[tuple[str | float | None, ...], ...] = Field(default=(), max_length=200_000)

    def __iter__(self) -> Iterator[dict[str, Any]]:  # type: ignore[override]
        return (dict(zip(self.columns, row, strict=False)) for row in self.rows)


class _Tables(_Lenient):
    length: _Frame = _Frame()
    differences: _Frame = _Frame()
    effect_differences: _Frame = _Frame()


class Page(_Lenient):
    """What is read of the data of a page."""

    headlines: tuple[_Line, ...] = ()
    verdicts: tuple[_Verdict, ...] = Field(max_length=100_000)
    keys: tuple[tuple[str, int, str], ...] = Field(default=(), max_length=100_000)
    tables: _Tables = _Tables()


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


def page_of(version: Version) -> Page:
    """Read the data of a version's page; empty where there is none that can be read."""
    try:
        return Page.model_validate(read_json(page_folder(version.folder) / _DATA, _MOST, version.folder))
    except (Unreadable, ValidationError, RunError):
        return Page(verdicts=())


def lengths(page: Page, name: str) -> Iterator[tuple[Table, Figure]]:
    """Iterate over the mean length of a variant's games, by table."""
    for row in page.tables.length:
        key = row.get("key")
        if row.get("metric") != "mean_rounds" or not isinstance(key, float) or not 0 <= key < len(page.keys):
            continue
        variant, players, lineup = page.keys[int(key)]
        if variant == name and (length := _figure(LENGTH, "all", row, "value")) is not None:
            yield Table(players, lineup_words(lineup)), length


def changes_of(page: Page, before: str, name: str) -> dict[Table, tuple[Figure, ...]]:
    """Return how far the figures of a variant differ from those of another one on the same deals, by table."""
    changes: dict[Table, tuple[Figure, ...]] = {}
    for row in itertools.chain(page.tables.differences, page.tables.effect_differences):
        criterion = _CHANGED.get((str(row.get("table")), str(row.get("metric"))))
        players = row.get("players")
        if criterion is None or not isinstance(players, float) or (row.get("a_variant"), row.get("b_variant")) != (before, name):
            continue
        if (figure := _figure(criterion, visible_line(str(row.get("group"))), row, "difference")) is not None:
            table = Table(int(players), lineup_words(str(row.get("lineup"))))
            changes[table] = (*changes.get(table, ()), figure)
    return changes


def _figure(criterion: str, group: str, row: Mapping[str, Any], key: str) -> Figure | None:
    """Take a figure of a row of a page's tables, with the interval for all of its family at once; None where it has no value."""
    value, low, high = (number if isinstance(number := row.get(name), float) else None for name in (key, "family_low", "family_high"))
    return None if value is None else Figure(criterion, group, value, low, high)
