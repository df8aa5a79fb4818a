"""Figures to files: deterministic SVG and PNG.

Titles and names of others are between tags only, escaped by matplotlib, and what is changed here are tags only: so nothing that somebody
called a variant can become one. The words of a mark travel as an id, encoded to letters, digits and ``%``.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from citadels_sim.text import visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TIP = "tip:"


def tip_id(text: str) -> str:
    """Return the id by which a mark carries its words into the SVG."""
    return _TIP + quote(text, safe="")


def to_svg(figure: Figure, slug: str, title: str, description: str) -> str:
    """Write a figure as an SVG document: same figure, same bytes.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Drawn under `style.chart_style`.
    slug : str
        Salt of its ids.
    title, description : str
        For those who do not see it.

    Returns
    -------
    str
        The document, with ``<title>`` and ``<desc>``.
    """
    import matplotlib as mpl

    _lay_out(figure)
    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": f"citadels_sim-{slug}", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Title": title, "Description": description})
    text = "\n".join(line.rstrip() for line in visible(buffer.getvalue()).splitlines()) + "\n"
    # matplotlib writes a <title> from the metadata already; its place as first child is ours to hold.
    text = re.sub(r"\s*<title>.*?</title>", "", text, count=1, flags=re.DOTALL)
    # Words about a mark: many marks may have the same, and an id has to be the only one.
    text = re.sub(rf'<g id="{_TIP}([^"]*)">', lambda m: f'<g class="mark"><title>{escape(visible(unquote(m[1])))}</title>', text)
    # matplotlib makes ids of the last bits of what is drawn, in which processors differ.
    text = _renamed(_smaller(text), "i")
    words = f"\n <title>{escape(visible(title))}</title>\n <desc>{escape(visible(description))}</desc>"
    return re.sub(r"<svg\b[^>]*>", lambda m: m[0] + words, text, count=1)


def _lay_out(figure: Figure) -> None:
    """Solve the layout for SVG and keep it: saving a figure that has a layout to solve draws it once more for that alone."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    engine = figure.get_layout_engine()
    if engine is not None:
        FigureCanvasSVG(figure)
        engine.execute(figure)
        figure.set_layout_engine("none")


def to_png(figure: Figure) -> bytes:
    """Write a figure as PNG, 200 dots per inch, without date or version inside."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=200, metadata={"Software": None})
    return buffer.getvalue()


def _tags(change: Callable[[str], str], text: str) -> str:
    """Change the tags of a document; the text between them is of others. No attribute has an unescaped ``>``."""
    return re.sub(r"<[^>]*>", lambda match: change(match[0]), text)


def _renamed(text: str, stem: str) -> str:
    """Number the ids of a chart behind a stem, in their order."""
    short: dict[str, str] = {}

    def renamed(tag: str) -> str:
        return re.sub(r'(\bid="|url\(#|href="#)([^")]+)', lambda m: m[1] + short.setdefault(m[2], f"{stem}{len(short)}"), tag)

    return _tags(renamed, text)


def _smaller(text: str) -> str:
    """Take out what nobody sees: turns by nothing, ids that nothing names, the third decimal of a point, line breaks inside paths."""
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))

    def smaller(tag: str) -> str:
        tag = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", tag)
        tag = re.sub(r'\sid="([^"]*)"', lambda m: m[0] if m[1] in used else "", tag)
        return re.sub(r'\b(d|x|y|width|height|transform)="([^"]*)"', lambda m: f'{m[1]}="{_rounded(m[2])}"', tag)

    text = _tags(smaller, text)
    # Groups that hold one element and say nothing themselves; one within another takes a pass each.
    for _ in range(3):
        text = re.sub(r"<g>\s*(<(?:path|text|use)\b[^<]*(?:/>|>[^<]*</(?:path|text|use)>))\s*</g>", r"\1", text)
    return re.sub(r"\n\s+", "\n", text)


def _rounded(points: str) -> str:
    short = re.sub(r"-?\d+\.\d+", lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip("."), points)
    return " ".join(short.split())
