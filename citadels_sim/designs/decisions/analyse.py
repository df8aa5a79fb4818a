"""From a run of forked decisions to what each group of options brings, verdicts on it, and the bots' own choices beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.decisions import KINDS, Kind
from citadels_sim.designs.decisions.metrics import CHOICES, OPTIONS
from citadels_sim.designs.some_nodes import NODE, known_facts
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.planning import needed_columns
from citadels_sim.statistics.verdicts import judge
from citadels_sim.tables.keys import CELL, Cell, key_of
from citadels_sim.verdicts import OF_LIMITS

DECISION_MARGIN: Final = 0.01
"""Win chance per decision by which an option may differ from the mean of all and still count as nothing: 1 percentage point."""
NOTHING: Final = "nothing"
"""Group of the option of doing none of the others."""

_NEEDED: Final = {"needed_nodes_low": pl.Int64, "needed_nodes": pl.Int64}
_MOST_COST: Final = 5
_HANDS: Final = (2, 4)


@dataclass(frozen=True)
class DecisionAnalysis:
    """What a run of forked decisions says.

    Attributes
    ----------
    kind : Kind
        What was decided.
    margin : float
        Of the verdicts, in win chance per decision.
    effects : polars.DataFrame
        Estimates (`estimates.SCHEMA`) of every grouping, which the column ``grouping`` in front names.
    verdicts : polars.DataFrame
        One row per cell, grouping and group: grouping, variant, players, lineup, group, nodes (at which it had an option), verdict,
        needed_nodes_low and needed_nodes (`planning.Needed`; null: settled, or it cannot be said).
    cells : polars.DataFrame
        One row per cell: variant, players, lineup, nodes, blocks, mean_options, asked (decisions that were asked for, in all games that
        were played), looked (decisions that were looked at).
    """

    run: Run
    kind: Kind
    margin: float
    effects: pl.DataFrame
    verdicts: pl.DataFrame
    cells: pl.DataFrame

    @cached_property
    def choices(self) -> pl.DataFrame:
        """Estimates of how well the bots decide."""
        return estimate(CHOICES, family_moments(CHOICES, self.run))


def analyse_decisions(run: Run, margin: float = DECISION_MARGIN) -> DecisionAnalysis:
    """Analyse a complete run of forked decisions.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="decisions"``; see `some_nodes.run_where` for a part of its nodes.
    margin : float
        What does not matter, in win chance per decision; positive.
    """
    kind = kind_of(run)
    effects, verdicts = [], []
    for grouping in kind.groupings:
        family = OPTIONS[grouping]
        moments = family_moments(family, run)
        named = pl.lit(grouping).alias("grouping")
        effects.append(estimate(family, moments).select(named, pl.all()))
        verdicts += [row for cell, moment in moments.items() for row in _verdicts(grouping, cell, moment, margin)]
    return DecisionAnalysis(
        run, kind, margin, pl.concat(effects), pl.DataFrame(verdicts, schema_overrides=_NEEDED), _cells(run, option_nodes(run))
    )


def kind_of(run: Run) -> Kind:
    """Return the kind of decision that a run forks.

    Raises
    ------
    RunError
        If its manifest names one that there is not.
    """
    what = str(run.manifest.experiment.what)
    if what not in KINDS:
        raise RunError(f"{run.folder}: its manifest names the decision '{what}', which is not one of {', '.join(KINDS)}.")
    return KINDS[what]


def _verdicts(grouping: str, cell: Cell, moment: Moments, margin: float) -> list[dict[str, object]]:
    family = OPTIONS[grouping]
    groups, effect = ratios(family, family.metrics[0], moment)
    verdict = judge(effect, np.zeros(len(groups)), margin, within=family.metrics[0].bounds)
    rows: list[dict[str, object]] = []
    for i, group in enumerate(groups):
        nodes = int(moment.weights({(group, "nodes"): 1.0}) @ moment.totals + 0.5)
        needed = needed_columns(verdict.member_needed[i], nodes / effect.blocks, "nodes")
        word = OF_LIMITS[verdict.members[i]]
        rows.append({"grouping": grouping} | key_of(cell) | {"group": group, "nodes": nodes, "verdict": word, **needed})
    return rows


def _cells(run: Run, rows: pl.DataFrame) -> pl.DataFrame:
    by_node = rows.group_by(NODE).agg(pl.len().alias("options"), pl.col("weight", "looked").first())
    keys = [pl.col("variant", "lineup").cast(pl.String), pl.col("players").cast(pl.Int64)]
    table = by_node.group_by(CELL).agg(
        pl.len().alias("nodes"),
        pl.col("block").n_unique().alias("blocks"),
        pl.col("options").mean().alias("mean_options"),
        pl.col("weight").sum().cast(pl.Int64).alias("asked"),
        pl.col("looked").sum().cast(pl.Int64),
    )
    order = pl.DataFrame([key_of(cell.key) for cell in run.manifest.cells])
    return order.join(table.with_columns(keys), on=CELL, how="inner", maintain_order="left")


def option_nodes(run: Run) -> pl.DataFrame:
    """Average the replicates of every node and option, and lay beside each what the node's other options brought; made once.

    Returns
    -------
    polars.DataFrame
        One row per node and option: the key, option, act, character, cost, type, target and its standing, policy; ``win``, ``total``,
        ``target_win``, ``target_mean`` (means over replicates), ``odd``, ``even`` (of win, over half of the replicates each; null in one
        replicate), ``choices`` (options of the node), ``mean``, ``mean_total`` (over them), ``nothing_win`` (of doing none of them; null
        where that cannot be), and of the node weight, looked, own_hand.
    """
    return run.kept("option_nodes", lambda: _option_nodes(run))


def _option_nodes(run: Run) -> pl.DataFrame:
    win, even = pl.col("win"), pl.col("replicate") % 2 == 0
    standing = ["target_leader", "target_last", "target_richest", "target_fullest"]
    kept = ["act", "character", "cost", "type", "target", *standing, "policy"]
    rows = (
        run.own_rows("options")
        .group_by(*NODE, "option", maintain_order=True)
        .agg(
            *(pl.col(name).first() for name in kept),
            pl.col("win", "total", "target_win", "target_mean").mean(),
            even=win.filter(even).mean(),
            odd=win.filter(~even).mean(),
        )
    )
    nodes = run.own_rows("nodes").select(*NODE, "seat", "weight", "looked", "own_hand")
    nothing = pl.col("act") == NOTHING
    return (
        rows.with_columns(
            choices=pl.len().over(NODE).cast(pl.Int64),
            mean=win.mean().over(NODE),
            mean_total=pl.col("total").mean().over(NODE),
            nothing_win=win.filter(nothing).first().over(NODE),
        )
        .join(nodes, on=NODE, how="left")
        .with_columns(pl.col("act", "character", "type").cast(pl.String))
        .collect()
    )


def node_facts(run: Run) -> tuple[pl.DataFrame, dict[str, str]]:
    """Return the nodes with the facts that the run knows of them; see `designs.some_nodes.run_where`."""
    return known_facts(run)


def with_nodes(run: Run, nodes: pl.DataFrame) -> Run:
    """Return the run with some of its nodes."""
    some = Run(run.folder, run.manifest)
    some.kept("option_nodes", lambda: option_nodes(run).join(nodes, on=NODE, how="semi", maintain_order="left"))
    return some


def family_moments(family: Family, run: Run) -> dict[Cell, Moments]:
    """Condense a run of forked decisions to the moments of one family.

    The sums of `OPTIONS` are taken over rows of `grouped`, those of `CHOICES` over one row per node.
    """
    rows = option_nodes(run)
    if family.name == CHOICES.name:
        return run.in_order(row_moments(family, choice_nodes(rows)))
    grouping = next(name for name, each in OPTIONS.items() if each.name == family.name)
    return run.in_order(row_moments(family, grouped(rows, grouping)))


def grouped(rows: pl.DataFrame, grouping: str) -> pl.DataFrame:
    """Put the options of nodes into the groups of a grouping.

    Parameters
    ----------
    rows : polars.DataFrame
        `option_nodes`.
    grouping : str
        One of `decisions.GROUPINGS`.

    Returns
    -------
    polars.DataFrame
        The rows that have a group, once for each of theirs, with ``label`` (the group) and ``share`` (one by the options that the group has
        at the node).
    """
    labels = rows.with_columns(label=_LABELS[grouping]).explode("label").filter(pl.col("label").is_not_null())
    return labels.with_columns(share=1 / pl.len().over(*NODE, "label"))


def _of_target() -> pl.Expr:
    """Return the standings of an option's target, several where it has several."""
    words = {"target_leader": "leader", "target_last": "last", "target_richest": "richest", "target_fullest": "most cards"}
    known = pl.concat_list(pl.when(column).then(pl.lit(word)).otherwise(pl.lit(None)) for column, word in words.items()).list.drop_nulls()
    one = {
        "own city": pl.col("target") == pl.col("seat"),
        "nobody": pl.col("target").is_null() & pl.col("character").is_not_null(),
        "deck": pl.col("act") == "redraw",
        NOTHING: pl.col("act") == NOTHING,
    }
    expression = pl.when(known.list.len() == 0).then(pl.concat_list(pl.lit("none of these"))).otherwise(known)
    for word, holds in one.items():
        expression = pl.when(holds).then(pl.concat_list(pl.lit(word))).otherwise(expression)
    return expression


