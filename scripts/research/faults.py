"""Counting, in the events of a run, what a good player would do otherwise, as ``reports/faults.md``."""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import polars as pl

from citadels_sim.catalogue import character, district
from scripts.research.pages import EDITIONS, cells, command, heads, say, write_report

LOST: Final = "completes the first city with the last turn of the game, and loses (of such turns)"
INCOME: Final = "takes its income before it builds in that colour, with gold enough for both orders (of builds in the colour of an income)"
SMITHY: Final = "draws with the Smithy in the last round, and uses no card (of uses in the last round)"
MAGICIAN: Final = "exchanges no cards as the Magician (of exchanges with the deck)"
FAULTS: Final = (LOST, INCOME, SMITHY, MAGICIAN)

_USES: Final = {"build", "laboratory", "museum", "exchange", "destroy"}
_KEYS: Final = ["block", "rotation"]
_COLUMNS: Final = ["seat", "kind", "character", "district", "gold", "cards"]

Event = dict[str, Any]


def count_faults(folder: Path) -> dict[str, tuple[int, int]]:
    """Count the faults in a run with events: how often each occurred, and of how many occasions.

    Parameters
    ----------
    folder : Path
        A run folder, of one variant and one number of players.
    """
    events = pl.read_parquet(folder / "events" / "*.parquet").sort(*_KEYS, "seq").select(*_KEYS, *_COLUMNS)
    seats = pl.read_parquet(folder / "seats" / "*.parquet", columns=[*_KEYS, "seat", "win"])
    winners: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
    for *game, seat, win in seats.iter_rows():
        if win > 0:
            winners[tuple(game)].add(seat)
    done: Counter[str] = Counter()
    occasions: Counter[str] = Counter()
    for key, of_game in groupby(events.iter_rows(named=True), key=lambda event: tuple(event[key] for key in _KEYS)):
        for fault, at_fault in judged(list(of_game), winners[key]):
            occasions[fault] += 1
            done[fault] += at_fault
    return {fault: (done[fault], occasions[fault]) for fault in FAULTS}


def turns_of(events: list[Event]) -> Iterator[list[Event]]:
    """List the events of each turn that is played to its end, from the call on."""
    turn: list[Event] = []
    for event in events:
        turn = [event] if event["kind"] == "turn" else [*turn, event]
        if event["kind"] == "turn-end" and turn[0]["kind"] == "turn":
            yield turn


def judged(events: list[Event], winners: set[int]) -> Iterator[tuple[str, bool]]:
    """Judge a game: at each occasion of a fault, whether it occurred."""
    turns = list(turns_of(events))
    ending = False
    for number, turn in enumerate(turns):
        kinds = [event["kind"] for event in turn]
        if not ending and "complete" in kinds:
            ending = True
            if number == len(turns) - 1:
                yield LOST, turn[0]["seat"] not in winners
        elif ending and "smithy" in kinds:
            yield SMITHY, not _USES & set(kinds[kinds.index("smithy") :])
        for event in turn:
            if event["kind"] == "redraw":
                yield MAGICIAN, event["cards"] == 0
        yield from income_first(turn, kinds)


def income_first(turn: list[Event], kinds: list[str]) -> Iterator[tuple[str, bool]]:
    """Judge the order of income and building in a turn: gold that is left over shows that the building did not need the income."""
    paid_for = character(turn[0]["character"]).income
    if paid_for is None or "income" not in kinds:
        return
    taken = kinds.index("income")
    for at, event in enumerate(turn):
        if event["kind"] == "build" and district(event["district"]).type == paid_for:
            alone = at > taken and kinds[at + 1 :] == ["turn-end"]
            yield INCOME, alone and turn[-1]["gold"] >= turn[taken]["gold"]


def main(games: int = 3000) -> None:
    """Count in games of `learner` with itself, so many of each edition, and write the page. A minute."""
    rows: dict[str, list[str]] = {fault: [] for fault in FAULTS}
    for edition in EDITIONS:
        with tempfile.TemporaryDirectory(prefix="citadels-") as name:
            folder = Path(name) / "run"
            table = ("--variant", edition, "--players", "4", "--games", str(games), "--bots", "learner", "--seed", "5")
            command("run", *table, "--detail", "events", "--out", str(folder))
            for fault, (done, of) in count_faults(folder).items():
                rows[fault].append(f"{done:,} of {of:,}, {done / max(1, of):.1%}")
    lines = [
        "# What `learner` does that a good player would do otherwise",
        "",
        f"Counted in {games:,} games of each edition, four players, `learner` at every seat. Made by `scripts/research/run faults`.",
        "",
        *heads("what", *(f">{edition}" for edition in EDITIONS)),
        *(cells(fault, *shares) for fault, shares in rows.items()),
    ]
    write_report("faults.md", lines)
    say(*lines)
