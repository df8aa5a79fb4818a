"""Line-ups as text: splitting them into bots, and showing them in commands that somebody may paste."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from citadels_sim.errors import ExperimentError
from citadels_sim.text import cut, listed, visible_line

STRENGTH: Final = ("random", "richard", "raider", "builder", "banker", "planner", "learner", "searcher")
"""The bots of this package, the weakest first: by Elo from all places, averaged over three editions (the ladder in docs/bots.md)."""
SKILL: Final = {"experts": ("learner", "searcher"), "regulars": ("raider", "banker", "planner"), "beginners": ("richard", "builder")}
"""Whose play bots stand for, the most skilled first. What plays at random stands for nobody's."""
LEARNER: Final = "learner"
"""The strongest of them that is fast, which judges."""
LEARNED: Final = ".weights"
"""How the name of a file ends that `citadels train` wrote."""

_BESIDE: Final = r"(?:\+packaged|\+nearest)?"
"""What stands behind the name of a file: with what the bot plays rules that the file does not know."""
_VALUES: Final = re.compile(rf"[:,]@(?P<file>[^,]+?\.(?:weights|toml)){_BESIDE}(?=,|$)")
"""A bot with a file of what it has learned, or of values of its parameters."""
_LEARNED: Final = re.compile(rf"\b(?P<bot>\w+):@(?:[^,]*[/\\])?(?P<file>[^,/\\]+)\.weights{_BESIDE}(?=,|:|$)")
"""A bot with a file of what it has learned."""
_LEARNS: Final = re.compile(rf"^(?P<bot>learner)(?::(?:@(?P<file>.+?\.weights){_BESIDE}|@nearest)?,?(?P<values>[^@]*))?$")
"""A bot that plays what it has learned, with a file, or values of its parameters."""
_ANY_RULES: Final = re.compile(r"learner:@(?:nearest|(?P<file>[^,]+\.weights)\+nearest)")
"""The same, where it plays rules that it has not learned as those that differ least."""
_THINKS: Final = re.compile(r"[:,]think=(?!0*(?:\.0*)?(?:,|$))")
"""A value above 0 for how many games it plays ahead."""
_SHOWN: Final = 200
"""Characters that are shown of the name of a bot in a file, which somebody else may have written: usual paths fit."""


def seat_name(seat: int) -> str:
    """Name a seat of a game as people count: seat 0 of records, labels and tables is ``Seat 1``."""
    return f"Seat {seat + 1}"


def seat_of(seat: int, bot: str) -> str:
    """Name a seat with its bot, which a line-up names so: ``Seat 2 (builder)``."""
    return f"{seat_name(seat)} ({lineup_words(bot)})"


def split_lineup(text: str) -> list[str]:
    """Split a line-up at the commas between bots: a part ``key=value`` belongs to the bot before it."""
    names: list[str] = []
    for part in (piece.strip() for piece in text.split(",")):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        elif part:
            names.append(part)
    return names


def is_mixed(lineup: str) -> bool:
    """Return whether different bots sit at the tables of a line-up."""
    return len(set(split_lineup(lineup))) > 1


def plays_at_random(bot: str) -> bool:
    """Return whether a bot, as line-ups write it, plays any legal action: to win against it takes no skill."""
    return bot.partition(":")[0].strip() == STRENGTH[0]


def judge_of(lineups: Iterable[str]) -> str:
    """Choose the line-up whose figures decide what is said of some rules: that of the strongest bot.

    Parameters
    ----------
    lineups : iterable of str
        Not empty, the main one first. Line-ups of equal bots come before mixed ones.

    Returns
    -------
    str
        The first, unless a bot that is known to be stronger (`STRENGTH`) has one, too. How strong a bot of one's own is, is not known: it
        judges where it is named first.
    """
    known = list(dict.fromkeys(lineups))
    judge, *others = [lineup for lineup in known if not is_mixed(lineup)] or known
    for other in others:
        strength, best = _strength(other), _strength(judge)
        if strength is not None and best is not None and strength > best:
            judge = other
    return judge


def _strength(lineup: str) -> tuple[int, bool] | None:
    """Return how strong the weakest bot of a line-up is, to be compared; None where that of some bot is not known."""
    bots = [(bot.partition(":")[0].strip(), thinks_ahead(bot)) for bot in split_lineup(lineup)]
    known = bots and all(head in STRENGTH for head, _ in bots)  # files of others may name nobody
    return min((STRENGTH.index(head), thinks) for head, thinks in bots) if known else None


def skill_of(lineup: str) -> str | None:
    """Return whose play a line-up of equal bots stands for, a key of `SKILL`, or None where that is not known."""
    head = lineup.partition(":")[0].strip()
    return None if is_mixed(lineup) else next((skill for skill, bots in SKILL.items() if head in bots), None)


def level_of(lineup: str) -> str:
    """Name whose play a line-up stands for, as `SKILL` does, or experts who think ahead; empty where that is not known."""
    skill = skill_of(lineup)
    return f"{skill} who think ahead" if skill and thinks_ahead(lineup) else skill or ""


