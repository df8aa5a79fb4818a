"""What runs of flow show: how open games are, the way of the win chances, on whom hits fall, how a character's rounds go, the win model."""

from __future__ import annotations

from collections.abc import Iterator

from citadels_sim.designs.flow.analyse import analyse_flow
from citadels_sim.designs.flow.cell_flow import CellFlow, cells
from citadels_sim.designs.flow.character_blocks import character_blocks
from citadels_sim.designs.flow.curve_blocks import curve_blocks
from citadels_sim.designs.flow.figure_blocks import how_open, other_figures
from citadels_sim.designs.flow.model_blocks import calibration_block, model_blocks
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Block, Shown


def show(run: Run, *, curves: bool = True) -> Shown:
    """Analyse a run of flow; see `show.blocks.Blocks`.

    Parameters
    ----------
    run : Run
    curves : bool
        Whether curves have blocks; their tables are there in any case.
    """
    flow = analyse_flow(run)
    blocks = tuple(block for here in cells(flow) for block in _blocks(here, curves=curves))
    tables = {"estimates": flow.estimates, "curves": flow.curves, "calibration": flow.calibration}
    return Shown(blocks, tables, {"curves": "flow_curves", "calibration": "win_calibration"}, analysis=flow)


def _blocks(here: CellFlow, *, curves: bool) -> Iterator[Block]:
    yield how_open(here)
    if curves:
        yield from curve_blocks(here)
    yield from other_figures(here)
    yield from character_blocks(here)
    yield from model_blocks(here)
    if curves and here.calibration.height:
        yield calibration_block(here)
