"""Characters by the skill of those who play: a column for each level, and what is so at all of them or reverses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.judge.criteria import Judgement
from citadels_sim.lineups import level_of, lineup_words, players_words, skill_of, skill_rank
from citadels_sim.report.confirmation import VERBS, Confirmation
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.robustness import judged_members
from citadels_sim.show.blocks import Column, Heat, Row, Shown, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value, Verdict
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.text import join, listed, lower_first, upper_first
from citadels_sim.verdicts import OF_STRENGTH, UNDECIDED

_NAMED: Final = 3
_STRONG: Final = OF_STRENGTH["above"]
_SIDES: Final = (_STRONG, OF_STRENGTH["below"])
_RULE: Final = (
    "The sentences at the top are those of the first column. A finding of weaker players is added if a character is too strong for them, "
    "since some people play that way; not if it is too weak for them, since they can learn."
)


def characters_by_skill(evidence: Evidence) -> Shown:
    """Compare what picks bring to players of different skill, at each table that several bots played."""
    confirming = [one.lineup for one in evidence.confirming]
    judged = (*evidence.judgements, *evidence.confirming)
    members = judged_members(judged).filter(pl.col("lineup").is_in([*evidence.families, *confirming]), kind="character")
    blocks = []
    for (variant, players), part in members.group_by("variant", "players", maintain_order=True):
        # Who confirms stands last: the first column is that of the judge.
        lineups = sorted(part["lineup"].unique(maintain_order=True), key=lambda one: (one in confirming, skill_rank(one)))
        if len(lineups) > 1:
            cell = str(variant), int(str(players)), ""
            blocks.append(_block(cell, part, lineups, [one for one in evidence.confirming if (one.variant, one.players) == cell[:2]]))
    if not blocks:
        return Shown((), {}, {})
    skill = pl.col("lineup").map_elements(lambda lineup: skill_of(lineup) or "", return_dtype=pl.String)
    table = members.select(
        "variant",
        "players",
        "lineup",
        skill.alias("skill"),
        pl.col("headline").alias("character"),
        "value",
        "low",
        "high",
        pl.col("shown").replace(OF_STRENGTH).alias("verdict"),
        "margin",
        "unit",
        "estimand",
        "blocks",
    )
    return Shown(tuple(blocks), {"by_skill": table}, {"by_skill": "by_skill"})


def _block(cell: tuple[str, int, str], table: pl.DataFrame, lineups: Sequence[str], confirming: Sequence[Judgement]) -> Heat:
    """Show the characters of one table of players, the strongest of the most skilled first."""
    by_name: dict[str, dict[str, dict[str, Any]]] = {}
    for row in table.iter_rows(named=True):
        by_name.setdefault(row["headline"], {})[row["lineup"]] = row
    names = sorted(by_name, key=lambda name: -by_name[name].get(lineups[0], {"value": 0.0})["value"])
    rows = tuple(Row(style.title_of(name), tuple(_value(by_name[name].get(lineup)) for lineup in lineups), name) for name in names)
    blocks = min(table["blocks"].to_list())
    heads = [_head(lineup) for lineup in lineups]
    levels = heads[: len(heads) - len({one.lineup for one in confirming})]
    findings = [*(_findings(rows, levels) if len(levels) > 1 else ()), *_confirmed(rows, confirming)]
    return Heat(
        slug="characters-by-skill",
        title="Characters by skill",
        table="by_skill",
        cell=cell,
        finding=too_few(blocks) if blocks < LEAST_COUNT else " ".join(findings),
        unit="percentage points of win chance",
        how=f"Effect of a pick for players of each level, who play among themselves. {_RULE}",
        members="characters of a bot",
        basis=f"{style.count(blocks)} deals at least",
        head="Character",
        columns=tuple(map(Column, heads)),
        rows=rows,
        first_page=True,
        limit=table["margin"][0],
    )


def _head(lineup: str) -> str:
    """Name the level of a line-up, and its bot."""
    level = level_of(lineup)
    return f"{level.capitalize()} ({lineup_words(lineup)})" if level else lineup_words(lineup)


def _value(row: dict[str, Any] | None) -> Value:
    return (
        Value(None, unit="count")
        if row is None
        else Value(row["value"], row["low"], row["high"], "points", Verdict(OF_STRENGTH[row["shown"]]))
    )


def _findings(rows: Sequence[Row], heads: Sequence[str]) -> Iterator[str]:
    """Say what is out of balance for all, what reverses with skill, and what is too strong for some."""
    words = {row.head: [one.shown.word if one.shown else "" for one in row.values[: len(heads)]] for row in rows}
    everywhere = {word: [name for name, own in words.items() if set(own) == {word}] for word in _SIDES}
    turned = {name: own for name, own in words.items() if set(own) >= set(_SIDES)}
    some: dict[tuple[str, ...], list[str]] = {}
    for name, own in words.items():
        where = tuple(head for head, word in zip(heads, own, strict=True) if word == _STRONG)
        if 0 < len(where) < len(own) and name not in turned:
            alone = not {UNDECIDED, ""} & set(own)  # who has too few nodes for a figure may find it, too
            some.setdefault((*where, " only" * alone), []).append(name)
    yield from (f"{word.capitalize()} for all: {join(names, _NAMED)}." for word, names in everywhere.items() if names)
    if turned:
        yield f"Reversed by skill: {listed([f'{name} ({_by_level(own, heads)})' for name, own in list(turned.items())[:_NAMED]])}."
    yield from (
        f"Too strong for {listed([*map(lower_first, where)])}{only}: {join(names, _NAMED)}." for (*where, only), names in some.items()
    )
    if not (turned or some or any(everywhere.values())):
        yield "No character is shown to be too strong at any level, or too weak at all of them."


def _confirmed(rows: Sequence[Row], confirming: Sequence[Judgement]) -> Iterator[str]:
    """Say which characters that the judge finds out of balance experts who think ahead confirm, and which they contradict."""
    for one in confirming:
        named: dict[str, list[str]] = {}
        members = {member.group: member for member in one.members}
        for row in rows:
            word = row.values[0].shown.word if row.values[0].shown else ""
            if word in _SIDES and row.key in members:
                answer = Confirmation(one, members[row.key], word == _STRONG).answer
                named.setdefault(VERBS[answer], []).append(row.head)
        if named:
            said = [verb.format(join(names, _NAMED)) for verb, names in named.items()]
            yield f"{upper_first(players_words([one.lineup]))} {'; '.join(said)}."


def _by_level(own: Sequence[str], heads: Sequence[str]) -> str:
    """Write at which levels a character is too strong and at which too weak."""
    said = {word: [lower_first(head) for head, one in zip(heads, own, strict=True) if one == word] for word in _SIDES}
    return ", ".join(f"{word} for {listed(names)}" for word, names in said.items())
