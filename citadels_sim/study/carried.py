"""What a study of an edited file keeps of its last version: the options with which that one was asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from citadels_sim.limits import limit_text
from citadels_sim.lineups import LEARNER, names_a_file
from citadels_sim.study.question import Question

BUDGETS: Final = ("minutes", "precision")
_KEYS: Final = ("players", "designs", "seed", "margins")


def carried(before: Question, now: Question, given: Collection[str]) -> dict[str, Any]:
    """Return the keys of an earlier question that another one of the same file leaves out.

    Parameters
    ----------
    before : Question
        Of the version that was played.
    now : Question
        With the usual value of each key that is not given.
    given : collection of str
        Keys that are: they hold. Of the two budgets one stands for both.

    Returns
    -------
    dict
        Those alone that are not the usual ones, and bots that were named. Bots that have learned the rules of a version are those of that
        version, and programs in files are loaded only where a command names them.
    """
    keys = [*_KEYS, *([] if {*BUDGETS} & {*given} else BUDGETS)]
    kept = {key: getattr(before, key) for key in keys if key not in given and getattr(before, key) != getattr(now, key)}
    if "bots" not in given and _named(before, now) and not any("@" in bot or names_a_file(bot) for bot in before.bots):
        kept["bots"] = before.bots
    return {key: value for key, value in kept.items() if value is not None}


def _named(before: Question, now: Question) -> bool:
    """Return whether the bots of a question were named: as far as that is known, else whether they are not the usual ones."""
    if before.named_bots is not None:
        return before.named_bots
    return not before.learns and {*before.bots} not in ({*now.bots}, {LEARNER, *now.bots})


def keys_of(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys as the options of `citadels study` have them, before they are read."""
    margins = {name: list(limit) if isinstance(limit, tuple) else limit for name, limit in (kept.get("margins") or {}).items()}
    texts = {key: text for key, text in typed(kept).items() if key in ("players", "designs")}
    return {**kept, **texts, **({"bots": [*kept["bots"]]} if "bots" in kept else {}), **({"margins": margins} if margins else {})}


def typed(keys: Mapping[str, Any]) -> dict[str, str]:
    """Write each key as one types it: numbers of players, bots and designs with commas between them."""
    lists = ("players", "bots", "designs")
    return {
        key: ",".join(map(str, value)) if key in lists else f"{value:g}" if isinstance(value, float) else str(value)
        for key, value in keys.items()
        if key != "margins"
    }


def option_words(keys: Mapping[str, Any]) -> Iterator[str]:
    """Write keys as options of `citadels study`."""
    for key, text in typed(keys).items():
        for one in keys["bots"] if key == "bots" else (text,):
            yield from (f"--{key}", one)
    for name, limit in (keys.get("margins") or {}).items():
        yield from ("--margin", f"{name}={limit_text(name, limit)}")
