"""One key of a variant as a field of a form: its value, what it may be, what is printed, and what a person's text means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from citadels_sim.names import LONGEST_LABEL, label_fault
from citadels_sim.text import listed
from citadels_sim.variants.switch import IntRange, RuleValue, Share, Switch

_ASIDE: Final = re.compile(r"[;:.] | \(|, (?=(?:which|whose|who|where|if|or|so|without|rounded)\b)")
"""Where the part of a declared sentence ends that names the key."""
_SHORT: Final = 20
_LONG: Final = 34


@dataclass(frozen=True)
class Field:
    """One key as a person changes it.

    Attributes
    ----------
    key : str
        Dotted, or one of the parts of a key above.
    label : str
        What it is, in a sentence.
    value : str
        As a form has it: what is played.
    parent : str or None
        What the parent plays; None where it has no such key.
    printed : str or None
        What the rulebook of its edition prints; None where it prints nothing.
    options : tuple of (str, str)
        Values to choose from, each with its words; none for a number or a text.
    span : (float, float, float) or None
        Least, greatest and step of a number.
    source : str
        Where it belongs: section of the rule reference.
    switch : Switch or None
        Its declaration.
    """

    key: str
    label: str
    value: str
    parent: str | None
    printed: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    span: tuple[float, float, float] | None = None
    source: str = ""
    switch: Switch | None = None

    @property
    def name(self) -> str:
        """The part of its sentence that names it."""
        return _ASIDE.split(self.label, maxsplit=1)[0].rstrip(".:")

    @property
    def more(self) -> tuple[str, ...]:
        """Its whole sentence where the name is a part of it, and where it belongs."""
        whole = () if self.name == self.label.rstrip(".") else (self.label,)
        return (*whole, f"Source: {self.source}.") if self.source else whole

    @property
    def is_switch(self) -> bool:
        """Whether it is a place where editions or readers differ."""
        return self.key.startswith("rules.")

    @property
    def is_short(self) -> bool:
        """Whether the words of all its options are short."""
        return all(len(words) <= _SHORT for _, words in self.options)

    @property
    def is_long(self) -> bool:
        """Whether the words of one of its options are longer than a card is wide."""
        return any(len(words) > _LONG for _, words in self.options)

    @property
    def says(self) -> str:
        """The words of the option that is played."""
        return dict(self.options).get(self.value, "")

    @property
    def is_changed(self) -> bool:
        """Whether the parent plays something else."""
        return self.parent is not None and self.value != self.parent

    @property
    def facts(self) -> str:
        """What is printed, what the parent plays where that is something else, and its range."""
        words = dict(self.options)
        span = ""
        if self.span is not None:
            span = f"{self.span[0]:g} to {self.span[1]:g}"
        elif self.switch is not None and not self.options:
            span = self.switch.allowed.replace("'", "")
        usual = [f"printed: {self.printed}"] if self.printed is not None and self.printed not in words else []
        usual += [f"printed: {words[self.printed]}"] if self.printed in words and self.value != self.printed else []
        there = [f"before: {words.get(self.parent or '', self.parent)}"] if self.is_changed and self.parent != self.printed else []
        return "; ".join(filter(None, [*usual, *there, span]))

    def read(self, text: str) -> tuple[RuleValue, str]:
        """Return the value of a text of the form, and what is wrong with it; "" where nothing is."""
        value = _value(text.strip(), self.switch)
        if self.switch is not None:
            return value, self.switch.fault(value)
        if self.options:
            return value, "" if value in dict(self.options) else f"'{text}' is not among {listed([word for word, _ in self.options])}."
        if self.span is None:
            return text, label_fault(text) if text.strip() else f"should be 1 to {LONGEST_LABEL} characters of text."
        low, high, _ = self.span
        number = value if isinstance(value, int) and not isinstance(value, bool) else low - 1
        return number, "" if low <= number <= high else f"should be a whole number from {low:g} to {high:g}."


def _value(text: str, switch: Switch | None) -> RuleValue:
    """Return the value that a text of a form means."""
    if switch is not None and switch.readings == "bool":
        return {"true": True, "false": False}.get(text, text)
    if switch is not None and not isinstance(switch.readings, IntRange | Share):
        return text
    number = text.removeprefix("-")
    if number.isascii() and number.isdecimal() and len(number) < 10:
        return int(text)
    if switch is not None and isinstance(switch.readings, Share) and len(text) < 20:
        try:
            return float(text)
        except ValueError:
            return text
    return text


def form_text(value: object) -> str:
    """Write a value as forms have it."""
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)
