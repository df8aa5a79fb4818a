"""The first screen: what is beyond its limits and by how much, in three sentences, and the table that the page opens with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citadels_sim.judge.criteria import CRITERIA, Judgement
from citadels_sim.lineups import is_mixed, judge_of
from citadels_sim.report.card import who
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.answers import Said, cause, characters, compared_at, length
from citadels_sim.report.overview.by_skill import at_every_level, confirmed, contradicted, contrary, only_weaker, turned, weaker_words
from citadels_sim.report.overview.claims import claim, settling
from citadels_sim.report.overview.excess import WAYS, Excess, beyond, excesses
from citadels_sim.report.overview.fresh import of_others, of_this_one
from citadels_sim.report.overview.words import counted, member_state, player_words, tables_words
from citadels_sim.report.where import edition, where
from citadels_sim.show.charts import style
from citadels_sim.show.drawing import Where
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.text import join, upper_first

_SENTENCES: Final = 3
_NAMED: Final = 2


def sentences(evidence: Evidence) -> tuple[str, ...]:
    """Report what is out of balance and by how much, the farthest beyond its limit first; else what is balanced and what is undecided.

    What the strongest bot of each table says is said; where a weaker one is shown to say otherwise, that stands behind it. A character that
    the rules declare comes first where it is too strong or too weak, since its inventor asks that. Of a change of rules the first sentences
    answer which characters are out of balance, how much longer games are, and which of the changes caused it; the others tell of the rules
    as they are changed.
    """
    verdicts = told(evidence)
    judged = judging(verdicts)
    if not judged:
        return ("No declared limit applies to these runs; their findings are on the page of details.",)
    failing: dict[tuple[str, str], list[Excess]] = {}
    for each in excesses(judged, "fails"):
        failing.setdefault((each.judgement.variant, each.judgement.criterion), []).append(each)
    groups = sorted(failing.values(), key=lambda same: not any(_is_own(evidence, each) for each in same))
    named = {each.key for same in groups for each in same}
    answers: list[str] = []
    if compared_at(evidence) is not None:
        about = [one for one in judged if one.criterion == "character"]
        said = _of_characters(evidence, about, groups)
        answers = [f"{said.text} {characters(evidence, about, said)}".strip(), length(evidence), cause(evidence)]
        named |= {each.key for each in doubtful_of(about)}
        groups = [same for same in groups if same[0].judgement.criterion != "character"]
    lines = [_failing(evidence, same) for same in groups][:_SENTENCES]
    if not failing:
        lines = [_nothing(judged)]
    if len(lines) < _SENTENCES and (weaker := only_weaker(verdicts, judged)):
        lines.append(_of_edition(evidence, weaker[0].judgement.variant, weaker_words(verdicts, weaker)))
        named |= {each.key for each in weaker}
    doubtful = [each for each in doubtful_of(judged) if each.key not in named]
    if len(lines) < _SENTENCES and doubtful:
        lines.append(_doubt(evidence, doubtful[0]))
    if len(lines) < _SENTENCES:
        lines.append(_settled([one for one in judged if one.criterion != "character"] if answers else judged))
    return tuple(filter(None, [*answers, *lines]))


def doubtful_of(judged: Sequence[Judgement]) -> list[Excess]:
    """Return what lies beyond its limit without being shown to, of enough deals for a figure, the farthest out first.

    A difference that may as well have the other sign is none of them: it is only counted as undecided.
    """
    return [each for each in excesses(judged, "open") if each.judgement.n >= LEAST_COUNT and each.one_way]


def _of_characters(evidence: Evidence, judged: Sequence[Judgement], failing: Sequence[Sequence[Excess]]) -> Said:
    """Say which characters of changed rules are too strong or too weak, else which may be; nothing where none is judged."""
    if of_characters := [same for same in failing if same[0].judgement.criterion == "character"]:
        worst = [_worst(evidence, same) for same in of_characters]
        return Said(
            " ".join(_failing(evidence, same) for same in of_characters),
            frozenset(each.member.group for same in worst for each in same),
            frozenset(tables_words([each.judgement for each in same]) for same in worst if not _at_every_level(evidence, same)),
        )
    if not judged:
        return Said()
    tables = tables_words(judged)
    if all(one.state == "holds" for one in judged):
        return Said(f"Every character is shown to be balanced ({tables}).", tables=frozenset({tables}))
    text = f"No character is shown to be too strong or too weak ({tables}): {_counts(judged)}."
    doubts = doubtful_of(judged)[:1]
    text = " ".join([text, *(f"{upper_first(claim([each]))} (undecided). {settling(each)}".rstrip() for each in doubts)])
    return Said(text, frozenset(each.member.group for each in doubts), frozenset({tables}))


def told(evidence: Evidence) -> list[Judgement]:
    """Return the verdicts that the sentences tell: of a change of rules those of the rules as they are changed."""
    return [one for one in evidence.verdicts if evidence.changed is None or one.variant == evidence.changed[1]]


def _several(evidence: Evidence) -> bool:
    """Whether the sentences tell of several editions, and so name them."""
    return evidence.changed is None and len(evidence.titles) > 1


def judging(verdicts: Sequence[Judgement]) -> list[Judgement]:
    """Return the judgements that are said first: of each criterion at each table those of the strongest bot that answers it."""
    lineups: dict[tuple[str, str, int], list[str]] = {}
    for one in verdicts:
        lineups.setdefault((one.criterion, one.variant, one.players), []).append(one.lineup)
    return [one for one in verdicts if one.lineup == judge_of(lineups[one.criterion, one.variant, one.players])]


def _nothing(judged: Sequence[Judgement]) -> str:
    """State that nothing is shown to be beyond its limits, and how much of it is shown to be within."""
    held = sum(one.state == "holds" for one in judged)
    alone = [one for one in judged if not is_mixed(one.lineup)]
    tables = f"tables of {tables_words(alone or judged)}"
    if held == len(judged):
        return f"Everything is within its limits: {counted(len(judged), 'check')} at {tables}."
    are = "is" if held == 1 else "are"
    rest = len(judged) - held
    return f"At {tables}, no check is shown to be beyond limits: {held} of {len(judged)} {are} within limits, {rest} undecided."


def _worst(evidence: Evidence, failing: Sequence[Excess]) -> list[Excess]:
    """Return the worst member of a criterion that fails, at every table where it fails alike.

    Of characters one of the variant's own comes first; what is so at every level of skill comes before what is not.
    """
    failing = _own_first(evidence, failing)
    own = [each for each in failing if _is_own(evidence, each)]
    worst = next((each for each in own or failing if at_every_level(evidence.verdicts, each)), failing[0])
    return [each for each in failing if each.member.group == worst.member.group and each.up == worst.up]


def _at_every_level(evidence: Evidence, same: Sequence[Excess]) -> bool:
    """Tell whether one member fails at every level of skill wherever it fails: no bots are named then."""
    return all(at_every_level(evidence.verdicts, each) for each in same)


def _own_first(evidence: Evidence, failing: Sequence[Excess]) -> list[Excess]:
    """Put what is about the variant's own characters before the rest."""
    return sorted(failing, key=lambda each: not _is_own(evidence, each))


