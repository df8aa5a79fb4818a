"""``citadels flow``: how games go, from games that are noted round by round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from citadels_sim.cli import options
from citadels_sim.cli.console import print_json, print_table, print_text, right
from citadels_sim.cli.limits import parse_limits
from citadels_sim.cli.results import cell_title, cells_of, format_family_interval, format_number, format_points, frames_data, rows_by
from citadels_sim.cli.run_folders import PlayOptions, play_or_load
from citadels_sim.formats import fixed

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.lab.flow.analyse import FlowAnalysis

EXAMPLES = (
    "citadels flow --variant classic-2000 --players 4 --bots builder --games 400 --seed 1 --out runs/flow",
    "citadels flow runs/flow --curves      # the same run, read again",
    "citadels flow runs/flow --json",
)

_FAMILIES: Final = ("flow", "completion", "tempo", "aims", "kill_game")
_SWINGS: Final = ("wpa", "wpa_played", "wpa_lost", "wpa_robbed", "wpa_draft", "struck_lost", "struck_robbed")
_MODEL: Final = ("brier", "brier_leader", "brier_equal", "log_loss", "log_loss_leader", "log_loss_equal")
_MODEL_HEADS: Final = (
    *("Brier: W", "Brier: leader", "Brier: 1/n", "skill"),
    *("log loss: W", "log loss: leader", "log loss: 1/n", "farthest tenth"),
)


def command(
    run: Annotated[Path | None, options.run_argument("flow")] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    games: Annotated[int | None, options.count_option("--games", "Games per cell, rounded up to whole blocks.", 4000)] = None,
    bots: options.LineupsOption = None,
    seed: options.SeedOption = None,
    name: options.NameOption = None,
    margin: Annotated[list[str] | None, options.margins_option("A limit for the verdicts of the report, such as dead_turns=12")] = None,
    out: Annotated[str | None, options.out_option("runs/NAME-flow")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    curves: Annotated[bool, typer.Option("--curves", help="Also show the curves over the course of the game.")] = False,
    as_json: options.JsonOption = False,
) -> None:
    """Show how games develop: win chances, leads, decisive rounds, and attacks on others.

    The state of every game is recorded at the end of each round. A model, fitted on other deals of the same table, turns it into
    each seat's win chance W; a table below the figures shows how accurate the model is. Figures by score need no model. With a
    run folder in place of options the command reads that run and plays nothing.
    """
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": games, "lineups": bots, "seed": seed, "name": name}
    keys["margins"] = parse_limits(margin)
    played = play_or_load("flow", run, keys, PlayOptions(out, workers, dry_run, as_json), games=4000, least_deals=2)

    from citadels_sim.lab.flow.analyse import analyse_flow

    flow = analyse_flow(played)
    if as_json:
        frames = frames_data(estimates=flow.estimates.drop("reference"), curves=flow.curves, calibration=flow.calibration)
        print_json({"run": str(played.folder)} | frames)
        return
    for key, cell in cells_of(played):
        _print_cell(flow, key, cell.games, curves)


def _print_cell(flow: FlowAnalysis, cell: dict[str, Any], games: int, curves: bool) -> None:
    from citadels_sim.lab.flow.refits import LEAST_DEALS

    here = flow.estimates.filter(**cell)
    print_text(f"{cell_title(cell)}: {games:,} games.")
    _print_figures(here)
    if here.filter(table="character_swings").is_empty():
        print_text(f"Too few deals for win chances, and for what comes from them: {LEAST_DEALS} are needed.")
        return
    _print_swings(here)
    _print_model(here, flow.calibration.filter(**cell))
    if curves:
        _print_curves(flow.curves.filter(**cell))


def _print_figures(here: pl.DataFrame) -> None:
    from citadels_sim.lab.flow.metrics import FAMILIES as FLOW_FAMILIES

    rows = []
    for family in (entry for entry in FLOW_FAMILIES if entry.name in _FAMILIES):
        by_name = rows_by(here.filter(table=family.name), "metric")
        for metric in family.metrics:
            if metric.name in by_name:
                row = by_name[metric.name]
                bounds = f"{format_number(row['low'])} to {format_number(row['high'])}"
                rows.append((metric.title, format_number(row["value"]), bounds, metric.unit))
    print_table(("figure", *right("value", "95 %"), "unit"), rows, title="How the games go.")


def _print_swings(here: pl.DataFrame) -> None:
    at = rows_by(here.filter(table="character_swings"), "metric", "group")
    names = sorted({group for _, group in at}, key=lambda group: -at["wpa", group]["value"])
    rows = []
    for name in names:
        values = [format_points(at[metric, name]["value"]) if (metric, name) in at else "-" for metric in _SWINGS]
        shares = [f"{100 * at[metric, name]['value']:.0f} %" for metric in ("turn_lost", "killer_share")]
        rows.append((name, values[0], format_family_interval(at["wpa", name]), *values[1:], *shares))
    first = ("its round", "95 % for all at once", "undisturbed", "turn lost", "robbed")
    heads = (*first, "the draft's part", "the loss's", "the robbery's", "turns lost", "largest rises")
    print_table(
        ("character", *right(*heads)), rows,
        title="What its round added to the win chance of who held it, in percentage points. A description, not an effect.",
    )  # fmt: skip


def _print_model(here: pl.DataFrame, calibration: pl.DataFrame) -> None:
    at = {key: row["value"] for key, row in rows_by(here.filter(table="win_model"), "metric", "group").items()}
    rows = []
    for third in calibration["third"].unique(maintain_order=True):
        bins = list(calibration.filter(third=third).iter_rows(named=True))
        crowded = [row for row in bins if 100 * row["seats"] >= sum(other["seats"] for other in bins)]
        worst = max(crowded, key=lambda row: abs(row["observed"] - row["predicted"]))
        values = [format_number(at[metric, third]) for metric in _MODEL]
        farthest = f"{100 * worst['predicted']:.1f} % predicted, {100 * worst['observed']:.1f} % won"
        rows.append((third, *values[:3], f"{fixed(100 * at['skill', third], 1)} %", *values[3:], farthest))
    print_table(
        ("third", *right(*_MODEL_HEADS)), rows,
        title="The win model on deals it was not fitted on: Brier score and log loss of W, of who leads by score, of 1/n; "
              "Brier skill of W; and the tenth of W, of those with one seat in a hundred, that is farthest off.",
    )  # fmt: skip


def _print_curves(curves: pl.DataFrame) -> None:
    over = {row["x"]: row["value"] for row in curves.filter(curve="decided.after").iter_rows(named=True)}
    print_table(
        right("W of the winner stays above", "after"),
        [(f"{x:.0f} %", f"{100 * value:.0f} % of the rounds") for x, value in over.items()], title="When games are decided.",
    )  # fmt: skip
    at = rows_by(curves, "curve", "line", "x")
    places = list(curves.filter(curve="trajectory.median")["line"].unique(maintain_order=True))
    rows = []
    for x in curves.filter(curve="leader.wins")["x"]:
        leader = [f"{100 * at[f'leader.{what}', '', x]['value']:.0f} %" for what in ("wins", "skill", "auc")]
        medians = [at["trajectory.median", place, x] for place in places]
        shown = (f"{100 * m['value']:.0f} ({100 * m['low']:.0f}-{100 * m['high']:.0f})" for m in medians)
        rows.append((f"{x:.0f} %", *leader, *shown))
    print_table(
        right("rounds over", "leader wins", "Brier skill", "AUC", *(f"place {place}" for place in places)), rows,
        title="On the way: what the lead by score explains, and W in per cent by final place: median (middle half of the games).",
    )  # fmt: skip
