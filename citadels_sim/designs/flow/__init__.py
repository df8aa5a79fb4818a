"""Games noted round by round."""

from __future__ import annotations

from typing import Final

from citadels_sim.runs.design import Covered, Design, Searched
from citadels_sim.tables.columns import GAME_KEY, table

STATES: Final = table(
    "states",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("round", "int16", "round", "round at whose end this is, from 1; 0: the start of the game, before the first draft"),
    ("rounds", "int16", "rounds", "rounds of the game"),
    ("seat", "int8", "seat", "seat, from 0, clockwise"),
    ("bot", "text", "bot", "the bot that sits there"),
    ("crown", "bool", "", "the seat has the crown"),
    (
        "score",
        "int16",
        "points",
        "points that it would have if the game ended now, from open information: districts, types, unique districts, completion; Secret "
        "Vaults in hand do not count before the end. After the last round: the final points",
    ),
    ("worth", "int16", "gold", "worth of its city: costs of its districts and coins on them"),
    ("city", "int16", "districts", "districts in its city"),
    ("types", "int8", "types", "types of district in its city, 0 to 5"),
    ("missing", "int16", "districts", "districts still missing from its city"),
    ("gold", "int16", "gold", "its gold"),
    ("hand", "int16", "cards", "cards in its hand"),
    ("led", "bool", "", "nobody had a higher score when the round began (ties count); null in round 0"),
    ("character", "text", "character", "the character it held in the round, the one called first where it held two; null in round 0"),
    ("slot", "int8", "pick", "number of the pick by which that character was taken, 1 for the first of the round"),
    (
        "fate",
        "text",
        "",
        "fate of the character: played (murdered, too, if it keeps its turn); robbed; bewitched (its player took the action only); "
        "murdered (with a Hospital, too)",
    ),
    ("second", "text", "character", "the other character it held in the round, with two or three players; null: none"),
    ("second_slot", "int8", "pick", "number of the pick by which that character was taken"),
    ("second_fate", "text", "", "fate of that character"),
    ("built", "int16", "districts", "districts it built in the round"),
    ("idle", "int16", "rounds", "rounds in a row, up to this one, in which it built nothing"),
    ("gold_lost", "int16", "gold", "gold that other players, or the tax token, took from it in the round"),
    ("districts_lost", "int16", "districts", "districts that others destroyed, took in exchange, seized or confiscated in the round"),
    ("lost", "int8", "turns", "turns that it lost in the round, murdered or bewitched"),
    ("taken", "int8", "turns", "turns that it took from other players in the round"),
    (
        "hits",
        "int16",
        "hits",
        "hits that it suffered in the round: one of its characters was murdered, bewitched or robbed by another "
        "player; or another player swapped hands with it, looked into its hand, destroyed, exchanged, seized or "
        "confiscated a district, spied, or took gold by a threat. Payments that the rules direct (tax, tithe, gifts) are not hits",
    ),
    ("dealt", "int16", "hits", "hits on other players in the round"),
    (
        "on_leader",
        "int16",
        "hits",
        "those of them on a player with the highest score when the round began (ties count); none if all scores were equal",
    ),
    ("leaders", "int16", "players", "for each of these hits, the number of other players with that score, summed"),
    ("on_last", "int16", "hits", "as on_leader: hits on a player with the lowest score"),
    ("lasts", "int16", "players", "as leaders: the number of other players with that score, summed"),
    ("decisions", "int16", "decisions", "decisions it made in the round; forced actions are not counted, except the end of a turn"),
    ("choices", "int16", "decisions", "those of them with more than one legal action"),
    ("options", "int32", "actions", "legal actions at these, summed"),
    ("win", "float64", "wins", "credit for the win: 1 for the winner, 1/m for each of m who remain tied; sums to 1 over the seats"),
    ("bare_win", "float64", "wins", "the same, if completing a city gave no points and all play stayed the same"),
    ("place", "int8", "", "1 is the winner; equal places only where the tie-break leaves them equal"),
    ("total", "int16", "points", "final points"),
    ("completer", "bool", "", "it was the first to complete its city"),
    unread="seed gold_lost districts_lost",
    null="led character slot fate second second_slot second_fate",
    unique="round seat",
)

DESIGN: Final = Design(
    name="flow",
    home=__name__,
    title="a run of flow",
    summary="every round of every game is recorded",
    counted="games recorded round by round",
    tables=(STATES,),
    margins=("dead_turns", "interaction", "decisiveness"),
    # Reading fits a model of win chances.
    searched=Searched(("dead_turns", "interaction", "decisiveness"), least=400, most=4_000, reading=0.6),
    shard_games=2000,
    played="games that are recorded round by round",
    intervals=(Covered("Flow: drama, tempo, hits, swings, curves"),),
    command=("flow",),
    answer=("flow",),
    chapter="flow",
    answers="Course of the games: lead, time of decision, comebacks, dead turns",
)
