"""2016 3 Witch: her turn on hold, the bewitched player's turn, and going on or not."""

from __future__ import annotations

import pytest

from tests.rules.tables import city, crown, gold, hand, idle_round, idle_until, labels, play, player, switched
from tests.rules.tables import table as classic_table
from tests.rules2016.tables import BASE, resumed, table

EFFECTS = ["smithy", "laboratory", "museum", "armory"]
"""Districts that can be used in a turn, beside those of gathering."""


def test_she_gathers_first_then_names_and_then_waits() -> None:
    """2016 3 Witch A (1) to (3) (002:1046-1048): a forced order, any other character, face up or not."""
    game = table(player("witch"), player("king"), face_up=["bishop", "warlord"])
    assert game.legal() == ("gold", "cards")
    play(game, "gold")
    assert game.legal() == tuple(f"bewitch:{name}" for name in BASE[1:])
    play(game, "bewitch:king")
    assert (game.actor, game.legal()) == (1, ("gold", "cards"))


def test_she_may_gather_cards_and_the_others_hear_the_title_before_the_next_call() -> None:
    """2016 3 Witch A: gathering is either kind; the choice of a card comes before the name."""
    game = play(table(player("witch"), player("king"), deck=["docks", "harbor"]), "cards", "keep:harbor")
    assert {label.split(":")[0] for label in game.legal()} == {"bewitch"}
    play(game, "bewitch:warlord")
    assert (hand(game, 0), game.view(1)["bewitched"]) == (["harbor"], "warlord")


def test_on_hold_she_neither_builds_nor_uses_districts() -> None:
    """2016 3 Witch A (002:1048-1051): only the districts of gathering work."""
    game = table(player("witch", gold=9, hand=("manor", "castle"), city=EFFECTS), player("king", city=["tavern"]))
    assert game.legal() == ("gold", "cards")
    play(game, "gold")
    assert {label.split(":")[0] for label in game.legal()} == {"bewitch"}


@pytest.mark.parametrize(("reading", "used"), [("gather_only", []), ("all", ["smithy"])])
def test_districts_on_hold_by_the_other_reading(reading: str, used: list[str]) -> None:
    """2016 3 Witch A, `witch_part1_purples`."""
    game = table(player("witch", gold=9, city=["smithy"]), rules={"witch_part1_purples": reading})
    assert labels(game, "smithy") == used


@pytest.mark.parametrize(("mandatory", "end"), [(True, False), (False, True)])
def test_naming_is_compulsory(mandatory: bool, end: bool) -> None:
    """2016 3 Witch A (2) (002:1046), `witch_mandatory`."""
    game = play(table(player("witch"), rules={"witch_mandatory": mandatory}), "gold")
    assert ("end" in game.legal()) == end


def gathering(who: int, built: list[str], label: str) -> tuple[int, int]:
    """Gold and cards that gathering with these districts brings the Witch (0) on hold or the bewitched player (1)."""
    seats = (player("witch", city=built if who == 0 else []), player("king", city=built if who == 1 else []))
    game = table(*seats, deck=["docks", "harbor", "temple", "market", "church", "prison"])
    if who == 1:
        play(game, "gold", "bewitch:king")
    play(game, label)
    while game.decision == "keep":
        play(game, game.legal()[0])
    return gold(game, who), len(hand(game, who))


@pytest.mark.parametrize("who", [0, 1])
def test_the_districts_of_gathering_work_for_both(who: int) -> None:
    """2016 3 Witch A (002:1049-1051, 1057-1059), 4.2: Gold Mine, Library, Observatory of one's own."""
    assert gathering(who, ["gold-mine"], "gold") == (3, 0)
    assert gathering(who, ["library"], "cards") == (0, 2)
    assert gathering(who, ["library", "observatory"], "cards") == (0, 3)
    assert gathering(who, [], "cards") == (0, 1)


