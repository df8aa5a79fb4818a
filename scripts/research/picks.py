"""What `scripts/research/run picks` plays and writes: headlines on characters, seats and editions, with several families of bots.

    scripts/research/run picks [WORKERS]

`reports/picks/picks.json` holds every figure and what it was made with; `reports/picks/picks.md` and two blocks of docs/findings.md are
written from it alone, so that a test can write them again and compare.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl
from scipy.stats import norm

from citadels_sim import __version__
from citadels_sim.catalogue import character
from citadels_sim.formats import fixed
from citadels_sim.report import Evidence, read
from citadels_sim.report.robustness import headlines, ranges
from citadels_sim.runs.code import rules_digest
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.runner import run_experiment
from citadels_sim.show.charts import style
from citadels_sim.variants import load_variant, rules_version
from citadels_sim.verdicts import OF_STRENGTH
from scripts.research.pages import fill_block

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "reports" / "picks"
EDITIONS: Final = {"classic-2000": "classic", "dark-city": "Dark City", "citadels-2016": "2016"}
MAIN: Final = "learner"
HEURISTICS: Final = ("banker", "builder", "planner", "raider", "richard")
SEARCHER: Final = "searcher:playouts=20"
CROWN: Final = "First crown"
SEED: Final = 1
FIRST: Final = 40
"""So many nodes of every run are kept as sums: a test plays them again and so knows whether the table is that of the present code."""

Row = dict[str, Any]
_NUMBERS: Final = {3: "three", 4: "four", 5: "five"}
_ROUNDS: Final = "Rounds against classic-2000"


@dataclass(frozen=True)
class Played:
    """One run: bots, each at every seat of its own tables."""

    name: str
    bots: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    replicates: int | None = None

    def experiment(self, games: int | None = None) -> Row:
        """Give its keys; with `games`, so many only."""
        keys: Row = {"name": f"picks-{self.name}", "variants": list(EDITIONS), "players": list(self.players), "games": games or self.games}
        keys |= {"lineups": [[bot] for bot in self.bots], "seed": SEED}
        return keys | ({"rows": 0} if self.replicates is None else {"kind": "forks", "replicates": self.replicates})


PLAYED: Final = (
    Played("learner", (MAIN,), (4,), 16000, 2),
    Played("heuristics", HEURISTICS, (4,), 16000, 2),
    Played("games", (MAIN, *HEURISTICS), (4, 6), 10000),
    Played("searcher", (SEARCHER,), (4,), 600, 2),
)


def form() -> Row:
    """Say what is played, for the data file."""
    return {"seed": SEED, "editions": EDITIONS, "first": FIRST, "played": [json.loads(json.dumps(asdict(each))) for each in PLAYED]}


def play(folder: Path, workers: int) -> Row:
    """Play all of it, or what is missing in the folder, and give the data file."""
    for each in PLAYED:
        done = run_experiment(make_experiment(each.experiment(), "scripts/research/run picks"), folder / each.name, workers=workers)
        sys.stdout.write(f"{done.folder}: {', '.join(each.bots)} in {len(EDITIONS)} editions\n")
    return condense(read([folder / each.name for each in PLAYED]))


def condense(evidence: Evidence) -> Row:
    """Take from the runs what the tables are written from."""
    table = headlines(evidence.judgements, evidence.comparisons).drop("estimand")
    table = table.filter((pl.col("kind") != "edition") | (pl.col("headline") == _ROUNDS))
    effects = pl.concat([forks.effects for forks in evidence.forks]).filter(metric="win_lift")
    verdicts = pl.concat([forks.verdicts for forks in evidence.forks])
    on = ["variant", "players", "lineup", "headline"]
    for column, rows in (("value", effects.rename({"group": "headline"})), ("nodes", verdicts.rename({"character": "headline"}))):
        table = table.join(rows.select(*on, pl.col(column).alias({"value": "lift"}.get(column, column))), on=on, how="left")
    return {
        "form": form(),
        "made_with": {
            "citadels_sim": __version__,
            "rules": {name: rules_version(load_variant(name)) for name in EDITIONS},
            "variants": {name: entry.digest for name, entry in evidence.runs[0].manifest.variants.items()},
        },
        "first": {run.manifest.name: first_nodes(run.own_rows()) for run in evidence.runs_of("forks")},
        "headlines": table.with_columns(pl.col(pl.Float64).round(6)).to_dicts(),
    }


def first_nodes(rows: pl.LazyFrame) -> Row:
    """Sum points and win credits of the first nodes of every table, in the first replicate: the same wherever the games are the same."""
    some = rows.filter(pl.col("block") < FIRST, replicate=0).group_by("variant", "lineup")
    totals = some.agg(pl.len(), pl.col("total").sum(), pl.col("win").sum().round(6)).sort(pl.col("variant", "lineup").cast(pl.String))
    return {f"{row['variant']}, {row['lineup']}": [row["len"], row["total"], row["win"]] for row in totals.collect().iter_rows(named=True)}


def lines(data: Mapping[str, Any]) -> str:
    """Write the data file: a line for each headline."""
    head = json.dumps({key: value for key, value in data.items() if key != "headlines"}, indent=1)
    rows = ",\n  ".join(json.dumps(row) for row in data["headlines"])
    return f'{head[:-2]},\n "headlines": [\n  {rows}\n ]\n}}\n'


class Tables:
    """Writes the tables and sentences from the data file."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.made_with = data["made_with"]
        self.rows: list[Row] = data["headlines"]
        self.bots = list(dict.fromkeys(row["lineup"] for row in self.rows if row["kind"] == "character"))
        table = pl.DataFrame(self.rows, infer_schema_length=None)
        rows = ranges(table, [bot for bot in self.bots if bot in HEURISTICS]).iter_rows(named=True)
        self.heuristics = {(row["variant"], row["headline"], row["players"]): row for row in rows}

    def rows_of(self, variant: str, headline: str, players: int = 4) -> dict[str, Row]:
        """Give the rows of one headline: bot -> row."""
        key = (variant, headline, players)
        return {row["lineup"]: row for row in self.rows if (row["variant"], row["headline"], row["players"]) == key}

    def characters(self, variant: str) -> list[str]:
        """Give the characters of an edition, from the one with the largest effect with `MAIN`."""
        rows = [row for row in self.rows if (row["variant"], row["kind"], row["lineup"]) == (variant, "character", MAIN)]
        return [row["headline"] for row in sorted(rows, key=lambda row: -row["value"])]

    def made(self) -> str:
        """Say what it was made with."""
        rules = style.listed([f"{version} of {edition(name)}" for name, version in self.made_with["rules"].items()])
        return (
            f"Made by `scripts/research/run picks` with citadels_sim {self.made_with['citadels_sim']}, rules version {rules}, seed {SEED}."
        )

    def picks(self) -> str:
        """Write the table of picks."""
        heads = ["edition", "character", f"`{MAIN}`", f"the {_NUMBERS[len(HEURISTICS)]} others", f"`{SEARCHER}`", "shown above, below 0"]
        heads += [f"wins of its pickers, minus 1/4 (`{MAIN}`)", f"forks of such a pick (`{MAIN}`)"]
        lines = [f"| {' | '.join(heads)} |", "|---|---|---:|---:|---:|---:|---:|---:|"]
        for variant, words in EDITIONS.items():
            for name in self.characters(variant):
                rows, reach = self.rows_of(variant, name), self.heuristics[variant, name, 4]
                ends = f"{points(reach['least'])} to {points(reach['most'])}"
                above, below = (sum(row["sign"] == sign for row in self.signed(rows)) for sign in (1, -1))
                lift, nodes = points(rows[MAIN]["lift"]), f"{rows[MAIN]['nodes']:,}"
                cells = [words, title(name), figure(rows[MAIN]), ends, figure(rows[SEARCHER]), f"{above}, {below}", lift, nodes]
                lines.append(f"| {' | '.join(cells)} |")
        forked = [f"{each.games:,} with {style.listed([f'`{bot}`' for bot in each.bots])}" for each in PLAYED if each.replicates]
        return "\n".join([*lines, "", f"Picks forked in each edition: {', '.join(forked)}. {self.made()}"])

    @staticmethod
    def signed(rows: Mapping[str, Row]) -> list[Row]:
        """Give rows with the sign that their interval shows: 1, -1 or 0."""
        return [row | {"sign": (row["low"] > 0) - (row["high"] < 0)} for row in rows.values()]

    def range_of(self, variant: str, headline: str, players: int = 4, scale: float = 100) -> str:
        """Give a headline with every family: with `MAIN`, from least to most with the others, with the searcher."""
        rows, reach = self.rows_of(variant, headline, players), self.heuristics[variant, headline, players]
        ends = f"{points(reach['least'], scale)} to {points(reach['most'], scale)}"
        parts = [f"{figure(rows[MAIN], scale)} with `{MAIN}`", f"{ends} with the {_NUMBERS[len(HEURISTICS)]} others"]
        return style.listed([*parts, *(f"{figure(rows[bot], scale)} with `{bot}`" for bot in rows if bot == SEARCHER)])

    def headlines(self) -> str:
        """Write the headlines: first the verdicts of the bot that judges, then where the sign depends on the bots."""
        every = [(variant, name) for variant in EDITIONS for name in self.characters(variant)]
        differ = [f"the {title(key[1])} of {edition(key[0])} ({text})" for key in every if (text := self.opposed(*key))]
        lines = [
            self.verdicts(every),
            f"- Of {len(every)} characters {len(differ)} are shown to help with some bots and to harm with others (intervals for all bots "
            f"at once): {'; '.join(differ)}."
            if differ
            else f"- Of {len(every)} characters none is shown to help with some bots and to harm with others.",
        ]
        beyond = {key: [row for row in self.rows_of(*key).values() if row["shown"] in ("above", "below")] for key in every}
        most = {key: rows for key, rows in beyond.items() if 2 * len(rows) > len(self.bots) and len({row["shown"] for row in rows}) == 1}
        lines += [
            f"- The {title(key[1])} of {edition(key[0])} has an effect of {self.range_of(*key)}: beyond one point with {len(rows)} of "
            f"{len(self.bots)} bots."
            for key, rows in sorted(most.items(), key=lambda item: -len(item[1]))
        ]
        some = []
        for key, rows in beyond.items():
            if rows and key not in most:
                figures = ", ".join(f"`{row['lineup']}` {points(row['value'])}" for row in rows)
                some.append(f"the {title(key[1])} of {edition(key[0])} ({figures})")
        lines.append(f"- Shown beyond one point with fewer bots: {style.listed(some)}." if some else "- No other pick is shown beyond it.")
        lines += [self.crown("dark-city", 4), self.crown("classic-2000", 4), self.crown("classic-2000", 6)]
        rounds = self.range_of("dark-city", _ROUNDS, 6, scale=1)
        lines.append(f"- Rounds of a game of six in the Dark City, minus those of a classic one on the same deals: {rounds}.")
        return "\n".join([*lines, "", self.made()])

    def verdicts(self, every: Sequence[tuple[str, str]]) -> str:
        """Say what the bot that judges shows to be out of balance, and count the others."""
        rows = {word: [row for key in every if (row := self.rows_of(*key)[MAIN])["shown"] == shown] for shown, word in OF_STRENGTH.items()}
        named = {word: style.listed([f"{of_edition(row)} ({figure(row)})" for row in some]) or "none" for word, some in rows.items()}
        said = "; ".join(f"{word}: {named[word]}" for word in ("too strong", "too weak"))
        others = " and ".join(f"{len(rows[word])} {word}" for word in ("balanced", "undecided"))
        return f"- `{MAIN}`, the strongest fast bot, at tables of four: {said}; {others}."

    def opposed(self, variant: str, headline: str, players: int = 4) -> str:
        """Give what different bots show with opposite signs, the farthest out of either; empty where all that is shown has one sign.

        A row's interval holds for all of its bot's table. To hold for the tables of all bots at once it is widened as Bonferroni says.
        """
        rows = self.rows_of(variant, headline, players)
        members = 2 * (players if headline == CROWN else len(self.characters(variant)))
        wider = float(norm.ppf(1 - 0.05 / members / len(rows)) / norm.ppf(1 - 0.05 / members))
        for_all = {bot: {end: row["value"] + wider * (row[end] - row["value"]) for end in ("low", "high")} for bot, row in rows.items()}
        shown = [row for row in self.signed({bot: row | for_all[bot] for bot, row in rows.items()}) if row["sign"]]
        if len({row["sign"] for row in shown}) < 2:
            return ""
        ends = (pick(shown, key=lambda row: row["value"]) for pick in (max, min))
        return ", ".join(f"{figure(row)} with `{row['lineup']}`" for row in ends)

    def crown(self, variant: str, players: int) -> str:
        """Say what the first crown is worth."""
        rows = self.rows_of(variant, CROWN, players).values()
        within, beyond = (sum(row["shown"] in words for row in rows) for words in (("within",), ("above", "below")))
        signs = "; it helps with some bots and harms with others" if self.opposed(variant, CROWN, players) else ""
        return (
            f"- The first crown of a game of {players}, {EDITIONS[variant]}, against an even share: "
            f"{self.range_of(variant, 'First crown', players)}; shown within two points with {within} of {len(rows)} bots, "
            f"beyond with {beyond}{signs}."
        )

    def page(self) -> str:
        """Write `picks.md`: every bot with its interval."""
        lines = [
            "# What a pick, the first crown and an edition bring, bot by bot",
            "",
            self.made(),
            "",
            "In percentage points of win chance; in brackets: 95 % intervals that hold for all characters or seats of a table at once.",
            "",
        ]
        for variant, words in EDITIONS.items():
            picks = [(variant, name, 4, title(name)) for name in self.characters(variant)]
            lines += [f"## Picks, {words}, 4 players", "", *self.grid(picks), ""]
        tables = [(variant, players, f"{words}, {players} players") for variant, words in EDITIONS.items() for players in (4, 6)]
        crowns = [(variant, CROWN, players, words) for variant, players, words in tables]
        lines += ["## The first crown, against an even share", "", *self.grid(crowns), ""]
        changes = [(variant, _ROUNDS, players, words) for variant, players, words in tables if variant != "classic-2000"]
        lines += ["## Rounds of a game, minus those of a classic one on the same deals", "", *self.grid(changes, scale=1)]
        return "\n".join(lines) + "\n"

    def grid(self, headlines: Sequence[tuple[str, str, int, str]], scale: float = 100) -> list[str]:
        """Lay headlines out, one column per bot."""
        bots = [bot for bot in self.bots if any(bot in self.rows_of(*key[:3]) for key in headlines)]
        lines = [f"| | {' | '.join(f'`{bot}`' for bot in bots)} |", f"|---|{'---:|' * len(bots)}"]
        return lines + [f"| {key[3]} | {' | '.join(figure(self.rows_of(*key[:3])[bot], scale) for bot in bots)} |" for key in headlines]


