"""One table of Citadels as a game API: labels, positions, views, transcripts. The rules are the engine's alone."""

from citadels_sim.game.api import Game
from citadels_sim.game.notation import label, labels
from citadels_sim.game.transcript import Transcriber, narrate, transcribe, transcribe_game
from citadels_sim.game.wording import Names, describe
from citadels_sim.game.writing import view

__all__ = ["Game", "Names", "Transcriber", "describe", "label", "labels", "narrate", "transcribe", "transcribe_game", "view"]
