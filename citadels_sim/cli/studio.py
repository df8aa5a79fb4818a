"""``citadels studio``: the designer's loop in the browser."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.browser import check_installed, show
from citadels_sim.cli.console import note

EXAMPLES = ("citadels studio", "citadels studio my-rules", "citadels studio --port 8000 --no-open")
_LOCK = ".citadels-studio.lock"


def command(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="Folder of the rules; created if missing.  [default: this folder]", show_default=False),
    ] = Path(),
    *,
    port: Annotated[
        int | None,
        typer.Option("--port", min=1, max=65535, help="Port of the pages.  [default: one that is free]", show_default=False),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address; do not open a browser.")] = False,
) -> None:
    """Change rules, study, compare and play them in a browser on this machine, until Ctrl-C.

    The pages show the variant files of FOLDER: numbers and rules as cards, with their allowed and printed values. They start and continue
    studies, list and restore versions, and start games. Each step shows its command, which does the same in a terminal in FOLDER.

    The pages open only at the printed address, on this machine. Needs: pip install 'citadels-sim[web]'.
    """
    check_installed("studio")
    from citadels_sim.cli.saved_game import ended_like_interrupted
    from citadels_sim.errors import RunError
    from citadels_sim.files import locked_file, unwritten

    with contextlib.ExitStack() as held:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            held.enter_context(locked_file(folder / _LOCK))
        except BlockingIOError:
            raise RunError(f"FOLDER {folder}: is open in another studio. Use that studio, stop it, or give another folder.") from None
        except OSError as error:
            raise RunError(f"FOLDER {folder}: {unwritten(error)}. Give a folder that you can write to.") from None
        os.chdir(folder)
        # What it starts has to hear Ctrl-C, also where this was started in the background of a shell, which makes programs deaf to it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        held.enter_context(ended_like_interrupted())
        from citadels_sim.studio.site import Studio

        studio = Studio()
        held.callback(studio.close)  # also where nothing can be said any more: the terminal may be gone
        studio.compile_ahead()
        try:
            show(studio, port, no_open)
        finally:
            if any(job.runs for job in (studio.study, *studio.games) if job is not None):
                note("Stopping what the studio started; finished parts are kept ...")
