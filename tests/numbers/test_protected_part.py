"""How much of a city is protected from rank 8 (`characters.NAME.protected_part`): all of it, or its dearest districts."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots.character_worth import shelter
from citadels_sim.bots.planner.worth import shelter_value
from citadels_sim.catalogue import C, character
from citadels_sim.engine.loop import BOT_STATE
from citadels_sim.engine.records import new_record
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.variants import Variant
from tests.own_cards import own_variant
from tests.rules.tables import idle_until, labels, play, player, table

CITY = ["tavern", "docks", "church", "harbor", "town-hall"]
"""Of 1, 3, 2, 4 and 5 gold."""
DEAR, TWO_DEAR = CITY, [*CITY, "cathedral"]


def of(*others: str, part: str = "dearest", edition: str = "classic", **rules: Any) -> Variant:
    """A table whose Bishop protects a part of his city; others take the places of the packaged ones of their ranks."""
    base = {"classic": "classic-2000", "2016": "citadels-2016"}[edition]
    at = {rank: ids[0] for rank, ids in cs.load_variant(base).at(4).cast.items()} | {character(id).ranks[edition]: id for id in others}
    given = {"cast": list(at.values()), "deck.unique.graveyard": 0, "characters.bishop.protected_part": part}
    return cs.load_variant(base, given | {f"rules.{key}": value for key, value in rules.items()})


def attacked(id: str, variant: Variant, built: list[Any], own: list[Any] | tuple[Any, ...] = (), gold: int = 20) -> set[str]:
    """Districts of the Bishop's that a rank 8 could have."""
    seats = player("bishop", city=built), player(id, gold=gold, city=own)
    game = table(*seats, variant=variant, strict=False, next_rank=5)
    play(idle_until(play(game, "gold", "end"), 1), "gold")
    kind = {"warlord": "destroy", "marshal": "seize", "diplomat": "exchange"}[id]
    return {label.split(":")[-1] for label in labels(game, kind)}


@pytest.mark.parametrize(
    ("part", "built", "left"),
    [
        ("dearest", DEAR, {"tavern", "docks", "church", "harbor"}),
        ("dearest", TWO_DEAR, {"tavern", "docks", "church", "harbor"}),
        ("dearest", ["tavern"], set()),
        ("city", DEAR, set()),
    ],
)
@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_the_warlord_may_destroy_all_but_the_dearest(part: str, built: list[str], left: set[str], edition: str) -> None:
    """Classic 3.1 Bishop (S0:500): the whole city."""
    assert attacked("warlord", of(part=part, edition=edition), built) == left


def test_a_beautified_district_is_no_dearer() -> None:
    built = ["docks", {"district": "tavern", "beautified": True}, "town-hall"]
    assert attacked("warlord", of(), built) == {"docks", "tavern"}


def test_behind_a_great_wall_and_beside_a_keep_the_dearest_is_safe() -> None:
    """Classic 4.2 Great Wall, 2016 4.2 Keep."""
    assert attacked("warlord", of(), [*DEAR, "great-wall", "dragon-gate"]) == {*CITY}
    assert attacked("warlord", of(edition="2016"), [*DEAR, "keep"]) == {*CITY} - {"town-hall"}


def test_the_marshal_may_seize_all_but_the_dearest() -> None:
    """2016 3 Marshal."""
    variant = of("marshal", edition="2016")
    assert attacked("marshal", variant, ["tavern", "docks", "church"]) == {"tavern", "church"}


def test_the_diplomat_may_have_all_but_the_dearest() -> None:
    """Classic 3.2 Diplomat."""
    variant = of("diplomat")
    assert attacked("diplomat", variant, DEAR, ["prison"]) == {"tavern", "docks", "church", "harbor"}


@pytest.mark.parametrize(("blocks", "own"), [(True, {"tavern"}), (False, {"tavern", "docks"})])
def test_with_two_characters_the_own_dearest_is_safe_from_oneself_too(blocks: bool, own: set[str]) -> None:
    """2016 A25b, `bishop_blocks_self`."""
    variant = of(bishop_blocks_self=blocks)
    seats = player("bishop", "warlord", city=["tavern", "docks"], gold=9), player("king", "thief")
    game = table(*seats, seats=2, variant=variant, strict=False, next_rank=5)
    play(game, "gold", "end", "gold")
    assert {label.split(":")[-1] for label in labels(game, "destroy") if label.startswith("destroy:0")} == own