def title(name: str) -> str:
    """Name a character."""
    return character(name).title


def edition(variant: str) -> str:
    """Name an edition in a sentence."""
    return f"the {EDITIONS[variant]}" if variant == "dark-city" else EDITIONS[variant]


def of_edition(row: Row) -> str:
    """Name the character of a row, with its edition."""
    return f"the {title(row['headline'])} of {edition(row['variant'])}"


def points(value: float, scale: float = 100) -> str:
    """Write a difference with its sign, to a tenth of a point."""
    text = fixed(scale * value, 1 if scale == 100 else 2, "+")
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", "\N{MINUS SIGN}")


def figure(row: Row, scale: float = 100) -> str:
    """Write a value with its interval."""
    return f"{points(row['value'], scale)} [{points(row['low'], scale)}, {points(row['high'], scale)}]"


def write(data: Mapping[str, Any]) -> None:
    """Write the data file, the page, and the two blocks of docs/findings.md."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "picks.json").write_text(lines(data), encoding="utf-8")
    tables = Tables(data)
    (FOLDER / "picks.md").write_text(tables.page(), encoding="utf-8")
    for name, text in (("picks", tables.picks()), ("headlines", tables.headlines())):
        fill_block("docs/findings.md", name, text)


def main(workers: int = os.cpu_count() or 1) -> None:
    """Play, and write what is written. About six minutes of processor time; after an interruption it continues."""
    # Other code plays other games: it has a folder of its own, and an interrupted run of this code is continued.
    write(play(ROOT / "runs" / f"picks-{rules_digest()[:12]}", workers))
