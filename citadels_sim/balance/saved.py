"""The folder of a search: what it is for, how fast this machine played, and what it proposes. Others may have written it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from citadels_sim.balance.candidates import CHANGES
from citadels_sim.balance.question import Question
from citadels_sim.balance.target import KINDS
from citadels_sim.errors import RunError
from citadels_sim.foreign import Unreadable, inside, read_bytes, read_json, toml_of
from citadels_sim.lab.criteria import CRITERIA
from citadels_sim.report.study_facts import Proposal
from citadels_sim.runs.store import LocalStore
from citadels_sim.variants import load_variant

PROPOSALS: Final = "proposals.json"
_SEARCH: Final = "search.json"
_MOST: Final = 1 << 20
"""Bytes of a file of proposals."""
_FASTEST: Final = 1e-9
"""Seconds of a game that no machine plays in less."""
_LIST: Final = TypeAdapter(list[Proposal])


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
    def of(cls, question: Question, out: Path, seconds: float, top: int) -> Saved:
        """Take a folder for a search.

        Raises
        ------
        RunError
            If it is a file, or holds something else.
        VariantError
            If the variant cannot be read.
        """
        data = asdict(question) | {"variant": load_variant(question.variant).digest, "margins": dict(question.margins)}
        saved = cls(out, json.loads(json.dumps(data | {"seconds": seconds, "top": top})))
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
                raise RunError(f"{self.out}: this folder holds something else than a search. Choose an empty or new folder with --out.")
        elif there.get("search") != self.requested:
            own = there["search"] if isinstance(there.get("search"), dict) else {}
            other = [key for key in self.requested if own.get(key) != self.requested[key]]
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

    def proposals(self) -> list[Proposal] | None:
        """Return what the search proposed; None where it has not come to its end."""
        return read_proposals(self.out / PROPOSALS) if (self.out / PROPOSALS).exists() else None

    def save_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Write what the search proposes, at its end."""
        self._write(PROPOSALS, [asdict(proposal) for proposal in proposals])

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


def read_proposals(path: Path) -> list[Proposal]:
    """Read a file of proposals, which somebody else may have written.

    Raises
    ------
    RunError
        If it is none.
    """
    try:
        listed = _LIST.validate_json(read_bytes(path, _MOST), strict=True)
        for proposal in listed:
            toml_of(proposal.toml.encode())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RunError(f"{path}: {where}: {first['msg']}; it is no list of proposals.") from None
    except Unreadable as error:
        raise RunError(f"{path}: {error}.") from None
    for i, proposal in enumerate(listed):
        if proposal.criterion not in CRITERIA or not all(abs(number) < 1e9 for number in (*proposal.before, *proposal.after)):
            raise RunError(f"{path}: {i}: '{proposal.criterion}' is no criterion, or its figures are no numbers.")
    return listed


def _is_pace(pace: object) -> bool:
    return isinstance(pace, int | float) and not isinstance(pace, bool) and _FASTEST <= pace < 3600
