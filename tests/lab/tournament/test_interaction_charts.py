"""The charts of interaction: what they leave out, and what their sentences say."""

from __future__ import annotations

import re

import polars as pl

from citadels_sim.charts.chart import Chart
from citadels_sim.lab.tournament.interaction_charts import interaction_charts
from citadels_sim.lab.tournament.interaction_metrics import INTERACTION_METRICS
from citadels_sim.statistics.estimates import SCHEMA

UNITS = {metric.name: metric.unit for metric in INTERACTION_METRICS}


def estimates(*values: tuple[str, str, float], players: int = 4) -> list[dict[str, object]]:
    """Rows of the table of characters: (metric, character, value)."""
    return [
        {
            "variant": "v", "players": players, "lineup": "b", "group": group, "metric": metric, "value": value,
            "low": value * 0.9, "high": value * 1.1, "family_low": value * 0.9, "family_high": value * 1.1, "se": value / 20,
            "reference": None, "count": 100.0, "blocks": 50, "unit": UNITS.get(metric, "fraction of picks"), "estimand": "descriptive",
        }
        for metric, group, value in values
    ]  # fmt: skip


def charts(*rows: list[dict[str, object]]) -> dict[str, Chart]:
    table = pl.DataFrame([row for part in rows for row in part], schema=SCHEMA)
    return {chart.slug: chart for chart in interaction_charts(table, "")}


ATTACKS = (("murdered_when_held", "king", 0.1), ("robbed_when_held", "king", 0.0), ("bewitched_when_held", "king", 0.0))
POWERS = (
    ("tithes_taken_share", "abbot", 0.5), ("tithes_taken_per_turn", "abbot", 0.5),
    ("tithes_taken_share", "witch", 0.9), ("tithes_taken_per_turn", "witch", 0.9),
    ("exchanged_share", "diplomat", 0.8),
    ("tax_collected_share", "tax-collector", 0.0), ("tax_collected_per_turn", "tax-collector", 0.0),
    ("tax_collected_share", "witch", 0.0),
)  # fmt: skip
BURDENS = (
    ("gold_lost_per_pick", "king", 0.25), ("gold_lost_per_pick", "abbot", 0.0),
    ("tithes_given_per_pick", "king", 0.25), ("tithes_given_per_pick", "abbot", 0.0),
    ("tax_paid_per_pick", "king", 0.0), ("tax_paid_per_pick", "abbot", 0.0),
    ("districts_lost_per_pick", "king", 0.1), ("districts_lost_per_pick", "abbot", 0.5),
)  # fmt: skip


def test_what_never_happened_is_in_no_chart_and_no_sentence() -> None:
    result = charts(estimates(*ATTACKS, *POWERS, *BURDENS))
    assert set(result) == {"attacks", "powers", "burdens"}
    for chart in result.values():
        assert "Tax" not in chart.files(["svg"])["svg"].decode()
        assert "tax" not in f"{chart.finding}{chart.description}".lower().replace("axis", "")
        assert chart.data.filter(pl.col("metric").str.starts_with("tax")).is_empty()
    assert "robbed" not in result["attacks"].finding


def test_the_powers_are_reported_by_their_owner_and_the_witch_stands_in_the_numbers() -> None:
    chart = charts(estimates(*ATTACKS, *POWERS))["powers"]
    assert (
        chart.finding
        == "The Diplomat's exchange is used most often (80 % of own turns), the Abbot's tithe brings most gold (0.50 a turn).".replace(
            "80 %", "80\u00a0%"
        )
    )
    assert "Abbot: tithe" in chart.files(["svg"])["svg"].decode()
    assert "Witch" not in chart.files(["svg"])["svg"].decode().split("</desc>")[1]
    assert "What the Witch does as another stands among the numbers." in chart.note
    assert set(chart.data.filter(pl.col("group") == "witch")["metric"]) == {"tithes_taken_share", "tithes_taken_per_turn"}


def test_one_power_can_be_used_most_and_bring_most() -> None:
    chart = charts(estimates(*ATTACKS, ("stolen_share", "thief", 0.5), ("stolen_per_turn", "thief", 2.0)))["powers"]
    assert chart.finding.startswith("The Thief's theft is used most often (")
    assert ") and brings most gold (" in chart.finding
    assert "Witch" not in chart.note


def test_powers_that_bring_no_gold_have_no_sentence_about_it() -> None:
    chart = charts(estimates(*ATTACKS, ("exchanged_share", "diplomat", 0.5)))["powers"]
    assert "gold" not in chart.finding


def test_whom_the_powers_fall_on_is_reported_for_each_of_them() -> None:
    chart = charts(estimates(*ATTACKS, *POWERS, *BURDENS))["burdens"]
    assert "most tithes are given by King (0.25 gold a pick)" in chart.finding.replace("Most", "most")
    assert "most districts are lost by Abbot (0.50 a pick)" in chart.finding


def test_the_sum_of_gold_is_drawn_only_where_some_of_it_stands_in_no_other_panel() -> None:
    parts = charts(estimates(*ATTACKS, *POWERS, *BURDENS))["burdens"]
    assert "gold lost" not in parts.description
    assert "gold_lost_per_pick" in set(parts.data["metric"])
    theft = charts(estimates(*ATTACKS, *POWERS, *BURDENS, ("stolen_share", "thief", 0.5)))["burdens"]
    assert "gold lost per pick" in theft.description


def test_where_nothing_happened_there_are_no_charts_of_powers() -> None:
    assert set(charts(estimates(*ATTACKS, *((metric, group, 0.0) for metric, group, _ in (*POWERS, *BURDENS))))) == {"attacks"}


def test_a_number_of_players_at_which_something_never_happens_has_no_mark_of_it() -> None:
    chart = charts(
        estimates(*ATTACKS, *BURDENS), estimates(*ATTACKS, *((m, g, 0.0) for m, g, _ in BURDENS if "districts" not in m), players=2)
    )["burdens"]
    assert set(chart.data.filter(pl.col("metric") == "tithes_given_per_pick")["players"]) == {4}


def test_a_table_of_seven_numbers_of_players_keeps_its_legend_on_the_page() -> None:
    parts = [estimates(*ATTACKS, *POWERS, players=players) for players in range(2, 9)]
    svg = charts(*parts)["powers"].files(["svg"])["svg"].decode()
    width = float(re.search(r'viewBox="0 0 ([0-9.]+)', svg)[1])
    for players in range(2, 9):
        begins = float(re.search(rf'<text[^>]* x="([0-9.]+)"[^>]*>{players} players<', svg)[1])
        assert begins + 45 < width  # the words are about 42 wide
