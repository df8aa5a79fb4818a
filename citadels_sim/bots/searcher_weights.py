"""What the searcher's view of a table weighs, by phase of the game: fitted, not written by hand.

Made by ``scripts/research/run searcher_fit 2000`` from games of planner.
"""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [
        (5.287, -5.470, 1.086, 1.064, 1.020, -0.301, 0.093, 0.280, -0.131, -0.239, -0.127, 0.449),  # 67746 tables, 38 % explained
        (3.703, -5.232, 0.794, 1.272, 0.948, -0.342, -0.111, 0.245, -0.064, -0.240, 0.149, 0.000),  # 77971 tables, 21 % explained
        (3.143, -3.986, 0.647, 1.228, 0.867, -0.344, -0.078, 0.186, -0.053, -0.208, 0.335, 0.000),  # 72617 tables, 12 % explained
        (2.835, -3.112, 0.548, 1.225, 0.735, -0.173, -0.108, 0.139, -0.022, -0.193, 0.458, 0.000),  # 62256 tables, 8 % explained
        (2.724, -2.634, 0.444, 1.262, 0.714, -0.115, -0.169, 0.170, -0.044, -0.207, 0.458, 0.000),  # 50213 tables, 5 % explained
        (2.491, -2.497, 0.485, 1.260, 0.740, 0.041, -0.222, 0.127, -0.007, -0.172, 0.421, 0.000),  # 44735 tables, 3 % explained
        (2.752, -1.247, 0.642, 1.475, 0.701, 0.563, -0.128, 0.195, 0.124, -0.129, 1.996, 0.000),  # 16460 tables, 3 % explained
    ]
)
"""Rows: phases, by how many districts the leader needs, from 1; columns: features, see `searcher_value.describe`."""
