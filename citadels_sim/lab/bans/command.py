"""``citadels bans``: what a player loses who never picks a character, and gains who always does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from citadels_sim.cli import options
from citadels_sim.cli.console import print_json, print_table, right
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.results import cell_title, cells_of, format_estimate, frames_data, rows_by
from citadels_sim.cli.run_folders import PlayOptions, play_or_load

if TYPE_CHECKING:
    from citadels_sim.lab.bans.analyse import BanAnalysis

EXAMPLES = (
    "citadels bans --variant classic-2000 --players 4 --bots builder --deals 50 --seed 1 --out runs/bans",
    "citadels bans runs/bans --margin 2      # the same run, read again",
    "citadels bans runs/bans --json",
)


def command(
    run: Annotated[Path | None, options.run_argument("bans")] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    deals: Annotated[
        int | None, options.count_option("--deals", "Deals per cell, each played for every seat, character and restriction.", 1000)
    ] = None,
    bots: options.EqualBotsOption = None,
    seed: options.SeedOption = None,
    name: options.NameOption = None,
    out: Annotated[str | None, options.out_option("runs/NAME-bans")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    margin: options.MarginOption = 1.0,
    as_json: options.JsonOption = False,
) -> None:
    """Measure each character over a whole game by forbidding it to one player.

    In some games one player may not pick the character, in others the player always takes it; nothing else differs. Each seat is
    the restricted one in turn, so that without a restriction a player wins exactly 1/n of the games. A ban costs little where
    another character does as well. `citadels forks` measures what one pick is worth. With a run folder in place of options the
    command reads that run and plays nothing.
    """
    check_points(margin, "game")
    keys = {"variants": variant, "players": players, "games": deals, "lineups": bots, "seed": seed, "name": name}
    played = play_or_load("bans", run, keys, PlayOptions(out, workers, dry_run, as_json), games=1000)

    from citadels_sim.lab.bans.analyse import analyse_bans

    bans = analyse_bans(played, margin / 100)
    if as_json:
        frames = frames_data(effects=bans.effects.drop("reference"), verdicts=bans.verdicts)
        print_json({"run": str(played.folder), "margin": bans.margin} | frames)
        return
    for key, cell in cells_of(played):
        _print_cell(bans, key, cell.blocks)


def _print_cell(bans: BanAnalysis, cell: dict[str, Any], deals: int) -> None:
    effects = rows_by(bans.effects.filter(**cell), "metric", "group")
    verdicts = bans.verdicts.filter(**cell).iter_rows(named=True)
    rows = []
    for verdict in sorted(verdicts, key=lambda verdict: -effects["ban_cost", verdict["character"]]["value"]):
        row = [verdict["character"]]
        for arm, effect in (("ban", "ban_cost"), ("take", "take_gain")):
            estimate, changed = effects[effect, verdict["character"]], effects.get((f"{arm}_changed", verdict["character"]))
            share = "-" if not changed else "too few" if changed["note"] else f"{100 * changed['value']:.0f} %"
            row += [*format_estimate(estimate), share, "too few" if estimate["note"] else verdict[arm]]
        rows.append(row)
    title = f"{cell_title(cell)}: percentage points of win chance per game, {deals:,} deals, margin {100 * bans.margin:g}."
    never = right("never: cost", "never: 95 % for all", "never: changed")
    always = right("always: gain", "always: 95 % for all", "always: changed")
    print_table(("character", *never, "never", *always, "always"), rows, title=title)
