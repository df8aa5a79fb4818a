"""Games as they are played, recorded: their tables, and the compiled loop that fills them. No design by itself; several play with it."""

from __future__ import annotations

from typing import Final

from citadels_sim.tables.columns import GAME_KEY, table

GAMES: Final = table(
    "games",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("rounds", "int32", "rounds", "rounds played"),
    ("turns", "int32", "turns", "turns begun; murdered characters have none"),
    ("decisions", "int32", "decisions", "decisions made by players; forced actions are not counted, except the end of a turn"),
    ("first_crown", "int8", "seat", "seat that had the crown in the first round"),
    ("first_complete", "int8", "seat", "seat that was the first to complete its city; null: nobody did"),
    ("capped", "bool", "", "the tournament stopped the game at the limit of rounds"),
    kept="games",
    null="first_complete",
    unique="",
)

SEATS: Final = table(
    "seats",
    GAME_KEY,
    ("seat", "int8", "seat", "seat, from 0, clockwise"),
    ("bot", "text", "bot", "the bot that sat there"),
    ("win", "float64", "wins", "credit for the win: 1 for the winner, 1/m for each of m who remain tied; sums to 1"),
    ("place", "int8", "", "1 is the winner; equal places only where the tie-break leaves them equal"),
    ("total", "int16", "points", "points"),
    ("districts", "int16", "points", "points for the costs of the city's districts"),
    ("types", "int16", "points", "points for having all five types"),
    ("completion", "int16", "points", "points for completing the city"),
    ("bonus", "int16", "points", "points that unique districts add"),
    ("gold", "int16", "gold", "gold in the stash at the end"),
    ("hand", "int16", "cards", "cards in hand at the end"),
    ("city", "int16", "districts", "districts in the city at the end"),
    kept="games",
    unique="seat",
)

_DEEDS: Final = (
    (
        "destroyed",
        "int16",
        "districts",
        "districts that this character destroyed: Warlord, Armory. One's own district counts here and not in districts_lost; a district "
        "given up to destroy or to build (the Armory itself, Framework, for the Necropolis) counts in neither",
    ),
    ("exchanged", "int16", "districts", "districts that this character took in exchange for one of its own: Diplomat"),
    ("beautified", "int16", "districts", "districts that this character beautified: Artist"),
    ("stolen", "int16", "gold", "gold that this character got by robbing: Thief"),
    (
        "tax_collected",
        "int16",
        "gold",
        "gold that this character got as tax in the round, from other players or from the token: Tax Collector",
    ),
    ("tithes_taken", "int16", "gold", "gold that this character took from the richest: Abbot, and whoever has gold_from_others"),
    ("gifts_taken", "int16", "gifts", "times that this character received one gold or one card for the crown: Emperor"),
    ("extorted", "int16", "gold", "gold that this character got as bribes and by turning up the flower: Blackmailer"),
    ("spied", "int16", "gold", "gold that this character took by spying: Spy"),
    ("borrowed", "int16", "gold", "gold that this character took from another player for cards of its own: Cardinal"),
    ("confiscated", "int16", "districts", "districts that this character confiscated: Magistrate"),
    ("seized", "int16", "districts", "districts that this character seized: Marshal"),
    (
        "bonus_gold",
        "int16",
        "gold",
        "gold from the bank by this character's own power, income apart: Merchant, Alchemist, Navigator, Queen",
    ),
    ("tax_paid", "int16", "gold", "gold that the holder paid as tax as this character"),
    (
        "tithes_given",
        "int16",
        "gold",
        "gold that the holder gave as the richest in the round, to the Abbot or by gold_from_others; with two characters, counted with the "
        "last one",
    ),
    (
        "gifts_given",
        "int16",
        "gifts",
        "times that the holder gave the Emperor one gold or one card for the crown in the round; with two characters, counted with the "
        "last one",
    ),
    (
        "districts_lost",
        "int16",
        "districts",
        "districts of the holder that another player destroyed, took in exchange, seized or "
        "confiscated in the round; districts that the holder destroyed in the own city are not counted; with two characters, counted with "
        "the last one",
    ),
)

DEED_COLUMNS: Final = tuple(name for name, *_ in _DEEDS)
"""Columns of `turns` that the ledger of deeds fills, in their order: first what a character does, then what is done to it."""

