"""``citadels bans``: what a player loses who never picks a character, and gains who always does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import Column, JsonOption, print_json, print_table
from citadels_sim.cli.dry_run import DryRunOption

if TYPE_CHECKING:
    from citadels_sim.lab.bans.analyse import BanAnalysis

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels bans --variant classic-2000 --players 4 --bots builder --deals 50 --seed 1 --out runs/bans",
    "citadels bans runs/bans --margin 2      # the same run, told again",
    "citadels bans runs/bans --json",
)


def command(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="A run of bans, to tell again.", show_default=False)] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="A variant, by name or path; may be given several times.")] = None,
    players: Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")] = None,
    deals: Annotated[
        int | None,
        typer.Option("--deals", help="Deals per cell, each played once per seat, character and restriction.  [default: 1000]"),
    ] = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="The bot at all seats; may be given several times.  [default: builder]")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the variants']")] = None,
    out: Annotated[str | None, typer.Option("--out", help="The run folder.  [default: runs/NAME-bans]", show_default=False)] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    only_said: DryRunOption = False,
    margin: Annotated[
        float, typer.Option("--margin", metavar="POINTS", help="Percentage points of win chance per game that do not matter.")
    ] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Tell how strong each character is over a whole game, from games in which one player is restricted.

    One player is kept from a character, or always takes it; all others are free, and equal to the player otherwise. Every seat
    is the restricted one in turn, so that without any restriction a player wins exactly 1/n. Going without costs little where
    another character does as well: that is another question than what one pick brings, which `citadels forks` answers. With a
    folder of such a run instead of options nothing is played.
    """
    from citadels_sim.cli.run import play_into
    from citadels_sim.lab.forks.command import check_margin, check_told_again

    options = {"--variant": variant, "--players": players, "--deals": deals, "--bots": bots, "--seed": seed, "--name": name, "--out": out}
    given = [key for key, value in (options | {"--workers": workers, "--dry-run": only_said or None}).items() if value is not None]
    check_told_again(run, given, variant, "nothing to play: give a run of bans")
    check_margin(margin, "game")
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": 1000 if deals is None else deals, "lineups": bots}
    keys |= {"seed": seed, "name": name, "kind": "bans"}
    folder = run or play_into(keys, out, workers, only_said=only_said, as_json=as_json)

    from citadels_sim.lab.bans.analyse import analyse_bans
    from citadels_sim.runs.reading import load_run

    found = analyse_bans(load_run(folder, kind="bans"), margin / 100)
    if as_json:
        tables = {"effects": found.effects.drop("reference"), "verdicts": found.verdicts}
        print_json({"run": str(folder), "margin": found.margin} | {key: table.fill_nan(None).to_dicts() for key, table in tables.items()})
        return
    for cell in found.run.manifest.cells:
        _tell(found, {"variant": cell.variant, "players": cell.players, "lineup": cell.lineup}, cell.blocks)


def _tell(found: BanAnalysis, cell: dict[str, Any], deals: int) -> None:
    from citadels_sim.lab.forks.command import between, points

    effects = {(row["metric"], row["group"]): row for row in found.effects.filter(**cell).iter_rows(named=True)}
    rows = []
    for verdict in sorted(found.verdicts.filter(**cell).iter_rows(named=True), key=lambda v: -effects["ban_cost", v["character"]]["value"]):
        ban, take = (effects[metric, verdict["character"]] for metric in ("ban_cost", "take_gain"))
        changed = [effects.get((metric, verdict["character"])) for metric in ("ban_changed", "take_changed")]
        shares = [f"{100 * row['value']:.0f} %" if row else "-" for row in changed]
        rows.append(
            (
                verdict["character"], points(ban["value"]), between(ban), shares[0], verdict["ban"], points(take["value"]), between(take),
                shares[1], verdict["take"],
            )
        )  # fmt: skip
    right: list[Column] = [(head, "right") for head in ("never: cost", "never: 95 % for all", "never: changed")]
    also: list[Column] = [(head, "right") for head in ("always: gain", "always: 95 % for all", "always: changed")]
    title = (
        f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: percentage points of win chance per game, {deals:,} deals, "
        f"margin {100 * found.margin:g}."
    )
    print_table(("character", *right, "never", *also, "always"), rows, title=title)
