"""The pages that judge characters at a table of four agree: gallery, findings and sample report, and what is written by hand about them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.verdicts import OF_STRENGTH
from scripts._site import gallery
from scripts._site.sources import ROOT
from scripts.research import gallery as played
from scripts.research import picks

SHOWN = {"fails": ("too weak", "too strong"), "holds": ("balanced", "balanced"), "open": ("undecided", "undecided")}
"""The verdict on a page of a study by its class, below and above 0."""
PAGES = ("gallery", "findings", "sample")


@dataclass(frozen=True)
class Judged:
    """What a page says of a character: verdict (empty: it gives none), and its interval in percentage points, widened by the rounding."""

    verdict: str
    low: float
    high: float


Table = dict[str, Judged]


def of_gallery(variant: str, bot: str) -> Table:
    data = json.loads(played.DATA.read_text(encoding="utf-8"))
    key = "characters" if bot == data["form"]["bot"] else "beside"
    verdicts = {0: "", 1: "too strong", -1: "too weak"}
    study = data["studies"][variant][key]
    return {row[0]: Judged(row[4] if row[4:] else verdicts[gallery.side(row)], 100 * row[2] - 0.01, 100 * row[3] + 0.01) for row in study}


def of_findings(variant: str, bot: str) -> Table:
    data = json.loads((picks.FOLDER / "picks.json").read_text(encoding="utf-8"))
    rows = [
        row for row in data["headlines"] if (row["variant"], row["players"], row["lineup"], row["kind"]) == (variant, 4, bot, "character")
    ]
    return {row["headline"]: Judged(OF_STRENGTH[row["shown"]], 100 * row["low"], 100 * row["high"]) for row in rows}


@cache
def sample() -> str:
    return (ROOT / "reports" / "sample" / "index.html").read_text(encoding="utf-8")


def of_sample(variant: str, bot: str) -> Table:
    (options,) = re.findall(r'<select name="bots">(.*?)</select>', sample())
    bots = {name: number for number, name in re.findall(r'<option value="(\d+)"[^>]*>(.*?)</option>', options)}
    block = f'<figure class="block" data-variant="{variant}" data-players="4" data-bots="{bots[bot]}">'
    figures = [text.partition("</figure>")[0] for text in sample().split(block)[1:]]
    (table,) = [text for text in figures if '<th scope="col">Character</th>' in text and "sign " in text]
    names = {character.title: character.id for character in CHARACTERS}
    shown, interval = r'<span class="sign (\w+)">.*?<b>([^<]+?)\spp</b>', r'<(?:small|span class="interval")>\[(.+?),\s(.+?)\]</'
    cell = rf'<th(?: scope="row")?>([^<]+)</th>.*?{shown}\s{interval}'
    return {
        names[title]: Judged(SHOWN[state][number(value) > 0], number(low) - rounding(low), number(high) + rounding(high))
        for title, state, value, low, high in re.findall(cell, table)
    }


def number(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-"))


def rounding(text: str) -> float:
    return 0.5 * 10.0 ** -len(text.partition(".")[2])


READ = {"gallery": of_gallery, "findings": of_findings, "sample": of_sample}


def contradictions(one: Table, other: Table) -> list[str]:
    """Name the characters that two pages judge otherwise, or whose intervals exclude each other."""
    faults = []
    for name in one:
        mine, theirs = one[name], other[name]
        verdicts = {mine.verdict, theirs.verdict} - {"", "undecided"}
        if len(verdicts) > 1 or mine.high < theirs.low or theirs.high < mine.low:
            faults.append(f"{name}: {mine} and {theirs}")
    return faults


@pytest.mark.parametrize("variant", picks.EDITIONS)
@pytest.mark.parametrize("bot", [played.BOT, played.BESIDE])
@pytest.mark.parametrize(("page", "other"), list(combinations(PAGES, 2)))
def test_two_pages_say_the_same_of_every_character(page: str, other: str, bot: str, variant: str) -> None:
    one, two = (READ[name](variant, bot) for name in (page, other))
    assert set(one) == set(two)
    assert len(one) == 8
    assert contradictions(one, two) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_says_otherwise_is_found(page: str) -> None:
    table = READ[page]("dark-city", played.BOT)
    turned = {"too strong": "too weak", "too weak": "too strong"}
    shown = [name for name, judged in table.items() if judged.verdict in turned]
    assert shown, "no character is out of balance here: let this test use another edition"
    for name in shown:
        for verdict in (turned[table[name].verdict], "balanced"):
            assert [fault.partition(":")[0] for fault in contradictions(table, table | {name: replace(table[name], verdict=verdict)})] == [
                name
            ]
    moved = {name: replace(judged, low=judged.high + 1, high=judged.high + 2) for name, judged in table.items()}
    assert len(contradictions(table, moved)) == len(table)


def test_no_headline_of_the_sample_is_contradicted_by_another_page() -> None:
    (sentences,) = re.findall(r'<ol class="sentences">(.*?)</ol>', sample(), flags=re.DOTALL)
    editions = {"Classic": "classic-2000", "Dark City": "dark-city", "2016": "citadels-2016"}
    titles = {character.title: character.id for character in CHARACTERS}
    name = r"[Tt]he [A-Z]\w+(?: [A-Z]\w+)*(?: \([^)]*\))?"  # with its tables, where these are others
    claims = [
        (editions[edition], titles[title], f"too {way}")
        for edition, rest in re.findall(r"<li>([\w ]+): (.*?)</li>", sentences)
        for names, way in re.findall(
            rf"((?:{name}(?:, | and )?)+) (?:is|are)(?: also)? too (strong|weak)",
            re.sub(r"Not so for [^.]*\.", "", rest),  # what weaker bots say
        )
        for title in re.findall(r"[Tt]he ([A-Z]\w+(?: [A-Z]\w+)*)", names)
    ]
    assert {("dark-city", "witch", "too strong"), ("dark-city", "wizard", "too weak")} <= {*claims}, sentences
    for variant, name, verdict in claims:
        for read in (of_gallery, of_findings):
            assert read(variant, played.BOT)[name].verdict in ("", "undecided", verdict), (variant, name, read.__name__)


def claimed(headline: str, variant: str) -> dict[str, Any]:
    """The rows of a character at four players: bot -> row."""
    return picks.Tables(json.loads((picks.FOLDER / "picks.json").read_text(encoding="utf-8"))).rows_of(variant, headline)


def test_what_is_written_by_hand_of_characters_holds_in_the_data() -> None:
    """docs/explanation/limits.md and reports/examples/too-strong.md on the Wizard, docs/tutorial.md on the Warlord."""
    wizard, warlord = claimed("wizard", "dark-city"), claimed("warlord", "classic-2000")
    assert wizard["learner"]["high"] < 0
    for bot in picks.HEURISTICS:
        others = [claimed(name, "dark-city")[bot]["value"] for name in of_findings("dark-city", bot) if name != "wizard"]
        assert wizard[bot]["low"] > 0
        assert wizard[bot]["value"] > max(others)
    assert warlord["learner"]["low"] < 0
    assert warlord["learner"]["value"] < warlord["builder"]["value"]
