"""From a run of forks to effects of characters, verdicts on them, and the bot's own picks beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.designs.forks.metrics import CONTRASTS, FORKS, POLICY
from citadels_sim.judge.declared_limits import declared_limits, one_number
from citadels_sim.limits import LIMITS, wishes_of
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments, row_totals
from citadels_sim.statistics.estimates import estimate, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.planning import needed_columns
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.statistics.spread import spread
from citadels_sim.statistics.verdicts import judge
from citadels_sim.tables.keys import CELL, Cell, key_of
from citadels_sim.verdicts import OF_LIMITS, OF_STRENGTH

NODE: Final = [*CELL, "block", "rotation", "slot"]
"""What a node is known by: a game has one for each pick of a round."""
CHARACTER_MARGIN = LIMITS["character"].number
"""Win chance per pick by which a character may differ from what else could be picked and still count as balanced: 1 percentage point."""

Wishes = Mapping[str, tuple[float, float]]
"""Member of a judgement -> the ends of what is wanted of it."""

_NEEDED = {"needed_nodes_low": pl.Int64, "needed_nodes": pl.Int64}
_SPREAD = ("spread", "spread_low", "spread_high")


@dataclass(frozen=True)
class ForkAnalysis:
    """What a run of forks says.

    Attributes
    ----------
    margin : float
        Of the verdicts, in win chance per pick.
    wishes : mapping
        Character -> the ends of what is wanted of it, where that is declared.
    effects : polars.DataFrame
        Estimates (`estimates.SCHEMA`) of the effects of the characters.
    verdicts : polars.DataFrame
        One row per cell and character: variant, players, lineup, character, nodes (at which it could be picked), verdict, needed_nodes
        and needed_nodes_low (nodes of the cell that settle it with a probability of 80 %, `planning.Needed`; null: settled, or it cannot
        be said), inner_low and inner_high (`Verdict.inner`), few (whether it has too few nodes for any figure).
    cells : polars.DataFrame
        One row per cell: variant, players, lineup, nodes, blocks, mean_choices, spread, spread_low and spread_high (`statistics.spread`,
        null where no effect has an error), the verdict on the cast, needed_nodes and needed_nodes_low (that settle it), balanced,
        characters.
    """

    run: Run
    margin: float
    wishes: Wishes
    effects: pl.DataFrame
    verdicts: pl.DataFrame
    cells: pl.DataFrame

    @cached_property
    def policy(self) -> pl.DataFrame:
        """Estimates of how well the bots pick."""
        return estimate(POLICY, family_moments(POLICY, self.run))

    @cached_property
    def contrasts(self) -> pl.DataFrame:
        """Estimates of every pair of characters; they take longer than all others, and few readers want them."""
        return estimate(CONTRASTS, family_moments(CONTRASTS, self.run))


def analyse_forks(run: Run, margin: float | None = None, wishes: Wishes | None = None) -> ForkAnalysis:
    """Analyse a complete run of forks.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="forks"``.
    margin : float, optional
        What does not matter, in win chance per pick; positive. Left out: what the run declares, else `CHARACTER_MARGIN`.
    wishes : mapping, optional
        Character -> the ends of what is wanted of it, in win chance per pick. Left out: what the run declares.
    """
    declared = declared_limits([run])
    margin = one_number(declared, "character") if margin is None else margin
    wishes = wishes_of(declared, "character") if wishes is None else wishes
    moments = family_moments(FORKS, run)
    counts = {(v, int(p), b): (n, m) for v, p, b, n, m in _counts(nodes_of(run)).iter_rows()}
    verdicts, cells = [], []
    for cell, moment in moments.items():
        groups, effect = ratios(FORKS, FORKS.metrics[0], moment)
        null, margins = _wanted(groups, margin, wishes)
        verdict = judge(effect, null, margins, within=FORKS.metrics[0].bounds)
        per_block = counts[cell][0] / effect.blocks
        key = key_of(cell)
        few = effect.effective < LEAST_COUNT
        for i, name in enumerate(groups):
            verdicts.append(
                key
                | {
                    "character": name,
                    "nodes": int(moment.weights({(name, "nodes"): 1.0}) @ moment.totals),
                    "verdict": OF_STRENGTH[verdict.members[i]],
                    **needed_columns(verdict.member_needed[i], per_block, "nodes"),
                    **dict(zip(("inner_low", "inner_high"), verdict.inner[i], strict=True)),
                    "few": bool(few[i]),
                }
            )
        far = spread(effect.chosen(np.flatnonzero(~few))) or (None,) * 3
        cells.append(
            key
            | {
                "nodes": counts[cell][0],
                "blocks": effect.blocks,
                "mean_choices": counts[cell][1],
                **dict(zip(_SPREAD, far, strict=True)),
                "verdict": OF_LIMITS[verdict.state],
                **needed_columns(verdict.needed, per_block, "nodes"),
                "balanced": verdict.members.count("within"),
                "characters": len(groups),
            }
        )
    return ForkAnalysis(
        run,
        margin,
        wishes,
        estimate(FORKS, moments),
        pl.DataFrame(verdicts, schema_overrides=_NEEDED),
        pl.DataFrame(cells, schema_overrides={**_NEEDED, **dict.fromkeys(_SPREAD, pl.Float64)}),
    )


def _wanted(groups: Sequence[str], margin: float, wishes: Wishes) -> tuple[NDArray[np.float64], float | NDArray[np.float64]]:
    """Return what is wanted of each character, and by how much it may differ: one number where nothing is said of any of them."""
    if not wishes.keys() & set(groups):
        return np.zeros(len(groups)), margin
    bands = np.array([wishes.get(name, (-margin, margin)) for name in groups])
    return bands.mean(axis=1), (bands[:, 1] - bands[:, 0]) / 2


def character_nodes(forks: pl.LazyFrame) -> pl.DataFrame:
    """Average the replicates of every node and character, and lay beside each what the node's other characters brought.

    Parameters
    ----------
    forks : polars.LazyFrame
        The table `forks`, as its dictionary describes it.

    Returns
    -------
    polars.DataFrame
        One row per node and character that could be picked: the key, round, slot, seat, character, policy, drawn, leader, last, gold,
        hand, city, place and part (where the run has them), weight; ``win``, ``total`` (means over replicates), ``odd``, ``even`` (of win,
        over half of the replicates each; null in one replicate), ``choices`` (characters of the node), ``mean``, ``mean_total`` (of them),
        ``drawn_win`` (in replicate 0, with the character drawn).
    """
    win, even = pl.col("win"), pl.col("replicate") % 2 == 0
    first = pl.col("replicate") == 0
    there = forks.collect_schema().names()
    kept = ["round", "seat", "bot", "policy", "drawn", "leader", "last", "gold", "hand", "city", "place", "part", "weight"]
    kept = [name for name in kept if name in there]
    rows = forks.group_by(*NODE, "character", maintain_order=True).agg(
        *(pl.col(name).first() for name in kept),
        win.mean(),
        pl.col("total").mean(),
        even=win.filter(even).mean(),
        odd=win.filter(~even).mean(),
        first_win=win.filter(first).first(),
    )
    return rows.with_columns(
        choices=pl.len().over(NODE).cast(pl.Int64),  # signed: one is taken from it
        mean=win.mean().over(NODE),
        mean_total=pl.col("total").mean().over(NODE),
        drawn_win=pl.col("first_win").filter("drawn").first().over(NODE),
    ).collect()


def nodes_of(run: Run) -> pl.DataFrame:
    """Return `character_nodes` of a whole run of forks; made once."""
    return run.kept("character_nodes", lambda: character_nodes(run.own_rows()))


def node_facts(run: Run) -> tuple[pl.DataFrame, dict[str, str]]:
    """Return the nodes with the facts that the table of picks knows of them; see `designs.some_nodes.run_where`."""
    there = set(nodes_of(run).columns)
    columns = {fact: column for fact, column in FACT_COLUMNS.items() if column in there or fact == "offered"}
    kept = [column for fact, column in columns.items() if fact != "offered" and column not in NODE]
    offered = pl.col("character").cast(pl.String).alias("offered")
    return nodes_of(run).group_by(NODE, maintain_order=True).agg(pl.col(kept).first(), offered), columns


def with_nodes(run: Run, nodes: pl.DataFrame) -> Run:
    """Return the run with some of its nodes."""
    some = Run(run.folder, run.manifest)
    some.kept("character_nodes", lambda: nodes_of(run).join(nodes, on=NODE, how="semi", maintain_order="left"))
    return some


FACT_COLUMNS: Final = {
    "round": "round",
    "pick": "slot",
    "place": "place",
    "own.gold": "gold",
    "own.hand": "hand",
    "own.districts": "city",
    "leader": "leader",
    "last": "last",
    "part": "part",
    "offered": "offered",
}
"""Facts that the table of picks knows, and their columns; runs of before lack some."""


def policy_nodes(nodes: pl.DataFrame) -> pl.DataFrame:
    """Condense `character_nodes` to one row per node: the bot's own choice against the mean and against the best.

    Returns
    -------
    polars.DataFrame
        The key, weight, mean, policy_win, best, and ``regret_found``: the best by one half of the replicates, compared with the bot's
        choice on the other half, both ways about; null in one replicate.
    """
    odd, even, own = pl.col("odd"), pl.col("even"), pl.col("policy")
    regret = (odd.get(even.arg_max()) - odd.filter(own).first() + even.get(odd.arg_max()) - even.filter(own).first()) / 2
    split = odd.null_count() == 0
    return nodes.group_by(*NODE, maintain_order=True).agg(
        pl.col("weight", "mean").first(),
        policy_win=pl.col("win").filter(own).first(),
        best=pl.col("win").max(),
        regret_found=pl.when(split).then(regret),
    )


def family_moments(family: Family, run: Run) -> dict[Cell, Moments]:
    """Condense a run of forks to the moments of one family.

    Parameters
    ----------
    family : Family
        One of `metrics`, or like one: its sums are taken over rows of `character_nodes`, of `policy_nodes` for figures of the policy,
        of pairs of characters for contrasts.
    run : Run
        A run of forks.
    """
    nodes = nodes_of(run)
    rows = _ROWS[family.name](nodes) if family.name in _ROWS else nodes
    return run.in_order(row_moments(family, rows))


def family_totals(family: Family, run: Run) -> pl.DataFrame:
    """Sum a family of `family_moments` per deal, of which differences of two variants are made."""
    nodes = nodes_of(run)
    return row_totals(family, _ROWS[family.name](nodes) if family.name in _ROWS else nodes)


def pair_nodes(nodes: pl.DataFrame) -> pl.DataFrame:
    """Lay every two characters of a node beside each other, each pair once, in the order of the catalogue."""
    some = nodes.select(*NODE, "weight", "character", "win")
    other = some.select(*NODE, other=pl.col("character"), other_win=pl.col("win"))
    both = some.join(other, on=NODE, how="inner").filter(pl.col("character").to_physical() < pl.col("other").to_physical())
    return both.with_columns(pair=pl.format("{} - {}", "character", "other"))


_ROWS: Final[Mapping[str, Callable[[pl.DataFrame], pl.DataFrame]]] = {POLICY.name: policy_nodes, CONTRASTS.name: pair_nodes}
"""Family to what its rows are made of nodes by; all others are summed over the nodes themselves."""


def _counts(nodes: pl.DataFrame) -> pl.DataFrame:
    by_node = nodes.group_by(NODE).agg(pl.len().alias("choices"))
    keys = [pl.col("variant", "lineup").cast(pl.String)]
    return by_node.group_by(CELL).agg(pl.len().alias("nodes"), pl.col("choices").mean()).with_columns(keys)
