"""``citadels share``: a study to hand over, as one ZIP file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.console import note, print_text

EXAMPLES = ("citadels share studies/classic --out classic.zip", "citadels share studies/my-rules/v2 --out my-rules-2.zip --xlsx")


def command(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="The folder of a study, or of a version of one.")],
    *,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The ZIP file to create.")],
    xlsx: Annotated[bool, typer.Option("--xlsx", help="Add the tables as a workbook (extra `xlsx`).")] = False,
) -> None:
    """Put a study into one ZIP file to hand over: findings, rules, games to watch, data, and how to repeat it.

    `index.html` in it is one file that loads nothing: the page of the study with the rules in sentences and three games to step through: a
    typical one, the closest and the longest. Beside it are the page with all chapters, every table as CSV, the rules as TOML, a study file
    that repeats the study, and the games that people played, with numbers for players unless their names were kept.
    """
    from citadels_sim.cli.files import check_new_file, write_file
    from citadels_sim.cli.progress import report_progress
    from citadels_sim.errors import CitadelsError
    from citadels_sim.share.bundle import share_study

    if out.suffix != ".zip":
        raise CitadelsError(f"--out {out}: should end in .zip.")
    check_new_file("--out", out)
    archive, left_out = share_study(study, xlsx=xlsx, notify=note, progress=report_progress())
    for words in left_out:
        note(words)
    file = write_file("--out", out, archive)
    print_text(f"{file}: {len(archive) / 1e6:.1f} MB. Unpack it and open index.html.")
