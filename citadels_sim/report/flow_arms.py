"""The runs of flow as the report shows them, split into arms."""

from __future__ import annotations

from citadels_sim.charts.grids import arms_of, of_cell
from citadels_sim.lab.flow.arms import FlowArm
from citadels_sim.lineups import lineup_words
from citadels_sim.report.evidence import Evidence


def flow_arms(evidence: Evidence) -> list[FlowArm]:
    """Split the runs of flow by variant and line-up, in the order of the runs."""
    runs, stem = [(flow.estimates, flow.curves, flow.calibration) for flow in evidence.flows], "flow"
    keys = [(number, variant, lineup) for number, (estimates, *_) in enumerate(runs) for variant, lineup in arms_of(estimates)]
    lineups, cells = {lineup for _, _, lineup in keys}, [key[1:] for key in keys]
    arms: list[FlowArm] = []
    for number, variant, lineup in keys:
        bots_in_words = lineup_words(lineup)
        again = f", run {number + 1}" if cells.count((variant, lineup)) > 1 else ""
        title = evidence.titles[variant]
        arms.append(
            FlowArm(
                variant, f"{title}, played by {bots_in_words}{again}", title + (f", {bots_in_words}" if len(lineups) > 1 else "") + again,
                f"{stem}{len(arms) + 1}-{variant}-" if len(keys) > 1 else f"{stem}-",
                *(of_cell(table, variant, lineup) for table in runs[number]),
            )
        )  # fmt: skip
    return arms
