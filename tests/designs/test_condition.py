"""Conditions on decisions: what can be read, what is refused, and that an expression of polars says the same as the program."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.facts import FACTS
from citadels_sim.errors import ExperimentError

CODES = {"characters": {"king": 4, "architect": 7}, "districts": {"library": 50, "temple": 3}}
ROWS = pl.DataFrame(
    {
        "own_gold": [0, 4, 9],
        "own_districts": [5, 6, 2],
        "most_gold": [9, 3, 9],
        "leader": [True, False, False],
        "last": [False, False, True],
        "part": ["early", "late", "middle"],
        "offered": [["king"], ["king", "architect"], []],
        "own_city": [[], ["library"], ["temple", "library"]],
    }
)


def facts_of(row: dict[str, object]) -> np.ndarray:
    """What the compiled loop has of a row of a table."""
    values = np.zeros(len(FACTS), np.int64)
    for place, fact in enumerate(FACTS):
        value = row.get(fact.column, 0)
        if fact.kind == "word" and fact.column in row:
            value = fact.words.index(str(value))
        elif isinstance(value, list):
            value = sum(1 << CODES[fact.kind][name] for name in value)
        values[place] = int(value)  # type: ignore[call-overload]
    return values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("own.gold >= 4", [False, True, True]),
        ("own.districts >= 5 and own.gold >= 4 and not leader", [False, True, False]),
        ("leader or last", [True, False, True]),
        ("own.gold + 1 > most.gold * 1 - 2", [False, True, True]),
        ("1 <= own.gold <= 4", [False, True, False]),
        ("own.gold == most.gold", [False, False, True]),
        ("own.gold != -1 and not (leader or last)", [False, True, False]),
        ("part == 'late'", [False, True, False]),
        ("part != 'early' and own.gold < 9", [False, True, False]),
        ("'architect' in offered", [False, True, False]),
        ("'king' not in offered", [False, False, True]),
        ("'library' in own.city and 'temple' in own.city", [False, False, True]),
    ],
)
def test_a_condition_means_the_same_in_polars_and_in_the_compiled_loop(text: str, expected: list[bool]) -> None:
    from citadels_sim.designs.node_facts import holds

    condition = parse_condition(text)
    assert ROWS.select(condition.expression()).to_series().to_list() == expected
    program = np.array(condition.program(CODES["characters"], CODES["districts"]), np.int64)
    stack = np.zeros(len(program), np.int64)
    assert [bool(holds(facts_of(row), program, stack)) for row in ROWS.to_dicts()] == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("own.gld > 3", "--where: there is no fact 'own.gld'. Did you mean 'own.gold'?"),
        ("zzz > 3", "there is no fact 'zzz'. Facts are round, goal, "),
        ("own.gold >", "'own.gold >' is not a condition, such as"),
        ("", "'' is not a condition"),
        ("own.gold", "is a number, not a condition"),
        ("not own.gold", "uses 'own.gold' as a condition"),
        ("own.gold > leader", "uses 'leader' as a number; it is not one"),
        ("offered", "does not test offered; write"),
        ("'king' in own.gold", "looks for a card in own.gold, which is not a set of cards; sets are offered, "),
        ("king in offered", "looks for 'king' in offered; write the id of a card in quotes"),
        ("part == 'laet'", "but part is early or middle or late. Did you mean 'late'?"),
        ("own.gold == 'much'", "compares own.gold with 'much'"),
        ("leader is last", "compares with 'is'; write == instead"),
        ("own.gold > 2.5", "has '2.5'; allowed are"),
        ("own.gold > 99999999999999999999", "; allowed are names of facts"),
        ("own.gold / 2 > 1", "has 'own.gold / 2'; allowed are"),
        ("own.gold ** 9 ** 9 > 1", "; allowed are names of facts"),
        ("__import__('os').system('true')", "; allowed are names of facts"),
        ("(lambda: leader)()", "; allowed are names of facts"),
        ("leader.__class__", "there is no fact 'leader.__class__'"),
        ("[leader for x in last]", "; allowed are names of facts"),
        ("leader and " * 200 + "last", "is longer than 1000 characters"),
        ("(" * 400 + "leader" + ")" * 400, "is not a condition"),
        ("not " * 240 + "leader\0", "is not a condition"),
    ],
)
def test_what_is_no_condition_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        parse_condition(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_fact_has_a_name_and_a_column_of_its_own() -> None:
    assert len({fact.name for fact in FACTS}) == len({fact.column for fact in FACTS}) == len(FACTS)
