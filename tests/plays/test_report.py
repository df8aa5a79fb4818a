"""People's games beside those of bots: the arrays, the figures, the blocks, the command and the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.plays.analyse import PlaysAnalysis, analyse_plays, guide_of
from citadels_sim.plays.blocks import show_plays
from citadels_sim.plays.game import PlayedGame
from citadels_sim.plays.store import Kept, write_kept
from citadels_sim.plays.tables import Tables, of_bots, of_people
from citadels_sim.plays.together import plays_beside
from citadels_sim.report import StudyFacts, make_report
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.runner import run_plan
from citadels_sim.statistics.guided_choice import standardised
from citadels_sim.study.folder import PartRecord, StudyRecord, part_folder, write_study
from citadels_sim.study.question import make_question
from tests.small_runs import small

Speak = Callable[..., Any]
RULES = cs.load_variant("classic-2000")
CAST = [name for ids in RULES.at(4).cast.values() for name in ids]
BOTS = ("builder", "raider")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study whose part ``games`` was played."""
    folder = tmp_path_factory.mktemp("study") / "classic-2000"
    keys = {"variants": ["classic-2000"], "players": [4], "bots": list(BOTS), "designs": ["games"], "minutes": 1.0}
    run_plan(make_plan(small(games=300, lineups=[[bot] for bot in BOTS])), part_folder(folder, "games"), [])
    part = PartRecord(steps=(300, 300), seconds=(1.0, 1.0), timed=(300, 300))
    write_study(folder, StudyRecord(question=make_question(keys, "test"), parts={"games": part}))
    return folder


@pytest.fixture(scope="module")
def run(study: Path) -> Run:
    return load_run(part_folder(study, "games"))


@pytest.fixture(scope="module")
def bots(run: Run) -> dict[str, Tables]:
    found = {cell.lineup: of_bots(run, cell.key, CAST) for cell in run.manifest.cells}
    return {name: tables for name, tables in found.items() if tables is not None}


def games_of(run: Run, lineup: str, number: int) -> list[PlayedGame]:
    """The games of bots as people would write them down, read row by row."""
    batch = run.first_blocks(("classic-2000", 4, lineup), number)
    assert batch is not None
    assert batch.turns is not None
    turns = batch.turns.filter(pl.col("seat").is_not_null()).sort("block", "round", "rank").collect().partition_by("block", as_dict=True)
    seats = batch.seats.collect().partition_by("block", as_dict=True)
    games = []
    for row in batch.games.sort("block").collect().iter_rows(named=True):
        key = (row["block"],)
        own, scores = turns[key], {one["seat"]: one for one in seats[key].iter_rows(named=True)}
        order = [(row["first_crown"] + step) % 4 for step in range(4)]
        fields = [
            {
                "characters": own.filter(seat=seat)["character"].to_list(),
                "score": scores[seat]["total"],
                "won": scores[seat]["win"] > 0,
            }
            for seat in order
        ]
        games.append(PlayedGame.model_validate({"rounds": row["rounds"], "seats": fields}))
    return games


def test_games_of_people_are_laid_out_as_those_of_bots(run: Run, bots: dict[str, Tables]) -> None:
    whole = bots["builder"]
    people = of_people(games_of(run, "builder", 300), 4, CAST)
    for name in ("design", "won", "had", "rounds", "best", "mean"):
        np.testing.assert_array_equal(getattr(people, name), getattr(whole, name), err_msg=name)


def test_what_is_not_known_of_a_game_is_left_out(bots: dict[str, Tables]) -> None:
    seats = [{"won": True, "characters": ["king"]}, {"characters": ["thief"]}, {"characters": ["bishop"]}, {}]
    partly = of_people([PlayedGame.model_validate({"seats": seats})], 4, CAST)
    assert not partly.design[:, :, 4:].any()
    assert partly.design[0, :, :4].tolist() == np.eye(4).tolist()
    assert not partly.had.any()
    last = [*seats[:3], {"characters": ["merchant"], "score": 12}]
    ended = of_people([PlayedGame.model_validate({"seated": False, "rounds": 9, "seats": last})], 4, CAST)
    assert ended.design[:, :, 4:].sum() == 4
    assert not ended.design[:, :, :4].any()
    assert not ended.had.any()
    assert np.isnan(ended.best).all()


@pytest.fixture(scope="module")
def analysis(run: Run, bots: dict[str, Tables]) -> PlaysAnalysis:
    return analyse_plays("classic-2000", CAST, games_of(run, "builder", 80), bots, "raider", 0.02)


def test_without_games_the_figures_are_what_bots_lead_to_expect(bots: dict[str, Tables]) -> None:
    nothing = analyse_plays("classic-2000", CAST, [], bots, "raider", 0.02)
    assert all(figure.after == figure.before for figure in (*nothing.seats, *nothing.characters))
    assert all(figure.wins == figure.seats == 0 for figure in nothing.characters)
    assert list(nothing.shares.values()) == pytest.approx([0.5, 0.5])
    for figure in nothing.characters:
        rates = list(figure.bots.values())
        assert figure.before.low < min(rates)
        assert figure.before.high > max(rates)


