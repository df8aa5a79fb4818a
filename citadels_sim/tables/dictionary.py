"""The data dictionary: what every column of every table means. It goes into each run's manifest, so that a folder explains itself."""

from __future__ import annotations

from typing import Final

__all__ = ["DEED_COLUMNS", "DICTIONARY", "KEY"]

KEY: Final = {
    "variant": "name of the variant",
    "players": "number of players",
    "lineup": "the line-up as written: bots round the table, repeated when shorter than it",
    "block": "number of the block, from 0: all games of a block, in every cell of the run, have one seed",
    "rotation": "seats by which the bots have moved on; the deal stays where it is",
}
"""Columns that every table begins with; together they name a game."""

_GAMES: Final = {
    "seed": "seed of the game: of its block",
    "rounds": "rounds played",
    "turns": "turns begun; the murdered have none",
    "decisions": "decisions made by players; what is no choice is not counted, but for ending a turn",
    "first_crown": "seat that had the crown in the first round",
    "first_complete": "seat that was the first to complete its city; null: nobody did",
    "capped": "the tournament ended the game by force because it would not end",
}

_SEATS: Final = {
    "seat": "seat, from 0, clockwise",
    "bot": "the bot that sat there",
    "win": "credit for the win: 1 for the winner, 1/m for each of m who remain tied; sums to 1",
    "place": "1 is the winner; equal places only where the tie-break leaves them equal",
    "total": "points",
    "districts": "points for the costs of the city's districts",
    "types": "points for having all five types",
    "completion": "points for completing the city",
    "bonus": "points that unique districts add",
    "gold": "gold in the stash at the end",
    "hand": "cards in hand at the end",
    "city": "districts in the city at the end",
}

_LAST: Final = "; with two characters it stands with the last one"  # what falls on a player and not on a character

DEED_COLUMNS: Final = {
    "destroyed": "districts that this character destroyed: Warlord, Armory. An own one counts here and not in districts_lost; what is "
    "given up to destroy or to build (the Armory itself, Framework, for the Necropolis) counts in neither",
    "exchanged": "districts that this character took in exchange for one of its own: Diplomat",
    "beautified": "districts that this character beautified: Artist",
    "stolen": "gold that this character got by robbing: Thief",
    "tax_collected": "gold that this character got as tax in the round, from other players or from the token: Tax Collector",
    "tithes_taken": "gold that this character took from the richest, one at a time: Abbot",
    "gifts_taken": "times that this character was given one gold or one card for the crown: Emperor",
    "extorted": "gold that this character got as bribes and by turning up the flower: Blackmailer",
    "spied": "gold that this character took by spying: Spy",
    "borrowed": "gold that this character took from another player for cards of its own: Cardinal",
    "confiscated": "districts that this character confiscated: Magistrate",
    "seized": "districts that this character seized: Marshal",
    "bonus_gold": "gold from the bank by this character's own power, income apart: Merchant, Alchemist, Navigator, Queen",
    "tax_paid": "gold that the holder paid as tax as this character",
    "tithes_given": f"gold that the holder gave to the Abbot in the round{_LAST}",
    "gifts_given": f"times that the holder gave the Emperor one gold or one card for the crown in the round{_LAST}",
    "districts_lost": "districts of the holder that another player destroyed, took in exchange, seized or confiscated in the round; "
    f"own ones that he destroyed himself are none{_LAST}",
}
"""Column of `turns` -> its meaning, in the order of the table: first what a character does, then what is done to it."""

