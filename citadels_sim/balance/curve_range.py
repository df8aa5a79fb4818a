"""What ``--curve KEY=LOW..HIGH`` means at a table: a number of the variant, the values that are played, and whose figure is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from citadels_sim.balance.curve import variants_of
from citadels_sim.balance.numbers import is_scale
from citadels_sim.balance.target import Target
from citadels_sim.errors import ExperimentError, VariantError, nearest
from citadels_sim.text import command_line
from citadels_sim.variants import SWITCHES, Switch, Table, Variant
from citadels_sim.variants.numbers import elsewhere, is_idle, switch_of
from citadels_sim.variants.parse import MOST_CITY
from citadels_sim.variants.switch import IntRange, RuleValue, Share
from citadels_sim.variants.wording import cards, doc_of, rule_text

MOST_VALUES: Final = 13
"""Most values of a curve: of a longer range every second is played, or every third, and so on."""
_FORM: Final = "KEY=LOW..HIGH, such as characters.merchant.bonus.gold=0..3"
_STEPS: Final = 4
"""Steps from 0 to 1 of a share."""
_CITY: Final = Switch("city_size", IntRange(1, MOST_CITY), {}, "", "Districts that complete a city.", {})


@dataclass(frozen=True)
class CurveRange:
    """A curve that is wanted.

    Attributes
    ----------
    key, title : str
        Of the number; what it is, in words.
    now : int, float or str
        Its present value.
    changed : dict
        Each other value that is played -> the variant with it.
    target : Target
        Whose figure it is.
    """

    key: str
    title: str
    now: RuleValue
    changed: dict[RuleValue, Variant]
    target: Target


def parse_curve(text: str, base: str, table: Table, target: Target | None) -> CurveRange:
    """Parse a curve for a variant at a table.

    Parameters
    ----------
    text : str
        What the option has.
    base : str
        The variant, by name or path.
    table : Table
        It at its number of players.
    target : Target, optional
        What ``--target`` says; left out, the character of the number.

    Raises
    ------
    ExperimentError
        If there is no such number, its card is not at the table, it cannot have these values, or nobody says whose figure is wanted.
    """
    key, equals, span = (part.strip() for part in text.partition("="))
    if not equals:
        raise ExperimentError(f"--curve: '{text}' should be {_FORM}.")
    number, path = _number(key, base, table)
    key = next((each for each, other in elsewhere(table.cards).items() if other == path and path[0] != "rules"), key)
    now = table.city_size if key == "city_size" else table.rules[path[1]] if path[0] == "rules" else table.number(key)
    wanted = _values(key, number, span)
    _check_card(key, number, path, table)
    try:
        changed = variants_of(base, table.players, key, [value for value in wanted if value != now])
    except VariantError as error:
        raise ExperimentError(f"--curve: {key} cannot have all of these values. {error}") from None
    if not changed:
        raise ExperimentError(f"--curve: {key} is {now} already; give a range, such as {key}={_usual(number)}.")
    if key in table.declared and all(is_idle(key, one.at(table.players).numbers, one.cards) for one in changed.values()):
        raise ExperimentError(f"--curve: {key} changes nothing alone. {rule_text(key, table)}")
    if all(variant.at(table.players) == table for variant in changed.values()):
        raise ExperimentError(f"--curve: {key} has no effect with {table.players} players.")
    if key.endswith(".income_each") and table.number(key.replace("income_each", "income")) == "none":
        raise ExperimentError(f"--curve: {key} changes nothing. {rule_text(key.replace('income_each', 'income'), table)}")
    return CurveRange(key, _title(key, table), now, changed, target or _target(key, table))


def _number(key: str, base: str, table: Table) -> tuple[Switch, tuple[str, ...]]:
    """Find a number by its key, and its place in a variant file."""
    known: dict[str, tuple[Switch, tuple[str, ...]]] = {each: (number, tuple(each.split("."))) for each, number in table.declared.items()}
    there = elsewhere(table.cards)
    known |= {each: (switch_of(each, table.cards), path) for each, path in there.items()}
    known |= {".".join(path): (switch_of(each, table.cards), path) for each, path in there.items() if path[0] != "rules"}
    known |= {switch.path: (switch, tuple(switch.path.split("."))) for switch in SWITCHES.values()}
    known["city_size"] = _CITY, ("city_size",)
    if key not in known:
        numbers = [each for each, (switch, _) in known.items() if is_scale(switch)]
        near = [each for each in numbers if each.startswith(f"{key}.")] or [each for each in numbers if each.split(".")[1:2] == [key]]
        listing = f" `{command_line(['citadels', 'init', 'NAME', '--extends', base])}` writes a file with those of the variant."
        meant = f" Numbers of it are {', '.join(near)}." if near else nearest(key, numbers) or listing
        raise ExperimentError(f"--curve: there is no number '{key}'.{meant}")
    number, path = known[key]
    if not is_scale(number):
        raise ExperimentError(f"--curve: {key} is no number, but one of {number.allowed}.")
    return number, path


def _values(key: str, number: Switch, span: str) -> list[RuleValue]:
    """Read the ends of a range, and choose the values between them."""
    low_text, dots, high_text = (part.strip() for part in span.partition(".."))
    try:
        low, high = float(low_text), float(high_text if dots else low_text)
    except ValueError:
        raise ExperimentError(f"--curve: '{key}={span}' should be {_FORM}.") from None
    if not dots or not low <= high:
        raise ExperimentError(f"--curve: '{span}' is not a range: write the lower end first, such as {key}={_usual(number)}.")
    share = isinstance(number.readings, Share)
    if not share and not (low.is_integer() and high.is_integer()):
        raise ExperimentError(f"--curve: {key} is a whole number, not {span}.")
    for end in (low, high):
        if fault := number.fault(end if share else int(end)):
            raise ExperimentError(f"--curve: {key}: {fault}")
    if share:
        inner = [step / _STEPS for step in range(_STEPS + 1) if low < step / _STEPS < high]
        return list(dict.fromkeys([low, *inner, high]))
    whole = range(int(low), int(high) + 1)
    step = -(-(len(whole) - 1) // (MOST_VALUES - 1)) or 1
    return list(dict.fromkeys([*whole[::step], whole[-1]]))


def _usual(number: Switch) -> str:
    assert isinstance(number.readings, IntRange | Share)
    low, high = (0, 1) if isinstance(number.readings, Share) else (number.readings.low, number.readings.high)
    return f"{low}..{min(high, low + 6)}"


def _check_card(key: str, number: Switch, path: Sequence[str], table: Table) -> None:
    """Refuse a number of a card that is not at the table; copies of a district put it there."""
    there = cards(table)
    missing = next((group for group in number.needs if not any(id in there for id in group)), ())
    if not missing and path[0] == "costs" and path[1] not in there:
        missing = (path[1],)
    if missing:
        raise ExperimentError(
            f"--curve: {key} changes nothing: there is no {table.cards.title(missing[0])} at this table of {table.players} players."
        )


def _title(key: str, table: Table) -> str:
    """Write what a number is: ``extra gold of the Merchant in a turn``."""
    path = elsewhere(table.cards).get(key, tuple(key.split(".")))
    if key in table.declared:
        text = table.declared[key].doc
    else:
        text = SWITCHES[path[1]].doc if path[0] == "rules" else doc_of(".".join(path), table.cards)
    return text.partition(";")[0].rstrip(".")


def _target(key: str, table: Table) -> Target:
    """Take the character of a number."""
    section, _, rest = key.partition(".")
    name = rest.partition(".")[0]
    if section == "characters" and any(name in ids for ids in table.cast.values()):
        return Target("character", name)
    raise ExperimentError(
        f"--curve: give the figure with --target, such as --target seat=first-crown or rounds, since {key} belongs to no character."
    )
