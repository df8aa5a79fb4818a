"""What a character takes from the richest player as its turn begins (`characters.NAME.gold_from_others`): a tithe without a choice."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.bots.character_worth import served
from citadels_sim.bots.features import from_richest
from citadels_sim.bots.learner import layout as f
from citadels_sim.catalogue import character
from citadels_sim.engine import journal
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.game.wording import Names, describe
from tests.bots.positions import choices
from tests.bots.test_learner_own_cards import rows_noted, within
from tests.numbers.test_characters import of, turn
from tests.own_cards import own_variant
from tests.rules.tables import gold, idle_until, play, player, table


@pytest.mark.parametrize(
    ("number", "own", "others", "taken"),
    [
        (2, 0, (5, 3, 1), 2),
        (1, 4, (5, 3, 1), 1),
        (3, 0, (1, 0, 0), 1),  # as far as it goes
        (2, 0, (3, 3, 0), 0),  # several are richest, as for the classic Abbot (classic 3.2)
        (2, 5, (5, 1, 0), 0),
        (2, 6, (5, 1, 0), 0),
        (2, 0, (0, 0, 0), 0),
        (0, 0, (5, 3, 1), 0),
    ],
)
@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_the_only_richest_player_gives_so_much_as_the_turn_begins(
    number: int, own: int, others: tuple[int, ...], taken: int, edition: str
) -> None:
    seats = [player(gold=each) for each in others]
    game = turn("architect", *seats, edition=edition, numbers={"gold_from_others": number}, gold=own)
    assert [gold(game, seat) for seat in range(4)] == [own + taken, others[0] - taken, *others[1:]]
    events = game.journal()
    assert [int(event["gold"]) for event in events[events["kind"] == journal.TITHE]] == [taken] * (taken > 0)


@pytest.mark.parametrize("id", ["assassin", "abbot", "navigator", "warlord", "artist"])
def test_any_character_may_have_it_beside_its_power(id: str) -> None:
    """The Abbot beside his own tithe (classic 3.2)."""
    game = turn(id, player(gold=9), numbers={"gold_from_others": 3})
    assert (gold(game, 0), gold(game, 1)) == (3, 6)
    if id == "abbot":
        play(game, "gold", "tithe:1")
        assert (gold(game, 0), gold(game, 1)) == (6, 5)


def test_who_is_robbed_loses_what_was_there_before() -> None:
    """Classic 2.1 item 1: the theft comes when the character is called."""
    variant = of("king", gold_from_others=2)
    game = table(player("thief"), player("king", gold=4), player(gold=9), variant=variant, strict=False)
    play(game, "rob:king", "gold", "end")
    assert [gold(game, seat) for seat in range(3)] == [6, 2, 7]


def test_who_is_murdered_gets_nothing_whatever_the_murder_takes() -> None:
    for takes in ("turn", "power"):
        numbers = {"characters.king.gold_from_others": 2, "characters.assassin.murder": takes}
        variant = cs.load_variant("classic-2000", numbers)
        game = table(player("assassin"), player("king"), player("warlord", gold=9), variant=variant, strict=False)
        idle_until(play(game, "gold", "murder:king", "end"), 2 if takes == "turn" else 1)
        assert gold(game, 2) == 9


def test_a_witch_has_what_the_bewitched_would_have() -> None:
    """Classic 3.2 Witch."""
    at = {rank: ids[0] for rank, ids in cs.load_variant("citadels-2016").at(4).cast.items()} | {1: "witch"}
    variant = cs.load_variant("citadels-2016", {"cast": list(at.values()), "characters.king.gold_from_others": 2})
    game = table(player("witch"), player("king"), player(gold=9), variant=variant, strict=False)
    idle_until(play(game, "gold", "bewitch:king"), 1)
    assert gold(game, 2) == 9
    play(game, "gold")
    assert (game.actor, gold(game, 0), gold(game, 2)) == (0, 4, 7)


def test_people_read_of_it() -> None:
    game = turn("architect", player(gold=5), numbers={"gold_from_others": 2})
    events = game.journal()
    names = Names.from_state(game.state, ("Ann", "Bob", "Cleo", "Dan"))
    assert describe(events[events["kind"] == journal.TITHE][0], names) == "Bob, the richest, gives 2 gold to Ann (the Architect)."
    assert "Here: Gold that the Architect takes from the richest player: 2." in card_help("architect", game.variant.at(4))
    (smuggler, *_) = card_help("smuggler", own_variant(characters__smuggler__gold_from_others=1).at(4))
    assert "Takes 1 gold from the richest player at the start of the turn." in smuggler


@pytest.mark.parametrize("bot", ["builder", "planner"])
def test_bots_value_it_by_the_stash_that_it_comes_from(bot: str) -> None:
    def often(stash: int) -> int:
        cast = ["assassin", "thief", "magician", "king", "bishop", "smuggler", "broker", "warlord"]
        keys: dict[str, Any] = {"title": "Smuggler", "rank": 6, "gold_from_others": 3}
        plain = {"title": "Broker", "rank": 7}
        variant = cs.load_variant("classic-2000", {"cast": cast, "characters.smuggler": keys, "characters.broker": plain})
        fixed = {"face_up": ["assassin", "thief"], "face_down": ["magician"], "crown": 1}
        game = table(player(hand=("town-hall",)), player(hand=("town-hall",)), player(gold=stash), variant=variant, strict=False, **fixed)
        play(game, "pick:king", "pick:warlord", "pick:bishop")
        assert game.legal() == ("pick:smuggler", "pick:broker")
        return choices(game, bot=parse_bot(bot))["pick:smuggler"]

    assert often(9) == 60
    assert often(0) < 60


def test_bots_and_learner_see_what_comes() -> None:
    variant = own_variant(characters__smuggler__gold_from_others=2)
    game = table(player("thief"), player(gold=5), variant=variant, strict=False, next_rank=2)
    smuggler = variant.cards.character("smuggler").code
    public, rules = game.state.public, game.rules
    assert [int(from_richest(public, rules, seat, smuggler)) for seat in (0, 1)] == [2, 0]
    assert served(public, rules, 0, 0, smuggler) - served(public, rules, 1, 0, smuggler) == pytest.approx(2 * 1.2)
    plain = own_variant(characters__smuggler__bonus={"gold": 0, "cards": 0})
    taking = own_variant(characters__smuggler__bonus={"gold": 0, "cards": 0}, characters__smuggler__gold_from_others=2)
    assert f.KEY_GOLD in within(rows_noted(taking), f.PERSON_KEYS, f.KEYS)
    assert [int(table_.rules.bonus_more[smuggler]) for table_ in (_at(plain), _at(taking))] == [0, 2]
    assert character("merchant").code != smuggler


def _at(variant: cs.Variant) -> Any:
    return cs.Game.start(variant, 4, seed=1)
