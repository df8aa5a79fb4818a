"""``citadels variants``: list, show, check and compare variants, and list the switches of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import JsonOption, examples, print_json, print_table, print_text

if TYPE_CHECKING:
    from citadels_sim.variants import Table, Variant

__all__ = ["app"]

app = typer.Typer(
    help="The rules that can be played: list them, look at one, check a file of your own, compare two.",
    invoke_without_command=True,
    rich_markup_mode=None,
    epilog=examples("citadels variants", "citadels variants show classic-2000", "citadels variants diff classic-2000 classic-summary"),
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of a packaged variant, or path of a .toml file.")]


@app.callback()
def group(context: typer.Context, as_json: JsonOption = False) -> None:
    """List the packaged variants, unless a command is named."""
    if context.invoked_subcommand is None:
        _list(as_json)
    elif as_json:
        raise typer.BadParameter(f"write --json behind '{context.invoked_subcommand}'")


@app.command("list", epilog=examples("citadels variants list", "citadels variants list --json"))
def list_variants(as_json: JsonOption = False) -> None:
    """List the packaged variants."""
    _list(as_json)


@app.command("show", epilog=examples("citadels variants show classic-2000", "citadels variants show classic-summary --json"))
def show(name: NameArgument, as_json: JsonOption = False) -> None:
    """Show all that a variant says: cast, deck, costs, and the switches that differ from its edition."""
    from citadels_sim.variants import load_variant

    variant = load_variant(name)
    if as_json:
        print_json({"digest": variant.digest, "source": variant.source, **variant.resolved()})
        return
    print_text(f"{variant.name}: {variant.title}")
    print_text(f"{_seats(variant)}, digest {variant.digest[:16]}, from {variant.source}")
    main = variant.at(variant.players[1])
    print_text(f"\nSo it is with {main.players} players; what differs with fewer stands at the end.\n")
    print_table(
        ("key", "value"),
        [*_cast_rows(main), ("city_size", main.city_size), ("deck", f"{main.deck_size} cards")],
    )
    print_table(("district", "type", ("cost", "right"), ("copies", "right")), _deck_rows(main), title="Deck")
    print_table(("switch", "here", "edition's default", "what it decides"), _rule_rows(main), title="Rules that differ from the edition's")
    rows = [row for n in sorted(variant.tables) for row in _count_rows(variant, n, main)]
    if rows:
        print_table((("players", "right"), "key", "value"), rows, title="With fewer players")


@app.command(epilog=examples("citadels variants check classic-2000", "citadels variants check classic-2000 classic-summary --json"))
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Paths of .toml files (or names of packaged variants).")],
    as_json: JsonOption = False,
) -> None:
    """Read variant files and tell every fault of each; exit code 2 if one cannot be played."""
    from dataclasses import asdict

    from citadels_sim.variants import Fault, VariantError, load_variant

    good: list[Any] = []
    mistakes: list[str] = []
    report: list[dict[str, Any]] = []
    for file in files:
        try:
            variant = load_variant(file)
        except VariantError as error:
            mistakes.append(str(error))
            faults = error.faults or (Fault(file, "", str(error)),)
            report.append({"file": file, "ok": False, "faults": [asdict(fault) for fault in faults]})
        else:
            good.append((file, variant.name, _seats(variant), variant.digest[:16]))
            players = list(variant.players)
            report.append({"file": file, "ok": True, "name": variant.name, "players": players, "digest": variant.digest, "faults": []})
    if as_json:
        print_json(report)
        if mistakes:
            raise typer.Exit(2)
        return
    if good:
        print_table(("file", "name", "seats", "digest"), good, title="Can be played")
    if mistakes:
        raise VariantError("\n".join(mistakes))


@app.command(
    "diff",
    epilog=examples("citadels variants diff classic-2000 classic-summary", "citadels variants diff classic-2000 classic-2000-short --json"),
)
def difference(
    a: Annotated[str, typer.Argument(metavar="A", help="The one variant: a packaged name, or path of a .toml file.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The other.")],
    as_json: JsonOption = False,
) -> None:
    """Say in which keys two variants differ, from what to what."""
    from citadels_sim.variants import diff, load_variant

    changes = diff(load_variant(a), load_variant(b))
    if as_json:
        print_json([{"key": c.key, "from": c.before, "to": c.after, "words": c.words} for c in changes])
    elif changes:
        rows = [(c.key, _written(c.before), _written(c.after), c.words) for c in changes]
        print_table(("key", "from", "to", "what it is"), rows)
    else:
        print_text(f"'{a}' and '{b}' play the same.")


@app.command(epilog=examples("citadels variants switches", "citadels variants switches --json"))
def switches(as_json: JsonOption = False) -> None:
    """List every switch of the rules: its readings, each edition's default, and what it decides."""
    from citadels_sim.variants.switches import ALIASES, SWITCHES, IntRange

    if as_json:
        also = {key: [name for name, alias in ALIASES.items() if alias.target == key] for key in SWITCHES}
        print_json(
            [
                {
                    "key": key,
                    "readings": s.words,
                    "numbers": [s.readings.low, s.readings.high] if isinstance(s.readings, IntRange) else None,
                    "default": dict(s.default),
                    "rule": s.rule,
                    "doc": s.doc,
                    "also": also[key],
                }
                for key, s in SWITCHES.items()
            ]
        )
        return
    rows = [(s.key, s.allowed, _written(s.default["classic"]), _written(s.default["2016"]), s.doc, s.rule) for s in SWITCHES.values()]
    print_table(("rules.", "readings", "classic", "2016", "what it decides", "where it belongs"), rows)


