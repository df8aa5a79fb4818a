"""Claims that people make: every one has a verdict or a reason, a verdict answers what is asked now, and faults are one message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer

from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.decisions import KINDS
from citadels_sim.errors import CitadelsError
from scripts._site.claims import pages, written
from scripts.research.claims import CLAIMS, VERDICTS, Rule, asked, at_level, falling, judged, main, overall, read_claims, words_of

ONE = """
[levels.beginners]
bot = "builder"
nodes = 20
games = 20
deals = 2

[[claim]]
id = "1"
claim = "Gold is better than cards."
source = "guide"
command = "{command}"
figure = "options_by_act.option_effect"
rule = [{{ group = "gold", above = "cards" }}]
"""
COMMAND = "forks --what gather --variant classic-2000 --players 2 --replicates 1 --workers 1"


def row(low: float, high: float) -> dict[str, Any]:
    return {"value": (low + high) / 2, "low": low, "high": high, "note": ""}


def test_every_claim_has_a_verdict_on_what_it_asks_now_or_a_reason() -> None:
    results = json.loads(VERDICTS.read_text(encoding="utf-8"))["claims"]
    claims = read_claims(CLAIMS)
    assert len(claims.claim) >= 50
    assert set(results) == {claim.id for claim in claims.claim if not claim.reason}
    assert {claim.id: asked(claim) for claim in claims.claim if not claim.reason} == {name: one["asked"] for name, one in results.items()}
    assert all(set(one["levels"]) == set(claims.levels) for one in results.values())


def test_the_commands_of_claims_ask_for_what_there_is() -> None:
    claims = read_claims(CLAIMS)
    for claim in claims.claim:
        words = words_of(claim, "experts", claims.levels["experts"]) if claim.command else []
        if "--where" in words:
            parse_condition(words[words.index("--where") + 1])
        if "--what" in words:
            assert words[words.index("--what") + 1] in {"crown", *KINDS}


def test_the_page_has_every_claim_its_command_and_its_verdict() -> None:
    page = pages()["claims/index.md"]
    assert "a claim that bots contradict may be right at your table" in page
    for claim in read_claims(CLAIMS).claim:
        assert f"(claim-{claim.id})=" in page
    assert page.count("**Not asked:**") == sum(bool(claim.reason) for claim in read_claims(CLAIMS).claim)
    assert "nan" not in page.lower().replace("finan", "")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([{"group": "a", "above": 0}], "supported"),
        ([{"group": "a", "below": 0}], "contradicted"),
        ([{"group": "a", "above": 2}], "not shown"),
        ([{"group": "a", "above": "b"}], "supported"),
        ([{"group": "b", "above": "a"}], "contradicted"),
        ([{"group": "a", "above": "c"}], "not shown"),
        ([{"group": "a", "above": 0}, {"group": "b", "above": 0}], "contradicted"),
        ([{"group": "a", "above": 0}, {"group": "c", "above": 0}], "not shown"),
        ([{"group": "few", "above": 0}], "not shown"),
        ([{"group": "missing", "above": 0}], "not shown"),
    ],
)
def test_a_rule_holds_where_the_whole_interval_lies_on_its_side(rules: list[dict[str, Any]], expected: str) -> None:
    rows = {"a": row(1, 3), "b": row(-3, -1), "c": row(-1, 2), "few": row(1, 3) | {"note": "too few"}}
    assert at_level([Rule.model_validate(rule) for rule in rules], rows) == expected


def test_levels_that_disagree_depend() -> None:
    assert overall(["supported", "not shown", "not shown"]) == "supported"
    assert overall(["supported", "contradicted", "not shown"]) == "depends"
    assert overall(["not shown", "not shown", "contradicted"]) == "depends"  # beginners alone
    assert overall(["not shown", "supported", "supported"]) == "supported"
    assert overall(["supported"]) == "supported"
    assert overall(["not shown"] * 3) == "not shown"
    falls = Rule.model_validate({"group": "a", "falls": True})
    assert falling(falls, {"beginners": {"a": row(3, 4)}, "experts": {"a": row(1, 2)}}) == "supported"
    assert falling(falls, {"beginners": {"a": row(1, 2)}, "experts": {"a": row(3, 4)}}) == "contradicted"
    assert falling(falls, {"beginners": {"a": row(1, 3)}, "experts": {"a": row(2, 4)}}) == "not shown"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("figure =", "figur ="), "claim.0.figur: Extra inputs are not permitted"),
        (('source = "guide"', 'source = "dream"'), "claim.0.source: Input should be 'guide'"),
        (("above", "abov"), "claim.0.rule.0.abov"),
        ((', above = "cards"', ""), "a rule has one of above, below and falls = true"),
        (('figure = "options_by_act.option_effect"', ""), "a claim has command, figure and rule, or the reason"),
        (("option_effect", "option_efect"), "Did you mean 'options_by_act.option_effect'?"),
        (("rule =", "sizes = { champions = 9 }\nrule ="), "claim 1: sizes.champions: levels are beginners"),
        (("levels.beginners", "levels.champions"), "levels.champions: levels are experts, regulars, beginners"),
    ],
)
def test_a_claim_that_cannot_be_read_is_one_message(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(ONE.format(command=COMMAND).replace(*change))
    with pytest.raises(CitadelsError) as caught:
        read_claims(file)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_claims_is_played_and_written(tmp_path: Path) -> None:
    file, out = tmp_path / "claims.toml", tmp_path / "verdicts.json"
    file.write_text(ONE.format(command=COMMAND).replace("nodes = 20", "nodes = 60"))
    main(str(file), str(tmp_path / "runs"), str(out))
    data = json.loads(out.read_text())
    figures = data["claims"]["1"]["levels"]["beginners"]["figures"]
    assert set(figures) == {"gold", "cards"}
    assert figures["gold"][0] == pytest.approx(-figures["cards"][0], abs=1e-4)
    page = written(read_claims(file), data)
    assert "Gold is better than cards." in page
    assert "citadels forks --what gather" in page
    claims = read_claims(file)
    assert judged(claims.claim[0], {"beginners": {}}, claims.levels)["verdict"] == "not shown"
    assert "| beginners | 60 nodes of builder |" in page


def test_what_is_answered_is_kept_and_what_is_asked_otherwise_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, out = tmp_path / "claims.toml", tmp_path / "verdicts.json"
    text = ONE.format(command=COMMAND).replace("nodes = 20", "nodes = 60")
    file.write_text(text)
    main(str(file), str(tmp_path / "runs"), str(out))
    before = json.loads(out.read_text())
    asked_for: list[list[str]] = []
    monkeypatch.setattr("scripts.research.claims.played", lambda claim, words, folder: asked_for.append(list(words)) or folder)
    monkeypatch.setattr("scripts.research.claims.figures_of", lambda run, figure: {"gold": row(1, 2), "cards": row(-2, -1)})
    main(str(file), str(tmp_path / "runs"), str(out))
    assert (json.loads(out.read_text()), asked_for) == (before, [])
    file.write_text(text + "sizes = { beginners = 90 }\n")
    main(str(file), str(tmp_path / "runs"), str(out))
    assert [words[words.index("--nodes") + 1] for words in asked_for] == ["90"]
    level = json.loads(out.read_text())["claims"]["1"]["levels"]["beginners"]
    assert (level["played"], level["verdict"]) == ("90 nodes of builder", "supported")


def test_a_claim_whose_command_fails_is_one_message_with_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(ONE.format(command=COMMAND.replace("gather", "bewitch")))
    with pytest.raises(typer.Exit) as stopped:
        main(str(file), str(tmp_path / "runs"), str(tmp_path / "verdicts.json"))
    assert stopped.value.exit_code == 2
    said = capsys.readouterr().out
    assert "claims: claim 1: `citadels forks --what bewitch" in said
    assert "'bewitch' does not occur in classic-2000" in said
