"""Estimates of a family's metrics in cells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from citadels_sim.designs.flow.metrics import FAMILIES as FLOW
from citadels_sim.designs.forks.metrics import FORKS
from citadels_sim.designs.kingmaking.metrics import KINGMAKING
from citadels_sim.statistics.estimates import estimate
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family

CELL = ("classic-2000", 4, "builder")


@pytest.mark.parametrize(
    ("family", "name"), [("character_effects", "win_effect_single"), ("kingmaking", "target"), ("character_swings", "wpa_lost")]
)
def test_what_a_few_deals_decide_has_no_interval_in_a_short_run(family: str, name: str) -> None:
    entry = next(one for one in (FORKS, KINGMAKING, *FLOW) if one.name == family)
    metric = next(one for one in entry.metrics if one.name == name)
    assert metric.deals > 0
    entry = replace(entry, metrics=(metric,))
    short, long = _estimate(entry, metric.deals - 1), _estimate(entry, metric.deals)
    assert short["value"] is not None
    assert [short[bound] for bound in ("low", "high", "family_low", "family_high", "se")] == [None] * 5
    assert all(long[bound] is not None for bound in ("low", "high", "family_low", "family_high", "se"))


def _estimate(entry: Family, deals: int) -> dict[str, object]:
    (metric,) = entry.metrics
    table = np.random.Generator(np.random.PCG64(1)).integers(0, 2, (deals, 2)).astype(float)
    table[:, 1] = 2.0
    moments = Moments.from_values([("one", metric.numerator), ("one", metric.denominator)], table)
    return estimate(entry, {CELL: moments}).row(0, named=True)
