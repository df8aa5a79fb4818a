"""The numbers by which `planner` judges, each a parameter that can be set and tuned."""

from __future__ import annotations

from citadels_sim.bots.interface import Parameter

PARAMETERS = (
    Parameter("trust", 2.2, 0.0, 3.0, "how surely others are thought to pick what serves them best, per gold; 0: all alike"),
    Parameter("reserve", 0.06, 0.02, 20.0, "gold by which a character may be worse than the best and still be picked now and then"),
    Parameter("poise", 1.3, 0.02, 20.0, "gold by which a title may be worse than the best and be named e times less often"),
    Parameter("turn", 2.5, 0.0, 20.0, "what a turn is worth whoever is played, in gold"),
    Parameter("aim_lead", 0.06, 0.0, 1.0, "how much more it counts to harm who is ahead, per point of the lead"),
    Parameter("aim_finish", 0.8, 0.0, 5.0, "how much more it counts to harm who is about to complete a city"),
    Parameter("fear_murder", 1.0, 0.0, 3.0, "how much it minds being murdered when it picks"),
    Parameter("fear_theft", 0.8, 0.0, 3.0, "how much it minds being robbed when it picks"),
    Parameter("deny", 0.1, 0.0, 3.0, "what it is worth to keep from the others a character that serves them"),
    Parameter("gold", 0.9, 0.0, 4.0, "what a gold of income is worth when it picks"),
    Parameter("card", 1.6, 0.0, 6.0, "what a card is worth when it picks, to a hand with nothing to build"),
    Parameter("build", 0.3, 0.0, 3.0, "what it is worth, per gold of its cost, that a district can be built this turn"),
    Parameter("extra", 1.0, 0.0, 6.0, "what it is worth to build one district more this turn"),
    Parameter("crown", 0.7, 0.0, 6.0, "what the crown is worth"),
    Parameter("shelter", 0.08, 0.0, 3.0, "what the Bishop's protection is worth, per district"),
    Parameter("raid", 1.0, 0.0, 6.0, "what the power of a rank 8 is worth"),
    Parameter("theft", 1.3, 0.0, 6.0, "what robbing somebody is worth, per gold to be expected"),
    Parameter("murder", 0.26, 0.0, 3.0, "what murdering is worth, per gold of harm to be expected"),
    Parameter("need_more", 1.0, 0.0, 12.0, "what gathering cards is worth with one card to build, in gold"),
    Parameter("spite", 0.8, 0.0, 10.0, "how much it cares to harm whoever is ahead with districts' effects"),
    Parameter("price", 1.5, 0.0, 3.0, "what a gold is worth that destroying a district costs"),
    Parameter("closing", 0.7, 0.0, 8.0, "how much more building counts when it picks, and gold less, once a city is nearly complete"),
    Parameter("surplus", 0.5, 0.0, 1.0, "what part of its worth a gold keeps that no card in hand needs"),
    Parameter("rich", 0.15, 0.0, 2.0, "how much more a card is worth for each gold that no card in hand needs"),
    Parameter("wizard", 1.7, 0.0, 6.0, "what the Wizard's card is worth, in parts of `card`"),
    Parameter("witch", 2.9, 0.0, 9.0, "what the Witch is worth, and the Magistrate nearly so"),
    Parameter("guard", 0.7, 0.0, 6.0, "what protection is worth more once the own city is nearly complete"),
    Parameter("habit", 1.0, 0.5, 8.0, "how surely others are thought to name the title that is worth most to them"),
    Parameter("thrift", 0.2, 0.0, 3.0, "how ready it is to save for a dearer card"),
    Parameter("effect", 1.3, 0.0, 5.0, "what unique districts bring beyond their cost is worth, in parts of builder's estimate"),
    Parameter("early", 0.25, 0.0, 3.0, "what a district that yields gold or cards every turn is worth more, per district still to build"),
    Parameter("stake", 2.0, 0.0, 10.0, "how much more a turn is worth once the own city is nearly complete"),
    Parameter("crowd", 0.5, 0.0, 4.0, "how much less a card is worth for each card to build that is in hand already"),
    Parameter("swap", 1.0, 0.0, 3.0, "what a card more is worth by changing hands, in parts of `card`"),
    Parameter("slots", 2.0, 0.0, 6.0, "what the Architect's cards are worth, in parts of `card`"),
    Parameter("need_none", 3.0, 0.0, 12.0, "what gathering cards is worth with nothing to build, in gold"),
    Parameter("need_two", 0.5, 0.0, 8.0, "what gathering cards is worth with two cards to build, in gold"),
    Parameter("haste", 0.5, 0.0, 3.0, "when gathering, what it is worth per gold of its cost that a district can be built now"),
    Parameter("idle", 0.15, 0.0, 2.0, "what gathering cards is worth more, per gold that is left over"),
    Parameter("far", 0.3, 0.0, 3.0, "how little a drawn card is liked that is too dear for now, per gold missing"),
    Parameter("colour", 1.0, 0.0, 6.0, "what a new type of district is worth"),
    Parameter("unique", 0.7, 0.0, 6.0, "what a unique district is worth more"),
    Parameter("patience", 12.0, 0.0, 60.0, "points by which it may be behind and still complete its city first"),
    Parameter("raze", 0.3, 0.0, 6.0, "what it is worth that another has a district less, whatever that cost"),
    Parameter("halt", 1.6, 0.0, 10.0, "what that is worth more where the other lacks two districts or fewer"),
    Parameter("topple", 0.8, 0.0, 6.0, "what that is worth more where the other has come furthest"),
    Parameter("cling", 2.0, 0.0, 20.0, "what a card in hand is worth, in gold, when it can be given away for gold"),
    Parameter("heir", 0.3, 0.0, 5.0, "what it is worth that who is crowned sits a seat further on, and the own seat picks a step earlier"),
    Parameter("at_once", 7.0, 0.0, 20.0, "what it is worth to build the card that the Wizard takes, and not to keep it"),
    Parameter("capture", 5.0, 0.0, 20.0, "what it is worth more to seize a district than to build one"),
    Parameter("magistrate", 0.0, -12.0, 20.0, "what the Magistrate is worth, beside a part of `witch`"),
    Parameter("seer", 0.0, -12.0, 20.0, "what the Seer is worth, beside the cards"),
    Parameter("patrician", 0.0, -12.0, 20.0, "what the Patrician is worth, beside the crown"),
    Parameter("abbot", 0.3, -12.0, 20.0, "what the Abbot is worth, beside the income"),
    Parameter("navigator", 0.0, -12.0, 20.0, "what the Navigator is worth, beside the gold or cards"),
    Parameter("diplomat", 0.0, -12.0, 20.0, "what the Diplomat is worth more than `raid`"),
    Parameter("marshal", 0.0, -12.0, 20.0, "what the Marshal is worth more than `raid`"),
    Parameter("artist", 0.0, -12.0, 20.0, "what the Artist is worth, beside the coins"),
    Parameter("steep", 6.0, 0.0, 30.0, "how fast mixing ends when fewer than half of the titles can be left lying"),
)
"""In the order in which the compiled function gets them."""

