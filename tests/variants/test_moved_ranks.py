"""Ranks of packaged characters that a variant moves: what is read and refused, and what goes with the character or with the rank."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.variants import Variant, VariantError, diff, from_resolved, load_variant
from citadels_sim.variants.combine import between
from tests.rules.tables import crown, gold, idle_round, labels, play, player, table

Write = Callable[..., Path]

ROYAL = {"king": 5, "bishop": 4}
PACKAGED = {"classic": "classic-2000", "2016": "citadels-2016"}

SIEGE = ["assassin", "thief", "magician", "king", "bishop", "diplomat", "architect", "merchant"]


def moved(ranks: dict[str, int], base: str = "classic-2000", **overrides: Any) -> Variant:
    return load_variant(base, {f"characters.{id}.rank": rank for id, rank in ranks.items()} | overrides)


def with_cast(base: str, ranks: dict[str, int], *names: str) -> Variant:
    """A packaged variant at five and six players with some characters in its cast, some at other ranks."""
    here = load_variant(base)
    ids = [*(each[0] for each in here.at(5).cast.values()), *names]
    seats = {here.cards.character(id).rank: id for id in ids if id not in ranks} | {rank: id for id, rank in ranks.items()}
    return moved(ranks, base, cast=list(seats.values()), players=[5, 6])


def test_a_packaged_character_has_another_rank() -> None:
    variant = moved(ROYAL)
    assert (variant.at(4).cast[4], variant.at(4).cast[5]) == (("bishop",), ("king",))
    again = from_resolved(json.loads(json.dumps(variant.resolved())))
    assert (again, again.digest) == (variant, variant.digest)
    assert variant.digest != load_variant("classic-2000").digest
    assert {change.key: change.after_words for change in diff(load_variant("classic-2000"), variant)} == {
        "cast.4": "Rank 4: Bishop.",
        "cast.5": "Rank 5: King.",
        "characters.king.rank": "The King has rank 5.",
        "characters.bishop.rank": "The Bishop has rank 4.",
    }


@pytest.mark.parametrize("edition", PACKAGED)
def test_the_printed_rank_says_nothing(edition: str) -> None:
    base = load_variant(PACKAGED[edition])
    said = moved({"king": 4, "bishop": 5}, PACKAGED[edition])
    assert (said, said.digest, said.resolved()) == (base, base.digest, base.resolved())


def test_a_child_may_move_a_rank_back(write: Write) -> None:
    write("characters.king.rank = 5\ncharacters.bishop.rank = 4", name="parent", extends="classic-2000")
    child = load_variant(write("characters.king.rank = 4\ncharacters.bishop.rank = 5", extends="parent"))
    assert child.digest == load_variant("classic-2000").digest


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"characters.king.rank": 5}, "cast", "rank 5 twice: 'king' and 'bishop'."),
    ({"characters.king.rank": 10}, "characters.king.rank", "must be a whole number from 1 to 9, not 10."),
    ({"characters.king.rank": True}, "characters.king.rank", "must be a whole number from 1 to 9, not true."),
    ({"characters.king.rnak": 5}, "characters.king.rnak", "Did you mean 'characters.king.rank'?"),
    ({"characters.tax-collector.rank": 5}, "characters.tax-collector.rank", "5 is not allowed here; allowed: 2 or 9."),
    ({"by_players.4.characters.king.rank": 5}, "by_players.4.characters.king.rank", "holds at every number of players"),
    ({"characters.diplomat.rank": 6, "cast": ["diplomat"], "deck.unique.graveyard": 1}, "deck.unique.graveyard", "with the Diplomat"),
]


@pytest.mark.parametrize(("given", "key", "text"), FAULTS)
def test_what_is_wrong_is_said(given: dict[str, Any], key: str, text: str) -> None:
    if "cast" in given:
        given = given | {"characters.merchant.rank": 8, "cast": SIEGE}
    with pytest.raises(VariantError) as error:
        load_variant("classic-2000", given)
    assert [fault for fault in error.value.faults if fault.key == key and text in fault.text], error.value.faults


def test_what_lies_between_moves_ranks_together() -> None:
    found = between(load_variant("classic-2000"), moved(ROYAL | {"merchant": 7, "architect": 6}), 4)
    assert len(found.variants) == 4
    assert {frozenset(keys) for keys in found.groups.values()} == {
        frozenset({"cast.4", "cast.5", "characters.king.rank", "characters.bishop.rank"}),
        frozenset({"cast.6", "cast.7", "characters.merchant.rank", "characters.architect.rank"}),
    }


@pytest.mark.parametrize(("edition", "never", "sometimes"), [("classic", 5, 4), ("2016", 4, 5)])
def test_who_is_never_face_up(edition: str, never: int, sometimes: int) -> None:
    """Classic 1.3: the King; 2016 1.3: rank 4."""
    variant = moved(ROYAL, PACKAGED[edition])
    up = {id for seed in range(30) for id in cs.Game.start(variant, 4, seed=seed).position()["face_up"]}
    names = {rank: ids[0] for rank, ids in variant.at(4).cast.items()}
    assert up == {*names.values()} - {names[never]}
    assert names[sometimes] in up


def test_the_crown_goes_with_the_king_and_its_heir_with_it() -> None:
    game = table(player("assassin"), player("king"), variant=moved(ROYAL), crown=2)
    idle_round(play(game, "murder:king"))
    assert crown(game) == 1


def test_three_by_the_old_rule_play_without_the_assassin_wherever_it_sits() -> None:
    """Classic 1.7."""
    variant = moved({"assassin": 3, "magician": 1}, "classic-summary")
    assert variant.at(3).cast.keys() == {1, 2, 4, 5, 6, 7, 8}
    assert cs.Game.start(variant, 3, seed=1).variant.at(3).face_up == 2


def test_the_assassin_names_nobody_for_whom_it_comes_too_late() -> None:
    variant = moved({"assassin": 3, "magician": 1})
    game = table(player("assassin"), variant=variant, next_rank=3)
    assert labels(game, "murder") == [f"murder:{id}" for id in ("king", "bishop", "merchant", "architect", "warlord")]


@pytest.mark.parametrize(("edition", "barred"), [("classic", "assassin"), ("2016", "magician")])
def test_whom_the_thief_cannot_rob(edition: str, barred: str) -> None:
    """Classic 3.1 Thief: the Assassin; 2016 3: rank 1."""
    game = table(player("thief"), variant=moved({"assassin": 3, "magician": 1}, PACKAGED[edition]), next_rank=2)
    named = {label.removeprefix("rob:") for label in labels(game, "rob")}
    assert barred not in named
    assert {"magician", "assassin"} - {barred} <= named


@pytest.mark.parametrize("rank", [6, 8])
@pytest.mark.parametrize("edition", PACKAGED)
def test_what_protects_from_rank_8_goes_by_the_rank_in_2016_alone(edition: str, rank: int) -> None:
    """Classic 3.1 Bishop, 4.2 Keep and Great Wall name the Warlord; 2016 3 and 4.2 rank 8."""
    variant = moved({"warlord": rank, "merchant": 14 - rank}, PACKAGED[edition])
    cities = player("bishop", city=["temple"]), player("thief", city=["keep", "great-wall", "tavern"])
    game = table(player("warlord", gold=3), *cities, variant=variant, strict=False, next_rank=5)
    play(game, "gold", "end", "gold")
    free = edition == "2016" and rank == 6

    assert ("destroy:1:temple" in game.legal()) is free
    assert ("destroy:2:keep" in game.legal()) is free
    before = gold(game, 0)
    assert before - gold(play(game, "destroy:2:tavern"), 0) == (0 if free else 1)


@pytest.mark.parametrize(("queen", "when"), [(9, "turn"), (3, "end")])
def test_a_queen_called_before_the_king_is_paid_at_the_end_of_the_round(queen: int, when: str) -> None:
    """Classic 3.2 Queen: beside the player of the King's card, which is shown only when it is called."""
    variant = with_cast("classic-2000-nine", {"queen": queen} | ({"magician": 9} if queen == 3 else {}), "queen")
    game = table(player("queen"), player("king"), seats=5, variant=variant, strict=False, next_rank=queen)
    play(game, "gold")
    paid = gold(game, 0) - 2
    assert (paid == 3) is (when == "turn")
    position = cs.Game.from_position(variant, game.position())
    for each in (game, position):
        idle_round(each)
        assert gold(each, 0) == 5


