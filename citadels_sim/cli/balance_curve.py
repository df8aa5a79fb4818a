"""What ``citadels balance --curve`` prints and writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from citadels_sim.cli.console import note, print_json, print_table, print_text, right
from citadels_sim.cli.results import frames_data, print_blocks

if TYPE_CHECKING:
    from citadels_sim.balance.curve_range import CurveRange
    from citadels_sim.balance.question import Question
    from citadels_sim.report.study_facts import NumberCurve
    from citadels_sim.variants import Variant


def print_curve(question: Question, base: Variant, curve: NumberCurve, folder: str, *, as_json: bool) -> None:
    """Print a curve as a table or as data, and write its table and its chart into its folder."""
    from citadels_sim.report.number_curve import TABLE, curve_block, curve_table
    from citadels_sim.runs.store import LocalStore
    from citadels_sim.show.figures import chart

    target = question.target
    assert target is not None
    limit = question.limit_of(target)
    block = curve_block(curve, target.criterion, target.group, (base.name, question.players, question.lineup), limit)
    table, store = curve_table(curve, target.criterion, limit), LocalStore(Path(folder))
    store.write(f"{TABLE}.csv", table.write_csv().encode())
    files = [f"{TABLE}.csv"]
    if any(not row.values[0].few for row in block.rows) and (drawn := chart(block, f"{TABLE}.csv")) is not None:
        for kind, content in drawn.files(("svg", "png")).items():
            store.write(f"{TABLE}.{kind}", content)
            files.append(f"{TABLE}.{kind}")
    if as_json:
        facts = {"variant": base.name, "players": question.players, "lineup": question.lineup, "target": str(target), "limit": limit}
        print_json({"out": folder, **facts, "key": curve.key, "now": curve.now, "blocks": curve.blocks} | frames_data(points=table))
        return
    print_blocks([block])
    note(f"Also in {folder}: {', '.join(files)}.")


def print_curve_plan(wanted: CurveRange, minutes: float) -> None:
    """Print what a curve would play; nothing is kept."""
    values = [(str(wanted.now), "now"), *((str(value), "") for value in wanted.changed)]
    print_table((*right(wanted.key), ""), values)
    print_text(f"{len(values)} values on the same deals, about {minutes:g} minutes; the figure is {wanted.target}. Nothing was saved.")
