"""Switches of the characters of ranks 1 and 2, and of the Tax Collector, who has rank 2 in classic and rank 9 in 2016."""

from __future__ import annotations

from typing import Final

from citadels_sim.variants.switch import IntRange, Switch, flag, number, under, words

RANKS_1_2_SWITCHES: Final[tuple[Switch, ...]] = (
    # ---- rank 1
    *under(
        "Rank 1",
        flag(
            "witch_mandatory",
            True,
            "classic 3.2 (S1:102), 2016 3",
            "Whether the Witch must name a character.",
            "The Witch must name a character.",
            "The Witch may name a character, or play a turn without a power.",
        ),
        words(
            "witch_part1_purples",
            {
                "gather_only": "Until her turn is put on hold, the Witch may use only district effects of gathering.",
                "all": "Until her turn is put on hold, the Witch may use all her district effects.",
            },
            "gather_only",
            "classic 3.2, 2016 3 (002:1048)",
            "District effects the Witch may use before her turn is put on hold: those of gathering, or all.",
        ),
        needs="witch",
    ),
    *under(
        "Rank 1",
        words(
            "witch_emperor",
            {
                "witch": "When the Emperor is bewitched, the Witch gives the crown away and takes for it.",
                "emperor_player": "When the Emperor is bewitched, his own player gives the crown away and takes for it.",
            },
            "witch",
            "classic 3.2, 2016 3 (002:1078)",
            "Bewitched Emperor: who gives the crown away and takes for it.",
        ),
        flag(
            "witch_emperor_may_crown_emperor_player",
            True,
            "2016 A10",
            "Whether the Witch as Emperor may crown the Emperor's own player.",
            "The Witch as Emperor may crown the Emperor's own player.",
            "The Witch as Emperor may not crown the Emperor's own player.",
        ),
        needs="witch emperor",
    ),
    *under(
        "Rank 1",
        words(
            "witch_bishop",
            {
                "witch_only": "When the Bishop is bewitched, the Witch's city is protected and his own is not.",
                "both": "When the Bishop is bewitched, the Witch's city and his own are protected.",
            },
            "witch_only",
            "classic 3.2 (S0:531), 2016 3",
            "Bewitched Bishop: whose city is protected, the Witch's or hers and the Bishop's.",
        ),
        needs="witch bishop",
    ),
    *under(
        "Rank 1",
        flag(
            "magistrate_self_confiscate",
            False,
            "2016 A22",
            "Whether the Magistrate may confiscate from his own other character (2-3 players).",
            "The Magistrate may confiscate what his own other character builds.",
            "The Magistrate may not confiscate what his own other character builds.",
        ),
        needs="magistrate",
        players=(2, 3),
    ),
    *under(
        "Rank 1",
        flag(
            "magistrate_undo_cardinal",
            False,
            "2016 A18",
            "Whether a confiscated Cardinal build undoes the exchange of gold and cards before it.",
            "When the Cardinal's build is confiscated, the gold and cards exchanged for it go back.",
            "When the Cardinal's build is confiscated, he keeps the refunded gold, and the cards stay given.",
        ),
        needs="magistrate cardinal",
    ),
    *under(
        "Rank 1",
        flag(
            "confiscate_respects_monument_limit",
            True,
            "2016 A20",
            "Whether the Monument's limit holds for a Magistrate who confiscates it.",
            "The Magistrate may not confiscate the Monument if his city is too large to build it.",
            "The Magistrate may confiscate the Monument whatever the size of his city.",
        ),
        needs="magistrate monument",
    ),
    *under(
        "Rank 1",
        flag(
            "confiscated_uncounted_stay_uncounted",
            True,
            "2016 A21 (002:1696)",
            "Whether a confiscated build that would not use its builder's limit still does not; the Stables never do.",
            "A build outside the building limit that is confiscated stays outside it.",
            "Every confiscated build but that of the Stables uses its builder's building limit.",
        ),
        needs="magistrate stables|trader|wizard",
    ),
    # ---- rank 2
    *under(
        "Rank 2",
        words(
            "thief_targets",
            {
                "not_assassin": "The Thief cannot rob the Assassin or the murdered character.",
                "not_rank_1": "The Thief cannot rob rank 1, whoever it is, or the murdered character.",
            },
            "not_assassin",
            "classic 3.1 (S0:448), 2016 3",
            "Whom the Thief cannot rob beside the murdered: the Assassin, or whoever has rank 1.",
            in_2016="not_rank_1",
        ),
        needs="thief witch|magistrate",
    ),
    *under(
        "Rank 2",
        words(
            "thief_vs_witch",
            {
                "forbidden": "The Thief cannot rob the Witch or the bewitched character.",
                "allowed": "The Thief may rob the bewitched character, and the Witch unless rank 1 is barred.",
            },
            "forbidden",
            "classic 3.2 (S0:553), 2016 3",
            "Whether the Thief may rob the bewitched character (and the Witch, unless thief_targets bars rank 1).",
        ),
        needs="thief witch",
    ),
    *under(
        "Rank 2",
        flag(
            "zero_gold_bribe",
            True,
            "2016 A23",
            "Whether a threatened player without gold may bribe, with nothing.",
            "A threatened player without gold may bribe the Blackmailer with nothing.",
            "A threatened player without gold cannot bribe the Blackmailer.",
        ),
        flag(
            "remove_threat_after_flower",
            False,
            "2016 A24",
            "Whether the other threat is removed after the flower is shown.",
            "After the Blackmailer's flower is shown, the other threat is removed.",
            "After the Blackmailer's flower is shown, the other threat stays until its character is called.",
        ),
        needs="blackmailer",
    ),
    # ---- the Tax Collector
    *under(
        "Tax Collector",
        number(
            "tax_collector_rank",
            IntRange(2, 9, ends_only=True),
            2,
            "classic 3.2, 2016 0.2",
            "Rank of the Tax Collector: 2 or 9. Default: that of his edition, or the other one if that rank is taken.",
            "The Tax Collector has rank {n}.",
            in_2016=9,
        ),
        words(
            "tax_base",
            {
                "turn": "A player pays 1 gold of tax for a turn in which he builds.",
                "district": "A player pays 1 gold of tax for each district he builds.",
            },
            "turn",
            "classic 3.2 (S0:556), 2016 3",
            "One gold of tax for each turn with a build, or for each district built.",
            in_2016="district",
        ),
        words(
            "tax_time",
            {"end_of_turn": "Tax is paid at the end of the builder's turn.", "at_once": "Tax is paid right after the build."},
            "end_of_turn",
            "classic 3.2 (S0:556), 2016 3",
            "When the tax is paid: at the end of the builder's turn, or right after the build.",
            in_2016="at_once",
        ),
        words(
            "tax_to",
            {
                "collector": "Tax goes to the Tax Collector himself, from his call on.",
                "token": "Tax goes on the Tax Collector's token, from which he takes it in his turn.",
            },
            "collector",
            "classic 3.2 (S0:556), 2016 3",
            "Where the tax goes: to the Tax Collector himself from his call on, or on his token, from which he takes it in his turn.",
            in_2016="token",
        ),
        words(
            "tax_collector_dead",
            {
                "no_tax": "No tax is paid while the Tax Collector is murdered or held by nobody.",
                "tax_always": "Tax is paid even while the Tax Collector is murdered or held by nobody.",
            },
            "no_tax",
            "classic 3.2, 2016 3",
            "Whether tax is paid while the Tax Collector is murdered or held by nobody.",
            in_2016="tax_always",
        ),
        needs="tax-collector",
    ),
    *under(
        "Tax Collector",
        words(
            "tax_other_character",
            {
                "exempt": "The Tax Collector's player pays no tax as his other character.",
                "pays": "The Tax Collector's player pays tax as his other character.",
                "collects": "The Tax Collector's player may collect the tax as his other character too.",
            },
            "exempt",
            "classic 3.2, 2016 D6 (002:1660, 004:828)",
            "The Tax Collector's other character (2-3 players): pays no tax, pays it, or may collect it as well.",
            in_2016="pays",
        ),
        needs="tax-collector",
        players=(2, 3),
    ),
    *under(
        "Tax Collector",
        words(
            "tax_witch_back",
            {
                "assassin_only": "When the Tax Collector is called, the Assassin pays the tax of his turn.",
                "assassin_or_witch": "When the Tax Collector is called, the Assassin or the Witch pays the tax of her turn.",
            },
            "assassin_only",
            "classic 3.2 (S0:561, S1:106)",
            "Who pays back tax when the Tax Collector is called: the Assassin alone, or also the Witch.",
        ),
        needs="tax-collector witch",
    ),
)
"""In their order in lists for people and in the Rules record."""
