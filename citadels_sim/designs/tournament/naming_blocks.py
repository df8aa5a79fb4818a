"""What games show of naming: names that hit beside those of a random namer, whom bots name, and how open picks are to a guesser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from citadels_sim.designs.tournament.character_blocks import figure_rows
from citadels_sim.designs.tournament.interaction_blocks import CHAPTER
from citadels_sim.designs.tournament.naming_metrics import POWERS
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.lineups import lineup_words
from citadels_sim.show.blocks import Block, Column, Dots, Row, Table
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import key_of


def naming_blocks(tables: Mapping[str, pl.DataFrame], played: Played) -> Iterator[Block]:
    """Show whom the bots of a table of players name (tables of `naming.analyse_naming`); nothing where nobody named."""
    here = {name: table.filter(pl.col("value").is_not_nan(), **key_of(played.cell)) for name, table in tables.items()}
    powers = [power for power in POWERS if power in set(here["naming"]["group"])]
    if not powers:
        return
    at = {(row["group"], row["metric"]): row for row in here["naming"].iter_rows(named=True)}
    hits = tuple(
        Row(
            power.capitalize(),
            tuple(Value.from_row(at.get((power, name))) for name in ("hit_rate", "random_hit_rate", "over_random")),
            power,
        )
        for power in powers
    )
    whom = _whom(here["names"], powers, played)
    yield Dots(
        slug="names",
        title="Accuracy of names",
        table="naming",
        **played.head(_finding(hits[0], whom.rows), CHAPTER),
        unit="share of names that hit: another player holds the character",
        how=(
            "A random namer draws from the titles that are neither its own nor face up. The table shows how these bots guess, not how "
            "people would."
        ),
        members="powers",
        head="Named for",
        columns=(Column("Names that hit"), Column("Random namer's hits"), Column("Ratio", further=True)),
        rows=hits,
    )
    yield whom
    if here["guesses"].height:
        yield _open(here["guesses"], played)


def _finding(first: Row, whom: tuple[Row, ...]) -> str:
    hit, random = first.values[:2]
    if hit.few or random.few:
        return "There are too few names to show how often they hit."
    text = f"{hit.whole} of the names for {first.key} hit; of random names, {random.text} would"
    return f"{text}; most often named is the {whom[0].head} ({whom[0].values[0].whole})."


def _whom(names: pl.DataFrame, powers: list[str], played: Played) -> Table:
    heads = {
        f"{power}{end}": Column(words.format(power))
        for power in powers
        for end, words in (("_share", "Named for {}"), ("_hit_rate", "Hits of these"))
    }
    rows = figure_rows(names, list(heads))
    return Table(
        slug="named",
        title="Named characters, and hits",
        table="names",
        **played.head(f"The {rows[0].head} is named most often for {powers[0]}, in {rows[0].values[0].whole} of the names.", CHAPTER),
        unit="share of the names for a power; of these, share that hit",
        how="Named: whether or not a player held it.",
        members="characters",
        head="Character",
        columns=tuple(heads.values()),
        rows=rows,
    )


def _open(guesses: pl.DataFrame, played: Played) -> Table:
    at = {(row["group"], row["metric"]): row for row in guesses.iter_rows(named=True)}
    bots = guesses["group"].unique(maintain_order=True).to_list()
    rows = tuple(
        Row(lineup_words(bot), tuple(Value.from_row(at.get((bot, name))) for name in ("open", "bits", "even_bits")), bot) for bot in bots
    )
    least = min(rows, key=lambda row: (row.values[0].few, row.values[0].value or 0.0))
    text = (
        f"For a guesser who knows its habits, a pick of {least.head} is {least.values[0].whole} as open as if all characters were equally "
        f"likely."
    )
    return Table(
        slug="guesses",
        title="Predictability of picks",
        table="guesses",
        **played.head(text, CHAPTER),
        unit="share of full uncertainty, and bits per pick",
        how="100 %: the bot's habits reveal nothing; 0 %: they reveal every pick.",
        members="bots",
        head="Bot",
        columns=(Column("Left open"), Column("Bits"), Column("Bits if all were equally likely")),
        rows=rows,
    )
