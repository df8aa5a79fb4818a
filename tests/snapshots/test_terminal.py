"""What the terminal shows that needs no games: the help of each command, the rules of editions, and what every card does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from citadels_sim.catalogue import CHARACTERS, UNIQUES
from citadels_sim.cli.commands import command_groups
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.variants import load_variant

Citadels = Callable[..., Any]


def test_help(citadels: Citadels, snapshot: SnapshotAssertion) -> None:
    assert citadels("--help").out == snapshot


@pytest.mark.parametrize("name", [name for commands in command_groups().values() for name in commands])
def test_help_of_a_command(citadels: Citadels, snapshot: SnapshotAssertion, name: str) -> None:
    assert citadels(name, "--help").out == snapshot


@pytest.mark.parametrize("name", ["classic-2000", "dark-city", "citadels-2016"])
def test_rules_of_an_edition(citadels: Citadels, snapshot: SnapshotAssertion, name: str) -> None:
    lines = citadels("variants", "show", name).out.splitlines()
    assert "\n".join(line for line in lines if " digest " not in line) == snapshot


@pytest.mark.parametrize("other", ["classic-summary", "dark-city", "citadels-2016"])
def test_differences_between_editions(citadels: Citadels, snapshot: SnapshotAssertion, other: str) -> None:
    assert citadels("variants", "diff", "classic-2000", other).out == snapshot


@pytest.mark.parametrize("edition", ["dark-city-random", "citadels-2016-random"])
def test_cards(snapshot: SnapshotAssertion, edition: str) -> None:
    table = load_variant(edition).at(7)
    ids = [*(card.id for card in CHARACTERS), *(card.id for card in UNIQUES)]
    assert "\n\n".join("\n".join(card_help(id, table)) for id in ids) == snapshot
