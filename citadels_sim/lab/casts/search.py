"""What ``citadels casts`` plays: games and forks of drawn casts, and of the shortlist again, each a run folder inside one folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_sim.errors import ExperimentError, RunError

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.lab.casts.analyse import CastAnalysis
    from citadels_sim.lab.casts.choice import Candidate, Length
    from citadels_sim.lab.casts.power import CastPower
    from citadels_sim.runs.plan import Plan
    from citadels_sim.runs.reading import Run
    from citadels_sim.variants import Variant

__all__ = ["Asked", "Found", "planned", "read_length", "search"]

_NODES_PER_CHARACTER = 20
"""Fewest forked games per character that can be drawn."""


@dataclass(frozen=True)
class Asked:
    """What is looked for.

    Attributes
    ----------
    variant : str
        The variant that draws, by name or path.
    players, games, nodes, seed, shortlist : int
    bot : str
        The line-up.
    margin : float
        Win chance that does not matter.
    length : (float, float) or None
        Least and most rounds.
    districts : bool
        Whether sets of unique districts are looked for, and not casts.
    folder : pathlib.Path
    words : tuple of str
        The command line that goes on with it.
    workers : int or None
    """

    variant: str
    players: int
    games: int
    nodes: int
    seed: int
    shortlist: int
    bot: str
    margin: float
    length: Length | None
    districts: bool
    folder: Path
    words: tuple[str, ...]
    workers: int | None


@dataclass(frozen=True)
class Found:
    """What came out: what drawing told, the shortlist by the names of its variants, and what became of it when it was played again."""

    drawn: CastAnalysis
    power: CastPower | None
    candidates: Mapping[str, Candidate]
    judged: pl.DataFrame


def read_length(text: str | None) -> Length | None:
    """Read ``MIN-MAX``.

    Raises
    ------
    ExperimentError
        For anything else.
    """
    if text is None:
        return None
    parts = text.split("-")
    try:
        low, high = (float(part) for part in parts)
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 < low <= high:
        raise ExperimentError(f"--length: '{text}' should be the least and most rounds of a game, such as 8-12.")
    return low, high


def search(asked: Asked) -> Found:
    """Play what is missing of a search, and give what it found.

    Raises
    ------
    CitadelsError
        If the variant draws nothing to choose from, or too little is asked for to choose by.
    """
    from citadels_sim.lab.casts.analyse import analyse_casts
    from citadels_sim.runs.reading import load_run

    variant = _checked(asked)
    _check_folder(asked)
    drawn = load_run(_play(asked, [variant], "drawn", "casts", asked.seed), kind="casts")
    told = analyse_casts(drawn)
    power = None if asked.districts else _power(asked, variant, drawn)
    candidates = _shortlist(asked, told, power, variant)
    settled = _settled(asked, variant, candidates)
    # The shortlist is played on deals that nothing was chosen by: those of the next seed.
    again = load_run(_play(asked, settled, _again(asked), "casts", asked.seed + 1), kind="casts")
    return Found(told, power, candidates, _judged(asked, candidates, settled, again))


def planned(asked: Asked) -> dict[str, tuple[Plan, int]]:
    """Plan a search without playing any of it.

    Returns
    -------
    dict of str to (Plan, int)
        What each part is; a plan, and how often something of its size is played at most.

    Raises
    ------
    CitadelsError
        As `search`.
    """
    variant = _checked(asked)
    games = _plan(asked, [variant], "drawn", "casts", asked.seed)
    if asked.districts:
        return {"games of drawn decks": (games, 1), "games of each set again": (games, asked.shortlist)}
    forks = _plan(asked, [variant], "drawn-forks", "forks", asked.seed)
    first = {"games of drawn casts": (games, 1), "forks of drawn casts": (forks, 1)}
    return first | {"games of each cast again": (games, asked.shortlist), "forks of each cast again": (forks, asked.shortlist)}


def _again(asked: Asked) -> str:
    return "sets-again" if asked.districts else "casts-again"


def _checked(asked: Asked) -> Variant:
    """Load the variant; refuse one that draws nothing to choose from, and sizes that tell nothing."""
    from citadels_sim.lab.casts.analyse import least_deals
    from citadels_sim.variants import load_variant

    _check_options(asked)
    variant = load_variant(asked.variant)
    table = variant.at(asked.players)
    drawn = {rank: ids for rank, ids in table.cast.items() if len(ids) > 1}
    chosen = 0 < table.random_count < len(table.random_from) if asked.districts else bool(drawn)
    what = "unique districts" if asked.districts else "characters"
    if not chosen:
        raise ExperimentError(
            f"--variant: '{variant.name}' draws no {what} with {asked.players} players, so there is nothing to choose from. Name one that "
            f"does, such as --variant citadels-2016-random."
        )
    if asked.games < (least := least_deals(table)):
        raise ExperimentError(
            f"--games: {asked.games:,} are too few to tell what each thing that is drawn changes; it takes {least:,} at least."
        )
    if not asked.districts and asked.nodes < (fewest := _NODES_PER_CHARACTER * sum(map(len, table.cast.values()))):
        raise ExperimentError(f"--nodes: {asked.nodes:,} are too few to tell the powers of the characters; it takes {fewest:,} at least.")
    if not asked.districts and asked.nodes > asked.games:
        raise ExperimentError(
            f"--nodes: {asked.nodes:,} should be at most --games, {asked.games:,}: the games tell what cast each fork had."
        )
    return variant


def _check_folder(asked: Asked) -> None:
    """Refuse a folder that holds something else than a search."""
    ours = {"drawn", "drawn-forks", "casts-again", "casts-again-forks", "sets-again"}
    if asked.folder.is_file():
        raise RunError(f"{asked.folder}: is a file. Choose a folder with --out.")
    if asked.folder.is_dir() and {path.name for path in asked.folder.iterdir() if not path.name.startswith(".")} - ours:
        raise RunError(f"{asked.folder}: this folder holds something else than a search. Choose an empty or new folder with --out.")


def _check_options(asked: Asked) -> None:
    """Refuse what no experiment could be made of, by the names of the options."""
    from citadels_sim.bots import split_lineup
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.plan import make_plan
    from citadels_sim.runs.seeds import MAX_SEED
    from citadels_sim.runs.source import of_options

    keys = {"variants": [asked.variant], "players": [asked.players], "lineups": [split_lineup(asked.bot)], "seed": asked.seed}
    for kind, option, count in (("forks", "--nodes", asked.nodes), ("casts", "--games", asked.games)):
        source = of_options((*keys, "games"), calls={"games": option})
        make_plan(make_experiment(keys | {"name": "casts", "kind": kind, "games": count}, source), source)
    if asked.seed == MAX_SEED:
        raise ExperimentError(f"--seed: {asked.seed} should be smaller: what is played again has the next one.")


def _plan(asked: Asked, variants: list[Variant], part: str, kind: str, seed: int) -> Plan:
    """Plan one part of a search."""
    from citadels_sim.bots import split_lineup
    from citadels_sim.lab.casts.fixed_variants import settled_plan
    from citadels_sim.names import slug

    count = asked.nodes if kind == "forks" else asked.games
    keys: dict[str, Any] = {"name": slug(f"{asked.folder.name or 'casts'}-{part}"), "players": [asked.players], "games": count}
    return settled_plan(variants, keys | {"seed": seed, "lineups": [split_lineup(asked.bot)], "kind": kind})


def _play(asked: Asked, variants: list[Variant], part: str, kind: str, seed: int) -> Path:
    """Play one part of a search, or what is missing of it; return its folder."""
    from citadels_sim.cli.run import play_plan

    return play_plan(_plan(asked, variants, part, kind, seed), str(asked.folder / part), list(asked.words), asked.workers)


def _power(asked: Asked, variant: Variant, drawn: Run) -> CastPower:
    from citadels_sim.lab.casts.power import cast_power
    from citadels_sim.runs.reading import load_run

    forks = load_run(_play(asked, [variant], "drawn-forks", "forks", asked.seed), kind="forks")
    cell = drawn.manifest.cells[0]
    return cast_power(forks, drawn, (cell.variant, cell.players, cell.lineup))


def _shortlist(asked: Asked, told: CastAnalysis, power: CastPower | None, variant: Variant) -> dict[str, Candidate]:
    """Choose what is played again, by the names that its variants get."""
    from citadels_sim.lab.casts.analyse import draw_moments
    from citadels_sim.lab.casts.choice import shortlist_casts, shortlist_sets
    from citadels_sim.lab.casts.metrics import DEALT
    from citadels_sim.statistics.estimates import ratios

    if power is not None:
        chosen = shortlist_casts(power, told, asked.length, asked.shortlist)
    else:
        table = variant.at(asked.players)
        moments = next(iter(draw_moments(DEALT, told.run.own_rows().collect()).values()))
        groups, worth = ratios(DEALT, DEALT.metrics[0], moments)
        names = [name for name in table.random_from if name in groups]
        if len(names) < len(table.random_from):
            missing = sorted(set(table.random_from) - set(names))
            raise ExperimentError(f"--games: {asked.games:,} are too few: {', '.join(missing)} was in no opening hand.")
        at = [groups.index(name) for name in names]
        chosen = shortlist_sets(names, worth.chosen(at), table.random_count, told, asked.length, asked.shortlist)
    what = "set" if asked.districts else "cast"
    return {f"{what}-{i:02d}": candidate for i, candidate in enumerate(chosen, 1)}


def _settled(asked: Asked, variant: Variant, candidates: Mapping[str, Candidate]) -> list[Variant]:
    """Make the variants of a shortlist."""
    from citadels_sim.variants.fixed import settle

    if asked.districts:
        return [settle(variant, asked.players, name, uniques=candidate.members) for name, candidate in candidates.items()]
    ranks = list(variant.at(asked.players).cast)
    casts = {name: dict(zip(ranks, candidate.members, strict=True)) for name, candidate in candidates.items()}
    return [settle(variant, asked.players, name, cast=cast) for name, cast in casts.items()]


def _judged(asked: Asked, candidates: Mapping[str, Candidate], settled: list[Variant], again: Run) -> pl.DataFrame:
    from citadels_sim.lab.casts.choice import judge_casts, judge_sets
    from citadels_sim.runs.reading import load_run

    if asked.districts:
        return judge_sets(candidates, again, asked.margin, asked.length)
    forks = load_run(_play(asked, settled, "casts-again-forks", "forks", asked.seed + 1), kind="forks")
    return judge_casts(candidates, forks, again, asked.margin, asked.length)
