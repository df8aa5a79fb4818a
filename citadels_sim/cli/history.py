"""``citadels history``: the versions of a study of one's own rules."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from citadels_sim.cli.console import note, print_json, print_table, print_text
from citadels_sim.cli.options import JsonOption, WideOption
from citadels_sim.text import command_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from citadels_sim.study.history import Told
    from citadels_sim.study.versions import Version

EXAMPLES = (
    "citadels history my-rules",
    "citadels history my-rules.toml --version 1",
    "citadels history my-rules --compare 1,3",
    "citadels history studies/my-rules --json",
)
_STUDIES = "studies"


def command(
    what: Annotated[str, typer.Argument(metavar="NAME|FILE|DIR", help="The rules by their name or file, or the folder of their study.")],
    *,
    version: Annotated[int | None, typer.Option("--version", help="Restore: write the rules of this version into their file.")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="With --version: write them into a new file instead.")] = None,
    versions: Annotated[str | None, typer.Option("--compare", metavar="A,B", help="Compare two versions on the same deals.")] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", help="With --compare: play N games of both at each number of players of the later one.", show_default=False
        ),
    ] = None,
    wide: WideOption = False,
    as_json: JsonOption = False,
) -> None:
    """List the versions of a study of your own rules: what was changed, and its effect.

    `citadels study my-rules.toml` begins a new version when the file was edited, keeps the earlier ones, and compares the new one with the
    last. This command lists them with the date, the changed rules, the first finding, and every character and seat and the length of games
    at the smallest number of players, as measured with the judging bot, in the last versions (`--wide`: in all). If one bot played the last
    two on the same deals, a column has the differences.

    `--version` writes the rules of a version back into their file. A file whose rules no version has is not overwritten.

    `--compare 1,3` shows in which figures two versions differ on the same deals, with intervals. The page of a version compares it with the
    version before it. For other pairs the command uses the games of both studies, if bots and code were the same, or the games that
    `--games` plays.
    """
    from citadels_sim.errors import ExperimentError
    from citadels_sim.study.history import history

    if out is not None and version is None:
        raise ExperimentError("--out: works only with --version, which names the rules to write.")
    if games is not None and versions is None:
        raise ExperimentError("--games: works only with --compare, which names the versions to play.")
    folder = _folder(what)
    if versions is not None:
        _compare(folder, versions, games, wide=wide, as_json=as_json)
        return
    told = history(folder)
    if version is not None:
        _write(what, told, version, out)
    elif as_json:
        print_json([_data(one) for one in told])
    else:
        _print(told, wide=wide)


def _compare(root: Path, text: str, games: int | None, *, wide: bool, as_json: bool) -> None:
    """Compare two versions on the same deals; with `games` these are played first."""
    from citadels_sim.cli.results import frames_data, print_blocks
    from citadels_sim.designs.tournament.comparison_blocks import comparison_shown
    from citadels_sim.errors import ExperimentError
    from citadels_sim.study.compared import on_common_deals, pair_of, picks_on_common_deals

    numbers = [int(part) for part in text.split(",") if part.strip().isascii() and part.strip().isdecimal() and len(part) < 6]
    if len(numbers) != 2 or text.count(",") != 1:
        raise ExperimentError(f"--compare: '{text[:80]}' should be two versions, such as 1,3.")
    first, second = pair_of(root, *numbers)
    if games is not None:
        _play(root, first, second, games)
    compared = on_common_deals(root, first, second)
    shown, picks = comparison_shown(compared), picks_on_common_deals(root, first, second)
    if as_json:
        print_json({**shown.facts, **frames_data(**shown.tables, **({} if picks is None else picks.tables))})
        return
    print_text(f"From version {first.number} to version {second.number}:")
    for words in compared.rules.sentences or ["No rule differs."]:
        print_text(f"  changed: {words}")
    for words in compared.notes:
        note(words)
    print_text("")
    print_blocks((*(() if picks is None else picks.blocks), *shown.blocks), wide=wide)


def _play(root: Path, first: Version, second: Version, games: int) -> None:
    from citadels_sim.cli.run_folders import plan_into, play
    from citadels_sim.processes import cores
    from citadels_sim.study.compared import experiment_of

    experiment, folder = experiment_of(root, first, second, games)
    words = ["citadels", "history", str(root), "--compare", f"{first.number},{second.number}", "--games", str(games)]
    plan = plan_into(str(folder), experiment, f"versions {first.number} and {second.number}", dry_run=False)
    play(plan, str(folder), words, cores())


def _folder(what: str) -> Path:
    """Return the folder of a study, by its own path, or by the name or the file of its rules."""
    from citadels_sim.errors import ExperimentError, nearest
    from citadels_sim.study.folder import is_study

    path = Path(what)
    names = [path] if path.is_dir() else []
    names += [Path(_STUDIES) / name for name in (*_named_in(path), path.stem)]
    for folder in names:
        if is_study(folder):
            return folder
    known = [entry.name for entry in Path(_STUDIES).iterdir() if is_study(entry)] if Path(_STUDIES).is_dir() else []
    raise ExperimentError(f"{what}: has no study, here or in {_STUDIES}/. Play one: `citadels study FILE`.{nearest(path.stem, known)}")


def _named_in(file: Path) -> list[str]:
    """Return the name that rules have in their file, by which `citadels study` names its folder; nothing where they cannot be read."""
    from citadels_sim.errors import CitadelsError
    from citadels_sim.foreign import is_file
    from citadels_sim.variants import load_variant

    try:
        return [load_variant(file).name] if file.suffix == ".toml" and is_file(file) else []
    except CitadelsError:
        return []


def _playing_alike(versions: Iterable[Version], file: Path) -> int | None:
    """Return the number of a version with the rules that a file has in other words; None where there is none, or it has no rules."""
    from citadels_sim.errors import CitadelsError
    from citadels_sim.variants import load_variant

    try:
        now = load_variant(file)
    except CitadelsError:
        return None
    return next((one.number for one in versions if one.plays(now)), None)


def _write(what: str, told: Sequence[Told], number: int, out: str | None) -> None:
    """Write the rules of a version into their file, or into another one."""
    from citadels_sim.cli.files import check_new_file, write_file
    from citadels_sim.errors import ExperimentError
    from citadels_sim.files import unwritten, write_whole
    from citadels_sim.foreign import is_file, read_bytes

    versions = {one.version.number: one.version for one in told}
    if number not in versions:
        raise ExperimentError(f"--version {number}: there are versions 1 to {len(told)}.")
    version = versions[number]
    file = _file(what, told) if out is None else Path(out)
    if out is not None:
        check_new_file("--out", file)
    elif os.path.lexists(file) and not is_file(file):
        raise ExperimentError(f"{file}: is not a file. Write version {number} elsewhere with --out FILE.")
    rules, whole = _rules(version, file)
    if out is not None:
        file = write_file("--out", file, rules)
    else:
        texts = {text for one in versions.values() for text in (one.written, one.complete)}
        if is_file(file) and read_bytes(file) not in texts:
            same = _playing_alike(versions.values(), file)
            why = (
                f"has rules that no version has. Study them first (`{command_line(['citadels', 'study', str(file)])}`)"
                if same is None
                else f"has the rules of version {same} in other words, such as a title or a remark, which would be lost. Keep a copy of it"
            )
            raise ExperimentError(f"{file}: {why}, or write version {number} elsewhere with --out FILE.")
        try:
            write_whole(file, rules)
        except OSError as error:
            raise ExperimentError(f"{file}: {unwritten(error)}. Write version {number} elsewhere with --out FILE.") from None
    end = ", with all its rules written out: the variant that it extended has been edited since" if whole else ""
    note(f"Version {number} is in {file}{end}.")


def _rules(version: Version, file: Path) -> tuple[bytes, bool]:
    """Return the text that gives a file the rules of a version, and whether it is that with all of them.

    What the file said is enough as long as the variant that it extended is there and has the same rules.
    """
    from citadels_sim.errors import CitadelsError, ExperimentError
    from citadels_sim.variants.reader import variant_of

    for text, whole in ((version.written, False), (version.complete, True)):
        try:
            if version.plays(variant_of(text.decode(), file)):
                return text, whole
        except (CitadelsError, UnicodeDecodeError):
            continue
    raise ExperimentError(f"{version.folder}: the copies of its rules were changed or cannot be read, so nothing is written.")


def _file(what: str, told: Sequence[Told]) -> Path:
    """Return the file that the rules of a version are written into; somebody else may have written the record that names it."""
    from citadels_sim.errors import ExperimentError
    from citadels_sim.foreign import is_file

    if what.endswith(".toml"):
        return Path(what)
    file = Path(told[-1].version.file)
    if file.is_absolute() or ".." in file.parts or file.suffix != ".toml" or not is_file(file):
        raise ExperimentError(
            f"--version: {file} is not a file in this folder. Name the file instead of '{what}', or a new one with --out."
        )
    return file


def _data(one: Told) -> dict[str, object]:
    table = one.judged
    return {
        "version": one.version.number,
        "folder": str(one.version.folder),
        "begun": one.version.begun,
        "changed": list(one.changed),
        "finding": one.finding,
        "compared": one.compared,
        "players": table and table.players,
        "bot": table and table.bot,
        "figures": [figure._asdict() for figure in one.tables[table]] if table else [],
        "changes": [figure._asdict() for figure in one.changes.get(table, ())] if table else [],
    }


def _print(told: Sequence[Told], *, wide: bool) -> None:
    from citadels_sim.show.terminal import text_table
    from citadels_sim.study.history import over_versions

    for one in told:
        print_text(f"Version {one.version.number}, {one.version.begun} UTC, {one.version.folder}")
        for words in one.changed or ("No rule differs.",):
            print_text(f"  changed: {words}")
        print_text(f"  found: {one.finding or 'no page yet.'}")
        if one.compared:
            print_text(f"  effect: {one.compared}")
        print_text("")
    if (block := over_versions(told)) is not None:
        table = text_table(block, wide=wide)
        print_table(table.columns, table.rows, title=table.title)
        print_text(block.how)
