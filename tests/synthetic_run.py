"""Writes a run folder of the documented form from a toy game whose truth is known.

Not Citadels: each seat has a strength, the strongest wins, and the draft follows the classic removal and
passing with a random (or biased) taste for characters. What the analysis must find is put in here.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.runs.seeds import seeds_of

CHARACTERS = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord")
KING = 3
CHARACTER = pl.Enum(CHARACTERS)
TABLES = ("games", "seats", "turns")


@dataclass(frozen=True)
class Toy:
    """What is put into a synthetic run.

    Parameters
    ----------
    taste : dict
        Added to a character's appeal in the draft; all zero is a uniformly random picker.
    seat_strength : tuple of float
        Added to the strength of a seat, counted from the first crown.
    bot_strength : dict
        Added to the strength of a bot.
    """

    variants: tuple[str, ...] = ("classic-2000",)
    players: tuple[int, ...] = (4,)
    lineups: tuple[tuple[str, ...], ...] = (("builder",),)
    blocks: int = 60
    blocks_per_shard: int = 25
    seed: int = 1
    detail: str = "turns"
    state: str = "complete"
    removal_order: str = "down_first"
    taste: dict[str, float] = field(default_factory=dict)
    seat_strength: tuple[float, ...] = ()
    bot_strength: dict[str, float] = field(default_factory=dict)


def write_run(folder: Path, toy: Toy | None = None) -> Path:
    """Write the folder; the same toy gives the same bytes."""
    toy = toy or Toy()
    random = np.random.default_rng(toy.seed)
    texts = [",".join(lineup) for lineup in toy.lineups]
    enums = {"variant": pl.Enum(toy.variants), "lineup": pl.Enum(texts)}
    bots = pl.Enum(sorted({bot for lineup in toy.lineups for bot in lineup}))
    shards: list[dict[str, Any]] = []
    cells: list[dict[str, Any]] = []
    for variant in toy.variants:
        for players in toy.players:
            for lineup, text in zip(toy.lineups, texts, strict=True):
                table = [lineup[i % len(lineup)] for i in range(players)]
                rotations = next(k for k in range(1, players + 1) if table[k:] + table[:k] == table)
                cells.append(
                    {
                        "variant": variant,
                        "players": players,
                        "lineup": text,
                        "blocks": toy.blocks,
                        "rotations": rotations,
                        "games": toy.blocks * rotations,
                    }
                )
                for first in range(0, toy.blocks, toy.blocks_per_shard):
                    size = min(toy.blocks_per_shard, toy.blocks - first)
                    key = {"variant": variant, "players": players, "lineup": text}
                    frames = _cell(random, toy, key, table, rotations, np.arange(first, first + size))
                    for name in TABLES if toy.detail == "turns" else TABLES[:2]:
                        frame = frames[name].with_columns(pl.col("variant").cast(enums["variant"]), pl.col("lineup").cast(enums["lineup"]))
                        if name == "seats":
                            frame = frame.with_columns(pl.col("bot").cast(bots))
                        shards.append(_write(folder, name, frame, sum(s["table"] == name for s in shards)))
    resolved = {"rules": {"edition": "classic", "removal_order": toy.removal_order}}
    manifest = {
        "schema": 1,
        "name": "toy",
        "state": toy.state,
        "experiment": {
            "name": "toy",
            "variants": list(toy.variants),
            "players": list(toy.players),
            "games": toy.blocks,
            "lineups": [list(lineup) for lineup in toy.lineups],
            "seed": toy.seed,
            "detail": toy.detail,
        },
        "variants": {
            name: {"title": name.replace("-", " ").title(), "digest": hashlib.sha256(name.encode()).hexdigest()[:16], "resolved": resolved}
            for name in toy.variants
        },
        "cells": cells,
        "package_version": "0.1.0",
        "libraries": {"numba": "0", "numpy": np.__version__, "polars": pl.__version__},
        "machine": {"system": "toy", "cores": 2},
        "command": ["citadels", "run", "--variant", toy.variants[0], "--out", "runs/toy"],
        "shards": shards,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    return folder


def edit_manifest(folder: Path, **changes: Any) -> None:
    """Change top-level keys of a written manifest."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(manifest | changes), encoding="utf-8")


