"""The runner of the README's examples must not pass over anything in silence."""

import re
from pathlib import Path

import pytest

from tests.readme.runner import RUN, Block, ReadmeError, main, read_blocks, run_blocks


def states(markdown: str, folder: Path) -> list[str]:
    return [outcome.state for outcome in run_blocks(read_blocks(markdown), folder)]


def test_blocks_run_in_order_in_one_folder(tmp_path: Path) -> None:
    markdown = "```bash\necho 41 > n\n```\n```python\nn = int(open('n').read())\nopen('m', 'w').write(str(n + 1))\n```\n"
    assert states(markdown, tmp_path) == ["ran", "ran"]
    assert (tmp_path / "m").read_text() == "42"


def test_a_failing_block_is_reported_and_stops_the_rest(tmp_path: Path) -> None:
    assert states("```bash\nfalse\n```\n```bash\ntouch later\n```\n", tmp_path) == ["failed"]
    assert not (tmp_path / "later").exists()


def test_a_command_that_fails_in_the_middle_of_a_block_fails_it(tmp_path: Path) -> None:
    assert states("```bash\nfalse\ntrue\n```\n", tmp_path) == ["failed"]


def test_a_failing_pipe_fails_its_block(tmp_path: Path) -> None:
    assert states("```bash\nfalse | cat\n```\n", tmp_path) == ["failed"]


def test_a_python_exception_fails_its_block_and_is_shown(tmp_path: Path) -> None:
    (outcome,) = run_blocks(read_blocks("```python\nassert 1 == 2, 'sums'\n```\n"), tmp_path)
    assert outcome.state == "failed"
    assert "AssertionError: sums" in outcome.output


def test_a_block_marked_not_run_is_left_alone(tmp_path: Path) -> None:
    assert states("<!-- not run: takes an hour -->\n```bash\ntouch here\n```\n", tmp_path) == ["not run"]
    assert not (tmp_path / "here").exists()


def test_a_mark_may_stand_a_blank_line_above_its_block(tmp_path: Path) -> None:
    assert states("<!-- not run: takes an hour -->\n\n```bash\nfalse\n```\n", tmp_path) == ["not run"]


def test_a_block_marked_as_file_is_written_for_those_after_it(tmp_path: Path) -> None:
    markdown = "<!-- file: bots/mine.py -->\n```python\nANSWER = 42\n```\n```bash\ngrep -q 42 bots/mine.py\n```\n"
    assert states(markdown, tmp_path) == ["written", "ran"]


OUTPUT = "```bash\nprintf 'one\\ntook 3.2 s\\n  three  \\nfour\\n'; echo said >&2\n```\n\n<!-- output -->\n```text\n{}```\n"


@pytest.mark.parametrize("text", ("one\n", "one\ntook ...\n  three\n", "took ... s\n", "one\n...\nfour\n", "...\nfour\n", "one\n...\n"))
def test_an_output_is_a_part_of_what_the_block_before_has_printed(tmp_path: Path, text: str) -> None:
    outcomes = list(run_blocks(read_blocks(OUTPUT.format(text)), tmp_path))
    assert [outcome.state for outcome in outcomes] == ["ran", "held"]


@pytest.mark.parametrize("text", ("two\n", "one\n  three\n", "on\n", "four\n...\none\n", "said\n", "three\n", "one\n...\nfive\n"))
def test_an_output_that_is_not_what_was_printed_fails_and_shows_what_was(tmp_path: Path, text: str) -> None:
    *_, outcome = run_blocks(read_blocks(OUTPUT.format(text)), tmp_path)
    assert outcome.state == "failed"
    assert "took 3.2 s" in outcome.output


def test_an_output_with_no_block_before_it_fails(tmp_path: Path) -> None:
    (outcome,) = run_blocks(read_blocks("<!-- output -->\n```text\none\n```\n"), tmp_path)
    assert outcome.state == "failed"


def test_other_languages_are_shown_only(tmp_path: Path) -> None:
    assert states("```toml\nx = 1\n```\n```\nplain\n```\n", tmp_path) == []


def test_the_commands_of_this_environment_are_found_first(tmp_path: Path) -> None:
    (outcome,) = run_blocks(read_blocks("```bash\npython -c 'import pytest, sys; print(sys.prefix)'\n```\n"), tmp_path)
    assert outcome.state == "ran", outcome.output