def _list(as_json: bool) -> None:
    from citadels_sim.variants import load_variant, variant_names

    variants = [load_variant(name) for name in variant_names()]
    if as_json:
        print_json([{"name": v.name, "title": v.title, "players": list(v.players), "digest": v.digest} for v in variants])
        return
    rows = [(v.name, v.title, _seats(v), v.at(v.players[1]).deck_size, v.at(v.players[1]).city_size, v.digest[:16]) for v in variants]
    print_table(("name", "title", "seats", ("deck", "right"), ("city", "right"), "digest"), rows)


def _seats(variant: Variant) -> str:
    from citadels_sim.variants.model import seats_text

    return seats_text(variant.players)


def _written(value: object) -> str:
    """Write a value as a variant file would."""
    if value is None:
        return "-"
    if isinstance(value, list):
        return ", ".join(_written(entry) for entry in value) or "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _cast_rows(table: Table) -> list[tuple[str, str]]:
    return [(f"rank {rank}", " or ".join(ids)) for rank, ids in table.cast.items()]


def _deck_rows(table: Table) -> list[tuple[str, str, object, object]]:
    from citadels_sim.catalogue import district

    always = {**table.basic, **table.unique}
    rows: list[tuple[str, str, object, object]] = [(id, district(id).type.id, _cost(table, id), n) for id, n in always.items()]
    if table.random_count:
        rows += [(id, "unique", _cost(table, id), f"{table.random_count} of these") for id in table.random_from]
    return rows


def _cost(table: Table, id: str) -> str:
    return _written(table.costs[id])


def _rule_rows(table: Table) -> list[tuple[str, str, str, str]]:
    from citadels_sim.variants.switches import SWITCHES

    edition = str(table.rules["edition"])
    return [
        (key, _written(table.rules[key]), _written(switch.default[edition]), switch.doc)
        for key, switch in SWITCHES.items()
        if table.rules[key] != switch.default[edition] or key == "edition"
    ]


def _count_rows(variant: Variant, players: int, main: Table) -> list[tuple[int, str, str]]:
    """Give the keys in which the table at a number of players is not the main one."""
    from dataclasses import replace

    from citadels_sim.variants import diff

    here = replace(main, players=players)
    one = replace(variant, players=(players, players), tables={players: here})
    other = replace(variant, players=(players, players), tables={players: variant.tables[players]})
    return [(players, change.key, _written(change.after)) for change in diff(one, other)]
