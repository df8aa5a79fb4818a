"""``citadels run``: play an experiment into a run folder."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import JsonOption, note, print_json, print_text, progress
from citadels_sim.cli.dry_run import DryRunOption, dry_run
from citadels_sim.threads import one_thread

if TYPE_CHECKING:
    from citadels_sim.runs.experiment import Experiment
    from citadels_sim.runs.plan import Plan
    from citadels_sim.runs.runner import RunSummary
    from citadels_sim.runs.source import Source

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels run --variant classic-2000 --players 4 --games 1000 --bots builder --out runs/first",
    "citadels run --variant classic-2000 --variant classic-summary --players 4-6 --games 20000 --bots builder,random --dry-run",
    "citadels run classic --games 2000 --out runs/classic",
    "citadels run --variant classic-2000 --games 100000 --rows 1000 --out runs/sums      # rows of 1,000 games, sums of all",
    "citadels run --variant classic-2000 --games 200000 --rows 0 --precision 1 --out runs/precise",
)

_INTERRUPTED = 130
PLAYED: list[Path] = []
"""Run folders that the command has written: what goes wrong with their tables is a fault of ours."""
"""Command that tells what a run says, where it is not called like the kind of run."""


def command(
    experiment: Annotated[
        str | None,
        typer.Argument(metavar="[EXPERIMENT]", help="An experiment file (.toml), or the name of a packaged one.", show_default=False),
    ] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="A variant, by name or path; may be given several times.")] = None,
    players: Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")] = None,
    games: Annotated[int | None, typer.Option("--games", help="Games per cell, rounded up to whole blocks.  [default: 1000]")] = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="A line-up: bots, comma-separated; may be given several times.  [default: builder]")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")] = None,
    detail: Annotated[str | None, typer.Option("--detail", help="What is kept: games, turns or events.  [default: turns]")] = None,
    rows: Annotated[
        int | None, typer.Option("--rows", help="Games per cell whose rows are kept; sums are kept of all.  [default: all]")
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision",
            metavar="POINTS",
            help="End a cell once its win chances are known to so many percentage points, looked at after 1,000 games and whenever a fifth "
            "more are played; --games is then the most it may use.",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the file's, or the variants']")] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option("--margin", metavar="NAME=VALUE", help="A limit the report is to judge by, such as seat=3; may be given often."),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", help="The run folder, or any address of fsspec.  [default: runs/NAME]", show_default=False)
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler, such as tcp://host:8786."),
    ] = None,
    local_cluster: Annotated[
        int | None, typer.Option("--local-cluster", metavar="N", min=1, help="Play on a Dask cluster of N processes on this machine.")
    ] = None,
    only_said: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play an experiment: every variant at every number of players with every line-up.

    An experiment comes from a file, from options, or from a file with options that replace its keys. The same command
    on the same folder goes on with what is missing, after Ctrl-C, a kill or a full disk; the tables do not depend on the
    number of workers.
    """
    one_thread()
    from citadels_sim.cli.limits import limits_of
    from citadels_sim.lineups import check_no_code
    from citadels_sim.runs.command_line import command_of
    from citadels_sim.runs.plan import make_plan
    from citadels_sim.runs.pool import cores

    given: dict[str, Any] = {"variants": variant, "players": players, "games": games, "lineups": bots, "seed": seed, "detail": detail}
    given |= {"rows": rows, "precision": precision, "name": name, "margins": limits_of(margin)}
    asked, source = _experiment(experiment, {key: value for key, value in given.items() if value is not None})
    if only_said and bots is None:
        check_no_code(asked.lineups, experiment or "")
    plan = make_plan(asked, source)
    count = workers or cores()
    team = _team(scheduler, local_cluster, workers)
    folder = out or f"runs/{asked.name}"
    words = command_of(asked, folder)
    if only_said:
        dry_run(plan, folder, words, count, as_json=as_json)
        return
    _tell(_play(plan, words, folder, count, team), plan, as_json)


