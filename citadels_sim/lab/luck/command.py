"""``citadels luck``: how much of who wins is luck of the deal, of the draft, and of the bots' own dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from citadels_sim.cli.console import JsonOption, print_json, print_table, print_text
from citadels_sim.cli.dry_run import DryRunOption

if TYPE_CHECKING:
    from citadels_sim.lab.luck.analyse import LuckAnalysis

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels luck --variant classic-2000 --players 4 --bots builder --deals 100 --seed 1 --out runs/luck",
    "citadels luck runs/luck --json      # the same run, told again",
)

_NAMES: Final = {"deal": "deal: cast, deck, hands, first crown", "removal": "characters removed from the draft", "choices": "bots' dice"}


def command(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="A run of luck, to tell again.", show_default=False)] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="A variant, by name or path; may be given several times.")] = None,
    players: Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", help="Deals per cell, each played six times --replicates.  [default: 1000]")
    ] = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="The bot at all seats; may be given several times.  [default: builder]")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")] = None,
    replicates: Annotated[
        int | None, typer.Option("--replicates", help="How often a deal is replayed in each of the six ways.  [default: 8]")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the variants']")] = None,
    out: Annotated[str | None, typer.Option("--out", help="The run folder.  [default: runs/NAME-luck]", show_default=False)] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    only_said: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Tell what decides who wins between equal bots: the cards, the draft's discards, or the bots' own random choices.

    Every deal is replayed many times with one or two of its three sources of luck held and the others drawn anew, in all six ways.
    The more often the replays of a deal agree on the winner, beyond those of different deals, the more of who wins the held luck
    settles. The shares add up: what the deal settles, what the draft's discards settle beyond it, and what is left to the bots'
    own dice. With a folder of such a run instead of options nothing is played.
    """
    from citadels_sim.cli.run import play_into
    from citadels_sim.lab.forks.command import check_told_again

    options = {"--variant": variant, "--players": players, "--deals": deals, "--bots": bots, "--seed": seed, "--replicates": replicates}
    given = [
        key
        for key, value in (options | {"--name": name, "--out": out, "--workers": workers, "--dry-run": only_said or None}).items()
        if value is not None
    ]
    check_told_again(run, given, variant, "nothing to replay: give a run of luck")
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": 1000 if deals is None else deals, "lineups": bots}
    keys |= {"seed": seed, "replicates": replicates, "name": name, "kind": "luck"}
    folder = run or play_into(keys, out, workers, only_said=only_said, as_json=as_json, deals=2)

    from citadels_sim.lab.luck.analyse import analyse_luck
    from citadels_sim.runs.reading import load_run

    found = analyse_luck(load_run(folder, kind="luck"))
    if as_json:
        tables = {"streams": found.streams.drop("reference"), "deals": found.deals}
        print_json({"run": str(folder)} | {key: table.fill_nan(None).to_dicts() for key, table in tables.items()})
        return
    for cell in found.run.manifest.cells:
        _tell(found, {"variant": cell.variant, "players": cell.players, "lineup": cell.lineup}, cell.blocks)


def _tell(found: LuckAnalysis, cell: dict[str, Any], deals: int) -> None:
    from citadels_sim.lab.luck.analyse import STREAMS

    at = {(row["metric"], row["group"]): row for row in found.streams.filter(**cell).iter_rows(named=True)}
    rows = [(_NAMES[name], *(text for metric in ("share", "alone", "last") for text in _cells(at[metric, name]))) for name in STREAMS]
    heads = [
        (head, "right") for metric in ("share of the luck", "settled by it alone", "open until it is settled") for head in (metric, "95 %")
    ]
    title = f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: what decides who wins, {deals:,} deals; per cent."
    print_table(("source of luck", *heads), rows, title=title)  # type: ignore[arg-type]
    whole = {row["metric"]: row for row in found.deals.filter(**cell).iter_rows(named=True)}
    cards, same, joint = (_cells(whole[metric]) for metric in ("cards", "same_winner", "joint"))
    print_text(
        f"With the cards held and new dice for the bots, {cards[0]} % [{cards[1]}] of who wins is settled: the same seat wins two such "
        f"games in {same[0]} % [{same[1]}] of the pairs, {100 / cell['players']:.1f} % would be chance. No source alone settles "
        f"{joint[0]} % [{joint[1]}]."
    )


def _cells(row: dict[str, Any]) -> tuple[str, str]:
    """Write a fraction and its interval, which holds for all rows of a column at once, in per cent."""
    value, low, high = (row[name] for name in ("value", "family_low", "family_high"))
    if value is None or low is None:
        return "-", "not known"
    return f"{100 * value:.1f}", f"{100 * low:.1f} to {100 * high:.1f}"