@pytest.mark.parametrize(
    ("markdown", "complaint"),
    [
        ("<!-- not run -->\n```bash\ntrue\n```\n", "line 1: `not run` needs a reason"),
        ("<!-- not run: -->\n```bash\ntrue\n```\n", "line 1: `not run` needs a reason"),
        ("<!-- file: -->\n```bash\ntrue\n```\n", "line 1: `file` needs a name"),
        ("text\n<!-- not run: why -->\ntext\n```bash\ntrue\n```\n", "line 2: a mark with no block below it"),
        ("<!-- not run: why -->\n<!-- file: a -->\n```bash\ntrue\n```\n", "line 1: a mark with no block below it"),
        ("```bash\ntrue\n```\n<!-- not run: why -->\n", "line 4: a mark with no block below it"),
        ("\n```bash\ntrue\n", "line 2: this block is never closed"),
        ("```console\n$ true\n```\n", "line 1: a `console` block would never run; write `bash`"),
        ("```py\n1\n```\n", "line 1: a `py` block would never run; write `python`"),
    ],
)
def test_what_would_be_passed_over_is_refused(markdown: str, complaint: str) -> None:
    with pytest.raises(ReadmeError) as refused:
        read_blocks(markdown)
    assert str(refused.value) == complaint


def test_the_program_fails_when_an_example_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = tmp_path / "R.md"
    readme.write_text("```bash\necho heard; exit 3\n```\n")
    assert main([str(readme)]) == 1
    printed = capsys.readouterr().out
    assert "R.md:1: failed" in printed
    assert "heard" in printed
    assert "exit code 3" in printed


def test_the_program_fails_when_nothing_was_run(tmp_path: Path) -> None:
    readme = tmp_path / "R.md"
    readme.write_text("no examples\n")
    assert main([str(readme)]) == 1


def test_the_program_reports_what_ran(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = tmp_path / "R.md"
    readme.write_text("```bash\ntrue\n```\n<!-- not run: why not -->\n```bash\nfalse\n```\n")
    assert main([str(readme)]) == 0
    printed = capsys.readouterr().out
    assert "not run (why not)" in printed
    assert printed.endswith("1 ran, 1 not run\n")


def test_a_file_that_is_not_there_is_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.md")]) == 2
    assert "none.md" in capsys.readouterr().err


ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
GENERATED = {"docs/reference", "docs/gallery"}
"""Folders whose pages the documentation's build makes from code and data; it checks the links to them."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_can_be_read_and_its_links_lead_to_files(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert all(block.language in ("bash", "python", "text", "toml", "yaml") for block in read_blocks(text))
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link and not link.startswith("#")]
    targets = [(page.parent / link).resolve() for link in links]
    assert [target for target in targets if not target.exists() and not is_generated(target)] == []


@pytest.mark.parametrize("page", [*PAGES, *sorted((ROOT / "reports" / "examples").glob("*.md"))], ids=lambda page: page.name)
def test_a_reader_sees_the_name_of_each_file_above_it(page: Path) -> None:
    """The mark that has it is invisible."""
    parts = re.split(r"^<!-- file: (.*) -->$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    above = [re.split(r"^(?:```|#).*$", text, flags=re.MULTILINE)[-1] for text in parts[:-1:2]]
    assert [name for text, name in zip(above, parts[1::2], strict=True) if f"`{name}`" not in text] == []


def is_generated(target: Path) -> bool:
    return target.suffix == ".md" and any(target.is_relative_to(ROOT / folder) for folder in GENERATED)


def test_the_readme_is_short_and_names_every_page_of_the_documentation() -> None:
    text = PAGES[0].read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 250
    assert [page.name for page in (ROOT / "docs").glob("*.md") if f"docs/{page.name}" not in text] == []


def test_every_page_with_examples_is_run_by_the_whole_test() -> None:
    """Each time, or every third day. Pages whose blocks are all marked as not run, and those without any, need no run."""
    script = (ROOT / "scripts" / "test").read_text(encoding="utf-8")
    pages = [
        page for page in PAGES[1:] if any(block.language in RUN and block.not_run is None and not block.file for block in blocks_of(page))
    ]
    assert "examples README.md" in script
    named = ["tutorial", *script.split("pages=(docs/{")[1].split("}")[0].split(",")]
    missing = [page.name for page in pages if page.parent.name == "docs" and page.stem not in named and page.stem not in SHOWN]
    assert missing == []
    assert all(page.parent.name == "how-to" for page in pages if page.parent.name != "docs")


SHOWN = ("index", "speed", "upgrading")
"""Pages that show commands and do not need them run: each of these commands is run elsewhere."""


def blocks_of(page: Path) -> list[Block]:
    return read_blocks(page.read_text(encoding="utf-8"))
