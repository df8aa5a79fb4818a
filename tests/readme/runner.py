"""Runs the examples of a Markdown file: every ``bash`` and ``python`` block, in order, in one empty folder.

A mark in the line above a block (an HTML comment, invisible to readers) says how it is treated:

- ``<!-- not run: REASON -->``: shown only. Without a reason it is a fault.
- ``<!-- file: NAME -->``: written to that file in the folder, for the blocks after it; not run itself.
- ``<!-- output -->``: what the last block that ran has printed on standard output, or a part of it. ``...`` stands for anything: alone in a
  line for lines, within a line for a part of it.

    python tests/readme/runner.py README.md
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RUN = ("bash", "python")
MISSPELT = {"sh": "bash", "shell": "bash", "console": "bash", "zsh": "bash", "py": "python", "python3": "python", "pycon": "python"}
TIME_LIMIT = 300.0  # seconds for one block

_FENCE = re.compile(r"^(?P<ticks>`{3,})\s*(?P<language>[\w-]*)\s*$")
_HARD = "\u00a0"
_MARK = re.compile(r"^<!--\s*(?P<kind>not run|file|output)\s*:?\s*(?P<value>.*?)\s*-->$")


class ReadmeError(ValueError):
    """A Markdown file whose blocks or marks cannot be understood."""


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, its text, the line of its fence, and what its mark says."""

    language: str
    text: str
    line: int
    not_run: str | None = None
    file: str | None = None
    printed: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of a block: ``ran``, ``failed``, ``written``, ``held`` (an output), ``not run``; what it printed, and its seconds."""

    block: Block
    state: str
    output: str = ""
    seconds: float = 0.0


def read_blocks(markdown: str) -> list[Block]:
    """Find the fenced blocks of a Markdown text, in order, with their marks."""
    blocks: list[Block] = []
    mark: tuple[str, str, int] | None = None
    lines = enumerate(markdown.splitlines(), start=1)
    for number, line in lines:
        if result := _MARK.match(line.strip()):
            if mark is not None:
                raise ReadmeError(f"line {mark[2]}: a mark with no block below it")
            if not result["value"] and result["kind"] != "output":
                raise ReadmeError(f"line {number}: `{result['kind']}` needs a {'reason' if result['kind'] == 'not run' else 'name'}")
            mark = (result["kind"], result["value"], number)
        elif fence := _FENCE.match(line):
            block = _read_block(fence, number, lines, mark)
            blocks.append(block)
            mark = None
        elif line.strip() and mark is not None:
            raise ReadmeError(f"line {mark[2]}: a mark with no block below it")
    if mark is not None:
        raise ReadmeError(f"line {mark[2]}: a mark with no block below it")
    return blocks


def _read_block(fence: re.Match[str], number: int, lines: Iterator[tuple[int, str]], mark: tuple[str, str, int] | None) -> Block:
    language = fence["language"]
    if language in MISSPELT:
        raise ReadmeError(f"line {number}: a `{language}` block would never run; write `{MISSPELT[language]}`")
    text: list[str] = []
    for _, line in lines:
        if line.strip() == fence["ticks"]:
            break
        text.append(line)
    else:
        raise ReadmeError(f"line {number}: this block is never closed")
    kind, value = mark[:2] if mark else ("", "")
    return Block(
        language,
        "".join(f"{line}\n" for line in text),
        number,
        not_run=value if kind == "not run" else None,
        file=value if kind == "file" else None,
        printed=kind == "output",
    )


def run_blocks(blocks: list[Block], folder: Path) -> Iterator[Outcome]:
    """Treat each block in turn in ``folder``; stop behind the first that fails, for the next ones build on it."""
    printed = ""
    for block in blocks:
        if block.not_run is not None:
            yield Outcome(block, "not run")
        elif block.file is not None:
            target = folder / block.file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
            yield Outcome(block, "written")
        elif block.printed:
            held = holds(block.text, printed)
            yield Outcome(block, "held" if held else "failed", printed)
            if not held:
                return
        elif block.language in RUN:
            outcome, printed = _run(block, folder)
            yield outcome
            if outcome.state == "failed":
                return


def holds(text: str, printed: str) -> bool:
    """Whether lines stand in what was printed, one after another; ``...`` stands for lines, or for a part of one."""
    form = "\n"
    for line in text.replace(_HARD, " ").splitlines():  # who writes a page types plain spaces
        form += r"(?:.*\n)*?" if line.strip() == "..." else r".*".join(map(re.escape, line.rstrip().split("..."))) + r"[ ]*\n"
    return re.search(form, f"\n{printed.rstrip()}\n".replace(_HARD, " ")) is not None


def _run(block: Block, folder: Path) -> tuple[Outcome, str]:
    # The commands of this very environment come first, as they do for a reader who activated it.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    command = ["bash", "-euo", "pipefail", "-c"] if block.language == "bash" else [sys.executable, "-c"]
    started = time.monotonic()
    try:
        done = subprocess.run(
            [*command, block.text],
            cwd=folder,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIME_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        said = "".join(part.decode(errors="replace") if isinstance(part, bytes) else part or "" for part in (late.stdout, late.stderr))
        return Outcome(block, "failed", f"{said}\nstopped after {TIME_LIMIT:.0f} s", time.monotonic() - started), ""
    state, said = ("ran" if done.returncode == 0 else "failed"), done.stdout + done.stderr
    output = said if state == "ran" else f"{said}\nexit code {done.returncode}"
    return Outcome(block, state, output, time.monotonic() - started), done.stdout


def main(arguments: list[str]) -> int:
    """Run the examples of the file named, print a line for each, and return the exit code."""
    if len(arguments) != 1:
        print("usage: runner.py FILE.md", file=sys.stderr)
        return 2
    file = Path(arguments[0])
    try:
        blocks = read_blocks(file.read_text(encoding="utf-8"))
    except (OSError, ReadmeError) as mistake:
        print(f"{file}: {mistake}", file=sys.stderr)
        return 2
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="readme-") as folder:
        for outcome in run_blocks(blocks, Path(folder)):
            counts[outcome.state] = counts.get(outcome.state, 0) + 1
            first = outcome.block.text.splitlines()[0] if outcome.block.text else ""
            why = f" ({outcome.block.not_run})" if outcome.block.not_run else ""
            print(f"{file.name}:{outcome.block.line}: {outcome.state}{why}, {outcome.seconds:.1f} s: {first}")
            if outcome.state == "failed":
                print(f"--- the block\n{outcome.block.text}--- what it printed\n{outcome.output}")
    if not counts.get("ran") and not counts.get("failed"):
        print(f"{file}: no example was run", file=sys.stderr)
        return 1
    print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return 1 if counts.get("failed") else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