_TURNS: Final = {
    "round": "round, from 1",
    "rank": "rank of the character",
    "character": "the character; every one of the cast has a row in every round",
    "seat": "who held it; null: nobody. A file has the rows that somebody held in order of play, and behind them those that nobody held",
    "slot": "number of the pick by which it was taken, 1 for the first of the round; null: nobody had it",
    "offered": "the characters that it was picked from, itself among them; null: nobody had it",
    "crown": "who drafted it had the crown",
    "leader": "nobody's city was worth more than that of who drafted it, at that moment (ties count); null: nobody had it",
    "face_up": "it was removed face up",
    "murdered": "it was named by the Assassin in this round, whether or not anybody had it",
    "robbed": "it was named by the Thief in this round, whether or not anybody had it",
    "bewitched": "it was named by the Witch in this round, whether or not anybody had it",
    "gathered": "what its holder took as the action of the turn: gold or cards; null: no turn",
    "gold_gained": "gold that came to the holder as this character: gathered, income, bonus, Laboratory, Poor House, for the Thief what "
    "he stole, tax, tithe, gift, refund, Throne Room, what Diplomat or Marshal paid for a district; a Witch's who plays as another stands "
    "with the Witch, what came as no character with the last one of the holder",
    "gold_lost": "gold that other players, or the tax token, took from the holder as this character: stolen, tax, tithe, gift, "
    "bribe, threat, spying, loan",
    "cards_gained": "cards that came into the hand: kept from those drawn, bonus, income, Smithy, Park, Lighthouse, Wizard, gift, "
    "what a swap of hands brought beyond what it cost (never below 0), and what the Graveyard rescued (credited to the holder's last "
    "character of the round)",
    "built": "districts built in the turn",
    "built_cost": "gold paid for them",
    "gold_spent_otherwise": "gold that the holder paid as this character for anything else: destroying, exchanging, seizing, beautifying, "
    "the Smithy, and the Graveyard (with the last character of the round). All gold stands in four columns: the gold of a seat at the end "
    "of the game is the 2 it began with + gold_gained - gold_lost - built_cost - gold_spent_otherwise, summed over its rows",
    **DEED_COLUMNS,
    "stash": "gold of the holder after the turn (after the lost turn, if murdered); null: nobody had it",
    "hand": "cards in the holder's hand after the turn; null: nobody had it",
    "city": "districts in the holder's city after the turn; null: nobody had it",
}

_EVENTS: Final = {
    "round": "round, from 1",
    "seq": "number of the event in its game, from 0",
    "seat": "who did it; null: nobody",
    "kind": "what happened",
    "character": "the character as which it was done; null: as none",
    "target_seat": "to whom; null: to nobody",
    "target_character": "to which character, or which was named, removed, laid down; null: none",
    "district": "the district built, destroyed, rescued or discarded; null: none",
    "gold": "gold that came or was paid; after a turn (turn-end, skip) the stash; null for picks and scores",
    "cards": "cards that came; after a turn the hand; null for picks and scores",
    "number": "pick: its number; gather-cards: cards drawn; swap: cards given; turn-end and skip: districts in the city; score: points",
}

_FORKS: Final = {
    "seed": "seed of the game: of its block",
    "round": "round of the pick that is made in every way (the node)",
    "slot": "number of that pick in its round, from 1",
    "seat": "who picks",
    "bot": "the bot that sits there",
    "rank": "rank of the character picked",
    "character": "the character picked; every one that could be picked has its rows",
    "policy": "the bot's own choice",
    "drawn": "one of the characters that could be picked, drawn at random: what a single random pick would have made",
    "replicate": "number of the continuation, from 0: 0 has the game's own luck, others have other luck from the pick on, "
    "the same for all characters",
    "win": "credit for the win that who picks ends with",
    "total": "points that who picks ends with",
    "leader": "nobody's city was worth more than that of who picks (ties count)",
    "last": "nobody's city was worth less than that of who picks (ties count)",
    "gold": "gold of who picks, at the pick",
    "hand": "cards in the hand of who picks, at the pick",
    "city": "districts in the city of who picks, at the pick",
    "rounds": "rounds of the game as its bots play it",
    "weight": "rounds from which the node's was drawn: how many picks of the same number it stands for",
}

_BANS: Final = {
    "seed": "seed of the block's games",
    "character": "the character that one player, the focal one, is restricted in; every one of the cast has its rows",
    "arm": "ban: the focal player never picks it while anything else can be picked; take: always picks it when it can",
    "games": "games of the block: each seat is the focal one once",
    "win": "credit for the win of the focal players, summed over the games; without any restriction it is 1",
    "total": "points of the focal players, summed",
    "offered": "picks of the focal players at which the character could be picked",
    "changed": "those of them at which the bot would have chosen otherwise",
}

