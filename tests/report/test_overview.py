"""The first page: its sentences rank what is out of balance, its blocks name their tables, and what a study hands over stands on it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from syrupy.assertion import SnapshotAssertion

from citadels_sim.designs.why import WHOLE
from citadels_sim.judge.criteria import CRITERIA, Judgement, Member, settle
from citadels_sim.limits import LIMITS
from citadels_sim.report import ReportPaths, overview, read
from citadels_sim.report.card import sentence
from citadels_sim.report.chapters.by_skill import characters_by_skill
from citadels_sim.report.chapters.robustness import over_bots
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.number_curve import curve_block, curve_table
from citadels_sim.report.overview import overview_html
from citadels_sim.report.overview.proposals import proposals
from citadels_sim.report.overview.summary import first_choice, sentences
from citadels_sim.report.overview.words import member_figure, player_words
from citadels_sim.report.robustness import judged_members
from citadels_sim.report.study_facts import NumberCurve, NumberPoint, Proposal, RuleSearch, StudyFacts
from citadels_sim.report.where import edition
from citadels_sim.show import page
from citadels_sim.show.axis import axis
from citadels_sim.show.blocks import Row
from citadels_sim.show.drawing import Dots, Where, tone
from citadels_sim.show.values import Value
from tests.report.test_report import Page

LIMIT = {name: form.scaled(form.usual) for name, form in LIMITS.items()}


def judged(
    criterion: str,
    *members: tuple[str, float],
    players: int = 4,
    variant: str = "classic-2000",
    width: float = 0.005,
    lineup: str = "builder",
) -> Judgement:
    """A judgement whose members have intervals of a width."""
    side, limit = CRITERIA[criterion].side, LIMIT[criterion]
    result = tuple(Member(name, x, x - width, x + width, x - width / 2, x + width / 2) for name, x in members)
    state, worst = settle(result, side, limit), max(result, key=lambda member: abs(member.value))
    return Judgement(criterion, variant, players, lineup, state, "", limit, worst, result, 1000, 1000, None, {})


def evidence(*judgements: Judgement) -> Any:
    titles = {one.variant: one.variant for one in judgements}
    lineups = list(dict.fromkeys(one.lineup for one in judgements)) or ["builder"]
    alone = [lineup for lineup in lineups if "," not in lineup]
    known = {"titles": titles, "lineups": lineups, "families": alone, "shown": lambda _: [], "runs_of": lambda _: []}
    return SimpleNamespace(verdicts=list(judgements), **known, reaches={}, changed=None, confirming=(), own={})


def test_the_first_sentence_is_about_what_lies_most_limits_beyond_its_limit(snapshot: SnapshotAssertion) -> None:
    result = evidence(
        judged("seat", ("0", 0.05), ("1", 0.0)),  # 1.5 limits beyond
        judged("dead_turns", ("all", 0.20)),  # a third
        judged("character", ("king", 0.04), ("thief", -0.03), ("bishop", 0.0)),  # 3 limits
        judged("character", ("king", 0.06), ("thief", 0.0), ("bishop", 0.0), players=5),  # 5 limits
        judged("rounds", ("all", 12.0)),
    )
    first, second, third = sentences(result)
    assert first == snapshot
    assert second.startswith(
        "The seat with the first crown wins too often: 5.0 percentage points [4.5,\u00a05.5] above an even share of wins; at most 2 is "
    )
    assert third == snapshot
    assert (first_choice(result).variant, first_choice(result).players) == ("classic-2000", 5)


def test_a_character_of_the_variants_own_comes_first_whatever_lies_farther_beyond_its_limit() -> None:
    result = evidence(
        judged("dead_turns", ("all", 0.60)),
        judged("character", ("king", 0.08), ("idler", -0.03), ("thief", 0.0), variant="mine"),
    )
    assert sentences(result)[0].startswith("Mine: the King is too strong.")
    result.own = {"mine": frozenset({"idler"})}
    first, second, *_ = sentences(result)
    assert first.startswith("Mine: the Idler is too weak. Picking it takes 3.0 percentage points [2.5,\u00a03.5] off the chance of winning")
    assert first.endswith("The King is too strong.")
    assert "murder" in second


def test_where_nothing_is_out_of_balance_the_sentences_count_what_is_shown_and_what_is_not(snapshot: SnapshotAssertion) -> None:
    result = evidence(
        judged("seat", ("0", 0.0)),
        judged("rounds", ("all", 12.0)),
        judged("character", ("king", 0.012), ("thief", 0.0), ("bishop", 0.001), width=0.009),
    )
    first, second, third = sentences(result)
    assert first == snapshot
    assert second == snapshot
    assert third == snapshot


def split_anew(card: str, seed: int, effect: float) -> Any:
    """What the run of a split effect shows, as far as its whole is read."""
    whole = Row("The whole effect", (Value(effect, effect - 0.01, effect + 0.01),), WHOLE)
    run = SimpleNamespace(manifest=SimpleNamespace(experiment=SimpleNamespace(seed=seed, what=card)))
    block = SimpleNamespace(cell=("classic-2000", 4, "builder"), rows=[Row("Income", (Value(0.5, 0.4, 0.6),), "income"), whole])
    return SimpleNamespace(analysis=SimpleNamespace(run=run), blocks=[block])


@pytest.mark.parametrize(("seed", "said"), [(250_001, True), (1, False)])
def test_a_finding_on_a_character_says_what_it_comes_to_on_fresh_deals(seed: int, said: bool) -> None:
    result = evidence(judged("character", ("king", 0.06), ("thief", -0.05), ("bishop", 0.0)))
    result.shown = lambda _: [split_anew("king", seed, 0.03), split_anew("thief", seed, -0.02)]
    result.runs_of = lambda _: [SimpleNamespace(manifest=SimpleNamespace(experiment=SimpleNamespace(seed=1)))]
    first = sentences(result)[0].replace("\u00a0", " ")
    assert ("beginners (builder); on fresh deals +3.0 pp [2.0, 4.0])." in first) is said
    assert first.endswith(" On fresh deals: the Thief −2.0 pp [−3.0, −1.0] (4 players).") is said


def test_other_members_that_fail_the_same_way_are_named_before_those_that_fail_the_other_way() -> None:
    result = evidence(judged("character", ("king", -0.06), ("thief", 0.05), ("bishop", -0.04), ("warlord", 0.0)))
    assert sentences(result)[0].endswith("beginners (builder)). The Bishop is also too weak; the Thief is too strong.")


@pytest.mark.parametrize(
    ("criterion", "group", "value", "width", "start", "figure"),
    [
        ("character", "king", 0.033, 0.028, "The King may be too strong.", "adds 3.3 percentage points [0.5, 6.1] to the chance of"),
        ("character", "king", -0.03, 0.025, "The King may be too weak.", "takes 3.0 percentage points [0.5, 5.5] off the chance of"),
        ("seat", "0", 0.03, 0.025, "The seat with the first crown may win too often:", "3.0 percentage points [0.5, 5.5] above an even"),
        ("seat", "0", -0.03, 0.02, "The seat with the first crown may win too seldom:", "3.0 percentage points [1.0, 5.0] below an even"),
        ("rounds", "all", 21.0, 1.0, "Games may be too long.", "19 of 20 are over by round 21 [20, 22]; the limit is round 20"),
        ("dead_turns", "all", 0.16, 0.02, "Too many turns may be lost to murder", "16.0 % [14.0, 18.0]; at most 15 % is allowed"),
        ("interaction", "all", 0.52, 0.04, "Players may hit each other too often:", "0.52 [0.48, 0.56] hits per turn;"),
        ("decisiveness", "all", 1.0, 0.03, "Games may be decided too late:", "after 100 % [97, 103] of the rounds on average;"),
        ("skill", "learner", 0.09, 0.03, "Skill may not be rewarded. Where the best bot", "it gains 9 % [6, 12] of"),
    ],
)
def test_a_doubt_is_worded_as_one_with_its_interval(
    criterion: str, group: str, value: float, width: float, start: str, figure: str
) -> None:
    lineup = "learner,planner" if criterion == "skill" else "learner"
    doubt = judged(criterion, (group, value), width=width, lineup=lineup)
    assert doubt.state == "open"
    (said,) = (text.replace("\u00a0", " ") for text in sentences(evidence(doubt)) if " may " in text)
    assert said.startswith(start)
    assert figure in said
    assert "undecided)" in said
    assert "More games" not in said


@pytest.mark.parametrize(("criterion", "group"), [("character", "king"), ("seat", "0")])
@pytest.mark.parametrize("value", [0.032, -0.032])
def test_what_may_as_well_lie_on_the_other_side_is_counted_and_not_named(criterion: str, group: str, value: float) -> None:
    doubt = judged(criterion, (group, value), width=0.055)
    assert doubt.state == "open"
    said = " ".join(sentences(evidence(doubt)))
    assert " may " not in said
    assert "undecided" in said.lower()


def test_a_doubt_says_what_would_settle_it_or_nothing() -> None:
    said = {
        width: sentences(evidence(judged("character", ("king", value), width=width)))[1] for value, width in ((0.017, 0.0075), (0.21, 0.2))
    }
    assert re.search(r"A verdict needs (about )?[\d,]+( to [\d,]+)? nodes\.$", said[0.0075])
    assert said[0.2].endswith("undecided).")


@pytest.mark.parametrize("bound", [0.067, -0.067])
def test_a_finding_has_the_digits_and_the_interval_of_its_chart(bound: float) -> None:
    one = judged("character", ("king", bound), ("thief", 0.0), width=0.035)
    first = sentences(evidence(one))[0]
    shown = member_figure("character", one.worst)
    figure = shown.text.removesuffix("\u00a0pp").lstrip("+−")
    assert f" {figure} percentage points [3,\u00a010]" in first
    assert shown.interval in ("[3,\u00a010]", "[−10,\u00a0−3]")


def test_what_is_shown_at_one_table_is_not_called_doubtful_for_another() -> None:
    result = evidence(
        judged("character", ("king", 0.04), ("thief", 0.0)),
        judged("character", ("king", 0.015), ("thief", 0.0), players=5, width=0.01),
    )
    assert [text for text in sentences(result) if " may be too " in text] == []


@pytest.mark.rotated(1)  # of a part of its cases the other snapshots would count as unused
@pytest.mark.parametrize("order", [("learner", "planner"), ("planner", "learner")])
def test_the_strongest_bot_speaks_and_a_weaker_one_that_says_otherwise_stands_behind_it(
    order: tuple[str, str], snapshot: SnapshotAssertion
) -> None:
    effects = {
        "learner": (("witch", -0.03), ("alchemist", -0.06), ("king", 0.0), ("thief", 0.0)),
        "planner": (("witch", 0.05), ("alchemist", 0.09), ("king", 0.08), ("thief", 0.0)),
    }
    result = evidence(*(judged("character", *effects[bot], lineup=bot) for bot in order))
    first, *others = sentences(result)
    assert first == snapshot
    assert others[0] == snapshot
    assert result.lineups[first_choice(result).lineup] == "learner"


def test_levels_of_skill_that_say_otherwise_alike_are_named_together() -> None:
    effects = {"learner": 0.05, "planner": 0.0, "builder": 0.0}
    result = evidence(*(judged("character", ("king", effect), ("thief", 0.0), lineup=bot) for bot, effect in effects.items()))
    assert "; not so for regulars (planner) and beginners (builder): within its limit)" in sentences(result)[0]


def test_weaker_players_that_contradict_each_other_are_named_by_their_level() -> None:
    effects = {
        "learner": (("king", 0.0), ("thief", 0.0)),
        "planner": (("king", 0.04), ("thief", 0.0)),
        "builder": (("king", -0.04), ("thief", 0.0)),
    }
    said = " ".join(sentences(evidence(*(judged("character", *effects[bot], lineup=bot) for bot in effects))))
    assert (
        "The King is shown to be too strong only for regulars (planner) (4 players): −4.0\u00a0pp [−4.5,\u00a0−3.5] (too weak) for " in said
    )
    assert "weaker players" not in said


def test_others_that_weaker_players_make_too_strong_are_named_with_those_players() -> None:
    """Not "the same holds for the Witch" where one level alone finds that."""
    effects = {
        "learner": (("wizard", 0.0), ("witch", 0.0), ("thief", 0.0)),
        "planner": (("wizard", 0.07), ("witch", 0.0), ("thief", 0.03)),
        "builder": (("wizard", 0.05), ("witch", 0.04), ("thief", 0.03)),
    }
    said = " ".join(sentences(evidence(*(judged("character", *effects[bot], lineup=bot) for bot in effects))))
    assert "The Wizard is shown to be too strong only for weaker players (4 players): " in said
    assert " for experts (learner). The same holds for the Thief. Too strong for beginners (builder): the Witch." in said


def test_what_is_so_at_every_level_of_skill_comes_first() -> None:
    effects = {
        "learner": (("king", -0.02), ("thief", -0.06), ("bishop", 0.0), ("queen", 0.0)),
        "planner": (("king", -0.03), ("thief", 0.0), ("bishop", 0.04), ("queen", -0.04)),
        "builder": (("king", -0.08), ("thief", 0.05), ("bishop", 0.06), ("queen", -0.09)),
    }
    first, second, _ = sentences(evidence(*(judged("character", *effects[bot], lineup=bot) for bot in effects)))
    assert first.startswith("The King is too weak. Picking it takes 2.0 percentage points [1.5,\u00a02.5] off")
    assert first.endswith(
        "(4 players; the same at every level of skill). The Thief is also too weak. Not so for beginners (builder): the Thief is "
        "too strong (4 players)."
    )
    assert second.startswith("The Bishop is shown to be too strong only for weaker players (4 players): +6.0\u00a0pp [5.5,\u00a06.5] for ")
    assert "Queen" not in second  # too weak for weaker players alone, who can learn


def test_what_weaker_players_make_too_strong_is_said_of_every_edition_with_its_name() -> None:
    result = evidence(
        judged("character", ("king", 0.0), ("thief", 0.0), lineup="learner", variant="dark-city"),
        judged("character", ("king", 0.05), ("thief", 0.03), lineup="builder", variant="dark-city"),
        judged("rounds", ("all", 12.0), lineup="learner", variant="classic-2000"),
    )
    (weaker,) = (text for text in sentences(result) if "weaker" in text)
    assert weaker.startswith("Dark City: the King")
    assert weaker.endswith(" The same holds for the Thief.")


def test_the_weaker_bot_speaks_where_no_stronger_one_was_asked() -> None:
    result = evidence(
        judged("character", ("king", 0.05), ("thief", 0.0), lineup="planner", players=5),
        judged("character", ("king", 0.0), ("thief", 0.0), lineup="learner", players=4),
    )
    assert "(5 players, regulars (planner))" in sentences(result)[0]


def test_a_character_that_fails_both_ways_is_not_named_twice_without_a_reason() -> None:
    result = evidence(
        judged("character", ("king", 0.06), ("thief", 0.03), ("bishop", 0.0)),
        judged("character", ("king", -0.02), ("thief", -0.03), ("bishop", 0.0), players=7),
    )
    assert sentences(result)[0].endswith(
        "The King is too weak with other numbers of players; the Thief is too strong or too weak, depending on the number of players."
    )


@pytest.mark.parametrize("bots", [("learner", "planner"), ("learner", "planner", "builder")])
def test_what_is_said_over_bots_names_them(bots: tuple[str, ...]) -> None:
    members = {bot: (("0", 0.05), ("1", 0.0 if bot == "learner" else 0.04)) for bot in bots}
    (block,) = over_bots(judged_members(judged("seat", *members[bot], lineup=bot) for bot in bots), bots)
    named = "learner and planner" if len(bots) == 2 else "learner, planner and builder"
    assert block.finding == f"No seat is shown to have opposite signs with {named}. Beyond limits with each of them: First crown."
    drawn = page.drawn(block, Where(""))
    assert isinstance(drawn, Dots)
    assert [(len(row.marks), row.figure.text) for row in drawn.rows] == [
        (len(bots), "+5.0 to +5.0\u00a0pp"),
        (len(bots), "0.0 to +4.0\u00a0pp"),
    ]
    assert drawn.rows[1].line == (drawn.axis.at(0.0), drawn.axis.at(4.0))
    assert [mark.look for mark in drawn.rows[1].marks] == ["holds", *["fails"] * (len(bots) - 1)]


AHEAD = "learner:think=15"


@pytest.mark.parametrize(
    ("effect", "width", "words"),
    [
        (0.05, 0.01, "confirm it: +5.0\u00a0pp [4.0,\u00a06.0]"),
        (0.02, 0.03, "leave it undecided: +2\u00a0pp [-1,\u00a05]"),
        (0.0, 0.005, "contradict it: 0.0\u00a0pp [-0.5,\u00a00.5]"),
        (-0.02, 0.015, "contradict it: -2.0\u00a0pp [-3.5,\u00a0-0.5]"),
        (-0.05, 0.01, "contradict it: -5.0\u00a0pp [-6.0,\u00a0-4.0]"),
    ],
)
def test_experts_who_think_ahead_confirm_a_headline_or_do_not_in_the_same_sentence(effect: float, width: float, words: str) -> None:
    for sign, claim in ((1, "strong"), (-1, "weak")):
        result = evidence(judged("character", ("king", 0.04 * sign), ("thief", 0.0), lineup="learner"))
        result.confirming = (judged("character", ("king", effect * sign), ("thief", 0.0), lineup=AHEAD, width=width),)
        first = sentences(result)[0]
        assert first.startswith(f"The King is too {claim}")
        said = first.split("experts who think ahead (learner:think=15) ")[1].split(")")[0]
        assert said.split(": ")[0] == words.split(": ")[0]
        if sign > 0:
            assert said.replace("\u2212", "-") == words


def test_a_character_that_follows_is_not_named_without_what_contradicts_it() -> None:
    result = evidence(judged("character", ("king", 0.06), ("thief", 0.05), ("bishop", -0.04), ("warlord", 0.0), lineup="learner"))
    agreed = judged("character", ("king", 0.06), ("thief", 0.0), ("bishop", 0.03), ("warlord", 0.0), lineup=AHEAD)
    result.confirming = (agreed,)
    assert (
        sentences(result)[0]
        .replace("\u2212", "-")
        .endswith(
            "experts who think ahead (learner:think=15) confirm it: +6.0\u00a0pp [5.5,\u00a06.5]). The Thief is also too strong; "
            "the Bishop is too weak. Experts who think ahead (learner:think=15) disagree on the Thief (4 players: "
            "0.0\u00a0pp [-0.5,\u00a00.5]) and the Bishop (4 players: +3.0\u00a0pp [2.5,\u00a03.5])."
        )
    )


def test_of_several_tables_it_is_said_where_it_is_confirmed() -> None:
    result = evidence(*(judged("character", ("king", 0.05), ("thief", 0.0), lineup="learner", players=players) for players in (4, 5)))
    result.confirming = (judged("character", ("king", 0.06), ("thief", 0.0), lineup=AHEAD, players=5),)
    assert "; experts who think ahead (learner:think=15) confirm it at 5 players: +6.0" in sentences(result)[0]


def test_too_few_nodes_confirm_nothing_and_contradict_nothing() -> None:
    result = evidence(judged("character", ("king", 0.05), ("thief", 0.0), lineup="learner"))
    result.confirming = (replace(judged("character", ("king", 0.06), ("thief", 0.0), lineup=AHEAD), n=20, blocks=20),)
    assert sentences(result)[0].endswith("experts who think ahead (learner:think=15) leave it undecided: too few nodes for a figure).")


@pytest.mark.rotated(1)  # of a part of its cases the other snapshots would count as unused
@pytest.mark.parametrize("absent", [False, True])
def test_what_weaker_players_find_is_not_said_without_experts_that_have_too_few_nodes_for_a_figure(
    snapshot: SnapshotAssertion, *, absent: bool
) -> None:
    king = judged("character", ("king", 0.0), ("thief", 0.0), lineup="learner")
    few = replace(king.members[0], low=None, high=None, inner_low=None, inner_high=None)
    experts = replace(king, members=king.members[1:] if absent else (few, king.members[1]))
    others = (judged("character", ("king", effect), ("thief", 0.0), lineup=bot) for bot, effect in (("planner", 0.05), ("builder", 0.06)))
    (weaker,) = (text for text in sentences(evidence(experts, *others)) if "weaker" in text)
    assert weaker == snapshot


def test_what_experts_have_too_few_nodes_for_is_not_called_a_weaker_players_alone() -> None:
    judgements = [judged("character", ("king", 0.05), ("thief", 0.0), lineup=bot) for bot in ("learner", "builder")]
    few = replace(judgements[0].members[0], low=None, high=None, inner_low=None, inner_high=None)
    judgements[0] = replace(judgements[0], members=(few, judgements[0].members[1]))
    (block,) = characters_by_skill(
        cast("Evidence", SimpleNamespace(judgements=judgements, families=["learner", "builder"], confirming=()))
    ).blocks
    assert block.finding == "Too strong for beginners (builder): King."


@pytest.mark.parametrize("beside", [(), ("planner",)])
def test_experts_who_think_ahead_have_the_last_column_and_judge_nothing(beside: tuple[str, ...]) -> None:
    judgements = [
        judged("character", ("king", 0.05), ("thief", -0.05), ("bishop", 0.04), ("queen", 0.0), lineup=bot) for bot in ("learner", *beside)
    ]
    ahead = judged("character", ("king", 0.06), ("thief", 0.0), ("bishop", 0.01), ("queen", 0.06), lineup=AHEAD)
    shown = SimpleNamespace(judgements=judgements, families=["learner", *beside], confirming=(ahead,))
    made = characters_by_skill(cast("Evidence", shown))
    (block,) = made.blocks
    assert [column.head for column in block.columns][-1] == "Experts who think ahead (learner:think=15)"
    assert len(block.columns) == 2 + len(beside)
    by_levels = "Too strong for all: King and Bishop. Too weak for all: Thief. " if beside else ""
    ahead_words = "Experts who think ahead (learner:think=15) confirm King; leave Bishop undecided; contradict Thief."
    assert block.finding == by_levels + ahead_words
    assert made.files["by_skill"].filter(lineup=AHEAD)["character"].to_list() == ["king", "thief", "bishop", "queen"]


def test_characters_by_skill_have_a_column_for_each_level_and_the_experts_order_them(snapshot: SnapshotAssertion) -> None:
    effects = {
        "builder": (("king", -0.08), ("thief", 0.05), ("bishop", 0.06), ("queen", 0.0)),
        "planner": (("king", -0.03), ("thief", 0.0), ("bishop", 0.0), ("queen", 0.0)),
        "learner": (("king", -0.02), ("thief", -0.06), ("bishop", 0.0), ("queen", 0.03)),
    }
    judgements = [judged("character", *members, lineup=bot) for bot, members in effects.items()]
    made = characters_by_skill(cast("Evidence", SimpleNamespace(judgements=judgements, families=list(effects), confirming=())))
    (block,) = made.blocks
    assert [column.head for column in block.columns] == ["Experts (learner)", "Regulars (planner)", "Beginners (builder)"]
    assert [row.head for row in block.rows] == ["Queen", "Bishop", "King", "Thief"]
    assert block.finding == snapshot
    table = made.files["by_skill"]
    assert table.filter(character="queen")["skill"].to_list() == ["beginners", "regulars", "experts"]
    assert table.filter(character="queen", lineup="learner")["verdict"].to_list() == ["too strong"]


def test_one_bot_has_no_table_by_skill() -> None:
    one = SimpleNamespace(judgements=[judged("character", ("king", 0.0))], families=["builder"], confirming=())
    assert characters_by_skill(cast("Evidence", one)).blocks == ()


def test_skill_names_whom_it_was_measured_against() -> None:
    one = judged("skill", ("learner", 0.02), ("planner", -0.02), lineup="learner,planner", width=0.01)
    (first, *_) = sentences(evidence(one))
    assert first.startswith(
        "Skill is not rewarded. Where the best bot and planner take the seats in turn, it gains 2.0\u00a0% [1.0,\u00a03.0] of the possible"
    )
    shown = SimpleNamespace(judgements=[one], reaches={})
    assert sentence(cast("Evidence", shown), one).startswith("Where learner and planner take the seats in turn, learner gains 2.0\u00a0% [")


def test_where_every_check_holds_the_first_sentence_says_so(snapshot: SnapshotAssertion) -> None:
    assert sentences(evidence(judged("rounds", ("all", 12.0))))[0] == snapshot


def test_a_seat_is_named_by_its_distance_from_the_first_crown() -> None:
    (first, *_) = sentences(evidence(judged("seat", ("0", 0.0), ("3", -0.06))))
    assert first.startswith("The seat three places after the first crown wins too seldom: 6.0 percentage points [")


def test_the_length_of_games_says_that_it_is_the_round_by_which_nearly_all_are_over() -> None:
    shown = member_figure("rounds", Member("all", 14.0, 14.0, 15.0, 14.0, 15.0))
    assert (shown.text, shown.interval) == ("95\u00a0% over by round\u00a014", "[14,\u00a015]")


def test_runs_that_answer_no_criterion_say_so() -> None:
    (only,) = sentences(evidence())
    assert only.startswith("No declared limit applies to these runs")


@pytest.mark.parametrize(
    ("variant", "short"),
    [
        ("classic-2000", "Classic"),
        ("dark-city", "Dark City"),
        ("citadels-2016", "2016"),
        ("classic-2000-nine", "Classic Nine"),
        ("citadels-2016-vicious-nobles", "2016 Vicious Nobles"),
        ("my-rules", "My Rules"),
    ],
)
def test_an_edition_has_a_short_name(variant: str, short: str) -> None:
    assert edition(variant) == short


def test_numbers_of_players_in_a_row_are_a_range() -> None:
    assert player_words([4]) == "4 players"
    assert player_words([7, 4, 5, 6]) == "4 to 7 players"
    assert player_words([4, 6]) == "4 and 6 players"


def test_a_scale_holds_every_value_its_band_and_few_round_ticks() -> None:
    scale = axis([-3.2, 7.9, None], allowed=(-1.0, 1.0), signed=True)
    assert 0 < scale.at(-3.2) < scale.at(0.0) < scale.at(7.9) < 100
    assert scale.band is not None
    assert scale.band[0] == scale.at(-1.0)
    assert scale.band[0] + scale.band[1] == pytest.approx(scale.at(1.0), abs=0.01)
    assert [words for _, words in scale.ticks] == ["0", "+5"]
    assert axis([], signed=True).at(0.0) == axis([], signed=True).zero


@pytest.mark.parametrize("most", [0.3, 0.7, 1.0, 1.3, 2.0, 3.8, 4.6, 4.9, 8.0, 11.0, 40.0])
def test_a_scale_has_two_ticks_at_least_and_six_at_most(most: float) -> None:
    assert 2 <= len(axis([-4.5 / 5 * most, most], allowed=(-1.0, 1.0), signed=True).ticks) <= 6
    assert 2 <= len(axis([-1.2 * most, most], signed=True).ticks) <= 6
    assert [words for _, words in axis([-4.5, 3.8], allowed=(-1.0, 1.0), signed=True).ticks] == ["−4", "−2", "0", "+2", "+4"]


def test_a_tint_grows_with_the_size_in_margins() -> None:
    assert [tone(value, 0.01) for value in (0.009, 0.012, 0.025, -0.05)] == ["", "up1", "up2", "down3"]


def test_the_blocks_of_a_report_name_tables_that_were_played(report: ReportPaths) -> None:
    page = Page(report.page.read_text(encoding="utf-8"))
    blocks = [attrs for _, attrs in page.tags if "data-variant" in attrs]
    assert {attrs["data-players"] for attrs in blocks} == {"", "4", "5"}
    assert {attrs["data-variant"] for attrs in blocks} <= {"", "classic-2000"}
    ids = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    assert {attrs["href"] for attrs in page.tags_of("a")} - {f"#{name}" for name in ids} == {"details.html"}
    text = " ".join("".join(page.text).split())
    assert "Bots are not people." in text
    assert "Within limits at every table: length and dead turns. Undecided: seats at 2 of 2 tables." in text
    assert "Not played: effect of picking each character. citadels forks --variant classic-2000" in text
    assert not [attrs for _, attrs in page.tags if "style" in attrs]


def searched(run: Path, before: float, difference: float, *, found: bool = True, width: float = 0.01) -> RuleSearch:
    """A search for the seat with the first crown, which measured it so far from what the page says, and moves it so far."""
    figure = seat(run)[1].value + before
    proposal = Proposal(
        "Give the crown's holder one gold less.",
        'name = "<b>mine</b>"\n',
        (figure, figure - width, figure + width),
        (figure + difference, figure + difference - width, figure + difference + width),
        (difference, difference - width, difference + width),
        "holds",
        500,
        ("Games are 0.3 rounds longer.",),
    )
    shown = (proposal,) if found else ()
    return RuleSearch("seat", "classic-2000", 4, "builder", "0", 162, 29, "fails", shown, None if found else proposal)


def seat(run: Path) -> tuple[Judgement, Member]:
    (one,) = (one for one in read([run]).judgements if (one.criterion, one.players) == ("seat", 4))
    return one, next(member for member in one.members if member.group == "0")


def words_of(run: Path, *searches: RuleSearch) -> str:
    page = Page(overview_html(read([run]), StudyFacts(searches, ("Casts were not searched: 4,000 games are too few.",))))
    return " ".join("".join(page.text).split())


def test_a_study_shows_what_to_try_next_and_what_it_left_out(run: Path) -> None:
    search = searched(run, 0.0, -0.04)
    shown = words_of(run, search)
    for words in (
        "Give the crown's holder one gold less.",
        "First crown: −4.0 pp [−5.0, −3.0] with this change, then within limits.",
        "29 of 162 changes were tried.",
        "Games are 0.3 rounds longer.",
        'name = "<b>mine</b>"',
        "Casts were not searched",
    ):
        assert words in shown
    text = overview_html(read([run]), StudyFacts((search,)))
    assert Page(text).tags_of("b")
    assert re.search(r"<b>mine", text) is None
    weak = replace(search, proposals=(replace(search.proposals[0], state="fails"),))
    assert "with this change, still beyond limits." in words_of(run, weak)


def test_what_a_figure_was_before_is_what_the_page_says_elsewhere(run: Path) -> None:
    """One figure has one estimate: that of the study, and not a second one of the search."""
    (shown,) = proposals(read([run]), StudyFacts((searched(run, 0.013, -0.04, width=0.02),)))
    assert shown.effect is not None
    before, after = shown.effect.rows
    assert (before.head, before.figure) == ("Before", member_figure("seat", seat(run)[1]))
    assert (after.head, after.state) == ("After", "holds")


@pytest.mark.parametrize(("before", "difference"), [(-0.3, 0.04), (0.3, -0.04), (0.0, 0.04)])
def test_what_the_figure_of_the_page_contradicts_is_not_shown(run: Path, before: float, difference: float) -> None:
    shown = words_of(run, searched(run, before, difference))
    assert "one gold less" not in shown
    assert "First crown: no change was shown to help" in shown


def test_where_no_change_is_shown_to_help_the_page_says_how_many_were_tried_and_names_the_nearest(run: Path) -> None:
    shown = words_of(run, searched(run, 0.0, -0.004, found=False))
    assert "First crown: no change was shown to help" in shown
    assert "29 of 162 changes were tried; none was shown to help. Nearest: Give the crown's holder one gold less: −0.4 pp" in shown


def test_a_nearest_change_that_moves_the_figure_once_failed_the_test_before(run: Path) -> None:
    """Its interval leaves 0 out, so the sentence must not say that nothing is shown."""
    shown = words_of(run, searched(run, 0.0, -0.004, found=False, width=0.003))
    assert "First crown: no change was shown to help in both tests" in shown
    assert "changes were tried; none was shown to help in both tests on fresh deals. Nearest: Give the crown's holder" in shown


@pytest.mark.parametrize("none", [True, False])
def test_a_change_that_takes_the_figure_farther_is_not_called_the_nearest(run: Path, none: bool) -> None:
    search = searched(run, 0.0, 0.03, found=False)
    shown = words_of(run, replace(search, nearest=None) if none else search)
    assert "none was shown to help. The best of them came no nearer to the limit on fresh deals." in shown
    assert "one gold less" not in shown


def test_what_the_page_shows_to_be_within_its_limit_needs_no_change(run: Path) -> None:
    within = cast(Evidence, SimpleNamespace(judgements=[replace(seat(run)[0], limit=0.9)], limits=LIMIT))
    assert proposals(within, StudyFacts((searched(run, 0.0, -0.04),))) == []


@pytest.mark.parametrize(("value", "shown"), [(0.03, 1), (-0.03, 0), (0.0, 0), (0.011, 1)])
def test_a_change_that_the_bot_that_judges_contradicts_is_not_shown(value: float, shown: int) -> None:
    """The search played with `builder`, which finds the Architect too strong; what `learner` finds of him goes before that."""
    weak = judged("character", ("architect", 0.03))
    strong = replace(judged("character", ("architect", value)), lineup="learner")
    found = Proposal("A change.", "", (0.03, 0.02, 0.04), (0.01, 0.0, 0.02), (-0.02, -0.03, -0.01), "open", 900, ())
    search = RuleSearch("character", "classic-2000", 4, "builder", "architect", 162, 29, "fails", (found,), None)
    page = SimpleNamespace(judgements=[strong, weak], limits=LIMIT, lineups=["learner", "builder"], changed=None)
    assert sum(bool(each.toml == "" and each.effect) for each in proposals(cast(Evidence, page), StudyFacts((search,)))) == shown


def test_the_curve_of_a_number_that_is_proposed_stands_below_the_change(run: Path) -> None:
    points = (NumberPoint(1, (0.01, 0.005, 0.015), None), NumberPoint(3, (-0.04, -0.05, -0.03), (-0.05, -0.06, -0.04)))
    curve = NumberCurve("game.start_gold", "Starting gold of each player", 1, points, 1500)
    for found in (True, False):
        search = replace(searched(run, 0.0, -0.04), curve=curve)
        search = search if found else replace(search, proposals=(), nearest=search.proposals[0])
        shown = words_of(run, search)
        assert "First crown, by starting gold of each player: 3 instead of 1: −5.0 pp [−6.0, −4.0]." in shown
        assert "1 (now)" in shown
        assert "Each value was played on the same deals, which are used for this alone; limit: ± 2 pp." in shown


@pytest.mark.parametrize(
    ("criterion", "figures", "words"),
    [
        (
            "character",
            ((-0.02, -0.03, -0.015), (0.0, -0.005, 0.005), (0.02, 0.0, 0.04)),
            "too weak at 0; balanced at 1 (now); undecided at 2",
        ),
        ("rounds", ((25.0, 24.0, 26.0), (19.0, 19.0, 19.0), None), "beyond limits at 0; within limits at 1 (now)"),
        (
            "interaction",
            ((0.05, 0.04, 0.06), (0.3, 0.2, 0.4), (0.5, 0.4, 0.6)),
            "beyond limits at 0; within limits at 1 (now); undecided at 2",
        ),
    ],
)
def test_a_curve_says_at_which_values_its_figure_is_within_its_limit(criterion: str, figures: tuple[Any, ...], words: str) -> None:
    points = tuple(NumberPoint(value, figure, None) for value, figure in enumerate(figures))
    curve = NumberCurve("game.start_gold", "Starting gold of each player", 1, points, 1500)
    block = curve_block(curve, criterion, "architect", ("classic-2000", 4, "builder"), LIMIT[criterion])
    assert f": {words}. No value is shown to differ from 1." in block.finding
    table = curve_table(curve, criterion, LIMIT[criterion])
    assert table["at"].to_list() == ["0", "1", "2"]
    assert table["verdict"].null_count() == sum(figure is None for figure in figures)
    few = replace(curve, blocks=5)
    assert ": undecided at 0" in curve_block(few, criterion, "architect", ("v", 4, "builder"), LIMIT[criterion]).finding


def test_a_variant_with_the_title_of_its_parent_is_named_in_the_heading() -> None:
    evidence = cast(Evidence, SimpleNamespace(titles={"classic-2000": "Citadels (2000)", "rigged": "Citadels (2000)"}, changed=None))
    assert overview._title(evidence) == "Classic and Rigged compared"
