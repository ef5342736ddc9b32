"""Many games as one Gymnasium vector environment, on the batch. Needs ``pettingzoo``.

One policy plays all seats: row ``i`` shows what the acting seat of game ``i`` sees. A reward is
that of the seat that made the choice; ``infos`` hold those of all seats, who acts, and the masks.
``gymnasium.make_vec("gridwright/Table-v1", 64, "vector_entry_point", edition="card", seats=2)``
makes one.
"""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.envs.batch import BatchEnv
from gridwright.envs.bounds import upper_bounds
from gridwright.envs.turn_env import LONGEST


class TableVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """A game that ended is followed by another in the same step.

    Its last position is not told, as its reward says all; ``infos`` hold its ``ranks``.
    """

    # Gymnasium declares it so, and nobody changes it.
    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        spec: TableSpec | None = None,
        *,
        reward: str = "win",
        longest: int = LONGEST,
        **table: Any,
    ) -> None:
        self.batch: Final = BatchEnv(num_envs, spec, reward=reward, longest=longest, **table)
        """The games themselves, which need no Gymnasium."""
        self.num_envs = num_envs
        self._highs: Final = upper_bounds(self.batch.table.layout)
        self.single_observation_space = spaces.Box(np.zeros_like(self._highs), self._highs)
        self.single_action_space = spaces.Discrete(self.batch.n_choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """New games everywhere: from one seed, or with a seed for each."""
        if isinstance(seed, list):
            drawn = self.np_random.integers(2**62, size=self.num_envs)
            seeds = [int(drawn[place]) if each is None else each for place, each in enumerate(seed)]
        else:
            super().reset(seed=seed, options=options)
            seeds = [int(each) for each in self.np_random.integers(2**62, size=self.num_envs)]
        self.batch.reset(seeds)
        return self._observe(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Each acting seat chooses; NotMarkedError, and no change, if a mask does not allow it."""
        batch = self.batch
        actors = batch.actors.copy()
        batch.step(actions)
        infos = self._infos()
        infos["rewards"] = batch.rewards.copy()
        infos["ranks"] = batch.ranks.copy()
        rewards = batch.rewards[np.arange(self.num_envs), actors]
        return self._observe(), rewards, batch.dones.copy(), batch.truncated.copy(), infos

    def _observe(self) -> NDArray[np.float32]:
        return np.minimum(self.batch.observations, self._highs)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.copy(), "actors": self.batch.actors.copy()}
