"""The verdict card: every declared criterion at every table, in a word, a figure and a sentence."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from citadels_sim.judge.criteria import CRITERIA, Judgement, Member
from citadels_sim.limits import Limit, ends
from citadels_sim.lineups import lineup_words, split_lineup
from citadels_sim.report.content import MissingRun
from citadels_sim.report.evidence import Evidence
from citadels_sim.runs.designs import design_judged_by
from citadels_sim.show.charts import style
from citadels_sim.show.charts.families import range_words, short_range, with_bots
from citadels_sim.show.charts.grids import Grid
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.text import needed_words, upper_first
from citadels_sim.verdicts import MARKS, tally

_PER: Final = {"character": " per pick", "interaction": " per turn"}
"""What a limit is per, where its head would not say it."""
_SENTENCES: Final = {
    "seat": "{who}: {value} of win chance per game",
    "character": "{who}: {value} of win chance per pick",
    "rounds": "19 of 20 games are over by round {value}",
    "dead_turns": "{value} of all turns are lost to murder and bewitchment",
    "interaction": "Per turn {value} hits fall on other players",
    "decisiveness": "On average a game is decided after {value} of its rounds",
    "skill": "Where {who} and {others} take the seats in turn, {who} gains {value} of the possible wins above an even share",
}
"""How the sentence of a criterion begins."""


def card_grid(evidence: Evidence) -> Grid:
    """Lay out the card: one row per variant and number of players, one column per criterion, of the main line-up."""
    chosen = {(one.variant, one.players, one.criterion): one for one in reversed(evidence.judgements) if _shown(evidence, one)}
    tables = list(dict.fromkeys((one.variant, one.players) for one in evidence.judgements))
    keys = [key for key in CRITERIA if any(one.criterion == key for one in evidence.judgements)]
    rows = []
    for variant, players in tables:
        figures = [chosen.get((variant, players, key)) for key in keys]
        cells = [_cell(evidence, one) if one else "–" for one in figures]
        rows.append((evidence.titles[variant], str(players), lineup_words(evidence.main[variant]), *cells))
    heads = tuple(f"{CRITERIA[key].title} ({limit_words(key, evidence.limits[key])})" for key in keys)
    caption = "The limits in the heads were declared beforehand; 95 % intervals in brackets."
    if evidence.reaches:
        caption += " Ranges show the same seat or character with other bots."
    if any("–" in row for row in rows):
        caption += " –: not measured."
    return Grid(caption, ("Variant", "Players", "Bots", *heads), tuple(rows), kind="card")


def _cell(evidence: Evidence, one: Judgement) -> str:
    """Write a verdict with its figure, other bots than those of its row, and the range over families of bots."""
    notes = [lineup_words(one.lineup)] if one.lineup != evidence.main[one.variant] else []
    if row := _reach(evidence, one):
        notes.append(short_range(row))
    text = f"{MARKS[one.state]}\u00a0{one.word}: {figure(one)}"
    return f"{text} ({'; '.join(notes)})" if notes else text


def _reach(evidence: Evidence, one: Judgement) -> Mapping[str, Any] | None:
    """The figure of the member farthest out with every family of bots, where there are several."""
    return evidence.reaches.get((one.criterion, one.variant, one.players, one.worst.group))


def _shown(evidence: Evidence, one: Judgement) -> bool:
    """Whether a judgement is on the card: of the variant's main line-up, or of its first mixed one for skill."""
    if one.criterion == "skill":
        return True
    there = {each.lineup for each in evidence.judgements if each.variant == one.variant and each.criterion == one.criterion}
    main = evidence.main[one.variant]
    return one.lineup == (main if main in there else next(line for line in evidence.lineups if line in there))


def unanswered(evidence: Evidence) -> tuple[MissingRun, ...]:
    """Name the criteria that no run answers, with the command of a run that does; those that one run would answer together."""
    there = {one.criterion for one in evidence.judgements}
    missing: dict[str, list[str]] = {}
    for key, criterion in CRITERIA.items():
        if key not in there:
            missing.setdefault(_command(evidence, key), []).append(criterion.title)
    return tuple(MissingRun(style.listed(titles), command) for command, titles in missing.items())


