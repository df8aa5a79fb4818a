"""What people say about Citadels, tested: plays the command of every claim at three levels of skill, and keeps the verdicts.

It reads ``docs/claims/claims.toml``, whose head says how a claim is written, and writes ``docs/claims/verdicts.json``, of which the page of
claims is built. What that file answers already, of a question as it is asked now, is kept: without the file everything is played. A command
that several claims share is played once, into ``runs/claims``.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

import citadels_sim as cs
from citadels_sim.errors import CitadelsError, ExperimentError
from citadels_sim.foreign import read_toml
from citadels_sim.lineups import SKILL
from citadels_sim.runs.manifest import MANIFEST, read_manifest
from citadels_sim.runs.metrics import find_metric
from scripts.research.pages import ROOT, say

CLAIMS: Final = ROOT / "docs" / "claims" / "claims.toml"
VERDICTS: Final = ROOT / "docs" / "claims" / "verdicts.json"
SEED: Final = 47
_COUNTED: Final = {"forks": "nodes", "bans": "deals"}
"""What the size of a run counts, by its command; of all others games."""

Verdict = Literal["supported", "contradicted", "depends", "not shown"]
Row = Mapping[str, Any]


class Rule(BaseModel):
    """What must be so for a claim to be supported: a figure of a group lies above or below a number, or the same figure of another group.

    With ``falls`` the figure must fall from beginners to experts.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    group: str
    above: float | str | None = None
    below: float | str | None = None
    falls: bool = False

    @model_validator(mode="after")
    def _one_side(self) -> Rule:
        if (self.above is not None) + (self.below is not None) + self.falls != 1:
            raise ValueError("a rule has one of above, below and falls = true")
        return self

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups that it compares."""
        return (self.group, *(side for side in (self.above, self.below) if isinstance(side, str)))


class Claim(BaseModel):
    """One claim: how it is tested, or why it is not."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    claim: str
    source: Literal["guide", "forum", "review", "session report", "program of experts", "rulebook"]
    command: str = ""
    figure: str = ""
    rule: tuple[Rule, ...] = ()
    reason: str = ""
    sizes: dict[str, Annotated[int, Field(ge=1)]] = {}

    @model_validator(mode="after")
    def _whole(self) -> Claim:
        asked = bool(self.command), bool(self.figure), bool(self.rule)
        if any(asked) != all(asked) or any(asked) == bool(self.reason):
            raise ValueError("a claim has command, figure and rule, or the reason why it is not asked")
        return self


class Level(BaseModel):
    """Who plays at a level of skill, and how many nodes, games and deals each question gets."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    bot: str
    nodes: int = Field(ge=1)
    games: int = Field(ge=1)
    deals: int = Field(ge=1)


class Claims(BaseModel):
    """The file of claims."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    levels: dict[str, Level]
    claim: tuple[Claim, ...]


def read_claims(path: Path) -> Claims:
    """Read and check a file of claims.

    Raises
    ------
    CitadelsError
        With the first thing that is wrong, and where.
    """
    try:
        claims = Claims.model_validate(read_toml(path))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ExperimentError(f"{path.name}: {place}: {first['msg'].removeprefix('Value error, ')}.") from None
    if unknown := [name for name in claims.levels if name not in SKILL]:
        raise ExperimentError(f"{path.name}: levels.{unknown[0]}: levels are {', '.join(SKILL)}.")
    for claim in claims.claim:
        if unknown := [name for name in claim.sizes if name not in claims.levels]:
            raise ExperimentError(f"{path.name}: claim {claim.id}: sizes.{unknown[0]}: levels are {', '.join(claims.levels)}.")
    ids = [claim.id for claim in claims.claim]
    if twice := [each for each in ids if ids.count(each) > 1]:
        raise ExperimentError(f"{path.name}: claim {twice[0]}: this id is given twice.")
    for claim in claims.claim:
        if claim.figure:
            find_metric(claim.figure)
    return claims


def size_of(claim: Claim, name: str, level: Level) -> tuple[int, str]:
    """Return how much of a claim's command is played at a level of skill, and what that counts."""
    counts = _COUNTED.get(claim.command.split()[0], "games")
    return claim.sizes.get(name, getattr(level, counts)), counts


def words_of(claim: Claim, name: str, level: Level) -> list[str]:
    """Return the words of a claim's command as it is played at a level of skill."""
    size, counts = size_of(claim, name, level)
    return [*shlex.split(claim.command), "--bots", level.bot, f"--{counts}", str(size), "--seed", str(SEED)]


def played(claim: Claim, words: Sequence[str], folder: Path) -> Path:
    """Play a command, or what is missing of it; return the folder of its run. A run that is complete is taken as it is.

    Raises
    ------
    CitadelsError
        If it fails, with the first line of what it says.
    """
    out = folder / hashlib.sha256(shlex.join(words).encode()).hexdigest()[:16]
    if (out / MANIFEST).is_file() and read_manifest(out).state == "complete":
        return out
    done = subprocess.run([sys.executable, "-m", "citadels_sim", *words, "--out", str(out)], capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]
        raise ExperimentError(f"claim {claim.id}: `citadels {shlex.join(words)}` fails: {said}")
    return out


def figures_of(run: Path, figure: str) -> dict[str, Row]:
    """Return the rows of a figure by group; its first table only, where a run has several."""
    table = cs.Run(run).metric(figure)
    first = table.select("variant", "players", "lineup").row(0)
    rows = table.filter(variant=first[0], players=first[1], lineup=first[2]).to_dicts()
    return {str(row.get("group") or "all"): row for row in rows}


