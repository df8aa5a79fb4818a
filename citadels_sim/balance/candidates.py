"""Every change of one rule that a designer can write into a variant file: written, loaded, and put into the order in which it is tried."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from citadels_sim.balance.edits import Edit, Edits, Key, edits_of, restoring
from citadels_sim.balance.numbers import HINDERS, OF_HARM, number_edits, number_sentence, place_of, step_edit
from citadels_sim.errors import VariantError
from citadels_sim.names import slug
from citadels_sim.runs.store import LocalStore
from citadels_sim.text import lower_first
from citadels_sim.variants import SWITCHES, Table, Variant, load_variant
from citadels_sim.variants.compare import keys_of
from citadels_sim.variants.reader import parent_of
from citadels_sim.variants.switch import NONE, RuleValue
from citadels_sim.variants.wording import matters, rule_text, topic_of

CHANGES: Final = "changes"
"""Folder of the files of the changes."""
NUMBER_OF_TARGET, CARD_OF_TARGET, RULE_OF_TARGET, OTHER = range(4)
"""How near a change is to what a search is for: a number of it; its income, or what it is paid for; a rule about it; anything else."""


@dataclass(frozen=True)
class Candidate:
    """One change of a variant.

    Attributes
    ----------
    key : str
        What it changes, such as ``"rules.wizard_must_take"`` or ``"costs of trade"``; changes of one key differ in its value only.
    change : str
        What is played with it, in words.
    toml : str
        A variant file of its own, which extends the variant.
    variant : Variant
        The changed variant, at one number of players.
    restores : bool
        Whether it takes back what the variant changes of the one that it extends.
    tier : int
        How near it is to what the search is for, of `NUMBER_OF_TARGET` to `OTHER`.
    values : tuple
        Of a number: what it can be in this direction, the nearest first. Empty: its values have no order.
    at : int
        Which of them it is.
    """

    key: str
    change: str
    toml: str
    variant: Variant
    restores: bool = False
    tier: int = OTHER
    values: tuple[RuleValue, ...] = ()
    at: int = 0


def table_variant(variant: Variant, players: int) -> Variant:
    """Return a variant at one number of players only: it is all that a search plays."""
    return replace(variant, players=(players, players), tables={players: variant.at(players)})


def candidates(base: str, players: int, out: Path, character_id: str = "") -> list[Candidate]:
    """Make every single change of a variant that loads, seats the players, and changes what is played there.

    Parameters
    ----------
    base : str
        The variant, by name or path.
    players : int
        The number of players that it is played with.
    out : pathlib.Path
        Where the file of each change is written, as ``changes/NAME.toml``.
    character_id : str
        The character that the search is for, if it is for one: its changes come first.

    Returns
    -------
    list of Candidate
        What takes back a change of the variant that it extends first, then numbers of the character, its income and what it is paid for,
        rules about it, then what the whole table has, single cards last; where no character is meant, the size of a city and the numbers
        of the game first. Of each key one before another of any: a search with little time tries many rules, not many sizes of a city.

    Raises
    ------
    VariantError
        If the variant cannot be read, does not seat so many, or has a path that no variant file can extend.
    RunError
        If the folder cannot be written, or a link leads out of it.
    """
    if not base.isprintable():
        raise VariantError(f"{base!r}: a variant file cannot contain this path; rename the file or its folder.")
    variant = load_variant(base)
    table = variant.at(players)
    related = _income(character_id, table)
    by_digest: dict[str, Candidate] = {}
    parent = None if _packaged(base) else parent_of(base)
    edits, numbers = edits_of(table), number_edits(table, character_id)
    for edit in (
        *((*numbers, *edits) if character_id else (*edits, *numbers)),
        *(restoring(table, load_variant(parent)) if parent else ()),
    ):
        made = _candidate(base, variant, players, out, edit)
        if made is None:
            continue
        made, digest = replace(made, tier=_tier(edit, table, character_id, related)), made.variant.digest
        same = by_digest.get(digest)
        # Of two changes that play the same, the one that is nearer to the target says it better.
        better = made if same is None or made.tier < same.tier else same
        by_digest[digest] = replace(better, restores=edit.restores or better.restores)
    return _ordered(list(by_digest.values()))


def against(every: Sequence[Candidate], table: Table, character_id: str, *, falling: bool) -> list[Candidate]:
    """Put steps of a character's numbers last that go the wrong way, where its effect has to fall, or to rise.

    For a search that has no time for all changes: a step the other way is not what repairs the character.
    """

    def wrong(each: Candidate) -> bool:
        if not each.values or not each.key.startswith(f"characters.{character_id}."):
            return False
        less = place_of(each.values[each.at]) < place_of(table.number(each.key))
        weaker = less != (each.key.rpartition(".")[2] in HINDERS)
        return weaker != falling

    return sorted(every, key=wrong)


def another_step(one: Candidate, at: int, base: str, players: int, out: Path) -> Candidate | None:
    """Make the change of a number to another of its values; None where that cannot be played, or plays the same."""
    variant = load_variant(base)
    table = variant.at(players)
    made = _candidate(base, variant, players, out, step_edit(table.declared[one.key], one.values, at, table.number(one.key)))
    return None if made is None else replace(made, tier=one.tier)


def _ordered(every: Sequence[Candidate]) -> list[Candidate]:
    """Order changes as `candidates` says."""
    seen: Counter[str] = Counter()
    places = []
    for number, each in enumerate(every):
        # Of a number of the target both directions come together: one of the two is the wrong one.
        together = each.tier == NUMBER_OF_TARGET and bool(each.values)
        places.append((not each.restores, each.tier, 0 if together else seen[each.key], number))
        seen[each.key] += 1
    return [every[place[-1]] for place in sorted(places)]


def first_of(ranked: Sequence[Candidate], most: int, per_key: int = 1) -> list[Candidate]:
    """Return the first of a ranking, with at most so many of each key, among them the best that takes back a change of the variant's own.

    What was changed is suspected first, and numbers of the target can go farther than the step that was tried. Bad luck in one rung should
    not end either: they are judged on fresh deals. One change alone is the first.
    """
    kept = [each for each in ranked if each.restores][:1] if most > 1 else []
    numbers = [each for each in ranked if each.tier == NUMBER_OF_TARGET and each.values and each not in kept]
    kept += list({each.key: each for each in reversed(numbers)}.values())[::-1][: most // 3]
    for each in ranked:
        if len(kept) < most and each not in kept and sum(other.key == each.key for other in kept) < per_key:
            kept.append(each)
    return [each for each in ranked if each in kept]


def _candidate(base: str, variant: Variant, players: int, out: Path, edit: Edit) -> Candidate | None:
    """Write the file of a change and load it; None where it is no variant, or plays the same."""
    before = variant.at(players)
    name = slug(f"{variant.name[:30]}-{edit.key}-{edit.value}")
    store, file = LocalStore(out), f"{CHANGES}/{name}.toml"
    path = out / file
    # What the variant says of this number of players goes before what a file that extends it says of all.
    for prefix in ((), ("by_players", str(players))):
        edits = {(*prefix, *key): value for key, value in edit.edits.items()}
        store.write(file, _toml(name, _from(base, path.parent), edits).encode())
        try:
            made = load_variant(path)
            after = made.at(players)
        except VariantError:
            break
        if _plays_otherwise(before, after):
            title = edit.words or _sentence(edit, before, after)
            toml = _toml(name, _beside(base), edits)
            return Candidate(edit.key, title, toml, table_variant(made, players), restores=edit.restores, values=edit.values, at=edit.at)
    store.remove(file)
    return None


def _plays_otherwise(before: Table, after: Table) -> bool:
    one, other = keys_of(before, after), keys_of(after, before)
    return any(one[key] != other[key] and matters(key, before, after) for key in one)


def _sentence(edit: Edit, before: Table, after: Table) -> str:
    if edit.key in before.declared and edit.key in after.declared:
        return number_sentence(before.declared[edit.key], after.number(edit.key), before.number(edit.key))
    old, new = (rule_text(edit.key, table).rstrip(".") for table in (before, after))
    return f"{new} (before: {lower_first(old)})."


def _toml(name: str, base: str, edits: Edits) -> str:
    """Write a variant file that extends another and changes some keys."""
    lines = [f"name = {json.dumps(name)}", f"extends = {json.dumps(base)}"]
    tables: dict[Key, list[str]] = {}
    for (*table, key), value in edits.items():
        tables.setdefault(tuple(table), []).append(f"{key} = {json.dumps(value)}")
    for path, values in sorted(tables.items()):
        heading = ".".join(part if part.replace("_", "").isalpha() else json.dumps(part) for part in path)
        lines += [*([f"\n[{heading}]"] if path else []), *values]
    return "\n".join(lines) + "\n"


def _packaged(base: str) -> bool:
    return not base.endswith(".toml") and os.sep not in base and "/" not in base


def _from(base: str, folder: Path) -> str:
    """Name the variant as a file in a folder extends it."""
    return base if _packaged(base) else os.path.relpath(os.path.realpath(base), os.path.realpath(folder))


def _beside(base: str) -> str:
    """Name the variant as a file in its own folder extends it."""
    name = Path(base).name
    return name if _packaged(base) or name.endswith(".toml") else f"./{name}"


def _income(character_id: str, table: Table) -> frozenset[str]:
    """Name the districts that a character has its income from."""
    income = table.number(f"characters.{character_id}.income") if character_id else NONE
    return frozenset(d.id for d in table.cards.districts if table.district_type(d.id) == income)


def _tier(edit: Edit, table: Table, character_id: str, districts: Iterable[str]) -> int:
    """Return how near a change is to what the search is for: the numbers, the rank's rules, rules about the card, what it is paid for."""
    if edit.key in table.declared:
        own = edit.key.startswith(f"characters.{character_id}." if character_id else "game.")
        if not own:
            return RULE_OF_TARGET if character_id and edit.key.rpartition(".")[2] in OF_HARM else OTHER
        return NUMBER_OF_TARGET if edit.values or not character_id else CARD_OF_TARGET
    if not character_id:
        return NUMBER_OF_TARGET if edit.key == "city_size" else OTHER
    if edit.key.startswith("rules."):
        switch = SWITCHES[edit.key.removeprefix("rules.")]
        rank = next(rank for rank, ids in table.cast.items() if character_id in ids)
        near = topic_of(edit.key, table.cards) == f"Rank {rank}" or any(character_id in group for group in switch.needs)
        return RULE_OF_TARGET if near else OTHER
    return CARD_OF_TARGET if {key[-1] for key in edit.edits} <= set(districts) else OTHER
