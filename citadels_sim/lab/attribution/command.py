"""``citadels attribute``: which of the rules in which two variants differ causes how much of the difference."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.console import print_json, print_table, print_text, right
from citadels_sim.cli.results import format_number, format_verdict, frames_data
from citadels_sim.cli.run_folders import PlayOptions, given_options, plan_into, play_plan, refuse_with_run
from citadels_sim.formats import TOO_FEW
from citadels_sim.processes import one_thread

if TYPE_CHECKING:
    from citadels_sim.lab.attribution.analyse import Attribution

EXAMPLES = (
    "citadels attribute classic-2000 classic-summary --games 200 --out runs/why",
    "citadels attribute classic-2000 dark-city --players 4 --groups 4 --games 100 --margin rounds=0.25 --out runs/dark",
    "citadels attribute runs/why --json      # the same run, read again",
)

_KEYS_SHOWN = 4
_SHOWN = ("mean_rounds", "winner_total", "margin", "first_crown_wins")


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
    players: options.OneTableOption = None,
    bots: options.LineupOption = None,
    games: Annotated[int | None, options.count_option("--games", "Games per combination of rules, on the same deals.", 1000)] = None,
    seed: options.SeedOption = None,
    groups: Annotated[int | None, options.count_option("--groups", "Most groups of differing rules, 1 to 8.", 8)] = None,
    margin: Annotated[list[str] | None, options.margins_option("Largest negligible part, by figure or by unit")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: attribution]")] = None,
    out: Annotated[str | None, options.out_option("runs/A-to-B")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Attribute the difference between two variants to the rules that differ.

    The differing rules are put into at most eight groups by topic, and every combination of groups is played on the same deals.
    A group's part is its effect, averaged over all orders in which the rules could change (the Shapley value); the parts add up
    to the whole difference exactly. `first in` is the effect of the group alone, `last in` its effect when all others have
    changed already: where the two differ, rules interact. The intervals hold for all groups of a figure at once. The same
    command continues a run; with a run folder in place of two variants it plays nothing.
    """
    one_thread()
    keys = {"players": players, "lineups": bots, "games": games, "seed": seed, "most_groups": groups, "name": name}
    how = PlayOptions(out, workers, dry_run, as_json)
    if b is None:
        folder = _run_folder(a, [*given_options(keys), *how.given()])
    else:
        folder = _play(a, b, {key: value for key, value in keys.items() if value is not None}, how, margin)
    from citadels_sim.runs.reading import load_run

    run = load_run(folder, kind="attribution")
    from citadels_sim.lab.attribution.analyse import attribute
    from citadels_sim.lab.tournament.comparison import margins_from

    result = attribute(run, margins_from(margin))
    if as_json:
        head = {key: getattr(result, key) for key in ("a", "b", "players", "lineup", "blocks", "groups")}
        print_json(head | frames_data(wholes=result.wholes, parts=result.parts, interactions=result.pairs))
    else:
        _print(result)


def _play(a: str, b: str, keys: dict[str, Any], how: PlayOptions, margin: list[str] | None) -> Path:
    """Play what is missing of an attribution; return the folder."""
    from citadels_sim.lab.attribution.experiment import SOURCE, attribution_experiment
    from citadels_sim.runs.command_line import command_of

    experiment = attribution_experiment(a, b, **keys)
    folder = how.out or f"runs/{Path(a).stem}-to-{Path(b).stem}"
    plan = plan_into(folder, experiment, SOURCE, dry_run=how.dry_run)
    from citadels_sim.lab.tournament.comparison import margins_from  # what it imports is not for a mistyped name to wait for

    margins_from(margin)  # a fault in one is to show before anything is played
    return play_plan(plan, folder, command_of(experiment, folder), how)


def _run_folder(run: str, given: list[str]) -> Path:
    """Take one argument for a run folder; refuse a variant alone, and options beside a run that is only read."""
    from citadels_sim.errors import ExperimentError
    from citadels_sim.variants import variant_names

    if run in variant_names() or run.endswith(".toml"):
        raise ExperimentError(f"B: missing; name the second variant: citadels attribute {shlex.quote(run)} dark-city")
    refuse_with_run(run, given)
    return Path(run)


def _print(result: Attribution) -> None:
    from citadels_sim.lab.tournament.comparison import GAME
    from citadels_sim.statistics.ratios import LEAST_COUNT

    print_table(
        ("group", "keys that differ"), [(name, _keys(keys)) for name, keys in result.groups.items()],
        title=f"From {result.a} to {result.b}, {result.players} players, {result.lineup}: {result.blocks:,} deals, "
              f"{1 << len(result.groups)} combinations of {len(result.groups)} group{'s' * (len(result.groups) > 1)}.",
    )  # fmt: skip
    titles = {metric.name: metric.title for metric in GAME.metrics}
    for whole in result.wholes.filter(result.wholes["metric"].is_in(_SHOWN)).iter_rows(named=True):
        parts = result.parts.filter(metric=whole["metric"])
        rows = [
            (row["group"], *_figures(row), format_verdict(row["verdict"], row["needed_blocks"], "deals", row["needed_blocks_low"]))
            for row in parts.sort("part", descending=True).iter_rows(named=True)
        ]
        few = result.blocks < LEAST_COUNT
        rows.append(("all together", *((TOO_FEW, "-") if few else (_signed(whole["difference"]), _bounds(whole))), "", "", ""))
        a, b = (TOO_FEW if few else format_number(whole[side]) for side in ("a", "b"))
        values = f"{a} in {result.a}, {b} in {result.b}"
        title = f"{titles[whole['metric']]}: {values} ({whole['unit']}; margin {parts['margin'][0]:g})."
        print_table(("group", *right("part", "95 % for all at once", "first in", "last in"), "verdict"), rows, title=title)
        for row in parts.filter(differing=0.0).iter_rows(named=True):
            print_text(f"{row['group']}: {_no_difference(result.blocks)}.")
        _print_strongest(result, whole["metric"])


def _keys(keys: list[str]) -> str:
    more = f" and {len(keys) - _KEYS_SHOWN} more" if len(keys) > _KEYS_SHOWN else ""
    return ", ".join(key.removeprefix("rules.") for key in keys[:_KEYS_SHOWN]) + more


def _print_strongest(result: Attribution, metric: str) -> None:
    """Name the two groups that interact most, if any two do beyond their interval."""
    if not result.pairs.height:
        return
    sure = result.pairs.filter(metric=metric)
    sure = sure.filter((sure["low"] > 0) | (sure["high"] < 0))
    if sure.height:
        row = sure.row(int(sure["interaction"].abs().arg_max() or 0), named=True)
        print_text(
            f"{row['group']} and {row['other']} interact most: together {_signed(row['interaction'])} beside their parts "
            f"[{_signed(row['low'])}, {_signed(row['high'])}].\n"
        )


def _signed(value: float) -> str:
    return format_number(value, "+")


def _figures(row: dict[str, Any]) -> tuple[str, str, str, str]:
    if row["low"] is None and row["differing"]:
        return TOO_FEW, "-", "-", "-"
    return _signed(row["part"]), _bounds(row), _signed(row["first_in"]), _signed(row["last_in"])


def _no_difference(deals: int) -> str:
    from citadels_sim.statistics.bounds import differing
    from citadels_sim.statistics.ratios import LEVEL

    return f"no difference in {deals:,} deal{'s' * (deals != 1)} (at most {100 * differing(deals, LEVEL):.1f} % of deals differ)"


def _bounds(row: dict[str, Any]) -> str:
    if row["low"] is None:
        return "-"
    return f"{_signed(row['low'])} to {_signed(row['high'])}"
