"""What was changed in a variant of one's own, and what that did on the same deals."""

from __future__ import annotations

from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import players_at
from citadels_sim.report.where import edition
from citadels_sim.show.blocks import Block, states_of
from citadels_sim.text import lower_first

_WHOLE = ("differences", "forks-change")
"""Slugs of the blocks whose findings say what a change did: games as a whole, and characters."""


def changed_rules(evidence: Evidence) -> tuple[str, ...]:
    """Name the rules that were changed, a sentence each; none where the runs are not about a change, or no games compare it."""
    compared = next((one for one in evidence.comparisons if (one.a, one.b) == evidence.changed), None)
    return () if compared is None else tuple(compared.rules.sentences)


def what_it_did(evidence: Evidence) -> tuple[str, bool]:
    """Say in a sentence what the change did to games and to characters, with the bot that judges; empty where that was not compared.

    Returns
    -------
    sentence : str
    shown : bool
        Whether anything is shown to have changed by more than its limit.
    """
    if evidence.changed is None:
        return "", False
    parent, own = evidence.changed
    compared = [one for design in ("games", "forks") for one in evidence.compared(design)]
    blocks = [block for one in compared for block in one.blocks if block.slug in _WHOLE and block.cell[0] == own]
    first = next((block.cell for block in blocks if block.cell[2] == evidence.main[own]), None)
    findings = [_lower(block) for block in blocks if block.cell == first]
    if first is None or not findings:
        return "", False
    _, players, lineup = first
    shown = any("fails" in states_of(block.rows) for block in blocks if block.cell == first)
    return f"Compared with {edition(parent)} on the same deals ({players_at([players], [lineup])}), {'; '.join(findings)}.", shown


def _lower(block: Block) -> str:
    return lower_first(block.finding).removesuffix(".")
