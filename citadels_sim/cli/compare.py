"""``citadels compare``: one variant of a run against another, on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import JsonOption, note, print_json, print_table, print_text

if TYPE_CHECKING:
    from citadels_sim.lab.tournament.comparison import VariantComparison

__all__ = ["EXAMPLES", "command", "margin_of"]

EXAMPLES = (
    "citadels run --variant classic-2000 --variant classic-2000-short --players 4 --games 2000 --bots builder --out runs/short",
    "citadels compare runs/short classic-2000 classic-2000-short",
    "citadels compare runs/short classic-2000 classic-2000-short --margin rounds=0.25 --margin close_games=0.05",
    "citadels compare runs/short classic-2000 classic-2000-short --json",
)


def command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder that `citadels run` wrote, with both variants.")],
    a: Annotated[str, typer.Argument(metavar="A", help="The variant to start from.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The variant to compare with it.")],
    margin: Annotated[
        list[str] | None,
        typer.Option("--margin", metavar="NAME=VALUE", help="A difference that does not matter, by figure or by unit; may be given often."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell what changes from one variant to another, block by block on the same deals.

    Differences are B less A. Their intervals hold for all figures of a table at once; the verdict is `same` where the
    difference is shown to be within the margin, `different` where it is shown to be beyond. The variance ratio says what the
    common deals bring: 0.25 is a quarter of the games that independent deals would need. The distance of two distributions is
    by how much values have to be moved, on average, to turn one into the other.
    """
    from citadels_sim.lab.tournament.comparison import compare_variants, margins_from
    from citadels_sim.runs.reading import load_run

    margins = margins_from(dict(margin_of(text) for text in margin or ()))
    found = compare_variants(load_run(run), a, b, margins)
    for text in found.notes:
        note(text)
    if as_json:
        print_json(_data(found))
        return
    _tell_rules(found)
    for key in found.table.select("players", "lineup", "table").unique(maintain_order=True).iter_rows(named=True):
        _tell_table(found, key)
    _tell_distances(found)


def margin_of(text: str) -> tuple[str, float]:
    """Read ``NAME=VALUE`` of an option ``--margin``."""
    from citadels_sim.errors import RunError

    name, _, value = text.rpartition("=")
    try:
        return name.strip(), float(value)
    except ValueError:
        raise RunError(f"--margin: '{text}' should read NAME=VALUE, such as rounds=0.5 or first_crown_wins=0.02.") from None


def _tell_rules(found: VariantComparison) -> None:
    lines = [(topic, line.before, line.after) for topic, topic_lines in found.rules.topics.items() for line in topic_lines]
    if lines:
        print_table(("rules about", found.a, found.b), lines)
    else:
        print_text(f"{found.a} and {found.b} play the same.")


def _tell_table(found: VariantComparison, key: dict[str, Any]) -> None:
    from citadels_sim.lab.tournament.comparison import COMPARED

    entry = COMPARED[key["table"]]
    titles = {metric.name: metric.title for metric in entry.metrics}
    rows = found.table.filter(players=key["players"], lineup=key["lineup"], table=key["table"])
    heads = ("figure", *((entry.group_title,) if entry.group is not None else ()))
    of = "Games" if entry.group is None else f"By {entry.group_title}"
    numbers = (found.a, found.b, "difference", "95 % for all at once", "variance ratio", "margin")
    print_table(
        (*heads, *((head, "right") for head in numbers), "unit", "verdict"),
        [
            (
                titles[row["metric"]], *((_member(row["group"]),) if entry.group is not None else ()),
                _figure(row["a"]), _figure(row["b"]),
                f"{row['difference']:+.3f}", f"{_signed(row['family_low'])} to {_signed(row['family_high'])}",
                "-" if row["variance_ratio"] is None else f"{row['variance_ratio']:.2f}",
                "-" if row["margin"] is None else f"{row['margin']:g}", row["unit"], _verdict(row),
            )
            for row in rows.iter_rows(named=True)
        ],
        title=f"{of}, {key['players']} players, {key['lineup']}: {rows['blocks'][0]:,} common deals.",
    )  # fmt: skip


def _member(group: str) -> str:
    """Write what a figure is of for people: a character or district by its title, all else as it is."""
    from citadels_sim.variants.wording import title

    try:
        return title(group)
    except KeyError:
        return group


def _verdict(row: dict[str, Any]) -> str:
    if row["verdict"] != "inconclusive":
        return row["verdict"] or "-"
    return "inconclusive" if row["needed_blocks"] is None else f"inconclusive (needs about {row['needed_blocks']:,} deals)"


def _figure(value: float) -> str:
    return f"{value:.3f}"


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.3f}"


def _tell_distances(found: VariantComparison) -> None:
    if found.distances.height:
        print_table(
            (("players", "right"), "line-up", "distribution of", ("distance", "right"), ("by chance up to", "right"), "unit"),
            [
                (row["players"], row["lineup"], row["what"], f"{row['distance']:.2f}", f"{row['noise']:.2f}", row["unit"])
                for row in found.distances.iter_rows(named=True)
            ],
        )


def _data(found: VariantComparison) -> dict[str, Any]:
    rules = [
        {"topic": topic, "players": list(line.players), "key": line.key, "a": line.before, "b": line.after}
        for topic, lines in found.rules.topics.items()
        for line in lines
    ]
    return {
        "a": found.a, "b": found.b, "rules": rules, "differences": found.table.to_dicts(), "distances": found.distances.to_dicts(),
        "notes": list(found.notes),
    }  # fmt: skip
