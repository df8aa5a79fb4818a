"""Classic 1.1, 1.3 and 1.4 at tables of nine characters, with eight players, and with the packaged variants of the Dark City."""

from __future__ import annotations

from collections import Counter

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import BASE
from tests.rules.tables import play, player

NINE = cs.load_variant("classic-2000-nine")
CAST = (*BASE, "artist")
BONUS = {
    *("lighthouse", "armory", "museum", "imperial-treasury", "map-room", "wishing-well", "quarry"),
    *("poor-house", "bell-tower", "factory", "park", "hospital", "throne-room", "ballroom"),
}


def drafted(game: cs.Game) -> cs.Game:
    """The game after its draft, each picking the first character of the packet."""
    while game.decision in ("pick", "discard-character"):
        game.play(game.legal()[0])
    return game


def draft(players: int, **keys: object) -> cs.Game:
    """A round of nine characters that begins with this removal."""
    return cs.Game.from_position(NINE, {"players": [player() for _ in range(players)], **keys})


@pytest.mark.parametrize("variant", ["classic-2000-nine", "dark-city-nine"])
@pytest.mark.parametrize(("players", "up", "down"), [(4, 3, 2), (5, 2, 2), (6, 1, 2), (7, 0, 2), (8, 0, 1)])
def test_the_table_of_removed_characters_with_nine(players: int, up: int, down: int, variant: str) -> None:
    """Classic 1.3, table for nine characters (S0:366-380, S1:45-52): face up, one each, face down in the end."""
    for seed in range(10):
        game = cs.Game.start(cs.load_variant(variant), players, seed=seed)
        cast = game.position()["cast"]
        position = drafted(game).position()
        held = [name for seat in position["players"] for name in seat["characters"]]
        assert (len(position["face_up"]), len(held), len(position["face_down"])) == (up, players, down)
        assert sorted(position["face_up"] + held + position["face_down"]) == sorted(cast)
        assert len(cast) == 9


@pytest.mark.parametrize(("players", "first"), [(4, 5), (5, 6), (6, 7), (7, 8)])
def test_the_packets_of_four_to_seven_players(players: int, first: int) -> None:
    """Classic 1.3, 1.4: the last player chooses one of two, also the seventh of seven (S1:51); the other goes face down."""
    game = cs.Game.start(NINE, players, seed=4)
    seen = []
    while game.decision == "pick":
        seen.append(len(game.legal()))
        game.play(game.legal()[0])
    assert seen == list(range(first, 1, -1))


def test_the_last_of_seven_does_not_take_up_the_face_down_card() -> None:
    """Classic 1.3, nine characters and seven players: the seventh receives two cards normally."""
    game = draft(7, face_down=["bishop"])
    play(game, *[f"pick:{name}" for name in ("assassin", "thief", "magician", "king", "merchant", "architect")])
    assert (game.actor, game.legal()) == (6, ("pick:warlord", "pick:artist"))
    play(game, "pick:artist")
    assert game.position()["face_down"] == ["bishop", "warlord"]


def test_the_last_of_eight_takes_up_the_face_down_card_and_lays_one_of_the_two_down() -> None:
    """Classic 1.3, 1.4 (S0:393-399, S1:45,52): as the seventh with eight characters."""
    game = draft(8, face_down=["bishop"])
    play(game, *[f"pick:{name}" for name in ("assassin", "thief", "magician", "king", "merchant", "architect", "warlord")])
    assert (game.actor, game.legal()) == (7, ("pick:bishop", "pick:artist"))
    other = play(game.copy(), "pick:artist")
    assert (other.position()["players"][7]["characters"], other.position()["face_down"]) == (["artist"], ["bishop"])
    play(game, "pick:bishop")
    assert (game.position()["players"][7]["characters"], game.position()["face_down"]) == (["bishop"], ["artist"])


def test_with_eight_players_the_last_alone_sees_the_face_down_card() -> None:
    """Classic 1.4, knowledge for agents: it stands in his own record; in every view the card is hidden (Game API)."""
    game = draft(8, face_down=["bishop"])
    play(game, *[f"pick:{name}" for name in ("assassin", "thief", "magician", "king", "merchant", "architect", "warlord")])
    play(game, "pick:artist")
    assert [int(game.state.seat[seat].saw_down) for seat in range(8)] == [0] * 7 + [5]
    assert [game.view(seat)["face_down"] for seat in range(8)] == [[None]] * 8


@pytest.mark.parametrize("variant", ["classic-2000-nine", "dark-city-nine"])
@pytest.mark.parametrize("players", [4, 5, 6])
def test_rank_four_never_lies_face_up(variant: str, players: int) -> None:
    """Classic 1.3 (S0:91-95, 548-550): King and Emperor; every other rank does at some time, rank nine too."""
    up: Counter[str] = Counter()
    cast: set[str] = set()
    for seed in range(80):
        position = cs.Game.start(cs.load_variant(variant), players, seed=seed).position()
        up.update(position["face_up"])
        cast.update(position["cast"])
    assert set(up) == cast - {"king", "emperor"}


