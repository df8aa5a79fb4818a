"""``citadels forks``: what picking a character brings, from games that are forked at a pick."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import Column, JsonOption, print_json, print_table, print_text
from citadels_sim.cli.dry_run import DryRunOption

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.lab.forks.analyse import ForkAnalysis

__all__ = ["EXAMPLES", "between", "check_margin", "check_told_again", "check_what", "command", "points", "told_verdict"]

EXAMPLES = (
    "citadels forks --variant classic-2000 --players 4 --bots builder --nodes 400 --seed 1 --out runs/forks",
    "citadels forks runs/forks --margin 2 --splits      # the same run, told again",
    "citadels forks runs/forks --json",
    "citadels forks --what crown --variant classic-2000 --nodes 200 --seed 1 --out runs/crown      # what the crown is worth",
)


def command(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="A run of forks, to tell again.", show_default=False)] = None,
    what: Annotated[
        str | None,
        typer.Option("--what", help="pick: made in every way; crown: given to every seat.  [default: pick]"),
    ] = None,
    variant: Annotated[list[str] | None, typer.Option("--variant", help="A variant, by name or path; may be given several times.")] = None,
    players: Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="Games that are forked, per cell, each at one pick.  [default: 4000]")
    ] = None,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", help="A line-up: bots, comma-separated; may be given several times.  [default: builder]")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")] = None,
    replicates: Annotated[
        int | None, typer.Option("--replicates", help="How often each continuation of a node is played on.  [default: 4]")
    ] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="Fork the first so many rounds only.  [default: all]")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the variants']")] = None,
    out: Annotated[str | None, typer.Option("--out", help="The run folder.  [default: runs/NAME-forks]", show_default=False)] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    only_said: DryRunOption = False,
    margin: Annotated[
        float | None,
        typer.Option(
            "--margin", metavar="POINTS", help="Percentage points of win chance per pick that do not matter.  [default: the run's, else 1]"
        ),
    ] = None,
    splits: Annotated[bool, typer.Option("--splits", help="Show effects by part of the game, slot and standing, too.")] = False,
    contrasts: Annotated[bool, typer.Option("--contrasts", help="Show every pair of characters, too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Tell what picking each character brings, from copies of the same game.

    Of every game one pick is made in every way that it could be: the game is played on from there once for each character,
    with the same luck, several times. The effect of a character is the win chance of who picks it, less the mean over all
    that could be picked there, in percentage points; its interval holds for all characters of a table at once. Beside it
    stand the same effect from one random pick per node, what a plain win rate would say, and how often the bots pick it. With
    --what crown the crown of one round of every game goes to every seat in turn instead: what is it worth to draft first, and
    what does each place after it cost? With a folder of such a run instead of options nothing is played.
    """
    from citadels_sim.cli.run import play_into

    options = {
        "--what": what,
        "--variant": variant,
        "--players": players,
        "--nodes": nodes,
        "--bots": bots,
        "--seed": seed,
        "--replicates": replicates,
    }
    options |= {"--rounds": rounds, "--name": name, "--out": out, "--workers": workers, "--dry-run": only_said or None}
    given = [key for key, value in options.items() if value is not None]
    check_told_again(run, given, variant, "nothing to fork: give a run of forks")
    check_what(what, splits=splits, contrasts=contrasts)
    if margin is not None:
        check_margin(margin, "round" if what == "crown" else "pick")
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": 4000 if nodes is None else nodes, "lineups": bots}
    keys |= {"seed": seed, "replicates": replicates, "rounds": rounds, "name": name, "kind": "crowns" if what == "crown" else "forks"}
    if margin is not None and what != "crown":
        keys["margins"] = {"character": margin}  # declared before the games are played; a run that is told again takes any
    folder = run or play_into(keys, out, workers, only_said=only_said, as_json=as_json)

    if what == "crown" or _is_crowns(folder):
        from citadels_sim.lab.crowns.analyse import CROWN_MARGIN
        from citadels_sim.lab.crowns.command import tell_crowns

        check_what("crown", splits=splits, contrasts=contrasts)
        tell_crowns(folder, CROWN_MARGIN if margin is None else margin / 100, as_json)
        return
    from citadels_sim.lab.forks.analyse import analyse_forks
    from citadels_sim.runs.reading import load_run

    found = analyse_forks(load_run(folder, kind="forks"), None if margin is None else margin / 100)
    parts = _splits(found) if splits or as_json else None
    if as_json:
        print_json(_data(found, parts))
        return
    for cell in found.cells.iter_rows(named=True):
        _tell(found, cell)
        if parts is not None:
            _tell_splits(parts, cell)
        if contrasts:
            _tell_contrasts(found, cell)


