"""Who has which rank: the cast of a variant at one number of players, and what the rules forbid in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from citadels_sim.catalogue import PACKAGED, Cards
from citadels_sim.variants.faults import Faults
from citadels_sim.variants.model import plays_old_three
from citadels_sim.variants.parse import Flat, Leaf
from citadels_sim.variants.switch import RuleValue

NINE_FOR_THREE: Final = "two_chars_of_nine"
TAX: Final = "tax-collector"
TAX_KEY: Final = "tax_collector_rank"


def seat_cast(
    flat: Flat, rules: dict[str, RuleValue], players: int, source: str, faults: Faults, cards: Cards
) -> dict[int, tuple[str, ...]]:
    """Seat the fixed and the random characters at their ranks, and check them.

    Of a fixed and a random character for one rank, the one given later (a child after its parent, ``by_players`` after
    both, an override last) holds; given in one place they are a fault.

    Parameters
    ----------
    flat : Flat
        All leaves that hold at this number of players.
    rules : dict
        The switches; ``tax_collector_rank`` is set to the rank he has here.
    players : int
        The number of players.
    source : str
        The variant's file.
    faults : Faults
        Takes every fault.
    cards : Cards
        Those of the variant.

    Returns
    -------
    dict
        Rank to the ids that it is drawn from, in order of their codes.
    """
    fixed_leaf = flat.get(("cast",), Leaf((), source, "cast"))
    fixed = list(cast(tuple[str, ...], fixed_leaf.value))
    chance = {int(path[1]): leaf for path, leaf in flat.items() if path[0] == "random_cast"}
    rules[TAX_KEY] = tax_rank(flat, rules, fixed, chance, cards)

    at: dict[int, list[str]] = {}
    for id in fixed:
        if rank := rank_of(id, rules, cards):  # 0: what is wrong with its rank is said already
            at.setdefault(rank, []).append(id)
    for rank, several in at.items():
        if len(several) > 1:
            names = " and ".join(f"'{id}'" for id in several)
            hint = f" (rules.{TAX_KEY} = {11 - rank} would seat the Tax Collector at {11 - rank})" if TAX in several else ""
            faults.add(fixed_leaf.where, fixed_leaf.key, f"rank {rank} twice: {names}{hint}.")

    out: dict[int, tuple[str, ...]] = {rank: (several[0],) for rank, several in at.items()}
    for rank, leaf in chance.items():
        ids = cast(tuple[str, ...], leaf.value)
        if check_chance(rank, ids, leaf, rules, faults, cards):
            continue
        if not ids:  # an empty list takes back what was given before
            if leaf.order > fixed_leaf.order:
                out.pop(rank, None)
        elif rank not in out or leaf.order >= fixed_leaf.order:  # in one file what is drawn replaces the fixed character
            out[rank] = tuple(sorted(ids, key=lambda id: cards.character(id).code))
    out = dict(sorted(out.items()))
    check_ranks(out, flat, rules, players, source, faults, cards)
    check_powers(out, flat, players, source, faults, cards)
    if plays_old_three(players, rules):
        out.pop(leaving(out), None)  # classic 1.7: the Assassin leaves the game
    return out


def leaving(out: Mapping[int, tuple[str, ...]]) -> int:
    """Return the rank that the old rule for three players leaves out: the Assassin's, or 1 where the cast has none."""
    return next((rank for rank, ids in out.items() if "assassin" in ids), 1)


def rank_of(id: str, rules: Mapping[str, RuleValue], cards: Cards) -> int:
    """Rank of a character; only the Tax Collector's depends on the rules."""
    return cast(int, rules[TAX_KEY]) if id == TAX else cards.character(id).rank


def tax_rank(flat: Flat, rules: Mapping[str, RuleValue], fixed: list[str], chance: Mapping[int, Leaf], cards: Cards) -> int:
    """Find the Tax Collector's rank: as given; where he is drawn for; that of his edition; or the other one if that is taken."""
    usual = cast(int, rules[TAX_KEY])
    if ("rules", TAX_KEY) in flat:
        return usual
    for rank in (2, 9):
        if rank in chance and TAX in cast(tuple[str, ...], chance[rank].value):
            return rank
    taken = {cards.character(id).rank for id in fixed if id != TAX} | {rank for rank, leaf in chance.items() if leaf.value}
    return 11 - usual if TAX in fixed and usual in taken and 11 - usual not in taken else usual


