"""Who judges a study: its bots where none are named, bots that do not know all of its rules, and what is said of both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from citadels_sim.bots import parse_bot
from citadels_sim.bots.weights import PACKAGED, has_learned
from citadels_sim.lineups import LEARNED, LEARNER, judge_of, lineup_words, players_words, shown_lineup
from citadels_sim.show.charts import style
from citadels_sim.text import command_line
from citadels_sim.variants import Variant, variant_names

if TYPE_CHECKING:
    from citadels_sim.bots import Bot
    from citadels_sim.study.question import Question

BESIDE_LEARNER: Final = ("planner", "builder")
"""The bots of a study that names none, beside `learner` where it has learned the rules: one for each other level of skill."""
_WITH_FILE: Final = re.compile(rf"(:@[^,]*{re.escape(LEARNED)})(?=,|$)")

Tables = Sequence[tuple[Variant, int]]


def usual_bots(tables: Tables) -> list[str]:
    """Return the bots of a study that names none, the one that judges first."""
    return [*([] if _unknown(parse_bot(LEARNER), tables) else [LEARNER]), *BESIDE_LEARNER]


def _unknown(bot: Bot, tables: Tables) -> list[tuple[Variant, int]]:
    """Return the tables whose rules a bot has not learned and does not play."""
    return [(variant, players) for variant, players in tables if not has_learned(bot, variant, players)]


def able_bots(bots: Mapping[str, Bot], tables: Tables) -> dict[str, str]:
    """Name each bot as it can play all tables: with packaged weights where its file does not know the rules and they do."""
    able = {}
    for name, bot in bots.items():
        other = _WITH_FILE.sub(rf"\1{PACKAGED}", name) if bot.learns and _unknown(bot, tables) else name
        helps = other != name and len(_unknown(parse_bot(other), tables)) < len(_unknown(bot, tables))
        able[name] = other if helps else name
    return able


def unable(bots: Mapping[str, Bot], tables: Tables) -> list[Variant]:
    """Return the variants of which some bot has not learned the rules at some table."""
    return list({variant.name: variant for bot in bots.values() for variant, _ in _unknown(bot, tables)}.values())


def refusal(bots: Mapping[str, Bot], tables: Tables) -> Iterator[str]:
    """Describe which bots have not learned which rules, each with the command that lets `learner` learn them."""
    for name, bot in bots.items():
        unknown = _unknown(bot, tables)
        if not unknown:
            continue
        where = "; ".join(
            f"'{variant}' with {_players(n for one, n in unknown if one.name == variant)} players"
            for variant in dict.fromkeys(one.name for one, _ in unknown)
        )
        variants, numbers = list({one.name: one for one, _ in tables}.values()), [n for _, n in tables]
        own = [one for one in variants if any(one.name == other.name for other, _ in unknown)]
        file, train = _training(own, numbers)
        yield f"bots: {name} has not learned {where}. Train it, `{train}`, and name it as --bots learner:@{file}."


def _training(variants: Sequence[Variant], players: Sequence[int]) -> tuple[str, str]:
    """Return a file of weights for some variants, and the command that writes it."""
    file = f"{variants[0].name}{LEARNED}"
    words = ["citadels", "train", *map(_word, variants), "--players", _numbers(players), "--out", file]
    return file, command_line(words)


def _word(variant: Variant) -> str:
    """Name a variant as a command does."""
    return variant.name if variant.name in variant_names() else variant.source


def _numbers(players: Sequence[int]) -> str:
    """Write numbers of players as an option: ``4-7``, ``4,6``."""
    known = sorted(set(players))
    in_a_row = len(known) > 1 and known[-1] - known[0] == len(known) - 1
    return f"{known[0]}-{known[-1]}" if in_a_row else ",".join(map(str, known))


def _players(numbers: Iterator[int]) -> str:
    known = sorted(set(numbers))
    in_a_row = len(known) > 2 and known[-1] - known[0] == len(known) - 1
    return f"{known[0]} to {known[-1]}" if in_a_row else style.listed([str(n) for n in known])


def said_of_judges(question: Question, variants: Sequence[Variant], extended: str | None) -> tuple[str, ...]:
    """State which bots judge a study, and how a stronger one could.

    Parameters
    ----------
    question : Question
    variants : sequence of Variant
        Those of the question, loaded.
    extended : str or None
        Name of the variant that the question's only variant, of one's own, extends and that it is not compared with.

    Returns
    -------
    tuple of str
        Who judges; then, where there is such a thing to say, which weights play which rules, what is left out, and what gives a stronger
        judge.
    """
    tables = [(variant, players) for variant in variants for players in question.players]
    judge, *others = map(shown_lineup, question.bots)
    lines = [f"Judged by {players_words([judge])}" + (f", with {players_words(others)} for comparison." if others else ".")]
    lines += _packaged(question, tables)
    if extended is not None:
        lines.append(
            f"{extended}, which {variants[0].name} extends, is left out: {lineup_words(judge)} has not learned it, and no packaged weights "
            "know it."
        )
    unlearned = unable({LEARNER: parse_bot(LEARNER)}, tables)
    if judge_of([question.bots[0], LEARNER]) != question.bots[0]:
        names = style.listed([variant.name for variant in unlearned])
        knows = f"has not learned {names}; it learns" if names else "knows these rules; it plays"
        lines.append(f"{LEARNER}, which is stronger, {knows} in a study without --bots, in another folder (--out).")
    return tuple(lines)


def _packaged(question: Question, tables: Tables) -> Iterator[str]:
    """State which variants are played with packaged weights beside a file."""
    for name in question.bots:
        if PACKAGED in name:
            alone = parse_bot(name.replace(PACKAGED, ""))
            known = style.listed(list({variant.name: None for variant, _ in _unknown(alone, tables)}))
            yield f"{known} {'is' if ' and ' not in known else 'are'} played with packaged weights, all others with the file."
