"""2016 5 and 4.2: the points of any city, counted once more in plain words and compared."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from citadels_sim.catalogue import DISTRICTS, District, district
from tests.rules.tables import player, score
from tests.rules2016.tables import final

CARDS = [d for d in DISTRICTS if "2016" in d.editions]
TYPES = ("noble", "religious", "trade", "military", "unique")
RULES = st.fixed_dictionaries(
    {
        "basilica_counts": st.sampled_from(["all", "unique"]),
        "basilica_uses_beautified": st.booleans(),
        "vault_counts_for_map_room": st.booleans(),
        "wishing_well_self": st.booleans(),
    }
)
PLACES = st.lists(
    st.tuples(st.sampled_from([d for d in CARDS if d.cost_2016 is not None]), st.booleans(), st.integers(0, 2)),
    max_size=9,
    unique_by=lambda place: place[0].id,
)


def place(d: District, coin: bool, under: int) -> dict[str, Any]:
    """A district of a position."""
    return {"district": d.id, "beautified": coin, "tucked": ["tavern"] * under if d.id == "museum" else []}


def typed(own: dict[str, dict[str, Any]], kinds: dict[str, str], rules: dict[str, Any]) -> tuple[int, int]:
    """Points for all types, and those of Capitol, Ivory Tower, Wishing Well and Basilica, when each district is of this type."""
    count = {kind: list(kinds.values()).count(kind) for kind in TYPES}
    points = 0
    if "capitol" in own and max(count.values()) >= 3:
        points += 3
    if "ivory-tower" in own and count["unique"] == 1:
        points += 5
    if "wishing-well" in own:
        points += count["unique"] - (not rules["wishing_well_self"])
    if "basilica" in own:
        for id, there in own.items():
            cost = (district(id).cost_2016 or 0) + (there["beautified"] and rules["basilica_uses_beautified"])
            points += cost % 2 == 1 and (rules["basilica_counts"] == "all" or kinds[id] == "unique")
    return 3 * all(count.values()), points


def expected(city: list[dict[str, Any]], gold: int, cards: int, vault: bool, crowned: bool, rules: dict[str, Any]) -> dict[str, set[int]]:
    """Points by kind; where several types of the Haunted Quarter bring the same total, each split of it is right."""
    own = {there["district"]: there for there in city}
    kinds = {id: district(id).type.id for id in own}
    choices = [{**kinds, "haunted-quarter": kind} for kind in TYPES] if "haunted-quarter" in own else [kinds]
    result = [typed(own, choice, rules) for choice in choices]
    best = max(sum(points) for points in result)
    bonus = 2 * ("dragon-gate" in own) + gold * ("imperial-treasury" in own) + 5 * ("statue" in own and crowned) + 3 * vault
    bonus += len(own["museum"]["tucked"]) if "museum" in own else 0
    bonus += cards + (vault and rules["vault_counts_for_map_room"]) if "map-room" in own else 0
    districts = sum((district(id).cost_2016 or 0) + there["beautified"] for id, there in own.items())
    size = len(own) + ("monument" in own)
    completion = 2 if size >= 7 else 0
    return {
        "districts": {districts},
        "types": {types for types, points in result if types + points == best},
        "bonus": {points + bonus for types, points in result if types + points == best},
        "completion": {completion},
        "total": {districts + best + bonus + completion},
    }


@settings(max_examples=150)
@given(places=PLACES, gold=st.integers(0, 9), cards=st.integers(0, 4), vault=st.booleans(), crowned=st.booleans(), rules=RULES)
def test_the_points_of_any_city(
    places: list[tuple[District, bool, int]], gold: int, cards: int, vault: bool, crowned: bool, rules: dict[str, Any]
) -> None:
    """2016 5, 4.2, D12, A8, A11, A34: by every reading, for the one type of the Haunted Quarter that brings most."""
    city = [place(*there) for there in places]
    hand = ("manor",) * cards + ("secret-vault",) * vault
    game = final(player(city=city, gold=gold, hand=hand), completed=[3], crown=0 if crowned else 2, rules=rules)
    seen, right = score(game, 0), expected(city, gold, cards, vault, crowned, rules)
    assert seen.keys() == right.keys()
    assert all(seen[key] in right[key] for key in right), (seen, right)
    assert seen["total"] == seen["districts"] + seen["types"] + seen["bonus"] + seen["completion"]
