"""Figures of games as a whole: how open they are, dead turns, what the points for completing a city decide, on whom hits fall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from citadels_sim.designs.flow.cell_flow import CellFlow
from citadels_sim.designs.flow.game_metrics import COMPLETION, FLOW
from citadels_sim.designs.flow.kill_habits import GAME, KILL_GAME
from citadels_sim.designs.flow.refits import LEAST_DEALS
from citadels_sim.designs.flow.turn_metrics import AIMS, TEMPO
from citadels_sim.show.blocks import Block, Column, Dots, Row, Table, unknown
from citadels_sim.show.values import Value
from citadels_sim.statistics.metric_types import NEVER, Family, Metric
from citadels_sim.text import upper_first


class _Group(NamedTuple):
    """Figures that are shown together.

    Attributes
    ----------
    names : tuple of str
        The figures, first those that are drawn.
    clauses : tuple of str
        What the sentence is put together from, with the names of figures in braces: those that are known.
    """

    family: Family
    slug: str
    title: str
    unit: str
    how: str
    names: tuple[str, ...]
    clauses: tuple[str, ...]
    null: float | None = None


_OPEN: Final = _Group(
    FLOW,
    "flow-open",
    "Openness of games",
    "share of rounds or of games; other units are shown",
    "Decided: from then on the winner's win chance W stays at 80 % or above. Uncertainty: 100 % if all chances were equal throughout. "
    "Drama: root of the distance from the later winner's W to the leader's. Last, lower half: by score, at half-time.",
    (
        "decided_at",
        "winner_behind",
        "uncertainty",
        "comeback_last",
        "comeback_lower_half",
        "biggest_rise",
        "lead_changes",
        "lead_change_rate",
        "score_lead_changes",
        "drama",
    ),
    (
        "games are on average decided after {decided_at} of their rounds",
        "the lead changes hands {lead_changes} times a game",
        "{comeback_lower_half} of the games are won from the lower half at half-time",
    ),
)
_OTHERS: Final = (
    _Group(
        TEMPO,
        "flow-dead-turns",
        "Dead turns and real choices",
        "share of turns, seats or decisions; other units are shown",
        "A turn is lost to murder or bewitchment; a choice is a decision with more than one legal action.",
        ("turns_lost", "turns_lost_random", "idle_three", "real_choices", "longest_idle", "branching"),
        (
            "{turns_lost} of all turns are lost to murder and bewitchment; with random names it would be {turns_lost_random}",
            "{idle_three} of the seats build nothing for three rounds or more in a row",
        ),
    ),
    _Group(
        COMPLETION,
        "flow-bonus",
        "Effect of the points for completing a city",
        "share of games; the gain is in win chance",
        "The same games were scored again without these points; players would play differently without them, which is not included. The "
        "gain is that of the first player to complete a city.",
        ("bonus_decides", "completer_wins_bare", "bonus_gain"),
        (
            "the points for completing a city decide {bonus_decides} of the games",
            "without them, with the same play, the first to complete one would still win {completer_wins_bare} of the games",
        ),
    ),
    _Group(
        AIMS,
        "flow-aims",
        "Targets of hits",
        "ratio to hits on a random other player",
        "Leader and last: by score when the round began. Same player: pairs of hits in a game, or of lost turns, that fell on one player; "
        "above 1, hits concentrate on one player.",
        ("leader_targeting", "last_targeting", "picked_on", "picked_on_turns"),
        ("the leader is hit {leader_targeting} times as often as a random other player would be", "the last {last_targeting} times"),
        null=1.0,
    ),
)
NOTES: Final = {"flow-aims": (("per_game", "per_turn"), "Players hit each other {per_game} times a game, {per_turn} times a turn.")}
"""Figures of a group that stand in a sentence of their own: their scale is another one."""
GROUPS: Final = (_OPEN, *_OTHERS)


def how_open(here: CellFlow) -> Block:
    """Show how open games are, and say whether there are too few deals for win chances."""
    few = f"Win chances, and figures computed from them, need {LEAST_DEALS} deals; this table has {here.deals}."
    return _block(here, _OPEN, here.figures(FLOW.name), (few,) if here.deals < LEAST_DEALS else ())


def other_figures(here: CellFlow) -> Iterator[Block]:
    """Show the other groups of figures of which anything happened, and what the habit of picking gives away."""
    for group in _OTHERS:
        at = here.figures(group.family.name)
        if any(name in at for name in group.names):
            names, words = NOTES.get(group.slug, ((), ""))
            known = {name: Value.from_row(at[name], own=True) for name in names if name in at}
            noted = bool(names) and len(known) == len(names) and not any(value.few for value in known.values())
            notes = (words.format(**{name: value.whole for name, value in known.items()}),) if noted else ()
            yield _block(here, group, at, notes)
    at = here.figures(KILL_GAME.name)
    if len(at) == len(KILL_GAME.metrics):
        yield _kill_game(here, at)


def _block(here: CellFlow, group: _Group, at: Mapping[str, Mapping[str, Any]], notes: tuple[str, ...]) -> Dots:
    metrics = {metric.name: metric for metric in group.family.metrics}
    values = {name: _value(metrics[name], at[name]) for name in group.names if name in at}
    return Dots(
        slug=group.slug,
        title=group.title,
        table=group.family.name,
        cell=here.cell,
        finding=sentence(group.clauses, values, here.deals),
        unit=group.unit,
        how=group.how,
        members="",
        basis=here.basis,
        head="Figure",
        columns=(Column("Value" if group.null is None else "Ratio"),),
        rows=tuple(Row(_head(metrics[name], value), (value,), name) for name, value in values.items()),
        notes=notes,
        null=group.null,
    )


def _value(metric: Metric, row: Mapping[str, Any]) -> Value:
    return Value.from_row(row, own=True, no_interval=metric.deals == NEVER)


def _head(metric: Metric, value: Value) -> str:
    """Name a figure, with its unit where the figure does not have it."""
    _, per, of = metric.unit.partition("per ")
    unit = per + of or metric.unit
    known = value.unit != "number" or unit in metric.title or unit.startswith("times ")
    return metric.title if known else f"{metric.title} ({unit})"


def sentence(clauses: tuple[str, ...], values: Mapping[str, Value], deals: int) -> str:
    """Put a sentence together from the clauses whose figures are all known."""
    words = {name: value.text for name, value in values.items() if not value.few}
    known = []
    for clause in clauses:
        try:
            known.append(clause.format_map(words))
        except KeyError:  # a figure is too few, or of nothing that happened
            continue
    text = "; ".join(known)
    return f"{upper_first(text)}." if text else unknown(deals)


def _kill_game(here: CellFlow, at: Mapping[str, Mapping[str, Any]]) -> Table:
    values = {metric.name: _value(metric, at[metric.name]) for metric in KILL_GAME.metrics}
    return Table(
        slug="flow-kill-game",
        title="Cost of predictable picks",
        table=KILL_GAME.name,
        cell=here.cell,
        finding=(
            f"A murderer who knew how often the bots pick each character would take {values['given_away'].text} of the worth "
            f"of good picks; this varies much from run to run."
        ),
        unit="share of the worth of good picks; win chance per pick",
        how=f"{GAME} The habit is how often each character is picked. No intervals: these figures vary much from run to run.",
        members="",
        basis=here.basis,
        head="Figure",
        columns=(Column("Value"),),
        rows=tuple(Row(metric.title, (values[metric.name],), metric.name) for metric in reversed(KILL_GAME.metrics)),
    )
