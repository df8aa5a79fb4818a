"""The report's standing text: what its sections are about, and what its numbers are not."""

from __future__ import annotations

CAUSES = (
    "The effect of a character is measured with games forked at a pick: every character on offer is picked in a copy of the same game, "
    "with the same luck from there on. The win rate of its holders is a different figure, shown beside it: the leader often picks first."
)
EDITIONS = (
    "The same deals under two sets of rules: each difference is taken deal by deal, so the luck that both share cancels out. The first "
    "variant is the old one; the others are compared with it."
)
RULES = (
    "Every combination of the rules that differ was played on the same deals. A rule's part is its effect, averaged over all orders of "
    "changing the rules; the parts add up to the whole difference."
)
INTERACTION = (
    "Interactions of the characters: attacks on them, use and gain of powers, losses to them. These figures are descriptive, too: bots "
    "choose targets and times."
)
SEATS = (
    "Every bot takes every seat in turn with the same deal, so a seat's win chance does not depend on the bot. A table counts as fair if "
    "every seat is shown to lie within the limit declared beforehand, the band of the chart."
)
FLOW = (
    "Course of the games: leads, time of decision, comebacks, and lost turns. Every game was recorded at the end of each round. The win "
    "chance W of every seat comes from a model of the visible state, fitted on other deals; the parts on the win model show its accuracy. "
    "Figures by score need no model."
)
DISTRICTS = (
    "Worth of each district in the opening hand, where the shuffle alone decides who has it, and whether its cost is fair; if characters "
    "or unique districts are drawn for each game, also the effect of each."
)
LENGTH = "Length of games, scores of winners, closeness, sources of points, and wins of the first player to complete a city."
PEOPLE = (
    "Games that people played by these rules, compared with those of the bots. With few games the figures rely on the bots, to the extent "
    "that people play like them; with many, the games decide."
)
SKILL = (
    "Strength of the bots on one scale, and wins of the better one at a mixed table. If the better player does not win more often, the "
    "game is one of luck; between equal players the deal, the draft and the bots' own random choices decide."
)
ROBUSTNESS = (
    "A finding that holds for one bot only is a finding about that bot. Each figure is checked with every bot, separately at each number "
    "of players."
)
VALIDATION = (
    "Checks that a correct program must pass, computed from these runs, and the precision of the judged figures. The coverage of the "
    "intervals was measured once, on samples from one large run, whose own figures served as the truth."
)
SIMULATED = "Aims, data, estimands, methods and limits of this report, as guidelines for simulation studies require."

LIMITS = (
    "Bots are not people. A bot does not bluff, remember or bear a grudge, and a weak bot can make a strong character look weak. Take a "
    "finding as a question for a play test, and check whether it holds with other bots.",
    "The independent unit is the block: all games that share one deal. Every figure is a ratio of sums over blocks. Its interval comes "
    "from the variation between blocks (cluster-robust); 95 % of such intervals contain the true value. Intervals in charts hold for all "
    "members of a panel at once.",
    "Intervals of shares (mid-p, with effective trials) and of counts (Poisson score test) are not symmetric, and do not go beyond what is "
    "possible. In forks, flow and other small runs an interval is longer on the side of a long tail, since a small run may lack the few "
    "blocks that decide there. A share or count with the same value in every block has no spread to measure; its interval is the exact "
    "binomial bound for an event that was never seen, with blocks as trials, or cases where there are fewer of them. There is no interval "
    "where one block has almost all the cases, or where too few blocks tell how far another one could differ. With fewer than 30 "
    'independent cases there is neither a figure nor a verdict: "too few".',
    "A verdict compares a figure with a limit declared beforehand (under What was simulated). It is within limits if the interval of each "
    "seat or character on its own (two one-sided tests at 95 %) lies inside the limit, and beyond limits if an interval that holds for all "
    "at once lies outside. Anything else is undecided, with the number of games that would settle it in four of five cases, where it can "
    "be estimated.",
    "Every number names its kind of claim. Descriptive: what happened, without separating causes. ITT: the effect of a place that the deal "
    "assigned at random. Policy: the effect of a player's whole way of playing. Win chances of characters when held are descriptive: "
    "leaders draft differently, long games count more, and the difference from an even share can have the wrong sign.",
    "The random picker in the table of pick rates is exact for four players and more: it follows from the number of cards removed face up "
    "and "
    "face down, the order of removal, and that rank 4 is never removed face up.",
)