@pytest.mark.parametrize(("edition", "paid"), [("classic", 3), ("2016", 0)])
def test_the_queen_is_paid_beside_the_king_or_rank_4(edition: str, paid: int) -> None:
    """Classic 3.2 Queen names the King, 2016 3 rank 4."""
    base = {"classic": "classic-2000-nine", "2016": "citadels-2016-nine"}[edition]
    variant = with_cast(base, {"king": 5, "bishop": 4}, "queen")
    game = table(player("queen"), player("king"), player(), player("bishop"), seats=5, variant=variant, strict=False, next_rank=9)
    play(game, "gold")
    assert gold(game, 0) - 2 == paid


@pytest.mark.parametrize(("first", "rank", "owed"), [("assassin", 1, 1), ("assassin", 6, 0), ("merchant", 1, 0)])
def test_back_tax_is_the_assassins(first: str, rank: int, owed: int) -> None:
    """Classic 3.2 Tax Collector: of whom was called before him."""
    ranks = {"assassin": 1, "merchant": 6} if first == "assassin" and rank == 1 else {"assassin": 6, "merchant": 1}
    variant = moved(ranks, cast=["assassin", "tax-collector", "magician", "king", "bishop", "merchant", "architect", "warlord"])
    game = table(player("tax-collector"), player(first, gold=2), variant=variant, builders=[1], next_rank=2)
    assert gold(play(game, "gold"), 0) - 2 == owed
