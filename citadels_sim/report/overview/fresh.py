"""What a finding comes to on fresh deals: the farthest of many figures is the farthest partly by luck, which other deals do not repeat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from citadels_sim.designs.why import WHOLE
from citadels_sim.report.card import who
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.excess import Excess
from citadels_sim.show.values import Value
from citadels_sim.text import listed


def of_this_one(evidence: Evidence, same: Sequence[Excess]) -> list[str]:
    """State the effect of one character on fresh deals, at each of its tables that were played anew; nothing of other criteria."""
    found = [_at(each, value, several=len(same) > 1) for each, value in _found(evidence, same)]
    return [f"on fresh deals {listed(found)}"] if found else []


def of_others(evidence: Evidence, further: Iterable[Excess]) -> str:
    """State the effects of further characters of a sentence on fresh deals; empty where none was played anew."""
    found = [f"the {who('character', each.member)} {_at(each, value, several=True)}" for each, value in _found(evidence, further)]
    return f"on fresh deals: {listed(found)}" if found else ""


def _found(evidence: Evidence, excesses: Iterable[Excess]) -> Iterator[tuple[Excess, Value]]:
    """Iterate over characters whose effect was split into the parts of the card on deals that the forks have not played."""
    forked = {run.manifest.experiment.seed for run in evidence.runs_of("forks")}
    split = [one for one in evidence.shown("why") if one.analysis.run.manifest.experiment.seed not in forked]
    for each in excesses:
        for shown in split if each.judgement.criterion == "character" else ():
            if shown.analysis.run.manifest.experiment.what == each.member.group:
                rows = (row for block in shown.blocks if block.cell == each.judgement.table for row in block.rows if row.key == WHOLE)
                yield from ((each, row.values[0]) for row in rows if not row.values[0].few)


def _at(each: Excess, value: Value, *, several: bool) -> str:
    return f"{value.whole}{f' ({each.judgement.players} players)' if several else ''}"
