"""Every run of these tests has several shards."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _several_shards(small_shards: None) -> None:
    """Apply `small_shards`."""
