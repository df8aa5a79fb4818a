"""The list of commands, in the groups of the help, and a group that imports the module of a command when it is needed.

The root help needs a name and a sentence for each command and imports none of them. The sentence is the first one of the command's own
help; a test compares them.
"""

from __future__ import annotations

import importlib
from collections import UserDict
from collections.abc import Mapping
from typing import Any, Final

import typer
import typer.main
from typer.core import TyperGroup

from citadels_sim.cli.console import examples
from citadels_sim.runs.design import Command
from citadels_sim.runs.designs import all_designs

HERE: Final = "citadels_sim.cli"
DESIGNS: Final = f"{HERE}.designs"
MEASURE: Final = "Measure one question: play what it needs, or read an earlier run"
"""The group with the commands of the designs, those of installed packages among them."""

GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Ask a question": {
        "study": "Find out what is out of balance in a set of rules, and by how much, in a given time.",
        "history": "List the versions of a study of your own rules: what was changed, and its effect.",
        "plays": "Compare games that people played with those of the bots: sheets to fill in, files to add, a report.",
        "share": "Put a study into one ZIP file to hand over: findings, rules, games to watch, data, and how to repeat it.",
        "studio": "Change rules, study, compare and play them in a browser on this machine, until Ctrl-C.",
        "balance": "Propose changes of one number or rule that bring a verdict back within its limit, each tested in games.",
    },
    "Rules": {
        "init": "Write a variant file to edit: numbers and rules with a comment and the value of its parent.",
        "variants": "List, show, check and compare variants of the rules.",
    },
    "Play games": {
        "run": "Play an experiment into a run folder, or continue one.",
        "runs": "Check run folders against their checksums.",
        "experiments": "List the packaged experiments, or show one.",
        "play": "Play a game against bots, in the terminal or in a browser, alone or with others.",
        "replay": "Show one game, move by move.",
    },
    "Read what was played": {
        "report": "Write a balance report of one or more runs: a page, charts and tables; or a page of a game that `citadels play` saved.",
        "check": "Check a report against balance limits.",
        "compare": "Compare two variants of a run on the same deals.",
        "ladder": "Rate the bots of one or more runs on one scale.",
        "metrics": "List every figure that runs provide, or explain some.",
    },
    MEASURE: {
        "forks": "Measure what each choice is worth by replaying games with every option of one decision.",
        "why": "Split the effect of a character or a district into its parts: income, bonus, power, cost.",
        "bans": "Measure each character over a whole game by forbidding it to one player.",
        "attribute": "Attribute the difference between two variants to the rules that differ.",
        "flow": "Show how games develop: win chances, leads, decisive rounds, and attacks on others.",
        "casts": "Search for balanced casts of characters and retest them on fresh games.",
        "districts": "Measure what each district in an opening hand is worth, and whether its cost is fair.",
        "luck": "Measure how much luck decides who wins between equal bots, and which luck.",
        "kingmaking": "Measure how often a player who can no longer win decides who does.",
    },
    "Bots and the program": {
        "bots": "List every bot with its parameters and, with `--cost`, the time that a game takes on this machine.",
        "train": "Let the bot `learner` learn rules by playing, and measure its strength.",
        "exploit": "Measure how much one player gains by knowing the bots at the other seats.",
        "tune": "Fit the parameters of a bot to a variant and a number of players.",
        "bench": "Measure the speed and the memory of the program on this machine.",
    },
}
"""The commands of this folder: group, name, sentence. ``cli/NAME.py``, in the group `MEASURE` ``cli/designs/NAME.py``, defines either

- ``command``, a function that Typer can read, with ``EXAMPLES``, command lines for the end of its help, or
- ``app``, a `typer.Typer` with commands of its own.

Such a module imports what is heavy (NumPy, Polars, Numba) inside its functions, because its help must answer at once.
"""


def command_groups() -> dict[str, dict[str, Command]]:
    """Return the commands by group and name; a design of an installed package adds its own to those that measure."""
    groups = {
        group: {name: Command(f"{DESIGNS if group == MEASURE else HERE}.{name}", sentence) for name, sentence in sentences.items()}
        for group, sentences in GROUPS.items()
    }
    for design in all_designs().values():
        groups[MEASURE] |= design.commands
    return {group: commands for group, commands in groups.items() if commands}


class _Imported(UserDict[str, Any]):
    """Commands by name, as Typer has them; the module of one is imported when the command is first read."""

    def __getitem__(self, name: str) -> Any:
        if isinstance(command := self.data[name], Command):
            self.data[name] = command = _typer_command(name, command.module)
        return command


class LazyGroup(TyperGroup):
    """The root of all commands, which imports the module of a command only to run it, to show its help or to complete its options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.groups = command_groups()
        self.commands = _Imported({name: command for commands in self.groups.values() for name, command in commands.items()})

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names and sentences of all commands, group by group, in columns of one width."""
        width = max(map(len, self.commands))
        for group, commands in self.groups.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(width), command.sentence) for name, command in commands.items()])


def _typer_command(name: str, module: str) -> Any:
    """Import the module of a command and make of it what Typer runs.

    Raises
    ------
    TypeError
        If it defines neither ``command`` nor ``app``: a fault of ours.
    """
    home = importlib.import_module(module)
    app, command = getattr(home, "app", None), getattr(home, "command", None)
    if isinstance(app, typer.Typer):
        return typer.main.get_group(app)
    if not callable(command):
        raise TypeError(f"{module} defines neither `command` nor `app`")
    lines: tuple[str, ...] = getattr(home, "EXAMPLES", ())
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name, epilog=examples(*lines) if lines else None)(command)
    return typer.main.get_command(alone)
