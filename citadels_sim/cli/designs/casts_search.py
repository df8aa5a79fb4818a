"""What ``citadels casts`` plays: games and forks of drawn casts, of the shortlist, and of the best of it, each a run folder in one folder.

Every part has deals of its own. The best of a shortlist is chosen by its replay, in which it was lucky; what is said of it comes from a
last run, by which nothing was chosen (docs/reference/estimators.md, G: proposals).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_sim.cli.run_folders import PlayOptions, play_plan
from citadels_sim.errors import ExperimentError, RunError
from citadels_sim.lineups import split_lineup
from citadels_sim.runs.store import within

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.designs.casts.analyse import CastAnalysis
    from citadels_sim.designs.casts.choice import Candidate, Length
    from citadels_sim.designs.casts.power import CastPower
    from citadels_sim.runs.plan import Plan
    from citadels_sim.runs.reading import Run
    from citadels_sim.variants import Variant

_NODES_PER_CHARACTER = 20
"""Fewest forked picks per character that can be drawn."""


@dataclass(frozen=True)
class Search:
    """What is looked for, and how it is played.

    `variant` draws; `bot` is the line-up; `margin` is the win chance that does not matter, `length` the least and most rounds; with
    `districts` sets of unique districts are looked for, and not casts; `words` is the command line that continues the search.
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
    how: PlayOptions


@dataclass(frozen=True)
class SearchResult:
    """Effects of what is drawn, powers, the shortlist by the names of its variants, and its figures when it was played again.

    `best` is the row of the one that these figures chose, from deals that are used for nothing else.
    """

    drawn: CastAnalysis
    power: CastPower | None
    candidates: Mapping[str, Candidate]
    judged: pl.DataFrame
    best: dict[str, Any]


def parse_length(text: str | None) -> Length | None:
    """Parse ``MIN-MAX``."""
    if text is None:
        return None
    parts = text.split("-")
    try:
        low, high = (float(part) for part in parts)
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 < low <= high:
        raise ExperimentError(f"--length: '{text}' should be the least and the largest mean number of rounds, such as 8-12.")
    return low, high


def run_search(search: Search) -> SearchResult:
    """Play what is missing of a search; a `CitadelsError` where the variant draws nothing to choose from, or games are too few."""
    _check_folder(search)
    variant = _checked_variant(search)
    from citadels_sim.designs.casts.analyse import analyse_casts
    from citadels_sim.runs.reading import load_run

    drawn = load_run(_play(search, [variant], "drawn", "casts", search.seed), kind="casts")
    effects = analyse_casts(drawn)
    power = None if search.districts else _power(search, variant, drawn)
    candidates = _shortlist(search, effects, power, variant)
    judged = _judged(search, candidates, _fixed_variants(search, variant, candidates), _again(search), search.seed + 1)
    name = str(judged["name"][0])
    only = {name: candidates[name]}
    last = _judged(search, only, _fixed_variants(search, variant, only), "best-again", search.seed + 2)
    return SearchResult(effects, power, candidates, judged, last.row(0, named=True))


def plan_search(search: Search) -> dict[str, tuple[Plan, int]]:
    """Plan a search without playing any of it: what each part is, its plan, and how often something of its size is played at most."""
    variant = _checked_variant(search)
    games = _plan(search, [variant], "drawn", "casts", search.seed)
    if search.districts:
        again = {"retest games of each set": (games, search.shortlist), "final games of the best set": (games, 1)}
        return {"games of drawn decks": (games, 1)} | again
    forks = _plan(search, [variant], "drawn-forks", "forks", search.seed)
    first = {"games of drawn casts": (games, 1), "forks of drawn casts": (forks, 1)}
    again = {"retest games of each cast": (games, search.shortlist), "retest forks of each cast": (forks, search.shortlist)}
    return first | again | {"final games of the best cast": (games, 1), "final forks of the best cast": (forks, 1)}


def _again(search: Search) -> str:
    return "sets-again" if search.districts else "casts-again"


def _checked_variant(search: Search) -> Variant:
    """Load the variant; refuse one that draws nothing to choose from, and sizes too small for any result."""
    _check_options(search)
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.designs.casts.analyse import least_deals
    from citadels_sim.variants import load_variant

    variant = load_variant(search.variant)
    table = variant.at(search.players)
    warn_of_endless([(variant, search.players)])
    drawn = {rank: ids for rank, ids in table.cast.items() if len(ids) > 1}
    chosen = 0 < table.random_count < len(table.random_from) if search.districts else bool(drawn)
    what = "unique districts" if search.districts else "characters"
    if not chosen:
        raise ExperimentError(
            f"--variant: '{variant.name}' draws no {what} with {search.players} players, so there is nothing to choose from. Choose one "
            f"that does, such as --variant citadels-2016-random."
        )
    if search.games < (least := least_deals(table)):
        raise ExperimentError(
            f"--games: {search.games:,} are too few to measure the effect of each random card; the search needs at least {least:,}."
        )
    if not search.districts and search.nodes < (fewest := _NODES_PER_CHARACTER * sum(map(len, table.cast.values()))):
        raise ExperimentError(
            f"--nodes: {search.nodes:,} are too few to measure the power of the characters; the search needs at least {fewest:,}."
        )
    if not search.districts and search.nodes > search.games:
        raise ExperimentError(
            f"--nodes: {search.nodes:,} should be at most --games, {search.games:,}: each fork needs a game of the same cast."
        )
    return variant


