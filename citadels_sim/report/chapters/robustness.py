"""The chapter on robustness: whether findings hold with other bots and other numbers of players, and how well the bots play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.designs.tournament.seat_blocks import seat_head
from citadels_sim.exploits import best_exploits
from citadels_sim.ladder.exploited import exploited_blocks
from citadels_sim.lineups import lineup_words
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.robustness import headlines, judged_members, pooled, ranges
from citadels_sim.report.where import edition
from citadels_sim.show.blocks import Column, Dots, Heat, Row, Shown, Table, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.charts.families import sign_words, with_bots
from citadels_sim.show.values import Value, Verdict, difference_unit
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.text import join
from citadels_sim.verdicts import OF_LIMITS, OF_STRENGTH, tally

_LEAST_FAMILIES: Final = 3
_NAMED: Final = 3
"""So many rows of one kind are named, the others are counted."""
_AGAINST: Final = " against "
_OTHER_BOTS: Final = {
    "seat": "Seats with other bots",
    "edition": "Differences between variants with other bots",
}
_OPPOSITE: Final = ", opposite signs"
_KINDS: Final = ("character", "seat", "edition")
_PP: Final = "\u00a0pp"
_POINTS: Final = "percentage points of win chance"

_Row = dict[str, Any]


def over_tables(evidence: Evidence) -> Shown:
    """Compare what different bots and numbers of players show of seats, characters and editions."""
    families = evidence.families
    table = headlines(evidence.judgements, evidence.comparisons).filter(pl.col("lineup").is_in(families))
    if table.select("players", "lineup").unique().height < 2:
        return Shown((), {}, {})
    members = judged_members(evidence.judgements).filter(pl.col("lineup").is_in(families))
    reaches, pools = ranges(table, families), pooled(table, families)
    tables = {"headlines": table, "ranges": reaches.with_columns(pl.col("above", "below").list.join("; "))}
    tables |= {"pooled": pools} if pools.height else {}
    every = pl.concat([members.filter(kind="seat"), table.filter(kind="edition")])
    blocks = (*_by_table(table), *over_bots(every, families), *_pools(pools))
    return Shown(blocks, tables, {name: name for name in tables})


def exploited(evidence: Evidence) -> Shown:
    """Say how well the bots play at the tables of a report, where that was measured."""
    here = {(cell.lineup, cell.variant, cell.players) for run in evidence.runs for cell in run.manifest.cells}
    known = best_exploits(tuple(evidence.families))
    return Shown(exploited_blocks(one for one in known if (one.bot, one.variant, one.players) in here), {}, {})


def _by_table(table: pl.DataFrame) -> Iterator[Heat]:
    """Show for each variant the figures of seats, characters and editions at every number of players with every bot."""
    for (variant,), part in table.group_by("variant", maintain_order=True):
        tables = part.select("lineup", "players").unique(maintain_order=True).sort("players", maintain_order=True).rows()
        by_name: dict[tuple[str, str], dict[tuple[str, int], _Row]] = {}
        for row in part.iter_rows(named=True):
            by_name.setdefault((row["kind"], row["headline"]), {})[row["lineup"], row["players"]] = row
        order = sorted(by_name, key=lambda key: _KINDS.index(key[0]))
        rows = tuple(
            Row(
                _name(*key),
                (*(_value(by_name[key].get(at)) for at in tables), _limit(next(iter(by_name[key].values())))),
                key[1],
            )
            for key in order
        )
        yield Heat(
            slug="robustness",
            title="By bots and number of players",
            table="headlines",
            cell=(str(variant), 0, ""),
            finding=_finding(rows, part),
            unit=f"{_POINTS}; other units are shown",
            how="Each is judged by its own limit, and tinted where it exceeds it.",
            members="figures of one kind at a table",
            basis=f"{style.count(min(_deals(part)))} deals at least",
            head="Figure",
            columns=(*(Column(f"{players} players, {lineup_words(lineup)}") for lineup, players in tables), Column("Limit")),
            rows=rows,
            limits=tuple(next(iter(by_name[key].values()))["margin"] for key in order),
        )


def _finding(rows: Sequence[Row], table: pl.DataFrame) -> str:
    """Say where the sign depends on the bots, how many figures are shown beyond their limits somewhere, and which of them everywhere."""
    if (most := max(_deals(table))) < LEAST_COUNT:
        return too_few(most)
    reaches = ranges(table, table["lineup"].unique().to_list())
    differ = [(f"{_named(row)} at {row['players']} players", row) for row in reaches.iter_rows(named=True)]
    signs = sign_words(one for one in differ if one[1]["kind"] != "edition")
    states = [[one.shown.state for one in row.values if one.shown] for row in rows]
    somewhere = [row.head for row, own in zip(rows, states, strict=True) if "fails" in own and len(own) > 1]
    everywhere = [row.head for row, own in zip(rows, states, strict=True) if set(own) == {"fails"} and len(own) > 1]
    bots = with_bots(table["lineup"].unique(maintain_order=True))
    said = f"{signs} {tally(state for own in states for state in own)}, {bots}.".lstrip()
    if not somewhere:
        return said
    partly = [name for name in somewhere if name not in everywhere]
    where = [f"at {what} table: {join(names, _NAMED)}" for what, names in (("every", everywhere), ("some", partly)) if names]
    return f"{said} Beyond limits {'; '.join(where)}."


def over_bots(table: pl.DataFrame, families: Sequence[str]) -> Iterator[Dots]:
    """Show the figures of each table of players with every bot, where several were at it."""
    order = {name: place for place, name in enumerate(families)}
    split = table.with_columns(other=pl.col("headline").str.split(_AGAINST).list.get(1, null_on_oob=True).fill_null(""))
    for kind in _OTHER_BOTS:
        for (variant, players, other), part in split.filter(kind=kind).group_by("variant", "players", "other", maintain_order=True):
            bots = sorted(part["lineup"].unique().to_list(), key=order.__getitem__)
            if len(bots) > 1:
                yield _with_bots(kind, (str(variant), int(str(players)), ""), str(other), part, bots)


def _with_bots(kind: str, cell: tuple[str, int, str], other: str, table: pl.DataFrame, bots: Sequence[str]) -> Dots:
    """Show a figure in each row, with a mark for each bot."""
    by_name: dict[str, dict[str, _Row]] = {}
    for row in table.iter_rows(named=True):
        by_name.setdefault(row["headline"], {})[row["lineup"]] = row
    rows = tuple(_row(kind, name, own, bots) for name, own in by_name.items())
    limits = tuple(next(iter(own.values()))["margin"] for own in by_name.values())
    blocks = min(_deals(table))
    return Dots(
        slug=f"{kind}s-with-other-bots",
        title=_OTHER_BOTS[kind],
        table="headlines" if kind == "edition" else "ranges",
        cell=cell,
        other=other,
        finding=too_few(blocks) if blocks < LEAST_COUNT else _agreement(kind, rows, bots),
        unit=_POINTS if kind != "edition" else "in the unit of each figure",
        how=f"A mark for each bot ({style.listed([lineup_words(bot) for bot in bots])}); the line spans them.",
        members=f"{kind}s of a bot" if kind != "edition" else "figures of a bot",
        basis=f"{style.count(blocks)} deals at least",
        head="Seat" if kind == "seat" else "Figure",
        columns=(Column("With all bots"), *(Column(lineup_words(bot)) for bot in bots)),
        rows=rows,
        first_page=kind != "edition",
        limit=limits[0] if kind != "edition" else None,
        limits=limits if kind == "edition" else (),
        marks=len(bots),
    )


def _row(kind: str, name: str, own: dict[str, _Row], bots: Sequence[str]) -> Row:
    known = sorted(own.values(), key=lambda row: float(row["value"]))
    least, most = (_written(known[end]) for end in (0, -1))
    words = most if len(known) == 1 else f"{least.removesuffix(_PP)} to {most}"
    opposite = any((row["low"] or 0.0) > 0 for row in known) and any((row["high"] or 0.0) < 0 for row in known)
    ends = known if len(known) <= _NAMED else [known[0], known[-1]]
    note = ", ".join(f"{lineup_words(row['lineup'])} {_written(row).removesuffix(_PP)}" for row in ends)
    summary = _words(f"{words}{_OPPOSITE * opposite}")
    return Row(_name(kind, name).partition(_AGAINST)[0], (summary, *(_value(own.get(bot)) for bot in bots)), name, note)


def _written(row: _Row) -> str:
    """Write a figure without its interval."""
    return style.points(row["value"]) if difference_unit(row["unit"]) == "points" else style.plain(row["value"], None, None)


def _agreement(kind: str, rows: Sequence[Row], bots: Sequence[str]) -> str:
    """Say of which rows bots show opposite signs, and which are beyond limits on one side with each of them."""
    named = style.listed([lineup_words(bot) for bot in bots])
    differ = [row.head for row in rows if row.values[0].words.endswith(_OPPOSITE)]
    verdicts = [[value.shown for value in row.values[1:] if value.shown] for row in rows]
    same = [
        row.head
        for row, own in zip(rows, verdicts, strict=True)
        if len(own) > 1 and len({one.word for one in own}) == 1 and own[0].state == "fails" and row.head not in differ
    ]
    what = "seat" if kind == "seat" else "figure"
    said = (
        f"The sign depends on the bot ({named}) for {join(differ, _NAMED)}."
        if differ
        else f"No {what} is shown to have opposite signs with {named}."
    )
    return f"{said} Beyond limits with each of them: {join(same, _NAMED)}." if same else said


def _pools(pools: pl.DataFrame) -> Iterator[Table]:
    """Show the figures pooled over families of bots, table of players by table of players."""
    if not pools.height:
        return
    for (variant, players), part in pools.group_by("variant", "players", maintain_order=True):
        rows = tuple(_pooled(row) for row in part.iter_rows(named=True))
        yield Table(
            slug="pooled",
            title="Pooled over bots",
            table="pooled",
            cell=(str(variant), int(str(players)), ""),
            finding=f"Pooled over {max(row['families'] for row in part.to_dicts())} bots, farthest from 0: {_farthest(part)}.",
            unit=f"{_POINTS}; other units are shown",
            how="Random-effects meta-analysis over bots, separately for each number of players. I²: share of the spread that is not "
            "chance. One more bot: prediction interval for a run of this size with another bot of this kind; with few bots it is wide.",
            members="",
            basis="",
            head="Figure",
            columns=(Column("Pooled"), Column("One more bot"), Column("Spread of bots"), Column("I²"), Column("Same sign")),
            rows=rows,
        )


def _pooled(row: _Row) -> Row:
    unit = difference_unit(row["unit"])
    factor = 100 if unit == "points" else 1
    another = "–" if row["predicted_low"] is None else style.interval(row["predicted_low"], row["predicted_high"], factor=factor)
    spread = f"{100 * row['tau']:.1f}{_PP}" if unit == "points" else f"{row['tau']:.2f}"
    words = (another, spread, f"{100 * row['i2']:.0f}\u00a0%", f"{row['agree']} of {row['families']}")
    values = (Value(row["value"], row["low"], row["high"], unit), *map(_words, words))
    return Row(_name(row["kind"], row["headline"]), values, row["headline"])


def _farthest(pools: pl.DataFrame) -> str:
    """Name the win chance that is farthest from 0; of editions alone the first figure."""
    wins = pools.filter(pl.col("kind") != "edition")
    row = (wins if wins.height else pools.head(1)).sort(pl.col("value").abs(), descending=True).row(0, named=True)
    return f"{_name(row['kind'], row['headline'])} {Value(row['value'], row['low'], row['high'], difference_unit(row['unit'])).whole}"


def _named(row: _Row) -> str:
    """Name a character or a seat within a sentence."""
    return f"{'the ' * (row['kind'] == 'character')}{_name(row['kind'], row['headline'])}"


def _deals(table: pl.DataFrame) -> list[int]:
    """Return from how many deals each figure comes."""
    deals: list[int] = table["blocks"].to_list()
    return deals


def _words(text: str) -> Value:
    return Value(None, unit="words", words=text)


def _limit(row: _Row) -> Value:
    points = difference_unit(row["unit"]) == "points"
    return _words(f"±\u00a0{100 * row['margin']:g}{_PP}" if points else f"±\u00a0{row['margin']:g}")


def _value(row: _Row | None) -> Value:
    if row is None:
        return Value(None, unit="count")
    words = OF_STRENGTH if row["kind"] == "character" else OF_LIMITS
    return Value(row["value"], row["low"], row["high"], difference_unit(row["unit"]), Verdict(words[row["shown"]]))


def _name(kind: str, headline: str) -> str:
    """Name a row: a character, a seat, or a figure with the edition that it is compared with."""
    if kind == "character":
        return style.title_of(headline)
    figure, against, other = headline.partition(_AGAINST)
    return f"{figure}{against}{edition(other)}" if against else seat_head(headline) if headline.isdecimal() else headline


def _missing(evidence: Evidence) -> ChapterResult:
    """Name the bots that a study would play beside these, where they are fewer than three families."""
    families = evidence.families
    if len(families) >= _LEAST_FAMILIES:
        return ChapterResult()
    others = (name for name in ("builder", "raider", "planner") if name not in families)
    command = evidence.command("study", several=[*families, *others], options=("--out", "studies/more-bots"))
    return ChapterResult(missing=(MissingRun("Whether findings hold with other bots (three families at least)", command),))


CHAPTER = Chapter("robustness", "Robustness", copy.ROBUSTNESS, _missing, (over_tables, exploited))
