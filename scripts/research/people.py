"""Measures how often intervals of people's games hold: `scripts/research/run people [REPETITIONS]`; writes ``reports/people.md``.

People are simulated. Drawn ones have effects of seats and characters that follow those of bots in a hidden way; played ones are games of
bots: a hidden mixture of six, of which the model knows three. Each group of people plays 30, 100 or 300 games.
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
from citadels_sim.statistics.guided_choice import APART, Guide, fit_free, fit_guided, standardised
from citadels_sim.variants import load_variant

REPORT: Final = Path(__file__).resolve().parents[2] / "reports" / "people.md"
GAMES: Final = (30, 100, 300)
SEATS: Final = 4
CARDS: Final = 8
SIZE: Final = SEATS + CARDS
VARIANT: Final = "classic-2000"
KNOWN: Final = ("learner", "planner", "builder")
OTHERS: Final = ("raider", "banker", "richard")
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
_NARROWER: Final = {
    "0.25, 0.5 or 1": ((0.25, 1 / 3), (0.5, 1 / 3), (1.0, 1 / 3)),
    "0.25 or 0.5": ((0.25, 0.6), (0.5, 0.4)),
}
"""Priors under which people lie nearer to a level, to compare with: in units of how far two levels lie apart, as `APART`."""
_COMPARED: Final = (("played", 30), ("others", 30), ("others", 300), ("turned", 30))
_SEED: Final = 20_161_125


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
    """How often the intervals of a kind of people held at a number of games, how wide they were, and how far off the means were."""

    kind: str
    games: int
    share: float
    error: float
    width: float
    free_share: float
    free_width: float
    off: float
    free_off: float


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
    kind : {"bots", "others", "turned"}
        People are a hidden mixture of the bots that are known, of three others, or of the known ones with every effect turned round.
    rng : numpy.random.Generator
    """
    scale = np.r_[np.full(SEATS, _SEAT), np.ones(CARDS)]
    common = rng.normal(0, _COMMON, SIZE)
    levels = [scale * (common + rng.normal(0, _OWN, SIZE)) for _ in range(6)]
    guides = [Guide(str(k), one + rng.normal(0, _ERROR, SIZE), _ERROR**2 * np.eye(SIZE)) for k, one in enumerate(levels[:3])]
    people = {"bots": levels[:3], "others": levels[3:], "turned": [-one for one in levels[:3]]}[kind]
    weights, reference = rng.dirichlet(np.ones(3)), _tables(rng, _REFERENCE)

    def play(games: int) -> tuple[Floats, Floats]:
        design, level = _tables(rng, games), rng.choice(3, games, p=weights)
        worth = np.einsum("gnp,gp->gn", design, np.stack(people)[level]) + rng.gumbel(size=(games, SEATS))
        return design, np.asarray(worth == worth.max(axis=1, keepdims=True), np.float64)

    return Group(guides, reference, weights @ _rates(reference, np.stack(people)), play)


