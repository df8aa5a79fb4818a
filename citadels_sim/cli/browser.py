"""What `play` and `replay` share of ``--browser``: the options, and showing a page until somebody ends it."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Annotated

import typer

from citadels_sim.cli.console import note, print_text
from citadels_sim.errors import CitadelsError

if TYPE_CHECKING:
    from citadels_sim.game.session import Session
    from citadels_sim.web.site import Site

BrowserOption = Annotated[
    bool, typer.Option("--browser", help="In a browser on this machine, until Ctrl-C. Needs: pip install 'citadels-sim[web]'.")
]
PortOption = Annotated[
    int | None,
    typer.Option("--port", min=1, max=65535, help="Port of the page of --browser.  [default: one that is free]", show_default=False),
]
NoOpenOption = Annotated[bool, typer.Option("--no-open", help="With --browser: print the address, and open no browser.")]


def check_browser(browser: bool, port: int | None, no_open: bool) -> None:
    """Refuse what cannot be shown, before anything is played.

    Raises
    ------
    CitadelsError
        For an option that goes with ``--browser`` only, or without the library that serves the page.
    """
    for option, given in (("--port", port is not None), ("--no-open", no_open)):
        if given and not browser:
            raise CitadelsError(f"{option}: goes with --browser only. Add that, or leave this out.")
    if browser:
        check_installed("--browser")


def check_installed(what: str) -> None:
    """Refuse what needs the libraries of pages, where one is missing.

    Raises
    ------
    CitadelsError
    """
    if any(importlib.util.find_spec(name) is None for name in ("tornado", "tomlkit")):
        raise CitadelsError(f"{what}: the server of its page is not installed. Install it with: pip install 'citadels-sim[web]'")


def show(site: Site, port: int | None, no_open: bool) -> None:
    """Serve a page until it is done or Ctrl-C comes.

    Raises
    ------
    CitadelsError
        If the port cannot be used.
    """
    from citadels_sim.web.server import serve

    def ready(address: str, once: str) -> None:
        print_text(f"{address}\nThis address works on this machine, for whoever knows it, until Ctrl-C.")
        if not no_open:
            _open(once)

    try:
        serve(site, port or 0, ready)
    except KeyboardInterrupt:
        print_text("")


def play_in_browser(sitting: Session, port: int | None, no_open: bool) -> None:
    """Let a person play a game that has been started, until it is ended in the page or by Ctrl-C."""
    from citadels_sim.engine.prepare import prepare
    from citadels_sim.game.win_chance import WinChance
    from citadels_sim.web.desk import Desk

    chance = WinChance(sitting.game.variant, sitting.bots)
    prepare(chance.entry_points(), note)
    show(Desk(sitting, chance), port, no_open)


def _open(address: str) -> None:
    """Open an address in the person's browser, where there is one with a window; one in the terminal would take it over."""
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(address)
