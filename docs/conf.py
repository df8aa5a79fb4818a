"""How Sphinx builds the site; `scripts/docs` puts its sources together, this file among them. Nothing here needs a network."""

from __future__ import annotations

import warnings
from typing import Any

import citadels_sim

project = "citadels_sim"
author = "The citadels_sim contributors"
copyright = "The citadels_sim contributors, MIT licence"
release = version = citadels_sim.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc", "sphinx_design"]
exclude_patterns = ["_as_it_is"]
html_extra_path = ["_as_it_is"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
suppress_warnings = [
    "myst.header",  # changelogs and reports may leave out a level of headings
    "ref.python",  # a type in a docstring becomes a link where its name means one thing; two classes are called Table
]

# Notebooks are run when the site is built, each in an empty folder; one that fails stops the build.
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # docstrings say them, with shapes and units
autodoc_preserve_defaults = True
numpydoc_show_class_members = False
numpydoc_attributes_as_param_list = True
default_role = "code"  # docstrings put code into single backticks

smartquotes = False  # `--option` stays what it is

html_theme = "pydata_sphinx_theme"
html_title = "citadels_sim"
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {"index": [], "tutorial": [], "tutorial-character": [], "claims/index": []}
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["sortable.js"]
html_theme_options = {
    "show_prev_next": True,
    "navigation_with_keys": False,
    "header_links_before_dropdown": 7,
    "secondary_sidebar_items": ["page-toc"],
    "article_header_start": ["breadcrumbs"],
    "footer_start": ["copyright"],
    "footer_end": ["sphinx-version"],
    "show_nav_level": 1,
    "navigation_depth": 3,
}


_ODD = "Parameters of the decorated function"
"""A section of the docstring of `compiled_bot`."""
warnings.filterwarnings("ignore", f"Unknown section {_ODD.title()}", UserWarning)


def setup(app: Any) -> None:
    """Have docstrings looked at before they are parsed."""
    app.connect("autodoc-process-docstring", _show_odd_sections, priority=400)


def _show_odd_sections(app: Any, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Show a second list of parameters as notes: the parser knows no such section and would leave it out."""
    place = next((i for i, line in enumerate(lines) if line.startswith(_ODD)), None)
    if place is not None:
        lines[place : place + 2] = ["Notes", "-----", f"{lines[place]}:", ""]
