"""Every declared figure by its name, such as ``character.win_effect``: its question, its runs, and where it is declared."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl

from citadels_sim.errors import RunError, nearest
from citadels_sim.runs.designs import all_designs
from citadels_sim.statistics.metric_types import Family, Metric


@cache
def families() -> tuple[Family, ...]:
    """Return every declared family, design by design."""
    return tuple(entry for design in all_designs().values() if design.has("metrics") for entry in design.module("metrics").FAMILIES)


@cache
def _differences() -> frozenset[str]:
    metrics = (metric for entry in families() for metric in entry.metrics)
    return frozenset(metric.name for metric in metrics if metric.unit.startswith("win chance") and not metric.share)


def is_difference(metric: str) -> bool:
    """Return whether a figure is a difference of win chances: shown in percentage points, with a sign."""
    return metric in _differences()


def needs(entry: Family) -> str:
    """Return what a run must hold for a family: ``games``, ``turns`` of games too, or the name of a design with tables of its own."""
    for design in all_designs().values():
        own = {design.name, *(table.name for table in design.tables)}
        if not design.keeps_games and own & set(entry.sources):
            return design.name
    return "turns" if {"turns", "offers", "naming"} & set(entry.sources) else "games"


def declared() -> list[dict[str, Any]]:
    """Describe every declared figure, in the order of the report.

    Returns
    -------
    list of dict
        ``name`` (as `find_metric` takes it), ``title``, ``question``, ``unit``, ``numerator``, ``denominator``, ``estimand``, ``of`` (what
        there is one figure for each of; empty: of the table as a whole), ``needs`` (games, turns, or the kind of run that has a table of
        its own), ``doc``.
    """
    return [
        {
            "name": f"{entry.prefix}.{metric.name}",
            "title": metric.title,
            "question": metric.question,
            "unit": metric.unit,
            "numerator": metric.numerator,
            "denominator": metric.denominator + (" of all" if metric.of_all else ""),
            "estimand": metric.estimand,
            "of": entry.group_title if entry.group is not None else "",
            "needs": needs(entry),
            "doc": metric.doc,
        }
        for entry in families()
        for metric in entry.metrics
    ]


def find_metric(name: str) -> tuple[Family, Metric]:
    """Find a figure by its name; the family's own name does as the first word, too.

    Raises
    ------
    RunError
        If there is none of that name.
    """
    first, _, last = name.rpartition(".")
    for entry in families():
        if first in (entry.prefix, entry.name):
            for metric in entry.metrics:
                if metric.name == last:
                    return entry, metric
    names = [row["name"] for row in declared()]
    near = nearest(name, names) or nearest(last, [known.rpartition(".")[2] for known in names])
    raise RunError(f"there is no metric '{name}'; `citadels metrics` lists them.{near}")


def dictionary() -> pl.DataFrame:
    """Describe every metric: table, name, title, question, unit, formula, estimand, what to beware of."""
    return pl.DataFrame(
        [
            {
                "table": entry.name,
                "metric": metric.name,
                "title": metric.title,
                "question": metric.question,
                "unit": metric.unit,
                "formula": f"sum of {metric.numerator} / sum of {metric.denominator}" + (" over all groups" if metric.of_all else ""),
                "estimand": metric.estimand,
                "doc": metric.doc,
            }
            for entry in families()
            for metric in entry.metrics
        ]
        + [row for design in all_designs().values() if design.has("metrics") for row in getattr(design.module("metrics"), "FURTHER", ())]
    )
