"""The frame of the command line: help, exit codes, and one message for each mistake."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, NoReturn

import pytest
import typer

from citadels_sim.cli.commands import MEASURE
from citadels_sim.errors import VariantError

# By its name, for the module and its function are both called main.
frame = importlib.import_module("citadels_sim.cli.main")


@pytest.fixture
def with_command(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put one command, named ``try``, in the place of the real ones."""

    def install(command: Callable[..., object], **attributes: object) -> None:
        module = SimpleNamespace(__name__="citadels_sim.cli.designs.try", command=command, **attributes)
        monkeypatch.setattr("citadels_sim.cli.commands.GROUPS", {MEASURE: {"try": "Try."}})
        monkeypatch.setitem(sys.modules, "citadels_sim.cli.designs.try", module)  # type: ignore[arg-type]

    return install


def raising(error: BaseException) -> Callable[[], NoReturn]:
    def command() -> NoReturn:
        raise error

    return command


def test_done_is_zero(with_command, citadels) -> None:
    with_command(lambda: typer.echo("42"))
    assert citadels("try") == (0, "42\n", "")


def test_what_a_command_returns_is_no_exit_code(with_command, citadels) -> None:
    with_command(lambda: 5)
    assert citadels("try").code == 0


def test_a_check_that_did_not_hold_is_one(with_command, citadels) -> None:
    with_command(raising(typer.Exit(1)))
    assert citadels("try") == (1, "", "")


def test_a_users_mistake_is_one_message_and_two(with_command, citadels) -> None:
    with_command(raising(VariantError("my.toml: cast[2]: no character 'theif'. Did you mean 'thief'?")))
    assert citadels("try") == (2, "", "citadels: my.toml: cast[2]: no character 'theif'. Did you mean 'thief'?\n")


def test_an_interruption_is_130(with_command, citadels) -> None:
    with_command(raising(KeyboardInterrupt()))
    assert citadels("try") == (130, "", "citadels: interrupted\n")


def test_a_command_that_reported_its_interruption_is_130_without_a_word_more(with_command, citadels) -> None:
    with_command(raising(typer.Exit(130)))
    assert citadels("try") == (130, "", "")


def test_a_fault_of_ours_passes_through(with_command, citadels) -> None:
    with_command(raising(ZeroDivisionError("seed 7")))
    with pytest.raises(ZeroDivisionError, match="seed 7"):
        citadels("try")


def test_a_plain_value_error_is_a_fault_of_ours(with_command, citadels) -> None:
    with_command(raising(ValueError("shapes differ")))
    with pytest.raises(ValueError, match="shapes differ"):
        citadels("try")


def test_an_unknown_option_is_reported_with_the_help_to_read(with_command, citadels) -> None:
    def command(games: int = 1) -> None: ...

    with_command(command)
    answer = citadels("try", "--game", "3")
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err == "citadels: No such option: --game (Possible options: --games) Try 'citadels try --help'.\n"


@pytest.mark.parametrize(
    ("option", "value", "what"),
    [
        ("--games", "many", "a valid integer"),
        ("--games", "1.5", "a valid integer"),
        ("--games", "0", "greater than or equal to 1"),
        ("--minutes", "abc", "a valid number"),
        ("--minutes", "1,5", "a valid number"),
        ("--minutes", "9e9", "less than or equal to 100"),
    ],
)
def test_a_value_of_the_wrong_kind_is_reported_with_its_option(with_command, citadels, option: str, value: str, what: str) -> None:
    def command(games: Annotated[int, typer.Option(min=1)] = 1, minutes: Annotated[float, typer.Option(max=100)] = 1) -> None: ...

    with_command(command)
    assert citadels("try", option, value) == (2, "", f"citadels: {option}: '{value}' should be {what}. Try 'citadels try --help'.\n")


def test_an_argument_left_out_is_reported_by_name(with_command, citadels) -> None:
    def command(run: str) -> None: ...

    with_command(command)
    answer = citadels("try")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.lower() == "citadels: missing argument 'run'. try 'citadels try --help'.\n"


def test_a_group_without_a_command_gives_its_help(citadels) -> None:
    for group in ("runs", "variants", "experiments"):
        assert citadels(group)[::2] == (0, "")
    assert "verify" in citadels("runs").out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_standard_output_is_one_message() -> None:
    words = [sys.executable, "-m", "citadels_sim", "variants"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "citadels: the disk is full. Free some space, and give the same command again.\n")


def test_an_unknown_command_is_reported_with_the_nearest(with_command, citadels) -> None:
    with_command(lambda: None)
    answer = citadels("tray")
    assert answer.code == 2
    assert answer.err == "citadels: No such command 'tray'. Did you mean 'try'? Try 'citadels --help'.\n"


def test_square_brackets_in_a_message_are_printed(with_command, citadels) -> None:
    with_command(raising(VariantError("[deck] basic: [bold] is no district")))
    assert citadels("try").err == "citadels: [deck] basic: [bold] is no district\n"


def test_without_words_the_help_is_shown(citadels) -> None:
    assert citadels() == citadels("--help")
    assert "Usage: citadels" in citadels().out


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_goes_to_standard_output(citadels, flag: str) -> None:
    answer = citadels(flag)
    assert (answer.code, answer.err) == (0, "")
    assert "Examples:" in answer.out


