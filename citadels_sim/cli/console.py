"""How commands print: results to standard output, notes and progress to standard error.

Results for people are tables, with `--json` the same as data. Nothing here knows the game. What is printed may hold words of others, from a
file or a folder: control characters and escape sequences in them are written as text, here and nowhere else. The streams themselves are
made ready here (`ready_streams`): closed ones, and those whose encoding has not every character.
Rich and tqdm are imported where they are used: help texts must not wait for them.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TextIO

import typer

from citadels_sim.text import SUBSTITUTES, cut, visible, visible_in_json

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

Side = Literal["left", "right"]
Column = str | tuple[str, Side]
"""A column's heading, or the heading and the alignment of its values; left when not given."""

WIDTH: Final = 100
"""Most columns of a help text."""

# Wide enough for any table: where nobody looks through a window, a line is as long as its content.
_UNBOUNDED = 10_000
_LONG = 40
"""Cells of a word, such as a path, that may be broken if it has to be."""

_MESSAGE: Final = 2000
"""Most characters of an error message, a few more for the note on those left out."""
_VALUE: Final = 100
"""Most characters of a value that a message quotes."""
_QUOTED: Final = re.compile(rf"""(?<![^\s(\[=:,])(['"])((?:(?!\1)[^\n]){{{_VALUE + 1},}})\1(?!\w)""")


def ready_streams() -> None:
    """Make the standard streams take what commands print, and stand for those that are closed.

    A closed one (``>&-``) leads nowhere from now on, as do its numbers 0 to 2, which the next files to be opened would get. Characters
    that a stream's encoding lacks (cp1252 in a pipe on Windows) get readable substitutes; bytes that standard input cannot read are marked.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = os.open(os.devnull, os.O_RDWR)  # it gets the lowest number that is free: that of the stream
            stream = os.fdopen(nowhere, "w" if number else "r", encoding="utf-8", closefd=False)
            setattr(sys, name, stream)
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(io.UnsupportedOperation):  # standard input that was read from before stays as it is
                stream.reconfigure(errors="replace" if name == "stdin" else SUBSTITUTES)


def examples(*lines: str) -> str:
    """Write command lines as the closing block of a help text.

    Parameters
    ----------
    *lines : str
        Complete command lines, each beginning with ``citadels``.

    Returns
    -------
    str
        Text for Typer's ``epilog``. The mark before it keeps Typer from filling the lines up to a paragraph.
    """
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def right(*headings: str) -> list[Column]:
    """Return headings whose values are aligned to the right, as numbers are."""
    return [(heading, "right") for heading in headings]


def print_table(columns: Sequence[Column], rows: Iterable[Sequence[object]], *, title: str | None = None, width: int | None = None) -> None:
    """Print a table to standard output.

    Parameters
    ----------
    columns : sequence of Column
        Headings, with the alignment of their values (numbers: ``right("games")``).
    rows : iterable of sequence of object
        The cells as they should read, as many as there are columns; None is an empty cell, a `rich.text.Text` keeps its colours
        where somebody looks.
    title : str, optional
        A line above the table.
    width : int, optional
        Most columns of the screen that it takes, for a table of sentences; left out: a terminal's width, and elsewhere what its cells take.

    Raises
    ------
    ValueError
        If a row has not as many cells as there are columns.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    spans = []
    for column in columns:
        heading: str
        side: Side
        heading, side = (column, "left") if isinstance(column, str) else column
        heading = visible(heading)
        table.add_column(Text(heading), justify=side, overflow="fold")
        spans.append(_span(heading, side))
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"a row of {len(row)} cells in a table of {len(columns)} columns: {tuple(row)!r}")
        # As Text, because rich reads markup in plain strings: `[deck]` would vanish.
        cells = [_shown(cell) if isinstance(cell, Text) else Text("" if cell is None else visible(str(cell))) for cell in row]
        for i, cell in enumerate(cells):
            least, most = _span(cell.plain, "whole" if table.columns[i].justify == "right" else "left")
            spans[i] = max(spans[i][0], least), max(spans[i][1], most)
        table.add_row(*cells)
    _draw(table, title, spans, width)


def print_styled(text: Text) -> None:
    """Print a line with the colours that it has, where somebody looks."""
    _draw(_shown(text))


def _shown(text: Text) -> Text:
    """Write control characters as text; what has some loses the colours of its parts."""
    from rich.text import Text

    shown = visible(text.plain)
    return text if shown == text.plain else Text(shown, style=text.style)


