"""The page of a study with its rules, games to watch and how to repeat it: one file that loads nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from citadels_sim.game.cards_in_words import character_line
from citadels_sim.report.render import policy
from citadels_sim.share.games import Watched
from citadels_sim.text import visible
from citadels_sim.variants import Variant, load_variant, variant_names
from citadels_sim.variants.compare import compare, diff

_END = "</main>\n<footer>"


def shared_page(page: str, variants: Sequence[Variant], players: int, games: Sequence[Watched], how: Sequence[str]) -> str:
    """Put sections at the end of the page of a study.

    Parameters
    ----------
    page : str
        The first page of its report.
    variants : sequence of Variant
        Its rules; what differs from the first is told.
    players : int
        Number of players whose cards are told.
    games : sequence of Watched
    how : sequence of str
        Command lines that repeat the study.

    Raises
    ------
    ValueError
        If it is no such page: a fault of ours.
    """
    if page.count(_END) != 1:
        raise ValueError("the page of the study has an unexpected end")
    sections = "\n".join((*_rules(variants, players), *_watch(games), *_repeat(how)))
    page = page.replace(_END, f"{sections}\n{_END}")
    own = policy(page)
    for one in dict.fromkeys(policy(game.page) for game in games):
        for kind in ("script-src", "style-src"):
            digest = re.search(rf"{kind} ('[^']+')", one)
            assert digest is not None
            if digest[1] not in own:
                own = re.sub(rf"({kind} '[^']+')", rf"\1 {digest[1]}", own, count=1)
    return re.sub(r'(<meta http-equiv="Content-Security-Policy" content=")[^"]*"', lambda match: f'{match[1]}{own}"', page, count=1)


def _text(words: str) -> str:
    return escape(visible(words))


def _section(slug: str, title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f'<section id="{slug}" aria-labelledby="{slug}-title">\n<h2 id="{slug}-title">{title}</h2>'
        yield from lines
        yield "</section>"


def _rules(variants: Sequence[Variant], players: int) -> Iterator[str]:
    """Tell the cards of the first variant, what it changes of a packaged one where it is one's own, and how the others differ from it."""
    first, lines = variants[0], []
    for variant in variants:
        lines.append(f"<h3>{_text(variant.title or variant.name)}</h3>")
        other = _nearest_packaged(first) if variant is first else first
        changed = compare(other, variant).sentences
        if changed:
            lines.append(f"<p>Differs from {_text(other.title or other.name)}:</p>\n<ul>")
            lines += [f"<li>{_text(words)}</li>" for words in changed]
            lines.append("</ul>")
        if players in variant.tables and (variant is first or not changed):
            table = variant.at(players)
            lines.append(f"<p>{players} players. {table.city_size} districts complete a city. The characters:</p>\n<ul>")
            for rank, ids in table.cast.items():
                cards = (f"<strong>{_text(table.cards.title(id))}</strong> {_text(character_line(id, table))}" for id in ids)
                lines.append(f"<li>{rank}: {' <em>or</em> '.join(cards)}</li>")
            lines.append("</ul>")
    yield from _section("rules", "The rules", lines)


def _nearest_packaged(variant: Variant) -> Variant:
    """Return the packaged variant with the fewest differences: what everybody can look up."""
    known = [load_variant(name) for name in variant_names()]
    same = next((one for one in known if one.digest == variant.digest), None)
    return same or min(known, key=lambda one: len(diff(one, variant)))


def _watch(games: Sequence[Watched]) -> Iterator[str]:
    lines = [
        f"<details><summary>{_text(game.why)}</summary>\n"
        f'<iframe title="{_text(game.why)}" width="100%" height="900" loading="lazy" sandbox="allow-scripts" '
        f'srcdoc="{escape(game.page)}"></iframe>\n</details>'
        for game in games
    ]
    yield from _section("games", "Games to watch", lines)


def _repeat(how: Sequence[str]) -> Iterator[str]:
    lines = ["<p>With the files beside this page, in a terminal:</p>", *(f"<p><code>{_text(line)}</code></p>" for line in how)]
    yield from _section("repeat", "How to repeat it", lines)
