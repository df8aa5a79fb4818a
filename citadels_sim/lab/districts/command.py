"""``citadels districts``: what being dealt each district is worth, whether its cost is fair, and what becomes of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import Column, JsonOption, print_json, print_table, print_text
from citadels_sim.cli.dry_run import DryRunOption
from citadels_sim.lab.districts.printing import tell_cards

if TYPE_CHECKING:
    from citadels_sim.lab.districts.analyse import DistrictAnalysis

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels districts --variant classic-2000 --players 4 --games 2000 --bots builder --seed 1 --out runs/districts",
    "citadels districts runs/districts --margin 2      # the same run, told again",
    "citadels districts runs/districts --json",
)


def command(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="A run of drawn casts, to tell again.", show_default=False)] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="A variant, by name or path; may be given several times.")] = None,
    players: Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")] = None,
    games: Annotated[int | None, typer.Option("--games", help="Games per cell.  [default: 20000]")] = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="A line-up: bots, comma-separated; may be given several times.  [default: builder]")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the variants']")] = None,
    out: Annotated[str | None, typer.Option("--out", help="The run folder.  [default: runs/NAME-casts]", show_default=False)] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    only_said: DryRunOption = False,
    margin: Annotated[
        float, typer.Option("--margin", metavar="POINTS", help="Percentage points of win chance per game that do not matter.")
    ] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Tell what it is worth to be dealt each district, from the opening hands of many games.

    The shuffle decides who has a district among the first four cards: the win chance of those who do, less 1/n, is what being
    dealt it brings, whether it is built or not. Beside it stands what cost and type do not explain of it: a district whose
    residual lies above zero is cheap for what it brings. A second table tells what becomes of each district: how often it is kept
    when offered and built when held, how soon, how often it is lost, what being offered it on a draw is worth, and how those fare
    who have it. With a folder of such a run instead of options nothing is played.
    """
    from citadels_sim.cli.run import play_into
    from citadels_sim.lab.forks.command import check_margin, check_told_again

    options = {"--variant": variant, "--players": players, "--games": games, "--bots": bots, "--seed": seed, "--name": name, "--out": out}
    given = [key for key, value in (options | {"--workers": workers, "--dry-run": only_said or None}).items() if value is not None]
    check_told_again(run, given, variant, "nothing to play: give a run of drawn casts")
    check_margin(margin, "game")
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": 20_000 if games is None else games, "lineups": bots}
    keys |= {"seed": seed, "name": name, "kind": "casts"}
    folder = run or play_into(keys, out, workers, only_said=only_said, as_json=as_json, deals=2)

    from citadels_sim.lab.districts.analyse import analyse_districts
    from citadels_sim.lab.districts.cards import analyse_cards
    from citadels_sim.runs.reading import load_run

    told = load_run(folder, kind="casts")
    found, cards = analyse_districts(told, margin / 100), analyse_cards(told)
    if as_json:
        tables = {"districts": found.districts, "prices": found.prices, "cards": cards}
        print_json({"run": str(folder), "margin": found.margin} | {key: table.fill_nan(None).to_dicts() for key, table in tables.items()})
        return
    for cell in found.run.manifest.cells:
        key = {"variant": cell.variant, "players": cell.players, "lineup": cell.lineup}
        _tell(found, key, cell.blocks)
        tell_cards(cards, found.districts.filter(**key).sort("value", descending=True)["district"].to_list(), key)


def _tell(found: DistrictAnalysis, cell: dict[str, Any], deals: int) -> None:
    from citadels_sim.lab.forks.command import between, points

    rows = [
        (
            row["district"], row["type"], row["cost"], f"{row['hands']:,}", points(row["value"], 2), between(row), row["verdict"],
            points(row["residual"], 2), _q(row["residual_q"]),
        )
        for row in found.districts.filter(**cell).sort("value", descending=True).iter_rows(named=True)
    ]  # fmt: skip
    right: list[Column] = [(head, "right") for head in ("cost", "hands", "worth", "95 % for all at once")]
    also: list[Column] = [(head, "right") for head in ("beyond cost and type", "q")]
    title = (
        f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: percentage points of win chance per game of who is dealt it, "
        f"{deals:,} deals, margin {100 * found.margin:g}."
    )
    print_table(("district", "type", *right, "verdict", *also), rows, title=title)
    terms = [
        f"{row['term']} {points(row['value'], 2)} [{points(row['low'], 2)}, {points(row['high'], 2)}]"
        for row in found.prices.filter(**cell).iter_rows(named=True)
    ]
    print_text(f"By cost and type: {'; '.join(terms)}.\n")


def _q(value: float) -> str:
    return f"{value:.2f}" if value >= 0.005 else "<0.01"
