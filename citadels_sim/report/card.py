"""The verdict card: every declared criterion at every table, in a word, a figure and a sentence."""

from __future__ import annotations

from citadels_sim.analysis.criteria import CRITERIA, Judgement, Member
from citadels_sim.report import style
from citadels_sim.report.material import Material
from citadels_sim.report.tables import Grid

__all__ = ["MARKS", "card_grid", "figure", "limit_words", "sentence", "sentences_grid"]

#: A sign beside each state, so that colour is never the only one.
MARKS = {"holds": "✓", "fails": "✗", "open": "?"}


def card_grid(material: Material) -> Grid:
    """Lay out the card: one row per variant and number of players, one column per criterion, of the main line-up."""
    chosen = {(one.variant, one.players, one.criterion): one for one in reversed(material.judgements) if _shown(material, one)}
    tables = list(dict.fromkeys((one.variant, one.players) for one in material.judgements))
    keys = [key for key in CRITERIA if any(one.criterion == key for one in material.judgements)]
    rows = []
    for variant, players in tables:
        found = [chosen.get((variant, players, key)) for key in keys]
        cells = [f"{MARKS[one.state]} {one.word}: {figure(one)}" if one else "–" for one in found]
        rows.append((material.titles[variant], str(players), *cells))
    heads = tuple(f"{CRITERIA[key].title} ({limit_words(key, CRITERIA[key].limit)})" for key in keys)
    caption = "Verdict card. Limits in the heads were declared beforehand; in brackets: 95 % intervals."
    return Grid(caption, ("Variant", "Players", *heads), tuple(rows), kind="card")


def _shown(material: Material, one: Judgement) -> bool:
    """Whether a judgement stands on the card: of the variant's main line-up, or of its first mixed one for skill."""
    if one.criterion == "skill":
        return True
    there = {each.lineup for each in material.judgements if each.variant == one.variant and each.criterion == one.criterion}
    main = material.main[one.variant]
    return one.lineup == (main if main in there else next(line for line in material.lineups if line in there))


def limit_words(criterion: str, limit: float) -> str:
    """Write a limit with its unit: ``± 2 pp``, ``at most 20 rounds``."""
    return {
        "seat": f"±\u00a0{100 * limit:g}\u00a0pp", "character": f"±\u00a0{100 * limit:g}\u00a0pp per pick",
        "rounds": f"at most {limit:g} rounds", "skill": f"at least {100 * limit:g}\u00a0%",
    }[criterion]  # fmt: skip


def figure(one: Judgement) -> str:
    """Write the member farthest out with its interval: ``Architect +3.1 pp [2.8, 3.4]``."""
    return f"{who(one)} {value(one.criterion, one.worst)}"


def who(one: Judgement) -> str:
    """Name the member farthest out."""
    if one.criterion == "seat":
        return "first crown" if one.worst.group == "0" else f"seat {one.worst.group} after it"
    return {"rounds": "95 % by round", "skill": one.worst.group}.get(one.criterion, style.title_of(one.worst.group))


def value(criterion: str, member: Member) -> str:
    """Write a member's figure with its interval, in the unit of its criterion."""
    low, high = member.low, member.high
    if criterion == "rounds":
        return f"{member.value:.0f} " + ("[not known]" if low is None or high is None else f"[{low:.0f},\u00a0{high:.0f}]")
    if criterion == "skill":
        return f"{style.percent(member.value, low, high)} {style.interval(low, high, factor=100)}"
    return style.effect(member.value, low, high)


def sentence(material: Material, one: Judgement) -> str:
    """Say a judgement in a sentence."""
    limit = limit_words(one.criterion, one.limit)
    if one.worst.low is None:
        return f"{_start(one)}; one deal says nothing about chance."
    others = [
        each for each in material.judgements if (each.criterion, each.variant, each.players) == (one.criterion, one.variant, one.players)
    ]
    same = sum(each.state == one.state for each in others)
    families = f", {'as' if same == len(others) else 'so'} in {same} of {len(others)} line-ups" if len(others) > 1 else ""
    ends = {
        "seat": {"holds": f"every seat within {limit}", "fails": f"outside {limit}", "open": f"not settled against {limit}"},
        "character": {"holds": f"every character within {limit}", "fails": f"outside {limit}", "open": f"not settled against {limit}"},
        "rounds": {"holds": f"within {limit}", "fails": f"more than {limit}", "open": f"not settled against {limit}"},
        "skill": {"holds": limit, "fails": f"less than that: {limit} was asked", "open": f"not settled against {limit}"},
    }  # fmt: skip
    text = f"{_start(one)}, {ends[one.criterion][one.state].replace('at most at most', 'at most')}{families}"
    if one.criterion == "character":
        text += f"; {one.extra['balanced']} of {one.extra['characters']} characters balanced"
        if one.extra["spread"] is not None:
            text += f", true effects spread by {style.points(one.extra['spread']).lstrip('+')}"
    if one.state == "open":
        text += (
            f"; needs about {style.rough(one.needed)} {'nodes' if one.criterion == 'character' else 'games'}"
            if one.needed
            else "; lies on the limit"
        )
    return text + "."


def _start(one: Judgement) -> str:
    name = who(one)
    shown = value(one.criterion, one.worst)
    return {
        "rounds": f"19 of 20 games are over by round {shown}",
        "skill": f"The best bot, {one.worst.group}, comes {shown} of the way from an even share to winning always",
        "seat": f"{name[0].upper()}{name[1:]}: {shown} of win chance per game",
    }.get(one.criterion, f"{name}: {shown} of win chance per pick")


def sentences_grid(material: Material) -> Grid:
    """Lay out every judgement with its sentence, of all line-ups."""
    rows = tuple(
        (
            material.titles[one.variant], str(one.players), one.lineup.replace(",", ", "), CRITERIA[one.criterion].title,
            f"{MARKS[one.state]} {one.word}", sentence(material, one), style.count(one.n), style.count(one.blocks),
        )
        for one in material.judgements
    )  # fmt: skip
    heads = ("Variant", "Players", "Bots", "Criterion", "Verdict", "In a sentence", "Games or nodes", "Deals")
    return Grid("Every verdict in a sentence, with all line-ups", heads, rows, kind="words", folded=True)
