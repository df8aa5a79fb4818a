"""From the options of a command to a complete run folder: make the experiment, play what is missing of it, load the run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from citadels_sim.cli.console import note
from citadels_sim.command_folders import note_played
from citadels_sim.processes import one_thread

if TYPE_CHECKING:
    from citadels_sim.runs.experiment import Experiment
    from citadels_sim.runs.plan import Plan
    from citadels_sim.runs.pool_types import Pool
    from citadels_sim.runs.reading import Run
    from citadels_sim.runs.source import Source
    from citadels_sim.runs.summary import RunSummary

_INTERRUPTED: Final = 130


class PlayOptions(NamedTuple):
    """Options that say how an experiment is played: the run folder, processes, whether only to estimate, and that as data.

    `calls` is for messages: how the command calls keys of the experiment that are none of its options.
    """

    out: str | None
    workers: int | None
    dry_run: bool
    as_json: bool
    calls: Mapping[str, str] = {}

    def given(self) -> list[str]:
        """Name those that do not go with a run that is only read."""
        return given_options({"out": self.out, "workers": self.workers, "dry-run": self.dry_run or None})


def given_options(options: Mapping[str, object], calls: Mapping[str, str] | None = None) -> list[str]:
    """Name the options that were given, of keys of an experiment or names of options and their values; None where one was not."""
    from citadels_sim.runs.source import of_options

    return list(of_options([key for key, value in options.items() if value is not None], calls=calls).options.values())


def refuse_with_run(run: object, given: Iterable[str]) -> None:
    """Refuse options beside a run folder that is only read, with an `ExperimentError`."""
    from citadels_sim.errors import ExperimentError

    for option in given:
        raise ExperimentError(f"{option}: does not go with {run}, a run folder that is only read. Leave one of them out.")


def check_run_or_variant(run: Path | None, variant: object, given: Iterable[str], title: str) -> None:
    """Refuse options beside a run folder, and a command line with neither a folder nor a variant; `title` is what the folder is."""
    from citadels_sim.errors import ExperimentError

    if run is not None:
        refuse_with_run(run, given)
    elif not variant:
        raise ExperimentError(f"nothing to play. Give {title}, or --variant NAME. `citadels variants` lists the variants.")


def play_or_load(
    kind: str,
    run: Path | None,
    keys: Mapping[str, Any],
    how: PlayOptions,
    *,
    games: int,
    least_deals: int = 1,
    others: Mapping[str, object] | None = None,
) -> Run:
    """Load a run folder, or play the experiment that a command's options mean, or what is missing of it, and load that.

    Parameters
    ----------
    kind : str
        Name of the design.
    run : pathlib.Path or None
        The run folder to read; None: the experiment is played.
    keys : mapping
        Of the experiment, in the order of the options; None where an option was not given.
    how : PlayOptions
    games : int
        Default of the key ``games``.
    least_deals : int
        The fewest deals per cell that can be analysed.
    others : mapping, optional
        Further options that go with playing only, by name.

    Raises
    ------
    ExperimentError, RunError
        For options beside a run folder, for neither of them, for an experiment that cannot be, and if the run cannot be read.
    typer.Exit
        After a dry run, or Ctrl-C.
    """
    from citadels_sim.errors import ExperimentError
    from citadels_sim.runs.designs import design_of

    design = design_of(kind)
    given = given_options({**(others or {}), **keys}, {"games": f"--{design.unit}"})
    check_run_or_variant(run, keys["variants"], [*given, *how.given()], design.title)
    if run is None:
        one_thread()
        from citadels_sim.runs.command_line import command_of

        asked = {**keys, "games": games if keys["games"] is None else keys["games"], "kind": kind}
        experiment, source = experiment_from_options(asked, calls=how.calls)
        folder = how.out or f"runs/{experiment.name}-{kind}"
        plan = plan_into(folder, experiment, source, dry_run=how.dry_run)
        if any(cell.blocks < least_deals for cell in plan.cells):
            raise ExperimentError(f"--{design.unit}: {experiment.games} are too few: the analysis needs at least {least_deals} deals.")
        run = play_plan(plan, folder, command_of(experiment, folder), how)
    from citadels_sim.runs.reading import load_run

    return load_run(run, kind=kind)


def games_in(kind: str, keys: Mapping[str, Any], how: PlayOptions, minutes: float) -> int:
    """Return how many games per cell an experiment plays in some minutes, in two digits, from a short measurement of each cell.

    Parameters
    ----------
    kind, keys, how
        As `play_or_load` takes them, without the key ``games``.
    minutes : float
        Compiling, once on a machine, is not counted.

    Raises
    ------
    ExperimentError
        If a number of games is given too, for no number of minutes or too few to say anything, and for an experiment that cannot be.
    """
    from citadels_sim.errors import ExperimentError
    from citadels_sim.runs.designs import design_of

    if keys["games"] is not None:
        raise ExperimentError(
            f"--minutes: does not go with --{design_of(kind).unit}, which says how much is played. Leave one of them out."
        )
    if not 0.01 <= minutes <= 10_000:
        raise ExperimentError(f"--minutes: {minutes:g} should be a number of minutes from 0.01 to 10000, such as 2.")
    one_thread()
    from citadels_sim.engine.prepare import prepare
    from citadels_sim.minutes import TooShortError
    from citadels_sim.processes import cores
    from citadels_sim.runs.manifest import read_manifest
    from citadels_sim.runs.measure import cell_cost
    from citadels_sim.runs.store import is_remote
    from citadels_sim.statistics.ratios import LEAST_COUNT

    experiment, source = experiment_from_options({**keys, "games": 1, "kind": kind}, calls=how.calls)
    folder = how.out or f"runs/{experiment.name}-{kind}"
    if not is_remote(folder) and (Path(folder) / "manifest.json").is_file():
        return read_manifest(Path(folder)).experiment.games  # the same command continues what it began
    plan = plan_into(folder, experiment, source, dry_run=how.dry_run)
    prepare(plan.entry_points(), note)
    seconds = sum(cell_cost(plan, cell.index).seconds for cell in plan.cells) / (how.workers or cores())
    games = int(minutes * 60 / seconds)
    least = LEAST_COUNT * max(cell.per_block for cell in plan.cells)
    if games < least:  # of fewer nothing is said
        raise TooShortError(least * seconds, f"{least} {design_of(kind).unit}, without which it has no finding")
    digits: int = 10 ** max(0, len(str(games)) - 2)
    return games // digits * digits


def experiment_from_options(
    options: Mapping[str, Any], file: str | None = None, calls: Mapping[str, str] | None = None
) -> tuple[Experiment, Source]:
    """Make the experiment that a command line means, from a file or from keys alone, and its source for messages.

    `calls` says how the command calls keys that are none of its options.
    """
    from citadels_sim.errors import ExperimentError
    from citadels_sim.lineups import split_lineup
    from citadels_sim.names import slug
    from citadels_sim.runs.designs import design_of
    from citadels_sim.runs.experiment import make_experiment, parse_players, read_experiment
    from citadels_sim.runs.source import of_options

    keys = {key: value for key, value in options.items() if value is not None}
    if isinstance(keys.get("players"), str):
        keys["players"] = parse_players(keys["players"])
    if "lineups" in keys:
        keys["lineups"] = [split_lineup(text) for text in keys["lineups"]]
    if file is not None:
        return read_experiment(file, keys), of_options(keys, file)
    if "variants" not in keys:
        raise ExperimentError("nothing to play. Give an experiment file, or --variant NAME. `citadels variants` lists the variants.")
    keys.setdefault("name", slug("-and-".join(Path(variant).stem for variant in keys["variants"])))
    source = of_options(keys, calls={"games": f"--{design_of(keys.get('kind', 'games')).unit}", **(calls or {})})
    return make_experiment(keys, source), source


def variant_of_run(run: Run, variant: str) -> str:
    """Return the name that a run has for a variant, given by this name or by the file that was played.

    Raises
    ------
    RunError
        If the run has no such variant, or the file does not have the rules that were played.
    VariantError
        If the file cannot be read.
    """
    from citadels_sim.errors import RunError, nearest
    from citadels_sim.variants import load_variant

    known = run.manifest.variants
    if variant in known:
        return variant
    file = load_variant(variant) if variant.endswith(".toml") else None
    name = variant if file is None else file.name
    if name not in known:
        raise RunError(f"{run.folder}: has no variant '{name}'; it has {', '.join(known)}.{nearest(name, known)}")
    if file is not None and file.digest != known[name].digest:
        raise RunError(
            f"{variant}: its rules differ from those of '{name}' in {run.folder}: one of them changed. Run it into a new folder, or give "
            f"the name '{name}' to read the existing games."
        )
    return name


def plan_into(folder: str, experiment: Experiment, source: str | Source, *, dry_run: bool) -> Plan:
    """Plan an experiment for a run folder; the folder, variants and names of bots are checked before what plays is loaded.

    Of rules under which games may never end it warns on standard error.

    Raises
    ------
    ExperimentError, RunError
        If the experiment cannot be played, or not into this folder. A dry run prints what is wrong with the folder itself.
    """
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.runs.folder import check_place
    from citadels_sim.runs.plan import make_plan
    from citadels_sim.runs.store import is_remote, open_store

    if not dry_run and not is_remote(folder):
        check_place(open_store(folder))
    plan = make_plan(experiment, source)
    warn_of_endless((cell.variant, cell.players) for cell in plan.cells)
    return plan


def play_plan(plan: Plan, folder: str, words: Sequence[str], how: PlayOptions) -> Path:
    """Play what is missing of a plan into a folder of this machine, or estimate it; ``words`` is the command that continues it."""
    from citadels_sim.cli.dry_run import print_dry_run
    from citadels_sim.errors import RunError
    from citadels_sim.processes import cores
    from citadels_sim.runs.store import is_remote

    if is_remote(folder):
        raise RunError(f"--out: {folder} should be a folder on this machine: the command reads the games from there.")
    workers = how.workers or cores()
    if how.dry_run:
        print_dry_run(plan, folder, words, workers, as_json=how.as_json)
        raise typer.Exit
    summary = play(plan, folder, words, workers)
    if summary.played:
        note(f"{summary.folder}: {summary.games:,} {plan.design.unit}; {summary.played:,} played now in {summary.seconds:.1f} s.")
    note_played(Path(summary.folder))
    return Path(summary.folder)


def play(plan: Plan, folder: str, words: Sequence[str], workers: int, pool: Pool | None = None) -> RunSummary:
    """Play what is missing of a plan with a progress bar; after Ctrl-C print how to continue, and exit."""
    from citadels_sim.cli.progress import run_progress
    from citadels_sim.runs.runner import run_plan
    from citadels_sim.runs.summary import Interrupted, resume_hint

    unit = plan.design.unit
    progress = run_progress(unit)
    try:
        summary = run_plan(plan, folder, words, workers=workers, pool=pool, progress=progress)
    except Interrupted as stopped:
        progress.close()
        note(f"citadels: interrupted. {resume_hint(stopped.summary, unit)}")
        raise typer.Exit(_INTERRUPTED) from None
    finally:
        progress.close()
    for path in summary.damaged:
        note(f"{summary.folder}/{path}: was damaged or missing; played again.")
    return summary