def check_told_again(run: Path | None, given: list[str], variant: list[str] | None, nothing: str) -> None:
    """Refuse options beside a run that is only told again, and a command line with neither."""
    from citadels_sim.errors import ExperimentError

    if run is not None and given:
        raise ExperimentError(f"{given[0]}: does not go with {run}, a run that is only told again. Leave one of them out.")
    if run is None and not variant:
        raise ExperimentError(f"{nothing}, or --variant NAME. `citadels variants` lists the variants.")


def check_what(what: str | None, *, splits: bool, contrasts: bool) -> None:
    """Refuse to fork what cannot be forked, and tables that the crown has not."""
    from citadels_sim.errors import ExperimentError, nearest

    if what not in (None, "pick", "crown"):
        raise ExperimentError(f"--what: '{what}' should be pick or crown.{nearest(what, ('pick', 'crown'))}")
    for option, given in (("--splits", splits), ("--contrasts", contrasts)):
        if what == "crown" and given:
            raise ExperimentError(f"{option}: does not go with forks of the crown, which are of no characters. Leave it out.")


def _is_crowns(folder: Path) -> bool:
    from citadels_sim.runs.manifest import read_manifest

    return folder.is_dir() and read_manifest(folder).experiment.kind == "crowns"


def check_margin(margin: float, per: str) -> None:
    """Refuse a margin that is nothing, or beyond all measure."""
    from citadels_sim.errors import ExperimentError

    if not 0 < margin <= 50:
        raise ExperimentError(f"--margin: {margin:g} should be percentage points of win chance per {per}, above 0 and at most 50.")


def _of(frame: pl.DataFrame, cell: dict[str, Any]) -> pl.DataFrame:
    return frame.filter(variant=cell["variant"], players=cell["players"], lineup=cell["lineup"])


def points(value: float | None, digits: int = 1) -> str:
    """Write a win chance in percentage points, with its sign."""
    return "-" if value is None else f"{100 * value:+.{digits}f}"


def _tell(found: ForkAnalysis, cell: dict[str, Any]) -> None:
    effects = {(row["metric"], row["group"]): row for row in _of(found.effects, cell).iter_rows(named=True)}
    verdicts = sorted(_of(found.verdicts, cell).iter_rows(named=True), key=lambda row: -effects["win_effect", row["character"]]["value"])
    rows = []
    for verdict in verdicts:
        name = verdict["character"]
        effect, single, naive, share = (
            effects.get((metric, name)) for metric in ("win_effect", "win_effect_single", "win_lift", "pick_share")
        )
        if effect is None or single is None or share is None:
            continue
        rows.append(
            (
                name, points(effect["value"]), between(effect), points(single["value"]), between(single),
                points(naive["value"] if naive else None), f"{100 * share['value']:.0f} %", f"{verdict['nodes']:,}", told_verdict(verdict),
            )
        )  # fmt: skip
    numbers: list[Column] = [
        (head, "right")
        for head in ("effect", "95 % for all at once", "one random pick", "its 95 % for all", "win rate - 1/n", "picked", "nodes")
    ]
    title = (
        f"{cell['variant']}, {cell['players']} players, {cell['lineup']}: percentage points of win chance per pick, "
        f"{cell['nodes']:,} nodes, margin {100 * found.margin:g}."
    )
    print_table(("character", *numbers, "verdict"), rows, title=title)
    policy = {row["metric"]: row for row in _of(found.policy, cell).iter_rows(named=True)}
    texts = [f"The cast: {cell['balanced']} of {cell['characters']} characters balanced"]
    if cell["spread"] == cell["spread"]:
        texts.append(f"true effects spread by {100 * cell['spread']:.1f} points (noise taken out)")
    print_text("; ".join(texts) + ".")
    edge, regret = policy["edge"], policy.get("regret_found")
    text = f"The bots' own picks: {points(edge['value'])} against a random one {_interval(edge)}"
    if regret is not None:
        text += f"; a better pick was there for {points(regret['value'])} {_interval(regret)} at least"
    print_text(text + ".")


