"""``citadels forks``: what picking a character brings, from games that are forked at a pick."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.measuring import Counted, Reading, measures

if TYPE_CHECKING:
    from citadels_sim.runs.reading import Run
    from citadels_sim.show.blocks import Shown

EXAMPLES = (
    "citadels forks --variant classic-2000 --players 4 --bots builder --nodes 400 --seed 1 --out runs/forks",
    "citadels forks runs/forks --margin 2 --splits      # the same run, read again",
    "citadels forks runs/forks --json",
    "citadels forks --what crown --variant classic-2000 --nodes 200 --seed 1 --out runs/crown      # what the crown is worth",
)


@measures("forks", Counted("--nodes", "Games per cell, each forked at one pick.", 4000))
def command(
    run: Path | None,
    as_json: bool,
    *,
    what: Annotated[
        str | None, typer.Option("--what", help="What is varied: pick (the character) or crown (the seat that has it).  [default: pick]")
    ] = None,
    replicates: Annotated[int | None, options.count_option("--replicates", "Continuations per character and node.", 4)] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="Fork only in the first N rounds.  [default: all]")] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            "--margin", metavar="POINTS", help="Largest negligible effect of a pick, in percentage points.  [default: the run's, else 1]"
        ),
    ] = None,
    splits: Annotated[bool, typer.Option("--splits", help="Also show effects by part of the game, pick number and standing.")] = False,
    contrasts: Annotated[bool, typer.Option("--contrasts", help="Also show every pair of characters.")] = False,
) -> Reading:
    """Measure what each pick is worth by replaying games with every available character.

    The command chooses one pick of each game and plays the rest of the game once for each character that could be picked there,
    several times, with the same luck. A character's effect is the win chance after picking it minus the mean over all characters
    that could be picked, in percentage points; the intervals hold for all characters of a table at once. The table also shows the
    effect in one random pick per node, what a plain win rate would suggest, and how often the bots pick the character. With
    --what crown the command gives the crown of one round to each seat in turn: what is drafting first worth, and what does each
    later place cost? With a run folder in place of options the command reads that run and plays nothing.
    """
    kind = "crowns" if what == "crown" or _is_crowns(run) else "forks"
    _check_options(what, kind, splits=splits, contrasts=contrasts)
    if margin is not None:
        check_points(margin, "round" if kind == "crowns" else "pick")
    keys: dict[str, Any] = {"replicates": replicates, "rounds": rounds}
    if run is None and margin is not None and kind == "forks":
        keys["margins"] = {"character": margin}  # declared before the games are played; a run that is read again takes any
    limit = None if margin is None else margin / 100

    def show(run: Run) -> Shown:
        blocks = run.design.module("blocks")
        shown: Shown = (
            blocks.show(run, limit)
            if kind == "crowns"
            else blocks.show(run, limit, splits=splits or as_json, contrasts=as_json, pairs=contrasts)
        )
        return shown

    return Reading(show, keys, {"what": what}, kind)


def _check_options(what: str | None, kind: str, *, splits: bool, contrasts: bool) -> None:
    """Refuse to fork what cannot be forked, and tables that the crown has not."""
    from citadels_sim.errors import ExperimentError, nearest

    if what not in (None, "pick", "crown"):
        raise ExperimentError(f"--what: '{what}' should be pick or crown.{nearest(what, ('pick', 'crown'))}")
    for option, given in (("--splits", splits), ("--contrasts", contrasts)):
        if kind == "crowns" and given:
            raise ExperimentError(f"{option}: does not go with forks of the crown, which have no characters. Leave it out.")


def _is_crowns(run: Path | None) -> bool:
    from citadels_sim.runs.manifest import read_manifest

    return run is not None and run.is_dir() and read_manifest(run).experiment.kind == "crowns"
