"""The weights of `planner`'s judgements, each a parameter that can be set and tuned."""

from __future__ import annotations

from citadels_sim.bots.interface import Parameter

_parameters: list[Parameter] = []


def _place(name: str, usual: float, low: float, high: float, doc: str) -> int:
    """Declare a parameter and return its place, by which the compiled function reads it."""
    _parameters.append(Parameter(name, usual, low, high, doc))
    return len(_parameters) - 1


TRUST = _place("trust", 2.2, 0.0, 3.0, "how surely others are expected to pick what serves them best, per gold; 0: all characters alike")
RESERVE = _place("reserve", 0.06, 0.02, 20.0, "gold by which a character may be worse than the best and still be picked occasionally")
POISE = _place("poise", 1.3, 0.02, 20.0, "gold by which a title may be worse than the best to be named e times less often")
TURN = _place("turn", 2.5, 0.0, 20.0, "worth of a turn in gold, whichever character plays it")
AIM_LEAD = _place("aim_lead", 0.06, 0.0, 1.0, "additional weight of harm to the leader, per point of the lead")
AIM_FINISH = _place("aim_finish", 0.8, 0.0, 5.0, "additional weight of harm to a player who is about to complete a city")
FEAR_MURDER = _place("fear_murder", 1.0, 0.0, 3.0, "weight of the danger of being murdered when it picks")
FEAR_THEFT = _place("fear_theft", 0.8, 0.0, 3.0, "weight of the danger of being robbed when it picks")
DENY = _place("deny", 0.1, 0.0, 3.0, "worth of denying the others a character that serves them")
GOLD = _place("gold", 0.9, 0.0, 4.0, "worth of one gold of income when it picks")
CARD = _place("card", 1.6, 0.0, 6.0, "worth of a card when it picks, for a hand with nothing to build")
BUILD = _place("build", 0.3, 0.0, 3.0, "worth of being able to build a district this turn, per gold of its cost")
EXTRA = _place("extra", 1.0, 0.0, 6.0, "worth of building one more district this turn")
CROWN = _place("crown", 0.7, 0.0, 6.0, "worth of the crown")
SHELTER = _place("shelter", 0.08, 0.0, 3.0, "worth of the Bishop's protection, per district")
RAID = _place("raid", 1.0, 0.0, 6.0, "worth of the power of a rank 8")
THEFT = _place("theft", 1.3, 0.0, 6.0, "worth of robbing a character, per expected gold")
MURDER = _place("murder", 0.26, 0.0, 3.0, "worth of a murder, per gold of expected harm")
NEED_MORE = _place("need_more", 1.0, 0.0, 12.0, "worth in gold of gathering cards with one card to build")
SPITE = _place("spite", 0.8, 0.0, 10.0, "weight of harm to the leader by effects of districts")
PRICE = _place("price", 1.5, 0.0, 3.0, "worth of one gold spent on destroying a district")
CLOSING = _place("closing", 0.7, 0.0, 8.0, "when it picks: more weight of building and less of gold once a city is nearly complete")
SURPLUS = _place("surplus", 0.5, 0.0, 1.0, "share of its worth that gold keeps when no card in hand needs it")
RICH = _place("rich", 0.15, 0.0, 2.0, "additional worth of a card for each gold that no card in hand needs")
WIZARD = _place("wizard", 1.7, 0.0, 6.0, "worth of the Wizard's card, as a multiple of `card`")
WITCH = _place("witch", 2.9, 0.0, 9.0, "worth of the Witch; the Magistrate is worth nearly as much")
GUARD = _place("guard", 0.7, 0.0, 6.0, "additional worth of protection once its own city is nearly complete")
HABIT = _place("habit", 1.0, 0.5, 8.0, "how surely others are expected to name the title that is worth most to them")
THRIFT = _place("thrift", 0.2, 0.0, 3.0, "willingness to save for a more expensive card")
EFFECT = _place("effect", 1.3, 0.0, 5.0, "worth of unique districts beyond their cost, as a multiple of builder's estimate")
EARLY = _place("early", 0.25, 0.0, 3.0, "additional worth of a district that yields gold or cards every turn, per district still to build")
STAKE = _place("stake", 2.0, 0.0, 10.0, "additional worth of a turn once its own city is nearly complete")
CROWD = _place("crowd", 0.5, 0.0, 4.0, "how much less a card is worth for each card to build already in hand")
SWAP = _place("swap", 1.0, 0.0, 3.0, "worth of each additional card when hands are exchanged, as a multiple of `card`")
SLOTS = _place("slots", 2.0, 0.0, 6.0, "worth of the Architect's cards, as a multiple of `card`")
NEED_NONE = _place("need_none", 3.0, 0.0, 12.0, "worth in gold of gathering cards with nothing to build")
NEED_TWO = _place("need_two", 0.5, 0.0, 8.0, "worth in gold of gathering cards with two cards to build")
HASTE = _place("haste", 0.5, 0.0, 3.0, "when gathering, worth of being able to build a district now, per gold of its cost")
IDLE = _place("idle", 0.15, 0.0, 2.0, "additional worth of gathering cards, per unspent gold")
FAR = _place("far", 0.3, 0.0, 3.0, "how much less a drawn card is worth that is too expensive now, per missing gold")
COLOUR = _place("colour", 1.0, 0.0, 6.0, "worth of a new type of district")
UNIQUE = _place("unique", 0.7, 0.0, 6.0, "additional worth of a unique district")
PATIENCE = _place("patience", 12.0, 0.0, 60.0, "points by which it may be behind and still complete its city first")
RAZE = _place("raze", 0.3, 0.0, 6.0, "worth of another player having one district less, whatever that district cost")
HALT = _place("halt", 1.6, 0.0, 10.0, "additional worth of this where the other player needs two districts or fewer")
TOPPLE = _place("topple", 0.8, 0.0, 6.0, "additional worth of this where the other player has come furthest")
CLING = _place("cling", 2.0, 0.0, 20.0, "worth in gold of a card in hand that could be discarded for gold")
HEIR = _place("heir", 0.3, 0.0, 5.0, "worth of crowning a player one seat further away, so that its own seat picks a step earlier")
AT_ONCE = _place("at_once", 7.0, 0.0, 20.0, "worth of building the card that the Wizard takes, instead of keeping it")
CAPTURE = _place("capture", 5.0, 0.0, 20.0, "additional worth of seizing a district over building one")
MAGISTRATE = _place("magistrate", 0.0, -12.0, 20.0, "worth of the Magistrate, in addition to a part of `witch`")
SEER = _place("seer", 0.0, -12.0, 20.0, "worth of the Seer, in addition to the cards")
PATRICIAN = _place("patrician", 0.0, -12.0, 20.0, "worth of the Patrician, in addition to the crown")
ABBOT = _place("abbot", 0.3, -12.0, 20.0, "worth of the Abbot, in addition to the income")
NAVIGATOR = _place("navigator", 0.0, -12.0, 20.0, "worth of the Navigator, in addition to the gold or cards")
DIPLOMAT = _place("diplomat", 0.0, -12.0, 20.0, "worth of the Diplomat, in addition to `raid`")
MARSHAL = _place("marshal", 0.0, -12.0, 20.0, "worth of the Marshal, in addition to `raid`")
ARTIST = _place("artist", 0.0, -12.0, 20.0, "worth of the Artist, in addition to the coins")
STEEP = _place("steep", 6.0, 0.0, 30.0, "how fast randomised naming ends when fewer than half of the titles can be excluded")

PARAMETERS = tuple(_parameters)
"""In the order in which the compiled function gets them."""
