"""A game that people play in a browser: what each page gets, and what it may request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from citadels_sim.game import Names
from citadels_sim.game.choices import cards_of, explain, question
from citadels_sim.game.seat_view_log import sentences_for
from citadels_sim.game.session import Session
from citadels_sim.game.win_chance import WinChance
from citadels_sim.lineups import seat_name
from citadels_sim.text import listed, lower_first
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


class GameSite(Site):
    """A page at which one or several people of a game sit, for the server.

    A page of one seat shows what that seat may know. People who share a page see one seat at a time: when another one is to decide, its
    cards are covered until that person says to be there.

    Parameters
    ----------
    sitting : Session
        Started; pages of other seats may share it.
    chance : WinChance
        Of its table. Who plays sees the own chances while the game lasts, and everybody's when it is over.
    seats : sequence of int, optional
        Whose page it is; left out: of all people.
    ends : bool
        Whether this page may end the sitting.
    back : str
        The address of the page that has started the game, to return to; "" where there is none.
    """

    def __init__(
        self, sitting: Session, chance: WinChance, seats: Sequence[int] | None = None, *, ends: bool = True, back: str = ""
    ) -> None:
        self._sitting, self._chance = sitting, chance
        self.seats = sitting.people if seats is None else tuple(seats)
        self._open: int | None = self.seats[0] if len(self.seats) == 1 else None
        self._ends = ends
        self._known = dict.fromkeys(self.seats, 0)  # events before the last choice of a seat: what came afterwards is news
        self._chances: dict[int, list[tuple[int, int, float, int]]] = {seat: [] for seat in self.seats}
        variant, players = sitting.game.variant, sitting.game.players
        at = variant.at(players)
        self._title = f"{variant.title}, {players} players"
        self._frame = {"names": sitting.names, "cards": cards(at), "city_size": at.city_size}
        one = f"You are at {lower_first(seat_name(self.seats[0]))}."
        about = one if len(self.seats) == 1 else f"People at seats {listed([str(seat + 1) for seat in self.seats])} share this page."
        super().__init__(page(self._title, about, {**self._frame, "seat": self.seats[0], "ends": ends, "back": back}))

    def read(self, name: str) -> Any:
        """Return the ``state`` of the game, the ``number`` of its state, or, once it is over, the page ``watch`` with every step open."""
        if name == "state":
            return self.state()
        if name == "number":
            return {"number": self._sitting.changes}
        if name == "watch" and self._sitting.game.over:
            recorded = record(self._sitting.game, self._sitting.names, self._chance)
            return watching(self._title, "Your game, with all cards open.", {**self._frame, **recorded})
        return None

    def act(self, name: str, request: Mapping[str, Any]) -> Any:
        """Play a choice (``choose``), take the last one back (``undo``), open the cards of who decides (``open``), or end it (``stop``).

        Raises
        ------
        BadRequest
            If the request has the wrong form, or another seat decides.
        IllegalAction
            If the choice is not legal; the game is then unchanged.
        BotError
            When a bot in plain Python fails.
        """
        if name == "stop" and self._ends:
            self.done = True
            return {"stopped": True}
        acts = {"choose": self._choose, "undo": self._undo, "open": self._show}
        if name not in acts:
            return None
        acts[name](request)
        return self.state()

    def _choose(self, request: Mapping[str, Any]) -> None:
        if set(request) != {"number", "choice"} or not isinstance(request["choice"], str):
            raise BadRequest('the body should be {"number": that of the state, "choice": a label}.')
        seat, before = self._decides(request), len(self._sitting.game.journal())
        self._sitting.play(request["choice"])
        self._known[seat] = before

    def _undo(self, request: Mapping[str, Any]) -> None:
        seat = self._decides(request)
        if not self._sitting.may_take_back:
            raise BadRequest("there is nothing to undo: the last choice is final.")
        self._sitting.take_back()
        self._known[seat] = min(self._known[seat], len(self._sitting.game.journal()))
        self._chances[seat] = [thought for thought in self._chances[seat] if thought[0] <= self._choices()]

    def _show(self, request: Mapping[str, Any]) -> None:
        if (seat := self._covered()) is None or request.get("seat") != seat:
            raise BadRequest("seat: should be the deciding one. Load the page again.")
        self._open = seat

    def _decides(self, request: Mapping[str, Any]) -> int:
        """Return the seat of this page that decides; refused where it is another one, or the game is at another choice."""
        if type(number := request.get("number")) is not int or number != self._sitting.changes:
            raise BadRequest(
                f"number: {number!r:.20} should be {self._sitting.changes}: the game is at another choice. Load the page again."
            )
        if self._open is None or self._sitting.game.actor != self._open:
            raise BadRequest("another seat should choose now. Wait for it.")
        return self._open

    def _covered(self) -> int | None:
        """Return the seat whose person has to come to this page; None where the open cards are those of the deciding player."""
        actor = self._sitting.game.actor
        return actor if actor in self.seats and actor != self._open else None

    def _choices(self) -> int:
        return len(self._sitting.game.transcript()["labels"])

    def state(self) -> dict[str, Any]:
        """Describe the game as who sits at the page may know it; where another person has to come, only who."""
        sitting, game = self._sitting, self._sitting.game
        if (covered := self._covered()) is not None:
            self._open = None
            return {"number": sitting.changes, "cover": {"seat": covered, "name": sitting.names[covered]}}
        seat = self.seats[0] if self._open is None else self._open
        decides = game.actor == seat
        self._note_chance(seat)
        before, news = (self._told(seat, part) for part in (slice(self._known[seat]), slice(self._known[seat], None)))
        state = {
            "number": sitting.changes,
            "choices": self._choices(),
            "seat": seat,
            "table": table(game, game.view(seat), sitting.names),
            "rows": rows(game, game.view(seat)),
            "log": [*before, *news],
            "news": len(before),
            "chances": thoughts(game, self._chance) if game.over else self._chances[seat],
            "question": question(game) if decides else "" if game.over else f"{sitting.names[game.actor or 0]} decides.",
            "groups": self._groups() if decides else [],
            "undo": decides and sitting.may_take_back,
            "waits": not decides and not game.over,
            "result": outcome(game, sitting.names),
        }
        data: dict[str, Any] = readable(state)
        return data

    def _told(self, seat: int, part: slice) -> list[tuple[str, bool]]:
        """Say what happened in a part of the journal, as a seat may know it."""
        game = self._sitting.game
        return list(sentences_for(game.journal()[part], Names.from_state(game.state, self._sitting.names, game.variant.cards), seat))

    def _note_chance(self, seat: int) -> None:
        """Keep what a seat that decides thinks of its chance, once for each decision."""
        game, noted = self._sitting.game, self._chances[seat]
        if game.actor == seat and (not noted or noted[-1][0] != self._choices()) and (thought := self._chance.estimate(game)) is not None:
            noted.append((self._choices(), seat, round(thought, 4), int(game.state.public.round_no)))

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
