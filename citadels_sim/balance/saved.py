"""The folder of a search: what it is for, how fast this machine played, and what it proposes. Others may have written it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from citadels_sim.balance.candidates import CHANGES
from citadels_sim.balance.question import Question
from citadels_sim.balance.target import KINDS
from citadels_sim.errors import RunError
from citadels_sim.foreign import Unreadable, inside, read_bytes, read_json, toml_of
from citadels_sim.judge.criteria import CRITERIA
from citadels_sim.report.study_facts import Beside, Proposal, RuleSearch
from citadels_sim.runs.store import LocalStore
from citadels_sim.variants import NUMBERS, load_variant

RESULT: Final = "proposals.json"
_SEARCH: Final = "search.json"
_METHOD: Final = 4
"""By which a search chooses and tests: a folder of another one is refused, and its proposals are not shown."""
_MOST: Final = 1 << 20
"""Bytes of a file of proposals."""
_FASTEST: Final = 1e-9
"""Seconds of a game that no machine plays in less."""
_RESULT: Final = TypeAdapter(RuleSearch | None)


_EARLIER: Final = "it holds a search of an earlier version, which tested proposals differently, or not at all."


class EarlierSearchError(RunError):
    """A file of proposals that an earlier version made."""


@dataclass(frozen=True)
class Saved:
    """The folder of one search.

    Attributes
    ----------
    requested : mapping
        What the search is for, as JSON-able data: a folder of another one is refused.
    """

    out: Path
    requested: Mapping[str, Any]

    @classmethod
    def from_question(cls, question: Question, out: Path, seconds: float, top: int, curve: Mapping[str, Any] | None = None) -> Saved:
        """Take a folder for a search, or for the curve of a number, whose key and values are then given.

        Raises
        ------
        RunError
            If it is a file, or holds something else.
        VariantError
            If the variant cannot be read.
        """
        data = asdict(question) | {"variant": load_variant(question.variant).digest, "margins": dict(question.margins)}
        if not question.beside:
            del data["beside"]
        saved = cls(out, json.loads(json.dumps(data | {"seconds": seconds, "top": top, "method": _METHOD, **(curve or {})})))
        saved._check()
        return saved

    @property
    def seconds(self) -> float:
        """About how long the search may take."""
        return float(self.requested["seconds"])

    @property
    def top(self) -> int:
        """Most changes that are proposed."""
        return int(self.requested["top"])

    def _check(self) -> None:
        if self.out.is_file():
            raise RunError(f"{self.out}: is a file. Choose a folder with --out.")
        there = self._read(_SEARCH)
        if there is None:
            if self.out.is_dir() and {path.name for path in self.out.iterdir() if not path.name.startswith(".")} - {CHANGES}:
                raise RunError(f"{self.out}: this folder is not empty and holds no search. Choose an empty or new folder with --out.")
        elif there.get("search") != self.requested:
            own = there["search"] if isinstance(there.get("search"), dict) else {}
            if own and own.get("method") != _METHOD:
                raise RunError(f"{self.out}: {_EARLIER} Choose an empty or new folder with --out, or delete this one.")
            other = [key for key in {**self.requested, **own} if own.get(key) != self.requested.get(key)]
            raise RunError(
                f"{self.out}: this folder holds another search (other {', '.join(other)}). Choose an empty or new folder with --out."
            )

    def paces(self, measure: Callable[[], dict[str, float]]) -> dict[str, float]:
        """Return the seconds of a game of each design: those of the folder, else measure them and keep them there."""
        there = self._read(_SEARCH)
        if there is None:
            paces = measure()
            self._write(_SEARCH, {"search": self.requested, "paces": paces})
            return paces
        paces = there.get("paces") or {}
        if not isinstance(paces, dict) or set(paces) != set(KINDS.values()) or not all(_is_pace(pace) for pace in paces.values()):
            raise RunError(f"{self.out / _SEARCH}: paces: should be seconds per game of {', '.join(dict.fromkeys(KINDS.values()))}.")
        return paces

    @property
    def finished(self) -> bool:
        """Whether the search is complete."""
        return (self.out / RESULT).exists()

    def result(self) -> RuleSearch | None:
        """Return the result of the search; None where there was nothing to repair."""
        return read_result(self.out / RESULT)

    def save_result(self, result: RuleSearch | None) -> None:
        """Write the result of the search, at its end."""
        self._write(RESULT, None if result is None else asdict(result))

    def forget(self) -> None:
        """Take back that a search was begun, which has chosen nothing yet: another one can take the folder."""
        for folder in self.out.glob("measured-*"):
            shutil.rmtree(folder, ignore_errors=True)
        (self.out / _SEARCH).unlink(missing_ok=True)

    def _read(self, name: str) -> dict[str, Any] | None:
        path = self.out / name
        if not path.exists():
            return None
        try:
            data = read_json(inside(self.out, name), _MOST)
        except Unreadable as error:
            raise RunError(f"{path}: {error}. Choose an empty or new folder with --out.") from None
        return data if isinstance(data, dict) else {}

    def _write(self, name: str, data: object) -> None:
        store = LocalStore(self.out)
        store.make()
        store.write(name, (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())


def read_result(path: Path) -> RuleSearch | None:
    """Read the result of a search, from a file that somebody else may have written.

    Raises
    ------
    EarlierSearchError
        If an earlier version made it, whose proposals were not tested.
    RunError
        If it is none.
    """
    try:
        content = read_bytes(path, _MOST)
        if content.lstrip()[:1] == b"[":
            raise EarlierSearchError(f"{path.parent}: {_EARLIER} Choose an empty or new folder with --out, or delete this one.")
        result = _RESULT.validate_json(content, strict=True)
        shown = () if result is None else (*result.proposals, *([result.nearest] if result.nearest else []))
        for proposal in shown:
            toml_of(proposal.toml.encode())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RunError(f"{path}: {where}: {first['msg']}; it is no result of a search.") from None
    except Unreadable as error:
        raise RunError(f"{path}: {error}.") from None
    made: list[Proposal | Beside] = [*shown, *(other for proposal in shown for other in proposal.beside)]
    numbers = [number for one in made for figure in (one.before, one.after, one.difference) for number in figure]
    curve = None if result is None else result.curve
    if curve is not None:
        numbers += [number for point in curve.points for figure in (point.figure, point.difference) for number in figure or ()]
        numbers += [value for value in (curve.now, *(point.value for point in curve.points)) if not isinstance(value, str)]
        if curve.key not in NUMBERS or not curve.points:
            raise RunError(f"{path}: curve: '{curve.key}' is no number of a variant, or has no values.")
    if result is not None and (result.criterion not in CRITERIA or not all(abs(number) < 1e9 for number in numbers)):
        raise RunError(f"{path}: '{result.criterion}' is no criterion, or its figures are no numbers.")
    return result


def begun(out: Path) -> tuple[float, float | None] | None:
    """Return the seconds and the known figure of a search that was begun in a folder; None where none was, or where it is complete."""
    try:
        there = read_json(inside(out, _SEARCH), _MOST) if (out / _SEARCH).exists() else None
    except Unreadable:
        return None
    own = there.get("search") if isinstance(there, dict) else None
    seconds, figure = (own.get("seconds"), own.get("figure")) if isinstance(own, dict) else (None, None)
    if not isinstance(own, dict) or own.get("method") != _METHOD or not isinstance(seconds, float):
        return None
    return (seconds, figure) if figure is None or isinstance(figure, float) else None


def _is_pace(pace: object) -> bool:
    return isinstance(pace, int | float) and not isinstance(pace, bool) and _FASTEST <= pace < 3600
