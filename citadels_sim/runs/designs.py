"""The list of designs: those of this package and those that installed packages offer.

Runs know `Design` and no design: ours are found by the names of their folders, as those of installed packages are by their entry points, so
that nothing here depends on what a design plays or analyses.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Final

from citadels_sim.errors import ExperimentError, nearest
from citadels_sim.names import name_fault
from citadels_sim.offers import offers
from citadels_sim.runs.design import Design
from citadels_sim.text import cut

__all__ = ["DESIGNS", "all_designs", "design_judged_by", "design_of", "kind_fault"]

_FOLDERS: Final = (
    "tournament",
    "forks",
    "crowns",
    "decisions",
    "bans",
    "attribution",
    "pick_attribution",
    "flow",
    "casts",
    "luck",
    "kingmaking",
    "why",
)
"""The folders of `citadels_sim.designs` that declare one, in the order of lists and pages."""


def _own() -> dict[str, Design]:
    designs = [importlib.import_module(f"citadels_sim.designs.{folder}").DESIGN for folder in _FOLDERS]
    return {design.name: design for design in designs}


DESIGNS: Final[Mapping[str, Design]] = _own()
"""The designs of this package by name."""

GROUP: Final = "citadels_sim.designs"
"""Entry points under which installed packages offer designs of theirs."""


@cache
def _offered() -> tuple[dict[str, Design], dict[str, str]]:
    """Return the designs of installed packages by name, and what is wrong with those that cannot be used."""
    designs: dict[str, Design] = {}
    faults: dict[str, str] = {}
    for offer in offers(GROUP):
        whose = f"{offer.dist.name} {offer.dist.version}" if offer.dist is not None else "an installed package"
        try:
            design = offer.load()
        except Exception as error:
            faults[offer.name] = f"{whose} ({offer.value}) cannot be loaded: {type(error).__name__}: {error}"
            continue
        if not isinstance(design, Design) or design.name != offer.name:
            faults[offer.name] = f"{whose} ({offer.value}) offers no design of this name"
        elif (fault := name_fault(offer.name)) or offer.name in {*DESIGNS, *designs}:
            faults[offer.name] = f"{whose} ({offer.value}): {fault or 'another design has this name'}"
        else:
            designs[offer.name] = design
    return designs, faults


@cache
def all_designs() -> Mapping[str, Design]:
    """Return the designs of this package and those that installed ones offer, by name."""
    return {**DESIGNS, **_offered()[0]}


def design_of(name: str) -> Design:
    """Return a design by its name.

    Raises
    ------
    ExperimentError
        If there is none, or an installed package's cannot be used.
    """
    design = DESIGNS.get(name) or all_designs().get(name)
    if design is None:
        raise ExperimentError(kind_fault(name))
    return design


def design_judged_by(limit: str) -> Design:
    """Return the design whose runs answer a limit of the verdict card (`limits.LIMITS`)."""
    return next(design for design in DESIGNS.values() if limit in design.margins)


def kind_fault(name: str) -> str:
    """Explain that no design has this name."""
    kinds = all_designs()
    words = "; ".join(f"'{design.name}': {design.summary}" for design in kinds.values())
    known = f"kinds are {words}.{nearest(name, kinds)}"
    return f"kind: there is no kind of experiment '{cut(name, 80)}': {_offered()[1].get(name, known)}"
