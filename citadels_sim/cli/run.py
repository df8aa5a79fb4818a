"""``citadels run``: play an experiment into a run folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.processes import one_thread

if TYPE_CHECKING:
    from citadels_sim.runs.pool_types import Pool

EXAMPLES = (
    "citadels run --variant classic-2000 --players 4 --games 1000 --bots builder --out runs/first",
    "citadels run --variant classic-2000 --variant classic-summary --players 4-6 --games 20000 --bots builder,random --dry-run",
    "citadels run classic --games 2000 --out runs/classic",
    "citadels run --variant classic-2000 --games 100000 --rows 1000 --out runs/sums      # rows of 1,000 games, sums of all",
    "citadels run --variant classic-2000 --games 200000 --rows 0 --precision 1 --out runs/precise",
)


def command(
    experiment: Annotated[
        str | None,
        typer.Argument(
            metavar="[EXPERIMENT]",
            help="An experiment, by name or file.",
            show_default=False,
            autocompletion=options.experiment_names_beginning,
        ),
    ] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    games: Annotated[int | None, options.count_option("--games", "Games per cell, rounded up to whole blocks.", 1000)] = None,
    bots: options.LineupsOption = None,
    seed: options.SeedOption = None,
    detail: Annotated[str | None, typer.Option("--detail", help="Detail of the rows: games, turns or events.  [default: turns]")] = None,
    rows: Annotated[
        int | None, typer.Option("--rows", help="Keep the rows of N games per cell; the sums of all games are always kept.  [default: all]")
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision",
            metavar="POINTS",
            help="Stop a cell when the intervals of its win chances are at most ± this many percentage points, checked after 1,000 games "
            "and after each further 20 %; --games is then the maximum.",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the file's, or the variants']")] = None,
    margin: Annotated[list[str] | None, options.margins_option("A limit for the verdicts of the report, such as seat=3")] = None,
    out: Annotated[str | None, options.out_option("runs/NAME", "The run folder, or any address of fsspec.")] = None,
    workers: options.WorkersOption = None,
    scheduler: options.SchedulerOption = None,
    local_cluster: options.LocalClusterOption = None,
    dry_run: options.DryRunOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Play an experiment into a run folder, or continue one.

    An experiment plays every variant at every number of players with every line-up: one cell each. It comes from a file, from options, or
    from a file with options that replace its keys. After Ctrl-C, a kill or a full disk, the same command plays what is missing. The tables
    do not depend on the number of workers.
    """
    one_thread()
    from citadels_sim.cli.limits import parse_limits
    from citadels_sim.cli.run_folders import experiment_from_options, plan_into, play
    from citadels_sim.lineups import check_no_code
    from citadels_sim.processes import cores
    from citadels_sim.runs.command_line import command_of

    keys: dict[str, Any] = {"variants": variant, "players": players, "games": games, "lineups": bots, "seed": seed, "detail": detail}
    keys |= {"rows": rows, "precision": precision, "name": name, "margins": parse_limits(margin)}
    played, source = experiment_from_options(keys, experiment)
    if dry_run and bots is None:
        check_no_code(played.lineups, experiment or "")
    folder = out or f"runs/{played.name}"
    plan = plan_into(folder, played, source, dry_run=dry_run)
    pool = pool_of(scheduler, local_cluster, workers)
    words = command_of(played, folder)

    from citadels_sim.cli.dry_run import print_dry_run
    from citadels_sim.cli.run_summary import print_summary

    if dry_run:
        print_dry_run(plan, folder, words, workers or cores(), as_json=as_json)
    else:
        print_summary(play(plan, folder, words, workers or cores(), pool), plan, as_json=as_json)


def pool_of(scheduler: str | None, local: int | None, workers: int | None) -> Pool | None:
    """Make the cluster that the options mean; None where processes of this machine play."""
    from citadels_sim.errors import RunError
    from citadels_sim.processes import check_workers

    options = {"--scheduler": scheduler, "--local-cluster": local, "--workers": workers}
    given = [name for name, value in options.items() if value is not None]
    if len(given) > 1:
        raise RunError(f"{given[1]}: does not go with {given[0]}; choose one of them.")
    if scheduler is None and local is None:
        return None
    if local is not None:
        check_workers(local, "--local-cluster")
    from citadels_sim.runs.cluster import ClusterPool
    from citadels_sim.runs.connection import check_address

    if scheduler is not None:
        check_address(scheduler)
    return ClusterPool(scheduler, local or 0)
