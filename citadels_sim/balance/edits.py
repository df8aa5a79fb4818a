"""What a single change of a variant can be but for a number: a switch, a cost, cards of the deck, the size of a city."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from citadels_sim.catalogue import DistrictType
from citadels_sim.variants import SWITCHES, Switch, Table, Variant
from citadels_sim.variants.compare import keys_of
from citadels_sim.variants.switch import IntRange, RuleValue

_STEPS: Final = (-1, 1, -2, 2)
"""Steps of a number, and of the costs and copies of a group of districts."""
_FAR: Final = (-4, 4)
"""Further steps of the size of a city, beside half of it: games of twenty districts are not repaired by one or two fewer."""
_RESTORED: Final = (
    ("costs.", "costs of districts", "Every district costs what it costs in {}."),
    ("deck.basic.", "copies of basic districts", "The deck has as many basic districts of each kind as {} has."),
    ("deck.unique.", "copies of unique districts", "The deck has the unique districts of {}."),
)
"""What is taken back together: beginning of its keys, the key of the change, and its sentence."""
_OF_ALL: Final = frozenset({"edition"})
"""Switches that are no single change: the edition sets the default of every other switch, and every printed cost."""

Key = tuple[str, ...]
Edits = Mapping[Key, RuleValue]


@dataclass(frozen=True)
class Edit:
    """One change, as values of a variant file.

    Attributes
    ----------
    key, value : str
        What it changes, and to what: together a name of its own.
    edits : mapping
        Key of a variant file -> new value.
    words : str
        Its sentence, where no single key has one.
    restores : bool
        Whether it takes back what the variant changes of the one that it extends.
    values : tuple
        Of a number: what it can be in this direction, the nearest first. Empty: its values have no order.
    at : int
        Which of them it is.
    """

    key: str
    value: str
    edits: Edits
    words: str = ""
    restores: bool = False
    values: tuple[RuleValue, ...] = ()
    at: int = 0


def edits_of(table: Table) -> Iterator[Edit]:
    """List changes of one key or of one group of districts, what moves a game most first, whether or not a variant file may have them."""
    for size in dict.fromkeys([*(table.city_size + step for step in (*_STEPS, *_FAR)), table.city_size // 2]):
        yield Edit("city_size", str(size), {("city_size",): size})
    yield from _group_edits(table)
    for key, switch in SWITCHES.items():
        if key not in _OF_ALL:
            for value in _values(switch, table.rules[key]):
                yield Edit(f"rules.{key}", str(value), {("rules", key): value})
    yield from _single_edits(table)


def _values(switch: Switch, now: RuleValue) -> list[RuleValue]:
    """Return the other values of a switch: every word, the editions' defaults, and numbers near the one that holds."""
    near: list[RuleValue] = []
    if isinstance(switch.readings, IntRange) and isinstance(now, int):
        near = [switch.readings.low, switch.readings.high] if switch.readings.ends_only else [now + step for step in _STEPS]
    values = dict.fromkeys([*switch.words, *near, *switch.default.values()])
    return [value for value in values if value != now and not switch.fault(value)]


def _group_edits(table: Table) -> Iterator[Edit]:
    """Change the costs, and the copies, of all basic districts and of those of each type, and the costs of all unique ones and of all.

    Where a variant has costs or copies of its own, those of the printed cards come first.
    """
    # Of a type that the deck lacks, copies are a change as well.
    basics = [each for each in table.cards.basics if each.editions or each.id in table.basic]
    buildable = [id for id in dict.fromkeys([*table.unique, *(table.random_from if table.random_count else ())]) if table.costs[id]]
    groups = {"district": [*(d.id for d in basics), *buildable], "basic district": [d.id for d in basics], "unique district": buildable}
    groups |= {f"{type.id} district": [d.id for d in basics if d.type is type] for type in DistrictType if type is not DistrictType.UNIQUE}
    for name, ids in groups.items():
        printed: Edits = {
            ("costs", id): cost for id in ids if (cost := table.cards.district(id).costs[str(table.rules["edition"])]) is not None
        }
        yield Edit(f"costs of {name}s", "printed", printed, f"Every {name} costs what its card says.")
        for step in _STEPS:
            costs: Edits = {("costs", id): max(1, (table.costs[id] or 0) + step) for id in ids}
            how = f"{abs(step)} gold {'more' if step > 0 else 'less, but at least 1'}"
            yield Edit(f"costs of {name}s", _step(step), costs, f"Every {name} costs {how}.")
        if name in ("district", "unique district"):  # of unique ones each has copies of its own
            continue
        usual: Edits = {("deck", "basic", id): table.cards.district(id).count or table.basic[id] for id in ids}
        yield Edit(f"copies of {name}s", "printed", usual, f"The deck has the printed number of every {name}.")
        for step in _STEPS:
            copies: Edits = {("deck", "basic", id): max(0, table.basic.get(id, 0) + step) for id in ids}
            how = f"{abs(step)} {'copy' if abs(step) == 1 else 'copies'} {'more' if step > 0 else 'fewer'}"
            yield Edit(f"copies of {name}s", _step(step), copies, f"The deck has {how} of every {name}.")


def _step(step: int) -> str:
    return f"{abs(step)} {'more' if step > 0 else 'less'}"


def _single_edits(table: Table) -> Iterator[Edit]:
    """Change the cost and the copies of each unique district and of each of the variant's own, and how many are drawn."""
    drawn = table.random_from if table.random_count else ()
    own = [place.id for place in table.cards.own_districts if place.id in table.basic]
    for id in dict.fromkeys([*table.unique, *drawn, *own]):
        cost = table.costs[id]
        printed = table.cards.district(id).costs[str(table.rules["edition"])]
        for gold in [] if cost is None else dict.fromkeys([printed, *(cost + step for step in _STEPS)]):
            if gold is not None:
                yield Edit(f"costs.{id}", str(gold), {("costs", id): gold})
        for kind, there in (("unique", table.unique), ("basic", table.basic)):
            for step in (-1, 1) if id in there else ():
                copies = there[id] + step
                yield Edit(f"deck.{kind}.{id}", str(copies), {("deck", kind, id): copies})
    for step in _STEPS if table.random_count else ():
        count = table.random_count + step
        yield Edit("deck.random_unique.count", str(count), {("deck", "random_unique", "count"): count})


def restoring(table: Table, parent: Variant) -> Iterator[Edit]:
    """Take back what a variant of one's own changes of the one that it extends, one kind at a time: what was changed is suspected first."""
    if not parent.players[0] <= table.players <= parent.players[1]:
        return
    before = parent.at(table.players)
    now, then = keys_of(table), keys_of(before)
    # A number of which the parent says nothing of its own is written as what it plays.
    then |= {key: before.number(key) for key in before.declared if now.get(key) != then.get(key)}
    changed = {key: value for key, value in then.items() if now.get(key) != value and isinstance(value, RuleValue)}
    for start, key, words in _RESTORED:
        edits: Edits = {tuple(each.split(".")): value for each, value in changed.items() if each.startswith(start)}
        yield Edit(key, "restored", edits, words.format(parent.title), restores=True)
    for each, value in changed.items():
        if each == "city_size" or each in table.declared or (each.startswith("rules.") and each.removeprefix("rules.") not in _OF_ALL):
            yield Edit(each, str(value), {tuple(each.split(".")): value}, restores=True)
