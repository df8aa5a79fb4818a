"""What a learner is never to do, as people write it: ``take:bishop``, ``murder``, ``rob``, ``destroy``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from citadels_sim.catalogue import CHARACTERS, character
from citadels_sim.errors import BotError, nearest

__all__ = ["parse_never"]

_DEEDS: Final = {"murder": 1, "rob": 2, "destroy": 4}
"""As the learner's parameter ``never_does`` counts them."""


def parse_never(words: Iterable[str]) -> dict[str, float]:
    """Return the learner's parameters that some restrictions mean.

    Raises
    ------
    BotError
        For a restriction that is not known, or a second character.
    """
    values: dict[str, float] = {}
    for word in words:
        what, colon, name = word.partition(":")
        if what == "take" and colon:
            known = [person.id for person in CHARACTERS]
            if name not in known:
                raise BotError(f"--never {word}: there is no character '{name}'.{nearest(name, known)}")
            if "never_takes" in values:
                raise BotError(f"--never {word}: only one character can be left alone.")
            values["never_takes"] = float(character(name).code)
        elif word in _DEEDS:
            values["never_does"] = float(int(values.get("never_does", 0)) | _DEEDS[word])
        else:
            names = ["take:CHARACTER", *_DEEDS]
            raise BotError(f"--never {word}: should be one of {', '.join(names)}.{nearest(word, names)}")
    return values
