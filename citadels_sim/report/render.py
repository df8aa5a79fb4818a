"""Writing the report's content as a page, as Markdown and as JSON."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
from jinja2 import Environment, PackageLoader, StrictUndefined

from citadels_sim.analysis import SEAT_MARGIN, Analysis
from citadels_sim.report.findings import ICONS
from citadels_sim.report.page import Content

__all__ = ["to_html", "to_json", "to_markdown"]


def to_html(content: Content) -> str:
    """Write the one self-contained page."""
    return _environment(html=True).get_template("index.html.j2").render(_context(content))


def to_markdown(content: Content) -> str:
    """Write the report as Markdown beside its figures."""
    return _environment(html=False).get_template("report.md.j2").render(_context(content))


def to_json(content: Content, analysis: Analysis, files: list[str]) -> str:
    """Write everything for programs: facts, verdicts, findings, every estimate, and the list of files."""
    return json.dumps(
        {
            "schema": 1,
            "title": content.title,
            "runs": [
                {
                    "name": run.manifest.name, "seed": run.manifest.experiment.seed, "detail": run.manifest.experiment.detail,
                    "package_version": run.manifest.package_version, "command": run.manifest.command,
                    "variants": {name: entry.digest for name, entry in run.manifest.variants.items()},
                }
                for run in analysis.runs
            ],
            "cells": analysis.cells.to_dicts(),
            "margins": {"seats": SEAT_MARGIN},
            "seat_verdicts": _rows(analysis.seat_verdicts),
            "findings": list(content.findings),
            "missing": content.missing,
            "figures": [
                {"slug": chart.slug, "title": chart.title, "finding": chart.finding, "table": f"tables/{chart.source}.csv"}
                for chart in content.charts
            ],
            "estimates": {name: _rows(table) for name, table in analysis.tables.items()},
            "files": sorted(files),
        },
        indent=1, ensure_ascii=False, allow_nan=False,
    ) + "\n"  # fmt: skip


def _rows(table: pl.DataFrame) -> list[dict[str, Any]]:
    floats = [name for name, kind in table.schema.items() if kind == pl.Float64]
    return table.with_columns(pl.col(floats).round_sig_figs(10)).to_dicts()


def _environment(*, html: bool) -> Environment:
    environment = Environment(
        loader=PackageLoader("citadels_sim.report"), autoescape=html, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )  # fmt: skip
    # A bracket inside an image's text would end it.
    environment.filters["alt"] = lambda text: str(text).replace("[", "(").replace("]", ")")
    # A bar or a line break inside a cell would end it.
    environment.filters["cell"] = lambda text: str(text).replace("|", "\\|").replace("\n", " ")
    return environment


def _context(content: Content) -> dict[str, Any]:
    return {"report": content, "icons": ICONS, "margin": f"{SEAT_MARGIN * 100:g}"}
