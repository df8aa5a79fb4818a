"""``citadels plays``: games that people played, beside those of the bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from citadels_sim.cli.console import examples, print_json, print_text
from citadels_sim.cli.groups import SentenceGroup
from citadels_sim.cli.options import JsonOption, WideOption
from citadels_sim.text import command_line

if TYPE_CHECKING:
    from citadels_sim.plays.game import PlayedGame
    from citadels_sim.plays.reading import Read
    from citadels_sim.study.plays import Rules

_SHEET: Final = (
    "citadels plays sheet classic-2000 --players 5 --out games.csv",
    "citadels plays sheet my-rules.toml --players 4 --games 20 --out games.html    # to print",
)
_ADD: Final = (
    "citadels plays add games.csv",
    "citadels plays add citadels-20261127-201500.json",
    "citadels plays add bgstats.json --variant dark-city",
)
_REPORT: Final = ("citadels plays report classic-2000", "citadels plays report my-rules.toml --players 4 --json")

StudyOption = Annotated[
    Path | None,
    typer.Option("--study", metavar="DIR", help="The folder of the study of these rules.  [default: studies/NAME]", show_default=False),
]

app = typer.Typer(
    cls=SentenceGroup,
    rich_markup_mode=None,
    help="Compare games that people played with those of the bots: sheets to fill in, files to add, a report.",
    invoke_without_command=True,
    epilog=examples(_SHEET[0], _ADD[0], _REPORT[0]),
)


@app.callback()
def _plays(context: typer.Context) -> None:
    """Compare games that people played with those of the bots: sheets to fill in, files to add, a report."""
    if context.invoked_subcommand is None:
        print_text(context.get_help())


@app.command("sheet", epilog=examples(*_SHEET))
def sheet(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="The rules, by name or file.")],
    *,
    players: Annotated[int, typer.Option("--players", min=2, max=8, help="Number of players.")] = 4,
    games: Annotated[int, typer.Option("--games", min=1, max=500, help="Number of games on the sheet.")] = 10,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to create: .csv, .xlsx (extra `xlsx`), or .html to print.")],
    study: StudyOption = None,
) -> None:
    """Write a sheet to fill in: a line for each seat of a game, stamped with the rules and their version."""
    from citadels_sim.cli.files import check_new_file, write_file
    from citadels_sim.errors import CitadelsError, nearest
    from citadels_sim.plays.sheet import COLUMNS, Sheet, to_csv, to_html
    from citadels_sim.plays.xlsx import write_xlsx
    from citadels_sim.study.plays import rules_of

    forms = (".csv", ".xlsx", ".html")
    if out.suffix not in forms:
        raise CitadelsError(f"--out {out}: should end in {', '.join(forms[:-1])} or {forms[-1]}.{nearest(out.suffix, forms)}")
    check_new_file("--out", out)
    rules = rules_of(variant, study)
    rules.variant.at(players)
    made = Sheet(rules.variant, str(rules.version or ""), players, games)
    if out.suffix == ".xlsx":
        content = write_xlsx({"games": (COLUMNS, made.rows())})
    else:
        content = to_csv(made) if out.suffix == ".csv" else to_html(made)
    file = write_file("--out", out, content)
    print_text(f"A sheet for {games} games of {rules.words} with {players} players: {file}")
    if out.suffix != ".html":
        print_text(f"When it is filled in: {command_line(['citadels', 'plays', 'add', str(file)])}")


@app.command("add", epilog=examples(*_ADD))
def add(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Sheets, transcripts, exports of BG Stats, play lists of BoardGameGeek.")
    ],
    *,
    variant: Annotated[str | None, typer.Option("--variant", help="The rules, by name or file, for files that do not name them.")] = None,
    study: StudyOption = None,
    keep_names: Annotated[
        bool, typer.Option("--keep-names", help="Keep the names of players; otherwise each is replaced by a number.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Add games that people played: filled-in sheets, transcripts of `citadels play`, BG Stats (JSON), BoardGameGeek (XML).

    A sheet is CSV or XLSX, as `citadels plays sheet` writes it. Each game is checked by its rules: who can have sat there, the
    characters, who can have won. The first fault is told with its row and column, and nothing is kept of any of the files. A game
    that was added before is not added again, so a sheet that grows can be added again as a whole.

    Games are kept by version of the rules, in DIR/plays/.
    """
    from citadels_sim.cli.files import written_alone
    from citadels_sim.plays.store import added, kept_file, kept_of, write_kept

    rows = []
    for rules, games, left_out in _read(files, variant, study):
        place = kept_file(rules.study, rules.variant.name, rules.variant.digest)
        _make_folder(place.parent)
        with written_alone("games:", place):
            kept, new, known = kept_of(rules.study, rules.variant), 0, 0
            for own in games:
                one = added(kept, own, names=keep_names)
                kept, new, known = one.kept, new + one.new, known + one.known
            if new:
                write_kept(rules.study, kept)
        rows.append(_row(rules, str(place), len(kept.games), new, known))
        if not as_json:
            for words in left_out:
                print_text(words)
            before = f" {known:,} {'was' if known == 1 else 'were'} there already." if known else ""
            print_text(f"{new:,} new game{'s' * (new != 1)} of {rules.words} added.{before} {len(kept.games):,} in {place}.")
    if as_json:
        print_json(rows)
        return
    name = str(rules.study) if rules.version else variant or rules.variant.name
    where = ["--version", str(rules.version)] if rules.version else ["--study", str(rules.study)] if study is not None else []
    print_text(f"Compare with the bots: {command_line(['citadels', 'plays', 'report', name, *where])}")


