"""``citadels casts``: what each character and unique district changes where they are drawn, and which casts are the most balanced."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import Column, JsonOption, print_json, print_table, print_text
from citadels_sim.cli.dry_run import DryRunOption, dry_run_of_parts
from citadels_sim.lab.casts.printing import effects_data, power_data, tell_effects, tell_power
from citadels_sim.threads import one_thread

if TYPE_CHECKING:
    from citadels_sim.lab.casts.search import Asked, Found

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels casts --variant dark-city-random --players 4 --games 2000 --nodes 600 --shortlist 3 --out runs/casts",
    "citadels casts --variant citadels-2016-random --districts --games 2000 --length 5-20 --shortlist 3 --out runs/sets",
    "citadels casts runs/casts/drawn --json      # what each thing that was drawn changes; nothing is played",
)


def command(
    run: Annotated[
        Path | None, typer.Argument(metavar="[RUN]", help="A run of drawn casts, to be told what it says.", show_default=False)
    ] = None,
    variant: Annotated[str | None, typer.Option("--variant", help="A variant that draws, by name or path.", show_default=False)] = None,
    players: Annotated[int | None, typer.Option("--players", min=2, max=8, help="Number of players.  [default: 4]")] = None,
    games: Annotated[
        int | None, typer.Option("--games", help="Games of drawn casts, and of each that is played again.  [default: 20000]")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="Games that are forked, of drawn casts and of each again.  [default: 8000]")
    ] = None,
    bots: Annotated[str | None, typer.Option("--bots", help="The line-up: bots, comma-separated.  [default: builder]")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of what is drawn; the next one is that of what is played again.")] = None,
    margin: Annotated[float, typer.Option("--margin", metavar="POINTS", help="Percentage points of win chance that do not matter.")] = 1.0,
    length: Annotated[
        str | None, typer.Option("--length", metavar="MIN-MAX", help="Rounds that a game is to last.", show_default=False)
    ] = None,
    shortlist: Annotated[int | None, typer.Option("--shortlist", min=1, max=100, help="How many are played again.  [default: 12]")] = None,
    districts: Annotated[bool, typer.Option("--districts", help="Look for sets of unique districts, not for casts.")] = False,
    out: Annotated[str | None, typer.Option("--out", help="Folder of the run folders.  [default: runs/VARIANT-casts]")] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")] = None,
    only_said: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Propose the casts that are the most balanced, from games whose casts are drawn.

    Games of a variant that draws its characters tell what each of them changes by being there; forks of these games tell what
    picking each brings, in which company. The casts whose characters look the most alike in power are then played again, on
    deals of their own, and judged by that alone: the best of thousands of predictions are lucky ones. A cast is balanced where
    the power of every character lies within the margin. With --districts the same for sets of unique districts, by what being
    dealt each is worth. The same command goes on with what is missing. With a run of drawn casts instead of options nothing is
    played, and what each character, pair and unique district changes is told.
    """
    from citadels_sim.lab.casts.search import Asked, planned, read_length, search
    from citadels_sim.lab.forks.command import check_margin, check_told_again

    options = {"--variant": variant, "--players": players, "--games": games, "--nodes": nodes, "--bots": bots, "--seed": seed}
    options |= {"--length": length, "--shortlist": shortlist, "--districts": districts or None, "--out": out, "--workers": workers}
    options["--dry-run"] = only_said or None
    given = {key: value for key, value in options.items() if value is not None}
    check_told_again(run, list(given), [variant] if variant else None, "nothing to play: give a run of drawn casts")
    check_margin(margin, "game" if districts else "pick")
    one_thread()
    from citadels_sim.runs.pool import cores

    if run is not None:
        _tell_run(run, as_json)
        return
    folder = Path(out or f"runs/{Path(variant or '').stem}-{'sets' if districts else 'casts'}")
    words = ["citadels", "casts"]
    for key, value in {**given, "--out": str(folder)}.items():
        words += [key] if value is True else [key, str(value)]
    asked = Asked(
        variant or "", players or 4, 20_000 if games is None else games, 8_000 if nodes is None else nodes, 1 if seed is None else seed,
        shortlist or 12, bots or "builder", margin / 100, read_length(length), districts, folder, (*words, "--margin", f"{margin:g}"),
        workers,
    )  # fmt: skip
    if only_said:
        dry_run_of_parts(planned(asked), str(folder), workers or cores(), as_json=as_json)
        return
    found = search(asked)
    if as_json:
        print_json(_data(asked, found))
    else:
        _tell(asked, found)


