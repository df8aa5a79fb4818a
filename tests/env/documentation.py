"""The tables of docs/environment.md, from the code: ``python -m tests.env.documentation`` writes them, a test compares them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from citadels_sim.env.fields import FIELDS
from citadels_sim.env.numbering import RANGES

DOC = Path(__file__).resolve().parents[2] / "docs" / "environment.md"


def fields() -> str:
    """Every field of an observation."""
    lines = ["| field | first place | shape | largest | meaning |", "|---|---:|---|---:|---|"]
    lines += [f"| `{f.name}` | {f.first} | {' x '.join(map(str, f.shape))} | {f.high} | {f.doc} |" for f in FIELDS]
    return "\n".join(lines)


def actions() -> str:
    """Every kind of action."""
    lines = ["| action | first index | indices |", "|---|---:|---:|"]
    lines += [f"| `{part.form}` | {part.first} | {part.size} |" for part in RANGES]
    return "\n".join(lines)


TABLES: dict[str, Callable[[], str]] = {"fields": fields, "actions": actions}


def within(text: str, name: str) -> tuple[str, str, str]:
    """A page before the marks of a table, between them, and behind."""
    begin, end = f"<!-- {name}:start -->\n", f"<!-- {name}:end -->"
    head, _, rest = text.partition(begin)
    table, _, tail = rest.partition(end)
    return head + begin, table, end + tail


def main() -> None:
    """Write the tables."""
    for name, table in TABLES.items():
        head, _, tail = within(DOC.read_text(encoding="utf-8"), name)
        DOC.write_text(f"{head}\n{table()}\n\n{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
