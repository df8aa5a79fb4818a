"""Measures how often intervals of people's games hold: `scripts/research/run people [REPETITIONS]`; writes ``reports/people.md``.

People are simulated. Drawn ones have effects of seats and characters that follow those of bots in a hidden way; played ones are games of
bots: a hidden mixture of six, of which the model knows three. Each group of people plays 30, 100 or 300 games. Groups of each kind are
fitted under several priors.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from citadels_sim import __version__
from citadels_sim.arrays import Floats
from citadels_sim.plays.analyse import apart_of, guide_of
from citadels_sim.plays.tables import Tables, of_bots
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_plan
from citadels_sim.statistics.guided_choice import APART, SCALES, Guide, Posterior, fit_free, fit_guided, standardised
from citadels_sim.variants import load_variant

REPORT: Final = Path(__file__).resolve().parents[2] / "reports" / "people.md"
GAMES: Final = (30, 100, 300)
SEATS: Final = 4
CARDS: Final = 8
SIZE: Final = SEATS + CARDS
VARIANT: Final = "classic-2000"
KNOWN: Final = ("learner", "planner", "builder")
OTHERS: Final = ("raider", "banker", "richard")
ALIKE: Final = ("builder", "raider", "banker")
"""Three of them that play much alike, as the effects of seats and characters see it."""
_PLAYED: Final = 4_000
_REFERENCE: Final = 200
_DRAWS: Final = 600
_FREE: Final = 1.0
"""Standard deviation of effects without bots, in log odds: wide."""
_COMMON: Final = 0.35
_OWN: Final = 0.2
"""Standard deviations of drawn effects of characters: what all levels have in common, and what each has of its own."""
_SEAT: Final = 0.2
"""Effects of seats are so much smaller."""
_ERROR: Final = 0.03
_SEED: Final = 20_161_125


class Prior(NamedTuple):
    """What is assumed of people before their games.

    Attributes
    ----------
    multiples : sequence
        As `APART`.
    mixed : bool
        Whether a mixture of the levels is one more level.
    """

    multiples: Sequence[tuple[float, float]]
    mixed: bool = False


def penalised(most: float, tail: float = 0.05) -> Prior:
    """Return a penalised-complexity prior on the multiples of `APART`.

    The standard deviation of a group's own effects is exponential, so that the simplest model, which follows a level, is the likeliest,
    and beyond `most` with probability `tail`.

    Source: Simpson, Rue, Riebler, Martins and Sørbye (2017), Statistical Science 32.
    """
    rate = -np.log(tail) / most
    steps = np.array([multiple for multiple, _ in APART])
    weights = steps * np.exp(-rate * steps)  # a density of the multiple, on steps of equal factors
    return Prior(tuple(zip(steps.tolist(), (weights / weights.sum()).tolist(), strict=True)))


_USUAL: Final = "0.25 to 4, as assumed"
_FREELY: Final = "free"
_MIXED: Final = "0.25 to 4, with a mixture of the levels as one more level"
_PENALISED: Final = ("exponential, 5 % beyond 2", "exponential, 5 % beyond 1")
_NARROW: Final = "0.25, 0.5 or 1"
_NARROWEST: Final = "0.25 or 0.5"
_PRIORS: Final = {
    _USUAL: Prior(APART),
    **dict(zip(_PENALISED, (penalised(2.0), penalised(1.0)), strict=True)),
    _NARROW: Prior(((0.25, 1 / 3), (0.5, 1 / 3), (1.0, 1 / 3))),
    _NARROWEST: Prior(((0.25, 0.6), (0.5, 0.4))),
    "1": Prior(((1.0, 1.0),)),
    _MIXED: Prior(APART, mixed=True),
}
"""Standard deviations of a group's own effects, in units of how far two levels lie apart."""
_COMPARED: Final = (("played", 30), ("played", 300), ("others", 30), ("others", 300), ("turned", 30))
_SHORT: Final = {"played": "played", "others": "bots it does not know", "turned": "turned round"}


class Group(NamedTuple):
    """A group of people.

    Attributes
    ----------
    guides : sequence of Guide
        The bots that are known.
    reference : numpy.ndarray
        Tables that win chances are averaged over, shape (S, n, P).
    truth : numpy.ndarray
        Win chance of each seat and of who has each character, shape (P,).
    play : callable
        Plays so many games: design and shares of the win.
    """

    guides: Sequence[Guide]
    reference: Floats
    truth: Floats
    play: Callable[[int], tuple[Floats, Floats]]


class Held(NamedTuple):
    """How often the intervals of a kind of people held at a number of games, under one prior.

    Attributes
    ----------
    share, error : float
        How many of all seats and characters held, with its standard error over groups.
    width : float
        Of the intervals, in win chance.
    off : float
        Root mean square of the distance of the means from the truth.
    each : tuple of float
        How often each seat and character held.
    """

    share: float
    error: float
    width: float
    off: float
    each: tuple[float, ...]


