"""``citadels flow``: how games go, from games that are noted round by round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from citadels_sim.cli.console import Column, JsonOption, print_json, print_table, print_text
from citadels_sim.cli.dry_run import DryRunOption

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.lab.flow.analyse import FlowAnalysis

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels flow --variant classic-2000 --players 4 --bots builder --games 400 --seed 1 --out runs/flow",
    "citadels flow runs/flow --curves      # the same run, told again",
    "citadels flow runs/flow --json",
)

_TOLD: Final = ("flow", "completion", "tempo", "aims", "kill_game")
_SWINGS: Final = ("wpa", "wpa_played", "wpa_lost", "wpa_robbed", "wpa_draft", "struck_lost", "struck_robbed")
_MODEL: Final = ("brier", "brier_leader", "brier_equal", "log_loss", "log_loss_leader", "log_loss_equal")
_MODEL_HEADS: Final = (
    *("Brier: W", "Brier: leader", "Brier: 1/n", "skill"),
    *("log loss: W", "log loss: leader", "log loss: 1/n", "farthest tenth"),
)


def command(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="A run of flow, to tell again.", show_default=False)] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="A variant, by name or path; may be given several times.")] = None,
    players: Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")] = None,
    games: Annotated[int | None, typer.Option("--games", help="Games per cell, rounded up to whole blocks.  [default: 4000]")] = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="A line-up: bots, comma-separated; may be given several times.  [default: builder]")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the variants']")] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option(
            "--margin", metavar="NAME=VALUE", help="A limit the report is to judge by, such as dead_turns=12; may be given often."
        ),
    ] = None,
    out: Annotated[str | None, typer.Option("--out", help="The run folder.  [default: runs/NAME-flow]", show_default=False)] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    only_said: DryRunOption = False,
    curves: Annotated[bool, typer.Option("--curves", help="Show the curves over the course of the game, too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Tell how games go: who leads, when they are decided, what a character's round brings, whom attacks hit.

    Every game is noted at the end of each round. The win chance W of every seat then comes from a model that is fitted on other
    deals of the same table; how good it is stands below the figures. Figures by score need no model. With a folder of such a run
    instead of options nothing is played.
    """
    from citadels_sim.cli.limits import limits_of
    from citadels_sim.cli.run import play_into
    from citadels_sim.lab.forks.command import check_told_again

    options = {"--variant": variant, "--players": players, "--games": games, "--bots": bots, "--seed": seed, "--name": name, "--out": out}
    options |= {"--margin": margin, "--workers": workers, "--dry-run": only_said or None}
    given = [key for key, value in options.items() if value is not None]
    check_told_again(run, given, variant, "nothing to play: give a run of flow")
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": 4000 if games is None else games, "lineups": bots}
    keys |= {"seed": seed, "name": name, "kind": "flow", "margins": limits_of(margin)}
    folder = run or play_into(keys, out, workers, only_said=only_said, as_json=as_json, deals=2)

    from citadels_sim.lab.flow.analyse import analyse_flow
    from citadels_sim.runs.reading import load_run

    found = analyse_flow(load_run(folder, kind="flow"))
    if as_json:
        tables = {"estimates": found.estimates.drop("reference"), "curves": found.curves, "calibration": found.calibration}
        print_json({"run": str(folder)} | {key: table.fill_nan(None).to_dicts() for key, table in tables.items()})
        return
    for cell in found.run.manifest.cells:
        _tell(found, {"variant": cell.variant, "players": cell.players, "lineup": cell.lineup}, cell.games, curves)


