"""What a study knows beside its runs: the searches for rule changes that it played, and what was left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from citadels_sim.judge.criteria import Judgement
from citadels_sim.plays.store import Kept
from citadels_sim.report.left_out import LeftOut
from citadels_sim.verdicts import State

Interval = tuple[float, float, float]
"""A value with the lower and the upper end of its 95 % interval."""


@dataclass(frozen=True)
class Beside:
    """What a change does to another figure that the search is for: who, and the figures as those of `Proposal`."""

    group: str
    before: Interval
    after: Interval
    difference: Interval
    state: State


@dataclass(frozen=True)
class Proposal:
    """A change of one rule, with its effect on the verdict that a search is for.

    All figures are of the last deals of the search, by which nothing was chosen and nothing tested. They are in the criterion's unit; of
    seats and characters they are distances from what is fair.

    Attributes
    ----------
    change : str
        What is played with the change, in words.
    toml : str
        A variant file that extends the variant and has the change.
    before, after : Interval
        The figure without and with the change; the interval holds for all members of the criterion at once.
    difference : Interval
        After minus before on the same deals; the interval holds for all changes at once that were played on them.
    state : {"holds", "fails", "open"}
        How the figure with the change lies to the limit: it is within, it is beyond, or neither is shown.
    blocks : int
        Independent deals behind each of them.
    side_effects : tuple of str
        What else moved across its limit.
    beside : tuple of Beside
        The other figures that the search is for.
    """

    change: str
    toml: str
    before: Interval
    after: Interval
    difference: Interval
    state: State
    blocks: int
    side_effects: tuple[str, ...]
    beside: tuple[Beside, ...] = ()


@dataclass(frozen=True)
class NumberPoint:
    """A figure at one value of a number.

    Attributes
    ----------
    value : int, float or str
        Of the number; a word where it is absent.
    figure : Interval or None
        In the criterion's unit; the interval holds for all values at once. None: there is no such figure.
    difference : Interval or None
        Against the present value, on the same deals; the interval holds for all values at once. None at the present value itself.
    """

    value: int | float | str
    figure: Interval | None
    difference: Interval | None


@dataclass(frozen=True)
class NumberCurve:
    """A figure against the values of one number, on common deals.

    Attributes
    ----------
    key : str
        Of the number, as a variant file has it.
    title : str
        What the number is, in words.
    now : int, float or str
        Its value in the variant.
    points : tuple of NumberPoint
        In order of the values.
    blocks : int
        Independent deals.
    """

    key: str
    title: str
    now: int | float | str
    points: tuple[NumberPoint, ...]
    blocks: int


@dataclass(frozen=True)
class RuleSearch:
    """The result of a search for a change of one rule.

    Attributes
    ----------
    criterion : str
        Key of `judge.criteria.CRITERIA`.
    variant : str
        Name of the variant that is changed.
    players : int
        Number of players.
    lineup : str
        The bots, comma-separated.
    group : str
        The character, the seat, or ``"all"`` where the criterion has one figure.
    changes, tried : int
        Changes that a variant file can have, and how many of them were played.
    state : {"holds", "fails", "open"}
        How the variant itself lies to the limit on the last deals: it is within, it is beyond, or neither is shown.
    proposals : tuple of Proposal
        Changes that are shown to help.
    nearest : Proposal or None
        Where none is: the one that came nearest to the limit. None where none came nearer to it than the variant itself.
    curve : NumberCurve or None
        The figure along the first number that is proposed, on deals of its own.
    learned : str
        A sentence on what the bots learned of the changed rules before they judged them; empty where they learned nothing.
    length : tuple of str
        Changes that were among the best, but with which games become much longer, beyond their limit, or less than half as long.
    weak : str
        A sentence on what the test would probably miss, where it is too weak for a change that reaches the limit; else empty.
    """

    criterion: str
    variant: str
    players: int
    lineup: str
    group: str
    changes: int
    tried: int
    state: State
    proposals: tuple[Proposal, ...]
    nearest: Proposal | None
    curve: NumberCurve | None = None
    learned: str = ""
    length: tuple[str, ...] = ()
    weak: str = ""


class Table(NamedTuple):
    """What figures of one version can be compared with those of another: they are of as many players, and the same bot.

    Attributes
    ----------
    players : int
    bot : str
        In words (`lineups.lineup_words`): one that learned the rules of each version is the same in all, from whatever files.
    """

    players: int
    bot: str


def shared_table(tables: Iterable[Table], others: Sequence[Collection[Table]]) -> Table | None:
    """Choose the table that most of the other versions have, too; of several such tables the first."""
    return max(tables, key=lambda table: sum(table in other for other in others), default=None)


@dataclass(frozen=True)
class EarlierVersion:
    """What an earlier version of the rules changed and found.

    Attributes
    ----------
    number : int
        From 1.
    begun : str
        Date and time, UTC.
    changed : tuple of str
        Rules that differ from those of the version before it.
    finding : str
        First sentence of its page; empty where it has none.
    page : str
        Its page, seen from the page of this study.
    characters : mapping
        Effect of a pick of each character, by the table that it is of.
    rounds : mapping
        Mean length of games, by table.
    """

    number: int
    begun: str
    changed: tuple[str, ...]
    finding: str
    page: str
    characters: Mapping[Table, Mapping[str, tuple[float, float | None, float | None]]]
    rounds: Mapping[Table, tuple[float, float | None, float | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class StudyFacts:
    """What a report of a study shows beside figures of its runs.

    Attributes
    ----------
    searches : tuple of RuleSearch
        Searches for rule changes.
    skipped : tuple of str
        What was not played, and why.
    running : bool
        Whether more is being played: the page reloads itself.
    judges : tuple of str
        Which bots judge, in sentences.
    left_out : tuple of LeftOut
        Runs whose play failed.
    changes : bool
        Whether its second variant, of two, is one's own: a change of the first.
    variants : tuple of str
        Names and paths of its variants.
    earlier : tuple of EarlierVersion
        The versions of its rules before this one.
    plays : tuple of Kept
        Games that people played by its rules.
    confirming : tuple of Judgement
        What experts who think ahead find of the characters at the tables of its headline.
    """

    searches: tuple[RuleSearch, ...] = ()
    skipped: tuple[str, ...] = ()
    running: bool = False
    judges: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    changes: bool = False
    variants: tuple[str, ...] = ()
    earlier: tuple[EarlierVersion, ...] = ()
    plays: tuple[Kept, ...] = ()
    confirming: tuple[Judgement, ...] = ()
