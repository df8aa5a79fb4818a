"""``citadels attribute``: which of the rules in which two variants differ causes how much of the difference."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import Column, JsonOption, print_json, print_table, print_text
from citadels_sim.cli.dry_run import DryRunOption
from citadels_sim.threads import one_thread

if TYPE_CHECKING:
    from citadels_sim.lab.attribution.analyse import Attribution

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels attribute classic-2000 classic-summary --games 200 --out runs/why",
    "citadels attribute classic-2000 dark-city --players 4 --groups 4 --games 100 --margin rounds=0.25 --out runs/dark",
    "citadels attribute runs/why --json      # the same run, told again",
)

_KEYS_SHOWN = 4
_SHOWN = ("mean_rounds", "winner_total", "margin", "first_crown_wins")


def command(
    a: Annotated[str, typer.Argument(metavar="A", help="The variant to start from, by name or path; or a run of an attribution, alone.")],
    b: Annotated[str | None, typer.Argument(metavar="[B]", help="The variant to arrive at.", show_default=False)] = None,
    players: Annotated[int | None, typer.Option("--players", min=2, max=8, help="Number of players.  [default: 4]")] = None,
    bots: Annotated[str | None, typer.Option("--bots", help="The line-up: bots, comma-separated.  [default: builder]")] = None,
    games: Annotated[int | None, typer.Option("--games", help="Games of every combination, on the same deals.  [default: 1000]")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")] = None,
    groups: Annotated[
        int | None, typer.Option("--groups", help="Most groups that the differences are put into, 1 to 8.  [default: 8]")
    ] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option("--margin", metavar="NAME=VALUE", help="A part that does not matter, by figure or by unit; may be given often."),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: attribution]")] = None,
    out: Annotated[str | None, typer.Option("--out", help="The run folder.  [default: runs/A-to-B]", show_default=False)] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    only_said: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Take the difference between two variants apart, rule by rule.

    The rules that differ are put into at most eight groups by topic, and every combination of them is played on the same deals.
    The part of a group is its effect averaged over all orders in which the rules could be changed; the parts add up to the whole
    difference exactly. `first in` is the group's effect alone, `last in` its effect when all others are changed already: where
    they differ, rules interact. Intervals hold for all groups of a figure at once. The same command goes on with a run; with the
    folder of such a run instead of two variants nothing is played.
    """
    from citadels_sim.cli.compare import margin_of

    one_thread()
    from citadels_sim.lab.attribution.analyse import attribute
    from citadels_sim.lab.tournament.comparison import margins_from
    from citadels_sim.runs.reading import load_run

    margins = margins_from(dict(margin_of(text) for text in margin or ()))
    asked = {"players": players, "bots": bots, "games": games, "seed": seed, "most": groups, "name": name}
    given = {key: value for key, value in asked.items() if value is not None}
    folder = (
        _told_again(a, {**given, "out": out, "workers": workers, "dry-run": only_said or None})
        if b is None
        else _play(a, b, given, out, workers, only_said=only_said, as_json=as_json)
    )
    found = attribute(load_run(folder, kind="attribution"), margins)
    if as_json:
        print_json(_data(found))
        return
    _tell(found)


def _play(a: str, b: str, given: dict[str, Any], out: str | None, workers: int | None, **said: bool) -> Path:
    """Play what is missing of an attribution; return the folder."""
    from citadels_sim.cli.run import play_plan
    from citadels_sim.lab.attribution.experiment import SOURCE, attribution_experiment
    from citadels_sim.runs.command_line import command_of
    from citadels_sim.runs.plan import make_plan

    asked = attribution_experiment(a, b, **given)
    folder = out or f"runs/{Path(a).stem}-to-{Path(b).stem}"
    return play_plan(make_plan(asked, SOURCE), folder, command_of(asked, folder), workers, **said)


