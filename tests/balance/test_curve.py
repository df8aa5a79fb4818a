"""``citadels balance --curve``: a figure against the values of one number, and what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from citadels_sim.balance import search as searching
from citadels_sim.balance.curve_range import parse_curve
from citadels_sim.balance.deals import Deals
from citadels_sim.balance.question import Question
from citadels_sim.balance.search import Search
from citadels_sim.balance.target import Target, parse_target
from citadels_sim.variants import load_variant
from citadels_sim.variants.switch import RuleValue
from tests.own_file import own_file

BONUS = (
    "balance",
    "classic-2000",
    "--curve",
    "characters.merchant.bonus.gold=0..2",
    "--minutes",
    "0.02",
    "--workers",
    "1",
    "--bots",
    "builder",
)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play few games of each value, whatever this machine could do in the time."""
    monkeypatch.setattr("citadels_sim.balance.schedule.LEAST", {"forks": 60, "games": 300, "flow": 60})
    monkeypatch.setattr(Search, "_paces", lambda *_: {"forks": 5e-3, "games": 2e-4, "flow": 5e-3})


def parsed(text: str, variant: str = "classic-2000", players: int = 4, target: str = "") -> tuple[str, RuleValue, list[RuleValue], str]:
    table = load_variant(variant).at(players)
    made = parse_curve(text, variant, table, parse_target(target, table) if target else None)
    return made.key, made.now, [*made.changed], str(made.target)


@pytest.mark.parametrize(
    ("text", "now", "changed"),
    [
        ("characters.merchant.bonus.gold=0..3", 1, [0, 2, 3]),
        ("characters.thief.share=0.1..1", 1.0, [0.1, 0.25, 0.5, 0.75]),
        ("characters.magician.most=0..2", "none", [0, 1, 2]),
        ("game.start_gold=0..20", 2, [0, 4, 6, 8, 10, 12, 14, 16, 18, 20]),
        ("game.start_hand = 9 .. 10", 4, [9, 10]),  # seven players could not be dealt ten
        ("costs.manor=2..4", 3, [2, 4]),
        ("deck.basic.manor=4..6", 5, [4, 6]),
        ("districts.smithy.price=1..3", 2, [1, 3]),
        ("rules.smithy_price=1..3", 2, [1, 3]),
        ("city_size=7..9", 8, [7, 9]),
    ],
)
def test_a_range_has_its_whole_numbers_or_quarters_and_at_most_thirteen(text: str, now: RuleValue, changed: list[RuleValue]) -> None:
    assert parsed(text, target="rounds")[1:3] == (now, changed)


@pytest.mark.parametrize(
    ("text", "key", "now", "changed", "target"),
    [
        ("characters.smuggler.bonus.gold=0..3", "", 4, [0, 1, 2, 3], "character=smuggler"),
        ("characters.pickpocket.share=0.5..1", "", 0.5, [0.75, 1.0], "character=pickpocket"),
        ("characters.smuggler.discount.gold=0..2", "", 1, [0, 2], "character=smuggler"),
        ("districts.gate.bonus=5..7", "", 6, [5, 7], "rounds"),
        ("districts.mill.points=2..3", "", 2, [3], "rounds"),
        ("costs.mill=1..3", "districts.mill.cost", 2, [1, 3], "rounds"),
        ("districts.mill.copies=2..4", "", 3, [2, 4], "rounds"),
        ("deck.unique.gate=1..3", "districts.gate.copies", 2, [1, 3], "rounds"),
    ],
)
def test_a_card_of_ones_own_has_a_curve(tmp_path: Path, text: str, key: str, now: RuleValue, changed: list[RuleValue], target: str) -> None:
    wanted = "" if target.startswith("character") else target
    assert parsed(text, own_file(tmp_path), target=wanted) == (key or text.partition("=")[0], now, changed, target)


def test_the_character_of_the_number_is_the_target_unless_one_is_named() -> None:
    assert parsed("characters.merchant.bonus.gold=0..3")[3] == "character=merchant"
    assert parsed("characters.merchant.bonus.gold=0..3", target="character=king")[3] == "character=king"