@pytest.mark.parametrize(("blocks", "given"), [(True, {"tavern"}), (False, {"tavern", "docks"})])
def test_a_diplomat_gives_away_no_district_that_is_safe_from_oneself(blocks: bool, given: set[str]) -> None:
    variant = cs.load_variant("classic-2000", {**_diplomat(), "rules.bishop_blocks_self": blocks})
    seats = player("bishop", "diplomat", city=["tavern", "docks"], gold=9), player("king", "thief", city=["prison", "harbor"])
    game = table(*seats, seats=2, variant=variant, strict=False, next_rank=5)
    play(game, "gold", "end", "gold")
    assert {label.split(":")[1] for label in labels(game, "exchange")} == given


def _diplomat() -> dict[str, Any]:
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "diplomat"]
    return {"cast": cast, "deck.unique.graveyard": 0, "characters.bishop.protected_part": "dearest"}


def test_a_murdered_bishop_protects_nothing() -> None:
    """Classic 3.1 Assassin."""
    seats = player("assassin"), player("bishop", city=DEAR), player("warlord", gold=9)
    game = table(*seats, variant=of(), strict=False)
    play(idle_until(play(game, "gold", "murder:bishop", "end"), 2), "gold")
    assert len(labels(game, "destroy")) == len(DEAR)


def test_next_round_it_is_over_and_a_position_goes_on_alike() -> None:
    seats = player("bishop", city=DEAR), player("warlord", gold=9)
    game = play(table(*seats, variant=of(), strict=False, next_rank=5), "gold", "end")
    assert (int(game.state.public.guarded), int(game.state.public.protected)) == (1, 0)
    again = cs.Game.from_position(game.variant, game.position())
    later = table(*seats, variant=of(), strict=False, next_rank=6)
    for each in (again, later):
        assert int(each.state.public.guarded) == 1
        assert labels(play(each, "gold"), "destroy") == labels(play(game.copy(), "gold"), "destroy")
    while game.position()["round"] == 1:
        play(game, next(label for label in ("gold", "end", *game.legal()) if label in game.legal()))
    assert int(game.state.public.guarded) == 0


@pytest.mark.parametrize(("reading", "seats"), [("witch_only", 0b001), ("both", 0b011)])
def test_a_witch_has_the_dearest_district_of_her_city_protected(reading: str, seats: int) -> None:
    """2016 3 Witch, `witch_bishop`."""
    game = table(player("witch", city=DEAR), player("bishop", city=DEAR), variant=of("witch", witch_bishop=reading), strict=False)
    idle_until(play(game, "gold", "bewitch:bishop"), 1)
    play(game, "gold")
    assert (int(game.state.public.guarded), int(game.state.public.protected)) == (seats, 0)


def test_bots_count_the_dearest_district_alone() -> None:
    city = [*DEAR, "manor", "castle"]
    values = {}
    for part in ("city", "dearest"):
        game = table(player("king", city=city), variant=of(part=part), strict=False, next_rank=4)
        bot: Any = new_record(BOT_STATE)
        bot.parameters[:] = 1.0
        public = game.state.public
        values[part] = shelter(public, game.rules, 0, C.BISHOP), shelter_value(public, game.rules, 0, C.BISHOP, bot)
    assert all(some < every for some, every in zip(values["dearest"], values["city"], strict=True))
    none = cs.load_variant("classic-2000", {"characters.bishop.protected": False})
    game = table(player("king", city=city), variant=none, strict=False, next_rank=4)
    bot = new_record(BOT_STATE)
    assert (shelter(game.state.public, game.rules, 0, C.BISHOP), shelter_value(game.state.public, game.rules, 0, C.BISHOP, bot)) == (0, 0)


def test_cards_say_so() -> None:
    says = "The protection of the Bishop covers only the dearest district; if several cost as much, all of these."
    assert card_help("bishop", of().at(4))[-1] == f"Here: {says}"
    (broker, *_) = card_help("broker", own_variant(characters__broker__protected=True, characters__broker__protected_part="dearest").at(4))
    assert "While it lives, rank 8 cannot touch the dearest districts of its city." in broker


def test_what_nobody_protects_has_no_part() -> None:
    base = cs.load_variant("classic-2000")
    assert cs.load_variant("classic-2000", {"characters.king.protected_part": "dearest"}).digest == base.digest
    none = {"characters.bishop.protected": False}
    both = cs.load_variant("classic-2000", none | {"characters.bishop.protected_part": "dearest"})
    assert both.digest == cs.load_variant("classic-2000", none).digest
