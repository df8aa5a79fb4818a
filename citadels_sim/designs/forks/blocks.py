"""What forks of picks show: what picking each character brings, when and for whom, and one character less another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.designs.forks.analyse import ForkAnalysis, Wishes, analyse_forks
from citadels_sim.designs.forks.comparison import effect_differences
from citadels_sim.designs.forks.splits import split_effects
from citadels_sim.lineups import judge_of, lineup_words
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Block, Column, Dots, Heat, Row, Shown, Table, cells_of, counted, states_of, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value, Verdict
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.text import join, listed, upper_first
from citadels_sim.verdicts import UNDECIDED

RANKING: Final = "Effect of a pick"
"""Title of the ranking of characters, whose finding says all that its title does."""
_UNIT: Final = "percentage points of win chance per pick"
_NAMED: Final = 3
_COLUMNS: Final = {
    "win_effect": Column("Effect"),
    "pick_share": Column("Picked when offered", further=True),
    "chosen_effect": Column("Where the bot picks it", further=True),
    "win_effect_single": Column("One random pick", further=True),
    "win_lift": Column("Win rate minus even share", further=True),
}
_SPLITS: Final = {"stage": "part of the game", "slot": "number of the pick", "standing": "standing of the picker"}
_NAMES: Final = {
    "cells": "fork_cells",
    "verdicts": "fork_verdicts",
    "effects": "character_effects",
    "policy": "policy",
    "contrasts": "character_contrasts",
    "splits": "splits",
}


def show(
    run: Run, margin: float | None = None, *, splits: bool = True, contrasts: bool = True, pairs: bool = False, wishes: Wishes | None = None
) -> Shown:
    """Analyse a run of forks of picks; see `show.blocks.Blocks`.

    Parameters
    ----------
    run : Run
    margin : float, optional
        In win chance per pick; None: what the run declares.
    splits, contrasts : bool
        Whether effects are split by part of the game, pick and standing, and whether characters are compared in pairs: both take longer
        than all else.
    pairs : bool
        Whether the pairs have a block of their own.
    wishes : mapping, optional
        What is wanted of single characters; None: what the run declares.
    """
    forks = analyse_forks(run, margin, wishes)
    tables = {"cells": forks.cells, "verdicts": forks.verdicts, "effects": forks.effects, "policy": forks.policy}
    tables |= {"contrasts": forks.contrasts} if contrasts or pairs else {}
    parts = split_effects(run) if splits else None
    tables |= {} if parts is None else {"splits": parts}
    blocks: list[Block] = []
    for cell in cells_of(forks.cells):
        blocks.append(_effects(forks, cell))
        blocks += [] if parts is None else _split_blocks(parts.filter(**key_of(cell)), forks, cell)
        blocks += [_pairs(forks, cell)] if pairs else []
    return Shown(tuple(blocks), tables, {name: _NAMES[name] for name in tables}, {"margin": forks.margin}, forks)


def show_some(run: Run, margin: float | None = None) -> Shown:
    """Show a part of a run, without what takes long; see `runs.design.Design.module`."""
    return show(run, margin, splits=False, contrasts=False)


def compare(run: Run) -> list[Shown]:
    """Compare what picks bring under the first variant of a run and under each other one; see `runs.design.Design.module`."""
    first, *others = run.manifest.variants
    tables = {new: effect_differences(run, first, new) for new in others}
    return [compared_shown(table, first, new) for new, table in tables.items() if table.height]


def compared_shown(table: pl.DataFrame, old: str, new: str) -> Shown:
    """Say what differences of effects show, from an old variant to a new one."""
    blocks = [
        _change(rows.sort("group"), old, (new, int(players), str(lineup)))
        for (players, lineup), rows in table.partition_by("players", "lineup", maintain_order=True, as_dict=True).items()
    ]
    tables = {"effect_differences": table}
    return Shown(tuple(blocks), tables, {name: name for name in tables}, keys={"a_variant": old, "b_variant": new})


def _change(table: pl.DataFrame, old: str, cell: Cell) -> Dots:
    rows = []
    for row in table.iter_rows(named=True):
        change = Value(row["difference"], row["family_low"], row["family_high"], "points", Verdict.from_row(row, "blocks", "deals"))
        ends = (Value(None if change.few else row[side], no_interval=True) for side in "ab")
        note = "" if change.few else f"{style.points(row['a'])} → {style.points(row['b'])}"
        rows.append(Row(style.title_of(row["group"]), (change, *ends), row["group"], note))
    rows.sort(key=lambda row: (row.values[0].few, 0.0 if row.values[0].few else -(row.values[0].value or 0.0)))
    deals = int(str(table["blocks"].max()))
    beyond = [f"{row.head} {row.values[0].whole}" for row, state in zip(rows, states_of(rows), strict=True) if state == "fails"]
    return Dots(
        slug="forks-change",
        title="Change of the effect of a pick",
        table="effect_differences",
        cell=cell,
        other=old,
        finding=(
            too_few(deals)
            if deals < LEAST_COUNT
            else "No character was forked often enough to say how its effect changed."
            if all(row.values[0].few for row in rows)
            else f"Beyond limits: {listed(beyond)}."
            if beyond
            else "No character's effect is shown to change by more than the limit."
        ),
        unit=_UNIT,
        how="For characters of both variants; the limit is twice that of an effect, from one edge of balance to the other.",
        members="characters",
        basis=counted(deals),
        head="Character",
        columns=(Column("Change"), Column("Before", further=True), Column("After", further=True)),
        rows=tuple(rows),
        first_page=True,
        chapter="editions",
        limit=table["margin"][0],
    )


def _effects(forks: ForkAnalysis, cell: Cell) -> Dots:
    effects = {(row["metric"], row["group"]): row for row in forks.effects.filter(**key_of(cell)).iter_rows(named=True)}
    rows = []
    for verdict in forks.verdicts.filter(**key_of(cell)).iter_rows(named=True):
        name = verdict["character"]
        first = Value.from_row(effects.get(("win_effect", name)), Verdict.from_row(verdict, "nodes"))
        others = (Value.from_row(effects.get((metric, name))) for metric in list(_COLUMNS)[1:])
        wanted = f"intended {style.wanted(wish)}" if (wish := forks.wishes.get(name)) else ""
        rows.append(Row(style.title_of(name), (first, *others, Value(verdict["nodes"], unit="count")), name, wanted))
    rows.sort(key=lambda row: (row.values[0].few, -(row.values[0].value or 0.0)))
    whole, policy = forks.cells.filter(**key_of(cell)).row(0, named=True), forks.policy.filter(**key_of(cell))
    return Dots(
        slug="forks",
        title=RANKING,
        table="effects",
        cell=cell,
        finding=too_few(whole["blocks"]) if whole["blocks"] < LEAST_COUNT else strength_finding(rows, "characters"),
        unit=_UNIT,
        how="Every character on offer was picked on copies of the same game; 0 is their mean.",
        members="characters",
        basis=counted(whole["nodes"], "nodes"),
        head="Character",
        columns=(*_COLUMNS.values(), Column("Nodes", further=True)),
        rows=tuple(rows),
        notes=(*_wished(rows), *_judge(forks, cell), *_notes(whole, {row["metric"]: row for row in policy.iter_rows(named=True)})),
        limit=forks.margin,
        first_page=True,
    )


def _wished(rows: Sequence[Row]) -> Iterator[str]:
    """Name what is wanted of single characters: their verdicts are against that."""
    if wanted := [f"{row.head}, {row.note.removeprefix('intended ')}" for row in rows if row.note]:
        yield f"Intended effects other than 0: {'; '.join(wanted)}."


def _judge(forks: ForkAnalysis, cell: Cell) -> Iterator[str]:
    """Name the bot that judges these rules, where it is another one of the same run."""
    variant, players, lineup = cell
    judge = judge_of(forks.cells.filter(variant=variant, players=players)["lineup"].to_list())
    if judge != lineup:
        yield f"These rules are judged by {lineup_words(judge)}; {lineup_words(lineup)} is shown for comparison."


def strength_finding(rows: Sequence[Row], members: str) -> str:
    """Name the rows that are shown to be too strong or too weak, and count the others."""
    words = [verdict.word if (verdict := row.values[0].shown) else UNDECIDED for row in rows]
    phrases = []
    for word in ("too strong", "too weak"):
        names = [f"the {row.head}" for row, own in zip(rows, words, strict=True) if own == word]
        names = names[::-1] if word == "too weak" else names
        if names:
            phrases.append(f"{join(names, _NAMED)} {'is' if len(names) == 1 else 'are'} {word}")
    unsure = f", {words.count(UNDECIDED)} undecided" if UNDECIDED in words else ""
    phrases.append(f"{words.count('balanced')} of {len(rows)} {members} balanced")
    return upper_first(f"{'; '.join(phrases)}{unsure}.")


def _notes(whole: Mapping[str, Any], policy: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Say how far the true effects lie apart, and how well the bots pick."""
    if whole["spread"] is not None and whole["spread_low"] > 0:
        spread = Value(whole["spread"], whole["spread_low"], whole["spread_high"])
        yield f"Standard deviation of the true effects: {spread.whole.lstrip('+')}."
    elif whole["spread"] is not None:
        yield f"Standard deviation of the true effects: at most {style.points(whole['spread_high']).lstrip('+')}."
    edge, regret = Value.from_row(policy["edge"], own=True), Value.from_row(policy.get("regret_found"), own=True)
    if not edge.few:
        better = ""
        if not regret.few and regret.value is not None:
            shown = regret.low is not None and regret.low > 0
            better = f"; always picking the best would gain at least {regret.whole} more" if shown else "; no better pick is shown"
        yield f"The bots' own picks gain {edge.whole} over random ones{better}."