def _play(plan: Plan, words: list[str], folder: str, workers: int, team: Any = None) -> RunSummary:
    """Play a plan into a folder, with a bar, and a word on how to go on after Ctrl-C."""
    from citadels_sim.runs.runner import Interrupted, resume_hint, run_plan

    unit = plan.design.unit
    watch = _bar(unit)
    try:
        return run_plan(plan, folder, words, workers=workers, team=team, progress=watch)
    except Interrupted as stopped:
        watch.close()
        note(f"citadels: interrupted. {resume_hint(stopped.summary, unit)}")
        raise typer.Exit(_INTERRUPTED) from None
    finally:
        watch.close()


def play_into(
    keys: dict[str, Any], out: str | None, workers: int | None, *, only_said: bool = False, as_json: bool = False, deals: int = 1
) -> Path:
    """Play an experiment that another command's options ask for, or what is missing of it.

    Parameters
    ----------
    keys : dict
        Of the experiment, as the options give them; None where none does.
    out : str or None
        The run folder; None: ``runs/NAME-KIND``.
    workers : int or None
        Processes; None: one per core.
    only_said : bool
        Whether only to say what would be played (``--dry-run``).
    as_json : bool
        Whether to say that as data.
    deals : int
        The fewest deals per cell that tell anything.

    Returns
    -------
    pathlib.Path
        The run folder.

    Raises
    ------
    typer.Exit
        When it was only to be said: the command is done.
    """
    one_thread()
    from citadels_sim.errors import ExperimentError
    from citadels_sim.runs.command_line import command_of
    from citadels_sim.runs.plan import make_plan

    asked, source = _experiment(None, {key: value for key, value in keys.items() if value is not None})
    folder = out or f"runs/{asked.name}-{asked.kind}"
    plan = make_plan(asked, source)
    if any(cell.blocks < deals for cell in plan.cells):
        raise ExperimentError(f"--{asked.design.unit}: {asked.games} is too few: it takes {deals} deals at least to tell anything.")
    return play_plan(plan, folder, command_of(asked, folder), workers, only_said=only_said, as_json=as_json)


def play_plan(plan: Plan, folder: str, words: list[str], workers: int | None, *, only_said: bool = False, as_json: bool = False) -> Path:
    """Play a plan that another command made, or what is missing of it, as `play_into`; `words` is the command that goes on with it."""
    from citadels_sim.errors import RunError
    from citadels_sim.runs.pool import cores
    from citadels_sim.runs.store import is_remote

    if is_remote(folder):
        raise RunError(f"--out: {folder} should be a folder of this machine: what was played is read again from there.")
    if only_said:
        dry_run(plan, folder, words, workers or cores(), as_json=as_json)
        raise typer.Exit
    unit = plan.design.unit
    summary = _play(plan, words, folder, workers or cores())
    for path in summary.damaged:
        note(f"{summary.folder}/{path}: was damaged or missing; made anew.")
    if summary.played:
        note(f"{summary.folder}: {summary.games:,} {unit}; {summary.played:,} played now in {summary.seconds:.1f} s.")
    PLAYED.append(Path(summary.folder))
    return Path(summary.folder)


def _team(scheduler: str | None, local: int | None, workers: int | None) -> Any:
    """Make the cluster that is asked for; None where processes of this machine play."""
    from citadels_sim.errors import RunError

    asked = {"--scheduler": scheduler, "--local-cluster": local, "--workers": workers}
    given = [name for name, value in asked.items() if value is not None]
    if len(given) > 1:
        raise RunError(f"{given[1]}: does not go with {given[0]}; say in one way who plays.")
    if scheduler is None and local is None:
        return None
    from citadels_sim.runs.cluster import ClusterTeam

    return ClusterTeam(scheduler, local or 0)


