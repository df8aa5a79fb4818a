"""What a study is about: variants, players, bots and a budget, from options or a TOML file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from citadels_sim.errors import ExperimentError, VariantError, nearest
from citadels_sim.foreign import Unreadable, is_file, read_toml, shown
from citadels_sim.limits import MAX_SEED, criterion_of, read_margins
from citadels_sim.lineups import LEARNER, STRENGTH, judge_of, lineup_words
from citadels_sim.names import NAME, name_fault, slug
from citadels_sim.runs.design import Design
from citadels_sim.runs.designs import all_designs
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.keys import Keys, margin_faults
from citadels_sim.runs.plan import Plan, make_plan
from citadels_sim.runs.source import Source
from citadels_sim.text import listed, visible_line
from citadels_sim.variants import Variant, load_variant, variant_names
from citadels_sim.variants.reader import parent_of

_USUAL_PLAYERS: Final = (4, 5, 6, 7)
_MINUTES: Final = 10.0
"""Budget of a study that names none."""
_KEYS: Final = Keys(
    {
        "name": "a name of small letters, digits and hyphens",
        "title": "the study's question, in one line",
        "variants": 'a list of variants, by name or path, such as ["classic-2000", "dark-city"]',
        "players": "a list of numbers of players, 2 to 8, such as [4, 5, 6, 7]",
        "bots": 'a list of bots, each playing against copies of itself, the main one first, such as ["planner", "builder"]',
        "minutes": "a number of minutes from 0.1 to 100000",
        "precision": "a number of percentage points from 0.05 to 50",
        "designs": "a list of designs",
        "seed": f"a whole number from 0 to {MAX_SEED}",
        "margins": "a table of limits, such as {seat = 2, character = 1}",
    },
    " of a study",
)

_LABELS: Final = {"margins": "limits", "learns": "learner learns the rules first"}
"""Keys that messages name by other words."""


class Question(BaseModel):
    """What a study is about.

    Attributes
    ----------
    title : str or None
        For people.
    variants : tuple of str
        Names of packaged variants, or paths; the others are compared with the first.
    bots : tuple of str
        Each plays every table alone, with copies of itself. The first judges: it is the strongest of those whose strength is known.
    minutes : float or None
        Wall time of the study.
    precision : float or None
        Percentage points: the study ends when no interval of a seat or character that is not settled reaches farther.
    designs : tuple of str
        Names of the designs that it plays.
    margins : dict or None
        Limits, as `Experiment.margins`.
    learns : bool
        Whether `learner` learns these rules before anything is played, and judges if that makes it the strongest.
    named_bots : bool or None
        Whether who asked named the bots; None: not known, since an earlier citadels_sim kept it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=f"^{NAME}$")
    title: Annotated[str, AfterValidator(visible_line)] | None = Field(default=None, max_length=200)
    variants: tuple[str, ...] = Field(min_length=1, max_length=100)
    players: tuple[int, ...] = Field(min_length=1, max_length=7)
    bots: tuple[str, ...] = Field(min_length=1, max_length=10)
    minutes: float | None = Field(default=None, ge=0.1, le=100_000, allow_inf_nan=False)
    precision: float | None = Field(default=None, ge=0.05, le=50, allow_inf_nan=False)
    designs: tuple[str, ...] = Field(min_length=1, max_length=100)
    seed: int = Field(default=1, ge=0, le=MAX_SEED)
    margins: dict[str, float | tuple[float, float]] | None = None
    learns: bool = False
    named_bots: bool | None = None

    @property
    def changes_rules(self) -> bool:
        """Whether it is about one variant of one's own, a change of the other."""
        return len(self.variants) == 2 and self.variants[1] not in variant_names()

    def source_of(self, variant: str) -> str:
        """Return what it calls a variant: its name, or the path of its file."""
        return {Path(name).stem: name for name in self.variants}.get(variant, variant)

    def experiments(self, design: Design) -> Iterator[dict[str, Any]]:
        """Return the keys of every experiment of a design that the study plays."""
        keys: dict[str, Any] = {
            "name": design.name,
            "kind": design.name,
            "variants": list(self.variants),
            "players": list(self.players),
            "lineups": [[bot] for bot in self.bots],
            "seed": self.seed,
        }
        declared = {name: limit for name, limit in (self.margins or {}).items() if criterion_of(name) in design.margins}
        keys |= {"margins": declared} if declared else {}
        if not design.has("study"):
            yield keys
            return
        variants = [load_variant(name) for name in self.variants]
        planned: list[dict[str, Any]] = design.module("study").experiments(variants, keys)
        for number, one in enumerate(planned, start=1):
            yield {**one, "name": design.name if len(planned) == 1 else f"{design.name}-{number}"}


