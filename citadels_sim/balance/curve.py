"""A figure against the values of one number, played on common deals: the curve that a designer draws along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from citadels_sim.balance.candidates import table_variant
from citadels_sim.balance.deals import Deals
from citadels_sim.balance.measure import points, shifts
from citadels_sim.balance.question import SEEDS
from citadels_sim.balance.target import KINDS, Target
from citadels_sim.names import slug
from citadels_sim.report.study_facts import NumberCurve, NumberPoint
from citadels_sim.variants import Variant, load_variant
from citadels_sim.variants.switch import RuleValue

CURVE_SEED: Final = SEEDS - 3
"""Of a curve: its deals are those of no other part of a search."""
_SHORT: Final = 6
"""Values of the curve of a number that a search proposes."""


def values_around(now: RuleValue, values: Sequence[RuleValue], at: int) -> list[RuleValue]:
    """Choose the values of a curve that shows a change: from the present one to the changed one and the next behind it, at most six."""
    order = [now, *values[: at + 2]]
    last = min(at + 1, len(order) - 1)
    inner = range(0, last, max(1, -(-last // (_SHORT - 2))))
    return [order[i] for i in sorted({*inner, last, len(order) - 1})]


def variants_of(base: str, players: int, key: str, values: Sequence[RuleValue]) -> dict[RuleValue, Variant]:
    """Load a variant with each value of a number, at one number of players.

    Raises
    ------
    VariantError
        If it cannot be played with one of them.
    """
    made = {}
    for value in values:
        variant = load_variant(base, {f"by_players.{players}.{key}": value})
        made[value] = table_variant(replace(variant, name=slug(f"{variant.name[:30]}-{key}-{value}")), players)
    return made


def measure_curve(
    deals: Deals, target: Target, key: str, title: str, now: RuleValue, changed: dict[RuleValue, Variant], games: int
) -> NumberCurve:
    """Play a variant with several values of a number on common deals.

    Parameters
    ----------
    deals : Deals
    target : Target
        Whose figure it is.
    key, title : str
        Of the number.
    now : int, float or str
        Its present value, which the variant itself is played with.
    changed : dict
        Other value -> variant.
    games : int
        Of each.
    """
    kind, limits = KINDS[target.criterion], deals.question.limits
    run = deals.played(list(changed.values()), f"curve-{kind}", kind, games, CURVE_SEED, rows=True)
    names = {now: deals.base.name} | {value: variant.name for value, variant in changed.items()}
    figures = points(run, target, list(names.values()), limits)
    moved = shifts(run, target, deals.base.name, [variant.name for variant in changed.values()], limits)

    def point(value: RuleValue) -> NumberPoint:
        name = names[value]
        shift = moved.get(name)
        return NumberPoint(value, figures.get(name), None if shift is None else (shift.value, shift.low, shift.high))

    ordered = sorted(names, key=lambda value: (isinstance(value, str), 0.0 if isinstance(value, str) else float(value)))
    return NumberCurve(key, title, now, tuple(map(point, ordered)), run.manifest.cells[0].blocks)