def _write(folder: Path, table: str, frame: pl.DataFrame, number: int) -> dict[str, Any]:
    path = folder / table / f"part-{number:05}.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    frame.write_parquet(path)
    return {"table": table, "path": f"{table}/{path.name}", "rows": frame.height, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def _cell(
    random: np.random.Generator,
    toy: Toy,
    key: dict[str, Any],
    table: list[str],
    rotations: int,
    blocks: NDArray[np.int64],
) -> dict[str, pl.DataFrame]:
    n = key["players"]
    block = np.repeat(blocks, rotations)
    rotation = np.tile(np.arange(rotations), len(blocks))
    games = len(block)
    seats = np.arange(n)
    deal = random.gumbel(size=(len(blocks), n))[block - blocks[0]]  # the deal stays with the seat
    crown = random.integers(0, n, len(blocks))[block - blocks[0]]
    bots = np.array(table)[(seats[None, :] - rotation[:, None]) % n]
    relative = (seats[None, :] - crown[:, None]) % n
    strength = deal + random.gumbel(size=(games, n))
    if toy.seat_strength:
        strength += np.pad(toy.seat_strength, (0, n))[:n][relative]
    for bot, extra in toy.bot_strength.items():
        strength += extra * (bots == bot)
    total = np.maximum(np.round(20 + 4 * strength), 6).astype(np.int16)
    best = total == total.max(axis=1, keepdims=True)
    win = best / best.sum(axis=1, keepdims=True)
    place = (total[:, None, :] > total[:, :, None]).sum(axis=2) + 1
    leader_first = np.argmax(best & (np.cumsum(best, axis=1) == 1), axis=1)
    completer = np.where(random.random(games) < 0.7, leader_first, random.integers(0, n, games))
    rounds = (8 + random.poisson(4, games)).astype(np.int32)
    base = {name: [key[name]] * games for name in ("variant", "players", "lineup")}
    game = pl.DataFrame(
        base
        | {
            "block": block,
            "rotation": rotation,
            "seed": seeds_of(toy.seed, block),
            "rounds": rounds,
            "turns": rounds * n,
            "decisions": rounds * n * 6,
            "first_crown": crown,
            "first_complete": completer,
            "capped": np.zeros(games, dtype=bool),
        }
    ).with_columns(
        pl.col("players", "rotation", "first_crown", "first_complete").cast(pl.Int8), pl.col("rounds", "turns", "decisions").cast(pl.Int32)
    )
    types = 3 * (random.random((games, n)) < 0.2)
    completion = 4 * (seats[None, :] == completer[:, None])
    bonus = random.integers(0, 3, (games, n)) * (total > 12)
    which = np.repeat(np.arange(games), n)
    seat = game.select("variant", "players", "lineup", "block", "rotation")[which].with_columns(
        pl.Series("seat", np.tile(seats, games), dtype=pl.Int8),
        pl.Series("bot", bots.ravel()),
        pl.Series("win", win.ravel(), dtype=pl.Float64),
        pl.Series("place", place.ravel(), dtype=pl.Int8),
        pl.Series("total", total.ravel()),
        *(
            pl.Series(name, values.ravel(), dtype=pl.Int16)
            for name, values in {
                "types": types,
                "completion": completion,
                "bonus": bonus,
                "districts": total - types - completion - bonus,
                "gold": random.integers(0, 6, (games, n)),
                "hand": random.integers(0, 5, (games, n)),
                "city": random.integers(5, 9, (games, n)),
            }.items()
        ),
    )
    frames = {"games": game, "seats": seat}
    if toy.detail == "turns":
        frames["turns"] = _turns(random, toy, game, total, rounds, crown)
    return frames


def _turns(
    random: np.random.Generator,
    toy: Toy,
    game: pl.DataFrame,
    total: NDArray[np.int16],
    rounds: NDArray[np.int32],
    crown: NDArray[np.int64],
) -> pl.DataFrame:
    n = total.shape[1]
    taste = np.array([toy.taste.get(name, 0.0) for name in CHARACTERS])
    crown = crown.copy()
    parts = []
    for number in range(1, int(rounds.max()) + 1):
        active = np.flatnonzero(rounds >= number)
        draft = _draft(random, toy, taste, n, crown[active])
        size = len(active)
        holder, k = draft["seat"], len(CHARACTERS)
        held = holder >= 0
        murdered = np.zeros((size, k), dtype=bool)
        target = random.integers(1, k, size)
        murdered[np.arange(size), target] = held[:, 0]
        robbed = np.zeros((size, k), dtype=bool)
        robbed[np.arange(size), random.integers(2, k, size)] = held[:, 1] & (target != 1)
        robbed &= ~murdered
        plays = held & ~murdered
        takes_gold = random.random((size, k)) < 0.6
        built = plays * (random.random((size, k)) < 0.7)
        score = total[active].astype(float) + random.normal(0, 8, (size, n))
        deeds = _deeds(np.random.default_rng((toy.seed, number)), held, plays, robbed)
        leader = np.argmax(score, axis=1)
        game_key = game.select("variant", "players", "lineup", "block", "rotation")[np.repeat(active, k)]
        flat = pl.DataFrame(
            {
                "round": np.full(size * k, number, dtype=np.int16),
                "rank": np.tile(np.arange(1, k + 1, dtype=np.int16), size),
                "character": pl.Series(np.tile(np.array(CHARACTERS), size), dtype=CHARACTER),
                "seat": holder.ravel().astype(np.int8),
                "slot": draft["slot"].ravel().astype(np.int8),
                "crown": (holder == crown[active][:, None]).ravel(),
                "leader": (holder == leader[:, None]).ravel(),
                "face_up": draft["face_up"].ravel(),
                "murdered": murdered.ravel(),
                "robbed": robbed.ravel(),
                "bewitched": np.zeros(size * k, dtype=bool),
                "held": held.ravel(),
                "plays": plays.ravel(),
                "takes_gold": takes_gold.ravel(),
                "gold_gained": (plays * (1 + takes_gold + (np.arange(k) == 5))).ravel().astype(np.int16),
                "built": built.ravel().astype(np.int16),
                **{name: values.ravel().astype(np.int16) for name, values in deeds.items()},
            }
        )
        offered = [
            pl.when(pl.Series(draft["offered"][:, :, c].ravel())).then(pl.lit(name, dtype=CHARACTER)) for c, name in enumerate(CHARACTERS)
        ]
        parts.append(
            pl.concat([game_key, flat], how="horizontal")
            .with_columns(
                pl.when("held").then("seat").alias("seat"),
                pl.when("held").then("slot").alias("slot"),
                pl.when("held").then("leader").alias("leader"),
                pl.col("crown") & pl.col("held"),
                pl.when("held").then(pl.concat_list(offered).list.drop_nulls()).alias("offered"),
                gathered=pl.when("plays")
                .then(pl.when("takes_gold").then(pl.lit("gold")).otherwise(pl.lit("cards")))
                .cast(pl.Enum(["gold", "cards"])),
                cards_gained=pl.lit(0, dtype=pl.Int16),
                built_cost=pl.col("built") * 3,
                **{name: pl.when("held").then(pl.lit(2, dtype=pl.Int16)) for name in ("stash", "hand", "city")},
            )
            .drop("held", "plays", "takes_gold")
        )
        king = holder[:, KING]
        crown[active] = np.where((king >= 0) & ~murdered[:, KING], king, crown[active])
    return pl.concat(parts)


def _deeds(
    random: np.random.Generator, held: NDArray[np.bool_], plays: NDArray[np.bool_], robbed: NDArray[np.bool_]
) -> dict[str, NDArray[Any]]:
    """What the Thief, the Merchant and the Warlord do; there is nobody in the toy who could do more."""
    size, k = held.shape
    loot = random.integers(0, 4, (size, k)) * (robbed & held)
    stolen = np.zeros((size, k), dtype=np.int64)
    stolen[:, 1] = loot.sum(axis=1)
    destroyed = np.zeros((size, k), dtype=np.int64)
    victim = random.integers(0, k - 1, size)
    rows = np.arange(size)
    destroyed[:, 7] = plays[:, 7] & held[rows, victim] & (random.random(size) < 0.6)
    lost = np.zeros((size, k), dtype=np.int64)
    lost[rows, victim] = destroyed[:, 7]
    bonus = plays & (np.arange(k) == 5)
    nothing = dict.fromkeys(
        (
            *("exchanged", "beautified", "tax_collected", "tithes_taken", "gifts_taken", "tax_paid", "tithes_given", "gifts_given"),
            *("extorted", "spied", "borrowed", "confiscated", "seized"),
        ),
        np.zeros((size, k), dtype=np.int64),
    )
    return nothing | {"stolen": stolen, "gold_lost": loot, "bonus_gold": bonus, "destroyed": destroyed, "districts_lost": lost}


def _draft(random: np.random.Generator, toy: Toy, taste: NDArray[np.float64], n: int, crown: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Remove and pass the characters (classic 1.3 to 1.6), all games of one round at once."""
    size, k = len(crown), len(CHARACTERS)
    rows = np.arange(size)
    packet = np.ones((size, k), dtype=bool)
    down = np.zeros(size, dtype=np.int64)
    face_up = np.zeros((size, k), dtype=bool)
    up = max(0, k - n - 2) if n >= 4 else 0

    def lay_down() -> None:
        down[:] = np.argmax(np.where(packet, random.random((size, k)), -1), axis=1)
        packet[rows, down] = False

    if toy.removal_order == "down_first":
        lay_down()
    for _ in range(up):
        allowed = packet.copy()
        allowed[:, KING] = False  # the King is never face up
        card = np.argmax(np.where(allowed, random.random((size, k)), -1), axis=1)
        face_up[rows, card] = True
        packet[rows, card] = False
    if toy.removal_order != "down_first":
        lay_down()
    steps = {2: [(0, 0), (1, 1), (0, 1), (1, 0)], 3: [(i % 3, 0) for i in range(6)]}.get(n, [(i, 0) for i in range(n)])
    seat = np.full((size, k), -1)
    slot = np.zeros((size, k), dtype=np.int64)
    offered = np.zeros((size, k, k), dtype=bool)
    for number, (place, discards) in enumerate(steps, start=1):
        if n == 7 and number == 7:
            packet[rows, down] = True
        appeal = np.where(packet, taste + random.gumbel(size=(size, k)), -np.inf)
        card = np.argmax(appeal, axis=1)
        offered[rows, card] = packet
        seat[rows, card] = (crown + place) % n
        slot[rows, card] = number
        packet[rows, card] = False
        for _ in range(discards):
            packet[rows, np.argmax(np.where(packet, random.random((size, k)), -1), axis=1)] = False
    return {"seat": seat, "slot": slot, "offered": offered, "face_up": face_up}
