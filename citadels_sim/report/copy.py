"""The report's standing text: what its sections are about, and what its numbers are not."""

from __future__ import annotations

CAUSES = (
    "The effect of a character is measured with games that are forked at a pick: every character that could be picked is picked, each in a "
    "copy of the same game with the same luck from there on. How often its holders win is another figure, shown beside it: the leader "
    "often picks first."
)
EDITIONS = (
    "The same deals under two sets of rules: each difference is taken deal by deal, so that the luck that both share cancels out. The "
    "first variant is the old one, the others are compared with it."
)
RULES = (
    "Every combination of the rules that differ was played on the same deals. A rule's part is its effect averaged over all orders in "
    "which the rules could be changed; the parts add up to the whole difference."
)
INTERACTION = (
    "What the characters do to each other: who is attacked, how often a power is used, what it brings, whom it hits. "
    "These figures are descriptive too: bots choose whom they hit, and when."
)
SEATS = (
    "Every bot takes every seat in turn with the same deal, so that a seat's win chance does not depend on who sits there. "
    "A table counts as fair when every seat is shown to lie within the margin declared beforehand, the band of the chart."
)
FLOW = (
    "How open games are and for how long: who leads, when the game is decided, who comes back, and how many turns are lost. Every game "
    "was recorded at the end of each round. The win chance W of every seat comes from a model of the visible state, fitted on other "
    "deals; the parts on the win model say how far it can be trusted. Figures by score need no model."
)
DISTRICTS = (
    "What a district in the opening hand is worth, since the shuffle alone decides who has it, and whether its cost is fair; and, where "
    "characters or unique districts are drawn for each game, what each of them changes."
)
LENGTH = (
    "How long games last, how many points win, how close games are, where the points come from, and whether those who "
    "complete a city first win more often."
)
PEOPLE = (
    "Games that people played by these rules, beside those of the bots. With few games the figures lean on the bots, as far as people turn "
    "out to play like them; with many, the games decide."
)
SKILL = (
    "How strong the bots are, on one scale, and how much the better one wins at a mixed table. A game in which the better player "
    "does not win more often is a game of luck; between equal players the deal, the draft and the bots' own random choices decide."
)
ROBUSTNESS = (
    "A finding that holds for one bot only is a finding about that bot. Each figure is checked with every bot, and separately at every "
    "number of players."
)
VALIDATION = (
    "Checks that must hold if the program is right, computed from these runs, and the precision of the judged figures. How often "
    "intervals contain the true value was measured once, on samples drawn from one large run, whose own figures served as the truth."
)
SIMULATED = "Aims, data, estimands, methods and limits of this report, as guidelines for simulation studies require."

LIMITS = (
    "Bots are not people. A bot does not bluff, remember or bear a grudge, and a weak bot can make a strong character look weak. Take a "
    "finding as a question for a play test, and see whether it holds with other bots.",
    "The independent unit is the block: all games that share one deal. Every figure is a ratio of sums over blocks. Its interval comes "
    "from how much the blocks differ (cluster-robust), and 95 % of such intervals contain the true value. Intervals drawn in charts hold "
    "for all members of a panel at once.",
    "Intervals of shares (mid-p, with effective trials) and of counts (Poisson score test) are not symmetric, and do not go beyond what is "
    "possible. In forks, flow and other small runs an interval is longer on the side of a long tail, since a small run may lack the few "
    "blocks that decide there. A share or count with the same value in every block has no spread to measure; its interval is the exact "
    "binomial bound for an event that was never seen, with blocks as trials, or cases where there are fewer of them. There is no interval "
    "where one block has almost all the cases, or where too few blocks tell how far another one could differ. With fewer than 30 "
    'independent cases there is neither a figure nor a verdict: "too few".',
    "A verdict says whether a figure keeps a limit declared beforehand (under What was simulated). It does when the interval of each seat "
    "or character on its own (two one-sided tests at 95 %) lies inside the limit; it does not when an interval that holds for all at once "
    "lies outside. Anything else is undecided, with the number of games that would settle it in four of five cases, where that can be "
    "said.",
    "Every number names the kind of claim that it makes. Descriptive: what happened, with everything that goes along with it. ITT: the "
    "effect of a place that the deal assigned at random. Policy: the effect of who plays. Win chances of characters when held are "
    "descriptive: leaders draft differently, long games count more, and the difference to an even share can have the wrong sign.",
    "The random picker beside the pick rates is exact for four players and more: it follows from the number of cards removed face up and "
    "face down, the order of removal, and that rank 4 is never removed face up.",
)