def test_the_observatory_shows_the_bewitched_three_cards() -> None:
    """2016 3 Witch (002:1057-1059), 4.2 Observatory."""
    game = table(player("witch"), player("king", city=["observatory"]), deck=["docks", "harbor", "temple"])
    play(game, "gold", "bewitch:king", "cards")
    assert (game.actor, game.legal()) == (1, ("keep:temple", "keep:docks", "keep:harbor"))


@pytest.mark.parametrize("name", ["merchant", "architect", "king", "warlord", "bishop"])
def test_the_bewitched_player_gathers_and_nothing_else(name: str) -> None:
    """2016 3 Witch (002:1053-1059): no ability, not even an extra one, no build, no district; his turn ends at once."""
    rich = player(name, gold=9, hand=("manor", "castle"), city=[*EFFECTS, "temple", "tavern", "watchtower", "palace"])
    game = play(table(player("witch"), rich, deck=["docks"] * 5), "gold", f"bewitch:{name}")
    idle_until(game, 1)
    assert game.legal() == ("gold", "cards")
    play(game, "gold")
    assert (game.actor, gold(game, 1), len(hand(game, 1)), len(city(game, 1))) == (0, 11, 2, 8)


@pytest.mark.parametrize(("built", "label", "due"), [("park", "gold", (0, 2)), ("poor-house", "cards", (1, 0))])
def test_park_and_poor_house_do_nothing_for_the_bewitched_and_for_a_turn_on_hold(built: str, label: str, due: tuple[int, int]) -> None:
    """2016 3 Witch (002:1057-1059, 1672-1677): he has no end of turn; hers comes when she has gone on, by what she has then."""
    game = table(player("witch", city=[built]), player("king", city=[built]), deck=["docks", "harbor"] * 4)

    def gather() -> tuple[int, int]:
        seat = game.actor or 0
        play(game, label)
        if game.decision == "keep":
            play(game, "keep:docks")
        return gold(game, seat), len(hand(game, seat))

    hers = gather()
    play(game, "bewitch:king")
    assert gather() == hers  # as much as she, though his turn is over
    assert (game.actor, gold(game, 0), len(hand(game, 0))) == (0, *hers)
    play(game, "end")
    assert (gold(game, 0), len(hand(game, 0))) == (hers[0] + due[0], hers[1] + due[1])
    assert (gold(game, 1), len(hand(game, 1))) == hers


def test_going_on_she_does_not_gather_again_and_ends_her_own_turn() -> None:
    """2016 3 Witch (002:1061-1070): her hand, gold, city and districts; the end-of-turn effects of her city apply now."""
    witch = player("witch", gold=1, hand=("castle",), city=["manor", "park"])
    game = resumed("king", witch, player("king", gold=9, hand=("docks",), city=["palace", "castle"]), deck=["docks", "harbor"])
    assert {"gold", "cards"} & set(game.legal()) == set()
    play(game, "income", "build:castle", "end")
    assert (gold(game, 0), city(game, 0), sorted(hand(game, 0))) == (0, ["manor", "park", "castle"], ["docks", "harbor"])
    assert (gold(game, 1), hand(game, 1), city(game, 1)) == (11, ["docks"], ["palace", "castle"])


@pytest.mark.parametrize("named", ["king", "warlord"])
@pytest.mark.parametrize(("label", "has"), [("gold", (2, 0)), ("cards", (0, 1))])
def test_where_nobody_holds_the_character_she_does_not_go_on(named: str, label: str, has: tuple[int, int]) -> None:
    """2016 3 Witch (002:1081-1082, 1672-1674, 1719-1721): face up or held by nobody; Park and Poor House do nothing."""
    game = table(player("witch", city=["park", "poor-house"]), player("bishop"), face_up=["warlord"], deck=["docks", "harbor"] * 4)
    play(game, label)
    if game.decision == "keep":
        play(game, "keep:docks")
    play(game, f"bewitch:{named}", "gold", "end")
    assert (game.position()["round"], game.decision) == (2, "pick")
    assert (gold(game, 0), len(hand(game, 0))) == has


