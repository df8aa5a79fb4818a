"""Length and flow: how long games are, what is decided when, dead turns, interaction, skill, luck; by number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from citadels_sim.judge.criteria import CRITERIA, Judgement
from citadels_sim.limits import ends
from citadels_sim.report.card import limit_words
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import member_figure, player_words
from citadels_sim.report.where import where
from citadels_sim.show.axis import axis
from citadels_sim.show.drawing import Dots, Figure, Group, Mark, Row

_MEASURES: Final = {
    "rounds": "Length",
    "dead_turns": "Dead turns",
    "interaction": "Interaction",
    "decisiveness": "Decided after",
    "skill": "Skill",
}
_HOW: Final = {
    "rounds": "Rounds: median; the line spans 5 to 95 % of the games. Mark: 95 % of the games are over.",
    "dead_turns": "Turns lost to murder and bewitchment.",
    "interaction": "Hits on other players per turn.",
    "decisiveness": "Share of the rounds after which the winner's chance stays above 80 %.",
    "skill": "Wins of the best bot, where 0 % is an even share (luck alone) and 100 % is every game.",
}

_Arm = tuple[str, str]  # variant, line-up


def flow_groups(evidence: Evidence) -> list[Group]:
    """Return a small chart of every measure, with a row for each number of players."""
    groups = []
    for criterion, title in _MEASURES.items():
        arms: dict[_Arm, list[Judgement]] = {}
        for one in evidence.verdicts:
            if one.criterion == criterion:
                arms.setdefault((one.variant, one.lineup), []).append(one)
        if arms:
            groups.append(Group(title, [_measure(evidence, arm, judged) for arm, judged in arms.items()], "third"))
    return groups


def _measure(evidence: Evidence, arm: _Arm, judged: Sequence[Judgement]) -> Dots:
    variant, lineup = arm
    judged = sorted(judged, key=lambda one: one.players)
    key = judged[0].criterion
    scale, entry = CRITERIA[key].per_unit, CRITERIA[key]
    allowed = ends(entry.side, judged[0].limit)
    spans = {id(one): _span(one) for one in judged}
    values = [value for one in judged for value in (*spans[id(one)], one.worst.value)]
    unit = "\u00a0%" if scale == 100 else ""
    least = [0.0] if key in ("dead_turns", "rounds") else []
    line = axis([None if v is None else scale * v for v in (*values, *least)], allowed=(scale * allowed[0], scale * allowed[1]), unit=unit)
    rows = []
    for one in judged:
        low, high = spans[id(one)]
        marks: tuple[Mark, ...] = (Mark(line.at(scale * one.worst.value), one.state),)
        shown = member_figure(key, one.worst)
        if key == "rounds":
            middle = one.extra["length"]["rounds_median"]
            marks = (Mark(line.at(middle), "middle"), *marks)
            shown = Figure(f"{middle:.0f} rounds", f"{low:.0f} to {high:.0f}")
        span = None if low is None or high is None else (line.at(scale * low), line.at(scale * high))
        rows.append(Row(f"{one.players} players", shown, marks, span, one.state, one.players))
    how = f"{_HOW[key]} Band: {limit_words(key, judged[0].limit)}."
    place = where(evidence, variant, None, lineup)
    if key == "skill":  # several bots of one table have it: it is shown with each of them
        place = replace(place, lineup=None)
    return Dots(place, _measure_finding(judged), how, folded=False, head="Table", axis=line, rows=tuple(rows))


def _span(one: Judgement) -> tuple[float | None, float | None]:
    """Return what the line of a row spans: the interval, of lengths most of the games."""
    if one.criterion == "rounds":
        length = one.extra["length"]
        return length["rounds_q05"], length["rounds_q95"]
    return one.worst.low, one.worst.high


def _measure_finding(judged: Sequence[Judgement]) -> str:
    """Describe in the criterion's own words how it comes out, number of players by number of players where that differs."""
    words: dict[str, list[int]] = {}
    for one in judged:
        words.setdefault(one.word, []).append(one.players)
    if len(words) == 1:
        return f"{next(iter(words)).capitalize()} at {'every table' if len(judged) > 1 else 'this table'}."
    return f"{'; '.join(f'{word} at {player_words(players)}' for word, players in words.items()).capitalize()}."
