"""Split effects: with all parts on a pick is the pick of any fork, with some off the round is played by those rules; they add up."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.bots.weights import at_table
from citadels_sim.designs import fork_records as k
from citadels_sim.designs.why import DENIED, PARTS, REST, WHOLE
from citadels_sim.designs.why.analyse import analyse_why
from citadels_sim.designs.why.blocks import show
from citadels_sim.designs.why.experiment import districts_of
from citadels_sim.designs.why.parts import memory_of, split_of, without
from citadels_sim.designs.why.play import WhyPlayer
from citadels_sim.engine import actions as a
from citadels_sim.engine.rules import rules_record
from citadels_sim.errors import ExperimentError
from citadels_sim.game import Game
from citadels_sim.game.table import SeatedBots
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.show.blocks import Dots
from citadels_sim.variants import load_variant
from tests.designs.played_alike import assert_played_alike

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]


@pytest.fixture
def why(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "why", "what": "merchant", "games": 40, "replicates": 2} | changes)


@pytest.mark.parametrize(
    ("variant", "card", "expected"),
    [
        ("classic-2000", "merchant", ("income", "bonus", "target")),
        ("classic-2000", "architect", ("bonus", "builds", "target")),
        ("classic-2000", "king", ("income", "crown", "target")),
        ("classic-2000", "bishop", ("income", "protection", "target")),
        ("classic-2000", "warlord", ("income", "power", "target")),
        ("classic-2000", "thief", ("power", "target")),
        ("classic-2000", "assassin", ("power",)),  # who names others, and whom nobody may rob
        ("dark-city", "navigator", ("builds", "power")),  # where nobody murders or robs
        ("citadels-2016", "smithy", ("cost", "effect")),
        ("citadels-2016", "dragon-gate", ("cost", "points")),  # all that it does is to bring points
        ("citadels-2016", "temple", ("cost",)),  # whose copies cannot be told apart
    ],
)
def test_a_card_has_the_parts_that_it_prints(variant: str, card: str, expected: tuple[str, ...]) -> None:
    assert split_of(load_variant(variant), card, 4).parts == expected


def test_what_a_file_gives_a_card_is_a_part_too(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text(
        'extends = "classic-2000"\n[characters.thief]\nbonus = { gold = 4 }\n[characters.king]\npower = "warlord"\n[districts.keep]\n'
        'points = 5\n[districts.quarter]\ntitle = "Quarter"\ntype = "noble"\ncost = 3\npoints = 4\neffect = "smithy"\n'
        "[deck.basic]\nquarter = 1\n"
    )
    variant = load_variant(str(file))
    assert split_of(variant, "thief", 4).parts == ("bonus", "power", "target")
    assert split_of(variant, "king", 4).parts == ("income", "crown", "power", "target")
    assert without(variant, "thief", ["bonus", "target"]).at(4).number("characters.thief.bonus.gold") == 0
    split, memory = memory_of(variant, "thief", 4)
    assert (split.off[0], split.off[-1], len(memory)) == (("bonus", "power", "target"), (), 8)
    assert memory[-1].tobytes() == rules_record(variant.at(4)).tobytes()
    assert memory[3].tobytes() == memory[-1].tobytes()  # no rule says who may be named: the kernel undoes it
    assert split_of(variant, "keep", 4).parts == ("cost",)  # there are two, also with points of its own
    assert split_of(variant, "quarter", 4).parts == ("cost", "points", "effect")
    bare = without(variant, "quarter", ["points", "effect"]).at(4)
    assert (bare.number("districts.quarter.points"), bare.number("districts.quarter.effect")) == (3, "none")


def test_every_card_of_every_packaged_table_can_be_split() -> None:
    split = {}
    for name in ("classic-2000", "dark-city-nine", "citadels-2016-random", "examples-own-characters"):
        table = load_variant(name).usual
        cards = {*(each for names in table.cast.values() for each in names), *districts_of(table)}
        for card in cards:
            parts, memory = memory_of(load_variant(name), card, table.players)
            assert len(memory) == 1 << len(parts.parts)
            split[card] = parts.parts
    assert len(split) > 70
    assert all(split.values())
    assert split["smuggler"] == ("income", "builds", "discount", "target")


def test_with_all_parts_on_it_is_the_pick_itself_and_the_rules_are_as_before(why: Make) -> None:
    plan = make_plan(why(what="architect", variants=["citadels-2016"], players=[5]))
    player = WhyPlayer.for_cell(plan, plan.cells[0], {})
    player.ready()
    before = player._rules.tobytes()
    forks, split = player.play(0, 40)
    wins = split.wins
    assert player._rules.tobytes() == before
    picked = np.take_along_axis(forks.casts, forks.codes >> 8 & 0xFF, axis=1)
    code = next(each.code for each in plan.cells[0].variant.cards.characters if each.id == "architect")
    there = np.arange(forks.codes.shape[1]) < forks.nodes[k.OPTIONS][:, None]
    option = np.argmax((picked == code) & there, axis=1)
    games = np.arange(40)
    own = forks.wins[games, :, option, forks.nodes[k.SEAT]]
    assert np.array_equal(wins[..., -1], own)
    assert not np.array_equal(wins[..., 0], own)


def test_the_round_of_the_pick_is_played_by_the_rules_without_the_parts(why: Make) -> None:
    """Game after game in Python, with the rules exchanged by hand: the first replicate of every combination."""
    plan = make_plan(why(games=8))
    cell = plan.cells[0]
    player = WhyPlayer.for_cell(plan, cell, {})
    player.ready()
    forks, split = player.play(0, 8)
    parts = split_of(cell.variant, "merchant", cell.players)
    rules = [rules_record(without(cell.variant, "merchant", off).at(4)) for off in parts.off]
    seeds = block_seeds(plan.experiment.seed, 0, 8)
    rank = next(rank for rank, names in cell.variant.at(4).cast.items() if "merchant" in names)
    checked = 0
    for g in np.flatnonzero(forks.nodes[k.GAMES] == 1):
        bots = SeatedBots([at_table(plan.bots[name], cell.variant, 4) for name in cell.seats], int(seeds[g]))
        game = Game.start(cell.variant, 4, int(seeds[g]))
        node = int(forks.nodes[k.ROUND][g]), int(forks.nodes[k.SLOT][g])
        while (int(game.state.public.round_no), 1 + sum(int(game.state.seat[s].picks_n) for s in range(4))) != node:
            game.play(game.label(bots.choose(game)))
        seat = int(game.state.public.actor)
        assert seat == forks.nodes[k.SEAT][g]

        def played(
            picked: int, record: Any, *, spared: bool, game: Game = game, bots: SeatedBots = bots, node: tuple[int, int] = node
        ) -> Game:
            copy = game.copy()
            copy.rules = record
            copy.play(copy.label(a.action(a.A_PICK, picked, 0)))
            while not copy.over and int(copy.state.public.round_no) == node[0]:
                copy.play(copy.label(bots.choose(copy)))
                if spared and copy.state.public.turn_rank < rank:
                    for mark in ("murdered", "robbed"):
                        setattr(
                            copy.state.public, mark, 0 if getattr(copy.state.public, mark) == rank else getattr(copy.state.public, mark)
                        )
            copy.rules = rules[-1]
            while not copy.over:
                copy.play(copy.label(bots.choose(copy)))
            return copy

        for on, record in enumerate(rules):
            result = played(rank, record, spared="target" in parts.off[on])
            assert split.wins[g, 0, on] == pytest.approx(credit_of(result, seat))
        offered = [int(code) >> 8 & 0xFF for code in forks.codes[g, : forks.nodes[k.OPTIONS][g]]]
        gains = [
            credit_of(played(other, rules[0], spared=False), seat) - credit_of(played(other, rules[-1], spared=False), seat)
            for other in offered
            if other != rank
        ]
        assert split.denied[g, 0] == pytest.approx(sum(gains) / len(offered))
        checked += 1
    assert checked > 4


def credit_of(game: Game, seat: int) -> float:
    """The credit for the win that a seat ends with."""
    winners = [other for other in range(4) if game.state.public.place[other] == 1]
    return (seat in winners) / len(winners)


def test_a_district_is_built_by_rules_without_its_parts_or_for_nothing(why: Make) -> None:
    """The same for a build: what it does is off to the end of the game, what it costs comes back."""
    plan = make_plan(why(what="smithy", variants=["citadels-2016"], games=6, lineups=[["builder"]]))
    cell = plan.cells[0]
    player = WhyPlayer.for_cell(plan, cell, {})
    player.ready()
    forks, split = player.play(0, 6)
    parts = split_of(cell.variant, "smithy", 4)
    rules = [rules_record(without(cell.variant, "smithy", off).at(4)) for off in parts.off]
    seeds = block_seeds(plan.experiment.seed, 0, 6)
    build = a.action(a.A_BUILD, next(code for code, each in enumerate(cell.variant.cards.districts) if each.id == "smithy"), 0)
    checked = 0
    for g in np.flatnonzero((forks.nodes[k.GAMES] == 1) & (forks.nodes[k.WEIGHT] == 1)):
        bots = SeatedBots([at_table(plan.bots[name], cell.variant, 4) for name in cell.seats], int(seeds[g]))
        game = Game.start(cell.variant, 4, int(seeds[g]))
        while not (game.state.public.decision == a.TURN and is_node(game, bots)):
            game.play(game.label(bots.choose(game)))
        seat = int(game.state.public.actor)
        assert seat == forks.nodes[k.SEAT][g]
        for on, record in enumerate(rules):
            copy = game.copy()
            copy.rules = record
            before = int(copy.state.public.gold[seat])
            copy.play(copy.label(build))
            if "cost" in parts.off[on]:
                copy.state.public.gold[seat] += max(0, before - int(copy.state.public.gold[seat]))
            while not copy.over:
                copy.play(copy.label(bots.choose(copy)))
            assert split.wins[g, 0, on] == pytest.approx(credit_of(copy, seat))
        checked += 1
    assert checked > 1


def is_node(game: Game, bots: SeatedBots) -> bool:
    """Whether the bot builds, or ends its turn, where the district could be built."""
    builds = [label for label in game.legal() if label.startswith("build:")]
    return "build:smithy" in builds and game.label(bots.choose(game)) in (*builds, "end")


def shapley_by_orders(wins: dict[int, float], parts: list[int]) -> dict[int, float]:
    """What each part adds, averaged over every order in which the parts can come."""
    orders = list(itertools.permutations(parts))
    added = dict.fromkeys(parts, 0.0)
    for order in orders:
        on = 0
        for part in order:
            added[part] += (wins[on | part] - wins[on]) / len(orders)
            on |= part
    return added


@pytest.mark.parametrize(
    ("variant", "card", "expected"),
    [
        ("classic-2000", "bishop", {"income", "protection", "target", DENIED}),
        ("citadels-2016", "smithy", {"cost", "effect"}),
        ("citadels-2016", "dragon-gate", {"cost", "points"}),
    ],
)
def test_parts_are_those_of_all_orders_and_add_up_to_the_effect(
    why: Make, tmp_path: Path, variant: str, card: str, expected: set[str]
) -> None:
    """Computed again from the Parquet files by loops."""
    run_experiment(why(what=card, variants=[variant], games=80), tmp_path / "run")
    rows = pl.read_parquet(tmp_path / "run" / "why" / "*.parquet")
    sums: dict[str, float] = {}
    weights = 0.0
    for _, node in rows.group_by("block", "rotation", maintain_order=True):
        mask = int(node["parts"][0])
        bits = [1 << at for at in range(len(PARTS)) if mask >> at & 1]
        wins = {int(str(on[0])): float(np.mean(part["win"].to_numpy())) for on, part in node.group_by("on")}
        mean, weight = float(np.mean(node["mean"].to_numpy())), float(node["weight"][0])
        denied = float(np.mean(node["denied"].to_numpy()))
        parts = {list(PARTS)[bit.bit_length() - 1]: value for bit, value in shapley_by_orders(wins, bits).items()}
        of_character = {DENIED: denied} if node["district"][0] is None else {}
        for name, value in (parts | of_character | {REST: wins[0] - mean - denied, WHOLE: wins[mask] - mean}).items():
            sums[name] = sums.get(name, 0.0) + weight * value
        weights += weight
    result = analyse_why(load_run(tmp_path / "run", kind="why"))
    figures = dict(result.effects.select("group", "value").iter_rows())
    assert figures == pytest.approx({name: value / weights for name, value in sums.items()}, abs=1e-12)
    assert figures[WHOLE] == pytest.approx(sum(value for name, value in figures.items() if name != WHOLE), abs=1e-12)
    assert set(figures) == expected | {REST, WHOLE}


RIGGED = {
    "bonus": ("thief", "builder", 250, "[characters.thief]\nbonus = { gold = 4 }"),
    "income": ("bishop", "builder", 250, "[characters.bishop]\nincome_each = 3"),
    # One round's protection is worth less than a gold where destroying costs what it does: so it costs nothing here
    "protection": (
        "magician",
        "raider",
        500,
        '[characters.magician]\npower = "none"\nprotected = true\n[characters.warlord]\nprice_off = 10',
    ),
    "power": ("merchant", "raider", 500, '[characters.merchant]\npower = "marshal"\nlimit = 60'),
}
"""The part that a character is rigged by, with the bots that see it, and how many nodes they need."""


@pytest.mark.parametrize("part", RIGGED)
def test_what_was_rigged_is_named(why: Make, tmp_path: Path, part: str) -> None:
    character, bot, nodes, keys = RIGGED[part]
    file = tmp_path / "rigged.toml"
    file.write_text(f'extends = "classic-2000"\n{keys}\n')
    run_experiment(why(what=character, variants=[str(file)], lineups=[[bot]], games=nodes, replicates=3), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="why")
    parts = analyse_why(run).effects.filter(pl.col("group").is_in(list(PARTS))).sort("value", descending=True)
    assert parts["group"][0] == part
    assert parts["low"][0] > 0
    assert f"the largest gain is {PARTS[part][0].lower()}{PARTS[part][1:]}" in show(run).blocks[0].finding


def test_the_rest_is_named_where_it_is_more_than_every_part(why: Make, tmp_path: Path) -> None:
    """The Assassin: his power is worth less than the place in the order of calls costs; nobody can murder or rob him."""
    run_experiment(why(what="assassin", lineups=[["builder"]], games=1500, replicates=3), tmp_path / "run")
    block = show(load_run(tmp_path / "run", kind="why")).blocks[0]
    assert isinstance(block, Dots)
    values = {row.key: row.values[0] for row in block.rows}
    assert abs(values[REST].value or 0.0) > max(abs(value.value or 0.0) for key, value in values.items() if key not in (REST, WHOLE))
    assert f"; a blank card of its rank is worth {values[REST].whole}." in block.finding
    assert not any(note.startswith("Being murdered or robbed") for note in block.notes)


def test_what_only_some_bots_show_is_said_once_with_all_their_figures(why: Make, tmp_path: Path) -> None:
    """The Smithy: beginners own it and leave it alone."""
    lineups = [["learner"], ["builder"]]
    run_experiment(why(what="smithy", variants=["citadels-2016"], lineups=lineups, games=400, replicates=2), tmp_path / "run")
    blocks = show(load_run(tmp_path / "run", kind="why")).blocks
    notes = [note for block in blocks for note in block.notes if note.startswith("Depends on who plays: its power.")]
    assert [note in blocks[0].notes for note in notes] == [True]
    assert "Experts (learner) +" in notes[0]
    assert "beginners (builder) " in notes[0]
    assert all(block.chapter == "districts" for block in blocks)


def test_a_run_is_the_same_with_two_workers_and_after_an_interruption(why: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_played_alike(why(), 10, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"what": "merchnt"},
            "what: 'merchnt' is no character and no district that is built in classic-2000 with 4 players. Did you mean 'merchant'?",
        ),
        ({"what": "museum"}, "what: 'museum' is no character and no district that is built in classic-2000 with 4 players."),
        ({"what": "secret-vault", "variants": ["dark-city"]}, "'secret-vault' is no character and no district that is built in dark-city"),
        ({"what": None}, "what: missing; it should be the id of a character or a district"),
        ({"where": "leader"}, "where: does not go with kind = 'why'"),
    ],
)
def test_who_is_not_at_the_table_is_refused(why: Make, changes: dict[str, object], message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        make_plan(why(**changes))
    assert message in str(caught.value)
