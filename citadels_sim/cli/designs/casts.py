"""``citadels casts``: what each character and unique district changes where they are drawn, and which casts are the most balanced."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.console import print_json
from citadels_sim.cli.dry_run import print_dry_run_of_parts
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.results import frames_data, print_blocks, print_shown
from citadels_sim.cli.run_folders import PlayOptions, check_run_or_variant, given_options
from citadels_sim.processes import one_thread

if TYPE_CHECKING:
    from citadels_sim.cli.designs.casts_search import Search, SearchResult
    from citadels_sim.designs.casts.analyse import CastAnalysis

EXAMPLES = (
    "citadels casts --variant dark-city-random --players 4 --games 2000 --nodes 600 --shortlist 3 --out runs/casts",
    "citadels casts --variant citadels-2016-random --districts --games 2000 --length 5-20 --shortlist 3 --out runs/sets",
    "citadels casts runs/casts/drawn --json      # what each thing that was drawn changes; nothing is played",
)


def command(
    run: Annotated[Path | None, options.run_argument("drawn casts")] = None,
    *,
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            help="A variant with a random cast, by name or file.",
            show_default=False,
            autocompletion=options.variant_names_beginning,
        ),
    ] = None,
    players: options.OneTableOption = None,
    games: Annotated[int | None, options.count_option("--games", "Games with drawn casts, and games per retested cast.", 20000)] = None,
    nodes: Annotated[int | None, options.count_option("--nodes", "Forked picks with drawn casts, and per retested cast.", 8000)] = None,
    bots: options.LineupOption = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of the first games; the retests use the next two numbers.")] = None,
    margin: Annotated[
        float, typer.Option("--margin", metavar="POINTS", help="Largest negligible effect on win chance, in percentage points.")
    ] = 1.0,
    length: Annotated[
        str | None, typer.Option("--length", metavar="MIN-MAX", help="Range of the mean number of rounds.", show_default=False)
    ] = None,
    shortlist: Annotated[
        int | None, typer.Option("--shortlist", min=1, max=100, help="How many candidates are retested.  [default: 12]")
    ] = None,
    districts: Annotated[bool, typer.Option("--districts", help="Search for sets of unique districts instead of casts.")] = False,
    out: Annotated[str | None, options.out_option("runs/VARIANT-casts", "Folder for the run folders.")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    wide: options.WideOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Search for balanced casts of characters and retest them on fresh games.

    Games of a variant with a random cast show what the presence of each character changes; forks of these games show what picking each
    character is worth beside which others. From both the command predicts the casts whose characters are closest in power. It then plays
    these casts on new deals and judges them by the new games alone, because the best of thousands of predictions are partly lucky. The best
    of these is played once more, and its figures are from these last games. A cast is balanced if the power of every character lies within
    the margin. With --districts the command does the same for sets of unique districts. The same command continues a search. With a run of
    drawn casts in place of options it plays nothing and prints the effect of each character, pair and unique district.
    """
    from citadels_sim.cli.designs.casts_search import Search, parse_length, plan_search, run_search

    chosen = {"variant": variant, "players": players, "games": games, "nodes": nodes, "bots": bots, "seed": seed}
    chosen |= {"length": length, "shortlist": shortlist, "districts": districts or None}
    how = PlayOptions(out, workers, dry_run, as_json)
    check_run_or_variant(run, variant, [*given_options(chosen), *how.given()], "a run of drawn casts")
    check_points(margin, "game" if districts else "pick")
    one_thread()
    from citadels_sim.processes import cores

    if run is not None:
        _print_run(run, as_json=as_json, wide=wide)
        return
    folder = Path(out or f"runs/{Path(variant or '').stem}-{'sets' if districts else 'casts'}")
    words = ["citadels", "casts"]
    for key, value in (chosen | {"out": folder, "workers": workers}).items():
        words += [] if value is None else [f"--{key}"] if value is True else [f"--{key}", str(value)]
    search = Search(
        variant or "",
        players or 4,
        20_000 if games is None else games,
        8_000 if nodes is None else nodes,
        1 if seed is None else seed,
        shortlist or 12,
        bots or "builder",
        margin / 100,
        parse_length(length),
        districts,
        folder,
        (*words, "--margin", f"{margin:g}"),
        how,
    )
    if dry_run:
        parts = plan_search(search)

        print_dry_run_of_parts(parts, str(folder), workers or cores(), as_json=as_json)
    else:
        _print_search(search, run_search(search), as_json=as_json, wide=wide)


def _print_run(run: Path, *, as_json: bool, wide: bool) -> None:
    from citadels_sim.designs.casts.drawn_blocks import show_drawn
    from citadels_sim.errors import RunError
    from citadels_sim.runs.reading import load_run

    if (run / "drawn" / "manifest.json").is_file():
        raise RunError(
            f"{run}: a search of {run / 'drawn'} and others; give its command again, or read one of them: "
            f"citadels casts {shlex.quote(str(run / 'drawn'))}"
        )
    loaded = load_run(run, kind="casts")
    shown = show_drawn(loaded)
    if as_json:
        print_json({"run": str(run)} | _effects_data(shown.analysis))
    else:
        print_shown(loaded, shown, as_json=False, wide=wide)


def _effects_data(casts: CastAnalysis) -> dict[str, Any]:
    """Return what drawn things change as data."""
    levels, dealt = casts.levels.drop("reference"), casts.dealt.drop("reference")
    return frames_data(levels=levels, effects=casts.effects, pairs=casts.pairs, dealt=dealt) | {"notes": list(casts.notes)}


def _print_search(search: Search, result: SearchResult, *, as_json: bool, wide: bool) -> None:
    """Print the result of a search: powers, the shortlist as it was played again, and what is proposed."""
    from citadels_sim.designs.casts.power import power_data
    from citadels_sim.designs.casts.search_blocks import power_block, shortlist_block

    power, cell = result.power, (search.variant, search.players, search.bot)
    if as_json:
        data: dict[str, Any] = {
            "variant": search.variant,
            "players": search.players,
            "lineup": search.bot,
            "margin": search.margin,
            "length": search.length,
            "folder": str(search.folder),
        }
        shown = {} if power is None else {"power": power_data(power)}
        print_json(data | frames_data(shortlist=result.judged) | {"best": result.best} | shown | _effects_data(result.drawn))
        return
    blocks = [] if power is None else [power_block(power, cell)]
    blocks.append(shortlist_block(result.judged, result.best, search.margin, cell, districts=search.districts))
    print_blocks(blocks, wide=wide)
