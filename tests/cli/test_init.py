"""``citadels init``: a variant file to edit."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.variants import load_variant


@pytest.mark.parametrize("command", [("init",), ("variants", "new")])
def test_it_writes_a_file_that_the_other_commands_take(citadels, tmp_path: Path, monkeypatch, command: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    result = citadels(*command, "mine", "--extends", "dark-city")
    assert (result.code, result.err) == (0, "")
    assert "mine.toml" in result.out
    assert citadels("variants", "check", "mine.toml").code == 0
    assert "have the same rules" in citadels("variants", "diff", "dark-city", "mine.toml").out
    assert citadels(*command, "yours", "--extends", "mine.toml").code == 0
    assert citadels("variants", "check", "yours.toml").code == 0


def test_a_parent_with_an_odd_path_stands_quoted_in_every_command(citadels, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a; touch b.toml").write_text('name = "a"\nextends = "classic-2000"\n')
    result = citadels("init", "mine", "--extends", "a; touch b.toml")
    assert (result.code, result.err) == (0, "")
    for text in (result.out, Path("mine.toml").read_text()):
        assert "citadels variants diff 'a; touch b.toml' mine.toml" in text.replace("\n# ", " ")
    assert citadels("variants", "check", "mine.toml").code == 0


def test_a_parent_that_no_file_can_name_is_refused(citadels, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a\x1b[2J.toml").write_text('name = "a"\nextends = "classic-2000"\n')
    result = citadels("init", "mine", "--extends", "a\x1b[2J.toml")
    assert (result.code, "rename the file" in result.err) == (2, True)
    assert not Path("mine.toml").exists()


def test_a_title_is_written_as_it_is_typed(citadels, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    title = 'Say "hi", \\ # <b>Ödön</b>'
    assert citadels("init", "mine", "--title", title).code == 0
    assert load_variant("mine.toml").title == title
    assert "have the same rules" in citadels("variants", "diff", "classic-2000", "mine.toml").out


def test_a_file_that_is_there_is_not_overwritten(citadels, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text("mine")
    result = citadels("init", "mine")
    assert (result.code, result.out) == (2, "")
    assert "mine.toml: already exists" in result.err
    assert Path("mine.toml").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("My Rules",), "NAME: 'My Rules' should be 1 to 64 small letters"),
        (("../mine",), "NAME: '../mine' should be 1 to 64 small letters"),
        (("../mine.toml",), "NAME: '../mine.toml' should be 1 to 64 small letters"),
        (("mine.toml",), "NAME: 'mine.toml' should be the name without .toml: 'mine' writes mine.toml."),
        (("classic-2000",), "'classic-2000' is a packaged variant. Choose another name, such as my-classic-2000."),
        (("mine", "--extends", "clasic-2000"), "Did you mean 'classic-2000'?"),
        (("mine", "--extends", "nowhere.toml"), "nowhere.toml"),
        (("mine", "--title", "a\nb"), "--title: 'a\\nb' should be one line of at most 200 letters."),
        (("mine", "--title", "a" * 201), "should be one line of at most 200 letters."),
    ],
)
def test_a_mistake_is_one_message_and_no_file(citadels, tmp_path: Path, monkeypatch, words: tuple[str, ...], message: str) -> None:
    monkeypatch.chdir(tmp_path)
    result = citadels("init", *words)
    assert (result.code, result.out, result.err.count("citadels: ")) == (2, "", 1)
    assert message in result.err
    assert list(tmp_path.iterdir()) == []
