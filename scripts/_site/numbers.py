"""Reference page of the numbers, card by card: what the card does, then its keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from citadels_sim.catalogue import CHARACTERS, DISTRICTS, Character, District
from citadels_sim.game.cards_in_words import DISTRICT_LINES
from citadels_sim.variants.numbers import ELSEWHERE, NUMBERS, on_card
from citadels_sim.variants.switch import Switch
from scripts._site.markdown import code, entry, plain, table, toml
from scripts._site.rulebooks import linked

__all__ = ["pages"]

_HEAD: Final = """# Numbers

Numbers that the rulebooks print are keys of a variant file, with the printed value as their default. A number at its default gives the
same games as without the key:

```toml
[game]
start_gold = 3

[characters.merchant]
bonus = { gold = 2 }

[districts.park]
cards = 3
```

`citadels init` writes a file with those of a variant. `citadels balance VARIANT --curve characters.merchant.bonus.gold=0..3` shows what
one of them does, and `citadels balance VARIANT --target character=merchant` which of them repairs a character. *Source* leads to the
section of the rules; in brackets stands the rulebook (S0 to S4) and the line that decides."""
_ANY_CHARACTER: Final = """Any character can have these, also one whose card prints nothing of it. NAME is the name of the character;
what each card prints stands below."""
_ANY_DISTRICT: Final = """NAME is the name of the district. Its cost is also `costs.NAME`, its copies `deck.basic.NAME` or
`deck.unique.NAME`: it is one value under both names, and who gives two is refused. Its `effect` is named by the unique district that
prints it: any but Necropolis and Thieves' Den, or `"none"`; who borrows an effect has the numbers of that effect, and no others."""
_PLAIN_CHARACTER: Final = "witch"
_PLAIN_DISTRICT: Final = "manor"
_HEADS: Final = ("key", "printed", "allowed", "what it is", "source")


def pages() -> dict[str, str]:
    """Write the page."""
    parts = [_HEAD, entry("numbers-game", "The game", "In `[game]`:", _table("game."))]
    parts += [entry("numbers-any-character", "Any character", _ANY_CHARACTER, "In `[characters.NAME]`:", _any_character())]
    parts += ["## Characters", *map(_character, CHARACTERS)]
    parts += [entry("numbers-any-district", "Any district", _ANY_DISTRICT, "In `[districts.NAME]`:", _any_district())]
    parts += ["## Districts", *(_district(place) for place in DISTRICTS if _of_card(f"districts.{place.id}."))]
    return {"reference/numbers.md": "\n\n".join(parts) + "\n"}


def _character(who: Character) -> str:
    start = f"characters.{who.id}."
    sentence = f"Rank {who.rank}. {plain(who.line)}"
    keys = _of_card(start)
    said = (
        f"In `[characters.{who.id}]`:"
        if keys
        else "Its card prints no number; it can have those of [any character](#numbers-any-character)."
    )
    return entry(f"numbers-{who.id}", who.title, sentence, said, _rows(keys, start) if keys else "", level=3)


def _district(place: District) -> str:
    start = f"districts.{place.id}."
    return entry(
        f"numbers-{place.id}",
        place.title,
        plain(DISTRICT_LINES.get(place.id, "")),
        f"In `[districts.{place.id}]`:",
        _rows(_of_card(start), start),
        level=3,
    )


def _of_card(start: str) -> list[str]:
    """Name the keys of what a card prints, its switches among them."""
    mine = [key for key in NUMBERS if key.startswith(start) and on_card(key)]
    return mine + [key for key, path in ELSEWHERE.items() if key.startswith(start) and path[0] == "rules"]


def _table(start: str) -> str:
    return _rows([key for key in NUMBERS if key.startswith(start)], start)


def _rows(keys: Iterable[str], start: str) -> str:
    return table(_HEADS, [_row(key, key.removeprefix(start)) for key in keys])


def _row(key: str, name: str) -> tuple[str, ...]:
    if key in NUMBERS:
        number = NUMBERS[key]
        return code(name), _printed(number), plain(number.allowed), plain(number.doc), linked(number.rule)
    where = ELSEWHERE[key]
    anchor = f"switches.md#switch-{where[1].replace('_', '-')}"
    return code(name), "", "", f"the same as [{code('.'.join(where))}]({anchor})", ""


def _any_character() -> str:
    start = f"characters.{_PLAIN_CHARACTER}."
    rows = [_row(key, key.removeprefix(start)) for key in NUMBERS if key.startswith(start)]
    return table(_HEADS, [tuple(cell.replace("the Witch", "the character") for cell in row) for row in rows])


def _any_district() -> str:
    start = f"districts.{_PLAIN_DISTRICT}."
    rows = [_row(key, key.removeprefix(start)) for key in NUMBERS if key.startswith(start)]
    rows = [(name, "its card's", *(cell.replace("the Manor", "the district") for cell in rest)) for name, _, *rest in rows]
    return table(
        _HEADS,
        [
            *rows,
            (code("cost"), "its card's", "0 to 60", "Its cost in gold.", linked("classic 4, 2016 4")),
            (code("copies"), "its deck's", "0 to 40", "Its copies in the deck.", linked("classic 4, 2016 4")),
        ],
    )


def _printed(number: Switch) -> str:
    values = dict.fromkeys(toml(value) for value in number.default.values())
    return code(next(iter(values))) if len(values) == 1 else ", ".join(f"{code(toml(v))} ({e})" for e, v in number.default.items())
