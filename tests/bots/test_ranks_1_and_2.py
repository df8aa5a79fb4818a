"""What builder does as, and against, the characters of ranks 1 and 2."""

from __future__ import annotations

import citadels_sim as cs
from tests.bots.positions import choice, choices, kinds, let_builder, table
from tests.rules.tables import idle_until, play, player

RICH = player("king", gold=6, hand=("palace", "castle"), city=["manor", "temple", "tavern", "keep"])


def test_the_assassin_murders_before_she_gathers_and_never_a_title_that_lies_face_up() -> None:
    game = table(player("assassin"), RICH, face_up=["architect", "bishop"])
    counts = choices(game)
    assert kinds(counts) == {"murder"}
    assert not {"murder:architect", "murder:bishop"} & set(counts)


def test_the_witch_gathers_and_bewitches_what_somebody_may_hold() -> None:
    game = table(player("witch"), RICH, face_up=["merchant"])
    counts = choices(play(game, "gold"))
    assert kinds(counts) == {"bewitch"}
    assert "bewitch:merchant" not in counts


def test_the_magistrate_signs_where_somebody_may_build() -> None:
    """Not at his own title, not at one face up, not at the Navigator's, who builds nothing."""
    game = table(player("magistrate"), RICH, others=("navigator",), face_up=["bishop", "merchant"])
    counts = choices(game, 200)
    assert kinds(counts) == {"warrants"}
    signed = {label.split(":")[1] for label in counts}
    assert not {"magistrate", "navigator", "bishop", "merchant"} & signed
    assert len(signed) > 1


def test_the_magistrate_lays_blanks_where_they_are_credible() -> None:
    counts = choices(table(player("magistrate"), RICH, others=("navigator",), face_up=["bishop", "merchant"]), 200)
    blank = {title for label in counts for title in label.split(":")[2:]}
    assert not {"magistrate", "bishop", "merchant"} & blank


def built_under_a_warrant(city: list[str], built: str) -> cs.Game:
    """The King has paid for a district under the signed warrant of the Magistrate, who has this city."""
    game = table(player("magistrate", city=city), player("king", gold=6, hand=(built, "manor")))
    play(game, "warrants:king:bishop:merchant", "gold", "end")
    return play(idle_until(game, 1), "gold", f"build:{built}")


def test_the_magistrate_confiscates_what_adds_to_his_points() -> None:
    game = built_under_a_warrant(["tavern"], "stables")
    assert game.decision == "warrant"
    assert choice(game) == "confiscate"


def test_the_magistrate_leaves_what_would_spoil_his_ivory_tower() -> None:
    assert choice(built_under_a_warrant(["tavern", "ivory-tower"], "stables")) == "pass"


def test_under_a_warrant_who_will_build_more_builds_something_cheap_first() -> None:
    hand = ("palace", "tavern", "castle")
    game = table(player("magistrate"), player("architect", gold=12, hand=hand))
    play(game, "warrants:architect:bishop:merchant", "gold", "end")
    assert choice(play(idle_until(game, 1), "bonus", "gold")) == "build:tavern"


def test_without_a_warrant_who_will_build_more_builds_what_is_dear_first() -> None:
    game = table(player("magistrate"), player("architect", gold=12, hand=("palace", "tavern", "castle")))
    play(game, "warrants:king:bishop:merchant", "gold", "end")
    assert choice(play(idle_until(game, 1), "bonus", "gold")) == "build:palace"


def test_the_thief_robs_a_title_that_somebody_may_hold() -> None:
    counts = choices(table(player("thief"), RICH, face_up=["bishop"]), 200)
    assert kinds(counts) == {"rob"}
    assert "rob:bishop" not in counts


def test_the_spy_goes_where_there_are_cards_and_gold_and_names_the_commonest_type() -> None:
    cards = ("manor", "docks", "tavern", "market")
    game = table(player("spy"), player("king", gold=5, hand=cards), player("bishop", gold=0, hand=cards), player("warlord", gold=9))
    assert choice(game) == "spy:1:trade"


def test_a_spy_who_holds_most_of_a_type_himself_names_another() -> None:
    trade = ("tavern", "tavern", "tavern", "tavern", "market", "market", "market", "trading-post", "docks", "docks", "harbor", "town-hall")
    game = table(player("spy", hand=trade), player("king", gold=5, hand=("manor", "castle")))
    assert not {label for label in choices(game) if label.endswith(":trade")}


def test_a_spy_stays_at_home_where_nobody_has_a_card() -> None:
    assert kinds(choices(table(player("spy", hand=("palace",)), player("king", gold=5)))) <= {"gold", "cards"}


def test_the_blackmailer_threatens_what_may_be_held_and_not_what_lies_face_up() -> None:
    counts = choices(table(player("blackmailer"), RICH, face_up=["bishop", "merchant"]), 200)
    assert kinds(counts) == {"threats"}
    named = {title for label in counts for title in label.split(":")[1:]}
    assert not {"bishop", "merchant"} & named
    assert len(named) > 2


def threatened(gold: int, hand: tuple[str, ...]) -> cs.Game:
    """The King has gathered under a threat and has so much gold."""
    game = table(player("blackmailer"), player("king", gold=gold - 2, hand=hand))
    play(game, "threats:king:bishop", "gold", "end")
    return play(idle_until(game, 1), "gold")


def test_a_bribe_is_paid_where_it_leaves_enough_to_build() -> None:
    game = threatened(5, ("manor",))
    assert game.decision == "threatened"
    assert choice(game) == "bribe"


def test_a_small_bribe_is_paid() -> None:
    assert choice(threatened(3, ("palace",))) == "bribe"


def test_no_bribe_is_paid_where_all_gold_is_needed_to_build() -> None:
    assert choice(threatened(5, ("palace",))) == "refuse"


def test_no_bribe_is_paid_once_the_flower_has_been_seen() -> None:
    game = table(player("blackmailer"), player("king", gold=4), player("bishop", gold=5, hand=("manor",)))
    play(game, "threats:king:bishop", "gold", "end")
    play(idle_until(game, 1), "gold", "refuse", "reveal", "end")
    play(idle_until(game, 2), "gold")
    assert game.decision == "threatened"
    assert choice(game) == "refuse"


def test_the_blackmailer_turns_up_the_flower() -> None:
    game = play(threatened(5, ("palace",)), "refuse")
    assert game.decision == "threat"
    assert choice(game) == "reveal"


def test_the_blackmailer_leaves_a_blank_to_be_feared() -> None:
    game = table(player("blackmailer"), player("king", gold=3, hand=("palace",)))
    play(game, "threats:bishop:king", "gold", "end")
    assert choice(play(idle_until(game, 1), "gold", "refuse")) == "pass"


def test_a_witch_who_goes_on_as_the_blackmailer_threatens() -> None:
    game = table(player("witch"), player("blackmailer"), RICH)
    play(game, "gold", "bewitch:blackmailer")
    game = play(idle_until(game, 1), "gold")
    assert kinds(choices(game)) == {"threats"}


def test_a_witch_who_goes_on_as_the_spy_spies() -> None:
    game = table(player("witch"), player("spy"), RICH)
    play(game, "gold", "bewitch:spy")
    assert let_builder(play(idle_until(game, 1), "gold"), "spy")[-1].startswith("spy:2")
