"""The headlines and the table in docs/findings.md are those that `scripts/research/run picks` writes from its data, in its present form."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def picks() -> ModuleType:
    """The program behind `scripts/research/run picks`."""
    from scripts.research import picks

    return picks


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return json.loads((ROOT / "reports" / "picks" / "picks.json").read_text(encoding="utf-8"))


def block(name: str) -> str:
    """What stands between two marks of the page."""
    page = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    return page.split(f"<!-- {name}:start -->")[1].split(f"<!-- {name}:end -->")[0].strip()


def test_the_data_were_played_by_the_present_form_of_the_script(picks: ModuleType, data: dict[str, Any]) -> None:
    assert data["form"] == picks.form(), "scripts/research/run picks plays something else by now: run it again"


def test_the_page_has_the_headlines_and_the_table_that_the_script_writes(picks: ModuleType, data: dict[str, Any]) -> None:
    tables = picks.Tables(data)
    assert block("headlines") == tables.headlines()
    assert block("picks") == tables.picks()
    assert (ROOT / "reports" / "picks" / "picks.md").read_text(encoding="utf-8") == tables.page()


def test_both_say_with_which_version_of_package_and_rules_they_were_made(data: dict[str, Any]) -> None:
    made = data["made_with"]
    rules = [made["rules"][name] for name in ("classic-2000", "dark-city", "citadels-2016")]
    words = "citadels_sim {}, rules version {} of classic, {} of the Dark City and {} of 2016".format(made["citadels_sim"], *rules)
    assert words in block("headlines")
    assert words in block("picks")


def test_every_character_stands_in_the_table_with_every_family(picks: ModuleType, data: dict[str, Any]) -> None:
    rows = [line for line in block("picks").splitlines() if line.startswith(("| classic", "| Dark City", "| 2016"))]
    assert len(rows) == 24
    families = {row["lineup"] for row in data["headlines"] if row["kind"] == "character"}
    assert families == {"learner", "planner", "banker", "builder", "raider", "richard", picks.SEARCHER}
    wizard = next(row for row in rows if "| Wizard |" in row).split(" | ")
    others = sorted(row["value"] for row in data["headlines"] if row["headline"] == "wizard" and row["lineup"] in picks.HEURISTICS)
    assert wizard[3] == f"{picks.points(others[0])} to {picks.points(others[-1])}"


def made_up(picks: ModuleType, data: dict[str, Any], **values: float) -> str:
    """The headlines, had the bots' results for the Wizard been different; each within a point."""
    rows = [dict(row) for row in data["headlines"]]
    for row in rows:
        if row["headline"] == "wizard":
            value = values.get(row["lineup"].partition(":")[0], 0.05)
            row.update(value=value, low=value - 0.01, high=value + 0.01, shown="above" if value > 0.02 else "below")
    return picks.Tables(data | {"headlines": rows}).headlines()


def test_verdicts_of_the_strongest_fast_bot_come_first(picks: ModuleType, data: dict[str, Any]) -> None:
    first = made_up(picks, data, learner=-0.05).splitlines()[0]
    strong, _, weak = first.partition("; too weak: ")
    assert strong.startswith("- `learner`, the strongest fast bot, at tables of four: too strong: ")
    assert "the Wizard of the Dark City (−5.0 [−6.0, −4.0])" in weak
    counts = [int(number) for number in re.findall(r"(\d+) (?:balanced|undecided)", first)]
    assert sum(counts) + first.count("[") == 24


def test_a_sign_that_depends_on_the_bots_comes_next(picks: ModuleType, data: dict[str, Any]) -> None:
    _, first, *others = made_up(picks, data, learner=0.06, raider=-0.03).splitlines()
    assert "shown to help with some bots and to harm with others" in first
    assert "the Wizard of the Dark City (+6.0 [+5.0, +7.0] with `learner`, −3.0 [−4.0, −2.0] with `raider`)" in first
    assert not any(line.startswith("- The Wizard") for line in others)
    agreed = made_up(picks, data)
    assert "Wizard" not in agreed.splitlines()[1]
    assert "- The Wizard of the Dark City has an effect of +5.0 [+4.0, +6.0] with `learner`, +5.0 to +5.0 with the five others" in agreed
    assert "beyond one point with 7 of 7 bots" in agreed


@pytest.mark.slow
def test_the_first_nodes_are_played_by_the_present_code_as_they_were_for_the_table(
    picks: ModuleType, data: dict[str, Any], tmp_path: Path
) -> None:
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.reading import load_runs
    from citadels_sim.runs.runner import run_experiment

    result = {}
    for each in picks.PLAYED:
        if each.replicates is not None:
            keys = each.experiment(4 * picks.FIRST) | {"replicates": 1}  # a game gives four nodes
            run_experiment(make_experiment(keys, "test"), tmp_path / each.name)
            (run,) = load_runs([tmp_path / each.name], kind="forks")
            result[run.manifest.name] = picks.first_nodes(run.own_rows())
    assert result == data["first"], "rules or bots play otherwise by now: run scripts/research/run picks again"
