"""``citadels train``: let `learner` learn some rules by playing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from citadels_sim.cli.console import note, print_json, print_table, print_text, right
from citadels_sim.cli.options import (
    JsonOption,
    SeedOption,
    WorkersOption,
    check_bots,
    lineups_beginning,
    out_option,
    variant_names_beginning,
)
from citadels_sim.formats import fixed
from citadels_sim.processes import one_thread
from citadels_sim.text import time_words

if TYPE_CHECKING:
    from citadels_sim.training.learning.course import Course
    from citadels_sim.training.learning.foresight import Foresight
    from citadels_sim.training.learning.session import Learned
    from citadels_sim.training.learning.strength import Strength
    from citadels_sim.variants import Variant

EXAMPLES = (
    "citadels train my-rules.toml --players 4 --minutes 10 --out my-rules.weights",
    'citadels run --variant my-rules.toml --players 4 --bots "learner:@my-rules.weights" --games 20000 --out runs/learned',
    "citadels train classic-2000 --players 4 --never take:bishop --out no-bishop.weights",
    "citadels train classic-2000 --players 4 --against planner --minutes 5 --out beats-planner.weights",
)

_MINUTES: Final = 10.0
_JUDGED: Final = 8_000
"""Games of the judgement at each table,"""
_TABLES: Final = 8
"""of at most so many tables."""
_INTERRUPTED: Final = 130


def command(
    variants: Annotated[
        list[str],
        typer.Argument(metavar="VARIANT...", help="The rules to learn: variants, by name or path.", autocompletion=variant_names_beginning),
    ],
    *,
    players: Annotated[str | None, typer.Option("--players", help="Numbers of players.  [default: all that the variants seat]")] = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", help="How long it learns; compiling and the final measurement are not counted.  [default: 10]"),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            min=1,
            max=1_000_000_000,
            help="Instead: how many rounds of games it learns from; the same number gives the same file.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="BOTS",
            help="Learn the best answer to these bots, separated by commas.  [default: itself, now and earlier, and planner]",
            autocompletion=lineups_beginning,
        ),
    ] = None,
    never: Annotated[
        list[str] | None,
        typer.Option("--never", metavar="WHAT", help="Learn without this action: take:CHARACTER, murder, rob or destroy; repeat for more."),
    ] = None,
    ahead: Annotated[
        bool,
        typer.Option(
            "--ahead", help="Also play picks and names ahead, and learn from the results. A round takes about three times as long."
        ),
    ] = False,
    start: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FILE", help="Weights to begin with, or 'nothing'.  [default: the packaged ones that play these rules best]"
        ),
    ] = None,
    seed: SeedOption = None,
    out: Annotated[Path | None, out_option("VARIANT.weights", "File of the weights.", "FILE")] = None,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let the bot `learner` learn rules by playing, and measure its strength.

    It plays against itself, against earlier versions of itself and against `planner`, and makes choices that turned out better than
    expected more likely. Then it is measured on fresh deals against `planner`. Use the result as `learner:@FILE`. The same command
    continues after an interruption; the result does not depend on the number of workers.
    """
    one_thread()
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.cli.files import check_new_file, written_alone
    from citadels_sim.errors import ExperimentError
    from citadels_sim.processes import cores
    from citadels_sim.variants import load_variant

    rules = [load_variant(name) for name in variants]
    file = out or Path(f"{rules[0].name}.weights")
    _check(file, minutes, rounds)
    if ahead and against is not None:
        raise ExperimentError("--ahead: plays ahead against players like itself; leave it out, or --against.")
    check_new_file("--out", file)
    course = replace(_course(rules, players, against, never, 1 if seed is None else seed), ahead=ahead)
    warn_of_endless(course.tables)
    with written_alone("--out", file):
        learned, begun = _learn(course, start, minutes, rounds, file, workers or cores())
        _finish(course, learned, begun, file, workers or cores(), as_json=as_json)


def _check(file: Path, minutes: float | None, rounds: int | None) -> None:
    """Refuse a budget or a file name that cannot be meant."""
    from citadels_sim.errors import ExperimentError
    from citadels_sim.lineups import LEARNED

    if minutes is not None and rounds is not None:
        raise ExperimentError("--minutes and --rounds: give one of the two.")
    if minutes is not None and not 0 < minutes <= 100_000:
        raise ExperimentError(f"--minutes: {minutes:g} should be a number above 0 and at most 100000.")
    if file.suffix != LEARNED:
        raise ExperimentError(f"--out {file}: the name of a file of weights ends in {LEARNED}.")


def _course(rules: list[Variant], players: str | None, against: str | None, never: list[str] | None, seed: int) -> Course:
    """Make the course."""
    from citadels_sim.bots.restrictions import parse_never
    from citadels_sim.lineups import split_lineup
    from citadels_sim.runs.experiment import parse_players

    given = split_lineup(against or "")
    check_bots("--against", *given)
    values = parse_never(never or [])
    numbers = None if players is None else parse_players(players)
    for n in numbers or ():
        for variant in rules:
            variant.at(n)
    from citadels_sim.training.learning.course import Course, tables_of

    course = Course(tables_of(rules, numbers), seed, tuple(given), values)
    for name in given:
        _check_plays(name, course)
    return course


def _start(course: Course, start: str | None, workers: int) -> tuple[Any, str]:
    """Return the weights to begin with, and their name."""
    from citadels_sim.training.learning.start import first_weights, packaged_weights

    if start == "nothing":
        return first_weights(course.seed), start
    if start is not None:
        from citadels_sim.bots.learner.weights_file import read_weights

        return read_weights(Path(start), f"--from {start}").memory, start
    return packaged_weights(course, workers)