_PLACE = {parameter.name: place for place, parameter in enumerate(PARAMETERS)}

TRUST = _PLACE["trust"]
RESERVE = _PLACE["reserve"]
POISE = _PLACE["poise"]
TURN = _PLACE["turn"]
AIM_LEAD = _PLACE["aim_lead"]
AIM_FINISH = _PLACE["aim_finish"]
FEAR_MURDER = _PLACE["fear_murder"]
FEAR_THEFT = _PLACE["fear_theft"]
DENY = _PLACE["deny"]
GOLD = _PLACE["gold"]
CARD = _PLACE["card"]
BUILD = _PLACE["build"]
EXTRA = _PLACE["extra"]
CROWN = _PLACE["crown"]
SHELTER = _PLACE["shelter"]
RAID = _PLACE["raid"]
THEFT = _PLACE["theft"]
MURDER = _PLACE["murder"]
NEED_MORE = _PLACE["need_more"]
SPITE = _PLACE["spite"]
PRICE = _PLACE["price"]
CLOSING = _PLACE["closing"]
SURPLUS = _PLACE["surplus"]
RICH = _PLACE["rich"]
WIZARD = _PLACE["wizard"]
WITCH = _PLACE["witch"]
GUARD = _PLACE["guard"]
HABIT = _PLACE["habit"]
THRIFT = _PLACE["thrift"]
EFFECT = _PLACE["effect"]
EARLY = _PLACE["early"]
STAKE = _PLACE["stake"]
CROWD = _PLACE["crowd"]
SWAP = _PLACE["swap"]
SLOTS = _PLACE["slots"]
NEED_NONE = _PLACE["need_none"]
NEED_TWO = _PLACE["need_two"]
HASTE = _PLACE["haste"]
IDLE = _PLACE["idle"]
FAR = _PLACE["far"]
COLOUR = _PLACE["colour"]
UNIQUE = _PLACE["unique"]
PATIENCE = _PLACE["patience"]
RAZE = _PLACE["raze"]
HALT = _PLACE["halt"]
TOPPLE = _PLACE["topple"]
CLING = _PLACE["cling"]
HEIR = _PLACE["heir"]
AT_ONCE = _PLACE["at_once"]
CAPTURE = _PLACE["capture"]
MAGISTRATE = _PLACE["magistrate"]
SEER = _PLACE["seer"]
PATRICIAN = _PLACE["patrician"]
ABBOT = _PLACE["abbot"]
NAVIGATOR = _PLACE["navigator"]
DIPLOMAT = _PLACE["diplomat"]
MARSHAL = _PLACE["marshal"]
ARTIST = _PLACE["artist"]
STEEP = _PLACE["steep"]
