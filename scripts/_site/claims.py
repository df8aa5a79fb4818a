"""The page of claims: what people say about Citadels, and what bots of three levels of skill show of it.

It is written from ``docs/claims/claims.toml`` and from the verdicts beside it, which `scripts/research/run claims` plays.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from citadels_sim.formats import TOO_FEW
from citadels_sim.runs.metrics import find_metric, is_difference
from citadels_sim.show.values import Unit, Value
from citadels_sim.statistics.metric_types import Metric
from citadels_sim.text import command_line
from scripts._site.markdown import code, entry, plain, table
from scripts.research.claims import CLAIMS, VERDICTS, Claim, Claims, read_claims, words_of

__all__ = ["pages", "written"]

_HEAD: Final = """# What people say, tested

Claims about Citadels from guides, forums, reviews and session reports, in our words. Each is asked as one command and answered by bots of
three levels of skill. **Bots are not people: a claim that bots contradict may be right at your table.** They play to win, hold no grudge,
read no faces, and murder and pick as they were programmed or trained to. Test their answers at a real table.

A verdict needs the whole 95 % interval of a figure on one side. At a level, a claim is *supported* if every part of it is shown,
*contradicted* if the opposite of one part is shown, and *not shown* otherwise. Over all levels, a claim is *supported* or
*contradicted* if experts or regulars show it and no level the opposite, *depends* if levels disagree or beginners alone show it, and
*not shown* otherwise. Each interval is of one figure alone: of fifty claims, a few get their verdict by chance. Claims that experts left
undecided were played with more nodes than others; each table says how many."""
_TAIL: Final = """## Add a claim

A claim is an entry of `docs/claims/claims.toml`: the claim, the kind of its source, a command, a figure of `citadels metrics`, and a rule.
`scripts/research/run claims` plays the missing ones and writes the verdicts."""
_ORDER: Final = ("supported", "contradicted", "depends", "not shown")


def pages() -> dict[str, str]:
    """Write the page."""
    return {"claims/index.md": written(read_claims(CLAIMS), json.loads(VERDICTS.read_text(encoding="utf-8")))}


def written(claims: Claims, data: Mapping[str, Any]) -> str:
    """Write the page of a file of claims and of the verdicts on them."""
    results = data["claims"]
    words = Counter(results[claim.id]["verdict"] if claim.id in results else "not asked" for claim in claims.claim)
    counted = ", ".join(f"{words[word]} {word}" for word in (*_ORDER, "not asked") if words[word])
    rows = [(_linked(claim), *_words(claim, claims, results)) for claim in claims.claim]
    who = "; ".join(f"{name}: four `{level.bot}`" for name, level in claims.levels.items())
    made = f"Levels: {who} (as many as there are players). Seed {data['seed']}, citadels_sim {data['made_with']}."
    blocks = [_HEAD, f"Of {len(claims.claim)} claims {counted}. {made}", table(("claim", *claims.levels, "verdict"), rows)]
    blocks += ["## One by one", *(_entry(claim, claims, results.get(claim.id)) for claim in claims.claim), _TAIL]
    return "\n\n".join(blocks) + "\n"


def _linked(claim: Claim) -> str:
    return f"[{plain(claim.claim)}](#claim-{claim.id})"


def _words(claim: Claim, claims: Claims, results: Mapping[str, Any]) -> Iterable[str]:
    """Give the verdict of each level, and that of all."""
    result = results.get(claim.id)
    if result is None:
        return ("-",) * len(claims.levels) + ("not asked",)
    return (*(result["levels"][name]["verdict"] for name in claims.levels), f"**{result['verdict']}**")


def _entry(claim: Claim, claims: Claims, result: Mapping[str, Any] | None) -> str:
    title = f"{claim.id}. {claim.claim}"
    if result is None:
        reason = claim.reason or "It has not been played yet."
        return entry(f"claim-{claim.id}", plain(title), f"Source: {claim.source}. **Not asked:** {plain(reason)}", level=3)
    family, metric = find_metric(claim.figure)
    of = f", of each {family.group_title}" if family.group is not None else ""
    shown = f"Figure: {code(claim.figure)} ({plain(metric.title)}{of}; {plain(metric.unit)})."
    command = f"```text\n{command_line(('citadels', *words_of(claim, *next(iter(claims.levels.items())))))}\n```"
    groups = list(next(iter(result["levels"].values()))["figures"])
    rows = []
    for name in claims.levels:
        here = result["levels"][name]
        rows.append((name, plain(here["played"]), *(_figure(metric, here["figures"][group]) for group in groups), here["verdict"]))
    heads = ("level", "played", *(plain("figure" if group == "all" else group) for group in groups), "verdict")
    said = f"Source: {claim.source}. **{result['verdict'].capitalize()}.** {_rules(claim)}"
    return entry(f"claim-{claim.id}", plain(title), said, command, shown, table(heads, rows), level=3)


def _rules(claim: Claim) -> str:
    parts = []
    for rule in claim.rule:
        what = "the figure" if rule.group == "all" else f"*{plain(rule.group)}*"
        if rule.falls:
            parts.append(f"{what} falls from beginners to experts")
            continue
        limit = rule.above if rule.above is not None else rule.below
        other = f"*{plain(limit)}*" if isinstance(limit, str) else f"{limit:g}"
        parts.append(f"{what} lies {'above' if rule.above is not None else 'below'} {other}")
    return f"It holds if {' and '.join(parts)}."


def _figure(metric: Metric, numbers: list[float] | None) -> str:
    if numbers is None:
        return TOO_FEW
    share = metric.unit.startswith(("fraction", "win chance"))
    unit: Unit = "points" if is_difference(metric.name) else "share" if share else "number"
    value, low, high = numbers
    return plain(Value(value, low, high, unit).whole)
