"""Writing the report's content as a page, as Markdown and as JSON."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

import polars as pl
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from citadels_sim.designs.conditioned_blocks import OF_SOME
from citadels_sim.judge.criteria import CRITERIA
from citadels_sim.report import markdown
from citadels_sim.report.card import sentence
from citadels_sim.report.content import Content
from citadels_sim.report.evidence import Evidence
from citadels_sim.show.drawing import Where
from citadels_sim.statistics.estimates import SCHEMA as SCHEMA_OF_ESTIMATES
from citadels_sim.statistics.estimates import shown
from citadels_sim.tables.keys import CELL
from citadels_sim.text import visible, visible_line
from citadels_sim.verdicts import MARKS

#: Version of ``report.json``.
SCHEMA = 2

#: Too long for the data file; only the CSV files have them, and what is of some nodes only.
_ONLY_CSV = ("dictionary", "round_distribution", "score_distribution", "character_contrasts")


class Choice(NamedTuple):
    """The tables of players that a reader can choose among, and the one that a page opens with.

    Attributes
    ----------
    options : mapping
        ``variant``, ``players``, ``bots``, ``where`` -> its title, the same in the plural, and the values with their words.
    chosen : Where
    """

    options: Mapping[str, tuple[str, str, Sequence[tuple[object, str]]]]
    chosen: Where


NO_CHOICE: Final = Choice({}, Where(""))


def to_html(content: Content, figures: Sequence[str] = (), *, tables: bool = True, choice: Choice = NO_CHOICE) -> str:
    """Write the self-contained page of all chapters.

    Parameters
    ----------
    content : Content
    figures : sequence of str
        Kinds of chart files beside the page.
    tables : bool
        Whether there are CSV files beside the page.
    choice : Choice
        Of the tables of its blocks.
    """
    page = (
        environment(html=True)
        .get_template("details.html.j2")
        .render(report=content, figures=figures, tables=tables, choices=choice.options, chosen=choice.chosen, marks=MARKS)
    )
    return with_policy(page)


def with_policy(page: str) -> str:
    """Put into the head of a page that it may load and run nothing but its own style sheet and script."""
    return page.replace("<head>\n", f'<head>\n<meta http-equiv="Content-Security-Policy" content="{policy(page)}">\n', 1)


def policy(page: str) -> str:
    """Let a page load and run nothing but its own style sheet and script, each known by its digest; the only style, the only script."""
    own = {}
    for tag in ("style", "script"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, flags=re.DOTALL)
        own[tag] = f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
    return f"default-src 'none'; script-src {own['script']}; style-src {own['style']}; img-src data:; base-uri 'none'; form-action 'none'"


def to_markdown(content: Content, figures: Sequence[str], *, tables: bool = True) -> str:
    """Write the report as Markdown beside its figures, of which it shows the first kind; where there are none, their numbers."""
    kind = figures[0] if figures else ""
    return environment(html=False).get_template("report.md.j2").render(report=content, kind=kind, tables=tables)


def to_json(content: Content, evidence: Evidence, headlines: Sequence[str], files: Sequence[str]) -> str:
    """Write everything for programs: facts, verdicts, findings, every estimate, and the list of files."""
    keys = _keys(content.tables.values())
    data = {
        "schema": SCHEMA,
        "title": content.title,
        "runs": [
            {
                "name": run.manifest.name,
                "kind": run.manifest.experiment.kind,
                "seed": run.manifest.experiment.seed,
                "detail": run.manifest.experiment.detail,
                "package_version": run.manifest.package_version,
                "command": shlex.split(run.command),
                "variants": {name: entry.digest for name, entry in run.manifest.variants.items() if name in evidence.titles},
            }
            for run in evidence.runs
        ],
        "criteria": {name: {"limit": evidence.limits[name], "side": entry.side, "unit": entry.unit} for name, entry in CRITERIA.items()},
        "verdicts": [_rounded(asdict(one) | {"sentence": sentence(evidence, one)}) for one in evidence.judgements],
        "headlines": list(headlines),
        "findings": list(content.findings),
        "missing": [asdict(want) for want in (*content.unanswered, *content.missing)],
        "left_out": list(content.left_out),
        "figures": [
            {"slug": chart.slug, "title": chart.title, "finding": chart.finding, "table": f"tables/{chart.source}.csv"}
            for chart in content.charts
        ],
        "metrics": {
            f"{row['table']}/{row['metric']}": {"title": row["title"], "unit": row["unit"], "estimand": row["estimand"]}
            for row in content.tables["dictionary"].iter_rows(named=True)
        },
        "keys": [list(key) for key in keys],
        "tables": {
            name: _table(table, keys) for name, table in content.tables.items() if name not in _ONLY_CSV and not name.endswith(OF_SOME)
        },
        "files": sorted(files),
    }
    return _lines(data) + "\n"


def _lines(data: dict[str, Any]) -> str:
    """Write JSON with a line per entry of each list and table: readable, and small."""
    parts = []
    for key, value in data.items():
        if isinstance(value, list) and key != "files":
            text = "[\n" + ",\n".join(f"  {_dump(entry)}" for entry in value) + "\n ]" if value else "[]"
        elif key == "tables":
            text = "{\n" + ",\n".join(f"  {_dump(name)}: {_rows(table)}" for name, table in value.items()) + "\n }"
        else:
            text = _dump(value)
        parts.append(f" {_dump(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _rows(table: dict[str, Any]) -> str:
    rows = ",\n".join(f"    {_dump(row)}" for row in table["rows"])
    return f'{{"columns": {_dump(table["columns"])}, "rows": [\n{rows}\n  ]}}'


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _keys(tables: Iterable[pl.DataFrame]) -> dict[tuple[Any, ...], int]:
    """Number every variant, number of players and line-up: a table names its rows by these, since thousands of them repeat these."""
    keys = [
        key for table in tables if set(CELL) <= set(table.columns) for key in table.select(CELL).unique(maintain_order=True).iter_rows()
    ]
    return {key: number for number, key in enumerate(dict.fromkeys(keys))}


def _table(table: pl.DataFrame, keys: Mapping[tuple[Any, ...], int]) -> dict[str, Any]:
    floats = [name for name, kind in table.schema.items() if kind == pl.Float64 and name != "count"]
    table = shown(table)
    rounded = table.with_columns(pl.col(floats).round_sig_figs(6)) if floats else table
    if set(SCHEMA_OF_ESTIMATES) <= set(table.columns):  # stated once per figure, under "metrics"
        rounded = rounded.drop("unit", "estimand")
    if set(CELL) <= set(table.columns):
        numbers = pl.Series("key", [keys[key] for key in table.select(CELL).iter_rows()], dtype=pl.Int64)
        rounded = rounded.drop(CELL).insert_column(0, numbers)
    return {"columns": rounded.columns, "rows": [list(row) for row in rounded.iter_rows()]}


def _rounded(value: Any) -> Any:
    """Round what is beyond ten digits away, deep in a structure: it is the order in which a processor adds, nobody's finding."""
    if isinstance(value, dict):
        return {key: _rounded(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(entry) for entry in value]
    return float(f"{value:.9e}") if isinstance(value, float) else value


def _with_unit(value: Any) -> Any:
    """Keep a number and its unit in one line, and show what a text hides; text that is HTML already stays as it is."""
    return re.sub(r"(?<=\d) (?=(?:%|pp|Elo)(?!\w))", "\u00a0", visible(value)) if type(value) is str else value


def _coded(text: str) -> Markup:
    """Write a sentence whose commands stand between backticks as HTML, with these as code."""
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(_with_unit(part)) for number, part in enumerate(text.split("`"))
    )


def environment(*, html: bool) -> Environment:
    """Make the environment of the templates, whose filters write text for HTML or for Markdown."""
    loader = ChoiceLoader([PackageLoader("citadels_sim.report"), PackageLoader("citadels_sim.show")])
    environment = Environment(
        loader=loader,
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_with_unit if html else None,
    )
    environment.filters |= {
        "prose": markdown.prose,
        "cell": markdown.cell,
        "alt": markdown.alt,
        "code": markdown.code,
        "line": visible_line,
        "coded": _coded,
    }
    states = {mark: state for state, mark in MARKS.items()}
    environment.filters["words"] = lambda text: re.match(r"[+±−]?\d|–?$", str(text)) is None
    environment.globals["fresh"] = partial(next, count(1))
    environment.filters["state"] = lambda text: states.get(str(text)[:1], "")
    return environment