def designs_of_studies() -> dict[str, Design]:
    """Return the designs that a study plays, by name: those that judge, and those with a share."""
    return {name: design for name, design in all_designs().items() if design.study_share or design.has("judge")}


def read_question(file: str, changes: Mapping[str, Any]) -> Question:
    """Read a study file; options replace its keys.

    Raises
    ------
    ExperimentError
        If it cannot be read, or requests what cannot be played.
    """
    try:
        keys = read_toml(file)
    except Unreadable as error:
        raise ExperimentError(f"{file}: {error}.") from None
    return make_question({"name": slug(Path(file).stem), **keys, **changes}, file)


def make_question(keys: Mapping[str, Any], source: str | Source) -> Question:
    """Check keys and complete what is left out: the parent of a single variant of one's own, players, bots, designs.

    The strongest bot comes first. Where a bot has learned a variant of one's own from a file, packaged weights play the others; a parent
    that none of them knows is left out.

    Raises
    ------
    ExperimentError
        With every key that is unknown, missing or wrong, or cannot be played.
    """
    place = Source.parse(source)
    whole = dict(keys)
    variants = _variants(whole, place)
    whole.setdefault("players", _players(variants, place))
    if whole.get("minutes") is None and whole.get("precision") is None:
        whole["minutes"] = _MINUTES
    named = bool(whole.get("bots"))
    if not named:
        whole["bots"] = [STRENGTH[0]]  # until the rest is known to be sound
    whole.setdefault("designs", list(designs_of_studies()))
    about = variants[-1:] if len(whole["variants"]) > len(keys["variants"]) else variants
    whole.setdefault("name", slug("-and-".join(variant.name for variant in about)))
    question = _checked(whole, place)
    place.refuse(_faults(question))
    plan = _plan(question, place)
    from citadels_sim.study.judges import able_bots, usual_bots  # bots bring the rules, which take a moment to load

    tables = [(variant, players) for variant in plan.variants for players in question.players]
    bots = [lineup[0] for lineup in plan.experiment.lineups] if named else usual_bots(tables)
    if named:
        able = able_bots(plan.bots, tables)
        bots = [able[name] for name in bots]
    judge = judge_of(bots)
    learns = not named and judge != LEARNER
    question = question.model_copy(update={"bots": tuple(dict.fromkeys([judge, *bots])), "learns": learns, "named_bots": named})
    return _that_bots_know(question, tables, keys, place)


def _plan(question: Question, place: Source) -> Plan:
    """Plan games of a question: its variants and bots, checked."""
    games: dict[str, Any] = {"name": question.name, "variants": list(question.variants), "players": list(question.players)}
    games |= {"lineups": [[bot] for bot in question.bots], "seed": question.seed}
    try:
        return make_plan(make_experiment(games, place), place)
    except ExperimentError as error:  # a study file has `bots`, each a line-up
        raise ExperimentError(re.sub(r"\blineups\[(\d+)\](?:\[0\])?", r"bots[\1]", str(error))) from None


def _that_bots_know(question: Question, tables: Sequence[tuple[Variant, int]], keys: Mapping[str, Any], place: Source) -> Question:
    """Leave out a parent that was added and that a bot has not learned; refuse other rules that one has not learned."""
    from citadels_sim.bots import parse_bot
    from citadels_sim.study.judges import refusal, unable

    bots = {name: parse_bot(name) for name in question.bots}
    first = tables[0][0]
    if len(question.variants) > len(keys["variants"]) and [one.name for one in unable(bots, tables)] == [first.name]:
        return question.model_copy(update={"variants": question.variants[1:]})
    place.refuse(refusal(bots, tables))
    return question


