"""``citadels play``: people at the table with bots, in the terminal or in browsers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from citadels_sim.cli.browser import (
    AddressOption,
    BrowserOption,
    LanOption,
    NoOpenOption,
    PortOption,
    browser_words,
    check_browser,
    lan_host,
    play_in_browser,
)
from citadels_sim.cli.console import hear_interrupts, print_table, print_text
from citadels_sim.cli.options import variant_names_beginning
from citadels_sim.lineups import seat_name
from citadels_sim.text import lower_first, visible

if TYPE_CHECKING:
    from citadels_sim.catalogue import Cards
    from citadels_sim.cli.saved_game import Keeper
    from citadels_sim.game.session import Session

EXAMPLES = (
    "citadels play classic-2000 --players 4 --bots builder",
    "citadels play citadels-2016 --players 5 --bots builder,random --human 3 --seed 7 --transcript mine.json",
    "citadels play classic-2000 --bots learner --browser",
    "citadels play dark-city --players 5 --human 1,3 --browser    # two people at one screen",
    "citadels play mine.json      # continues a saved game",
)

_INTERRUPTED = 130
_HELP = (
    "Type the number of a choice, or its label or a unique part of it, such as `king` for `pick:king`.\n"
    "  ?          this help            ? 3, ? king   what that choice or card does under the rules of this table\n"
    "  u          undo your last choice, unless somebody has answered it or it showed hidden cards\n"
    "  t          show the table\n"
    "  q          stop, and save the transcript (so do Ctrl-D and Ctrl-C)"
)
_MANY = 40
"""So many choices are listed; of more of them people are shown those that begin as they type."""


def command(
    variant: Annotated[
        str,
        typer.Argument(
            metavar="VARIANT",
            help="A variant, by name or file; `citadels variants` lists them. Or the file of a saved game, to continue it.",
            autocompletion=variant_names_beginning,
        ),
    ],
    players: Annotated[int | None, typer.Option("--players", help="Players at the table, including people.  [default: 4]")] = None,
    bots: Annotated[
        str | None,
        typer.Option("--bots", help="The other seats, clockwise from your left: bots, separated by commas.  [default: builder]"),
    ] = None,
    human: Annotated[
        str | None,
        typer.Option("--human", "--seat", metavar="SEATS", help="Seats of people, from 1: 1, or with --browser 1,3 or 1-4.  [default: 1]"),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of the deal.  [default: a new one]", show_default=False)] = None,
    transcript: Annotated[
        Path | None, typer.Option("--transcript", metavar="FILE", help="File of the transcript.  [default: citadels-DATE-TIME.json]")
    ] = None,
    browser: BrowserOption = False,
    port: PortOption = None,
    no_open: NoOpenOption = False,
    lan: LanOption = False,
    address: AddressOption = None,
) -> None:
    """Play a game against bots, in the terminal or in a browser, alone or with others.

    Several people share one browser (--browser), which hides the cards between turns, or each opens their own link in the local network
    (--browser --lan).

    You see what your seat may know: the table, your hand, what happened since your last choice, and the legal choices in words. Type the
    number or the name of a choice; `?` explains, `u` undoes, `q` stops. The transcript is written after every choice: `citadels play FILE`
    continues the game, and `citadels_sim.Game.from_transcript` loads it.
    """
    check_browser(browser, port, no_open)
    host = lan_host(browser, lan, address, port)
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.cli.saved_game import begin, check_alone, go_on, seats_of

    if variant.endswith(".json"):
        given = {"--players": players, "--human": human, "--seed": seed, "--transcript": transcript}
        sitting, keeper = go_on(Path(variant), bots, [option for option, value in given.items() if value is not None])
    else:
        people = (0,) if human is None else seats_of(human)
        check_alone(people, browser)
        sitting, keeper = begin(variant, 4 if players is None else players, bots, people, seed, transcript)
    check_alone(sitting.people, browser)
    warn_of_endless([(sitting.game.variant, sitting.game.players)])
    hear_interrupts()
    how = browser_words(browser, port, no_open, address, lan=lan)
    _play(sitting, keeper, how, (lambda: play_in_browser(sitting, port, no_open, host)) if browser else lambda: _At(sitting).play())


class _Stop(Exception):
    """The person wants to stop."""


def _play(sitting: Session, keeper: Keeper, how: Sequence[str], sit: Callable[[], None]) -> None:
    """Play to the end, or until the person stops; save the transcript in any case."""
    from citadels_sim.cli.saved_game import ended_like_interrupted

    code = 0
    keeper.save(sitting)
    try:
        with ended_like_interrupted():
            sit()
    except (_Stop, EOFError):
        print_text("")
    except KeyboardInterrupt:
        print_text("")
        code = _INTERRUPTED
    except BaseException:
        keeper.close(sitting, how)  # a bot's fault must not cost the person the game
        raise
    keeper.close(sitting, how)
    if code:
        raise typer.Exit(code)


class _At:
    """The conversation with a person at a table."""

    def __init__(self, sitting: Session) -> None:
        from citadels_sim.cli.table import LEGEND

        self.sitting, (self.seat,) = sitting, sitting.people
        self.game = sitting.game
        self.table = sitting.game.variant.at(sitting.game.players)
        here = lower_first(seat_name(self.seat))
        print_text(f"{self.game.variant.title}, {self.game.players} players. You are at {here}. `?` explains, `q` stops.")
        print_text(LEGEND)

    def play(self) -> None:
        """Prompt for choice after choice until the game is over."""
        from citadels_sim.cli.table import print_scores

        own = False
        while True:
            self.game = self.sitting.game
            self._print_news()
            if self.game.over:
                break
            if not own:
                self._show_table()
            own = self._choose()
        print_scores(self.game.result(), self.sitting.names)

    def _print_news(self) -> None:
        for sentence, heading in self.sitting.news():
            print_text(f"\n{sentence}" if heading else f"  {sentence}")

    def _show_table(self) -> None:
        from citadels_sim.cli.table import print_view
        from citadels_sim.game.table_words import turn

        print_text("")
        print_view(
            self.game.view(self.sitting.people[0]),
            self.sitting.people[0],
            self.sitting.names,
            self.table,
            turn(self.game, self.sitting.names),
        )

    def _choose(self) -> bool:
        """Have the person choose once, and play it; return whether the next choice follows at once, at the same table."""
        labels = self.game.legal()
        meanings = self._meanings(labels)
        self._list(labels, meanings, range(len(labels)))
        while True:
            label = self._ask(labels, meanings)
            if label is None:
                self.sitting.take_back()
                print_text("Undone.")
                return False
            if not self.sitting.counts_at_once(label):
                self.sitting.play(label)
                return True
            if label.startswith("pick:") or self._confirmed(meanings[labels.index(label)]):
                self.sitting.play(label)
                return False
            print_text("Undone.")

    def _meanings(self, labels: Sequence[str]) -> list[str]:
        from citadels_sim.game import Names
        from citadels_sim.game.choices import explain

        names = Names.from_state(self.game.state, self.sitting.names, self.game.variant.cards)
        return [explain(self.game, label, names) for label in labels]

    def _list(self, labels: Sequence[str], meanings: Sequence[str], shown: Sequence[int]) -> None:
        """List choices under the decision's question."""
        from citadels_sim.game.choices import question

        few = shown[:_MANY]
        print_text(f"\n{question(self.game)}")
        print_table((("no.", "right"), "label", "what it does"), [(k + 1, labels[k], meanings[k]) for k in few])
        if len(shown) > len(few):
            print_text(f"{len(shown) - len(few)} more: type the beginning of a label to list those.")

    def _ask(self, labels: Sequence[str], meanings: Sequence[str]) -> str | None:
        """Prompt until a choice is made; None: take the last one back."""
        while True:
            text = _read("> ")
            if text == "u":
                if self.sitting.may_take_back:
                    return None
                print_text("There is nothing to undo: your last choice is final.")
            elif text.startswith("?"):
                self._help(text[1:].strip(), labels)
            elif text == "t":
                self._show_table()
                self._list(labels, meanings, range(len(labels)))
            else:
                matches = matching(text, labels)
                if len(matches) == 1:
                    return labels[matches[0]]
                self._refuse(text, labels, meanings, matches)

    def _refuse(self, text: str, labels: Sequence[str], meanings: Sequence[str], matches: Sequence[int]) -> None:
        """Explain why a text is no choice."""
        from citadels_sim.errors import nearest

        if matches:
            print_text(f"'{text}' matches {len(matches)} choices; type more of the label.")
            self._list(labels, meanings, matches)
        elif text.isdecimal():
            print_text(f"There is no choice {text}; the numbers are 1 to {len(labels)}.")
        elif text:
            print_text(f"'{text}' is not one of the choices.{nearest(text, labels)} `?` explains.")
        else:
            print_text(f"Type a number from 1 to {len(labels)}, or a label. `?` explains.")

    def _confirmed(self, meaning: str) -> bool:
        """Have the person confirm a choice that others answer or that reveals hidden things."""
        while True:
            text = _read(f"{meaning} Press Enter to confirm, u to undo: ")
            if text in ("", "u"):
                return not text
            if text.startswith("?"):
                print_text(_HELP)
            else:
                print_text(f"'{text}' is neither Enter nor u.")

    def _help(self, about: str, labels: Sequence[str]) -> None:
        """Explain a choice's cards, a card of the catalogue, or how to play."""
        from citadels_sim.errors import nearest
        from citadels_sim.game.cards_in_words import card_help
        from citadels_sim.game.choices import cards_of

        if not about:
            print_text(_HELP)
            return
        cards = [id for id in _card_ids(self.table.cards) if id == about.lower().replace(" ", "-")]
        if not cards:
            matches = matching(about, labels)
            if not matches:
                print_text(f"'{about}' is neither a choice nor a card.{nearest(about, _card_ids(self.table.cards))}")
                return
            cards = list(dict.fromkeys(id for k in matches for id in cards_of(self.game, labels[k])))
            for k in matches[:_MANY]:
                print_text(f"{labels[k]}: {self._meanings([labels[k]])[0]}")
        for id in cards:
            for line in card_help(id, self.table):
                print_text(f"  {line}")


def _card_ids(cards: Cards) -> tuple[str, ...]:
    return (*cards.by_character_id, *cards.by_district_id)


def _read(prompt: str) -> str:
    """Read a line of the person's; `_Stop` when they want to stop, EOFError when there are no more."""
    text = input(visible(prompt)).strip().lower()
    if text == "q":
        raise _Stop
    return text


def matching(text: str, labels: Sequence[str]) -> list[int]:
    """Return the indices of the choices that a person may mean by a number from 1, a label, or the beginning of one or of its parts."""
    if text.isdecimal():
        return [int(text) - 1] if 1 <= int(text) <= len(labels) else []
    if not text:
        return []
    if text in labels:
        return [labels.index(text)]
    begun = [k for k, label in enumerate(labels) if label.startswith(text)]
    return begun or [k for k, label in enumerate(labels) if any(part.startswith(text) for part in label.split(":"))]
