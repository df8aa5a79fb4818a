"""A round's lines become rows, one for each character of the cast, whichever ranks it has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from citadels_sim.designs.recording import DEED_COLUMNS
from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.recording.game_rows import ALWAYS, clean_sheet, new_sheet, write_sheet
from citadels_sim.engine.state import RANKS, new_states


@pytest.mark.parametrize("ranks", [range(1, 9), range(1, 10), (1, 2, 3, 5, 6, 7, 8), range(1, 8), (1, 2, 3, 4, 5, 6, 7, 9)])
def test_each_rank_of_the_cast_has_a_row_with_all_its_columns(ranks: Any) -> None:
    public: Any = new_states(1)[0].public
    for rank in ranks:
        public.cast[rank] = rank
    sheet = new_sheet()
    columns = len(c.TURN_COLUMNS)
    sheet.used = (1 << columns) - 1
    sheet.cell[:columns] = np.arange(columns * RANKS).reshape(columns, RANKS)
    before = 3
    rows = np.full((columns, 40), -1, np.int16)
    end = write_sheet(public, sheet, rows, before)
    assert end == before + len(ranks)
    assert (rows[:, before:end] == sheet.cell[:columns, list(ranks)]).all()
    assert (rows[:, :before] == -1).all()
    assert (rows[:, end:] == -1).all()


def test_a_column_in_which_nothing_has_occurred_is_not_written() -> None:
    public: Any = new_states(1)[0].public
    public.cast[1:9] = range(1, 9)
    sheet = new_sheet()
    sheet.used = ALWAYS
    columns = len(c.TURN_COLUMNS)
    rows = np.full((columns, 8), -1, np.int16)
    write_sheet(public, sheet, rows, 0)
    written = {name for name, row in zip(c.TURN_COLUMNS, rows, strict=True) if (row == 0).all()}
    assert written == set(c.TURN_COLUMNS) - {*DEED_COLUMNS, "bewitched"}


def test_what_has_no_column_is_forgotten_with_each_round() -> None:
    """Else it adds up over all games of a process, beyond what its 16 bits hold: the interpreted rules say so by an error."""
    sheet = new_sheet()
    sheet.cell[:] = np.iinfo(np.int16).max
    clean_sheet(new_states(1)[0].public, sheet, 1)
    assert (sheet.cell[len(c.TURN_COLUMNS)] == 0).all()
    assert (sheet.cell[c.GOLD_GAINED] == 0).all()