def _tables(rng: np.random.Generator, games: int) -> Floats:
    cards = rng.permuted(np.tile(np.arange(CARDS), (games, 1)), axis=1)[:, :SEATS]
    design = np.zeros((games, SEATS, SIZE))
    design[:, range(SEATS), range(SEATS)] = 1
    design[np.arange(games)[:, None], np.arange(SEATS), SEATS + cards] = 1
    return design


def _rates(reference: Floats, effects: Floats) -> Floats:
    return standardised(reference, np.moveaxis(reference, 2, 0), effects)


def drawn(kind: str, rng: np.random.Generator) -> Group:
    """Draw bots and people.

    Parameters
    ----------
    kind : {"bots", "others", "turned", "assumed"}
        People are a hidden mixture of the bots that are known, of three others, or of the known ones with every effect turned round; or
        are what the model assumes of people.
    rng : numpy.random.Generator
    """
    scale = np.r_[np.full(SEATS, _SEAT), np.ones(CARDS)]
    common = rng.normal(0, _COMMON, SIZE)
    levels = [scale * (common + rng.normal(0, _OWN, SIZE)) for _ in range(6)]
    guides = [Guide(str(k), one + rng.normal(0, _ERROR, SIZE), _ERROR**2 * np.eye(SIZE)) for k, one in enumerate(levels[:3])]
    if kind == "assumed":
        people, weights = [_assumed(guides, rng)], np.ones(1)
    else:
        people = {"bots": levels[:3], "others": levels[3:], "turned": [-one for one in levels[:3]]}[kind]
        weights = rng.dirichlet(np.ones(3))
    reference = _tables(rng, _REFERENCE)

    def play(games: int) -> tuple[Floats, Floats]:
        design, level = _tables(rng, games), rng.choice(len(people), games, p=weights)
        worth = np.einsum("gnp,gp->gn", design, np.stack(people)[level]) + rng.gumbel(size=(games, SEATS))
        return design, np.asarray(worth == worth.max(axis=1, keepdims=True), np.float64)

    return Group(guides, reference, weights @ _rates(reference, np.stack(people)), play)


def _assumed(guides: Sequence[Guide], rng: np.random.Generator) -> Floats:
    """Draw the effects of people from the model's prior."""
    guide = guides[int(rng.integers(len(guides)))]
    about, loose, _ = SCALES[rng.choice(len(SCALES), p=[likely for *_, likely in SCALES])]
    multiple, _ = APART[rng.choice(len(APART), p=[usual for _, usual in APART])]
    own = multiple * apart_of(guides, SEATS) * rng.normal(size=SIZE)
    effects = rng.normal(about, loose) * guide.effects + rng.multivariate_normal(np.zeros(SIZE), guide.covariance) + own
    return np.asarray(effects, np.float64)


