"""The numbers by which `planner` judges, each a parameter that can be set and tuned."""

from __future__ import annotations

from citadels_sim.bots.interface import Parameter

_parameters: list[Parameter] = []


def _place(name: str, usual: float, low: float, high: float, doc: str) -> int:
    """Declare a parameter and return its place, by which the compiled function reads it."""
    _parameters.append(Parameter(name, usual, low, high, doc))
    return len(_parameters) - 1


TRUST = _place("trust", 2.2, 0.0, 3.0, "how surely others are thought to pick what serves them best, per gold; 0: all alike")
RESERVE = _place("reserve", 0.06, 0.02, 20.0, "gold by which a character may be worse than the best and still be picked now and then")
POISE = _place("poise", 1.3, 0.02, 20.0, "gold by which a title may be worse than the best and be named e times less often")
TURN = _place("turn", 2.5, 0.0, 20.0, "what a turn is worth whoever is played, in gold")
AIM_LEAD = _place("aim_lead", 0.06, 0.0, 1.0, "how much more it counts to harm who is ahead, per point of the lead")
AIM_FINISH = _place("aim_finish", 0.8, 0.0, 5.0, "how much more it counts to harm who is about to complete a city")
FEAR_MURDER = _place("fear_murder", 1.0, 0.0, 3.0, "how much it minds being murdered when it picks")
FEAR_THEFT = _place("fear_theft", 0.8, 0.0, 3.0, "how much it minds being robbed when it picks")
DENY = _place("deny", 0.1, 0.0, 3.0, "what it is worth to keep from the others a character that serves them")
GOLD = _place("gold", 0.9, 0.0, 4.0, "what a gold of income is worth when it picks")
CARD = _place("card", 1.6, 0.0, 6.0, "what a card is worth when it picks, to a hand with nothing to build")
BUILD = _place("build", 0.3, 0.0, 3.0, "what it is worth, per gold of its cost, that a district can be built this turn")
EXTRA = _place("extra", 1.0, 0.0, 6.0, "what it is worth to build one district more this turn")
CROWN = _place("crown", 0.7, 0.0, 6.0, "what the crown is worth")
SHELTER = _place("shelter", 0.08, 0.0, 3.0, "what the Bishop's protection is worth, per district")
RAID = _place("raid", 1.0, 0.0, 6.0, "what the power of a rank 8 is worth")
THEFT = _place("theft", 1.3, 0.0, 6.0, "what robbing somebody is worth, per gold to be expected")
MURDER = _place("murder", 0.26, 0.0, 3.0, "what murdering is worth, per gold of harm to be expected")
NEED_MORE = _place("need_more", 1.0, 0.0, 12.0, "what gathering cards is worth with one card to build, in gold")
SPITE = _place("spite", 0.8, 0.0, 10.0, "how much it values harm to the leader with districts' effects")
PRICE = _place("price", 1.5, 0.0, 3.0, "what a gold is worth that destroying a district costs")
CLOSING = _place("closing", 0.7, 0.0, 8.0, "how much more building counts when it picks, and gold less, once a city is nearly complete")
SURPLUS = _place("surplus", 0.5, 0.0, 1.0, "what part of its worth a gold keeps that no card in hand needs")
RICH = _place("rich", 0.15, 0.0, 2.0, "how much more a card is worth for each gold that no card in hand needs")
WIZARD = _place("wizard", 1.7, 0.0, 6.0, "what the Wizard's card is worth, in parts of `card`")
WITCH = _place("witch", 2.9, 0.0, 9.0, "what the Witch is worth, and the Magistrate nearly so")
GUARD = _place("guard", 0.7, 0.0, 6.0, "what protection is worth more once the own city is nearly complete")
HABIT = _place("habit", 1.0, 0.5, 8.0, "how surely others are thought to name the title that is worth most to them")
THRIFT = _place("thrift", 0.2, 0.0, 3.0, "how willing it is to save for a more expensive card")
EFFECT = _place("effect", 1.3, 0.0, 5.0, "what unique districts bring beyond their cost is worth, in parts of builder's estimate")
EARLY = _place("early", 0.25, 0.0, 3.0, "what a district that yields gold or cards every turn is worth more, per district still to build")
STAKE = _place("stake", 2.0, 0.0, 10.0, "how much more a turn is worth once the own city is nearly complete")
CROWD = _place("crowd", 0.5, 0.0, 4.0, "how much less a card is worth for each card to build that is in hand already")
SWAP = _place("swap", 1.0, 0.0, 3.0, "what a card more is worth by changing hands, in parts of `card`")
SLOTS = _place("slots", 2.0, 0.0, 6.0, "what the Architect's cards are worth, in parts of `card`")
NEED_NONE = _place("need_none", 3.0, 0.0, 12.0, "what gathering cards is worth with nothing to build, in gold")
NEED_TWO = _place("need_two", 0.5, 0.0, 8.0, "what gathering cards is worth with two cards to build, in gold")
HASTE = _place("haste", 0.5, 0.0, 3.0, "when gathering, what it is worth per gold of its cost that a district can be built now")
IDLE = _place("idle", 0.15, 0.0, 2.0, "what gathering cards is worth more, per gold that is left over")
FAR = _place("far", 0.3, 0.0, 3.0, "how little a drawn card is liked that is too dear for now, per gold missing")
COLOUR = _place("colour", 1.0, 0.0, 6.0, "what a new type of district is worth")
UNIQUE = _place("unique", 0.7, 0.0, 6.0, "what a unique district is worth more")
PATIENCE = _place("patience", 12.0, 0.0, 60.0, "points by which it may be behind and still complete its city first")
RAZE = _place("raze", 0.3, 0.0, 6.0, "what it is worth that another has a district less, whatever that cost")
HALT = _place("halt", 1.6, 0.0, 10.0, "what that is worth more where the other lacks two districts or fewer")
TOPPLE = _place("topple", 0.8, 0.0, 6.0, "what that is worth more where the other has come furthest")
CLING = _place("cling", 2.0, 0.0, 20.0, "what a card in hand is worth, in gold, when it can be given away for gold")
HEIR = _place("heir", 0.3, 0.0, 5.0, "what it is worth that who is crowned sits a seat further on, and the own seat picks a step earlier")
AT_ONCE = _place("at_once", 7.0, 0.0, 20.0, "what it is worth to build the card that the Wizard takes, and not to keep it")
CAPTURE = _place("capture", 5.0, 0.0, 20.0, "what it is worth more to seize a district than to build one")
MAGISTRATE = _place("magistrate", 0.0, -12.0, 20.0, "what the Magistrate is worth, beside a part of `witch`")
SEER = _place("seer", 0.0, -12.0, 20.0, "what the Seer is worth, beside the cards")
PATRICIAN = _place("patrician", 0.0, -12.0, 20.0, "what the Patrician is worth, beside the crown")
ABBOT = _place("abbot", 0.3, -12.0, 20.0, "what the Abbot is worth, beside the income")
NAVIGATOR = _place("navigator", 0.0, -12.0, 20.0, "what the Navigator is worth, beside the gold or cards")
DIPLOMAT = _place("diplomat", 0.0, -12.0, 20.0, "what the Diplomat is worth more than `raid`")
MARSHAL = _place("marshal", 0.0, -12.0, 20.0, "what the Marshal is worth more than `raid`")
ARTIST = _place("artist", 0.0, -12.0, 20.0, "what the Artist is worth, beside the coins")
STEEP = _place("steep", 6.0, 0.0, 30.0, "how fast mixing ends when fewer than half of the titles can be left lying")

PARAMETERS = tuple(_parameters)
"""In the order in which the compiled function gets them."""
