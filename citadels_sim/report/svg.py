"""Figures to files and to markup: deterministic SVG and PNG, and SVG that may stand many times in one page."""

from __future__ import annotations

import hashlib
import io
import re
from html import escape

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from citadels_sim.report import style

__all__ = ["classes", "inline", "tip_id", "to_png", "to_svg"]

#: Chart colours that follow the page's light or dark scheme.
_VARIABLES = {style.INK: "ink", style.MUTED: "muted", style.GRID: "grid", style.PAPER: "paper"}


_TIP = "tip:"


def tip_id(text: str) -> str:
    """Give the id by which a mark carries its words into the SVG."""
    return f"{_TIP}{text}"


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
    _lay_out(figure)
    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": f"citadels_sim-{slug}", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Title": title, "Description": description})
    text = _without_trailing_space(buffer.getvalue())
    # matplotlib writes a <title> from the metadata already; its place as first child is ours to hold.
    text = re.sub(r"\s*<title>.*?</title>", "", text, count=1, flags=re.DOTALL)
    # Words about a mark: many marks may have the same, and an id has to be the only one.
    text = re.sub(rf'<g id="{_TIP}([^"]*)">', r'<g class="mark"><title>\1</title>', text)
    text = _smaller(text)
    return re.sub(
        r"(<svg\b[^>]*>)", lambda m: f"{m[1]}\n <title>{escape(title)}</title>\n <desc>{escape(description)}</desc>", text, count=1
    )


def _lay_out(figure: Figure) -> None:
    """Solve the layout for SVG and keep it: saving a figure that has a layout to solve draws it once more for that alone."""
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


def inline(document: str, slug: str) -> str:
    """Turn an SVG document into an element for an HTML page.

    Parameters
    ----------
    document : str
        From `to_svg`.
    slug : str
        Put before every id, so that figures do not borrow each other's clip paths.

    Returns
    -------
    str
        One ``<svg role="img" aria-labelledby=...>`` without namespaces, metadata or fixed colours of the scheme.
    """
    text = document[document.index("<svg") :]
    slug = f"chart-{slug}"  # apart from the page's own ids: there is a section "scores" and a chart "scores"
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", text)
    text = text.replace("xlink:href=", "href=")
    short = _short_ids(text, slug)
    text = re.sub(r'\bid="([^"]+)"', lambda m: f'id="{short[m[1]]}"', text)
    text = re.sub(r"url\(#([^)]+)\)", lambda m: f"url(#{short[m[1]]})", text)
    text = re.sub(r'href="#([^"]+)"', lambda m: f'href="#{short[m[1]]}"', text)
    for colour, name in _VARIABLES.items():
        text = re.sub(rf"(fill|stroke): {colour}", rf"\1: var(--{name})", text)
    # The page's own letters; matplotlib measured with a wider font, so nothing grows.
    text = re.sub(r"font-family: [^;\"]+", "font-family: inherit", text)
    text = re.sub(r"(font: [^;\"']*?\d+(?:\.\d+)?px) [^;\"]+", r"\1 var(--sans)", text)
    text = re.sub(r'<g class="mark"><title>([^<]*)</title>', lambda m: f'<g data-tip="{m[1].replace(chr(34), "&quot;")}">', text)
    text = text.replace("<title>", f'<title id="{slug}-title">', 1).replace("<desc>", f'<desc id="{slug}-desc">', 1)
    return re.sub(
        r"<svg\b([^>]*?)\swidth=\"[^\"]*\"",
        rf'<svg role="img" aria-labelledby="{slug}-title {slug}-desc"\1',
        re.sub(r"(<svg\b[^>]*?)\sheight=\"[^\"]*\"", r"\1", text, count=1),
        count=1,
    ).strip()


def _short_ids(text: str, slug: str) -> dict[str, str]:
    """Give every id of a chart a short one that no other chart of the page has: they are asked for in thousands of places."""
    chart = hashlib.sha256(slug.encode()).hexdigest()[:8]
    return {name: f"g{chart}{n}" for n, name in enumerate(dict.fromkeys(re.findall(r'(?:\bid="|url\(#|href="#)([^")]+)', text)))}


def classes(page: str) -> str:
    """Say each look of a page's charts once: turn the styles of their elements into classes, and put those into its style sheet.

    Parameters
    ----------
    page : str
        An HTML page with charts from `inline` and one ``</style>``.
    """
    names: dict[str, str] = {}

    def named(match: re.Match[str]) -> str:
        return f'class="{names.setdefault(match[1], f"s{len(names)}")}"'

    def of_chart(match: re.Match[str]) -> str:
        return re.sub(r'style="([^"]*)"', named, match[0])

    changed = re.sub(r"<svg\b.*?</svg>", of_chart, page, flags=re.DOTALL)
    rules = "\n".join(f".{name} {{ {look} }}" for look, name in names.items())
    return changed.replace("</style>", f"{rules}\n</style>", 1)


def _smaller(text: str) -> str:
    """Take out what nobody sees: turns by nothing, ids that nothing asks for, the third decimal of a point, line breaks inside paths."""
    text = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", text)
    asked = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    text = re.sub(r'\sid="([^"]*)"', lambda m: m[0] if m[1] in asked else "", text)
    text = re.sub(r'\b(d|x|y|width|height|transform)="([^"]*)"', lambda m: f'{m[1]}="{_rounded(m[2])}"', text)
    # Groups that hold one element and say nothing themselves; one within another takes a pass each.
    for _ in range(3):
        text = re.sub(r"<g>\s*(<(?:path|text|use)\b[^<]*(?:/>|>[^<]*</(?:path|text|use)>))\s*</g>", r"\1", text)
    return re.sub(r"\n\s+", "\n", text)


def _rounded(points: str) -> str:
    short = re.sub(r"-?\d+\.\d+", lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip("."), points)
    return " ".join(short.split())


def _without_trailing_space(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
