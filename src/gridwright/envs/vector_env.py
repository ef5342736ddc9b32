"""Many games as one Gymnasium vector environment, on the batch. Needs the extra ``pettingzoo``.

Without ``opponents`` one policy plays all seats: row ``i`` is the view of the acting seat of game
``i``, and a reward is that of the seat that made the choice. With them the agent has one seat of
each game, as in ``SeatEnv``, and rewards are that seat's. ``infos`` contain the rewards of all
seats, the acting seats and the masks. ``gymnasium.make_vec("gridwright/Table-v1", 64,
"vector_entry_point", edition="card", seats=2)`` makes one.
"""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.envs.batch import BatchEnv, BatchSnapshot
from gridwright.envs.encoder import upper_bounds
from gridwright.envs.turn_env import LONGEST

RESET_MASK: Final = "reset_mask"
"""Option of ``reset`` with the games to reset, as in Gymnasium's own vector environments."""


class TableVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """A vector environment; a finished game is replaced by another as the autoreset mode says.

    In the mode ``SAME_STEP`` (the default) ``infos["final_obs"]`` and ``infos["final_info"]``
    describe the finished game, in the form of Gymnasium's own vector environments.
    """

    def __init__(
        self,
        num_envs: int,
        spec: TableSpec | None = None,
        *,
        reward: str = "win",
        longest: int = LONGEST,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        """Create the games. The other options are those of ``BatchEnv``."""
        self.autoreset_mode: Final = AutoresetMode(autoreset_mode)
        # Gymnasium declares it as an instance attribute, and each object here has its own mode.
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        is_same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        self.batch: Final = BatchEnv(
            num_envs,
            spec,
            reward=reward,
            longest=longest,
            auto_reset=is_same_step,
            keep_final=is_same_step,
            **options,
        )
        """The games themselves, which need no Gymnasium."""
        self.num_envs = num_envs
        self._is_ended = np.zeros(num_envs, np.bool_)
        """Games that wait to be replaced."""
        self._highs: Final = upper_bounds(self.batch.table.layout)
        self.single_observation_space = spaces.Box(np.zeros_like(self._highs), self._highs)
        self.single_action_space = spaces.Discrete(self.batch.n_choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start new games from one seed or one per game; with ``reset_mask``, in some rows only."""
        places = self._asked_for(options)
        if isinstance(seed, list):
            drawn = self.np_random.integers(2**62, size=self.num_envs)
            seeds = [int(drawn[place]) if each is None else each for place, each in enumerate(seed)]
        else:
            super().reset(seed=seed, options=options)
            seeds = [int(each) for each in self.np_random.integers(2**62, size=self.num_envs)]
        if places is None:
            self.batch.reset(seeds)
            self._is_ended[:] = False
        else:
            self.batch.restart(places, [seeds[place] for place in places])
            self._is_ended[places] = False
        return self._observe(), self._infos()

    def _asked_for(self, options: dict[str, Any] | None) -> list[int] | None:
        mask = None if options is None else options.get(RESET_MASK)
        if mask is None:
            return None
        asked = np.asarray(mask)
        if asked.shape != (self.num_envs,) or asked.dtype != np.bool_ or not asked.any():
            raise ValueError(f"expected {self.num_envs} truths with one that holds, got {mask}")
        return [int(place) for place in np.flatnonzero(asked)]

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Apply one choice per game.

        Raises NotMarkedError, and changes no game, if a mask does not allow its choice.
        """
        batch = self.batch
        waiting = [int(place) for place in np.flatnonzero(self._is_ended)]
        if waiting and self.autoreset_mode == AutoresetMode.DISABLED:
            raise RuntimeError(f"expected running games; reset {waiting} first")
        choosers = batch.seats.copy()
        batch.step(actions)
        if waiting:
            batch.restart(waiting)
        over, broken_off = batch.dones.copy(), batch.truncated.copy()
        rewards = batch.rewards[np.arange(self.num_envs), choosers]
        infos = self._infos()
        infos["rewards"] = batch.rewards.copy()
        infos["ranks"] = batch.ranks.copy()
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            for place in np.flatnonzero(over | broken_off).tolist():
                infos = self._add_info(infos, self._final(place, int(choosers[place])), place)
        else:
            self._is_ended = over | broken_off
        return self._observe(), rewards, over, broken_off, infos

    def _final(self, place: int, seat: int) -> dict[str, Any]:
        """Return the last observation, score and rank of one seat in the ended game."""
        batch = self.batch
        final: dict[str, Any] = {"seat": seat}
        if batch.dones[place]:
            final["score"] = int(batch.scores[place, seat])
            final["rank"] = int(batch.ranks[place, seat])
        seen = np.minimum(batch.final_observations[place], self._highs)
        return {"final_obs": seen, "final_info": final}

    def snapshot(self) -> tuple[BatchSnapshot, NDArray[np.bool_]]:
        """Return the current games, for ``restore``; not available with opponents."""
        return self.batch.snapshot(), self._is_ended.copy()

    def restore(
        self, snapshot: tuple[BatchSnapshot, NDArray[np.bool_]]
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Continue from a snapshot; returns the same as ``reset`` would there."""
        self.batch.restore(snapshot[0])
        self._is_ended = snapshot[1].copy()
        return self._observe(), self._infos()

    def _observe(self) -> NDArray[np.float32]:
        return np.minimum(self.batch.observations, self._highs)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.copy(), "actors": self.batch.actors.copy()}
