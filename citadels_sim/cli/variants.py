"""``citadels variants``: list, show, check and compare variants, and list the switches of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli import init
from citadels_sim.cli.console import WIDTH, Column, examples, note, print_json, print_table, print_text
from citadels_sim.cli.groups import named_app
from citadels_sim.cli.options import JsonOption, variant_names_beginning

if TYPE_CHECKING:
    from citadels_sim.variants import Change, Line, Switch, Table, Variant


def _names() -> tuple[str, ...]:
    from citadels_sim.variants import variant_names

    return variant_names()


def _print_list(as_json: bool, wide: bool) -> None:
    from citadels_sim.variants import load_variant, variant_names

    variants = [load_variant(name) for name in variant_names()]
    if as_json:
        print_json([{"name": v.name, "title": v.title, "players": list(v.players), "digest": v.digest} for v in variants])
        return
    heads: tuple[Column, ...] = ("name", "title", "seats", ("deck", "right"), ("city", "right"), "digest")
    rows = [(v.name, v.title, _seats(v), v.usual.deck_size, v.usual.city_size, v.digest[:16]) for v in variants]
    shown = len(heads) if wide else 2
    print_table(heads[:shown], [row[:shown] for row in rows])


app = named_app(
    "variants",
    _names,
    _print_list,
    "List, show, check and compare variants of the rules.",
    "citadels variants",
    "citadels variants show classic-2000",
    "citadels variants diff classic-2000 classic-summary",
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A variant, by name or file.", autocompletion=variant_names_beginning)]


@app.command("show", epilog=examples("citadels variants show classic-2000", "citadels variants show classic-summary --json"))
def show(name: NameArgument, as_json: JsonOption = False) -> None:
    """Show a variant in full: cast, deck, costs, and the switches that differ from its edition."""
    from citadels_sim.variants import load_variant, rules_version
    from citadels_sim.variants.faults import counts_text

    variant = load_variant(name)
    if as_json:
        print_json({"digest": variant.digest, "rules_version": rules_version(variant), "source": variant.source, **variant.resolved()})
        return
    print_text(f"{variant.name}: {variant.title}")
    print_text(f"{_seats(variant)}, rules version {rules_version(variant)}, digest {variant.digest[:16]}, from {variant.source}")
    main = variant.usual
    own = {n: _count_rows(variant, n, main) for n in variant.tables}
    same = [n for n, rows in own.items() if not rows]
    print_text(
        f"\nThis table applies {counts_text(same)}{'.' if len(same) == len(own) else '; other numbers of players are at the end.'}\n"
    )
    cast = [(f"rank {rank}", " or ".join(ids)) for rank, ids in main.cast.items()]
    print_table(("key", "value"), [*cast, ("city_size", main.city_size), ("deck", f"{main.deck_size} cards")])
    print_table(("district", "type", ("cost", "right"), ("copies", "right")), _deck_rows(main), title="Deck")
    print_table(
        ("key", "here", "edition's default", "how it is played"), _rule_rows(main), title="Rules and numbers that differ from the edition"
    )
    if len(same) < len(own):
        print_table(("players", "key", "value"), _together(own), title="With other numbers of players")


@app.command("card", epilog=examples("citadels variants card thief", "citadels variants card smuggler --variant examples-own-characters"))
def card(
    name: Annotated[str, typer.Argument(metavar="CARD", help="A character or a district, by its id.")],
    variant: Annotated[
        str,
        typer.Option(
            "--variant", metavar="VARIANT", help="The variant with the rules, by name or file.", autocompletion=variant_names_beginning
        ),
    ] = "classic-2000",
    as_json: JsonOption = False,
) -> None:
    """Describe a card under the rules of a variant, in sentences."""
    from citadels_sim.errors import VariantError, nearest
    from citadels_sim.game.cards_in_words import card_help
    from citadels_sim.variants import load_variant

    loaded = load_variant(variant)
    ids = (*loaded.cards.by_character_id, *loaded.cards.by_district_id)
    if name not in ids:
        raise VariantError(f"CARD: '{name}' is no character or district of '{loaded.name}'.{nearest(name, ids)}")
    lines = card_help(name, loaded.usual)
    if as_json:
        print_json({"id": name, "title": loaded.cards.title(name), "lines": lines})
        return
    for line in lines:
        print_text(line)


app.command("new", epilog=examples("citadels variants new my-rules", "citadels variants new my-2016 --extends citadels-2016"))(init.command)


@app.command(epilog=examples("citadels variants check classic-2000", "citadels variants check classic-2000 classic-summary --json"))
def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Variant files (.toml), or names of packaged variants.", autocompletion=variant_names_beginning
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Check variant files and list every fault; exit code 2 if one cannot be played.

    It warns of rules under which games may never end: they are played up to a cap of rounds.
    """
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.variants import Fault, VariantError, load_variant, variant_names
    from citadels_sim.variants.endless import warnings

    good: list[Any] = []
    loaded: list[Variant] = []
    mistakes: list[str] = []
    report: list[dict[str, Any]] = []
    for file in files:
        try:
            variant = load_variant(file)
        except VariantError as error:
            mistakes.append(str(error))
            faults = error.faults or (Fault(file, "", str(error)),)
            report.append({"file": file, "ok": False, "faults": [asdict(fault) for fault in faults], "warnings": []})
        else:
            good.append((file, variant.name, _seats(variant), variant.digest[:16]))
            players = list(variant.players)
            about = {"name": variant.name, "players": players, "digest": variant.digest, "faults": []}
            report.append({"file": file, "ok": True, **about, "warnings": [asdict(one) for one in warnings(variant)]})
            loaded.append(variant)
    if as_json:
        print_json(report)
        if mistakes:
            raise typer.Exit(2)
        return
    for file, variant in zip((file for file, *_ in good), loaded, strict=True):
        if variant.name in variant_names() and load_variant(variant.name).digest != variant.digest:
            note(f"{file}: a packaged variant with other rules has the name '{variant.name}', too. Choose another one, to tell them apart.")
    if good:
        print_table(("file", "name", "seats", "digest"), good, title="Playable variants")
        warn_of_endless((variant, n) for variant in loaded for n in variant.tables)
    if mistakes:
        raise VariantError("\n".join(mistakes))


