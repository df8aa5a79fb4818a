"""2016 1.2 and 1.6: the round, its end, and the crown."""

from __future__ import annotations

import pytest

from tests.rules.tables import crown, gold, idle_round, idle_until, labels, play, player
from tests.rules2016.tables import SIX, table


def test_ranks_are_called_upward_whatever_the_seats() -> None:
    """2016 1.2 (002:323-336, 356-362): rank after rank; who has nobody of that rank is passed over, nothing goes clockwise."""
    game = table(player("warlord"), player("thief"), player("merchant"), player("magician"), crown=2)
    order = []
    for _ in range(4):
        order.append(game.actor)
        play(game, "gold", "end")
    assert order == [1, 3, 2, 0]
    assert game.position()["round"] == 2


def test_after_the_last_rank_a_new_selection_begins_with_the_crown() -> None:
    """2016 1.2, 1.6 (002:361-362): whoever holds the crown then drafts first; it stays where it is without rank 4."""
    game = idle_round(table(player("thief"), player("warlord"), crown=3))
    assert (game.actor, game.decision, crown(game), game.position()["round"]) == (3, "pick", 3, 2)


@pytest.mark.parametrize("royal", ["king", "patrician"])
def test_the_next_selection_begins_with_who_took_the_crown(royal: str) -> None:
    """2016 1.6 (002:1280, 1333): King and Patrician must take it."""
    game = idle_round(table(player("thief"), player(royal), crown=3))
    assert (game.actor, crown(game)) == (1, 1)


def test_the_emperor_must_move_the_crown_to_a_third_person() -> None:
    """2016 1.6, 3 Emperor (002:1307-1310): his turn cannot end before; not to himself nor to its holder."""
    game = play(table(player("emperor"), player(gold=1), player(gold=1), player(gold=1), crown=3), "gold")
    assert game.legal() == ("crown:1:gold", "crown:2:gold")
    play(game, "crown:2:gold", "end")
    assert (game.actor, crown(game)) == (2, 2)


# ---- the end of the round


@pytest.mark.parametrize("royal", ["king", "patrician"])
def test_a_killed_king_or_patrician_takes_the_crown_at_the_end_of_the_round(royal: str) -> None:
    """2016 1.2 end of round 1 (002:1286-1289): not when called, but before the next selection."""
    game = table(player("assassin"), player(royal), player("warlord"), crown=3)
    play(game, f"murder:{royal}", "gold", "end")
    assert (game.actor, crown(game)) == (2, 3)
    play(game, "gold", "end")
    assert (game.actor, crown(game), game.position()["round"]) == (1, 1, 2)


def test_a_killed_king_by_the_other_reading_leaves_the_crown() -> None:
    """2016 1.2, `murdered_king_crown = stays`."""
    game = table(player("assassin"), player("king"), player("warlord"), crown=3, rules={"murdered_king_crown": "stays"})
    assert crown(idle_round(play(game, "murder:king"))) == 3


def test_a_killed_emperor_passes_the_crown_and_takes_nothing() -> None:
    """2016 1.2 end of round 1 (002:1349-1355): he chooses at the end of the round, without a resource."""
    game = table(player("assassin"), player("emperor"), player("warlord", gold=3, hand=("docks",)), crown=3)
    play(game, "murder:emperor", "gold", "end", "gold", "end")
    assert (game.actor, game.decision, game.legal()) == (1, "crown", ("crown:0", "crown:2"))
    play(game, "crown:2")
    assert (game.actor, crown(game), gold(game, 2), gold(game, 1), len(game.position()["players"][1]["hand"])) == (2, 2, 5, 0, 0)


@pytest.mark.parametrize(("edition", "moved"), [("stays", 3), ("moves", 2)])
def test_the_killed_emperors_crown_by_edition(edition: str, moved: int) -> None:
    """2016 7, Emperor, `emperor_murdered`: it stays in classic (000:546-550), it still moves here."""
    game = table(player("assassin"), player("emperor"), player("warlord"), crown=3, rules={"emperor_murdered": edition})
    play(game, "murder:emperor", "gold", "end", "gold", "end")
    if edition == "moves":
        play(game, "crown:2")
    assert (crown(game), game.decision) == (moved, "pick")


