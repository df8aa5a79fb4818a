"""``citadels forks``: what picking a character brings, from games that are forked at a pick."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.limits import split_margins
from citadels_sim.cli.measuring import Counted, Reading, measures

if TYPE_CHECKING:
    from citadels_sim.runs.reading import Run
    from citadels_sim.show.blocks import Shown

EXAMPLES = (
    "citadels forks --variant classic-2000 --players 4 --bots builder --nodes 400 --seed 1 --out runs/forks",
    "citadels forks runs/forks --margin 2 --splits      # the same run, read again",
    "citadels forks runs/forks --where 'own.gold >= 4'      # those of its picks only",
    "citadels forks runs/forks --margin character.assassin=-1+-1      # a weak Assassin is wanted",
    "citadels forks runs/forks --json",
    "citadels forks --what crown --variant classic-2000 --nodes 200 --seed 1 --out runs/crown      # what the crown is worth",
    "citadels forks --what murder --variant classic-2000 --nodes 200 --seed 1 --out runs/murder      # whom to kill",
    "citadels forks --what build --where 'own.gold >= 4 and leader' --variant classic-2000 --nodes 100 --seed 1 --out runs/build",
)


@measures("forks", Counted("--nodes", "Decisions per cell that are forked.", 4000))
def command(
    run: Path | None,
    as_json: bool,
    *,
    what: Annotated[
        str | None,
        typer.Option(
            "--what",
            help="The decision to vary: pick, murder, rob, bewitch, destroy, swap, gather, build, or crown (who has it).  [default: pick]",
        ),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            "--where",
            metavar="CONDITION",
            help="Fork only where this holds, such as 'own.districts >= 5 and own.gold >= 4 and not leader'; docs/reference/conditions.md "
            "lists the terms. With a run folder: read only the nodes at which it holds.",
        ),
    ] = None,
    replicates: Annotated[
        int | None, options.count_option("--replicates", "Continuations per option and node.", "2 of a pick, else 4")
    ] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="Fork only in the first N rounds.  [default: all]")] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option(
            "--margin",
            metavar="POINTS",
            help="Largest negligible effect of an option, in percentage points; or the intended effect of one character, such as "
            "character.assassin=-1+-1 (repeat for more).  [default: the run's, else 1]",
        ),
    ] = None,
    splits: Annotated[bool, typer.Option("--splits", help="Also show effects by part of the game, pick number and standing.")] = False,
    contrasts: Annotated[bool, typer.Option("--contrasts", help="Also show every pair of characters.")] = False,
) -> Reading:
    """Measure what each choice is worth by replaying games with every option of one decision.

    The command chooses picks of each game, a first one, a second one and so on, each of a round of its own, and plays the rest of the
    game once for each character that could be picked there, several times, with the same luck. A character's effect is the win chance
    after picking it minus the mean over all characters that could be picked, in percentage points; the intervals hold for all characters
    of a table at once. The table also shows the effect on one random pick per node, what the raw win rate would suggest, and how often
    the bots pick the character.

    With --what murder, rob, bewitch, destroy, swap, gather or build the command does the same with that decision: whom to kill,
    what to build. With --what crown it gives the crown of one round to each seat in turn. With --where it takes only decisions at which the
    condition holds (for the crown, rounds; `own` is then the seat with the crown), and plays until it has found enough of them. With a run
    folder in place of options the command reads that run and plays nothing.
    """
    from citadels_sim.errors import ExperimentError

    kind = _kind_of(run, what, where)
    _check_options(what, kind, splits=splits, contrasts=contrasts)
    points, wishes = split_margins(margin, {"crowns": "round", "forks": "pick"}.get(kind, "decision"))
    if wishes and kind != "forks":
        raise ExperimentError("--margin: the intended effect of a character works only for picks without --where. Leave it out.")
    keys: dict[str, Any] = {"replicates": replicates, "rounds": rounds}
    if run is None and margin and kind == "forks":  # declared before the games are played; a run that is read again takes any
        keys["margins"] = ({} if points is None else {"character": points}) | wishes
    if run is None and kind == "decisions":
        keys |= {"what": what or "pick"}
    if run is None and kind != "forks":
        keys |= {"where": where}
    limit = None if points is None else points / 100

    def show(read: Run) -> Shown:
        further: dict[str, Any] = {"splits": splits or as_json, "contrasts": as_json, "pairs": contrasts} if kind == "forks" else {}
        further |= {"wishes": {name.partition(".")[2]: (low / 100, high / 100) for name, (low, high) in wishes.items()}} if wishes else {}
        show_run: Callable[[Run], Shown] = partial(read.design.module("blocks").show, margin=limit, **further)
        if run is None or where is None:
            return show_run(read)
        from citadels_sim.designs.condition import parse_condition
        from citadels_sim.designs.conditioned_blocks import show_where

        return show_where(read, parse_condition(where), show_run)

    return Reading(show, keys, {"what": what}, kind)


def _check_options(what: str | None, kind: str, *, splits: bool, contrasts: bool) -> None:
    """Refuse to fork what cannot be forked, and options that do not go with what is forked."""
    from citadels_sim.designs.decisions import KINDS
    from citadels_sim.errors import ExperimentError, nearest

    known = ("crown", *KINDS)
    if what not in (None, *known):
        raise ExperimentError(f"--what: '{what}' should be {' or '.join(known)}.{nearest(what, known)}")
    for option, given in (("--splits", splits), ("--contrasts", contrasts)):
        if kind == "crowns" and given:
            raise ExperimentError(f"{option}: does not go with forks of the crown, which vary no character. Leave it out.")
        if kind == "decisions" and given:
            raise ExperimentError(f"{option}: works only for picks without --where. Leave it out.")


def _kind_of(run: Path | None, what: str | None, where: str | None) -> str:
    """Return the name of the design that plays what is forked, or that a folder is of."""
    if run is not None and run.is_dir():
        from citadels_sim.runs.manifest import read_manifest

        kind = read_manifest(run).experiment.kind
        return kind if kind in ("crowns", "decisions") else "forks"
    if what == "crown":
        return "crowns"
    return "forks" if what in (None, "pick") and where is None else "decisions"
