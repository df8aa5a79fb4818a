"""What people's games show, as blocks: whom they play like, win chances of seats and characters, and length and scores beside the bots'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.tournament.seat_blocks import seat_head
from citadels_sim.formats import fixed
from citadels_sim.lineups import lineup_words, skill_of
from citadels_sim.plays.analyse import Figure, Known, PlaysAnalysis
from citadels_sim.plays.counted_blocks import among_bots, counted_blocks, head
from citadels_sim.plays.game import PlayedGame
from citadels_sim.show.blocks import Block, Column, Dots, Row, Shown, Table, counted
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value, Verdict
from citadels_sim.text import join, needed_words
from citadels_sim.verdicts import OF_LIMITS

_EVEN: Final = "percentage points from an even share of wins"
_SURE: Final = 0.8
"""Probability from which a level is said to predict people best."""


def show_plays(analyses: Sequence[PlaysAnalysis], others: Mapping[str, Sequence[PlayedGame]]) -> Shown:
    """Say what people's games show.

    Parameters
    ----------
    analyses : sequence of PlaysAnalysis
        Of each table at which people played.
    others : mapping
        Variant -> games in which bots sat at the table, too.
    """
    blocks = [block for one in analyses for block in _blocks(one)]
    blocks += [among_bots(variant, games) for variant, games in others.items() if games]
    tables = {"people": _table(analyses), "people_levels": _levels_table(analyses)} if analyses else {}
    return Shown(tuple(blocks), tables, {name: name for name in tables})


def _blocks(one: PlaysAnalysis) -> Iterator[Block]:
    yield _levels(one)
    yield _figures(one, "seats")
    yield _figures(one, "characters")
    yield _before(one)
    yield from counted_blocks(one)


def _skilled(lineup: str) -> str:
    """Name whose play a bot stands for: ``experts (learner)``."""
    skill = skill_of(lineup)
    return f"{skill} ({lineup_words(lineup)})" if skill else f"{lineup_words(lineup)} bots"


def _levels(one: PlaysAnalysis) -> Table:
    best = max(one.shares, key=lambda name: one.shares[name])
    share = style.percent(one.shares[best])
    if len(one.shares) < 2:
        which = f"Only {_skilled(best)} were played"
    elif one.shares[best] >= _SURE:
        which = f"{_skilled(best).capitalize()} predict the people at this table best (probability {share})"
    else:
        which = f"Undecided which bots predict the people at this table best; most probable: {_skilled(best)} ({share})"
    times = _times(one.scale)
    if one.scale.low <= 0 and one.scale.high >= 1:
        follow = f"Too few games to say whether seats and characters have the same effects on these people as on the bots: {times}"
    else:
        follow = f"Effects of seats and characters are {times} as large for these people as for the bots"
    rows = [Row(_skilled(name), (Value(value, unit="share", no_interval=True),), name) for name, value in one.shares.items()]
    return Table(
        slug="people-levels",
        title="Similarity of people to bots",
        table="people_levels",
        **head(one, f"{which}. {follow}."),
        unit="probability",
        how="By how well the effects of each bot predict who won. Before any game all bots are equally probable. 1 times: people play like "
        "the bots; 0: not at all like them.",
        members="",
        head="Bots",
        columns=(Column("Predict best"),),
        rows=tuple(rows),
        notes=(f"Expected before any game: {_times(one.scale_before)}.",),
        first_page=True,
    )


def _value(known: Known, even: float, verdict: Verdict | None = None) -> Value:
    return Value(known.value - even, known.low - even, known.high - even, "points", verdict)


def _figures(one: PlaysAnalysis, kind: str) -> Dots:
    """Show seats or characters with people's games: what is known now, what was before, what was counted, and the bots."""
    figures = one.seats if kind == "seats" else one.characters
    limit = f"{100 * one.limit:g} pp"
    rows = tuple(
        Row(
            _name(one, figure),
            (
                _value(figure.after, figure.target, _verdict(figure)),
                _value(figure.before, figure.target),
                Value(None, unit="words", words=_count(figure, kind)),
                Value(figure.after.value, figure.after.low, figure.after.high, "share"),
                *(Value(figure.bots[name], unit="share", no_interval=True) for name in one.bots),
            ),
            figure.group,
        )
        for figure in sorted(figures, key=lambda figure: 0.0 if kind == "seats" else figure.target - figure.after.value)
    )
    same = (
        "" if kind == "seats" else " Wins of bots are averaged over the same games as those of people: they may differ from an even share."
    )
    against = _against(one, kind)
    return Dots(
        slug=f"people-{kind}",
        title="Win chance of people by seat" if kind == "seats" else "Win chance of people by character in the last round",
        table="people",
        **head(one, _finding(one, figures, kind)),
        unit=f"percentage points of win chance from {against}",
        how=f"Estimated from people's games, and from the bots' to the extent that people follow them.{same} The verdict: within {limit} "
        f"of "
        f"{against}?",
        members="",
        head="Seat" if kind == "seats" else "Character",
        columns=(
            Column("With people's games"),
            Column("Before", further=True),
            Column("Won"),
            Column("Win chance", further=True),
            *(Column(lineup_words(name), further=place > 0 or kind == "seats") for place, name in enumerate(one.bots)),
        ),
        rows=rows,
        first_page=True,
        limit=one.limit,
    )


def _against(one: PlaysAnalysis, kind: str) -> str:
    """Say what the figures are judged against."""
    return "an even share of wins" if kind == "seats" else f"what {_skilled(next(iter(one.bots)))} win with it"


