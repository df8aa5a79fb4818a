"""Reference pages of what runs and rules have: switches, figures, tables and their columns, conditions, limits, bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from citadels_sim.bots import Bot, all_bots
from citadels_sim.designs.decisions import GROUPINGS, KINDS
from citadels_sim.designs.facts import FACTS
from citadels_sim.designs.forks.analyse import FACT_COLUMNS as KNOWN_OF_PICKS
from citadels_sim.designs.some_nodes import DECLARED
from citadels_sim.exploits import best_exploits
from citadels_sim.limits import LIMITS, LimitForm
from citadels_sim.runs.design import Design
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.metrics import declared
from citadels_sim.tables.columns import Table
from citadels_sim.text import listed
from citadels_sim.variants.switch import NUMBER, TOPICS, IntRange, Switch
from citadels_sim.variants.switches import ALIASES, SWITCHES
from scripts._site.markdown import code, entry, plain, table, toml
from scripts._site.rulebooks import linked

__all__ = ["pages"]


def pages() -> dict[str, str]:
    """Write every page of this module."""
    return {f"reference/{name}.md": write() for name, write in _WRITERS.items()}


_SWITCHES: Final = """# Switches of the rules

A switch is one place where editions, printings or rulebooks differ. A variant file sets it under `[rules]`:

```toml
[rules]
murdered_king_crown = "stays"
```

What a file does not set has the default of its edition (`rules.edition`, which the file inherits from the variant that it extends).
*Source* leads to the section of the two rule references that the rules of this project were written from, [classic](rules-classic.md) and
[2016](rules-2016.md); in brackets stands the rulebook (S0 to S4) and the line that decides. `citadels variants switches --json` prints this
page as data."""


def _switches() -> str:
    parts = [_SWITCHES]
    for topic in TOPICS:
        if own := [switch for switch in SWITCHES.values() if switch.topic == topic]:
            parts += [f"## {topic}", *(_switch(switch) for switch in own)]
    return "\n\n".join(parts) + "\n"


def _switch(switch: Switch) -> str:
    defaults: dict[str, list[str]] = {}
    for edition, value in switch.default.items():
        defaults.setdefault(toml(value), []).append(edition)
    sentences = [(_number(switch) if reading == NUMBER else toml(reading), text) for reading, text in switch.says.items()]
    rows = [(code(value), plain(text.replace(NUMBER, "n")), ", ".join(defaults.pop(value, []))) for value, text in sentences]
    facts = [f"*Source:* {linked(switch.rule)}."]
    facts += [f"*Default:* {code(value)} ({', '.join(editions)})." for value, editions in defaults.items()]  # numbers of a range
    if switch.needs:
        groups = " and ".join(" or ".join(group) for group in switch.needs)
        facts.append(f"*Matters with:* {plain(groups)}.")
    if switch.players:
        facts.append(f"*Matters at tables of:* {', '.join(map(str, switch.players))}.")
    if also := [name for name, alias in ALIASES.items() if alias.target == switch.key]:
        facts.append(f"*Also written:* {', '.join(map(code, also))}.")
    values = table(("value", "how it is played", "default of"), rows)
    return entry(f"switch-{switch.key.replace('_', '-')}", code(switch.key), plain(switch.doc), values, " ".join(facts), level=3)


def _number(switch: Switch) -> str:
    assert isinstance(switch.readings, IntRange)
    return str(IntRange(switch.readings.low, switch.readings.high, ends_only=switch.readings.ends_only))


_METRICS: Final = """# Figures

Every figure is a ratio of two sums over the rows of a table, estimated with its error over blocks (independent deals). Ask for one with
`citadels_sim.Run("runs/NAME").metric("character.win_effect", by=["variant"])`; `citadels metrics NAME` explains it in the terminal. Shares
are fractions of 1 in tables and per cent on pages.

(estimands)=
## Estimands

The estimand says what kind of claim a number is, and so what may be concluded from it.

