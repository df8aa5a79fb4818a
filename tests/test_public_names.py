"""The public names of the package are there, and only when they are asked for."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import citadels_sim
from citadels_sim import errors


def test_the_errors_are_the_ones_of_the_errors_module() -> None:
    assert citadels_sim.VariantError is errors.VariantError
    assert citadels_sim.PositionError is errors.PositionError
    assert citadels_sim.IllegalAction is errors.IllegalAction


@pytest.mark.parametrize("name", citadels_sim.__all__)
def test_each_public_name_can_be_used(name: str) -> None:
    assert getattr(citadels_sim, name) is not None
    assert name in dir(citadels_sim)


def test_a_name_is_looked_up_once() -> None:
    first = citadels_sim.VariantError
    assert vars(citadels_sim)["VariantError"] is first


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'citadels_sim' has no attribute 'Gmae'"):
        citadels_sim.Gmae  # noqa: B018  # the look-up is the test


def test_the_version_is_reported_in_one_place_only() -> None:
    project = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert "version" in project["dynamic"]
