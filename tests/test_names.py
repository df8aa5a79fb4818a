"""Names of files, slugs, and text of others: what is a name, what is made of what is none, and what a terminal is shown."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.names import LONGEST_NAME, NAME, is_name, label_fault, name_fault, name_of_words, slug, version_name, version_words
from citadels_sim.text import cut, is_line, visible, visible_line


@pytest.mark.parametrize("name", ["a", "7", "classic-2000", "citadels-2016-illustrious-emissaries", "x" * LONGEST_NAME, "010", "a-"])
def test_small_letters_digits_and_hyphens_make_a_name(name: str) -> None:
    assert is_name(name)
    assert name_fault(name) == ""
    assert slug(name) == name


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("My City", "my-city"),
        ("my_city", "my-city"),
        ("a/../../../ESCAPED", "a-escaped"),
        ("a\\1", "a-1"),
        ("-a", "a"),
        ("a\n", "a"),
        ('x"><img src=x onerror=document.title=1337><a b="', "x-img-src-x-onerror-document-title-1337-a-b"),
        ("Été 2.0", "ete-2-0"),
        ("classic-2000+dark-city", "classic-2000-dark-city"),
        ("a\x1b[31m", "a-31m"),
    ],
)
def test_what_is_no_name_is_reported_with_the_name_that_would_be_right(text: str, right: str) -> None:
    assert not is_name(text)
    assert name_fault(text).endswith(f"Did you mean '{right}'?")


@pytest.mark.parametrize("text", ["", "---", "Ω", "\u202e", "城"])
def test_a_text_without_letters_has_a_slug_of_its_own(text: str) -> None:
    assert is_name(slug(text))
    assert slug(text) != slug(text + "!")


@given(st.text(max_size=300), st.integers(40, LONGEST_NAME))
def test_every_text_has_a_slug_that_is_a_name_and_its_own_slug(text: str, longest: int) -> None:
    made = slug(text, longest)
    assert re.fullmatch(NAME, made)
    assert len(made) <= longest
    assert slug(made, longest) == made


def test_a_slug_that_is_cut_keeps_both_ends_and_differs_where_the_middle_does() -> None:
    one, other = (f"arm1-{letter * 80}-seats-from-crown" for letter in "ab")
    assert slug(one).startswith("arm1-aaa")
    assert slug(one).endswith("-seats-from-crown")
    assert slug(f"{'a' * 40}b{'a' * 40}") != slug(f"{'a' * 40}c{'a' * 40}")
    assert slug(one) != slug(other)


@pytest.mark.parametrize("value", [None, 5, ["a"], True])
def test_a_name_that_is_no_text_is_reported_so(value: object) -> None:
    assert "should be text in quotes" in name_fault(value)


def test_a_label_is_one_line_of_bounded_length() -> None:
    assert label_fault("bots/Mine_2.py:greedy:noise=2,spite=0") == ""
    assert "\\x1b" in label_fault("a\x1b[2J.py:b")
    assert "2,000 characters, of 1,000" in label_fault("a" * 2000)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("\x07\x7f\r", "\\x07\\x7f\\r"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202ecod.exe", "\\u202ecod.exe"),
        ("\u2066a\u2069", "\\u2066a\\u2069"),
        ("a\u2028b\u2029c\x85d", "a\\u2028b\\u2029c\\x85d"),
        ("\udcff", "\\udcff"),
        ("one\n\ttwo", "one\n\ttwo"),
        ("Été 城 −1 pp ✓", "Été 城 −1 pp ✓"),
        ("\\x1b", "\\x1b"),
        ("\u200b\ufeff", "\\u200b\\ufeff"),
    ],
)
def test_characters_that_a_terminal_obeys_are_written_as_text(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_no_character_that_does_not_show_is_kept() -> None:
    """But for the joiners of letters, and marks of numbers that do show."""
    shown = "\u200c\u200d\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
    for number in range(sys.maxunicode + 1):
        letter = chr(number)
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            kept = letter in shown
            assert (visible_line(letter) == letter) is kept, hex(number)
            assert is_line(letter) is kept


def test_a_long_text_is_cut_in_the_middle_and_says_by_how_much() -> None:
    shown = cut("abc" + "-" * 5000 + "xyz", 200)
    assert re.fullmatch(r"abc-+ \[\.\.\. 4,836 characters \.\.\.\] -+xyz", shown)
    assert len(shown) <= 200
    assert cut("short", 80) == "short"


def test_an_earlier_version_is_named_by_its_number_beside_the_later_one() -> None:
    for name in ("my-city", "a" * LONGEST_NAME):
        assert version_words(version_name(name, 12), name) == "version 12"
    assert version_words("classic-2000", "my-city") == ""
    assert version_words("their-city-version-1", "my-city") == ""


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Anna's City", "annas-city"),
        ('Zoë\N{RIGHT SINGLE QUOTATION MARK}s "Dark" City', "zoes-dark-city"),
        (" \N{EUROPEAN CASTLE} ", "\N{EUROPEAN CASTLE}"),
    ],
)
def test_words_that_a_person_typed_make_a_name(words: str, name: str) -> None:
    assert name_of_words(words) == name
