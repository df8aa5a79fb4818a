"""Looks at the built pages: every link leads to a page and a place on it that exist, and no page loads anything from another host."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

__all__ = ["faults"]

_LOADS: Final = dict.fromkeys(("script", "img", "iframe", "source", "video", "audio", "embed"), "src") | {"object": "data"}
"""Elements that fetch what an attribute names; ``link`` does where its ``rel`` says so."""
_FETCHED: Final = {"stylesheet", "icon", "preload", "prefetch", "modulepreload", "preconnect", "dns-prefetch", "shortcut"}


@dataclass
class _Page(HTMLParser):
    """What one page names: its anchors, where its links lead, and what it fetches."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if (attribute := _LOADS.get(tag)) in given:
            self.fetched.append(given[attribute])
        if tag == "link" and _FETCHED & set(given.get("rel", "").lower().split()):
            self.fetched.append(given.get("href", ""))


def faults(site: Path, untouched: Path) -> Iterator[str]:
    """Describe what is wrong with a built site, one line for each fault.

    Parameters
    ----------
    site : Path
        The folder with the built pages.
    untouched : Path
        Folder of pages that were copied as they are: links may lead to them, they are not looked at.
    """
    pages = {}
    for file in sorted(path for path in site.rglob("*.html") if "_static" not in path.parts):
        pages[file.resolve()] = page = _Page()
        page.feed(file.read_text(encoding="utf-8"))
    for file, page in pages.items():
        name = file.relative_to(site.resolve())
        if (untouched / name).exists():
            continue
        for address in page.fetched:
            parts = urlsplit(address)
            if parts.scheme not in ("", "data") or parts.netloc:
                yield f"{name}: loads {address}; nothing may come from another host"
            elif not parts.scheme and parts.path and not (file.parent / unquote(parts.path)).exists():
                yield f"{name}: loads {address}, which is not there"
        for address in page.links:
            if fault := _link_fault(file, address, pages):
                yield f"{name}: {fault}"
    for file in sorted(site.rglob("*.css")):
        if any(mark in file.read_text(encoding="utf-8") for mark in ("url(http", 'url("http', "url('http", "url(//", '@import "http')):
            yield f"{file.relative_to(site)}: loads from another host"


def _link_fault(file: Path, address: str, pages: dict[Path, _Page]) -> str:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return ""
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    target = target / "index.html" if target.is_dir() else target
    if not target.exists():
        return f"the link {address} leads nowhere"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return f"the link {address} names a place that {target.name} does not have"
    return ""
