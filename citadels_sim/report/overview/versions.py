"""The versions of rules of one's own: what each of them brought the characters, this one last, and how long their games are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from citadels_sim.judge.criteria import Judgement
from citadels_sim.lineups import lineup_words, skill_rank
from citadels_sim.names import version_name
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.answers import compared_at, compared_block, rounds_row
from citadels_sim.report.overview.summary import judging
from citadels_sim.report.overview.words import players_at
from citadels_sim.report.study_facts import EarlierVersion, Table, shared_table
from citadels_sim.show import drawing, page
from citadels_sim.show.blocks import Column, Heat, Row
from citadels_sim.show.charts import style
from citadels_sim.show.drawing import Group, Where
from citadels_sim.show.values import Value, Verdict
from citadels_sim.tables.keys import key_of
from citadels_sim.verdicts import OF_STRENGTH, place_of

_SHOWN: Final = 5
"""Earlier versions with a column: the last ones."""


def characters_by_version(evidence: Evidence, earlier: Sequence[EarlierVersion]) -> Group:
    """Lay the effects of picks under the versions side by side; a group without blocks where there are none.

    All are of one table: of those that most versions have the one of the bot that judges this version, else of the most skilled one.
    """
    blocks: list[drawing.Block] = []
    if evidence.changed is not None and earlier:
        judged = judging(evidence.verdicts)
        own = [one for one in evidence.verdicts if (one.criterion, one.variant) == ("character", evidence.changed[1])]
        own.sort(key=lambda one: (one not in judged, skill_rank(one.lineup), one.players))
        by_table = {table_of(one): one for one in reversed(own)}
        shown = earlier[-_SHOWN:]
        if (table := shared_table(map(table_of, own), [one.characters for one in shown])) is not None:
            last = shown[-1].number if version_before(evidence, earlier) == shown[-1].number else None
            compared = _Compared.on_the_same_deals(evidence, by_table[table], last)
            blocks.append(page.drawn(_block(by_table[table], shown, compared), Where("")))
    return Group("Characters, version by version", blocks, "half")


class _Compared(NamedTuple):
    """What the last change did at one table: the version before, effects of picks by character, length of games now and the difference."""

    since: int
    effects: Mapping[str, Value]
    rounds: tuple[Value | None, Value | None]

    @classmethod
    def on_the_same_deals(cls, evidence: Evidence, now: Judgement, before: int | None) -> _Compared | None:
        """Take the differences on the same deals; None where this table has none, or they are not those from the version before."""
        if before is None or compared_at(evidence) != now.table:
            return None
        picks, games = compared_block(evidence, "forks-change"), compared_block(evidence, "differences")
        change = None if games is None else rounds_row(games)
        effects = {} if picks is None else {row.key: row.values[0] for row in picks.rows}
        lengths = (one.tables["length"].filter(**key_of(now.table), metric="mean_rounds") for one in evidence.shown("games"))
        length = next((Value.from_row(row) for table in lengths for row in table.iter_rows(named=True)), None)
        return cls(before, effects, (length, None if change is None else change.values[0]))


def version_before(evidence: Evidence, earlier: Sequence[EarlierVersion]) -> int | None:
    """Return the number of the version that the rules are compared with; None where they are compared with what they extend."""
    if evidence.changed is None:
        return None
    before, now = evidence.changed
    return next((one.number for one in earlier if version_name(now, one.number) == before), None)


def table_of(one: Judgement) -> Table:
    """Return the table that a judgement is of."""
    return Table(one.players, lineup_words(one.lineup))


def _block(now: Judgement, earlier: Sequence[EarlierVersion], compared: _Compared | None) -> Heat:
    table, where = table_of(now), players_at([now.players], [now.lineup])
    alike = [(one.number, one.characters[table]) for one in earlier if table in one.characters]
    others = [str(one.number) for one in earlier if table not in one.characters]
    absent = f" Version{'s' * (len(others) > 1)} {style.listed(others)} {'have' if len(others) > 1 else 'has'} no such figures ({where})."
    how = "Each from its own study; the differences on the same deals are above."
    if compared is not None:
        how = "Each version from its own study; the last column is the difference on the same deals."
    rows = tuple(
        Row(
            style.title_of(member.group),
            (
                *(_value(effects.get(member.group)) for _, effects in alike),
                Value(member.value, member.low, member.high, "points", Verdict(OF_STRENGTH[place_of(now.state_of(member), member.off)])),
                *([] if compared is None else [_plain(compared.effects.get(member.group))]),
            ),
            member.group,
        )
        for member in sorted(now.members, key=lambda member: -member.value)
    )
    assert not isinstance(now.limit, tuple)
    limits = (now.limit,) * len(rows)
    if compared is not None and compared.rounds[1] is not None:
        length, change = compared.rounds
        before = [_rounds(one.rounds.get(table)) for one in earlier if table in one.characters]
        rows, limits = (*rows, Row("Rounds of a game", (*before, _plain(length), _plain(change)))), (*limits, math.inf)
    return Heat(
        slug="versions",
        title="Characters, version by version",
        table="versions",
        cell=now.table,
        finding=f"Effect of a pick under each version of the rules ({where}).",
        unit="percentage points of win chance" + "; length in rounds" * (len(limits) > len(now.members)),
        how=how + absent * bool(others),
        members="characters of a version",
        basis="",
        head="Character",
        columns=(
            *(Column(f"Version {number}") for number, _ in alike),
            Column("This version"),
            *([] if compared is None else [Column(f"Change since {compared.since}")]),
        ),
        rows=rows,
        limit=now.limit,
        limits=limits,
    )


def _plain(value: Value | None) -> Value:
    """Return a figure of a comparison without its verdict, which its own block has."""
    return Value(None, unit="count") if value is None else replace(value, verdict=None)


def _rounds(length: tuple[float, float | None, float | None] | None) -> Value:
    return Value(None, unit="count") if length is None else Value(*length, "number")


def _value(figure: tuple[float, float | None, float | None] | None) -> Value:
    return Value(None, unit="count") if figure is None else Value(*figure)
