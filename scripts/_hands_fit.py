"""Counting what hands hold, compared with the deck, by what their owners did: games of bots with four players.

``python -m scripts._hands_fit`` writes `citadels_sim.bots.searcher_hand_weights` anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from citadels_sim.arrays import Floats
from citadels_sim.bots import parse_bot, searcher_hand_weights
from citadels_sim.bots.searcher_hands import COSTS, ROWS, UNKNOWN, column, habit
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, ready
from citadels_sim.engine.loop import ROUND_CAP, TABLE_T, Until, begin, new_table, play_on
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import DECK, KINDS
from citadels_sim.variants import load_variant

_VARIANTS: Final = ("classic-2000", "citadels-2016", "dark-city")
_BOTS: Final = {"planner": 1500, "searcher:asks=0,playouts=20": 400, "learner": 1000}
"""Bots, and how many games of each variant each plays against itself."""
_PLAYERS: Final = 4
_CARDS: Final = 1e5
"""Each of these matches counts as so many cards."""
_EVEN: Final = 20.0
"""Cards that every cell holds beforehand, as many as the deck would give it."""
_TEXT: Final = '''"""How likely a hand holds a card, as a part of what is likely of the likeliest: counted, not written by hand.

Made by ``python -m scripts._hands_fit`` from games of {bots}.
"""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [
{rows}
    ]
)
"""Rows: `searcher_hands.habit`; columns: `searcher_hands.column`."""
'''
_COUNTS = types.float64[:, ::1]
TALLY_SIGNATURE = types.void(TABLE_T, types.int64, types.int64, _COUNTS, _COUNTS)


@entry_point(TALLY_SIGNATURE)
def tally(table: Any, first: int, last: int, held: Any, dealt: Any) -> None:
    """Play games first..last-1; count at every round's beginning which cards are in hand, and which would be if the deck had dealt them."""
    s, r = table.state, table.rules
    p = s.public
    for seed in range(first, last):
        n = play_on(table, Until(1, 0, 0, 0), begin(table, seed))
        while n > 0 and p.round_no <= ROUND_CAP:
            for seat in range(p.players):
                row = habit(p, seat)
                if row == UNKNOWN:
                    continue
                for d in range(KINDS):
                    held[row, column(p, r, seat, d)] += s.seat[seat].hand[d]
                for k in range(p.deck_n):
                    d = s.secret.deck[(s.secret.deck_head + k) % DECK]
                    dealt[row, column(p, r, seat, d)] += p.hand_n[seat] / p.deck_n
            n = play_on(table, Until(p.round_no, 0, 0, 0), n)


def counted(variant: str, bot: str, games: int) -> tuple[Floats, Floats]:
    """Count the cards of some games: those in hand, and those that the deck would have dealt, both shape (ROWS, COSTS + 1)."""
    described = load_variant(variant)
    table = new_table([at_table(parse_bot(bot), described, _PLAYERS)] * _PLAYERS, rules_record(described.at(_PLAYERS)))
    held, dealt = np.zeros((ROWS, COSTS + 1)), np.zeros((ROWS, COSTS + 1))
    ready(tally)(table, 1, 1 + games, held, dealt)
    return held * _CARDS / dealt.sum(), dealt * _CARDS / dealt.sum()


def fitted() -> str:
    """Play, count, and return the text of the module with the weights."""
    counts = [counted(variant, bot, games) for variant in _VARIANTS for bot, games in _BOTS.items()]
    held, dealt = (np.sum(each, axis=0) for each in zip(*counts, strict=True))
    ratios = (held + _EVEN) / (dealt + _EVEN)
    lines = ("        (" + ", ".join(f"{ratio:.2f}" for ratio in row / row.max()) + ")," for row in ratios)
    return _TEXT.format(bots=", ".join(_BOTS), rows="\n".join(lines))


def main() -> None:
    """Write the weights into the package."""
    Path(searcher_hand_weights.__file__).write_text(fitted(), encoding="utf-8")


if __name__ == "__main__":
    main()
