from __future__ import annotations

import pickle

import polars as pl
import pytest

from citadels_sim import errors
from citadels_sim.errors import CitadelsError, Fault, VariantError, is_failure, nearest


@pytest.mark.parametrize("name", [name for name in errors.__all__ if name not in ("Fault", "is_failure", "nearest")])
def test_every_error_of_a_user_is_a_citadels_error_and_a_value_error(name: str) -> None:
    assert issubclass(getattr(errors, name), CitadelsError)
    assert issubclass(getattr(errors, name), ValueError)


def test_the_nearest_name_is_offered() -> None:
    assert nearest("bulider", ["builder", "random"]) == " Did you mean 'builder'?"


def test_the_nearest_name_is_found_whatever_the_case() -> None:
    assert nearest("s0", ["S0", "none"]) == " Did you mean 'S0'?"


def test_nothing_is_offered_when_nothing_is_near() -> None:
    assert nearest("xyzzy", ["builder", "random"]) == ""


def test_a_variant_error_carries_its_faults_to_other_processes() -> None:
    error = pickle.loads(pickle.dumps(VariantError("two faults", (Fault("a.toml", "cast", "is missing"),))))
    assert str(error) == "two faults"
    assert [str(fault) for fault in error.faults] == ["a.toml: cast: is missing"]


@pytest.mark.parametrize(
    ("error", "failed"),
    [
        (ValueError(), True),
        (MemoryError(), True),
        (pl.exceptions.PanicException("index"), True),
        (KeyboardInterrupt(), False),
        (SystemExit(), False),
    ],
)
def test_a_computation_fails_by_an_exception_or_a_panic_and_not_by_an_interruption(error: BaseException, failed: bool) -> None:
    assert is_failure(error) == failed