def thinks_ahead(lineup: str) -> bool:
    """Return whether a bot of a line-up plays games ahead before it picks or names a character."""
    return any(_THINKS.search(bot) for bot in split_lineup(lineup))


def thinking(bot: str, games: int) -> str | None:
    """Name `learner`, whatever it has learned, so that it plays so many games ahead; None for another bot, and one that does so already."""
    match = _LEARNS.match(bot)
    if match is None or thinks_ahead(bot):
        return None
    return f"{bot}{',' if ':' in bot else ':'}think={games}"


def skill_rank(lineup: str) -> int:
    """Return the place of a line-up by whose play it stands for: 0 is the most skilled, the last one is not known."""
    return [*SKILL, None].index(skill_of(lineup))


def players_words(lineups: Iterable[str]) -> str:
    """Write who plays, the most skilled first: ``experts (learner) and regulars (planner)``, ``mine bots``."""
    known = sorted(dict.fromkeys(lineups), key=skill_rank)
    return listed([f"{level} ({lineup_words(one)})" if (level := level_of(one)) else f"{lineup_words(one)} bots" for one in known])


def for_any_rules(bot: str) -> str:
    """Name a bot so that it plays rules that it has not learned, too: with what it has learned of those that differ least.

    A bot that plays any rules, or whose values are of a packaged file, keeps its name.
    """
    match = _LEARNS.match(bot)
    if match is None:
        return bot
    file, values = match.group("file", "values")
    return f"{match['bot']}:@{f'{file}+nearest' if file else 'nearest'}{f',{values}' if values else ''}"


def learns_any_rules(lineup: str) -> bool:
    """Return whether one `learner` has all seats that plays rules which it has not learned, too, and does not think ahead."""
    return _ANY_RULES.fullmatch(lineup) is not None


def learned_file(lineup: str) -> str:
    """Return the file of what such a `learner` has learned; empty where that is packaged."""
    match = _ANY_RULES.fullmatch(lineup)
    return (match["file"] or "") if match else ""


def values_file(bot: str) -> str:
    """Return the file of what a bot has learned, or of values of its parameters, as a line-up names it; empty where it names none."""
    match = _VALUES.search(bot)
    return match["file"] if match else ""


def same_bot(one: str, other: str) -> bool:
    """Return whether two names mean bots that play alike wherever both have learned the rules."""
    return for_any_rules(one) == for_any_rules(other)


def lineup_words(lineup: str) -> str:
    """Write a line-up for people, with spaces behind its commas; of a file of weights its name, where it is not the bot's."""
    return _LEARNED.sub(_learned_words, lineup).replace(":@nearest,", ":").replace(":@nearest", "").replace(",", ", ")


def _learned_words(match: re.Match[str]) -> str:
    bot, file = match.group("bot", "file")
    return bot if file == bot else f"{bot} ({file})"


def names_a_file(bot: str) -> bool:
    """Return whether a bot, as line-ups write it, is code in a file; values in a file are data, which does nothing."""
    return bot.partition(":")[0].strip().endswith(".py")


def not_loaded(bots: Iterable[str], source: str) -> str:
    """State of bots in files that they are not loaded just because a game or a run names them, and what loads them; else nothing.

    Parameters
    ----------
    bots : iterable of str
        As the game or the run names them; somebody else may have written that.
    source : str
        What names them: ``a saved game``.
    """
    names = list(dict.fromkeys(f"'{cut(visible_line(bot), _SHOWN)}'" for bot in bots if names_a_file(bot)))
    if not names:
        return ""
    if len(names) == 1:
        said = f"Its bot {names[0]} is in a file, which is not loaded just because {source} names it"
        return f"{said}. If you trust the file, name the bot, as it stands here, with --bots."
    said = f"Its bots {listed(names)} are in files, which are not loaded just because {source} names them"
    return f"{said}. If you trust the files, name the bots, as they stand here, with --bots."


def check_no_code(lineups: Iterable[Sequence[str]], source: str) -> None:
    """Refuse bots that are code in files, where somebody only looks at what a file of others says.

    Raises
    ------
    ExperimentError
    """
    if files := sorted({bot for lineup in lineups for bot in lineup if names_a_file(bot)}):
        names = ", ".join(cut(visible_line(bot), _SHOWN) for bot in files)
        raise ExperimentError(
            f"{source}: lineups: {names}: a program in a file, which is not loaded just to show an experiment. Read it first; "
            f"`citadels run` loads it, and so does --dry-run if --bots names it."
        )


def shown_lineup(lineup: str) -> str:
    """Write a line-up for a command that somebody may paste: ``FILE.py`` replaces each file of a bot, which only a folder names."""
    return ",".join(_without_file(bot) for bot in split_lineup(lineup))


def _without_file(bot: str) -> str:
    """Put ``FILE.py`` in the place of the file of a bot."""
    _, colon, tail = bot.partition(":")
    return f"FILE.py{colon}{tail}" if names_a_file(bot) else bot
