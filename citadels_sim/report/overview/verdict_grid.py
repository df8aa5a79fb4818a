"""The first screen: the verdict grid, and the verdicts of every table."""

from __future__ import annotations

from dataclasses import dataclass

from citadels_sim.judge.criteria import CRITERIA, Judgement
from citadels_sim.report.card import opponents, sentence, who
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import counted, member_figure, member_name
from citadels_sim.report.where import edition, where
from citadels_sim.show.drawing import Figure, Verdicts, Where
from citadels_sim.verdicts import MARKS, OF_LIMITS, State


@dataclass(frozen=True)
class GridCell:
    """A cell of the verdict grid: its table, its state (empty: not judged), its number, and both in words."""

    where: Where
    state: State | str
    text: str
    title: str


@dataclass(frozen=True)
class VerdictGrid:
    """The verdict grid of one line-up: numbers of players, and a row of cells per edition."""

    where: Where
    players: tuple[int, ...]
    lines: tuple[tuple[str, tuple[GridCell, ...]], ...]


def verdict_grids(evidence: Evidence) -> list[VerdictGrid]:
    """Lay out the state of every table, one grid for each line-up: how many criteria fail, else how many are open, else how many hold."""
    grids = []
    numbers = tuple(sorted({one.players for one in evidence.verdicts}))
    for lineup in _lineups(evidence):
        lines = tuple(
            (edition(variant), tuple(_grid_cell(evidence, variant, players, lineup) for players in numbers))
            for variant in evidence.titles
            if any((one.variant, one.lineup) == (variant, lineup) for one in evidence.verdicts)
        )
        grids.append(VerdictGrid(where(evidence, None, None, lineup), numbers, lines))
    return grids


def _lineups(evidence: Evidence) -> list[str]:
    there = {one.lineup for one in evidence.verdicts if one.criterion != "skill"} or {one.lineup for one in evidence.verdicts}
    return [lineup for lineup in evidence.lineups if lineup in there]


def _of_table(evidence: Evidence, variant: str, players: int, lineup: str) -> list[Judgement]:
    """Return the judgements of a table, and what its mixed line-ups say about skill."""
    mine = [one for one in evidence.verdicts if (one.variant, one.players) == (variant, players)]
    own = [one for one in mine if one.lineup == lineup]
    skill = [one for one in mine if one.criterion == "skill"][:1]
    return own + [one for one in skill if own and not any(each.criterion == "skill" for each in own)]


def _grid_cell(evidence: Evidence, variant: str, players: int, lineup: str) -> GridCell:
    place = where(evidence, variant, players, lineup)
    mine = _of_table(evidence, variant, players, lineup)
    if not mine:
        return GridCell(place, "", "–", f"{place.label}: not judged")
    states = [one.state for one in mine]
    state: State = next(each for each in ("fails", "open", "holds") if each in states)
    count = states.count(state)
    title = f"{place.label}: {count} of {counted(len(states), 'check')} {OF_LIMITS[state]}"
    return GridCell(place, state, f"{MARKS[state]}\u00a0{count}", title)


def verdict_lists(evidence: Evidence) -> list[Verdicts]:
    """Return the verdicts of every table, a line each with a sentence for readers who open it; mixed line-ups are listed with them."""
    alone = _lineups(evidence)
    tables = dict.fromkeys(one.table for one in evidence.verdicts if one.lineup in alone)
    return [
        Verdicts(where(evidence, *table), "", "", folded=False, lines=tuple(_line(evidence, one) for one in _of_table(evidence, *table)))
        for table in tables
    ]


def _line(evidence: Evidence, one: Judgement) -> tuple[State, str, str, str, Figure, str]:
    figure = member_figure(one.criterion, one.worst)
    name = member_name(one.criterion, one.worst)
    if one.criterion == "seat":  # it has no context here: "2 seats after" what?
        name = who("seat", one.worst).capitalize()
    if one.criterion == "skill":
        name = f"{name} against {opponents(one)}"
    shown = Figure(f"{name} {figure.text}".strip(), figure.interval)
    return one.state, MARKS[one.state], CRITERIA[one.criterion].title, one.word, shown, sentence(evidence, one)