_CASTS: Final = {
    "seed": "seed of the game: of its block",
    "cast": "the game's characters, by rank",
    "uniques": "the unique districts in the game's deck",
    "rounds": "rounds played",
    "turns": "turns begun; the murdered have none",
    "picks": "characters that players held, over all rounds",
    "lost": "those of them whose turn the Assassin or the Witch took",
    "hits": "characters that players held and that were murdered, bewitched or robbed",
    "taken": "gold that other players, or the tax token, took from those who had it",
    "destroyed": "districts that other players destroyed, took in exchange, seized or confiscated",
    "margin": "distance from the highest to the second score",
    "crown": "credit for the win of the seat that had the first crown",
    "completer": "credit for the win of the seat that first completed its city; null: nobody did",
    "dealt": "the districts in the opening hands, seat after seat; copies in one hand stand once",
    "dealt_win": "credit for the win of the seat that was dealt each of them",
}

_DRAW: Final = "choices among drawn cards in the round"

_CARDS: Final = {
    **{name: KEY[name] for name in ("variant", "players", "lineup")},
    "block": "the first of the blocks of which this is the sum; the next of the cell's groups of blocks begins at the next such number",
    "district": "the district; only games whose deck has it are counted, and copies of it in one hand stand once",
    "round": "the round of the game, 0 for what has none; for built and unbuilt a number of rounds, see there. Beyond 40 all stand as 40",
    "draws": f"{_DRAW}: somebody drew different cards and could not keep them all",
    "draws_win": "credit for the wins of those who drew, in 840ths",
    "offered": "those of the draws that had the district among the cards drawn",
    "offered_win": "credit for the wins of those who drew it, in 840ths",
    "kept": "those of the draws that offered it in which it was kept",
    "opening": "seats that had it in the opening hand; they stand in round 1",
    "opening_win": "credit for their wins, in 840ths",
    "drawn": "seats that got it into hand later, from the deck or another player, and in this round for the first time",
    "drawn_win": "credit for their wins, in 840ths",
    "never": "seats that never had it in hand; they stand in round 0",
    "never_win": "credit for their wins, in 840ths",
    "built": "seats that built it so many rounds after it had come into their hand for the first time",
    "unbuilt": "seats that had it in hand and did not build it in the so many rounds from then to the game's end",
    "placed": "districts of this name that came into a city, built or confiscated",
    "destroyed": "districts of this name that another player destroyed",
    "exchanged": "districts of this name that went from one city to another: exchanged or seized",
}

_HELD: Final = "; null in round 0"

_STATES: Final = {
    "seed": "seed of the game: of its block",
    "round": "round at whose end this is, from 1; 0: the start of the game, before the first draft",
    "rounds": "rounds of the game",
    "seat": "seat, from 0, clockwise",
    "bot": "the bot that sits there",
    "crown": "the seat has the crown",
    "score": "points that everybody can see it would have if the game ended now: districts, types, unique districts, completion; Secret "
    "Vaults in hand do not count before the end. After the last round the final points",
    "worth": "what its city is worth: costs of its districts and coins on them",
    "city": "districts in its city",
    "types": "types of district in its city, 0 to 5",
    "missing": "districts that it still lacks to complete its city",
    "gold": "its gold",
    "hand": "cards in its hand",
    "led": f"nobody had a higher score when the round began (ties count){_HELD}",
    "character": "the character it held in the round, the one called first where it held two; null in round 0",
    "slot": "number of the pick by which that character was taken, 1 for the first of the round",
    "fate": "what became of the character: played; robbed; bewitched (its player took the action only); murdered (with a Hospital, too)",
    "second": "the other character it held in the round, with two or three players; null: none",
    "second_slot": "number of the pick by which that one was taken",
    "second_fate": "what became of that one",
    "built": "districts it built in the round",
    "idle": "rounds in a row, up to this one, in which it built nothing",
    "gold_lost": "gold that other players, or the tax token, took from it in the round",
    "districts_lost": "districts that others destroyed, took in exchange, seized or confiscated in the round",
    "lost": "turns that it lost in the round, murdered or bewitched",
    "taken": "turns that it took from other players in the round",
    "hits": "hits that it suffered in the round: one of its characters was murdered, bewitched or robbed by another player; or another "
    "player swapped hands with it, looked into its hand, destroyed, exchanged, seized or confiscated a district, spied, or took gold by "
    "a threat. What the rules choose (tax, tithe, gifts) is no hit",
    "dealt": "hits on other players in the round",
    "on_leader": "those of them on a player than whom nobody had a higher score when the round began; none where all scores were equal",
    "leaders": "for each of these hits, how many other players stood so, summed",
    "on_last": "as on_leader: hits on a player than whom nobody had a lower score",
    "lasts": "as leaders: how many other players stood so, summed",
    "decisions": "decisions it was asked for in the round; what is no choice is not asked, but for ending a turn",
    "choices": "those of them with more than one legal action",
    "options": "legal actions at these, summed",
    "win": "credit for the win: 1 for the winner, 1/m for each of m who remain tied; sums to 1 over the seats",
    "bare_win": "the same, if no points were given for completing a city and everybody had played the same",
    "place": "1 is the winner; equal places only where the tie-break leaves them equal",
    "total": "final points",
    "completer": "it was the first to complete its city",
}

