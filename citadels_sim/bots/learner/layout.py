"""Which feature is which row of the learner's weights.

A feature is a row of the first layer. Most are of the kind "gold is 3", so that of the thousand rows some ninety count at a decision, and
only these are added up. State rows describe the table as the seat sees it; action rows describe one legal action.
"""

from __future__ import annotations

from citadels_sim.bots.learner.rows import Rows
from citadels_sim.catalogue import MOST_OWN
from citadels_sim.engine.state import KINDS, RANKS, SEATS
from citadels_sim.variants.numbers.effects import AMOUNTS

LAYOUT = 3
"""Version of this numbering and of the net: weights of another one cannot be used, but for those of `PRINTED_LAYOUT`."""
PRINTED_LAYOUT = 2
"""Version that knew no more than the packaged cards as they are printed: its weights have the first `PRINTED_ROWS` alone."""
PEOPLE = 28
"""Nobody, and the characters that the first weights were learned with: a later one is what its action and its numbers say of it."""
ACTION_KINDS = 66
"""Kinds of action that they were learned with: of a later kind only the player, card or number that it names is known."""
TYPES = 5
SLOTS = 4
"""The others, by how far they have come: the first, the second, the third, and all further ones together."""

_state = Rows()
BIAS = _state.take()
PLAYERS = _state.take(SEATS + 1)
GOAL = _state.take(12)
CAST = _state.take(PEOPLE)
DECISIONS = 18
DECISION = _state.take(DECISIONS)
TURN_CHAR = _state.take(PEOPLE)
TURN_MODE = _state.take(5)
USED = _state.take(10)
BUILDS_LEFT = _state.take(5)
BUILT = _state.take(5)
ROUND = _state.take(16)
LEADER_TO_GO = _state.take(13)
MY_TO_GO = _state.take(13)
ENDING = _state.take()
STANDING = _state.take(SEATS)
LEAD = _state.take()
LEADS = 15
WORTH_LEAD = _state.take(LEADS)
GOLD = _state.take(16)
GOLD_SUM = _state.take()
HAND = _state.take(10)
USEFUL = _state.take(7)
DEAREST_NOW = _state.take(9)
DEAREST_SOON = _state.take(9)
DEAREST = _state.take(9)
NOW_N = _state.take(5)
SOON_N = _state.take(5)
COST_SUM = _state.take()
MY_TYPES = _state.take(TYPES * 4)
TYPES_MISSING = _state.take(TYPES + 1)
HAND_TYPES = _state.take(TYPES * 3)
CROWN = _state.take(SEATS)
DRAFT_PLACE = _state.take(SEATS)
MY_CHARS = _state.take(PEOPLE)
PACKET = _state.take(PEOPLE)
FACE_UP = _state.take(PEOPLE)
TAKEN_BEFORE = _state.take(PEOPLE)
PASSED_ON = _state.take(PEOPLE)
CALLED = _state.take(PEOPLE)
SILENT = _state.take(PEOPLE)
MURDERED = _state.take(PEOPLE)
ROBBED = _state.take(PEOPLE)
BEWITCHED = _state.take(PEOPLE)
NEXT_RANK = _state.take(RANKS + 1)
MY_CITY = _state.take(KINDS)
MY_HAND = _state.take(KINDS)
MY_ASIDE = _state.take(KINDS)
LEADER_CITY = _state.take(KINDS)
DECK_LOW = _state.take()
TAX = _state.take()
SLOT = _state.take(0)
SLOT_GOLD = 0
SLOT_HAND = SLOT_GOLD + 9
SLOT_TO_GO = SLOT_HAND + 7
SLOT_LEAD = SLOT_TO_GO + 10
SLOT_TYPES = SLOT_LEAD + 1
SLOT_CROWN = SLOT_TYPES + TYPES
SLOT_SAFE = SLOT_CROWN + 1
SLOT_AFTER = SLOT_SAFE + 1
SLOT_WAITS = SLOT_AFTER + 1
SLOT_CHAR = SLOT_WAITS + 1
SLOT_SIZE = SLOT_CHAR + PEOPLE
_state.take(SLOTS * SLOT_SIZE)
STATE_ROWS = _state.taken

