"""Sources of rules as links: from ``classic 3.1 Merchant`` to that section of the rules that this project was written from."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from scripts._site.markdown import plain
from scripts._site.sources import ROOT

__all__ = ["linked"]

_SECTION: Final = re.compile(r"\b(classic|2016) (\d+(?:\.\d+)?|[AD]\d+)(?![\d.]*\d)")
_HEADING: Final = re.compile(r"#+ ((\d+(?:\.\d+)?)\.? .+)")
_LISTS: Final = {"D": "6.1", "A": "6.2"}
"""Of 2016: where points that a letter numbers stand."""


def linked(rule: str) -> str:
    """Write a source with each section of the rules as a link to it."""

    def link(found: re.Match[str]) -> str:
        edition, number = found.groups()
        place = _sections(edition).get(_LISTS.get(number[0], number))
        return f"[{found[0]}](rules-{edition}.md#{place})" if place else found[0]

    return _SECTION.sub(link, plain(rule))


@lru_cache
def _sections(edition: str) -> dict[str, str]:
    """Return the number of each section of a rules reference -> its anchor, as MyST makes it of the heading."""
    lines = (ROOT / f"docs/reference/rules-{edition}.md").read_text(encoding="utf-8").splitlines()
    headings = [found.groups() for line in lines if (found := _HEADING.fullmatch(line))]
    return {number: re.sub(r"[^\w\- ]", "", title.strip().lower().replace(" ", "-")) for title, number in headings}
