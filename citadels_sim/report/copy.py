"""The report's standing text: what its sections are about, and what its numbers are not."""

from __future__ import annotations

CAUSES = (
    "The effect of a character is measured with games that are forked at a pick: every character that could be picked is picked, on "
    "copies of the same game with the same luck to come. How often its holders win is another figure, shown beside it: the leader often "
    "picks first."
)
EDITIONS = (
    "The same deals under two sets of rules: each difference is taken deal by deal, so that luck common to both falls out. The first "
    "variant is the old one, the others are compared with it."
)
RULES = (
    "Every combination of the rules that differ was played on the same deals. A rule's part is its effect averaged over all orders in "
    "which the rules could be changed; the parts add up to the whole difference."
)
INTERACTION = (
    "What the characters do to each other: who is attacked, how often a power is used, what it brings, on whom it falls. "
    "These figures are descriptive too: bots choose whom they hit, and when."
)
SEATS = (
    "The bots take every seat in turn and the deal stays where it is, so a seat's win chance is the seat's own doing. "
    "A table counts as fair when every seat is shown to lie within the margin declared beforehand, the band of the chart."
)
FLOW = (
    "How open games are and for how long: who leads on the way, when it is over, who comes back, and how many turns are dead. Every game "
    "was noted at the end of each round. The win chance W of every seat comes from a model of the visible state that was fitted on other "
    "deals; the parts on the win model say how far it can be trusted. Figures by score need no model."
)
DISTRICTS = (
    "What a district is worth to who is dealt it, by the shuffle alone, and whether its cost is fair; and, where characters or unique "
    "districts are drawn for each game, what each of them changes in it."
)
LENGTH = (
    "How long games last, how many points they are won with, how close they are, what the points come from, and whether those who "
    "complete a city first win more often."
)
PEOPLE = (
    "Games that people played by these rules, beside those of the bots. With few games the figures lean on the bots, as far as people turn "
    "out to follow them; with many, the games decide."
)
SKILL = (
    "How strong the bots are, on one scale, and how much the better one wins at a mixed table. A game in which the better player "
    "does not win more "
    "often is a game of luck; where all play alike, what is dealt, what is removed from the draft and the bots' own dice decide."
)
ROBUSTNESS = (
    "A finding that holds for one bot only is a finding about that bot. Each figure is checked with every bot and at every "
    "number of players by itself."
)
VALIDATION = (
    "Checks that must hold if the program is right, computed from these runs, and the precision of the judged figures. How often "
    "intervals hold the truth was measured once, on runs drawn from the deals of a large one, whose own figures were the truth."
)
SIMULATED = "Aims, data, estimands, methods and limits of this report, as guidelines for simulation studies require."

LIMITS = (
    "Bots are not people. A bot does not bluff, remember or bear a grudge, and a weak bot can make a strong "
    "character look weak. Take a finding as a "
    "question for a play test, and see whether it holds with other bots.",
    "The unit of chance is the block: all games that share one deal. Every figure is a ratio of sums over blocks, "
    "its interval comes from how much blocks "
    "differ (cluster-robust), and 95 % of such intervals hold the truth. Intervals drawn in charts hold for all "
    "members of a panel at once.",
    "The intervals of shares (mid-p, with effective trials) and of counts (a Poisson score test's) are not symmetric and end where "
    "there can be no more. "
    "Of forks, flow and other small runs, intervals are longer at the side of a long tail: few blocks decide there, and a run may lack "
    "them. A share or count that came out alike in all blocks has no spread to measure; its interval is the exact binomial bound of what "
    "was never seen, with blocks as trials, or cases where these are fewer. Where one block has all cases but a few, a handful came out "
    "alike, or all did and it is not known how far another could lie off, nothing is known of how blocks differ: no interval. Of "
    'fewer than 30 independent cases there is no figure and no verdict: "too few".',
    "A verdict says whether a figure keeps a limit declared beforehand (under What was simulated): it does when the interval of each seat "
    "or character by itself (two one-sided tests at 95 %) lies inside it, it does not when one that holds for all at once lies outside. "
    "Anything else is undecided, with the number of games that settles it in four of five cases, where that can be said.",
    "Every number carries the kind of claim it makes. Descriptive: what happened, with all that goes along with "
    "it. ITT: the effect of a place that the deal "
    "gave at random. Policy: the effect of who plays. Win chances of characters when held are descriptive: leaders "
    "draft differently, long games "
    "count more, and the difference to an even share can have the wrong sign.",
    "The random picker beside the pick rates is exact for four players and more: it follows from the number of "
    "cards removed face up and face down, the order of "
    "removal, and that rank 4 is never removed face up.",
)
