"""``citadels bench``: games per second of every variant and bot, scaling, compile time, start, memory, disk, and where the time goes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from citadels_sim.cli.console import Column, note, print_json, print_table, print_text
from citadels_sim.cli.options import JsonOption

if TYPE_CHECKING:
    from citadels_sim.bench.figures import Benchmark, Earlier, Ratio

EXAMPLES = (
    "citadels bench --quick",
    "citadels bench --json > speed.json",
    "citadels bench --quick --against speed.json",
    "citadels bench --markdown speed.md",
)

_MISSED = 1


def command(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games, one repeat, no cold compile, at most 30 seconds.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit with code 1 if a goal is missed.")] = False,
    markdown: Annotated[
        list[Path] | None,
        typer.Option(
            "--markdown",
            metavar="FILE",
            help="Also write Markdown: all figures into a new FILE, or the main table between the marks of an existing one.",
        ),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="Show ratios to an earlier result, the output of `citadels bench --json`."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the speed and the memory of the program on this machine.

    Figures are medians, on one core unless a row says otherwise. Temporary files are always removed.
    """
    from citadels_sim.bench import benchmark, figures, pages

    for file in markdown or ():
        pages.check_markdown(file)
    earlier = figures.read_earlier(against) if against is not None else None
    measured = benchmark.measure_all(quick=quick, notify=note)
    for file in markdown or ():
        pages.write_markdown(measured, file)
    ratios = earlier.ratios(measured) if earlier is not None else []
    if as_json:
        compared = [ratio._asdict() | {"ratio": round(ratio.ratio, 4)} for ratio in ratios]
        print_json(measured.as_data(quick=quick) | ({} if earlier is None else {"against": compared}))
    else:
        _print(measured)
        if earlier is not None:
            _print_ratios(earlier, ratios, quick=quick)
        print_text(f"Medians on {figures.machine()}.")
    for what in measured.missing:
        note(f"Not measured, for lack of time: {what}.")
    if check and any(figure.holds is False for figure in measured.figures):
        raise typer.Exit(_MISSED)


def _print(measured: Benchmark) -> None:
    words = {True: "yes", False: "no", None: ""}
    print_table(
        ("what", ("goal", "right"), ("measured", "right"), "holds"),
        [(figure.what, figure.shown_goal, figure.shown(), words[figure.holds]) for figure in measured.figures],
    )
    if measured.cells:
        speeds: list[Column] = [(name, "right") for name in ("games/s", "decisions/s", "games/s with rows")]
        print_table(
            ("variant", ("players", "right"), "bot", *speeds),
            [(c.variant, c.players, c.bot, f"{c.games:,.0f}", f"{c.decisions:,.0f}", f"{c.games_with_rows:,.0f}") for c in measured.cells],
        )
    if measured.disk:
        print_table(("detail", ("bytes per game", "right")), [(detail, f"{size:,.1f}") for detail, size in measured.disk.items()])


def _print_ratios(earlier: Earlier, ratios: Sequence[Ratio], *, quick: bool) -> None:
    numbers: list[Column] = [(name, "right") for name in ("before", "now", "now / before")]
    print_table(
        ("what", *numbers),
        [(r.what, f"{r.before:,.4g}", f"{r.now:,.4g}", f"{r.ratio:.3f}") for r in ratios],
        title="Against the earlier result",
    )
    if not ratios:
        print_text("The earlier result has none of these figures.")
    if earlier.quick != quick:
        print_text("Only one of the two was measured with --quick: their figures come from different numbers of games.")
    print_text(f"The earlier result was measured on {earlier.machine}.")
    if core := [ratio.ratio for ratio in ratios if ratio.what == "spins"]:
        print_text(f"A core of this machine does {core[0]:.2f} times as many steps of an empty loop per second as that machine.")
