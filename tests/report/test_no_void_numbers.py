"""No reader meets NaN, an infinity, a zero with a sign or None as a figure: every design, in runs as small as they come, in every form."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from citadels_sim.designs.between_two import experiment_between
from citadels_sim.errors import RunError
from citadels_sim.report import ReportPaths, make_report
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.runner import run_experiment
from tests.rotation import rotated

_VOID = re.compile(
    r"(?<![\w.])[+\-−±]?(?:nan|NaN|inf|Infinity)(?![\w-])|(?<![\w.\-−])[\-−]0(?:\.0+)?(?![\w]|\.\d)"
    r"|[\[+\-−±]\s?None|None\s?(?:%|pp|points|\])|^\s*None\s*$",
    re.MULTILINE,
)
_SIZES = (1, 2, 7, 40)
_KEYS = {
    "games": {"lineups": [["builder"], ["builder", "random"]], "detail": "turns"},
    "forks": {"replicates": 1},
    "crowns": {"replicates": 1},
    "luck": {"replicates": 2},
    "casts": {"variants": ["dark-city"]},
    "kingmaking": {"lineups": [["raider"]]},
    "decisions": {"what": "murder", "replicates": 2},
    "why": {"what": "merchant", "replicates": 2},
}
_COMMANDS = {
    "forks": [["forks"], ["forks", "--splits", "--contrasts"]],
    "crowns": [["forks"]],
    "bans": [["bans"]],
    "luck": [["luck"]],
    "attribution": [["attribute"]],
    "pick-attribution": [["attribute"], ["attribute", "--wide"]],
    "flow": [["flow", "--curves", "--wide"]],
    "kingmaking": [["kingmaking"]],
    "casts": [["casts"], ["districts"]],
    "games": [],
    "decisions": [["forks"]],
    "why": [["why"]],
}


def void(text: str) -> list[str]:
    """Find figures that are none, each with what stands before it."""
    return [text[max(0, match.start() - 60) : match.end() + 20] for match in _VOID.finditer(text)]


def words_of(page: str) -> str:
    """Return what a page shows: without its scripts, styles and drawings."""
    return unescape(re.sub(r"<[^>]*>", "\n", re.sub(r"<(style|script|svg)\b.*?</\1>", " ", page, flags=re.DOTALL)))


def reported(run: Path, folder: Path) -> ReportPaths | None:
    """Write the report of a run; None where it says in a message without void numbers that there is too little to analyse."""
    try:
        return make_report([run], folder)
    except RunError as refusal:
        message = str(refusal)
    assert "lay more" in message
    assert not void(message)
    return None


@pytest.mark.parametrize("text", ["nan", "[+nan, +nan]", "−inf", "-0.0", "−0", "+inf to 3", "[None, 3]", "None pp", "\nNone\n"])
def test_what_is_looked_for_is_found(text: str) -> None:
    assert void(f"Rank 8 {text}.")


@pytest.mark.parametrize("text", ["0.0", "-0.1", "10-0.5", "None of them is balanced", "information", "2016-0", "banana", "0 to 0"])
def test_what_is_a_figure_is_none_of_it(text: str) -> None:
    assert not void(text)


@pytest.mark.parametrize("games", rotated(_SIZES, 1))
@pytest.mark.parametrize("kind", DESIGNS)
def test_a_tiny_run_shows_no_void_number(kind: str, games: int, citadels, tmp_path: Path) -> None:
    run = tmp_path / "run"
    if DESIGNS[kind].between_two:
        experiment = experiment_between(kind, "classic-2000", "classic-summary", {"games": games, "seed": 1, "most_groups": 2})
    else:
        keys = {"name": "tiny", "variants": ["classic-2000"], "players": [4], "games": games, "seed": 5, "kind": kind}
        experiment = make_experiment(keys | _KEYS.get(kind, {}), "test")
    run_experiment(experiment, run)
    for words in _COMMANDS[kind]:
        answer = citadels(*words, run)
        assert answer.code in (0, 2), answer.err  # 2: it says that there is too little to analyse
        assert not void(answer.out + answer.err)
        data = citadels(words[0], run, "--json")
        assert data.code == answer.code
        if data.code == 0:
            json.loads(data.out, parse_constant=pytest.fail)
            assert not re.search(r"-0\.0\b", data.out)
    if (paths := reported(run, tmp_path / "report")) is None:
        return
    for page in (paths.page, paths.details):
        assert not void(words_of(page.read_text(encoding="utf-8")))
    for path in (tmp_path / "report").rglob("*.md"):
        assert not void(path.read_text(encoding="utf-8"))
    for path in (tmp_path / "report").rglob("*.csv"):
        assert not re.search(r"(?i)(?<=[,\n])-?(nan|inf)(?=[,\n])", path.read_text(encoding="utf-8"))
    json.loads(paths.data.read_text(encoding="utf-8"), parse_constant=pytest.fail)
