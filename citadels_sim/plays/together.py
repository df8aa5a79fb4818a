"""Games that people played, put beside the bots of runs by the same rules, table by table."""

from __future__ import annotations

from collections.abc import Sequence

from citadels_sim.errors import CitadelsError
from citadels_sim.judge.declared_limits import declared_limit
from citadels_sim.lineups import is_mixed, judge_of, skill_rank
from citadels_sim.plays.analyse import PlaysAnalysis, analyse_plays
from citadels_sim.plays.blocks import show_plays
from citadels_sim.plays.game import PlayedGame
from citadels_sim.plays.store import Kept
from citadels_sim.plays.tables import Tables, of_bots
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Shown, counted
from citadels_sim.variants import from_resolved


def plays_beside(kept: Sequence[Kept], runs: Sequence[Run], players: int | None = None) -> Shown:
    """Say what people's games show beside the bots of some runs.

    Parameters
    ----------
    kept : sequence of Kept
        Games by some rules each.
    runs : sequence of Run
        Of games; those by other rules are not looked at.
    players : int, optional
        Only games with this number of players.
    """
    analyses: list[PlaysAnalysis] = []
    others: dict[str, list[PlayedGame]] = {}
    unknown: list[str] = []
    for one in kept:
        own = [game for game in one.games if players in (None, len(game.seats))]
        if among := [game for game in own if not game.of_people]:
            others[one.variant] = among
        people = [game for game in own if game.of_people]
        for number in sorted({len(game.seats) for game in people}):
            table = [game for game in people if len(game.seats) == number]
            analysis = _analysis(one, number, table, runs)
            if analysis is not None:
                analyses.append(analysis)
            else:
                games = counted(len(table), "games")
                unknown.append(
                    f"{games} of people with {number} players: no bots have played there by these rules, so there is no comparison."
                )
    shown = show_plays(analyses, others)
    return Shown(shown.blocks, shown.tables, shown.names, unknown=tuple(unknown))


def _analysis(kept: Kept, players: int, games: Sequence[PlayedGame], runs: Sequence[Run]) -> PlaysAnalysis | None:
    bots: dict[str, Tables] = {}
    characters: list[str] = []
    used: list[Run] = []
    for run in runs:
        entry = run.manifest.variants.get(kept.variant)
        if run.manifest.experiment.kind != "games" or entry is None or entry.digest != kept.rules:
            continue
        try:
            cast = from_resolved(entry.resolved).at(players).cast
        except CitadelsError:
            continue
        characters = [name for ids in cast.values() for name in ids]
        for cell in run.manifest.cells:
            if (cell.variant, cell.players) == (kept.variant, players) and not is_mixed(cell.lineup) and cell.lineup not in bots:
                tables = of_bots(run, cell.key, characters)
                if tables is not None:
                    bots[cell.lineup] = tables
                    used.append(run)
    if not bots:
        return None
    judge = judge_of(bots)
    ordered = {name: bots[name] for name in sorted(bots, key=lambda name: (name != judge, skill_rank(name)))}
    return analyse_plays(kept.variant, characters, games, ordered, judge, declared_limit(used, "seat"))
