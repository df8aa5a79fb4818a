"""``citadels kingmaking``: how often who cannot win any more decides who does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import JsonOption, print_json, print_table
from citadels_sim.cli.dry_run import DryRunOption

if TYPE_CHECKING:
    from citadels_sim.lab.kingmaking.analyse import KingmakingAnalysis

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels kingmaking --variant classic-2000 --players 4 --bots builder --games 400 --seed 1 --out runs/kingmaking",
    "citadels kingmaking runs/kingmaking --beaten 10      # the same run, told again",
    "citadels kingmaking runs/kingmaking --json",
)


def command(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="A run of kingmaking, to tell again.", show_default=False)] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="A variant, by name or path; may be given several times.")] = None,
    players: Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")] = None,
    games: Annotated[int | None, typer.Option("--games", help="Games per cell, rounded up to whole blocks.  [default: 4000]")] = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="A line-up: bots, comma-separated; may be given several times.  [default: builder]")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the variants']")] = None,
    out: Annotated[str | None, typer.Option("--out", help="The run folder.  [default: runs/NAME-kingmaking]", show_default=False)] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    only_said: DryRunOption = False,
    beaten: Annotated[
        float, typer.Option("--beaten", metavar="PERCENT", help="Win chance before the last round below which a player is beaten.")
    ] = 5.0,
    as_json: JsonOption = False,
) -> None:
    """Tell how often a player who cannot win any more decides who does.

    In the last round of every game each hostile act is tried on all other targets, and left undone, on copies of the game with the
    same luck: does another player win? Who is beaten is told by the win chance before that round, from a model fitted on other deals
    of the same table. Beside it stands the same of those who could still win. With a folder of such a run nothing is played.
    """
    from citadels_sim.cli.run import play_into
    from citadels_sim.errors import ExperimentError
    from citadels_sim.lab.forks.command import check_told_again

    options = {"--variant": variant, "--players": players, "--games": games, "--bots": bots, "--seed": seed, "--name": name, "--out": out}
    given = [key for key, value in (options | {"--workers": workers, "--dry-run": only_said or None}).items() if value is not None]
    check_told_again(run, given, variant, "nothing to play: give a run of kingmaking")
    if not 0 < beaten <= 50:
        raise ExperimentError(f"--beaten: {beaten:g} should be a win chance in per cent, above 0 and at most 50.")
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": 4000 if games is None else games, "lineups": bots}
    keys |= {"seed": seed, "name": name, "kind": "kingmaking"}
    folder = run or play_into(keys, out, workers, only_said=only_said, as_json=as_json, deals=2)

    from citadels_sim.lab.kingmaking.analyse import analyse_kingmaking
    from citadels_sim.runs.reading import load_run

    found = analyse_kingmaking(load_run(folder, kind="kingmaking"), beaten / 100)
    if as_json:
        tables = {"estimates": found.estimates.drop("reference"), "acts": found.acts}
        print_json({"run": str(folder), "beaten": found.beaten} | {key: table.fill_nan(None).to_dicts() for key, table in tables.items()})
        return
    for cell in found.run.manifest.cells:
        _tell(found, {"variant": cell.variant, "players": cell.players, "lineup": cell.lineup}, cell.games)


def _tell(found: KingmakingAnalysis, cell: dict[str, Any], games: int) -> None:
    from citadels_sim.lab.kingmaking.metrics import KINGMAKING

    at = {row["metric"]: row for row in found.estimates.filter(**cell).iter_rows(named=True)}
    rows = []
    for metric in KINGMAKING.metrics:
        if metric.name in at:
            row, factor, sign = at[metric.name], 100 if metric.share else 1, " %" if metric.share else ""
            value, low, high = (None if row[name] is None else factor * row[name] for name in ("value", "low", "high"))
            bounds = "-" if low is None or high is None else f"{low:.2f} to {high:.2f}"
            rows.append((metric.title, f"{value:.2f}{sign}", bounds, metric.unit, f"{row['count']:,.0f}"))
    title = (
        f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: {games:,} games; beaten: a win chance below "
        f"{100 * found.beaten:g} % before the last round."
    )
    print_table(("figure", ("value", "right"), ("95 %", "right"), "unit", ("of", "right")), rows, title=title)
    kinds = found.acts.filter(**cell).filter("beaten").sort("acts", "act", descending=[True, False])
    if kinds.height:
        told = [(row["act"], f"{row['acts']:,}", f"{100 * row['pivotal'] / row['acts']:.1f} %") for row in kinds.iter_rows(named=True)]
        print_table(("act of the beaten", ("number", "right"), ("decide", "right")), told)
