"""What people's games say beside those of the bots: win chances of seats and characters, guided by the bots' at each level of skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from citadels_sim.arrays import Floats
from citadels_sim.plays.game import PlayedGame
from citadels_sim.plays.tables import Tables, of_people
from citadels_sim.statistics.conditional_logit import fit_choices, log_likelihood
from citadels_sim.statistics.guided_choice import Guide, fit_guided, standardised
from citadels_sim.statistics.planning import Needed, cases_needed, one_digit
from citadels_sim.verdicts import Place

_RIDGE: Final = 1.0
"""Of the bots' effects: next to nothing beside thousands of games, and enough for a character that nobody had."""
_REFERENCE: Final = 1_200
"""Games of bots, of all levels alike, whose seats and characters win chances are averaged over."""
_LEAST_APART: Final = 0.02
_ALONE: Final = 0.5
"""How far another level may lie apart where only one was played: in units of the spread of its own effects."""
_DRAWS: Final = 4_000
_ENDS: Final = (0.025, 0.975)
_INNER: Final = (0.05, 0.95)
"""Ends of intervals: of a figure, and those that show that it keeps a limit (two one-sided tests)."""
_Z: Final = (1.6449, 1.96)


@dataclass(frozen=True)
class Known:
    """What is known of the win chance of a seat or of the holders of a character, as a fraction.

    Attributes
    ----------
    value, low, high : float
        Mean and 95 % interval.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Figure:
    """The win chance of one seat, or of who has one character at the end.

    Attributes
    ----------
    group : str
        The seat by its distance from the first crown, or the character.
    after, before : Known
        With people's games, and without them.
    wins, seats : float, int
        People who had it: how many won, shared wins in parts, and how many there were.
    bots : mapping
        Line-up -> share of wins.
    target : float
        What it is judged against: an even share, or the win chance of the bots that judge, averaged over the same games as people's.
    place : Place
        Where it lies by the limit.
    needed : Needed or None
        How many games more would settle what is open; None where that cannot be said.
    narrow : int
        About how many games more make the interval as narrow as the limit: half of it is no wider then.
    """

    group: str
    after: Known
    before: Known
    wins: float
    seats: int
    bots: Mapping[str, float]
    target: float
    place: Place
    needed: Needed | None
    narrow: int


@dataclass(frozen=True)
class PlaysAnalysis:
    """People's games at one table, beside the bots.

    Attributes
    ----------
    variant : str
    players : int
    names : tuple of str
        Of the columns of `Tables.design`: seats by their distance from the first crown, then characters.
    games : tuple of PlayedGame
        Of people only.
    people : Tables
    bots : mapping
        Line-up -> its games.
    limit : float
        Distance from the target that does not matter, in win chance.
    shares : mapping
        Line-up -> probability that it is the one that predicts the people best.
    scale, scale_before : Known
        How far people follow the bots: 1 as the bots do, 0 not at all, negative the other way round.
    seats, characters : tuple of Figure
    """

    variant: str
    players: int
    names: tuple[str, ...]
    games: tuple[PlayedGame, ...]
    people: Tables
    bots: Mapping[str, Tables]
    limit: float
    shares: Mapping[str, float]
    scale: Known
    scale_before: Known
    seats: tuple[Figure, ...]
    characters: tuple[Figure, ...]


def analyse_plays(
    variant: str, characters: Sequence[str], games: Sequence[PlayedGame], bots: Mapping[str, Tables], judge: str, limit: float
) -> PlaysAnalysis:
    """Put people's games beside those of bots.

    Parameters
    ----------
    variant : str
        Name of the rules.
    characters : sequence of str
        All that can be had, in order.
    games : sequence of PlayedGame
        Of people only, all with the number of players that the bots' games have.
    bots : mapping
        Line-up of equal bots -> games of it; one at least.
    judge : str
        The line-up that judges.
    limit : float
        Distance in win chance that does not matter.
    """
    players = next(iter(bots.values())).won.shape[1]
    people = of_people(games, players, characters)
    guides = [guide_of(name, tables.design, tables.won) for name, tables in bots.items()]
    apart = apart_of(guides, players)
    posterior = fit_guided(people.design, people.won, guides, apart, draws=_DRAWS)
    prior = fit_guided(people.design[:0], people.won[:0], guides, apart, draws=_DRAWS)
    each = max(1, _REFERENCE // len(bots))
    reference = np.concatenate([tables.design[:each] for tables in bots.values()])
    members = np.moveaxis(reference, 2, 0)
    after, before = (standardised(reference, members, one.effects) for one in (posterior, prior))
    shown = [j for j in range(reference.shape[2]) if members[j].any()]
    names = [*map(str, range(players)), *characters]
    judges = guides[list(bots).index(judge)].effects[None]
    targets = standardised(reference, members, judges)[0]  # in the same games as people's figures: who has a character differs by bot
    figures = {}
    for j in shown:
        rates = {name: _rate(tables.design[:, :, j], tables.won) for name, tables in bots.items()}
        target = 1 / players if j < players else float(targets[j])
        figures[j] = _figure(names[j], after[:, j], before[:, j], people, j, rates, target, limit)
    return PlaysAnalysis(
        variant,
        players,
        tuple(names),
        tuple(games),
        people,
        bots,
        limit,
        dict(zip(posterior.guides, posterior.shares.tolist(), strict=True)),
        _known(posterior.scales),
        _known(prior.scales),
        tuple(figures[j] for j in shown if j < players),
        tuple(figures[j] for j in shown if j >= players),
    )


def guide_of(name: str, design: Floats, won: Floats) -> Guide:
    """Fit the effects of seats and characters to games of one bot; shapes as in `Tables`."""
    size = design.shape[2]
    fitted = fit_choices(design, won, _RIDGE)
    effects = np.zeros(size) if fitted is None else fitted
    flat = np.ascontiguousarray(design.transpose(2, 1, 0))
    _, _, information = log_likelihood(flat, np.ascontiguousarray(won.T))(effects)
    return Guide(name, effects, np.asarray(np.linalg.inv(information() + _RIDGE * np.eye(size)), np.float64))


def apart_of(guides: Sequence[Guide], players: int) -> Floats:
    """Return how far the effects of two levels lie apart, of seats and of characters, without what their errors make of it, shape (P,).

    What no game tells, such as what all seats have in common, is 0 for every bot, however wide its covariance is there: it makes no effects
    differ. So the errors are those that games make, the variance of a ridge estimate.
    """
    effects = np.stack([guide.effects for guide in guides])
    noise = np.mean([np.diag(guide.covariance - _RIDGE * guide.covariance @ guide.covariance) for guide in guides], axis=0)
    size = effects.shape[1]
    apart = np.empty(size)
    for part in (slice(0, players), slice(players, size)):
        if len(guides) > 1:
            spread = max(float((effects.var(axis=0, ddof=1) - noise)[part].mean()), 0.0) ** 0.5
        else:
            spread = _ALONE * float(effects[0, part].std())
        apart[part] = max(spread, _LEAST_APART)
    return apart


def _known(draws: Floats) -> Known:
    low, high = np.quantile(draws, _ENDS)
    return Known(float(draws.mean()), float(low), float(high))


def _rate(members: Floats, won: Floats) -> float:
    """Return the share of wins of those who are members."""
    there = members.sum()
    return float((members * won).sum() / there) if there else float("nan")


def _figure(
    group: str, after: Floats, before: Floats, people: Tables, j: int, rates: Mapping[str, float], target: float, limit: float
) -> Figure:
    there = people.design[:, :, j]
    off = after - target
    low, high = np.quantile(off, _ENDS)
    inner = np.quantile(off, _INNER)
    place: Place = "open"
    if low > limit or high < -limit:
        place = "above" if low > limit else "below"
    elif inner[0] >= -limit and inner[1] <= limit:
        place = "within"
    wins = float((there * people.won).sum())
    needed, narrow = _needed(off, float(after.mean()), there, limit)
    known = _known(after), _known(before)
    return Figure(group, *known, wins, int(there.sum()), rates, target, place, needed if place == "open" else None, narrow)


def _needed(off: Floats, rate: float, there: Floats, limit: float) -> tuple[Needed | None, int]:
    """Return how many games more settle a figure, and how many narrow it to the limit.

    What is known of it is worth so many games already, whoever played them.
    """
    value, se = float(off.mean()), float(off.std())
    often = float(there.sum()) / len(there) if len(there) and there.any() else 1.0
    worth = rate * (1 - rate) / se**2 / often
    inner, outer = _Z
    narrow = worth * ((outer * se / limit) ** 2 - 1)
    _, (needed,) = cases_needed(np.array([value]), np.array([se]), (-limit, limit), worth, inner=inner, outer=outer)
    settled = None if needed is None else Needed(*(one_digit(max(count - worth, 1.0)) for count in needed))
    return settled, one_digit(narrow) if narrow >= 1 else 0