@pytest.mark.parametrize(("seat", "paid"), [(1, 3), (2, 0)])
def test_a_queen_beside_the_killed_rank_4_is_paid_at_the_end_of_the_round(seat: int, paid: int) -> None:
    """2016 1.2 end of round 1 (002:1614-1617): three gold when the card is revealed, not in her own turn."""
    seats = [player("king"), player(), player(), player("assassin"), player()]
    seats[seat] = player("queen")
    game = table(*seats, seats=5, crown=4)
    play(game, "murder:king", "gold", "end")
    idle_until(game, seat)
    play(game, "gold")
    assert gold(game, seat) == 2
    play(game, "end")
    assert (gold(game, seat), crown(game), game.position()["round"]) == (2 + paid, 0, 2)


def test_the_killed_king_is_settled_before_the_game_is_scored() -> None:
    """2016 1.2 end of round 1 before 2, A36: the Statue counts for the heir (002:1286-1289)."""
    heir = player("king", city=["statue"])
    game = table(player("assassin"), heir, player("warlord", gold=9, hand=("prison",), city=SIX), crown=3)
    play(game, "murder:king", "gold", "end", "gold", "build:prison", "end")
    assert game.over
    assert [game.result()["scores"][seat]["bonus"] for seat in range(4)] == [0, 5, 0, 0]
    assert game.position()["crown"] == 1


def test_a_completed_city_ends_the_game_only_with_the_round() -> None:
    """2016 1.2 end of round 2 (002:564-566): those who are still to be called have their turns."""
    game = table(player("thief", gold=9, hand=("prison",), city=SIX), player("warlord", hand=("watchtower",)))
    play(game, "gold", "build:prison", "end")
    assert (game.over, game.actor) == (False, 1)
    play(game, "gold", "build:watchtower", "end")
    assert game.over
    assert [row["total"] for row in game.result()["scores"][:2]] == [3 + 4 + 1 + 2 + 1 + 2 + 2 + 4, 1]


def test_marks_leave_with_the_round() -> None:
    """2016 1.2 end of round 3: murder, robbery, their marks and all characters are gone."""
    game = table(player("assassin"), player("thief"), player("warlord"), crown=0)
    play(game, "murder:king", "gold", "end", "rob:bishop", "gold", "end", "gold", "end")
    position = game.position()
    assert (position["murdered"], position["robbed"], position["round"]) == (None, None, 2)
    assert [seat["characters"] for seat in position["players"]] == [[]] * 4


def test_the_bewitchment_leaves_with_the_round() -> None:
    """2016 1.2 end of round 3: in the next round the same character has a whole turn."""
    game = play(table(player("witch"), player("king"), crown=1), "gold", "bewitch:bishop", "gold", "end")
    position = game.position()
    assert (position["bewitched"], position["round"], game.decision) == (None, 2, "pick")


def test_warrants_and_threats_leave_with_the_round() -> None:
    """2016 1.2 end of round 3: nobody is asked about them in the round after."""
    seats = (player("magistrate", gold=9), player("blackmailer"), player("warlord", hand=("tavern",)), player())
    game = table(*seats, crown=2)
    play(game, "warrants:bishop:king:merchant", "gold", "end", "threats:architect:bishop", "gold", "end")
    play(game, "gold", "end")  # the Warlord's, whom no mark concerns; then the round is over
    state = game.state.public
    assert (game.position()["round"], int(state.warrants), int(state.threats), int(state.blackmailer)) == (2, 0, 0, -1)


def test_tax_stays_on_the_token_into_the_next_round() -> None:
    """2016 1.2 end of round 3, 3 Tax Collector (002:1638-1665): unclaimed gold carries over."""
    game = table(player("thief", gold=9, hand=("tavern",)), others=("tax-collector",), tax=4)
    play(game, "gold", "build:tavern", "end")
    position = game.position()
    assert (position["round"], position["tax"]) == (2, 5)


def test_nobody_can_be_asked_twice_for_the_same_rank() -> None:
    """2016 1.2: a rank is called once; after the last one nothing of the round is left to do."""
    game = table(player("king", gold=9, hand=("tavern", "market")), crown=0)
    play(game, "gold", "build:tavern")
    assert labels(game, "build") == []
    play(game, "end")
    assert (game.position()["round"], game.decision) == (2, "pick")
