"""The games that people played by some rules: one file for each version of the rules, ``plays/NAME-DIGEST.json`` in a study's folder."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from citadels_sim.errors import RunError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import Unreadable, is_file, read_json
from citadels_sim.plays.game import PlayedGame
from citadels_sim.plays.sheet import DIGITS
from citadels_sim.runs.store import within
from citadels_sim.text import cut, visible_line
from citadels_sim.variants import Variant

FOLDER: Final = "plays"
_MOST: Final = 64 << 20
_GAMES: Final = 100_000
_REMEDY: Final = "If a newer citadels_sim wrote it, use that one; else move it elsewhere, and add the games again."
_Line = Annotated[str, AfterValidator(visible_line), Field(max_length=1000)]


class Kept(BaseModel):
    """The games by one version of rules.

    Attributes
    ----------
    variant, rules : str
        Name of the variant, and the digest of its rules.
    games : tuple of PlayedGame
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    schema_version: Literal[1] = Field(default=1, alias="schema")
    variant: _Line
    rules: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    games: tuple[PlayedGame, ...] = Field(default=(), max_length=_GAMES)


class Added(NamedTuple):
    """The result of adding the games of a file: the games kept from now on, how many are new, how many were there already."""

    kept: Kept
    new: int
    known: int


def kept_file(study: Path, variant: str, rules: str) -> Path:
    """Return the file of the games by some rules in a study's folder; a RunError where a link leads out of it."""
    return within(study, f"{FOLDER}/{variant}-{rules[:DIGITS]}.json")


def read_kept(study: Path, variant: str, rules: str) -> Kept:
    """Read the games by some rules; none where no file of them is there.

    Parameters
    ----------
    study : pathlib.Path
        The folder of a study.
    variant, rules : str
        Name of the variant and digest of its rules.

    Raises
    ------
    RunError
        If the file cannot be understood.
    """
    file = kept_file(study, variant, rules)
    if not is_file(file):
        return Kept(variant=variant, rules=rules)
    try:
        kept = Kept.model_validate(read_json(file, _MOST, study))
    except Unreadable as error:
        raise RunError(f"{file}: {error}. {_REMEDY}") from None
    except ValidationError as error:
        where = ".".join(visible_line(str(part))[:80] for part in error.errors()[0]["loc"])
        raise RunError(f"{file}: {where or 'the file'}: {error.errors()[0]['msg']}. {_REMEDY}") from None
    if (kept.variant, kept.rules) != (variant, rules):  # a name from the file would lead anywhere once it is part of a path
        told = f"{cut(kept.variant, 60)}, {kept.rules[:DIGITS]}"
        raise RunError(f"{file}: has other rules ({told}) than those in its name. {_REMEDY}")
    return kept


def write_kept(study: Path, kept: Kept) -> Path:
    """Write the games by some rules, whole or not at all; return the file.

    Raises
    ------
    RunError
        If it cannot be written.
    """
    file = kept_file(study, kept.variant, kept.rules)
    text = json.dumps(kept.model_dump(mode="json", by_alias=True), indent=1, ensure_ascii=False) + "\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode(), flush=True)
    except OSError as error:
        raise RunError(f"{file}: {unwritten(error)}. Free some space, or give a folder that you can write to with --study.") from None
    return file


def added(kept: Kept, games: Iterable[PlayedGame], *, names: bool = False) -> Added:
    """Add the games of a file to those that are kept; a game that is there already is not added again.

    Parameters
    ----------
    kept : Kept
    games : iterable of PlayedGame
        With the names of their players.
    names : bool
        Whether these are kept; else each gets a number, the same wherever the file says the same name. A player of a game that is kept
        already keeps the number from there.

    Raises
    ------
    RunError
        If there are more games than one file keeps.
    """
    own = list(games)
    there: dict[str, list[PlayedGame]] = {}
    for game in kept.games:
        there.setdefault(game.key, []).append(game)
    numbers: dict[str, int | str] = {}
    fresh: list[PlayedGame] = []
    seen: Counter[str] = Counter()
    for game in own:
        seen[game.key] += 1  # two games of one file may be alike in all that is known of them
        same = there.get(game.key, [])[seen[game.key] - 1 :][:1]
        if same and game.seated:
            numbers |= {str(one.player): two.player for one, two in zip(game.seats, same[0].seats, strict=True) if one.player}
        fresh += [] if same else [game]
    every = (*kept.games, *_numbered(fresh, numbers, kept.games, names=names))
    if len(every) > _GAMES:
        raise RunError(f"{len(every):,} games of {kept.variant}: {_GAMES:,} are kept at most.")
    return Added(kept.model_copy(update={"games": every}), len(fresh), len(own) - len(fresh))


def _numbered(
    fresh: Sequence[PlayedGame], numbers: dict[str, int | str], before: Sequence[PlayedGame], *, names: bool
) -> Iterable[PlayedGame]:
    """Put numbers in the place of names."""
    last = max((seat.player for game in before for seat in game.seats if isinstance(seat.player, int)), default=0)
    for game in fresh:
        seats = []
        for seat in game.seats:
            name = str(seat.player)
            if seat.player and not names:
                if not isinstance(numbers.get(name), int):
                    last += 1
                    numbers[name] = last
                seat = seat.model_copy(update={"player": numbers[name]})
            seats.append(seat)
        yield game.model_copy(update={"seats": tuple(seats)})


def every_kept(study: Path) -> Iterator[Kept]:
    """Yield the games by each version of the rules of a study; files that cannot be understood are left out."""
    for file in sorted((study / FOLDER).glob("*.json")):
        with contextlib.suppress(Unreadable, ValidationError):
            yield Kept.model_validate(read_json(file, _MOST, study))


def kept_of(study: Path, variant: Variant) -> Kept:
    """Read the games by the rules of a variant; as `read_kept`."""
    return read_kept(study, variant.name, variant.digest)
