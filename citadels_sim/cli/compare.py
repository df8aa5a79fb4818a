"""``citadels compare``: one variant of a run against another, on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import note, print_json, print_table, print_text, right
from citadels_sim.cli.options import JsonOption, margins_option, variant_names_beginning
from citadels_sim.cli.results import format_number, format_verdict
from citadels_sim.cli.run_folders import variant_of_run
from citadels_sim.formats import TOO_FEW

if TYPE_CHECKING:
    from citadels_sim.lab.tournament.comparison import VariantComparison

EXAMPLES = (
    "citadels run --variant classic-2000 --variant classic-2000-short --players 4 --games 2000 --bots builder --out runs/short",
    "citadels compare runs/short classic-2000 classic-2000-short",
    "citadels compare runs/short classic-2000 classic-2000-short --margin rounds=0.25 --margin close_games=0.05",
    "citadels compare runs/short classic-2000 classic-2000-short --json",
)


def command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder that `citadels run` wrote, with both variants.")],
    a: Annotated[
        str, typer.Argument(metavar="A", help="The variant to start from, by name or file.", autocompletion=variant_names_beginning)
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", help="The variant to compare with it, by name or file.", autocompletion=variant_names_beginning)
    ],
    margin: Annotated[list[str] | None, margins_option("Largest negligible difference, by figure or by unit")] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare two variants of a run on the same deals.

    Differences are B minus A, and their intervals hold for all figures of a table at once. The verdict is `within limits` if the
    difference is shown to lie within the margin, and `beyond limits` if it is shown to lie beyond. The variance ratio is the gain
    from common deals: at 0.25 the comparison needs a quarter of the games that independent deals would need. The distance
    between two distributions is how far values must move, on average, to turn one into the other.
    """
    from citadels_sim.runs.reading import load_run

    played = load_run(run)
    a, b = variant_of_run(played, a), variant_of_run(played, b)
    from citadels_sim.lab.tournament.comparison import compare_variants, margins_from

    compared = compare_variants(played, a, b, margins_from(margin))
    for text in compared.notes:
        note(text)
    if as_json:
        print_json(_data(compared))
        return
    _print_rules(compared)
    for key in compared.table.select("players", "lineup", "table").unique(maintain_order=True).iter_rows(named=True):
        _print_table(compared, key)
    _print_distances(compared)


def _print_rules(compared: VariantComparison) -> None:
    lines = [(topic, line.before, line.after) for topic, topic_lines in compared.rules.topics.items() for line in topic_lines]
    if lines:
        print_table(("rules about", compared.a, compared.b), lines)
    else:
        print_text(f"{compared.a} and {compared.b} have the same rules.")


def _print_table(compared: VariantComparison, key: dict[str, Any]) -> None:
    from citadels_sim.lab.tournament.comparison import COMPARED

    entry = COMPARED[key["table"]]
    titles = {metric.name: metric.title for metric in entry.metrics}
    rows = compared.table.filter(players=key["players"], lineup=key["lineup"], table=key["table"])
    heads = ("figure", *((entry.group_title,) if entry.group is not None else ()))
    of = "Games" if entry.group is None else f"By {entry.group_title}"
    numbers = (compared.a, compared.b, "difference", "95 % for all at once", "variance ratio", "margin")
    print_table(
        (*heads, *right(*numbers), "unit", "verdict"),
        [
            (
                titles[row["metric"]],
                *((_member(row["group"]),) if entry.group is not None else ()),
                *(format_number(row[side]) for side in ("a", "b")),
                *_difference(row),
                "-" if row["variance_ratio"] is None else f"{row['variance_ratio']:.2f}",
                "-" if row["margin"] is None else f"{row['margin']:g}",
                row["unit"],
                format_verdict(row["verdict"], row["needed_blocks"], "deals", row["needed_blocks_low"]),
            )
            for row in rows.iter_rows(named=True)
        ],
        title=f"{of}, {key['players']} players, {key['lineup']}: {rows['blocks'][0]:,} common deals.",
    )


def _difference(row: dict[str, Any]) -> tuple[str, str]:
    """Write a difference and its interval; that there is none in any deal, with how many may differ, where this is all that is known."""
    from citadels_sim.statistics.bounds import differing
    from citadels_sim.statistics.ratios import LEAST_COUNT, LEVEL

    if row["se"] == 0 and row["difference"] == 0:
        return "none", f"at most {100 * differing(row['blocks'], LEVEL):.1f} % of deals differ"
    if row["family_low"] is None:
        return (TOO_FEW, "-") if row["blocks"] < LEAST_COUNT else (format_number(row["difference"], "+"), "-")
    return format_number(row["difference"], "+"), " to ".join(format_number(row[end], "+") for end in ("family_low", "family_high"))


def _member(group: str) -> str:
    """Write what a figure is of for people: a character or district by its title, all else as it is."""
    from citadels_sim.variants.wording import title

    try:
        return title(group)
    except KeyError:
        return group


def _print_distances(compared: VariantComparison) -> None:
    if compared.distances.height:
        print_table(
            (*right("players"), "line-up", "distribution of", *right("distance", "by chance up to"), "unit"),
            [
                (row["players"], row["lineup"], row["what"], f"{row['distance']:.2f}", f"{row['noise']:.2f}", row["unit"])
                for row in compared.distances.iter_rows(named=True)
            ],
        )


def _data(compared: VariantComparison) -> dict[str, Any]:
    rules = [
        {"topic": topic, "players": list(line.players), "key": line.key, "a": line.before, "b": line.after}
        for topic, lines in compared.rules.topics.items()
        for line in lines
    ]
    frames = {"differences": compared.table.to_dicts(), "distances": compared.distances.to_dicts()}
    return {"a": compared.a, "b": compared.b, "rules": rules, **frames, "notes": list(compared.notes)}
