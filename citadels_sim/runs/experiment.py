"""What to play: an experiment from a TOML file or from options, checked as a whole before anything is played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from citadels_sim.errors import ExperimentError
from citadels_sim.foreign import Unreadable, is_file, nearest_file, read_toml
from citadels_sim.limits import MAX_GAMES, MAX_SEED, criterion_of, read_margins
from citadels_sim.names import NAME, NAME_WORDS, name_fault
from citadels_sim.resources import configs_dir
from citadels_sim.runs.design import KEYS, Design
from citadels_sim.runs.designs import all_designs, design_of, kind_fault
from citadels_sim.runs.keys import Keys, margin_faults
from citadels_sim.runs.source import Source, of_options
from citadels_sim.text import command_line, visible_line

if TYPE_CHECKING:
    from citadels_sim.variants import Variant

Detail = Literal["games", "turns", "events"]

_LONGEST: Final = 1000
"""Most variants, numbers of players and line-ups."""

_KEYS: Final = Keys(
    {
        "name": f"{NAME_WORDS}, such as 'editions'",
        "variants": 'a list of at least one variant, by name or path, such as ["classic-2000"]',
        "players": "a list of numbers of players, 2 to 8, such as [4, 5, 6, 7]",
        "games": f"a whole number, at least 1 and at most {MAX_GAMES:,}, such as 20000",
        "lineups": 'a list of line-ups, each a list of bots, such as [["builder"], ["builder", "random"]]',
        "seed": f"a whole number from 0 to {MAX_SEED}",
        "detail": "'games', 'turns' or 'events'",
        "rows": f"a whole number of games per cell whose rows are kept, 0 for none, at most {MAX_GAMES:,}, such as 20000; left out, all",
        "title": "a description in one line",
        "kind": "the name of a kind of experiment",
        "most_groups": "a whole number from 1 to 8: the maximum number of groups of differing rules",
        "replicates": "a whole number from 1 to 1000: continuations of each option",
        "rounds": "a whole number from 1 to 300: only the first N rounds are forked",
        "what": "the subject: a kind of decision such as 'murder', or a character such as 'merchant'",
        "where": "a condition on that decision, such as 'own.gold >= 4 and not leader'",
        "precision": "a number of percentage points from 0.01 to 50, such as 0.5; left out, every game is played",
        "margins": "a table of limits for the verdicts, such as {seat = 2, rounds = 20}",
    }
)

_RESOLVED: Final = {"between", "groups", "growing"}
"""Keys that planners fill in: of an attribution, and of a part of a study."""

_OF_VARIANTS: Final = {"extends", "cast", "random_cast", "city_size", "deck", "costs", "rules"}
"""Keys that variant files have, and experiments have not."""


class Experiment(BaseModel):
    """What to play, as requested.

    Attributes
    ----------
    name : str
        Name of the experiment.
    title : str or None
        What it is, for people; not part of its meaning.
    variants : tuple of str
        Names of packaged variants, or paths of variant files.
    players : tuple of int
        Numbers of players.
    games : int
        Games per cell (variant x players x line-up); rounded up to whole blocks when played.
    lineups : tuple of tuple of str
        Bots round the table, repeated when shorter than it.
    seed : int
        Seed of everything.
    detail : {"games", "turns", "events"}
        Which tables are kept.
    rows : int or None
        Games per cell whose rows are kept, the first ones, rounded up to whole blocks; None keeps all. Sums are kept of every game.
    precision : float or None
        Percentage points of win chance: a cell ends once all intervals of its primary figures reach no farther; `games` is then the
        most it may use.
    kind : str
        Name of its `Design` (`runs.designs.DESIGNS`), which says what `games` counts and which of the keys below it may have.
    replicates : int or None
        How often each thing that is tried is played on; None: as often as the design says.
    rounds : int or None
        What is tried is drawn from the first so many rounds; None: from all.
    what : str or None
        What it asks about: a kind of decision (`designs.decisions.KINDS`), or the character whose effect is split.
    where : str or None
        What must hold there (`designs.condition`); None: nothing.
    most_groups : int or None
        Of an attribution that is requested: most groups that the differences are put into; None: 8.
    between : tuple of (str, str) or None
        Of an attribution that is planned: the two variants.
    groups : dict or None
        Of an attribution that is planned: each group of differences, the keys in it.
    margins : dict or None
        Limits that its tables are to be judged by (`limits.LIMITS`), in the units there; what is left out: the usual ones.
    growing : bool or None
        Part of a study, which extends its cells step by step; `games` is then the most that a cell may have. Files do not set it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=f"^{NAME}$")
    title: Annotated[str, AfterValidator(visible_line)] | None = Field(default=None, max_length=200, exclude=True)
    variants: tuple[str, ...] = Field(min_length=1, max_length=_LONGEST)
    players: tuple[int, ...] = Field(default=(4,), min_length=1, max_length=_LONGEST)
    games: int = Field(default=1000, ge=1, le=MAX_GAMES)
    lineups: tuple[tuple[str, ...], ...] = Field(default=(("builder",),), min_length=1, max_length=_LONGEST)
    seed: int = Field(default=1, ge=0, le=MAX_SEED)
    detail: Detail = "turns"
    rows: int | None = Field(default=None, ge=0, le=MAX_GAMES)
    precision: float | None = Field(default=None, ge=0.01, le=50, allow_inf_nan=False)
    kind: str = "games"
    replicates: int | None = Field(default=None, ge=1, le=1000)
    rounds: int | None = Field(default=None, ge=1, le=300)
    what: str | None = None
    where: str | None = None
    most_groups: int | None = Field(default=None, ge=1, le=8)
    between: tuple[str, str] | None = None
    groups: dict[str, tuple[str, ...]] | None = None
    margins: dict[str, float | tuple[float, float]] | None = None
    growing: Literal[True] | None = None

    @property
    def design(self) -> Design:
        """The design of its kind."""
        return design_of(self.kind)

    @property
    def repetitions(self) -> int:
        """How often each thing that is tried is played on."""
        return self.replicates or self.design.replicates

    def seated(self, variants: Iterable[Variant]) -> list[tuple[Variant, int]]:
        """Return the tables that are played: each variant with each number of players that it has a table for."""
        return [(variant, players) for variant in variants for players in self.players if players in variant.tables]

    def settings(self) -> dict[str, Any]:
        """Return it as JSON-able data, without limits that were not set and without the usual kind."""
        data = self.model_dump(mode="json")
        return {key: value for key, value in data.items() if value is not None and (key, value) != ("kind", "games")}


