"""``citadels attribute``: which of the rules in which two variants differ causes how much of the difference."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import PlayOptions, given_options, plan_into, play_plan, refuse_with_run
from citadels_sim.processes import one_thread

EXAMPLES = (
    "citadels attribute classic-2000 classic-summary --games 200 --out runs/why",
    "citadels attribute classic-2000 dark-city --players 4 --groups 4 --games 100 --margin rounds=0.25 --out runs/dark",
    "citadels attribute classic-2000 my-rules.toml --picks --bots learner:@nearest --games 2000 --out runs/who",
    "citadels attribute runs/why --json      # the same run, read again",
)

_GAMES, _PICKS = "attribution", "pick-attribution"
"""Kinds of experiment: figures of games are attributed, or effects of picks."""


def command(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="The variant to start from, by name or file; or, alone, a run folder of an attribution.",
            autocompletion=options.variant_names_beginning,
        ),
    ],
    b: Annotated[
        str | None,
        typer.Argument(
            metavar="[B]",
            help="The variant to compare with it, by name or file.",
            show_default=False,
            autocompletion=options.variant_names_beginning,
        ),
    ] = None,
    *,
    picks: Annotated[
        bool,
        typer.Option("--picks", help="Attribute the effect of picking each character, from forked picks, in place of figures of games."),
    ] = False,
    players: options.OneTableOption = None,
    bots: options.LineupOption = None,
    games: Annotated[
        int | None,
        options.count_option("--games", "Games per combination of rules, on the same deals; with --picks, picks that are forked.", 1000),
    ] = None,
    seed: options.SeedOption = None,
    groups: Annotated[
        int | None,
        typer.Option("--groups", help="Maximum number of groups of differing rules, 1 to 8.  [default: 8; with --picks 4, and 5 at most]"),
    ] = None,
    margin: Annotated[list[str] | None, options.margins_option("Largest negligible part, by figure or by unit")] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="Name of the experiment.  [default: attribution; with --picks pick-attribution]")
    ] = None,
    out: Annotated[str | None, options.out_option("runs/A-to-B, with --picks runs/A-to-B-picks")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    wide: options.WideOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Attribute the difference between two variants to the rules that differ.

    The differing rules are put into at most eight groups by topic, and every combination of groups is played on the same deals.
    A group's part is its effect, averaged over all orders in which the groups could change (the Shapley value); the parts add up
    to the whole difference exactly. `--wide` also shows `first in`, the effect of the group alone, and `last in`, its effect after all
    other groups have changed: if the two differ, rules interact. The intervals hold for all groups of a figure at once. With `--picks`
    the figures are the effects of picking each character: which rule made which character stronger. The same command continues a run;
    with a run folder in place of two variants it plays nothing.
    """
    one_thread()
    keys = {"players": players, "lineups": bots, "games": games, "seed": seed, "most_groups": groups, "name": name}
    how = PlayOptions(out, workers, dry_run, as_json)
    kind = _PICKS if picks else _GAMES
    if b is None:
        folder = _run_folder(a, [*(["--picks"] if picks else []), *given_options(keys), *how.given()])
        kind = _kind_of(folder)
    else:
        folder = _play(kind, a, b, {key: value for key, value in keys.items() if value is not None}, how, margin)
    from citadels_sim.runs.reading import load_run

    run = load_run(folder, kind=kind)
    from citadels_sim.designs.tournament.comparison import margins_from

    print_shown(run, run.design.module("blocks").show(run, margins_from(margin)), as_json=as_json, wide=wide)


def _kind_of(folder: Path) -> str:
    """Return which kind of attribution a run folder is of; what is none, is for the reader to refuse."""
    from citadels_sim.runs.reading import check_run_folder

    return _PICKS if check_run_folder(folder, None).experiment.kind == _PICKS else _GAMES


def _play(kind: str, a: str, b: str, keys: dict[str, Any], how: PlayOptions, margin: list[str] | None) -> Path:
    """Play what is missing of an attribution; return the folder."""
    from citadels_sim.designs.between_two import SOURCE, experiment_between
    from citadels_sim.runs.command_line import command_of

    experiment = experiment_between(kind, a, b, keys)
    folder = how.out or f"runs/{Path(a).stem}-to-{Path(b).stem}{'-picks' if kind == _PICKS else ''}"
    plan = plan_into(folder, experiment, SOURCE, dry_run=how.dry_run)
    from citadels_sim.designs.tournament.comparison import margins_from  # what it imports is not for a mistyped name to wait for

    margins_from(margin)  # a fault in one is to show before anything is played
    return play_plan(plan, folder, command_of(experiment, folder), how)


def _run_folder(run: str, given: list[str]) -> Path:
    """Take one argument for a run folder; refuse a variant alone, and options beside a run that is only read."""
    from citadels_sim.errors import ExperimentError
    from citadels_sim.variants import variant_names

    if run in variant_names() or run.endswith(".toml"):
        other = "dark-city" if run != "dark-city" else "classic-2000"
        raise ExperimentError(f"B: missing. Name the second variant: citadels attribute {shlex.quote(run)} {other}")
    refuse_with_run(run, given)
    return options.run_folder(run)