def _check_plays(name: str, course: Course) -> None:
    """Refuse a bot that cannot play at one of the tables."""
    from citadels_sim.bots import parse_bot
    from citadels_sim.bots.weights import at_table

    bot = parse_bot(name)
    bot.check_compiled("--against", "learn from")
    for variant, n in course.tables:
        bot.check_plays(variant)
        at_table(bot, variant, n)


def _learn(course: Course, start: str | None, minutes: float | None, rounds: int | None, file: Path, workers: int) -> tuple[Learned, str]:
    """Learn, and show how far it has come; return the name of the weights that it began with, too."""
    from citadels_sim.cli.console import progress
    from citadels_sim.engine.prepare import prepare
    from citadels_sim.training.learning.session import Budget, kept_beside, learn, make_ready

    if start not in (None, "nothing"):
        _start(course, start, workers)  # a file that is none is refused before anything is compiled
    prepare(make_ready(course), note)
    memory, begun = _start(course, start, workers)
    seconds = 60.0 * (_MINUTES if minutes is None else minutes)
    budget = Budget(seconds) if rounds is None else Budget(rounds=rounds)
    state = kept_beside(file)
    if state.exists():
        note(f"Continuing from {state}.")
    with progress(round(seconds), unit="s") as bar:

        def report(spent: float, games: int, strength: Strength | None) -> None:
            bar.total = round(seconds if rounds is None else max(spent, 1.0))
            bar.n = min(bar.total, round(spent))
            bar.set_postfix_str(f"{games:,} games", refresh=True)
            if strength is not None:
                bar.clear()
                note(f"{spent / 60:5.1f} min, {games:,} games: {_in_words(course, 0, strength)}")

        try:
            return learn(course, memory, budget, state, workers, report), begun
        except KeyboardInterrupt:
            note(f"Stopped. The progress is in {state}; the same command continues.")
            raise typer.Exit(_INTERRUPTED) from None


def _opponents(course: Course) -> str:
    return ",".join(course.against) or "planner"


def _in_words(course: Course, table: int, strength: Strength) -> str:
    variant, players = course.tables[table]
    return (
        f"wins {strength.share:.1%} [{strength.low:.1%}, {strength.high:.1%}] against {_opponents(course)} in {variant.name} with "
        f"{players} players (an even share is {1 / players:.1%})"
    )


def _finish(course: Course, learned: Learned, begun: str, file: Path, workers: int, *, as_json: bool) -> None:
    """Judge what was learned on fresh deals, write the file and say so."""
    from citadels_sim.cli.files import write_file
    from citadels_sim.training.learning.foresight import foresights
    from citadels_sim.training.learning.session import judge, kept_beside, weights_text

    step = -(-len(course.tables) // _TABLES)
    judged = {k: judge(course, learned.memory, k, _JUDGED, workers) for k in range(0, len(course.tables), step)}
    rows = [
        {
            "variant": course.tables[k][0].name,
            "players": course.tables[k][1],
            "wins": strength.share,
            "low": strength.low,
            "high": strength.high,
            "games": strength.games,
        }
        for k, strength in judged.items()
    ]
    phases = foresights(course, learned.memory, 0)
    kept = kept_beside(file)
    file = write_file("--out", file, weights_text(course, learned, {"from": Path(begun).name, "strength": rows}))
    kept.unlink(missing_ok=True)
    if as_json:
        print_json(
            {
                "file": str(file),
                "rounds": learned.rounds,
                "games": learned.games,
                "seconds": learned.seconds,
                "strength": rows,
                "foresight": [phase._asdict() for phase in phases],
            }
        )
        return
    shown = [
        (
            course.tables[k][0].name,
            course.tables[k][1],
            f"{strength.share:.1%}",
            f"{strength.low:.1%} to {strength.high:.1%}",
            f"{1 / course.tables[k][1]:.1%}",
        )
        for k, strength in judged.items()
    ]
    heads = ("variant", *right("players", "wins"), "95 % interval", *right("even share"))
    print_table(heads, shown, title=f"One learner against {_opponents(course)}, {_JUDGED:,} fresh games each")
    _print_foresight(course, phases)
    print_text(f"Learned from {learned.games:,} games in {time_words(learned.seconds)}. The weights are in {file}.")
    print_text(f"Play with them as learner:@{file}")


def _print_foresight(course: Course, phases: list[Foresight]) -> None:
    """Print how well the learner foresees who wins, by round."""
    if not phases:
        return
    variant, players = course.tables[0]
    table = f"a table of {_opponents(course)}" if course.against else "its own tables"
    rows = [
        (
            f"{phase.round}{' and later' if phase is phases[-1] else ''}",
            f"{phase.decisions:,}",
            f"{phase.expected:.1%}",
            f"{phase.won:.1%}",
            f"{fixed(100 * phase.explained, 0)}%",
            *([] if phase.plain is None else [f"{fixed(100 * phase.plain, 0)}%"]),
        )
        for phase in phases
    ]
    beside = () if course.against else ("by a logit",)
    print_table(
        ("round", *right("decisions", "expected to win", "won", "explained", *beside)),
        rows,
        title=f"Its forecast of who wins, at {table} of {variant.name} with {players} players",
    )
    if course.against:
        print_text(
            "Explained: the explained share of the log-likelihood of who wins, at the first decision of each round; 0 % is its mean share "
            "of wins."
        )
        return
    print_text(
        "Explained: the explained share of the log-likelihood of who wins; 0 % is an even share for everybody. By a logit: the same for a "
        "logit of twelve features that know no rules. Both at the first decision of each seat in each round."
    )
