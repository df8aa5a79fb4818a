"""``citadels metrics``: every figure that runs have, and what it means."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from citadels_sim.cli.console import print_json, print_table, print_text
from citadels_sim.cli.options import JsonOption, WideOption

EXAMPLES = ("citadels metrics", "citadels metrics rounds", "citadels metrics character.win_effect", "citadels metrics --json")


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Part of the names of figures to explain.", show_default=False)
    ] = None,
    wide: WideOption = False,
    as_json: JsonOption = False,
) -> None:
    """List every figure that runs provide, or explain some.

    A name may be any part of a figure's name, or parts of both its halves: `rounds` and `game.rounds` match `game.mean_rounds`.
    In Python, `citadels_sim.Run("runs/mine").metric("character.win_effect")` returns a table of estimates; `by=["variant",
    "players"]` sets the groups, one row each.
    """
    from citadels_sim.runs.metrics import declared, find_metric

    rows = declared()
    if name is not None:
        rows = _matching(rows, name.strip().lower())
        if not rows:
            entry, metric = find_metric(name)
            rows = [row for row in declared() if row["name"] == f"{entry.prefix}.{metric.name}"]
    if as_json:
        print_json(rows)
        return
    if name is None:
        columns = {"name": "name", "question": "question"}
        if wide:
            columns |= {"unit": "unit", "estimand": "estimand", "of": "one for each", "needs": "counted from"}
        print_table(tuple(columns.values()), [tuple(row[key] for key in columns) for row in rows])
        return
    for row in rows:
        print_text(f"{row['name']}: {row['title']}\n  {row['question']}\n  {row['doc']}")
        print_text(f"  Unit: {row['unit']}. Estimand: {row['estimand']}. Counted from: {row['needs']}.")
        print_text(f"  The sum of {row['numerator']} over the sum of {row['denominator']}, with its error over blocks.")


def _matching(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Return the figure of this name; else those whose names have it as a part; else those with its halves before and behind the dot."""
    before, _, behind = name.partition(".")
    halves = [row["name"].partition(".") for row in rows]
    return (
        [row for row in rows if row["name"] == name]
        or [row for row in rows if name and name in row["name"]]
        or [row for row, (start, _, end) in zip(rows, halves, strict=True) if before and behind and before in start and behind in end]
    )
