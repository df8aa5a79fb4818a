"""The skeleton of the commands that measure one question: they play what it needs, or read a run of it again, and print what it shows.

A command of a design declares what it counts and its own options; it checks these and says how a run is read with them::

    @measures("kingmaking", Counted("--games", "Games per cell, rounded up to whole blocks.", 4000), least_deals=2)
    def command(*, beaten: Annotated[float, typer.Option("--beaten", help="...")] = 5.0) -> Reading:
        return Reading(lambda run: run.design.module("blocks").show(run, beaten / 100))
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from citadels_sim.cli import options
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import PlayOptions, play_or_load

if TYPE_CHECKING:
    from citadels_sim.runs.reading import Run
    from citadels_sim.show.blocks import Shown


class Counted(NamedTuple):
    """What the number of an experiment's games is: its option, with its help and its default."""

    option: str
    help: str
    default: int


class Reading(NamedTuple):
    """How a run is read with the options of a command.

    Attributes
    ----------
    show : callable
        Says what the run shows.
    keys : mapping
        Keys of the experiment that the command's own options are; None where one was not given.
    others : mapping
        Its own options that go with playing only, by name; None where one was not given.
    kind : str
        Name of the design, where it is not the one of the command.
    """

    show: Callable[[Run], Shown]
    keys: Mapping[str, Any] = {}
    others: Mapping[str, object] = {}
    kind: str = ""


def measures(
    kind: str, counted: Counted, *, of: str = "", bots: Any = options.LineupsOption, least_deals: int = 1
) -> Callable[[Callable[..., Reading]], Callable[..., None]]:
    """Make a command from a function that reads its own options.

    Parameters
    ----------
    kind : str
        Name of the design.
    counted : Counted
    of : str
        What its run folders are of, in words; empty: `kind`.
    bots : annotation
        Of the option ``--bots``.
    least_deals : int
        The fewest deals per cell that can be analysed.
    """

    def make(function: Callable[..., Reading]) -> Callable[..., None]:
        games = counted.option.removeprefix("--")
        first = {
            "run": Annotated[Path | None, options.run_argument(of or kind)],
            "variant": options.VariantsOption,
            "players": options.PlayersOption,
            games: Annotated[int | None, options.count_option(*counted)],
            "bots": bots,
            "seed": options.SeedOption,
            "name": options.NameOption,
            "out": Annotated[str | None, options.out_option(f"runs/NAME-{kind}")],
            "workers": options.WorkersOption,
            "dry_run": options.DryRunOption,
        }
        last = {"wide": options.WideOption, "as_json": options.JsonOption}
        own = inspect.signature(function, eval_str=True).parameters  # those of all commands have it where it names them

        def command(**given: Any) -> None:
            asked = function(**{name: given[name] for name in own})
            keys = {"variants": given["variant"], "players": given["players"], "games": given[games], "lineups": given["bots"]}
            keys |= {"seed": given["seed"], **asked.keys, "name": given["name"]}
            how = PlayOptions(given["out"], given["workers"], given["dry_run"], given["as_json"])
            run = play_or_load(
                asked.kind or kind, given["run"], keys, how, games=counted.default, least_deals=least_deals, others=asked.others
            )
            print_shown(run, asked.show(run), as_json=given["as_json"], wide=given["wide"])

        flags = ("dry_run", "wide", "as_json")
        parameters = [
            *(_parameter(name, kind_, False if name in flags else None) for name, kind_ in first.items()),
            *(parameter for name, parameter in own.items() if name not in {*first, *last}),
            *(_parameter(name, kind_, False) for name, kind_ in last.items()),
        ]
        command.__doc__, command.__module__ = function.__doc__, function.__module__
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        return command

    return make


def _parameter(name: str, annotation: Any, default: object) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
