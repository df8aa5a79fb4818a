"""Figures to files and to markup: deterministic SVG and PNG, and SVG that may occur many times in one page.

Titles and names of others are between tags only, escaped by matplotlib, and what is changed here are tags only: so nothing that somebody
called a variant can become one. The words of a mark travel as an id, encoded to letters, digits and ``%``.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from markupsafe import Markup

from citadels_sim.charts import style
from citadels_sim.text import visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Chart colours that follow the page's light or dark scheme.
_VARIABLES = {style.INK: "ink", style.MUTED: "muted", style.GRID: "grid", style.PAPER: "paper"}


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


def inline(document: str, slug: str) -> Markup:
    """Turn an SVG document into an element for an HTML page.

    Parameters
    ----------
    document : str
        From `to_svg`.
    slug : str
        Put before every id, so that figures do not borrow each other's clip paths.

    Returns
    -------
    markupsafe.Markup
        One ``<svg role="img" aria-labelledby=...>`` without namespaces, metadata or fixed colours of the scheme.
    """
    text = document[document.index("<svg") :]
    slug = f"chart-{slug}"  # apart from the page's own ids: there is a section "scores" and a chart "scores"
    # The page's own style sheet says how lines join, and is the only one that the page lets itself have.
    text = re.sub(r"<metadata>.*?</metadata>|<style\b[^>]*>.*?</style>", "", text, flags=re.DOTALL)
    # Short ones that no other chart of the page has: thousands of places name them.
    text = _renamed(text, f"g{hashlib.sha256(slug.encode()).hexdigest()[:8]}")
    text = _tags(_of_page, text)
    text = re.sub(r'<g class="mark"><title>([^<]*)</title>', lambda m: f'<g data-tip="{m[1]}">', text)
    for tag in ("title", "desc"):
        text = text.replace(f"<{tag}>", Markup('<{tag} id="{slug}-{tag}">').format(tag=tag, slug=slug), 1)
    begin = Markup('<svg role="img" aria-labelledby="{slug}-title {slug}-desc"').format(slug=slug)
    head, _, rest = text.partition(">")
    return Markup(begin + Markup(re.sub(r'\s(?:width|height)="[^"]*"', "", head.removeprefix("<svg")) + f">{rest}".rstrip()))


def _tags(change: Callable[[str], str], text: str) -> str:
    """Change the tags of a document; the text between them is of others. No attribute has an unescaped ``>``."""
    return re.sub(r"<[^>]*>", lambda match: change(match[0]), text)


def _of_page(tag: str) -> str:
    """Make a tag of a document one of the page: without namespaces, in the colours of its scheme and its letters."""
    tag = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", tag).replace("xlink:href=", "href=")
    for colour, name in _VARIABLES.items():
        tag = tag.replace(f"fill: {colour}", f"fill: var(--{name})").replace(f"stroke: {colour}", f"stroke: var(--{name})")
    # The page's own letters; matplotlib measured with a wider font, so nothing grows.
    tag = re.sub(r"font-family: [^;\"]+", "font-family: inherit", tag)
    return re.sub(r"(font: [^;\"']*?\d+(?:\.\d+)?px) [^;\"]+", r"\1 var(--sans)", tag)


def _renamed(text: str, stem: str) -> str:
    """Number the ids of a chart behind a stem, in their order."""
    short: dict[str, str] = {}

    def renamed(tag: str) -> str:
        return re.sub(r'(\bid="|url\(#|href="#)([^")]+)', lambda m: m[1] + short.setdefault(m[2], f"{stem}{len(short)}"), tag)

    return _tags(renamed, text)


def classes(page: str) -> str:
    """Write each look of a page's charts once: turn the styles of their elements into classes, and put those into its style sheet.

    Parameters
    ----------
    page : str
        An HTML page with charts from `inline` and one ``</style>``.
    """
    names: dict[str, str] = {}

    def named(match: re.Match[str]) -> str:
        return f'class="{names.setdefault(match[1], f"s{len(names)}")}"'

    def of_chart(match: re.Match[str]) -> str:
        return _tags(lambda tag: re.sub(r'\bstyle="([^"]*)"', named, tag), match[0])

    changed = re.sub(r"<svg\b.*?</svg>", of_chart, page, flags=re.DOTALL)
    rules = "\n".join(f".{name} {{ {look} }}" for look, name in names.items())
    return changed.replace("</style>", f"{rules}\n</style>", 1)


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
