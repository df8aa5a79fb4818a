"""What a murder takes (`characters.assassin.murder`): the turn, as printed, or only what is on the card of the murdered."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots.planner.aims import harm, turn_lost
from citadels_sim.bots.planner.findings import FINDINGS, FULL
from citadels_sim.bots.planner.guess import guess, held
from citadels_sim.bots.planner.weights import TURN
from citadels_sim.catalogue import CHARACTERS, character
from citadels_sim.designs.draft import turn_takers
from citadels_sim.designs.flow.rows import DEALT, HITS, LOST, STATE_COLUMNS, TAKEN, TRACKED, note_deed
from citadels_sim.designs.recording.columns import SEAT
from citadels_sim.designs.recording.game_rows import new_sheet
from citadels_sim.engine import journal
from citadels_sim.engine.characters.holders import stays_silent
from citadels_sim.engine.loop import BOT_STATE
from citadels_sim.engine.records import new_record
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import RANKS
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.game.choices import explain
from citadels_sim.game.table_words import turn as words_of_turn
from citadels_sim.game.wording import Names
from citadels_sim.variants import Variant
from tests.bots.test_planner_guesses import drafted
from tests.numbers.test_characters import of
from tests.rules.tables import city, crown, gold, hand, idle_round, labels, play, player, table

VICTIMS = [who.id for who in CHARACTERS if who.ranks["2016"] > 1 and who.id != "queen"]
FOUR = ["manor", "temple", "tavern", "watchtower"]


def sparing(*characters: str, edition: str = "2016", **overrides: Any) -> Variant:
    """A table whose Assassin takes the power only, with some characters in the places of others."""
    base = {"classic": "classic-2000", "2016": "citadels-2016"}[edition]
    at = {rank: ids[0] for rank, ids in cs.load_variant(base).at(5).cast.items()} | {character(id).ranks[edition]: id for id in characters}
    players = [5 if "queen" in characters else 4, 5]
    keys = {"players": players, "cast": list(at.values()), "deck.unique.graveyard": 0, "characters.assassin.murder": "power"}
    return cs.load_variant(base, keys | overrides)


def victims_turn(id: str, *others: dict[str, Any], variant: Variant | None = None, **seat: Any) -> cs.Game:
    """The turn of a murdered character, just called."""
    game = table(player("assassin"), player(id, **seat), *others, variant=variant or sparing(id), strict=False)
    return play(game, f"murder:{id}", "gold", "end")


@pytest.mark.parametrize("id", VICTIMS)
def test_a_murdered_character_gathers_and_builds_as_anybody_and_no_more(id: str) -> None:
    """Whatever its card says: income, gold and cards on top, builds, a ban to build, what it may do to others."""
    others = player(gold=5, hand=("manor", "prison"), city=["tavern"]), player(gold=3, hand=("docks",), city=["temple"])
    game = victims_turn(id, *others, gold=9, hand=("manor", "tavern", "docks"), city=[*FOUR, "castle"])
    assert (game.actor, gold(game, 1), len(hand(game, 1))) == (1, 9, 3)
    play(game, "gold")
    assert (gold(game, 1), sorted(game.legal())) == (11, ["build:docks", "end"])
    play(game, "build:docks")
    tax = int(id == "tax-collector")  # who pays it as anybody, on the token
    assert (game.legal(), gold(game, 1)) == (("end",), 8 - tax)
    play(game, "end")
    assert (gold(game, 1), city(game, 0), gold(game, 2), gold(game, 3)) == (8 - tax, [], 5, 3)


def test_it_builds_as_many_as_everybody_and_pays_the_printed_price() -> None:
    numbers = {"game.builds": 2, "characters.architect.discount": {"type": "trade", "gold": 2}}
    game = victims_turn("architect", variant=sparing(**numbers), gold=20, hand=("tavern", "docks", "prison"))
    play(game, "gold", "build:docks", "build:tavern")
    assert (game.legal(), gold(game, 1)) == (("end",), 18)


def test_a_murder_as_printed_takes_the_turn() -> None:
    """Classic 3.1 Assassin (S0:415)."""
    game = table(player("assassin"), player("merchant"), player("warlord"), variant=of("assassin", "2016", murder="turn"), strict=False)
    assert play(game, "murder:merchant", "gold", "end").actor == 2


@pytest.mark.parametrize("id", ["king", "patrician"])
@pytest.mark.parametrize(("reading", "heir"), [("heir", 1), ("stays", 3)])
def test_the_crown_goes_as_after_any_murder(id: str, reading: str, heir: int) -> None:
    """Classic 1.9, `murdered_king_crown`: at the end of the round, or not at all."""
    variant = sparing(id, **{"rules.murdered_king_crown": reading})
    game = table(player("assassin"), player(id), crown=3, variant=variant, strict=False)
    play(game, f"murder:{id}", "gold", "end", "gold")
    assert crown(game) == 3
    assert crown(play(game, "end")) == heir


def test_a_murdered_emperor_keeps_the_crown_where_it_is_in_the_turn_and_moves_it_at_the_end_of_the_round() -> None:
    """2016 3 Emperor, `emperor_murdered`."""
    game = victims_turn("emperor", variant=sparing("emperor", **{"rules.emperor_murdered": "moves"}))
    play(game, "gold", "end")
    assert (game.actor, labels(game, "crown")) == (1, ["crown:2", "crown:3"])


def test_a_murdered_bishop_protects_nothing() -> None:
    """Classic 3.1 Assassin."""
    game = table(player("assassin"), player("bishop", city=["temple"]), player("warlord"), variant=sparing(), strict=False)
    play(game, "murder:bishop", "gold", "end", "gold", "end", "gold")
    assert labels(game, "destroy") == ["destroy:1:temple"]


@pytest.mark.parametrize(("edition", "reading"), [("classic", "king_only"), ("2016", "both")])
def test_the_queen_is_paid_beside_a_murdered_king_at_once(edition: str, reading: str) -> None:
    """Classic 3.2 Queen: he has shown himself, so that nothing has to wait for the end of the round."""
    variant = sparing("queen", edition=edition, **{"rules.queen_murdered_rank4": reading})
    game = table(player("assassin"), player("king"), player("queen"), seats=5, variant=variant, strict=False)
    play(game, "murder:king", "gold", "end", "gold", "end")
    assert (game.actor, gold(game, 2)) == (2, 3)
    assert gold(idle_round(game), 2) == 5


def test_a_murdered_queen_gets_nothing_beside_a_king() -> None:
    game = table(player("assassin"), player("king"), player("queen"), seats=5, variant=sparing("queen"), strict=False)
    play(game, "murder:queen", "gold", "end", "gold", "end")
    assert (game.actor, gold(game, 2)) == (2, 0)
    assert gold(idle_round(game), 2) == 2


def test_a_hospital_does_nothing_for_who_has_the_turn() -> None:
    game = victims_turn("merchant", variant=sparing(**{"deck.unique.hospital": 1}), gold=9, hand=("tavern",), city=["hospital"])
    play(game, "gold")
    assert sorted(game.legal()) == ["build:tavern", "end"]


@pytest.mark.parametrize(("id", "kind"), [("thief", "rob"), ("blackmailer", "threats")])
def test_the_murdered_cannot_be_robbed_or_threatened(id: str, kind: str) -> None:
    """Classic 3.1 Thief, 2016 3 Blackmailer, whatever a murder takes."""
    game = table(player("assassin"), player(id), player("king"), variant=sparing(id), strict=False)
    play(game, "murder:king", "gold", "end", "gold")
    assert labels(game, kind)
    assert not any("king" in label for label in labels(game, kind))


def test_a_magistrate_may_lay_a_warrant_at_the_murdered_who_build_all_the_same() -> None:
    cast = ["magistrate", "killer", "magician", "king", "bishop", "merchant", "architect", "warlord"]
    own = {"characters.killer": {"title": "Killer", "rank": 2, "power": "assassin", "murder": "power"}}
    variant = cs.load_variant("citadels-2016", {"players": [4, 4], "cast": cast, **own})
    game = table(player("magistrate"), player("killer"), player("merchant", gold=9, hand=("tavern",)), variant=variant, strict=False)
    play(game, "gold", "warrants:merchant:king:bishop", "end", "gold", "murder:merchant", "end", "gold", "build:tavern")
    assert "confiscate" in str(game.legal())


def killed_late(rank: int, *others: str, **numbers: Any) -> Variant:
    """A table with a character of its own that murders at a later rank, and others in the places of packaged ones."""
    at = {who: ids[0] for who, ids in cs.load_variant("citadels-2016").at(4).cast.items()}
    at |= {character(id).ranks["2016"]: id for id in others} | {rank: "killer"}
    own = {"characters.killer": {"title": "Killer", "rank": rank, "power": "assassin", "murder": "power", **numbers}}
    return cs.load_variant("citadels-2016", {"players": [4, 4], "cast": list(at.values()), **own})


def test_who_was_robbed_before_the_murder_is_robbed_when_called() -> None:
    variant = killed_late(3, "witch")
    game = table(player("thief"), player("killer"), player("merchant", gold=7), player("king"), variant=variant, strict=False)
    play(game, "gold", "rob:merchant", "end", "gold", "murder:merchant", "end", "gold", "end")
    assert (game.actor, gold(game, 2), gold(game, 0)) == (2, 0, 9)


@pytest.mark.parametrize("answer", ["bribe", "refuse"])
def test_who_was_threatened_before_the_murder_answers_when_called(answer: str) -> None:
    game = table(
        player("blackmailer"),
        player("killer"),
        player("merchant", gold=6, city=["tavern"], hand=("manor",)),
        variant=killed_late(3, "witch", "blackmailer"),
        strict=False,
    )
    play(game, "gold", "threats:merchant:king", "end", "gold", "murder:merchant", "end", "gold", answer)
    if answer == "refuse":
        play(game, "reveal")
    assert gold(game, 2) == (4 if answer == "bribe" else 0)
    assert set(game.legal()) == ({"build:manor", "end"} if answer == "bribe" else {"end"})


def test_the_witch_plays_the_turn_of_the_murdered_without_what_is_on_the_card() -> None:
    variant = killed_late(2, "witch")
    seats = player("witch", city=["tavern"], hand=("market",), gold=5), player("killer"), player("merchant", gold=6)
    game = table(*seats, variant=variant, strict=False)
    play(game, "gold", "bewitch:merchant", "gold", "murder:merchant", "end", "gold")
    assert (game.actor, sorted(game.legal())) == (0, ["build:market", "end"])
    assert gold(play(game, "build:market", "end"), 0) == 5


def test_a_murdered_witch_of_a_later_rank_bewitches_nobody() -> None:
    at = {rank: ids[0] for rank, ids in cs.load_variant("citadels-2016").at(4).cast.items()} | {3: "hag"}
    keys = {"characters.hag": {"title": "Hag", "rank": 3, "power": "witch"}, "characters.assassin.murder": "power"}
    variant = cs.load_variant("citadels-2016", {"players": [4, 4], "cast": list(at.values()), **keys})
    game = table(player("assassin"), player("hag", gold=3, hand=("manor",)), player("king"), variant=variant, strict=False)
    play(game, "murder:hag", "gold", "end", "gold")
    assert sorted(game.legal()) == ["build:manor", "end"]


@pytest.mark.parametrize("other", ["none", "collects", "pays"])
def test_a_murdered_tax_collector_takes_no_tax(other: str) -> None:
    """2016 3 Tax Collector, `tax_collector_dead`."""
    variant = sparing("tax-collector", **{"rules.tax_other_character": other} if other != "none" else {})
    game = table(player("assassin"), player("tax-collector"), player("king"), variant=variant, tax=4, strict=False)
    play(game, "murder:tax-collector", "gold", "end", "gold", "end", "gold", "end")
    assert (gold(game, 1), game.position()["tax"]) == (2, 4)


def test_the_murdered_are_seen_when_called_and_a_position_in_their_turn_goes_on_alike() -> None:
    game = victims_turn("bishop", player("warlord"), gold=4, hand=("manor", "castle"), city=["temple"])
    assert game.view(0)["players"][1]["characters"] == ["bishop"]
    for label in ("gold", "build:castle", "end", "gold", "end"):
        again = cs.Game.from_position(game.variant, game.position())
        assert (again.legal(), again.view(3)) == (game.legal(), game.view(3))
        play(game, label)


def test_a_position_after_the_turn_of_the_murdered_shows_and_protects_alike() -> None:
    """Without what is pending: the murdered have been called, and protect nothing."""
    game = table(
        player("assassin"),
        player("bishop", city=["temple"]),
        player("warlord"),
        next_rank=6,
        murdered="bishop",
        variant=sparing(),
        strict=False,
    )
    assert game.view(0)["players"][1]["characters"] == ["bishop"]
    assert labels(play(game, "gold"), "destroy") == ["destroy:1:temple"]


def test_people_read_what_a_murder_takes() -> None:
    variant = sparing()
    game = table(player("assassin"), player("king"), variant=variant, strict=False)
    names = Names.from_state(game.state)
    assert explain(game, "murder:king", names) == "Murder the King (rank 4): it keeps its turn, but nothing on its card counts."
    play(game, "murder:king", "gold", "end")
    assert words_of_turn(game, ["Ann", "Bob", "Cleo", "Dan"]) == "turn of Bob as the King, murdered: nothing on the card counts"
    assert card_help("assassin", variant.at(4))[-1] == (
        "Here: A character murdered by the Assassin still has a turn, but nothing on its card counts: it only gathers and builds."
    )
    printed = table(player("assassin"), player("king"), variant=of("assassin", "2016"), strict=False)
    assert explain(printed, "murder:king", names) == "Murder the King (rank 4): its turn is lost."


@pytest.mark.parametrize(("takes", "known"), [("turn", False), ("power", True)])
def test_planner_knows_that_nobody_has_a_murdered_character_that_did_not_answer(takes: str, known: bool) -> None:
    """After a draft in which the rank that is murdered was left over."""
    game = drafted("classic-2000", 4, 2, 4)
    public, rules = game.state.public, rules_record(of("assassin", murder=takes).at(4))
    silent = next(rank for rank in range(3, 8) if int(game.state.secret.holder[rank]) < 0 and not int(public.face_up) >> rank & 1)
    public.murdered, public.next_rank = silent, 8
    chances = []
    for seat in range(4):
        findings: Any = new_record(FINDINGS)
        guess(findings, public, game.state.seat[seat], rules, seat, 0, 1.0)
        chances.append(held(findings, silent))
    assert (max(chances) == 0.0) == known
    assert bool(stays_silent(public, rules, silent)) is not known


@pytest.mark.parametrize(("takes", "harm_of_a_thief"), [("turn", 3.0), ("power", 0.0)])
def test_planner_minds_no_turn_that_is_not_taken(takes: str, harm_of_a_thief: float) -> None:
    """Whoever has the Thief beside nobody's gold loses the turn, or nothing."""
    game = table(player("assassin"), player("thief"), variant=sparing(**{"characters.assassin.murder": takes}), strict=False)
    findings: Any = new_record(FINDINGS)
    findings.players, findings.seat, findings.share[1, 2], findings.weight[1] = 4, 0, FULL, 1.0
    bot: Any = new_record(BOT_STATE)
    bot.parameters[TURN] = 3.0
    assert harm(findings, game.state.public, game.rules, 2, turn_lost(game.state.public, game.rules, bot)) == harm_of_a_thief


@pytest.mark.parametrize(("takes", "lost", "fate"), [("turn", 1, 3), ("power", 0, 0)])
def test_flow_counts_a_lost_turn_only_where_it_is_lost_and_the_hit_in_both(takes: str, lost: int, fate: int) -> None:
    game = table(player("assassin"), player("king"), variant=sparing(**{"characters.assassin.murder": takes}), strict=False)
    events = play(game, "murder:king").journal()
    event = events[events["kind"] == journal.MURDER].view(np.recarray)[0]
    sheet, track = new_sheet(), np.zeros((TRACKED, RANKS), np.int64)
    sheet.rank_of[character("king").code], sheet.cell[SEAT][4] = 4, 1
    note_deed(event, sheet, track, 4)
    assert (track[LOST, 1], track[TAKEN, 0], track[len(STATE_COLUMNS), 4]) == (lost, lost, fate)
    assert (track[HITS, 1], track[DEALT, 0]) == (1, 1)
    assert turn_takers(game.variant.resolved()) == (("assassin", "witch") if lost else ("witch",))
