"""The benchmark as Markdown: a table between the marks of a file, or a page of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from citadels_sim.bench.figures import Benchmark, Figure, machine
from citadels_sim.errors import RunError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import Unreadable, read_text

_BEGIN: Final = "<!-- benchmark:start -->"
_END: Final = "<!-- benchmark:end -->"
_TITLE: Final = "# Benchmark"


def markdown(figures: Sequence[Figure]) -> str:
    """Write the figures as a Markdown table."""
    lines = ["| what | goal | measured |", "|---|---:|---:|"]
    lines += [f"| {figure.what} | {figure.shown_goal} | {figure.shown()} |" for figure in figures]
    return "\n".join([*lines, "", f"Medians, measured on {machine()} by `citadels bench`."])


def full_markdown(benchmark: Benchmark) -> str:
    """Write everything as a Markdown page."""
    lines = [_TITLE, "", markdown(benchmark.figures), "", "## Variants, numbers of players, bots", ""]
    lines += ["One core; the bot sits at every seat. With the sums of all games and no rows, and with rows of every turn."]
    lines += ["Each for about a second, in small shards, which take more time per game: compare these rows only with each other.", ""]
    lines += ["| variant | players | bot | games/s | decisions/s | games/s with rows |", "|---|---:|---|---:|---:|---:|"]
    lines += [
        f"| {cell.variant} | {cell.players} | {cell.bot} | {cell.games:,.0f} | {cell.decisions:,.0f} | {cell.games_with_rows:,.0f} |"
        for cell in benchmark.cells
    ]
    lines += ["", "## Disk", "", "classic-2000, 4 players, builder; sums included.", "", "| detail | bytes per game |", "|---|---:|"]
    lines += [f"| {detail} | {size:,.1f} |" for detail, size in benchmark.disk.items()]
    return "\n".join(lines) + "\n"


def check_markdown(file: Path) -> tuple[str, str, str, str]:
    """Refuse a file that the benchmark could not be written into, before anything is measured.

    Returns
    -------
    tuple of str
        The file's text before its marks, the one mark, the other, and the text behind; empty where it has none.

    Raises
    ------
    RunError
        If the file cannot be read or written, or is neither marked nor a page of ours.
    """
    try:
        old = read_text(file) if file.exists() else ""
    except Unreadable as error:
        raise RunError(f"--markdown {file}: {error}.") from None
    place = next(place for place in (file, *file.absolute().parents) if place.exists())
    if not os.access(place, os.W_OK) or (place != file and not place.is_dir()):
        raise RunError(f"--markdown {file}: {place} is not a writable folder. Name a file in another one.")
    head, begin, rest = old.partition(_BEGIN)
    _, end, tail = rest.partition(_END)
    if old and not (begin and end) and not old.startswith(_TITLE):
        raise RunError(f"--markdown {file}: has no '{_BEGIN}' and '{_END}' to write between. Add them, or name a new file.")
    return head, begin, end, tail


def write_markdown(benchmark: Benchmark, file: Path) -> None:
    """Write the benchmark into a file: the table of figures between its benchmark marks where it has them, else everything as a page.

    Raises
    ------
    RunError
        If the file cannot be written, or is neither marked nor a page of ours.
    """
    head, begin, end, tail = check_markdown(file)
    try:
        marked = bool(begin and end)
        table = markdown(benchmark.figures)
        text = f"{head}{begin}\n{table}\n{end}{tail}" if marked else full_markdown(benchmark)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
    except OSError as error:
        raise RunError(f"{file}: {unwritten(error)}.") from None
