"""Citadels for Gymnasium: one seat learns, named bots play the others in compiled code; one table, or many in one compiled call.

Importing this registers ``Citadels-v0``: ``gymnasium.make("citadels_sim.env.citadels_gym:Citadels-v0", variant="dark-city", players=5)``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from citadels_sim.bots import Bot
from citadels_sim.engine.rng import LARGEST
from citadels_sim.env.batch import ILLEGAL
from citadels_sim.env.drawing import drawn
from citadels_sim.env.numbering import ACTIONS
from citadels_sim.env.spaces import Observation, action_space, observation_space
from citadels_sim.env.tables import Tables, whole_numbers
from citadels_sim.errors import CitadelsError
from citadels_sim.variants import Variant

__all__ = ["CitadelsEnv", "CitadelsVectorEnv"]

ILLEGAL_REWARD: Final = -1.0
"""What a seat gets for an illegal action, which ends its game."""


class CitadelsEnv(gymnasium.Env[Observation, Any]):
    """One table with one seat that learns.

    Parameters
    ----------
    variant : Variant or str
        A variant, or what `load_variant` takes.
    players : int
    bots : sequence of str or Bot
        Compiled bots of the other seats, clockwise from the seat that learns, repeated where they are fewer.
    seat : int, optional
        Where the seat that learns sits; left out, chance decides for each game.
    reward : {"win", "score"}
        What it gets at the end: its share of the win (1, less if it is shared, or 0), or its points.
    render_mode : {"ansi", "human"}, optional

    Raises
    ------
    VariantError, BotError, CitadelsError
        As `citadels_sim.env.tables.Tables`.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        variant: Variant | str = "classic-2000",
        players: int = 4,
        bots: Sequence[str | Bot] = ("builder",),
        seat: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self._tables = Tables(variant, players, bots=bots, reward=reward, seat=seat)
        self._learner = 0
        self.render_mode = render_mode
        self.observation_space: Any = observation_space()
        self.action_space: Any = action_space()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal a game and go to the first decision of the seat that learns.

        Parameters
        ----------
        seed : int, optional
            Decides this game and those after it; left out, the next game follows.
        options : dict, optional
            Not used.

        Returns
        -------
        observation : dict
            ``observation``: int16, shape (SIZE,), see `citadels_sim.env.fields`; ``action_mask``: int8, shape (ACTIONS,), 1 for legal.
        info : dict
            Empty.
        """
        super().reset(seed=seed)
        self._tables.start(self.np_random.integers(0, LARGEST, 1))
        self._learner = int(self._tables.batch.states[0].public.actor)
        if self.render_mode == "human":
            self.render()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and continue to the next decision of the learning seat.

        Parameters
        ----------
        action : int
            Index of an action, 0 to ACTIONS - 1; an illegal one ends the game with ILLEGAL_REWARD.

        Returns
        -------
        observation : dict
            As `reset` returns it.
        reward : float
            0 until the game is over; then by the ``reward`` that the environment was made with.
        terminated, truncated : bool
            Whether the game is over; always False.
        info : dict
            At the end ``points``, ``place`` (from 1) and ``capped`` (whether the game was scored as it stood after the last round
            allowed), or ``illegal`` alone; else empty.

        Raises
        ------
        CitadelsError
            If no game has begun, or the action is no whole number.
        """
        self._tables.step(whole_numbers([action]))
        ended = int(self._tables.ended[0])
        slot = self._tables.batch.slots[0]
        info: dict[str, Any] = {}
        if ended == ILLEGAL:
            info = {"illegal": True}
        elif ended:
            info = {"points": int(slot.points), "place": int(slot.place), "capped": bool(slot.capped)}
        if self.render_mode == "human":
            self.render()
        reward = ILLEGAL_REWARD if ended == ILLEGAL else float(self._tables.rewards[0])
        return self._observation(), reward, bool(ended), False, info

    def _observation(self) -> Observation:
        batch = self._tables.batch
        return {"observation": batch.seen[0].copy(), "action_mask": batch.mask[0].copy()}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, bool, shape (ACTIONS,), under the name that sb3-contrib calls."""
        return np.asarray(self._tables.batch.mask[0] == 1)

    def render(self) -> Any:
        """Write the table as the seat that learns sees it: a text, or on standard output in the mode ``human``."""
        text = drawn(self._tables.batch.states[0], self._learner, self._tables.variant.cards)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n")
        return None


class CitadelsVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many tables with one seat each that learns, played in one compiled call; a game that ends is followed by the next at once.

    Parameters
    ----------
    num_envs : int
        How many tables.
    variant, players, bots, seat, reward
        As for `CitadelsEnv`; without `seat` the seat that learns moves on from game to game.
    copy : bool
        Whether every call returns arrays of its own. If not, the observations are overwritten by the next call.

    Raises
    ------
    VariantError, BotError, CitadelsError
        As `citadels_sim.env.tables.Tables`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 256,
        variant: Variant | str = "classic-2000",
        players: int = 4,
        bots: Sequence[str | Bot] = ("builder",),
        seat: int | None = None,
        reward: str = "win",
        copy: bool = True,
    ) -> None:
        super().__init__()
        self._tables = Tables(variant, players, num_envs, bots=bots, reward=reward, seat=seat, again=True)
        self.num_envs = num_envs
        self._copy = copy
        self.single_observation_space, self.single_action_space = observation_space(), action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game at every table.

        Parameters
        ----------
        seed : int or sequence of int, optional
            Decides all games; or one for each table: it decides all of its games, the first as it does in `CitadelsEnv`. None: by chance.
        options : dict, optional
            Not used.

        Returns
        -------
        observations : dict
            ``observation``: int16, shape (num_envs, SIZE), see `citadels_sim.env.fields`; ``action_mask``: int8, shape
            (num_envs, ACTIONS), 1 for legal.
        infos : dict
            Empty.
        """
        seeds = [] if seed is None or isinstance(seed, int | np.integer) else [one if one is None else int(one) for one in seed]
        super().reset(seed=next((one for one in seeds if one is not None), None) if seeds else seed)  # type: ignore[arg-type]
        luck = self.np_random.integers(0, LARGEST, self.num_envs)
        if len(seeds) not in (0, self.num_envs):
            raise CitadelsError(f"seed: {len(seeds)} seeds should be one for each of {self.num_envs} tables")
        for table, one in enumerate(seeds):
            if one is not None:
                luck[table] = seeding.np_random(one)[0].integers(0, LARGEST)
        self._tables.start(luck)
        return self._observations(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play an action at every table.

        Parameters
        ----------
        actions : int64 array, shape (num_envs,)
            Indices of actions; an illegal one ends its game with ILLEGAL_REWARD.

        Returns
        -------
        observations : dict
            As `reset` returns them; where a game ended, that of the next one already.
        rewards : float array, shape (num_envs,)
        terminations, truncations : bool array, shape (num_envs,)
            Whether each game ended; always False.
        infos : dict
            Where games ended: ``final_obs``, their last observations, and ``final_info`` with ``points``, ``place``, ``capped`` and
            ``illegal``, each with a mask ``_NAME`` of the tables that it is about; else empty.

        Raises
        ------
        CitadelsError
            If there is not one action for each table, one is no whole number, or no game has begun.
        """
        tables = self._tables
        tables.step(whole_numbers(actions))
        illegal = tables.ended == ILLEGAL
        rewards = np.where(illegal, ILLEGAL_REWARD, tables.rewards)
        ended = tables.ended != 0
        infos = self._final(ended, illegal) if ended.any() else {}
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _final(self, ended: npt.NDArray[np.bool_], illegal: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """Describe how games ended."""
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            final[i] = {"observation": self._tables.last[i].copy(), "action_mask": np.zeros(ACTIONS, np.int8)}
        finished = ended & ~illegal
        info: dict[str, Any] = {"illegal": illegal, "_illegal": ended}
        for name in ("points", "place", "capped"):
            info |= {name: np.where(finished, self._tables.batch.slots[name], 0), f"_{name}": finished}
        return {"final_obs": final, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def _observations(self) -> Observation:
        batch = self._tables.batch
        observations = {"observation": batch.seen, "action_mask": batch.mask}
        return {name: array.copy() for name, array in observations.items()} if self._copy else observations

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Draw a legal action for every table, all with the same chance: int64, shape (num_envs,)."""
        return self._tables.draw(int(self.np_random.integers(0, LARGEST)))


gymnasium.register("Citadels-v0", entry_point=f"{__name__}:CitadelsEnv", vector_entry_point=f"{__name__}:CitadelsVectorEnv")
