"""Citadels as an AEC environment of PettingZoo: every seat is an agent, ``seat_0``, ``seat_1``, ...

An agent observes the table when it has to decide. For another agent, `observe` returns what that one saw last: at its own last
decision, after the deal, or at the end. So nobody learns from the state of another's question what he could not know at a table.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import logger, spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from citadels_sim.engine.rng import LARGEST
from citadels_sim.env.batch import WIN
from citadels_sim.env.drawing import drawn
from citadels_sim.env.numbering import ACTIONS, describe
from citadels_sim.env.spaces import Observation, action_space, observation_space
from citadels_sim.env.tables import Tables
from citadels_sim.errors import IllegalAction
from citadels_sim.variants import Variant

__all__ = ["env", "raw_env"]

_ILLEGAL_REWARD: Final = -1.0


def env(**options: Any) -> Any:
    """Return the environment with PettingZoo's usual wrappers: an illegal action ends the game, and its agent gets -1.

    Parameters
    ----------
    **options
        As for `raw_env`.
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=_ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # an untyped library; the name that PettingZoo gives it
    """The environment without wrappers.

    Parameters
    ----------
    variant : Variant or str
        A variant, or what `load_variant` takes.
    players : int
    reward : {"win", "score"}
        What every agent gets at the end: its share of the win (1, less if it is shared, or 0), or its points.
    render_mode : {"ansi", "human"}, optional

    Attributes
    ----------
    game_seed : int
        Seed of the game being played, as `citadels_sim.Game.start` takes it; no agent may know it.

    Raises
    ------
    VariantError, CitadelsError
        As `citadels_sim.env.tables.Tables`.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "name": "citadels_v0", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, variant: Variant | str = "classic-2000", players: int = 4, reward: str = "win", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self._tables = Tables(variant, players, reward=reward)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Any] = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces: dict[str, Any] = {agent: action_space() for agent in self.possible_agents}
        self._seen: list[npt.NDArray[np.int16]] = []
        self._random, _ = seeding.np_random()

    @property
    def game_seed(self) -> int:
        """Seed of the game being played."""
        return int(self._tables.batch.slots[0].seed)

    @property
    def _state(self) -> Any:
        return self._tables.batch.states[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        space: spaces.Space[Any] = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        space: spaces.Space[Any] = self.action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game.

        Parameters
        ----------
        seed : int, optional
            Decides this game and those after it; left out, the next game follows.
        options : dict, optional
            Not used.
        """
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._tables.start(self._random.integers(0, LARGEST, 1))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look_around()
        self._select_agent()

    def _look_around(self) -> None:
        self._seen = [self._tables.look(seat) for seat in range(len(self.possible_agents))]

    def _select_agent(self) -> None:
        """Turn to the agent that decides."""
        seat = int(self._state.public.actor)
        self.agent_selection = self.possible_agents[seat]
        self._seen[seat] = self._tables.batch.seen[0].copy()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent saw last, and what is legal if it decides now (else nothing).

        Returns
        -------
        dict
            ``observation``: int16, shape (SIZE,), see `citadels_sim.env.fields`; ``action_mask``: int8, shape (ACTIONS,).
        """
        decides = agent == self.agent_selection and not self.terminations[agent]
        mask = self._tables.batch.mask[0].copy() if decides else np.zeros(ACTIONS, np.int8)
        return {"observation": self._seen[self._seat[agent]].copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is, None where it is out of the game.

        Raises
        ------
        IllegalAction
            If it is not legal; the game is then unchanged.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        is_index = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if action is None or not is_index or not 0 <= action < ACTIONS or not self._tables.batch.mask[0, action]:
            raise IllegalAction(self._refusal(action))
        self._clear_rewards()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._tables.step(np.array([action], np.int64))
        if self._tables.ended[0]:
            self._end()
        else:
            self._select_agent()
        self._accumulate_rewards()

    def _refusal(self, action: int | None) -> str:
        cast, cards = self._state.public.cast, self._tables.variant.cards
        legal = ", ".join(f"{index} ({describe(int(index), cast, cards)})" for index in np.flatnonzero(self._tables.batch.mask[0]))
        return f"action {action!r} is not legal now ({self.agent_selection}). Legal: {legal}"

    def _end(self) -> None:
        """Give every agent the result of the game."""
        public = self._state.public
        seats = range(len(self.possible_agents))
        winners = sum(int(public.place[seat]) == 1 for seat in seats)
        for seat, agent in enumerate(self.possible_agents):
            points, place = int(public.total[seat]), int(public.place[seat])
            self.rewards[agent] = (place == 1) / winners if self._tables.aim.reward == WIN else float(points)
            self.infos[agent] = {"points": points, "place": place, "capped": bool(self._tables.batch.slots[0].capped)}
        self.terminations = dict.fromkeys(self.agents, True)
        self._look_around()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Write the table as the seat sees it that decides, or that decided last: a text, or on standard output in the mode ``human``."""
        if self.render_mode is None:
            logger.warn("citadels_v0: render() needs a mode; make the environment with render_mode='ansi' or 'human'.")
            return None
        text = drawn(self._state, self._seat[self.agent_selection], self._tables.variant.cards)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None

    def close(self) -> None:
        """Release nothing: there is nothing to release."""
