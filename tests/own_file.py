"""A variant file with characters and districts of its own, which tests of commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TEXT: Final = """
extends = "classic-2000"
cast = ["assassin", "pickpocket", "magician", "king", "bishop", "smuggler", "architect", "warlord"]

[characters.pickpocket]
title = "Pickpocket"
rank = 2
power = "thief"
share = 0.5

[characters.smuggler]
title = "Smuggler"
rank = 6
income = "trade"
bonus = { gold = 4 }
builds = 2
discount = { type = "trade", gold = 1 }

[districts.gate]
title = "Gate"
type = "unique"
cost = 4
copies = 2
effect = "dragon-gate"
bonus = 6

[districts.mill]
title = "Mill"
type = "trade"
cost = 2
copies = 3
"""


def own_file(folder: Path) -> str:
    """Write the file into a folder; return its path."""
    path = folder / "own.toml"
    path.write_text(f'name = "own"\n{TEXT}', encoding="utf-8")
    return str(path)