def _command(evidence: Evidence, key: str) -> str:
    design = design_judged_by(key)
    if not design.keeps_games:
        return evidence.command_of(design)
    if key == "skill":
        return evidence.command("run", options=("--games", "10000"), bots="planner,builder")
    return evidence.command("run", options=("--games", "10000", "--detail", "turns"))


def limit_words(criterion: str, limit: Limit) -> str:
    """Write a limit with its unit: ``± 2 pp``, ``at most 20 rounds``, ``0.1 to 0.5 hits per turn``."""
    entry = CRITERIA[criterion]
    unit = f"\u00a0{entry.form.short}{_PER.get(criterion, '')}"
    if not isinstance(limit, tuple):
        sign = {"both": "±\u00a0", "most": "at most\u00a0", "least": "at least\u00a0"}[entry.side]
        return f"{sign}{limit * entry.per_unit:.10g}{unit}"
    if entry.side == "both":
        return f"intended {style.wanted(limit)}{_PER.get(criterion, '')}"
    low, high = (f"{end * entry.per_unit:.10g}" for end in limit)
    if not math.isfinite(limit[0]):
        return f"at most\u00a0{high}{unit}"
    return f"{low} to {high}{unit}" if math.isfinite(limit[1]) else f"at least\u00a0{low}{unit}"


def figure(one: Judgement) -> str:
    """Write the member farthest out with its interval: ``Architect +3.1 pp [2.8, 3.4]``."""
    against = f"against {others}" if (others := opponents(one)) else ""
    wanted = f"({limit_words(one.criterion, one.worst.wish)})" if one.worst.wish else ""
    return " ".join(part for part in (who(one.criterion, one.worst), value(one.criterion, one.worst), wanted, against) if part)


def who(criterion: str, member: Member) -> str:
    """Name a member; empty where a criterion has one figure, which its head names."""
    if criterion == "seat":
        return style.seat_words(int(member.group)) if member.group.isdecimal() else member.group
    if criterion == "character":
        return style.title_of(member.group)
    return {"rounds": "95 % by round", "skill": lineup_words(member.group)}.get(criterion, "")


def opponents(one: Judgement) -> str:
    """Name the bots that the best bot of a judgement of skill was measured against; empty for other criteria."""
    others = dict.fromkeys(bot for bot in split_lineup(one.lineup) if bot != one.worst.group)
    return style.listed([*map(lineup_words, others)]) if one.criterion == "skill" else ""


def value(criterion: str, member: Member) -> str:
    """Write a member's figure with its interval, in the unit of its criterion."""
    low, high = member.low, member.high
    if low is None or high is None:
        return style.TOO_FEW
    if CRITERIA[criterion].side == "both":
        return style.effect(member.value, low, high)
    if criterion == "rounds":
        return f"{member.value:.0f} [{low:.0f},\u00a0{high:.0f}]"
    if criterion == "interaction":
        return f"{style.plain(member.value, low, high, default=2, most=2)} {style.interval(low, high, default=2, most=2)}"
    share = style.plain(member.value, low, high, factor=100, most=1)
    return f"{share}\u00a0% {style.interval(low, high, factor=100, most=1)}"


def difference_words(criterion: str, value: float, low: float, high: float) -> str:
    """Write a difference of two figures of a criterion with its interval: ``−1.2 pp [−1.9, −0.5]``."""
    form = CRITERIA[criterion].form
    if form.scale != 1:
        return style.effect(value, low, high)
    text = style.plain(value, low, high, most=2)
    return f"{'+' if value > 0 and float(text) else ''}{text}\u00a0{form.short} {style.interval(low, high, most=2)}"


