"""``citadels kingmaking``: how often who cannot win any more decides who does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.console import print_json, print_table, right
from citadels_sim.cli.limits import check_percent
from citadels_sim.cli.results import cell_title, cells_of, frames_data, rows_by
from citadels_sim.cli.run_folders import PlayOptions, play_or_load
from citadels_sim.formats import TOO_FEW, fixed

if TYPE_CHECKING:
    from citadels_sim.lab.kingmaking.analyse import KingmakingAnalysis

EXAMPLES = (
    "citadels kingmaking --variant classic-2000 --players 4 --bots builder --games 400 --seed 1 --out runs/kingmaking",
    "citadels kingmaking runs/kingmaking --beaten 10      # the same run, read again",
    "citadels kingmaking runs/kingmaking --json",
)


def command(
    run: Annotated[Path | None, options.run_argument("kingmaking")] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    games: Annotated[int | None, options.count_option("--games", "Games per cell, rounded up to whole blocks.", 4000)] = None,
    bots: options.LineupsOption = None,
    seed: options.SeedOption = None,
    name: options.NameOption = None,
    out: Annotated[str | None, options.out_option("runs/NAME-kingmaking")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    beaten: Annotated[
        float, typer.Option("--beaten", metavar="PERCENT", help="A player with a lower win chance before the last round counts as beaten.")
    ] = 5.0,
    as_json: options.JsonOption = False,
) -> None:
    """Measure how often a player who can no longer win decides who does.

    In the last round of every game the command tries each hostile act on all other targets, and leaves it out, on copies of the
    game with the same luck: does another player win? An act decided the game as far as a random one of these alternatives would
    have made another player win; it could have decided the game if some one of them would have. A player counts as beaten if the
    win chance before that round is low, according to a model fitted on other deals of the same table. The same figures are shown
    for the players who could still win.
    With a run folder in place of options the command reads that run and plays nothing.
    """
    check_percent("--beaten", beaten, "a win chance in per cent")
    keys = {"variants": variant, "players": players, "games": games, "lineups": bots, "seed": seed, "name": name}
    played = play_or_load("kingmaking", run, keys, PlayOptions(out, workers, dry_run, as_json), games=4000, least_deals=2)

    from citadels_sim.lab.kingmaking.analyse import analyse_kingmaking

    result = analyse_kingmaking(played, beaten / 100)
    if as_json:
        frames = frames_data(estimates=result.estimates.drop("reference"), acts=result.acts)
        print_json({"run": str(played.folder), "beaten": result.beaten} | frames)
        return
    for key, cell in cells_of(played):
        _print_cell(result, key, cell.games)


def _print_cell(result: KingmakingAnalysis, cell: dict[str, Any], games: int) -> None:
    from citadels_sim.lab.kingmaking.metrics import KINGMAKING

    at = rows_by(result.estimates.filter(**cell), "metric")
    rows = []
    for metric in KINGMAKING.metrics:
        if metric.name in at:
            row, factor, sign = at[metric.name], 100 if metric.share else 1, " %" if metric.share else ""
            value, low, high = (None if row[name] is None else factor * row[name] for name in ("value", "low", "high"))
            bounds = "-" if low is None or high is None else f"{fixed(low, 2)} to {fixed(high, 2)}"
            shown = TOO_FEW if value is None else f"{fixed(value, 2)}{sign}"
            rows.append((metric.title, shown, bounds, metric.unit, f"{row['count']:,.0f}"))
    title = f"{cell_title(cell)}: {games:,} games; beaten: a win chance below {100 * result.beaten:g} % before the last round."
    print_table(("figure", *right("value", "95 %"), "unit", *right("of")), rows, title=title)
    kinds = result.acts.filter(**cell).filter("beaten").sort("acts", "act", descending=[True, False])
    if kinds.height:
        acts = [
            (row["act"], f"{row['acts']:,}", *(f"{100 * row[name] / row['acts']:.1f} %" for name in ("decided", "pivotal")))
            for row in kinds.iter_rows(named=True)
        ]
        print_table(("act of the beaten", *right("number", "decide", "could have decided")), acts)