_action = Rows(STATE_ROWS)
KIND = _action.take(ACTION_KINDS)
PROPOSED = _action.take(DECISIONS)
PERSON_GROUPS = 5
PERSON = _action.take(PERSON_GROUPS * PEOPLE)
PERSON_INCOME = _action.take(8)
PERSON_SERVES = _action.take(PERSON_GROUPS)
PERSON_WORTH = _action.take(PERSON_GROUPS)
PERSON_HELD = _action.take(PERSON_GROUPS)
PERSON_HARM = _action.take(PERSON_GROUPS)
PERSON_LOOT = _action.take(PERSON_GROUPS)
PERSON_LEADER = _action.take(PERSON_GROUPS)
CARD_GROUPS = 5
CARD = _action.take(CARD_GROUPS * KINDS)
CARD_COST = _action.take(CARD_GROUPS * 9)
CARD_LEFT = _action.take(9)
CARD_SHORT = _action.take(7)
CARD_TYPE = _action.take(CARD_GROUPS * TYPES)
CARD_NEW_TYPE = _action.take(CARD_GROUPS)
CARD_OWN_INCOME = _action.take(CARD_GROUPS)
CARD_HELD = _action.take(CARD_GROUPS)
CARD_COMPLETES = _action.take()
TARGET_KINDS = 6
TARGET = _action.take(TARGET_KINDS * SLOTS)
TARGET_LEAD = _action.take(TARGET_KINDS)
TARGET_HAND = _action.take(TARGET_KINDS * 7)
TARGET_GOLD = _action.take(TARGET_KINDS * 7)
TARGET_TO_GO = _action.take(TARGET_KINDS * 10)
TARGET_COST = _action.take(6)
NUMBER = _action.take(8)
PRINTED_ROWS = _action.taken

# Of characters and districts that are not as printed: a variant's own, and those with other numbers.
_more = Rows(PRINTED_ROWS)
OWN_CAST = _more.take(MOST_OWN)
OWN_TURN = _more.take(MOST_OWN)
OWN_MINE = _more.take(MOST_OWN)
OWN_PACKET = _more.take(MOST_OWN)
OWN_FACE_UP = _more.take(MOST_OWN)
OWN_TAKEN_BEFORE = _more.take(MOST_OWN)
OWN_PASSED_ON = _more.take(MOST_OWN)
OWN_CALLED = _more.take(MOST_OWN)
OWN_SILENT = _more.take(MOST_OWN)
OWN_MURDERED = _more.take(MOST_OWN)
OWN_ROBBED = _more.take(MOST_OWN)
OWN_BEWITCHED = _more.take(MOST_OWN)
OWN_SLOT = _more.take(SLOTS * MOST_OWN)
OWN_PERSON = _more.take(PERSON_GROUPS * MOST_OWN)
KEY_INCOME = 0
KEY_INCOME_TYPE = KEY_INCOME + 1
KEY_IN_CARDS = KEY_INCOME_TYPE + TYPES
KEY_GOLD = KEY_IN_CARDS + 1
KEY_CARDS = KEY_GOLD + 1
KEY_BUILDS = KEY_CARDS + 1
KEY_DISCOUNT = KEY_BUILDS + 1
KEY_PROTECTS = KEY_DISCOUNT + 1
KEY_CROWN = KEY_PROTECTS + 1
KEY_POWERLESS = KEY_CROWN + 1
KEYS = KEY_POWERLESS + 1
TURN_KEYS = _more.take(KEYS)
PERSON_KEYS = _more.take(PERSON_GROUPS * KEYS)
CARD_POINTS = 0
CARD_AMOUNTS = CARD_POINTS + 1
CARD_KEYS_EACH = CARD_AMOUNTS + len(AMOUNTS)
CARD_KEYS = _more.take(CARD_GROUPS * CARD_KEYS_EACH)
ROWS = _more.taken