def test_she_cannot_use_the_bewitched_players_unique_districts() -> None:
    """2016 3 Witch (002:1070-1071)."""
    game = resumed("king", player("witch", gold=9, hand=("manor",)), player("king", city=EFFECTS), player(city=["tavern"]))
    assert {label.split(":")[0] for label in game.legal()} == {"build", "end"}


def test_the_bewitched_player_keeps_his_static_districts() -> None:
    """2016 3 Witch (OWN, high): his Great Wall and Keep still work for him, against the Witch as the Warlord too."""
    game = resumed("warlord", player("witch", gold=9), player("warlord", city=["great-wall", "tavern", "keep"]))
    assert labels(game, "destroy") == ["destroy:1:tavern", "destroy:1:great-wall"]
    play(game, "destroy:1:tavern")
    assert gold(game, 0) == 11 - 1


def test_neither_she_nor_the_bewitched_can_be_threatened() -> None:
    """2016 3 Witch, Blackmailer (002:1219-1221)."""
    game = play(table(player("witch"), player("blackmailer")), "gold", "bewitch:king", "gold")
    named = {name for label in labels(game, "threats") for name in label.split(":")[1:]}
    assert named.isdisjoint({"witch", "king"})
    assert {"magician", "bishop", "warlord"} <= named


def test_of_two_players_one_may_bewitch_his_own_other_character() -> None:
    """2016 3 Witch, two and three players (OWN, high): he gathers for both and plays one whole turn as that character."""
    game = table(player("witch", "merchant", hand=("tavern",), city=["market"]), player("king", "bishop"), seats=2)
    play(game, "gold", "bewitch:merchant")
    idle_until(game, 0)
    assert game.legal() == ("gold", "cards")
    play(game, "gold", "income", "bonus", "build:tavern")
    assert (gold(game, 0), city(game, 0), game.legal()) == (2 + 2 + 1 + 1 - 1, ["market", "tavern"], ("end",))


def test_of_two_players_the_bewitched_one_keeps_his_other_turn() -> None:
    """2016 3 Witch, 1.4: only the named character is bewitched."""
    game = table(player("witch", "merchant"), player("king", "warlord", gold=9, hand=("tavern",)), seats=2)
    play(game, "gold", "bewitch:king", "gold", "end", "gold", "end", "gold")
    assert (game.actor, labels(game, "build")) == (1, ["build:tavern"])


@pytest.mark.parametrize(("reading", "winner"), [(1, 1), ("bewitched", 0)])
def test_her_rank_in_a_tie(reading: object, winner: int) -> None:
    """2016 3 Witch, A28, `witch_tie_rank`: 1, or that of the character she bewitched; the other player was rank 6."""
    seats = (player("witch", city=["palace"]), player("merchant", city=["town-hall"]), player("warlord"))
    game = table(*seats, completed=[3], first=[3], rules={"witch_tie_rank": reading})
    play(game, "gold", "bewitch:warlord")
    idle_round(game)
    assert (game.over, game.result()["winners"], game.result()["tie_break"]) == (True, [winner], "highest-rank")


def test_the_witch_by_edition() -> None:
    """2016 7, Witch, Emperor: classic moves the bewitched King's crown at his call, too; its Emperor crowns at his call."""
    both = [
        play(make(player("witch"), player("king"), crown=3, cast=["witch", *BASE[1:]]), "gold", "bewitch:king", "gold")
        for make in (classic_table, table)
    ]
    assert [crown(game) for game in both] == [1, 1]
    cast = ["witch", "thief", "magician", "emperor", *BASE[4:]]
    seats = (player("witch"), player("emperor"), player(gold=1))
    legal = [play(make(*seats, crown=3, cast=cast), "gold", "bewitch:emperor", "gold").legal() for make in (classic_table, table)]
    assert legal == [("crown:1", "crown:2"), ("crown:1:gold", "crown:2:gold")]
    anytime = classic_table(*seats, crown=3, cast=cast, variant=switched("classic-2000", emperor_time="any"))
    play(anytime, "gold", "bewitch:emperor", "gold", "crown:2")
    assert (anytime.legal(), crown(anytime), gold(anytime, 0)) == (("end",), 2, 3)