def _tell(found: FlowAnalysis, cell: dict[str, Any], games: int, curves: bool) -> None:
    here = found.estimates.filter(**cell)
    print_text(f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: {games:,} games.")
    _tell_figures(here)
    _tell_swings(here)
    _tell_model(here, found.calibration.filter(**cell))
    if curves:
        _tell_curves(found.curves.filter(**cell))


def _tell_figures(here: pl.DataFrame) -> None:
    from citadels_sim.lab.flow.metrics import FAMILIES as FLOW_FAMILIES

    rows = []
    for family in (entry for entry in FLOW_FAMILIES if entry.name in _TOLD):
        by_name = {row["metric"]: row for row in here.filter(table=family.name).iter_rows(named=True)}
        for metric in family.metrics:
            if metric.name in by_name:
                row = by_name[metric.name]
                rows.append((metric.title, _number(row["value"]), f"{_number(row['low'])} to {_number(row['high'])}", metric.unit))
    print_table(("figure", ("value", "right"), ("95 %", "right"), "unit"), rows, title="How the games go.")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _tell_swings(here: pl.DataFrame) -> None:
    from citadels_sim.lab.forks.command import between, points

    at = {(row["metric"], row["group"]): row for row in here.filter(table="character_swings").iter_rows(named=True)}
    names = sorted({group for _, group in at}, key=lambda group: -at["wpa", group]["value"])
    rows = []
    for name in names:
        values = [points(at[metric, name]["value"]) if (metric, name) in at else "-" for metric in _SWINGS]
        shares = [f"{100 * at[metric, name]['value']:.0f} %" for metric in ("turn_lost", "killer_share")]
        rows.append((name, values[0], between(at["wpa", name]), *values[1:], *shares))
    first = ("its round", "95 % for all at once", "undisturbed", "turn lost", "robbed")
    heads = (*first, "the draft's part", "the loss's", "the robbery's", "turns lost", "largest rises")
    print_table(
        ("character", *((head, "right") for head in heads)), rows,
        title="What its round added to the win chance of who held it, in percentage points. A description, not an effect.",
    )  # fmt: skip


def _tell_model(here: pl.DataFrame, calibration: pl.DataFrame) -> None:
    at = {(row["metric"], row["group"]): row["value"] for row in here.filter(table="win_model").iter_rows(named=True)}
    numbers: list[Column] = [(head, "right") for head in _MODEL_HEADS]
    rows = []
    for third in calibration["third"].unique(maintain_order=True):
        bins = list(calibration.filter(third=third).iter_rows(named=True))
        crowded = [row for row in bins if 100 * row["seats"] >= sum(other["seats"] for other in bins)]
        worst = max(crowded, key=lambda row: abs(row["observed"] - row["predicted"]))
        values = [_number(at[metric, third]) for metric in _MODEL]
        told = f"{100 * worst['predicted']:.1f} % said, {100 * worst['observed']:.1f} % won"
        rows.append((third, *values[:3], f"{100 * at['skill', third]:.1f} %", *values[3:], told))
    print_table(
        ("third", *numbers), rows,
        title="The win model on deals it was not fitted on: Brier score and log loss of W, of who leads by score, of 1/n; "
              "Brier skill of W; and the tenth of W, of those with one seat in a hundred, that is farthest off.",
    )  # fmt: skip


def _tell_curves(curves: pl.DataFrame) -> None:
    over = {row["x"]: row["value"] for row in curves.filter(curve="decided.after").iter_rows(named=True)}
    print_table(
        (("W of the winner stays above", "right"), ("after", "right")),
        [(f"{x:.0f} %", f"{100 * value:.0f} % of the rounds") for x, value in over.items()], title="When games are decided.",
    )  # fmt: skip
    at = {(row["curve"], row["line"], row["x"]): row for row in curves.iter_rows(named=True)}
    places = list(curves.filter(curve="trajectory.median")["line"].unique(maintain_order=True))
    rows = []
    for x in curves.filter(curve="leader.wins")["x"]:
        leader = [f"{100 * at[f'leader.{what}', '', x]['value']:.0f} %" for what in ("wins", "skill", "auc")]
        medians = [at["trajectory.median", place, x] for place in places]
        shown = (f"{100 * m['value']:.0f} ({100 * m['low']:.0f}-{100 * m['high']:.0f})" for m in medians)
        rows.append((f"{x:.0f} %", *leader, *shown))
    heads = ("leader wins", "Brier skill", "AUC", *(f"place {place}" for place in places))
    print_table(
        (("rounds over", "right"), *((head, "right") for head in heads)), rows,
        title="On the way: what the lead by score tells, and W in per cent by final place: median (middle half of the games).",
    )  # fmt: skip
