"""``citadels metrics`` as a user meets it."""

from __future__ import annotations

import json
import re

import pytest


def test_every_figure_is_listed_with_question_unit_and_estimand(citadels) -> None:
    short, wide = citadels("metrics"), citadels("metrics", "--wide")
    assert (short.code, short.err, wide.code, wide.err) == (0, "", 0, "")
    assert max(map(len, short.out.splitlines())) < max(map(len, wide.out.splitlines()))
    for answer, texts in ((short, ()), (wide, ("win chance per pick", "node-ATE", "forks"))):
        (line,) = [line for line in answer.out.splitlines() if line.strip().startswith("character.win_effect ")]
        for text in ("How much does picking it gain?", *texts):
            assert text in line


def test_one_figure_is_reported_in_full(citadels) -> None:
    out = citadels("metrics", "character.win_effect").out
    assert "(C5)" in out
    assert "The sum of effect over the sum of weight" in out


def test_json_gives_the_same_as_data(citadels) -> None:
    rows = json.loads(citadels("metrics", "--json").out)
    assert set(rows[0]) == {"name", "title", "question", "unit", "numerator", "denominator", "estimand", "of", "needs", "doc"}
    assert [row["name"] for row in json.loads(citadels("metrics", "game.margin", "--json").out)] == ["game.margin"]


@pytest.mark.parametrize("said", ["question", "doc"])
def test_no_figure_is_explained_by_a_seat_that_people_do_not_have(citadels, said: str) -> None:
    rows = json.loads(citadels("metrics", "--json").out)
    assert any(" chair" in row[said] or " seat" in row[said] for row in rows)
    assert [row["name"] for row in rows if re.search(r"\b(seat|chair) 0\b", row[said])] == []


def test_any_part_of_a_name_finds_the_figures_that_have_it(citadels) -> None:
    names = [row["name"] for row in json.loads(citadels("metrics", "rounds", "--json").out)]
    assert "game.mean_rounds" in names
    assert all("rounds" in name for name in names)
    assert "game.mean_rounds: " in citadels("metrics", "ROUNDS").out


def test_parts_of_both_halves_of_a_name_find_it(citadels) -> None:
    assert [row["name"] for row in json.loads(citadels("metrics", "game.rounds", "--json").out)] == ["game.mean_rounds"]


def test_an_unknown_figure_is_refused_with_the_nearest(citadels) -> None:
    answer = citadels("metrics", "character.winefect")
    assert answer.code == 2
    assert "Did you mean 'character.win_effect'?" in answer.err
