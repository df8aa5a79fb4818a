"""Whether the searcher does well to take gold with an empty hand, as ``reports/empty-hands.md``."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.formats import fixed
from citadels_sim.statistics.estimator import Moments
from scripts.research.empty_hands_decisions import Seated
from scripts.research.pages import EDITIONS, cells, heads, say, write_report

PLAYERS: Final = 4
FIRST_DEAL: Final = 1000
COMES_BY_ITSELF: Final = ("architect", "magician", "navigator", "wizard")
"""Who takes gold may have cards yet, by the character."""
BUDGET: Final = "searcher:playouts=50"
"""Plays on as the searcher does, at an eighth of the time."""
OTHERS: Final = ("searcher", "searcher:playouts=1600", "searcher:rounds=2", "searcher:margin=0.02", "planner", "builder")

Array = npt.NDArray[Any]


def brings(values: Array, mask: Array, deals: Array, games: int) -> str:
    """Win percentage per decision with its interval over deals."""
    here = range(FIRST_DEAL, FIRST_DEAL + games)
    sums = np.array([[values[mask & (deals == deal)].sum(), (mask & (deals == deal)).sum()] for deal in here])
    ratio = Moments.from_values([("all", "won"), ("all", "decisions")], sums).ratios(np.array([[0.0, 1.0]]), np.array([[1.0, 0.0]]))
    (low,), (high,) = ratio.interval()
    interval = f" [{fixed(100 * low, 1, '+')}, {fixed(100 * high, 1, '+')}]" if low < high else ""  # none where too few deals differ
    return f"{fixed(100 * ratio.value[0], 1, '+')}{interval}"


def main(quick: Literal["quick", ""] = "") -> None:
    """Make every decision both ways and write the page; a ``quick`` look writes none. Half an hour, most of it the searcher's."""
    games, replicates, own_replicates = (20, 20, 0) if quick else (200, 120, 12)
    sure = heads("edition", "decisions", ">n", ">ended empty", "cards bring, `planner` plays on", "the searcher plays on")
    # The gold of all editions after which no cards come: what cards would bring, with planner and with the searcher, and the deals.
    plain = []
    who = heads("edition", "who chooses", ">gold", "more than cards each time")
    for edition in EDITIONS:
        variant = cs.load_variant(edition)
        nodes, states = Seated(variant, PLAYERS, parse_bot("searcher")).find(range(FIRST_DEAL, FIRST_DEAL + games))
        deals, gold = nodes["deal"].to_numpy(), (nodes["chose"] == "gold").to_numpy()
        late = nodes["character"].is_in(COMES_BY_ITSELF).to_numpy()
        shares = Seated(variant, PLAYERS, parse_bot("planner")).both_ways(states, replicates).mean(1)
        cards = shares[:, 1] - shares[:, 0]
        own = np.zeros(len(states))
        chosen_gold = gold & ~late
        if own_replicates:
            in_question = [state for state, yes in zip(states, chosen_gold, strict=True) if yes]
            shares = Seated(variant, PLAYERS, parse_bot(BUDGET)).both_ways(in_question, own_replicates).mean(1)
            own[chosen_gold] = shares[:, 1] - shares[:, 0]
        kinds = {"cards taken": ~gold, "gold, cards may come by the character": gold & late, "gold, none will come": chosen_gold}
        for name, mask in kinds.items():
            if not mask.any():
                continue
            empty = (nodes["hand"] == 0).fill_null(False).to_numpy()[mask].mean()
            by_itself = brings(own, mask, deals, games) if mask is chosen_gold and own_replicates else ""
            sure.append(cells(edition, name, f"{mask.sum():,}", f"{empty:.0%}", brings(cards, mask, deals, games), by_itself))
        plain.append((cards[chosen_gold], own[chosen_gold], deals[chosen_gold]))
        for bot in OTHERS:
            taken = np.array(Seated(variant, PLAYERS, parse_bot(bot)).choices(states))
            takes = np.where(taken == "other", gold, taken == "gold")
            gain = brings(np.where(takes, -cards, 0.0), np.ones(len(states), bool), deals, games)
            who.append(cells(edition, bot, f"{takes.mean():.0%}", gain))
        say(*sure, "", *who, "")
    cards, own, deals = (np.concatenate(part) for part in zip(*plain, strict=True))
    everyone = np.ones(len(deals), bool)
    by_itself = brings(own, everyone, deals, games) if own_replicates else ""
    sure.append(f"| all three | gold, none will come | {len(deals):,} | | {brings(cards, everyone, deals, games)} | {by_itself} |")
    say(sure[-1])
    if not quick:
        lines = [
            "# Gold or cards with an empty hand",
            "",
            f"Four searchers, {games} games of each edition. Each decision between gold and cards with an empty hand was made both ways, "
            "and the games were",
            f"played to their end: {replicates} times with `planner` at every seat, {own_replicates} times with `{BUDGET}`, each time with "
            "other luck that both",
            "ways share. Percentage points of the win of who decides, with 95 % intervals over deals. Made by "
            "`scripts/research/run empty_hands`.",
            "",
            "## What cards bring, beside gold",
            "",
            *sure,
            "",
            "## Who chooses best at these decisions",
            "",
            "Win per decision above one who takes cards each time, with `planner` playing on. Who does something else first (a Magician "
            "who swaps) counts",
            "with what the searcher took.",
            "",
            *who,
        ]
        write_report("empty-hands.md", lines)
