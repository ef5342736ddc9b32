"""The games as PettingZoo AEC environments; needs the extra ``pettingzoo``.

``env(edition="classic", seats=4)`` returns one. An observation is a dictionary of ``observation``
and ``action_mask``. Rewards are paid at the end by the chosen policy; ``infos`` then contain
``score`` and ``rank`` by the rules, which do not depend on the policy.
"""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from gridwright.content.table import TableSpec
from gridwright.envs.encoder import upper_bounds
from gridwright.envs.episode import render_text
from gridwright.envs.turn_env import LONGEST, TurnEnv

Seen = dict[str, NDArray[Any]]


class GridwrightEnv(AECEnv):
    """One table. Its agents are the seats, ``seat_0`` to ``seat_5``."""

    metadata: Final = {
        "name": "gridwright_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        spec: TableSpec | None = None,
        *,
        reward: str = "win",
        longest: int = LONGEST,
        render_mode: str | None = None,
        **table: Any,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.turns: Final = TurnEnv(spec, reward=reward, longest=longest, **table)
        """The game itself, which needs no PettingZoo."""
        self.possible_agents = [f"seat_{seat}" for seat in range(self.turns.n_seats)]
        self.agents = self.possible_agents[:]
        self._no_marks: Final = np.zeros(self.turns.n_choices, dtype=np.int8)
        self._highs: Final = upper_bounds(self.turns.table.layout)
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces: Final = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(self._highs), self._highs),
                    "action_mask": spaces.Box(0, 1, (self.turns.n_choices,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces: Final = {
            agent: spaces.Discrete(self.turns.n_choices) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self.turns.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.turns.actor]

    def observe(self, agent: str) -> Seen:
        seat = self._seats[agent]
        turns = self.turns
        mask = turns.mask() if seat == turns.actor else self._no_marks.copy()
        vector = np.minimum(turns.observe(seat), self._highs)
        return {"observation": vector, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"expected a choice of {agent}, which still plays, got None")
        turns = self.turns
        turns.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        actor = turns.actor
        if actor >= 0:
            self.agent_selection = self.possible_agents[actor]
        else:
            self._end()

    def _end(self) -> None:
        turns = self.turns
        over = turns.is_over
        rewards = turns.rewards()
        scores = turns.scores()
        ranking = turns.ranking()
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = rewards[seat]
            self.terminations[agent] = over
            self.truncations[agent] = not over
            self.infos[agent] = {"score": scores[seat]}
            if ranking:
                self.infos[agent]["rank"] = ranking[seat]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Return the table as a few lines of text, in the mode ``ansi``."""
        return render_text(self.turns.episode) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def raw_env(**choices: Any) -> GridwrightEnv:
    """Return the environment without a wrapper."""
    return GridwrightEnv(**choices)


def env(**choices: Any) -> OrderEnforcingWrapper:
    """Return the environment in a wrapper that requires a reset first."""
    return OrderEnforcingWrapper(GridwrightEnv(**choices))