def _row(rules: Rules, file: str, games: int, new: int, known: int) -> dict[str, Any]:
    about = {"variant": rules.variant.name, "version": rules.version, "rules": rules.variant.digest, "file": file}
    return {**about, "new": new, "known": known, "games": games}


def _make_folder(folder: Path) -> None:
    from citadels_sim.errors import RunError
    from citadels_sim.files import unwritten

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{folder}: {unwritten(error)}. Free some space, or give a folder that you can write to with --study.") from None


_Games = tuple["Rules", list[list["PlayedGame"]], list[str]]
"""Rules, the games of each file, and what was left out of these."""


def _read(files: list[Path], variant: str | None, study: Path | None) -> list[_Games]:
    """Read and check all files, and sort their games by rules."""
    from dataclasses import replace

    from citadels_sim.errors import CitadelsError
    from citadels_sim.plays.game import as_named
    from citadels_sim.plays.reading import Refused, Stamp, read_plays
    from citadels_sim.study.plays import rules_of, rules_read, version_fault

    own = None if variant is None else rules_of(variant, study)
    known = frozenset(name for table in own.variant.tables.values() for ids in table.cast.values() for name in ids) if own else frozenset()
    found: dict[tuple[str, str], _Games] = {}
    for file in files:
        read = read_plays(file, known)
        if not read.entries:
            raise Refused(str(file), " ".join(("holds no played game of Citadels.", *read.left_out)))
        try:
            rules = rules_read(read.rules, variant, study)
        except CitadelsError as error:
            raise Refused(_in(file, read, "rules"), str(error)) from None
        if isinstance(read.rules, Stamp) and (fault := version_fault(read.rules, rules)):
            raise Refused(_in(file, read, "version"), fault)
        read = replace(read, entries=tuple(entry._replace(game=as_named(entry.game, rules.variant)) for entry in read.entries))
        _check(file, read, rules)
        _, games, left_out = found.setdefault((rules.variant.digest, str(rules.study)), (rules, [], []))
        games.append([entry.game for entry in read.entries])
        left_out += [f"{file}: {text}" for text in read.left_out]
    return list(found.values())


def _in(file: Path, read: Read, column: str) -> str:
    """Name the place in a file where it says the rules."""
    return ": ".join(filter(None, [str(file), read.said.get(column)]))


def _check(file: Path, read: Read, rules: Rules) -> None:
    """Refuse a file with a game that its rules do not allow."""
    from citadels_sim.plays.game import faults
    from citadels_sim.plays.reading import Refused

    for entry in read.entries:
        for fault in faults(entry.game, rules.variant):
            text = fault.text if fault.text.endswith(("?", ".")) else f"{fault.text}."
            raise Refused(f"{file}: {entry.place(fault.seat, fault.field)}", text)


@app.command("report", epilog=examples(*_REPORT))
def report(
    what: Annotated[str, typer.Argument(metavar="NAME|FILE|DIR", help="The rules by their name or file, or the folder of their study.")],
    *,
    players: Annotated[int | None, typer.Option("--players", min=2, max=8, help="Only games with this number of players.")] = None,
    version: Annotated[
        int | None, typer.Option("--version", help="Only games of this version of your own rules.  [default: the last]")
    ] = None,
    study: StudyOption = None,
    wide: WideOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare people's games with those of the bots: win chances by seat and character, length and scores.

    With few games the win chances lean on the bots of the study: on the level of skill that predicts the people best, and as far as
    they turn out to follow it. Every figure has what the bots alone lead to expect beside it (`--wide`), what was counted, and how many
    games more would settle it. `citadels study` puts the same on its page.
    """
    from citadels_sim.cli.results import frames_data, print_blocks
    from citadels_sim.errors import CitadelsError
    from citadels_sim.plays.store import kept_of
    from citadels_sim.plays.together import plays_beside
    from citadels_sim.study.plays import found, runs_of

    rules = found(what, study, version)
    kept = kept_of(rules.study, rules.variant)
    if not kept.games:
        line = command_line(["citadels", "plays", "add", "FILE", *([] if rules.version else ["--variant", rules.variant.name])])
        raise CitadelsError(f"{what}: no games of people by the rules of {rules.words} are in {rules.study / 'plays'}. Add some: {line}.")
    shown = plays_beside([kept], runs_of(rules), players)
    if as_json:
        about = {"variant": kept.variant, "version": rules.version, "rules": kept.rules, "games": len(kept.games)}
        print_json({**about, **frames_data(**shown.tables), "unknown": list(shown.unknown)})
        return
    print_blocks(shown.blocks, wide=wide)
    for words in shown.unknown:
        print_text(words)
    if shown.unknown:
        name = rules.variant.name if Path(what).is_dir() else what
        numbers = ",".join(map(str, sorted({len(game.seats) for game in kept.games})))
        print_text(f"Play bots there: {command_line(['citadels', 'study', name, '--players', numbers, '--out', str(rules.study)])}")
