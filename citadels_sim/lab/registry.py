"""Every declared figure by its name, such as ``character.win_effect``: what is asked, of which runs, and where it is declared."""

from __future__ import annotations

from typing import Any, Final, Literal

from citadels_sim.errors import RunError, nearest
from citadels_sim.lab.bans.analyse import BANS
from citadels_sim.lab.casts.metrics import DRAW_FAMILIES
from citadels_sim.lab.crowns.analyse import CROWN_FAMILIES
from citadels_sim.lab.districts.metrics import CARDS
from citadels_sim.lab.flow.metrics import FLOW_FAMILIES
from citadels_sim.lab.forks.metrics import FORK_FAMILIES
from citadels_sim.lab.kingmaking.analyse import KINGMAKING_FAMILIES
from citadels_sim.lab.luck.analyse import LUCK_FAMILIES
from citadels_sim.lab.tournament.metrics import FAMILIES
from citadels_sim.lab.tournament.naming import NAMING_FAMILIES
from citadels_sim.lab.tournament.rungs import RUNG_FAMILIES
from citadels_sim.statistics.metric_types import Family, Metric

__all__ = ["DIFFERENCES", "declared", "find_metric", "needs", "prefix"]

Needs = Literal["games", "turns", "forks", "crowns", "bans", "flow", "casts", "luck", "kingmaking"]
_OWN: Final[tuple[Needs, ...]] = ("forks", "crowns", "bans", "flow", "casts", "luck", "kingmaking")
_EVERY: Final = (
    *FAMILIES, *FORK_FAMILIES, *CROWN_FAMILIES, BANS, *FLOW_FAMILIES, *DRAW_FAMILIES, CARDS, *LUCK_FAMILIES, *RUNG_FAMILIES,
    *KINGMAKING_FAMILIES, *NAMING_FAMILIES,
)  # fmt: skip


DIFFERENCES: Final = frozenset(
    metric.name for entry in _EVERY for metric in entry.metrics if metric.unit.startswith("win chance") and not metric.share
)
"""Names of the figures that are differences of win chances: told in percentage points, with a sign."""

_PREFIXES: Final = {
    "characters": "character", "character_effects": "character", "character_bans": "character", "character_contrasts": "pair",
    "length": "game", "scores": "game", "flow": "game", "completion": "game", "tempo": "game", "aims": "hits",
    "character_swings": "character", "win_calibration": "win_model", "crown_effects": "crown",
    "luck_deals": "luck",
}  # fmt: skip
"""First word of the names of a family's figures, where it is not the family's own name."""


def prefix(entry: Family) -> str:
    """Give the word that the names of a family's figures begin with."""
    return _PREFIXES.get(entry.name, entry.name)


def needs(entry: Family) -> Needs:
    """Say what a run must hold for a family: games, the turns of games too, or one of the kinds of run with a table of its own."""
    if "cards" in entry.sources:
        return "casts"
    for source in _OWN:
        if source in entry.sources:
            return source
    return "turns" if {"turns", "offers", "naming"} & set(entry.sources) else "games"


def declared() -> list[dict[str, Any]]:
    """Describe every declared figure, in the order of the report.

    Returns
    -------
    list of dict
        ``name`` (as `find_metric` takes it), ``title``, ``question``, ``unit``, ``numerator``, ``denominator``, ``estimand``, ``of`` (what
        there is one figure for each of; empty: of the table as a whole), ``needs`` (games, turns, or the kind of run that has a table of
        its own: forks, crowns, bans, flow, casts, luck, kingmaking), ``doc``.
    """
    return [
        {
            "name": f"{prefix(entry)}.{metric.name}", "title": metric.title, "question": metric.question, "unit": metric.unit,
            "numerator": metric.numerator, "denominator": metric.denominator + (" of all" if metric.of_all else ""),
            "estimand": metric.estimand, "of": entry.group_title if entry.group is not None else "", "needs": needs(entry),
            "doc": metric.doc,
        }
        for entry in _EVERY
        for metric in entry.metrics
    ]  # fmt: skip


def find_metric(name: str) -> tuple[Family, Metric]:
    """Find a figure by its name; the family's own name does as the first word, too.

    Raises
    ------
    RunError
        If there is none of that name.
    """
    first, _, last = name.rpartition(".")
    for entry in _EVERY:
        if first in (prefix(entry), entry.name):
            for metric in entry.metrics:
                if metric.name == last:
                    return entry, metric
    names = [row["name"] for row in declared()]
    near = nearest(name, names) or nearest(last, [known.rpartition(".")[2] for known in names])
    raise RunError(f"there is no metric '{name}'; `citadels metrics` lists them.{near}")
