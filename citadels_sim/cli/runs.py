"""``citadels runs``: looking after run folders."""

from __future__ import annotations

from typing import Annotated

import typer

from citadels_sim.cli.console import examples, print_json, print_table, print_text
from citadels_sim.cli.groups import SentenceGroup
from citadels_sim.cli.options import JsonOption

_DAMAGED = 1

app = typer.Typer(
    cls=SentenceGroup,
    rich_markup_mode=None,
    help="Check run folders against their checksums.",
    invoke_without_command=True,
    epilog=examples("citadels runs verify runs/first"),
)


@app.callback()
def _runs(context: typer.Context) -> None:
    """Check run folders against their checksums."""
    if context.invoked_subcommand is None:
        print_text(context.get_help())


@app.command("verify", epilog=examples("citadels runs verify runs/first", "citadels runs verify runs/first --json"))
def verify(
    folders: Annotated[list[str], typer.Argument(metavar="DIR...", help="Run folders, or fsspec addresses.")], as_json: JsonOption = False
) -> None:
    """Compare every file of a run with the checksums in its manifest, and say how to repair each fault.

    Exit code 0: all is there and whole; 1: something is damaged, missing or foreign. Nothing is changed.
    """
    from citadels_sim.runs.store import open_store
    from citadels_sim.runs.verify import verify_run

    verified = [verify_run(open_store(folder)) for folder in folders]
    if as_json:
        print_json(
            [
                {
                    "folder": run.address,
                    "state": run.state,
                    "files": run.files,
                    "command": run.command,
                    "findings": [finding.as_data() for finding in run.findings],
                }
                for run in verified
            ]
        )
    else:
        for run in verified:
            unfinished = "" if run.state == "complete" else f" The run is not finished; continue it with:\n  {run.command}"
            if not run.findings:
                print_text(f"{run.address}: all {run.files:,} files are complete and unchanged.{unfinished}")
                continue
            print_table(
                ("file", "fault", "what is wrong", "remedy"),
                [(f"{run.address}/{one.path}", one.fault, one.text, one.remedy) for one in run.findings],
            )
            faults, files = (f"{n:,} {what}{'s' * (n != 1)}" for n, what in ((len(run.findings), "fault"), (run.files, "file")))
            print_text(f"{run.address}: {faults}; the manifest lists {files}. The run's command:\n  {run.command}")
    if any(run.findings for run in verified):
        raise typer.Exit(_DAMAGED)
