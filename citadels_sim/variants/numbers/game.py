"""Numbers of the game as a whole: what everybody begins with, gathers, builds and scores."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import NONE, IntRange, Switch, number, under, words

DRAFT_WHEN_CROWN_STAYS: Final = "game.draft_when_crown_stays"
MOST_ROUNDS: Final = 300
"""Most rounds that a file may say; a tournament ends no game later, whatever its rules say."""

GAME_NUMBERS: Final[tuple[Switch, ...]] = (
    *under(
        "Set-up",
        number(
            "game.start_gold",
            IntRange(0, 20),
            2,
            "classic 1.1 (S0:132), 2016 1.1",
            "Starting gold of each player.",
            "Starting gold of each player: {n}.",
        ),
        number(
            "game.start_hand",
            IntRange(0, 10),
            4,
            "classic 1.1 (S0:107), 2016 1.1",
            "District cards that each player is dealt.",
            "District cards that each player is dealt: {n}.",
        ),
    ),
    *under(
        "Draft and crown",
        words(
            DRAFT_WHEN_CROWN_STAYS,
            {
                "same": "The draft always goes clockwise from the crown.",
                "alternates": "While the crown stays with one player, each draft goes in the opposite direction to the one before.",
                "reversed": "While the crown stays with one player, every draft but the first goes counterclockwise.",
            },
            "same",
            "no rulebook",
            "Direction of the draft from the crown, whose owner picks first, if the draft before began with the same player; a tweak, so "
            "that the same player does not always pick last. After the crown has changed hands the draft goes clockwise.",
        ),
        players=(3, 4, 5, 6, 7, 8),
    ),
    *under(
        "Turn",
        number(
            "game.gather_gold",
            IntRange(0, 10),
            2,
            "classic 2.1 item 2 (S0:184), 2016 2.1",
            "Gold that a player takes when gathering gold.",
            "A player who gathers gold takes {n} gold.",
        ),
        number(
            "game.gather_cards",
            IntRange(0, 7),
            2,
            "classic 2.1 item 2 (S0:184), 2016 2.1",
            "Cards that a player draws to choose from when gathering cards; 0: nobody can gather cards.",
            "Cards drawn to choose from when gathering cards: {n} (0: nobody can).",
        ),
        number(
            "game.keep_cards",
            IntRange(0, 7),
            1,
            "classic 2.1 item 2 (S0:193), 2016 2.1",
            "Cards that a player keeps of those drawn; all if fewer were drawn.",
            "Cards kept of those drawn: {n}.",
        ),
        number(
            "game.builds",
            IntRange(0, 5),
            1,
            "classic 2.1 item 3 (S0:202), 2016 2.2",
            "Districts that a player may build in a turn, if the character has no number of its own.",
            "Districts that a player may build in a turn: {n}.",
        ),
        number(
            "game.copies_in_city",
            IntRange(1, 9),
            1,
            "classic 2.1 item 4 (S0:217), 2016 2.2",
            "Identical districts that a city may have; the Quarry adds one.",
            "Identical districts that a city may have: {n}.",
        ),
    ),
    *under(
        "End of the game",
        number(
            "game.first_bonus",
            IntRange(0, 20),
            4,
            "classic 5.2 (S0:198), 2016 5",
            "Points for being the first to complete a city.",
            "Points for being the first to complete a city: {n}.",
        ),
        number(
            "game.complete_bonus",
            IntRange(0, 20),
            2,
            "classic 5.2 (S0:198), 2016 5",
            "Points for every other complete city.",
            "Points for every other complete city: {n}.",
        ),
        number(
            "game.all_types_bonus",
            IntRange(0, 20),
            3,
            "classic 5.2 (S0:198), 2016 5",
            "Points for a district of each of the five types.",
            "Points for a district of each of the five types: {n}.",
        ),
        number(
            "game.most_rounds",
            IntRange(1, MOST_ROUNDS, (NONE,)),
            NONE,
            "no rulebook",
            "Round after which the game ends even without a complete city; this gives nobody the bonus for completing first.",
            "Round after which the game ends at the latest: {n}.",
            none="The game continues until a city is complete.",
        ),
    ),
)
"""In their order in lists for people."""