def played(bots: dict[str, Tables], rng: np.random.Generator) -> Group:
    """Draw people from games of bots: a hidden mixture of all, of which those of `KNOWN` guide the model, by other games."""
    half = _PLAYED // 2
    guides = [guide_of(name, bots[name].design[:half], bots[name].won[:half]) for name in KNOWN]
    reference = np.concatenate([bots[name].design[: _REFERENCE // len(KNOWN)] for name in KNOWN])
    weights = rng.dirichlet(np.ones(len(bots)))
    tables = list(bots.values())
    holders = np.stack([one.design[half:].sum(axis=(0, 1)) for one in tables])
    winners = np.stack([np.einsum("gnp,gn->p", one.design[half:], one.won[half:]) for one in tables])

    def play(games: int) -> tuple[Floats, Floats]:
        which, game = rng.choice(len(tables), games, p=weights), rng.integers(half, _PLAYED, games)
        parts = [(tables[k].design[number], tables[k].won[number]) for k, number in zip(which, game, strict=True)]
        return np.stack([design for design, _ in parts]), np.stack([won for _, won in parts])

    return Group(guides, reference, (weights @ winners) / (weights @ holders), play)


def held(kind: str, games: int, repetitions: int, draw: Callable[[], Group], apart: Sequence[tuple[float, float]] = APART) -> Held:
    """Let groups of people play, and compare what the model says of each with the truth; `apart` is its prior."""
    seen = []
    for _ in range(repetitions):
        group = draw()
        design, won = group.play(games)
        guided = fit_guided(design, won, group.guides, apart_of(group.guides, SEATS), draws=_DRAWS, multiples=apart)
        row = []
        for posterior in (guided, fit_free(design, won, _FREE, _DRAWS)):
            rates = _rates(group.reference, posterior.effects)
            low, high = np.quantile(rates, (0.025, 0.975), axis=0)
            known = np.isfinite(group.truth) & np.isfinite(low)
            hits = ((low <= group.truth) & (group.truth <= high))[known]
            off = (rates.mean(axis=0) - group.truth)[known]
            row += [hits.mean(), (high - low)[known].mean(), (off**2).mean()]
        seen.append(row)
    means, spread = np.mean(seen, axis=0), np.std(seen, axis=0)
    share, width, off, free_share, free_width, free_off = means.tolist()
    error = float(spread[0]) / repetitions**0.5
    return Held(kind, games, share, error, width, free_share, free_width, off**0.5, free_off**0.5)


def bot_games(folder: Path) -> dict[str, Tables]:
    """Play games of every bot, and read them as people's."""
    names = (*KNOWN, *OTHERS)
    keys = {"name": "people", "variants": [VARIANT], "players": [SEATS], "games": _PLAYED, "lineups": [[name] for name in names]}
    run_plan(make_plan(make_experiment({**keys, "seed": 48, "detail": "turns"}, "people")), folder, ["scripts/research/run", "people"])
    run = load_run(folder)
    cast = [name for ids in load_variant(VARIANT).at(SEATS).cast.values() for name in ids]
    found = {name: of_bots(run, (VARIANT, SEATS, name), cast) for name in names}
    return {name: tables for name, tables in found.items() if tables is not None}


_WORDS: Final = {
    "bots": "drawn: a mixture of the bots that the model knows",
    "others": "drawn: a mixture of bots that it does not know",
    "turned": "drawn: every effect of the known bots turned round",
    "played": f"played: a mixture of {', '.join((*KNOWN, *OTHERS))}",
}


def report(rows: Sequence[Held], narrower: Mapping[str, Sequence[Held]], repetitions: int) -> Iterator[str]:
    """Write the page; `narrower`: what held under the priors of `_NARROWER`, in the order of `_COMPARED`."""
    yield "# Do intervals of people's games hold?\n"
    yield (
        "`citadels plays report` puts people's games beside those of bots: win chances by seat and by the character at the end, from the "
        "games and, as far as people follow them, from the effects of the bots. Here people are simulated, so the truth is known. In every "
        f"repetition another group, which is a hidden mixture, plays 30, 100 or 300 games with four players ({repetitions} repetitions of "
        f"each). The model knows the effects of {', '.join(KNOWN)}, or of three drawn levels. *Free* is the same model without bots.\n"
    )
    yield "| people | games | 95 % intervals hold | width | width, free | held, free | off by | off by, free |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        yield (
            f"| {_WORDS[row.kind]} | {row.games} | {100 * row.share:.1f} % ± {196 * row.error:.1f} | {100 * row.width:.1f} pp "
            f"| {100 * row.free_width:.1f} pp | {100 * row.free_share:.1f} % | {100 * row.off:.1f} pp | {100 * row.free_off:.1f} pp |"
        )
    yield (
        "\nHeld: the share of all seats and characters whose interval has the truth, ± 1.96 standard errors over groups. Off by: root mean "
        "square of the distance from the truth.\n"
    )
    yield "## Why more than 95 % with few games\n"
    free = [row.free_share for row in rows if row.games == GAMES[0]]
    yield (
        "With 30 games an interval is little more than what was assumed before them. The model assumes that a group plays like a level, "
        f"with effects of its own whose standard deviation is {APART[0][0]:g} to {APART[-1][0]:g} times the distance between two levels, "
        "or goes against the levels. A mixture of bots, several of which the model knows, lies in the middle of what was assumed, so its "
        f"intervals hold more often than 95 %. *Free* assumes nothing about levels, and still holds {100 * min(free):.1f} to "
        f"{100 * max(free):.1f} % of the time: its prior, with a standard deviation of {_FREE:g} in log odds, is wider than the effects "
        f"are ({np.hypot(_COMMON, _OWN):.1f} for drawn characters). With 100 and 300 games the games weigh more than what was assumed.\n"
    )
    yield "## With a narrower assumption\n"
    usual = {(row.kind, row.games): row for row in rows}
    columns = [[usual[cell] for cell in _COMPARED], *narrower.values()]
    few, many = ([f"{100 * column[number].share:.1f}" for column in columns] for number in (0, 2))
    yield (
        "If effects of a group's own are assumed to be smaller, intervals are narrower, and hold less often: those of played people with "
        f"{_COMPARED[0][1]} games {', '.join(few)} % of the time, nearer to 95 %, but those of people who play like no known bot, with "
        f"{_COMPARED[2][1]} games, {', '.join(many)} %. So the model keeps the wide assumption.\n"
    )
    yield f"| people | games | {APART[0][0]:g} to {APART[-1][0]:g}, as assumed | width | " + " | width | ".join(narrower) + " | width |"
    yield "|---|---:|" + "---:|---:|" * (1 + len(narrower))
    for number, cell in enumerate(_COMPARED):
        compared = [column[number] for column in columns]
        told = (f"{100 * row.share:.1f} % ± {196 * row.error:.1f} | {100 * row.width:.1f} pp" for row in compared)
        yield f"| {_WORDS[cell[0]]} | {cell[1]} | {' | '.join(told)} |"
    yield "\nStandard deviation of a group's own effects, in units of the distance between two levels.\n"
    yield f"Made by `scripts/research/run people {repetitions}` with citadels_sim {__version__}."


def measured(kind: str, games: int, repetitions: int, bots: dict[str, Tables], apart: Sequence[tuple[float, float]] = APART) -> Held:
    """Measure one kind of people at one number of games, with a seed of its own: the same groups under every prior."""
    rng = np.random.default_rng([_SEED, list(_WORDS).index(kind), games])
    return held(kind, games, repetitions, lambda: played(bots, rng) if kind == "played" else drawn(kind, rng), apart)


def main(repetitions: int = 500) -> bool:
    """Measure all kinds of people; return whether the intervals of one held less than 93 % of the time."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bots = bot_games(Path(folder) / "run")
    for kind, games in product(_WORDS, GAMES):
        rows.append(measured(kind, games, repetitions, bots))
        print(rows[-1], flush=True)
    narrower = {words: [measured(*cell, repetitions, bots, apart) for cell in _COMPARED] for words, apart in _NARROWER.items()}
    REPORT.write_text("\n".join(report(rows, narrower, repetitions)) + "\n", encoding="utf-8")
    return any(row.share < 0.93 for row in rows)
