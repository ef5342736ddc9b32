"""A vectorised environment: one call steps many games and fills preallocated arrays.

Row ``i`` of every array belongs to game ``i``. Only the acting seat is observed. The cost of arrays
and casts, which a single game pays at every step, is paid once for all games.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.engine.state import State
from gridwright.envs.action_builder import NotMarkedError
from gridwright.envs.batch_games import BatchGames
from gridwright.envs.encoder import BatchEncoder
from gridwright.envs.env_table import build_spec, table_for
from gridwright.envs.rewards import reward_policy
from gridwright.envs.turn_env import LONGEST


class BatchEnv:
    """Games at one table, each with its own seed."""

    def __init__(
        self,
        n_games: int,
        spec: TableSpec | None = None,
        *,
        reward: str = "win",
        longest: int = LONGEST,
        auto_reset: bool = True,
        **table: Any,
    ) -> None:
        """With ``auto_reset`` a game that ended is followed by another in the same step."""
        self.table: Final = table_for(spec if spec is not None else build_spec(**table))
        self.n_games: Final = n_games
        self.n_seats: Final = self.table.n_seats
        self.n_choices: Final = self.table.index.size
        self.size: Final = self.table.layout.size
        self.longest: Final = longest
        self.auto_reset: Final = auto_reset
        self._reward: Final = reward_policy(reward)

        self._batch: Final = BatchGames(
            self.table.game,
            self.table.lookup,
            self.table.layout,
            n_games,
            longest,
            auto_reset,
            self._ended,
        )
        self.observations: Final = np.zeros((n_games, self.size), np.float32)
        """What the acting seat of each game sees; after the end, seat 0."""
        self.masks: Final = np.frombuffer(self._batch.marks, np.int8).reshape(n_games, -1)
        """The action masks: 1 for each choice of the acting seat."""
        self.actors: Final = np.frombuffer(self._batch.actors, np.int8)
        """The acting seat; NOBODY in a game that ended and is not followed by another."""
        self.dones: Final = np.zeros(n_games, np.bool_)
        """Whether the last step ended the game by the rules."""
        self.truncated: Final = np.zeros(n_games, np.bool_)
        """Whether the last step was one too many and the game was broken off."""
        self.rewards: Final = np.zeros((n_games, self.n_seats), np.float32)
        """By seat, for the last step: zeros but where it ended the game."""
        self.scores: Final = np.zeros((n_games, self.n_seats), np.int32)
        """By seat, of the last game that ended in this row."""
        self.ranks: Final = np.zeros((n_games, self.n_seats), np.int8)
        """Places from 1 of the last game that ended; zeros if it was broken off."""

        features = np.frombuffer(self._batch.features, np.int64).reshape(n_games, -1)
        self._encoder: Final = BatchEncoder(self.table.layout, features, self.observations)
        self._starts: Final = np.arange(n_games) * self.n_choices
        self.reset(range(n_games))

    def reset(self, seeds: Sequence[int]) -> None:
        """New games everywhere; game ``i`` is the one that TurnEnv plays with ``seeds[i]``."""
        if len(seeds) != self.n_games:
            raise ValueError(f"expected {self.n_games} seeds, got {len(seeds)}")
        self._clear()
        self._batch.reset(seeds)
        self._encode()

    def step(self, choices: Sequence[int] | NDArray[np.integer[Any]]) -> None:
        """Each acting seat chooses; the arrays then hold what comes next.

        The choice is ignored where no seat acts. Raises NotMarkedError, and changes no game, if a
        mask does not allow its choice.
        """
        chosen = np.asarray(choices)
        self._verify(chosen)
        self._clear()
        self._batch.step(chosen.tolist())
        self._encode()

    def _verify(self, chosen: NDArray[np.integer[Any]]) -> None:
        if chosen.shape != (self.n_games,):
            raise ValueError(f"expected {self.n_games} choices, got the shape {chosen.shape}")
        if chosen.min() >= 0 and chosen.max() < self.n_choices:
            marked = self.masks.reshape(-1).take(self._starts + chosen).astype(np.bool_)
            if marked.all():
                return
        else:
            marked = np.array(
                [
                    0 <= choice < self.n_choices and self.masks[place, choice] == 1
                    for place, choice in enumerate(chosen)
                ]
            )
        for place in np.flatnonzero(~marked & (self.actors >= 0)):
            raise NotMarkedError(f"expected a marked choice in game {place}, got {chosen[place]}")

    def _clear(self) -> None:
        self.masks.fill(0)
        self.dones.fill(False)
        self.truncated.fill(False)
        self.rewards.fill(0)

    def _ended(self, place: int, state: State) -> None:
        game = self.table.game
        scores = game.scoring.scores(state)
        self.scores[place] = scores
        if game.is_over(state):
            self.dones[place] = True
            self.ranks[place] = state.ranking
            self.rewards[place] = self._reward(scores, state.ranking)
        else:
            self.truncated[place] = True
            self.ranks[place] = 0

    def _encode(self) -> None:
        self._encoder.encode(np.maximum(self.actors, 0))
