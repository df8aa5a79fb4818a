"""Every figure of how games go, in its order; counted from the rows of `states` and the win chances fitted to them."""

from __future__ import annotations

from typing import Final

from citadels_sim.designs.flow.character_metrics import SWINGS
from citadels_sim.designs.flow.curve_metrics import CURVE_FAMILIES
from citadels_sim.designs.flow.game_metrics import COMPLETION, FLOW
from citadels_sim.designs.flow.kill_habits import KILL_GAME
from citadels_sim.designs.flow.model_metrics import CALIBRATION, WIN_MODEL
from citadels_sim.designs.flow.turn_metrics import AIMS, TEMPO

FAMILIES: Final = (FLOW, COMPLETION, TEMPO, AIMS, SWINGS, KILL_GAME, WIN_MODEL, CALIBRATION, *CURVE_FAMILIES)
"""The families that runs of flow answer."""
