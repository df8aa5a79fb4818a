"""A copy of the package in which somebody follows a recipe of CONTRIBUTING.md: the edits as data, and what the copy then does.

An edit says where its text goes by names of the code (a table, a function, the imports), not by lines: it stays true when others edit the
same files. Each file that is edited must be named in the recipe, and there are no more of them than the recipe may cost.
"""

from __future__ import annotations

import ast
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 180.0
"""For which one command may run before it counts as hanging; on two idle cores the longest takes ten."""


@dataclass(frozen=True)
class Edit:
    """A change of one file: `text` at the place that the kind of edit finds."""

    file: str
    text: str

    def apply(self, source: str) -> str:
        raise NotImplementedError

    def fault(self, what: str) -> AssertionError:
        return AssertionError(
            f"{self.file}: the exercise looks for {what}, which is not there any more; its edit should name another place"
        )


@dataclass(frozen=True)
class New(Edit):
    """A file that is new."""

    def apply(self, source: str) -> str:
        assert not source, f"{self.file}: is there already; the exercise should write another file"
        return self.text.lstrip("\n")


@dataclass(frozen=True)
class Import(Edit):
    """Behind the last import at the top of a module."""

    def apply(self, source: str) -> str:
        last = max((node.end_lineno or 0 for node in _tree(source).body if isinstance(node, ast.Import | ast.ImportFrom)), default=0)
        if not last:
            raise self.fault("an import")
        return _inserted(source, last, self.text)


@dataclass(frozen=True)
class End(Edit):
    """At the end of a file."""

    def apply(self, source: str) -> str:
        return source.rstrip("\n") + "\n" + self.text


@dataclass(frozen=True)
class Code(Edit):
    """A constant with the next free code, behind the last one whose name begins so; `text` is its name, and a comment behind it."""

    prefix: str = ""

    def apply(self, source: str) -> str:
        codes = [(node.end_lineno, *one) for node in _tree(source).body if (one := _constant(node)) and one[0].startswith(self.prefix)]
        run = codes[: next((at for at, (one, two) in enumerate(itertools.pairwise(codes), 1) if two[2] != one[2] + 1), None)]
        if len(run) < 2:
            raise self.fault(f"constants {self.prefix}... with codes one after another")
        line, _, code = run[-1]
        name, _, comment = self.text.partition("  #")
        return _inserted(source, line or 0, f"{name} = {code + 1}" + (f"  #{comment}" if comment else ""))


@dataclass(frozen=True)
class Into(Edit):
    """As the last member of a list, tuple, set or dictionary.

    That is the value of a name, an argument of the call that is its value, or what the dictionary that is its value has under a key.
    """

    table: str = ""
    argument: int = 0
    key: str = ""

    def apply(self, source: str) -> str:
        value: ast.expr | None = next(
            (part for node in _tree(source).body if self.table in _targets(node) and (part := _value(node))), None
        )
        if isinstance(value, ast.Call):
            value = value.args[self.argument] if self.argument < len(value.args) else None
        elif isinstance(value, ast.Dict) and self.key:
            value = next((one for key, one in zip(value.keys, value.values, strict=True) if key and ast.unparse(key) == self.key), None)
        if not isinstance(value, ast.Tuple | ast.List | ast.Dict | ast.Set):
            raise self.fault(f"the table {self.table}")
        lines = source.splitlines()
        row, column = (value.end_lineno or 1) - 1, (value.end_col_offset or 1) - 1
        before = "\n".join([*lines[:row], lines[row].encode()[:column].decode()]).rstrip()
        after = "\n".join([lines[row].encode()[column:].decode(), *lines[row + 1 :]])
        return f"{before.removesuffix(',')},\n    {self.text.strip()}\n{after}\n"


@dataclass(frozen=True)
class Row(Edit):
    """A row of a table in Markdown, behind the one that begins so."""

    behind: str = ""

    def apply(self, source: str) -> str:
        line = next((number for number, row in enumerate(source.splitlines(), 1) if row.startswith(self.behind)), 0)
        if not line:
            raise self.fault(f"a row that begins {self.behind}")
        return _inserted(source, line, self.text)


@dataclass(frozen=True)
class First(Edit):
    """At the beginning of a function, behind its docstring."""

    function: str = ""

    def apply(self, source: str) -> str:
        node = _function(source, self.function)
        if node is None:
            raise self.fault(f"the function {self.function}")
        told = ast.get_docstring(node) is not None
        line = node.body[0].end_lineno if told else node.body[0].lineno - 1
        return _inserted(source, line or 0, _indented(self.text, node.body[0].col_offset))