def _tell_run(run: Path, as_json: bool) -> None:
    from citadels_sim.errors import RunError
    from citadels_sim.lab.casts.analyse import analyse_casts
    from citadels_sim.runs.reading import load_run

    if (run / "drawn" / "manifest.json").is_file():
        raise RunError(
            f"{run}: a search of {run / 'drawn'} and others; give its command again, or tell one of them: "
            f"citadels casts {shlex.quote(str(run / 'drawn'))}"
        )
    found = analyse_casts(load_run(run, kind="casts"))
    if as_json:
        print_json({"run": str(run)} | effects_data(found))
        return
    for cell in found.run.manifest.cells:
        tell_effects(found, {"variant": cell.variant, "players": cell.players, "lineup": cell.lineup}, cell.blocks)
    for text in found.notes:
        print_text(text)


def _tell(asked: Asked, found: Found) -> None:
    if found.power is not None:
        tell_power(found.power)
    best = found.judged.row(0, named=True)
    what = "sets of unique districts" if asked.districts else "casts"
    heads: list[Column] = [(head, "right") for head in ("spread predicted", "spread again", "95 % for all at once", "within margin")]
    also: list[Column] = [
        (head, "right") for head in ("rounds predicted", "rounds again", "turns lost", "hits", "gold taken", "districts taken")
    ]
    rows = [
        (
            row["name"], _points(row["predicted_spread"]), _points(row["spread"]),
            f"{_points(row['spread_low'])} to {_points(row['spread_high'])}",
            f"{row['balanced']} of {row['of']}", f"{row['predicted_rounds']:.2f}", f"{row['rounds']:.2f}",
            f"{100 * row['lost_turns']:.1f} %", f"{row['hits']:.2f}", f"{row['gold_taken']:.2f}", f"{row['districts_taken']:.2f}",
            _verdict(row),
        )
        for row in found.judged.iter_rows(named=True)
    ]  # fmt: skip
    per = "game" if asked.districts else "pick"
    title = (
        f"{asked.variant}, {asked.players} players, {asked.bot}: {what} played again on deals of their own, spread of power in percentage "
        f"points of win chance per {per}, margin {100 * asked.margin:g}."
    )
    print_table(("", *heads, *also, "verdict"), rows, title=title)
    for row in found.judged.iter_rows(named=True):
        print_text(f"{row['name']}: {', '.join(row['members'])}")
    word = {"balanced": "Proposed", "inconclusive": "The best so far, not yet settled"}.get(
        best["verdict"], "None is balanced; the least uneven"
    )
    print_text(
        f"\n{word}: {best['name']}, spread {_points(best['spread'])} points (predicted {_points(best['predicted_spread'])}), "
        f"{best['balanced']} of {best['of']} within {100 * asked.margin:g}, {best['rounds']:.1f} rounds."
    )


def _points(value: float) -> str:
    return f"{100 * value:.2f}"


def _verdict(row: dict[str, Any]) -> str:
    word = str(row["verdict"])
    if row["lasts"] == "no":
        return f"{word} (length)"
    return f"{word} (needs about {row['needed']:,} nodes)" if word == "inconclusive" and row["needed"] else word


def _data(asked: Asked, found: Found) -> dict[str, Any]:
    data: dict[str, Any] = {
        "variant": asked.variant, "players": asked.players, "lineup": asked.bot, "margin": asked.margin, "length": asked.length,
        "folder": str(asked.folder), "shortlist": found.judged.fill_nan(None).to_dicts(),
    }  # fmt: skip
    if found.power is not None:
        data["power"] = power_data(found.power)
    return data | effects_data(found.drawn)