def said_of_question(question: Question) -> tuple[str, ...]:
    """State who judges a study, as `judges.said_of_judges`."""
    from citadels_sim.study.judges import said_of_judges

    variants = [load_variant(name) for name in question.variants]
    parent = extended_by(question.variants[0]) if len(variants) == 1 else None
    extended = None if parent is None else load_variant(parent).name
    return said_of_judges(question, variants, None if extended == variants[0].name else extended)


def extended_by(name: str) -> str | None:
    """Return what a variant of one's own extends, named by its path; None for a packaged variant, and where it extends none."""
    return parent_of(name) if is_file(Path(name)) else None


def with_budget(question: Question, minutes: float | None, precision: float | None, source: str | Source) -> Question:
    """Return a question with another budget, one of the two.

    Raises
    ------
    ExperimentError
    """
    return _checked(question.model_dump() | {"minutes": minutes, "precision": precision}, Source.parse(source))


def differences(before: Question, now: Question) -> list[str]:
    """State in which keys two questions differ that are not the same study; a budget and a title may change, and who chose the bots."""
    free = ("title", "minutes", "precision", "named_bots")
    pairs = [(key, getattr(before, key), getattr(now, key)) for key in Question.model_fields if key not in free]
    differ = [(key, one, other) for key, one, other in pairs if one != other]
    # Whether the bot that judges learns first follows from the bots.
    shown = [one for one in differ if one[0] != "learns"] or differ
    return [f"{_LABELS.get(key, key)}: {_words(one)} there, {_words(other)} here" for key, one, other in shown]


def _words(value: object) -> str:
    """Write the value of a key for people."""
    if isinstance(value, Mapping):
        value = [
            f"{name}={' to '.join(map(_words, limit)) if isinstance(limit, tuple) else _words(limit)}" for name, limit in value.items()
        ]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return listed([_words(one) for one in value]) if value else "none"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "the usual ones" if value is None else lineup_words(str(value))


def _checked(keys: Mapping[str, Any], place: Source) -> Question:
    """Make a question of keys; an ExperimentError names those that are unknown, missing or wrong."""
    if keys.get("minutes") is not None and keys.get("precision") is not None:
        raise place.error("precision: does not go with minutes; give one of them as the budget.")
    keys = {**keys, "margins": read_margins(keys["margins"])} if "margins" in keys else keys
    place.refuse(margin_faults(keys.get("margins")))
    return _KEYS.check(Question, keys, place)


def _variants(keys: dict[str, Any], place: Source) -> list[Variant]:
    """Load the variants that the keys name, and put the parent of a single one of one's own before it."""
    names = keys.get("variants")
    if not isinstance(names, Sequence) or isinstance(names, str) or not names or not all(isinstance(name, str) for name in names):
        raise place.error(_KEYS.wrong("variants", names))
    faults, loaded = [], []
    for i, name in enumerate(names):
        try:
            loaded.append(load_variant(name))
        except VariantError as error:
            faults.append(f"variants[{i}]: {error}")
    place.refuse(faults)
    if len(names) == 1 and (parent := extended_by(names[0])):
        first = load_variant(parent)
        if first.name != loaded[0].name:
            keys["variants"], loaded = [parent, names[0]], [first, loaded[0]]
    return loaded


def _players(variants: Sequence[Variant], place: Source) -> list[int]:
    """Return the usual numbers of players, or all, that every variant seats."""
    common = set.intersection(*(set(range(v.players[0], v.players[1] + 1)) for v in variants))
    if not common:
        seats = "; ".join(f"'{v.name}' seats {v.players[0]} to {v.players[1]}" for v in variants)
        raise place.error(f"variants: they have no number of players in common: {seats}. Study them separately.")
    return [n for n in _USUAL_PLAYERS if n in common] or sorted(common)


def _faults(question: Question) -> Iterator[str]:
    known = designs_of_studies()
    for i, name in enumerate(question.designs):
        if name not in known:
            yield f"designs[{i}]: {shown(name)} is not a design that a study plays; designs are {', '.join(known)}.{nearest(name, known)}"
    if wrong := name_fault(question.name):
        yield f"name: {wrong}"