@app.command(
    "diff",
    epilog=examples("citadels variants diff classic-2000 classic-summary", "citadels variants diff classic-2000 classic-2000-short --json"),
)
def difference(
    a: Annotated[str, typer.Argument(metavar="A", help="The first variant, by name or file.", autocompletion=variant_names_beginning)],
    b: Annotated[str, typer.Argument(metavar="B", help="The second variant, by name or file.", autocompletion=variant_names_beginning)],
    *,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Also show differences at other numbers of players, and rules of cards that only one variant has."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the differences between two variants in words, by topic; with --json key by key."""
    from citadels_sim.variants import compare, diff, load_variant
    from citadels_sim.variants.faults import counts_text

    one, other = load_variant(a), load_variant(b)
    if as_json:
        print_json([_change_data(change) for change in diff(one, other)])
        return
    comparison = compare(one, other)
    if not (comparison.topics or comparison.elsewhere or comparison.idle):
        print_text(f"'{a}' and '{b}' have the same rules.")
        return
    heads: tuple[Column, ...] = (one.name, other.name) if one.name != other.name else (a, b)
    print_text(f"{heads[0]}: {one.title}\n{heads[1]}: {other.title}\n")
    if comparison.players[0] != comparison.players[1]:
        print_text(f"No number of players is common to both: {comparison.players[0]} players here, {comparison.players[1]} there.\n")
    rows = [row for topic, lines in comparison.topics.items() for row in _line_rows(topic, lines)]
    if everything:
        rows += _line_rows("With other numbers of players", comparison.elsewhere, counts=True)
        rows += _line_rows("Rules and costs of cards that only one variant has", comparison.idle)
    title = f"What differs {counts_text(comparison.players[:1])}:"
    print_table((*heads, "key"), rows, title=title, width=WIDTH)
    folded = {"with other numbers of players": comparison.elsewhere, "of cards that only one variant has": comparison.idle}
    counted = [f"{len(lines)} {what}" for what, lines in folded.items() if lines]
    if counted and not everything:
        print_text(f"--all also shows {' and '.join(counted)}.")


def _line_rows(topic: str, lines: Sequence[Line], *, counts: bool = False) -> list[tuple[object, ...]]:
    """Write differences below their topic, with the numbers of players at which they are so if these are wanted."""
    from rich.text import Text

    from citadels_sim.variants.faults import counts_text

    if not lines:
        return []
    rows: list[tuple[object, ...]] = [("", "", ""), (Text(topic, style="bold"), "", "")]
    for line in lines:
        at = f"{counts_text(line.players).removeprefix('with ')}: " if counts else ""
        same = counts and line.before == line.after  # here, and not with the number of players that the rest is about
        rows.append((f"{at}{line.before}", "The same." if same else line.after, line.key))
    return rows


@app.command(epilog=examples("citadels variants switches", "citadels variants switches --json"))
def switches(as_json: JsonOption = False) -> None:
    """List every switch of the rules: what it decides, its values, and the default of each edition."""
    from citadels_sim.variants.switch import TOPICS
    from citadels_sim.variants.switches import ALIASES, SWITCHES, IntRange

    if as_json:
        also = {key: [name for name, alias in ALIASES.items() if alias.target == key] for key in SWITCHES}
        print_json(
            [
                {
                    "key": key,
                    "topic": s.topic,
                    "readings": s.words,
                    "numbers": [s.readings.low, s.readings.high] if isinstance(s.readings, IntRange) else None,
                    "default": dict(s.default),
                    "rule": s.rule,
                    "doc": s.doc,
                    "says": {_written(reading): sentence for reading, sentence in s.says.items()},
                    "needs": [list(group) for group in s.needs],
                    "players": list(s.players),
                    "also": also[key],
                }
                for key, s in SWITCHES.items()
            ]
        )
        return
    for topic in TOPICS:
        rows = [row for switch in SWITCHES.values() if switch.topic == topic for row in _switch_rows(switch)]
        if rows:
            print_table(("rules.", "reading", "default of", "what it decides, and the value in play", "topic"), rows, title=topic)


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "key": change.key,
        "topic": change.topic,
        "from": change.before,
        "to": change.after,
        "from_words": change.before_words,
        "to_words": change.after_words,
        "words": change.words,
        "matters": change.matters,
    }


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


