"""The command line that plays an experiment, for those who play it and for those who read of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Protocol

from citadels_sim.limits import limit_text
from citadels_sim.lineups import shown_lineup
from citadels_sim.resources import configs_dir
from citadels_sim.runs.design import Design


class ExperimentLike(Protocol):
    """An experiment as it was requested, or as a manifest describes it."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def design(self) -> Design:
        """The design of its kind."""

    @property
    def variants(self) -> Sequence[str]:
        """Names or paths."""

    @property
    def players(self) -> Sequence[int]:
        """Numbers of players."""

    @property
    def games(self) -> int:
        """Games per cell."""

    @property
    def lineups(self) -> Sequence[Sequence[str]]:
        """Bots round the table."""

    @property
    def seed(self) -> int:
        """Seed of everything."""

    @property
    def detail(self) -> str:
        """Which tables are kept."""

    @property
    def what(self) -> str | None:
        """What it asks about."""

    @property
    def between(self) -> tuple[str, str] | None:
        """The two variants of an attribution that was planned."""

    @property
    def groups(self) -> Mapping[str, Sequence[str]] | None:
        """Its groups of differences."""

    @property
    def growing(self) -> bool | None:
        """Whether it is a part of a study."""

    @property
    def margins(self) -> Mapping[str, float | tuple[float, float]] | None:
        """Limits that its tables are judged by."""


def command_of(experiment: ExperimentLike, out: str, *, files: bool = True) -> list[str]:
    """Write the command line that runs an experiment into a folder.

    Parameters
    ----------
    experiment : Experiment
    out : str
        The folder.
    files : bool
        Whether it names files of bots and variants. It does where a person has just named them. A run folder's word for them is not
        enough, and does not contain the paths of variants: there ``FILE.py`` replaces that of a bot, and a variant's is its name with
        ``.toml``.
    """
    if experiment.growing:  # a part of a study, in its folder ``runs``
        parents = PurePath(out).parents
        return ["citadels", "study", str(parents[1]) if len(parents) > 2 else "STUDY"]
    design = experiment.design
    variants = experiment.variants if experiment.between is None else experiment.between
    named = list(variants) if files else variant_words(variants)
    lineups = [",".join(lineup) if files else shown_lineup(",".join(lineup)) for lineup in experiment.lineups]
    if design.between_two:
        return _between_command(experiment, named, lineups[0], out)
    words = ["citadels", *design.command, *([str(experiment.what)] if design.about else [])]
    for name in named:
        words += ["--variant", name]
    words += ["--players", ",".join(map(str, experiment.players)), f"--{design.unit}", str(experiment.games)]
    for lineup in lineups:
        words += ["--bots", lineup]
    detail = ["--detail", experiment.detail] if design.command == ("run",) else []
    words += ["--seed", str(experiment.seed), *detail, "--name", experiment.name]
    for key in ("what", "where", "rows", "precision", "replicates", "rounds"):
        value = None if key == "what" and design.about else getattr(experiment, key)
        words += [f"--{key}", f"{value:g}" if isinstance(value, float) else str(value)] if value is not None else []
    for name, limit in (experiment.margins or {}).items():
        # Where there is one limit, its option needs not name it.
        words += ["--margin", limit_text(name, limit) if [name] == list(design.margins) else f"{name}={limit_text(name, limit)}"]
    return [*words, "--out", out]


def variant_words(names: Sequence[str]) -> list[str]:
    """Name variants for a command that somebody may paste, by what a run folder knows of them: one's own is a file of its name."""
    packaged = {path.stem for path in (configs_dir() / "variants").glob("*.toml")}
    return [name if name in packaged or name.endswith(".toml") else f"{name}.toml" for name in names]


def _between_command(experiment: ExperimentLike, variants: Sequence[str], lineup: str, out: str) -> list[str]:
    """Write the command line of a design that plays all variants between two: they follow its name."""
    words = ["citadels", *experiment.design.command, *variants, "--players", str(experiment.players[0])]
    words += ["--bots", lineup, "--games", str(experiment.games), "--seed", str(experiment.seed)]
    most = len(experiment.groups) if experiment.groups is not None else getattr(experiment, "most_groups", None)
    words += ["--groups", str(most)] if most is not None else []
    return [*words, *(["--name", experiment.name] if experiment.name != experiment.design.name else []), "--out", out]
