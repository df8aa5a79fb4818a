"""What is so at every level of skill, what only weaker players make so, and what they are shown to say otherwise than the judge.

The sentences tell what those find who judge. A finding of weaker players is added if a character is too strong for them, since some people
play that way; not if it is too weak for them, since they can learn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from citadels_sim.judge.criteria import Judgement
from citadels_sim.lineups import SKILL, players_words, skill_of, skill_rank
from citadels_sim.report.card import who
from citadels_sim.report.confirmation import confirmation
from citadels_sim.report.overview.excess import Excess, excesses
from citadels_sim.report.overview.words import member_figure, player_words
from citadels_sim.text import join, listed
from citadels_sim.verdicts import OF_STRENGTH, place_of

_NAMED: Final = 2


def _others(verdicts: Sequence[Judgement], each: Excess) -> Iterator[Excess]:
    """Iterate over what other bots say of a member at its table, where one answers."""
    for one in verdicts:
        members = [member for member in one.members if member.group == each.member.group and member.low is not None]
        if one.lineup != each.judgement.lineup and members:
            other = Excess(one, members[0], 0.0)
            if other.table == each.table:
                yield other


def at_every_level(verdicts: Sequence[Judgement], each: Excess) -> bool:
    """Return whether a member is shown to lie beyond its limit, on the same side, at every level of skill, of which all have played."""
    same = [other for other in _others(verdicts, each) if other.state == "fails" and other.up == each.up]
    return {skill_of(one.judgement.lineup) for one in (each, *same)} >= set(SKILL)


def contrary(verdicts: Sequence[Judgement], same: Sequence[Excess]) -> list[str]:
    """State for which weaker players a member is shown to lie otherwise at the same tables: within its limit, or beyond its other end."""
    words: dict[str, dict[str, None]] = {}
    for other, up in ((other, each.up) for each in same for other in _others(verdicts, each)):
        if other.state == "holds" or (other.state == "fails" and other.up != up):
            said = "within its limit" if other.state == "holds" else f"too {other.way}"
            words.setdefault(other.judgement.lineup, {})[said] = None
    alike: dict[str, list[str]] = {}
    for lineup, several in words.items():
        alike.setdefault(" or ".join(several), []).append(lineup)
    return [f"not so for {players_words(lineups)}: {said}" for said, lineups in alike.items()]


def turned(verdicts: Sequence[Judgement], further: Sequence[Excess]) -> str:
    """Name those of the further members of a sentence that weaker players find beyond the other end of their limit; empty for none."""
    lineups: dict[tuple[str, str, int], list[str]] = {}
    for each in further:
        for other in _others(verdicts, each):
            if other.state == "fails" and other.up != each.up:
                lineups.setdefault((who("character", each.member), other.way, each.judgement.players), []).append(other.judgement.lineup)
    players: dict[tuple[str, str, str], list[int]] = {}
    for (name, way, at), found in lineups.items():
        players.setdefault((players_words(found), name, way), []).append(at)
    said: dict[str, list[str]] = {}
    for (whom, name, way), numbers in players.items():
        said.setdefault(whom, []).append(f"the {name} is too {way} ({player_words(numbers)})")
    return "; ".join(f"not so for {whom}: {listed(names)}" for whom, names in said.items())


def confirmed(confirming: Sequence[Judgement], same: Sequence[Excess]) -> list[str]:
    """State whether experts who think ahead confirm that a member lies beyond its limit, at each of its tables that they played."""
    known = [(each.judgement.players, confirmation(confirming, each.judgement, each.member, up=each.up)) for each in same]
    several = len({players for players, _ in known}) > 1
    return [one.words(f" at {players} players" if several else "") for players, one in known if one is not None]


def contradicted(confirming: Sequence[Judgement], others: Sequence[Excess]) -> str:
    """Name those of the further members of a sentence that experts who think ahead contradict, with what they find; empty for none."""
    found = ((each, confirmation(confirming, each.judgement, each.member, up=each.up)) for each in others)
    against = [(each, one) for each, one in found if one is not None and one.answer == "contradicted"]
    if not against:
        return ""
    who_says = players_words([one.judgement.lineup for _, one in against])
    said = [f"the {who('character', each.member)} ({each.judgement.players} players: {one.figure})" for each, one in against]
    return f"{who_says} disagree on {listed(said)}"


def only_weaker(verdicts: Sequence[Judgement], judged: Sequence[Judgement]) -> list[Excess]:
    """Return the characters of a variant that are shown to be too strong for weaker players, and not by those that judge.

    Parameters
    ----------
    verdicts : sequence of Judgement
    judged : sequence of Judgement
        Those of them that are said first.

    Returns
    -------
    list of Excess
        What the weaker bot finds that finds most, the farthest out first; of several variants those of the first one.
    """
    judges = {one.table: one for one in judged if one.criterion == "character"}
    failing = {each.key for each in excesses(judges.values(), "fails")}
    forked = [one for one in verdicts if one.criterion == "character" and one.table not in judges]
    found: dict[tuple[str, str, str], Excess] = {}
    for each in excesses(forked, "fails"):
        if each.up and each.key not in failing:
            found.setdefault(each.key, each)
    return [each for each in found.values() if each.judgement.variant == next(iter(found.values())).judgement.variant]


def weaker_words(verdicts: Sequence[Judgement], weaker: Sequence[Excess]) -> str:
    """Say of characters that weaker players make too strong what each level of skill finds, of the first of them, and name the others.

    The others are named with the players for whom they are too strong, unless these are the same at the same table.
    """
    worst, *others = weaker
    says = sorted((worst, *_others(verdicts, worst)), key=lambda one: -skill_rank(one.judgement.lineup))
    few = _without_figure(verdicts, worst)
    figures = listed([f"{_said(one)} for {players_words([one.judgement.lineup])}" for one in says])
    figures += f"; {players_words(few)} have too few nodes for a figure" if few else ""
    name, players = who("character", worst.member), worst.judgement.players
    only = "only " if not few and all(one.state != "open" for one in says) else ""
    best = min(skill_rank(one.lineup) for one in _there(verdicts, worst))
    strong = _found_by(says, up=True)
    every = [one for one in says if skill_rank(one.judgement.lineup) > best]
    for_whom = "weaker players" if _found_by(every, up=True) == [one.judgement.lineup for one in every] else players_words(strong)
    alike: dict[tuple[int, tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for each in (worst, *others):
        answers = sorted((each, *_others(verdicts, each)), key=lambda one: -skill_rank(one.judgement.lineup))
        key = each.judgement.players, tuple(_found_by(answers, up=True)), tuple(_found_by(answers, up=False))
        alike.setdefault(key, []).append(f"the {who('character', each.member)}")
    (_, (_, *same)), *different = alike.items()
    also = f" The same holds for {join(same, _NAMED)}." if same else ""
    for (at, lineups, _), names in different[:_NAMED]:
        table = "" if at == players else f" ({at} players)"
        also += f" Too strong for {players_words(lineups)}{table}: {join(names, _NAMED)}."
    return f"the {name} is shown to be too strong {only}for {for_whom} ({players} players): {figures}.{also}"


def _found_by(answers: Sequence[Excess], *, up: bool) -> list[str]:
    """Name the bots that are shown to make a character too strong, or too weak."""
    return [one.judgement.lineup for one in answers if one.state == "fails" and one.up == up]


def _without_figure(verdicts: Sequence[Judgement], each: Excess) -> list[str]:
    """Name the other bots that answer at the table of a member, and have too few nodes at which it could be picked."""
    answering = {one.judgement.lineup for one in (each, *_others(verdicts, each))}
    return [lineup for lineup in dict.fromkeys(one.lineup for one in _there(verdicts, each)) if lineup not in answering]


def _there(verdicts: Sequence[Judgement], each: Excess) -> list[Judgement]:
    """Return what all bots find of the same criterion at the same table of players."""
    table = each.judgement.criterion, each.judgement.variant, each.judgement.players
    return [one for one in verdicts if (one.criterion, one.variant, one.players) == table]


def _said(one: Excess) -> str:
    """Write a character's effect with its interval, and its verdict where it is not too strong."""
    figure = member_figure("character", one.member)
    size = f"{figure.text} {figure.interval}"
    return size if one.state == "fails" and one.up else f"{size} ({OF_STRENGTH[place_of(one.state, one.member.off)]})"
