"""``citadels luck``: how much of who wins is luck of the deal, of the draft, and of the bots' own dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from citadels_sim.cli import options
from citadels_sim.cli.console import print_json, print_table, print_text, right
from citadels_sim.cli.results import cell_title, cells_of, frames_data, rows_by
from citadels_sim.cli.run_folders import PlayOptions, play_or_load

if TYPE_CHECKING:
    from citadels_sim.lab.luck.analyse import LuckAnalysis

EXAMPLES = (
    "citadels luck --variant classic-2000 --players 4 --bots builder --deals 100 --seed 1 --out runs/luck",
    "citadels luck runs/luck --json      # the same run, read again",
)

_NAMES: Final = {"deal": "deal: cast, deck, hands, first crown", "removal": "characters removed from the draft", "choices": "bots' dice"}


def command(
    run: Annotated[Path | None, options.run_argument("luck")] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    deals: Annotated[int | None, options.count_option("--deals", "Deals per cell, each replayed 6 × --replicates times.", 1000)] = None,
    bots: options.EqualBotsOption = None,
    seed: options.SeedOption = None,
    replicates: Annotated[int | None, options.count_option("--replicates", "Replays per deal in each of the six ways.", 8)] = None,
    name: options.NameOption = None,
    out: Annotated[str | None, options.out_option("runs/NAME-luck")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Measure how much luck decides who wins between equal bots, and which luck.

    Three sources of luck are separated: the deal, the characters removed from the draft, and the bots' own random choices. Each
    deal is replayed many times with one or two sources fixed and the others drawn anew, in all six ways. The more often these
    replays have the same winner, compared with replays of different deals, the more the fixed sources decide. How much a source
    decides depends on what is fixed before it. So the command says first what no source decides alone, and of each source both
    ends: what it decides alone, and once all others are fixed. With a run folder in place of options the command reads that run
    and plays nothing.
    """
    keys = {"variants": variant, "players": players, "games": deals, "lineups": bots, "seed": seed, "replicates": replicates, "name": name}
    played = play_or_load("luck", run, keys, PlayOptions(out, workers, dry_run, as_json), games=1000, least_deals=2)

    from citadels_sim.lab.luck.analyse import analyse_luck

    luck = analyse_luck(played)
    if as_json:
        print_json({"run": str(played.folder)} | frames_data(streams=luck.streams.drop("reference"), deals=luck.deals))
        return
    for key, cell in cells_of(played):
        _print_cell(luck, key, cell.blocks)


def _print_cell(luck: LuckAnalysis, cell: dict[str, Any], deals: int) -> None:
    from citadels_sim.lab.luck.analyse import STREAMS, possible

    at = rows_by(possible(luck.streams.filter(**cell)), "metric", "group")
    whole = rows_by(possible(luck.deals.filter(**cell)), "metric")
    if whole["cards"]["note"]:
        print_text(f"{cell_title(cell)}: {deals:,} deals are too few to say what decides who wins.")
        return
    cards, same, joint = (_per_cent(whole[metric]) for metric in ("cards", "same_winner", "joint"))
    print_text(f"{cell_title(cell)}: {joint[0]} % [{joint[1]}] of who wins is settled by no single source of luck: it takes several.")
    rows = [(_NAMES[name], *(text for metric in ("alone", "last") for text in _per_cent(at[metric, name]))) for name in STREAMS]
    heads = right("settles alone", "95 %", "settles when all others are fixed", "95 %")
    print_table(("source of luck", *heads), rows, title=f"{cell_title(cell)}: what decides who wins, {deals:,} deals; per cent.")
    print_text(
        f"With the cards held and new dice for the bots, {cards[0]} % [{cards[1]}] of who wins is settled: the same seat wins two such "
        f"games in {same[0]} % [{same[1]}] of the pairs, {100 / cell['players']:.1f} % would be chance."
    )


def _per_cent(row: dict[str, Any]) -> tuple[str, str]:
    """Format a fraction and its interval, which holds for all rows of a column at once, in per cent."""
    value, low, high = (row[name] for name in ("value", "family_low", "family_high"))
    if value is None or low is None:
        return "too few", "-"
    return f"{100 * value:.1f}", f"{100 * low:.1f} to {100 * high:.1f}"
