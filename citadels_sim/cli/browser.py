"""What commands share that show pages in a browser: the options, and showing pages until somebody ends them."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from citadels_sim.cli.console import note, print_text
from citadels_sim.errors import CitadelsError
from citadels_sim.lineups import seat_name

if TYPE_CHECKING:
    from citadels_sim.game.session import Session
    from citadels_sim.web.doors import Link
    from citadels_sim.web.site import Site

BrowserOption = Annotated[
    bool, typer.Option("--browser", help="In a browser on this machine, until Ctrl-C. Needs: pip install 'citadels-sim[web]'.")
]
PortOption = Annotated[
    int | None,
    typer.Option("--port", min=1, max=65535, help="Port of the page of --browser.  [default: one that is free]", show_default=False),
]
NoOpenOption = Annotated[bool, typer.Option("--no-open", help="With --browser: print the address; do not open a browser.")]


LanOption = Annotated[
    bool,
    typer.Option(
        "--lan", help="With --browser: a link for each person in the local network. Whoever has the link of a seat can play for it."
    ),
]
AddressOption = Annotated[
    str | None,
    typer.Option(
        "--address",
        metavar="IP",
        help="With --lan: the address of this machine in that network.  [default: its usual one]",
        show_default=False,
    ),
]


def check_browser(browser: bool, port: int | None, no_open: bool) -> None:
    """Refuse what cannot be shown, before anything is played.

    Raises
    ------
    CitadelsError
        For an option that goes with ``--browser`` only, or without the library that serves the page.
    """
    for option, given in (("--port", port is not None), ("--no-open", no_open)):
        if given and not browser:
            raise CitadelsError(f"{option}: works only with --browser. Add --browser, or leave {option} out.")
    if browser:
        check_installed("--browser")


def browser_words(browser: bool, port: int | None, no_open: bool, address: str | None, *, lan: bool) -> list[str]:
    """Return these options as they are typed."""
    given = {"--browser": browser, "--lan": lan, "--no-open": no_open}
    valued = {"--address": address, "--port": port}
    return [option for option, there in given.items() if there] + [
        word for option, value in valued.items() if value is not None for word in (option, str(value))
    ]


def check_installed(what: str) -> None:
    """Refuse what needs the libraries of pages, where one is missing.

    Raises
    ------
    CitadelsError
    """
    if any(importlib.util.find_spec(name) is None for name in ("tornado", "tomlkit")):
        raise CitadelsError(f"{what}: needs the web extra. Install it with: pip install 'citadels-sim[web]'")


def lan_host(browser: bool, lan: bool, address: str | None, port: int | None) -> str | None:
    """Return the address at which people of the local network get pages; None where nobody asked for that.

    Raises
    ------
    CitadelsError
        For what does not go together, no such address, or a port or an address where no page can be served.
    """
    for option, given, needs, there in (("--lan", lan, "--browser", browser), ("--address", address is not None, "--lan", lan)):
        if given and not there:
            raise CitadelsError(f"{option}: works only with {needs}. Add {needs}, or leave {option} out.")
    if not browser:
        return None
    from citadels_sim.web.network import LOOPBACK, lan_address, listening

    host = lan_address(address) if lan else None
    listening(host or LOOPBACK, port or 0).close()  # what cannot be served is said before anything is dealt and saved
    return host


def show(site: Site, port: int | None, no_open: bool) -> None:
    """Serve a page on this machine until it is done or Ctrl-C comes.

    Raises
    ------
    CitadelsError
        If the port cannot be used.
    """
    from citadels_sim.web.network import LOOPBACK

    def ready(links: list[Link]) -> None:
        print_text(f"{links[0].address}\nThis address works on this machine only, for anyone who knows it, until Ctrl-C.")

    _serve({"": site}, port, LOOPBACK, ready, no_open)


def _serve(sites: Mapping[str, Site], port: int | None, host: str, ready: Callable[[list[Link]], None], no_open: bool) -> None:
    """Serve pages, say so, and open the first one."""
    from citadels_sim.web.server import serve

    def begun(links: list[Link]) -> None:
        ready(links)
        if not no_open:
            _open(links[0].once)

    try:
        serve(sites, port or 0, begun, host)
    except KeyboardInterrupt:
        print_text("")


def play_in_browser(sitting: Session, port: int | None, no_open: bool, host: str | None = None) -> None:
    """Let people play a game that has been started, until it is ended in the page or by Ctrl-C.

    Parameters
    ----------
    sitting : Session
    port, no_open
        Of the options.
    host : str or None
        The address of this machine in the local network, where each person gets a page with a link of its own; None: all share a page
        on this machine.
    """
    from citadels_sim.engine.prepare import prepare
    from citadels_sim.game.win_chance import WinChance
    from citadels_sim.web.game_site import GameSite
    from citadels_sim.web.site import LEADS_BACK

    chance = WinChance(sitting.game.variant, sitting.bots)
    prepare(chance.entry_points(), note)
    if host is None:
        show(GameSite(sitting, chance, back=os.environ.get(LEADS_BACK, "")), port, no_open)
        return

    def ready(links: list[Link]) -> None:
        for seat, link in zip(sitting.people, links, strict=True):
            print_text(f"{seat_name(seat)}: {link.address}")
        print_text(
            f"These links work in the whole network where this machine is {host}, until Ctrl-C. Whoever has the link of a seat sees its "
            f"cards and plays for it: give each person their own. Nothing is encrypted: anyone who listens on the network can read it."
        )

    sites = {f"seat-{seat + 1}": GameSite(sitting, chance, [seat], ends=False) for seat in sitting.people}
    _serve(sites, port, host, ready, no_open)


def _open(address: str) -> None:
    """Open an address in the person's browser, where there is one with a window; one in the terminal would take it over."""
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(address)
