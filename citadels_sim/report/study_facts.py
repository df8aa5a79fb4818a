"""What a study knows beside its runs: rule changes that were played, and what was left out."""

from __future__ import annotations

from dataclasses import dataclass

Interval = tuple[float, float, float]
"""A value with the lower and the upper end of its 95 % interval."""


@dataclass(frozen=True)
class Proposal:
    """A change of one rule that was played on fresh deals, with its effect on the verdict that it is for.

    Attributes
    ----------
    criterion : str
        Key of `lab.criteria.CRITERIA`.
    variant : str
        Name of the variant that is changed.
    players : int
        Number of players.
    lineup : str
        The bots, comma-separated.
    group : str
        The character, the seat, or ``"all"`` where the criterion has one figure.
    change : str
        What is played with the change, in words.
    toml : str
        A variant file that extends the variant and has the change.
    before, after : Interval
        Value and ends of its 95 % interval, without and with the change, in the criterion's unit; of seats and characters the distance
        from what is fair.
    blocks : int
        Independent deals behind each of them.
    side_effects : tuple of str
        What else moved across its limit.
    """

    criterion: str
    variant: str
    players: int
    lineup: str
    group: str
    change: str
    toml: str
    before: Interval
    after: Interval
    blocks: int
    side_effects: tuple[str, ...]


@dataclass(frozen=True)
class StudyFacts:
    """What a report of a study shows beside figures of its runs.

    Attributes
    ----------
    proposals : tuple of Proposal
        Rule changes that were played.
    skipped : tuple of str
        What was not played, and why.
    running : bool
        Whether more is being played: the page reloads itself.
    judges : tuple of str
        Which bots judge, in sentences.
    """

    proposals: tuple[Proposal, ...] = ()
    skipped: tuple[str, ...] = ()
    running: bool = False
    judges: tuple[str, ...] = ()
