"""What bans show: what it costs never to pick a character over a whole game, and what it gains always to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from citadels_sim.designs.bans.analyse import BAN_MARGIN, BanAnalysis, analyse_bans
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Column, Dots, Row, Shown, cells_of, counted, farthest, states_of, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value, Verdict
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.text import needed_words
from citadels_sim.verdicts import UNDECIDED


class _Restriction(NamedTuple):
    """One restriction of a player: its column of the verdicts, its figure, and its words."""

    name: str
    metric: str
    title: str
    head: str
    how: str
    found: str
    none: str
    unsure: str


_RESTRICTIONS: Final = (
    _Restriction(
        "ban",
        "ban_cost",
        "Never picking a character",
        "Cost",
        "One player may not pick the character; the others are the same bot without a ban.",
        "Most costly ban: {who}, {figure} of win chance.",
        "No ban is costly: each costs at most {margin}.",
        "Undecided whether a ban is costly; farthest from 0: {who} {figure}.",
    ),
    _Restriction(
        "take",
        "take_gain",
        "Always picking a character",
        "Gain",
        "One player always picks the character; the others are the same bot and choose freely.",
        "Always picking the {who} beats the bot: {figure} of win chance.",
        "Always picking one character does not beat the bot by more than {margin}.",
        "Undecided whether always picking a character beats the bot; farthest from 0: {who} {figure}.",
    ),
)


def show(run: Run, margin: float | None = None) -> Shown:
    """Analyse a run of bans; see `show.blocks.Blocks`; the margin is in win chance per game."""
    bans = analyse_bans(run, BAN_MARGIN if margin is None else margin)
    blocks = tuple(_block(bans, cell, one) for cell in cells_of(bans.effects) for one in _RESTRICTIONS)
    names = {"effects": "character_bans", "verdicts": "ban_verdicts"}
    return Shown(blocks, {"effects": bans.effects, "verdicts": bans.verdicts}, names, {"margin": bans.margin})


def _block(bans: BanAnalysis, cell: Cell, one: _Restriction) -> Dots:
    effects = {(row["metric"], row["group"]): row for row in bans.effects.filter(**key_of(cell)).iter_rows(named=True)}
    verdicts = {row["character"]: row for row in bans.verdicts.filter(**key_of(cell)).iter_rows(named=True)}
    rows = [_row(name, effects, verdicts[name], one) for metric, name in effects if metric == one.metric]
    rows.sort(key=lambda row: (row.values[0].few, -(row.values[0].value or 0.0)))
    deals = max(row["blocks"] for row in effects.values())
    return Dots(
        slug=f"bans-{one.name}",
        title=one.title,
        table="effects",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else _finding(rows, one, f"{100 * bans.margin:g} pp"),
        unit="percentage points of win chance per game",
        how=one.how,
        members="characters",
        basis=counted(deals),
        head="Character",
        columns=(Column(one.head), Column("Picks changed", further=True)),
        rows=tuple(rows),
        limit=bans.margin,
    )


def _row(name: str, effects: dict[tuple[str, str], dict[str, Any]], verdict: dict[str, Any], one: _Restriction) -> Row:
    word = verdict[one.name]
    needed = needed_words(verdict["needed_deals_low"], verdict["needed_deals"], "deals") if word == UNDECIDED else ""
    changed = Value.from_row(effects.get((f"{one.name}_changed", name)))
    return Row(style.title_of(name), (Value.from_row(effects[one.metric, name], Verdict(word, needed)), changed))


def _finding(rows: Sequence[Row], one: _Restriction, margin: str) -> str:
    """Name the character with the greatest figure that is shown to lie beyond the margin, else say what of it is undecided."""
    above = [row for row, state in zip(rows, states_of(rows), strict=True) if state == "fails" and (row.values[0].value or 0.0) > 0]
    if above:
        return one.found.format(who=above[0].head, figure=above[0].values[0].whole)
    far = farthest(rows, "open")
    if far is None or (far.values[0].high or 0.0) < 0:
        return one.none.format(margin=margin)
    return one.unsure.format(who=far.head, figure=far.values[0].whole)