def make_experiment(keys: Mapping[str, Any], source: str | Source) -> Experiment:
    """Check keys and make the experiment that they mean.

    Parameters
    ----------
    keys : mapping
        As read from a file; lists where the experiment has lists.
    source : str or Source
        The file, or what else the keys came from, for messages.

    Raises
    ------
    ExperimentError
        Names every key that is unknown, missing or wrong.
    """
    place = Source.parse(source)
    keys = {**keys, "margins": read_margins(keys["margins"])} if "margins" in keys else keys
    place.refuse(_strict_faults(keys))
    experiment = _KEYS.check(Experiment, keys, place)
    place.refuse([*_twice(experiment), *_seat_counts(experiment), *_kind_faults(experiment)])
    return experiment


def _strict_faults(keys: Mapping[str, Any]) -> Iterable[str]:
    """Find values that pydantic would quietly turn into another type: true as a number, 4.0 as 4, '7' as 7."""
    for key in _RESOLVED & keys.keys():
        yield f"{key}: is set when the experiment is planned; leave it out."
    for key in ("games", "seed", "rows", "replicates", "rounds", "most_groups"):
        if key in keys and type(keys[key]) is not int:
            yield _KEYS.wrong(key, keys[key])
    if "precision" in keys and type(keys["precision"]) not in (int, float):
        yield _KEYS.wrong("precision", keys["precision"])
    players = keys.get("players", ())
    if isinstance(players, Sequence) and not isinstance(players, str):
        for i, n in enumerate(players):
            if type(n) is not int:
                yield _KEYS.wrong(f"players[{i}]", n)
    yield from margin_faults(keys.get("margins"))