def played(bots: Mapping[str, Tables], known: Sequence[str]) -> Callable[[np.random.Generator], Group]:
    """Return what draws people from games of bots: a hidden mixture of all, of which those that are `known` guide the model, by others."""
    half = _PLAYED // 2
    guides = [guide_of(name, bots[name].design[:half], bots[name].won[:half]) for name in known]
    reference = np.concatenate([bots[name].design[: _REFERENCE // len(known)] for name in known])
    tables = list(bots.values())
    holders = np.stack([one.design[half:].sum(axis=(0, 1)) for one in tables])
    winners = np.stack([np.einsum("gnp,gn->p", one.design[half:], one.won[half:]) for one in tables])

    def draw(rng: np.random.Generator) -> Group:
        weights = rng.dirichlet(np.ones(len(tables)))

        def play(games: int) -> tuple[Floats, Floats]:
            which, game = rng.choice(len(tables), games, p=weights), rng.integers(half, _PLAYED, games)
            parts = [(tables[k].design[number], tables[k].won[number]) for k, number in zip(which, game, strict=True)]
            return np.stack([design for design, _ in parts]), np.stack([won for _, won in parts])

        return Group(guides, reference, (weights @ winners) / (weights @ holders), play)

    return draw


def mixture(guides: Sequence[Guide]) -> Guide:
    """Return a mixture of levels as a level: with shares of which all are as likely (Dirichlet), by its mean and covariance."""
    effects, number = np.stack([guide.effects for guide in guides]), len(guides)
    off = effects - effects.mean(axis=0)
    covariance = np.mean([guide.covariance for guide in guides], axis=0) / number + off.T @ off / (number * (number + 1))
    return Guide("mixture", effects.mean(axis=0), np.asarray(covariance, np.float64))


def _fitted(group: Group, design: Floats, won: Floats, prior: Prior | None) -> Posterior:
    if prior is None:
        return fit_free(design, won, _FREE, _DRAWS)
    guides = [*group.guides, mixture(group.guides)] if prior.mixed else group.guides
    return fit_guided(design, won, guides, apart_of(group.guides, SEATS), draws=_DRAWS, multiples=prior.multiples)


def held(games: int, repetitions: int, draw: Callable[[], Group], priors: Mapping[str, Prior]) -> dict[str, Held]:
    """Let groups of people play, and compare what the model says of each under each prior, and freely, with the truth."""
    every: dict[str, Prior | None] = {**priors, _FREELY: None}
    hits, widths, offs = (np.empty((len(every), repetitions, SIZE)) for _ in range(3))
    for number in range(repetitions):
        group = draw()
        design, won = group.play(games)
        for place, prior in enumerate(every.values()):
            rates = _rates(group.reference, _fitted(group, design, won, prior).effects)
            low, high = np.quantile(rates, (0.025, 0.975), axis=0)
            hits[place, number] = (low <= group.truth) & (group.truth <= high)
            widths[place, number], offs[place, number] = high - low, (rates.mean(axis=0) - group.truth) ** 2
    shares = hits.mean(axis=2)
    return {
        words: Held(
            float(shares[k].mean()),
            float(shares[k].std()) / repetitions**0.5,
            float(widths[k].mean()),
            float(offs[k].mean()) ** 0.5,
            tuple(hits[k].mean(axis=0).tolist()),
        )
        for k, words in enumerate(every)
    }


def bot_games(folder: Path) -> dict[str, Tables]:
    """Play games of every bot, and read them as people's."""
    names = (*KNOWN, *OTHERS)
    keys = {"name": "people", "variants": [VARIANT], "players": [SEATS], "games": _PLAYED, "lineups": [[name] for name in names]}
    run_plan(make_plan(make_experiment({**keys, "seed": 48, "detail": "turns"}, "people")), folder, ["scripts/research/run", "people"])
    run = load_run(folder)
    found = {name: of_bots(run, (VARIANT, SEATS, name), _cast()) for name in names}
    return {name: tables for name, tables in found.items() if tables is not None}


def _cast() -> list[str]:
    return [name for ids in load_variant(VARIANT).at(SEATS).cast.values() for name in ids]


_WORDS: Final = {
    "bots": "drawn: a mixture of the bots that the model knows",
    "others": "drawn: a mixture of bots that it does not know",
    "turned": "drawn: every effect of the known bots turned round",
    "played": f"played: a mixture of {', '.join((*KNOWN, *OTHERS))}",
    "alike": f"played: the same, but {', '.join(ALIKE)} are known",
    "assumed": "drawn: people as the model assumes",
}


def report(found: Mapping[tuple[str, int], Mapping[str, Held]], cast: Sequence[str], repetitions: int) -> Iterator[str]:
    """Write the page of what held for each kind and number of games under each prior; `cast` names the characters."""
    yield "# Do intervals of people's games hold?\n"
    yield (
        "`citadels plays report` puts people's games beside those of bots: win chances by seat and by the character at the end, from the "
        "games and, as far as people follow them, from the effects of the bots. Here people are simulated, so the truth is known. In every "
        f"repetition another group, which is a hidden mixture, plays 30, 100 or 300 games with four players ({repetitions} repetitions of "
        f"each). The model knows the effects of {', '.join(KNOWN)}, or of three drawn levels. *Free* is the same model without bots.\n"
    )
    yield "| people | games | 95 % intervals hold | width | width, free | held, free | off by | off by, free |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for (kind, games), fits in found.items():
        row, free = fits[_USUAL], fits[_FREELY]
        yield (
            f"| {_WORDS[kind]} | {games} | {_share(row)} | {100 * row.width:.1f} pp | {100 * free.width:.1f} pp "
            f"| {100 * free.share:.1f} % | {100 * row.off:.1f} pp | {100 * free.off:.1f} pp |"
        )
    yield (
        "\nHeld: the share of all seats and characters whose interval has the truth, ± 1.96 standard errors over groups. Off by: root mean "
        "square of the distance from the truth.\n"
    )
    yield from _why(found)
    yield from _others(found, cast)
    yield f"Made by `scripts/research/run people {repetitions}` with citadels_sim {__version__}."


def _share(row: Held) -> str:
    return f"{100 * row.share:.1f} % ± {196 * row.error:.1f}"


def _why(found: Mapping[tuple[str, int], Mapping[str, Held]]) -> Iterator[str]:
    few, usual = GAMES[0], {cell: fits[_USUAL] for cell, fits in found.items()}
    assumed = ", ".join(f"{100 * usual['assumed', games].share:.1f}" for games in GAMES)
    free = [fits[_FREELY].share for (kind, games), fits in found.items() if games == few and kind != "assumed"]
    yield "## Why more than 95 % with few games\n"
    yield (
        f"People who are drawn from what the model assumes are in their intervals {assumed} % of the time: intervals are computed "
        "right. With 30 games an interval is little more than what was assumed. The model assumes that a group plays like a level, "
        f"with effects of its own whose standard deviation is {APART[0][0]:g} to {APART[-1][0]:g} times the distance between two levels, "
        "or goes against the levels. A mixture of bots, several of which the model knows, lies in the middle of what was assumed, so its "
        "intervals hold more often than 95 %, also where a group's own effects are assumed to be small (below): the known bots differ so "
        f"much among themselves. *Free* assumes nothing about levels, and still holds {100 * min(free):.1f} to "
        f"{100 * max(free):.1f} % of the time: its prior, with a standard deviation of {_FREE:g} in log odds, is wider than the effects "
        f"are ({np.hypot(_COMMON, _OWN):.1f} for drawn characters). With 100 and 300 games the games weigh more than what was assumed.\n"
    )


def _others(found: Mapping[tuple[str, int], Mapping[str, Held]], cast: Sequence[str]) -> Iterator[str]:
    """Say what other priors would do."""

    def shares(cell: tuple[str, int], *names: str) -> str:
        return ", ".join(f"{100 * found[cell][name].share:.1f}" for name in names)

    few, many = GAMES[0], GAMES[-1]
    narrower = (_USUAL, _NARROW, _NARROWEST)
    yield "## With another assumption\n"
    yield (
        "If effects of a group's own are assumed to be smaller, intervals are narrower, and hold less often: those of played people with "
        f"{few} games {shares(('played', few), *narrower)} % of the time, nearer to 95 %, but those of people who play like no known bot, "
        f"with {many} games, {shares(('others', many), *narrower)} %. An exponential density, a penalised-complexity prior whose simplest "
        f"model follows a level, does the same: {shares(('played', few), *_PENALISED)} % and {shares(('others', many), *_PENALISED)} %. So "
        "the model keeps the wide assumption.\n"
    )
    yield "| a group's own effects | " + " | ".join(f"{_SHORT[kind]}, {games} games" for kind, games in _COMPARED) + " |"
    yield "|---|" + "---:|" * len(_COMPARED)
    for name in _PRIORS:
        cells = (f"{_share(found[cell][name])}, {100 * found[cell][name].width:.1f} pp" for cell in _COMPARED)
        yield f"| {name} | {' | '.join(cells)} |"
    yield "\nHow often intervals hold, and their width. Standard deviations in units of the distance between two levels.\n"
    usual, mixed = (found["played", many][name] for name in (_USUAL, _MIXED))
    least = int(np.argmin(usual.each))
    yield (
        f"The mean hides one figure: with {many} games of played people, the interval of {_figure(least, cast)} holds "
        f"{100 * usual.each[least]:.0f} % of the time, because the known bots differ most there, and a mixture of them is like none; where "
        f"{', '.join(ALIKE)} are known, "
        f"{100 * found['alike', many][_USUAL].each[least]:.0f} %, because they agree there and others do not. "
        f"With a mixture of the levels as one more level it is {100 * mixed.each[least]:.0f} % instead of {100 * usual.each[least]:.0f}, "
        f"and estimates are off by {100 * mixed.off:.1f} pp instead of {100 * usual.off:.1f} pp. With {few} games that holds still more "
        f"often on average, {shares(('played', few), _MIXED)} %, so it is not used.\n"
    )


def _figure(number: int, cast: Sequence[str]) -> str:
    return f"seat {number + 1}" if number < SEATS else f"the {cast[number - SEATS].title()}"


def measured(kind: str, games: int, repetitions: int, bots: Mapping[str, Tables]) -> dict[str, Held]:
    """Measure one kind of people at one number of games, with a seed of its own: the same groups under every prior."""
    rng = np.random.default_rng([_SEED, list(_WORDS).index(kind), games])
    known = {"played": KNOWN, "alike": ALIKE}.get(kind)
    people = played(bots, known) if known else lambda rng: drawn(kind, rng)
    priors = _PRIORS if (kind, games) in _COMPARED else {_USUAL: _PRIORS[_USUAL]}
    return held(games, repetitions, lambda: people(rng), priors)


def main(repetitions: int = 500) -> bool:
    """Measure all kinds of people; return whether the intervals of one held less than 93 % of the time."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        bots = bot_games(Path(folder) / "run")
    for cell in product(_WORDS, GAMES):
        found[cell] = measured(*cell, repetitions, bots)
        print(cell, found[cell], flush=True)
    REPORT.write_text("\n".join(report(found, _cast(), repetitions)) + "\n", encoding="utf-8")
    return any(fits[_USUAL].share < 0.93 for fits in found.values())