_CROWNS: Final = {
    "seed": "seed of the game: of its block",
    "round": "round at whose begin the crown is given to every seat in turn (the node)",
    "crown": "seat that was given the crown",
    "own": "it is the seat that had the crown in the game itself",
    "replicate": "number of the continuation, from 0: 0 has the game's own luck, others have other luck from the node on, "
    "the same for all holders of the crown",
    "seat": "seat of which this row is",
    "distance": "seats from the crown's holder clockwise to it: 0 is the holder, who picks first",
    "bot": "the bot that sits there",
    "leader": "nobody's city was worth more at the node (ties count)",
    "last": "nobody's city was worth less at the node (ties count)",
    "win": "credit for the win that the seat ends with",
    "total": "points that the seat ends with",
    "rounds": "rounds of the game as its bots play it",
    "weight": "rounds from which the node's was drawn",
}

_LUCK: Final = {
    "seed": "seed of the deal: of its block",
    "held": "the sources of luck that all replays of the deal have in common; the others are drawn anew for each. deal: cast, deck, hands, "
    "first crown, cards drawn by lot; removal: the characters removed from the draft of each round; choices: the bots' random numbers",
    "seat": "seat, from 0, clockwise",
    "replays": "games played so; the first of them is the game of the seed itself",
    "win": "credit for the win of the seat, summed over them",
    "win_squares": "its squares, summed over them: less than the credit where wins are shared",
}

_KINGMAKING: Final = {
    "seed": "seed of the game: of its block",
    "round": "the last round of the game; only its hostile acts have rows",
    "seat": "who acts",
    "bot": "the bot that sits there",
    "act": "what was done to another player, or to a character: murder, rob, bewitch, swap (hands), look (into a hand), destroy, exchange, "
    "armory, confiscate, reveal (a threat), spy, seize",
    "others": "other targets of such acts that were legal; each was tried on a copy of the game with the same luck",
    "changed": "those of them with which another player wins than did, who is not the one that acts",
    "restraint": "whether another player wins, who is not the one that acts, if the player strikes nobody any more in the round; null: the "
    "rules left no choice but to strike",
}

DICTIONARY: Final = {
    "games": KEY | _GAMES, "seats": KEY | _SEATS, "turns": KEY | _TURNS, "events": KEY | _EVENTS, "forks": KEY | _FORKS,
    "bans": KEY | _BANS, "states": KEY | _STATES, "crowns": KEY | _CROWNS, "casts": KEY | _CASTS, "cards": _CARDS,
    "luck": {name: text for name, text in KEY.items() if name != "rotation"} | _LUCK, "kingmaking": KEY | _KINGMAKING,
}  # fmt: skip
"""Table to column to meaning, in the order of the columns."""