| estimand | what the number says |
|---|---|
| `descriptive` | What happened in these games with these bots. It says nothing of causes: who is ahead may prefer a character. |
| `ITT` | The effect of something that the deal assigns by lot, such as a seat, whatever the players then make of it. |
| `node-ATE` | The mean effect of one choice at the decisions where it was possible, from copies of the same game with the same luck. |
| `policy` | The effect of playing by another rule of conduct for the whole game: another bot, or a bot that may not take a character. |
| `rule` | The effect of a rule of the game, from the same deals under both rules. |"""


def _metrics() -> str:
    groups: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in declared():
        groups.setdefault((row["name"].partition(".")[0], row["needs"]), []).append(row)
    return "\n\n".join([_METRICS, *(_figures(f"`{prefix}`, from {needs}", rows) for (prefix, needs), rows in groups.items())]) + "\n"


def _figures(title: str, rows: list[dict[str, str]]) -> str:
    """Write the figures that begin with one word and are counted from one kind of run."""
    written = [f"## {title}"]
    for row in rows:
        facts = table(
            ("unit", "estimand", "one for each", "counted from", "sum of … / sum of …"),
            [
                (
                    plain(row["unit"]),
                    f"[{row['estimand']}](#estimands)",
                    plain(row["of"] or "table as a whole"),
                    plain(row["needs"]),
                    f"{code(row['numerator'])} / {code(row['denominator'])}",
                )
            ],
        )
        text = f"**{plain(row['title'])}.** *{plain(row['question'])}* {plain(row['doc'])}"
        written.append(entry(f"figure-{row['name'].replace('.', '-').replace('_', '-')}", code(row["name"]), text, facts, level=3))
    return "\n\n".join(written)


_TABLES: Final = """# Tables and columns

A run folder has one folder of Parquet files per table, `runs/NAME/TABLE/part-*.parquet`. Each kind of experiment has tables of its own.
Read them with any tool: `polars.scan_parquet("runs/NAME/seats/*.parquet")`. The manifest of a run repeats the meaning of every column.

All tables begin with the columns that say to which game a row belongs; `variant`, `players` and `lineup` name the *cell*, `block` the deal:
games of the same block number have the same seed in every cell of a run, which is why two variants can be compared on the same deals.

*Optional* columns are those that no analysis reads: a run made before they existed is still read."""
_KEPT: Final = {
    "always": "Every shard has it.",
    "games": "Kept for the games whose rows are kept (`--rows`).",
    "turns": "Kept for the games whose rows are kept, with `--detail turns` or `events`.",
    "events": "Kept for the games whose rows are kept, with `--detail events`.",
    "cells": "Kept where a run has several cells.",
}


def _tables() -> str:
    return "\n\n".join([_TABLES, *(_design(design) for design in DESIGNS.values())]) + "\n"


def _design(design: Design) -> str:
    command = f"`citadels {' '.join(design.command)}`"
    text = f"{plain(design.summary[:1].upper() + design.summary[1:])}. Played by {command}; `games` counts {plain(design.unit)}."
    return entry(f"design-{design.name}", f"Kind `{design.name}`", text, *(_columns(design, one) for one in design.tables))


def _columns(design: Design, one: Table) -> str:
    rows = [
        (
            code(column.name),
            column.dtype,
            plain(column.unit),
            plain(column.doc) + (" *May be null.*" if column.name in one.nullable else "") + ("" if column.needed else " *Optional.*"),
        )
        for column in one.columns
    ]
    heads = ("column", "type", "unit, or what its texts name", "meaning")
    return entry(f"table-{design.name}-{one.name}", f"Table `{one.name}`", _KEPT[one.kept], table(heads, rows), level=3)


_LIMITS: Final = """# Limits and verdicts

A verdict holds figures against a limit: *within limits* if two one-sided tests at 95 % show every seat or character to keep it, *beyond
limits* if the whole 95 % interval of one lies beyond it (for all of the table at once), *undecided* otherwise. Of characters and districts
the words are *balanced*, *too strong*, *too weak* and *undecided*. Limits are declared before looking:
in an experiment or study under `[margins]`, on a command line with `--margin NAME=VALUE`, in a CI check with `citadels check --max-…` and
`--min-…`. Left out, the usual ones hold.

Something else than 0 may be wanted of one character: `"character.assassin" = "-1 +- 1"` in a file, `--margin character.assassin=-1+-1` on a
command line. That character is then within limits from -2 to 0 percentage points, too strong above and too weak below, in every verdict,
sentence, check and search; all others keep the limit of `character`."""
_SIDES: Final = {"both": "within, on both sides of 0", "most": "at most", "least": "at least", "between": "between both ends"}


def _limits() -> str:
    rows = [(code(name), _SIDES[form.side], _usual(form), form.unit, ", ".join(_judged(name))) for name, form in LIMITS.items()]
    return f"{_LIMITS}\n\n{table(('limit', 'a table keeps it', 'usual', 'unit', 'judged in runs of'), rows)}\n"


def _usual(form: LimitForm) -> str:
    return f"{form.usual[0]:g} to {form.usual[1]:g}" if isinstance(form.usual, tuple) else f"{form.usual:g}"


def _judged(limit: str) -> Iterable[str]:
    return (f"[`{design.name}`](tables.md#design-{design.name})" for design in DESIGNS.values() if limit in design.margins)


_CONDITIONS: Final = """# Conditions

