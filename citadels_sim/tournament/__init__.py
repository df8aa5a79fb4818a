"""Tournaments: an experiment becomes cells, blocks and shards, and these become a run folder of Parquet tables.

What is played and what the tables hold follows from the experiment alone, never from the number of workers.
"""

from citadels_sim.tournament.experiment import Experiment, experiment_names, make_experiment, read_experiment
from citadels_sim.tournament.plan import Plan, make_plan
from citadels_sim.tournament.runner import Interrupted, Progress, RunSummary, run_experiment, run_plan

__all__ = [
    "Experiment",
    "Interrupted",
    "Plan",
    "Progress",
    "RunSummary",
    "experiment_names",
    "make_experiment",
    "make_plan",
    "read_experiment",
    "run_experiment",
    "run_plan",
]
