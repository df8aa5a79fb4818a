"""Conditions on a decision, such as ``own.districts >= 5 and own.gold >= 4 and not leader``: read, checked, and put into two other forms.

Python's parser reads the text; of its tree only what `_read` names is allowed, and nothing is ever evaluated by Python. A condition
becomes a *program*, which the compiled loop runs at every decision, and an expression of polars over the columns of the same facts.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NoReturn

from citadels_sim.designs.facts import FACTS, Fact, fact_of
from citadels_sim.errors import ExperimentError, nearest
from citadels_sim.text import cut

if TYPE_CHECKING:
    import polars as pl

OPERATIONS: Final = ("fact", "constant", "+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "has")
"""What a step of a program does, by its code. ``fact`` and ``constant`` put a number on the stack; ``has`` looks for a card in a set."""

_LONGEST: Final = 1000
"""Most characters of a condition."""
_LARGEST: Final = 10_000
"""Largest number in a condition."""
_ARITHMETIC: Final[Mapping[type, str]] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_COMPARISONS: Final[Mapping[type, str]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_APPLIED: Final[Mapping[str, Callable[..., Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "and": operator.and_,
    "or": operator.or_,
    "not": operator.invert,
}
_EXAMPLE: Final = "such as \"own.districts >= 5 and own.gold >= 4 and 'architect' in offered\""


@dataclass(frozen=True)
class Term:
    """One operation of a condition with what it is applied to.

    Attributes
    ----------
    does : str
        One of `OPERATIONS`.
    parts : tuple of Term
        What it is applied to.
    fact : Fact or None
        Of ``fact`` and ``has``: which one.
    value : int
        Of ``constant``: the number; where it stands for a word, its code.
    word : str
        Of ``has``: the id of the card; of ``constant``: the word that it stands for.
    """

    does: str
    parts: tuple[Term, ...] = ()
    fact: Fact | None = None
    value: int = 0
    word: str = ""

    @property
    def is_truth(self) -> bool:
        """Whether it holds or does not; else it is a number or a word."""
        return self.fact.kind == "truth" if self.does == "fact" and self.fact else self.does not in ("fact", "constant", "+", "-", "*")

    def walk(self) -> Iterator[Term]:
        """Yield all its terms, each after what it is applied to."""
        for part in self.parts:
            yield from part.walk()
        yield self


@dataclass(frozen=True)
class Condition:
    """A condition that was read.

    Attributes
    ----------
    text : str
        As it was written.
    term : Term
        What it says.
    """

    text: str
    term: Term

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that it needs, each once."""
        return tuple(dict.fromkeys(term.fact for term in self.term.walk() if term.fact is not None))

    @property
    def cards(self) -> Iterator[tuple[Fact, str]]:
        """The cards that it names, each with the fact in which it looks for them."""
        return ((term.fact, term.word) for term in self.term.walk() if term.does == "has" and term.fact is not None)

    def program(self, characters: Mapping[str, int], districts: Mapping[str, int]) -> list[tuple[int, int]]:
        """Return its steps, each an operation by its code and a number.

        Parameters
        ----------
        characters, districts : mapping
            Id to code.
        """
        places = {fact: place for place, fact in enumerate(FACTS)}
        codes = {"characters": characters, "districts": districts}
        steps: list[tuple[int, int]] = []
        for term in self.term.walk():
            if term.does == "has" and term.fact is not None:
                steps += [(0, places[term.fact]), (OPERATIONS.index("has"), codes[term.fact.kind][term.word])]
            else:
                steps.append((OPERATIONS.index(term.does), places[term.fact] if term.fact is not None else term.value))
        return steps

    def expression(self, columns: Mapping[str, str] | None = None) -> pl.Expr:
        """Return it as an expression of polars over columns that hold the facts.

        Parameters
        ----------
        columns : mapping, optional
            Name of a fact to its column, where that is not `Fact.column`.
        """
        return _expression(self.term, columns or {})


def _expression(term: Term, columns: Mapping[str, str]) -> pl.Expr:
    import polars as pl

    if term.does == "constant":
        return pl.lit(term.word or term.value)
    if term.fact is not None:
        column = pl.col(columns.get(term.fact.name, term.fact.column))
        if term.does == "has":
            return column.list.contains(term.word)
        return column.cast(pl.Int64) if term.fact.kind == "number" else column
    first, *rest = (_expression(part, columns) for part in term.parts)
    expression: pl.Expr = _APPLIED[term.does](first, *rest)
    return expression


