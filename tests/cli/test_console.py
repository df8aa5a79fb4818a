"""How commands print: plain where nobody looks, and never eating what the user wrote."""

from __future__ import annotations

import json
import math
import re

import pytest
from rich.text import Text

from citadels_sim.cli import console


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the streams of this test look like a terminal."""
    monkeypatch.setattr(console, "_is_terminal", lambda stream: True)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_table_has_headings_and_rows(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_table(["name", ("games", "right")], [["classic-2000", 20000], ["mine", None]])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines[0].split() == ["name", "games"]
    assert lines[2].split() == ["classic-2000", "20000"]
    assert lines[3].split() == ["mine"]


def test_numbers_stand_on_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_table([("games", "right")], [[7], [20000]])
    seven, many = (line for line in capsys.readouterr().out.splitlines() if line.strip()[:1].isdigit())
    assert len(seven) == len(many)


def test_a_long_row_stays_one_line_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_table(["what"], [["word " * 60 + "end"]])
    assert "word " * 60 + "end" in capsys.readouterr().out


def test_lines_have_no_blanks_at_their_end(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_table(["a", "b"], [["x", ""], ["longer", "y"]], title="Two")
    assert all(line == line.rstrip() for line in capsys.readouterr().out.splitlines())


def test_square_brackets_in_a_cell_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_table(["[key]"], [["[red]deck[/red]"]], title="[title]")
    printed = capsys.readouterr().out
    assert all(text in printed for text in ("[key]", "[red]deck[/red]", "[title]"))


def test_a_title_stands_above_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_table(["name"], [["x"]], title="Variants")
    assert capsys.readouterr().out.startswith("Variants\n")


def test_a_row_of_the_wrong_length_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match=r"a row of 1 cells in a table of 2 columns: \('x',\)"):
        console.print_table(["a", "b"], [["x"]])
    assert capsys.readouterr().out == ""


def test_there_is_no_colour_where_nobody_looks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    console.print_table(["name"], [["x"]], title="Variants")
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.usefixtures("terminal")
def test_a_table_fits_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    console.print_table(["what"], [["word " * 60]])
    assert max(len(line) for line in capsys.readouterr().out.splitlines()) <= 60  # 40 and the codes for the heading


@pytest.mark.usefixtures("terminal")
def test_no_number_and_no_word_is_cut_off_where_a_table_does_not_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    console.print_table(["character", *((f"figure {n}", "right") for n in range(6))], [["tax-collector", *["-12.3 to +4.5"] * 6]])
    printed = capsys.readouterr().out
    assert "…" not in printed
    assert "tax-collector" in printed
    assert printed.count("-12.3 to +4.5") == 6


def test_json_is_data_again(capsys: pytest.CaptureFixture[str]) -> None:
    data = {"name": "été", "rows": [1, 2.5, None, True]}
    console.print_json(data)
    printed = capsys.readouterr().out
    assert json.loads(printed) == data
    assert "été" in printed


def test_what_json_cannot_say_is_refused_before_printing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        console.print_json({"rate": math.nan})
    assert capsys.readouterr().out == ""


def test_notes_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    console.note("compiling [once]")
    assert capsys.readouterr() == ("", "compiling [once]\n")


def test_there_is_no_bar_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with console.progress(10) as bar:
        bar.update(10)
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_the_bar_reports_what_is_done_and_the_rate(capsys: pytest.CaptureFixture[str]) -> None:
    with console.progress(2000, done=500) as bar:
        bar.update(1500)
    out, err = capsys.readouterr()
    assert out == ""
    assert "2.00k/2.00k" in err
    assert "games/s" in err


HIDDEN = "a\x1b[2J\x07\x9b1m\u202e\u2028\x7fb"
SHOWN = r"a\x1b[2J\x07\x9b1m\u202e\u2028\x7fb"


@pytest.mark.usefixtures("terminal")
def test_what_a_terminal_would_obey_is_printed_as_text_everywhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    console.print_text(HIDDEN)
    console.print_table([HIDDEN], [[HIDDEN], [Text("c").append(HIDDEN, style="red")]], title=HIDDEN)
    console.print_styled(Text(HIDDEN))
    console.note(HIDDEN)
    console.complain(HIDDEN)
    out, err = capsys.readouterr()
    assert out.count(SHOWN) == 4
    assert out.count(SHOWN.replace(r"\x07", "")) == 2  # rich leaves it out itself
    assert err == f"{SHOWN}\ncitadels: {SHOWN}\n"
    assert re.sub("\x1b\\[[0-9;]*m", "", out + err).replace("\n", "").isprintable()


def test_json_writes_what_does_not_show_as_json_does_and_is_the_same_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = {HIDDEN: "été \U000e0001 \U0001f3f0"}
    console.print_json(data)
    printed = capsys.readouterr().out
    assert json.loads(printed) == data
    assert printed.replace("\n", "").isprintable()
    assert "été" in printed
    assert "\U0001f3f0" in printed


def test_a_value_that_a_message_quotes_is_cut_and_what_would_be_right_stays(capsys: pytest.CaptureFixture[str]) -> None:
    console.complain(f"a player's 'x.toml': name: '{'a' * 5000}' should be short. Did you mean 'b'?")
    shown = capsys.readouterr().err
    assert re.fullmatch(
        r"citadels: a player's 'x.toml': name: 'a+ \[\.\.\. 4,930 characters \.\.\.\] a+' should be short. Did you mean 'b'\?\n", shown
    )


def test_a_message_that_is_too_long_is_cut_in_its_middle_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    console.complain(f"{'x' * 100000} should be a number.")
    shown = capsys.readouterr().err
    assert len(shown) <= 2001
    assert "[... 98,0" in shown
    assert shown.endswith(" should be a number.\n")


def test_a_message_of_many_faults_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(["my.toml has 20 faults:", *(f"  rules.switch_{n}: must be true or false, not 'maybe'." for n in range(20))])
    console.complain(text)
    assert capsys.readouterr().err == f"citadels: {text}\n"