def check_chance(rank: int, ids: tuple[str, ...], leaf: Leaf, rules: Mapping[str, RuleValue], faults: Faults, cards: Cards) -> bool:
    """Judge the characters of one random rank; True if one does not belong there."""
    bad = False
    for id in dict.fromkeys(ids):
        own = rank_of(id, rules, cards)
        if own and own != rank:
            faults.add(leaf.where, leaf.key, f"'{id}' has rank {own}, not {rank}.")
            bad = True
        elif ids.count(id) > 1:
            faults.add(leaf.where, leaf.key, f"'{id}' is listed twice.")
            bad = True
    return bad


def check_ranks(
    out: Mapping[int, tuple[str, ...]],
    flat: Flat,
    rules: Mapping[str, RuleValue],
    players: int,
    source: str,
    faults: Faults,
    cards: Cards,
) -> None:
    """Judge the whole cast: ranks missing, rank 9, Queen and Emperor by the number of players (classic 1.1, 2016 1.5)."""
    n, three = players, rules["three_player_rule"]
    given = flat.get(("cast",), Leaf((), source, "cast"))
    instead = "; [by_players] can name a replacement"
    if not faults.touch("cast", "random_cast", "characters"):
        for rank in range(1, 9):
            if rank not in out and not (rank == leaving(out) and plays_old_three(players, rules)):
                faults.add(given.where, given.key, f"rank {rank} is missing: one of {candidates(rank, cards)}.", n)

    def add(rank: int, text: str) -> None:
        leaf = flat.get(("random_cast", str(rank))) if len(out.get(rank, ())) > 1 else None
        leaf = leaf or given
        faults.add(leaf.where, leaf.key, text, n)

    nine = " or ".join(f"'{id}'" for id in out.get(9, ()))
    if nine and n == 2:
        add(9, f"two players play with ranks 1 to 8, without {nine}{instead}.")
    elif nine and n == 3 and three != NINE_FOR_THREE and not faults.touch("rules"):
        add(9, f"three players play with ranks 1 to 8, without {nine} (rules.three_player_rule = '{three}'){instead}.")
    elif not nine and n == 3 and three == NINE_FOR_THREE and not faults.touch("cast", "random_cast", "rules"):
        add(9, f"three players need a rank 9: 'artist' or '{TAX}' (rules.three_player_rule = '{three}'); [by_players] can name one.")
    elif not nine and n == 8 and not faults.touch("cast", "random_cast"):
        add(9, f"eight players need a rank 9: one of {candidates(9, cards)}; [by_players] can name one.")
    for rank, ids in out.items():
        powers = {cards.character(id).power: cards.title(id) for id in ids}
        if "queen" in powers and n < 5:
            add(rank, f"the {powers['queen']} needs at least five players{instead}.")
        if "emperor" in powers and n == 2:
            add(rank, f"the {powers['emperor']} cannot be played with two players{instead}.")


def check_powers(out: Mapping[int, tuple[str, ...]], flat: Flat, players: int, source: str, faults: Faults, cards: Cards) -> None:
    """Judge the powers of the cast: of those that leave a mark on the table there is one at most, for there is one such mark."""
    given = flat.get(("cast",), Leaf((), source, "cast"))
    for power, reason in ONCE.items():
        ranks = [rank for rank, ids in out.items() if any(cards.character(id).power == power for id in ids)]
        if len(ranks) > 1:
            names = " and ".join(f"'{id}'" for rank in ranks for id in out[rank] if cards.character(id).power == power)
            text = f"{names} cannot be in one cast: both have the power of the {PACKAGED.title(power)}, and {reason}."
            faults.add(given.where, given.key, text, players)


ONCE: Final = {
    "assassin": "only one character can be murdered in a round",
    "witch": "only one character can be bewitched in a round",
    "magistrate": "whose warrants lie on the table must be certain",
    "thief": "only one character can be robbed in a round",
    "blackmailer": "whose threats lie on the table must be certain",
    "queen": "only one can wait for a murdered rank 4",
    "artist": "the worth of a beautified district is a single number",
    "tax-collector": "the tax has one token",
}
"""Powers of which a cast has one at most, and why."""


def candidates(rank: int, cards: Cards) -> str:
    """List the characters of a rank, for a message."""
    return ", ".join(f"'{c.id}'" for c in cards.characters if rank in (c.rank, c.rank_classic))