def parse_condition(text: str, where: str = "--where") -> Condition:
    """Read a condition.

    Parameters
    ----------
    text : str
        What must hold.
    where : str
        What it was given as, for messages.

    Raises
    ------
    ExperimentError
        If it is no condition, or names what there is not: with the nearest known name.
    """
    reader = _Reader(text, where)
    if len(text) > _LONGEST:
        reader.refuse(f"is longer than {_LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        reader.refuse(f"is not a condition, {_EXAMPLE}")
    try:
        term = reader.read(tree.body)
    except RecursionError:
        reader.refuse("has too many nested brackets")
    if not term.is_truth:
        reader.refuse(f"is a number, not a condition; compare it, {_EXAMPLE}")
    return Condition(text, term)


@dataclass(frozen=True)
class _Reader:
    """Turns the tree of Python's parser into terms."""

    text: str
    where: str

    def refuse(self, fault: str, hint: str = "") -> NoReturn:
        raise ExperimentError(f"{self.where}: '{cut(self.text, 200)}' {fault}.{hint}")

    def read(self, node: ast.expr) -> Term:
        """Read a part of a condition."""
        if isinstance(node, ast.BoolOp):
            return self._joined("and" if isinstance(node.op, ast.And) else "or", [self._truth(part) for part in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Term("not", (self._truth(node.operand),))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            number = self.read(node.operand)
            return Term("constant", value=-number.value)
        if isinstance(node, ast.Compare):
            return self._comparison(node)
        if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            return Term(_ARITHMETIC[type(node.op)], (self._number(node.left), self._number(node.right)))
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value <= _LARGEST:
            return Term("constant", value=node.value)
        if isinstance(node, ast.Name | ast.Attribute):
            fact = self._fact(node)
            if fact.kind in ("characters", "districts"):
                self.refuse(f"does not test {fact.name}; write \"'ID' in {fact.name}\"")
            return Term("fact", fact=fact)
        self.refuse(f"has '{self._source(node)}'; allowed are names of facts, whole numbers, + - *, comparisons, in, and, or, not")

    def _joined(self, does: str, terms: Sequence[Term]) -> Term:
        first, *rest = terms
        for one in rest:
            first = Term(does, (first, one))
        return first

    def _truth(self, node: ast.expr) -> Term:
        term = self.read(node)
        if not term.is_truth:
            self.refuse(f"uses '{self._source(node)}' as a condition; it is a number or a word. Compare it")
        return term

    def _number(self, node: ast.expr) -> Term:
        term = self.read(node)
        if term.is_truth or (term.fact is not None and term.fact.kind == "word"):
            self.refuse(f"uses '{self._source(node)}' as a number; it is not one")
        return term

    def _comparison(self, node: ast.Compare) -> Term:
        sides = [node.left, *node.comparators]
        pairs = zip(sides, node.ops, sides[1:], strict=False)
        return self._joined("and", [self._compared(left, op, right) for left, op, right in pairs])

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Term:
        if isinstance(op, ast.In | ast.NotIn):
            return self._membership(left, right, inside=isinstance(op, ast.In))
        if type(op) not in _COMPARISONS:
            self.refuse("compares with 'is'; write == instead")
        does = _COMPARISONS[type(op)]
        for one, other in ((left, right), (right, left)):
            if isinstance(other, ast.Constant) and isinstance(other.value, str):
                return self._word(one, does, other.value)
        return Term(does, (self._number(left), self._number(right)))

    def _word(self, node: ast.expr, does: str, word: str) -> Term:
        fact = self._fact(node)
        if fact.kind != "word" or does not in ("==", "!="):
            self.refuse(f"compares {fact.name} with '{cut(word, 40)}'; only part == and part != take words")
        if word not in fact.words:
            self.refuse(f"has '{cut(word, 40)}', but {fact.name} is {' or '.join(fact.words)}", nearest(word, fact.words))
        return Term(does, (Term("fact", fact=fact), Term("constant", value=fact.words.index(word), word=word)))

    def _membership(self, left: ast.expr, right: ast.expr, *, inside: bool) -> Term:
        fact = self._fact(right)
        if fact.kind not in ("characters", "districts"):
            self.refuse(f"looks for a card in {fact.name}, which is not a set of cards; sets are {', '.join(_SETS)}")
        if not (isinstance(left, ast.Constant) and isinstance(left.value, str)):
            self.refuse(f"looks for '{self._source(left)}' in {fact.name}; write the id of a card in quotes")
        term = Term("has", fact=fact, word=left.value)
        return term if inside else Term("not", (term,))

    def _fact(self, node: ast.expr) -> Fact:
        name = self._source(node)
        fact = fact_of(name)
        if fact is None:
            known = [each.name for each in FACTS]
            hint = nearest(name, known) or f" Facts are {', '.join(known)}."
            raise ExperimentError(f"{self.where}: there is no fact '{cut(name, 80)}'.{hint}")
        return fact

    @staticmethod
    def _source(node: ast.expr) -> str:
        return cut(ast.unparse(node), 80)


_SETS: Final = tuple(fact.name for fact in FACTS if fact.kind in ("characters", "districts"))
