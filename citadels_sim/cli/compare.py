"""``citadels compare``: one variant of a run against another, on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.console import note
from citadels_sim.cli.options import JsonOption, WideOption, margins_option, runs_argument, variant_names_beginning
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import variant_of_run

EXAMPLES = (
    "citadels run --variant classic-2000 --variant classic-2000-short --players 4 --games 2000 --bots builder --out runs/short",
    "citadels compare runs/short classic-2000 classic-2000-short",
    "citadels compare runs/short classic-2000 classic-2000-short --margin rounds=0.25 --margin close_games=0.05",
    "citadels compare runs/short classic-2000 classic-2000-short --json",
)


def command(
    run: Annotated[Path, runs_argument("RUN", "A run folder that `citadels run` wrote, with both variants.")],
    a: Annotated[
        str, typer.Argument(metavar="A", help="The variant to start from, by name or file.", autocompletion=variant_names_beginning)
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", help="The variant to compare with it, by name or file.", autocompletion=variant_names_beginning)
    ],
    margin: Annotated[list[str] | None, margins_option("Largest negligible difference, by figure or by unit")] = None,
    wide: WideOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare two variants of a run on the same deals.

    Differences are B minus A, and their intervals hold for all figures of a table at once. The verdict is `within limits` if the
    difference is shown to lie within the margin, and `beyond limits` if it is shown to lie beyond. The distance between two
    distributions is how far values must move, on average, to turn one into the other. `--wide` also shows both figures, the
    limit and the variance ratio, which is the gain from common deals: at 0.25 the comparison needs a quarter of the games
    that independent deals would need.
    """
    from citadels_sim.runs.reading import load_run

    played = load_run(run)
    a, b = variant_of_run(played, a), variant_of_run(played, b)
    from citadels_sim.designs.tournament.comparison import compare_variants, margins_from
    from citadels_sim.designs.tournament.comparison_blocks import comparison_shown

    compared = compare_variants(played, a, b, margins_from(margin))
    for text in compared.notes:
        note(text)
    print_shown(played, comparison_shown(compared), as_json=as_json, wide=wide)