def _experiment(file: str | None, given: dict[str, Any]) -> tuple[Experiment, Source]:
    """Make the experiment that the command line means, and say where its keys came from."""
    from citadels_sim.bots import split_lineup
    from citadels_sim.errors import ExperimentError
    from citadels_sim.lab import design_of
    from citadels_sim.names import slug
    from citadels_sim.runs.experiment import make_experiment, parse_players, read_experiment
    from citadels_sim.runs.source import of_options

    if isinstance(given.get("players"), str):
        given["players"] = parse_players(given["players"])
    if "lineups" in given:
        given["lineups"] = [split_lineup(text) for text in given["lineups"]]
    if file is not None:
        return read_experiment(file, given), of_options(given, file)
    if "variants" not in given:
        raise ExperimentError("nothing to play: give an experiment file, or --variant NAME. `citadels variants` lists the variants.")
    for variant in given["variants"]:
        if not variant.strip():
            raise ExperimentError("--variant: is empty; name one. `citadels variants` lists the variants.")
    given.setdefault("name", slug("-and-".join(Path(variant).stem for variant in given["variants"])))
    source = of_options(given, calls={"games": f"--{design_of(given.get('kind', 'games')).unit}"})
    return make_experiment(given, source), source


def _bar(unit: str = "games") -> Any:
    """Make the progress that talks on standard error."""
    from citadels_sim.runs.runner import Progress

    class Bar(Progress):
        bar: Any = None

        def compiling(self, text: str) -> None:
            note(text)

        def begin(self, games: int, done: int) -> None:
            if done:
                note(f"{done:,} of {games:,} {unit} are there; playing the rest.")
            self.bar = progress(games, unit=unit, done=done)

        def advance(self, games: int) -> None:
            self.bar.update(games)

        def spare(self, games: int) -> None:
            self.bar.total -= games
            self.bar.refresh()

        def note(self, text: str) -> None:
            note(text)

        def close(self) -> None:
            if self.bar is not None:
                self.bar.close()

    return Bar()


def _tell(summary: RunSummary, plan: Plan, as_json: bool) -> None:

    unit = plan.design.unit
    speed = summary.played / summary.seconds if summary.played else None
    for path in summary.damaged:
        note(f"{summary.folder}/{path}: was damaged or missing; made anew.")
    if as_json:
        print_json(
            {
                "folder": str(summary.folder), "games": summary.games, "played": summary.played, "seconds": round(summary.seconds, 3),
                "games_per_second": None if speed is None else round(speed), "damaged": list(summary.damaged),
                "stopped": list(summary.stopped), "comparisons": list(summary.comparisons),
            }
        )  # fmt: skip
    elif speed is None:
        print_text(f"{summary.folder}: all {summary.games:,} {unit} are there; nothing to do.")
    else:
        cells = len(plan.cells)
        print_text(
            f"{summary.folder}: {summary.games:,} {unit} in {cells} cell{'s' * (cells > 1)}; "
            f"{summary.played:,} played now in {summary.seconds:.1f} s ({speed:,.0f} {unit}/s)."
        )
        for reason in summary.stopped:
            print_text(f"  {reason}.")
        _tell_comparisons(summary)
        words = [f"reports/{Path(summary.folder).name}" if word == "DIR" else word for word in plan.design.answer]
        print_text(f"Next: {shlex.join(('citadels', words[0], summary.folder, *words[1:]))}")


def _tell_comparisons(summary: RunSummary) -> None:
    """Say how much of the noise common deals take out of a comparison: the range over the pairs, by figure."""
    for by, what in (("variant", "variants"), ("lineup", "line-ups"), ("players", "numbers of players")):
        pairs = [pair["figures"] for pair in summary.comparisons if pair["by"] == by]
        ratios = {
            figure: sorted(pair[figure]["variance_ratio"] for pair in pairs if pair[figure]["variance_ratio"] is not None)
            for figure in (pairs[0] if pairs else ())
        }
        shown = ", ".join(f"{figure.replace('_', ' ')} {_range(values)}" for figure, values in ratios.items() if values)
        if shown:
            print_text(f"Variance ratio of {what} on the same deals (1: no gain): {shown}.")


def _range(values: list[float]) -> str:
    low, high = f"{values[0]:.2f}", f"{values[-1]:.2f}"
    return low if low == high else f"{low}-{high}"
