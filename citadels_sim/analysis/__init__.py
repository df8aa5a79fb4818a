"""From run folders to estimates: polars frames in, polars frames out, one block estimator under every number.

Nothing here imports the engine; a run of any origin that has the documented tables can be analysed.
"""

from citadels_sim.analysis.estimator import Moments, Ratios
from citadels_sim.analysis.interaction_metrics import INTERACTION_METRICS
from citadels_sim.analysis.runs import Run, load_run, load_runs
from citadels_sim.analysis.summary import Analysis, analyse, dictionary
from citadels_sim.analysis.verdicts import SEAT_MARGIN, Verdict, judge

__all__ = [
    "INTERACTION_METRICS", "SEAT_MARGIN", "Analysis", "Moments", "Ratios", "Run", "Verdict", "analyse", "dictionary", "judge",
    "load_run", "load_runs",
]  # fmt: skip
