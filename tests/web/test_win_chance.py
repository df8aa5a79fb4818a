"""The chance to win as `learner` sees it from a seat."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import citadels_sim as cs
from citadels_sim.bots import parse_lineup
from citadels_sim.bots.weights import at_table
from citadels_sim.game.table import SeatedBots
from citadels_sim.game.win_chance import WinChance


def test_it_is_an_even_share_on_average_and_knows_the_winner_towards_the_end() -> None:
    variant = cs.load_variant("classic-2000")
    bots = [at_table(bot, variant, 4) for bot in parse_lineup("builder", 4)]
    chance = WinChance(variant, bots)
    early, late = [], []
    for seed in range(20):
        game, seated = cs.Game.start(variant, 4, seed), SeatedBots(bots, seed)
        seen = []
        while not game.over:
            thought = chance.estimate(game)
            assert (thought is None) == (len(game.codes()) < 2)
            seen.append((game.actor, thought))
            game.play(game.label(seated.choose(game)))
        assert chance.estimate(game) is None
        winners = game.result()["winners"]
        known = [(seat in winners, thought) for seat, thought in seen if thought is not None]
        early += [thought for _, thought in known[:40]]
        late += known[-20:]
    assert abs(np.mean(early) - 0.25) < 0.05
    won, lost = (np.mean([thought for wins, thought in late if wins == who]) for who in (True, False))
    assert won > lost + 0.25


def test_nobody_answers_for_rules_that_nobody_has_learned(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('name = "odd"\nextends = "classic-2000"\ncity_size = 4\n')
    variant = cs.load_variant(path)
    chance = WinChance(variant, [None, None])
    assert chance.estimate(cs.Game.start(variant, 2, 1)) is None
    assert chance.entry_points() == []


def test_it_reads_nothing_that_the_seat_does_not_see() -> None:
    variant = cs.load_variant("dark-city")
    game = cs.Game.start(variant, 5, 3)
    chance = WinChance(variant, [None] * 5)
    before = chance.estimate(game)
    position = game.position()
    others = [player for seat, player in enumerate(position["players"]) if seat != game.actor]
    hidden = [card for player in others for card in player["hand"]] + position["deck"][::-1]
    for player in others:
        player["hand"], hidden = hidden[-len(player["hand"]) :], hidden[: -len(player["hand"])]
    position["deck"] = hidden
    other = cs.Game.from_position(variant, position)
    assert other.position()["players"] != game.position()["players"]
    assert chance.estimate(other) == before