@dataclass(frozen=True)
class Behind(Edit):
    """Behind the statement of a function that gives a name its value."""

    function: str = ""
    name: str = ""

    def apply(self, source: str) -> str:
        node = _function(source, self.function)
        found = [part for part in ast.walk(node) if self.name in _targets(part)] if node else []
        if not found:
            raise self.fault(f"the name {self.name} in the function {self.function}")
        return _inserted(source, found[-1].end_lineno or 0, _indented(self.text, found[-1].col_offset))  # type: ignore[attr-defined]


class House:
    """The copy.

    Attributes
    ----------
    recipe : str
        Title of the section of CONTRIBUTING.md that is followed.
    folder : Path
        Holds the package and its configs; commands run there.
    touched : tuple of str
        The files that were edited or made, by their paths in the repository.
    """

    def __init__(self, recipe: str, folder: Path, edits: Sequence[Edit]) -> None:
        self.recipe, self.folder = recipe, folder
        for name in ("citadels_sim", "configs"):
            shutil.copytree(ROOT / name, folder / name)  # with their times: what Python compiled of them stays good
        for edit in edits:
            path = folder / edit.file
            if not path.is_relative_to(folder / "citadels_sim") and not path.exists() and (ROOT / edit.file).is_file():
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / edit.file, path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(edit.apply(path.read_text(encoding="utf-8") if path.exists() else ""), encoding="utf-8")
        self.touched = tuple(dict.fromkeys(edit.file for edit in edits))

    def check_files(self, most: int) -> None:
        """Hold that no more files were touched than that, and that the recipe names each of them."""
        named = _paths(self.recipe)
        lacking = [file for file in self.touched if not any(_names(path, file) for path in named)]
        assert not lacking, (
            f"the recipe '{self.recipe}' of CONTRIBUTING.md names {', '.join(named)}; the exercise needed {', '.join(lacking)}"
        )
        assert len(self.touched) <= most, f"'{self.recipe}' took {len(self.touched)} files, {most} at most: {', '.join(self.touched)}"

    def citadels(self, line: str) -> str:
        """Run a command line with the copy, without compiling; return what it printed."""
        return self._run("-m", "citadels_sim", *shlex.split(line))

    def python(self, code: str) -> str:
        """Run some lines of Python with the copy; return what they printed."""
        return self._run("-c", code)

    def _run(self, *words: str) -> str:
        given = {**os.environ, "PYTHONPATH": str(self.folder), "NUMBA_DISABLE_JIT": "1", "COLUMNS": "120", "NO_COLOR": "1"}
        done = subprocess.run(
            [sys.executable, *words], cwd=self.folder, env=given, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
        return done.stdout


def _paths(recipe: str) -> list[str]:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split(f"\n## {recipe}\n")[1].split("\n## ")[0]
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return re.findall(r"`([\w./-]+(?:/|\.(?:py|md|toml)))`", prose)


def _names(path: str, file: str) -> bool:
    """Whether a path of a recipe names a file: itself, the folder that it is in, or with NAME for what is new."""
    if path.endswith("/"):
        return bool(re.fullmatch(re.escape(path).replace("NAME", r"\w+") + r"[\w-]+\.\w+", file))
    return bool(re.fullmatch(re.escape(path).replace("NAME", r"\w+"), file))


def _tree(source: str) -> ast.Module:
    return ast.parse(source)


def _targets(node: ast.AST) -> list[str]:
    """Names that a statement gives a value."""
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [node.target.id] if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value else []


def _value(node: ast.stmt) -> ast.expr | None:
    return node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None


def _constant(node: ast.stmt) -> tuple[str, int] | None:
    names = _targets(node)
    value = _value(node)
    if len(names) == 1 and isinstance(value, ast.Constant) and type(value.value) is int:
        return names[0], value.value
    return None


def _function(source: str, name: str) -> ast.FunctionDef | None:
    return next((node for node in ast.walk(_tree(source)) if isinstance(node, ast.FunctionDef) and node.name == name), None)


def _inserted(source: str, line: int, text: str) -> str:
    lines = source.splitlines()
    return "\n".join([*lines[:line], *text.strip("\n").splitlines(), *lines[line:]]) + "\n"


def _indented(text: str, columns: int) -> str:
    return "\n".join(f"{' ' * columns}{line}" if line else "" for line in text.strip("\n").splitlines())