def between(row: dict[str, Any]) -> str:
    """Write the simultaneous interval of a row of estimates in percentage points."""
    return f"{points(row['family_low'])} to {points(row['family_high'])}"


def _interval(row: dict[str, Any]) -> str:
    return f"[{points(row['low'])}, {points(row['high'])}]"


def told_verdict(verdict: dict[str, Any]) -> str:
    """Write a verdict, with the nodes that would settle it where it is open."""
    if verdict["verdict"] != "inconclusive":
        return str(verdict["verdict"])
    needed = verdict["needed_nodes"]
    return "inconclusive (on the margin)" if needed is None else f"inconclusive (needs about {_round_up(needed):,} nodes)"


def _round_up(number: int) -> int:
    """Round up to two digits: the need is an estimate itself."""
    unit = int(10 ** max(0, len(str(number)) - 2))
    return -(-number // unit) * unit


def _splits(found: ForkAnalysis) -> pl.DataFrame:
    from citadels_sim.lab.forks.splits import split_effects

    return split_effects(found.run)


def _tell_splits(parts: pl.DataFrame, cell: dict[str, Any]) -> None:
    for split in parts["split"].unique(maintain_order=True):
        here = _of(parts, cell).filter(split=split)
        names = here["part"].unique(maintain_order=True).to_list()
        at = {(row["character"], row["part"]): row for row in here.iter_rows(named=True)}
        rows = [(name, *(_part(at.get((name, part))) for part in names)) for name in here["character"].unique(maintain_order=True)]
        print_table(
            ("character", *((part, "right") for part in names)), rows,
            title=f"By {split}: effect ± its own 95 % interval; * false discovery rate below 5 %; ( ) few nodes.",
        )  # fmt: skip


def _part(row: dict[str, Any] | None) -> str:
    if row is None or row["se"] is None:
        return "-"
    text = f"{points(row['value'])} ± {50 * (row['high'] - row['low']):.1f}" + ("*" if row["q"] is not None and row["q"] < 0.05 else "")
    return f"({text})" if row["small"] else text


def _tell_contrasts(found: ForkAnalysis, cell: dict[str, Any]) -> None:
    here = _of(found.contrasts, cell).sort("value", descending=True)
    print_table(
        ("first - second", ("difference", "right"), ("95 % for all at once", "right")),
        [(row["group"], points(row["value"]), between(row)) for row in here.iter_rows(named=True)],
        title="One pick less another, where both could be made: percentage points of win chance.",
    )


def _data(found: ForkAnalysis, parts: pl.DataFrame | None) -> dict[str, Any]:
    tables = {"cells": found.cells, "verdicts": found.verdicts, "effects": found.effects, "policy": found.policy}
    tables["contrasts"] = found.contrasts
    if parts is not None:
        tables["splits"] = parts
    return {"run": str(found.run.folder), "margin": found.margin} | {
        name: table.fill_nan(None).drop("reference", strict=False).to_dicts() for name, table in tables.items()
    }