def _or_nothing(label: pl.Expr) -> pl.Expr:
    return pl.concat_list(pl.when(pl.col("act") == NOTHING).then(pl.lit(NOTHING)).otherwise(label))


def _hand() -> pl.Expr:
    low, high = _HANDS
    words = (
        pl.when(pl.col("own_hand") < low)
        .then(pl.lit(f"0 to {low - 1} in hand"))
        .when(pl.col("own_hand") < high)
        .then(pl.lit(f"{low} to {high - 1} in hand"))
        .otherwise(pl.lit(f"{high} or more in hand"))
    )
    return pl.concat_list(pl.when(pl.col("act") == "gold").then(words).otherwise(pl.lit(None)))


_COST: Final = pl.when(pl.col("cost") >= _MOST_COST).then(pl.lit(f"{_MOST_COST} or more")).otherwise(pl.col("cost").cast(pl.String))
_LABELS: Final[Mapping[str, pl.Expr]] = {
    "character": _or_nothing(pl.col("character")),
    "target": _of_target(),
    "cost": _or_nothing(_COST),
    "type": _or_nothing(pl.col("type")),
    "act": pl.concat_list(pl.col("act")),
    "hand": _hand(),
}


def choice_nodes(rows: pl.DataFrame) -> pl.DataFrame:
    """Condense `option_nodes` to one row per node: the bot's own choice against the mean and the best.

    Returns
    -------
    polars.DataFrame
        The key, weight, mean, policy_win, and ``regret_found`` (`forks.analyse.policy_nodes`).
    """
    odd, even, own = pl.col("odd"), pl.col("even"), pl.col("policy")
    regret = (odd.get(even.arg_max()) - odd.filter(own).first() + even.get(odd.arg_max()) - even.filter(own).first()) / 2
    return rows.group_by(*NODE, maintain_order=True).agg(
        pl.col("weight", "mean").first(),
        policy_win=pl.col("win").filter(own).first(),
        regret_found=pl.when(odd.null_count() == 0).then(regret),
    )
