"""Who stands at which rank, and which casts the rules forbid."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.errors import VariantError
from citadels_sim.variants import load_variant

Write = Callable[..., Path]
EIGHT = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
NO_GRAVEYARD = {"deck.unique.graveyard": 0}


def cast(*changes: str, players: tuple[int, int] = (4, 7), at: int = 4, **more: object) -> dict[int, tuple[str, ...]]:
    """The cast of classic-2000 with these characters in the place of, or beside, the base eight."""
    from citadels_sim.catalogue import character

    ranks = dict(enumerate(EIGHT, start=1)) | {character(id).rank: id for id in changes}
    overrides = {"cast": list(ranks.values()), "players": list(players), **NO_GRAVEYARD, **more}
    return dict(load_variant("classic-2000", overrides).at(at).cast)


def refusal(overrides: dict[str, object]) -> str:
    with pytest.raises(VariantError) as caught:
        load_variant("classic-2000", overrides)
    return str(caught.value)


def test_any_character_can_take_its_ranks_place() -> None:
    assert cast("witch", "diplomat")[1] == ("witch",)
    assert cast("witch", "diplomat")[8] == ("diplomat",)


def test_the_order_of_the_cast_does_not_matter() -> None:
    assert load_variant("classic-2000", {"cast": EIGHT[::-1]}) == load_variant("classic-2000")


def test_a_rank_twice_is_refused() -> None:
    assert "cast: rank 4 twice: 'king' and 'emperor'." in refusal({"cast": [*EIGHT, "emperor"]})


def test_a_character_twice_is_a_rank_twice() -> None:
    assert "rank 4 twice: 'king' and 'king'" in refusal({"cast": [*EIGHT, "king"]})


def test_a_missing_rank_is_refused_with_its_characters() -> None:
    assert refusal({"cast": EIGHT[:-1]}).endswith("cast: rank 8 is missing: one of 'warlord', 'diplomat', 'marshal'.")


def test_a_cast_with_an_unknown_id_is_not_blamed_for_the_rank_too() -> None:
    assert refusal({"cast": [*EIGHT[:-1], "warlrod"]}).count("\n") == 0


# ---- random ranks


def test_a_random_rank_is_drawn_from_its_characters_in_order_of_their_codes() -> None:
    overrides = {"cast": [id for id in EIGHT if id != "bishop"], "random_cast.5": ["cardinal", "bishop", "abbot"]}
    assert load_variant("classic-2000", overrides).at(4).cast[5] == ("bishop", "abbot", "cardinal")


def test_a_random_rank_of_one_character_is_a_fixed_one() -> None:
    overrides = {"cast": EIGHT[:-1], "random_cast.8": ["warlord"]}
    assert load_variant("classic-2000", overrides).digest == load_variant("classic-2000").digest


def test_in_one_file_what_is_drawn_stands_instead_of_the_fixed_character(write: Write) -> None:
    """As the example of the variant file's contract has it: a whole cast, and one rank of it drawn per game."""
    path = write(f'cast = {EIGHT}\n[random_cast]\n"5" = ["bishop", "abbot"]')
    assert load_variant(path).at(4).cast[5] == ("bishop", "abbot")


def test_a_random_rank_given_later_goes_before_a_fixed_one(write: Write) -> None:
    assert load_variant(write('[random_cast]\n"5" = ["bishop", "abbot"]')).at(4).cast[5] == ("bishop", "abbot")
    assert load_variant("classic-2000", {"random_cast.5": ["bishop", "abbot"]}).at(4).cast[5] == ("bishop", "abbot")


def test_a_fixed_rank_given_later_goes_before_a_random_one(write: Write) -> None:
    path = write('[random_cast]\n"5" = ["bishop", "abbot"]')
    assert load_variant(path, {"cast": EIGHT}).at(4).cast[5] == ("bishop",)


def test_a_random_rank_can_be_taken_back_for_a_number_of_players(write: Write) -> None:
    path = write(
        'players = [2, 7]\n[random_cast]\n"9" = ["artist", "queen"]\n[by_players."2".random_cast]\n"9" = []\n'
        '[by_players."3".random_cast]\n"9" = []\n[by_players."4".random_cast]\n"9" = ["artist"]'
    )
    variant = load_variant(path)
    assert [variant.at(n).cast.get(9) for n in (2, 3, 4, 5)] == [None, None, ("artist",), ("queen", "artist")]


def test_a_random_character_of_another_rank_is_refused() -> None:
    assert "random_cast.5: 'king' has rank 4, not 5." in refusal({"random_cast.5": ["bishop", "king"]})


def test_a_random_character_listed_twice_is_refused() -> None:
    assert "random_cast.5: 'abbot' is listed twice." in refusal({"random_cast.5": ["abbot", "abbot"]})