def _span(text: str, side: str) -> tuple[int, int]:
    """Return the least and the full width of a cell: numbers, with all that belongs to them, and drawings are not broken; texts are."""
    from rich.cells import cell_len

    full = cell_len(text)
    whole = side == "whole" or not any(map(str.isalnum, text))
    return (full if whole else min(_LONG, max(map(cell_len, text.split()), default=0))), full


def _draw(thing: RenderableType, title: str | None = None, spans: Sequence[tuple[int, int]] = (), most: int | None = None) -> None:
    """Print what rich can draw, without the blanks at the ends of lines."""
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    terminal = _is_terminal(sys.stdout)
    console = Console(
        # The stream is looked up at each call, for it may have been redirected; and it alone decides about colour,
        # not the environment (FORCE_COLOR is set in many a CI whose log is a file).
        file=sys.stdout,
        force_terminal=terminal,
        width=None if terminal else most or _UNBOUNDED,
        highlight=False,
    )
    console.width = min(console.width, most or _UNBOUNDED)
    with console.capture() as drawn:
        if title:
            console.print(Text(visible(title)))
        if (terminal or most) and isinstance(thing, Table):
            wide = console.options.update(max_width=_UNBOUNDED)
            between = Measurement.get(console, wide, thing).maximum - sum(most for _, most in spans)
            for column, width in zip(thing.columns, _widths(spans, console.width - between), strict=True):
                column.width = width
            # What needs more room than the window has is wider: the terminal breaks its lines, and nothing is lost.
            console.width = max(console.width, Measurement.get(console, wide, thing).maximum)
        console.print(thing)
    for line in drawn.get().splitlines():
        _say(line.rstrip())


def _widths(spans: Sequence[tuple[int, int]], room: int) -> list[int]:
    """Share the room among columns: each has its least width at the least, and what is left goes to all that want more."""
    widths = [least for least, _ in spans]
    spare = room - sum(widths)
    while spare > 0 and (wanting := [i for i, (_, most) in enumerate(spans) if widths[i] < most]):
        for i in wanting:
            more = min(max(1, spare // len(wanting)), spans[i][1] - widths[i], spare)
            widths[i] += more
            spare -= more
    return widths


def _say(line: str, stream: TextIO | None = None) -> None:
    """Write a line to a stream, standard output when left out; named, for Typer would take another in its place that writes UTF-8."""
    typer.echo(line, file=stream or sys.stdout)


def print_text(text: str) -> None:
    """Print lines to standard output as they are."""
    _say(visible(text))


def print_json(data: Any) -> None:
    """Print data as JSON to standard output: indented, keys in the order given.

    Raises
    ------
    TypeError, ValueError
        If it holds what JSON cannot say (objects, NaN): a fault of ours, raised before anything is printed.
    """
    unicode = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    _say(visible_in_json(json.dumps(data, indent=2, ensure_ascii=not unicode, allow_nan=False)))


def note(text: str) -> None:
    """Print a line for the person at the terminal to standard error."""
    _say(visible(text), sys.stderr)


def complain(message: str) -> None:
    """Print what is wrong to standard error, with long values that it quotes, and then itself, cut in the middle."""
    note(cut(_QUOTED.sub(lambda match: f"{match[1]}{cut(match[2], _VALUE)}{match[1]}", visible(f"citadels: {message}")), _MESSAGE))


def hear_interrupts() -> None:
    """Have Ctrl-C break off the reading of a line again: Polars, once imported, lets it wait until the line is there."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def progress(total: int | None, *, unit: str = "games", done: int = 0) -> Any:
    """Open a progress bar on standard error with rate and time left; silent where that is no terminal.

    Parameters
    ----------
    total : int or None
        How many units the whole has; None: nobody knows.
    unit : str, default "games"
        What is counted, in the plural.
    done : int, default 0
        Units that were there before, as when a run is continued; they do not count for the rate.

    Returns
    -------
    tqdm.tqdm
        A context manager; ``bar.update(n)`` says that n more are done.
    """
    from tqdm import tqdm

    return tqdm(
        total=total,
        initial=done,
        unit=f" {unit}",
        unit_scale=True,
        dynamic_ncols=True,
        file=sys.stderr,
        disable=not _is_terminal(sys.stderr),
    )


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty()
