"""The gallery: a page for each packaged variant, written and drawn from ``docs/gallery/studies.json`` (`scripts/gallery`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.charts import style
from citadels_sim.formats import fixed
from citadels_sim.limits import LIMITS
from scripts._site.markdown import code, plain, table, toctree
from scripts._site.sources import ROOT

__all__ = ["draw", "pages"]

Row = Sequence[Any]
"""Group, value, and the ends of the interval that holds for all groups of a variant at once."""
_Sign = Literal["", "+"]
_TITLES: Final = {character.id: character.title for character in CHARACTERS}
_FAMILIES: Final = {"classic": "2000 and its printings", "dark-city": "The Dark City", "citadels-2016": "2016", "citadels-2021": "2021"}
"""Sections of the list, by how the names of variants begin."""


def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ROOT / "docs" / "gallery" / "studies.json").read_text(encoding="utf-8"))
    return data


def pages() -> dict[str, str]:
    """Write the list of all variants and a page for each."""
    data = _data()
    studies = data["studies"]
    own = {f"gallery/{name}.md": _page(name, study, data) for name, study in studies.items()}
    return own | {"gallery/index.md": _list(data)}


def _made(data: Mapping[str, Any]) -> str:
    form = data["form"]
    return (
        f"Four `{form['bot']}` at the table: {form['games']:,} games, and {form['nodes']:,} more that were replayed with each available "
        f"character at one pick, {form['replicates']} times each; seed {form['seed']}, citadels_sim {data['made_with']}. "
        "Made by `scripts/gallery`. In brackets: 95 % intervals that hold for all characters or seats of a variant at once."
    )


def _list(data: Mapping[str, Any]) -> str:
    studies = data["studies"]
    blocks = [
        "# Gallery: every packaged variant",
        "One small study of each packaged variant, at a table of four, with one kind of bot. It shows where to look; it settles little. "
        "Bots with other habits give other effects: [Findings](../findings.md) has seven kinds of bots for three editions, the "
        "[sample report](../findings.md#the-sample-report) has 4 to 7 players. "
        "To study one yourself: `citadels study VARIANT --minutes 3`.",
        _made(data),
    ]
    heads = ("variant", "beyond ±1 point per pick", "first crown, less 1/4", "rounds", "winner's points", "who completes first wins")
    for beginning, title in _FAMILIES.items():
        rows = [
            (f"[`{name}`]({name}.md)", _beyond(study), _figure(_crown(study), 100, 1, sign="+"), _only(study, "rounds", 1, 1),
             _only(study, "winner_total", 1, 1), _only(study, "completer_wins", 100, 0, " %"))
            for name, study in studies.items() if name.startswith(beginning)
        ]  # fmt: skip
        blocks += [f"## {title}", table(heads, rows)]
    names = [name for beginning in _FAMILIES for name in studies if name.startswith(beginning)]
    return "\n\n".join([*blocks, toctree(names, hidden=True)]) + "\n"


def _shown(row: Row) -> int:
    """Say on which side of the usual limit a whole interval lies; 0 where it does on neither."""
    limit = LIMITS["character"].number
    return int(row[2] > limit) - int(row[3] < -limit)


def _word(row: Row) -> str:
    """Say how the interval lies to the usual limit."""
    limit = LIMITS["character"].number
    return ("", "above", "below")[_shown(row)] or ("within" if -limit < row[2] and row[3] < limit else "open")


def _beyond(study: Mapping[str, Any]) -> str:
    rows = sorted((row for row in study["characters"] if _shown(row)), key=lambda row: -row[1])
    return ", ".join(f"{_TITLES[row[0]]} {_points(row[1])}" for row in rows) or "none shown"


def _crown(study: Mapping[str, Any]) -> Row:
    group, value, low, high = study["seats"][0]
    return (group, value - 0.25, low - 0.25, high - 0.25)


def _points(value: float) -> str:
    return _signed(100 * value, 1, "+")


def _signed(value: float, digits: int, sign: _Sign = "") -> str:
    return fixed(value, digits, sign).replace("-", "\N{MINUS SIGN}")


def _figure(row: Row, scale: float, digits: int, unit: str = "", sign: _Sign = "") -> str:
    value, low, high = (_signed(scale * number, digits, sign) for number in row[1:])
    return f"{value}{unit} [{low}, {high}]"


def _only(study: Mapping[str, Any], key: str, scale: float, digits: int, unit: str = "") -> str:
    """Write a figure that a variant has one of."""
    return _figure(study[key][0], scale, digits, unit)


def _page(name: str, study: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    wanted = {row[0]: row for row in study["picked"]}
    effects = sorted(study["characters"], key=lambda row: -row[1])
    people = [(_TITLES[row[0]], _figure(row, 100, 1, sign="+"), _figure(wanted[row[0]], 100, 0, " %"), _word(row)) for row in effects]
    seats = [(_seat(row[0]), _figure(row, 100, 1, " %")) for row in study["seats"]]
    games = [
        ("rounds of a game", _only(study, "rounds", 1, 2)),
        ("points of the winner", _only(study, "winner_total", 1, 1)),
        ("points between winner and second", _only(study, "margin", 1, 1)),
        ("games won by who first completes a city", _only(study, "completer_wins", 100, 1, " %")),
    ]
    blocks = [
        f"# {name}",
        f"{plain(study['title'])}, rules version {study['rules_version']}. The rules: [{code(name)}](../reference/variants/{name}.md).",
        _headline(study), f"![Effect of picking each character of {name}, in percentage points of win chance, with intervals]({name}.svg)",
        "## Characters",
        "*Effect*: win chance after the pick, less the mean over all characters that could be picked, in percentage points. *Taken*: how "
        "often the bots take it when it is offered. *Shown* compares the interval with the usual limit of one point.",
        table(("character", "effect", "taken", "shown"), people),
        "## Seats", "Win chance by the seat's place after the first crown; 25 % is even.", table(("seat", "win chance"), seats),
        "## Games", table(("", ""), games),
        "## How it was made", _made(data),
        f"A study of your own, with more players and bots:\n\n```bash\ncitadels study {name} --players 4-7 --minutes 10\n```",
    ]  # fmt: skip
    return "\n\n".join(blocks) + "\n"


def _seat(group: object) -> str:
    return {"0": "with the first crown", "1": "1 to its left"}.get(str(group), f"{group} to its left")


def _headline(study: Mapping[str, Any]) -> str:
    rows = sorted(study["characters"], key=lambda row: row[1])
    best, worst = rows[-1], rows[0]
    shown = [row for row in rows if _shown(row)]
    most, least = (_figure(row, 100, 1, sign="+") for row in (best, worst))
    extremes = f"{_TITLES[best[0]]} brings most ({most}), {_TITLES[worst[0]]} least ({least})."
    if not shown:
        return f"**No character is shown to lie beyond one point per pick.** {extremes}"
    names = style.listed([_TITLES[row[0]] for row in reversed(shown)])
    return f"**Shown to lie beyond one point per pick: {names}.** {extremes}"


def draw(target: Path) -> None:
    """Draw the chart of each variant into the folder of the sources."""
    from matplotlib.figure import Figure

    with style.chart_style():
        for name, study in _data()["studies"].items():
            rows = sorted(study["characters"], key=lambda row: row[1])
            figure = Figure(figsize=(6.4, 0.9 + 0.23 * len(rows)), layout="constrained")
            axis = figure.subplots()
            limit = 100 * LIMITS["character"].number
            axis.axvspan(-limit, limit, color=style.GRID, label="within one point", lw=0)
            axis.axvline(0, color=style.MUTED, lw=0.8)
            for place, row in enumerate(rows):
                colour = (style.MUTED, style.BLUE, style.VERMILLION)[_shown(row)]
                axis.plot([100 * row[2], 100 * row[3]], [place, place], color=colour, lw=1.6)
                axis.plot([100 * row[1]], [place], color=colour, marker="o^v"[_shown(row)], ms=5)
            axis.set_yticks(range(len(rows)), [_TITLES[row[0]] for row in rows])
            axis.set_ylim(-0.6, len(rows) - 0.4)
            axis.set_xlabel("effect of the pick, percentage points of win chance (grey: within one point)")
            figure.savefig(target / "gallery" / f"{name}.svg", metadata={"Date": None})
