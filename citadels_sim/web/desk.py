"""A game that a person plays in a browser: what the page gets, and what it may request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from citadels_sim.game import Names
from citadels_sim.game.choices import cards_of, explain, question
from citadels_sim.game.session import Session
from citadels_sim.game.win_chance import WinChance
from citadels_sim.web.page import page, readable, watching
from citadels_sim.web.recording import record, thoughts
from citadels_sim.web.shown import cards, does, outcome, rows, table
from citadels_sim.web.site import BadRequest, Site

_GROUPS: Final = {"Gather": ("gold", "cards"), "Income": ("income", "bonus"), "Build": ("build",), "End": ("end",)}
"""What the choices of a turn are gathered under, by the first word of their labels; all others are abilities."""
_ABILITIES: Final = "Abilities"
_ORDER: Final = ("Gather", "Income", "Build", _ABILITIES, "End")
_EXPLAINED: Final = frozenset({"pick", "discard", "keep", "take", "take-build", "build", "fetch"})
"""First words of the labels of choices that are shown with a card's text."""


class Desk(Site):
    """One game of a person against bots, for the server.

    Parameters
    ----------
    sitting : Session
        Started.
    chance : WinChance
        Of its table. Who plays sees the own chances while the game lasts, and everybody's when it is over.
    """

    def __init__(self, sitting: Session, chance: WinChance) -> None:
        self._sitting = sitting
        self._chance = chance
        self._log: list[tuple[str, bool]] = []
        self._news = 0  # where in the log begins what followed from the last choice
        self._chances: list[tuple[int, int, float, int]] = []
        variant, players = sitting.game.variant, sitting.game.players
        at = variant.at(players)
        self._title = f"{variant.title}, {players} players"
        self._frame = {"names": sitting.names, "cards": cards(at), "city_size": at.city_size}
        super().__init__(page(self._title, f"You are at seat {sitting.seat}.", {**self._frame, "seat": sitting.seat}))
        self._listen()

    def read(self, name: str) -> Any:
        """Return the ``state`` of the game, or, once it is over, the page ``watch`` on which every step of it is open."""
        if name == "state":
            return self.state()
        if name == "watch" and self._sitting.game.over:
            recorded = record(self._sitting.game, self._sitting.names, self._chance)
            return watching(self._title, "Your game, with all cards open.", {**self._frame, **recorded})
        return None

    def act(self, name: str, request: Mapping[str, Any]) -> Any:
        """Play a choice (``choose``), or end the sitting (``stop``).

        Raises
        ------
        BadRequest
            If the request has the wrong form.
        IllegalAction
            If the choice is not legal; the game is then unchanged.
        BotError
            When a bot in plain Python fails.
        """
        if name == "stop":
            self.done = True
            return {"stopped": True}
        if name != "choose":
            return None
        self._choose(request)
        return self.state()

    def _choose(self, request: Mapping[str, Any]) -> None:
        if set(request) != {"number", "choice"} or type(request["number"]) is not int or not isinstance(request["choice"], str):
            raise BadRequest('the body should be {"number": choices so far, "choice": a label}.')
        if request["number"] != self._number():
            raise BadRequest(f"number: {request['number']} should be {self._number()}: the game is at another choice. Load the page again.")
        self._sitting.play(request["choice"])
        self._listen()

    def _number(self) -> int:
        return len(self._sitting.game.transcript()["labels"])

    def _listen(self) -> None:
        """Take in what has happened, and what the person's seat may think of it."""
        self._news = len(self._log)
        self._log += self._sitting.news()
        game = self._sitting.game
        thought = self._chance.estimate(game)
        if thought is not None:
            self._chances.append((self._number(), self._sitting.seat, round(thought, 4), int(game.state.public.round_no)))

    def state(self) -> dict[str, Any]:
        """Describe the game as the person may know it."""
        sitting, game = self._sitting, self._sitting.game
        view = game.view(sitting.seat)
        state = {
            "number": self._number(),
            "table": table(game, view, sitting.names),
            "rows": rows(game, view),
            "log": self._log,
            "news": self._news,
            "chances": thoughts(game, self._chance) if game.over else self._chances,
            "question": "" if game.over else question(game),
            "groups": self._groups(),
            "result": outcome(game, sitting.names),
        }
        data: dict[str, Any] = readable(state)
        return data

    def _groups(self) -> list[dict[str, Any]]:
        """Group the legal choices: those of a turn by what they are, of any other decision in one group."""
        game = self._sitting.game
        at = game.variant.at(game.players)
        names = Names.from_state(game.state, self._sitting.names, game.variant.cards)
        groups: dict[str, list[dict[str, Any]]] = {group: [] for group in _ORDER}
        for label in game.legal():
            word = label.partition(":")[0]
            group = next((group for group, words in _GROUPS.items() if word in words), _ABILITIES) if game.decision == "turn" else ""
            text = " ".join(filter(None, (does(id, at) for id in cards_of(game, label)[:1]))) if word in _EXPLAINED else ""
            groups[group] = [*groups.get(group, ()), {"label": label, "text": explain(game, label, names), "help": text}]
        return [{"title": group, "choices": choices} for group, choices in groups.items() if choices]
