"""The ``citadels`` command: its application, and what becomes of errors.

`commands` lists the commands; each has a file of its own.
"""

from __future__ import annotations

import contextlib
import errno
import io
import itertools
import os
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from citadels_sim import __version__
from citadels_sim.cli.commands import LazyGroup
from citadels_sim.cli.console import WIDTH, complain, examples, note, print_text, ready_streams
from citadels_sim.cli.room import check_place, check_room, room_fault
from citadels_sim.command_folders import CommandFolders, noted_folders
from citadels_sim.errors import CitadelsError, is_failure
from citadels_sim.files import FULL
from citadels_sim.foreign import reason_of
from citadels_sim.processes import end_with_input
from citadels_sim.text import listed

__all__ = ["build_app", "main"]

_REFUSALS = (errno.ENAMETOOLONG, errno.ELOOP, errno.EACCES, errno.EPERM, errno.EROFS)
"""Why the system refuses a path, wherever it is first looked at."""
OK, USER_MISTAKE, INTERRUPTED, BROKEN_PIPE = 0, 2, 130, 141


def _version(wanted: bool) -> None:
    if wanted:
        print_text(f"citadels {__version__}")
        raise typer.Exit


def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")] = False,
) -> None:
    """Play the card game Citadels by the million and report how balanced its rules are."""
    if context.invoked_subcommand is None:
        print_text(context.get_help())


