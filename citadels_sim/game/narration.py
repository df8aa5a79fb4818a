"""A game that is told while it is played: as a person would tell it, or event by event with the label of every choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from citadels_sim.game.api import Game
from citadels_sim.game.retelling import Reteller
from citadels_sim.game.table_names import Names
from citadels_sim.game.transcript import Cities, Transcriber


def narrate(
    game: Game, choose: Callable[[Game], str | int | None], seats: tuple[str, ...] | None = None, *, labels: bool = True
) -> Iterator[str]:
    """Play a game to its end and describe it as it is played.

    Parameters
    ----------
    game : Game
        Played on.
    choose : callable
        Returns the action for the game's current decision: a label, or the engine's integer; None where the game is left there.
    seats : tuple of str, optional
        What the players are called.
    labels : bool
        Whether each event has a line and each choice its label; without them, what a seat does in a turn is one sentence.

    Yields
    ------
    str
        What has happened so far, then what happens: with labels as `transcribe_game`, each choice as ``> name: label`` before what
        follows from it.

    Raises
    ------
    IllegalAction
        If a choice is not legal.
    """
    names = Names.from_state(game.state, seats, game.variant.cards)
    told = Transcriber(names, game.first_cities) if labels else Reteller(names, Cities(names, game.first_cities))
    shown = 0
    while True:
        events = game.journal(shown)
        shown += len(events)
        yield from told.lines(events)
        chosen = None if game.over else choose(game)
        if chosen is None:
            yield from told.rest() if isinstance(told, Reteller) else ()
            return
        text = chosen if isinstance(chosen, str) else game.label(int(chosen))
        seat, code = int(game.state.public.actor), game.code(text)
        game.play(text)
        if isinstance(told, Reteller):
            told.choose(code)
        else:
            yield f"  > {names.seats[seat]}: {text}"
