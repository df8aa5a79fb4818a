"""The page: a frame, one script and one style sheet, and the data that the script draws. Whatever is in names and titles is text there."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from citadels_sim.report.render import with_policy
from citadels_sim.text import visible


def readable(data: Any) -> Any:
    """Write what does not show in the texts of JSON-able data as text, see `citadels_sim.text.visible`."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {visible(key): readable(value) for key, value in data.items()}
    return [readable(entry) for entry in data] if isinstance(data, list | tuple) else data


def page(title: str, about: str, data: dict[str, Any]) -> str:
    """Write a page without a policy, for the server, which sends it one.

    Parameters
    ----------
    title, about : str
        The game's name, and a sentence about it.
    data : dict
        JSON-able: ``names`` of the seats, ``cards`` and ``city_size`` of the table; and what `citadels_sim.web.recording.record` gives, or
        ``seat``, a person's, who plays.
    """
    environment = Environment(
        loader=PackageLoader("citadels_sim.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    shown = {"title": title, "about": about, "data": data}
    return environment.get_template("game.html.j2").render(readable(shown))


def watching(title: str, about: str, data: dict[str, Any]) -> str:
    """Write a self-contained page of a recorded game; without its script the page is the game in words."""
    return with_policy(page(title, about, data))
