"""Characters: the ranking of every table, effects by number of players, and a card for each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import polars as pl

from citadels_sim.designs.draft import character_ranks
from citadels_sim.designs.tournament.naming_metrics import POWERS
from citadels_sim.designs.why import WHOLE
from citadels_sim.designs.why.blocks import PART_WORDS
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.lineups import is_mixed
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import (
    effect,
    figure,
    member_cell,
    member_state,
)
from citadels_sim.report.where import edition, where
from citadels_sim.show.charts import style
from citadels_sim.show.drawing import Card, Cards, Cell, Figure, Heat, Line
from citadels_sim.text import join, lower_first
from citadels_sim.variants.declared import declared_in

_NAMED: Final = 3
_EFFECT: Final = "Effect of a pick"

_Key = tuple[str, int, str]  # variant, players, line-up
_Rows = Mapping[tuple[str, int, str, str, str], Mapping[str, Any]]


def _forked(evidence: Evidence) -> dict[_Key, Judgement]:
    """Return the first judgement on the characters of every table."""
    forked: dict[_Key, Judgement] = {}
    for one in evidence.verdicts:
        if one.criterion == "character":
            forked.setdefault(one.table, one)
    return forked


def effect_tables(evidence: Evidence) -> list[Heat]:
    """Lay out what picks bring by number of players, a table for each edition and line-up of several numbers."""
    forked = _forked(evidence)
    return [
        _effect_table(evidence, variant, lineup, [one for key, one in forked.items() if (key[0], key[2]) == (variant, lineup)])
        for (variant, lineup), tables in Counter((variant, lineup) for variant, _, lineup in forked).items()
        if tables > 1  # else the ranking says the same
    ]


def _effect_table(evidence: Evidence, variant: str, lineup: str, judged: Sequence[Judgement]) -> Heat:
    judged = sorted(judged, key=lambda one: one.players)
    members = {(one.players, member.group): (one, member) for one in judged for member in one.members}
    names = dict.fromkeys(name for _, name in members)
    mean = {name: _mean(member.value for (_, group), (_, member) in members.items() if group == name) for name in names}
    lines = tuple(
        Line(style.title_of(name), tuple(member_cell(members.get((one.players, name)), one.players) for one in judged))
        for name in sorted(names, key=lambda name: -mean[name])
    )
    states = [member_state(one, member) for one, member in members.values()]
    quiet = all(state == "holds" for state in states)
    if quiet:
        finding = "Every character is balanced at every number of players."
    else:
        kept = [name for name in names if _one_sided(members, name) == len(judged)] if len(judged) > 1 else []
        always = (
            f"Too strong, or too weak, at every number of players: {join([style.title_of(name) for name in kept], _NAMED)}. "
            if kept
            else ""
        )
        out, fine, unsure = (states.count(state) for state in ("fails", "holds", "open"))
        finding = f"{always}{out} of {len(states)} effects too strong or too weak, {fine} balanced, {unsure} undecided."
    how = (
        "Percentage points of win chance per pick. Tinted: value beyond the limit (blue above, amber below) and interval without 0. ✗ too "
        "strong or too weak, ✓ balanced, ? undecided."
    )
    columns = tuple((f"{one.players} players", one.players) for one in judged)
    return Heat(where(evidence, variant, None, lineup), finding, how, folded=quiet, columns=columns, lines=lines)


def _one_sided(members: Mapping[tuple[int, str], tuple[Judgement, Member]], name: str) -> int:
    """Count the numbers of players at which a character is out of balance; 0 if not always on the same side."""
    out = [member.off > 0 for (_, group), (one, member) in members.items() if group == name and member_state(one, member) == "fails"]
    return len(out) if len(set(out)) == 1 else 0


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return sum(known) / len(known)


@dataclass(frozen=True)
class CharacterFacts:
    """Everything that the runs know of characters, by table, character and figure."""

    evidence: Evidence

    @cached_property
    def effects(self) -> _Rows:
        """Effects of picks, and how often bots pick."""
        return _by_metric(forks.effects for forks in self.evidence.forks)

    @cached_property
    def played(self) -> _Rows:
        """Figures of the games as they were played."""
        return _by_metric([self.evidence.analysis.tables["characters"]])

    @cached_property
    def named(self) -> _Rows:
        """Whom the bots name."""
        return _by_metric(shown.tables["names"] for shown in self.evidence.shown("games") if "names" in shown.tables)

    @cached_property
    def bans(self) -> _Rows:
        """Costs of never, gains of always picking it."""
        return _by_metric(shown.tables["effects"] for shown in self.evidence.shown("bans"))

    @cached_property
    def why(self) -> _Rows:
        """Parts of effects, of the runs that split one: part in the place of the figure."""
        rows: dict[tuple[str, int, str, str, str], Mapping[str, Any]] = {}
        for shown in self.evidence.shown("why"):
            card = str(shown.analysis.run.manifest.experiment.what)
            for row in shown.tables["effects"].filter(pl.col("note").is_null()).iter_rows(named=True):
                rows[row["variant"], row["players"], row["lineup"], card, row["group"]] = row
        return rows

    @cached_property
    def splits(self) -> Mapping[tuple[str, int, str, str, str], Mapping[str, Any]]:
        """Effects by part of the game and standing, under the first word of the part."""
        return {
            (row["variant"], row["players"], row["lineup"], row["character"], row["part"].split(",")[0]): row
            for table in (shown.tables["splits"] for shown in self.evidence.shown("forks"))
            for row in table.filter(pl.col("value").is_not_null(), pl.col("split") != "slot").iter_rows(named=True)
        }

    @cached_property
    def better(self) -> Mapping[tuple[str, int, str, str], list[str]]:
        """Characters that are shown to bring more than another at the same pick, those that bring most first."""
        by_table: dict[tuple[str, int, str, str], list[tuple[float, str]]] = {}
        for forks in self.evidence.forks:
            shown = forks.contrasts.filter((pl.col("family_low") > 0) | (pl.col("family_high") < 0))
            for row in shown.iter_rows(named=True):
                first, _, second = row["group"].partition(" - ")
                less, more, size = (first, second, -row["value"]) if row["value"] < 0 else (second, first, row["value"])
                by_table.setdefault((row["variant"], row["players"], row["lineup"], less), []).append((size, more))
        return {key: [name for _, name in sorted(pairs, reverse=True)] for key, pairs in by_table.items()}

    @cached_property
    def cells(self) -> list[_Key]:
        """The tables of which something is known of characters, those with effects first; of several bots only where no equal ones sat."""
        keys = list(dict.fromkeys(key[:3] for rows in (self.effects, self.played, self.bans) for key in rows))
        alone = [key for key in keys if not is_mixed(key[2])]
        known = {key[:2] for key in alone}
        return alone + [key for key in keys if key not in alone and key[:2] not in known]

    def characters(self, variant: str, lineup: str) -> dict[str, int | None]:
        """Return the characters of an edition and line-up with their ranks, in their order; None for one that the catalogue lacks."""
        known = {key[3] for rows in (self.effects, self.played, self.bans) for key in rows if (key[0], key[2]) == (variant, lineup)}
        resolved = next(entry.resolved for run in self.evidence.runs for name, entry in run.manifest.variants.items() if name == variant)
        there = declared_in(resolved).by_character_id
        ranks = character_ranks(resolved, known & there.keys())
        return {name: ranks.get(name) for name in sorted(known, key=lambda name: (ranks.get(name, len(there)), name))}


def _by_metric(tables: Iterable[pl.DataFrame]) -> _Rows:
    return {
        (row["variant"], row["players"], row["lineup"], row["group"], row["metric"]): row
        for table in tables
        for row in table.iter_rows(named=True)
    }


_SPLITS: Final = {
    "early": "Effect early in the game",
    "middle": "",
    "late": "Effect late in the game",
    "leader": "Effect for the leader",
    "last": "Effect for the last",
}


def character_cards(evidence: Evidence) -> list[Cards]:
    """Return a card for every character, of each edition and line-up."""
    facts = CharacterFacts(evidence)
    views = []
    for variant, lineup in dict.fromkeys((variant, lineup) for variant, _, lineup in facts.cells):
        players = sorted(number for v, number, b in facts.cells if (v, b) == (variant, lineup))
        cards = tuple(_card(facts, (variant, lineup), players, name, rank) for name, rank in facts.characters(variant, lineup).items())
        first = next((card.lines[0].head for card in cards if card.lines), _EFFECT)
        what = f"{first.lower()}{', in percentage points of win chance' if first == _EFFECT else ''}"
        parts = ", and the parts of its effect where a run splits it" if facts.why else ""
        how = (
            f"On each card: {what}. Open it for the character's draft, its effect early and late, attacks on it, and characters that beat "
            f"it{parts}."
        )
        views.append(Cards(where(evidence, variant, None, lineup), "", how, folded=False, cards=cards))
    return views


def _card(facts: CharacterFacts, arm: tuple[str, str], players: Sequence[int], name: str, rank: int | None) -> Card:
    variant, lineup = arm
    forked = _forked(facts.evidence)
    members = {
        number: (one, member)
        for number in players
        if (one := forked.get((variant, number, lineup)))
        for member in one.members
        if member.group == name
    }
    effects = tuple(member_cell(members.get(number), number) for number in players)

    def line(head: str, rows: _Rows, metric: str, *, among: str = variant) -> Line:
        cells = (rows.get((among, number, lineup, name, metric)) for number in players)
        return Line(head, tuple(Cell(_written(row), players=number) for row, number in zip(cells, players, strict=True)))

    lines = [
        Line(_EFFECT, effects),
        line("Picked when offered", facts.played, "pick_when_offered"),
        *(line(head, facts.splits, part) for part, head in _SPLITS.items() if head),
        line("Cost of never picking it", facts.bans, "ban_cost"),
        line("Gain of always picking it", facts.bans, "take_gain"),
    ]
    if all(cell.figure.text == "–" for cell in lines[1].cells):
        lines[1] = line("Picked when offered", facts.effects, "pick_share")
    for power, (done, owner) in POWERS.items():
        who = style.title_of(owner)
        lines.append(line(f"{done.capitalize()} by the {who}, share of its picks", facts.played, f"{done}_when_held"))
        lines.append(line(f"Named by the {who}, share of all names", facts.named, f"{power}_share"))
    lines += [line(f"Why: {lower_first(words)}", facts.why, part) for part, words in PART_WORDS.items() if part != WHOLE]
    lines.append(Line("Beaten by, at the same pick", tuple(_beaten(facts, (variant, number, lineup, name), effects) for number in players)))
    others = dict.fromkeys(v for v, _, b in facts.cells if v != variant and b == lineup)
    lines += [line(f"Effect in {edition(other)}", facts.effects, "win_effect", among=other) for other in others]
    kept = tuple(one for one in lines if any(_has_content(cell) for cell in one.cells))
    columns = tuple((f"{number} players", number) for number in players)
    return Card(
        style.title_of(name),
        "" if rank is None else f"rank {rank}",
        effects if members else kept[0].cells if kept else (),
        columns,
        kept,
        tuple((game.words, game.page) for game in facts.evidence.watched if (game.cell[0], game.cell[2], game.character) == (*arm, name)),
    )


def _has_content(cell: Cell) -> bool:
    """Whether a cell has a figure of something that happens; the murder of an Assassin never does."""
    return cell.figure.text != "–" and re.fullmatch(r"0(\.0+)?\u00a0%", cell.figure.text) is None


def _written(row: Mapping[str, Any] | None) -> Figure:
    """Write a figure; of splits, which have no unit, as the difference of win chances that it is."""
    if row is None or row["value"] is None:
        return Figure("–")
    return figure(row) if "unit" in row else effect(row["low"], row["high"], row["value"])


def _beaten(facts: CharacterFacts, key: tuple[str, int, str, str], effects: Sequence[Cell]) -> Cell:
    better = facts.better.get(key, [])
    known = next((cell for cell in effects if cell.players == key[1]), None)
    nobody = "–" if known is None or known.figure.text == "–" else "none shown"
    return Cell(Figure(join([style.title_of(name) for name in better], _NAMED) if better else nobody), players=key[1])
