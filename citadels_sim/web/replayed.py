"""The page of a game of a run that was played again."""

from __future__ import annotations

from citadels_sim.designs.recording.replay import Replay
from citadels_sim.game.win_chance import WinChance
from citadels_sim.web.page import watching
from citadels_sim.web.recording import record
from citadels_sim.web.shown import cards


def replayed_page(replay: Replay, number: int, about: str, ending: str) -> str:
    """Write the page of a game.

    Parameters
    ----------
    replay : Replay
        Whose lines were all read: the game is there.
    number : int
        Of the game, in its run.
    about : str
        Where it is from, in a sentence.
    ending : str
        Its last line.
    """
    assert replay.game is not None
    variant, players = replay.cell.variant, replay.cell.players
    table, chance = variant.at(players), WinChance(variant, replay.bots)
    recorded = record(replay.game, replay.names, chance, "" if replay.game.over else ending)
    data = {"names": replay.names, "cards": cards(table), "city_size": table.city_size, **recorded}
    return watching(f"Game {number}: {variant.name}, {players} players", f"{variant.title}. {about}", data)