def _twice(experiment: Experiment) -> Iterable[str]:
    for key in ("variants", "players", "lineups"):
        values = getattr(experiment, key)
        for value in (value for value, times in Counter(values).items() if times > 1):
            shown = ",".join(value) if isinstance(value, tuple) else value
            yield f"{key}: '{shown}' is given twice; its games would count twice. Give it once."


def _seat_counts(experiment: Experiment) -> Iterable[str]:
    for i, n in enumerate(experiment.players):
        if not 2 <= n <= 8:
            yield f"players[{i}]: {n} should be a number of players from 2 to 8."
    for i, lineup in enumerate(experiment.lineups):
        if not lineup:
            yield f"lineups[{i}]: the line-up is empty; name a bot, such as builder."


def _kind_faults(experiment: Experiment) -> Iterable[str]:
    """Find an unknown kind, and what does not go with a known one."""
    kinds = all_designs()
    if experiment.kind not in kinds:
        yield kind_fault(experiment.kind)
        return
    design = experiment.design
    for key in KEYS:
        if key not in design.keys and getattr(experiment, key) is not None:
            yield f"{key}: does not go with kind = '{design.name}'; leave it out."
    for name in experiment.margins or ():
        if criterion_of(name) not in design.margins:
            fitting = " or ".join(f"'{kind.name}'" for kind in kinds.values() if criterion_of(name) in kind.margins)
            yield f"margins.{name}: does not go with kind = '{design.name}', which does not measure it; it goes with kind = {fitting}."
    if experiment.repetitions < design.fewest_replicates:
        yield f"replicates: {experiment.replicates} should be at least {design.fewest_replicates} for kind = '{design.name}'."
    if design.has("experiment"):
        yield from design.module("experiment").faults(experiment)


def experiment_names() -> tuple[str, ...]:
    """Name the packaged experiments."""
    folder = configs_dir() / "experiments"
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def read_experiment(file: str, changes: Mapping[str, Any] | None = None) -> Experiment:
    """Read an experiment file.

    Parameters
    ----------
    file : str
        A path, or the name of a packaged experiment.
    changes : mapping, optional
        Keys that replace the file's, as options of `citadels run` give them.

    Raises
    ------
    ExperimentError
        If there is no such file or experiment, or it cannot be run as written.
    """
    path, names = Path(file), experiment_names()
    if not is_file(path) and file in names:
        path = configs_dir() / "experiments" / f"{file}.toml"
    try:
        keys = read_toml(path)
    except Unreadable as error:
        if error.missing:
            known = f"packaged experiments are {', '.join(names) or 'none'}.{nearest_file(file, names)}"
            raise ExperimentError(f"{file}: there is no such experiment file; {known}") from None
        raise ExperimentError(f"{path}: {'is a folder, not an experiment file' if error.folder else error}.") from None
    if "variants" not in keys and _OF_VARIANTS & keys.keys():
        raise ExperimentError(f"{path}: is a variant, not an experiment. Play it with: citadels run --variant {command_line((str(path),))}")
    if "name" not in keys:
        keys["name"] = (changes or {}).get("name", path.stem)
        if keys["name"] == path.stem and (wrong := name_fault(path.stem)):
            raise ExperimentError(f"{path}: name: is missing, and the file's name cannot replace it: {wrong}")
    experiment = make_experiment(keys, str(path))
    if not changes:
        return experiment
    if changes.get("margins"):
        changes = {**changes, "margins": {**keys.get("margins", {}), **changes["margins"]}}  # limit by limit
    return make_experiment({**keys, **changes}, of_options(changes, str(path)))


def parse_players(text: str) -> tuple[int, ...]:
    """Read numbers of players: ``4``, ``4-7``, ``4,5,7`` or ``2,4-6``.

    Raises
    ------
    ExperimentError
        For anything else.
    """
    counts: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,2})(?:\s*-\s*(\d{1,2}))?\s*", part)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not 2 <= low <= high <= 8:
            raise ExperimentError(f"--players: '{text}' should be numbers of players from 2 to 8, such as 4, 4-7 or 4,6.")
        counts.extend(range(low, high + 1))
    return tuple(counts)