def _failing(evidence: Evidence, failing: Sequence[Excess]) -> str:
    """Describe a criterion of an edition that fails: its worst member, at every table where it fails alike, and the other members."""
    same = _worst(evidence, failing)
    failing, worst = _own_first(evidence, failing), same[0]
    if _at_every_level(evidence, same):
        who_says = [f"{player_words(each.judgement.players for each in same)}; the same at every level of skill"]
    else:
        who_says = [tables_words([each.judgement for each in same]), *contrary(evidence.verdicts, same)]
    who_says += [*of_this_one(evidence, same), *confirmed(evidence.confirming, same)]
    text = f"{claim(same)} ({'; '.join(who_says)})."
    if worst.judgement.criterion == "character" and (others := _others(failing, same)):
        text += f" {upper_first('; '.join(others))}."
        further = [each for each in failing if each.key != worst.key]
        said = turned(evidence.verdicts, further), of_others(evidence, further), contradicted(evidence.confirming, further)
        text = " ".join([text, *(f"{upper_first(words)}." for words in said if words)])
    return _of_edition(evidence, worst.judgement.variant, text)


def _is_own(evidence: Evidence, each: Excess) -> bool:
    """Tell whether something is about a character that the variant declares."""
    one = each.judgement
    return one.criterion == "character" and each.member.group in evidence.own.get(one.variant, ())


def _of_edition(evidence: Evidence, variant: str, text: str) -> str:
    """Put the name of an edition before a sentence about it, where there are several."""
    return upper_first(f"{edition(variant)}: {text}" if _several(evidence) else text)


