"""Pages of the library, from the docstrings: what each public module offers, in the order of its ``__all__``."""

from __future__ import annotations

import importlib
import inspect
from types import ModuleType
from typing import Final

from scripts._site.markdown import plain, table, toctree

__all__ = ["pages"]

MODULES: Final = {
    "citadels_sim": "One table, variants and runs: all that most programs need.",
    "citadels_sim.game": "A game in words: labels of actions, transcripts, views.",
    "citadels_sim.errors": "What is raised when something cannot be played, read or written.",
    "citadels_sim.variants": "Variants, switches, and what differs between two.",
    "citadels_sim.catalogue": "Characters and districts as data.",
    "citadels_sim.bots": "The interface of bots.",
    "citadels_sim.env": "Environments for learning.",
    "citadels_sim.env.citadels_v0": "The environment for PettingZoo.",
    "citadels_sim.env.citadels_gym": "The environments for Gymnasium.",
    "citadels_sim.statistics.metric_types": "Sums, figures and families: how a figure is declared.",
    "citadels_sim.statistics.blocks": "From rows to sums over blocks.",
    "citadels_sim.statistics.estimates": "From sums over blocks to figures with intervals.",
    "citadels_sim.runs.design": "Kinds of experiment.",
    "citadels_sim.tables.columns": "Tables and their columns.",
    "citadels_sim.runs.table_writer": "What writes the tables of a shard.",
    "citadels_sim.engine.rng": "Random numbers for compiled bots.",
    "citadels_sim.engine.memory": "Weights for compiled bots.",
}
"""Public modules, with what each is for."""


def pages() -> dict[str, str]:
    """Write a page for each module, and their list."""
    head = """# Library

Made from the docstrings. Import `citadels_sim as cs` for games, variants and runs; the other modules are for bots, figures and designs of
your own. Names that are not on these pages may change in any version, see [Upgrading](../upgrading.md)."""
    rows = [(f"[`{name}`](api/{name}.md)", plain(purpose)) for name, purpose in MODULES.items()]
    names = toctree([f"api/{name}" for name in MODULES], hidden=True)
    seen: dict[object, str] = {}
    written = {f"reference/api/{name}.md": _page(name, purpose, seen) for name, purpose in MODULES.items()}
    return written | {"reference/api.md": "\n\n".join([head, table(("module", "what it is for"), rows), names]) + "\n"}


def _page(name: str, purpose: str, seen: dict[object, str]) -> str:
    """Write the page of a module; what an earlier page has (`seen`) is named there."""
    module = importlib.import_module(name)
    blocks, elsewhere = [f"# {name}", purpose], []
    for public in getattr(module, "__all__", None) or _own(module):
        thing = getattr(module, public)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        if thing in seen:
            elsewhere.append(f"[`{public}`]({seen[thing]}.md)")
            continue
        seen[thing] = name
        blocks.append(_directive(name, public, "class" if inspect.isclass(thing) else "function"))
    if elsewhere:
        blocks.append(f"It also has {', '.join(elsewhere)}.")
    return "\n\n".join(blocks) + "\n"


def _own(module: ModuleType) -> list[str]:
    """Give the public names that a module without ``__all__`` defines itself."""
    public = ((name, thing) for name, thing in vars(module).items() if not name.startswith("_"))
    return [name for name, thing in public if getattr(thing, "__module__", "") == module.__name__]


def _directive(module: str, name: str, kind: str) -> str:
    options = ["   :members:"] if kind == "class" else []
    return "\n".join(["```{eval-rst}", f".. auto{kind}:: {module}.{name}", *options, "```"])