def test_games_of_one_bot_are_recognised_and_narrow_the_intervals(analysis: PlaysAnalysis) -> None:
    assert analysis.shares["builder"] > 0.8
    figures = (*analysis.seats, *analysis.characters)
    assert sum(figure.after.high - figure.after.low for figure in figures) < 0.8 * sum(f.before.high - f.before.low for f in figures)
    hits = [figure.after.low <= figure.bots["builder"] <= figure.after.high for figure in figures]
    assert sum(hits) >= len(hits) - 1
    for figure in figures:
        half = (figure.after.high - figure.after.low) / 2
        assert figure.narrow > 0 if half > 0.022 else figure.narrow == 0 or half > 0.018
    assert sum(figure.seats for figure in analysis.characters) == 4 * 80
    assert sum(figure.wins for figure in analysis.seats) == pytest.approx(80)


def test_characters_are_judged_in_the_same_games_as_the_figures_of_people(bots: dict[str, Tables]) -> None:
    # Who has a character differs from bot to bot, so a share of wins in the judge's own games is no figure to hold people's against.
    judge = bots["raider"]
    guide = guide_of("raider", judge.design, judge.won)
    found = analyse_plays("classic-2000", CAST, [], bots, "raider", 0.02)
    reference = np.concatenate([tables.design for tables in bots.values()])
    expected = standardised(reference, np.moveaxis(reference, 2, 0), guide.effects[None])[0]
    for figure in found.characters:
        assert figure.target == pytest.approx(expected[4 + CAST.index(figure.group)])
    assert any(abs(figure.target - figure.bots["raider"]) > 0.005 for figure in found.characters)
    assert all(figure.target == 0.25 for figure in found.seats)


def test_games_that_narrow_intervals_are_of_the_undecided_ones(analysis: PlaysAnalysis) -> None:
    blocks = {block.slug: block for block in show_plays([analysis], {}).blocks}
    for kind, figures in (("seats", analysis.seats), ("characters", analysis.characters)):
        undecided = max((figure.narrow for figure in figures if figure.place == "open"), default=0)
        assert ("more games reduce every undecided interval to ± 2 pp." in blocks[f"people-{kind}"].finding) == (undecided > 0)


def test_the_blocks_say_what_the_analysis_found(analysis: PlaysAnalysis) -> None:
    shown = show_plays([analysis], {})
    by_slug = {block.slug: block for block in shown.blocks}
    assert set(by_slug) == {"people-levels", "people-seats", "people-characters", "people-before", "people-had", "people-length"}
    assert by_slug["people-levels"].finding.startswith("Beginners (builder) predict the people at this table best")
    assert [row.key for row in by_slug["people-seats"].rows] == ["0", "1", "2", "3"]
    assert {row.key for row in by_slug["people-characters"].rows} == set(CAST)
    table = shown.tables["people"]
    assert table.height == 12
    assert table.filter(kind="seat")["wins"].sum() == pytest.approx(80)
    far = next(figure for figure in analysis.characters if figure.group == "king")
    assert table.row(by_predicate=pl.col("group") == "king", named=True)["value"] == far.after.value
    needed = [figure for figure in analysis.seats if figure.needed]
    assert all(figure.place == "open" for figure in needed)


def test_a_person_among_bots_is_counted_apart(run: Run) -> None:
    games = games_of(run, "builder", 12)
    mixed = [
        game.model_copy(update={"seats": (game.seats[0], *(one.model_copy(update={"bot": "raider"}) for one in game.seats[1:]))})
        for game in games
    ]
    kept = Kept(variant="classic-2000", rules=RULES.digest, games=tuple(mixed))
    (block,) = plays_beside([kept], [run]).blocks
    assert block.slug == "people-among-bots"
    wins = sum(game.seats[0].won / sum(seat.won for seat in game.seats) for game in mixed)
    assert block.rows[0].values[0].words == f"{wins:g} of 12" or block.rows[0].values[0].value == pytest.approx(wins / 12)


def test_games_at_a_table_without_bots_are_told(run: Run) -> None:
    game = PlayedGame.model_validate({"seats": [{"won": True}, {}, {}, {}, {}]})
    shown = plays_beside([Kept(variant="classic-2000", rules=RULES.digest, games=(game,))], [run])
    assert shown.blocks == ()
    assert shown.unknown == ("1 game of people with 5 players: no bots have played there by these rules, so there is no comparison.",)
    other = plays_beside([Kept(variant="classic-2000", rules="0" * 64, games=tuple(games_of(run, "builder", 3)))], [run])
    assert "3 games of people with 4 players: no bots" in other.unknown[0]


def test_the_command_and_the_page_show_them(study: Path, run: Run, citadels: Speak, tmp_path: Path) -> None:
    code, _, err = citadels("plays", "report", study)
    assert code == 2
    assert "no games of people by the rules of classic-2000 are in" in err
    kept = Kept(variant="classic-2000", rules=RULES.digest, games=tuple(games_of(run, "raider", 40)))
    file = write_kept(study, kept)
    code, out, err = citadels("plays", "report", study)
    assert (code, err) == (0, "")
    assert "similarity of people to bots, 40 games of people" in out
    assert "First crown" in out
    data = json.loads(citadels("plays", "report", study, "--json").out)
    assert (data["games"], len(data["people"])) == (40, 12)
    from citadels_sim.study.repairs import facts_of

    facts = facts_of(study)
    assert [one.rules for one in facts.plays] == [RULES.digest]
    paths = make_report([run.folder], tmp_path / "report", study=replace(StudyFacts(), plays=facts.plays))
    page, details = paths.page.read_text(), paths.details.read_text()
    assert "People and bots" in page
    assert "Win chance of people by seat" in page
    assert "Prediction for people from the bots" in details
    assert (tmp_path / "report" / "tables" / "people.csv").is_file()
    file.write_text("{")
    assert facts_of(study).plays == ()
    assert any("People's games" in words for words in facts_of(study).skipped)
