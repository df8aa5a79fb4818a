"""Rules that favour something on purpose: the right figure finds it, with the right sign, and nothing else is moved.

A character that is paid more stands in `test_forks`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from citadels_sim.designs.casts.analyse import draw_moments
from citadels_sim.designs.casts.metrics import DEALT
from citadels_sim.designs.tournament.game_metrics import SEATS
from citadels_sim.designs.tournament.sum_moments import condense
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.ratios import Ratios
from tests.designs.tournament.rigged import RICH_SEAT, rich_deal

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]
FROM_CROWN, BY_SEAT = SEATS[0], SEATS[1]


def seats(folder: Path) -> dict[str, Ratios]:
    """Wins by chair, and by place after the first crown."""
    result = condense([load_run(folder)], (FROM_CROWN, BY_SEAT))
    return {
        entry.name: ratios(entry, entry.metrics[0], result[entry.name]["classic-2000", 4, "builder"])[1] for entry in (FROM_CROWN, BY_SEAT)
    }


def test_a_seat_that_is_given_gold_is_found(experiment: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = experiment(games=8000, detail="games", rows=0)
    run_experiment(shown, tmp_path / "fair")
    monkeypatch.setattr("citadels_sim.engine.loop.deal", rich_deal)
    run_experiment(shown, tmp_path / "rigged")
    fair, rigged = seats(tmp_path / "fair"), seats(tmp_path / "rigged")
    low, high = rigged[BY_SEAT.name].simultaneous()
    assert low[RICH_SEAT] > 0.25 + 0.02
    others = [seat for seat in range(4) if seat != RICH_SEAT]
    # What one seat wins more the others win less, though not all by the same: it matters who drafts before whom.
    assert (rigged[BY_SEAT.name].value[others] < 0.25).all()
    assert (high[others] < low[RICH_SEAT]).all()
    low, high = fair[BY_SEAT.name].simultaneous()
    assert ((low < 0.25) & (high > 0.25)).all()
    # The crown is drawn by lot: who sits where after it is not favoured.
    before, after = fair[FROM_CROWN.name], rigged[FROM_CROWN.name]
    assert (np.abs(after.value - before.value) < after.critical(0.99) * np.hypot(after.se, before.se)).all()


def test_a_district_at_half_price_is_found(experiment: Make, tmp_path: Path) -> None:
    """The Dragon Gate for 3 gold: it is worth 8 points whatever it costs, so that who is dealt it is better off by 3 gold."""
    for name, cost in (("usual", 6), ("rigged", 3)):
        text = f'name = "{name}"\ntitle = "{name}"\nextends = "classic-2000"\n[costs]\ndragon-gate = {cost}\n'
        (tmp_path / f"{name}.toml").write_text(text)
    variants = [str(tmp_path / f"{name}.toml") for name in ("usual", "rigged")]
    run_experiment(experiment(kind="casts", variants=variants, games=30_000), tmp_path / "run")
    result = draw_moments(DEALT, load_run(tmp_path / "run", kind="casts").own_rows().collect())
    (names, usual), (same, rigged) = (ratios(DEALT, DEALT.metrics[0], result[name, 4, "builder"]) for name in ("usual", "rigged"))
    assert names == same
    at = names.index("dragon-gate")
    low, _ = rigged.simultaneous()
    assert low[at] > 0
    moved = rigged.value - usual.value
    error = rigged.critical() * np.hypot(rigged.se, usual.se)  # wider than it has to be: both are of the same deals
    assert moved[at] > error[at]
    others = [j for j in range(len(names)) if j != at]
    assert len(others) >= 10
    assert (np.abs(moved[others]) < error[others]).all()