@pytest.mark.parametrize(
    ("curve", "message"),
    [
        ("characters.merchant.bonus.gold", "should be KEY=LOW..HIGH"),
        ("characters.merchant.bonus.gold=a..b", "should be KEY=LOW..HIGH"),
        ("characters.merchant.bonus.gold=3..0", "write the lower end first, such as characters.merchant.bonus.gold=0..6"),
        ("characters.merchant.bonus.gold=2", "is not a range"),
        ("characters.merchant.bonus.gold=nan..2", "is not a range"),
        ("characters.merchant.bonus.gold=0..1e400", "is a whole number"),
        ("characters.merchant.bonus.gold=0..99", "99 is not allowed here; allowed: 0 to 10"),
        ("characters.merchant.bonus.gold=0.5..2", "is a whole number"),
        ("characters.merchant.bonus.gold=1..1", "is 1 already"),
        ("characters.merchant.bonus=0..2", "Numbers of it are characters.merchant.bonus.gold, characters.merchant.bonus.cards."),
        ("merchant=0..2", "Numbers of it are characters.merchant.income_each"),
        ("gam.start_gold=0..2", "Did you mean 'game.start_gold'?"),
        ("bonus=0..2", "`citadels init NAME --extends classic-2000`"),
        ("characters.merchant.income=0..2", "is no number, but one of 'noble'"),
        ("rules.murdered_king_crown=0..1", "is no number, but one of 'heir', 'stays'"),
        ("characters.navigator.gold=0..2", "there is no Navigator at this table of 4 players"),
        ("costs.park=0..2", "there is no Park at this table"),
        ("characters.thief.income_each=0..3", "The Thief is paid for no districts."),
        ("characters.thief.discount.gold=1..2", "There is no discount."),
        ("game.start_gold=0..2", "give the figure with --target"),
        ("game.start_hand=4..10", "cannot have all of these values"),
    ],
)
def test_what_is_no_curve_is_one_message_and_writes_nothing(citadels, tmp_path: Path, curve: str, message: str) -> None:
    players = "7" if curve.startswith("game.start_hand") else "4"
    answer = citadels("balance", "classic-2000", "--players", players, "--curve", curve, "--out", tmp_path / "curve")
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_target_of_several_figures_is_refused(citadels, tmp_path: Path) -> None:
    answer = citadels("balance", "classic-2000", "--curve", "game.start_gold=0..2", "--target", "seat", "--out", tmp_path / "curve")
    assert (answer.code, answer.out) == (2, "")
    assert "name one for a curve, such as seat=first-crown" in answer.err


@pytest.mark.long
def test_it_prints_each_value_and_writes_a_table_and_a_chart(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "curve"
    first = citadels(*BONUS, "--out", folder)
    assert (first.code, first.err if first.code else "") == (0, "")
    assert "Extra gold of the Merchant in a turn" in first.out
    assert "1 (now)" in first.out
    again = citadels(*BONUS, "--out", folder, "--json")
    assert again.code == 0
    data = json.loads(again.out)
    assert (data["key"], data["now"], data["target"]) == ("characters.merchant.bonus.gold", 1, "character=merchant")
    assert [(point["at"], point["now"]) for point in data["points"]] == [("0", False), ("1", True), ("2", False)]
    for point in data["points"]:
        assert point["low"] <= point["value"] <= point["high"]
        assert point["now"] == (point["difference"] is None)
    with (folder / "curve.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [float(row["value"]) for row in rows] == [point["value"] for point in data["points"]]
    assert all((folder / f"curve.{kind}").stat().st_size > 1000 for kind in ("svg", "png"))
    other = citadels(*BONUS[:3], "characters.merchant.bonus.gold=0..3", *BONUS[4:], "--out", folder)
    assert (other.code, "this folder holds another search (other values)" in other.err) == (2, True)


@pytest.mark.long
def test_a_dry_run_of_a_curve_keeps_nothing(citadels, tmp_path: Path) -> None:
    answer = citadels(*BONUS, "--dry-run", "--out", tmp_path / "curve")
    assert (answer.code, "3 values on the same deals" in answer.out) == (0, True)
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_with_too_little_time_a_curve_is_refused(citadels, tmp_path: Path) -> None:
    answer = citadels(*BONUS[:4], "--minutes", "0.01", "--workers", "1", "--out", tmp_path / "curve")
    assert (answer.code, "too short for a curve of 3 values" in answer.err) == (2, True)


@pytest.mark.parametrize("criterion", ["rounds", "seat", "dead_turns", "interaction", "decisiveness"])
def test_every_criterion_has_a_curve(citadels, tmp_path: Path, criterion: str) -> None:
    target = "seat=first-crown" if criterion == "seat" else criterion
    words = ("--curve", "game.start_gold=2..4", "--target", target, "--minutes", "0.1", "--workers", "1", "--bots", "builder", "--json")
    answer = citadels("balance", "citadels-2016", *words, "--out", tmp_path / "curve")
    assert (answer.code, answer.err if answer.code else "") == (0, "")
    points = json.loads(answer.out)["points"]
    assert [point["at"] for point in points] == ["2", "3", "4"]
    for point in points[1:]:
        assert point["difference"] == pytest.approx(point["value"] - points[0]["value"])
        assert point["difference_low"] <= point["difference"] <= point["difference_high"]
        assert point["low"] <= point["value"] <= point["high"]


def test_a_search_that_proposes_a_number_has_its_curve_on_deals_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question("classic-2000", 4, target=Target("rounds", "all"), margins={"rounds": 12.0}, seed=7)
    every = Search.changes
    mine = "Starting gold of each player: 3 instead of 2."
    monkeypatch.setattr(Search, "changes", lambda self, target: [each for each in every(self, target) if each.change == mine])
    seeds: dict[str, int] = {}
    played = Deals.played

    def noted(self, changed, part, kind, games, seed, **options):  # type: ignore[no-untyped-def]
        seeds[part] = seed
        return played(self, changed, part, kind, games, seed, **options)

    monkeypatch.setattr(Deals, "played", noted)
    result = searching.propose(question, tmp_path / "search", 10, top=1)
    assert result is not None
    assert result.curve is not None
    assert result.curve.key == "game.start_gold"
    points = {point.value for point in result.curve.points}
    shown = result.proposals[0] if result.proposals else result.nearest
    assert shown is not None
    assert {1, 2, *(value for value in range(3, 21) if f": {value} instead of 2" in shown.change)} <= points
    assert len(points) > 2
    assert len(set(seeds.values())) == len(seeds) >= 5
    assert any(part.startswith("along-") for part in seeds)
