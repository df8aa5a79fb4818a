"""The verdict card and the characters for the terminal: tables whose intervals are drawn with characters of a line."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from citadels_sim.judge.criteria import CRITERIA, Judgement
from citadels_sim.lineups import lineup_words
from citadels_sim.report.card import figure, limit_words, members_words
from citadels_sim.report.evidence import Evidence
from citadels_sim.show.charts import style
from citadels_sim.show.charts.grids import of_cell
from citadels_sim.verdicts import MARKS, STATES, tally

_WIDTH = 19


@dataclass(frozen=True)
class TerminalTable:
    """A table for the terminal.

    Attributes
    ----------
    columns : tuple of str
        The last ones are for people who see: `bars` of them.
    rows : tuple of (str, tuple of str)
        State (holds, fails, open or empty) and the cells.
    bars : int
        Columns at the end that are drawings.
    places : int
        Columns at the start that name the table of players of a row.
    further : tuple of str
        Columns that few read, for which a terminal has no room.
    numbers : tuple of str
        Columns that are aligned at the right.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    bars: int
    places: int = 0
    further: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


def bar(value: float, low: float | None, high: float | None, limit: float, reach: float, width: int = _WIDTH) -> str:
    """Draw an interval round 0 with its limits: ``    ┊  ├─●─┤│    ┊``.

    Parameters
    ----------
    value, low, high : float
        An estimate and its interval.
    limit : float
        Drawn on both sides.
    reach : float
        The values at the ends of the line; what lies beyond is cut off there.
    width : int
        Characters; odd, so that 0 has one.
    """

    def place(number: float) -> int:
        return round((max(-reach, min(reach, number)) / reach + 1) / 2 * (width - 1))

    line = [" "] * width
    for edge in (-limit, limit):
        line[place(edge)] = "┊"
    line[place(0.0)] = "│"
    if low is not None and high is not None:
        for at in range(place(low), place(high) + 1):
            line[at] = "─"
        line[place(low)], line[place(high)] = "├", "┤"
    line[place(value)] = "●"
    return "".join(line)


def terminal_tables(evidence: Evidence) -> list[TerminalTable]:
    """Lay out the verdict card, then the characters of every table that was forked."""
    return [_card(evidence.judgements), *_characters(evidence)]


def _card(judgements: list[Judgement]) -> TerminalTable:
    rows = []
    both = [
        abs(edge)
        for one in judgements
        if CRITERIA[one.criterion].side == "both"
        for edge in (one.worst.low, one.worst.high)
        if edge is not None
    ]
    reach = max([0.04, *both])
    for one in judgements:
        shown = one.worst.value, one.worst.low, one.worst.high
        drawn = "" if CRITERIA[one.criterion].side != "both" or isinstance(one.limit, tuple) else bar(*shown, one.limit, reach)
        cells = (
            one.variant,
            str(one.players),
            one.lineup,
            CRITERIA[one.criterion].title,
            f"{MARKS[one.state]} {one.word}",
            members_words(one) if CRITERIA[one.criterion].side == "both" else "",
            figure(one),
            limit_words(one.criterion, one.limit_of(one.worst)),
            style.count(one.n),
        )
        rows.append((one.state, (*cells, drawn)))
    heads = (
        "variant",
        "players",
        "bots",
        "criterion",
        "verdict",
        "seats or characters",
        "farthest out [95 %]",
        "limit",
        "n",
        f"−{100 * reach:.0f} pp … +{100 * reach:.0f} pp",
    )
    return TerminalTable("Verdicts. Bots are not people.", heads, tuple(rows), 1, 3, ("seats or characters", "limit", "n"))


def _characters(evidence: Evidence) -> list[TerminalTable]:
    tables = []
    for forks in evidence.forks:
        for cell in forks.cells.iter_rows(named=True):
            key = cell["variant"], cell["lineup"], cell["players"]
            effects = of_cell(forks.effects, *key).filter(metric="win_effect").sort("value", descending=True)
            shares = dict(of_cell(forks.effects, *key).filter(metric="pick_share").select("group", "value").iter_rows())
            words = {row["character"]: row for row in of_cell(forks.verdicts, *key).iter_rows(named=True)}
            reach = max(
                4 * forks.margin,
                *(abs(float(str(effects.select(pl.col(end).abs().max()).item() or 0))) for end in ("family_low", "family_high")),
            )
            rows = []
            for row in effects.iter_rows(named=True):
                word = words[row["group"]]["verdict"]
                state = STATES[word]
                bounds = row["family_low"], row["family_high"]
                cells = (
                    style.title_of(row["group"]),
                    style.points(row["value"], *bounds),
                    style.points_interval(*bounds),
                    f"{MARKS[state]} {word}",
                    style.percent(shares.get(row["group"])),
                    style.count(words[row["group"]]["nodes"]),
                )
                rows.append((state, (*cells, bar(row["value"], *bounds, forks.margin, reach))))
            where = f"{cell['variant']}, {cell['players']} players, {lineup_words(cell['lineup'])}"
            counted = tally(STATES[row["verdict"]] for row in words.values())
            title = f"Effect of a pick: {where} (pp of win chance; margin {100 * forks.margin:g} pp). Characters: {counted}."
            heads = (
                "character",
                "effect",
                "95 % for all at once",
                "verdict",
                "picked",
                "nodes",
                f"−{100 * reach:.0f} pp … +{100 * reach:.0f} pp",
            )
            tables.append(TerminalTable(title, heads, tuple(rows), bars=1, further=heads[4:6], numbers=heads[1:3]))
    return tables
