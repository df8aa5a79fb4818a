"""What runs of kingmaking show: how often a player who can no longer win decides who does, and with which acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from citadels_sim.designs.kingmaking.analyse import BEATEN, KingmakingAnalysis, analyse_kingmaking
from citadels_sim.designs.kingmaking.metrics import KINGMAKING
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Block, Column, Dots, Row, Shown, Table, cells_of, counted, too_few
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import Cell, key_of

_TITLE: Final = "Kingmaking"


def show(run: Run, beaten: float = BEATEN) -> Shown:
    """Analyse a run of kingmaking; see `show.blocks.Blocks`; `beaten`: a lower win chance before the last round counts as beaten."""
    result = analyse_kingmaking(run, beaten)
    estimates = result.estimates.drop("table")
    blocks = tuple(block for cell in cells_of(estimates) for block in _blocks(result, cell))
    names = {"estimates": "kingmaking", "acts": "kingmaking_acts"}
    return Shown(blocks, {"estimates": estimates, "acts": result.acts}, names, {"beaten": result.beaten})


def _blocks(result: KingmakingAnalysis, cell: Cell) -> Iterator[Block]:
    at = {row["metric"]: row for row in result.estimates.filter(**key_of(cell)).iter_rows(named=True)}
    shares = [metric for metric in KINGMAKING.metrics if metric.share and metric.name in at]
    games = next(entry.games for entry in result.run.manifest.cells if (entry.variant, entry.players, entry.lineup) == cell)
    decided, acts = Value.from_row(at["decided"], own=True), Value.from_row(at["acts"], own=True)
    yield Dots(
        slug="kingmaking",
        title=_TITLE,
        table="estimates",
        cell=cell,
        finding=(
            too_few(int(at["decided"]["blocks"])) if decided.few else f"In {decided.whole} of the games a beaten player decides who wins."
        ),
        unit="share of games, of acts, or of other targets",
        how=(
            f"Beaten: a win chance below {100 * result.beaten:g} % before the last round. Every hostile act of that round was tried on all "
            f"other targets, and left out, on copies of the game with the same luck. Decided: the share of these alternatives with another "
            f"winner. Could have decided: at least one has."
        ),
        members="",
        basis=counted(games, "games"),
        head="Figure",
        columns=(Column("Share"), Column("Of", further=True)),
        rows=tuple(Row(one.title, (Value.from_row(at[one.name], own=True), Value(at[one.name]["count"], unit="count"))) for one in shares),
        notes=() if acts.few else (f"Beaten players make {acts.whole} hostile acts a game in its last round.",),
        first_page=True,
    )
    kinds = result.acts.filter(**key_of(cell)).filter("beaten").sort("acts", "act", descending=[True, False])
    if kinds.height:
        yield Table(
            slug="kingmaking-acts",
            title="Acts of the beaten",
            table="acts",
            cell=cell,
            finding=f"Most often the beaten {kinds['act'][0]}: {kinds['acts'][0]:,} of {kinds['acts'].sum():,} acts.",
            unit="acts",
            how="Decided: the sum over acts of the share of alternatives that make another player win.",
            members="",
            basis=counted(games, "games"),
            head="Act",
            columns=(Column("Number"), Column("Decided"), Column("Could have decided")),
            rows=tuple(
                Row(row["act"], tuple(Value(row[name], unit="count") for name in ("acts", "decided", "pivotal")))
                for row in kinds.iter_rows(named=True)
            ),
        )
