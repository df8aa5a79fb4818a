"""Sheets to fill in at a table: a line for each seat of a game, stamped with the rules that they are for; as CSV, or to print as HTML."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from citadels_sim.variants import Variant

STAMP: Final = ("variant", "version", "rules")
COLUMNS: Final = ("game", "date", "rounds", "seat", "player", "characters", "score", "winner", *STAMP)
"""The columns of a sheet. `seat` 1 had the first crown, the others follow clockwise; `characters` are those of each round, or the last."""
DIGITS: Final = 12
"""Of the digest of rules in a stamp."""

HOW: Final = (
    "Seat 1 has the first crown; the others follow clockwise.",
    "Characters: those of each round, such as thief, king, warlord, or only the last one. Two in one round: king+thief.",
    "Winner: x (required). Leave anything else empty that you do not know.",
)


class Sheet(NamedTuple):
    """A sheet: its rules, the number of their version (empty: none), players of a game, games that it has room for."""

    variant: Variant
    version: str
    players: int
    games: int

    @property
    def rules(self) -> str:
        """The digest of its rules, as stamped."""
        return self.variant.digest[:DIGITS]

    def rows(self) -> Iterator[tuple[str | int, ...]]:
        """Iterate over the lines below the head."""
        for game in range(1, self.games + 1):
            for seat in range(1, self.players + 1):
                yield (game, "", "", seat, "", "", "", "", self.variant.name, self.version, self.rules)


def to_csv(sheet: Sheet) -> bytes:
    """Write a sheet as CSV."""
    return csv_of(sheet.rows())


def csv_of(rows: Iterable[Sequence[str | int]]) -> bytes:
    """Write lines of a sheet as CSV, below its head."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return text.getvalue().encode()


_STYLE: Final = """
body { font: 11pt sans-serif; margin: 12mm; color: #1f2328 }
table { border-collapse: collapse; width: 100%; margin: 0 0 7mm; break-inside: avoid }
caption { text-align: left; padding: 1mm 0 }
th, td { border: 0.3mm solid #57606a; padding: 1.5mm 2mm; text-align: left }
td { height: 6mm }
.n { width: 9mm } .w { width: 20mm } .c { width: 45% }
footer { font-size: 9pt; color: #57606a }
@page { margin: 10mm }
"""


def to_html(sheet: Sheet) -> bytes:
    """Write a sheet to be printed, and filled in by hand."""
    title = escape(sheet.variant.title or sheet.variant.name)
    line = "<tr><td class=n>{}</td><td></td><td></td><td></td><td></td></tr>"
    lines = "".join(line.format(seat) for seat in range(1, sheet.players + 1))
    head = "<tr><th class=n>Seat<th class=w>Player<th class=c>Characters<th class=w>Score<th class=w>Winner</tr>"
    caption = "<caption>Game {} &nbsp; Date ______________ &nbsp; Rounds ______</caption>"
    tables = "\n".join(f"<table>{caption.format(game)}{head}{lines}</table>" for game in range(1, sheet.games + 1))
    how = "".join(f"<li>{escape(words)}" for words in HOW)
    version = f", version {escape(sheet.version)}" if sheet.version else ""
    stamp = f"{escape(sheet.variant.name)}{version}, rules {sheet.rules}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Games of {title}</title>\n'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<style>{_STYLE}</style>\n<h1>{title}{version}: games with {sheet.players} players</h1>\n<ul>{how}</ul>\n{tables}\n"
        f"<footer>{stamp}. To type in: the sheet that <code>citadels plays sheet</code> writes as CSV for the same rules.</footer></html>\n"
    ).encode()
