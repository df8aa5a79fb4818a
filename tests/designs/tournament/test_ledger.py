"""What characters do to each other, counted: on journals written by hand, and on games against their events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import polars as pl
import pytest

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import ready
from citadels_sim.designs.recording import DEED_COLUMNS
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.columns import TURN_COLUMNS
from citadels_sim.designs.recording.game_rows import new_sheet
from citadels_sim.designs.recording.kernel import record_one
from citadels_sim.designs.recording.ledger import LEDGER, Entry
from citadels_sim.engine import journal as k
from citadels_sim.engine.journal import log
from citadels_sim.engine.state import new_state
from citadels_sim.runs.runner import run_experiment
from tests.small_runs import small

pytestmark = pytest.mark.usefixtures("small_shards")

CAST = (C.WITCH, C.TAX_COLLECTOR, C.WIZARD, C.EMPEROR, C.ABBOT, C.ALCHEMIST, C.NAVIGATOR, C.DIPLOMAT, C.ARTIST)
COUNTED = (*DEED_COLUMNS, "gold_gained", "gold_lost", "gold_spent_otherwise", "cards_gained", "built", "gathered")
Row = dict[str, int]


def event(
    kind: int, seat: int = -1, character: int = 0, to: int = -1, as_character: int = 0, gold: int = 0, cards: int = 0
) -> tuple[int, ...]:
    return kind, seat, int(character), to, int(as_character), -1, gold, cards, 0


def rows(
    players: int, held: dict[C, int], message: Iterable[tuple[int, ...]], ledger: Iterable[Entry] = LEDGER, cast: Any = CAST
) -> dict[C, Row]:
    """What the rows of one round count, zeros left out: the draft as given, then the events."""
    state, journal, buffers = new_state(), k.new_journal(), Buffers("turns")
    public = state.public
    public.players, public.round_no = players, 1
    for rank, character in enumerate(cast, start=1):
        public.cast[rank] = character
    picks = [event(k.PICK, seat, character, cards=i) for i, (character, seat) in enumerate(held.items(), start=1)]
    for one in [event(k.ROUND, 0), *picks, *message]:
        log(state, journal, *one)
    buffers.begin(1, players)
    ready(record_one)(state, journal, new_sheet(ledger), 0, 0, 0, buffers.rows())
    result = buffers.results(None).turns
    assert result.shape[1] == len(cast)
    lines = [dict(zip(TURN_COLUMNS, map(int, column), strict=True)) for column in result.T]
    return {line["character"]: {name: line[name] for name in COUNTED if line[name]} for line in lines}


FOUR = {C.TAX_COLLECTOR: 0, C.ABBOT: 1, C.ALCHEMIST: 2, C.DIPLOMAT: 3}
NINE = FOUR | {C.WITCH: 4, C.EMPEROR: 5, C.ARTIST: 6}


def test_tax_stands_with_who_pays_and_with_who_gets_it() -> None:
    result = rows(
        4,
        FOUR,
        [
            event(k.TAX, 0, C.TAX_COLLECTOR, 1, C.ABBOT, gold=1),
            event(k.TAX, 0, C.TAX_COLLECTOR, 3, C.DIPLOMAT, gold=2),
        ],
    )
    assert result[C.TAX_COLLECTOR] == {"tax_collected": 3, "gold_gained": 3}
    assert result[C.ABBOT] == {"tax_paid": 1, "gold_lost": 1}
    assert result[C.DIPLOMAT] == {"tax_paid": 2, "gold_lost": 2}
    assert result[C.ALCHEMIST] == {}


def test_tax_on_the_token_is_paid_and_only_gained_when_it_is_taken_from_there() -> None:
    paid = event(k.TAX, -1, C.TAX_COLLECTOR, 1, C.ABBOT, gold=1)
    result = rows(4, FOUR, [paid])
    assert result[C.ABBOT] == {"tax_paid": 1, "gold_lost": 1}
    assert result[C.TAX_COLLECTOR] == {}
    result = rows(4, FOUR, [paid, event(k.TAX, 0, C.TAX_COLLECTOR, gold=4)])
    assert result[C.TAX_COLLECTOR] == {"tax_collected": 4, "gold_gained": 4}


def test_what_the_witch_gets_as_another_stands_with_her() -> None:
    """The journal names the Tax Collector as getting the tax, and the seat of the Witch, who plays as him."""
    result = rows(7, NINE, [event(k.TAX, 4, C.TAX_COLLECTOR, 1, C.ABBOT, gold=1), event(k.TITHE, 4, C.WITCH, 2, gold=1)])
    assert result[C.WITCH] == {"tax_collected": 1, "tithes_taken": 1, "gold_gained": 2}
    assert result[C.TAX_COLLECTOR] == {}


def test_tithes_gifts_and_exchanges_stand_with_both_sides() -> None:
    result = rows(
        7,
        NINE,
        [
            event(k.TITHE, 1, C.ABBOT, 2, gold=1),
            event(k.GIFT, 5, C.EMPEROR, 2, gold=1),
            event(k.EXCHANGE, 3, C.DIPLOMAT, 6, gold=2),
            event(k.BEAUTIFY, 6, C.ARTIST, gold=1),
            event(k.BEAUTIFY, 6, C.ARTIST, gold=1),
            event(k.REFUND, 2, C.ALCHEMIST, gold=5),
        ],
    )
    assert result[C.ABBOT] == {"tithes_taken": 1, "gold_gained": 1}
    assert result[C.EMPEROR] == {"gifts_taken": 1, "gold_gained": 1}
    assert result[C.ALCHEMIST] == {"tithes_given": 1, "gifts_given": 1, "gold_lost": 2, "bonus_gold": 5, "gold_gained": 5}
    assert result[C.DIPLOMAT] == {"exchanged": 1, "gold_spent_otherwise": 2}
    assert result[C.ARTIST] == {"districts_lost": 1, "gold_gained": 2, "beautified": 2, "gold_spent_otherwise": 2}


def test_a_card_as_gift_is_a_gift_and_no_gold() -> None:
    result = rows(7, NINE, [event(k.GIFT, 5, C.EMPEROR, 2, cards=1)])
    assert result[C.EMPEROR] == {"gifts_taken": 1, "cards_gained": 1}
    assert result[C.ALCHEMIST] == {"gifts_given": 1}


def test_an_own_district_destroyed_is_not_lost_to_another() -> None:
    cast = (*CAST[:7], C.WARLORD)
    held = {C.TAX_COLLECTOR: 0, C.ABBOT: 1, C.ALCHEMIST: 2, C.WARLORD: 3}
    result = rows(4, held, [event(k.DESTROY, 3, C.WARLORD, 3), event(k.ARMORY, 1, C.ABBOT, 3)], cast=cast)
    assert result[C.WARLORD] == {"destroyed": 1, "districts_lost": 1}
    assert result[C.ABBOT] == {"destroyed": 1}


def test_what_is_done_as_no_character_stands_with_the_last_one_of_the_seat() -> None:
    two = {C.TAX_COLLECTOR: 0, C.ABBOT: 1, C.ALCHEMIST: 0, C.DIPLOMAT: 1}
    result = rows(2, two, [event(k.RESCUE, 0, gold=1), event(k.THRONE_ROOM, 1, gold=2)])
    assert result[C.ALCHEMIST] == {"cards_gained": 1, "gold_spent_otherwise": 1}
    assert result[C.DIPLOMAT] == {"gold_gained": 2}
    assert result[C.TAX_COLLECTOR] == result[C.ABBOT] == {}


def test_what_falls_on_a_player_with_two_characters_stands_with_the_last() -> None:
    two = {C.TAX_COLLECTOR: 0, C.ABBOT: 1, C.ALCHEMIST: 0, C.DIPLOMAT: 1}
    result = rows(2, two, [event(k.TITHE, 1, C.ABBOT, 0, gold=1), event(k.TAX, 0, C.TAX_COLLECTOR, 1, C.ABBOT, gold=1)])
    assert result[C.TAX_COLLECTOR] == {"tax_collected": 1, "gold_gained": 1}
    assert result[C.ALCHEMIST] == {"tithes_given": 1, "gold_lost": 1}
    assert result[C.ABBOT] == {"tithes_taken": 1, "tax_paid": 1, "gold_gained": 1, "gold_lost": 1}


def test_stolen_gold_stands_with_the_thief_and_counts_as_the_others_loss() -> None:
    cast = (C.ASSASSIN, C.THIEF, *CAST[2:8])
    result = rows(
        4, {C.THIEF: 0, C.ABBOT: 1, C.ALCHEMIST: 2, C.DIPLOMAT: 3}, [event(k.STEAL, 0, C.THIEF, 2, C.ALCHEMIST, gold=6)], cast=cast
    )
    assert result[C.THIEF] == {"stolen": 6, "gold_gained": 6}
    assert result[C.ALCHEMIST] == {"gold_lost": 6}


NEW = max(k.EVENT_NAMES) + 1
"""A kind of event that the journal does not have."""


@pytest.mark.parametrize(
    ("line", "done", "suffered"),
    [
        (
            Entry(NEW, gold="taken", done="stolen", suffered="tax_paid", counts="gold"),
            {"stolen": 3, "gold_gained": 3},
            {"tax_paid": 3, "gold_lost": 3},
        ),
        (
            Entry(NEW, gold="taken", cards="come", done="stolen", counts="cards"),
            {"stolen": 2, "gold_gained": 3, "cards_gained": 2},
            {"gold_lost": 3},
        ),
        (
            Entry(NEW, gold="taken", cards="go", done="stolen", counts="gold"),
            {"stolen": 3, "gold_gained": 3},
            {"gold_lost": 3, "cards_gained": 2},
        ),
        (
            Entry(NEW, gold="given", done="destroyed", suffered="districts_lost"),
            {"destroyed": 1, "gold_spent_otherwise": 3},
            {"districts_lost": 1, "gold_gained": 3},
        ),
        (Entry(NEW, gold="spent", done="destroyed"), {"destroyed": 1, "gold_spent_otherwise": 3}, {}),
        (Entry(NEW, done="exchanged"), {"exchanged": 1}, {}),
    ],
)
def test_a_new_kind_of_event_is_one_line(line: Entry, done: Row, suffered: Row) -> None:
    result = rows(4, FOUR, [event(NEW, 1, C.ABBOT, 2, gold=3, cards=2)], [*LEDGER, line])
    assert (result[C.ABBOT], result[C.ALCHEMIST]) == (done, suffered)
    assert rows(4, FOUR, [event(NEW, 1, C.ABBOT, 2, gold=3, cards=2)])[C.ABBOT] == {}


def test_every_line_is_of_another_kind_and_every_column_is_filled() -> None:
    assert len({line.kind for line in LEDGER}) == len(LEDGER)
    assert {name for line in LEDGER for name in (line.done, line.suffered) if name} == set(DEED_COLUMNS)


KEY = ["variant", "players", "lineup", "block", "rotation"]
ROUND = [*KEY, "round"]


@pytest.fixture(scope="module")
def dark(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pl.DataFrame]:
    """Games of the Dark City with random and thinking bots: two characters a player or one, eight characters in the cast or nine."""
    shown = [(["dark-city", "dark-city-random"], [3, 5]), (["dark-city-nine"], [4, 5])]
    folders = [tmp_path_factory.mktemp("dark") / "run" for _ in shown]
    for folder, (variants, players) in zip(folders, shown, strict=True):
        run_experiment(small(variants=variants, players=players, lineups=[["builder", "random"]], games=40, detail="events"), folder)
    text = pl.col("variant").cast(pl.String)
    return {
        name: pl.concat([pl.read_parquet(folder / name / "*.parquet").with_columns(text) for folder in folders])
        for name in ("seats", "turns", "events")
    }


GOLD = pl.col("gold").cast(pl.Int64)
DONE = {
    "destroyed": (["destroy", "armory"], pl.lit(1)),
    "exchanged": (["exchange"], pl.lit(1)),
    "beautified": (["beautify"], pl.lit(1)),
    "stolen": (["steal"], GOLD),
    "tax_collected": (["tax"], GOLD),
    "tithes_taken": (["tithe"], GOLD),
    "gifts_taken": (["gift"], pl.lit(1)),
    "bonus_gold": (["bonus", "refund", "queen"], GOLD),
}
SUFFERED = {
    "tax_paid": (["tax"], GOLD),
    "tithes_given": (["tithe"], GOLD),
    "gifts_given": (["gift"], pl.lit(1)),
    "gold_lost": (["steal", "tax", "tithe", "gift"], GOLD),
    "districts_lost": (["destroy", "armory", "exchange"], pl.lit(1)),
}


def by_seat(dark: dict[str, pl.DataFrame], column: str) -> pl.DataFrame:
    return (
        dark["turns"].filter(pl.col("seat").is_not_null()).group_by([*ROUND, "seat"]).agg(pl.col(column).cast(pl.Int64).sum().alias("got"))
    )


def total(amount: pl.Expr) -> pl.Expr:
    """Sum of an amount per event; of one that is no column, the number of events."""
    summed = amount.sum() if amount.meta.root_names() else pl.len()
    return summed.cast(pl.Int64).alias("expected")


@pytest.mark.parametrize("column", sorted(DONE))
def test_what_a_seat_did_in_a_round_is_what_its_events_say(dark: dict[str, pl.DataFrame], column: str) -> None:
    kinds, amount = DONE[column]
    events = dark["events"].filter(pl.col("kind").is_in(kinds) & pl.col("seat").is_not_null())
    expected = events.group_by([*ROUND, "seat"]).agg(total(amount))
    both = by_seat(dark, column).join(expected, on=[*ROUND, "seat"], how="left").with_columns(pl.col("expected").fill_null(0))
    assert both["expected"].sum() > 20
    assert both.filter(pl.col("got") != pl.col("expected")).is_empty()


@pytest.mark.parametrize("column", sorted(SUFFERED))
def test_what_was_done_to_a_seat_in_a_round_is_what_the_events_say(dark: dict[str, pl.DataFrame], column: str) -> None:
    kinds, amount = SUFFERED[column]
    events = dark["events"].filter(pl.col("kind").is_in(kinds) & pl.col("target_seat").is_not_null())
    events = events.filter(~pl.col("seat").eq_missing(pl.col("target_seat")))
    expected = events.group_by([*ROUND, pl.col("target_seat").alias("seat")]).agg(total(amount))
    both = by_seat(dark, column).join(expected, on=[*ROUND, "seat"], how="left").with_columns(pl.col("expected").fill_null(0))
    assert both["expected"].sum() > 20
    assert both.filter(pl.col("got") != pl.col("expected")).is_empty()


def test_who_has_a_power_has_its_deeds_or_the_witch_who_plays_him(dark: dict[str, pl.DataFrame]) -> None:
    powers = {
        "tax_collected": "tax-collector",
        "tithes_taken": "abbot",
        "gifts_taken": "emperor",
        "exchanged": "diplomat",
        "beautified": "artist",
        "stolen": "thief",
    }
    for column, character in powers.items():
        doers = set(dark["turns"].filter(pl.col(column) > 0)["character"].cast(pl.String))
        assert character in doers
        assert doers <= {character, "witch"}


def test_the_columns_of_deeds_stand_in_the_table_as_whole_numbers(dark: dict[str, pl.DataFrame]) -> None:
    columns = dark["turns"].columns
    at = columns.index("destroyed")
    assert columns[at : at + len(DEED_COLUMNS)] == list(DEED_COLUMNS)
    assert all(dark["turns"].schema[name] == pl.Int16 for name in DEED_COLUMNS)
