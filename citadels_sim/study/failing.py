"""Figures that lie wholly beyond their limits, and those of them that changes of rules are searched for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from citadels_sim.balance.target import KINDS
from citadels_sim.bots.weights import plays_any_rules
from citadels_sim.judge.criteria import CRITERIA, Judgement, Member, excess
from citadels_sim.limits import size_of
from citadels_sim.lineups import for_any_rules, same_bot


def failing_members(judgements: Sequence[Judgement]) -> list[tuple[Judgement, Member]]:
    """Return the figures of every table that lie wholly beyond their limits, the farthest in units of its limit first."""
    failing = [
        (excess(member, CRITERIA[one.criterion].side, one.limit) / size_of(one.limit_of(member)), one, member)
        for one in judgements
        if one.state == "fails" and one.criterion in KINDS
        for member in one.members
    ]
    return [(one, member) for beyond, one, member in sorted(failing, key=lambda entry: -entry[0]) if beyond > 0]


def repairable(judged: Sequence[Judgement], bots: Sequence[str], all_judged: Sequence[Judgement]) -> tuple[list[Judgement], str | None]:
    """Return what changes of rules are searched for: what the judge finds beyond its limit, as far as the bot that searches agrees.

    Parameters
    ----------
    judged, all_judged : sequence of Judgement
        Of the bot that judges; of every bot.
    bots : sequence of str
        Of the study, the judge first.

    Returns
    -------
    list of Judgement
        Of the first bot that plays any rules, under the name by which it does, with the members that both find beyond the same end of
        their limit.
    str or None
        That bot; None where each plays the rules of its file only.
    """
    player = next((bot for bot in map(for_any_rules, bots) if plays_any_rules([bot])), None)
    failing = {(*_figure(one, member), member.off > 0) for one, member in failing_members(judged)}
    alike = [
        replace(
            one,
            lineup=player,
            members=tuple(member for member in one.members if (*_figure(one, member), member.off > 0) in failing),
        )
        for one in all_judged
        if player is not None and same_bot(one.lineup, player)
    ]
    return [one for one in alike if one.members], player


def _figure(one: Judgement, member: Member) -> tuple[str, str, int, str]:
    return one.criterion, one.variant, one.players, member.group
