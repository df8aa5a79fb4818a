"""What bots work out without branches, against loops that say what it is."""

from __future__ import annotations

import numpy as np

from citadels_sim.bots.appraise import ends_soon
from citadels_sim.bots.features import dearest, to_go
from citadels_sim.engine.rules import PURSE, rules_record
from citadels_sim.engine.state import KINDS, SEATS, new_state
from citadels_sim.variants import load_variant


def test_the_dearest_card_of_any_set_at_any_prices() -> None:
    rules = rules_record(load_variant("citadels-2016").at(4))
    draw = np.random.default_rng(1)
    found = set()
    for most in (6, 12, PURSE + 30):
        rules.cost[:] = draw.integers(0, most, KINDS)
        for gold in range(PURSE + 1):
            rules.afford[gold] = sum(1 << d for d in range(KINDS - 1) if rules.cost[d] <= gold)
        for held in range(12):
            cards = [int(d) for d in draw.choice(KINDS - 1, held % 6, replace=False)]
            expected = max((int(rules.cost[d]) for d in cards if rules.cost[d] < PURSE), default=0)
            assert dearest(rules, sum(1 << d for d in cards)) == expected, (rules.cost[cards], cards)
            found.add(expected)
    assert {0} < found
    assert max(found) > SEATS


def test_the_end_is_near_for_who_needs_two_districts_or_faces_somebody_who_needs_one() -> None:
    public = new_state().public
    draw = np.random.default_rng(2)
    found = set()
    for _ in range(400):
        public.players, public.goal = draw.integers(2, SEATS + 1), draw.integers(1, 10)
        public.city_size[:] = 0
        for seat in range(public.players):
            public.city_size[seat] = draw.integers(0, public.goal + 2)
        seat = int(draw.integers(public.players))
        near = any(to_go(public, other) <= (2 if other == seat else 1) for other in range(public.players))
        assert ends_soon(public, seat) == near
        found.add(near)
    assert found == {False, True}