def build_app() -> typer.Typer:
    """Make the application, whose commands are imported when they are needed.

    Returns
    -------
    typer.Typer
        The application. `main` runs it with the project's exit codes; tests and documentation may walk it.
    """
    app = typer.Typer(
        name="citadels",
        cls=LazyGroup,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
        epilog=examples(
            "citadels variants",
            "citadels run --variant classic-2000 --players 4 --games 1000 --bots builder --out runs/first",
            "citadels report runs/first --out reports/first",
        ),
        # Rich markup would make `[deck]` vanish from texts, and its import alone costs more than the whole start.
        rich_markup_mode=None,
        # A fault of ours shows Python's own traceback, complete and without colour, fit for a bug report.
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    return app


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The words behind ``citadels``; those of the process when left out.

    Returns
    -------
    int
        The exit code: 0 done (also where a study or report leaves out what could not be played or analysed, which it says on standard
        error, on its pages and under ``left_out`` with --json), 1 a check did not hold, 2 the user's mistake (one message was printed to
        standard error), 130 interrupted, 141 the reader of our output went away (``citadels ... | head``).
        A command sets it with ``raise typer.Exit(code)``; what it returns is ignored.

    Notes
    -----
    Any exception that is neither a `CitadelsError` nor Typer's own is a fault of ours: it passes
    through, with its traceback.
    """
    with noted_folders() as folders:
        return _main(argv, folders)


def _main(argv: Sequence[str] | None, folders: CommandFolders) -> int:
    try:
        ready_streams()
        end_with_input()
        words = list(sys.argv[1:] if argv is None else argv)
        _check_words(words)
        check_place()
        check_room()
        root = typer.main.get_command(build_app())
        if os.environ.get("_CITADELS_COMPLETE"):
            root.main(prog_name="citadels")  # answers the shell, and exits
        with root.make_context("citadels", words) as context:
            root.invoke(context)
        sys.stdout.flush()  # so that a closed pipe shows here and not while the interpreter shuts down
    except typer.Exit as stop:
        return _interrupted(argv) if stop.exit_code == INTERRUPTED else stop.exit_code
    except CitadelsError as mistake:
        return _complain(str(mistake))
    except TyperException as mistake:
        return _complain(_usage_message(mistake))
    except (KeyboardInterrupt, typer.Abort):
        note("citadels: interrupted")
        return _interrupted(argv)
    except BrokenPipeError:
        _drop_stdout()
        return BROKEN_PIPE
    except OSError as error:
        if error.errno in FULL:
            _drop_stdout()
            return _complain("the disk is full. Free some space, and give the same command again.")
        if error.errno in _REFUSALS and error.filename is not None:
            return _complain(f"{os.fsdecode(error.filename)}: {reason_of(error)}.")
        if (message := room_fault(error)) is None:
            raise
        return _complain(message)
    except BaseException as fault:
        if (message := room_fault(fault) or _run_fault(fault, folders)) is None:
            raise
        return _complain(message)
    return OK


def _interrupted(argv: Sequence[str] | None) -> int:
    """Make sure that an interrupted process ends quietly and with its exit code."""
    if argv is None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C would show the tracebacks of what is being ended
        _clear_interrupt()
    return INTERRUPTED


def _clear_interrupt() -> None:
    """Make Python end with our exit code after a Ctrl-C in the middle of an import, and not by the signal.

    Where `KeyboardInterrupt` leaves code that was run by `exec`, as imports run theirs, CPython notes that and later ends by the signal,
    whoever catches the exception. It forgets the note when it next runs code in that way (``run_eval_code_obj`` in
    ``Python/pythonrun.c``); nothing else clears it.
    """
    exec("")


def _run_fault(fault: BaseException, used: CommandFolders) -> str | None:
    """State that an analysis failed on a run folder that somebody handed over; None where no such folder was read.

    Its tables may hold anything, whatever their checksums say: one that no analysis can be made of is no fault of ours, and is one
    message. Of a folder that the same command has just written, or with CITADELS_TRACEBACK set, the fault keeps its traceback.
    """
    if not used.foreign or not is_failure(fault) or os.environ.get("CITADELS_TRACEBACK"):
        return None
    text = (str(fault).splitlines() or [""])[0]
    folders = [*map(str, used.foreign)]  # with several, it is not known which one it is
    tables = "its tables" if len(folders) == 1 else "the tables of one of them"
    return (
        f"{listed(folders)}: cannot read {tables} ({type(fault).__name__}: {text[:200]}). `citadels runs verify` shows whether they were "
        "changed after they were written. If they were not, this is a fault of citadels_sim: CITADELS_TRACEBACK=1 shows it."
    )


def _check_words(words: Sequence[str]) -> None:
    """Refuse words that are empty, as a shell's variable that is not set, and names whose bytes are no text.

    An empty place would mean the current folder, an empty option its default; what is no text has no place in the manifests, pages and
    commands that are written.
    """
    for before, word in itertools.pairwise(["", *words]):
        option, joined, value = word.partition("=") if word.startswith("--") else (before, before.startswith("-"), word)
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            raise CitadelsError(f"{f'{option} ' if joined else ''}{value!a}: the name is not valid UTF-8. Choose another name.")
        if (joined or not word.strip()) and not value.strip():
            example = "Name a folder, such as runs/mine" if option == "--out" else "Give it a value"
            raise CitadelsError(f"{option if joined else 'a word of the command'}: empty. {example}, or leave it out.")


def _complain(message: str) -> int:
    with contextlib.suppress(OSError):  # standard error may be full, or its reader gone
        complain(message)
    return USER_MISTAKE


def _usage_message(mistake: TyperException) -> str:
    """Typer's message, with the command whose help says what would be right."""
    message = mistake.format_message().rstrip()
    faults = getattr(mistake.__cause__, "errors", None)  # Pydantic's, which have the value
    if faults is not None and isinstance(ours := faults()[0].get("ctx", {}).get("error"), CitadelsError):  # of a parser of ours
        return str(ours)
    if faults is not None and message.startswith("Invalid value for '"):
        option, fault = message.split("'")[1], faults()[0]
        message = f"{option}: '{fault['input']}' {fault['msg'].removeprefix('Input ').partition(', ')[0]}"
    if not message.endswith((".", "?", "!", ")")):
        message += "."
    context = getattr(mistake, "ctx", None)
    path = context.command_path if context is not None else "citadels"
    return f"{message} Try '{path} --help'."


def _drop_stdout() -> None:
    """Send what is left in standard output's buffer nowhere, so that the final flush does not fail again."""
    # Where standard output is no file (captured by a program), there is no pipe to fall silent.
    with contextlib.suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