def _others(failing: Sequence[Excess], same: Sequence[Excess]) -> list[str]:
    """State which other characters fail, those that fail as the worst one (`same`) first; those that fail both ways are named apart.

    Where one fails at other tables than the worst does, its tables stand behind its name.
    """
    worst, tables = same[0], {each.judgement.players for each in same}
    ways: dict[str, set[bool]] = {}
    players: dict[str, set[int]] = {}
    for each in failing:
        name = who("character", each.member)
        ways.setdefault(name, set()).add(each.up)
        players.setdefault(name, set()).add(each.judgement.players)
    name = who("character", worst.member)
    phrases = []
    if len(ways.pop(name)) > 1:
        phrases.append(f"the {name} is too {WAYS['character'][not worst.up]} with other numbers of players")
    weak, strong = WAYS["character"]
    named = {other: other if players[other] == tables else f"{other} ({player_words(sorted(players[other]))})" for other in ways}
    alike = ((up, [named[other] for other, way in ways.items() if way == {up}]) for up in (worst.up, not worst.up))
    phrases += [_are(names, f"{'also ' if up == worst.up else ''}too {strong if up else weak}") for up, names in alike if names]
    if names := [other for other, way in ways.items() if len(way) > 1]:
        phrases.append(_are(names, f"too {strong} or too {weak}, depending on the number of players"))
    return phrases


def _are(names: Sequence[str], what: str) -> str:
    return f"{join([f'the {name}' for name in names], _NAMED)} {'is' if len(names) == 1 else 'are'} {what}"


def _doubt(evidence: Evidence, each: Excess) -> str:
    """Name what lies farthest beyond its limit without being shown to, and what would settle it."""
    text = f"{claim([each])} ({tables_words([each.judgement])}; undecided). {settling(each)}".rstrip()
    return _of_edition(evidence, each.judgement.variant, text)


def _settled(judged: Sequence[Judgement]) -> str:
    """Count what is shown to be within its limits, and what is undecided; of characters each, of all else tables."""
    everywhere, unsure = [], []
    for key, criterion in CRITERIA.items():
        states = [one.state for one in judged if one.criterion == key and key != "character"]
        if states and set(states) == {"holds"}:
            everywhere.append(criterion.title.lower())
        elif count := states.count("open"):
            tables = f" at {count} of {len(states)} tables" if len(states) > 1 else ""
            unsure.append(f"{criterion.title.lower()}{tables}")
    several = len({(one.variant, one.players) for one in judged}) > 1
    first_lines = [f"Within limits{' at every table' * several}: {style.listed(everywhere)}."] if everywhere else []
    first_lines += [f"Undecided: {style.listed(unsure)}."] if unsure else []
    if forked := [one for one in judged if one.criterion == "character"]:
        first_lines.append(f"Characters: {_counts(forked)}.")
    return " ".join(first_lines)


def _counts(forked: Sequence[Judgement]) -> str:
    """Count the characters that are shown balanced and those that are undecided, in words."""
    shown, open_ones, total = character_counts(forked)
    counts = f"{shown} of {total} shown balanced, {open_ones or 'none'} undecided"
    return f"{counts}{', depending on the table' if ' to ' in counts else ''}"


def character_counts(judged: Sequence[Judgement]) -> tuple[str, str, str]:
    """Count the characters that are shown balanced, those undecided, and all, at one table or as ranges over several."""
    counts = []
    for one in judged:
        states = [member_state(one, member) for member in one.members]
        counts.append((states.count("holds"), states.count("open"), len(states)))
    shown, unsure, total = (" to ".join(dict.fromkeys(str(edge) for edge in (min(each), max(each)))) for each in zip(*counts, strict=True))
    return shown, "" if unsure == "0" else unsure, total


def first_choice(evidence: Evidence) -> Where:
    """Choose the table that the page opens with: where a character is farthest out of balance with the bot that judges, else anything else.

    Where nothing is judged it is the first.
    """
    judged = judging(told(evidence))
    failing = [each.judgement for each in excesses(judged, "fails")]
    forked = [one for one in judged if one.criterion == "character"]
    chosen = next((one for one in failing if one.criterion == "character"), None)
    chosen = chosen or next(iter([*(_most_out(forked)), *failing, *judged]), None)
    if chosen is not None:
        return where(evidence, chosen.variant, chosen.players, chosen.lineup)
    cell = evidence.runs[0].manifest.cells[0]
    return where(evidence, next(iter(evidence.titles)), cell.players, evidence.lineups[0])


def _most_out(judged: Sequence[Judgement]) -> list[Judgement]:
    return sorted(judged, key=lambda one: -max(beyond(member.value, "both", one.limit_of(member)) for member in one.members))