def test_the_emperor_may_be_the_face_down_card() -> None:
    """Classic 1.3: only face-up cards exclude rank four."""
    variant = cs.load_variant("dark-city")
    assert "emperor" in {cs.Game.start(variant, 4, seed=seed).position()["face_down"][0] for seed in range(80)}


@pytest.mark.parametrize("seed", range(4))
def test_rank_nine_is_called_last(seed: int) -> None:
    """Classic 1.2 step 3: ranks one to nine; the round ends after the ninth."""
    game = drafted(cs.Game.start(NINE, 8, seed=seed))
    held = {name: seat for seat, each in enumerate(game.position()["players"]) for name in each["characters"]}
    order = [held[name] for name in CAST if name in held]
    turns: list[int | None] = []
    while game.position()["round"] == 1:
        if not turns or turns[-1] != game.actor:
            turns.append(game.actor)
        game.play(next(label for label in ("gold", "end", *game.legal()) if label in game.legal()))
    assert turns == order


@pytest.mark.parametrize("players", [2, 3])
def test_nine_characters_are_not_played_by_two_or_three(players: int) -> None:
    """Classic 1.1: not described, so refused."""
    with pytest.raises(cs.VariantError):
        cs.Game.start(NINE, players, seed=0)


def test_eight_players_need_a_ninth_character() -> None:
    """Classic 1.1 (S0:393-396)."""
    with pytest.raises(cs.VariantError, match="rank 9"):
        cs.load_variant("classic-2000", {"players": [2, 8]})


def test_the_emperor_is_refused_with_two_players() -> None:
    """Classic 1.1: no legal receiver; the packaged variant plays the King there."""
    with pytest.raises(cs.VariantError, match="Emperor"):
        cs.load_variant("classic-2000", {"cast": [*BASE[:3], "emperor", *BASE[4:]]})
    assert "king" in cs.Game.start(cs.load_variant("dark-city"), 2, seed=0).position()["cast"]


def test_only_one_character_of_a_rank_is_in_the_set() -> None:
    """Classic 1.1: at most one of rank nine, one of each other rank."""
    with pytest.raises(cs.VariantError, match="rank 9 twice"):
        cs.load_variant("classic-2000-nine", {"cast": [*CAST, "queen"]})


# ---- the decks of the packaged variants


@pytest.mark.parametrize(("variant", "size"), [("dark-city", 68), ("dark-city-nine", 68), ("classic-2000-nine", 66)])
def test_the_size_of_the_deck(variant: str, size: int) -> None:
    """Classic 4.4, 1.1: 66 and three bonus districts, without the Graveyard where the Diplomat plays."""
    for seed in range(10):
        cards = all_cards(cs.Game.start(cs.load_variant(variant), 5, seed=seed))
        assert sum(cards.values()) == size
        assert cards["graveyard"] == (0 if variant.startswith("dark") else 1)


def all_cards(game: cs.Game) -> Counter[str]:
    """All district cards of a game at its start."""
    position = game.position()
    return Counter(position["deck"] + [card for seat in position["players"] for card in seat["hand"]])


def test_three_bonus_districts_are_drawn_for_each_game() -> None:
    """Classic 4.4 (S0:318-323): three of fourteen, one copy each; not the Ballroom, nor the Hospital without an Assassin."""
    drawn: Counter[str] = Counter()
    for seed in range(60):
        cards = all_cards(cs.Game.start(cs.load_variant("dark-city"), 4, seed=seed))
        bonus = {name: n for name, n in cards.items() if name in BONUS}
        assert list(bonus.values()) == [1, 1, 1]
        drawn.update(bonus)
    assert set(drawn) == BONUS - {"ballroom", "hospital"}


def test_the_random_variant_draws_every_character_of_each_rank() -> None:
    """Classic 1.1: one card per rank, any of the rank's."""
    casts = [cs.Game.start(cs.load_variant("dark-city-random"), 8, seed=seed).position()["cast"] for seed in range(60)]
    assert {len(cast) for cast in casts} == {9}
    assert len({name for cast in casts for name in cast}) == 18


SEATS = [("dark-city", 2, 7), ("dark-city-nine", 4, 8), ("dark-city-random", 2, 8)]


@pytest.mark.parametrize(("variant", "players"), [(name, n) for name, low, high in SEATS for n in range(low, high + 1)])
def test_a_packaged_variant_can_be_started_with_every_number_of_its_players(variant: str, players: int) -> None:
    """Classic 1.1, 1.3: two to seven with eight characters, four to eight with nine."""
    game = drafted(cs.Game.start(cs.load_variant(variant), players, seed=players))
    assert [len(seat["characters"]) for seat in game.position()["players"]] == [2 if players < 4 else 1] * players
