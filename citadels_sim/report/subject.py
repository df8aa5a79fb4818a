"""What the runs of a report are about: variants, bots and tables, by the names that people know, and commands that play more of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from citadels_sim.lineups import is_mixed, judge_of, shown_lineup
from citadels_sim.plays.store import Kept
from citadels_sim.report.content import MissingRun
from citadels_sim.report.left_out import LeftOut
from citadels_sim.runs.command_line import variant_words
from citadels_sim.runs.design import Design
from citadels_sim.runs.designs import DESIGNS, design_judged_by
from citadels_sim.runs.reading import Run
from citadels_sim.text import command_line
from citadels_sim.variants.declared import declared_in

_KINDS: Final = tuple(design_judged_by(limit).name for limit in ("seat", "character"))


@dataclass(frozen=True)
class Subject:
    """What runs are about.

    Attributes
    ----------
    runs : tuple of Run
        Of any kinds, checked together (`runs.reading.load_runs`).
    left_out : tuple of LeftOut
        Runs that belong to these and cannot be read or analysed.
    changes : bool
        Whether they are about the second of two variants, a change of the first.
    paths : tuple of str
        The variants as a study names them, in the order of `titles`; empty where that is not known.
    plays : tuple of Kept
        Games that people played by these rules.
    """

    runs: tuple[Run, ...]
    left_out: tuple[LeftOut, ...] = ()
    changes: bool = False
    paths: tuple[str, ...] = ()
    plays: tuple[Kept, ...] = ()

    def runs_of(self, kind: str) -> list[Run]:
        """Return the runs of one kind."""
        return [run for run in self.runs if run.manifest.experiment.kind == kind]

    @cached_property
    def titles(self) -> dict[str, str]:
        """Title of every variant that an experiment names; not of the combinations of an attribution."""
        known = {name: entry.title for run in self._named for name, entry in run.manifest.variants.items()}
        if known:
            return known
        between = [run for run in self.runs if run.design.between_two]
        titles = {name: entry.title for run in between for name, entry in run.manifest.variants.items()}
        return {name: titles.get(name, name) for run in between for name in run.manifest.experiment.between or ()}

    @cached_property
    def changed(self) -> tuple[str, str] | None:
        """A variant and the change of it that the runs are about; None where they are not about one."""
        names = tuple(self.titles)
        return (names[0], names[1]) if self.changes and len(names) == 2 else None

    @cached_property
    def own(self) -> dict[str, frozenset[str]]:
        """Characters that each variant declares."""
        rules = {name: entry.resolved for run in self.runs for name, entry in run.manifest.variants.items()}
        return {name: frozenset(who.id for who in declared_in(resolved).own_characters) for name, resolved in rules.items()}

    @property
    def variant_words(self) -> list[str]:
        """The variants as a command names them: one's own by its path, or, where only its name is known, a file of that name."""
        return list(self.paths) if len(self.paths) == len(self.titles) else variant_words(list(self.titles))

    def title(self, name: str) -> str:
        """Title of a variant, of one that an attribution leads from or to as well; its name where it has no title."""
        own = (run.manifest.variants.get(name) for run in self.runs)
        return self.titles.get(name) or next((entry.title for entry in own if entry), name)

    def titled(self, table: pl.DataFrame) -> pl.DataFrame:
        """Put titles in the place of the names of variants, for what a page shows."""
        return table.with_columns(pl.col("variant").cast(pl.String).replace(self.titles))

    def pair(self, old: str, new: str) -> str:
        """Name two variants that are compared, by their titles."""
        return f"{self.title(old)} → {self.title(new)}"

    @cached_property
    def lineups(self) -> list[str]:
        """Every line-up: the one that judges first, else in the order of the runs."""
        lineups = [cell.lineup for run in self._named or self.runs for cell in run.manifest.cells]
        return list(dict.fromkeys([judge_of(lineups), *lineups]))

    @property
    def _named(self) -> list[Run]:
        """The runs whose variants were chosen by name."""
        return [run for run in self.runs if not run.design.between_two]

    @cached_property
    def families(self) -> list[str]:
        """Line-ups of equal bots, over which a result is compared."""
        return [lineup for lineup in self.lineups if not is_mixed(lineup)]

    @cached_property
    def main(self) -> dict[str, str]:
        """The line-up of each variant that its charts and its line of the verdict card are of.

        Of those that were played the strongest with forks, else the strongest of equal bots, else the first; where none was played, the
        strongest that was forked.
        """
        lineups: dict[str, str] = {}
        for name in self.titles:
            played, forked = (
                [cell.lineup for run in self.runs_of(kind) for cell in run.manifest.cells if cell.variant == name] for kind in _KINDS
            )
            both = [lineup for lineup in forked if lineup in played]
            lineups[name] = judge_of(both or played or forked or self.lineups)
        return lineups

    @cached_property
    def _bots(self) -> dict[str, list[str]]:
        return {",".join(line): line for run in self.runs for line in run.manifest.experiment.lineups}

    def command(
        self,
        name: str,
        *,
        variants: int = 99,
        options: Sequence[str] = (),
        bots: str = "",
        equal: bool = False,
        several: Sequence[str] | None = None,
    ) -> str:
        """Write a command that plays what this report lacks, of its variants at its tables.

        `equal`: with one bot at all seats; `several`: each of these line-ups at tables of its own, as `citadels study` takes them; empty:
        the command's usual bots.
        """
        names = self.variant_words[:variants]
        players = sorted({cell.players for run in self.runs for cell in run.manifest.cells})
        words = ["citadels", name, *(word for one in names for word in (("--variant", one) if name != "study" else (one,)))]
        lineup = next(iter(self.main.values()))
        words += ["--players", ",".join(map(str, players))]
        chosen = several if several is not None else [bots or (self._bots[lineup][0] if equal else lineup)]
        words += [word for one in chosen for word in ("--bots", shown_lineup(one))]
        return command_line([*words, *options])

    def command_of(self, design: Design) -> str:
        """Write a command that plays a run of a design, as `command` does."""
        name, *options = design.command
        return self.command(name, options=options, equal=bool(design.equal_bots))

    def lacking(self, *chapters: str) -> tuple[MissingRun, ...]:
        """Name the designs of some chapters, by their slugs, of which there is no run, each with the command that plays one."""
        there = {run.manifest.experiment.kind for run in self.runs} | {one.kind for one in self.left_out}
        return tuple(
            MissingRun(design.answers, self.command_of(design))
            for design in DESIGNS.values()
            if design.chapter in chapters and design.answers and design.name not in there
        )
