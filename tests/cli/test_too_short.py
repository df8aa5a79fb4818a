"""A budget that is too small is refused at once, with the least one that does; nothing is played, and nothing stays in the folder."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.balance.deals import Deals
from citadels_sim.balance.search import Search
from citadels_sim.cli import balance, run_folders
from tests.conftest import Spoken

pytestmark = pytest.mark.rotated(1)

BALANCE = ("balance", "classic-2000", "--players", "4", "--bots", "builder", "--workers", "1")
SHORT = {
    "the target is to be found": BALANCE,
    "the character is to be found": (*BALANCE, "--target", "character"),
    "the target is named": (*BALANCE, "--target", "character=king"),
    "the length": (*BALANCE, "--target", "rounds"),
    "a curve": (*BALANCE, "--curve", "characters.merchant.bonus.gold=0..2"),
    "why": ("why", "warlord", "--variant", "classic-2000", "--players", "4", "--bots", "builder", "--bots", "planner", "--workers", "1"),
}


@pytest.mark.parametrize("what", SHORT)
def test_too_few_minutes_are_refused_at_once_with_how_many_do(
    citadels: Callable[..., Spoken], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    played: list[object] = []
    for place, name in ((Deals, "played"), (balance, "play_into"), (run_folders, "play")):
        monkeypatch.setattr(place, name, lambda *words, **_: played.append(words))
    monkeypatch.setattr(Search, "_paces", lambda *_: {"games": 0.5, "forks": 0.5, "flow": 0.5})  # slow bots
    out = tmp_path / "out"
    minutes = "0.01"
    if what == "why":  # thirty nodes take less than the least number of minutes that can be given
        monkeypatch.setattr("citadels_sim.statistics.ratios.LEAST_COUNT", 30_000)
    said = citadels(*SHORT[what], "--minutes", minutes, "--out", out)
    assert (said.code, played) == (2, [])
    (least,) = re.findall(r"--minutes: too short for .*; with these bots it takes ([\d.]+) minutes or more\.", " ".join(said.err.split()))
    assert float(least) > float(minutes)
    assert not (out / "search.json").exists()
    assert not (out / "manifest.json").exists()


@pytest.mark.rotated(8)
@pytest.mark.parametrize("what", ["the target is to be found", "the target is named"])
def test_as_many_minutes_as_are_named_are_accepted(citadels: Callable[..., Spoken], tmp_path: Path, what: str) -> None:
    said = citadels(*SHORT[what], "--minutes", "0.01", "--out", tmp_path)
    (least,) = re.findall(r"it takes ([\d.]+) minutes or more", " ".join(said.err.split()))
    begun = time.monotonic()
    again = citadels(*SHORT[what], "--minutes", str(2 * float(least)), "--out", tmp_path)  # others may have this machine meanwhile
    assert (again.code, "too short" in again.err) == (0, False)
    assert time.monotonic() - begun < 120
