"""Text of others in Markdown: written so that it is read literally, whatever its characters mean there."""

from __future__ import annotations

import re
from typing import Final

from citadels_sim.text import visible_line

_SPECIAL: Final = re.compile(
    r"[\\`*~$|]"  # escapes, code, emphasis, strikes, formulas, cells
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis; between two letters it is none
    r"|<(?=[A-Za-z/!?])"  # tags, comments and links
    r"|&(?=#?\w+;)"  # a character by its name
    r"|\](?=[(\[:])"  # what makes of a bracket a link
)
_FIRST: Final = re.compile(r"(\d*)([#>+=-]|(?<=\d)[.)](?=\s|$))")
"""How a line begins that would be a heading, a quotation, a list or a rule."""


def prose(text: object) -> str:
    """Write a text as a paragraph, or the rest of one."""
    escaped = cell(text).lstrip()
    first = _FIRST.match(escaped)
    return f"{first[1]}\\{first[2]}{escaped[first.end() :]}" if first else escaped


def cell(text: object) -> str:
    """Write a text as a cell of a table, or inside a line."""
    return _SPECIAL.sub(lambda match: f"\\{match[0]}", visible_line(str(text)))


def alt(text: object) -> str:
    """Write a text as the words of a picture; a bracket inside them would end them."""
    return cell(str(text).replace("[", "(").replace("]", ")"))


def code(text: object) -> str:
    """Write a text as code within a line, between more backticks than it has in a row."""
    line = visible_line(str(text))
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    space = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{space}{line}{space}{fence}"