def _split_blocks(parts: pl.DataFrame, forks: ForkAnalysis, cell: Cell) -> Iterator[Heat]:
    whole = forks.cells.filter(**key_of(cell)).row(0, named=True)
    for split, words in _SPLITS.items():
        here = parts.filter(split=split)
        if not here.height:
            continue
        names = here["part"].unique(maintain_order=True).to_list()
        at = {(row["character"], row["part"]): row for row in here.iter_rows(named=True)}
        characters = here["character"].unique(maintain_order=True)
        rows = tuple(Row(style.title_of(name), tuple(_part(at.get((name, part))) for part in names), name) for name in characters)
        sure = [row for row in here.iter_rows(named=True) if row["q"] is not None and row["q"] < 0.05]
        yield Heat(
            slug=f"forks-{split}",
            title=f"Effect of a pick by {words}",
            table="splits",
            cell=cell,
            finding=too_few(whole["blocks"]) if whole["blocks"] < LEAST_COUNT else _split_finding(sure, here.height),
            unit=_UNIT,
            how="Exploratory: each interval holds alone; * false discovery rate below 5 %; (few): fewer than 500 nodes.",
            members="",
            basis=counted(whole["nodes"], "nodes"),
            head="Character",
            columns=tuple(map(Column, names)),
            rows=rows,
            limit=forks.margin,
        )