def _name(one: PlaysAnalysis, figure: Figure) -> str:
    return seat_head(figure.group) if figure in one.seats else style.title_of(figure.group)


def _count(figure: Figure, kind: str) -> str:
    nobody = "not known" if kind == "seats" else "not held"
    return f"{figure.wins:g} of {figure.seats:,}" if figure.seats else nobody


def _verdict(figure: Figure) -> Verdict:
    words = needed_words(*figure.needed, "more games") if figure.needed else ""
    return Verdict(OF_LIMITS[figure.place], words)


def _finding(one: PlaysAnalysis, figures: Sequence[Figure], kind: str) -> str:
    known = [figure for figure in figures if figure.seats]
    if not known:
        of = "seat" if kind == "seats" else "character"
        return f"No {of} is known of {counted(len(one.games), 'games')}: the win chances are those that the bots lead to expect."
    against = _against(one, kind)
    more = max((figure.narrow for figure in figures if figure.place == "open"), default=0)
    end = f" About {style.count(more)} more games reduce every undecided interval to ± {100 * one.limit:g} pp." if more else ""
    if missing := [_name(one, figure) for figure in figures if not figure.seats]:
        end += f" Nobody held {join(missing, 3)} in the last round of a game that is known."
    # What nobody had is known from the bots alone: no headline about people.
    beyond = [figure for figure in known if figure.place in ("above", "below")]
    if beyond:
        far = max(beyond, key=lambda figure: abs(figure.after.value - figure.target))
        share = Value(far.after.value, far.after.low, far.after.high, "share").text
        return f"{_name(one, far)}: people win {share}, {_value(far.after, far.target).whole} from {against}.{end}"
    open_ = [figure for figure in figures if figure.place == "open"]
    if not open_:
        had = " that people had" if missing else ""
        return f"Every {'seat' if kind == 'seats' else 'character'}{had} is within {100 * one.limit:g} pp of {against}."
    many = f"{len(open_)} of {len(figures)} {kind}"
    if not (there := [figure for figure in open_ if figure.seats]):
        return f"Undecided for {many}.{end}"
    far = max(there, key=lambda figure: abs(figure.after.value - figure.target))
    needed = f" ({_verdict(far).needed})" if far.needed else ""
    return f"Undecided for {many}; farthest from {against}: {_name(one, far)} {_value(far.after, far.target).whole}{needed}.{end}"


def _before(one: PlaysAnalysis) -> Dots:
    """Show what the bots lead to expect before any game of people."""
    even = 1 / one.players
    figures = (*one.seats, *one.characters)
    widest = max(figures, key=lambda figure: figure.before.high - figure.before.low)
    narrowed = float(np.median([(f.after.high - f.after.low) / (f.before.high - f.before.low) for f in figures]))
    return Dots(
        slug="people-before",
        title="Prediction for people from the bots",
        table="people",
        **head(
            one,
            f"Before any game of people the widest interval is {_name(one, widest)}, {_value(widest.before, even).whole}; "
            f"{_narrowed(len(one.games), narrowed)}.",
        ),
        unit=_EVEN,
        how="Which bot people play like, and how closely, is not known; each seat and character may differ from it.",
        members="",
        head="Seat or character",
        columns=(Column("Before"), Column("With people's games")),
        rows=tuple(Row(_name(one, f), (_value(f.before, even), _value(f.after, even)), f.group) for f in figures),
    )


def _times(scale: Known) -> str:
    """Write how many times as large effects are for people, with the minus sign of a page: ``0.9 times [−0.8, 1.2]``."""
    value, low, high = (fixed(x, 1).replace("-", "\N{MINUS SIGN}") for x in (scale.value, scale.low, scale.high))
    return f"{value} times [{low}, {high}]"


def _narrowed(games: int, times: float) -> str:
    """State how much narrower people's games make the median interval."""
    words = counted(games, "games")
    if abs(1 - times) < 0.005:
        return f"{words} hardly change{'s' * (games == 1)} the intervals"
    return f"{words} make{'s' * (games == 1)} the median interval {style.percent(abs(1 - times))} {'narrower' if times < 1 else 'wider'}"


def _table(analyses: Sequence[PlaysAnalysis]) -> pl.DataFrame:
    """Return all figures of seats and characters."""
    rows = [
        {
            "variant": one.variant,
            "players": one.players,
            "kind": kind,
            "group": figure.group,
            "games": len(one.games),
            "value": figure.after.value,
            "low": figure.after.low,
            "high": figure.after.high,
            "before": figure.before.value,
            "before_low": figure.before.low,
            "before_high": figure.before.high,
            "wins": figure.wins,
            "seats": figure.seats,
            "target": figure.target,
            "verdict": OF_LIMITS[figure.place],
            "needed_games_low": figure.needed.low if figure.needed else None,
            "needed_games": figure.needed.high if figure.needed else None,
            "narrow_games": figure.narrow,
            "bots": ", ".join(f"{name} {rate:.4f}" for name, rate in figure.bots.items()),
        }
        for one in analyses
        for kind, figures in (("seat", one.seats), ("character", one.characters))
        for figure in figures
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _levels_table(analyses: Sequence[PlaysAnalysis]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "variant": one.variant,
                "players": one.players,
                "lineup": name,
                "share": share,
                "scale": one.scale.value,
                "scale_low": one.scale.low,
                "scale_high": one.scale.high,
            }
            for one in analyses
            for name, share in one.shares.items()
        ]
    )
