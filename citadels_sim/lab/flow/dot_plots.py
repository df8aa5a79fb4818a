"""Number lines of how games go: one small panel per figure, one row per variant, one mark per number of players."""

from __future__ import annotations

import string
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, make_chart, marks_words, player_counts
from citadels_sim.charts.lines import NumberLines
from citadels_sim.lab.flow.arms import FlowArm

_WIDE = 22  # letters of a variant's name in a line
_LEAST_LINE, _LINE_OF_TEXT = 0.36, 0.17  # inches: of a row, and of each line of its name


@dataclass(frozen=True)
class Lines:
    """What one chart of number lines shows.

    Attributes
    ----------
    slug, title, note : str
        Of the chart; how to read it.
    table : str
        Family of its figures.
    axes : mapping
        Figure -> words under its panel.
    null : float or None
        Where a dashed line stands in every panel.
    clauses : tuple of str
        What the sentence is put together from, with the names of figures in braces: those whose figures all have intervals.
    otherwise : str
        The sentence where there are none.
    """

    slug: str
    title: str
    note: str
    table: str
    axes: Mapping[str, str]
    null: float | None
    clauses: tuple[str, ...]
    otherwise: str = "Too few deals for a finding."

    def finding(self, ranges: Mapping[str, str]) -> str:
        """Write the sentence from the range of each figure in words."""
        known = [clause for clause in self.clauses if all(ranges[name] != style.TOO_FEW for name in _figures(clause))]
        text = "; ".join(known).format(**ranges)
        return f"{text[0].upper()}{text[1:]}." if known else self.otherwise


def _figures(clause: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(clause) if name]


LINES: Final = {
    entry.slug: entry
    for entry in (
        Lines(
            "open", "How open games are", "Drama: root of what the later winner lacked to the leader's W. Uncertainty: 100 % if all "
            "chances were equal all the time. Decided: from then on the winner's W stays at 80 % or above. Last, lower half: by score, "
            "half way.",
            "flow",
            {"lead_changes": "lead changes (W)\nper game", "score_lead_changes": "lead changes (score)\nper game",
             "drama": "drama, root of\nwin chance", "winner_behind": "rounds in which the\nwinner was behind",
             "decided_at": "decided after,\npart of the game", "uncertainty": "uncertainty",
             "comeback_last": "won by who was\nlast half way", "comeback_lower_half": "won from the\nlower half"}, None,
            ("the lead changes hands {lead_changes} times a game", "games are on average decided after {decided_at} of their rounds",
             "{comeback_lower_half} of the games are won from the lower half at half time"),
        ),
        Lines(
            "dead-turns", "Dead turns and real choices", "A turn is lost to murder or bewitchment; a choice is a decision with more than "
            "one legal action.", "tempo",
            {"turns_lost": "turns lost", "turns_lost_random": "turns lost, if names\nwere random",
             "idle_three": "seats that built nothing\nfor 3 rounds or more",
             "longest_idle": "longest time without\nbuilding, rounds", "real_choices": "decisions with\na choice"}, None,
            ("{turns_lost} of all turns are lost to murder and bewitchment, {turns_lost_random} would be if names were random",
             "{idle_three} of the seats build nothing for three rounds or more in a row"),
        ),
        Lines(
            "bonus", "What the points for completing a city decide", "The same games counted again without these points; what players "
            "would do otherwise is not in it. A gain is win chance of who first completes a city.", "completion",
            {"bonus_gain": "gain of who first\ncompletes, win chance", "completer_wins_bare": "first to complete wins\nwithout the points",
             "bonus_decides": "games with another\nwinner without them"}, None,
            ("the points for completing a city decide {bonus_decides} of the games",
             "without them, all else the same, who first completes one would still win {completer_wins_bare} of the games"),
        ),
        Lines(
            "aims", "On whom hits fall", "Dashed line: 1, hits on random other players. Leader and last: by score when the round began. "
            "Same player: pairs of hits of a game, or of lost turns, that fell on one player; above 1 somebody is picked on.", "aims",
            {"leader_targeting": "hits on the leader", "last_targeting": "hits on the last", "picked_on": "hits on the\nsame player",
             "picked_on_turns": "lost turns of the\nsame player"}, 1.0,
            ("the leader is hit {leader_targeting} times as often as a random other player would be", "the last {last_targeting} times",
             "pairs of hits fall on one and the same player {picked_on} times as often"),
        ),
        Lines(
            "kill-game", "What the habit of picking gives away", "One who picks against one who names. A pick brings what its undisturbed "
            "rounds add to the win chance beyond those whose turn is lost, and nothing if it is named; the habit is how often each "
            "character is picked.", "kill_game",
            {"value": "worth of picking well,\nwin chance per pick", "exploitable": "given away,\nwin chance per pick",
             "given_away": "part given away"}, None,
            ("an Assassin or a Witch who knew the bots' habit of picking would take {given_away} of what picking well is worth against "
             "one who guesses as well as can be",),
            "What an Assassin or a Witch who knew the bots' habit of picking would take has no interval: it differs much from run to run.",
        ),
    )
}  # fmt: skip
"""The charts of number lines, by slug."""


def lines_chart(entry: Lines, arms: Sequence[FlowArm]) -> Chart | None:
    """Draw some figures of all arms, a row each; None where nothing of the kind happened."""
    known = pl.col("metric").is_in(list(entry.axes)) & pl.col("value").is_not_nan()
    parts = [arm.table(entry.table).filter(known).with_columns(pl.lit(arm.row).alias("group")) for arm in arms]
    data = pl.concat(parts)
    finding = entry.finding({name: _range(data.filter(metric=name)) for name in entry.axes})
    happened = [name for name in entry.axes if data.filter(pl.col("value") > 0, metric=name).height]
    if len(happened) < len(entry.axes) and not set(happened) >= set(list(entry.axes)[:1]):
        return None
    data = data.filter(pl.col("metric").is_in(happened))
    rows = [arm.row for arm in arms]
    names = {row: textwrap.fill(row, _WIDE) if len(rows) > 1 else "" for row in rows}
    units = dict(data.select("metric", "unit").iter_rows())
    scales = {name: Scale(entry.axes[name], "%" if _is_share(units[name]) else "number") for name in happened}
    size = max(_LEAST_LINE, _LINE_OF_TEXT * max(name.count("\n") + 1 for name in names.values()))
    drawing = NumberLines(data=data, scales=scales, rows=rows, names=names.__getitem__, null=entry.null, size=size)
    return make_chart(
        drawing, f"flow-{entry.slug}", entry.title, finding, f"{entry.note} Lines: 95 % intervals, each for itself.",
        f"Dot and whisker charts of {len(happened)} figures for {style.listed(rows)}, "
        f"{marks_words(player_counts(data))}",
        data, entry.table,
    )  # fmt: skip


def _is_share(unit: str) -> bool:
    return unit.startswith(("fraction", "win chance"))


def _range(rows: pl.DataFrame) -> str:
    return style.spread(rows.to_dicts(), share=_is_share(rows["unit"][0]), low="low", high="high") if rows.height else style.TOO_FEW
