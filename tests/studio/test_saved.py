"""Games that were played in a studio: gone on with, added to people's games, and told of."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_lineup
from citadels_sim.game.session import Session
from citadels_sim.studio.saved import GAMES, file_of, saved_games
from citadels_sim.studio.site import Studio
from citadels_sim.web.site import LEADS_BACK, BadRequest

ODD = "<img src=x onerror=alert(1)>"


def save(name: str, *, choices: int | None = None, **changed: Any) -> dict[str, Any]:
    """Save a game of two that a person played, as `citadels play` does; return what is in the file."""
    sitting = Session(cs.load_variant("mine.toml"), parse_lineup("random", 1), [0], 5)
    sitting.start()
    while not sitting.game.over and (choices is None or len(sitting.game.transcript()["labels"]) < choices):
        sitting.play(sitting.game.legal()[0])
    GAMES.mkdir(exist_ok=True)
    data = sitting.transcript() | changed
    (GAMES / name).write_text(json.dumps(data))
    return data


def test_a_game_that_is_over_is_added_to_peoples_games_by_a_command_that_is_shown(studio: Studio) -> None:
    save("a.json")
    page = studio.read("play/mine")
    assert "over: Seat" in page
    assert "citadels plays add games/a.json" in page
    assert studio.act("add", {"file": "mine", "game": "a.json"}) == {"said": f"1 new game of mine added. 1 in {kept()}."}
    assert studio.steps[0].command == "citadels plays add games/a.json"
    assert json.loads(kept().read_text())["games"][0]["seats"][0]["bot"] in ("", "random")
    again = studio.act("add", {"file": "mine", "game": "a.json"})
    assert again == {"said": f"0 new games of mine added. 1 was there already. 1 in {kept()}."}
    page = studio.read("play/mine")  # also after it has been loaded again
    assert ("✓ added to people's games" in page, "Add to people's games</button>" in page) == (True, False)
    save("b.json", seed=6)
    data = json.loads((GAMES / "b.json").read_text())
    data["result"]["scores"][0]["total"] += 1
    (GAMES / "b.json").write_text(json.dumps(data))  # another game: it is not marked
    assert "Add to people's games</button>" in studio.read("play/mine")


def kept() -> Path:
    (file,) = Path("studies/mine/plays").glob("*.json")
    return file


def test_a_game_that_is_not_over_can_be_gone_on_with_once(studio: Studio) -> None:
    save("a.json", choices=9)
    page = studio.read("play/mine")
    assert "choices so far." in page
    assert "citadels play games/a.json</code>" in page
    with pytest.raises(BadRequest, match="the game is not over after"):
        studio.act("add", {"file": "mine", "game": "a.json"})
    assert studio.act("resume", {"file": "mine", "game": "a.json"}) == {"reload": True}
    assert studio.games[0].command == "citadels play games/a.json --browser --no-open"
    with pytest.raises(BadRequest, match=r"games/a\.json is already open"):
        studio.act("resume", {"file": "mine", "game": "a.json"})


@pytest.mark.parametrize(("choices", "words"), [(1, "1 choice so far."), (2, "2 choices so far.")])
def test_choices_are_counted_in_the_singular_too(studio: Studio, choices: int, words: str) -> None:
    save("a.json", choices=1, labels=["pick:king"] * choices)
    assert words in studio.read("play/mine")


def test_a_game_that_is_open_and_over_is_listed_once_and_can_be_added_at_once(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "http://127.0.0.1:1/?token=x"
    program = f"import os, time; print({address!r}); print(os.environ[{LEADS_BACK!r}]); time.sleep(600)"
    monkeypatch.setattr("citadels_sim.studio.jobs._program", lambda _: [sys.executable, "-c", program])
    studio.address = "http://127.0.0.1:2/"
    studio.act("play", {"file": "mine", "typed": {"players": "2", "bot": "random"}})
    (job,) = studio.games
    end = time.monotonic() + 30
    while not job.lines and time.monotonic() < end:
        time.sleep(0.05)
    assert job.lines == ["http://127.0.0.1:2/play/mine#games"]  # where the page of the game leads once it is over
    file = file_of(job.words)
    save(file.name, choices=9)
    page = studio.read("play/mine")
    assert [page.count(words) for words in ("Save and end it</button>", "Close it</button>", "Continue</button>", address)] == [1, 0, 0, 1]
    before = studio.state()["games"]
    save(file.name)
    assert studio.state()["games"] != before  # so that a page which is open is loaded again
    page = studio.read("play/mine")
    assert [page.count(words) for words in ("Save and end it</button>", "Close it</button>", address, f"add {file}</code>")] == [0, 1, 1, 1]
    assert "Open games" not in page
    studio.act("end", {"game": str(job.process.pid)})
    job.close()
    page = studio.read("play/mine")
    assert [page.count(words) for words in ("Close it</button>", address, f"add {file}</code>")] == [0, 0, 1]


def test_a_game_of_several_people_goes_on_at_one_screen_and_says_so(studio: Studio) -> None:
    save("a.json", choices=9)
    alone = studio.read("play/mine")
    assert "share this screen, also where each had a link" not in alone
    assert "Continue at this screen" not in alone
    save("b.json", choices=9, people=[0, 1], bots=[])
    page = studio.read("play/mine")
    assert "citadels play games/a.json</code>" in page
    assert "citadels play games/b.json --browser</code>" in page
    assert "Continue at this screen</button>" in page
    assert "share this screen, also where each had a link of the local network." in page


@pytest.mark.parametrize("bot", ["evil.py:<b>Bot", f"{'e' * 100_000}.py:Bot", "evil.py:<b>\nBot"])
def test_a_page_shows_no_command_that_runs_a_program_which_only_a_game_names(studio: Studio, bot: str) -> None:
    save("own.json", choices=9)
    usual = len(studio.read("play/mine"))
    save("a.json", choices=9, bots=[bot])
    page = studio.read("play/mine")
    assert "citadels play games/a.json</code>" in page
    assert "is in a file, which is not loaded just because a saved game names it" in page
    assert "<b>Bot" not in page
    assert page.count("Continue</button>") == 1  # of the other game: what would be refused is not offered
    assert len(page) < usual + 2000
    save("a.json", bots=[bot])
    assert "just because" not in studio.read("play/mine")


def test_a_game_that_is_gone_on_with_loads_no_program(studio: Studio) -> None:
    Path("evil.py").write_text("import pathlib\npathlib.Path('ran').touch()\ndef Bot(view, legal, rng): return legal[0]\n")
    save("a.json", choices=9, bots=["learner:think=2,evil.py:Bot", ""], people=[0], players=3)
    studio.act("resume", {"file": "mine", "game": "a.json"})
    assert studio.games[0].process.wait(timeout=120) == 2
    assert not Path("ran").exists()


@pytest.mark.parametrize("name", ["../mine.toml", "/etc/passwd", "b.json", "", "a", "link.json", 3])
def test_the_name_of_a_game_is_never_a_path(studio: Studio, name: Any, tmp_path: Path) -> None:
    data = save("a.json")
    (tmp_path.parent / "outside.json").write_text(json.dumps(data | {"seats": ["SECRET", "SECRET"]}))
    (GAMES / "link.json").symlink_to(tmp_path.parent / "outside.json")
    assert "SECRET" not in studio.read("play/mine")
    for act in ("add", "resume"):
        with pytest.raises(BadRequest):
            studio.act(act, {"file": "mine", "game": name})
    assert not Path("studies").exists()


@pytest.mark.parametrize("newest", ["0.json", "350.json", "zzz.json"])
def test_of_many_games_the_last_ones_are_listed(studio: Studio, newest: str) -> None:
    save("one.json", choices=9)
    text = (GAMES / "one.json").read_text()
    for number in range(700):
        file = GAMES / f"{number}.json"
        file.write_text("{}")
        os.utime(file, ns=(0, number))
    (GAMES / newest).write_text(text)
    os.utime(GAMES / newest, (2_000_000_000, 2_000_000_000))
    (GAMES / "gone.json").symlink_to("nowhere")
    (GAMES / "folder.json").mkdir()
    (GAMES / "note.txt").touch()
    listed = [game.file.name for game in saved_games()]
    last = [f"{number}.json" for number in reversed(range(700)) if f"{number}.json" != newest]
    assert listed == [newest, "one.json", *last[:28]]
    assert f"citadels play games/{newest}</code>" in studio.read("play/mine")


def test_files_that_are_no_games_are_said_to_be_none(studio: Studio) -> None:
    data = save("a.json", seats=[ODD, ODD])
    for name, content in (
        ("b.json", "{"),
        ("c.json", "[]"),
        ("d.json", "x" * 10),
        ("e.json", json.dumps(data | {"result": {"winners": [9]}})),
        ("f.json", json.dumps(data | {"result": {"winners": []}})),
        ("g.json", json.dumps(data | {"result": {"winners": [0], "scores": [{"seat": 0, "total": float("inf")}]}})),
    ):
        (GAMES / name).write_text(content)
    by_name = {game.file.name: game for game in saved_games()}
    assert by_name["b.json"].fault
    assert by_name["c.json"].fault == "is not a game of `citadels play`"
    assert by_name["d.json"].fault
    assert (by_name["e.json"].ended, by_name["f.json"].ended, by_name["g.json"].seats) == ("", "", ())
    page = studio.read("play/mine")
    assert "<img" not in page
    assert "&lt;img" in page
