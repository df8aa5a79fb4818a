"""Small pieces of Markdown: what comes from code is text, and never mistaken for markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["code", "entry", "plain", "table", "toctree", "toml"]

_CODE = re.compile(r"(`+[^`]+`+)")
_MARKUP = re.compile(r"([\\*_\[\]<>{}|~$])")


def plain(text: str) -> str:
    """Write a text so that it reads as it is; what stands between backticks stays code."""
    parts = _CODE.split(" ".join(text.split()))
    return "".join(part.replace("|", "\\|") if part.startswith("`") else _MARKUP.sub(r"\\\1", part) for part in parts)


def code(text: object) -> str:
    """Write a word of code, in a cell of a table too."""
    return f"`{text}`".replace("|", "\\|")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table of cells that are Markdown already; nothing where there are no rows."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *lines]) if lines else ""


def toctree(pages: Iterable[str], *, hidden: bool = False) -> str:
    """Write the list of the pages below a page."""
    options = [":hidden:"] if hidden else [":maxdepth: 1"]
    return "\n".join([":::{toctree}", *options, "", *pages, ":::"])


def entry(anchor: str, title: str, *blocks: str, level: int = 2) -> str:
    """Write a section that other pages can link to by its anchor."""
    return "\n\n".join([f"({anchor})=\n{'#' * level} {title}", *(block for block in blocks if block)])


def toml(value: object) -> str:
    """Write a value as a variant file has it."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