def side(rule: Rule, rows: Mapping[str, Row]) -> Verdict:
    """Judge one rule at one level: on which side of a number, or of another group, the whole interval lies.

    Two groups are told apart where their intervals do not overlap, which is more than it takes.
    """
    ends = [interval(rows.get(group)) for group in rule.groups]
    if any(end is None for end in ends):
        return "not shown"
    (low, high), *rest = (end for end in ends if end is not None)
    limit = rule.above if rule.above is not None else rule.below
    least, most = rest[0] if rest else (float(limit or 0.0),) * 2
    up, down = low > most, high < least
    if not (up or down):
        return "not shown"
    return "supported" if up == (rule.above is not None) else "contradicted"


def interval(row: Row | None) -> tuple[float, float] | None:
    """Return the ends of a figure's interval; None where it has none."""
    return None if row is None or row.get("note") or row["low"] is None else (row["low"], row["high"])


def at_level(rules: Iterable[Rule], rows: Mapping[str, Row]) -> Verdict:
    """Judge a claim at one level: supported if all its rules are, contradicted if one is."""
    words = [side(rule, rows) for rule in rules]
    return "contradicted" if "contradicted" in words else "supported" if set(words) == {"supported"} else "not shown"


def falling(rule: Rule, levels: Mapping[str, Mapping[str, Row]]) -> Verdict:
    """Judge whether a figure falls from beginners to experts."""
    ends = [interval(levels.get(name, {}).get(rule.group)) for name in ("beginners", "experts")]
    if ends[0] is None or ends[1] is None:
        return "not shown"
    (low, high), (other_low, other_high) = ends[0], ends[1]
    return "supported" if low > other_high else "contradicted" if high < other_low else "not shown"


def overall(words: Sequence[Verdict]) -> Verdict:
    """Sum up the verdicts of all levels, the weakest players last: what they alone show depends on how one plays."""
    known: set[Verdict] = set(words) - {"not shown"}
    if len(known) > 1 or (known and set(words[:-1]) == {"not shown"}):
        return "depends"
    return known.pop() if known else "not shown"


def answered(claim: Claim, levels: Mapping[str, Level], stored: Mapping[str, Any]) -> dict[str, dict[str, Row]]:
    """Return the figures of those levels at which a stored verdict answers what is asked now, played by the same bot as often."""
    if stored.get("asked") != asked(claim):
        return {}
    here = {name: one for name, one in stored["levels"].items() if name in levels and one["played"] == _played(claim, name, levels[name])}
    return {
        name: {group: dict(zip(("value", "low", "high"), ends, strict=True)) for group, ends in one["figures"].items() if ends is not None}
        for name, one in here.items()
    }


def _played(claim: Claim, name: str, level: Level) -> str:
    size, counts = size_of(claim, name, level)
    return f"{size} {counts} of {level.bot}"


def judged(claim: Claim, levels: Mapping[str, Mapping[str, Row]], played_by: Mapping[str, Level]) -> dict[str, Any]:
    """Return what is kept of a claim: its verdict, and that of each level with what was played and the figures behind it."""
    groups = list(dict.fromkeys(group for rule in claim.rule for group in rule.groups))
    falls = any(rule.falls for rule in claim.rule)
    words: dict[str, Verdict] = {name: "not shown" if falls else at_level(claim.rule, rows) for name, rows in levels.items()}
    kept = {
        name: {
            "verdict": words[name],
            "played": _played(claim, name, played_by[name]),
            "figures": {group: _kept(rows.get(group)) for group in groups},
        }
        for name, rows in levels.items()
    }
    verdict = falling(claim.rule[0], levels) if falls else overall(list(words.values()))
    return {"asked": asked(claim), "verdict": verdict, "levels": kept}


def asked(claim: Claim) -> dict[str, Any]:
    """Return what a verdict is an answer to; a claim that asks something else by now has to be played again."""
    return claim.model_dump(mode="json", include={"command", "figure", "rule"}, exclude_none=True)


def _kept(row: Row | None) -> list[float] | None:
    ends = interval(row)
    return None if row is None or ends is None else [round(number, 5) for number in (row["value"], *ends)]


def _stored(file: Path) -> dict[str, Any]:
    """Return the verdicts of a file, by claim; none where there is no such file."""
    return dict(json.loads(file.read_text(encoding="utf-8"))["claims"]) if file.is_file() else {}


def main(file: str = str(CLAIMS), folder: str = str(ROOT / "runs" / "claims"), out: str = str(VERDICTS)) -> None:
    """Play what is missing in a folder, and write the verdicts of all claims. About an hour; it continues where it stopped."""
    try:
        claims = read_claims(Path(file))
        results: dict[str, Any] = {}
        ids = {claim.id for claim in claims.claim if not claim.reason}
        stored = {name: one for name, one in _stored(Path(out)).items() if name in ids}
        for claim in claims.claim:
            if claim.reason:
                continue
            known = answered(claim, claims.levels, stored.get(claim.id, {}))
            levels = {
                name: known[name] if name in known else figures_of(played(claim, words_of(claim, name, level), Path(folder)), claim.figure)
                for name, level in claims.levels.items()
            }
            results[claim.id] = judged(claim, levels, claims.levels)
            say(f"{claim.id:>4}  {results[claim.id]['verdict']:<12}  {claim.claim}")
            data = {"made_with": cs.__version__, "seed": SEED, "claims": stored | results}
            Path(out).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except CitadelsError as error:
        say(f"claims: {error}")
        raise typer.Exit(2) from None