def test_a_rank_taken_back_without_another_is_missing() -> None:
    assert "rank 5 is missing" in refusal({"random_cast.5": []})


# ---- the Tax Collector


def test_the_tax_collector_has_rank_two_in_classic() -> None:
    ids = ["tax-collector" if id == "thief" else id for id in EIGHT]
    table = load_variant("classic-2000", {"cast": ids}).at(4)
    assert (table.cast[2], table.rules["tax_collector_rank"]) == (("tax-collector",), 2)


def test_the_tax_collector_has_rank_nine_in_2016() -> None:
    overrides = {"cast": [*EIGHT, "tax-collector"], "rules.edition": "2016", "players": [3, 8]}
    table = load_variant("classic-2000", overrides).at(4)
    assert (table.cast[9], table.rules["tax_collector_rank"]) == (("tax-collector",), 9)


def test_the_tax_collector_gives_way_to_another_character_of_his_editions_rank() -> None:
    table = load_variant("classic-2000", {"cast": [*EIGHT, "tax-collector"], "players": [4, 8]}).at(4)
    assert (table.cast[2], table.cast[9]) == (("thief",), ("tax-collector",))


def test_the_tax_collector_stands_where_the_rules_say() -> None:
    shown = {"cast": [*EIGHT, "tax-collector"], "players": [4, 8], "rules.tax_collector_rank": 2}
    assert "rank 2 twice: 'thief' and 'tax-collector' (rules.tax_collector_rank = 9 would seat" in refusal(shown)


def test_the_tax_collector_stands_where_he_is_drawn_for() -> None:
    overrides = {"cast": EIGHT, "random_cast.9": ["tax-collector", "artist"], "players": [4, 8]}
    assert load_variant("classic-2000", overrides).at(4).cast[9] == ("artist", "tax-collector")


# ---- what the number of players forbids


def test_nine_ranks_are_played_by_four_to_eight_players_in_classic() -> None:
    assert all(max(cast("artist", players=(4, 8), at=n)) == 9 for n in range(4, 9))


@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_two_players_cannot_have_a_rank_nine(edition: str) -> None:
    shown = {"cast": [*EIGHT, "artist"], "players": [2, 2], "rules.edition": edition}
    assert "two players play with ranks 1 to 8, without 'artist'" in refusal(shown)


def test_three_players_cannot_have_a_rank_nine_in_classic() -> None:
    assert "three players play with ranks 1 to 8, without 'artist'" in refusal({"cast": [*EIGHT, "artist"], "players": [3, 3]})


def test_three_players_need_a_rank_nine_in_2016() -> None:
    assert "three players need a rank 9: 'artist' or 'tax-collector'" in refusal({"rules.edition": "2016", "players": [3, 3]})
    assert max(cast("artist", players=(3, 8), at=3, **{"rules.edition": "2016"})) == 9


@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_eight_players_need_a_rank_nine(edition: str) -> None:
    assert "eight players need a rank 9" in refusal({"players": [8, 8], "rules.edition": edition})


def test_the_queen_needs_five_players() -> None:
    assert cast("queen", players=(5, 8), at=5)[9] == ("queen",)
    assert refusal({"cast": [*EIGHT, "queen"], "players": [4, 8]}).endswith(
        "the Queen needs at least five players; [by_players] can name a replacement (with 4 players)."
    )


def test_a_queen_that_may_be_drawn_needs_five_players_too() -> None:
    shown = {"random_cast.9": ["queen", "artist"], "players": [4, 8]}
    assert "override: random_cast.9: the Queen needs at least five players" in refusal(shown)


def test_by_players_can_replace_the_queen_where_she_is_forbidden(write: Write) -> None:
    nine = [*EIGHT, "queen"]
    variant = load_variant(write(f'players = [4, 8]\ncast = {nine}\n[by_players."4"]\ncast = {[*EIGHT, "artist"]}'))
    assert [variant.at(n).cast[9] for n in (4, 5)] == [("artist",), ("queen",)]


def test_the_emperor_cannot_be_played_by_two() -> None:
    court = ["emperor" if id == "king" else id for id in EIGHT]
    assert "the Emperor cannot be played with two players" in refusal({"cast": court, "players": [2, 4]})
    assert cast("emperor", players=(3, 7), at=3)[4] == ("emperor",)


def test_the_old_rule_for_three_may_do_without_a_rank_one(write: Write) -> None:
    path = write(f'[rules]\nthree_player_rule = "one_char_no_assassin_10"\n[by_players."3"]\ncast = {EIGHT[1:]}')
    assert min(load_variant(path).at(3).cast) == 2