TURNS: Final = table(
    "turns",
    GAME_KEY,
    ("round", "int16", "round", "round, from 1"),
    ("rank", "int8", "", "rank of the character"),
    ("character", "text", "character", "the character; each of the cast has a row in every round"),
    (
        "seat",
        "int8",
        "seat",
        "the seat that held it; null: nobody. A file has the characters that were held in order of play, then those that nobody held",
    ),
    ("slot", "int8", "pick", "number of the pick by which it was taken, 1 for the first of the round; null: nobody had it"),
    ("offered", "texts", "character", "the characters that it was picked from, itself among them; null: nobody had it"),
    ("crown", "bool", "", "the seat that drafted it had the crown"),
    (
        "leader",
        "bool",
        "",
        "no city was worth more than that of the seat that drafted it, at that moment (ties count); null: nobody had it",
    ),
    ("face_up", "bool", "", "it was removed face up"),
    ("murdered", "bool", "", "the Assassin named it in this round, whether or not anybody had it"),
    ("robbed", "bool", "", "the Thief named it in this round, whether or not anybody had it"),
    ("bewitched", "bool", "", "the Witch named it in this round, whether or not anybody had it"),
    ("gathered", "text", "", "the holder's action of the turn: gold or cards; null: no turn"),
    (
        "gold_gained",
        "int16",
        "gold",
        "gold that came to the holder as this character: gathered, income, bonus, Laboratory, Poor House, "
        "stolen by the Thief, tax, tithe, gift, refund, Throne Room, payment by a Diplomat or Marshal for a district; gold of a Witch who "
        "plays as another character counts with the Witch, gold outside a turn with the holder's last character",
    ),
    (
        "gold_lost",
        "int16",
        "gold",
        "gold that other players, or the tax token, took from the holder as this character: stolen, tax, "
        "tithe, gift, bribe, threat, spying, loan",
    ),
    (
        "cards_gained",
        "int16",
        "cards",
        "cards that came into the hand: kept from those drawn, bonus, income, Smithy, Park, Lighthouse, "
        "Wizard, gift, the net gain of a swap of hands (never below 0), and cards rescued by the Graveyard (credited to the holder's last "
        "character of the round)",
    ),
    ("built", "int16", "districts", "districts built in the turn"),
    ("built_cost", "int16", "gold", "gold paid for them"),
    (
        "gold_spent_otherwise",
        "int16",
        "gold",
        "gold that the holder paid as this character for anything else: destroying, exchanging, seizing, beautifying, the Smithy, and the "
        "Graveyard (with the last character of the round). Four columns account for all gold: a seat ends with its 2 gold at the start + "
        "gold_gained - gold_lost - built_cost - gold_spent_otherwise, summed over its rows",
    ),
    *_DEEDS,
    ("stash", "int16", "gold", "gold of the holder after the turn (after the lost turn, if murdered); null: nobody had it"),
    ("hand", "int16", "cards", "cards in the holder's hand after the turn; null: nobody had it"),
    ("city", "int16", "districts", "districts in the holder's city after the turn; null: nobody had it"),
    unread="cards_gained built_cost gold_spent_otherwise stash hand city",
    kept="turns",
    null="seat slot offered leader gathered stash hand city",
    unique="round rank",
)

EVENTS: Final = table(
    "events",
    GAME_KEY,
    ("round", "int16", "round", "round, from 1"),
    ("seq", "int32", "", "number of the event in its game, from 0"),
    ("seat", "int8", "seat", "the seat that acted; null: none"),
    ("kind", "text", "", "kind of event"),
    ("character", "text", "", "the character whose turn or power it was; null: none"),
    ("target_seat", "int8", "seat", "the seat affected; null: none"),
    ("target_character", "text", "", "the character affected, named, removed or put face down; null: none"),
    ("district", "text", "", "the district built, destroyed, rescued or discarded; null: none"),
    ("gold", "int16", "gold", "gold received or paid; after a turn (turn-end, skip) the stash; null for picks and scores"),
    ("cards", "int16", "cards", "cards received; after a turn the hand; null for picks and scores"),
    (
        "number",
        "int16",
        "",
        "pick: its number; gather-cards: cards drawn; swap: cards given; turn-end and skip: districts in the city; score: points",
    ),
    unread="round seq seat kind character target_seat target_character district gold cards number",
    kept="events",
)
