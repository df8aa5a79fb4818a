"""One table of Citadels as a game API: labels, positions, views, transcripts. The rules are the engine's alone."""

from citadels_sim.game.api import Game
from citadels_sim.game.narration import narrate
from citadels_sim.game.notation import label, labels
from citadels_sim.game.table_names import Names
from citadels_sim.game.transcript import Transcriber, transcribe, transcribe_game
from citadels_sim.game.wording import describe
from citadels_sim.game.writing import view

__all__ = ["Game", "Names", "Transcriber", "describe", "label", "labels", "narrate", "transcribe", "transcribe_game", "view"]