def _switch_rows(switch: Switch) -> list[tuple[str, str, str, str, str]]:
    """Write a switch, and below it each of its readings."""
    from citadels_sim.variants.switch import NUMBER, IntRange

    rows = [(switch.key, "", "", switch.doc, switch.rule)]
    for reading, sentence in switch.says.items():
        if reading == NUMBER and isinstance(switch.readings, IntRange):
            shown = str(replace(switch.readings, words=()))
            editions = [f"{edition}: {value}" for edition, value in switch.default.items() if not isinstance(value, str)]
        else:
            shown = _written(reading)
            editions = [edition for edition, value in switch.default.items() if value == reading]
        rows.append(("", shown, ", ".join(editions), sentence.replace(NUMBER, "N"), ""))
    return rows


def _deck_rows(table: Table) -> list[tuple[str, str, object, object]]:
    always = {**table.basic, **table.unique}
    rows: list[tuple[str, str, object, object]] = [(id, table.district_type(id), _cost(table, id), n) for id, n in always.items()]
    if table.random_count:
        rows += [(id, "unique", _cost(table, id), f"{table.random_count} of these") for id in table.random_from]
    return rows


def _cost(table: Table, id: str) -> str:
    return _written(table.costs[id])


def _rule_rows(table: Table) -> list[tuple[str, str, str, str]]:
    from citadels_sim.variants.numbers import printed
    from citadels_sim.variants.switches import SWITCHES

    edition = str(table.rules["edition"])
    numbers = [
        (key, _written(value), _written(printed(key, edition, {}, table.cards)), table.declared[key].sentence(value))
        for key, value in table.numbers.items()
    ]
    return numbers + [
        (key, _written(table.rules[key]), _written(switch.default[edition]), switch.sentence(table.rules[key]))
        for key, switch in SWITCHES.items()
        if table.rules[key] != switch.default[edition] or key == "edition"
    ]


def _count_rows(variant: Variant, players: int, main: Table) -> list[tuple[str, str]]:
    """Return the keys in which the table at a number of players is not the main one, and its values."""
    from citadels_sim.variants import diff

    here = replace(main, players=players)
    one = replace(variant, players=(players, players), tables={players: here})
    other = replace(variant, players=(players, players), tables={players: variant.tables[players]})
    return [(change.key, _written(change.after)) for change in diff(one, other)]


def _together(own: dict[int, list[tuple[str, str]]]) -> list[tuple[str, str, str]]:
    """Return each row once, with all numbers of players that have it."""
    counts: dict[tuple[str, str], list[int]] = {}
    for n, rows in own.items():
        for row in rows:
            counts.setdefault(row, []).append(n)
    return [(", ".join(map(str, at)), *row) for row, at in counts.items()]