def sentence(evidence: Evidence, one: Judgement) -> str:
    """Format a judgement as a sentence."""
    limit = limit_words(one.criterion, one.limit_of(one.worst))
    if one.few:
        return f"{CRITERIA[one.criterion].title} {with_bots([one.lineup])}: {_deals(one)} too few for a verdict (at least {LEAST_COUNT})."
    name = who(one.criterion, one.worst)
    start = _SENTENCES[one.criterion].format(who=name, value=value(one.criterion, one.worst), others=opponents(one))
    start += "" if one.criterion == "skill" else f" {with_bots([one.lineup])}"
    start = upper_first(start)
    if one.worst.low is None:
        return f"{start}; its variation is unknown."
    text = f"{start}, {_against(one, limit)}{_in_lineups(evidence, one)}"
    if row := _reach(evidence, one):
        text += f"; {range_words(row)}{', so its sign depends on the bots' if row['differs'] else ''}"
    if one.criterion == "character":
        text += f"; characters: {members_words(one)}"
        text += spread_words(one)
    if one.state == "open":
        needed = needed_words(one.needed_low, one.needed, counted_in(one))
        text += f"; {needed}" * bool(needed)
    return text + "."


def _in_lineups(evidence: Evidence, one: Judgement) -> str:
    """Count the line-ups of a table that show the same of a judgement's worst member: of the same seat or character, on the same side."""
    table = one.criterion, one.variant, one.players
    there = [each for each in evidence.judgements if (each.criterion, each.variant, each.players) == table]
    of_it = [(each, member) for each in there for member in each.members if member.group == one.worst.group]
    found = {(each.lineup, each.state_of(member), member.off > 0) for each, member in of_it}
    if len(found) < 2:
        return ""
    same = sum(state == one.state and (state != "fails" or above == (one.worst.off > 0)) for _, state, above in found)
    return f", {'as' if same == len(found) else 'so'} in {same} of {len(found)} line-ups"


def members_words(one: Judgement) -> str:
    """Count the seats or characters of a judgement by what is shown of them; empty where it is about one figure."""
    if len(one.members) == 1:
        return ""
    return tally(one.state_of(member) for member in one.members)


def spread_words(one: Judgement) -> str:
    """Write how far the true effects of a judgement's members lie apart; that it may be nothing, where nothing else is shown."""
    value, low, high = (one.extra.get(name) for name in ("spread", "spread_low", "spread_high"))
    if value is None or low is None or high is None:
        return ""
    if low > 0:
        return f"; true effects spread by {style.points(value, low, high).lstrip('+')} {style.points_interval(low, high)}"
    return f"; true effects spread by at most {style.points(high).lstrip('+')}"


def _deals(one: Judgement) -> str:
    return f"{one.blocks} {'deal is' if one.blocks == 1 else 'deals are'}"


def counted_in(one: Judgement) -> str:
    """Name what a judgement counts."""
    return "nodes" if one.criterion == "character" else "games"


def _against(one: Judgement, limit: str) -> str:
    """Describe how the figure lies to its limit."""
    if one.state == "open":
        return f"undecided against {limit}"
    if one.criterion in ("seat", "character"):
        return (
            f"every {one.criterion} within {limit_words(one.criterion, one.limit)}{_wished(one)}"
            if one.state == "holds"
            else f"beyond {limit}"
        )
    if one.state == "holds":
        return f"within {limit}" if CRITERIA[one.criterion].side == "between" else limit
    low = one.worst.value < ends(CRITERIA[one.criterion].side, one.limit)[0]
    return f"{'less' if low else 'more'} than the limit {limit}" if CRITERIA[one.criterion].side == "between" else f"not {limit}"


def _wished(one: Judgement) -> str:
    """Name the members of a judgement of which something else is wanted, with that."""
    wishes = [f"{who(one.criterion, member)} {limit_words(one.criterion, member.wish)}" for member in one.members if member.wish]
    return f", {style.listed(wishes)}" if wishes else ""


def sentences_grid(evidence: Evidence) -> Grid:
    """Lay out every judgement with its sentence, of all line-ups."""
    rows = tuple(
        (
            evidence.titles[one.variant],
            str(one.players),
            lineup_words(one.lineup),
            CRITERIA[one.criterion].title,
            f"{MARKS[one.state]} {one.word}",
            style.count(one.n),
            style.count(one.blocks),
            sentence(evidence, one),
        )
        for one in evidence.judgements
    )
    heads = ("Variant", "Players", "Bots", "Criterion", "Verdict", "Games or nodes", "Deals", "In a sentence")
    return Grid("Every verdict in a sentence, with all line-ups", heads, rows, kind="words")
