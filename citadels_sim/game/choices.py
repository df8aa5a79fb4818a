"""Decisions and legal choices in plain English: the question, and a line for each choice. No rule lives here."""

from __future__ import annotations

from typing import Final

from citadels_sim.engine import actions as a
from citadels_sim.game.action_words import ACTION_WORDS, Choice
from citadels_sim.game.api import Game
from citadels_sim.game.notation import character_id
from citadels_sim.game.table_names import Names

QUESTIONS: Final = {
    a.PICK: "Which character do you take?",
    a.DISCARD_CHARACTER: "Which character do you lay face down?",
    a.THEATER: "Which player do you exchange characters with in the Theater?",
    a.TURN: "What do you do?",
    a.KEEP: "Which card do you keep?",
    a.REDRAW: "Which card do you exchange with the deck?",
    a.GIVE: "Which card do you give?",
    a.WIZARD: "Which card of this hand do you take?",
    a.GIFT: "What do you give for the crown?",
    a.THREATENED: "A threat lies at your character. Do you pay?",
    a.THREAT: "No bribe was paid. Do you turn the threat up?",
    a.WARRANT: "Your signed warrant lies there. Do you confiscate the district?",
    a.GRAVEYARD: "Do you take the destroyed district into your hand for 1 gold?",
    a.LIGHTHOUSE: "Which card do you fetch from the deck?",
    a.BELL_TOWER: "Do you announce that one district fewer completes a city?",
    a.CROWN: "Who gets the crown?",
    a.BOTTOM: "Which card goes under the deck next?",
}
"""The question of each kind of decision."""


def explain(game: Game, label: str, names: Names) -> str:
    """Describe in a line what a legal action does.

    Parameters
    ----------
    game : Game
        At a decision.
    label : str
        One of its legal actions.
    names : Names

    Returns
    -------
    str
        A sentence for the player who decides. It reveals nothing that this seat may not know.

    Raises
    ------
    IllegalAction
        If it is not legal now.
    """
    code = game.code(label)
    return ACTION_WORDS[code & 0xFF].meaning(Choice(game, names, code))


def question(game: Game) -> str:
    """Return the question of a game's current decision."""
    return QUESTIONS[int(game.state.public.decision)]


def cards_of(game: Game, label: str) -> tuple[str, ...]:
    """Name the characters and districts that a legal action is about, by id, each once.

    Raises
    ------
    IllegalAction
        If it is not legal now.
    """
    code = game.code(label)
    parts: list[str] = []
    number = 0
    for part in ACTION_WORDS[code & 0xFF].form.split(":"):
        number += part.startswith("<")
        argument = code >> 8 * number & 0xFF
        if part == "<c>":
            parts.append(character_id(game.state.public, argument, game.variant.cards))
        elif part == "<d>":
            parts.append(game.variant.cards.district_of(argument & ~a.STAR).id)
        elif part in _NAMED:
            parts.append(part)
    return tuple(dict.fromkeys(parts))


_NAMED: Final = frozenset({"smithy", "graveyard", "framework", "necropolis", "thieves-den", "cardinal", "seer"})
"""Words of labels that are cards."""
