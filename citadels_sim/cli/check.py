"""``citadels check``: whether a report keeps limits; the exit code is the answer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import print_json, print_text
from citadels_sim.cli.options import JsonOption
from citadels_sim.limits import LIMITS, Limit
from citadels_sim.runs.designs import design_judged_by

if TYPE_CHECKING:
    from citadels_sim.report.check import Outcome

EXAMPLES = (
    "citadels check reports/first --max-seat 5",
    "citadels check reports/all --max-seat 5 --max-character 10 --max-rounds 30 --max-dead-turns 20 --json",
    "citadels check reports/all --declared",
    "citadels check reports/first --max-seat 20 --strict",
)

_BROKEN = 1


def _limit(name: str, unit: str, what: str, needs: str = "") -> Any:
    """Declare the option of a limit; runs that a report needs for it are named, games of one bot apart."""
    design = design_judged_by(name)
    needs = needs or ("" if design.keeps_games else design.name)
    return typer.Option(metavar=unit, help=f"{what} (needs {needs})." if needs else f"{what}.")


def command(
    report: Annotated[Path, typer.Argument(metavar="REPORT", help="A report folder, or its report.json.")],
    *,
    max_seat: Annotated[float | None, _limit("seat", "POINTS", "Largest distance of a seat's win chance from an even share")] = None,
    max_character: Annotated[float | None, _limit("character", "POINTS", "Largest effect of a pick on win chance, up or down")] = None,
    max_rounds: Annotated[float | None, _limit("rounds", "ROUNDS", "Most rounds in which 19 of 20 games end")] = None,
    max_dead_turns: Annotated[
        float | None, _limit("dead_turns", "PERCENT", "Largest share of turns lost to murder and bewitchment")
    ] = None,
    min_interaction: Annotated[float | None, _limit("interaction", "HITS", "Fewest hits on others per turn")] = None,
    max_interaction: Annotated[float | None, _limit("interaction", "HITS", "Most hits on others per turn")] = None,
    min_decisiveness: Annotated[
        float | None, _limit("decisiveness", "PERCENT", "Earliest decision of games, as a share of their rounds")
    ] = None,
    max_decisiveness: Annotated[
        float | None, _limit("decisiveness", "PERCENT", "Latest decision of games, as a share of their rounds")
    ] = None,
    min_skill: Annotated[
        float | None,
        _limit("skill", "PERCENT", "Least skill: the best bot's wins, where 0 is an even share and 100 is every game", "mixed bots"),
    ] = None,
    declared: Annotated[bool, typer.Option("--declared", help="Also check every limit that was declared with the runs.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Undecided checks fail, too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Check a report against balance limits.

    A check fails if the whole interval of a figure lies beyond its limit (95 %, for all seats or characters of a table at once). If the
    interval includes the limit, the check is undecided: it is printed, and it passes unless you add --strict. With --declared the limits
    are those of the runs, and options replace single ones. Exit code 0: no check fails; 1: at least one fails; 2: the report has no such
    figure. The last line begins with PASS, FAIL or UNDECIDED.
    """
    from citadels_sim.errors import RunError

    given = {
        "seat": (None, max_seat),
        "character": (None, max_character),
        "rounds": (None, max_rounds),
        "dead_turns": (None, max_dead_turns),
        "interaction": (min_interaction, max_interaction),
        "decisiveness": (min_decisiveness, max_decisiveness),
        "skill": (min_skill, None),
    }
    limits = _limits(given)
    if not limits and not declared:
        raise RunError("nothing to check: give at least one limit, such as --max-seat 2, or --declared.")
    if not report.exists():
        raise RunError(f"{report}: holds no report. Give the folder that `citadels report ... --out` wrote.")
    from citadels_sim.report.check import check_report, declared_in

    outcomes = check_report(report, (declared_in(report) if declared else {}) | limits)
    wrong = [one for one in outcomes if one.state == "fails" or (strict and one.state == "open")]
    word = "FAIL" if wrong else "UNDECIDED" if any(one.state == "open" for one in outcomes) else "PASS"
    if as_json:
        print_json({"holds": not wrong, "result": word, "strict": strict, "checks": [_data(one) for one in outcomes]})
    else:
        _print(outcomes, word, strict=strict)
    if wrong:
        raise typer.Exit(_BROKEN)


def _limits(options: Mapping[str, tuple[float | None, float | None]]) -> dict[str, Limit]:
    """Check the numbers of the options and turn them into limits in the units of tables."""
    from citadels_sim.errors import RunError

    limits: dict[str, Limit] = {}
    for name, given in options.items():
        form = LIMITS[name]
        usual = form.usual if isinstance(form.usual, tuple) else (form.usual, form.usual)
        for end, limit, example in zip(("min", "max"), given, usual, strict=True):
            if limit is not None and not 0 < limit <= form.most:
                option = f"--{end}-{name.replace('_', '-')}"
                raise RunError(f"{option}: {limit:g} should be above 0 and at most {form.most:g}, such as {example:g}.")
        low, high = given
        single = high if low is None else low
        if low is not None and high is not None and low >= high:
            option = f"--min-{name.replace('_', '-')}"
            raise RunError(f"{option}: {low:g} should be below {high:g}, the most that is allowed.")
        if form.side == "between" and single is not None:
            limits[name] = form.scaled((-math.inf if low is None else low, math.inf if high is None else high))
        elif single is not None:
            limits[name] = form.scaled(single)
    return limits


def _print(outcomes: Sequence[Outcome], word: str, *, strict: bool) -> None:
    from citadels_sim.report.check import kept

    signs = {"fails": "✗", "open": "✗" if strict else "?"}
    for one in outcomes:
        if one.state != "holds":
            print_text(f"{signs[one.state]} {one.text}")
    for text in kept(outcomes):
        print_text(text)
    counts = {state: sum(one.state == state for one in outcomes) for state in ("holds", "fails", "open")}
    print_text(
        f"{word}: {counts['holds']} of {len(outcomes)} checks within limits, {counts['fails']} beyond limits, {counts['open']} undecided."
    )


def _data(one: Outcome) -> dict[str, object]:
    ends = one.limit if isinstance(one.limit, tuple) else None
    return {
        "criterion": one.criterion,
        "variant": one.variant,
        "players": one.players,
        "lineup": one.lineup,
        "state": one.state,
        "limit": one.limit if ends is None else [end if math.isfinite(end) else None for end in ends],
        "group": one.worst.group,
        "value": one.worst.value,
        "low": one.worst.low,
        "high": one.worst.high,
        "beyond_by": one.by,
        "text": one.text,
    }
