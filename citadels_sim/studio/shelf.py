"""The folder of a studio: the variant files in it, their text, and the studies of them.

All paths are relative to the current folder, as in the commands that the studio shows. A file is looked up by its name among those that
are there; no name that a page sends is ever part of a path.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from citadels_sim.errors import CitadelsError, nearest
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import Unreadable, inside, is_file, read_bytes, toml_of
from citadels_sim.study.folder import is_study
from citadels_sim.study.history import Told, history
from citadels_sim.text import visible_line
from citadels_sim.variants import Variant, VariantError, load_variant, variant_names
from citadels_sim.variants.reader import parent_of

STUDIES: Final = Path("studies")
_MOST: Final = 500
"""Files of a folder that are looked at."""
_OF_VARIANTS: Final = ("extends", "players", "cast", "rules", "game", "characters", "districts")
"""Keys of which a variant file has at least one; a study or an experiment has ``variants``, too."""


@dataclass(frozen=True)
class RulesFile:
    """A variant file.

    Attributes
    ----------
    name : str
        Of the file, without its ending.
    file : pathlib.Path
    data : bytes
        What is in it.
    variant : Variant or None
        What it plays; None where it cannot be played.
    fault : str
        Why it cannot.
    parent : str
        The packaged variant or the file that it extends; "" where it extends none.
    """

    name: str
    file: Path
    data: bytes
    variant: Variant | None
    fault: str
    parent: str

    @property
    def digest(self) -> str:
        """Of its bytes."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def text(self) -> str:
        """What is in it."""
        return self.data.decode("utf-8-sig")

    @property
    def word(self) -> str:
        """The file in a command line: never an option."""
        return f"./{self.file}" if str(self.file).startswith("-") else str(self.file)

    @property
    def played(self) -> Variant:
        """What it plays.

        Raises
        ------
        CitadelsError
            If it cannot be played.
        """
        if self.variant is None:
            raise CitadelsError(self.fault)
        return self.variant

    @property
    def extended(self) -> Variant | None:
        """The variant that it extends, if any."""
        return load_variant(self.parent) if self.parent else None

    @property
    def study(self) -> Path:
        """The folder that `citadels study` takes for it."""
        return STUDIES / (self.name if self.variant is None else self.variant.name)

    @property
    def versions(self) -> list[Told]:
        """What its versions changed and found; none where it has not been studied."""
        return history(self.study) if is_study(self.study) else []


def _here() -> dict[str, Path]:
    """Return the files of this folder that may be variants, by name."""
    found = {}
    for path in itertools.islice(sorted(Path().glob("*.toml")), _MOST):
        if not path.name.startswith(".") and is_file(path):
            found[path.stem] = path
    return found


def rules_files() -> Iterator[tuple[str, str]]:
    """Yield the name and the title of each variant file of the folder."""
    for name, path in _here().items():
        try:
            data = toml_of(read_bytes(inside(".", path.name)))
        except Unreadable as error:
            yield name, f"cannot be read: {error}"
            continue
        if "variants" not in data and any(key in data for key in _OF_VARIANTS):
            title = data.get("title", "")
            yield name, visible_line(title)[:200] if isinstance(title, str) else ""


def rules_file(name: object) -> RulesFile:
    """Read a variant file of the folder.

    Raises
    ------
    CitadelsError
        If there is none of this name.
    """
    known = _here()
    path = known.get(name) if isinstance(name, str) else None
    if path is None:
        raise CitadelsError(f"there is no file '{visible_line(str(name))[:80]}.toml' in this folder.{nearest(name, known)}")
    if not _is_text(path.name):
        return RulesFile(path.stem, path, b"", None, f"{visible_line(path.name)}: its name is not UTF-8. Give it another one.", "")
    try:
        data = read_bytes(inside(".", path.name))
        data.decode("utf-8-sig")
    except (Unreadable, UnicodeDecodeError) as error:
        return RulesFile(path.stem, path, b"", None, f"{path}: {error}.", "")
    try:
        variant = load_variant(path)
        return RulesFile(path.stem, path, data, variant, "", parent_of(path) or "")
    except (VariantError, Unreadable) as error:
        return RulesFile(path.stem, path, data, None, str(error), "")


def _is_text(name: str) -> bool:
    """Tell whether a name can be sent by a page; one of another encoding cannot."""
    try:
        return bool(name.encode())
    except UnicodeEncodeError:
        return False


def save(rules: RulesFile, text: str) -> None:
    """Write a variant file, whole or not at all; refused where it has been changed since it was read.

    Raises
    ------
    CitadelsError
    """
    try:
        if read_bytes(inside(".", rules.file.name)) != rules.data:
            raise CitadelsError(f"{rules.file} was changed by another program. Load the page again.")
        write_whole(rules.file, text.encode())
    except Unreadable as error:
        raise CitadelsError(f"{rules.file}: {error}.") from None
    except OSError as error:
        raise CitadelsError(f"{rules.file}: {unwritten(error)}.") from None


@cache
def packaged() -> dict[str, str]:
    """Return the packaged variants: name and title."""
    return {name: load_variant(name).title for name in variant_names()}