def test_the_version_is_the_packages(citadels) -> None:
    from citadels_sim import __version__

    assert citadels("--version") == (0, f"citadels {__version__}\n", "")


def test_the_examples_of_a_command_close_its_help(with_command, citadels) -> None:
    with_command(lambda: None, EXAMPLES=("citadels try one", "citadels try " + "long " * 40))
    assert citadels("try", "-h").out.rstrip().endswith("citadels try one\n    citadels try " + ("long " * 40).rstrip())


def test_a_module_without_a_command_is_a_fault_of_ours(with_command, citadels) -> None:
    with_command("not callable")
    with pytest.raises(TypeError, match=r"citadels_sim\.cli\.designs\.try defines neither `command` nor `app`"):
        citadels("try")


def test_a_reader_that_went_away_is_no_traceback() -> None:
    code = (
        "import sys, types, importlib, typer\n"
        "frame, table = (importlib.import_module(f'citadels_sim.cli.{name}') for name in ('main', 'commands'))\n"
        "def command() -> None:\n"
        "    for number in range(100_000): typer.echo(f'line {number}')\n"
        "table.GROUPS = {table.MEASURE: {'try': 'Try.'}}\n"
        "sys.modules['citadels_sim.cli.designs.try'] = types.SimpleNamespace(__name__='try', command=command)\n"
        "sys.exit(frame.main(['try']))\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        first = writer.stdout.readline()
        writer.stdout.close()
        complaints = writer.stderr.read()
    assert (first, complaints, writer.returncode) == ("line 0\n", "", 141)


def test_the_module_is_the_command_too() -> None:
    done = subprocess.run([sys.executable, "-m", "citadels_sim", "--nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "citadels: No such option: --nonsense. Try 'citadels --help'.\n"


def test_help_needs_nothing_that_is_slow_to_load() -> None:
    """What keeps the start short; how short it is, `citadels bench` measures."""
    done = subprocess.run([sys.executable, "-X", "importtime", "-m", "citadels_sim", "--help"], capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in loaded
    assert not loaded & {"numba", "numpy", "polars", "matplotlib", "scipy", "statsmodels", "pydantic", "jinja2", "distributed"}


def test_a_run_whose_programs_are_kept_does_without_the_compiler(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from citadels_sim.__main__ import main\n"
        "assert main() == 0\n"
        "print({'numba', 'scipy', 'matplotlib', 'citadels_sim.game'} & set(sys.modules))\n"
    )
    words = "run --variant classic-2000 --players 4 --games 40 --bots builder --out"
    for name in ("first", "second"):
        done = subprocess.run([sys.executable, "-c", code, *words.split(), name], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


def test_there_is_no_colour_in_help_where_nobody_looks(citadels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in citadels("--help").out


@pytest.mark.parametrize(
    "words", [("report", "{}", "--terminal"), ("check", "{}", "--max-seat", "2"), ("runs", "verify", "{}"), ("ladder", "{}")]
)
def test_a_name_that_no_file_system_takes_is_one_message(citadels: Callable[..., Any], words: tuple[str, ...]) -> None:
    result = citadels(*(word.format("x" * 300) for word in words))
    assert (result.code, "too long" in result.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("run --variant classic-2000 --bots", "--bots"),
        ("study classic-2000 --bots", "--bots"),
        ("balance classic-2000 --bots", "--bots"),
        ("play classic-2000 --bots", "--bots"),
        ("forks --variant classic-2000 --bots", "--bots"),
        ("exploit --variant classic-2000", "BOT"),
        ("tune --variant classic-2000", "BOT"),
        ("tune builder --variant classic-2000 --against", "--against"),
        ("train classic-2000 --against", "--against"),
    ],
)
def test_an_unknown_bot_is_reported_by_the_option_or_argument_that_names_it(citadels: Callable[..., Any], words: str, place: str) -> None:
    result = citadels(*words.split(), "bilder")
    assert (result.code, result.err.startswith(f"citadels: {place}: there is no bot 'bilder'")) == (2, True)


def test_a_mistyped_name_is_answered_before_what_plays_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    lines = [f"{name} --variant clasic-2000" for name in ("run", "forks", "bans", "flow", "luck", "kingmaking", "casts", "districts")]
    lines += ["run --variant classic-2000 --bots bilder", "run --variant classic-2000 --players 9", "run --variant classic-2000 --out file"]
    lines += [
        "attribute clasic-2000 classic-summary",
        "tune bilder --variant classic-2000",
        "play clasic-2000",
        "play classic-2000 --bots bilder",
    ]
    lines += [
        "compare runs/nope a b",
        "report runs/nope --out new",
        "ladder runs/nope",
        "replay runs/nope --game 0",
        "check nope --declared",
    ]
    lines += ["study clasic-2000", "study classic-2000 --bots bilder", "balance clasic-2000", "balance classic-2000 --bots bilder"]
    code = (
        "import sys\n"
        "from citadels_sim.cli.main import main\n"
        f"for line in {lines!r}:\n"
        "    print(main(line.split()), *{'numba', 'scipy', 'matplotlib', 'citadels_sim.engine'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "2\n" * len(lines)
    assert done.stderr.count("citadels: ") == len(lines)
    assert done.stderr.count("Did you mean 'builder'?") == 5
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
