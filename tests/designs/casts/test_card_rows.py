"""What becomes of districts: counted by hand in a small game, and the same as the other tables say in many."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.catalogue import D
from citadels_sim.designs.casts.card_analysis import analyse_cards
from citadels_sim.designs.casts.card_rows import CARD_COLUMNS, LAST, MOST_DRAWS, TRACKED, add_cards, begin_cards, note_choice, note_hands
from citadels_sim.engine import journal as k
from citadels_sim.engine.actions import A_KEEP, KEEP, action
from citadels_sim.engine.deck import aside_add, aside_remove, hand_add
from citadels_sim.engine.journal import new_journal
from citadels_sim.engine.state import KINDS, new_legal, new_state
from citadels_sim.errors import RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.run_api import Run
from citadels_sim.runs.runner import run_experiment

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]
TAVERN, TEMPLE, MANOR, PALACE = D.TAVERN, D.TEMPLE, D.MANOR, D.PALACE
SUMMED = [name for name in CARD_COLUMNS if not name.endswith("_win")]


def write(journal: Any, round_no: int, kind: int, seat: int, district: int, target: int = -1, extra: int = 0) -> None:
    event = journal.event[journal.n]
    event.kind, event.round_no, event.seat, event.target_seat, event.district, event.extra = kind, round_no, seat, target, district, extra
    journal.n += 1


def test_a_game_counted_by_hand() -> None:
    """Two seats, five rounds; seat 0 wins. Its opening hand is a Tavern, that of seat 1 a Temple and two Manors."""
    s, out, journal = new_state(), new_legal(), new_journal()
    track, draws = np.zeros((TRACKED, KINDS), np.int64), np.zeros((4, MOST_DRAWS), np.int64)
    sums = np.zeros((KINDS, LAST + 1, len(CARD_COLUMNS)), np.int64)
    p = s.public
    p.players = 2
    out.copies[[TAVERN, TEMPLE, MANOR, PALACE]] = (5, 3, 5, 3)
    for seat, district in ((0, TAVERN), (1, TEMPLE), (1, MANOR), (1, MANOR)):
        hand_add(s, seat, district)
    begin_cards(s, out, track)
    # Round 2: seat 0 draws a Manor and a Palace and keeps the Palace.
    p.round_no, p.decision, p.actor, p.keep_left = 2, KEEP, 0, 1
    for district in (MANOR, PALACE):
        aside_add(s, 0, district)
    note_choice(s, action(A_KEEP, PALACE, 0), track, draws)
    hand_add(s, 0, PALACE)
    note_hands(s, track, 2)
    # Round 3: seat 1 draws a Tavern, a Temple and a Palace and keeps Palace and Tavern.
    p.round_no, p.actor, p.keep_left = 3, 1, 2
    for district in (TAVERN, TEMPLE, PALACE):
        aside_add(s, 1, district)
    for district, left in ((PALACE, 1), (TAVERN, 0)):
        note_choice(s, action(A_KEEP, district, 0), track, draws)
        p.keep_left = left
        aside_remove(s, 1, district)
        hand_add(s, 1, district)
        note_hands(s, track, 3)
    p.decision = 0
    note_choice(s, action(A_KEEP, MANOR, 0), track, draws)  # wanted no card: no draw
    write(journal, 1, k.BUILD, 0, TAVERN)
    write(journal, 2, k.BUILD, 1, MANOR)
    write(journal, 3, k.DESTROY, 0, MANOR, target=1)
    write(journal, 4, k.BUILD, 1, MANOR)  # the second copy: it stays built after one round
    write(journal, 4, k.BUILD, 0, TEMPLE)  # straight out of the other's hand
    write(journal, 5, k.EXCHANGE, 1, TEMPLE, target=0, extra=MANOR)
    write(journal, 5, k.BUILD, 1, PALACE)
    p.round_no, p.place[0], p.place[1] = 5, 1, 2
    add_cards(s, journal, 0, track, draws, sums)

    assert counts_of(sums, TAVERN) == {
        2: {"draws": 1, "draws_win": 840, "unbuilt": 1},
        3: {"draws": 1, "offered": 1, "kept": 1, "drawn": 1},
        1: {"opening": 1, "opening_win": 840, "placed": 1},
        0: {"built": 1},
    }
    assert counts_of(sums, TEMPLE) == {
        0: {"built": 1},
        1: {"opening": 1},
        2: {"draws": 1, "draws_win": 840},
        3: {"draws": 1, "offered": 1},
        4: {"drawn": 1, "drawn_win": 840, "placed": 1, "unbuilt": 1},
        5: {"exchanged": 1},
    }
    assert counts_of(sums, MANOR) == {
        0: {"never": 1, "never_win": 840},
        1: {"opening": 1, "built": 1},
        2: {
            "draws": 1,
            "draws_win": 840,
            "offered": 1,
            "offered_win": 840,
            "placed": 1,
        },
        3: {"draws": 1, "destroyed": 1},
        4: {"placed": 1},
        5: {"exchanged": 1},
    }
    assert counts_of(sums, PALACE) == {
        2: {"draws": 1, "draws_win": 840, "offered": 1, "offered_win": 840, "kept": 1, "drawn": 1, "drawn_win": 840, "built": 1},
        3: {"draws": 1, "offered": 1, "kept": 1, "drawn": 1, "unbuilt": 1},
        5: {"placed": 1},
    }
    assert sums.sum() == sum(sum(row.values()) for d in (TAVERN, TEMPLE, MANOR, PALACE) for row in counts_of(sums, d).values())


def test_a_copy_drawn_after_one_was_built_out_of_another_hand_is_not_the_first() -> None:
    """A Wizard's card: the seat had the district in round 4, when it built it, and not only in round 6."""
    s, out, journal = new_state(), new_legal(), new_journal()
    track, draws = np.zeros((TRACKED, KINDS), np.int64), np.zeros((4, MOST_DRAWS), np.int64)
    sums = np.zeros((KINDS, LAST + 1, len(CARD_COLUMNS)), np.int64)
    s.public.players = 1
    out.copies[TEMPLE] = 3
    begin_cards(s, out, track)
    write(journal, 4, k.BUILD, 0, TEMPLE)
    hand_add(s, 0, TEMPLE)
    note_hands(s, track, 6)
    s.public.round_no, s.public.place[0] = 7, 2
    add_cards(s, journal, 0, track, draws, sums)
    assert counts_of(sums, TEMPLE) == {0: {"built": 1}, 4: {"drawn": 1, "placed": 1}}


