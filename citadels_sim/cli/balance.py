"""``citadels balance``: what to try next, played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.balance_curve import print_curve, print_curve_plan
from citadels_sim.cli.console import note, print_json, print_table, print_text, right
from citadels_sim.cli.limits import parse_limits
from citadels_sim.cli.run_folders import play as play_into
from citadels_sim.command_folders import note_played
from citadels_sim.limits import limit_for, limit_text
from citadels_sim.processes import one_thread
from citadels_sim.verdicts import OF_LIMITS

if TYPE_CHECKING:
    from citadels_sim.balance.question import Question
    from citadels_sim.report.study_facts import Proposal, RuleSearch
    from citadels_sim.runs.plan import Plan
    from citadels_sim.variants import Table

EXAMPLES = (
    "citadels balance dark-city --players 5 --target character=wizard --out runs/wizard",
    "citadels balance classic-2000-short --players 4 --target seat=first-crown --minutes 1",
    "citadels balance dark-city --players 5 --target character=wizard --target character=abbot --margin character.abbot=1+-1 --minutes 1",
    "citadels balance classic-2000 --curve characters.merchant.bonus.gold=0..3 --minutes 1",
    "citadels balance classic-2000 --curve game.start_gold=0..4 --target seat=first-crown --minutes 1",
    "citadels balance dark-city --players 5 --target character=wizard --dry-run",
)


def command(
    variant: Annotated[
        str,
        typer.Argument(metavar="VARIANT", help="The variant to change, by name or path.", autocompletion=options.variant_names_beginning),
    ],
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="CRITERION[=WHO]",
            help="The verdict to repair: character=wizard, seat=first-crown, seat=1-after (one seat after it), rounds, dead_turns, "
            "interaction, decisiveness.  "
            "Repeat it for several characters or seats that one change should bring within their limits.  "
            "[default: the one farthest beyond its limit, found by measuring first]",
            show_default=False,
        ),
    ] = None,
    curve: Annotated[
        str | None,
        typer.Option(
            "--curve",
            metavar="KEY=LOW..HIGH",
            help="Instead of a proposal: play each value of one number, such as characters.merchant.bonus.gold=0..3, and show the figure "
            "of --target at each; without --target, that of the number's character.",
            show_default=False,
        ),
    ] = None,
    players: options.OneTableOption = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            help="The line-up of bots, separated by commas; learner plays a changed rule as it plays the original.  [default: learner]",
            autocompletion=options.lineups_beginning,
        ),
    ] = None,
    minutes: Annotated[float, typer.Option("--minutes", help="About how long the search or the curve may take.")] = 2.0,
    top: Annotated[int, typer.Option("--top", min=1, max=20, help="Maximum number of changes that are tested and proposed.")] = 3,
    margin: Annotated[list[str] | None, options.margins_option("A limit to judge by, such as rounds=15 or interaction=0.1-0.5")] = None,
    seed: options.SeedOption = None,
    out: Annotated[
        str | None, options.out_option("runs/VARIANT-balance, or runs/VARIANT-curve-KEY", "Folder of the search or the curve.")
    ] = None,
    workers: options.WorkersOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would be played, with the number of games of each.")] = False,
    as_json: options.JsonOption = False,
) -> None:
    """Propose changes of one number or rule that bring a verdict back within its limit, each tested in games.

    For a character the search first tries its own numbers, then its income, the costs and copies of the districts that pay it, and then
    every other single change that a variant file can have; for other verdicts it begins with the numbers of the game. All changes are
    played on the same deals; each round keeps the third that brings the figure nearest to its limit. For a number it looks for the smallest
    change that suffices. The best changes are tested on fresh deals: a change is proposed only if the interval of its effect, for all
    tested changes at once, excludes 0. The figures shown are from a third set of deals. Each proposal is a variant file to copy; if no
    change is shown to help, the nearest is named, if it brings the figure nearer.

    `--curve` shows the effect of one number instead: the same deals are played with each of its values. A table, a chart and a CSV file
    with all figures are written into the folder of the curve.

    A proposal shows what helps with these bots; people may play the rule differently. More --minutes try more changes and measure
    differences more precisely. The same command continues a search that was stopped.
    """
    from citadels_sim.errors import ExperimentError, RunError

    if not 0.01 <= minutes <= 10_000:
        raise ExperimentError(f"--minutes: {minutes:g} should be a number of minutes from 0.01 to 10000, such as 2.")
    one_thread()
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.lineups import LEARNER, for_any_rules, split_lineup
    from citadels_sim.names import slug
    from citadels_sim.processes import cores
    from citadels_sim.runs.store import is_remote
    from citadels_sim.variants import load_variant

    base = load_variant(variant)
    table = base.at(players or 4)
    warn_of_endless([(base, table.players)])
    options.check_bots("--bots", *split_lineup(bots or ""))
    from citadels_sim.balance.target import parse_targets

    wished_for = parse_targets(target or (), table)
    wanted = wished_for[0] if wished_for else None
    from citadels_sim.balance.question import Question
    from citadels_sim.balance.search import propose

    wished = None
    if curve is not None:
        from citadels_sim.balance.curve_range import parse_curve

        if len(wished_for) > 1:
            raise ExperimentError("--target: a curve shows one figure. Give it once.")
        if wanted is not None and not wanted.group:
            raise ExperimentError(f"--target: '{wanted.criterion}': name one for a curve, such as {_one(wanted.criterion, table)}.")
        wished = parse_curve(curve, variant, table, wanted)
        wanted = wished.target
    limits = {name: tuple(limit) if isinstance(limit, list) else limit for name, limit in (parse_limits(margin) or {}).items()}
    lineup = ",".join(map(for_any_rules, split_lineup(bots or LEARNER)))
    question = Question(variant, players or 4, lineup, wanted, 1 if seed is None else seed, limits, beside=wished_for[1:])
    question.check()
    what = "balance" if wished is None else f"curve-{wished.key}"
    folder = out or f"runs/{slug(f'{base.name}-{what}')}"
    if is_remote(folder):
        raise RunError(f"--out: {folder} should be a folder on this machine: the command reads the games from there.")
    processes = workers or cores()
    if dry_run and wished is not None:
        print_curve_plan(wished, minutes)
        return
    if dry_run:
        _print_plan(question, minutes * 60, top, processes, as_json)
        return
    words = ["citadels", "balance", variant, *_words(question, target or ()), "--minutes", f"{minutes:g}"]
    words += ["--top", str(top)] if curve is None else ["--curve", curve]
    words += ["--out", folder]

    def play(plan: Plan, part: str) -> None:
        play_into(plan, part, words, processes)
        note_played(Path(part))

    if wished is not None:
        from citadels_sim.balance.curve_run import play_curve

        print_curve(
            question, base, play_curve(question, wished, Path(folder), minutes * 60, processes, play, note), folder, as_json=as_json
        )
        return
    result = propose(question, Path(folder), minutes * 60, top=top, workers=processes, play=play, notify=note)
    if as_json:
        from dataclasses import asdict

        data = {"variant": base.name, "players": question.players, "lineup": question.lineup, "proposals": []}
        print_json({"out": folder} | (data if result is None else asdict(result)))
    elif result is None:
        print_text("Nothing to propose: no verdict is shown to be beyond its limit.")
    else:
        _print_search(question, result)


def _one(criterion: str, table: Table) -> str:
    """Name one figure of a criterion that has several."""
    from citadels_sim.balance.target import Target

    return str(Target(criterion, "0" if criterion == "seat" else next(iter(table.cast.values()))[0]))


def _words(question: Question, targets: Sequence[str]) -> list[str]:
    """Write the options of a search, but for its time and place."""
    words = ["--players", str(question.players), "--bots", question.lineup, "--seed", str(question.seed)]
    words += [word for target in targets for word in ("--target", target)]
    for name, limit in question.margins.items():
        words += ["--margin", f"{name}={limit_text(name, limit)}"]
    return words


def _print_search(question: Question, result: RuleSearch) -> None:
    from citadels_sim.balance.target import Target
    from citadels_sim.lineups import lineup_words
    from citadels_sim.report.card import limit_words
    from citadels_sim.report.overview.proposals import NONE_NEARER, none_words

    limit = limit_words(result.criterion, limit_for(question.limits, result.criterion, result.group))
    who = Target(result.criterion, result.group).words
    beside = "".join(f"; {one.words}, limit {limit_words(one.criterion, question.limit_of(one))}" for one in question.beside)
    tried = f"{result.tried:,} of {result.changes:,} changes were tried"
    shown = result.proposals or ((result.nearest,) if result.nearest else ())
    deals = f", on {shown[0].blocks:,} fresh deals" if shown else ""
    bots = lineup_words(result.lineup)
    title = f"{result.variant}, {result.players} players, {bots}: {who}, limit {limit}{beside}{deals}"
    heads = (*right("#"), "figure", "before", "after", "difference", "afterwards")  # a narrow terminal has intervals below their figures
    rows = [row for i, one in enumerate(shown, 1) for row in _rows(result, "nearest" if one is result.nearest else f"{i}", one)]
    if result.proposals:
        print_table(heads, rows, title=title)
        print_text(f"{tried}. Difference: after minus before on the same deals; its 95 % interval holds for all changes shown.\n")
        for i, proposal in enumerate(result.proposals, 1):
            effects = "".join(f"# Side effect: {effect}.\n" for effect in proposal.side_effects)
            print_text(f"# {i}: {proposal.change}\n{effects}{proposal.toml}")
        _print_curve(question, result)
        _print_left_out(question, result)
        learned = result.learned or "They do not learn the new rule."
        print_text(f"This holds for these bots: a change is judged by the games that they play with it. {learned}")
        return
    if result.state == "holds":
        print_text(f"Nothing to propose: {who} is {OF_LIMITS['holds']} ({limit}){deals}.")
    else:
        nearer = f" {NONE_NEARER}" if result.tried and not shown else ""
        print_text(f"{tried}; {none_words(result.nearest)} ({who}; {result.variant}, {result.players} players, {bots}).{nearer}")
    if shown:
        print_table(heads, rows, title=title)
        print_text(f"Nearest: {shown[0].change}\n")
    _print_left_out(question, result)
    _print_curve(question, result)


def _print_left_out(question: Question, result: RuleSearch) -> None:
    """Name the changes that were left out for the length of their games."""
    if result.length:
        from citadels_sim.report.overview.proposals import left_out_words

        print_text(f"{left_out_words(result, question.limits)}\n")


def _print_curve(question: Question, result: RuleSearch) -> None:
    """Print the curve of the number that is proposed, or came nearest."""
    if result.curve is not None:
        from citadels_sim.cli.results import print_blocks
        from citadels_sim.report.number_curve import curve_block

        cell = result.variant, result.players, result.lineup
        print_blocks(
            [curve_block(result.curve, result.criterion, result.group, cell, limit_for(question.limits, result.criterion, result.group))]
        )


def _rows(result: RuleSearch, head: str, one: Proposal) -> Iterator[tuple[object, ...]]:
    """Write the row of a change, then one for each other figure that the search is for."""
    from citadels_sim.judge.criteria import Member
    from citadels_sim.report.card import difference_words, value, who
    from citadels_sim.report.study_facts import Beside

    first = Beside(result.group, one.before, one.after, one.difference, one.state)
    for place, figure in enumerate((first, *one.beside)):
        before, after = (Member(figure.group, *ends, None, None) for ends in (figure.before, figure.after))
        difference = difference_words(result.criterion, *figure.difference)
        words = value(result.criterion, before), value(result.criterion, after), difference, OF_LIMITS[figure.state]
        yield "" if place else head, who(result.criterion, after) or result.criterion, *words


def _print_plan(question: Question, seconds: float, top: int, workers: int, as_json: bool) -> None:
    """Print what a search would play; nothing is kept."""
    from tempfile import TemporaryDirectory

    from citadels_sim.balance.saved import Saved
    from citadels_sim.balance.search import Search
    from citadels_sim.balance.target import KINDS
    from citadels_sim.runs.designs import design_of

    with TemporaryDirectory(prefix="citadels-") as folder:
        search = Search(question, Saved.from_question(question, Path(folder) / "search", seconds, top), workers, lambda *_: None, note)
        target = question.target
        changes = search.changes(target)
        criterion = "character" if target is None else target.criterion
        kind = KINDS[criterion]
        rungs = search.schedule.rungs(kind, len(changes))
    data: dict[str, Any] = {
        "target": None if target is None else str(target),
        "kind": kind,
        "seconds": seconds,
        "rungs": [{"changes": rung.changes, "games": rung.games} for rung in rungs],
        "changes": [{"key": each.key, "change": each.change, "toml": each.toml} for each in changes],
    }
    if as_json:
        print_json(data)
        return
    print_table((*right("#"), "key", "change"), [(i, each.key, each.change) for i, each in enumerate(changes, 1)])
    games = f"{design_of(kind).unit} of each"
    print_table(right("rung", "changes", games), [(i, rung.changes, f"{rung.games:,}") for i, rung in enumerate(rungs, 1)])
    if target is None:
        print_text("The verdict to repair is measured first; the steps below are those for a character.")
    print_text(f"{len(changes)} changes, about {seconds / 60:g} minutes with {workers} worker{'s' * (workers > 1)}. Nothing was saved.")
