"""The gallery: a page for each packaged variant, written and drawn from ``docs/gallery/studies.json`` (`scripts/research/run gallery`)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.formats import fixed
from citadels_sim.limits import LIMITS
from citadels_sim.show.charts import style
from citadels_sim.verdicts import OF_STRENGTH
from scripts._site.markdown import code, plain, table, toctree
from scripts._site.sources import ROOT

__all__ = ["draw", "pages", "side", "written"]

Row = Sequence[Any]
"""Group, value, and the ends of the interval that holds for all groups of a variant at once; behind them the verdict on a character."""
_Sign = Literal["", "+"]
_TITLES: Final = {character.id: character.title for character in CHARACTERS}
SIDES: Final = {OF_STRENGTH["above"]: 1, OF_STRENGTH["below"]: -1}
"""Verdicts of what is out of balance."""
_FAMILIES: Final = {"classic": "2000", "dark-city": "Dark City", "citadels-2016": "2016", "citadels-2021": "2021"}
"""Editions, by how the names of variants begin."""


def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ROOT / "docs" / "gallery" / "studies.json").read_text(encoding="utf-8"))
    return data


def pages() -> dict[str, str]:
    """Write the list of all variants and a page for each."""
    return written(_data())


def written(data: Mapping[str, Any]) -> dict[str, str]:
    """Write the pages of a data file."""
    own = {f"gallery/{name}.md": _page(name, study, data) for name, study in data["studies"].items()}
    return own | {"gallery/index.md": _list(data)}


def _made(data: Mapping[str, Any]) -> str:
    form = data["form"]
    forked = {
        bot: f"{own['nodes']:,} games that were replayed with each available character at one pick, {own['replicates']} times each"
        for bot, own in form["forked"].items()
    }
    return (
        f"Four `{form['bot']}` at the table: {form['games']:,} games, and {forked[form['bot']]}. Four `{form['beside']}`: "
        f"{forked[form['beside']]}. Seed {form['seed']}, citadels_sim {data['made_with']}. Made by `scripts/research/run gallery`. "
        "In brackets: 95 % intervals that hold for all characters or seats of a variant at once."
    )


def _limit() -> str:
    return f"{100 * LIMITS['character'].number:g} percentage point"


def _list(data: Mapping[str, Any]) -> str:
    studies, bot, beside = data["studies"], data["form"]["bot"], data["form"]["beside"]
    blocks = [
        "# Gallery: every packaged variant",
        f"A small study of each packaged variant at a table of four, judged by `{bot}`, the strongest fast bot. A character is *too "
        f"strong* where picking it is shown to add more than {_limit()} to the chance of winning, and *too weak* where it "
        "costs more. All others are balanced or undecided.",
        _summary(data),
        "It shows where to look; it settles little. [Findings](../findings.md) has seven kinds of bots for three editions, the "
        "[sample report](../findings.md#the-sample-report) has 4 and 6 players. To study one yourself: "
        "`citadels study VARIANT --minutes 3`.",
    ]
    heads = ("variant", "edition", "too strong", "too weak", f"only with `{beside}`", "first crown, minus 1/4", "rounds")
    rows = []
    for beginning, edition in _FAMILIES.items():
        rows += [
            (
                f"[{plain(study['title'])}]({name}.md)",
                edition,
                *(_listed(_sided(study, word)) for word in SIDES),
                _listed([row for row, _ in _differing(study)]),
                _effect(_crown(study)),
                _only(study, "rounds", 1, 1),
            )
            for name, study in studies.items()
            if name.startswith(beginning)
        ]
    blocks += ["## All variants", f":::{{div}} sortable\n{table(heads, rows)}\n:::"]
    columns = (
        f"*Too strong*, *too weak*: percentage points of win chance per pick. *Only with `{beside}`*: what this weaker bot shows to be out "
        f"of balance, and `{bot}` does not. *First crown*: how much more often that seat wins than one game in four."
    )
    names = [name for beginning in _FAMILIES for name in studies if name.startswith(beginning)]
    return "\n\n".join([*blocks, "## How it was made", columns, _made(data), toctree(names, hidden=True)]) + "\n"


def side(row: Row) -> int:
    """Say on which side of the usual limit a character is shown to lie: 1, -1, or 0; by its verdict where it has one."""
    if len(row) > 4:
        return SIDES.get(row[4], 0)
    limit = LIMITS["character"].number
    return int(row[2] > limit) - int(row[3] < -limit)


def _sign(row: Row) -> int:
    """Say on which side of 0 a whole interval lies."""
    return int(row[2] > 0) - int(row[3] < 0)


def _sided(study: Mapping[str, Any], word: str) -> list[Row]:
    """Give the characters that are too strong or too weak, the farthest out first."""
    return sorted((row for row in study["characters"] if row[4] == word), key=lambda row: -abs(row[1]))


def _differing(study: Mapping[str, Any]) -> list[tuple[Row, Row]]:
    """Give the characters that are out of balance with the bot beside only: its row, and that of the bot that judges."""
    mine = {row[0]: row for row in study["characters"]}
    pairs = [(row, mine[row[0]]) for row in study["beside"] if side(row) not in (0, side(mine[row[0]]))]
    return sorted(pairs, key=lambda pair: -abs(pair[0][1]))


def _listed(rows: Sequence[Row]) -> str:
    return ", ".join(f"{_TITLES[row[0]]} {_points(row[1])}" for row in rows) or "-"


def _summary(data: Mapping[str, Any]) -> str:
    """Count the verdicts of all variants, and name where the bot beside is contradicted."""
    bot, beside, studies = data["form"]["bot"], data["form"]["beside"], data["studies"]
    words = Counter(row[4] for study in studies.values() for row in study["characters"])
    shown = sum(side(row) != 0 for study in studies.values() for row in study["beside"])
    pairs = [(name, *pair) for name, study in studies.items() for pair in _differing(study)]
    against = sorted((one for one in pairs if _sign(one[1]) == -_sign(one[2]) != 0), key=lambda one: -abs(one[1][1] - one[2][1]))
    text = (
        f"**With `{bot}` {words['too strong']} of {words.total()} characters at {len(studies)} tables are too strong and "
        f"{words['too weak']} too weak; {words['balanced']} are balanced, {words['undecided']} undecided.** `{beside}`, a weaker bot, "
        f"shows {shown} out of balance. `{bot}` does not confirm {len(pairs)} of these, and shows the opposite sign for {len(against)}"
    )
    first = [
        f"the {_TITLES[own[0]]} of `{name}` ({_points(row[1])} with `{beside}`, {_points(own[1])} with `{bot}`)"
        for name, row, own in against[:1]
    ]
    return f"{text}, most of all {first[0]}." if first else f"{text}."


def _crown(study: Mapping[str, Any]) -> Row:
    group, value, low, high = study["seats"][0]
    return (group, value - 0.25, low - 0.25, high - 0.25)


def _points(value: float) -> str:
    return _signed(100 * value, 1, "+")


def _signed(value: float, digits: int, sign: _Sign = "") -> str:
    return fixed(value, digits, sign).replace("-", "\N{MINUS SIGN}")


def _figure(row: Row, scale: float, digits: int, unit: str = "", sign: _Sign = "") -> str:
    value, low, high = (_signed(scale * number, digits, sign) for number in row[1:4])
    return f"{value}{unit} [{low}, {high}]"


def _effect(row: Row) -> str:
    return _figure(row, 100, 1, sign="+")


def _only(study: Mapping[str, Any], key: str, scale: float, digits: int, unit: str = "") -> str:
    """Write a figure that a variant has one of."""
    return _figure(study[key][0], scale, digits, unit)


def _page(name: str, study: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    bot, beside = data["form"]["bot"], data["form"]["beside"]
    wanted, others = ({row[0]: row for row in study[key]} for key in ("picked", "beside"))
    effects = sorted(study["characters"], key=lambda row: -row[1])
    people = [
        (
            _TITLES[row[0]],
            _effect(row),
            row[4],
            _figure(wanted[row[0]], 100, 0, " %"),
            _effect(others[row[0]]),
        )
        for row in effects
    ]
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
        _headline(study),
        _beside(study, data),
        f"![Effect of picking each character of {name}, in percentage points of win chance, with intervals, for two bots]({name}.svg)",
        "## Characters",
        "*Effect*: win chance after the pick, less the mean over all characters that could be picked, in percentage points. *Verdict*: too "
        f"strong or too weak where the whole interval lies beyond {_limit()}; balanced where the character's own interval, which is "
        f"narrower, lies within. *Taken*: how often the bots take it when it is offered. The last column has the effect with `{beside}`.",
        table(("character", f"effect with `{bot}`", "verdict", "taken", f"effect with `{beside}`"), people),
        "## Seats",
        "Win chance by the seat's place after the first crown; 25 % is even.",
        table(("seat", "win chance"), seats),
        "## Games",
        table(("", f"`{bot}`"), games),
        "## How it was made",
        _made(data),
        f"A study of your own, with more players and bots:\n\n```bash\ncitadels study {name} --players 4-7 --minutes 10\n```",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _seat(group: object) -> str:
    return {"0": "with the first crown", "1": "1 to its left"}.get(str(group), f"{group} to its left")


def _headline(study: Mapping[str, Any]) -> str:
    """Say which characters are too strong and too weak, and count the others."""
    words = Counter(row[4] for row in study["characters"])
    rest = f"{words['balanced']} of {words.total()} characters balanced, {words['undecided']} undecided."
    parts = []
    for which in SIDES:
        named = [f"{_TITLES[row[0]]} ({_effect(row)})" for row in _sided(study, which)]
        parts += [f"{which.capitalize()}: {style.listed(named)}."] if named else []
    return f"**{' '.join(parts) or 'No character is shown to be too strong or too weak.'}** {rest}"


def _beside(study: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """Say what only the bot beside shows."""
    bot, beside = data["form"]["bot"], data["form"]["beside"]
    parts = []
    for word, which in SIDES.items():
        named = [
            f"the {_TITLES[row[0]]} ({_points(row[1])}, here {_points(own[1])})" for row, own in _differing(study) if side(row) == which
        ]
        parts += [f"{style.listed(named)} {'is' if len(named) == 1 else 'are'} {word}"] if named else []
    return f"`{beside}`, a weaker bot, shows what `{bot}` does not: {', and '.join(parts)}." if parts else ""


def draw(target: Path) -> None:
    """Draw the chart of each variant into the folder of the sources."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    data = _data()
    limit = 100 * LIMITS["character"].number
    with style.chart_style():
        for name, study in data["studies"].items():
            rows = sorted(study["characters"], key=lambda row: row[1])
            others = {row[0]: row for row in study["beside"]}
            figure = Figure(figsize=(6.4, 1.25 + 0.3 * len(rows)), layout="constrained")
            axis = figure.subplots()
            axis.axvspan(-limit, limit, color=style.GRID, lw=0)
            axis.axvline(0, color=style.MUTED, lw=0.8)
            for place, row in enumerate(rows):
                drawn = (style.MUTED, style.BLUE, style.VERMILLION)[side(row)]
                axis.plot([100 * row[2], 100 * row[3]], [place + 0.12] * 2, color=drawn, lw=1.8)
                axis.plot([100 * row[1]], [place + 0.12], color=drawn, marker="o^v"[side(row)], ms=6, ls="")
                other = others[row[0]]
                axis.plot([100 * other[2], 100 * other[3]], [place - 0.2] * 2, color=style.MUTED, lw=0.7)
                axis.plot([100 * other[1]], [place - 0.2], color=style.MUTED, marker="D", mfc="white", ms=4, ls="")
            axis.set_yticks(range(len(rows)), [_TITLES[row[0]] for row in rows])
            axis.set_ylim(-0.6, len(rows) - 0.4)
            axis.set_xlabel(f"effect of the pick, percentage points of win chance (band: ± {limit:g})")
            forms = [(style.BLUE, "^", "too strong"), (style.VERMILLION, "v", "too weak"), (style.MUTED, "o", "balanced or undecided")]
            keys = [Line2D([], [], color=colour, marker=marker, ms=6, label=text) for colour, marker, text in forms]
            keys.append(Line2D([], [], color=style.MUTED, marker="D", mfc="white", ms=4, lw=0.7, label=f"with {data['form']['beside']}"))
            figure.legend(handles=keys, loc="outside lower center", ncols=4)
            figure.savefig(target / "gallery" / f"{name}.svg", metadata={"Date": None})
