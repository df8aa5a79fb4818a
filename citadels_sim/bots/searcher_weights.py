"""What the searcher's view of a table weighs, by phase of the game: fitted, not written by hand.

Made by ``python -m citadels_sim.bots.searcher_fit 2000`` from games of planner.
"""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [
        (5.261, -5.376, 1.076, 1.025, 1.010, -0.285, 0.082, 0.308, -0.118, -0.199, -0.051, 0.454),  # 67642 tables, 38 % explained
        (3.639, -5.294, 0.807, 1.237, 0.977, -0.328, -0.133, 0.233, -0.067, -0.259, 0.145, 0.000),  # 77998 tables, 21 % explained
        (3.114, -4.063, 0.622, 1.243, 0.866, -0.292, -0.089, 0.191, -0.056, -0.229, 0.337, 0.000),  # 72542 tables, 12 % explained
        (2.840, -3.083, 0.532, 1.226, 0.723, -0.178, -0.118, 0.166, -0.008, -0.172, 0.488, 0.000),  # 62236 tables, 8 % explained
        (2.729, -2.459, 0.428, 1.254, 0.662, -0.078, -0.174, 0.200, -0.037, -0.185, 0.533, 0.000),  # 50226 tables, 5 % explained
        (2.523, -2.481, 0.469, 1.270, 0.682, 0.072, -0.212, 0.149, 0.016, -0.143, 0.377, 0.000),  # 44731 tables, 3 % explained
        (2.671, -1.178, 0.620, 1.415, 0.642, 0.635, -0.156, 0.200, 0.128, -0.127, 1.885, 0.000),  # 16463 tables, 2 % explained
    ]
)
"""Rows: phases, by how many districts the leader needs, from 1; columns: features, see `searcher_value.describe`."""