def _check_folder(search: Search) -> None:
    """Refuse a folder that holds something else than a search."""
    ours = {"drawn", "drawn-forks", "casts-again", "casts-again-forks", "sets-again", "best-again", "best-again-forks"}
    if search.folder.is_file():
        raise RunError(f"{search.folder}: is a file. Choose a folder with --out.")
    if search.folder.is_dir() and {path.name for path in search.folder.iterdir() if not path.name.startswith(".")} - ours:
        raise RunError(f"{search.folder}: this folder is not empty and holds no search. Choose an empty or new folder with --out.")


def _check_options(search: Search) -> None:
    """Refuse what no experiment could be made of, by the names of the options."""
    from citadels_sim.limits import MAX_SEED
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.plan import make_plan
    from citadels_sim.runs.source import of_options

    keys = {"variants": [search.variant], "players": [search.players], "lineups": [split_lineup(search.bot)], "seed": search.seed}
    for kind, option, count in (("forks", "--nodes", search.nodes), ("casts", "--games", search.games)):
        source = of_options((*keys, "games"), calls={"games": option})
        make_plan(make_experiment(keys | {"name": "casts", "kind": kind, "games": count}, source), source)
    if search.seed > MAX_SEED - 2:
        raise ExperimentError(f"--seed: {search.seed} should be smaller: the retests use the next two numbers.")


def _plan(search: Search, variants: list[Variant], part: str, kind: str, seed: int) -> Plan:
    """Plan one part of a search."""
    from citadels_sim.names import slug
    from citadels_sim.runs.fixed_variants import settled_plan

    count = search.nodes if kind == "forks" else search.games
    keys: dict[str, Any] = {"name": slug(f"{search.folder.name or 'casts'}-{part}"), "players": [search.players], "games": count}
    return settled_plan(variants, keys | {"seed": seed, "lineups": [split_lineup(search.bot)], "kind": kind})


def _play(search: Search, variants: list[Variant], part: str, kind: str, seed: int) -> Path:
    """Play one part of a search, or what is missing of it; return its folder."""
    return play_plan(_plan(search, variants, part, kind, seed), str(within(search.folder, part)), search.words, search.how)


def _power(search: Search, variant: Variant, drawn: Run) -> CastPower:
    from citadels_sim.designs.casts.power import cast_power
    from citadels_sim.runs.reading import load_run

    forks = load_run(_play(search, [variant], "drawn-forks", "forks", search.seed), kind="forks")
    return cast_power(forks, drawn, drawn.manifest.cells[0].key)


def _shortlist(search: Search, effects: CastAnalysis, power: CastPower | None, variant: Variant) -> dict[str, Candidate]:
    """Choose what is played again, by the names that its variants get."""
    from citadels_sim.designs.casts.analyse import draw_moments
    from citadels_sim.designs.casts.choice import shortlist_casts, shortlist_sets
    from citadels_sim.designs.casts.metrics import DEALT
    from citadels_sim.statistics.estimates import ratios

    if power is not None:
        chosen = shortlist_casts(power, effects, search.length, search.shortlist)
    else:
        table = variant.at(search.players)
        moments = next(iter(draw_moments(DEALT, effects.run.own_rows().collect()).values()))
        groups, worth = ratios(DEALT, DEALT.metrics[0], moments)
        names = [name for name in table.random_from if name in groups]
        if len(names) < len(table.random_from):
            missing = sorted(set(table.random_from) - set(names))
            raise ExperimentError(f"--games: {search.games:,} are too few: {', '.join(missing)} was in no opening hand.")
        at = [groups.index(name) for name in names]
        chosen = shortlist_sets(names, worth.chosen(at), table.random_count, effects, search.length, search.shortlist)
    what = "set" if search.districts else "cast"
    return {f"{what}-{i:02d}": candidate for i, candidate in enumerate(chosen, 1)}


def _fixed_variants(search: Search, variant: Variant, candidates: Mapping[str, Candidate]) -> list[Variant]:
    """Make the variants of a shortlist."""
    from citadels_sim.variants.fixed import settle

    if search.districts:
        return [settle(variant, search.players, name, uniques=candidate.members) for name, candidate in candidates.items()]
    ranks = list(variant.at(search.players).cast)
    casts = {name: dict(zip(ranks, candidate.members, strict=True)) for name, candidate in candidates.items()}
    return [settle(variant, search.players, name, cast=cast) for name, cast in casts.items()]


def _judged(search: Search, candidates: Mapping[str, Candidate], fixed: list[Variant], part: str, seed: int) -> pl.DataFrame:
    """Play candidates on the deals of a seed, or what is missing of it, and judge them by these alone."""
    from citadels_sim.designs.casts.choice import judge_casts, judge_sets
    from citadels_sim.runs.reading import load_run

    games = load_run(_play(search, fixed, part, "casts", seed), kind="casts")
    if search.districts:
        return judge_sets(candidates, games, search.margin, search.length)
    forks = load_run(_play(search, fixed, f"{part}-forks", "forks", seed), kind="forks")
    return judge_casts(candidates, forks, games, search.margin, search.length)