def counts_of(sums: Any, district: int) -> dict[int, dict[str, int]]:
    rows = {at: {name: int(n) for name, n in zip(CARD_COLUMNS, row, strict=True) if n} for at, row in enumerate(sums[district])}
    return {at: row for at, row in rows.items() if row}


def read(folder: Path, table: str) -> pl.DataFrame:
    return pl.concat([pl.read_parquet(path) for path in sorted((folder / table).glob("*.parquet"))])


@pytest.fixture(scope="module", params=["classic-2000", "citadels-2016-random"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Give the same 120 games as a run of drawn casts and as a run with all events."""
    from citadels_sim.runs.experiment import make_experiment

    folder = tmp_path_factory.mktemp("cards")
    keys = {"name": "x", "variants": [request.param], "games": 120, "lineups": [["builder"]], "players": [4], "seed": 3}
    run_experiment(make_experiment({**keys, "kind": "casts"}, "test"), folder / "casts")
    run_experiment(make_experiment({**keys, "detail": "events"}, "test"), folder / "games")
    return folder / "casts", folder / "games"


def test_sums_add_up(played: tuple[Path, Path]) -> None:
    rows = read(played[0], "cards")
    games = read(played[0], "casts")
    assert set(rows["block"]) == {0, 50, 100}
    assert rows.select(pl.col(CARD_COLUMNS).min()).transpose()["column_0"].min() == 0
    assert (rows["kept"] <= rows["offered"]).all()
    assert (rows["offered"] <= rows["draws"]).all()
    assert (rows["offered_win"] <= rows["draws_win"]).all()
    by = {row["district"]: row for row in rows.group_by("district").agg(pl.col(CARD_COLUMNS).sum()).iter_rows(named=True)}
    for name, row in by.items():
        unique = games["uniques"].list.contains(name).sum()
        with_it = unique or len(games)  # what is not unique is in every deck
        assert row["opening"] + row["drawn"] + row["never"] == 4 * with_it
        assert row["opening_win"] + row["drawn_win"] + row["never_win"] == 840 * with_it
        assert row["opening"] + row["drawn"] == row["built"] + row["unbuilt"]
        assert row["built"] <= row["placed"]
        assert row["destroyed"] <= row["placed"]
        dealt = games.select("dealt", "dealt_win").explode("dealt", "dealt_win").filter(pl.col("dealt").cast(pl.String) == name)
        assert row["opening"] == len(dealt)
        assert row["opening_win"] == round(840 * (dealt["dealt_win"].sum() or 0))
    # Three cards of four players lie in every opening hand at least; nobody draws from nothing.
    assert sum(row["kept"] for row in by.values()) > 0
    assert all(set(part["round"]) == {0} for _, part in rows.filter(pl.col("never") > 0).group_by("district"))


def test_what_happens_in_cities_is_what_the_events_say(played: tuple[Path, Path]) -> None:
    rows = read(played[0], "cards").group_by("district").agg(pl.col(SUMMED).sum())
    events = read(played[1], "events").with_columns(pl.col("district").cast(pl.String))
    kinds = {"placed": ["build", "confiscate"], "destroyed": ["destroy", "armory"]}
    for name, of in kinds.items():
        counted = dict(events.filter(pl.col("kind").cast(pl.String).is_in(of)).group_by("district").len().iter_rows())
        assert {row["district"]: row[name] for row in rows.iter_rows(named=True) if row[name]} == counted
    built = events.filter(kind="build").select("block", "rotation", "seat", "district").unique().group_by("district").len()
    assert {row["district"]: row["built"] for row in rows.iter_rows(named=True) if row["built"]} == dict(built.iter_rows())


def test_draws_are_those_of_the_events(played: tuple[Path, Path]) -> None:
    """Of a district that every deck has each choice is counted. The events have draws, also those of two copies: a few more."""
    rows = read(played[0], "cards").filter(pl.col("district").cast(pl.String) == "tavern")
    events = read(played[1], "events").with_columns(pl.col("kind", "character").cast(pl.String))
    gathered = (pl.col("kind") == "gather-cards") & (pl.col("number") > pl.col("cards"))
    scholar = (pl.col("kind") == "bonus") & pl.col("character").is_in(["scholar", "witch"]) & (pl.col("cards") == 1)
    drawn = dict(events.filter(gathered | scholar).group_by("round").len().iter_rows())
    chosen = dict(rows.group_by("round").agg(pl.col("draws").sum()).iter_rows())
    assert all(chosen.get(round_no, 0) <= n for round_no, n in drawn.items())
    assert 0.9 * sum(drawn.values()) < sum(chosen.values()) < sum(drawn.values())


def test_a_second_copy_that_is_kept_unasked_is_kept() -> None:
    """Tavern, Temple, Temple: who keeps the Tavern first keeps a Temple, too; who keeps a Temple first decides again."""
    for first, again in ((TAVERN, False), (TEMPLE, True)):
        s, track, draws = new_state(), np.zeros((TRACKED, KINDS), np.int64), np.zeros((4, MOST_DRAWS), np.int64)
        for district in (TAVERN, TEMPLE, TEMPLE):
            aside_add(s, 0, district)
        s.public.decision, s.public.keep_left, s.public.round_no = KEEP, 2, 1
        note_choice(s, action(A_KEEP, first, 0), track, draws)
        if again:
            assert not draws.any()
            aside_remove(s, 0, first)
            s.public.keep_left = 1
            note_choice(s, action(A_KEEP, TEMPLE, 0), track, draws)
        assert draws[:, 0].tolist() == [0, 1, 1 << TAVERN | 1 << TEMPLE, 1 << TEMPLE if again else 1 << TAVERN | 1 << TEMPLE]
        assert not draws[:, 1].any()


def test_an_analysis_reports_shares_and_win_rates(played: tuple[Path, Path]) -> None:
    rows = read(played[0], "cards").group_by("district").agg(pl.col(CARD_COLUMNS).sum())
    result = {row["district"]: row for row in analyse_cards(load_run(played[0], kind="casts")).iter_rows(named=True)}
    assert set(result) == set(rows["district"])
    for sums in rows.iter_rows(named=True):
        row = result[sums["district"]]
        held = sums["opening"] + sums["drawn"]
        gih, gns = (sums["opening_win"] + sums["drawn_win"]) / held / 840, sums["never_win"] / sums["never"] / 840
        assert (row["gih"], row["gns"], row["iih"]) == (pytest.approx(gih), pytest.approx(gns), pytest.approx(gih - gns))
        assert row["iih_low"] < row["iih"] < row["iih_high"]
        assert row["build_rate"] == pytest.approx(sums["built"] / held)
        assert (row["keep_rate"] or 0) == pytest.approx(sums["kept"] / max(1, sums["offered"]))
    tavern = result["tavern"]
    shown = Run(played[0]).metric("district.keep_rate").filter(group="tavern").row(0, named=True)
    assert (shown["value"], shown["n"]) == (pytest.approx(tavern["keep_rate"]), tavern["offered"])
    assert {"district.gih", "district.gns", "district.build_rate"} <= set(Run(played[0]).metrics()["name"])


def test_a_run_without_the_table_is_one_message(experiment: Make, tmp_path: Path) -> None:
    import json

    run_experiment(experiment(kind="casts", games=8), tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    manifest["shards"] = [shard for shard in manifest["shards"] if shard["table"] != "cards"]
    del manifest["sha256"]
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunError, match="no 'cards' table: an earlier version of citadels_sim wrote the run"):
        analyse_cards(load_run(tmp_path / "run", kind="casts"))
