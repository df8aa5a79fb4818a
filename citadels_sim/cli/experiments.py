"""``citadels experiments``: the packaged experiments, and what each would play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import Column, examples, print_json, print_table, print_text
from citadels_sim.cli.groups import named_app
from citadels_sim.cli.options import JsonOption, experiment_names_beginning
from citadels_sim.text import command_line, join

if TYPE_CHECKING:
    from citadels_sim.runs.experiment import Experiment


def _names() -> tuple[str, ...]:
    from citadels_sim.runs.experiment import experiment_names

    return experiment_names()


def _print_list(as_json: bool, wide: bool) -> None:
    from citadels_sim.runs.experiment import experiment_names, read_experiment

    experiments = [read_experiment(name) for name in experiment_names()]
    if as_json:
        print_json([{"title": experiment.title, **experiment.settings()} for experiment in experiments])
        return
    heads: tuple[Column, ...] = ("name", "kind", "description", ("per cell", "right"), "players", "bots")
    shown = len(heads) if wide else 4
    print_table(heads[:shown], [_row(experiment)[:shown] for experiment in experiments])


app = named_app(
    "experiments",
    _names,
    _print_list,
    "List the packaged experiments, or show one.\n\n`citadels run NAME` plays one.",
    "citadels experiments",
    "citadels experiments show editions",
    "citadels run editions --games 200 --out runs/editions",
)


@app.command("show", epilog=examples("citadels experiments show classic", "citadels experiments show editions --json"))
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="An experiment, by name or file.", autocompletion=experiment_names_beginning)],
    as_json: JsonOption = False,
) -> None:
    """Show an experiment's keys and cells."""
    from citadels_sim.lineups import check_no_code
    from citadels_sim.runs.experiment import read_experiment
    from citadels_sim.runs.plan import make_plan

    experiment = read_experiment(name)
    check_no_code(experiment.lineups, name)
    plan = make_plan(experiment, name)
    if as_json:
        cells = [{"variant": c.variant.name} | {key: getattr(c, key) for key in ("players", "lineup", "games")} for c in plan.cells]
        print_json({"title": experiment.title, **experiment.settings(), "cells": cells})
        return
    print_text(f"{experiment.name}: {experiment.title}" if experiment.title else experiment.name)
    hidden = ("name",) if experiment.kind == "games" else ("name", "detail")  # which has no meaning there
    print_table(("key", "value"), [(key, _shown(value)) for key, value in experiment.settings().items() if key not in hidden])
    print_text(
        f"{_counted(len(plan.cells), 'cell')}, {plan.games:,} {experiment.design.unit}. Play: {command_line(('citadels', 'run', name))}"
    )


def _row(experiment: Experiment) -> tuple[object, ...]:
    bots = join(list(dict.fromkeys(bot for lineup in experiment.lineups for bot in lineup)), 6)
    players = ", ".join(map(str, experiment.players))
    return experiment.name, experiment.kind, experiment.title, f"{experiment.games:,} {experiment.design.unit}", players, bots


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' * (n != 1)}"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list):
        return ", ".join(",".join(item) if isinstance(item, list) else str(item) for item in value)
    return f"{value:,}" if isinstance(value, int) else str(value)
