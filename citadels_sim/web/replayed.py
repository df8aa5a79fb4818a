"""The page of a game that was played again: of a run, or of a file."""

from __future__ import annotations

from collections.abc import Sequence

from citadels_sim.bots import Bot
from citadels_sim.designs.recording.replay import Replay
from citadels_sim.game import Game
from citadels_sim.game.retold import Retold
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
    title = f"Game {number}: {variant.name}, {players} players"
    return _page(replay.game, replay.names, replay.bots, title, f"{variant.title}. {about}", "" if replay.game.over else ending)


def retold_page(told: Retold, about: str) -> str:
    """Write the page of a game of a file, as far as it was played; `about`: where it is from, in a sentence."""
    return _page(told.game, told.names, [None] * told.game.players, told.title, about, "")


def _page(game: Game, names: Sequence[str], bots: Sequence[Bot | None], title: str, about: str, ending: str) -> str:
    table, chance = game.variant.at(game.players), WinChance(game.variant, bots)
    data = {"names": names, "cards": cards(table), "city_size": table.city_size, **record(game, names, chance, ending)}
    return watching(title, about, data)
