"""One table of Citadels as a game API: labels, positions, views, transcripts. The rules are the engine's alone."""

from citadels_sim.game.api import Game
from citadels_sim.game.notation import label, labels
from citadels_sim.game.transcript import Teller, narrate, tell, tell_game
from citadels_sim.game.wording import Names, describe
from citadels_sim.game.writing import view

__all__ = ["Game", "Names", "Teller", "describe", "label", "labels", "narrate", "tell", "tell_game", "view"]
