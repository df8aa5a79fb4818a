"""Whether the mixing of a `searcher` that asks nobody protects it: wins of one who foresees three of them by a net fitted to their games.

The net is fitted anew to searchers that mix and to searchers that do not, as `searcher_imitation` fits its own; the deals are the same.
"""

from __future__ import annotations

import dataclasses
from typing import Final

import numpy as np

from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.training.learning.strength import measured, wins
from citadels_sim.variants import load_variant
from scripts.research.pages import cells, heads, say
from scripts.research.searcher_imitation import PLAYERS, imitation_of

VARIANT: Final = "classic-2000"
RIVAL: Final = "searcher:asks=0,playouts=30"
"""A few playouts, so that games are many."""
ATTACKER: Final = "searcher:playouts=100,prior=0.005,mixing=0"
_SEED: Final = 4711


def main(games: int = 1600, fitted: int = 1200, workers: int = 1) -> None:
    """Print wins in so many games, with nets fitted to so many others. Some minutes of one core."""
    variant = load_variant(VARIANT)
    learner = at_table(parse_bot("learner"), variant, PLAYERS).memory
    for function in (wins, parse_bot(RIVAL).choose):
        ready(function)
    lines = []
    for mixing in (1, 0):
        rival = at_table(parse_bot(f"{RIVAL},mixing={mixing}"), variant, PLAYERS)
        net = imitation_of(rival, variant, fitted).weights
        for knows in (1, 0):
            attacker: Bot = at_table(parse_bot(f"{ATTACKER},knows={knows}"), variant, PLAYERS)
            attacker = dataclasses.replace(attacker, memory=np.concatenate([learner, net]))
            share, low, high, played = measured([attacker, *[rival] * (PLAYERS - 1)], variant, PLAYERS, games, _SEED, workers)
            lines.append(
                cells("yes" if mixing else "no", "yes" if knows else "no", f"{share:.1%}", f"{low:.1%} to {high:.1%}", f"{played:,}")
            )
    say(*heads("rivals mix", "foresees them", ">wins", "95 % interval", ">games"), *lines)