def _told_again(run: str, given: dict[str, Any]) -> Path:
    """Refuse options beside a run that is only told again, and one variant alone."""
    from citadels_sim.errors import ExperimentError
    from citadels_sim.variants import variant_names

    option = {"most": "groups"}
    asked = [f"--{option.get(key, key)}" for key, value in given.items() if value is not None]
    if run in variant_names() or run.endswith(".toml"):
        raise ExperimentError(f"B: missing; name the variant to arrive at: citadels attribute {shlex.quote(run)} dark-city")
    if asked:
        raise ExperimentError(f"{asked[0]}: does not go with {run}, a run that is only told again. Leave one of them out.")
    return Path(run)


def _tell(found: Attribution) -> None:
    print_table(
        ("group", "keys that differ"), [(name, _keys(keys)) for name, keys in found.groups.items()],
        title=f"From {found.a} to {found.b}, {found.players} players, {found.lineup}: {found.blocks:,} deals, "
              f"{1 << len(found.groups)} combinations of {len(found.groups)} group{'s' * (len(found.groups) > 1)}.",
    )  # fmt: skip
    from citadels_sim.lab.tournament.comparison import GAME

    titles = {metric.name: metric.title for metric in GAME.metrics}
    numbers: list[Column] = [(head, "right") for head in ("part", "95 % for all at once", "first in", "last in")]
    for whole in found.wholes.filter(found.wholes["metric"].is_in(_SHOWN)).iter_rows(named=True):
        rows: list[tuple[object, ...]] = [
            (
                row["group"], _signed(row["part"]), f"{_signed(row['low'])} to {_signed(row['high'])}", _signed(row["first_in"]),
                _signed(row["last_in"]), _verdict(row),
            )
            for row in found.parts.filter(metric=whole["metric"]).sort("part", descending=True).iter_rows(named=True)
        ]  # fmt: skip
        rows.append(("all together", _signed(whole["difference"]), f"{_signed(whole['low'])} to {_signed(whole['high'])}", "", "", ""))
        margin = found.parts.filter(metric=whole["metric"])["margin"][0]
        title = (
            f"{titles[whole['metric']]}: {whole['a']:.3f} in {found.a}, {whole['b']:.3f} in {found.b} ({whole['unit']}; margin {margin:g})."
        )
        print_table(("group", *numbers, "verdict"), rows, title=title)
        _tell_strongest(found, whole["metric"])


def _keys(keys: list[str]) -> str:
    more = f" and {len(keys) - _KEYS_SHOWN} more" if len(keys) > _KEYS_SHOWN else ""
    return ", ".join(key.removeprefix("rules.") for key in keys[:_KEYS_SHOWN]) + more


def _tell_strongest(found: Attribution, metric: str) -> None:
    """Name the two groups that interact most, if any two do beyond their interval."""
    if not found.pairs.height:
        return
    sure = found.pairs.filter(metric=metric)
    sure = sure.filter((sure["low"] > 0) | (sure["high"] < 0))
    if sure.height:
        row = sure.row(int(sure["interaction"].abs().arg_max() or 0), named=True)
        print_text(
            f"{row['group']} and {row['other']} interact most: together {_signed(row['interaction'])} beside their parts "
            f"[{_signed(row['low'])}, {_signed(row['high'])}].\n"
        )


def _signed(value: float) -> str:
    return f"{value:+.3f}"


def _verdict(row: dict[str, Any]) -> str:
    if row["verdict"] != "inconclusive" or row["needed_blocks"] is None:
        return str(row["verdict"])
    return f"inconclusive (needs about {row['needed_blocks']:,} deals)"


def _data(found: Attribution) -> dict[str, Any]:
    tables = {"wholes": found.wholes, "parts": found.parts, "interactions": found.pairs}
    return {
        "a": found.a, "b": found.b, "players": found.players, "lineup": found.lineup, "blocks": found.blocks, "groups": found.groups,
    } | {name: table.fill_nan(None).to_dicts() for name, table in tables.items()}  # fmt: skip
