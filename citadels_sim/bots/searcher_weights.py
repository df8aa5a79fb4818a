"""What the searcher's view of a table weighs, by phase of the game: fitted, not written by hand.

Made by ``python -m citadels_sim.bots.searcher_fit 1500`` from games of builder.
"""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [
        (5.884, -6.726, 0.948, 0.473, 0.683, -0.523, 0.146, 0.572, -0.171, -0.636, -0.240, 0.625),  # 45146 tables, 47 % explained
        (3.817, -7.029, 0.725, 0.720, 0.689, -0.401, -0.038, 0.417, -0.133, -0.469, -0.174, 0.000),  # 55982 tables, 26 % explained
        (3.323, -5.868, 0.610, 0.807, 0.654, -0.261, -0.026, 0.341, -0.161, -0.376, -0.138, 0.000),  # 52931 tables, 17 % explained
        (3.028, -5.115, 0.516, 0.795, 0.653, -0.234, -0.043, 0.332, -0.132, -0.326, 0.012, 0.000),  # 46387 tables, 11 % explained
        (2.858, -4.702, 0.479, 0.837, 0.640, -0.009, -0.089, 0.292, -0.106, -0.211, 0.010, 0.000),  # 38040 tables, 7 % explained
        (2.542, -4.649, 0.443, 0.827, 0.684, 0.134, -0.077, 0.323, -0.061, -0.174, -0.049, 0.000),  # 33768 tables, 4 % explained
        (2.881, -1.545, 0.555, 1.115, 0.644, 0.653, 0.174, 0.318, 0.003, -0.097, 2.473, 0.000),  # 13930 tables, 4 % explained
    ]
)
"""Rows: phases, by how many districts the leader needs, from 1; columns: features, see `searcher_value.describe`."""
