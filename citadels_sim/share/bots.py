"""The bots of a shared study: files with their values come along, and the study file names them there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.weights_file import MOST
from citadels_sim.errors import BotError
from citadels_sim.foreign import Unreadable, is_file, read_bytes
from citadels_sim.lineups import names_a_file, shown_lineup, values_file

FOLDER: Final = "bots"
"""The folder in the archive that has the files."""


def bots_to_share(bots: Iterable[str], folder: Path) -> tuple[list[str], dict[str, bytes], list[str]]:
    """Name the bots of a study as they are found where its archive is unpacked.

    Parameters
    ----------
    bots : iterable of str
        As the study names them.
    folder : pathlib.Path
        Of the study, which may have been moved since.

    Returns
    -------
    names : list of str
    files : dict of str to bytes
        What they have learned, and values of their parameters, by their names in the archive. Only what is values of such a bot: the record
        of a study may name any file of this machine.
    left_out : list of str
        Which files are not in the archive, and what to do before the study can be repeated.
    """
    names: list[str] = []
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    for bot in bots:
        shown, file = shown_lineup(bot), values_file(bot)
        if names_a_file(bot):
            names.append(shown.replace(file, f"{FOLDER}/{Path(file).name}", 1) if file else shown)
            left_out.append(f"The program of the bot {names[-1]} is left out. To repeat the study, name it in the study file by its path.")
            continue
        if not file:
            names.append(shown)
            continue
        path = Path(file) if is_file(Path(file)) else folder / Path(file).name
        data = _values(bot.replace(file, str(path), 1), path)
        name = _free(f"{FOLDER}/{path.name}", data, files)
        names.append(shown.replace(file, name, 1))
        if data is None:
            left_out.append(f"{name} is left out: {path} is not a file that this bot can play with. To repeat the study, put one there.")
        else:
            files[name] = data
    return names, files, left_out


def _values(bot: str, path: Path) -> bytes | None:
    """Read the file of a bot's values; None where it has none for this bot."""
    try:
        parse_bot(bot)
        return read_bytes(path, MOST)
    except (BotError, Unreadable):
        return None


def _free(name: str, data: bytes | None, files: Mapping[str, bytes]) -> str:
    """Return a name in the archive that no file with another content has."""
    path, number = Path(name), 1
    while files.get(name, data) != data:
        number += 1
        name = f"{path.parent.as_posix()}/{path.stem}-{number}{path.suffix}"
    return name
