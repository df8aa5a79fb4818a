"""Wanted values of single characters: how they are written, and that every verdict of that character is against its own band."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.balance.question import Question
from citadels_sim.balance.target import Target
from citadels_sim.designs.forks import judge as of_forks
from citadels_sim.designs.forks.analyse import analyse_forks
from citadels_sim.errors import ExperimentError
from citadels_sim.limits import limit_fault, limit_text, parse_wish, read_margins, wish_words
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.statistics.verdicts import judge

FILE = """
name = "wished"
kind = "forks"
variants = ["classic-2000"]
games = 600
replicates = 2
seed = 3
[margins]
character.king = "12 +- 2"
character.thief = "0 ± 12"
"""


@pytest.mark.parametrize("text", ["-1 +- 1", "-1+-1", " −1 ± 1", "-1 +/- 1", "-1.0±1.0"])
def test_a_wanted_value_is_a_band(text: str) -> None:
    assert parse_wish(text) == (-2.0, 0.0)


def test_what_is_no_wanted_value_is_none() -> None:
    assert [parse_wish(text) for text in ("1", "0.1-0.5", "+- 1", "one +- 1", "")] == [None] * 5
    assert parse_wish(wish_words((-1.5, 0.5))) == (-1.5, 0.5)
    assert limit_text("character.king", (-2.0, 0.0)) == "-1+-1"
    assert limit_text("interaction", (0.1, 0.5)) == "0.1-0.5"


def test_a_file_may_write_it_as_a_table_or_with_quotes() -> None:
    nested, quoted = {"seat": 2, "character": {"king": "-1 +- 1"}}, {"seat": 2, "character": 1, "character.king": "-1 +- 1"}
    assert read_margins(nested) == {"seat": 2, "character.king": (-2.0, 0.0)}
    assert read_margins(quoted) == {"seat": 2, "character": 1, "character.king": (-2.0, 0.0)}
    assert limit_fault("character.king", (-2.0, 0.0)) is None


@pytest.mark.parametrize(
    ("margins", "message"),
    [
        ({"character.kng": "-1 +- 1"}, "margins.character.kng: there is no such character at these tables. Did you mean 'king'?"),
        ({"character.king": "weak"}, "margins.character.king: 'weak' should be the intended value and the allowed deviation"),
        ({"character.king": "-1 +- 0"}, "margins.character.king: (-1.0, -1.0) should be the intended value"),
        ({"character.king": "-99 +- 9"}, "from -100 to 100"),
        (
            {"rounds.king": "1 +- 1"},
            "margins.rounds.king: there is no such limit; intended values exist for character, such as character.assassin",
        ),
    ],
)
def test_a_wish_that_cannot_be_is_one_message(margins: dict[str, str], message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        make_plan(make_experiment({"name": "x", "kind": "forks", "variants": ["classic-2000"], "margins": margins}, "x.toml"))
    assert message in str(caught.value)


def test_each_of_a_family_is_judged_by_its_own_margin() -> None:
    value, se = np.array([0.03, -0.01, 0.02]), np.array([0.002, 0.002, 0.002])
    family = Ratios(value, np.diag(se**2), 500, value, np.full(3, 500.0))
    wanted, margins = np.array([0.03, 0.0, -0.01]), np.array([0.01, 0.02, 0.01])
    together = judge(family, wanted, margins)
    assert together.members == ("within", "within", "above")
    assert together.state == "fails"
    for i in range(3):  # the same as where all have that margin
        alone = judge(family, wanted, float(margins[i]))
        assert (together.members[i], together.inner[i]) == (alone.members[i], alone.inner[i])


def test_verdicts_sentences_and_checks_are_against_what_is_wanted(citadels, tmp_path: Path) -> None:
    """And the figures are those of plain polars over the Parquet files."""
    file = tmp_path / "wished.toml"
    file.write_text(FILE, encoding="utf-8")
    assert citadels("run", file, "--out", tmp_path / "run", "--workers", "1").code == 0
    run = load_run(tmp_path / "run", kind="forks")
    (judged,) = of_forks.judge(analyse_forks(run))
    members = {member.group: member for member in judged.members}
    assert (members["king"].wish, members["thief"].wish, members["bishop"].wish) == ((0.10, 0.14), (-0.12, 0.12), None)

    rows = pl.read_parquet(tmp_path / "run" / "forks" / "*.parquet")
    node = ["block", "rotation", "slot"]
    means = rows.group_by(*node, "character").agg(pl.col("win").mean(), pl.col("weight").first())
    effects = means.with_columns(effect=pl.col("win") - pl.col("win").mean().over(node))
    table = effects.group_by(pl.col("character").cast(pl.String)).agg((pl.col("effect") * pl.col("weight")).sum() / pl.col("weight").sum())
    assert {name: members[name].value for name in members} == pytest.approx(dict(table.iter_rows()), abs=1e-12)

    king, thief = members["king"], members["thief"]
    assert king.high is not None
    assert king.high < 0.10  # so weak is no King
    assert judged.state_of(king) == "fails"
    assert (judged.worst.group, judged.word) == ("king", "too weak")
    assert judged.state_of(thief) == "holds"
    shown = citadels("forks", tmp_path / "run")
    assert "Intended effects other than 0: " in shown.out
    assert "King, +12 +/- 2 pp" in shown.out
    assert next(line for line in shown.out.splitlines() if line.startswith(" King")).rstrip().endswith("too weak")

    assert citadels("report", tmp_path / "run", "--out", tmp_path / "report").code == 0
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "he King is too weak, intended +12\u00a0±\u00a02\u00a0pp per pick." in page
    checked = citadels("check", tmp_path / "report", "--declared")
    assert checked.code == 1
    assert "King" in checked.out
    assert "is beyond its limit (intended +12" in checked.out
    again = citadels("forks", tmp_path / "run", "--margin", "character.king=0+-30", "--json")  # another wish of the same run
    verdicts = {row["character"]: row["verdict"] for row in json.loads(again.out)["verdicts"]}
    assert verdicts["king"] == "balanced"


def test_a_search_goes_to_what_is_wanted() -> None:
    question = Question("classic-2000", target=Target("character", "king"), margins={"character": 2.0, "character.king": (-3.0, -1.0)})
    question.check()
    assert question.limit_of(Target("character", "king")) == (-0.03, -0.01)
    assert question.limit_of(Target("character", "thief")) == 0.02
    assert question.target is not None
    assert question.target.distance(0.0, question.limit_of(question.target)) == pytest.approx(0.01)
    assert question.keys("forks", 10)["margins"] == {"character": 2.0, "character.king": (-3.0, -1.0)}
