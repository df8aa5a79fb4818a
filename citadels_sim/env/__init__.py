"""Environments for learning: PettingZoo's AEC (`citadels_v0`), and Gymnasium's for one seat at one table or at many (`citadels_gym`).

- `numbering` numbers all actions of all editions, `fields` declares the places of an observation, `observing` writes them.
- `kernel` plays many tables in one compiled call, and `tables` is its face in Python; neither needs Gymnasium or PettingZoo.
- `policies` makes a bot for tournaments of a policy that was trained here.

The names below are looked up when they are first used: the two libraries are the extra ``env``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from citadels_sim.env import citadels_v0
    from citadels_sim.env.citadels_gym import CitadelsEnv, CitadelsVectorEnv
    from citadels_sim.env.fields import named
    from citadels_sim.env.numbering import describe
    from citadels_sim.env.policies import policy_bot

__all__ = ["CitadelsEnv", "CitadelsVectorEnv", "citadels_v0", "describe", "named", "policy_bot"]

_HOME: Final = {
    "CitadelsEnv": "citadels_gym",
    "CitadelsVectorEnv": "citadels_gym",
    "citadels_v0": "citadels_v0",
    "describe": "numbering",
    "named": "fields",
    "policy_bot": "policies",
}
_EXTRA: Final = ("gymnasium", "pettingzoo")


def __getattr__(name: str) -> Any:
    """Fetch a public name from its module, once."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"{__name__}.{_HOME[name]}")
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        message = f"citadels_sim.env.{name} needs {error.name}, which is not installed. Install it with: pip install 'citadels-sim[env]'"
        raise ImportError(message, name=error.name) from None
    value = module if name == _HOME[name] else getattr(module, name)
    globals()[name] = value
    return value
