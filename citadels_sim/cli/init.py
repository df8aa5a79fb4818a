"""``citadels init``: write a variant file to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.console import print_text
from citadels_sim.cli.options import variant_names_beginning
from citadels_sim.text import command_line, is_line

EXAMPLES = (
    "citadels init my-rules",
    "citadels init my-2016 --extends citadels-2016 --all",
    "citadels init my-town --character smuggler --district 'Lighthouse Quarter'",
    "citadels variants diff classic-2000 my-rules.toml",
)


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the variant: 1 to 64 of a-z, 0-9 and -. The file is NAME.toml.")],
    extends: Annotated[
        str,
        typer.Option(
            "--extends", metavar="VARIANT", help="The variant to start from, by name or file.", autocompletion=variant_names_beginning
        ),
    ] = "classic-2000",
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="Write every key, including those of cards that are not in the game, and the meaning of each value of a rule."
        ),
    ] = False,
    character: Annotated[str, typer.Option("--character", metavar="NAME", help="Add a character of your own in the place of rank 6.")] = "",
    district: Annotated[
        str, typer.Option("--district", metavar="NAME", help="Add a district of your own, with two copies in the deck.")
    ] = "",
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Its title for people.  [default: made of its name]")] = "",
) -> None:
    """Write a variant file to edit: numbers and rules with a comment and the value of its parent.

    First come the numbers of the game, of each character of the cast and of each district of the deck, then the rules that this cast and
    this deck can use. As written, the file changes nothing except to add your own cards. To change a key, remove its `#` and write another
    value. An existing file is not overwritten.
    """
    from citadels_sim.cli.files import check_new_file, write_file
    from citadels_sim.errors import VariantError
    from citadels_sim.names import is_name, name_fault
    from citadels_sim.variants import load_variant, variant_names
    from citadels_sim.variants.own_template import card_id, with_own_character, with_own_district
    from citadels_sim.variants.template import LONGEST_TITLE, variant_template

    stem = name.removesuffix(".toml")
    if stem != name and is_name(stem):
        raise VariantError(f"NAME: '{name}' should be the name without .toml: '{stem}' writes {name}.")
    if fault := name_fault(name):
        raise VariantError(f"NAME: {fault}")
    if name in variant_names():
        raise VariantError(f"NAME: '{name}' is a packaged variant. Choose another name, such as my-{name}.")
    if not extends.isprintable():
        raise VariantError(f"--extends {extends!r}: a variant file cannot contain this path; rename the file or its folder.")
    if character and card_id(character) == card_id(district):
        raise VariantError(f"--district: '{card_id(district)}' is already the id of the character; choose another.")
    if not is_line(title) or len(title) > LONGEST_TITLE:
        raise VariantError(f"--title: {title[:80]!r} should be one line of at most {LONGEST_TITLE} letters.")
    file = Path(f"{name}.toml")
    check_new_file("NAME", file)
    parent = load_variant(extends)
    from citadels_sim.catalogue import CHARACTERS
    from citadels_sim.game.cards_in_words import DISTRICT_LINES

    but = ", except for your own cards," if character or district else ""
    lines = {who.id: who.line for who in CHARACTERS} | DISTRICT_LINES
    text = variant_template(name, extends, parent, title=title, every=every, lines=lines, but=but)
    text = with_own_character(text, character, parent) if character else text
    file = write_file("NAME", file, with_own_district(text, district, parent) if district else text)
    print_text(f"Wrote {file}. Change a line in it, then: {command_line(['citadels', 'variants', 'diff', extends, str(file)])}")
