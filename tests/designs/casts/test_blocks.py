"""What runs of drawn casts show: sentences of what is shown and not of what is merely far, and no figure of too few cases."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.casts import blocks, district_blocks, drawn_blocks
from citadels_sim.designs.casts.analyse import PAIRS, UNIQUE, CastAnalysis
from citadels_sim.designs.casts.hands import DistrictAnalysis
from citadels_sim.designs.casts.power import CastPower
from citadels_sim.designs.casts.search_blocks import power_block, shortlist_block
from citadels_sim.errors import RunError
from citadels_sim.formats import TOO_FEW
from citadels_sim.show.blocks import Block, Shown
from citadels_sim.show.terminal import text_table
from citadels_sim.statistics.ratios import Ratios

CELL = ("v", 4, "b")
KEY = dict(zip(("variant", "players", "lineup"), CELL, strict=True))
SLOPE = KEY | {"term": "per gold", "value": 0.01, "low": 0.004, "high": 0.016, "se": 0.003}
FIGURES = ("rounds", "lost_turns", "hits", "gold_taken", "districts_taken", "margin", "completer_wins")


def a_run(deals: int = 100) -> Any:
    entry = SimpleNamespace(key=CELL, blocks=deals)
    return SimpleNamespace(folder=Path("runs/x"), manifest=SimpleNamespace(cells=[entry]))


def district(
    name: str, value: float, half: float, *, verdict: str = "undecided", residual: float = 0.0, hands: int = 100
) -> dict[str, Any]:
    return KEY | {
        "district": name,
        "type": "trade",
        "cost": 3,
        "hands": hands,
        "value": value,
        "low": value - half,
        "high": value + half,
        "family_low": value - half,
        "family_high": value + half,
        "se": half / 2,
        "q": 0.5,
        "verdict": verdict,
        "needed": None,
        "residual": residual,
        "residual_low": residual - half,
        "residual_high": residual + half,
        "residual_q": 0.5,
    }


def card(name: str, **others: Any) -> dict[str, Any]:
    counts = dict.fromkeys(("offered", "held", "placed", "seen", "never"), 100)
    figures = {"keep_rate": 0.5, "build_rate": 0.6, "destroyed_rate": 0.1, "exchanged_rate": 0.1, "gih": 0.3, "gns": 0.2, "iih": 0.1}
    figures |= {"wait": 2.0, "offer_worth": 0.02}
    row = KEY | {"district": name, "blocks": 50} | counts
    for key, value in figures.items():
        row |= {key: value, f"{key}_low": value - 0.01, f"{key}_high": value + 0.01}
    return row | others


def shown(
    monkeypatch: pytest.MonkeyPatch,
    districts: list[dict[str, Any]],
    *,
    prices: list[dict[str, Any]] | None = None,
    cards: list[dict[str, Any]] | None = None,
    deals: int = 100,
) -> Shown:
    """Show opening hands of known figures."""

    def become(_: Any) -> pl.DataFrame:
        if cards is None:
            raise RunError("runs/x/manifest.json: no 'cards' table.")
        return pl.DataFrame(cards, infer_schema_length=None)

    tables = pl.DataFrame(districts), pl.DataFrame(prices or [SLOPE])
    monkeypatch.setattr(district_blocks, "analyse_districts", lambda run, margin: DistrictAnalysis(run, margin, *tables))
    monkeypatch.setattr(district_blocks, "analyse_cards", become)
    return district_blocks.show_districts(a_run(deals))


def titled(shown: Shown, title: str) -> Block:
    return next(block for block in shown.blocks if block.title == title)


def rows_of(block: Block) -> dict[str, list[str]]:
    return {row.key: [value.whole for value in row.values] for row in block.rows}


def test_the_sentence_names_what_is_shown_and_not_what_is_merely_far(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [district("tavern", 0.15, 0.2), district("market", 0.05, 0.01, verdict="too strong"), district("docks", -0.01, 0.05)]
    block = titled(shown(monkeypatch, rows), "Worth of a district in the opening hand")
    assert block.finding == "The Market is too strong; 0 of 3 districts balanced, 2 undecided."
    assert [row.head for row in block.rows] == ["Tavern (trade, 3)", "Market (trade, 3)", "Docks (trade, 3)"]


def test_whether_a_cost_is_fair_is_said_of_districts_and_of_whole_types(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [district("tavern", 0.0, 0.01), district("market", 0.01, 0.01, residual=-0.02), district("harbor", 0.05, 0.01, residual=0.02)]
    prices = [SLOPE, SLOPE | {"term": "military", "value": 0.03, "low": 0.02, "high": 0.04}, SLOPE | {"term": "noble", "low": -0.004}]
    known = shown(monkeypatch, rows, prices=prices)
    assert titled(known, "Worth of a district beyond its cost").finding == (
        "Worth more than their cost: Harbor; worth less than their cost: Market."
    )
    assert titled(known, "Worth by cost and by type").finding == (
        "A gold more of cost changes the worth of a district by +1.0\u00a0pp [0.4,\u00a01.6]. "
        "Types worth more or less than their cost: military +3.0\u00a0pp [2.0,\u00a04.0]."
    )
    unsure = shown(monkeypatch, rows[:1])
    assert titled(unsure, "Worth of a district beyond its cost").finding == (
        "No district is shown to be worth more or less than its cost; farthest from 0 is the Tavern, 0.0\u00a0pp [−1.0,\u00a01.0]."
    )
    assert "No type is shown to be worth more or less" in titled(unsure, "Worth by cost and by type").finding


def test_what_has_too_few_cases_has_no_figure_and_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [district("tavern", 0.15, 0.01, verdict="too strong", residual=0.15, hands=29), district("docks", 0.0, 0.01)]
    cards = [card("tavern", offered=29, held=29, placed=29, seen=29, never=29), card("docks")]
    known = shown(monkeypatch, rows, cards=cards)
    for block in known.blocks:
        own = [row for row in block.rows if row.key == "tavern"]
        assert all(value.text == TOO_FEW and value.shown is None for row in own for value in row.values if value.unit != "count")
        assert "Tavern" not in block.finding
    assert titled(known, "Worth of a district in the opening hand").rows[-1].key == "tavern"


def test_a_handful_of_deals_makes_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    known = shown(monkeypatch, [district("tavern", 0.15, 0.01, verdict="too strong")], cards=[card("tavern")], deals=12)
    assert len(known.blocks) == 5
    assert {block.finding for block in known.blocks} == {"Too few for a finding: 12 deals, at least 30 needed."}


def test_what_becomes_of_a_district_is_written_as_it_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [
        card("tavern", exchanged_rate=0.0, exchanged_rate_low=None, exchanged_rate_high=None),
        card("docks", build_rate=0.8, build_rate_low=0.7, build_rate_high=0.9, wait=None, wait_low=None, wait_high=None),
        card("market", keep_rate=None, keep_rate_low=None, keep_rate_high=None, offered=0),
    ]
    known = shown(monkeypatch, [district(name, 0.0, 0.01) for name in ("tavern", "docks", "market")], cards=cards)
    fate = titled(known, "Use of each district")
    assert rows_of(fate)["tavern"][2:] == ["2", "10.0\u00a0% [9.0,\u00a011.0]", "0"]  # what never happened is no figure of too few cases
    assert rows_of(fate)["docks"][2] == "–"
    assert rows_of(fate)["market"][0] == "–"
    assert fate.finding.startswith("Holders build the Docks most often, 80\u00a0% [70,\u00a090], and ")
    wins = titled(known, "Wins of the players who get a district")
    assert wins.finding == "An offer changes the win chance for 2 of 2 districts; about 0 would by chance alone."
    assert any("favour districts of long games" in words for words in wins.notes)


def test_an_older_run_shows_its_hands_and_says_what_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    known = shown(monkeypatch, [district("tavern", 0.0, 0.01)])
    assert known.unknown == ("Use of each district is unknown: manifest.json: no 'cards' table.",)
    assert set(known.files) == {"district_worth", "district_prices"}
    assert len(known.blocks) == 3


def effect(name: str, metric: str, value: float, group: str) -> dict[str, Any]:
    return KEY | {
        "group": group,
        "name": name,
        "metric": metric,
        "value": value,
        "low": value - 1,
        "high": value + 1,
        "family_low": value - 1,
        "family_high": value + 1,
        "se": 0.5,
        "q": 0.1,
        "blocks": 50,
        "unit": "",
        "estimand": "rule",
    }


def drawn(monkeypatch: pytest.MonkeyPatch, value: float, *, q: float = 0.5, group: str = "rank 1") -> Shown:
    """Show what two things change, one of them the length of games by a value."""
    rows = [
        effect(name, metric, value if (name, metric) == ("witch", "rounds") else 0.1, group)
        for metric in FIGURES
        for name in ("witch", "assassin")
    ]
    pair = {"name": "witch", "other": "king", "metric": "rounds", "value": 0.4, "low": 0.1, "high": 0.7, "se": 0.1, "q": q, "blocks": 9}
    pairs = pl.DataFrame([KEY | pair | {"unit": "rounds"}], schema=PAIRS)
    nothing = pl.DataFrame()
    analysis = CastAnalysis(a_run(), nothing, pl.DataFrame(rows), pairs, nothing, ("too few for pairs.",))
    monkeypatch.setattr(drawn_blocks, "analyse_casts", lambda _: analysis)
    return drawn_blocks.show_drawn(a_run())


@pytest.mark.parametrize(("group", "what", "head"), [("rank 1", "character", "Witch (1)"), (UNIQUE, "unique district", "Witch")])
def test_what_drawing_something_changes_is_said_where_it_is_shown(
    monkeypatch: pytest.MonkeyPatch, group: str, what: str, head: str
) -> None:
    block = drawn(monkeypatch, 2.0, group=group).blocks[0]
    assert block.title == f"Effects of a drawn {what}"
    assert block.finding == "Largest effects: rounds by the Witch, +2.0 [1.0,\u00a03.0]."
    assert [(row.head, row.values[0].text) for row in block.rows if row.key == "witch"] == [(head, "+2.0*")]
    assert drawn(monkeypatch, 0.5, group=group).blocks[0].finding == (f"No {what} is shown to change rounds, turns lost, hits or margin.")


def test_pairs_are_named_where_they_are_shown_to_do_more(monkeypatch: pytest.MonkeyPatch) -> None:
    one, pairs = drawn(monkeypatch, 0.5, q=0.01).blocks
    assert not any("No pair" in words for words in one.notes)
    assert [(row.head, row.values[0].whole) for row in pairs.rows] == [("Rounds: Witch beside King", "+0.4 [0.1,\u00a00.7]")]
    (alone,) = drawn(monkeypatch, 0.5).blocks
    assert any(words.startswith("No pair of characters changes") for words in alone.notes)


def test_what_cannot_be_estimated_is_said_and_the_rest_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, 0.5).unknown == ("too few for pairs.",)

    def nothing(_: Any) -> CastAnalysis:
        raise RunError("runs/x: 'v' draws nothing.")

    districts = shown(monkeypatch, [district("tavern", 0.0, 0.01)], cards=[card("tavern")])
    monkeypatch.setattr(drawn_blocks, "analyse_casts", nothing)
    both = blocks.show(a_run())
    assert both.blocks == districts.blocks
    assert both.unknown == ("The effects of drawn characters and unique districts are unknown: 'v' draws nothing.",)
    monkeypatch.undo()
    shown(monkeypatch, [district("tavern", 0.0, 0.01)], cards=[card("tavern")])
    drawn(monkeypatch, 2.0)
    assert len(blocks.show(a_run()).blocks) == 6


@pytest.mark.parametrize(
    ("value", "finding"),
    [(0.05, "The Witch is worth most: +5.0\u00a0pp"), (0.0, "No character is shown to be worth more than the mean of all.")],
)
def test_the_power_of_a_character_is_named_where_it_is_shown(value: float, finding: str) -> None:
    values, q = np.array([value, -value, 0.0]), np.ones((3, 3))
    q[0, 2] = 0.01
    alone = Ratios(values, np.eye(3) * 0.005**2, 4000, values, np.full(3, 4000.0))
    beside = np.zeros((3, 3))
    beside[0, 2] = 0.02
    power = CastPower(("witch", "assassin", "king"), np.array([1, 1, 4]), alone, beside, np.full((3, 3), 0.001), q, 900)
    block = power_block(power, CELL)
    assert block.finding.startswith(finding)
    assert block.notes == ("Witch: +2.0\u00a0pp beside King, against others of that rank (false discovery rate 5 %).",)


@pytest.mark.parametrize(
    ("verdict", "lasts", "needed", "words"),
    [
        ("undecided", "within limits", 1_234_567, "undecided (needs about 1,234,567 nodes)"),
        ("undecided", "within limits", None, "undecided"),
        ("beyond limits", "beyond limits", None, "beyond limits (length)"),
        ("within limits", "within limits", None, "within limits"),
    ],
)
def test_a_shortlist_fits_a_terminal_and_says_what_is_missing(verdict: str, lasts: str, needed: int | None, words: str) -> None:
    figures = dict.fromkeys(("rounds", "lost_turns", "hits", "gold_taken", "districts_taken", "spread"), 9.5)
    row: dict[str, Any] = {"name": "cast-01", "members": ["witch", "king"], "verdict": verdict, "lasts": lasts, "needed": needed}
    row |= {"balanced": 1, "of": 2, "predicted_spread": 0.01, "predicted_rounds": 9.0}
    for name, value in figures.items():
        row |= {name: value, f"{name}_low": value - 1, f"{name}_high": value + 1}
    row |= {"spread": 0.0123, "spread_low": 0.001, "spread_high": 0.02}
    table = text_table(shortlist_block(pl.DataFrame([row]), row, 0.01, CELL, districts=False))
    assert table.rows == [("cast-01", "1.2", "[0.1, 2.0]", words)]
    assert sum(map(len, table.rows[0])) + 3 * 3 < 80
    wide = text_table(shortlist_block(pl.DataFrame([row]), row, 0.01, CELL, districts=False), wide=True)
    assert wide.rows[0][4:8] == ("1 of 2", "9.5", "9.00", "1.00")
