"""The file of fitted values: TOML that a bot can be named with (``planner:@FILE.toml``) and that says how it was made.

The same command makes the same bytes, on any day and with any number of processes.
"""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from citadels_sim import __version__
from citadels_sim.bots import parse_bot
from citadels_sim.bots.weights import plain_name
from citadels_sim.runs.code import bot_digest, rules_digest
from citadels_sim.training.tune import CONFIDENCE, Fitting, Task
from citadels_sim.variants import rules_version

_DECIMALS: Final = 3
"""Of percentages: what would follow is far below the noise."""


def command_of(task: Task) -> list[str]:
    """Write the command line that fits this again, without where its file goes and how many processes work."""
    field = task.field
    words = ["citadels", "tune", field.bot, "--variant", field.variant.name, "--players", str(field.players), "--against", task.against]
    for parameter in task.free:
        words += ["--only", parameter.name]
    return [*words, "--games", str(task.games), "--budget", str(task.budget), "--judge", str(task.judged), "--seed", str(field.seed)]


def fitted_data(fitting: Fitting) -> dict[str, Any]:
    """Return a fitting as JSON-able data, with the keys of the file."""
    task, gain = fitting.task, fitting.gain
    field = task.field
    digests = {name: bot_digest(parse_bot(name)) for name in dict.fromkeys((field.bot, *field.others))}
    return {
        "bot": plain_name(field.bot),
        "variant": field.variant.name,
        "players": field.players,
        "values": dict(fitting.values),
        "start": dict(task.start),
        "gain": {
            "points": _rounded(gain.points),
            "low": _rounded(gain.low),
            "high": _rounded(gain.high),
            "confidence": CONFIDENCE,
            "win_start": _rounded(gain.start),
            "win_tuned": _rounded(gain.tuned),
            "games": gain.games,
            "blocks": gain.blocks,
        },
        "made": {
            "command": command_of(task),
            "seed": field.seed,
            "fitted": [parameter.name for parameter in task.free],
            "others": list(field.others),
            "games_per_candidate": task.games,
            "candidates": fitting.candidates,
            "generations": len(fitting.course),
            "games": fitting.candidates * task.games + 2 * task.judged,
            "course": [_rounded(win) for win in fitting.course],
            "optimiser": f"CMA-ES of cmaes {importlib.metadata.version('cmaes')}",
            "package_version": __version__,
            "code": rules_digest(),
            "variant_digest": field.variant.digest,
            "rules_version": rules_version(field.variant),
            "bot_digests": {name: digest for name, digest in digests.items() if digest is not None},
        },
    }


def _rounded(value: float) -> float:
    return round(value, _DECIMALS) + 0.0  # no minus zero


_NOTES: Final = {
    "values": "the values that the bot plays with; use them as BOT:@FILE",
    "start": "start values of the search",
    "gain": "fitted against start values on fresh deals, in percentage points of win chance, with the interval over deals",
    "made": "how the values were fitted",
}


def fitted_text(fitting: Fitting) -> str:
    """Write a fitting as a TOML file."""
    lines = ["# Values of a bot's parameters, fitted by `citadels tune`."]
    tables: list[tuple[str, Mapping[str, Any]]] = []
    for key, value in fitted_data(fitting).items():
        if isinstance(value, Mapping):
            tables.append((key, value))
        else:
            lines.append(f"{key} = {_value(value)}")
    for name, table in tables:
        lines += ["", f"[{name}]  # {_NOTES[name]}"]
        lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items()]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    """Write a key of a table; what is no bare one is quoted as JSON is, which TOML reads the same."""
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else json.dumps(key)


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }" if value else "{}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)
