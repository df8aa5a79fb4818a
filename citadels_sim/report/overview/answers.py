"""What the page of changed rules answers first: what the change did to characters, how much longer games take, and which rule caused it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from citadels_sim.designs.attribution.blocks import quoted
from citadels_sim.designs.attribution.naming import group_names
from citadels_sim.designs.pick_attribution.blocks import OF_ALL
from citadels_sim.designs.tournament.comparison import GAME
from citadels_sim.errors import VariantError
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.names import version_words
from citadels_sim.report.chapters.missing import attribution
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import member_figure, player_words, players_at
from citadels_sim.report.where import edition
from citadels_sim.show.blocks import Block, Dots, Row, states_of
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import Cell
from citadels_sim.text import listed, lower_first, upper_first
from citadels_sim.variants import Variant, from_resolved
from citadels_sim.variants.combine import between
from citadels_sim.variants.compare import compare
from citadels_sim.variants.switches import SWITCHES
from citadels_sim.verdicts import OF_STRENGTH, place_of

_GROUPS: Final = 4
"""Groups of rules that an attribution tells apart in a study."""
_MOST_CAUSED: Final = 3
"""Most characters whose change is taken apart in a sentence."""
_LENGTH: Final = "mean_rounds"
_ROUNDS: Final = next(metric.title for metric in GAME.metrics if metric.name == _LENGTH)


@dataclass(frozen=True)
class Said:
    """What a page says of characters before it compares them.

    Attributes
    ----------
    text : str
        The sentences; empty where nothing is said.
    characters : frozenset of str
        Those whose effects the sentences give, by their ids.
    tables : frozenset of str
        The tables that they name, as `players_at` writes them.
    """

    text: str = ""
    characters: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()


def compared_at(evidence: Evidence) -> Cell | None:
    """Return the table whose figures say what a change did: the first of the bot that judges at which something came out otherwise.

    Of several where nothing did the first one; None where none was compared.
    """
    judged = _compared_with_judge(evidence)
    return next((block.cell for block in judged if not _is_untouched(block)), judged[0].cell if judged else None)


def _compared_with_judge(evidence: Evidence) -> list[Dots]:
    """Return the differences that changed rules make, at each table of the bot that judges: of games, then of picks."""
    if evidence.changed is None:
        return []
    own = evidence.changed[1]
    blocks = (block for design in ("games", "forks") for one in evidence.compared(design) for block in one.blocks)
    some = (block for block in blocks if isinstance(block, Dots) and block.slug in ("differences", "forks-change"))
    return [block for block in some if block.cell[0] == own and block.cell[2] == evidence.main[own]]


def _is_untouched(block: Dots) -> bool:
    """Return whether all of a comparison came out the same on every deal, as where rules differ at other tables alone."""
    return bool(block.rows) and all(row.values[0].equal_deals for row in block.rows)


def compared_block(evidence: Evidence, slug: str) -> Dots | None:
    """Return the block with the differences that a change made at the table of `compared_at`; None where there is none."""
    cell = compared_at(evidence)
    return next((block for block in _compared_with_judge(evidence) if block.slug == slug and block.cell == cell), None)


def moved_by_change(evidence: Evidence, group: str, cell: Cell) -> Value | None:
    """Return how far the change moved the effect of a pick at a table; None where it is not shown to move it by more than the limit."""
    blocks = (block for block in _compared_with_judge(evidence) if block.slug == "forks-change" and block.cell == cell)
    rows = (pair for block in blocks for pair in zip(block.rows, states_of(block.rows), strict=True))
    return next((row.values[0] for row, state in rows if row.key == group and state == "fails"), None)


def undoes(evidence: Evidence, variant: str, change: str) -> str:
    """Say what a change of the rules undoes: all that was changed, or a part of it; empty where it undoes nothing."""
    if evidence.changed is None or evidence.changed[1] != variant:
        return ""
    before, now = (_variant(evidence, name) for name in evidence.changed)
    back = compare(now, before).sentences
    if change not in back:
        return ""
    return (
        f"This undoes what you changed: these are the rules of {_before(evidence.changed)}."
        if len(back) == 1
        else "This undoes one of your changes."
    )


def _before(changed: tuple[str, str]) -> str:
    """Name what changed rules are compared with: the earlier version, or the edition."""
    return version_words(*changed) or edition(changed[0])


def _place(block: Block) -> str:
    return players_at([block.cell[1]], [block.cell[2]])


def rounds_row(block: Block) -> Row | None:
    """Return the row of a comparison that has the mean length of games."""
    return next((row for row in block.rows if row.head == _ROUNDS), None)


def length(evidence: Evidence) -> str:
    """Say how much longer or shorter games are, and which further figures change by more than their limits; empty where not compared."""
    block = compared_block(evidence, "differences")
    if evidence.changed is None or block is None:
        return ""
    start = f"Compared with {_before(evidence.changed)} on the same deals ({_place(block)}), "
    row = rounds_row(block)
    if row is None or row.values[0].few:
        return start + lower_first(block.finding)
    others = [each for each, state in zip(block.rows, states_of(block.rows), strict=True) if each is not row and state == "fails"]
    names = listed([lower_first(each.head) for each in others])
    more = f" Figures of games that change by more than their limits: {names}." if others else ""
    same = [one for one in _compared_with_judge(evidence) if one.slug == block.slug and _is_untouched(one)]
    if same and not _is_untouched(block):
        more += f" With {player_words(one.cell[1] for one in same)} every game came out the same."
    return f"{start}{_longer(row, block.limits[block.rows.index(row)])}.{more}"


def _longer(row: Row, limit: float) -> str:
    """Write a difference of lengths with both lengths, as a size where it is shown to be on one side of 0."""
    change, before, after = row.values[:3]
    if change.equal_deals:
        return f"the length of games is the same: {change.whole}"
    lengths = f"{after.text} rounds instead of {before.text}"
    within = {"holds": f", within the limit of {limit:g}", "open": f", undecided against the limit of {limit:g}", "fails": ""}
    state = within[states_of([row])[0]]
    low, high, value = change.low or 0.0, change.high or 0.0, change.value or 0.0
    if low > 0:
        return f"games are {Value(value, low, high, 'number').whole} rounds longer ({lengths}{state})"
    if high < 0:
        return f"games are {Value(-value, -high, -low, 'number').whole} rounds shorter ({lengths}{state})"
    return f"games are not shown to be longer or shorter: {change.whole} rounds ({lengths}{state})"


def characters(evidence: Evidence, judged: list[Judgement], said: Said) -> str:
    """Say how the effects of picks changed: of the characters that were changed or are new, then of all that both rules have.

    What is `said` before is not repeated: the table, and the figures of new characters.
    """
    block = compared_block(evidence, "forks-change")
    if evidence.changed is None or block is None:
        return ""
    place = "" if _place(block) in said.tables else f" ({_place(block)})"
    start = f"Compared with {_before(evidence.changed)} on the same deals{place}, "
    if all(row.values[0].few for row in block.rows):
        return start + lower_first(block.finding)
    touched = _touched(evidence)
    named = _named(block, touched)
    parts = [f"the effect of picking the {row.head}{', which was changed,' * (row.key in touched)} {_change(row)}" for row in named]
    rest = [row for row in block.rows if row not in named]
    if rest:
        limit = f"is shown to change by more than {100 * (block.limit or 0.0):g} percentage points"
        whose = f"the {rest[0].head}" if len(rest) == 1 else f"the {len(rest)} {'other ' if named else ''}characters that both rules have"
        parts.append(f"no effect of picking {whose} {limit}")
    new = [
        f"the {style.title_of(member.group)} is new{'' if member.group in said.characters else _new(one, member)}"
        for one, member in _new_ones(block, judged)
    ]
    return f"{start}{'; '.join([*parts, *new])}."


def _named(block: Dots, touched: set[str]) -> list[Row]:
    """Return the rows of the characters that a sentence names: those that were changed, and those that change by more than the limit."""
    return [row for row, state in zip(block.rows, states_of(block.rows), strict=True) if row.key in touched or state == "fails"]


def _change(row: Row) -> str:
    """Write how the effect of a pick changed, from what, and its verdict; what it is now, other deals have told more exactly before."""
    change, before = row.values[:2]
    if change.few:
        return f"has too few deals for a figure ({change.text})"
    return f"moves by {change.whole} ({change.shown.word if change.shown else ''}), from {before.text}"


def _new(one: Judgement, member: Member) -> str:
    """Write the effect of a new character with its verdict."""
    figure = member_figure("character", member)
    return f": {figure.text} {figure.interval} per pick ({OF_STRENGTH[place_of(one.state_of(member), member.off)]})"


def _new_ones(block: Dots, judged: list[Judgement]) -> list[tuple[Judgement, Member]]:
    """Return the characters of the changed rules that are not compared, since the others have no such character."""
    compared = {row.key for row in block.rows}
    mine = [one for one in judged if one.criterion == "character" and one.table == block.cell]
    return [(one, member) for one in mine for member in one.members if member.group not in compared]


def _touched(evidence: Evidence) -> set[str]:
    """Return the characters whose numbers were changed, or a rule that is about them alone."""
    keys = _keys(evidence)
    numbers = [key.split(".") for key in keys]
    of_rules = (SWITCHES[name].needs for key in keys if (name := key.rpartition(".")[2]) in SWITCHES)
    return {parts[parts.index("characters") + 1] for parts in numbers if "characters" in parts[:-1]} | {
        name for needs in of_rules if len(needs) == 1 for name in needs[0]
    }


def _keys(evidence: Evidence) -> list[str]:
    """Return the keys of the rules that were changed and show in play."""
    compared = next((one for one in evidence.comparisons if (one.a, one.b) == evidence.changed), None)
    return [] if compared is None else list(dict.fromkeys(key for key, _ in compared.rules.by_key if key))


def cause(evidence: Evidence) -> str:
    """Say which of several changes caused what differs, or how that is found out; empty where nothing was compared."""
    cell = compared_at(evidence)
    keys = _keys(evidence)
    if evidence.changed is None or cell is None or not keys:
        return ""
    if len(keys) == 1:
        return "One rule was changed: what differs on the same deals comes from it."
    groups = _groups(evidence, cell[1])
    if len(groups) == 1:
        return f"The changes are one group of rules ({quoted(groups[0])}): what differs on the same deals comes from it as a whole."
    shown = _attributed(evidence, "attribution", f"rules-{_LENGTH.replace('_', '-')}")
    said = [_parts(shown)] if shown is not None else []
    said += _picks_caused(evidence)
    if said:
        return " ".join(said)
    if not groups:
        return ""
    (want,) = attribution(evidence).missing
    return f"Which of these changes caused it ({listed([*map(quoted, groups)])}) was not played: `{want.command}` finds out."


def _attributed(evidence: Evidence, design: str, slug: str) -> Block | None:
    """Return a block of the attribution of what was changed; None where that was not played, or has no such block."""
    attributed = (one for one in evidence.shown(design) if (one.analysis.a, one.analysis.b) == evidence.changed)
    return next((block for one in attributed for block in one.blocks if block.slug == slug), None)


def _picks_caused(evidence: Evidence) -> list[str]:
    """Say, in a sentence or none, which rules move the characters that the comparison names."""
    compared, parts = compared_block(evidence, "forks-change"), _attributed(evidence, "pick-attribution", OF_ALL)
    if compared is None or parts is None:
        return []
    of = {row.key: row for row in parts.rows if not row.values[0].few}
    named = [row for row in _named(compared, _touched(evidence)) if row.key in of][:_MOST_CAUSED]
    heads = [column.head for column in parts.columns[1:]]
    moved = {row.key: _moved_by(of[row.key], heads) for row in named}
    sentences = [sentence for sentence in moved.values() if sentence]
    # Who is shown to change by no more than the limit needs no cause.
    unknown = [f"the {row.head}" for row, state in zip(named, states_of(named), strict=True) if not moved[row.key] and state != "holds"]
    sentences += [f"which change moves {listed(unknown)} is not shown"] if unknown else []
    return [f"{upper_first('; '.join(sentences))} ({_place(parts)})."] if sentences else []


def _moved_by(row: Row, heads: list[str]) -> str:
    """Say which groups of rules are shown to move a character, and by how much; empty where none is."""
    values = [(head, value) for head, value in zip(heads, row.values[1:], strict=True) if not value.equal_deals]
    shown = [f"{value.whole} from {quoted(head)}" for head, value in values if value.signed and not value.few]
    rest = ", and no other part is shown" if len(shown) < len(values) else ""
    return f"of the change in picking the {row.head}, {listed(shown)}{rest}" if shown else ""


def has_causes(evidence: Evidence) -> bool:
    """Return whether an attribution can tell apart what was changed."""
    cell = compared_at(evidence)
    return cell is not None and len(_keys(evidence)) > 1 and len(_groups(evidence, cell[1])) > 1


def _parts(block: Block) -> str:
    """Say which part of the difference in the length of games each group of rules makes."""
    if all(row.values[0].few for row in block.rows):
        return f"Which change caused it: {lower_first(block.finding)}"
    parts = [f"{row.values[0].whole} from {quoted(row.head)}" for row in block.rows]
    return f"Which change caused it: of the difference in rounds, {listed(parts)} ({_place(block)})."


def _groups(evidence: Evidence, players: int) -> list[str]:
    """Name the groups of changed rules that an attribution tells apart; what only says what a new character is belongs to it."""
    a, b = (_variant(evidence, name) for name in evidence.changed or ())
    try:
        parts = between(a, b, players, _GROUPS)
    except VariantError:
        return []
    there = {name for names in a.at(players).cast.values() for name in names}
    names = group_names(parts.variants[0], parts.variants[-1], parts.groups)
    return [names[group] for group, keys in parts.groups.items() if not all(_is_of_new(key, there) for key in keys)]


def _is_of_new(key: str, there: set[str]) -> bool:
    section, _, rest = key.partition(".")
    return section == "characters" and rest.partition(".")[0] not in there


def _variant(evidence: Evidence, name: str) -> Variant:
    return from_resolved(next(run.manifest.variants[name] for run in evidence.runs if name in run.manifest.variants).resolved)
