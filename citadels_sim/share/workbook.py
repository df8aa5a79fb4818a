"""The tables of a report as a workbook: a sheet for each, readable headings, numbers as numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import polars as pl

from citadels_sim.catalogue.titles import title_of
from citadels_sim.plays.xlsx import write_xlsx
from citadels_sim.text import upper_first

_MOST: Final = 20_000
"""Rows of a sheet."""
_HEADS: Final = {
    "lineup": "Bots",
    "group": "Of",
    "low": "95 % low",
    "high": "95 % high",
    "family_low": "95 % low, all at once",
    "family_high": "95 % high, all at once",
    "se": "Standard error",
    "count": "Cases",
    "blocks": "Deals",
}
_TITLED: Final = frozenset({"character", "group", "headline", "worst"})
_ORDER: Final = ("by_skill", "character_effects", "seats_from_crown", "length", "people", "people_levels", "characters")
"""Tables that most readers look for, which come first."""


def workbook(findings: Sequence[str], tables: Mapping[str, pl.DataFrame]) -> bytes:
    """Write findings and tables as XLSX.

    Parameters
    ----------
    findings : sequence of str
        Sentences of the first sheet.
    tables : mapping
        Name of a CSV file of a report -> table.

    Raises
    ------
    UnavailableError
        Without the extra `xlsx`.
    """
    names = sorted(tables, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
    titles = {name: _words(name)[:31] for name in names}
    first = [*([words] for words in findings), [""], *([f"Sheet: {title}"] for title in titles.values())]
    sheets: dict[str, tuple[Sequence[str], Sequence[Sequence[object]]]] = {"Findings": (["Findings"], first)}
    for name, title in titles.items():
        table = tables[name].head(_MOST)
        sheets[title] = ([_HEADS.get(column, _words(column)) for column in table.columns], list(_rows(table)))
    return write_xlsx(sheets)


def _words(name: str) -> str:
    return upper_first(re.sub(r"[^A-Za-z0-9]+", " ", name).strip())


def _rows(table: pl.DataFrame) -> Iterator[list[object]]:
    for row in table.iter_rows(named=True):
        yield [
            title_of(value) if name in _TITLED and isinstance(value, str) and value[:1].isalpha() else value for name, value in row.items()
        ]
