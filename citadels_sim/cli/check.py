"""``citadels check``: whether a report keeps limits; the exit code is the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.console import JsonOption, print_json, print_text

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels check reports/first --max-seat 5",
    "citadels check reports/all --max-seat 5 --max-character 10 --max-rounds 30 --json",
    "citadels check reports/first --max-seat 20 --strict",
)

_BROKEN = 1


_SUCH_AS = {"seat": 2, "character": 1, "rounds": 20, "skill": 10}


def command(
    report: Annotated[Path, typer.Argument(metavar="REPORT", help="A report folder, or its report.json.")],
    max_seat: Annotated[
        float | None, typer.Option("--max-seat", metavar="POINTS", help="No seat's win chance is farther from an even share.")
    ] = None,
    max_character: Annotated[
        float | None, typer.Option("--max-character", metavar="POINTS", help="No pick brings, or costs, more win chance (needs forks).")
    ] = None,
    max_rounds: Annotated[
        float | None, typer.Option("--max-rounds", metavar="ROUNDS", help="19 of 20 games are over after so many rounds.")
    ] = None,
    min_skill: Annotated[
        float | None,
        typer.Option(
            "--min-skill", metavar="PERCENT", help="The best bot comes so far from an even share to winning always (needs mixed bots)."
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail what is not shown, too: intervals on both sides of a limit.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Hold every table of a report against limits.

    A limit does not hold where a whole interval (95 %, for all seats or characters of a table at once) lies beyond it. Where an interval
    lies on both sides nothing is shown either way: that is told and let pass, so that a gate does not fail for want of games; with --strict
    it fails. Exit code 0: every limit holds (or, without --strict, none is shown broken); 1: one does not; 2: the report has no such
    figure.
    """
    from citadels_sim.errors import RunError
    from citadels_sim.report.check import check_report

    asked = {"seat": max_seat, "character": max_character, "rounds": max_rounds, "skill": min_skill}
    limits = {name: limit for name, limit in asked.items() if limit is not None}
    if not limits:
        raise RunError("nothing to check: give at least one limit, such as --max-seat 2.")
    for name, limit in limits.items():
        option = "--min-skill" if name == "skill" else f"--max-{name}"
        most = 1000 if name == "rounds" else 100
        if not 0 < limit <= most:
            raise RunError(f"{option}: {limit:g} should be above 0 and at most {most}, such as {_SUCH_AS[name]}.")
    outcomes = check_report(report, {name: limit if name == "rounds" else limit / 100 for name, limit in limits.items()})
    wrong = [one for one in outcomes if one.state == "fails" or (strict and one.state == "open")]
    if as_json:
        print_json(
            {
                "holds": not wrong, "strict": strict,
                "checks": [
                    {
                        "criterion": one.criterion, "variant": one.variant, "players": one.players, "lineup": one.lineup,
                        "state": one.state, "limit": one.limit, "group": one.worst.group, "value": one.worst.value, "low": one.worst.low,
                        "high": one.worst.high, "beyond_by": one.by, "text": one.text,
                    }
                    for one in outcomes
                ],
            }
        )  # fmt: skip
    else:
        signs = {"fails": "✗", "open": "✗" if strict else "?"}
        for one in outcomes:
            if one.state != "holds":
                print_text(f"{signs[one.state]} {one.text}")
        counts = {state: sum(one.state == state for one in outcomes) for state in ("holds", "fails", "open")}
        print_text(
            f"{counts['holds']} of {len(outcomes)} checks hold, {counts['fails']} do not, {counts['open']} are not shown either way."
        )
    if wrong:
        raise typer.Exit(_BROKEN)
