"""Reference pages of the packaged variants, and of the characters and districts that they are made of."""

from __future__ import annotations

from citadels_sim.catalogue import CHARACTERS, DISTRICTS, Cards, District
from citadels_sim.resources import configs_dir
from citadels_sim.variants import SWITCHES, Table, Variant, edition_names, load_variant, rules_version, variant_names
from scripts._site.markdown import code, entry, plain, table, toctree

__all__ = ["pages"]


def pages() -> dict[str, str]:
    """Write a page for each packaged variant, their list, and the catalogue of cards."""
    variants = [load_variant(name) for name in variant_names()]
    own = {f"reference/variants/{variant.name}.md": _variant(variant) for variant in variants}
    return own | {"reference/variants.md": _list(variants), "reference/cards.md": _catalogue()}


def _seats(variant: Variant) -> str:
    return f"{variant.players[0]} to {variant.players[1]}"


def _list(variants: list[Variant]) -> str:
    head = """# Packaged variants

Name one in any command: `citadels run --variant dark-city`. Extend one in a file of your own with `extends = "dark-city"`. Variants with
`-nine` in their name use the ninth character at every table that can have it; `-random` ones draw characters and unique districts for each
game. What bots make of each is in the [gallery](../gallery/index.md)."""
    rows = [
        (
            f"[`{v.name}`](variants/{v.name}.md)",
            plain(v.title),
            _seats(v),
            *map(str, (v.usual.deck_size, v.usual.city_size, rules_version(v))),
        )
        for v in variants
    ]
    heads = ("name", "title", "players", "deck", "city", "rules version")
    return "\n\n".join([head, table(heads, rows), toctree([f"variants/{v.name}" for v in variants], hidden=True)]) + "\n"


def _variant(variant: Variant) -> str:
    main = variant.usual
    file = (configs_dir() / "variants" / f"{variant.name}.toml").read_text(encoding="utf-8")
    odd = [f"**With {n} players** {'; '.join(parts)}." for n, parts in _exceptions(variant, main).items()]
    blocks = [
        f"# {variant.name}",
        f"{plain(variant.title)}: {_seats(variant)} players, rules version {rules_version(variant)}. A city is complete with "
        f"{main.city_size} districts; the deck has {main.deck_size} cards.",
        f"```bash\ncitadels study {variant.name} --minutes 3\ncitadels variants show {variant.name}\n```",
        *([f"Results with bots: [gallery](../../gallery/{variant.name}.md)."] if variant.name in edition_names() else []),
        "## Characters",
        table(("rank", "character"), [(str(rank), _names(ids, main.cards)) for rank, ids in main.cast.items()]),
        *odd,
        "## Rules that differ from the edition",
        _rules(main),
        "## Deck",
        _deck(main),
        "## The file",
        f"```toml\n{file.strip()}\n```",
    ]
    return "\n\n".join(blocks) + "\n"


def _names(ids: tuple[str, ...], cards: Cards) -> str:
    return " or ".join(plain(cards.title(one)) for one in ids)


def _exceptions(variant: Variant, main: Table) -> dict[int, list[str]]:
    """Say what numbers of players play otherwise than most."""
    by_players: dict[int, list[str]] = {}
    for players, own in variant.tables.items():
        parts = [f"a city is complete with {own.city_size} districts"] if own.city_size != main.city_size else []
        if own.cast != main.cast:
            changed = [rank for rank in sorted({*own.cast, *main.cast}) if own.cast.get(rank) != main.cast.get(rank)]
            parts += [
                f"rank {rank} is {_names(own.cast[rank], own.cards)}" if rank in own.cast else f"there is no rank {rank}"
                for rank in changed
            ]
        if parts:
            by_players[players] = parts
    return by_players


def _rules(main: Table) -> str:
    edition = str(main.rules["edition"])
    rows = [
        (f"[`{key}`](../switches.md#switch-{key.replace('_', '-')})", code(value), plain(SWITCHES[key].sentence(value)))
        for key, value in main.rules.items()
        if value != SWITCHES[key].default[edition]
    ]
    if not rows:
        return f"None: every switch has the default of the edition `{edition}`."
    return table(("switch", "here", "how it is played"), rows)


def _deck(main: Table) -> str:
    rows = [
        (plain(main.cards.title(one)), main.district_type(one), str(main.costs[one]), str(copies))
        for one, copies in {**main.basic, **main.unique}.items()
    ]
    drawn = ""
    if main.random_count:
        names = ", ".join(main.cards.title(one) for one in main.random_from)
        drawn = f"On top of these, {main.random_count} districts are drawn for each game from: {names}."
    return "\n\n".join(part for part in (table(("district", "type", "cost", "copies"), rows), drawn) if part)


def _catalogue() -> str:
    head = """# Characters and districts

Every card of every edition, by the name that variant files, action labels and tables use. What a card does is in its rulebook; where
printings differ about it, [switches](switches.md) have the readings. Costs are those printed in each family of editions."""
    people = [(code(c.id), c.title, str(c.rank), ", ".join(c.editions)) for c in CHARACTERS]
    heads = ("name", "title", "rank", "editions")
    places = [(code(d.id), d.title, d.type.name.lower(), _costs(d)) for d in DISTRICTS]
    cards = table(("name", "title", "type", "cost"), places)
    return "\n\n".join([head, entry("characters", "Characters", table(heads, people)), entry("districts", "Districts", cards)]) + "\n"


def _costs(district: District) -> str:
    return ", ".join(f"{edition} {cost}" for edition, cost in district.costs.items() if cost is not None)
