"""What a search says of the cast that it proposes comes from deals that chose nothing, so that its luck is not in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.cli.designs import casts_search as search
from citadels_sim.cli.designs.casts_search import Search, SearchResult, run_search
from citadels_sim.cli.run_folders import PlayOptions
from citadels_sim.designs.casts import choice
from citadels_sim.designs.casts.choice import Candidate
from citadels_sim.designs.casts.power import spread_of
from citadels_sim.designs.casts.search_blocks import best_words
from citadels_sim.runs import reading
from citadels_sim.statistics.ratios import Ratios

SE = 0.006
MARGIN = 0.01
SPREADS = np.linspace(0.008, 0.016, 12)
"""True standard deviations of the effects in twelve casts of eight characters."""
BASE = np.array([1.5, -1.3, 0.4, -0.6, 0.9, -1.1, 0.6, -0.4])
TRUTH = {f"cast-{i:02d}": spread * (BASE - BASE.mean()) / BASE.std(ddof=1) for i, spread in enumerate(SPREADS, 1)}
CANDIDATES = {name: Candidate((name,), 0.01, 10.0) for name in TRUTH}


class Casts:
    """Twelve casts of known effects: every run of them has luck of its own."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def judge_casts(self, candidates: Mapping[str, Candidate], _forks: Any, games: str, margin: float, _length: Any) -> pl.DataFrame:
        """Judge as `choice.judge_casts`, by effects drawn from the seed of the run."""
        random = np.random.default_rng([self.seed, int(games)])
        rows = []
        for name in TRUTH:
            value = TRUTH[name] + random.normal(scale=SE, size=8)
            if name in candidates:
                effects = Ratios(value, np.eye(8) * SE**2, 4000, value, np.full(8, 4000.0))
                spread, low, high = spread_of(effects, 1 - 0.05 / len(candidates))
                rows.append({"name": name, "verdict": "undecided", "spread": spread, "spread_low": low, "spread_high": high})
        assert margin == MARGIN
        return pl.DataFrame(sorted(rows, key=lambda row: float(str(row["spread"]))))


def searched(monkeypatch: pytest.MonkeyPatch, casts: Casts) -> SearchResult:
    """Search among them, with nothing played."""
    monkeypatch.setattr(search, "_check_folder", lambda _: None)
    monkeypatch.setattr(search, "_checked_variant", lambda _: SimpleNamespace())
    monkeypatch.setattr(search, "_power", lambda *_: None)
    monkeypatch.setattr(search, "_shortlist", lambda *_: CANDIDATES)
    monkeypatch.setattr(search, "_fixed_variants", lambda _search, _variant, candidates: list(candidates))
    monkeypatch.setattr(search, "_play", lambda _search, _variants, _part, _kind, seed: Path(str(seed)))
    monkeypatch.setattr(reading, "load_run", lambda path, kind: str(path))
    monkeypatch.setattr("citadels_sim.designs.casts.analyse.analyse_casts", lambda _: None)
    monkeypatch.setattr(choice, "judge_casts", casts.judge_casts)
    how = PlayOptions(None, None, False, False)
    return run_search(Search("v", 4, 1, 1, 1, 12, "builder", MARGIN, None, False, Path("x"), (), how))


def test_the_figure_of_the_proposed_cast_is_not_a_lucky_one(monkeypatch: pytest.MonkeyPatch) -> None:
    results = [searched(monkeypatch, Casts(seed)) for seed in range(400)]
    truth = np.array([TRUTH[str(one.best["name"])].std(ddof=1) for one in results])
    chosen = np.array([one.judged["spread"][0] for one in results])
    shown = np.array([one.best["spread"] for one in results])
    low, high = (np.array([one.best[f"spread_{end}"] for one in results]) for end in ("low", "high"))
    assert np.mean(chosen**2) < 0.6 * np.mean(truth**2)  # where it was chosen, it was lucky
    assert np.mean(shown**2) == pytest.approx(np.mean(truth**2), rel=0.08)
    assert np.mean((low <= truth) & (truth <= high)) > 0.92


def test_the_sentence_of_a_search_has_the_figure_that_chose_nothing_with_its_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    result = searched(monkeypatch, Casts(3))
    result.best.update(balanced=5, of=8, rounds=10.3)
    shown = [f"{100 * result.best[name]:.2f}" for name in ("spread", "spread_low", "spread_high")]
    words = best_words(result.best, MARGIN)
    assert f"The best so far, undecided: {result.best['name']}, spread {shown[0]} points [{shown[1]}, {shown[2]}], 5 of 8 within 1" in words
    assert f"{100 * result.judged['spread'][0]:.2f}" not in words