`citadels forks --where CONDITION` takes only decisions at which a condition holds, such as
`own.districts >= 5 and own.gold >= 4 and not leader` or `'architect' in offered and most.gold > own.gold + 2`. It is made of the facts
below, whole numbers, `+`, `-`, `*`, comparisons, `and`, `or`, `not` and brackets. A set of cards is asked with `'ID' in SET`, the part of
the game with `part == 'late'`. Nothing of it is ever run as code.

A run of such forks has every fact of its nodes as a column of its table [`nodes`](tables.md#design-decisions), with `_` for `.`: in
Python a condition is the same expression of polars, `pl.col("own_districts") >= 5`, and
`citadels_sim.designs.condition.parse_condition(TEXT).expression()` makes one of a text. `citadels forks RUN --where` reads those of its
nodes only. A run of picks without a condition knows {known}. Of the crown nobody decides: with `--what crown` the facts are those of
who has it when the round begins.

The page of details of a report has a filter, *Forks only where*: of runs whose columns tell it, it shows the forks of the bots that judge
under each of {declared}. These were declared before anything was played; the intervals hold under each by itself. Any other condition is a
call of `citadels forks RUN --where`."""
_FACT_KINDS: Final = {
    "number": "number",
    "truth": "holds or not",
    "word": "word",
    "characters": "set of characters",
    "districts": "set of districts",
}


def _conditions() -> str:
    rows = [
        (code(fact.name), _FACT_KINDS[fact.kind], plain(fact.doc) + (f": {', '.join(map(code, fact.words))}" if fact.words else ""))
        for fact in FACTS
    ]
    kinds = [(code(what), plain(kind.title), ", ".join(GROUPINGS[name] for name in kind.groupings)) for what, kind in KINDS.items()]
    decisions = entry("conditions-decisions", "Decisions", "What `--what` forks:", table(("word", "what is decided", "tables by"), kinds))
    words = _CONDITIONS.format(known=listed([*map(code, KNOWN_OF_PICKS)]), declared=listed([*map(code, DECLARED)]))
    return "\n\n".join([words, table(("fact", "kind", "meaning"), rows), decisions]) + "\n"


_BOTS: Final = """# Bots and their parameters

Seat a bot by its name; set a parameter behind a colon: `--bots builder:noise=2,planner` is a line-up of two. What the bots think, and how
strong they are, stands in [Bots](../bots.md). `citadels bots` prints this page, with the time that a game takes on your machine.

*Exploited* is the share of games that one player wins who knows the bot, against three copies of it; a quarter is even. It is a lower bound
(`citadels exploit`)."""


def _bots() -> str:
    return "\n\n".join([_BOTS, *(_bot(bot) for bot in all_bots() if bot.source == "built in")]) + "\n"


def _bot(bot: Bot) -> str:
    luck = "Draws lots." if bot.stochastic else "Draws no lots: it decides alike whatever its luck."
    traits = [f"Plays {' and '.join(bot.editions)}.", luck]
    known = [
        (
            code(one.variant),
            str(one.players),
            plain(one.by),
            f"{100 * one.wins:.1f} % [{100 * one.low:.1f}, {100 * one.high:.1f}]",
            f"{one.games:,}",
        )
        for one in best_exploits((bot.name,))
    ]
    rows = [(code(p.name), f"{p.default:g}", f"{p.low:g} to {p.high:g}", plain(p.doc)) for p in bot.parameters]
    blocks = [
        plain(bot.doc[:1].upper() + bot.doc[1:].removesuffix(".") + "."),
        " ".join(traits),
        table(("parameter", "default", "range", "what it does"), rows) or "It has no parameters.",
        table(("exploited at", "players", "by", "wins", "games"), known),
    ]
    return entry(f"bot-{bot.name}", code(bot.name), *blocks)


_WRITERS: Final = {
    "switches": _switches,
    "figures": _metrics,
    "tables": _tables,
    "conditions": _conditions,
    "limits": _limits,
    "bots": _bots,
}