def _part(row: Mapping[str, Any] | None) -> Value:
    if row is None:
        return Value(None, unit="count")
    star = "*" if row["q"] is not None and row["q"] < 0.05 else ""
    return Value(row["value"], row["low"], row["high"], "points", sign=f"{star}{' (few)' if row['small'] else ''}")


def _split_finding(sure: Sequence[Mapping[str, Any]], of: int) -> str:
    if not sure:
        return "No effect differs from 0 beyond chance (false discovery rate 5 %)."
    row = max(sure, key=lambda row: abs(row["value"]))
    most = f"the {style.title_of(row['character'])}, {row['part']}: {Value(row['value'], row['low'], row['high']).whole}"
    return f"{len(sure)} of {of} effects differ from 0 beyond chance; the largest is {most}."


def _pairs(forks: ForkAnalysis, cell: Cell) -> Table:
    table = forks.contrasts.filter(**key_of(cell)).sort("value", descending=True)
    rows = tuple(Row(_pair_words(row["group"]), (Value.from_row(row),)) for row in table.iter_rows(named=True))
    apart = sum(not row.values[0].few and (row.values[0].low or 0.0) * (row.values[0].high or 0.0) > 0 for row in rows)
    return Table(
        slug="forks-pairs",
        title="Difference between two picks",
        table="contrasts",
        cell=cell,
        finding=f"{apart} of {len(rows)} pairs of characters are shown to differ.",
        unit=_UNIT,
        how="At picks with both on offer.",
        members="pairs",
        basis=f"{forks.cells.filter(**key_of(cell))['nodes'][0]:,} nodes",
        head="First minus second",
        columns=(Column("Difference"),),
        rows=rows,
    )


def _pair_words(group: str) -> str:
    return " less ".join(style.title_of(name) for name in group.split(" - "))
